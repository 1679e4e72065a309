// The games of the server's library as a person looks through them: by what they search for, page by page.

/** @typedef {import('../engine/study.js').GameRow} GameRow */
/** @typedef {import('./state.js').Color} Color */

/**
 * What is searched for. All of it must hold; what is empty does not matter.
 * @typedef {{ player: string, event: string, opening: string, years: string, outcome: Color | 'draw' | '', here: boolean }} Wish
 */

/**
 * @typedef {object} Shelf
 * @property {Wish} wish
 * @property {string} position the one on the board, where games with it are wanted
 * @property {number} from the first game that is shown
 * @property {{ count: number, from: number, games: readonly GameRow[] } | null} found
 * @property {boolean} isOld what was found is not what is wished for now
 */

/**
 * @typedef {{ type: 'shelf.wish', wish: Partial<Wish> } | { type: 'shelf.page', from: number }
 *   | { type: 'shelf.found', shelf: Shelf, count: number, from: number, games: GameRow[] } | { type: 'shelf.failed', shelf: Shelf }} ShelfAction
 */

/** Games on a page. */
export const SHELF_PAGE = 20;

/** @type {Shelf} */
export const NEW_SHELF = { wish: { player: '', event: '', opening: '', years: '', outcome: '', here: false }, position: '', from: 0, found: null, isOld: true };

/** @param {Shelf} shelf @param {ShelfAction} action @param {string} position on the board @returns {Shelf} */
export function changeShelf(shelf, action, position) {
  switch (action.type) {
    case 'shelf.wish': {
      const wish = { ...shelf.wish, ...action.wish };
      return { ...shelf, wish, position: wish.here ? position : '', from: 0, isOld: true };
    }
    case 'shelf.page': return { ...shelf, from: Math.max(0, action.from), isOld: true };
    // An answer to an earlier wish comes too late.
    case 'shelf.found': return action.shelf === shelf ? { ...shelf, found: { count: action.count, from: action.from, games: action.games }, isOld: false } : shelf;
    case 'shelf.failed': return action.shelf === shelf ? { ...shelf, found: { count: 0, from: 0, games: [] }, isOld: false } : shelf;
  }
}

/** The first and the last year of `1985` or `1985-1990`; none of anything else. @param {string} text @returns {[number, number] | null} */
export function yearsOf(text) {
  const [, first, last] = /^\s*(\d{4})(?:\s*[-–]\s*(\d{4}))?\s*$/.exec(text) ?? [];
  return first ? [Number(first), Number(last ?? first)] : null;
}

/** The question that a shelf asks. @param {Shelf} shelf @returns {{ type: 'search' } & import('../engine/study.js').Search} */
export function searchOf({ wish: { player, event, opening, years, outcome }, position, from }) {
  const span = yearsOf(years);
  const texts = Object.entries({ player, event, opening }).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []));
  return { type: 'search', from, limit: SHELF_PAGE, ...Object.fromEntries(texts), ...(span && { years: span }), ...(outcome && { outcome }), ...(position && { position }) };
}
