// Between the game on the board and a record of it, which the engine reads and writes.

import { Game } from '../rules/game.js';
import { Position, moveName } from '../rules/position.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Color} Color */
/** @typedef {import('../engine/engine.js').GameInfo} GameInfo */

/**
 * The game of a record, with who played it and who lost on time; null if it is none by our rules.
 * @param {GameInfo} record
 */
export function gameOf(record) {
  const start = record.start === undefined ? Position.start(record.size ?? 8) : Position.parse(record.start);
  const game = start && Game.from(start).playAll(record.moves);
  if (!game) return null;
  const { score = 0, ending } = record.result ?? {};
  /** @type {Color | null} */
  const flagged = ending === 'time' && !game.finished && score !== 0 ? (score > 0 ? 'white' : 'black') : null;
  return { game, flagged, names: { ...(record.black && { black: record.black }), ...(record.white && { white: record.white }) } };
}

/**
 * The record of the game on the board, up to a move. What it was opened with goes along, as far as
 * the moves are still the same.
 * @param {State} state @param {{ black: string, white: string }} names @param {number} [ply] @returns {GameInfo}
 */
export function recordOf({ game, flagged, record, begun }, names, ply = game.moves.length) {
  const moves = game.moves.slice(0, ply).map((move) => moveName(move, game.size));
  return {
    ...(begun > 0 && { date: new Date(begun).toISOString().slice(0, 10) }),
    ...(record && whatHolds(record, moves)),
    ...names, size: game.size, start: game.first.toString(), moves,
    ...(flagged && ply === game.moves.length && { result: { score: (flagged === 'white' ? 1 : -1) * game.size ** 2, ending: /** @type {const} */ ('time') } }),
  };
}

/** @param {GameInfo} record @param {string[]} moves */
function whatHolds(record, moves) {
  const { result, times = [], evals = [], comments = [], ...rest } = record;
  const changed = moves.findIndex((move, at) => record.moves[at] !== move);
  const same = changed < 0 ? Math.min(moves.length, record.moves.length) : changed;
  const whole = same === moves.length && same === record.moves.length;
  // These were said about the record, not about the game.
  const { side_stated, variations, scores, theory, ...tags } = /** @type {Record<string, unknown>} */ (rest);
  return {
    ...tags, ...(whole && { ...(result && { result }), ...(scores !== undefined && { scores }), ...(theory !== undefined && { theory }) }),
    times: times.slice(0, same), evals: evals.slice(0, same), comments: comments.slice(0, same),
  };
}
