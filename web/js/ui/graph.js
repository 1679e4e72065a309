// The course of the game: discs ahead by move. It can be clicked, dragged and walked with arrows.

import { ViewElement, h, isSame, replace, setAttribute, svg } from '../dom.js';
import { runsOf } from './course.js';

/** @typedef {import('./course.js').Point} Point */
/** Whose move it was, and how bad. @typedef {{ ply: number, color: 'black' | 'white', grade: import('../state/review.js').Grade }} GraphDot */

/**
 * @typedef {object} GraphView
 * @property {({ value: number, spread: number } | null)[]} course Black's discs ahead after each move, and how uncertain
 * @property {number} ply
 * @property {number} limit discs at the edge
 * @property {GraphDot[]} dots moves that cost something
 * @property {{ top: string, bottom: string }} edges what the edges stand for
 * @property {string} label
 * @property {string} valueText
 */

const HEIGHT = 120;
const MARGIN = 6;
/** Moves between two marks of the scale. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200];

/** @extends {ViewElement<GraphView>} */
class GraphElement extends ViewElement {
  width = 320;

  connectedCallback() {
    this.tabIndex = 0;
    this.setAttribute('role', 'slider');
    this.addEventListener('pointerdown', (event) => {
      this.setPointerCapture(event.pointerId);
      this.pick(event);
    });
    this.addEventListener('pointermove', (event) => {
      if (this.hasPointerCapture(event.pointerId)) this.pick(event);
    });
    this.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(([{ contentRect }]) => {
      this.width = Math.max(80, contentRect.width);
      if (this.current) this.draw(this.current);
    }).observe(this);
  }

  get plies() {
    return Math.max(1, (this.current?.course.length ?? 1) - 1);
  }

  /** @param {number} ply */
  x(ply) {
    return MARGIN + (ply / this.plies) * (this.width - 2 * MARGIN);
  }

  /** @param {number} value */
  y(value) {
    const limit = this.current?.limit ?? 64;
    const clamped = Math.max(-limit, Math.min(limit, value));
    return HEIGHT / 2 - (clamped / limit) * (HEIGHT / 2 - MARGIN);
  }

  /** @param {PointerEvent} event */
  pick(event) {
    const along = (event.offsetX - MARGIN) / (this.width - 2 * MARGIN);
    this.ask({ type: 'goTo', ply: Math.round(Math.max(0, Math.min(1, along)) * this.plies) });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.current) return;
    const { ply } = this.current;
    const target = { ArrowLeft: ply - 1, ArrowDown: ply - 1, ArrowRight: ply + 1, ArrowUp: ply + 1, Home: 0, End: this.plies }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.ask({ type: 'goTo', ply: Math.max(0, target) });
  }

  /** @param {GraphView} view @param {GraphView} [before] */
  draw(view, before) {
    setAttribute(this, 'aria-label', view.label);
    setAttribute(this, 'aria-valuemin', 0);
    setAttribute(this, 'aria-valuemax', view.course.length - 1);
    setAttribute(this, 'aria-valuenow', view.ply);
    setAttribute(this, 'aria-valuetext', view.valueText);
    // A step through the game moves only the cursor.
    if (!before || before.course !== view.course || !isSame({ ...before, ply: 0, valueText: '' }, { ...view, ply: 0, valueText: '' })) this.plot(view);
    this.cursor(view);
  }

  /** @param {GraphView} view */
  cursor(view) {
    const at = view.course[view.ply];
    this.querySelector('.cursor')?.setAttribute('d', `M${this.x(view.ply)} 0V${HEIGHT}`);
    const here = this.querySelector('.here');
    if (!here) return;
    setAttribute(here, 'r', at ? 4 : 0);
    setAttribute(here, 'cx', this.x(view.ply));
    setAttribute(here, 'cy', this.y(at?.value ?? 0));
  }

  /** @param {GraphView} view */
  plot(view) {
    const runs = runsOf(view.course);
    /** @param {(run: Point[]) => string} path */
    const all = (path) => runs.map(path).join('');
    replace(this,
      h('div', { class: 'plot' },
        svg('svg', { viewBox: `0 0 ${this.width} ${HEIGHT}`, width: this.width, height: HEIGHT, 'aria-hidden': 'true' },
          this.scale(view),
          ...this.ticks().map((ply) => svg('text', { class: 'tick', x: this.x(ply), y: HEIGHT - 5 }, String(ply))),
          svg('path', { class: 'area black', d: all((run) => this.area(run, 1)) }),
          svg('path', { class: 'area white', d: all((run) => this.area(run, -1)) }),
          svg('path', { class: 'band', d: all((run) => this.band(run)) }),
          svg('path', { class: 'curve', d: all((run) => this.curve(run, 0)) }),
          ...runs.filter((run) => run.length === 1).map(([{ ply, value }]) => svg('circle', { class: 'alone', cx: this.x(ply), cy: this.y(value), r: 2 })),
          ...view.dots.map((dot) => this.dot(view, dot)),
          ...edgeLabel(view.edges.top, 12), ...edgeLabel(view.edges.bottom, HEIGHT - 5),
          svg('path', { class: 'cursor' }),
          svg('circle', { class: 'here', r: 0 }),
        ),
      ),
    );
  }

  /** @param {GraphView} view */
  scale({ limit }) {
    const half = limit / 2;
    const across = [half, 0, -half].map((value) => `M0 ${this.y(value)}H${this.width}`);
    const down = this.ticks().map((ply) => `M${this.x(ply)} 0V${HEIGHT - 16}`);
    return svg('path', { class: 'scale', d: [...across, ...down].join('') });
  }

  /** A few round numbers of moves, with room for their text. */
  ticks() {
    const step = STEPS.find((each) => this.plies / each <= 5) ?? this.plies;
    const every = Array.from({ length: Math.floor(this.plies / step) }, (_, at) => (at + 1) * step);
    return every.filter((ply) => this.x(ply) > 70 && this.x(ply) < this.width - 14);
  }

  /** @param {Point[]} points @param {-1 | 0 | 1} edge */
  curve(points, edge) {
    return points.map(({ ply, value, spread }, at) => `${at ? 'L' : 'M'}${this.x(ply).toFixed(1)} ${this.y(value + edge * spread).toFixed(1)}`).join('');
  }

  /** Between zero and the curve, on one side of zero. @param {Point[]} points @param {1 | -1} sign */
  area(points, sign) {
    if (points.length < 2) return '';
    const zero = this.y(0);
    const clipped = crossings(points).map(({ ply, value }) => `L${this.x(ply).toFixed(1)} ${this.y(value * sign > 0 ? value : 0).toFixed(1)}`);
    return `M${this.x(points[0].ply)} ${zero}${clipped.join('')}L${this.x(points[points.length - 1].ply)} ${zero}Z`;
  }

  /** @param {Point[]} points */
  band(points) {
    if (points.length < 2 || points.every((point) => point.spread === 0)) return '';
    return `${this.curve(points, 1)}${this.curve([...points].reverse(), -1).replace('M', 'L')}Z`;
  }

  /** The grade's shape in the side's colour. @param {GraphView} view @param {GraphDot} dot */
  dot(view, { ply, color, grade }) {
    const point = view.course[ply];
    if (!point) return null;
    const [x, y] = [this.x(ply), Math.max(6, Math.min(HEIGHT - 6, this.y(point.value)))];
    const shape = grade === 'blunder' ? `M${x - 3.5} ${y - 3.5}l7 7m0 -7l-7 7` : `M${x} ${y - 4.5}l4.5 8h-9Z`;
    return svg('g', { class: `dot ${color} ${grade}` }, grade === 'blunder' && svg('path', { class: 'rim', d: shape }), svg('path', { d: shape }));
  }
}

/** A text on a ground of its own: the area behind it may be black or white. @param {string} text @param {number} y */
const edgeLabel = (text, y) => [svg('rect', { class: 'ground', x: 2, y: y - 10, width: 8 + text.length * 5.6, height: 13, rx: 3 }), svg('text', { class: 'edge', x: MARGIN, y }, text)];

/** The points, with one more wherever the curve crosses zero. @param {{ ply: number, value: number }[]} points */
function crossings(points) {
  return points.flatMap((point, at) => {
    const before = points[at - 1];
    if (!before || before.value * point.value >= 0) return [point];
    const share = before.value / (before.value - point.value);
    return [{ ply: before.ply + share * (point.ply - before.ply), value: 0 }, point];
  });
}

customElements.define('score-graph', GraphElement);
