// Games that were left for another one. Nothing that a person did is lost: whatever replaces the
// game on the board, the moves that are not part of the new one are kept here.

import { Position } from '../rules/position.js';

/** @typedef {import('./state.js').State} State */

/** What belongs to one game, and comes back with it. */
const PARTS = /** @type {const} */ ([
  'tree', 'game', 'seats', 'names', 'record', 'time', 'clocks', 'flagged', 'resigned', 'title', 'studying', 'review', 'evaluation', 'begun', 'origin',
]);

/** @typedef {Pick<State, typeof PARTS[number]>} Parts */
/** A game as it stood when it was left. @typedef {Parts & { id: string, at: number }} Kept */

/** More than anybody looks through. */
export const MOST_KEPT = 1000;

/** Stands for the game that is being left, until it has been kept. */
export const LEFT = 'left';

/**
 * Keeps what `state` has and `next` has not. Every change of the game comes through here.
 * @param {State} state @param {State} next @param {number} now @returns {State}
 */
export function keepWhatIsLeft(state, next, now) {
  if (next.tree === state.tree && next.seats === state.seats) return next;
  if (!isWorthKeeping(state.tree)) return next.origin === LEFT ? { ...next, origin: state.origin } : next;
  if (isPartOf(state, next)) return next.origin === LEFT ? { ...next, origin: null } : next;
  const known = next.kept.find((each) => isPartOf(state, each));
  if (known) return next.origin === LEFT ? { ...next, origin: known.id } : next;
  const left = { ...partsOf(state), clocks: stopped(state, now), id: newId(next.kept, now), at: now };
  return add(next, left);
}

/** Everything of a kept game, as it was. @param {Kept} kept @returns {Parts} */
export const restored = (kept) => partsOf(kept);

/** The games that can be gone back to: those that are not on the board. @param {State} state */
export const keptGames = (state) => state.kept.filter((each) => !isPartOf(each, state));

/** The game that “Back to the game” goes to. @param {State} state @returns {Kept | undefined} */
export const originOf = (state) => state.kept.find(({ id }) => id === state.origin);

/**
 * The games of two lists, the newest first: those of this page and those that another wrote.
 * @param {readonly Kept[]} own @param {readonly Kept[]} others
 */
export function united(own, others) {
  /** @type {Kept[]} */
  const all = [];
  // The longest first, so that what is part of another comes after it.
  for (const each of [...own, ...others].sort((a, b) => b.tree.nodes.length - a.tree.nodes.length)) {
    if (!all.some((longer) => isPartOf(each, longer))) all.push(each);
  }
  return all.sort((a, b) => b.at - a.at).slice(0, MOST_KEPT);
}

/** @param {Parts} state @returns {Parts} */
function partsOf(state) {
  return /** @type {Parts} */ (Object.fromEntries(PARTS.map((part) => [part, state[part]])));
}

/** The same game that has gone on takes the place of the shorter one, and whoever led back there leads here. @param {State} next @param {Kept} left @returns {State} */
function add(next, left) {
  const replaced = new Set(next.kept.filter((each) => isPartOf(each, left)).map(({ id }) => id));
  /** @param {string | null} origin */
  const moved = (origin) => (origin !== null && (origin === LEFT || replaced.has(origin)) ? left.id : origin);
  const kept = [left, ...next.kept.filter(({ id }) => !replaced.has(id))].slice(0, MOST_KEPT);
  // What has not changed stays the same object: it need not be stored again.
  const withOrigins = kept.map((each) => {
    const origin = moved(each.origin) === each.id ? null : moved(each.origin);
    return origin === each.origin ? each : { ...each, origin };
  });
  return { ...next, origin: moved(next.origin), kept: withOrigins };
}

/** Whether somebody has done something: a move, or a position set up by hand. @param {import('./tree.js').Tree} tree */
function isWorthKeeping({ nodes }) {
  const { position } = nodes[0];
  return nodes.length > 1 || position.toString() !== Position.start(position.size).toString();
}

/** Whether all of a game is in another: its moves and variations, who played them, and when. Records that are opened again are the same. @param {Parts} part @param {Parts} whole */
function isPartOf(part, whole) {
  return part.begun === whole.begun && whole.tree.contains(part.tree) && sameText(part.seats, whole.seats) && sameText(part.names, whole.names);
}

/** @param {{ black?: string, white?: string }} a @param {{ black?: string, white?: string }} b */
const sameText = (a, b) => a.black === b.black && a.white === b.white;

/** A clock that runs stands where the game was left. @param {State} state @param {number} now @returns {State['clocks']} */
function stopped({ clocks, game }, now) {
  if (!clocks || clocks.since === null) return clocks;
  const { side } = game.positions[game.moves.length];
  return { ...clocks, [side]: Math.max(0, clocks[side] - (now - clocks.since)), since: null };
}

/** @param {readonly Kept[]} kept @param {number} now */
function newId(kept, now) {
  const stem = now.toString(36);
  let number = 0;
  while (kept.some(({ id }) => id === `${stem}.${number}`)) number++;
  return `${stem}.${number}`;
}

/**
 * What happens to the games that were left.
 * @typedef {{ type: 'games.find', find: string } | { type: 'games.remove', id: string } | { type: 'games.restore' } | { type: 'games.rename', id: string, title: string }
 *   | { type: 'games.export', on: boolean } | { type: 'games.loaded', games: Kept[], isNews: boolean } | { type: 'games.gone', ids: string[] }
 *   | { type: 'games.import' } | { type: 'games.imported', from: number, count: number, games: Kept[] } | { type: 'games.importFailed', notice: import('./state.js').Notice }} GamesAction
 */

/** @param {State} state @param {GamesAction} action @param {number} now @returns {State} */
export function updateGames(state, action, now) {
  switch (action.type) {
    case 'games.find': return { ...state, find: action.find };
    case 'games.export': return { ...state, exporting: action.on };
    case 'games.remove': return removed(state, action.id);
    case 'games.restore': return state.lastRemoved ? { ...state, lastRemoved: null, removed: state.removed.filter((id) => id !== state.lastRemoved?.id), kept: united([state.lastRemoved, ...state.kept], []) } : state;
    case 'games.rename': return { ...state, kept: state.kept.map((each) => (each.id === action.id ? { ...each, title: action.title } : each)) };
    case 'games.loaded': return loaded(state, action);
    case 'games.gone': return { ...state, kept: state.kept.filter(({ id }) => !action.ids.includes(id)), removed: [...state.removed, ...action.ids] };
    case 'games.import': return state.inbox.found ? { ...state, importing: { source: state.inbox.found.asked.source, from: 0, before: state.kept.length } } : state;
    case 'games.importFailed': return { ...state, importing: null, notice: action.notice };
    case 'games.imported': return imported(state, action, now);
  }
}

/** Games of the store. What another page has just written is newer than what is here; what was read at the beginning is older. @param {State} state @param {Extract<GamesAction, { type: 'games.loaded' }>} action @returns {State} */
function loaded(state, { games, isNews }) {
  const isHere = (/** @type {Kept} */ { id }) => state.kept.some((each) => each.id === id);
  const wanted = games.filter((each) => !state.removed.includes(each.id) && (isNews || !isHere(each)));
  const ids = new Set(wanted.map(({ id }) => id));
  return { ...state, kept: united(state.kept.filter(({ id }) => !ids.has(id)), wanted) };
}

/** @param {State} state @param {string} id @returns {State} */
function removed(state, id) {
  const lastRemoved = state.kept.find((each) => each.id === id) ?? state.lastRemoved;
  return { ...state, kept: state.kept.filter((each) => each.id !== id), removed: [...state.removed, id], lastRemoved };
}

/** A page of the games of a file; those that are here already are left out. @param {State} state @param {Extract<GamesAction, { type: 'games.imported' }>} action @param {number} now @returns {State} */
function imported(state, { from, count, games }, now) {
  const { importing } = state;
  if (!importing || importing.from !== from) return state;
  const kept = united(state.kept, games.map((each, at) => ({ ...each, id: `import.${now.toString(36)}.${from + at}`, at: now - from - at })));
  const next = from + games.length;
  if (games.length > 0 && next < count && kept.length < MOST_KEPT) return { ...state, kept, importing: { ...importing, from: next } };
  return { ...state, kept, importing: null, inbox: { ...state.inbox, found: null, files: [], text: '' }, notice: { key: 'kept.imported', params: { count: kept.length - importing.before }, tone: 'info' } };
}
