// What the page knows. It knows neither the DOM nor the network.

import { Position } from '../rules/position.js';
import { NO_PUZZLE } from './puzzles.js';
import { Tree } from './tree.js';
import { EMPTY_INBOX } from './inbox.js';
import { NEW_SHELF } from './shelf.js';

/** @typedef {import('../rules/position.js').Color} Color */
/** @typedef {import('../rules/position.js').Move} Move */
/** @typedef {import('../rules/game.js').Game} Game */
/** @typedef {import('../engine/engine.js').EngineInfo} EngineInfo */
/** @typedef {import('../engine/engine.js').Thought} Thought */
/** @typedef {import('../lang/en.js').Key} Key */

/** `human`, `level:5`, `squares`, `random`: who plays. @typedef {string} Who */
/** @typedef {{ black: Who, white: Who }} Seats */

/**
 * No limit, seconds a move (for computers), or a clock for the game.
 * @typedef {{ kind: 'none' } | { kind: 'move', seconds: number }
 *   | { kind: 'clock', minutes: number, increment: number }} TimeControl
 */

/**
 * Milliseconds left; the mover's run from `since`, or stand still.
 * @typedef {{ black: number, white: number, since: number | null }} Clocks
 */

/** @typedef {import('./knowledge.js').Effort} Effort */
/** @typedef {import('./knowledge.js').Knowledge} Knowledge */
/** @typedef {import('./kept.js').Kept} Kept */
/** @typedef {import('./inbox.js').Inbox} Inbox */
/** @typedef {Extract<import('../engine/study.js').LibraryAnswer, { type: 'explored' }>} Explored */
/** @typedef {import('../engine/engine.js').GameInfo} GameInfo */
/** A file that the engine wrote, or why it did not. @typedef {{ file: import('../engine/engine.js').Written } | { error: Notice }} Export */

/** @typedef {'moves' | 'graph' | 'lines' | 'review' | 'explorer'} Panel */
/** @typedef {'' | 'new' | 'invite' | 'open' | 'setup' | 'share' | 'settings' | 'tournament' | 'mistakes'} Sheet */
/** @typedef {{ key: Key, params?: Record<string, string | number>, tone: 'info' | 'error' }} Notice */
/** A position that is being set up, and who will play it. @typedef {{ size: number, cells: Uint8Array, side: Color, brush: 0 | 1 | 2, seats: Seats, time: TimeControl, before: readonly { size: number, cells: Uint8Array, side: Color }[] }} Draft */

/**
 * @typedef {object} Settings
 * @property {string | null} language null: as the browser
 * @property {'system' | 'light' | 'dark'} theme
 * @property {boolean | null} contrast null: as the system
 * @property {boolean} legal
 * @property {boolean} coordinates
 * @property {boolean} sound
 * @property {boolean} motion
 * @property {boolean} shortcuts
 * @property {string} name what the person is called in games with others
 * @property {number} level the level last played
 * @property {number} lines how many lines the engine shows
 * @property {'server' | 'browser' | null} engine which engine; null: the server's where there is one
 */

/**
 * @typedef {object} State
 * @property {Tree} tree the game with its variations
 * @property {Game} game the line of it that is looked at: always `tree.game`
 * @property {Seats} seats
 * @property {{ black?: string, white?: string }} names from a record
 * @property {GameInfo | null} record the record that the game was opened from
 * @property {number} begun when the game began, in milliseconds; 0 for one that was opened
 * @property {TimeControl} time
 * @property {Clocks | null} clocks
 * @property {Color | null} flagged who has run out of time
 * @property {Color | null} resigned who has given up
 * @property {import('./room.js').RoomState | null} room where two people play, or are about to
 * @property {readonly Kept[]} kept games that were left, the last one first
 * @property {string | null} origin the kept game that “Back to the game” goes to
 * @property {boolean} studying the game is looked at: anybody moves for either side, and no computer does
 * @property {boolean} paused
 * @property {boolean} stepping one move is wanted in spite of the pause
 * @property {number} speed
 * @property {number} due when a computer may move at the earliest
 * @property {Thought | null} thinking
 * @property {number | null} queued the place in the engine's queue
 * @property {ReadonlyMap<string, Knowledge>} knowledge by position
 * @property {ReadonlySet<string>} refused searches that failed, which are not tried again by themselves
 * @property {boolean} hint
 * @property {Who | null} why the player who says why
 * @property {ReadonlyMap<string, import('../engine/engine.js').Explanation>} reasons what players said, by `whyKey`
 * @property {import('./review.js').Review | null} review of the game
 * @property {import('./quiz.js').Quiz | null} quiz mistakes of the game, with the answers hidden
 * @property {boolean} puzzling a puzzle is on the board, and not the game
 * @property {import('./puzzles.js').Puzzles} puzzles
 * @property {import('../engine/study.js').Progress | null} progress in puzzles
 * @property {import('./drill.js').Drill | null} drill openings are drilled, and not puzzles
 * @property {readonly import('./drill.js').Missed[]} missed places of openings that come back
 * @property {import('./mistakes.js').Mistakes | null} mistakes of many games
 * @property {readonly import('./puzzles.js').OwnPuzzle[]} own mistakes to be practised
 * @property {ReadonlyMap<string, Explored | null>} explored what the library has of a position; null if nothing can be said
 * @property {import('./shelf.js').Shelf} shelf the library as it is looked through
 * @property {number | null} showing a game of the library that is to be opened
 * @property {string} find what the games that were left are to name
 * @property {string} title what the person calls the game
 * @property {Kept | null} lastRemoved the game that was deleted last, for who thinks better of it
 * @property {{ source: import('../engine/engine.js').Source, from: number, before: number } | null} importing all games of a file are kept
 * @property {number} shelved when the game began that was last kept in the library
 * @property {readonly string[]} removed games that were deleted, so that another tab does not bring them back
 * @property {boolean} balance the game waits for a balanced start
 * @property {boolean} exporting all games are written into one file
 * @property {boolean} engine the engine goes on thinking about what is studied, and shows its lines
 * @property {readonly string[]} lit squares that are pointed out, by what is read beside the board
 * @property {import('./tree.js').Shape | null} marking a click on the board marks a square with this
 * @property {Panel} panel what is read beside the board, where there is room for one only
 * @property {boolean | null} evaluation whether it is shown; null: where it cannot spoil a game
 * @property {boolean} turned the board is seen from White's side
 * @property {Sheet} sheet
 * @property {Draft | null} draft
 * @property {Inbox} inbox
 * @property {ReadonlyMap<string, Export>} exports what the share sheet offers, by what was asked
 * @property {import('./tournament.js').Tournament | null} tournament
 * @property {Settings} settings
 * @property {'connecting' | 'ready' | 'lost'} connection
 * @property {EngineInfo | null} info
 * @property {readonly EngineInfo['runs'][]} engines those that this page has
 * @property {Notice | null} notice
 */

/** @param {string} message of the engine @returns {Notice} */
export const engineNotice = (message) => ({ key: 'engine.error', params: { message }, tone: 'error' });

export const LEVELS = Array.from({ length: 20 }, (_, at) => at + 1);
export const CLASSICS = /** @type {const} */ (['ratio', 'breadth', 'squares', 'anysize', 'killer']);
/** How many lines the engine can show. */
export const LINES = [1, 2, 3, 4, 5];
/** How fast computers play each other. */
export const SPEEDS = [0, 1, 2, 3];

/** @type {TimeControl[]} */
export const TIMES = [
  { kind: 'none' },
  ...[0.5, 1, 2, 5, 10, 30].map((seconds) => /** @type {const} */ ({ kind: 'move', seconds })),
  ...[[1, 0], [3, 2], [5, 3], [10, 5], [30, 0]].map(([minutes, increment]) => /** @type {const} */ ({ kind: 'clock', minutes, increment })),
];

/** @param {Who} who */
export const isClassic = (who) => CLASSICS.some((each) => each === who);

const EVERYBODY = ['human', 'random', ...CLASSICS, ...LEVELS.map((level) => `level:${level}`)];

/** @param {unknown} who @returns {who is Who} */
export const isWho = (who) => EVERYBODY.some((each) => each === who);

/** @type {Settings} */
export const DEFAULT_SETTINGS = {
  language: null,
  theme: 'system',
  contrast: null,
  legal: true,
  coordinates: true,
  sound: false,
  motion: true,
  shortcuts: true,
  name: '',
  level: 5,
  lines: 3,
  engine: null,
};

/** @returns {State} */
export function initialState() {
  const tree = Tree.from(Position.start(8));
  return {
    tree, game: tree.game,
    seats: { black: 'human', white: `level:${DEFAULT_SETTINGS.level}` },
    names: {},
    record: null,
    begun: 0,
    time: { kind: 'none' },
    clocks: null,
    flagged: null,
    resigned: null,
    room: null,
    kept: [],
    origin: null,
    studying: false,
    paused: false,
    stepping: false,
    speed: 1,
    due: 0,
    thinking: null,
    queued: null,
    knowledge: new Map(),
    refused: new Set(),
    hint: false,
    why: null,
    reasons: new Map(),
    review: null,
    quiz: null,
    puzzling: false,
    puzzles: NO_PUZZLE,
    progress: null,
    drill: null,
    missed: [],
    mistakes: null,
    own: [],
    explored: new Map(),
    shelf: NEW_SHELF,
    showing: null,
    find: '',
    removed: [],
    title: '',
    lastRemoved: null,
    importing: null,
    shelved: 0,
    balance: false,
    exporting: false,
    engine: false,
    lit: [],
    marking: null,
    panel: 'moves',
    evaluation: null,
    turned: false,
    sheet: '',
    draft: null,
    inbox: EMPTY_INBOX,
    exports: new Map(),
    tournament: null,
    settings: DEFAULT_SETTINGS,
    connection: 'connecting',
    info: null,
    engines: [],
    notice: null,
  };
}
