// Nothing that a person did is lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Position } from '../../js/rules/position.js';
import { Game } from '../../js/rules/game.js';
import { MOST_KEPT, keptGames, originOf, united } from '../../js/state/kept.js';
import { computerToMove } from '../../js/state/select.js';
import { initialState } from '../../js/state/state.js';
import { update } from '../../js/state/update.js';
import { load, numbers, pick, randomGame } from './random.js';

/** @typedef {import('../../js/state/state.js').State} State */
/** @typedef {import('../../js/state/update.js').Action} Action */
/** @typedef {(limit: number) => number} Below */

const NONE = /** @type {const} */ ({ kind: 'none' });
const CLOCK = /** @type {const} */ ({ kind: 'clock', minutes: 3, increment: 2 });

/** @param {State} state @param {...Action} actions */
const after = (state, ...actions) => actions.reduce((at, action, number) => update(at, action, 1_000_000 + number), state);

/** @param {string} text @returns {Game} */
const game = (text) => /** @type {Game} */ (Game.start(8).playText(text));

/** @param {string} text @returns {Action[]} */
const moves = (text) => game(text).moves.map((move) => ({ type: 'play', move }));

/** @param {State} state @param {Below} below @returns {Action} */
function anything(state, below) {
  const { game: here, kept } = state;
  switch (below(20)) {
    case 0: return { type: 'new', size: pick(below, [4, 8]), seats: { black: 'human', white: pick(below, ['human', 'level:5']) }, time: pick(below, [NONE, CLOCK]), ...(below(4) === 0 && { start: randomGame(below, 8, 10).position }) };
    case 1: return load(randomGame(below, pick(below, [4, 8]), below(70)));
    case 2: case 3: return { type: 'undo' };
    case 4: return { type: 'redo' };
    case 5: case 6: return { type: 'goTo', ply: below(here.moves.length + 1) };
    case 7: return { type: 'resume' };
    case 8: return { type: 'back' };
    case 9: return kept.length ? { type: 'reopen', id: pick(below, kept).id } : { type: 'back' };
    case 10: return { type: 'review' };
    case 11: return { type: 'sheet', sheet: pick(below, /** @type {const} */ (['new', 'open', 'setup', ''])) };
    case 12: return { type: 'draft.play' };
    case 13: return { type: 'study', on: below(2) > 0 };
    case 14: return { type: pick(below, /** @type {const} */ (['promote', 'delete', 'goToNode'])), node: below(state.tree.nodes.length) };
    case 15: return { type: 'undoEdit' };
    default: return { type: 'play', move: here.position.moves().length ? pick(below, here.position.moves()) : 'pass' };
  }
}

test('no sequence of actions loses a move or a game', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const below = numbers(seed);
    /** @type {State} */
    let state = initialState();
    /** @type {State[]} every game that was ever on the board */
    const seen = [];
    for (let step = 0; step < 60; step++) {
      const action = anything(state, below);
      state = update(state, action, 1_000_000 + step * 500);
      assert.notEqual(state.origin, 'left');
      assert.equal(state.game, state.tree.game, action.type);
      if (seen[seen.length - 1]?.tree !== state.tree) seen.push(state);
      for (const once of seen) {
        const there = [state, ...state.kept].some((each) => each.tree.contains(once.tree)
          && (once.tree.nodes.length === 1 || (each.begun === once.begun && each.seats.black === once.seats.black && each.seats.white === once.seats.white)));
        // An opening position without a move is nothing that anybody did.
        const nothing = once.tree.nodes.length === 1 && once.game.first.toString() === Position.start(once.game.size).toString();
        assert.ok(there || nothing, `seed ${seed}, step ${step}: ${action.type} lost a game of ${once.game.moves.length} moves`);
      }
    }
    assert.equal(new Set(state.kept.map(({ id }) => id)).size, state.kept.length, 'each has a number of its own');
  }
});

test('however many tries are made, they are variations, and the way back leads to the game as it was', () => {
  const opened = after(initialState(), load(game('f5d6c3d3c4f4')), { type: 'review' }, { type: 'goTo', ply: 2 });
  const tried = after(opened, ...moves('f5d6c4').slice(2), { type: 'undo' }, ...moves('f5d6c6').slice(2), { type: 'undo' }, ...moves('f5d6c5').slice(2));
  assert.equal(tried.game.moves.length, 3);
  assert.equal(tried.tree.toString(), 'f5d6c3(c4)(c6)(c5)d3c4f4');
  const back = after(tried, { type: 'back' });
  assert.deepEqual([back.game.moves, back.game.ply, back.review, back.studying], [opened.game.moves, 2, opened.review, true]);
  assert.deepEqual(back.kept, [], 'nothing had to be put elsewhere');
});

test('in a game that goes on the last move counts, and what was undone is a variation', () => {
  const playing = after(initialState(), ...moves('f5d6c3'), { type: 'undo' }, ...moves('f5d6c4d3').slice(2));
  assert.deepEqual([playing.tree.toString(), playing.game.live, playing.tree.isOnMainLine], ['f5d6c4(c3)d3', true, true]);
  const again = after(playing, { type: 'goTo', ply: 2 }, ...moves('f5d6c3').slice(2));
  assert.deepEqual([again.tree.toString(), again.game.live, again.game.moves.length], ['f5d6c3(c4d3)', true, 3]);
  const same = after(playing, { type: 'goTo', ply: 2 }, ...moves('f5d6c4').slice(2));
  assert.deepEqual([same.tree.toString(), same.game.live], ['f5d6c4(c3)d3', true], 'the same move again: the answer to it is open again');
});

test('who studies a game in progress moves for both sides, and comes back to it', () => {
  const playing = after({ ...initialState(), connection: 'ready' }, ...moves('f5d6c3'));
  assert.deepEqual([computerToMove(playing), computerToMove(after(playing, { type: 'study', on: true }))], [true, false]);
  const studied = after(playing, { type: 'study', on: true }, { type: 'goTo', ply: 1 }, ...moves('f5f6').slice(1));
  assert.deepEqual([studied.tree.toString(), computerToMove(studied)], ['f5d6(f6)c3', false]);
  const back = after(studied, { type: 'study', on: false });
  assert.deepEqual([back.game.moves, back.game.live, computerToMove(back)], [game('f5d6c3').moves, true, true]);
  const timed = update({ ...playing, seats: { black: 'human', white: 'human' }, time: CLOCK, clocks: { black: 60_000, white: 60_000, since: 1_000_000 } }, { type: 'study', on: true }, 1_010_000);
  assert.deepEqual(timed.clocks, { black: 60_000, white: 50_000, since: null }, 'and is not on the clock');
  assert.deepEqual(update(timed, { type: 'study', on: false }, 1_500_000).clocks, { black: 60_000, white: 50_000, since: 1_500_000 });
});

test('from a game that was opened the way back leads to the one in progress, clocks, names and all', () => {
  const playing = after(initialState(), { type: 'new', size: 8, seats: { black: 'human', white: 'human' }, time: CLOCK }, ...moves('f5d6'));
  const left = update(playing, load(game('f5d6c3d3')), 1_005_002);
  const back = update(left, { type: 'back' }, 2_000_000);
  assert.deepEqual([back.game.moves, back.seats, back.time], [playing.game.moves, playing.seats, playing.time]);
  assert.deepEqual([back.clocks?.black, back.clocks?.since], [175_000 + 2000, 2_000_000], 'the time away is not counted');
  assert.equal(originOf(back), undefined);
  const tried = after(left, { type: 'goTo', ply: 2 }, ...moves('f5d6c4').slice(2));
  const again = after(tried, { type: 'back' });
  assert.equal(again.game.moves.length, 4, 'from a try to the game that was opened');
  assert.equal(after(again, { type: 'back' }).game.moves.length, 2, 'and from there to the one in progress');
});

test('what a new game leaves can be come back to, variations and all', () => {
  const playing = after(initialState(), ...moves('f5d6c3'), { type: 'undo' }, ...moves('f5d6c4').slice(2));
  assert.deepEqual(playing.kept, []);
  const fresh = after(playing, { type: 'new', size: 6, seats: playing.seats, time: NONE });
  assert.deepEqual(keptGames(fresh).map((each) => each.tree.toString()), ['f5d6c4(c3)']);
  const back = after(fresh, { type: 'back' });
  assert.deepEqual([back.tree.toString(), back.game.moves], ['f5d6c4(c3)', game('f5d6c4').moves]);
  assert.equal(after(fresh, { type: 'play', move: fresh.game.position.moves()[0] }).origin, null, 'until it is played');
  const ended = after(initialState(), { type: 'new', size: 4, seats: { black: 'human', white: 'human' }, time: NONE }, ...randomGame(numbers(1), 4).moves.map((move) => /** @type {const} */ ({ type: 'play', move })));
  assert.equal(after(ended, { type: 'new', size: 4, seats: ended.seats, time: NONE }).origin, null, 'from a game that has ended there is nothing to go back to');
});

test('a game that has gone on takes the place of what it was', () => {
  let state = after(initialState(), ...moves('f5'));
  for (const text of ['f5d6', 'f5d6c3', 'f5d6c3d3']) {
    const fresh = after(state, { type: 'new', size: 8, seats: { black: 'human', white: 'human' }, time: NONE });
    state = after(fresh, { type: 'reopen', id: fresh.kept[0].id }, ...moves(text).slice(-1));
  }
  const left = after(state, { type: 'new', size: 8, seats: state.seats, time: NONE });
  assert.deepEqual(left.kept.map((each) => each.game.moves.length), [4]);
});

test('the list of games is bounded, and two pages share it', () => {
  const below = numbers(5);
  let state = initialState();
  for (let at = 0; at < MOST_KEPT + 40; at++) state = update(state, load(randomGame(below, 8, 20)), 1_000_000 + at);
  assert.equal(state.kept.length, MOST_KEPT);
  const [own, others] = [state.kept.slice(0, 5), state.kept.slice(3, 9)];
  assert.deepEqual(united(own, others).map(({ id }) => id), state.kept.slice(0, 9).map(({ id }) => id));
  assert.deepEqual(united(own, own), own);
});
