// The small parts around the board: evaluation bar and player cards.

import { ViewElement, h, replaceKeepingFocus, setAttribute, setText } from '../dom.js';
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
    this.hidden = share === null;
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
    this.className = `player ${color}${active ? ' active' : ''}${thinking ? ' thinking' : ''}${winner ? ' winner' : ''}${name ? ' named' : ''}`;
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

customElements.define('eval-bar', EvalBarElement);
customElements.define('player-card', PlayerCardElement);
