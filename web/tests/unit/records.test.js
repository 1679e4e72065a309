// Games in links and in the records that the engine reads and writes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Clerk, questions } from '../../js/clerk.js';
import { NoAnswer } from '../../js/engine/engine.js';
import { fragmentOf, linkTo, readLink } from '../../js/link.js';
import { loadOpenings, openingName } from '../../js/openings.js';
import { Game } from '../../js/rules/game.js';
import { Position } from '../../js/rules/position.js';
import { gameOf, recordOf } from '../../js/state/record.js';
import { initialState } from '../../js/state/state.js';
import { update } from '../../js/state/update.js';
import { Tree } from '../../js/state/tree.js';
import { load, numbers, pick, randomGame } from './random.js';

/** @typedef {import('../../js/state/state.js').State} State */
/** @typedef {import('../../js/state/update.js').Action} Action */
/** @typedef {import('../../js/engine/engine.js').GameInfo} GameInfo */

const SAMPLES = JSON.parse(readFileSync(new URL('../samples/first-release.json', import.meta.url), 'utf8'));
const NAMES = { black: 'Ann', white: 'Bob' };
const PAGE = 'http://localhost/';

/** @param {string} text @param {number} [size] @returns {Game} */
const game = (text, size = 8) => /** @type {Game} */ (Game.start(size).playText(text));

/** @param {State} state @param {...Action} actions */
const after = (state, ...actions) => actions.reduce((at, action) => update(at, action, 1_793_000_000_000), state);

/** @param {ReturnType<typeof readLink>} link */
const linked = (link) => (link && 'tree' in link ? link.tree.game : null);

test('links carry games of every kind', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const below = numbers(seed);
    const played = randomGame(below, pick(below, [4, 6, 8, 10]), below(80));
    const setUp = Game.from(played.position);
    for (const each of [played, played.goTo(below(played.moves.length + 1)), setUp]) {
      const link = linkTo(Tree.ofGame(each), PAGE);
      assert.match(link, /#v=2&/);
      const read = linked(readLink(new URL(link).hash));
      assert.deepEqual([read?.position.toString(), read?.moves, read?.ply], [each.position.toString(), each.moves, each.ply]);
      assert.equal(fragmentOf(` ${link}\n`), new URL(link).hash, 'found in what is pasted');
    }
  }
  assert.equal(readLink(''), null);
  for (const [ply, found] of [['1.5', 1], ['-3', 0], ['99', 2], ['x', 0]]) {
    assert.equal(linked(readLink(`#v=2&moves=f5d6&ply=${ply}`))?.ply, found, `ply ${ply}`);
  }
  for (const bad of ['moves=zz', 'moves=f5f5', 'moves=f5,d6', 'start=XO&moves=']) {
    assert.deepEqual(readLink(`#${bad}`), { error: { key: 'read.link', tone: 'error' } }, bad);
  }
});

test('a link carries variations, comments and marks where they are short', () => {
  const tree = /** @type {Tree} */ (Tree.parse('{all & of it}f5d6c3(c4[tc3]{why? 50% #1})d3c4'));
  for (const at of [tree.endOfMain(), tree, /** @type {Tree} */ (tree.follow(['f5', 'd6', 'c4']))]) {
    const link = linkTo(at, PAGE);
    assert.match(link, /#v=3&tree=.*\(c4\[tc3\]/);
    const read = readLink(new URL(link).hash);
    assert.ok(read && 'tree' in read);
    assert.deepEqual([read.tree.toString(), read.tree.game.position.toString()], [tree.toString(), at.game.position.toString()]);
    assert.equal(fragmentOf(` ${link}\n`), new URL(link).hash, 'found in what is pasted');
  }
  const long = linkTo(tree.setComment(1, 'word '.repeat(500)), PAGE);
  assert.ok(long.length < 200);
  assert.deepEqual(linked(readLink(new URL(long).hash))?.moves.length, 5, 'else the game alone');
  const variation = /** @type {Tree} */ (tree.setComment(1, 'word '.repeat(500)).follow(['f5', 'd6', 'c4']));
  assert.deepEqual(linked(readLink(new URL(linkTo(variation, PAGE)).hash))?.ply, 2, 'where the variation left it');
  assert.deepEqual(readLink('#v=3&tree=f5('), { error: { key: 'read.link', tone: 'error' } });
  assert.equal(linked(readLink('#v=3&tree=f5d6&at=c3'))?.ply, 2, 'a place that is not there is the end');
});

test('a link to a board that there is not says so', () => {
  for (const size of ['7', '2', '28', 'x', '']) {
    assert.deepEqual(readLink(`#v=2&size=${size}`), { error: { key: 'link.size', params: { size }, tone: 'error' } });
  }
  assert.deepEqual(readLink('#v=2'), readLink('#v=2&moves='), 'a link without moves is the opening position');
  assert.equal(linked(readLink('#size=10'))?.size, 10);
  assert.equal(readLink('#board'), null, 'a place on the page is no game');
});

test('links of the first release are read, and those of a later one refused', () => {
  for (const [link, { position, moves }] of Object.entries(SAMPLES.links)) {
    const read = linked(readLink(new URL(link).hash));
    assert.deepEqual([read?.position.toString(), read?.moves.length], [position, moves], link);
  }
  assert.deepEqual(readLink('#v=4&moves=f5'), { error: { key: 'link.newer', tone: 'error' } });
});

test('opening names, mirrored and transposed', () => {
  loadOpenings(readFileSync(new URL('../../openings.tsv', import.meta.url), 'utf8'));
  for (const text of ['f5d6c3d3c4', 'e6f4c3c4d3', 'c4e3f6e6f5']) assert.equal(openingName(game(text)), 'Tiger', text);
  assert.equal(openingName(game('f5d6c3d3c4f4e3').goTo(5)), 'Tiger', 'up to the cursor');
  assert.equal(openingName(Game.start(8)), '');
});

test('a game goes through its record unchanged', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const below = numbers(seed);
    const played = randomGame(below, pick(below, [4, 6, 8]), below(70));
    const state = after(initialState(), load(played));
    const back = gameOf(recordOf(state, NAMES));
    assert.deepEqual([back?.tree.game.moves, back?.tree.game.first.toString(), back?.names, back?.flagged], [played.moves, played.first.toString(), NAMES, null]);
    const withoutPasses = { ...recordOf(state, NAMES), moves: recordOf(state, NAMES).moves.filter((name) => name !== 'pass') };
    assert.deepEqual(gameOf(withoutPasses)?.tree.game.moves, played.moves, 'passes may be left out');
  }
  assert.equal(gameOf({ moves: ['a1'] }), null);
  assert.equal(gameOf({ moves: [], start: 'XO' }), null);
});

test('variations, comments and marks go through a record', () => {
  for (const text of ['f5d6c3(c4{or this})d3c4', '{all}f5[ta1sb2]d6(f6e6(f7[cc3]))c3', '4:c4(d3)(b1a1)d4', 'f5{a}d6{b}']) {
    const tree = /** @type {Tree} */ (Tree.parse(text));
    const record = recordOf(after(initialState(), { type: 'load', tree }), NAMES);
    assert.equal(gameOf(record)?.tree.toString(), text, text);
  }
  const deleted = /** @type {Tree} */ (Tree.parse('f5d6c3(c4)'));
  const hidden = deleted.delete(/** @type {Tree} */ (deleted.follow(['f5', 'd6', 'c4'])).current);
  assert.equal(recordOf(after(initialState(), { type: 'load', tree: hidden }), NAMES).tree, undefined, 'what is deleted is left out');
  assert.deepEqual(gameOf({ moves: ['f5', 'd6'], tree: [{ comment: 'x' }, { move: 'f5' }, { move: 'zz' }, { from: 9, move: 'd6' }, { from: 1, move: 'd6', marks: { circle: ['a1', 'q9'] } }] })?.tree.toString(), '{x}f5d6[ca1]', 'what makes no sense is left out');
});

test('who lost on time is told, and read', () => {
  for (const [flagged, score] of /** @type {const} */ ([['black', -64], ['white', 64]])) {
    const record = recordOf({ ...after(initialState(), load(game('f5d6'))), flagged }, NAMES);
    assert.deepEqual(record.result, { score, ending: 'time' });
    assert.equal(gameOf(record)?.flagged, flagged);
  }
  assert.equal(gameOf({ moves: ['f5'], result: { score: 12, ending: 'resigned' } })?.flagged, null);
});

test('what a record knows goes along as long as it is true', () => {
  /** @type {GameInfo & Record<string, unknown>} */
  const record = { size: 8, start: Position.start(8).toString(), moves: ['f5', 'd6', 'c3'], ...NAMES, event: 'Cup', date: '1999', place: 'Paris', times: [1, 2, 3], evals: [null, 4, 5], comments: ['a', 'b', 'c'], result: { score: 6, ending: 'resigned' } };
  const asked = { source: { text: 'x' }, from: 0, find: '' };
  const opened = after(initialState(), { type: 'inbox.read', source: asked.source });
  const loaded = after(opened, { type: 'inbox.found', asked: /** @type {any} */ (opened.inbox.asked), games: { format: 'ggf', count: 1, from: 0, games: [record] } });
  assert.deepEqual(loaded.names, NAMES);
  assert.deepEqual(recordOf(loaded, NAMES), record);
  const tried = after(loaded, { type: 'goTo', ply: 2 }, { type: 'play', move: game('f5d6c4').moves[2] });
  const { tree, ...main } = recordOf(tried, NAMES);
  assert.deepEqual([main, tree?.length], [record, 5], 'a variation changes nothing else');
  const other = recordOf(after(tried, { type: 'promote', node: tried.tree.current }), NAMES);
  assert.deepEqual([other.moves, other.times, other.comments, other.event, other.result], [['f5', 'd6', 'c4'], [1, 2], ['a', 'b', null], 'Cup', undefined]);
  const fresh = after(loaded, { type: 'new', size: 8, seats: loaded.seats, time: { kind: 'none' } });
  assert.deepEqual([recordOf(fresh, NAMES).event, recordOf(fresh, NAMES).date], [undefined, '2026-10-26'], 'a game that is played here has its day');
});

/** An engine that can be away. */
class FakeEngine {
  /** @type {import('../../js/engine/engine.js').Question[]} */
  asked = [];
  /** @type {(question: import('../../js/engine/engine.js').Question) => Promise<any>} */
  answer = () => Promise.reject(new NoAnswer());

  start() {
    return { cancel() {} };
  }

  watch() {}

  /** @param {import('../../js/engine/engine.js').Question} question */
  ask(question) {
    this.asked.push(question);
    return this.answer(question);
  }
}

/** A clerk with its state. */
function office() {
  const engine = new FakeEngine();
  const desk = { engine, state: initialState(), act: (/** @type {Action} */ action) => { desk.state = update(desk.state, action, 0); clerk.follow(desk.state); } };
  const clerk = new Clerk(engine, (action) => desk.act(action), (state) => [{ type: 'write', format: 'ggf', game: recordOf(state, NAMES) }]);
  return desk;
}

const settled = () => new Promise((resolve) => { setTimeout(resolve, 5); });
/** @param {GameInfo[]} list @param {number} [count] */
const games = (list, count = list.length) => ({ format: 'transcript', count, from: 0, games: list });

test('what is to be opened waits for the engine, and is asked once', async () => {
  const desk = office();
  const { engine } = desk;
  desk.act({ type: 'sheet', sheet: 'open' });
  desk.act({ type: 'inbox.text', text: 'f5d6' });
  desk.act({ type: 'inbox.read', source: { text: 'f5d6' } });
  assert.equal(engine.asked.length, 0, 'there is none');
  assert.equal(desk.state.inbox.text, 'f5d6', 'the text is kept');
  desk.act({ type: 'connection', status: 'ready' });
  await settled();
  assert.equal(engine.asked.length, 1, 'it went while it was asked');
  desk.act({ type: 'connection', status: 'lost' });
  engine.answer = () => Promise.resolve(games([{ moves: ['f5', 'd6'] }]));
  desk.act({ type: 'connection', status: 'ready' });
  desk.act({ type: 'turn' });
  await settled();
  assert.equal(engine.asked.length, 2);
  assert.deepEqual([desk.state.game.moves.length, desk.state.sheet, desk.state.inbox.text], [2, '', '']);
  await settled();
  assert.equal(engine.asked.length, 2);
});

test('what cannot be read is said in the engine’s words, and the text stays', async () => {
  const desk = office();
  desk.act({ type: 'connection', status: 'ready', info: /** @type {any} */ ({ limits: { bytes: 2000 } }) });
  desk.act({ type: 'sheet', sheet: 'open' });
  desk.act({ type: 'inbox.text', text: 'f5f5' });
  desk.engine.answer = () => Promise.reject(new NoAnswer('f5 is occupied'));
  desk.act({ type: 'inbox.read', source: { text: 'f5f5' } });
  await settled();
  assert.deepEqual([desk.state.inbox.error?.params, desk.state.inbox.text, desk.state.inbox.asked], [{ message: 'f5 is occupied' }, 'f5f5', null]);
  desk.act({ type: 'inbox.read', source: { text: 'f5'.repeat(1500) } });
  await settled();
  assert.equal(desk.state.inbox.error?.key, 'open.large');
  assert.equal(desk.engine.asked.length, 1, 'which would have cost the connection');
  desk.engine.answer = () => Promise.resolve(games([{ moves: ['a1'] }]));
  desk.act({ type: 'inbox.read', source: { text: 'a1' } });
  await settled();
  assert.equal(desk.state.inbox.error?.key, 'read.rules');
});

test('of many games one is chosen, page by page', async () => {
  const desk = office();
  desk.act({ type: 'connection', status: 'ready' });
  desk.act({ type: 'sheet', sheet: 'open' });
  desk.engine.answer = (question) => Promise.resolve({ ...games([{ moves: ['f5'] }, { moves: ['d3'] }], 120), from: question.type === 'read' ? question.from : 0, notes: ['n'] });
  desk.act({ type: 'inbox.files', files: [{ name: 'a', bytes: 'AA==' }, { name: 'b', bytes: 'BB==' }] });
  await settled();
  assert.equal(desk.engine.asked.length, 0, 'which file?');
  desk.act({ type: 'inbox.file', at: 1 });
  await settled();
  desk.act({ type: 'inbox.page', from: 50 });
  await settled();
  desk.act({ type: 'inbox.find', find: 'ann' });
  await settled();
  assert.deepEqual(desk.engine.asked.map((question) => question.type === 'read' && [question.from, question.find ?? '', 'name' in question && question.name]), [[0, '', 'b'], [50, '', 'b'], [0, 'ann', 'b']]);
  assert.equal(desk.state.sheet, 'open');
  desk.act({ type: 'open', at: 1 });
  assert.deepEqual([desk.state.game.moves, desk.state.sheet, desk.state.notice?.params], [game('d3').moves, '', { note: 'n' }]);
  assert.equal(desk.state.inbox.found?.games.count, 120, 'the other games are still there');
});

test('an answer to what nobody wants any more changes nothing', async () => {
  const desk = office();
  desk.act({ type: 'connection', status: 'ready' });
  desk.act({ type: 'sheet', sheet: 'open' });
  desk.engine.answer = () => Promise.resolve(games([{ moves: ['f5'] }]));
  desk.act({ type: 'inbox.read', source: { text: 'f5' } });
  desk.act({ type: 'sheet', sheet: '' });
  await settled();
  assert.equal(desk.state.game.moves.length, 0);
});

test('files are written while the share sheet is open, for the game that is on the board', async () => {
  const desk = office();
  desk.act({ type: 'connection', status: 'ready' });
  assert.deepEqual(questions(desk.state, []), []);
  desk.engine.answer = () => Promise.resolve({ file: 'obverse.ggf', text: '(;…;)' });
  desk.act({ type: 'sheet', sheet: 'share' });
  await settled();
  assert.deepEqual([desk.engine.asked.length, [...desk.state.exports.values()]], [1, [{ file: { file: 'obverse.ggf', text: '(;…;)' } }]]);
  desk.act({ type: 'turn' });
  assert.equal(desk.engine.asked.length, 1, 'once');
  desk.act({ type: 'play', move: 37 });
  await settled();
  assert.equal(desk.engine.asked.length, 2, 'and again for another game');
});
