// SGF with GM[2]: squares as Othello names, or Go-style letter pairs.

import { Game } from '../rules/game.js';
import { Position, SIZES, moveName, parseSquare, squareName } from '../rules/position.js';
import { ReadError } from './error.js';
import { isoDate, plain } from './ggf.js';
import { playNames } from './transcript.js';

/** @typedef {import('./error.js').GameRecord} GameRecord */
/** @typedef {import('../rules/position.js').Color} Color */

/** Every game of a text. @param {string} text @returns {GameRecord[]} */
export function readSgf(text) {
  return mainLines(text).map(readOne);
}

/** The main line of each game: what follows the first closing bracket of a tree are variations. Brackets in a value, such as a comment, are text. @param {string} text */
function mainLines(text) {
  const lines = [];
  let depth = 0;
  let start = 0;
  /** @type {number | undefined} */
  let end;
  for (const { 0: token, index } of text.matchAll(/\[(?:\\[^]|[^\]\\])*\]|[()]/g)) {
    if (token === '(' && depth++ === 0) [start, end] = [index, undefined];
    if (token !== ')' || depth === 0) continue;
    end ??= index;
    if (--depth === 0) lines.push(text.slice(start, end));
  }
  // The last bracket may have been cut off.
  return depth > 0 ? [...lines, text.slice(start, end)] : lines;
}

/** @param {string} main @returns {GameRecord} */
function readOne(main) {
  /** @type {Record<string, string[]>} */
  const tags = {};
  /** @type {string[]} */
  const moves = [];
  for (const [, tag, values] of main.matchAll(/([A-Z]{1,2})((?:\s*\[(?:\\.|[^\]\\])*\])+)/g)) {
    const list = Array.from(values.matchAll(/\[((?:\\.|[^\]\\])*)\]/g), (match) => match[1]);
    if (tag === 'B' || tag === 'W') moves.push(list[0].trim());
    else tags[tag] = list;
  }
  if (tags.GM && tags.GM[0] !== '2') throw new ReadError('read.sgfGame');
  const size = Number(tags.SZ?.[0] ?? 8);
  const start = startOf(tags, size);
  const names = moves.map((value) => moveText(value, size));
  const game = playNames(Game.from(start), names);
  return { game, black: tags.PB?.[0], white: tags.PW?.[0], title: tags.EV?.[0], flagged: game.finished ? null : late(tags.RE?.[0]) };
}

/** Who lost on time: `B+T` is White. @param {string | undefined} result @returns {Color | null} */
function late(result = '') {
  const winner = /^\s*([BW])\+T(ime)?\s*$/i.exec(result)?.[1].toUpperCase();
  return winner ? (winner === 'B' ? 'white' : 'black') : null;
}

/** @param {string} value @param {number} size */
function moveText(value, size) {
  if (value === '') return 'pass';
  const goStyle = /^([a-z])([a-z])$/.exec(value);
  if (!goStyle || value === 'pa' || value === 'ps') return value;
  return squareName((goStyle[2].charCodeAt(0) - 97) * size + goStyle[1].charCodeAt(0) - 97, size);
}

/** @param {Record<string, string[]>} tags @param {number} size */
function startOf(tags, size) {
  if (!SIZES.includes(size)) throw new ReadError('read.size', { size: tags.SZ?.[0] ?? '' });
  if (!tags.AB && !tags.AW) return Position.start(size);
  const cells = new Uint8Array(size * size);
  for (const [tag, disc] of /** @type {[string, number][]} */ ([['AB', 1], ['AW', 2]])) {
    for (const value of tags[tag] ?? []) {
      const square = parseSquare(moveText(value, size), size);
      if (square === null) throw new ReadError('read.square', { name: value, number: 0 });
      cells[square] = disc;
    }
  }
  return new Position(size, cells, tags.PL?.[0]?.startsWith('W') ? 'white' : 'black');
}

/** @param {GameRecord} record */
export function writeSgf({ game, black = '', white = '', flagged = null }) {
  const { size, first } = game;
  const result = resultText(game, flagged);
  const moves = game.moves.map((move, ply) => {
    const color = game.positions[ply].side === 'black' ? 'B' : 'W';
    return `;${color}[${move === 'pass' ? 'pa' : moveName(move, size)}]`;
  });
  return (
    `(;GM[2]FF[4]CA[UTF-8]AP[Obverse]SZ[${size}]DT[${isoDate()}]PB[${plain(black)}]PW[${plain(white)}]` +
    `${result && `RE[${result}]`}${setupTags(first)}${moves.join('')})\n`
  );
}

/** @param {Game} game @param {Color | null} flagged */
function resultText({ positions }, flagged) {
  const last = positions[positions.length - 1];
  if (!last.isOver()) return flagged ? `${flagged === 'white' ? 'B' : 'W'}+T` : '';
  const lead = last.finalCount('black') - last.finalCount('white');
  return lead === 0 ? '0' : (lead > 0 ? 'B+' : 'W+') + Math.abs(lead);
}

/** Where a game does not begin at the usual position. @param {Position} first */
function setupTags(first) {
  if (first.toString() === Position.start(first.size).toString()) return '';
  /** @param {number} disc */
  const squares = (disc) =>
    Array.from(first.cells.keys()).filter((at) => first.cells[at] === disc).map((at) => `[${squareName(at, first.size)}]`).join('');
  const black = squares(1);
  const white = squares(2);
  return `${black && 'AB' + black}${white && 'AW' + white}PL[${first.side === 'black' ? 'B' : 'W'}]`;
}
