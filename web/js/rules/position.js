// The rules on a board of any even size from 4 to 26. `tests/vectors.json`, written by the Rust
// rules, checks every line of this.

/** @typedef {'black' | 'white'} Color */
/** A square's number row by row from a1, or a pass. @typedef {number | 'pass'} Move */

const EMPTY = 0;
const BLACK = 1;
const WHITE = 2;

/** Every board size. */
export const SIZES = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26];

const DIRECTIONS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === 'black' ? 'white' : 'black');

/** @param {Color} color */
const disc = (color) => (color === 'black' ? BLACK : WHITE);

/** The name of a square, such as f5. @param {number} square @param {number} size */
export function squareName(square, size) {
  return String.fromCharCode(97 + (square % size)) + (Math.floor(square / size) + 1);
}

/** @param {Move} move @param {number} size */
export const moveName = (move, size) => (move === 'pass' ? 'pass' : squareName(move, size));

/**
 * The square with this name, if the board has it.
 * @param {string} name @param {number} size @returns {number | null}
 */
export function parseSquare(name, size) {
  const match = /^([a-z])([1-9][0-9]?)$/i.exec(name);
  if (!match) return null;
  const column = match[1].toLowerCase().charCodeAt(0) - 97;
  const row = Number(match[2]) - 1;
  return column < size && row < size ? row * size + column : null;
}

/** @param {string} name @param {number} size @returns {Move | null} */
export function parseMove(name, size) {
  return /^(pass|pa|ps|--|@@)$/i.test(name) ? 'pass' : parseSquare(name, size);
}

/** A board and the side to move. It never changes: every move makes another. */
export class Position {
  /** @param {number} size @param {Uint8Array} cells @param {Color} side */
  constructor(size, cells, side) {
    this.size = size;
    this.cells = cells;
    this.side = side;
    /** @type {number[] | null} */
    this.knownMoves = null;
    /** @type {string | null} */
    this.knownText = null;
    /** @type {boolean | null} whether neither side has a move */
    this.knownEnd = null;
  }

  /** The opening position. @param {number} size */
  static start(size) {
    const cells = new Uint8Array(size * size);
    const middle = size / 2;
    cells[(middle - 1) * size + middle - 1] = WHITE;
    cells[middle * size + middle] = WHITE;
    cells[(middle - 1) * size + middle] = BLACK;
    cells[middle * size + middle - 1] = BLACK;
    return new Position(size, cells, 'black');
  }

  /**
   * The discs that a move would turn over, a list for each line, the nearest first.
   * @param {number} square @returns {number[][]}
   */
  lines(square) {
    const { size, cells } = this;
    if (cells[square] !== EMPTY) return [];
    const own = disc(this.side);
    const lines = [];
    for (const [dx, dy] of DIRECTIONS) {
      let x = (square % size) + dx;
      let y = Math.floor(square / size) + dy;
      const line = [];
      while (x >= 0 && x < size && y >= 0 && y < size) {
        const at = y * size + x;
        if (cells[at] === EMPTY) break;
        if (cells[at] === own) {
          if (line.length) lines.push(line);
          break;
        }
        line.push(at);
        x += dx;
        y += dy;
      }
    }
    return lines;
  }

  /** @param {number} square */
  isLegal(square) {
    return this.moves().includes(square);
  }

  /** Where the side to move may place a disc, row by row. */
  moves() {
    if (!this.knownMoves) {
      this.knownMoves = [];
      for (let square = 0; square < this.cells.length; square++) {
        if (this.lines(square).length) this.knownMoves.push(square);
      }
    }
    return this.knownMoves;
  }

  /** The position after a legal move; null if it is not legal. @param {Move} move */
  play(move) {
    if (move === 'pass') return this.mustPass() ? this.withOtherSide() : null;
    const lines = this.lines(move);
    if (!lines.length) return null;
    const cells = this.cells.slice();
    cells[move] = disc(this.side);
    for (const at of lines.flat()) cells[at] = disc(this.side);
    return new Position(this.size, cells, other(this.side));
  }

  withOtherSide() {
    return new Position(this.size, this.cells, other(this.side));
  }

  mustPass() {
    return this.moves().length === 0 && !this.isOver();
  }

  isOver() {
    this.knownEnd ??= this.moves().length === 0 && this.withOtherSide().moves().length === 0;
    return this.knownEnd;
  }

  /** @param {Color} color */
  count(color) {
    return this.cells.reduce((sum, cell) => sum + Number(cell === disc(color)), 0);
  }

  empties() {
    return this.cells.length - this.count('black') - this.count('white');
  }

  /** A colour's discs, the empty squares given to the winner or shared. @param {Color} color */
  finalCount(color) {
    const own = this.count(color);
    const rival = this.count(other(color));
    const empties = this.cells.length - own - rival;
    return own + (own > rival ? empties : own === rival ? empties / 2 : 0);
  }

  /** @returns {Color | null} */
  winner() {
    const lead = this.count('black') - this.count('white');
    return lead > 0 ? 'black' : lead < 0 ? 'white' : null;
  }

  /** The squares row by row as `X`, `O` and `-`, a blank, and the side to move. */
  toString() {
    this.knownText ??= Array.from(this.cells, (cell) => '-XO'[cell]).join('') + (this.side === 'black' ? ' X' : ' O');
    return this.knownText;
  }

  /**
   * Reads squares and side, in any of the usual symbols; null if it is no position.
   * @param {string} text
   */
  static parse(text) {
    const symbols = text.replace(/\s+/g, '');
    const size = Math.sqrt(symbols.length - 1);
    if (!SIZES.includes(size)) return null;
    const values = Array.from(symbols, symbolValue);
    const side = values.pop();
    if (!side || values.includes(null)) return null;
    return new Position(size, Uint8Array.from(/** @type {number[]} */ (values)), side === BLACK ? 'black' : 'white');
  }
}

/** @param {string} symbol @returns {number | null} */
function symbolValue(symbol) {
  if ('Xx*Bb●1'.includes(symbol)) return BLACK;
  if ('OoWw○2'.includes(symbol)) return WHITE;
  return '-._0·'.includes(symbol) ? EMPTY : null;
}
