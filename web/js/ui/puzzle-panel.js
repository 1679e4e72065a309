// Puzzles: the task, what a try cost, the answer with its line, and the person's rating.

import { ViewElement, h, replaceKeepingFocus } from '../dom.js';
import { t } from '../words.js';
import { whatIs } from './grades.js';

/**
 * @typedef {object} PuzzleView
 * @property {boolean} there
 * @property {boolean} waits
 * @property {string} error
 * @property {string} title
 * @property {string} task
 * @property {string} hint
 * @property {'open' | 'found' | 'shown'} result
 * @property {string} answer the line, once it is known
 * @property {string} ideas
 * @property {string} rating of the person
 * @property {string} change
 * @property {string} due
 * @property {boolean} mine whether it is one of the person's mistakes
 * @property {string} own how many mistakes of one's own there are
 * @property {number} step
 * @property {number} steps
 * @property {string} language
 */

/** @extends {ViewElement<PuzzleView>} */
class PuzzlePanelElement extends ViewElement {
  /** @param {PuzzleView} view */
  draw({ there, waits, error, title, task, hint, result, answer, ideas, rating, change, due, mine, own, step, steps }) {
    /** @param {string} id @param {import('../lang/en.js').Key} name @param {import('../state/update.js').Action} action @param {{ primary?: boolean, disabled?: boolean }} [how] */
    const button = (id, name, action, { primary = false, disabled = false } = {}) =>
      h('button', { type: 'button', id, class: primary ? 'primary' : null, disabled, onclick: () => this.ask(action) }, t(name));
    replaceKeepingFocus(this,
      h('h2', {}, title),
      waits && h('p', { class: 'idle', role: 'status' }, t('puzzle.waits')),
      error && h('p', { class: 'warning', role: 'alert' }, error),
      there && h('p', { class: 'task' }, task),
      there && h('p', { class: 'verdict', role: 'status', id: 'puzzle-hint' }, hint),
      answer && h('div', { class: 'about-move' }, h('p', {}, answer), ideas && h('p', { class: 'idle' }, ideas),
        h('div', { class: 'row' },
          button('puzzle-back', 'tool.back', { type: 'puzzles.step', by: -1 }, { disabled: step <= 0 }),
          button('puzzle-forward', 'tool.forward', { type: 'puzzles.step', by: 1 }, { disabled: step >= steps }))),
      h('div', { class: 'row' },
        there && result === 'open' && button('puzzle-show', 'better.show', { type: 'puzzles.show' }),
        mine && button('puzzle-own-next', 'own.next', { type: 'puzzles.own' }, { primary: result !== 'open' || !there }),
        button('puzzle-next', mine ? 'own.others' : 'puzzle.next', { type: 'puzzles.wish', wish: {} }, { primary: !mine && (result !== 'open' || !there) }),
        button('puzzle-daily', 'puzzle.daily', { type: 'puzzles.today' }),
        mine && button('puzzle-mistakes', 'own.all', { type: 'mistakes.open' }),
        button('puzzle-drill', 'drill.title', { type: 'drill.open' }),
        !mine && h('button', { type: 'button', id: 'puzzle-own', onclick: () => this.ask(own ? { type: 'puzzles.own' } : { type: 'mistakes.open', source: 'mine' }) }, t('own.button'), own && h('small', {}, own))),
      rating && h('p', { class: 'rating' }, rating, change && h('b', {}, ` ${change}`), whatIs('rating')),
      due && h('p', { class: 'idle' }, due));
  }
}

customElements.define('puzzle-panel', PuzzlePanelElement);
