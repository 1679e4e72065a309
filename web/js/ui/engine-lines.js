// The engine's lines: one to five, deeper and deeper while the switch is on. A move of a line shows its
// position on a small board, and a click plays up to it.

import { ViewElement, h, replace, replaceKeepingFocus, svg } from '../dom.js';
import { Position, moveName } from '../rules/position.js';
import { LINES } from '../state/state.js';
import { t } from '../words.js';
import { whatIs } from './grades.js';

/** @typedef {import('../rules/position.js').Move} Move */
/** @typedef {{ score: string, depth: string, moves: Move[] }} ShownLine */

/**
 * @typedef {object} LinesView
 * @property {boolean} on
 * @property {number} count how many are wanted
 * @property {string} position the first one of the lines
 * @property {ShownLine[]} lines
 * @property {string} idle what is said where there are none
 * @property {boolean} canSwitch
 * @property {string} language
 */

const SHOWN_MOVES = 10;

/** @extends {ViewElement<LinesView>} */
class EngineLinesElement extends ViewElement {
  preview = h('div', { class: 'preview', 'aria-hidden': 'true', hidden: true });

  connectedCallback() {
    for (const type of ['pointerover', 'focusin']) this.addEventListener(type, (event) => this.show(event.target));
    for (const type of ['pointerleave', 'focusout']) this.addEventListener(type, () => { this.preview.hidden = true; });
  }

  /** @param {LinesView} view */
  draw({ on, count, position, lines, idle, canSwitch }) {
    const start = /** @type {Position} */ (Position.parse(position));
    const number = h('select', { id: 'engine-count', 'aria-label': t('lines.count'), onchange: () => this.ask({ type: 'settings', patch: { lines: Number(number.value) } }) },
      ...LINES.map((each) => h('option', { value: each, selected: each === count }, t('lines.number', { count: each }))));
    const box = h('input', { type: 'checkbox', id: 'engine-on', role: 'switch', checked: on, onchange: () => this.ask({ type: 'engine' }) });
    replaceKeepingFocus(this,
      canSwitch && h('div', { class: 'engine-head' }, h('label', { class: 'switch', for: 'engine-on' }, box, h('span', {}, t('lines.engine'))), on && number, whatIs('kinds')),
      idle && h('p', { class: 'idle' }, idle),
      lines.length > 0 && h('ol', { class: 'lines-list' }, ...lines.map((line, at) => this.line(line, at, start))),
      this.preview);
  }

  /** @param {ShownLine} line @param {number} at @param {Position} start */
  line({ score, depth, moves }, at, start) {
    return h('li', {}, h('b', {}, score), h('small', {}, depth),
      h('span', { class: 'pv' }, ...moves.slice(0, SHOWN_MOVES).map((move, step) => {
        const name = move === 'pass' ? t('moves.pass') : moveName(move, start.size);
        return h('button', { type: 'button', id: `line-${at}-${step}`, class: 'pv-move', 'data-line': at, 'data-step': step, 'aria-label': t('lines.play', { move: name }), onclick: () => this.ask({ type: 'playLine', moves: moves.slice(0, step + 1) }) }, name);
      })));
  }

  /** The position after a move of a line. @param {EventTarget | null} target */
  show(target) {
    const button = target instanceof Element ? target.closest('.pv-move') : null;
    this.preview.hidden = !(button instanceof HTMLElement);
    if (!(button instanceof HTMLElement) || !this.current) return;
    const { lines, position } = this.current;
    const moves = lines[Number(button.dataset.line)]?.moves.slice(0, Number(button.dataset.step) + 1) ?? [];
    /** @type {Position | null} */
    let after = Position.parse(position);
    for (const move of moves) after = after?.play(move) ?? after;
    if (after) replace(this.preview, smallBoard(after, moves[moves.length - 1]));
    const [own, place] = [this.getBoundingClientRect(), button.getBoundingClientRect()];
    this.preview.style.insetBlockStart = `${place.bottom - own.top + 6}px`;
    this.preview.style.insetInlineStart = `${Math.max(0, Math.min(place.left - own.left, own.width - 150))}px`;
  }
}

/** @param {Position} position @param {Move} [last] */
export function smallBoard({ size, cells }, last) {
  const discs = Array.from(cells).flatMap((cell, at) => (cell ? [svg('circle', { cx: (at % size) + 0.5, cy: Math.floor(at / size) + 0.5, r: 0.42, class: cell === 1 ? 'black' : 'white' })] : []));
  const grid = Array.from({ length: size - 1 }, (_, at) => `M${at + 1} 0V${size}M0 ${at + 1}H${size}`).join('');
  const mark = typeof last === 'number' ? svg('circle', { cx: (last % size) + 0.5, cy: Math.floor(last / size) + 0.5, r: 0.15, class: 'last' }) : null;
  return svg('svg', { viewBox: `0 0 ${size} ${size}`, class: 'small-board', 'aria-hidden': 'true' }, svg('rect', { width: size, height: size }), svg('path', { d: grid }), ...discs, mark);
}

customElements.define('engine-lines', EngineLinesElement);
