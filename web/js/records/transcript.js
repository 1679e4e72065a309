// Transcripts: `f5d6c3`, any case, with or without blanks, move numbers and passes.

import { Game } from '../rules/game.js';
import { SIZES, moveName, parseMove } from '../rules/position.js';
import { ReadError } from './error.js';

/** @typedef {import('../rules/position.js').Move} Move */

/**
 * Plays moves by name from where a game stands. Forced passes may be left out.
 * @param {Game} game @param {string[]} names
 */
export function playNames(game, names) {
  let passWritten = false;
  names.forEach((name, at) => {
    const move = parseMove(name, game.size);
    if (move === null) throw new ReadError('read.square', { name, number: at + 1 });
    // The game supplies forced passes itself, so a written one has been played already.
    const alreadyPlayed = move === 'pass' && game.lastMove === 'pass' && !passWritten;
    passWritten = move === 'pass';
    if (alreadyPlayed) return;
    const next = game.play(move);
    if (!next) throw new ReadError('read.illegal', { name, number: at + 1 });
    game = next;
  });
  return game;
}

/** @param {string} text @param {Game} [from] the opening position of the board that the moves fit on */
export function readTranscript(text, from) {
  // Move numbers: digits and a full stop, or digits standing alone.
  const plain = text.replace(/\b\d+\s*\.+/g, ' ').replace(/(^|\s)\d+(?=\s|$)/g, ' ');
  const names = plain.match(/pass|pa|ps|--|@@|[a-z]\d{1,2}|\S/gi) ?? [];
  return from ? playNames(from, names) : playOnSomeBoard(names);
}

/** A transcript does not say its board: the usual one, or else the smallest where every move is legal. @param {string[]} names */
function playOnSomeBoard(names) {
  try {
    return playNames(Game.start(8), names);
  } catch (error) {
    for (const size of SIZES) {
      try {
        return playNames(Game.start(size), names);
      } catch {
        // Not on this one either.
      }
    }
    throw error;
  }
}

/** The moves without passes, in lower case. @param {Game} game @param {number} [ply] */
export function writeTranscript(game, ply = game.moves.length) {
  return game.moves
    .slice(0, ply)
    .filter((move) => move !== 'pass')
    .map((move) => moveName(move, game.size))
    .join('');
}
