// Inviting somebody by a link: what one is called, which side, board and time.

import { h } from '../dom.js';
import { TIMES } from '../state/state.js';
import { t } from '../words.js';
import { timeText } from './new-game.js';
import { SheetElement, segments, select, sizeSelect } from './sheet.js';

/** @typedef {import('../state/room.js').Invitation} Invitation */
/** @typedef {{ name: string, size: number, why: string, language: string }} InviteView `why` not, if not */

/** A clock that is seen by both has to be one for the game. */
const CLOCKS = TIMES.filter(({ kind }) => kind !== 'move');

/** @extends {SheetElement<InviteView>} */
class InviteSheetElement extends SheetElement {
  /** @type {Invitation | null} what is chosen */
  choice = null;

  /** @param {InviteView} view */
  draw(view) {
    this.choice ??= { name: view.name, side: 'random', size: view.size, time: CLOCKS[0] };
    this.render(view);
  }

  begin() {
    this.choice = null;
    if (this.current) this.draw(this.current);
    super.begin();
  }

  /** @param {InviteView} view */
  render(view) {
    const { choice } = this;
    if (!choice) return;
    if (view.why) return this.show(t('invite.title'), h('p', { class: 'warning', id: 'invite-why' }, view.why));
    const sides = /** @type {[string, string][]} */ ([['black', t('color.black')], ['random', t('invite.either')], ['white', t('color.white')]]);
    const at = Math.max(0, CLOCKS.findIndex((each) => JSON.stringify(each) === JSON.stringify(choice.time)));
    const name = h('input', { id: 'invite-name', value: choice.name, maxlength: 40, autocomplete: 'nickname', oninput: () => { choice.name = name.value; } });
    this.show(t('invite.title'),
      h('p', {}, t('invite.line')),
      h('label', { class: 'stacked', for: 'invite-name' }, t('room.name'), name),
      segments('invite-side', t('invite.side'), sides, choice.side, (side) => this.change({ side: /** @type {Invitation['side']} */ (side) })),
      sizeSelect('invite-size', choice.size, (size) => this.change({ size })),
      select('invite-time', t('new.time'), CLOCKS.map((each, number) => /** @type {[string, string]} */ ([String(number), timeText(each)])), String(at), (value) => this.change({ time: CLOCKS[Number(value)] })),
      h('footer', {}, h('button', { type: 'button', class: 'primary', id: 'invite-start', onclick: () => this.ask({ type: 'room.invite', invitation: { ...choice, name: choice.name.trim() } }) }, t('invite.start'))));
  }

  /** @param {Partial<Invitation>} patch */
  change(patch) {
    if (this.choice) this.choice = { ...this.choice, ...patch };
    if (this.current) this.render(this.current);
  }
}

customElements.define('invite-sheet', InviteSheetElement);
