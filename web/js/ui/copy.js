// A text that can be copied.

import { h } from '../dom.js';
import { t } from '../words.js';

/** As long as a person reads that something was copied. */
const COPIED_MS = 2500;

/** What was last copied, and what is said about it for a while: the row may be drawn again meanwhile. */
let last = { id: '', until: 0, word: '' };

/** A field that cannot be changed, and a button beside it. @param {string} id @param {string} label @param {string} text */
export function copyRow(id, label, text) {
  const field = h('input', { id, readonly: true, value: text, onfocus: () => field.select() });
  const word = last.id === id && Date.now() < last.until ? last.word : t('share.copy');
  const button = h('button', { type: 'button', id: `${id}-copy`, 'aria-label': `${t('share.copy')}: ${label}`, onclick: () => copy(id, text) }, word);
  return h('label', { class: 'stacked', for: id }, label, h('span', { class: 'copy' }, field, button));
}

/** @param {string} id of the field @param {string} text */
async function copy(id, text) {
  let word = t('share.copied');
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without the permission the text is at least selected.
    /** @type {HTMLInputElement | null} */ (document.querySelector(`#${id}`))?.select();
    word = t('share.copyFailed');
  }
  last = { id, until: Date.now() + COPIED_MS, word };
  say(id, word);
  // It can be copied again.
  setTimeout(() => say(id, t('share.copy')), COPIED_MS);
}

/** @param {string} id @param {string} word */
function say(id, word) {
  const button = document.querySelector(`#${id}-copy`);
  if (button) button.textContent = word;
}
