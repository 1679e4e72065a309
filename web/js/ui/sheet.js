// What all sheets share: a heading, a way to close, and focus that stays where it was when the
// sheet is drawn again.

import { ViewElement, h, replace } from '../dom.js';
import { t } from '../words.js';
import { icon } from './icons.js';

/** @typedef {import('../dom.js').Child} Child */

/** @template View @extends {ViewElement<View>} */
export class SheetElement extends ViewElement {
  /** @param {string} title @param {...Child} children */
  show(title, ...children) {
    const focused = this.contains(document.activeElement) ? document.activeElement?.id : null;
    const scrolled = this.firstElementChild?.scrollTop ?? 0;
    const headingId = `${this.localName}-title`;
    replace(this,
      h('section', { class: 'sheet', 'aria-labelledby': headingId },
        h('header', {},
          h('h2', { id: headingId, tabindex: -1 }, title),
          h('button', { type: 'button', class: 'quiet', 'aria-label': t('tool.close'), onclick: () => this.ask({ type: 'sheet', sheet: '' }) }, icon('close')),
        ),
        ...children,
      ),
    );
    if (this.firstElementChild) this.firstElementChild.scrollTop = scrolled;
    if (focused) document.getElementById(focused)?.focus();
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
