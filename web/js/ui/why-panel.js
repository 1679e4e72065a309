// Why a classic moves as it does: every move with the terms of its evaluation, as numbers and bars, and
// what its search made of them.

import { ViewElement, h, replaceKeepingFocus } from '../dom.js';
import { isKey, t } from '../words.js';

/** @typedef {{ text: string, share: number }} TermValue share: how long its bar is, from −1 to 1 */
/** @typedef {{ move: string, values: TermValue[], sum: string, searched: string, opening: string, found: string, path: string }} WhyRow */

/**
 * @typedef {object} WhyView
 * @property {string} who
 * @property {string} side whose moves they are
 * @property {boolean} known
 * @property {boolean} passes there is no move to explain
 * @property {string[]} terms
 * @property {WhyRow[]} rows best first
 * @property {string} tree how a tree of moves grew
 * @property {string} language
 */

/** @extends {ViewElement<WhyView>} */
class WhyPanelElement extends ViewElement {
  /** @param {WhyView} view */
  draw({ who, side, known, passes, terms, rows, tree }) {
    const scrolled = this.querySelector('.table')?.scrollLeft ?? 0;
    replaceKeepingFocus(this,
      h('h2', { id: 'why-title' }, t('why.title', { who, side })),
      !known && h('p', { class: 'idle', role: 'status' }, t(passes ? 'why.nothing' : 'why.waits', { who })),
      rows.length > 0 && h('div', { class: 'table', id: 'why-table', tabindex: 0, role: 'region', 'aria-labelledby': 'why-title' },
        h('table', {},
          h('thead', {}, h('tr', {}, ...[t('why.move'), t('why.searched'), t('why.sum'), ...terms.map(termName)].map((name) => h('th', { scope: 'col' }, name)))),
          h('tbody', {}, ...rows.map((row, at) => this.row(row, at))))),
      rows.length > 0 && h('div', { class: 'found' }, h('p', {}, h('b', {}, rows[0].move), ' ', rows[0].opening || rows[0].found), rows[0].path && h('p', {}, rows[0].path)),
      tree && h('p', { class: 'found' }, tree),
      known && h('p', { class: 'idle' }, t('why.units')));
    const table = this.querySelector('.table');
    if (table) table.scrollLeft = scrolled;
  }

  /** @param {WhyRow} row @param {number} at */
  row({ move, values, sum, searched, found, opening }, at) {
    return h('tr', { class: at === 0 ? 'best' : null, title: opening || found },
      h('th', { scope: 'row' }, move),
      h('td', { class: 'searched' }, searched), h('td', {}, sum),
      ...values.map(({ text, share }) => {
        const bar = h('span', { class: `term ${share < 0 ? 'minus' : 'plus'}` }, text);
        bar.style.setProperty('--bar-share', String(Math.abs(share)));
        return h('td', {}, bar);
      }));
  }
}

/** @param {string} name as the engine calls it */
function termName(name) {
  const key = `term.${name}`;
  return isKey(key) ? t(key) : name;
}

customElements.define('why-panel', WhyPanelElement);
