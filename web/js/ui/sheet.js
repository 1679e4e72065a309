// What all sheets share: a heading, a way to close, and focus that stays where it was when the
// sheet is drawn again.

import { ViewElement, h, replaceKeepingFocus } from '../dom.js';
import { SIZES } from '../rules/position.js';
import { t } from '../words.js';
import { icon } from './icons.js';

/** @typedef {import('../dom.js').Child} Child */

/** @template View @extends {ViewElement<View>} */
export class SheetElement extends ViewElement {
  /** @param {string} title @param {...Child} children */
  show(title, ...children) {
    const scrolled = this.firstElementChild?.scrollTop ?? 0;
    const headingId = `${this.localName}-title`;
    replaceKeepingFocus(this,
      h('section', { class: 'sheet', 'aria-labelledby': headingId },
        h('header', {},
          h('h2', { id: headingId, tabindex: -1 }, title),
          h('button', { type: 'button', class: 'quiet', 'aria-label': t('tool.close'), onclick: () => this.ask({ type: 'sheet', sheet: '' }) }, icon('close')),
        ),
        ...children,
      ),
    );
    if (this.firstElementChild) this.firstElementChild.scrollTop = scrolled;
  }

  /** The heading takes the focus when the sheet opens. */
  begin() {
    this.querySelector('h2')?.focus();
  }
}

/**
 * A list to choose from.
 * @param {string} id @param {string} label @param {[string, string][]} options value and text
 * @param {string} value @param {(value: string) => void} change
 */
export function select(id, label, options, value, change) {
  const list = h('select', { id, onchange: () => change(list.value) },
    ...options.map(([each, text]) => h('option', { value: each, selected: each === value }, text)));
  return h('label', { class: 'field-row', for: id }, h('span', {}, label), list);
}

/** The sizes of a board. @param {string} id @param {number} size @param {(size: number) => void} change */
export function sizeSelect(id, size, change) {
  const sizes = SIZES.map((each) => /** @type {[string, string]} */ ([String(each), `${each}×${each}`]));
  return select(id, t('new.size'), sizes, String(size), (value) => change(Number(value)));
}

/** @param {string} id @param {string} label @param {boolean} on @param {(on: boolean) => void} change */
export function toggle(id, label, on, change) {
  const box = h('input', { type: 'checkbox', id, role: 'switch', checked: on, onchange: () => change(box.checked) });
  return h('label', { class: 'field-row switch', for: id }, h('span', {}, label), box);
}

/**
 * A row of choices of which one holds.
 * @param {string} name @param {string} label @param {[string, string][]} options @param {string} value
 * @param {(value: string) => void} change
 */
export function segments(name, label, options, value, change) {
  return h('fieldset', { class: 'segments' },
    h('legend', {}, label),
    h('div', {}, ...options.map(([each, text]) => {
      const id = `${name}-${each}`;
      return h('span', {},
        h('input', { type: 'radio', name, id, value: each, checked: each === value, onchange: () => change(each) }),
        h('label', { for: id }, text));
    })));
}
