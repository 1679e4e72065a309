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
 * @property {number} step
 * @property {number} steps
 * @property {string} language
 */

/** @extends {ViewElement<PuzzleView>} */
class PuzzlePanelElement extends ViewElement {
  /** @param {PuzzleView} view */
  draw({ there, waits, error, title, task, hint, result, answer, ideas, rating, change, due, step, steps }) {
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
        button('puzzle-next', 'puzzle.next', { type: 'puzzles.wish', wish: {} }, { primary: result !== 'open' || !there }),
        button('puzzle-daily', 'puzzle.daily', { type: 'puzzles.today' })),
      h('p', { class: 'rating' }, rating, change && h('b', {}, ` ${change}`), whatIs('rating')),
      due && h('p', { class: 'idle' }, due));
  }
}

customElements.define('puzzle-panel', PuzzlePanelElement);
