// Between the game on the board and a record of it, which the engine reads and writes.

import { Game } from '../rules/game.js';
import { Position, moveName } from '../rules/position.js';
import { Tree } from './tree.js';

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
  return { tree: treeOf(game, record), flagged, names: { ...(record.black && { black: record.black }), ...(record.white && { white: record.white }) } };
}

/** The game with what the record says about its moves. @param {Game} game @param {GameInfo} record */
function treeOf(game, { comments = [] }) {
  // A pass that the record leaves out has no comment; one that it has may.
  let tree = Tree.ofGame(game);
  comments.forEach((comment, at) => {
    if (comment && at + 1 < tree.nodes.length) tree = tree.withNote(at + 1, { comment, marks: [] });
  });
  return tree;
}

/**
 * The record of the game, or of the line that is looked at up to a move. What the game was opened with
 * goes along, as far as the moves are still the same.
 * @param {State} state @param {{ black: string, white: string }} names @param {number} [ply] @returns {GameInfo}
 */
export function recordOf({ tree, flagged, record, begun }, names, ply) {
  const { path } = ply === undefined ? tree.endOfMain() : tree;
  const { size } = tree.game;
  const nodes = path.slice(1, ply === undefined ? undefined : ply + 1).map((id) => tree.nodes[id]);
  const moves = nodes.map(({ move }) => moveName(/** @type {import('../rules/position.js').Move} */ (move), size));
  const isWhole = path[nodes.length] === tree.mainEnd;
  return {
    ...(begun > 0 && { date: new Date(begun).toISOString().slice(0, 10) }),
    ...(record && whatHolds(record, moves)),
    ...(nodes.some(({ note }) => note.comment) && { comments: nodes.map(({ note }) => note.comment || null) }),
    ...names, size, start: tree.game.first.toString(), moves,
    ...(flagged && isWhole && { result: { score: (flagged === 'white' ? 1 : -1) * size ** 2, ending: /** @type {const} */ ('time') } }),
  };
}

/** @param {GameInfo} record @param {string[]} moves */
function whatHolds(record, moves) {
  const { result, times = [], evals = [], ...rest } = record;
  const changed = moves.findIndex((move, at) => record.moves[at] !== move);
  const same = changed < 0 ? Math.min(moves.length, record.moves.length) : changed;
  const whole = same === moves.length && same === record.moves.length;
  // These were said about the record, not about the game.
  const { side_stated, variations, scores, theory, comments, tree, ...tags } = /** @type {Record<string, unknown>} */ (rest);
  return {
    ...tags, ...(whole && { ...(result && { result }), ...(scores !== undefined && { scores }), ...(theory !== undefined && { theory }) }),
    times: times.slice(0, same), evals: evals.slice(0, same),
  };
}
