// Random numbers and games that are the same in every run, and the engines of the tests.

import { Game } from '../../js/rules/game.js';
import { Tree } from '../../js/state/tree.js';

/** Numbers below a limit, by Marsaglia's xorshift. @param {number} seed @returns {(limit: number) => number} */
export function numbers(seed) {
  let at = seed * 2654435769 | 1;
  return (limit) => {
    at ^= at << 13;
    at ^= at >>> 17;
    at ^= at << 5;
    return (at >>> 0) % limit;
  };
}

/** @template T @param {(limit: number) => number} below @param {readonly T[]} list @returns {T} */
export const pick = (below, list) => list[below(list.length)];

/** A game of random moves. @param {(limit: number) => number} below @param {number} size @param {number} [plies] */
export function randomGame(below, size, plies = Infinity) {
  let game = Game.start(size);
  while (!game.position.isOver() && game.moves.length < plies) game = /** @type {Game} */ (game.play(pick(below, game.position.moves())));
  return game;
}

/** The result under perfect play, from the side to move's view: the plainest search there is. @param {import('../../js/rules/position.js').Position} position @returns {number} */
export function solve(position) {
  if (position.isOver()) return (position.finalCount('black') - position.finalCount('white')) * (position.side === 'black' ? 1 : -1);
  if (position.mustPass()) return -solve(position.withOtherSide());
  return Math.max(...valuesOf(position).map(([, value]) => value));
}

/** Every move with its result under perfect play. @param {import('../../js/rules/position.js').Position} position @returns {[number, number][]} */
export function valuesOf(position) {
  return position.moves().map((move) => [move, -solve(/** @type {import('../../js/rules/position.js').Position} */ (position.play(move)))]);
}

/** A game is opened to be looked at. @param {Game} game @returns {Extract<import('../../js/state/update.js').Action, { type: 'load' }>} */
export const load = (game) => ({ type: 'load', tree: Tree.ofGame(game) });
