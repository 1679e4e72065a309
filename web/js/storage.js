// The game in progress and the settings survive a reload. Storage may be forbidden or full: then
// the page works without.

import { Game } from './rules/game.js';
import { Position, moveName } from './rules/position.js';
import { ReadError } from './records/error.js';
import { playNames } from './records/transcript.js';
import { DEFAULT_SETTINGS, initialState } from './state/state.js';

/** @typedef {import('./state/state.js').State} State */

const GAME = 'obverse.game';
const SETTINGS = 'obverse.settings';

/** @param {State} state */
export function save(state) {
  const { game, seats, names, time, clocks, flagged, kept: left, studying, review, speed, turned, settings } = state;
  const now = Date.now();
  const kept = {
    ...written(game),
    left: left && { ...left, game: written(left.game) },
    // A clock that runs is stored as it stands; the time while the page was away is not counted.
    clocks: clocks && { ...clocks, elapsed: clocks.since === null ? null : now - clocks.since },
    seats, names, time, flagged, studying, review, speed, turned,
  };
  write(GAME, kept);
  write(SETTINGS, settings);
}

/** The state as it was left; the usual beginning where nothing is stored. @returns {State} */
export function restore() {
  const state = initialState();
  const settings = { ...DEFAULT_SETTINGS, ...read(SETTINGS) };
  const fresh = { ...state, settings, seats: { black: 'human', white: `level:${settings.level}` } };
  const kept = read(GAME);
  if (!kept) return fresh;
  try {
    const game = gameOf(kept);
    const left = kept.left ? { ...kept.left, game: gameOf(kept.left.game) } : null;
    const { seats, names, time, flagged, studying, review, speed, turned } = kept;
    const clocks = kept.clocks && {
      black: kept.clocks.black, white: kept.clocks.white,
      since: kept.clocks.elapsed === null ? null : Date.now() - kept.clocks.elapsed,
    };
    return { ...fresh, game, seats, names, time, clocks, flagged, kept: left, studying, review, speed, turned, paused: seats.black !== 'human' && seats.white !== 'human' };
  } catch {
    // Stored by another version, or damaged: a new game is better than no page.
    return fresh;
  }
}

/** @typedef {{ start: string, moves: string[], ply: number }} Written */

/** @param {Game} game @returns {Written} */
const written = (game) => ({ start: game.first.toString(), moves: game.moves.map((move) => moveName(move, game.size)), ply: game.ply });

/** @param {Written} written */
function gameOf({ start, moves, ply }) {
  const first = Position.parse(start);
  if (!first) throw new ReadError('read.board');
  return playNames(Game.from(first), moves).goTo(ply);
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Forbidden or full: nothing is lost but the comfort.
  }
}

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
