// The game in progress, the games that were left and the settings survive a reload. Storage may be
// forbidden or full: then the page works without, and says so. Every tab has its own game in progress;
// what the others play is among the games that were left.

import { united } from './state/kept.js';
import { fromStored, isOfLaterVersion, keptFromText, keptOfGame, toStored } from './state/stored.js';

/** @typedef {import('./state/state.js').State} State */

const KEYS = /** @type {const} */ ({ game: 'obverse.game', settings: 'obverse.settings', kept: 'obverse.kept', puzzles: 'obverse.puzzles' });
/** Texts that could not be read are moved here. */
const ASIDE = '.unread';

/** Nothing is written over what a later version wrote. */
let readOnly = false;
/** The games that were left, as they are known to be stored. @type {State['kept'] | null} */
let keptAsWritten = null;
/** The game in progress as this tab last knew it to be stored for all. @type {string | null} */
let gameAsWritten = null;

/** The state as it was left; the usual beginning where nothing is stored. @returns {State} */
export function restore() {
  const texts = storedTexts();
  gameAsWritten = texts.game;
  const shared = fromStored(texts, Date.now());
  readOnly = shared.readOnly;
  for (const name of shared.aside) write(KEYS[name] + ASIDE, read(KEYS[name]) ?? '');
  // After a reload the tab has its own game again, whatever another one stored meanwhile.
  const game = readFrom(() => sessionStorage, KEYS.game);
  const own = readOnly || game === null ? shared : fromStored({ ...texts, game }, Date.now());
  return own.aside.includes('game') ? shared.state : { ...own.state, notice: shared.state.notice };
}

/** Stores the state. The answer is what a person should hear about it, if anything. @param {State} state @returns {'stored.failed' | 'stored.newer' | null} */
export function save(state) {
  if (readOnly) return null;
  const texts = storedTexts();
  // A newer page may have been opened beside this one.
  if (isOfLaterVersion(texts)) {
    readOnly = true;
    return 'stored.newer';
  }
  const now = Date.now();
  // Another page may have left games meanwhile, or be at one.
  const theirs = texts.game !== gameAsWritten ? keptOfGame(texts.game, now) : null;
  const changed = state.kept !== keptAsWritten || theirs !== null;
  const kept = changed ? united([...state.kept, ...(theirs ? [theirs] : [])], keptFromText(texts.kept, now)).filter(({ id }) => !state.removed.includes(id)) : state.kept;
  const stored = toStored({ ...state, kept }, now);
  const keptIsWritten = !changed || write(KEYS.kept, JSON.stringify(stored.kept));
  if (keptIsWritten) keptAsWritten = state.kept;
  const game = JSON.stringify(stored.game);
  writeTo(() => sessionStorage, KEYS.game, game);
  const gameIsWritten = write(KEYS.game, game);
  if (gameIsWritten) gameAsWritten = game;
  const isWritten = [keptIsWritten, gameIsWritten, write(KEYS.settings, JSON.stringify(stored.settings)), !state.progress || write(KEYS.puzzles, JSON.stringify(stored.puzzles))].every(Boolean);
  return isWritten ? null : 'stored.failed';
}

/** What is stored now. */
const storedTexts = () => ({ game: read(KEYS.game), settings: read(KEYS.settings), kept: read(KEYS.kept), puzzles: read(KEYS.puzzles) });

/** @param {string} key @param {string} text */
const write = (key, text) => writeTo(() => localStorage, key, text);

/** @param {string} key */
const read = (key) => readFrom(() => localStorage, key);

/** @param {() => Storage} storage which may be forbidden @param {string} key @param {string} text */
function writeTo(storage, key, text) {
  try {
    storage().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {() => Storage} storage @param {string} key */
function readFrom(storage, key) {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}
