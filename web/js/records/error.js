// What went wrong while reading, as a key of the dictionary and its parameters.

/** @typedef {import('../lang/en.js').Key} Key */

export class ReadError extends Error {
  /** @param {Key} key @param {Record<string, string | number>} [params] */
  constructor(key, params = {}) {
    super(key);
    this.key = key;
    this.params = params;
  }
}

/**
 * A game as it was written down, and who played it.
 * @typedef {object} GameRecord
 * @property {import('../rules/game.js').Game} game
 * @property {string} [black]
 * @property {string} [white]
 * @property {string} [title]
 * @property {import('../rules/position.js').Color | null} [flagged] who lost on time, if somebody did
 */
