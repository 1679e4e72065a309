// Buttons: the toolbar under the board, the three modes, the reins of a game between computers.

import { ViewElement, h, replace, replaceKeepingFocus, rove, stopAt } from '../dom.js';
import { t } from '../words.js';
import { icon } from './icons.js';

/** @typedef {import('../state/update.js').Action} Action */
/** @typedef {import('../lang/en.js').Key} Key */

/** @typedef {{ undo: boolean, redo: boolean, hint: boolean, hintOn: boolean, evaluation: boolean, studying: boolean, engine: boolean, sheet: string, language: string }} ToolbarView */

const BUTTONS = 'button';

/** @extends {ViewElement<ToolbarView>} */
class ToolBarElement extends ViewElement {
  connectedCallback() {
    rove(this, BUTTONS);
    // What does not fit on a small screen waits behind “More”, until something is chosen.
    document.addEventListener('click', (event) => {
      const more = event.target instanceof Element ? event.target.closest('#tool-more') : null;
      this.more(more !== null && !this.classList.contains('open'));
    });
    this.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.classList.contains('open')) return;
      event.preventDefault();
      this.more(false);
      this.querySelector('button')?.focus();
      document.getElementById('tool-more')?.focus();
    });
  }

  /** @param {boolean} open */
  more(open) {
    this.classList.toggle('open', open);
    this.querySelector('#tool-more')?.setAttribute('aria-expanded', String(open));
  }

  /** @param {ToolbarView} view */
  draw(view) {
    this.setAttribute('role', 'toolbar');
    this.setAttribute('aria-label', t('tools'));
    /** @param {import('./icons.js').Icon} name @param {Action} action @param {{ off?: boolean, pressed?: boolean, expanded?: boolean, name?: string }} [how] */
    const button = (name, action, { off = false, pressed, expanded, name: word = `tool.${name === 'turn' ? 'flip' : name}` } = {}) =>
      h('button', {
        type: 'button', id: `tool-${name}`, 'aria-disabled': String(off), 'aria-pressed': pressed === undefined ? null : String(pressed),
        'aria-expanded': expanded === undefined ? null : String(expanded),
        onclick: () => { if (!off) this.ask(action); },
      }, icon(name), h('span', {}, t(/** @type {Key} */ (word))));
    const back = view.studying ? { undo: 'tool.back', redo: 'tool.forward' } : { undo: 'tool.undo', redo: 'tool.redo' };
    const focused = this.contains(document.activeElement) ? document.activeElement?.id : null;
    replaceKeepingFocus(this,
      button('undo', view.studying ? { type: 'step', by: -1 } : { type: 'undo' }, { off: !view.undo, name: back.undo }),
      button('redo', view.studying ? { type: 'step', by: 1 } : { type: 'redo' }, { off: !view.redo, name: back.redo }),
      view.studying ? button('engine', { type: 'engine' }, { off: !view.hint && !view.engine, pressed: view.engine }) : button('hint', { type: 'hint' }, { off: !view.hint, pressed: view.hintOn }),
      button('new', { type: 'sheet', sheet: 'new' }, { expanded: view.sheet === 'new' }),
      h('button', { type: 'button', id: 'tool-more', 'aria-expanded': String(this.classList.contains('open')), 'aria-controls': 'tool-rest' }, icon('more'), h('span', {}, t('tool.more'))),
      h('div', { id: 'tool-rest', role: 'group', 'aria-label': t('tool.more') },
        view.studying && button('hint', { type: 'hint' }, { off: !view.hint, pressed: view.hintOn }),
        button('open', { type: 'sheet', sheet: 'open' }, { expanded: view.sheet === 'open' }),
        button('share', { type: 'sheet', sheet: 'share' }, { expanded: view.sheet === 'share' }),
        button('evaluation', { type: 'evaluation' }, { pressed: view.evaluation }),
        button('turn', { type: 'turn' }),
        button('settings', { type: 'sheet', sheet: 'settings' }, { expanded: view.sheet === 'settings' })),
    );
    stopAt(this, BUTTONS, (focused && document.getElementById(focused)) || this.querySelector('button'));
  }
}

/**
 * @typedef {object} QuickStartView
 * @property {number} level
 * @property {number} size
 * @property {import('../state/update.js').Setting | null} again the game that is over, to be played once more
 * @property {string} language
 */

/** The three modes, a click each; after a game more quietly, behind the same once more. @extends {ViewElement<QuickStartView>} */
class QuickStartElement extends ViewElement {
  /** @param {QuickStartView} view */
  draw({ level, size, again }) {
    this.classList.toggle('compact', again !== null);
    /** @param {string} black @param {string} white @param {number} [on] @returns {Action} */
    const game = (black, white, on = size) => ({ type: 'new', seats: { black, white }, size: on, time: { kind: 'none' } });
    /** @param {string} id @param {import('./icons.js').Icon} picture @param {Key} name @param {string} line @param {Action} action */
    const mode = (id, picture, name, line, action) =>
      h('button', { type: 'button', id: `mode-${id}`, onclick: () => this.ask(action) }, icon(picture), h('span', {}, h('b', {}, t(name)), line && h('span', {}, line)));
    replace(this,
      h('h2', {}, t(again ? 'again' : 'modes')),
      h('div', { class: 'modes' },
        again && mode('again', 'again', 'mode.again', '', { type: 'new', ...again }),
        again && mode('study', 'evaluation', 'mode.study', '', { type: 'study', on: true }),
        mode('computer', 'computer', 'mode.computer', again ? '' : t('mode.computer.line', { level }), game('human', `level:${level}`)),
        mode('white', 'computer', 'mode.white', again ? '' : t('mode.white.line', { level }), game(`level:${level}`, 'human')),
        mode('two', 'people', 'mode.two', again ? '' : t('mode.two.line'), game('human', 'human')),
        mode('invite', 'link', 'mode.invite', again ? '' : t('mode.invite.line'), { type: 'sheet', sheet: 'invite' }),
        // The classic of seed 002 is made for the usual board.
        mode('watch', 'eye', 'mode.watch', again ? '' : t('mode.watch.line', { level }), game('squares', `level:${level}`, 8)),
        mode('tournament', 'cup', 'mode.tournament', again ? '' : t('mode.tournament.line'), { type: 'sheet', sheet: 'tournament' })),
    );
  }
}

/** @typedef {{ paused: boolean, speed: number, language: string }} ReinsView */

/** @extends {ViewElement<ReinsView>} */
class ReinsElement extends ViewElement {
  /** @param {ReinsView} view */
  draw({ paused, speed }) {
    const slider = h('input', {
      type: 'range', id: 'rein-speed', min: 0, max: 3, value: speed, 'aria-valuetext': t(/** @type {Key} */ (`speed.${speed}`)),
      oninput: () => this.ask({ type: 'speed', speed: Number(slider.value) }),
    });
    replaceKeepingFocus(this,
      h('button', { type: 'button', id: 'rein-pause', class: 'primary', onclick: () => this.ask({ type: 'pause' }) },
        icon(paused ? 'play' : 'pause'), t(paused ? 'tool.play' : 'tool.pause')),
      h('button', { type: 'button', id: 'rein-step', onclick: () => this.ask({ type: 'step' }) }, icon('step'), t('tool.step')),
      h('label', { class: 'speed', for: 'rein-speed' }, t('tool.speed'), slider, h('span', { class: 'value' }, t(/** @type {Key} */ (`speed.${speed}`)))),
    );
  }
}

customElements.define('tool-bar', ToolBarElement);
customElements.define('quick-start', QuickStartElement);
customElements.define('game-reins', ReinsElement);
