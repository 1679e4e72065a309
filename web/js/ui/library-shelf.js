// The games of the server's library: what is searched for, and a page of what was found.

import { ViewElement, h, replace, setText } from '../dom.js';
import { t } from '../words.js';
import { select, toggle } from './sheet.js';

/** @typedef {import('../state/shelf.js').Wish} Wish */
/** @typedef {{ games: { number: number, title: string, note: string }[], wish: Wish, inAll: number, count: number, from: number, next: number, page: number, waits: boolean, language: string }} ShelfView */

/** Milliseconds after the last letter until it is searched for. */
const PAUSE = 250;

/** @extends {ViewElement<ShelfView>} */
class LibraryShelfElement extends ViewElement {
  /** These stay while they are written in. */
  fields = { player: this.field('player'), event: this.field('event'), opening: this.field('opening'), years: this.field('years') };
  heading = h('h3');
  form = h('div', { class: 'shelf-form' });
  list = h('ul');
  pages = h('div', { class: 'pages' });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pending;

  /** @param {'player' | 'event' | 'opening' | 'years'} name */
  field(name) {
    const field = h('input', { type: 'search', id: `shelf-${name}`, autocomplete: 'off', spellcheck: 'false', oninput: () => {
      clearTimeout(this.#pending);
      this.#pending = setTimeout(() => this.ask({ type: 'shelf.wish', wish: { [name]: field.value } }), PAUSE);
    } });
    return field;
  }

  /** @param {ShelfView} view @param {ShelfView | undefined} before */
  draw(view, before) {
    if (view.language !== before?.language) this.build(view);
    setText(this.heading, t('shelf.title', { count: view.inAll }));
    replace(this.list, ...view.games.map(({ number, title, note }) => h('li', {},
      h('button', { type: 'button', id: `shelf-game-${number}`, onclick: () => this.ask({ type: 'library.show', number }) }, title, note && h('small', {}, note)))),
    view.count === 0 && !view.waits && h('li', { class: 'idle' }, t('shelf.none')));
    const { from, next, count, page } = view;
    /** @param {string} id @param {import('../lang/en.js').Key} name @param {number} to @param {boolean} off */
    const turn = (id, name, to, off) => h('button', { type: 'button', id, disabled: off, onclick: () => this.ask({ type: 'shelf.page', from: to }) }, t(name));
    const focused = this.pages.contains(document.activeElement) ? document.activeElement?.id : null;
    const several = from > 0 || next < count;
    replace(this.pages,
      several && turn('shelf-before', 'open.before', from - page, from === 0),
      h('span', { role: 'status' }, count === 0 ? '' : several ? t('open.range', { from: from + 1, to: next, count }) : t('shelf.count', { count })),
      several && turn('shelf-after', 'open.after', from + page, next >= count));
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {ShelfView} view */
  build({ wish }) {
    for (const [name, field] of Object.entries(this.fields)) {
      const label = t(/** @type {import('../lang/en.js').Key} */ (`shelf.${name}`));
      field.setAttribute('aria-label', label);
      field.placeholder = label;
      field.value = wish[/** @type {'player'} */ (name)];
    }
    /** @type {[string, string][]} */
    const outcomes = [['', t('shelf.anyResult')], ['black', t('shelf.black')], ['white', t('shelf.white')], ['draw', t('shelf.draw')]];
    replace(this.form, ...Object.values(this.fields),
      select('shelf-outcome', t('shelf.result'), outcomes, wish.outcome, (outcome) => this.ask({ type: 'shelf.wish', wish: { outcome: /** @type {Wish['outcome']} */ (outcome) } })),
      toggle('shelf-here', t('shelf.here'), wish.here, (here) => this.ask({ type: 'shelf.wish', wish: { here } })));
    replace(this, this.heading, this.form, this.list, this.pages);
  }
}

customElements.define('library-shelf', LibraryShelfElement);
