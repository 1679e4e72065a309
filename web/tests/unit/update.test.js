// What happens to the state, without a page: who goes on when, and whose clock runs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Game } from '../../js/rules/game.js';
import { parseSquare } from '../../js/rules/position.js';
import { computerToMove, computerWaits, isOver, timeLeft } from '../../js/state/select.js';
import { initialState } from '../../js/state/state.js';
import { update } from '../../js/state/update.js';
import { load } from './random.js';

/** @typedef {import('../../js/state/update.js').Action} Action */
/** @typedef {import('../../js/state/state.js').State} State */

const CLOCK = /** @type {const} */ ({ kind: 'clock', minutes: 1, increment: 0 });
const PERSON_FIRST = { black: 'human', white: 'level:5' };
const COMPUTERS = { black: 'squares', white: 'random' };

/** @param {string} name @returns {Action} */
const play = (name) => ({ type: 'play', move: parseSquare(name, 8) ?? 0 });

/** A game with an engine after some moves, each at its second. @param {State['seats']} seats @param {State['time']} time @param {...[number, Action]} actions */
function after(seats, time, ...actions) {
  const begun = update({ ...initialState(), connection: 'ready' }, { type: 'new', seats, size: 8, time }, 0);
  return actions.reduce((state, [seconds, action]) => update(state, action, seconds * 1000), begun);
}

/** @param {State} state @param {number} seconds */
const clocks = (state, seconds) => ['black', 'white'].map((color) => (timeLeft(state, color === 'black' ? 'black' : 'white', seconds * 1000) ?? 0) / 1000);

test('a move that takes others back costs its own side the time', () => {
  const thought = after(PERSON_FIRST, CLOCK, [0, play('f5')], [1, play('d6')], [21, { type: 'undo' }], [22, play('d3')]);
  assert.deepEqual(clocks(thought, 22), [39, 59]);
});

test('clocks stand still while the computers are paused, and while the engine is away', () => {
  const paused = after(COMPUTERS, CLOCK, [0, play('f5')], [1, play('d6')], [3, { type: 'pause' }]);
  assert.deepEqual(clocks(paused, 50), [58, 59]);
  const stepped = update(update(paused, { type: 'step' }, 50_000), play('c3'), 51_000);
  assert.deepEqual(clocks(stepped, 70), [58, 59]);
  assert.deepEqual(clocks(update(stepped, { type: 'pause' }, 70_000), 72), [58, 57]);
  const away = after(PERSON_FIRST, CLOCK, [0, play('f5')], [2, { type: 'connection', status: 'lost' }]);
  assert.deepEqual(clocks(away, 90), [60, 58]);
  assert.equal(update(away, { type: 'tick' }, 90_000).flagged, null);
  assert.deepEqual(clocks(update(away, { type: 'connection', status: 'ready' }, 90_000), 91), [60, 57]);
});

test('a game that was lost on time can be tried again from an earlier move', () => {
  const flagged = after(PERSON_FIRST, CLOCK, [0, play('f5')], [1, play('d6')], [90, { type: 'tick' }]);
  assert.equal(flagged.flagged, 'black');
  const tried = update(update(flagged, { type: 'undo' }, 91_000), play('d3'), 92_000);
  assert.equal(isOver(tried), false);
  assert.equal(computerToMove(tried), true);
  const back = update(tried, { type: 'back' }, 93_000);
  assert.deepEqual([back.game.moves.length, back.flagged, isOver(update(back, { type: 'goTo', ply: 9 }, 94_000))], [2, 'black', true], 'and gone back to as it ended');
});

test('where a person plays nothing is paused, and a computer that gave up can be asked again', () => {
  const none = /** @type {const} */ ({ kind: 'none' });
  const asked = after(PERSON_FIRST, none, [0, { type: 'pause' }], [1, play('f5')]);
  assert.equal(computerToMove(asked), true);
  const failed = update(asked, { type: 'failed', message: 'busy', position: asked.game.position.toString(), effort: null }, 2000);
  assert.deepEqual([computerToMove(failed), computerWaits(failed)], [false, true]);
  const resumed = update(failed, { type: 'resume' }, 3000);
  assert.deepEqual([computerToMove(resumed), computerWaits(resumed)], [true, false]);
});

test('back in a game that was left, the computer goes on', () => {
  const none = /** @type {const} */ ({ kind: 'none' });
  const left = after(PERSON_FIRST, none, [0, play('f5')], [1, load(/** @type {Game} */ (Game.start(8).playText('f5d6c3')))]);
  const back = update(left, { type: 'back' }, 2000);
  assert.equal(back.game.moves.length, 1);
  assert.equal(computerToMove(back), true);
});

test('computers step through what was played, and go on where they stopped', () => {
  const none = /** @type {const} */ ({ kind: 'none' });
  const looking = after(COMPUTERS, none, [0, play('f5')], [1, play('d6')], [2, play('c3')], [3, { type: 'goTo', ply: 1 }]);
  assert.equal(looking.paused, true);
  const stepped = update(looking, { type: 'step' }, 4000);
  assert.deepEqual([stepped.game.ply, stepped.paused], [2, true]);
  const goesOn = update(stepped, { type: 'pause' }, 5000);
  assert.deepEqual([goesOn.game.ply, goesOn.paused, computerToMove(goesOn)], [3, false, true]);
});

/** Written by crates/web/tests/page_data.rs: what the table of crates/players makes of the same turns. @type {{ minutes: number, increment: number, turns: [string, number, number, number][], flagged: string | null }[]} */
const TIMED = JSON.parse(readFileSync(new URL('../clocks.json', import.meta.url), 'utf8'));

test('the clocks are those of crates/players, to the millisecond', () => {
  for (const [number, { minutes, increment, turns, flagged }] of TIMED.entries()) {
    const time = { kind: /** @type {const} */ ('clock'), minutes, increment };
    let now = 1000;
    let state = update(initialState(), { type: 'new', seats: { black: 'human', white: 'human' }, size: 6, time }, now);
    for (const [at, [move, elapsed, black, white]] of turns.entries()) {
      now += elapsed;
      // The page looks at its clocks all the time; that must change nothing before it has to.
      if (elapsed > 0) state = update(state, { type: 'tick' }, now);
      state = update(state, { type: 'play', move: parseSquare(move, 6) ?? 0 }, now);
      assert.deepEqual([timeLeft(state, 'black', now), timeLeft(state, 'white', now)], [black, white], `game ${number}, turn ${at}: ${move}`);
    }
    assert.equal(state.flagged, flagged?.toLowerCase() ?? null, `game ${number}`);
    assert.equal(isOver(state), true);
  }
});
