// The tournament of the classics, watched on small boards.

import { h, svg } from '../dom.js';
import { t } from '../words.js';
import { SheetElement } from './sheet.js';

/** A game on a small board: its squares, who plays, and how many discs each has. @typedef {{ number: number, squares: string, black: string, white: string, discs: [number, number] }} SmallBoard */
/** @typedef {{ who: string, points: string, games: string, discs: string }} StandingRow */

/**
 * @typedef {object} TournamentView
 * @property {boolean} begun
 * @property {boolean} running
 * @property {string} progress
 * @property {string} problem what went wrong, if anything
 * @property {boolean} over
 * @property {boolean} offline
 * @property {SmallBoard[]} boards
 * @property {StandingRow[]} standings
 * @property {string} language
 */

/** @extends {SheetElement<TournamentView>} */
class TournamentSheetElement extends SheetElement {
  /** @param {TournamentView} view */
  draw({ begun, running, progress, problem, over, offline, boards, standings }) {
    const title = (/** @type {any} */ key) => h('th', { scope: 'col' }, t(key));
    this.show(t('tournament.title'),
      !begun && h('p', {}, t('tournament.line')),
      offline && h('p', { class: 'warning', role: 'status' }, t('settings.engine.none')),
      problem && h('p', { class: 'warning', role: 'alert' }, problem),
      begun && h('table', { class: 'standings', 'aria-label': t('tournament.table') },
        h('thead', {}, h('tr', {}, title('tournament.player'), title('tournament.points'), title('tournament.games'), title('tournament.discs'))),
        h('tbody', {}, ...standings.map(({ who, points, games, discs }) =>
          h('tr', {}, h('th', { scope: 'row' }, who), ...[points, games, discs].map((text) => h('td', {}, text)))))),
      boards.length > 0 && h('div', { class: 'minis' }, ...boards.map((board) => this.small(board))),
      h('footer', {},
        !begun || over
          ? h('button', { type: 'button', class: 'primary', id: 'tournament-begin', onclick: () => this.ask({ type: 'tournament.begin' }) }, t(over ? 'tournament.again' : 'tournament.begin'))
          : h('button', { type: 'button', class: 'primary', id: 'tournament-run', onclick: () => this.ask({ type: 'tournament.run', running: !running }) }, t(running ? 'tool.pause' : 'tool.play')),
        begun && h('p', { id: 'tournament-progress', role: 'status' }, progress)));
  }

  /** A click opens the game. @param {SmallBoard} board */
  small({ number, squares, black, white, discs }) {
    const size = Math.sqrt(squares.length);
    const marks = Array.from(squares, (square, at) => (square === '-' ? null
      : svg('circle', { class: square === 'X' ? 'black' : 'white', cx: (at % size) + 0.5, cy: Math.floor(at / size) + 0.5, r: 0.42 })));
    return h('button', { type: 'button', id: `mini-${number}`, class: 'mini', onclick: () => this.ask({ type: 'tournament.open', number }) },
      svg('svg', { viewBox: `0 0 ${size} ${size}`, 'aria-hidden': 'true' }, svg('rect', { width: size, height: size }), ...marks),
      h('span', {}, h('span', { class: 'name black' }, `${black} ${discs[0]}`), h('span', { class: 'name white' }, `${discs[1]} ${white}`)),
      h('span', { class: 'visually-hidden' }, t('tournament.open')));
  }
}

customElements.define('tournament-sheet', TournamentSheetElement);
