// What the page asks of an engine, wherever that runs: in a server behind a WebSocket, or in a
// worker beside the page. Nothing here knows which.

/** @typedef {import('../rules/game.js').Game} Game */
/** @typedef {import('../rules/position.js').Move} Move */
/** @typedef {import('../score.js').Score} Score */

/** A move with its score, from the side to move's view, and the expected play. @typedef {{ score: Score, depth: number, pv: Move[] }} Line */

/**
 * What a player thinks while it thinks.
 * @typedef {object} Thought
 * @property {Score} [score]
 * @property {number} [depth]
 * @property {Move[]} line
 * @property {number} nodes
 * @property {number} seconds
 */

/** Who can play, on which sizes. @typedef {{ who: string, sizes: number[] }} PlayerInfo */

/**
 * @typedef {object} EngineInfo
 * @property {string} name
 * @property {string} version
 * @property {'server' | 'browser'} runs where it runs
 * @property {string} place the server's name
 * @property {number} searches how many jobs it does at the same time
 * @property {PlayerInfo[]} players
 * @property {{ level: number, elo: number | null }[]} levels
 * @property {{ games: number, writes: boolean }} [library] where it has one
 * @property {boolean} [rooms] whether two people can play
 * @property {{ bytes: number, seconds?: number }} limits the largest message, and the longest search
 */

/**
 * A move is wanted of a player.
 * @typedef {object} ChooseJob
 * @property {'choose'} kind
 * @property {Game} game
 * @property {string} who
 * @property {number} [time] seconds for this move
 * @property {{ remaining: number, increment: number }} [clock] seconds
 */

/**
 * The best moves of the position are wanted, the first `top` of them, within a time or to a depth.
 * @typedef {object} AnalyseJob
 * @property {'analyse'} kind
 * @property {Game} game
 * @property {number} top
 * @property {number} [time] seconds
 * @property {number} [depth] plies
 * @property {number} [level]
 * @property {boolean} [exact] to the end of the game
 * @property {number} [most] seconds after which it ends, however far it is
 * @property {Move[]} [only] the moves to look at, if not all
 */

/**
 * A player is to say why: what it thinks of every move.
 * @typedef {object} WhyJob
 * @property {'why'} kind
 * @property {Game} game
 * @property {string} who
 * @property {number} time seconds, for those who think as long as they are given
 */

/** @typedef {ChooseJob | AnalyseJob | WhyJob} Job */

/** A weighted term of a player's evaluation, in its own units. @typedef {{ name: string, value: number }} Term */

/**
 * What a player thinks of a move, in the view of the side to move.
 * @typedef {object} Reason
 * @property {Move} move
 * @property {number} score the sum of the terms
 * @property {Term[]} terms right after the move
 * @property {{ score: number, depth: number, nodes: number, pv: Move[], depths: { depth: number, score: number }[] }} searched what its search made of it
 * @property {number} [opening] the chance by which it is drawn from the player's openings
 */

/** How a tree of moves grew. @typedef {{ levels: number[], complete: number, nodes: number, memory: number, allowed: number, ended: 'whole' | 'depth' | 'time' | 'memory' }} Tree */
/** Every move, best first. @typedef {{ reasons: Reason[], tree: Tree | null }} Explanation */

/**
 * A game as records know it. Everything else that one holds (ratings, place, times, comments…)
 * travels with it as it came.
 * @typedef {object} GameInfo
 * @property {number} [size]
 * @property {string} [start]
 * @property {string[]} moves
 * @property {string} [black]
 * @property {string} [white]
 * @property {string} [event]
 * @property {string} [date]
 * @property {{ score: number, ending?: 'played' | 'resigned' | 'time' | 'agreed' }} [result] discs from Black's view
 * @property {(number | null)[]} [times]
 * @property {(number | null)[]} [evals]
 * @property {(string | null)[]} [comments]
 * @property {import('./study.js').TreeNode[]} [tree] variations, comments and marks
 */

/** A text, or a file in base64; `players` and `tournaments` are WTHOR's files of names. @typedef {{ text: string } | { name: string, bytes: string, players?: string, tournaments?: string }} Source */

/** The games of a text or a file, a page of them. @typedef {{ type: 'read', tree?: boolean, from: number, limit: number, find?: string } & Source} ReadQuestion */
/** A game in a format. `html` is the report of a review, with its answers. @typedef {{ type: 'write', format: string, game: GameInfo, answers?: readonly import('../state/review.js').Answered[], lang?: string }} WriteQuestion */
/** What to search for a review, and what is known of every move. @typedef {{ type: 'review', start: string, moves: readonly string[], answers: readonly import('../state/review.js').Answered[], lang: string, want: number, depth?: number, time?: number }} ReviewQuestion */
/** What is answered at once, without a search. @typedef {ReadQuestion | WriteQuestion | ReviewQuestion | Exclude<import('./study.js').StudyQuestion, { type: 'review' }>} Question */

/** What a question is answered with. @typedef {Games | Written | import('../state/review.js').Reviewed | Exclude<import('./study.js').StudyAnswer, { type: 'reviewed' }>} Answer */
/** @typedef {{ format: string, count: number, from: number, games: GameInfo[], notes?: string[] }} Games */
/** A file by a name that would do; `bytes` are in base64. @typedef {{ file: string, text?: string, bytes?: string }} Written */

/** Why there is no answer, in the engine's words. Without words the engine is out of reach. */
export class NoAnswer extends Error {}

/**
 * What becomes of a job. `chosen`, `explained`, `done` and `failed` are the last word; after `cancel` there is none.
 * A job that failed because the engine is busy may be begun again after `retry` seconds.
 * @typedef {{ type: 'queued', place: number }
 *   | { type: 'thinking', thought: Thought }
 *   | { type: 'lines', lines: Line[], done: boolean }
 *   | { type: 'chosen', move: Move, thought: Thought | null }
 *   | { type: 'explained', explanation: Explanation }
 *   | { type: 'failed', message: string, retry?: number }} JobEvent
 */

/** Hears whether there is an engine. @typedef {(status: 'connecting' | 'ready' | 'lost', info?: EngineInfo) => void} Watcher */

/**
 * @typedef {object} Engine
 * @property {(job: Job, listen: (event: JobEvent) => void) => { cancel: () => void }} start
 *   Begins a job, beside no more others than the engine does at the same time.
 * @property {(question: Question) => Promise<Answer>} ask
 *   Answers at once, whatever jobs there are; throws NoAnswer.
 * @property {() => void} [hurry]
 *   Looks at once whether it is back, instead of after a while.
 * @property {(listen: Watcher) => void} watch
 *   Says whether there is an engine, now and whenever that changes. One that has gone has dropped its jobs.
 */

/** Whether nothing more comes of a job. @param {JobEvent} event */
export const isLast = (event) => event.type === 'chosen' || event.type === 'explained' || event.type === 'failed' || (event.type === 'lines' && event.done);
