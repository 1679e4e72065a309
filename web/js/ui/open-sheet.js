// Opening a game: pasted, chosen or dropped. A file with many games offers them in a list.

import { h, replace, setText } from '../dom.js';
import { ReadError } from '../records/error.js';
import { readText } from '../records/read.js';
import { isWthor, readNames, readWthor } from '../records/wthor.js';
import { t } from '../words.js';
import { SheetElement } from './sheet.js';

/** @typedef {import('../records/error.js').GameRecord} GameRecord */
/** A game to choose from. @typedef {{ title: string, open: () => GameRecord }} Offer */
/** @typedef {{ language: string }} OpenView */

const SHOWN = 60;

/** @extends {SheetElement<OpenView>} */
class OpenSheetElement extends SheetElement {
  text = '';
  error = '';
  /** @type {Offer[]} */
  offers = [];

  draw() {
    const area = h('textarea', {
      id: 'open-text', rows: 5, spellcheck: 'false', autocomplete: 'off', placeholder: 'f5d6c3d3c4…', 'aria-describedby': 'open-error',
      oninput: () => { this.text = area.value; },
    });
    area.value = this.text;
    const file = h('input', { type: 'file', id: 'open-file', class: 'visually-hidden', multiple: true, onchange: () => this.files(Array.from(file.files ?? [])) });
    this.show(t('open.title'),
      h('p', {}, t('open.line')),
      h('label', { class: 'stacked', for: 'open-text' }, t('open.text'), area),
      h('p', { class: 'warning', id: 'open-error', role: 'alert' }, this.error),
      h('footer', {},
        h('button', { type: 'button', class: 'primary', id: 'open-read', onclick: () => this.readPasted(area.value) }, t('open.read')),
        file, h('label', { class: 'button', for: 'open-file' }, t('open.file'))),
      this.offers.length > 0 && this.offerList(),
    );
  }

  begin() {
    this.error = '';
    this.draw();
    document.getElementById('open-text')?.focus();
  }

  offerList() {
    const list = h('ul');
    const rest = h('p', { role: 'status' });
    // Only the list is drawn again while somebody writes, so that the field keeps its cursor.
    const fill = () => {
      const wanted = filter.value.toLowerCase();
      const found = this.offers.filter((offer) => offer.title.toLowerCase().includes(wanted));
      replace(list, ...found.slice(0, SHOWN).map((offer) =>
        h('li', {}, h('button', { type: 'button', onclick: () => this.attempt(() => this.deliver(offer.open())) }, offer.title))));
      setText(rest, !found.length ? t('open.none') : found.length > SHOWN ? t('open.more', { count: found.length - SHOWN }) : '');
    };
    const filter = h('input', { type: 'search', id: 'open-filter', 'aria-label': t('open.filter'), placeholder: t('open.filter'), oninput: fill });
    fill();
    return h('div', { class: 'offers' }, h('p', {}, t('open.choose', { count: this.offers.length })), filter, list, rest);
  }

  /** @param {string} text */
  readPasted(text) {
    this.text = text;
    this.attempt(() => this.offer(readText(text)));
  }

  /** @param {GameRecord[]} records */
  offer(records) {
    if (records.length === 1) this.deliver(records[0]);
    else {
      this.offers = records.map((record, at) => ({ title: `${at + 1} · ${titleOf(record)}`, open: () => record }));
      this.draw();
    }
  }

  /** Reads files of any kind we know; WTHOR's names may come along. @param {File[]} files */
  async files(files) {
    const read = await Promise.all(files.map(async (file) => ({ name: file.name.toLowerCase(), bytes: new Uint8Array(await file.arrayBuffer()) })));
    this.attempt(() => {
      const players = read.find(({ name }) => name.endsWith('.jou'));
      const tournaments = read.find(({ name }) => name.endsWith('.trn'));
      const games = read.filter((file) => file !== players && file !== tournaments);
      if (!games.length) throw new ReadError('read.wthor');
      const names = { players: players && readNames(players.bytes, 20), tournaments: tournaments && readNames(tournaments.bytes, 26) };
      const [first] = games;
      if (isWthor(first.bytes)) this.offerWthor(games.flatMap(({ bytes }) => readWthor(bytes)), names);
      else if (first.name.endsWith('.wtb')) throw new ReadError('read.wthor');
      else this.offer(readText(new TextDecoder().decode(first.bytes)));
    });
  }

  /** @param {import('../records/wthor.js').WthorEntry[]} entries @param {{ players?: string[], tournaments?: string[] }} names */
  offerWthor(entries, { players, tournaments }) {
    this.offers = entries.map((entry) => {
      const black = players?.[entry.black] ?? `#${entry.black}`;
      const white = players?.[entry.white] ?? `#${entry.white}`;
      const place = tournaments?.[entry.tournament];
      return {
        title: `${black} ${entry.blackDiscs}–${64 - entry.blackDiscs} ${white}, ${place ? `${place}, ` : ''}${entry.year}`,
        open: () => ({ game: entry.game(), black, white, title: place }),
      };
    });
    if (this.offers.length === 1) this.deliver(this.offers[0].open());
    else this.draw();
  }

  /** @param {GameRecord} record */
  deliver(record) {
    this.error = '';
    this.text = '';
    this.ask({ type: 'load', game: record.game, ply: record.game.ply, names: { black: record.black, white: record.white }, flagged: record.flagged });
  }

  /** What cannot be read is said, and nothing else happens. @param {() => void} read */
  attempt(read) {
    this.error = '';
    try {
      read();
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      this.error = t(error.key, error.params);
      this.offers = [];
      this.ask({ type: 'notice', notice: null });
      this.draw();
    }
  }
}

/** @param {GameRecord} record */
function titleOf({ game, black, white }) {
  const what = game.moves.length ? t('open.game', { plies: game.moves.length }) : t('open.position', { empties: game.position.empties() });
  return black || white ? `${black ?? '?'} – ${white ?? '?'}, ${what}` : what;
}

customElements.define('open-sheet', OpenSheetElement);
