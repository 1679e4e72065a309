// Names of openings, found by position, so that transpositions and mirrored games count.

import { Game } from './rules/game.js';

/** @typedef {import('./rules/position.js').Position} Position */

/** The four ways to turn the board that leave the opening position as it is. */
const SYMMETRIES = [
  /** @param {number} x @param {number} y */ (x, y) => [x, y],
  /** @param {number} x @param {number} y */ (x, y) => [y, x],
  /** @param {number} x @param {number} y */ (x, y) => [7 - x, 7 - y],
  /** @param {number} x @param {number} y */ (x, y) => [7 - y, 7 - x],
];

/** @type {Map<string, string> | null} */
let names = null;

/** Reads the table: a transcript, a tab and a name a line. @param {string} table */
export function loadOpenings(table) {
  names = new Map();
  for (const line of table.split('\n')) {
    const [moves, name] = line.split('\t');
    if (!name || moves.startsWith('#')) continue;
    const game = Game.start(8).playText(moves);
    if (game) names.set(key(game.position), name.trim());
  }
}

/** Moves after which a name has no more to do with what is on the board. */
const LASTING = 8;

/** The name of the last named position of the game up to the cursor, as long as the opening lasts. @param {Game} game */
export function openingName(game) {
  if (!names || game.size !== 8) return '';
  for (let ply = Math.min(game.ply, 30); ply > Math.max(0, game.ply - LASTING); ply--) {
    const name = names.get(key(game.positions[ply]));
    if (name) return name;
  }
  return '';
}

/** One text for a position and its mirror images. @param {Position} position */
function key(position) {
  const texts = SYMMETRIES.map((turn) => {
    const cells = new Uint8Array(64);
    position.cells.forEach((cell, at) => {
      const [x, y] = turn(at % 8, Math.floor(at / 8));
      cells[y * 8 + x] = cell;
    });
    return cells.join('');
  });
  return texts.sort()[0] + position.side;
}
