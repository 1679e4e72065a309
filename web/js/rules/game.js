import { Position, parseMove } from './position.js';

/** @typedef {import('./position.js').Move} Move */

/**
 * A game with its history. It never changes: playing, undoing and redoing make another. Forced
 * passes are moves of their own and are supplied.
 */
export class Game {
  /** @param {Position[]} positions @param {Move[]} moves @param {number} ply */
  constructor(positions, moves, ply) {
    this.positions = positions;
    this.moves = moves;
    /** How many of the moves are played; the rest have been undone. */
    this.ply = ply;
  }

  /** A game that begins at a position. @param {Position} start */
  static from(start) {
    return new Game([start], [], 0).withPasses();
  }

  /** @param {number} size */
  static start(size) {
    return Game.from(Position.start(size));
  }

  get first() {
    return this.positions[0];
  }

  get position() {
    return this.positions[this.ply];
  }

  get size() {
    return this.first.size;
  }

  /** Whether nothing is undone: the game goes on from here. */
  get live() {
    return this.ply === this.moves.length;
  }

  /** @returns {Move | undefined} */
  get lastMove() {
    return this.moves[this.ply - 1];
  }

  /** The game after a move, and after the pass it forces; null if it is not legal. @param {Move} move */
  play(move) {
    const next = this.position.play(move);
    if (!next) return null;
    const sameAgain = this.moves[this.ply] === move;
    if (sameAgain) return this.goTo(this.ply + 1).skipPasses(1);
    return new Game(
      [...this.positions.slice(0, this.ply + 1), next],
      [...this.moves.slice(0, this.ply), move],
      this.ply + 1,
    ).withPasses();
  }

  /**
   * Plays moves by name from where the game stands; null if one of them is not legal. A forced pass
   * may be left out, and one that is written has been supplied already.
   * @param {string[]} names @returns {Game | null}
   */
  playAll(names) {
    /** @type {Game} */
    let game = this;
    let passWritten = false;
    for (const name of names) {
      const move = parseMove(name, game.size);
      const supplied = move === 'pass' && game.lastMove === 'pass' && !passWritten;
      passWritten = move === 'pass';
      if (supplied) continue;
      const next = move === null ? null : game.play(move);
      if (!next) return null;
      game = next;
    }
    return game;
  }

  /** The same for squares that are written one after the other, as in links and in the table of openings. @param {string} text */
  playText(text) {
    return /^([a-z]\d+)*$/i.test(text) ? this.playAll(text.match(/[a-z]\d+/gi) ?? []) : null;
  }

  /** Whether every move of another game, from its beginning on, is a move of this one. @param {Game} other */
  contains(other) {
    if (other.moves.length > this.moves.length || other.size !== this.size) return false;
    return other.moves.every((move, at) => move === this.moves[at]) && other.first.toString() === this.first.toString();
  }

  /** Everything after the present position forgotten. */
  truncated() {
    return new Game(this.positions.slice(0, this.ply + 1), this.moves.slice(0, this.ply), this.ply);
  }

  /** @param {number} ply */
  goTo(ply) {
    return new Game(this.positions, this.moves, Math.max(0, Math.min(ply, this.moves.length)));
  }

  /** Moves on, or back, over positions where there is nothing to decide. @param {1 | -1} step */
  skipPasses(step) {
    let ply = this.ply;
    while (this.positions[ply].mustPass() && this.positions[ply + step]) ply += step;
    return this.goTo(ply);
  }

  /** @returns {Game} */
  withPasses() {
    if (!this.position.mustPass()) return this;
    const next = this.position.withOtherSide();
    return new Game([...this.positions, next], [...this.moves, 'pass'], this.ply + 1);
  }

  /** Whether it ends here, wherever the cursor is. */
  get finished() {
    return this.positions[this.positions.length - 1].isOver();
  }
}
