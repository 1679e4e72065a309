// The game in progress and the settings survive a reload. Storage may be forbidden or full: then
// the page works without.

import { moveName } from './rules/position.js';
import { stateFrom } from './state/stored.js';

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
export const restore = () => stateFrom(read(GAME), read(SETTINGS), Date.now());

/** @param {import('./rules/game.js').Game} game */
const written = (game) => ({ start: game.first.toString(), moves: game.moves.map((move) => moveName(move, game.size)), ply: game.ply });

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Forbidden or full: nothing is lost but the comfort.
  }
}

/** @param {string} key @returns {unknown} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
