// The game in progress, the games that were left and the settings survive a reload. Storage may be
// forbidden or full: then the page works without, and says so. Every tab has its own game in progress;
// what the others play is among the games that were left. Those are in IndexedDB, which answers later: what
// is not there yet when the page is closed waits in `localStorage`, as did all of them in earlier versions.

import { GamesStore } from './games-store.js';
import { united } from './state/kept.js';
import { fromStored, isOfLaterVersion, keptFrom, keptFromText, keptOfGame, toStored, writtenGame } from './state/stored.js';

/** @typedef {import('./state/state.js').State} State */

const KEYS = /** @type {const} */ ({ game: 'obverse.game', settings: 'obverse.settings', kept: 'obverse.kept', puzzles: 'obverse.puzzles' });
/** Texts that could not be read are moved here. */
const ASIDE = '.unread';

/** Nothing is written over what a later version wrote. */
let readOnly = false;
/** The games that were left, as they are known to be stored. @type {State['kept'] | null} */
let keptAsWritten = null;
/** Where the games that were left are, once it is open. @type {GamesStore | null} */
let games = null;
/** Games that are in the store, as they are there. @type {Map<string, import('./state/kept.js').Kept>} */
const inStore = new Map();
/** Whether something is being written there. */
let isWriting = false;
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
  const keptIsWritten = saveKept(state, theirs, texts.kept, now);
  const stored = toStored({ ...state, kept: [] }, now);
  const game = JSON.stringify(stored.game);
  writeTo(() => sessionStorage, KEYS.game, game);
  const gameIsWritten = write(KEYS.game, game);
  if (gameIsWritten) gameAsWritten = game;
  const isWritten = [keptIsWritten, gameIsWritten, write(KEYS.settings, JSON.stringify(stored.settings)), (!state.progress && !state.own.length && !state.missed.length) || write(KEYS.puzzles, JSON.stringify(stored.puzzles))].every(Boolean);
  return isWritten ? null : 'stored.failed';
}

/** What is not in IndexedDB yet is put into `localStorage`: all of it where there is none. @param {State} state @param {import('./state/kept.js').Kept | null} theirs the game of another page @param {string | null} text what is there @param {number} now */
function saveKept(state, theirs, text, now) {
  const changed = state.kept !== keptAsWritten || theirs !== null;
  if (!changed) return true;
  const waiting = games ? [...state.kept, ...(theirs ? [theirs] : [])].filter((each) => inStore.get(each.id) !== each) : [...state.kept, ...(theirs ? [theirs] : [])];
  const before = keptFromText(text, now).filter(({ id }) => !games || !inStore.has(id));
  const kept = united(waiting, before).filter(({ id }) => !state.removed.includes(id));
  if (games && kept.length === 0) {
    keptAsWritten = state.kept;
    if (text !== null) forget(KEYS.kept);
    return true;
  }
  const isWritten = write(KEYS.kept, JSON.stringify(toStored({ ...state, kept }, now).kept));
  if (isWritten && !games) keptAsWritten = state.kept;
  return isWritten;
}

/**
 * Opens the store of games: those of it come by `take`, those that another page deletes by `gone`.
 * @param {(games: import('./state/kept.js').Kept[], isNews: boolean) => void} take @param {(ids: string[]) => void} gone
 */
export async function openGames(take, gone) {
  if (readOnly) return;
  try {
    const store = await GamesStore.open();
    /** @param {import('./games-store.js').Written[]} written @param {boolean} [isNews] */
    const hand = (written, isNews = false) => {
      const read = written.map((each) => keptFrom(each, Date.now())).filter((each) => each !== null);
      for (const each of read) inStore.set(each.id, each);
      take(read, isNews);
    };
    await store.read((some) => hand(some));
    store.watch(async (news) => {
      hand(await store.get(news.games), true);
      for (const id of news.removed) inStore.delete(id);
      if (news.removed.length) gone(news.removed);
    });
    games = store;
    keptAsWritten = null;
  } catch {
    // Forbidden: the games stay in localStorage.
  }
}

/** Writes what has changed since into the store of games. What fails waits in `localStorage`. @param {State} state */
export async function saveGames(state) {
  if (!games || readOnly || isWriting) return;
  const changed = state.kept.filter((each) => inStore.get(each.id) !== each);
  const here = new Set(state.kept.map(({ id }) => id));
  const removed = [...inStore.keys()].filter((id) => !here.has(id));
  if (!changed.length && !removed.length) return;
  isWriting = true;
  try {
    await games.write(changed.map((each) => writtenGame(each, Date.now())), removed);
    for (const each of changed) inStore.set(each.id, each);
    for (const id of removed) inStore.delete(id);
  } catch {
    // Full, perhaps: `save` says so where `localStorage` is full too.
  } finally {
    isWriting = false;
  }
}

/** What is stored now. */
const storedTexts = () => ({ game: read(KEYS.game), settings: read(KEYS.settings), kept: read(KEYS.kept), puzzles: read(KEYS.puzzles) });

/** @param {string} key @param {string} text */
const write = (key, text) => writeTo(() => localStorage, key, text);

/** @param {string} key */
function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Forbidden: then nothing is there either.
  }
}

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
