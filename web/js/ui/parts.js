// The small parts around the board: evaluation bar, player cards, engine line, move list.

import { ViewElement, h, replace, replaceKeepingFocus, setAttribute, setText } from '../dom.js';
import { t } from '../words.js';

/** @typedef {{ share: number | null, text: string, label: string }} BarView share of Black, 0 to 1 */

/** @extends {ViewElement<BarView>} */
class EvalBarElement extends ViewElement {
  connectedCallback() {
    this.setAttribute('role', 'img');
    this.fill = h('div', { class: 'fill' });
    this.text = h('div', { class: 'text' });
    this.append(this.fill, h('div', { class: 'zero' }), this.text);
  }

  /** @param {BarView} view */
  draw({ share, text, label }) {
    setAttribute(this, 'aria-label', label);
    this.classList.toggle('unknown', share === null);
    this.fill?.style.setProperty('--share', String(share ?? 0.5));
    if (this.text) setText(this.text, text);
    this.classList.toggle('black-leads', (share ?? 0) >= 0.5);
  }
}

/**
 * @typedef {object} PlayerView
 * @property {'black' | 'white'} color
 * @property {string} name
 * @property {string} line
 * @property {number} count
 * @property {boolean} active
 * @property {boolean} thinking
 * @property {boolean} winner
 * @property {string} clock
 * @property {{ who: string, on: boolean } | null} why whether a classic says why; null for the others
 */

/** @extends {ViewElement<PlayerView>} */
class PlayerCardElement extends ViewElement {
  /** @param {PlayerView} view */
  draw({ color, name, line, count, active, thinking, winner, clock, why }) {
    this.className = `player ${color}${active ? ' active' : ''}${thinking ? ' thinking' : ''}${winner ? ' winner' : ''}`;
    replaceKeepingFocus(this,
      h('span', { class: 'count', 'data-color': color }, String(count)),
      h('span', { class: 'who' },
        h('span', { class: 'name' }, h('span', { class: 'color' }, t(`color.${color}`)), ' ', name,
          // Beside the name, so that the line below keeps its width.
          thinking ? h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')) : null),
        h('span', { class: 'line' }, line),
      ),
      clock ? h('span', { class: 'clock' }, clock) : null,
      why && h('button', {
        type: 'button', id: `why-${color}`, class: 'why', 'aria-pressed': String(why.on), 'aria-label': t('why.switch.label', { name }), onclick: () => this.ask({ type: 'why', who: why.who }),
      }, t('why.switch')),
    );
  }
}

/** @typedef {{ score: string, facts: string, moves: string, idle: string }} LineView */

/** @extends {ViewElement<LineView>} */
class EngineLineElement extends ViewElement {
  /** @param {LineView} view */
  draw({ score, facts, moves, idle }) {
    replace(this,
      ...(!score
        ? [idle && h('p', { class: 'idle' }, idle)]
        : [h('p', { class: 'facts' }, h('b', {}, score), h('span', {}, facts)), h('p', { class: 'pv' }, moves)]),
    );
  }
}

/** @typedef {{ ply: number, name: string, color: 'black' | 'white', mistake: boolean }} MoveItem */
/** @typedef {{ moves: MoveItem[], ply: number, empty: string, label: string }} MovesView */

/** @extends {ViewElement<MovesView>} */
class MoveListElement extends ViewElement {
  connectedCallback() {
    this.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button) this.ask({ type: 'goTo', ply: Number(button.dataset.ply) });
    });
  }

  /** @param {MovesView} view @param {MovesView | undefined} before */
  draw({ moves, ply, empty, label }, before) {
    if (!moves.length) {
      replace(this, h('p', { class: 'idle' }, empty));
      return;
    }
    const focused = /** @type {HTMLElement | null} */ (this.querySelector(':focus'))?.dataset.ply;
    const scrolled = this.querySelector('ol')?.scrollTop ?? 0;
    const list = h('ol', { 'aria-label': label }, ...moves.map((move) => this.item(move, ply)));
    replace(this, list);
    const here = /** @type {HTMLElement | null} */ (list.querySelector('[aria-current]'));
    // Only the list scrolls, never the page; and not while somebody reads it and just its marks change.
    if (before?.ply === ply && before.moves.length === moves.length) list.scrollTop = scrolled;
    else if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-ply="${focused}"]`))?.focus();
  }

  /** @param {MoveItem} move @param {number} ply */
  item(move, ply) {
    return h('li', { class: move.color },
      h('button', {
        type: 'button', 'data-ply': move.ply, class: move.mistake ? 'mistake' : null,
        'aria-current': move.ply === ply ? 'step' : null,
      }, h('span', { class: 'number' }, String(move.ply)), h('span', { class: 'dot', 'aria-hidden': 'true' }), h('span', { class: 'name' }, move.name)),
    );
  }
}

customElements.define('eval-bar', EvalBarElement);
customElements.define('player-card', PlayerCardElement);
customElements.define('engine-line', EngineLineElement);
customElements.define('move-list', MoveListElement);
