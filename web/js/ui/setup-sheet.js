// Setting up a position: a disc to paint with, whose turn it is, and off it goes.

import { h } from '../dom.js';
import { t } from '../words.js';
import { SheetElement, segments, sizeSelect } from './sheet.js';

/**
 * @typedef {object} SetupView
 * @property {number} size
 * @property {0 | 1 | 2} brush
 * @property {'black' | 'white'} side
 * @property {boolean} over neither side can move
 * @property {boolean} canUndo
 * @property {string} language
 */

/** @extends {SheetElement<SetupView>} */
class SetupSheetElement extends SheetElement {
  /** @param {SetupView} view */
  draw({ size, brush, side, over, canUndo }) {
    this.show(t('setup.title'),
      h('p', {}, t('setup.line')),
      segments('brush', t('setup.brush'), [['1', t('color.black')], ['2', t('color.white')], ['0', t('setup.brush.empty')]],
        String(brush), (value) => this.ask({ type: 'draft.brush', brush: /** @type {0 | 1 | 2} */ (Number(value)) })),
      segments('side', t('setup.side'), [['black', t('color.black')], ['white', t('color.white')]],
        side, (value) => this.ask({ type: 'draft.side', side: value === 'black' ? 'black' : 'white' })),
      sizeSelect('setup-size', size, (chosen) => this.ask({ type: 'draft.size', size: chosen })),
      h('div', { class: 'row' },
        h('button', { type: 'button', id: 'setup-undo', disabled: !canUndo, onclick: () => this.ask({ type: 'draft.undo' }) }, t('tool.undo')),
        h('button', { type: 'button', id: 'setup-clear', onclick: () => this.ask({ type: 'draft.clear' }) }, t('setup.clear')),
        h('button', { type: 'button', id: 'setup-start', onclick: () => this.ask({ type: 'draft.start' }) }, t('setup.start'))),
      over && h('p', { class: 'warning', role: 'status' }, t('setup.over')),
      h('footer', {},
        h('button', { type: 'button', class: 'primary', id: 'setup-play', disabled: over, onclick: () => this.ask({ type: 'draft.play' }) }, t('setup.play'))),
    );
  }
}

customElements.define('setup-sheet', SetupSheetElement);
