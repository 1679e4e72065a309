// My mistakes: what a person's games have in common, in words and small plots, and each mistake a click away.

import { h, svg } from '../dom.js';
import { t } from '../words.js';
import { gradeShape, whatIs } from './grades.js';
import { SheetElement, segments } from './sheet.js';

/** @typedef {import('../state/review.js').Grade} Grade */

/**
 * @typedef {object} MistakesView
 * @property {'mine' | 'library'} source
 * @property {string} player
 * @property {boolean} hasLibrary
 * @property {boolean} offline
 * @property {boolean} running
 * @property {string} empty what is said where there is no game
 * @property {string} note
 * @property {string} open games that are not reviewed
 * @property {{ text: string, done: number, all: number } | null} progress
 * @property {string} sum
 * @property {{ id: string, text: string, often: string, on: boolean }[]} reasons
 * @property {{ name: string, share: number, text: string }[]} phases
 * @property {{ name: string, text: string }[]} openings
 * @property {(number | null)[]} history accuracy of each game
 * @property {string} trend
 * @property {{ id: string, ply: number, grade: Grade, name: string, move: string, loss: string, reason: string, game: string }[]} moves
 * @property {boolean} filtered
 * @property {boolean} practise
 * @property {string} language
 */

/** The commonest mistakes stand out. */
const FIRST = 3;

/** @extends {SheetElement<MistakesView>} */
class MistakesSheetElement extends SheetElement {
  /** Stays when the sheet is drawn again. */
  field = h('input', { id: 'mistakes-name', type: 'search', maxlength: 60, onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Enter') this.look(); } });

  /** @param {MistakesView} view @param {MistakesView | undefined} before */
  draw(view, before) {
    if (view.player !== before?.player) this.field.value = view.player;
    this.show(t('mistakes.title'),
      view.hasLibrary && this.source(view),
      view.empty && h('p', { role: 'status' }, view.empty),
      view.open && !view.running && h('div', { class: 'row between' }, h('span', {}, view.open), this.button('mistakes-review', t('mistakes.review'), () => this.ask({ type: 'mistakes.run', on: true }), 'primary', view.offline)),
      view.progress && h('div', { class: 'progress' }, h('span', { role: 'status' }, view.progress.text), h('progress', { value: view.progress.done, max: view.progress.all }), this.button('mistakes-stop', t('review.stop'), () => this.ask({ type: 'mistakes.run', on: false }))),
      view.sum && h('p', { class: 'sum', id: 'mistakes-sum' }, view.sum),
      view.reasons.length > 0 && this.reasons(view),
      view.practise && h('div', { class: 'row' }, this.button('mistakes-practise', t('mistakes.practise'), () => this.ask({ type: 'puzzles.own' }), view.running || view.open ? '' : 'primary', view.offline)),
      view.phases.length > 0 && this.phases(view),
      view.history.length > 1 && this.course(view),
      view.openings.length > 0 && this.openings(view),
      view.moves.length > 0 && this.moves(view),
      view.note && h('p', { class: 'idle' }, view.note));
  }

  /** @param {string} id @param {string} text @param {() => void} act @param {string} [kind] @param {boolean} [disabled] */
  button(id, text, act, kind, disabled = false) {
    return h('button', { type: 'button', id, class: kind || null, disabled, onclick: act }, text);
  }

  /** @param {MistakesView} view */
  source({ source, player }) {
    this.field.setAttribute('aria-label', t('mistakes.player'));
    return h('div', { class: 'stacked' },
      segments('mistakes-source', t('mistakes.source'), [['mine', t('mistakes.mine')], ['library', t('mistakes.library')]], source, (value) => this.ask({ type: 'mistakes.open', source: /** @type {'mine' | 'library'} */ (value), player })),
      source === 'library' && h('span', { class: 'copy' }, this.field, this.button('mistakes-look', t('mistakes.look'), () => this.look())));
  }

  look() {
    this.ask({ type: 'mistakes.open', source: 'library', player: this.field.value.trim() });
  }

  /** @param {MistakesView} view */
  reasons({ reasons }) {
    return h('section', {}, h('h3', {}, t('mistakes.commonest')), h('ol', { class: 'habits' }, ...reasons.map(({ id, text, often, on }, at) =>
      h('li', { class: at < FIRST ? 'first' : null }, h('button', { type: 'button', id: `habit-${id}`, 'aria-pressed': String(on), onclick: () => this.ask({ type: 'mistakes.reason', reason: id }) }, h('span', {}, text), h('small', {}, often))))));
  }

  /** @param {MistakesView} view */
  phases({ phases }) {
    return h('section', {}, h('h3', {}, t('mistakes.phases')), h('dl', { class: 'phases' }, ...phases.flatMap(({ name, share, text }) => {
      const bar = h('span', { class: 'phase-bar', 'aria-hidden': 'true' });
      bar.style.setProperty('--share', String(share));
      return [h('dt', {}, name), h('dd', {}, bar, h('small', {}, text))];
    })));
  }

  /** Accuracy from game to game, from a half up: below that nobody plays. @param {MistakesView} view */
  course({ history, trend }) {
    const known = history.flatMap((value, at) => (value === null ? [] : [{ x: (at / (history.length - 1)) * 96 + 2, value }]));
    const low = Math.min(50, ...known.map(({ value }) => value));
    const y = (/** @type {number} */ value) => 28 - ((value - low) / (100 - low)) * 26;
    return h('section', {}, h('h3', {}, t('mistakes.course'), ' ', whatIs('accuracy')),
      svg('svg', { class: 'accuracies', viewBox: '0 0 100 30', preserveAspectRatio: 'none', role: 'img', 'aria-label': `${t('mistakes.course')}: ${known.map(({ value }) => `${Math.round(value)}%`).join(', ')}` },
        svg('path', { class: 'grid', d: `M0 ${y(100)}H100M0 ${y((100 + low) / 2)}H100M0 ${y(low)}H100` }),
        svg('polyline', { points: known.map(({ x, value }) => `${x.toFixed(1)},${y(value).toFixed(1)}`).join(' ') })),
      h('p', {}, trend));
  }

  /** @param {MistakesView} view */
  openings({ openings }) {
    return h('section', {}, h('h3', {}, t('mistakes.openings')), h('ul', { class: 'lost' }, ...openings.map(({ name, text }) => h('li', {}, h('span', {}, name), h('small', {}, text)))));
  }

  /** @param {MistakesView} view */
  moves({ moves, filtered }) {
    return h('section', {}, h('h3', {}, t(filtered ? 'mistakes.listOf' : 'mistakes.list')), h('ul', { class: 'bad-moves' }, ...moves.map(({ id, ply, grade, name, move, loss, reason, game }) =>
      h('li', {}, h('button', { type: 'button', id: `mistake-${id}-${ply}`, onclick: () => this.ask({ type: 'mistakes.show', id, ply }) },
        h('span', { class: 'what-move' }, gradeShape(grade), h('b', {}, move), h('span', { class: 'visually-hidden' }, name), h('span', { class: 'cost' }, loss), h('small', {}, game)), reason && h('span', { class: 'why-bad' }, reason))))));
  }
}

customElements.define('mistakes-sheet', MistakesSheetElement);
