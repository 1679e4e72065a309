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
    const scrolled = this.querySelector('.table')?.scrollTop ?? 0;
    replaceKeepingFocus(this,
      h('h2', { id: 'why-title' }, t('why.title', { who, side })),
      !known && h('p', { class: 'idle', role: 'status' }, t(passes ? 'why.nothing' : 'why.waits', { who })),
      rows.length > 0 && h('div', { class: 'table', id: 'why-table', tabindex: 0, role: 'region', 'aria-labelledby': 'why-title' },
        h('table', {},
          h('thead', {}, h('tr', {}, ...[t('why.move'), t('why.searched'), t('why.sum')].map((name) => h('th', { scope: 'col' }, name)))),
          ...rows.map((row, at) => this.rows(row, terms, at)))),
      rows.length > 0 && h('div', { class: 'found' }, h('p', {}, h('b', {}, rows[0].move), ' ', rows[0].opening || rows[0].found), rows[0].path && h('p', {}, rows[0].path)),
      tree && h('p', { class: 'found' }, tree),
      known && h('p', { class: 'idle' }, t('why.units')));
    const table = this.querySelector('.table');
    if (table) table.scrollTop = scrolled;
  }

  /** A move, and below it its terms: they are too many to stand beside each other. @param {WhyRow} row @param {string[]} terms @param {number} at */
  rows({ move, values, sum, searched, found, opening }, terms, at) {
    return h('tbody', { class: at === 0 ? 'best' : null, title: opening || found },
      h('tr', {}, h('th', { scope: 'rowgroup' }, move), h('td', { class: 'searched' }, searched), h('td', {}, sum)),
      h('tr', {}, h('td', { colspan: 3 }, h('div', { class: 'terms' }, ...values.map(({ text, share }, term) => {
        const bar = h('span', { class: `term ${share < 0 ? 'minus' : 'plus'}` }, `${termName(terms[term])} `, h('b', {}, text));
        bar.style.setProperty('--bar-share', String(Math.abs(share)));
        return bar;
      })))));
  }
}

/** @param {string} name as the engine calls it */
function termName(name) {
  const key = `term.${name}`;
  return isKey(key) ? t(key) : name;
}

customElements.define('why-panel', WhyPanelElement);
