// What a person wants to open: a text, files, the games that were found in them. The engine reads
// it; while there is none, it waits here.

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Notice} Notice */
/** @typedef {import('../engine/engine.js').Source} Source */
/** @typedef {import('../engine/engine.js').Games} Games */

/** A page of the games of a source, of those that name `find` where that is not empty. @typedef {{ source: Source, from: number, find: string }} Asked */

/**
 * @typedef {object} Inbox
 * @property {string} text as it stands in the field
 * @property {readonly Source[]} files of which one is to be chosen
 * @property {Asked | null} asked what the engine is to read
 * @property {{ asked: Asked, games: Games } | null} found games of which one is to be chosen
 * @property {Notice | null} error
 */

/**
 * @typedef {{ type: 'inbox.text', text: string }
 *   | { type: 'inbox.read', source: Source }
 *   | { type: 'inbox.files', files: Source[] } | { type: 'inbox.file', at: number }
 *   | { type: 'inbox.page', from: number }
 *   | { type: 'inbox.find', find: string }
 *   | { type: 'inbox.found', asked: Asked, games: Games }
 *   | { type: 'inbox.failed', asked: Asked | null, error: Notice }} InboxAction
 */

/** Games on a page of the list. */
export const PAGE = 50;

/** @type {Inbox} */
export const EMPTY_INBOX = { text: '', files: [], asked: null, found: null, error: null };

/** @param {State} state @param {InboxAction} action @returns {State} */
export function update(state, action) {
  return { ...state, inbox: change(state.inbox, action) };
}

/** @param {Inbox} inbox @param {InboxAction} action @returns {Inbox} */
function change(inbox, action) {
  switch (action.type) {
    case 'inbox.text': return { ...inbox, text: action.text, error: null };
    case 'inbox.read': return reading(inbox, action.source);
    case 'inbox.file': return reading(inbox, inbox.files[action.at]);
    case 'inbox.files': return reading({ ...inbox, files: action.files, found: null }, action.files.length === 1 ? action.files[0] : undefined);
    case 'inbox.page': return { ...inbox, asked: inbox.found && { ...inbox.found.asked, from: action.from } };
    case 'inbox.find': return { ...inbox, asked: inbox.found && { ...inbox.found.asked, from: 0, find: action.find } };
    case 'inbox.found': return inbox.asked === action.asked ? { ...inbox, asked: null, found: { asked: action.asked, games: action.games } } : inbox;
    // What is asked for by something else by now is not answered by this.
    case 'inbox.failed': return action.asked && inbox.asked !== action.asked ? inbox : { ...inbox, asked: null, error: action.error };
  }
}

/** @param {Inbox} inbox @param {Source | undefined} source @returns {Inbox} */
const reading = (inbox, source) => ({ ...inbox, asked: source ? { source, from: 0, find: '' } : null, error: null });

/** What is left when the sheet is closed or a game was opened: the list stays, nothing is being read any more. @param {Inbox} inbox @returns {Inbox} */
export const atRest = (inbox) => ({ ...inbox, asked: null, error: null });
