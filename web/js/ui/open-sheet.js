// Opening a game: pasted, chosen or dropped, or one that was left here. A file with many games
// offers them page by page. The engine reads; this shows what it says.

import { ViewElement, h, replace, setText } from '../dom.js';
import { fragmentOf, readLink } from '../link.js';
import { t } from '../words.js';
import { icon } from './icons.js';
import './library-shelf.js';
import { SheetElement } from './sheet.js';

/** The games of a file from `from` up to `next`. @typedef {{ count: number, from: number, next: number, page: number, find: string, titles: string[] }} GameList */
/** @typedef {{ text: string, offline: boolean, waits: boolean, error: string, files: string[], list: GameList | null, kept: { id: string, title: string, own: string, at: string }[], undo: string, importing: string, keptFind: string, keptAll: number, exporting: boolean, shelf: import('./library-shelf.js').ShelfView | null, language: string }} OpenView */

/** @extends {SheetElement<OpenView>} */
class OpenSheetElement extends SheetElement {
  /** These stay when the sheet is drawn again, so that whoever writes keeps the cursor. */
  area = h('textarea', {
    id: 'open-text', rows: 5, spellcheck: 'false', autocomplete: 'off', placeholder: 'f5d6c3d3c4…', 'aria-describedby': 'open-error',
    oninput: () => this.ask({ type: 'inbox.text', text: this.area.value }),
  });

  filter = h('input', { type: 'search', id: 'open-filter', oninput: () => this.ask({ type: 'inbox.find', find: this.filter.value }) });
  error = h('p', { class: 'warning', id: 'open-error', role: 'alert' });
  waiting = h('p', { id: 'open-waiting', role: 'status' });
  choices = h('div', { class: 'offers', id: 'open-files' });
  games = h('div', { class: 'offers', id: 'open-games' });
  heading = h('p');
  list = h('ul');
  pages = h('div', { class: 'pages' });
  keepAll = h('div', { class: 'row' });
  kept = h('div', { class: 'offers', id: 'open-kept' });
  shelf = /** @type {ViewElement<import('./library-shelf.js').ShelfView>} */ (document.createElement('library-shelf'));
  keptTitle = h('h3');
  keptFilter = h('input', { type: 'search', id: 'kept-find', oninput: () => this.ask({ type: 'games.find', find: this.keptFilter.value }) });
  keptList = h('ul');
  keptTools = h('div', { class: 'row' });
  undone = h('div', { class: 'row between' });
  /** The game that is being given a name. @type {string | null} */
  naming = null;

  /** @param {OpenView} view @param {OpenView | undefined} before */
  draw(view, before) {
    if (view.language !== before?.language) this.build();
    if (this.area.value !== view.text) this.area.value = view.text;
    setText(this.error, view.error);
    setText(this.waiting, view.offline ? t(view.waits ? 'open.waits' : 'open.offline') : '');
    this.choices.hidden = view.files.length < 2;
    replace(this.choices, h('p', {}, t('open.files')), h('ul', {}, ...view.files.map((name, at) => this.choice(name, '', () => this.ask({ type: 'inbox.file', at })))));
    this.drawGames(view.list);
    this.shelf.hidden = view.shelf === null;
    if (view.shelf) this.shelf.view = view.shelf;
    this.kept.hidden = view.keptAll === 0 && !view.undo;
    setText(this.keptTitle, t('kept.title'));
    if (this.keptFilter.value !== view.keptFind) this.keptFilter.value = view.keptFind;
    replace(this.undone, view.undo && h('span', { role: 'status' }, view.undo), view.undo && h('button', { type: 'button', id: 'kept-undo', class: 'small', onclick: () => this.ask({ type: 'games.restore' }) }, t('node.undo')));
    replace(this.keptList, ...view.kept.map(({ id, title, own, at }) => {
      if (this.naming === id) return this.nameField(id, own);
      const item = this.choice(title, at, () => this.ask({ type: 'reopen', id }));
      item.append(h('button', { type: 'button', class: 'quiet', 'aria-label': t('kept.rename', { title }), onclick: () => this.rename(id) }, icon('pencil')));
      item.append(h('button', { type: 'button', class: 'quiet', 'aria-label': t('kept.remove', { title }), onclick: () => this.ask({ type: 'games.remove', id }) }, icon('close')));
      return item;
    }), view.kept.length === 0 && h('li', { class: 'idle' }, t('open.none')));
    replace(this.keptTools, h('button', { type: 'button', id: 'kept-mistakes', class: 'small', onclick: () => this.ask({ type: 'mistakes.open', source: 'mine' }) }, t('mistakes.title')), h('button', { type: 'button', id: 'kept-export', class: 'small', disabled: view.exporting || view.offline, onclick: () => this.ask({ type: 'games.export', on: true }) }, t(view.exporting ? 'kept.exporting' : 'kept.export')));
  }

  build() {
    const file = h('input', { type: 'file', id: 'open-file', class: 'visually-hidden', multiple: true, onchange: () => {
        const chosen = Array.from(file.files ?? []);
        // The same file can be chosen again.
        file.value = '';
        void this.files(chosen);
      } });
    this.filter.setAttribute('aria-label', t('open.filter'));
    this.filter.placeholder = t('open.filter');
    this.keptFilter.setAttribute('aria-label', t('kept.find'));
    this.keptFilter.placeholder = t('kept.find');
    replace(this.kept, this.keptTitle, this.keptFilter, this.undone, this.keptList, this.keptTools);
    replace(this.games, this.heading, this.filter, this.list, this.pages, this.keepAll);
    this.show(t('open.title'),
      h('p', {}, t('open.line')),
      h('label', { class: 'stacked', for: 'open-text' }, t('open.text'), this.area),
      this.error, this.waiting,
      h('footer', {},
        h('button', { type: 'button', class: 'primary', id: 'open-read', onclick: () => this.read(this.area.value) }, t('open.read')),
        file, h('label', { class: 'button', for: 'open-file' }, t('open.file'))),
      this.choices, this.games, this.kept, this.shelf,
    );
  }

  /** @param {GameList | null} list */
  drawGames(list) {
    this.games.hidden = list === null;
    if (!list) return;
    if (this.filter.value !== list.find && document.activeElement !== this.filter) this.filter.value = list.find;
    setText(this.heading, list.count || list.find ? t('open.choose', { count: list.count }) : t('open.nothing'));
    replace(this.list, ...list.titles.map((title, at) => this.choice(title, '', () => this.ask({ type: 'open', at }))));
    /** @param {string} id @param {import('../lang/en.js').Key} name @param {number} from @param {boolean} off */
    const turn = (id, name, from, off) => h('button', { type: 'button', id, disabled: off, onclick: () => this.ask({ type: 'inbox.page', from }) }, t(name));
    const several = list.from > 0 || list.next < list.count;
    replace(this.keepAll, list.count > 1 && h('button', { type: 'button', id: 'open-keep-all', disabled: Boolean(this.current?.importing), onclick: () => this.ask({ type: 'games.import' }) }, this.current?.importing || t('kept.import', { count: list.count })));
    replace(this.pages,
      several && turn('open-before', 'open.before', Math.max(0, list.from - list.page), list.from === 0),
      h('span', { role: 'status' }, list.count === 0 ? t('open.none') : several ? t('open.range', { from: list.from + 1, to: list.next, count: list.count }) : ''),
      several && turn('open-after', 'open.after', list.next, list.next >= list.count));
  }

  /** @param {string} title @param {string} note @param {() => void} choose */
  choice(title, note, choose) {
    return h('li', {}, h('button', { type: 'button', onclick: choose }, title, note && h('small', {}, note)));
  }

  /** @param {string} id */
  rename(id) {
    this.naming = id;
    if (this.current) this.draw(this.current, this.current);
    document.getElementById('kept-name')?.focus();
  }

  /** A name for a game; Enter keeps it, Escape does not. @param {string} id @param {string} own */
  nameField(id, own) {
    let isOver = false;
    const end = (/** @type {boolean} */ keep) => {
      if (isOver) return;
      isOver = true;
      this.naming = null;
      if (keep && field.value.trim() !== own) this.ask({ type: 'games.rename', id, title: field.value.trim() });
      else if (this.current) this.draw(this.current, this.current);
    };
    const field = h('input', {
      id: 'kept-name', value: own, maxlength: 80, 'aria-label': t('kept.name'), placeholder: t('kept.name'), onblur: () => end(true),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        end(event.key === 'Enter');
      },
    });
    return h('li', { class: 'naming' }, field);
  }

  begin() {
    this.area.focus();
  }

  /** A text; a link to a game is the page's own. @param {string} text */
  read(text) {
    this.ask({ type: 'inbox.text', text });
    const link = readLink(fragmentOf(text) ?? '');
    if (link && 'tree' in link) {
      this.ask({ type: 'inbox.text', text: '' });
      this.ask({ type: 'load', tree: link.tree });
    } else if (link) this.ask({ type: 'inbox.failed', asked: null, error: link.error });
    else if (!text.trim()) this.ask({ type: 'inbox.failed', asked: null, error: { key: 'read.empty', tone: 'error' } });
    else this.ask({ type: 'inbox.read', source: { text } });
  }

  /** Files of any kind; WTHOR's names may come along. @param {File[]} files */
  async files(files) {
    const read = await Promise.all(files.map(async (file) => ({ name: file.name, bytes: base64(new Uint8Array(await file.arrayBuffer())) })));
    /** @param {string} ending */
    const named = (ending) => read.find(({ name }) => name.toLowerCase().endsWith(ending));
    const [players, tournaments] = [named('.jou'), named('.trn')];
    const games = read.filter((file) => file !== players && file !== tournaments);
    const names = { ...(players && { players: players.bytes }), ...(tournaments && { tournaments: tournaments.bytes }) };
    this.ask({ type: 'inbox.files', files: (games.length ? games : read).map((file) => ({ ...file, ...names })) });
  }
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  const STEP = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(text);
}

customElements.define('open-sheet', OpenSheetElement);
