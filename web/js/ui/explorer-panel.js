// The explorer: what was played here in the games of the library, a row a move. A row lights its square up,
// and a click plays the move.

import { ViewElement, h, replaceKeepingFocus } from '../dom.js';
import { t } from '../words.js';
import { whatIs } from './grades.js';

/** Shares are of the games, from 0 to 1. @typedef {{ square: number | null, move: string, name: string, games: string, black: number, draws: number, white: number, shares: string, mean: string, score: string }} ExplorerRow */
/** @typedef {{ rows: ExplorerRow[], games: { number: number, text: string }[], idle: string, language: string }} ExplorerView */

/** @extends {ViewElement<ExplorerView>} */
class ExplorerPanelElement extends ViewElement {
  connectedCallback() {
    for (const type of ['pointerover', 'focusin']) {
      this.addEventListener(type, (event) => {
        const row = event.target instanceof Element ? event.target.closest('[data-move]') : null;
        if (row) this.ask({ type: 'light', squares: [row.getAttribute('data-move') ?? ''] });
      });
    }
    for (const type of ['pointerleave', 'focusout']) this.addEventListener(type, () => this.ask({ type: 'light', squares: [] }));
  }

  /** @param {ExplorerView} view */
  draw({ rows, games, idle }) {
    replaceKeepingFocus(this,
      h('div', { class: 'engine-head' }, h('h2', {}, t('panel.explorer')), whatIs('explorer')),
      idle && h('p', { class: 'idle', role: 'status' }, idle),
      rows.length > 0 && h('table', {},
        h('thead', {}, h('tr', {}, ...[t('explorer.move'), t('explorer.games'), t('explorer.results'), t('explorer.mean'), t('explorer.score')].map((name) => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, ...rows.map((row) => this.row(row)))),
      games.length > 0 && h('ul', { class: 'offers' }, ...games.map(({ number, text }) => h('li', {},
        h('button', { type: 'button', id: `library-${number}`, class: 'small', onclick: () => this.ask({ type: 'library.show', number }) }, text)))));
  }

  /** @param {ExplorerRow} row */
  row({ square, move, name, games, black, draws, white, shares, mean, score }) {
    const bar = h('span', { class: 'results', role: 'img', 'aria-label': shares, title: shares }, ...[['black', black], ['draw', draws], ['white', white]].map(([kind, share]) => {
      const part = h('i', { class: String(kind) });
      part.style.setProperty('flex-grow', String(share));
      return part;
    }));
    return h('tr', { 'data-move': move },
      h('th', { scope: 'row' }, h('button', { type: 'button', id: `explore-${move}`, class: 'small', onclick: () => { if (square !== null) this.ask({ type: 'play', move: square }); } }, move), name && h('small', {}, name)),
      h('td', {}, games), h('td', {}, bar), h('td', {}, mean), h('td', {}, score));
  }
}

customElements.define('explorer-panel', ExplorerPanelElement);
