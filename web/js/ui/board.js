// The board: a grid of real buttons. What moves is the discs that turn over.

import { ViewElement, h, replace, setAttribute, setText, svg } from '../dom.js';
import { squareName } from '../rules/position.js';

/**
 * A disc that turns over: how far it lies from the disc that was placed, and in which direction.
 * @typedef {{ square: number, distance: number, dx: number, dy: number }} Flip
 */

/** A score on a square, and what is to be said of the move; `played` is what was played instead, and `bar` how long a bar is drawn under it, from −1 to 1. @typedef {{ square: number, text: string, grade: 'best' | 'close' | 'rest' | 'played' | 'bad', bar?: number }} HintMark */

/**
 * @typedef {object} BoardView
 * @property {number} size
 * @property {string} position squares and side
 * @property {string[]} labels what a screen reader says of each square
 * @property {number[]} legal where a click plays
 * @property {number | null} last
 * @property {HintMark[]} hints
 * @property {{ square: number, shape: string }[]} marks what was marked by hand
 * @property {number[]} lit squares that are pointed out
 * @property {'play' | 'mark' | 'try' | 'puzzle' | 'drill'} click what a click on a square does
 * @property {string | null} shape the mark that a click sets
 * @property {boolean} turned
 * @property {boolean} showLegal
 * @property {boolean} coordinates
 * @property {boolean} editing
 * @property {boolean} asleep a sheet is open: a click closes it and plays nothing
 * @property {boolean} animate
 * @property {{ from: string, placed: number, flips: Flip[] } | null} motion how the position came about
 * @property {string} name
 */

const CALM = matchMedia('(prefers-reduced-motion: reduce)');
const FLIP_MS = 240;
const RIPPLE_MS = 40;
/** From here on the squares are too small for a score with a decimal. */
export const LARGE = 14;
const COLORS = { X: 'black', O: 'white' };

/** @extends {ViewElement<BoardView>} */
class BoardElement extends ViewElement {
  grid = h('div');
  /** @type {HTMLButtonElement[]} by square */
  cells = [];
  /** The square that the keyboard stands on. */
  cursor = 0;
  typed = '';
  /** What a stroke paints. @type {number | null} */
  painted = null;

  connectedCallback() {
    this.addEventListener('click', (event) => this.pick(event));
    this.addEventListener('pointerdown', (event) => this.beginStroke(event));
    this.addEventListener('pointermove', (event) => this.stroke(event));
    this.addEventListener('keydown', (event) => this.key(event));
    this.addEventListener('focusin', (event) => {
      const square = this.squareOf(event.target);
      if (square !== null) this.moveCursor(square, false);
    });
  }

  /** @param {BoardView} view @param {BoardView | undefined} before */
  draw(view, before) {
    if (!before && this.adopt(view)) this.moveCursor(0, false);
    else if (!before || before.size !== view.size || before.turned !== view.turned) this.build(view);
    this.dataset.side = view.position.endsWith('X') ? 'black' : 'white';
    this.classList.toggle('no-coordinates', !view.coordinates);
    this.classList.toggle('editing', view.editing);
    this.classList.toggle('large', view.size > LARGE);
    setAttribute(this.grid, 'aria-label', view.name);
    const legal = new Set(view.legal);
    const hints = new Map(view.hints.map((hint) => [hint.square, hint]));
    const marks = new Map(view.marks.map((mark) => [mark.square, mark.shape]));
    const lit = new Set(view.lit);
    this.cells.forEach((cell, square) => {
      const color = COLORS[/** @type {'X'} */ (view.position[square])] ?? '';
      setAttribute(cell, 'aria-label', view.labels[square]);
      setAttribute(cell, 'aria-disabled', String(!(view.editing || ((legal.has(square) || view.click === 'mark') && !view.asleep))));
      cell.classList.toggle('legal', legal.has(square) && view.showLegal && !hints.has(square));
      cell.classList.toggle('last', square === view.last);
      cell.classList.toggle('lit', lit.has(square));
      setMark(cell, marks.get(square));
      setDisc(cell, color);
      setHint(cell, hints.get(square), view.size > LARGE ? 3 : 4);
    });
    // Together with the next picture, so that nothing is laid out twice.
    const { last } = view;
    if (last !== null && last !== before?.last) requestAnimationFrame(() => this.bringIntoSight(last));
    this.animateFlips(view, before);
  }

  /** Takes over the board that stands in the HTML, if it has this shape. @param {BoardView} view */
  adopt({ size, turned }) {
    const grid = /** @type {HTMLDivElement | null} */ (this.querySelector('.squares'));
    const cells = /** @type {HTMLButtonElement[]} */ (Array.from(grid?.querySelectorAll('.square') ?? []));
    if (!grid || turned || cells.length !== size * size) return false;
    this.grid = grid;
    this.cells = cells;
    return true;
  }

  /** @param {BoardView} view */
  build({ size, turned }) {
    const hadFocus = this.contains(document.activeElement);
    this.style.setProperty('--n', String(size));
    const order = Array.from({ length: size }, (_, at) => (turned ? size - 1 - at : at));
    this.cells = [];
    const rows = order.map((row, at) =>
      h('div', { role: 'row', 'aria-rowindex': at + 1 }, ...order.map((column) => this.cell(row * size + column))),
    );
    this.grid = h('div', { class: 'squares', role: 'grid', 'aria-rowcount': size, 'aria-colcount': size }, ...rows);
    replace(this,
      h('div', { class: 'letters', 'aria-hidden': 'true' }, ...order.map((at) => h('span', {}, String.fromCharCode(97 + at)))),
      h('div', { class: 'numbers', 'aria-hidden': 'true' }, ...order.map((at) => h('span', {}, String(at + 1)))),
      h('div', { class: 'field' }, gridLines(size), this.grid),
    );
    this.moveCursor(Math.min(this.cursor, size * size - 1), hadFocus);
    this.bringIntoSight((size / 2) * size + size / 2);
  }

  /** A board that is larger than its place scrolls until the square stands in the middle. @param {number} square */
  bringIntoSight(square) {
    const frame = this.parentElement;
    if (!frame || (frame.scrollWidth <= frame.clientWidth && frame.scrollHeight <= frame.clientHeight)) return;
    const cell = this.cells[square]?.getBoundingClientRect();
    if (!cell) return;
    const seen = frame.getBoundingClientRect();
    if (cell.left < seen.left || cell.right > seen.right) frame.scrollLeft += cell.left + cell.width / 2 - (seen.left + seen.right) / 2;
    if (cell.top < seen.top || cell.bottom > seen.bottom) frame.scrollTop += cell.top + cell.height / 2 - (seen.top + seen.bottom) / 2;
  }

  /** @param {number} square */
  cell(square) {
    const button = h('button', { type: 'button', class: 'square', tabindex: -1, 'data-square': square });
    this.cells[square] = button;
    return h('div', { role: 'gridcell' }, button);
  }

  /** @param {EventTarget | null} target */
  squareOf(target) {
    const cell = target instanceof Element ? target.closest('[data-square]') : null;
    return cell instanceof HTMLElement ? Number(cell.dataset.square) : null;
  }

  /** @param {Event} event */
  pick(event) {
    const square = this.squareOf(event.target);
    if (square === null || !this.current) return;
    if (this.current.asleep) this.ask({ type: 'sheet', sheet: '' });
    // The pointer has painted already; the keyboard has not.
    else if (this.current.editing) { if (/** @type {PointerEvent} */ (event).detail === 0) this.ask({ type: 'draft.paint', square }); }
    else if (this.current.click === 'mark') this.ask({ type: 'mark', square, shape: /** @type {any} */ (this.current.shape) });
    else if (this.current.legal.includes(square)) this.ask(this.current.click === 'drill' ? { type: 'drill.try', square } : this.current.click === 'puzzle' ? { type: 'puzzles.try', square } : this.current.click === 'try' ? { type: 'quiz.try', square } : { type: 'play', move: square });
  }

  /** A stroke over the squares paints them all like the first one. @param {PointerEvent} event */
  beginStroke(event) {
    const square = this.squareOf(event.target);
    this.painted = null;
    if (square === null || !this.current?.editing || event.button !== 0) return;
    this.ask({ type: 'draft.paint', square });
    this.painted = '-XO'.indexOf(this.current.position[square]);
    // A finger that paints would else scroll, and keep its target.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  stroke(event) {
    if (this.painted === null || event.buttons !== 1 || !this.current?.editing) return;
    const square = this.squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (square !== null && '-XO'.indexOf(this.current.position[square]) !== this.painted) this.ask({ type: 'draft.paint', square, disc: /** @type {0 | 1 | 2} */ (this.painted) });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const { size, turned, editing } = this.current;
    const forward = turned ? -1 : 1;
    const column = this.cursor % size;
    const row = Math.floor(this.cursor / size);
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowLeft: [column - forward, row], ArrowRight: [column + forward, row],
      ArrowUp: [column, row - forward], ArrowDown: [column, row + forward],
      Home: [turned ? size - 1 : 0, row], End: [turned ? 0 : size - 1, row],
      PageUp: [column, turned ? size - 1 : 0], PageDown: [column, turned ? 0 : size - 1],
    };
    const step = steps[event.key];
    if (step) {
      const [x, y] = step.map((value) => Math.max(0, Math.min(size - 1, value)));
      this.moveCursor(y * size + x, true);
      event.preventDefault();
    } else if (editing && this.paintKey(event.key)) event.preventDefault();
    else this.type(event.key);
  }

  /** @param {string} key */
  paintKey(key) {
    const disc = /** @type {Record<string, 0 | 1 | 2>} */ ({ b: 1, x: 1, w: 2, o: 2, delete: 0, backspace: 0 })[key.toLowerCase()];
    if (disc !== undefined) this.ask({ type: 'draft.paint', square: this.cursor, disc });
    return disc !== undefined;
  }

  /** Typing `f5` goes to that square. @param {string} key */
  type(key) {
    if (!this.current || key.length !== 1) return;
    this.typed = (/[a-z]/i.test(key) ? '' : this.typed) + key.toLowerCase();
    const square = this.cells.findIndex((_, at) => squareName(at, this.current?.size ?? 8) === this.typed);
    if (square >= 0) this.moveCursor(square, true);
  }

  /** The first square where a move is legal, or where the keyboard stands. */
  focusFirst() {
    this.moveCursor(this.current?.legal[0] ?? this.cursor, true);
  }

  /** One square is in the tab order. @param {number} square @param {boolean} focus */
  moveCursor(square, focus) {
    this.cells[this.cursor]?.setAttribute('tabindex', '-1');
    this.cursor = square;
    const cell = this.cells[square];
    cell?.setAttribute('tabindex', '0');
    if (focus) cell?.focus();
  }

  /** @param {BoardView} view @param {BoardView | undefined} before */
  animateFlips({ motion, animate, position }, before) {
    if (!motion || !animate || CALM.matches || before?.position !== motion.from || before.position === position) return;
    const placed = this.cells[motion.placed].querySelector('.disc');
    placed?.animate([{ transform: 'scale(1.35)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 140, easing: 'ease-out' });
    for (const { square, distance, dx, dy } of motion.flips) {
      const face = this.cells[square].querySelector('.disc');
      if (face) turnOver(face, distance * RIPPLE_MS, dx, dy);
    }
  }
}

/** The disc rolls over along the line that was enclosed. @param {Element} face @param {number} delay @param {number} dx @param {number} dy */
function turnOver(face, delay, dx, dy) {
  const axis = `${-dy}, ${dx}, 0`;
  face.classList.add('turning');
  const turn = face.animate(
    [
      { transform: `rotate3d(${axis}, 180deg)` },
      { transform: `scale(1.12) rotate3d(${axis}, 90deg)` },
      { transform: `rotate3d(${axis}, 0deg)` },
    ],
    { duration: FLIP_MS, delay, fill: 'backwards', easing: 'ease-in-out' },
  );
  turn.onfinish = turn.oncancel = () => face.classList.remove('turning');
}

/** @param {HTMLButtonElement} cell @param {string} color */
function setDisc(cell, color) {
  const disc = /** @type {HTMLElement | null} */ (cell.querySelector('.disc'));
  if (!color) disc?.remove();
  else if (disc) disc.dataset.color = color;
  else cell.append(h('span', { class: 'disc', 'data-color': color }));
}

/** What was marked by hand, as a shape that is seen on discs of both colours. @param {HTMLButtonElement} cell @param {string | undefined} shape */
function setMark(cell, shape) {
  const mark = cell.querySelector('.mark');
  if (!shape) mark?.remove();
  else if (mark) mark.setAttribute('class', `mark ${shape}`);
  else cell.append(h('span', { class: `mark ${shape}` }));
}

/** @param {HTMLButtonElement} cell @param {HintMark | undefined} hint @param {number} room for so many characters */
function setHint(cell, hint, room) {
  const mark = /** @type {HTMLElement | null} */ (cell.querySelector('.hint'));
  if (!hint) {
    mark?.remove();
    return;
  }
  const shown = mark ?? cell.appendChild(h('span'));
  shown.className = `hint ${hint.grade}${hint.text.length > room ? ' long' : ''}${hint.bar === undefined ? '' : ` bar ${hint.bar < 0 ? 'minus' : 'plus'}`}`;
  shown.style.setProperty('--bar-share', String(Math.abs(hint.bar ?? 0)));
  setText(shown, hint.text);
}

/** The lines and the four dots of a real board. @param {number} size */
function gridLines(size) {
  const lines = [];
  for (let at = 1; at < size; at++) lines.push(`M${at} 0V${size}M0 ${at}H${size}`);
  const dots = size < 6 ? [] : [2, size - 2].flatMap((x) => [2, size - 2].map((y) => svg('circle', { cx: x, cy: y, r: 0.07 })));
  return svg('svg', { class: 'lines', viewBox: `0 0 ${size} ${size}`, 'aria-hidden': 'true' }, svg('path', { d: lines.join('') }), ...dots);
}

customElements.define('othello-board', BoardElement);
