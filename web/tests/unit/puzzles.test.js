// Puzzles: which is asked for, what a try costs, and what becomes of the rating.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questions } from '../../js/clerk.js';
import { wanted } from '../../js/director.js';
import { Game } from '../../js/rules/game.js';
import { parseSquare } from '../../js/rules/position.js';
import { dayOf, puzzleBoard } from '../../js/state/puzzles.js';
import { computerToMove, evaluationShown, personToMove, shownPosition } from '../../js/state/select.js';
import { initialState } from '../../js/state/state.js';
import { fromStored, toStored } from '../../js/state/stored.js';
import { update } from '../../js/state/update.js';

/** @typedef {import('../../js/state/state.js').State} State */
/** @typedef {import('../../js/state/update.js').Action} Action */
/** @typedef {import('../../js/engine/study.js').Puzzle} Puzzle */

const NOW = Date.UTC(2026, 10, 18, 12);
const AFTER = /** @type {Game} */ (Game.start(8).playText('f5d6'));

/** Of the moves c3 is best by four discs, c4 close, the others bad. @type {Puzzle} */
const PUZZLE = {
  type: 'puzzle', count: 500, due: 2, puzzle: { id: 'p', position: AFTER.position.toString(), task: 'best', ideas: ['corner'] },
  solution: { answer: 'c3', margin: 4, kind: 'exact', depth: 9, pv: ['c3', 'd3', 'c4'], choices: [{ move: 'c3', score: 6 }, { move: 'c4', score: 2 }, { move: 'c5', score: -9 }] },
};
const GLICKO = { rating: 800, deviation: 350, volatility: 0.06 };

/** @param {State} state @param {...Action} actions */
const after = (state, ...actions) => actions.reduce((at, action) => update(at, action, NOW), state);

/** @param {string} name @returns {Action} */
const tried = (name) => ({ type: 'puzzles.try', square: parseSquare(name, 8) ?? -1 });

/** A puzzle is on the board, while a game against a computer waits. */
function puzzling() {
  const playing = after({ ...initialState(), connection: 'ready' }, { type: 'play', move: 37 });
  const opened = after(playing, { type: 'puzzles.open' });
  const [asked] = questions(opened, []);
  assert.deepEqual([asked.question.type, 'date' in asked.question && asked.question.date], ['puzzle', dayOf(NOW)]);
  return after(opened, asked.answered(PUZZLE));
}

test('a puzzle has the board, and the game waits', () => {
  const state = puzzling();
  assert.equal(shownPosition(state).toString(), AFTER.position.toString());
  assert.deepEqual([personToMove(state), computerToMove(state), evaluationShown(state), wanted(state, NOW + 9999)], [true, false, false, []]);
  const studied = after(state, { type: 'study', on: true }, { type: 'engine' });
  assert.equal(wanted(studied, NOW + 9999).length, 1);
  assert.deepEqual(wanted(after(studied, { type: 'puzzles.open' }), NOW + 9999), [], 'nothing is searched that is not seen');
  const back = after(state, { type: 'study', on: false });
  assert.deepEqual([back.puzzling, back.game.moves.length, computerToMove(back)], [false, 1, true]);
  assert.equal(after(back, { type: 'puzzles.open' }).puzzles.puzzle, PUZZLE, 'it is still there');
});

test('a try costs the difference; the first one decides', () => {
  const bad = after(puzzling(), tried('c5'));
  assert.deepEqual([bad.puzzles.tries[0].loss, bad.puzzles.result, bad.puzzles.deciding], [15, 'open', { move: 'c5' }]);
  const [asked] = questions(bad, []);
  assert.deepEqual([asked.question.type, 'move' in asked.question && asked.question.move], ['attempt', 'c5']);
  const rated = after(bad, asked.answered({ attempt: { puzzle: 'p', at: 1, move: 'c5', solved: false, loss: 15, before: GLICKO, after: { ...GLICKO, rating: 760 }, card: null } }));
  assert.deepEqual([rated.puzzles.change, rated.progress?.player.rating, rated.progress?.tried], [-40, 760, { p: null }]);
  const close = after(rated, tried('c4'));
  assert.deepEqual([close.puzzles.tries[1].loss, close.puzzles.result, close.puzzles.deciding], [4, 'open', null], 'later tries are free');
  const found = after(close, tried('c3'));
  assert.deepEqual([found.puzzles.result, puzzleBoard(found.puzzles)?.last], ['found', parseSquare('c3', 8)], 'the answer is played');
  assert.equal(after(found, tried('c6')).puzzles, found.puzzles, 'nothing more to try');
  assert.equal(after(bad, tried('c5'), tried('a1')).puzzles, bad.puzzles, 'each move once, and legal ones only');
  const kept = fromStored({ game: null, settings: null, kept: null, puzzles: JSON.stringify(toStored(rated, NOW).puzzles) }, NOW);
  assert.deepEqual(kept.state.progress, rated.progress, 'the rating is stored');
  assert.equal(fromStored({ game: null, settings: null, kept: null, puzzles: '{"progress":{"player":{"rating":"x"}}}' }, NOW).state.progress, null);
});

test('the answer is shown, its line stepped through, and that decides as well', () => {
  const shown = after(puzzling(), { type: 'puzzles.show' });
  assert.deepEqual([shown.puzzles.result, shown.puzzles.deciding, puzzleBoard(shown.puzzles)?.last], ['shown', {}, null]);
  const along = after(shown, { type: 'step', by: 1 }, { type: 'step', by: 1 }, { type: 'puzzles.step', by: 9 });
  assert.deepEqual([along.puzzles.step, puzzleBoard(along.puzzles)?.last], [3, parseSquare('c4', 8)]);
  assert.equal(after(along, { type: 'step', by: -9 }).puzzles.step, 0);
  assert.equal(after(puzzling(), tried('c5'), { type: 'puzzles.show' }).puzzles.deciding?.move, 'c5', 'what was tried first counts');
});

test('an answer to an older wish is none, and one that is refused says so', () => {
  const asking = after(puzzling(), { type: 'puzzles.wish', wish: {} });
  assert.equal(after(asking, { type: 'puzzles.given', wish: {}, puzzle: PUZZLE }).puzzles.puzzle, null);
  const refused = after(asking, questions(asking, [])[0].failed({ key: 'engine.lost', tone: 'error' }));
  assert.deepEqual([refused.puzzles.wish, refused.puzzles.error?.key, questions(refused, [])], [null, 'engine.lost', []]);
});

test('a balanced game waits for its first moves, and begins without them if there are none', () => {
  const begun = after({ ...initialState(), connection: 'ready' }, { type: 'new', size: 8, seats: { black: 'level:1', white: 'human' }, time: { kind: 'none' }, balanced: true });
  assert.deepEqual([computerToMove(begun), personToMove(begun)], [false, false]);
  const [asked] = questions(begun, []);
  const started = after(begun, asked.answered({ moves: ['f5', 'd6', 'c3', 'd3'] }));
  assert.deepEqual([started.game.moves.length, started.game.live, computerToMove(started)], [4, true, true]);
  assert.equal(computerToMove(after(begun, asked.failed({ key: 'engine.lost', tone: 'error' }))), true);
  assert.equal(computerToMove(after(begun, { type: 'connection', status: 'lost' }, { type: 'connection', status: 'ready' })), true, 'an engine that goes is not waited for');
  assert.equal(after({ ...initialState(), connection: 'ready' }, { type: 'new', size: 6, seats: begun.seats, time: { kind: 'none' }, balanced: true }).balance, false, 'only on the usual board');
});
