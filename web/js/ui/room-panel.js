// A room of two people: the link to send, who is there, what is offered, and the ways out.

import { ViewElement, h, replaceKeepingFocus } from '../dom.js';
import { t } from '../words.js';
import { copyRow } from './copy.js';

/**
 * @typedef {object} RoomView
 * @property {'gone' | 'entering' | 'waiting' | 'playing' | 'over' | 'invited' | 'watching' | 'elsewhere'} kind
 * @property {string} text
 * @property {string} note about the other player's connection
 * @property {boolean} lost whether one's own connection is
 * @property {string} link
 * @property {boolean} local whether the link works on this computer only
 * @property {string} watching
 * @property {{ what: 'take-back' | 'rematch', mine: boolean, text: string } | null} offer
 * @property {boolean} canTakeBack
 * @property {boolean} asked whether something was said that is not answered yet
 * @property {string} name of the person
 * @property {string} room
 * @property {string | null} token of a chair that another page has
 * @property {string} language
 */

/** @extends {ViewElement<RoomView>} */
class RoomPanelElement extends ViewElement {
  /** Whether somebody has asked to resign, and is to confirm it. */
  resigning = false;
  /** Stays when the panel is drawn again, so that whoever writes keeps the cursor. */
  field = h('input', { id: 'room-name', maxlength: 40, autocomplete: 'nickname' });

  /** @param {RoomView} view @param {RoomView | undefined} before */
  draw(view, before) {
    if (view.kind !== 'playing') this.resigning = false;
    if (before?.kind !== 'invited' && view.kind === 'invited') this.field.value = view.name;
    const focused = document.activeElement === this.field;
    replaceKeepingFocus(this,
      view.lost && h('p', { class: 'warning' }, t('room.line.lost'), ' ', this.button('room-retry', 'engine.retry', () => document.dispatchEvent(new CustomEvent('retry')), 'link')),
      view.text && h('p', { class: view.kind === 'gone' ? 'warning' : 'task', role: view.kind === 'gone' ? 'alert' : null }, view.text),
      view.note && h('p', { class: 'warning', id: 'room-note' }, view.note),
      ...this.body(view),
      view.watching && h('p', { class: 'idle' }, view.watching),
    );
    if (focused) this.field.focus();
  }

  /** @param {string} id @param {import('../lang/en.js').Key} name @param {() => void} act @param {string} [kind] */
  button(id, name, act, kind) {
    return h('button', { type: 'button', id, class: kind, onclick: act }, t(name));
  }

  /** @param {RoomView} view */
  body(view) {
    const leave = (/** @type {import('../lang/en.js').Key} */ name) => this.button('room-leave', name, () => this.ask({ type: 'room.leave' }));
    switch (view.kind) {
      case 'entering': return [h('div', { class: 'row' }, leave('room.cancel'))];
      case 'gone': return [h('div', { class: 'row' }, leave('tool.close'))];
      case 'waiting': return [
        copyRow('room-link', t('room.link'), view.link), h('p', { class: 'idle' }, t('room.send')),
        view.local && h('p', { class: 'idle', id: 'room-local' }, t('room.local')), h('div', { class: 'row' }, this.shareButton(view.link), leave('room.cancel'))];
      case 'invited': return [
        h('label', { class: 'stacked', for: 'room-name' }, t('room.name'), this.field),
        h('div', { class: 'row' }, this.button('room-sit', 'room.play', () => this.ask({ type: 'room.ask', question: { type: 'join', room: view.room, name: this.field.value.trim() } }), 'primary'), leave('room.notNow'))];
      case 'elsewhere': return [h('div', { class: 'row' },
        this.button('room-here', 'room.playHere', () => this.ask({ type: 'room.ask', question: { type: 'join', room: view.room, ...(view.token && { token: view.token }) } }), 'primary'), leave('room.leave'))];
      case 'watching': return [h('div', { class: 'row' }, leave('room.leave'))];
      default: return [this.offer(view), this.buttons(view), this.linkToWatch(view)];
    }
  }

  /** Phones have a way of their own to send something. @param {string} link */
  shareButton(link) {
    return 'share' in navigator && this.button('room-share', 'room.share', () => void navigator.share({ title: 'Obverse', url: link }).catch(() => {}), 'primary');
  }

  /** @param {RoomView} view */
  offer({ offer }) {
    if (!offer) return null;
    /** @param {boolean} accept */
    const answer = (accept) => () => this.ask({ type: 'room.ask', question: { type: 'answer', accept } });
    return h('div', { class: 'about-move' }, h('p', {}, offer.text),
      h('div', { class: 'row' },
        !offer.mine && this.button('room-accept', offer.what === 'rematch' ? 'room.accept.rematch' : 'room.accept.take-back', answer(true), 'primary'),
        this.button('room-decline', offer.mine ? 'room.withdraw' : 'room.decline', answer(false))));
  }

  /** @param {RoomView} view */
  buttons({ kind, offer, canTakeBack }) {
    if (kind === 'over') {
      return h('div', { class: 'row' },
        !offer && this.button('room-rematch', 'room.rematch', () => this.ask({ type: 'room.ask', question: { type: 'offer', what: 'rematch' } }), 'primary'),
        this.button('room-study', 'mode.study', () => this.ask({ type: 'study', on: true })), this.button('room-leave', 'room.leave', () => this.ask({ type: 'room.leave' })));
    }
    if (this.resigning) {
      return h('div', { class: 'row', role: 'group', 'aria-label': t('room.resign.sure') }, h('span', {}, t('room.resign.sure')),
        this.button('room-resign-yes', 'room.resign', () => this.resign(true), 'danger'), this.button('room-resign-no', 'room.playOn', () => this.resign(false)));
    }
    return h('div', { class: 'row' },
      canTakeBack && !offer && this.button('room-take-back', 'room.takeBack', () => this.ask({ type: 'room.ask', question: { type: 'offer', what: 'take-back' } })),
      this.button('room-resign', 'room.resign', () => this.sure()));
  }

  sure() {
    this.resigning = true;
    if (this.current) this.draw(this.current, this.current);
    document.getElementById('room-resign-no')?.focus();
  }

  /** @param {boolean} yes */
  resign(yes) {
    this.resigning = false;
    if (this.current) this.draw(this.current, this.current);
    document.getElementById('room-resign')?.focus();
    if (yes) this.ask({ type: 'room.ask', question: { type: 'resign' } });
  }

  /** @param {RoomView} view */
  linkToWatch({ link }) {
    return h('details', { class: 'better' }, h('summary', {}, t('room.link.watch')), copyRow('room-link', t('room.link'), link));
  }
}

customElements.define('room-panel', RoomPanelElement);
