// “My games”: named, deleted with undo, loaded from the store, imported.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questions } from '../../js/clerk.js';
import { Game } from '../../js/rules/game.js';
import { initialState } from '../../js/state/state.js';
import { keptFrom, writtenGame } from '../../js/state/stored.js';
import { Tree } from '../../js/state/tree.js';
import { update } from '../../js/state/update.js';

/** @typedef {import('../../js/state/state.js').State} State */
/** @typedef {import('../../js/state/update.js').Action} Action */

/** @param {string} id @param {string} moves @param {Partial<State>} [more] @returns {import('../../js/state/kept.js').Kept} */
const kept = (id, moves, more) => {
  const tree = Tree.ofGame(/** @type {Game} */ (Game.start(8).playText(moves)));
  return /** @type {any} */ ({ ...initialState(), tree, game: tree.game, begun: moves.length, id, at: moves.length, ...more });
};
/** @param {State} state @param {...Action} actions */
const after = (state, ...actions) => actions.reduce((at, action) => update(at, action, 1000), state);
/** @param {State} state */
const ids = (state) => state.kept.map(({ id }) => id).sort();

const [A, B] = [kept('a', 'f5'), kept('b', 'f5d6')];
const STATE = { ...initialState(), connection: /** @type {const} */ ('ready'), kept: [A, B] };

test('what is deleted can be had back, once', () => {
  const removed = after(STATE, { type: 'games.remove', id: 'a' });
  assert.deepEqual([ids(removed), removed.removed, removed.lastRemoved], [['b'], ['a'], A]);
  const back = after(removed, { type: 'games.restore' });
  assert.deepEqual([ids(back), back.removed, back.lastRemoved], [['a', 'b'], [], null]);
  assert.equal(after(back, { type: 'games.restore' }), back);
  assert.equal(after(removed, { type: 'sheet', sheet: 'open' }).lastRemoved, null, 'until the sheet is opened again');
});

test('a name is stored with the game', () => {
  const named = after(STATE, { type: 'games.rename', id: 'a', title: 'a lesson' });
  assert.deepEqual(named.kept.map(({ title }) => title), ['a lesson', '']);
  assert.equal(named.kept[1], B, 'the others are as they were, and need not be stored again');
  assert.equal(keptFrom(JSON.parse(JSON.stringify(writtenGame(named.kept[0], 0))), 0)?.title, 'a lesson');
});

test('games of the store: what is here is newer, what another page writes is newer still', () => {
  const [mine, theirs, more] = [kept('a', 'f5', { title: 'mine' }), kept('a', 'f5', { title: 'theirs' }), kept('c', 'f5d6c3')];
  const state = { ...STATE, kept: [mine], removed: ['b'] };
  const read = after(state, { type: 'games.loaded', games: [theirs, B, more], isNews: false });
  assert.deepEqual([ids(read), read.kept.find(({ id }) => id === 'a')?.title], [['a', 'c'], 'mine'], 'and what is deleted stays so');
  const told = after(state, { type: 'games.loaded', games: [theirs], isNews: true });
  assert.deepEqual(told.kept.map(({ title }) => title), ['theirs']);
  assert.deepEqual(ids(after(read, { type: 'games.gone', ids: ['c'] })), ['a']);
});

test('all games of a file are kept, page by page, and each once', () => {
  const source = { text: 'many' };
  const inbox = { ...STATE.inbox, found: { asked: { source, from: 0, find: '' }, games: { format: 'sgf', count: 3, from: 0, games: [] } } };
  const begun = after({ ...STATE, kept: [], inbox }, { type: 'games.import' });
  const [question] = questions(begun, []);
  assert.deepEqual(question.question, { type: 'read', tree: true, from: 0, limit: 50, text: 'many' });
  const first = after(begun, question.answered({ count: 3, games: [{ moves: ['f5'], black: 'Ann' }, { moves: ['f5', 'd6'], black: 'Ben', event: 'Final' }] }));
  assert.deepEqual([first.kept.length, first.importing?.from], [2, 2]);
  const next = questions(first, [])[0];
  const all = after(first, next.answered({ count: 3, games: [{ moves: ['f5'], black: 'Ann' }] }));
  assert.deepEqual([all.kept.length, all.importing, all.notice?.params, all.inbox.found], [2, null, { count: 2 }, null]);
  assert.deepEqual(all.kept.map(({ title }) => title).sort(), ['', 'Final']);
  assert.equal(after(first, question.answered({ count: 3, games: [] })), first, 'an old answer changes nothing');
  const failed = after(begun, { type: 'games.importFailed', notice: { key: 'open.refused', params: { message: 'x' }, tone: 'error' } });
  assert.deepEqual([failed.importing, failed.notice?.key], [null, 'open.refused']);
});

test('a game that was played to its end is kept in a library that may be written, once', () => {
  const info = /** @type {any} */ ({ limits: { bytes: 1e6 }, library: { games: 0, writes: true } });
  let game = Game.start(4);
  while (!game.position.isOver()) game = /** @type {Game} */ (game.play(game.position.moves()[0] ?? 'pass'));
  const ended = { ...STATE, tree: Tree.ofGame(game), game, begun: 7, seats: { black: 'human', white: 'level:3' }, settings: { ...STATE.settings, name: 'Ann' }, info };
  const keeps = (/** @type {State} */ state) => questions(state, []).filter(({ question }) => question.type === 'keep');
  const [keep] = keeps(ended);
  assert.ok(keep && keep.question.type === 'keep');
  assert.deepEqual([keep.question.game.black, keep.question.game.white], ['Ann', 'Level 3']);
  assert.deepEqual(keeps(after(ended, keep.answered({}))), []);
  assert.deepEqual(keeps({ ...ended, begun: 0 }), [], 'a record that was opened is not played here');
  assert.deepEqual(keeps({ ...ended, info: { ...info, library: { games: 0, writes: false } } }), []);
  assert.deepEqual(keeps({ ...ended, tree: Tree.ofGame(Game.start(4)), game: Game.start(4) }), []);
});
