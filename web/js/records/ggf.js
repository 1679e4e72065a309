// GGF, the format of the Generic Game Server, in the strict form that NBoard reads.

import { Game } from '../rules/game.js';
import { Position, moveName } from '../rules/position.js';
import { ReadError } from './error.js';
import { playNames } from './transcript.js';

/** @typedef {import('./error.js').GameRecord} GameRecord */
/** @typedef {import('../rules/position.js').Color} Color */

/** Every game of a text. @param {string} text @returns {GameRecord[]} */
export function readGgf(text) {
  const games = text.match(/\(;[^]*?;\)/g) ?? [];
  if (!games.length) throw new ReadError('read.ggf');
  return games.map(readOne);
}

/** @param {string} text @returns {GameRecord} */
function readOne(text) {
  /** @type {Record<string, string>} */
  const tags = {};
  /** @type {string[]} */
  const moves = [];
  for (const [, tag, value] of text.matchAll(/([A-Za-z]{1,2})\[([^\]]*)\]/g)) {
    const name = tag.toUpperCase();
    if (name === 'B' || name === 'W') moves.push(value.split('/')[0].trim());
    else tags[name] = value;
  }
  const board = /^\s*(\d+)\s+([^]*)$/.exec(tags.BO ?? '');
  const start = board && Position.parse(board[2]);
  if (!start || start.size !== Number(board[1])) throw new ReadError('read.ggfBoard');
  const game = playNames(Game.from(start), moves);
  return { game, black: tags.PB, white: tags.PW, title: tags.PC, flagged: game.finished ? null : late(tags.RE) };
}

/** Who lost on time: `+64.00:t` is White. @param {string | undefined} result @returns {Color | null} */
function late(result = '') {
  const [, sign] = /^\s*([+-]?)[\d.]*[1-9][\d.]*\s*:\s*t\s*$/i.exec(result) ?? [];
  return sign === undefined ? null : sign === '-' ? 'black' : 'white';
}

/** @param {GameRecord} record */
export function writeGgf({ game, black = '', white = '', flagged = null }) {
  const { size, first } = game;
  const [squares, side] = first.toString().replaceAll('X', '*').split(' ');
  const rows = squares.match(new RegExp(`.{${size}}`, 'g')) ?? [];
  const moves = game.moves.map((move, ply) => {
    const color = game.positions[ply].side === 'black' ? 'B' : 'W';
    return `${color}[${move === 'pass' ? 'PA' : moveName(move, size).toUpperCase()}]`;
  });
  return (
    `(;GM[Othello]PC[Obverse]DT[${isoDate()}]PB[${plain(black)}]PW[${plain(white)}]TI[0]TY[${size}]` +
    `RE[${resultText(game, flagged)}]BO[${size} ${rows.join(' ')} ${side}]${moves.join('')};)\n`
  );
}

/** Discs from Black's view. Whoever runs out of time loses every square. @param {Game} game @param {Color | null} flagged */
function resultText({ positions, size }, flagged) {
  const last = positions[positions.length - 1];
  if (last.isOver()) return signed(last.finalCount('black') - last.finalCount('white'));
  return flagged ? `${signed(flagged === 'white' ? size * size : -size * size)}:t` : '?';
}

/** @param {number} lead */
const signed = (lead) => `${lead < 0 ? '' : '+'}${lead}.00`;

/** Brackets would end the tag. @param {string} text */
export const plain = (text) => text.replace(/[[\]()\\;]/g, ' ').trim();

export const isoDate = () => new Date().toISOString().slice(0, 10);
