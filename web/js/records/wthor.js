// WTHOR, the binary base of tournament games, and its two files of names.

import { Game } from '../rules/game.js';
import { squareName } from '../rules/position.js';
import { ReadError } from './error.js';
import { playNames } from './transcript.js';

const HEADER = 16;
const RECORD = 68;

/**
 * A game of a WTHOR file whose moves are still to be read.
 * @typedef {object} WthorEntry
 * @property {number} year
 * @property {number} tournament
 * @property {number} black
 * @property {number} white
 * @property {number} blackDiscs
 * @property {() => Game} game
 */

/** Whether the bytes have the shape of a WTHOR file of games. @param {Uint8Array} bytes */
export function isWthor(bytes) {
  if (bytes.length < HEADER) return false;
  const games = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  return games > 0 && bytes.length === HEADER + games * RECORD;
}

/** @param {Uint8Array} bytes @returns {WthorEntry[]} */
export function readWthor(bytes) {
  if (!isWthor(bytes)) throw new ReadError('read.wthor');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = view.getUint8(12) || 8;
  const year = view.getUint16(10, true);
  const entries = [];
  for (let at = HEADER; at < bytes.length; at += RECORD) {
    const moves = bytes.subarray(at + 8, at + RECORD);
    entries.push({
      year,
      tournament: view.getUint16(at, true),
      black: view.getUint16(at + 2, true),
      white: view.getUint16(at + 4, true),
      blackDiscs: view.getUint8(at + 6),
      game: () => playNames(Game.start(size), moveNames(moves, size)),
    });
  }
  return entries;
}

/** @param {Uint8Array} moves @param {number} size */
function moveNames(moves, size) {
  const end = moves.indexOf(0);
  return Array.from(end < 0 ? moves : moves.subarray(0, end), (byte) =>
    squareName((Math.floor(byte / 10) - 1) * size + (byte % 10) - 1, size),
  );
}

/**
 * The names of a `.JOU` (players, 20 bytes each) or `.TRN` (tournaments, 26 bytes) file.
 * @param {Uint8Array} bytes @param {20 | 26} width
 */
export function readNames(bytes, width) {
  const decoder = new TextDecoder('latin1');
  const names = [];
  for (let at = HEADER; at + width <= bytes.length; at += width) {
    names.push(decoder.decode(bytes.subarray(at, at + width)).split('\0')[0].trim());
  }
  return names;
}
