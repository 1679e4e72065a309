// What was stored comes back; what makes no sense falls back to its default; what cannot be read is
// put aside.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Position } from '../../js/rules/position.js';
import { DEFAULT_SETTINGS, initialState } from '../../js/state/state.js';
import { fromStored, keptFromText, toStored } from '../../js/state/stored.js';
import { update } from '../../js/state/update.js';
import { load, numbers, pick, randomGame } from './random.js';

/** @typedef {import('../../js/state/state.js').State} State */

const SAMPLES = JSON.parse(readFileSync(new URL('../samples/first-release.json', import.meta.url), 'utf8'));
const NOW = 10_000;

const GAME = {
  version: 2, start: Position.start(8).toString(), moves: ['f5', 'd6'], ply: 1,
  seats: { black: 'squares', white: 'level:9' }, names: { black: 'Ann' }, time: { kind: 'clock', minutes: 3, increment: 2 },
  clocks: { black: 5000, white: 6000, elapsed: 1000 }, flagged: null, studying: true, review: true, speed: 3, turned: true,
  evaluation: false, begun: 77, origin: 'x', record: { moves: ['f5'], event: 'Cup' },
};
const SETTINGS = { ...DEFAULT_SETTINGS, language: 'ja', theme: 'dark', contrast: false, legal: false, level: 12 };

/** @param {unknown} value */
const text = (value) => (value === null ? null : JSON.stringify(value));

/** @param {unknown} game @param {unknown} [settings] @param {unknown} [kept] */
const stored = (game, settings = SETTINGS, kept = null) => fromStored({ game: text(game), settings: text(settings), kept: text(kept) }, NOW);

/** @param {unknown} game @param {unknown} [settings] */
const restored = (game, settings) => stored(game, settings).state;

test('what makes sense comes back', () => {
  const state = restored(GAME);
  assert.deepEqual([state.game.moves.length, state.game.ply, state.seats, state.names], [2, 1, GAME.seats, GAME.names]);
  assert.deepEqual([state.time, state.clocks], [GAME.time, { black: 5000, white: 6000, since: 9000 }]);
  assert.deepEqual([state.studying, state.review?.moves, state.review?.running, state.speed, state.turned], [true, ['f5', 'd6'], false, 3, true]);
  assert.deepEqual([state.evaluation, state.begun, state.origin, state.record], [false, 77, 'x', GAME.record]);
  assert.deepEqual(state.settings, SETTINGS);
});

/** What belongs to the person, of a state: what has to survive a reload. @param {State} state */
const lasting = ({ tree, game, kept, ...state }) => ({
  game: [tree.toString(), game.moves, game.ply],
  kept: kept.map((each) => ({ ...each, tree: each.tree.toString(), game: [each.game.moves, each.game.ply] })),
  rest: [state.seats, state.names, state.record, state.time, state.clocks, state.flagged, state.studying, state.review, state.evaluation, state.begun, state.origin, state.speed, state.turned, state.settings],
});

test('whatever a person did comes back from storage', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const below = numbers(seed);
    let state = initialState();
    for (let step = 0; step < 25; step++) {
      const moves = state.game.position.moves();
      state = update(state, pick(below, /** @type {import('../../js/state/update.js').Action[]} */ ([
        load(randomGame(below, pick(below, [4, 8, 10]), below(40))), { type: 'undo' }, { type: 'review' }, { type: 'back' }, { type: 'evaluation' }, { type: 'turn' },
        { type: 'comment', node: below(state.tree.nodes.length), text: pick(below, ['', 'good } \\']) }, { type: 'mark', square: below(16), shape: 'circle' }, { type: 'study', on: below(2) > 0 },
        { type: 'new', size: 6, seats: { black: 'human', white: 'level:3' }, time: { kind: 'clock', minutes: 3, increment: 2 } },
        { type: 'play', move: moves.length ? pick(below, moves) : 'pass' }, { type: 'play', move: moves[0] ?? 'pass' },
      ])), NOW + step);
    }
    const written = toStored(state, NOW + 100);
    assert.deepEqual([written.game.version, written.settings.version, written.kept.version], [3, 3, 3]);
    const back = fromStored({ game: text(written.game), settings: text(written.settings), kept: text(written.kept) }, NOW + 100);
    assert.deepEqual([back.aside, back.readOnly, back.state.notice], [[], false, null]);
    assert.deepEqual(lasting(back.state), lasting(state), `seed ${seed}`);
    assert.deepEqual(keptFromText(text(written.kept), NOW).length, state.kept.length);
  }
});

test('what the first release stored is read', () => {
  const { links, ...samples } = SAMPLES;
  assert.ok(Object.keys(links).length >= 5);
  /** @param {string} name */
  const of = (name) => {
    const { state, aside, readOnly } = fromStored({ ...samples[name], kept: null }, NOW);
    assert.deepEqual([aside, readOnly, state.notice], [[], false, null], name);
    return state;
  };
  assert.equal(of('fresh').game.moves.length, 0);
  const back = of('against the computer, looking back');
  assert.deepEqual([back.game.moves.length, back.game.ply, back.seats], [5, 4, { black: 'human', white: 'level:5' }]);
  const clock = of('clock');
  assert.deepEqual([clock.game.moves.length, clock.clocks, clock.time], [2, { black: 182000, white: 182000, since: NOW }, { kind: 'clock', minutes: 3, increment: 2 }]);
  const record = of('a record, with a game left for it');
  assert.deepEqual([record.game.moves.length, record.names, record.review?.answers], [5, { black: 'Ann', white: 'Bob' }, []]);
  assert.equal(record.evaluation, null, 'a switch that never went back is forgotten');
  const left = update(record, { type: 'back' }, NOW);
  assert.deepEqual([left.game.moves.length, left.seats], [1, { black: 'human', white: 'level:5' }], 'the game that was left');
  const other = of('6x6, other settings');
  assert.deepEqual([other.game.size, other.game.moves.length, other.turned, other.settings.language, other.settings.theme, other.settings.level], [6, 1, true, 'ja', 'dark', 9]);
});

test('what a later version stored is left untouched', () => {
  for (const [game, settings, kept] of [[{ ...GAME, version: 4 }, SETTINGS, null], [GAME, { version: 4 }, null], [GAME, SETTINGS, { version: 4, games: {} }]]) {
    const { state, readOnly, aside } = stored(game, settings, kept);
    assert.deepEqual([readOnly, aside, state.notice?.key, state.game.moves.length], [true, [], 'stored.newer', 0]);
  }
});

test('what a newer page stores while this one is open is not written over', async () => {
  /** @type {Map<string, string>} */
  const items = new Map();
  const localStorage = { getItem: (/** @type {string} */ key) => items.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void items.set(key, value) };
  Object.assign(globalThis, { localStorage });
  const { restore, save } = await import('../../js/storage.js');
  const state = restore();
  assert.equal(save(state), null);
  assert.deepEqual([...items.keys()].sort(), ['obverse.game', 'obverse.kept', 'obverse.settings']);
  items.set('obverse.settings', JSON.stringify({ version: 4 }));
  const newer = new Map(items);
  assert.equal(save(update(state, { type: 'play', move: state.game.position.moves()[0] }, NOW)), 'stored.newer');
  assert.deepEqual(items, newer);
  assert.equal(save(state), null, 'it is said once');
  assert.deepEqual(items, newer);
});

test('the game of another tab is not lost when this one stores its own', async () => {
  /** @type {Map<string, string>} */
  const items = new Map();
  const localStorage = { getItem: (/** @type {string} */ key) => items.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void items.set(key, value) };
  Object.assign(globalThis, { localStorage });
  const { restore, save } = await import(/** @type {any} */ ('../../js/storage.js?another'));
  const own = update(restore(), { type: 'play', move: 37 }, NOW);
  save(own);
  const theirs = toStored(update(update(initialState(), { type: 'play', move: 19 }, NOW), { type: 'play', move: 18 }, NOW), NOW).game;
  items.set('obverse.game', JSON.stringify(theirs));
  save(own);
  const left = keptFromText(items.get('obverse.kept') ?? null, NOW);
  assert.deepEqual(left.map(({ game }) => game.moves.length), [2]);
  assert.deepEqual(fromStored({ game: items.get('obverse.game') ?? null, settings: null, kept: null }, NOW).state.game.moves, own.game.moves);
  save(update(own, { type: 'play', move: 43 }, NOW));
  assert.equal(keptFromText(items.get('obverse.kept') ?? null, NOW).length, 1, 'once');
});

test('each value that makes no sense falls back alone', () => {
  const usual = initialState();
  for (const bad of [9, -1, 0.5, 'nobody', null, {}, []]) {
    const of = (/** @type {string} */ key) => restored({ ...GAME, [key]: bad });
    assert.equal(of('speed').speed, usual.speed);
    assert.deepEqual(of('seats').seats, { black: 'human', white: 'level:12' });
    assert.deepEqual([of('time').time, of('time').clocks], [{ kind: 'none' }, null]);
    assert.deepEqual([of('clocks').clocks, of('flagged').flagged, of('record').record, of('left').kept], [null, null, null, []]);
    assert.deepEqual([of('names').names, of('turned').turned, of('studying').studying, of('evaluation').evaluation], [{}, false, false, null]);
    assert.ok(of('ply').game.position, 'it stands at some move');
    assert.equal(of('speed').game.moves.length, 2, 'the game stays');
    const white = restored({ ...GAME, seats: { black: 'squares', white: bad } });
    assert.deepEqual(white.seats, { black: 'squares', white: 'level:12' });
    for (const key of /** @type {(keyof typeof SETTINGS)[]} */ (Object.keys(SETTINGS))) {
      if (key === 'level' && bad === 9) continue;
      if (key === 'name' && typeof bad === 'string') continue;
      assert.deepEqual(restored(null, { ...SETTINGS, [key]: bad }).settings, { ...SETTINGS, [key]: DEFAULT_SETTINGS[key] });
    }
  }
});

test('a game that cannot be read is a new game, and what was stored is put aside', () => {
  for (const bad of ['{', '5', '"x"', ...[{ ...GAME, start: 5 }, { ...GAME, start: '' }, { ...GAME, moves: 'f5' }, { ...GAME, moves: ['a1'] }, { ...GAME, moves: [null] }].map((each) => JSON.stringify(each))]) {
    const { state, aside } = fromStored({ game: bad, settings: null, kept: bad }, NOW);
    assert.deepEqual([state.game.moves.length, state.seats, state.settings], [0, initialState().seats, DEFAULT_SETTINGS], bad);
    assert.ok(aside.includes('game'), bad);
    assert.equal(state.notice?.key, 'stored.unread');
  }
  for (const nothing of [null, 'null', '{}']) assert.deepEqual(fromStored({ game: nothing, settings: nothing, kept: null }, NOW).aside, nothing === 'null' ? ['game'] : []);
  const kept = { version: 2, games: [{ ...GAME, id: 'a', at: 5 }, { ...GAME, id: 'b', at: 5, moves: ['a1'] }] };
  const { state, aside } = stored(GAME, SETTINGS, kept);
  assert.deepEqual([state.kept.map(({ id }) => id), aside], [['a'], ['kept']], 'those that can be read are');
});
