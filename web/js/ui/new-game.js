// A new game: two chairs, a board and a time.

import { h, setText } from '../dom.js';
import { CLASSICS, TIMES } from '../state/state.js';
import { isKey, t } from '../words.js';
import { SheetElement, segments, select, sizeSelect, toggle } from './sheet.js';

/** @typedef {import('../state/state.js').Seats} Seats */
/** @typedef {import('../state/state.js').TimeControl} TimeControl */
/** @typedef {import('../rules/position.js').Color} Color */

/**
 * @typedef {object} NewGameView
 * @property {Seats} seats
 * @property {number} size
 * @property {TimeControl} time
 * @property {number} level
 * @property {Record<string, number[]>} sizes of each player; one that is not here plays on all
 * @property {Record<string, number | null>} elo by level
 * @property {string} language
 */

/** @extends {SheetElement<NewGameView>} */
class NewGameElement extends SheetElement {
  /** @type {{ seats: Seats, size: number, time: TimeControl, balanced: boolean } | null} what is chosen, before it begins */
  choice = null;

  /** @param {NewGameView} view */
  draw(view) {
    this.choice ??= { seats: { ...view.seats }, size: view.size, time: view.time, balanced: false };
    this.render();
  }

  begin() {
    this.choice = null;
    if (this.current) this.draw(this.current);
    super.begin();
  }

  render() {
    if (!this.choice) return;
    const { size, time } = this.choice;
    const times = TIMES.map((each, at) => /** @type {[string, string]} */ ([String(at), timeText(each)]));
    const timeAt = Math.max(0, TIMES.findIndex((each) => JSON.stringify(each) === JSON.stringify(time)));
    this.show(t('new.title'),
      h('div', { class: 'chairs' }, this.chair('black'), this.chair('white')),
      h('div', { class: 'two' }, sizeSelect('new-size', size, (chosen) => this.change({ size: chosen })),
        select('new-time', t('new.time'), times, String(timeAt), (value) => this.change({ time: TIMES[Number(value)] }))),
      size === 8 && toggle('new-balanced', t('new.balanced'), this.choice.balanced, (balanced) => this.change({ balanced })),
      h('footer', {},
        h('button', { type: 'button', class: 'primary', id: 'new-start', onclick: () => this.start() }, t('new.start')),
        h('button', { type: 'button', id: 'new-invite', onclick: () => this.ask({ type: 'sheet', sheet: 'invite' }) }, t('new.invite')),
        h('button', { type: 'button', id: 'new-setup', onclick: () => this.setUp() }, t('new.setup')),
        h('button', { type: 'button', id: 'new-tournament', onclick: () => this.ask({ type: 'sheet', sheet: 'tournament' }) }, t('new.tournament')),
      ),
    );
  }

  /** @param {Partial<{ seats: Seats, size: number, time: TimeControl, balanced: boolean }>} patch */
  change(patch) {
    if (!this.choice) return;
    this.choice = { ...this.choice, ...patch };
    const { seats } = this.choice;
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      if (!this.plays(seats[color])) seats[color] = `level:${this.current?.level ?? 5}`;
    }
    this.render();
  }

  start() {
    if (this.choice) this.ask({ type: 'new', ...this.choice, seats: { ...this.choice.seats } });
  }

  /** Who plays, and for how long, goes along. */
  setUp() {
    this.ask({ type: 'sheet', sheet: 'setup', ...(this.choice && { setting: this.choice }) });
  }

  /** @param {string} who */
  plays(who) {
    const sizes = this.current?.sizes[who];
    return !sizes || sizes.includes(this.choice?.size ?? 8);
  }

  /** @param {Color} color @param {string} who */
  seat(color, who) {
    if (this.choice) this.change({ seats: { ...this.choice.seats, [color]: who } });
  }

  /** @param {Color} color */
  chair(color) {
    const who = this.choice?.seats[color] ?? 'human';
    const kind = kindOf(who);
    const kinds = /** @type {[string, string][]} */ (
      (['human', 'level', 'classic', 'random']).map((each) => [each, t(/** @type {any} */ (`kind.${each}`))])
    );
    const first = {
      human: 'human', random: 'random', level: `level:${this.current?.level ?? 5}`,
      classic: CLASSICS.find((classic) => this.plays(classic)) ?? 'anysize',
    };
    return h('div', { class: `chair ${color}` },
      segments(`who-${color}`, t('who.kind', { color: t(`color.${color}`) }), kinds, kind,
        (value) => this.seat(color, first[/** @type {keyof typeof first} */ (value)])),
      kind === 'level' ? this.levelSlider(color, Number(who.slice(6)))
        : kind === 'classic' ? this.classicList(color, who)
          : h('p', { class: 'character' }, whoLine(who)),
    );
  }

  /** @param {Color} color @param {number} level */
  levelSlider(color, level) {
    const id = `level-${color}`;
    const name = h('b');
    const line = h('span');
    const elo = h('small');
    const slider = h('input', {
      type: 'range', id, min: 1, max: 20, value: level, 'aria-label': t('who.kind', { color: t(`color.${color}`) }),
      oninput: () => {
        if (this.choice) this.choice.seats[color] = `level:${slider.value}`;
        tell();
      },
    });
    const tell = () => {
      const measured = this.current?.elo[slider.value];
      setText(name, `${slider.value} · ${levelName(Number(slider.value))}`);
      setText(line, whoLine(`level:${slider.value}`));
      setText(elo, measured === null || measured === undefined ? '' : t('elo', { elo: measured }));
      slider.setAttribute('aria-valuetext', `${name.textContent}: ${line.textContent}`);
    };
    tell();
    return h('div', { class: 'level' }, slider, h('p', { class: 'character' }, name, ' ', elo, h('br'), line));
  }

  /** @param {Color} color @param {string} who */
  classicList(color, who) {
    return h('div', { class: 'classics', role: 'radiogroup', 'aria-label': t('kind.classic') },
      ...CLASSICS.map((classic) => {
        const id = `${classic}-${color}`;
        const plays = this.plays(classic);
        const line = plays ? whoLine(classic) : t('who.otherSize', { size: this.choice?.size ?? 8 });
        return h('span', { class: 'classic' },
          h('input', { type: 'radio', name: `classic-${color}`, id, checked: classic === who, disabled: !plays, onchange: () => this.seat(color, classic) }),
          h('label', { for: id }, h('b', {}, whoName(classic)), h('span', {}, line)));
      }));
  }
}

/** @param {string} who */
function kindOf(who) {
  if (who.startsWith('level:')) return 'level';
  return who === 'human' || who === 'random' ? who : 'classic';
}

/** @param {TimeControl} time */
export function timeText(time) {
  if (time.kind === 'none') return t('time.none');
  return time.kind === 'move' ? t('time.move', { seconds: time.seconds }) : t('time.clock', time);
}

/** @param {number} level */
const levelName = (level) => t(/** @type {any} */ (`level.${level}`));

/** Who a WHO is, in words. @param {string} who */
export function whoName(who) {
  if (who.startsWith('level:')) return t('who.level', { level: who.slice(6) });
  const key = `who.${who.split(':')[0]}`;
  return isKey(key) ? t(key) : who;
}

/** A sentence about them. @param {string} who */
function whoLine(who) {
  const key = who.startsWith('level:') ? `level.${who.slice(6)}.line` : `who.${who.split(':')[0]}.line`;
  return isKey(key) ? t(key) : '';
}

/** A line for the card: the character of a level, a sentence for the others. @param {string} who */
export function whoCharacter(who) {
  return who.startsWith('level:') ? `${levelName(Number(who.slice(6)))}. ${whoLine(who)}` : whoLine(who);
}

customElements.define('new-game', NewGameElement);
