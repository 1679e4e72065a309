// A room as the page sees it: the server's word counts, and nothing that was played is lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Position, moveName } from '../../js/rules/position.js';
import { isOver, personToMove, timeLeft } from '../../js/state/select.js';
import { initialState } from '../../js/state/state.js';
import { update } from '../../js/state/update.js';

/** @typedef {import('../../js/engine/study.js').Room} Room */
/** @typedef {import('../../js/state/update.js').Action} Action */

const ID = 'abcdefghijklmnopqrstuv';
/** @param {string[]} moves @param {Partial<Room>} [more] @returns {Room} */
const room = (moves, more = {}) => ({
  type: 'room', room: ID, you: 'black', phase: 'playing', round: 1, watching: 0, size: 8, start: Position.start(8).toString(), moves, times: [],
  players: { black: { name: 'Ann', here: true }, white: { name: 'Ben', here: true } }, ...more,
});
/** @param {string[]} moves @param {Partial<Room>} [more] @param {number} [key] @returns {Action} */
const told = (moves, more, key) => ({ type: 'room.told', info: room(moves, more), ...(key !== undefined && { key }) });
const ENTER = /** @type {const} */ ({ type: 'room.enter', id: ID, token: null, chair: null });
/** @param {string} name @returns {Action} */
const play = (name) => ({ type: 'play', move: (Number(name[1]) - 1) * 8 + name.charCodeAt(0) - 97 });

/** @param {Action[]} actions @param {import('../../js/state/state.js').State} [state] */
const after = (actions, state = initialState()) => actions.reduce((at, action, number) => update(at, action, 1000 + number), state);
/** @param {import('../../js/state/state.js').State} state */
const moves = ({ game }) => game.moves.map((move) => moveName(move, game.size)).join(' ');

const BEGUN = after([ENTER, told([], { token: 'secret' }, 0)]);

test('one’s own move is on the board at once, and is said until it is confirmed', () => {
  assert.ok(personToMove(BEGUN));
  const moved = after([play('f5')], BEGUN);
  assert.equal(moves(moved), 'f5');
  assert.deepEqual(moved.room?.asks.map(({ question }) => question), [{ type: 'move', move: 'f5', ply: 0 }]);
  assert.equal(personToMove(moved), false);
  const lost = after([{ type: 'room.line', line: 'lost' }], moved);
  assert.equal(lost.room?.asks.length, 1, 'it is said again on the next line');
  // The room as it was before the move does not take it off the board.
  const old = after([told([], { token: 'secret' }, 0)], lost);
  assert.equal(moves(old), 'f5');
  const confirmed = after([told(['f5'], {}, 1)], old);
  assert.deepEqual([confirmed.room?.asks, confirmed.room?.sent, moves(confirmed)], [[], null, 'f5']);
});

test('a move that is refused is taken back', () => {
  const refused = after([play('f5'), { type: 'room.refused', key: 1, notice: null }], BEGUN);
  assert.deepEqual([moves(refused), refused.room?.sent, personToMove(refused)], ['', null, true]);
});

test('offers are not said again on another line; a game that is over sends no moves', () => {
  const lost = after([{ type: 'room.ask', question: { type: 'resign' } }, { type: 'room.line', line: 'lost' }], BEGUN);
  assert.deepEqual(lost.room?.asks, []);
  const late = after([play('f5'), told([], { phase: 'over', result: { score: -64, ending: 'time', winner: 'white', text: '' } }, 1)], BEGUN);
  assert.deepEqual([late.room?.sent, late.flagged], [null, 'black']);
});

test('the other side’s moves, a take-back and the end are taken over', () => {
  const played = after([play('f5'), told(['f5'], {}, 1), told(['f5', 'd6'])], BEGUN);
  assert.equal(moves(played), 'f5 d6');
  assert.ok(personToMove(played));
  assert.equal(personToMove(after([{ type: 'undo' }], played)), false, 'who looks back does not move');
  assert.equal(personToMove(after([{ type: 'goTo', ply: 0 }], played)), false, 'nor where it was one’s own turn');
  assert.equal(after([{ type: 'undo' }, told(['f5', 'd6'], { watching: 1 })], played).game.ply, 1, 'and goes on looking');
  const back = after([told([])], played);
  assert.deepEqual([moves(back), back.tree.nodes.length], ['', 3], 'what was taken back is a variation');
  assert.equal(moves(after([play('d3')], back)), 'd3');
  const resigned = after([told(['f5', 'd6'], { phase: 'over', result: { score: 64, ending: 'resigned', winner: 'black', text: '' } })], played);
  assert.deepEqual([resigned.resigned, resigned.flagged, isOver(resigned), personToMove(resigned)], ['white', null, true, false]);
});

test('a rematch is another game, and the first one is kept', () => {
  const over = after([play('f5'), told(['f5'], { phase: 'over', result: { score: -64, ending: 'resigned', winner: 'white', text: '' } }, 1)], BEGUN);
  const again = after([told([], { round: 2, you: 'white', players: { black: { name: 'Ben', here: true }, white: { name: 'Ann', here: true } } })], over);
  assert.deepEqual([moves(again), again.resigned, again.names, personToMove(again)], ['', null, { black: 'Ben', white: 'Ann' }, false]);
  assert.equal(again.kept.length, 1);
  assert.equal(again.tree.nodes.length, 1, 'nothing of the first is in the second');
  assert.equal(again.kept[0].resigned, 'black');
});

test('the clock is the server’s: it runs on, and never falls here', () => {
  const state = update(BEGUN, told(['f5'], { clock: { black: 60, white: 50, increment: 2, running: 'white' } }), 5000);
  assert.deepEqual([timeLeft(state, 'black', 15_000), timeLeft(state, 'white', 15_000)], [60_000, 40_000]);
  const late = update(state, { type: 'tick' }, 999_000);
  assert.deepEqual([late.flagged, timeLeft(late, 'white', 999_000)], [null, 0]);
  const lost = update(state, { type: 'room.line', line: 'lost' }, 15_000);
  assert.equal(timeLeft(lost, 'white', 25_000), 40_000, 'what nobody tells of stands still');
});

test('who plays in a room can neither be helped nor leave by accident', () => {
  /** @type {Action[]} */
  const helps = [{ type: 'hint' }, { type: 'engine' }, { type: 'evaluation' }, { type: 'study', on: true }, { type: 'review' }, { type: 'puzzles.open' },
    { type: 'new', seats: { black: 'human', white: 'human' }, size: 8, time: { kind: 'none' } }, { type: 'resume' }];
  for (const help of helps) {
    const state = after([help], BEGUN);
    assert.deepEqual({ ...state, notice: null }, { ...BEGUN, notice: null }, help.type);
    assert.equal(state.notice?.key, 'room.busy');
  }
  assert.equal(after([{ type: 'study', on: false }], BEGUN).notice, null);
});

test('who watches does not move, may study, and leaves with another game', () => {
  const watching = after([ENTER, told(['f5'], { you: undefined }, 0)]);
  assert.equal(personToMove(watching), false);
  assert.equal(moves(after([play('d6')], watching)), 'f5');
  const studying = after([{ type: 'study', on: true }, { type: 'goTo', ply: 0 }, told(['f5', 'd6'], { you: undefined })], watching);
  assert.deepEqual([studying.game.ply, studying.tree.mainLine().length], [0, 3], 'the game grows beside what is looked at');
  const gone = after([{ type: 'new', seats: { black: 'human', white: 'human' }, size: 8, time: { kind: 'none' } }], watching);
  assert.equal(gone.room, null);
});

test('a chair is taken again where nobody sits on it, and not from another window', () => {
  const chair = /** @type {const} */ ({ token: 'secret', side: 'white', round: 1 });
  const enter = /** @type {const} */ ({ type: 'room.enter', id: ID, token: null, chair });
  const players = { black: { name: 'Ann', here: false }, white: { name: 'Ben', here: true } };
  const joins = (/** @type {Partial<Room>} */ more) => after([enter, told([], { you: undefined, players, ...more }, 0)]).room?.asks.map(({ question }) => question);
  assert.deepEqual(joins({}), [], 'Ben’s chair is taken');
  assert.deepEqual(joins({ round: 2 }), [{ type: 'join', room: ID, token: 'secret' }], 'with the sides changed it is Ann’s');
  assert.deepEqual(joins({ round: 3 }), []);
});

test('after a reload the game on the board is the room’s', () => {
  const played = after([play('f5'), told(['f5'], {}, 1)], BEGUN);
  const reloaded = update(update({ ...played, room: null }, ENTER, 7000), told(['f5', 'd6'], { token: 'secret' }, 0), 8000);
  assert.deepEqual([reloaded.begun, reloaded.kept.length, moves(reloaded)], [played.begun, 0, 'f5 d6']);
  const other = after([ENTER, told(['d3'], { token: 'secret' }, 0)], { ...played, room: null });
  assert.deepEqual([moves(other), other.kept.length], ['d3', 1], 'another game is left, not overwritten');
});

test('whoever leaves keeps the game on the board', () => {
  const left = after([play('f5'), told(['f5'], {}, 1), { type: 'room.leave' }], BEGUN);
  assert.deepEqual([left.room, moves(left), left.studying, left.clocks], [null, 'f5', true, null]);
  const gone = after([{ type: 'room.gone', problem: { key: 'room.gone', tone: 'error' } }], BEGUN);
  assert.deepEqual([gone.room?.line, personToMove(gone)], ['gone', false]);
});
