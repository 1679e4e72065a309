// What is known of a game, and what is shown of it when.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game } from '../../js/rules/game.js';
import { course, evaluationShown, scoreOf } from '../../js/state/select.js';
import { initialState } from '../../js/state/state.js';
import { update } from '../../js/state/update.js';
import { runsOf } from '../../js/ui/course.js';
import { load, numbers, randomGame, solve, valuesOf } from './random.js';

/** @typedef {import('../../js/state/state.js').State} State */
/** @typedef {import('../../js/state/update.js').Action} Action */
/** @typedef {import('../../js/rules/position.js').Position} Position */

/** @param {State} state @param {...Action} actions */
const after = (state, ...actions) => actions.reduce((at, action) => update(at, action, 1000), state);

/** @param {State} state @param {Position} position @param {import('../../js/engine/engine.js').Line[]} lines @returns {State} */
const told = (state, position, lines) => update(state, { type: 'analysed', position: position.toString(), lines, done: 'glance' }, 0);

/** A game on 4×4 of which the last positions are known, by the plainest solver there is. @param {number} seed */
function solvedGame(seed) {
  const game = randomGame(numbers(seed), 4);
  const from = Math.max(0, game.moves.length - 8);
  let state = after(initialState(), load(game));
  for (const position of game.positions.slice(from)) {
    if (!position.moves().length) continue;
    const [[move, score]] = valuesOf(position).sort((a, b) => b[1] - a[1]);
    state = told(state, position, [{ score: { score, kind: 'exact' }, depth: 8, pv: [move] }]);
  }
  return { state, game, from };
}

test('the course is the score after each move, from Black’s view', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { state, game, from } = solvedGame(seed);
    course(state).forEach((score, ply) => {
      const position = game.positions[ply];
      // Before a pass the board is the same as after it.
      const own = solveIfShort(position, ply >= from || (position.mustPass() && ply + 1 >= from));
      assert.equal(score?.score ?? null, own === null ? null : own * (position.side === 'black' ? 1 : -1), `seed ${seed}, move ${ply}`);
    });
  }
});

/** @param {Position} position @param {boolean} short */
const solveIfShort = (position, short) => (short || position.isOver() ? solve(position) : null);

test('the evaluation is shown where it spoils nothing, and a switch holds for one game', () => {
  const playing = after(initialState(), { type: 'play', move: 37 });
  assert.equal(evaluationShown(playing), false);
  const on = after(playing, { type: 'evaluation' });
  assert.equal(evaluationShown(on), true);
  const next = after(on, { type: 'new', size: 8, seats: on.seats, time: { kind: 'none' } });
  assert.equal(evaluationShown(next), false, 'on once, it does not spoil the next game');
  const off = after(on, { type: 'evaluation' });
  assert.equal(evaluationShown(off), false);
  assert.equal(evaluationShown(after(off, { type: 'review' })), true, 'off once, it does not hide the review');
  const reviewed = after(initialState(), load(randomGame(numbers(1), 8)));
  assert.equal(evaluationShown(reviewed), true);
  const hidden = after(reviewed, { type: 'evaluation' });
  assert.equal(evaluationShown(hidden), false);
  assert.equal(evaluationShown(after(hidden, { type: 'goTo', ply: 3 })), false, 'for this game it stays off');
  assert.equal(evaluationShown(after(hidden, { type: 'evaluation' })), true);
  assert.equal(evaluationShown(after(hidden, load(Game.start(8)))), true, 'another is shown by itself');
});

test('only what is known of neighbouring moves is joined in the graph', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const below = numbers(seed);
    const values = Array.from({ length: below(20) }, () => (below(3) ? { value: below(20) - 10, spread: below(3) } : null));
    const runs = runsOf(values);
    assert.deepEqual(runs.flat(), values.flatMap((point, ply) => (point ? [{ ply, ...point }] : [])), 'every known point, in order');
    for (const run of runs) run.forEach(({ ply }, at) => assert.ok(at === 0 || ply === run[at - 1].ply + 1, 'no gap within a run'));
    runs.forEach((run, at) => assert.ok(at === 0 || run[0].ply > runs[at - 1][runs[at - 1].length - 1].ply + 1, 'and a gap between two'));
  }
});

test('a position where a side has to pass is known from the other side', () => {
  const game = /** @type {Game} */ (Game.start(8).playText('e6f6d3e7e8d8g6f8'));
  const passed = game.positions.findIndex((position) => position.mustPass());
  assert.ok(passed > 0);
  const next = game.positions[passed + 1];
  const state = told(after(initialState(), load(game)), next, [{ score: { score: 5, kind: 'exact' }, depth: 9, pv: [next.moves()[0]] }]);
  assert.deepEqual(scoreOf(state, game.positions[passed]), scoreOf(state, next));
});
