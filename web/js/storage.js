// The game in progress, the games that were left and the settings survive a reload. Storage may be
// forbidden or full: then the page works without, and says so.

import { united } from './state/kept.js';
import { fromStored, keptFromText, toStored } from './state/stored.js';

/** @typedef {import('./state/state.js').State} State */

const KEYS = /** @type {const} */ ({ game: 'obverse.game', settings: 'obverse.settings', kept: 'obverse.kept' });
/** Texts that could not be read are moved here. */
const ASIDE = '.unread';

/** Nothing is written over what a later version wrote. */
let readOnly = false;
/** The games that were left, as they are known to be stored. @type {State['kept'] | null} */
let keptAsWritten = null;

/** The state as it was left; the usual beginning where nothing is stored. @returns {State} */
export function restore() {
  const found = fromStored({ game: read(KEYS.game), settings: read(KEYS.settings), kept: read(KEYS.kept) }, Date.now());
  readOnly = found.readOnly;
  for (const name of found.aside) write(KEYS[name] + ASIDE, read(KEYS[name]) ?? '');
  return found.state;
}

/** Whether it could be stored. @param {State} state */
export function save(state) {
  if (readOnly) return true;
  const now = Date.now();
  // Another page may have left games meanwhile.
  const changed = state.kept !== keptAsWritten;
  const kept = changed ? united(state.kept, keptFromText(read(KEYS.kept), now)) : state.kept;
  const stored = toStored({ ...state, kept }, now);
  const keptIsWritten = !changed || write(KEYS.kept, JSON.stringify(stored.kept));
  if (keptIsWritten) keptAsWritten = state.kept;
  return [keptIsWritten, write(KEYS.game, JSON.stringify(stored.game)), write(KEYS.settings, JSON.stringify(stored.settings))].every(Boolean);
}

/** @param {string} key @param {string} text */
function write(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
