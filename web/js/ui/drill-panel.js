// Opening drills: which opening, what is to be played, what was missed.

import { ViewElement, h, replaceKeepingFocus } from '../dom.js';
import { t } from '../words.js';
import { segments } from './sheet.js';

/**
 * @typedef {object} DrillView
 * @property {boolean} choosing
 * @property {[string, string][]} names of openings, as the engine has them and in the person's language
 * @property {number} due how many places come back now
 * @property {string[]} board the moves on the board, which can be drilled too
 * @property {string} title
 * @property {string} text
 * @property {string} hint
 * @property {string} names2 which openings can still be reached
 * @property {boolean} asking
 * @property {boolean} ended
 * @property {boolean} shown
 * @property {number} again
 * @property {string} score
 * @property {boolean} waits
 * @property {string} language
 */

/** @extends {ViewElement<DrillView>} */
class DrillPanelElement extends ViewElement {
  /** These stay when the panel is drawn again. */
  field = h('input', { id: 'drill-find', type: 'search', list: 'drill-names', maxlength: 60, onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Enter') this.start(); } });
  /** @type {import('../rules/position.js').Color} */
  side = 'black';

  /** @param {DrillView} view */
  draw(view) {
    const isTyping = document.activeElement === this.field;
    replaceKeepingFocus(this, h('h2', {}, view.title), ...(view.choosing ? this.chooser(view) : this.course(view)),
      h('div', { class: 'row' }, !view.choosing && this.button('drill-other', 'drill.other', () => this.ask({ type: 'drill.open' })), this.button('drill-close', 'tab.puzzles', () => this.ask({ type: 'drill.close' }))));
    if (isTyping) this.field.focus();
  }

  /** @param {string} id @param {import('../lang/en.js').Key} name @param {() => void} act @param {string} [kind] */
  button(id, name, act, kind) {
    return h('button', { type: 'button', id, class: kind, onclick: act }, t(name));
  }

  start() {
    const typed = this.field.value.trim();
    const known = this.current?.names.find(([, name]) => name === typed);
    this.ask({ type: 'drill.begin', course: { find: known?.[0] ?? typed, side: this.side } });
  }

  /** @param {DrillView} view */
  chooser({ names, due, board }) {
    this.field.setAttribute('aria-label', t('drill.find'));
    this.field.placeholder = t('drill.all');
    return [
      h('p', {}, t('drill.line')),
      due > 0 && h('button', { type: 'button', id: 'drill-due', class: 'primary', onclick: () => this.ask({ type: 'drill.due' }) }, t('drill.due', { count: due })),
      h('label', { class: 'stacked', for: 'drill-find' }, t('drill.find'), this.field),
      h('datalist', { id: 'drill-names' }, ...names.map(([, name]) => h('option', { value: name }))),
      segments('drill-side', t('invite.side'), [['black', t('color.black')], ['white', t('color.white')]], this.side, (side) => { this.side = /** @type {'black' | 'white'} */ (side); }),
      h('div', { class: 'row' }, this.button('drill-start', 'new.start', () => this.start(), due > 0 ? '' : 'primary'),
        board.length > 1 && this.button('drill-board', 'drill.board', () => this.ask({ type: 'drill.begin', course: { find: '', line: board, side: this.side } }))),
    ];
  }

  /** @param {DrillView} view */
  course({ text, hint, names2, asking, ended, shown, again, score, waits }) {
    return [
      waits && h('p', { class: 'idle' }, t('drill.waits')),
      h('p', { class: 'task' }, text), h('p', { class: 'verdict', role: 'status', id: 'drill-hint' }, hint), names2 && h('p', { class: 'idle' }, names2),
      h('div', { class: 'row' }, asking && !shown && this.button('drill-show', 'better.show', () => this.ask({ type: 'drill.show' })), ended && this.button('drill-next', again ? 'drill.again' : 'drill.next', () => this.ask({ type: 'drill.next' }), 'primary')),
      score && h('p', { class: 'idle' }, score),
    ];
  }
}

customElements.define('drill-panel', DrillPanelElement);
