// Opening drills: what is asked, what is a miss, and what comes back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questions } from '../../js/clerk.js';
import { moveName, parseMove } from '../../js/rules/position.js';
import { dueNow, isAsking, isEnded, isReplying } from '../../js/state/drill.js';
import { personToMove, shownPosition } from '../../js/state/select.js';
import { initialState } from '../../js/state/state.js';
import { fromStored, toStored } from '../../js/state/stored.js';
import { update } from '../../js/state/update.js';

/** @typedef {import('../../js/state/state.js').State} State */
/** @typedef {import('../../js/state/update.js').Action} Action */

const LINE = ['f5', 'd6', 'c3', 'd3', 'c4'];
const CARD = { due: 90, last: 1, stability: 1, difficulty: 5, repetitions: 1, lapses: 0, stage: /** @type {const} */ ('learning') };

/** @param {State} state @param {...Action} actions */
const after = (state, ...actions) => actions.reduce((at, action) => update(at, action, 50_000), state);
/** @param {string} name @returns {Action} */
const tries = (name) => ({ type: 'drill.try', square: /** @type {number} */ (parseMove(name, 8)) });
/** The engine's answer about the line. @param {State} state @returns {State} */
function told(state) {
  const { drill } = state;
  assert.ok(drill);
  const expected = LINE.slice(drill.game.ply, drill.game.ply + 1);
  return after(state, { type: 'drill.told', game: drill.game, drilled: { type: 'drilled', expected, ...(expected[0] && { reply: expected[0] }), names: [], book: [], name: 'Tiger' } });
}
/** @param {State} state */
const moves = ({ drill }) => drill?.game.moves.map((move) => moveName(move, 8)).join('') ?? '';
const BEGIN = /** @type {const} */ ({ type: 'drill.begin', course: { find: 'tiger', side: 'black' } });
const BEGUN = told(after({ ...initialState(), connection: 'ready' }, { type: 'drill.open' }, BEGIN));
/** @param {State} state */
const asked = (state) => questions(state, []).map(({ question }) => question.type);

test('the person’s moves are asked, the other side’s are played', () => {
  assert.ok(isAsking(BEGUN.drill) && personToMove(BEGUN));
  const played = after(BEGUN, tries('f5'));
  assert.deepEqual([moves(played), personToMove(played), asked(played)], ['f5', false, ['openings', 'drill']]);
  const theirs = told(played);
  assert.ok(isReplying(theirs.drill) && !isAsking(theirs.drill));
  const replied = after(theirs, { type: 'drill.reply' });
  assert.deepEqual([moves(replied), shownPosition(replied).toString()], ['f5d6', replied.drill?.game.position.toString()]);
  assert.equal(after(replied, { type: 'drill.reply' }).drill, replied.drill, 'a reply that comes twice is played once');
  assert.deepEqual(asked(after(BEGUN, { type: 'drill.open' })), ['openings'], 'nothing goes on while one chooses');
});

test('a line without a miss counts as known, and nothing comes back', () => {
  let state = BEGUN;
  for (const name of ['f5', 'c3', 'c4']) {
    state = told(after(state, tries(name)));
    if (isReplying(state.drill)) state = told(after(state, { type: 'drill.reply' }));
  }
  assert.ok(state.drill && isEnded(state.drill));
  assert.deepEqual([state.drill.score, state.drill.again, state.missed, state.drill.name], [{ lines: 1, clean: 1 }, [], [], 'Tiger']);
  assert.equal(moves(after(state, { type: 'drill.next' })), '');
});

test('the first miss of a place counts once, and the place is asked again', () => {
  const missed = after(BEGUN, tries('d3'), tries('d3'), tries('c4'), { type: 'drill.show' });
  assert.deepEqual([missed.drill?.misses, missed.drill?.wrong.length, missed.drill?.again.length], [1, 2, 1]);
  assert.equal(after(BEGUN, tries('a1')).drill, BEGUN.drill, 'what is not legal is no try');
  const question = questions(missed, []).find(({ question: { type } }) => type === 'repeat');
  assert.ok(question && 'solved' in question.question && !question.question.solved);
  const scheduled = after(missed, question.answered({ card: CARD }));
  assert.deepEqual([scheduled.missed.map(({ card, moves: at }) => [card?.due, at]), scheduled.drill?.deciding], [[[90, []]], null]);
  const shown = after(BEGUN, { type: 'drill.show' });
  assert.deepEqual([shown.drill?.misses, shown.drill?.again.length], [1, 1], 'the answer that is shown is a miss too');
});

test('a place that was missed is asked alone, until it is known', () => {
  const due = { find: 'tiger', side: /** @type {const} */ ('black'), moves: ['f5', 'd6'], card: CARD };
  const state = told(after({ ...BEGUN, missed: [due] }, { type: 'drill.open' }, { type: 'drill.due' }));
  assert.deepEqual(dueNow([due], 89_000), []);
  assert.equal(dueNow([due], 90_000).length, 1);
  assert.equal(moves(state), '', 'nothing is due yet');
  const later = update(update({ ...BEGUN, missed: [due] }, { type: 'drill.open' }, 1), { type: 'drill.due' }, 99_000);
  assert.deepEqual([moves(later), later.drill?.course?.find], ['f5d6', 'tiger']);
  const right = after(told(later), tries('c3'));
  assert.ok(right.drill && isEnded(right.drill) && !isReplying(right.drill) && !isAsking(right.drill));
  assert.deepEqual([right.drill.deciding?.solved, right.drill.again], [true, []]);
  assert.deepEqual(after(right, { type: 'drill.repeated', missed: due, card: null }).missed, []);
  const wrong = after(told(later), tries('c4'), tries('c3'));
  assert.deepEqual([wrong.drill?.deciding?.solved, wrong.drill?.again.length], [false, 1]);
  assert.equal(moves(after(wrong, { type: 'drill.next' })), 'f5d6', 'and asked once more');
});

test('what was missed survives a reload', () => {
  const missed = [{ find: '', line: LINE, side: /** @type {const} */ ('white'), moves: ['f5'], card: CARD }];
  const { puzzles } = toStored({ ...initialState(), missed }, 0);
  /** @param {unknown} value */
  const back = (value) => fromStored({ game: null, settings: null, kept: null, puzzles: JSON.stringify(value) }, 0).state.missed;
  assert.deepEqual(back(puzzles), missed);
  assert.deepEqual(back({ version: 3, missed: [{ ...missed[0], moves: ['a1'] }, { ...missed[0], card: 7 }, { ...missed[0], side: 'red' }, 9] }), [], 'what makes no sense is left out');
});
