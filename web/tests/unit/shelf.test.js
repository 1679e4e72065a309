// The library as it is looked through: what is asked, and which answers count.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questions } from '../../js/clerk.js';
import { searchOf, yearsOf } from '../../js/state/shelf.js';
import { initialState } from '../../js/state/state.js';
import { update } from '../../js/state/update.js';

/** @typedef {import('../../js/state/state.js').State} State */
/** @typedef {import('../../js/state/update.js').Action} Action */

const INFO = /** @type {import('../../js/engine/engine.js').EngineInfo} */ ({ name: 'e', version: '1', runs: 'server', place: '', searches: 1, players: [], levels: [], limits: { bytes: 1e6 }, library: { games: 45, writes: false } });
const OPEN = /** @type {State} */ ({ ...initialState(), connection: 'ready', info: INFO, sheet: 'open' });

/** @param {State} state @param {...Action} actions */
const after = (state, ...actions) => actions.reduce((at, action) => update(at, action, 1000), state);
/** @param {State} state */
const searches = (state) => questions(state, []).filter(({ question }) => question.type === 'search');
const row = (/** @type {number} */ number) => ({ number, size: 8, plies: 60, black: 'Ann', white: 'Bob', event: 'Open', date: '2001', score: 6 });

test('the library is asked while it is looked through, and not again once it has answered', () => {
  assert.deepEqual(searches({ ...OPEN, sheet: '' }), [], 'nobody looks');
  assert.deepEqual(searches({ ...OPEN, info: { ...INFO, library: undefined } }), [], 'there is none');
  const [asked] = searches(OPEN);
  assert.deepEqual(asked.question, { type: 'search', from: 0, limit: 20 });
  const found = after(OPEN, asked.answered({ count: 45, from: 0, games: [row(7)] }));
  assert.deepEqual(searches(found), []);
  assert.deepEqual(found.shelf.found, { count: 45, from: 0, games: [row(7)] });
  // A game that was kept meanwhile may belong there.
  assert.equal(searches(after(found, { type: 'library.kept', begun: 3 })).length, 1);
});

test('what is searched for begins at the first page, and an answer to something else does not count', () => {
  const second = after(OPEN, { type: 'shelf.page', from: 20 });
  assert.equal(searchOf(second.shelf).from, 20);
  const [late] = searches(second);
  const wished = after(second, { type: 'shelf.wish', wish: { player: ' ann ', years: '1990-1995', outcome: 'white' } });
  assert.deepEqual(searches(wished)[0].question, { type: 'search', from: 0, limit: 20, player: 'ann', years: [1990, 1995], outcome: 'white' });
  const told = after(wished, late.answered({ count: 45, from: 20, games: [row(7)] }));
  assert.equal(told.shelf.found, null);
  assert.equal(searches(told).length, 1, 'it is still asked');
  assert.deepEqual(searches(after(told, searches(told)[0].failed({ key: 'open.large', tone: 'error' }))), [], 'nor what failed');
  assert.equal(after(told, { type: 'shelf.page', from: -20 }).shelf.from, 0);
});

test('games with the position on the board', () => {
  const played = after({ ...OPEN, seats: { black: 'human', white: 'human' } }, { type: 'play', move: 19 });
  const here = after(played, { type: 'shelf.wish', wish: { here: true } });
  assert.equal(searchOf(here.shelf).position, played.game.position.toString());
  assert.equal(searchOf(after(here, { type: 'shelf.wish', wish: { here: false } }).shelf).position, undefined);
});

test('years are one or two', () => {
  assert.deepEqual(['1985', ' 1985 - 1990 ', '1985–1990', '85', '1985-', 'x', ''].map(yearsOf), [[1985, 1985], [1985, 1990], [1985, 1990], null, null, null, null]);
});

test('a game of the library brings its review along', () => {
  const answers = [{ ply: 1, about: 'best', pass: 'quick', line: { score: 1, kind: /** @type {const} */ ('exact'), depth: 3, pv: ['f5'] } }];
  const opened = after({ ...OPEN, showing: 7 }, { type: 'library.shown', game: { size: 8, moves: ['f5', 'd6'] }, answers });
  assert.deepEqual([opened.review?.answers, opened.review?.running, opened.showing], [answers, false, null]);
  assert.equal(after(OPEN, { type: 'library.shown', game: { size: 8, moves: ['f5', 'd6'] } }).review, null);
});
