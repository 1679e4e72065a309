// Reads whatever a person pastes: a game or a position in any of the formats we know.

import { readLink } from '../link.js';
import { Game } from '../rules/game.js';
import { Position } from '../rules/position.js';
import { ReadError } from './error.js';
import { readGgf } from './ggf.js';
import { readSgf } from './sgf.js';
import { readTranscript } from './transcript.js';

/** @typedef {import('./error.js').GameRecord} GameRecord */

const LONGEST = 2_000_000;

/** The games or positions of a text, one at least. @param {string} text @returns {GameRecord[]} */
export function readText(text) {
  const trimmed = text.trim();
  if (!trimmed) throw new ReadError('read.empty');
  if (trimmed.length > LONGEST) throw new ReadError('read.long');
  // The archives of the Generic Game Server put the number of games before each record.
  if (/^(\d+\s*)?\(;/.test(trimmed) && /GM\s*\[\s*othello\s*\]/i.test(trimmed)) return readGgf(trimmed);
  if (/^\(\s*;/.test(trimmed)) return readSgf(trimmed);
  const linked = /^\S+:\S+(#\S+)$/.exec(trimmed);
  const game = linked && readLink(linked[1]);
  if (game) return [{ game }];
  const boards = readBoards(trimmed);
  if (boards.length) return boards;
  if (looksLikeBoard(trimmed)) throw new ReadError('read.board');
  return [{ game: readTranscript(trimmed) }];
}

/**
 * A board in one piece (squares in rows and a side, as in the ten-line files), or OBF: a line a
 * position, with `%` comments and scores after a semicolon.
 * @param {string} text
 * @returns {GameRecord[]}
 */
function readBoards(text) {
  const lines = text.split('\n').map((line) => line.replace(/[%;].*/, '').trim()).filter(Boolean);
  const whole = Position.parse(withoutTimeLimit(lines).join(''));
  if (whole) return [{ game: Game.from(whole) }];
  const each = lines.map((line) => Position.parse(line));
  return each.every((position) => position !== null) ? each.map((position) => ({ game: Game.from(position) })) : [];
}

/** The last line of a ten-line file is a number of seconds. @param {string[]} lines */
function withoutTimeLimit(lines) {
  const last = lines.at(-1) ?? '';
  return lines.length > 2 && lines.length % 2 === 0 && /^\d+(\.\d+)?$/.test(last) ? lines.slice(0, -1) : lines;
}

/** @param {string} text */
const looksLikeBoard = (text) => /^[-._XO*]{9,}/i.test(text.replace(/\s/g, ''));
