// What the page asks of its engine to study games: types only. docs/web-protocol.md describes each.

/** @typedef {import('./engine.js').GameInfo} GameInfo */
/** The game of a question. @typedef {{ start?: string, size?: number, moves?: string[] }} Played */
/** @typedef {'black' | 'white'} Side */

/** A line as the engine tells it. @typedef {{ score: number, kind: string, confidence?: number, depth: number, pv: string[] }} LineInfo */
/** Which question of a review an answer is to. @typedef {{ ply: number, about: 'best' | 'played', pass: 'quick' | 'deep' | 'sure' }} Point */
/** @typedef {Point & { line: LineInfo }} Answered */
/** The fields of an analysis. @typedef {{ start: string, level?: number, depth?: number, time?: number, exact?: boolean, most?: number }} Ask */
/** How far to look: one of these. @typedef {{ level?: number, depth?: number, time?: number, exact?: boolean }} Effort */
/** @typedef {{ type: 'review', answers: Answered[], want?: number, lang?: string } & Played & Effort} ReviewQuestion */

/**
 * What a move cost. `ply` counts from 1; scores are from the view of the side that moved.
 * @typedef {object} JudgedMove
 * @property {number} ply
 * @property {Side} side
 * @property {string} move
 * @property {number} legal
 * @property {number} score
 * @property {string} kind
 * @property {number} [confidence]
 * @property {string} best
 * @property {number} best_score
 * @property {number} loss
 * @property {'forced' | 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'} grade
 * @property {boolean} [uncertain]
 * @property {{ id: string, square?: string, squares?: string[], text: string }[]} reasons
 * @property {string[]} pv
 * @property {string[]} best_pv
 */

/** @typedef {{ loss: number, accuracy: number | null, phases: { opening: number | null, midgame: number | null, endgame: number | null } }} SideSummary */
/** The review is done if `next` is empty. @typedef {{ type: 'reviewed', progress: { answered: number, of: number }, next: (Point & { ask: Ask })[], moves: JudgedMove[], summary: Record<Side, SideSummary> }} Reviewed */

/** A node follows the one of the number `from`, or the one before it. @typedef {{ from?: number, move?: string, comment?: string, marks?: Partial<Record<'cross' | 'triangle' | 'circle' | 'square', string[]>>, time?: number, eval?: number }} TreeNode */

/** @typedef {{ type: 'openings', find?: string }} OpeningsQuestion */
/** @typedef {{ type: 'openings', openings: { name: string, aliases?: string[], moves: string[] }[] }} Openings */
/** @typedef {{ type: 'balanced', number?: number }} BalancedQuestion */
/** @typedef {{ type: 'balanced', number: number, count: number, moves: string[] }} Balanced */

/** @typedef {{ type: 'drill', find?: string, line?: string[] } & Played} DrillQuestion */
/** @typedef {{ type: 'drilled', expected: string[], reply?: string, name?: string, names: string[], book: { move: string, score: number, kind: 'book' }[] }} Drilled */
/** How well something is remembered; times are seconds since 1970. @typedef {{ due: number, last: number, stability: number, difficulty: number, repetitions: number, lapses: number, stage: 'learning' | 'review' | 'relearning' }} Card */
/** @typedef {{ type: 'repeat', solved: boolean, now: number, card?: Card | null }} RepeatQuestion */
/** @typedef {{ type: 'repeated', card: Card | null }} Repeated */

/** @typedef {{ rating: number, deviation: number, volatility: number }} Glicko */
/** What a person has done so far. @typedef {{ player: Glicko, tried: Record<string, Card | null> }} Progress */
/** @typedef {'win' | 'draw' | 'most' | 'best'} Task */
/** @typedef {'corner' | 'sacrifice' | 'parity' | 'pass' | 'mobility' | 'tempo' | 'edge' | 'stability' | 'counting'} Idea */
/** @typedef {{ type: 'puzzle', now: number, puzzle?: string, date?: string, theme?: Task | Idea, rating?: [number, number], progress?: Progress, own?: string[] }} PuzzleQuestion */
/** @typedef {{ id: string, position: string, task: Task, rating?: number, ideas: Idea[], source?: string }} PuzzleRow */
/** @typedef {{ answer: string, margin: number, kind: string, confidence?: number, depth: number, pv: string[], choices: { move: string, score: number }[] }} Solution */
/** @typedef {{ type: 'puzzle', puzzle: PuzzleRow, solution: Solution, count: number, due: number, next_due?: number }} Puzzle */
/** @typedef {{ type: 'attempt', puzzle: string, move?: string, now: number, progress?: Progress, own?: string[] }} AttemptQuestion */
/** @typedef {{ type: 'attempted', attempt: { puzzle: string, at: number, move: string | null, solved: boolean, loss: number | null, before: Glicko | null, after: Glicko, card: Card | null } }} Attempted */

/** @typedef {{ count: number, loss: number }} Tally */
/** What was `counted` is only passed on. @typedef {{ type: 'tally', answers: Answered[], side: Side, date?: string, lang?: string, counted?: object } & Played} TallyQuestion */
/** @typedef {{ player: string | null, games: number, mistakes: Tally, reasons: ({ id: string, text: string } & Tally)[], phases: Record<'opening' | 'midgame' | 'endgame', Tally>, openings: ({ name: string } & Tally)[], history: { date: string | null, accuracy: number | null, loss: number, mistakes: number }[], trend: { earlier: number, later: number, margin: number } | null }} Mistakes */
/** @typedef {{ type: 'tallied', counted: object } & Mistakes} Tallied */

/** @typedef {{ player?: string, black?: string, white?: string, event?: string, opening?: string, years?: [number, number], outcome?: Side | 'draw', size?: number, position?: string, from?: number, limit?: number }} Search */
/** @typedef {{ number: number, size: number, plies: number, black?: string, white?: string, event?: string, date?: string, score?: number, opening?: string }} GameRow */
/** @typedef {{ move: string, games: number, black: number, draws: number, white: number, mean_discs: number | null, name?: string, score?: number, kind?: string, notable?: GameRow[] }} ExploredMove */
/**
 * @typedef {({ type: 'explore', notable?: number } & Played)
 *   | ({ type: 'search' } & Search)
 *   | { type: 'show', number: number }
 *   | { type: 'keep', game: GameInfo, answers?: Answered[], depth?: number }
 *   | { type: 'rename', number: number, black?: string, white?: string, event?: string, place?: string, date?: string, comment?: string }
 *   | { type: 'remove', numbers: number[] }
 *   | { type: 'export', format: string, search?: Search }
 *   | { type: 'mistakes', player: string, lang?: string }} LibraryQuestion
 */
/**
 * @typedef {{ type: 'explored', moves: ExploredMove[], ended: number }
 *   | { type: 'found', count: number, from: number, games: GameRow[] }
 *   | { type: 'shown', number: number, game: GameInfo, answers?: Answered[] }
 *   | ({ type: 'mistakes', unreviewed: number[] } & Mistakes)
 *   | { type: 'kept', number: number, was: 'new' | 'known' | 'enriched' }
 *   | { type: 'removed', count: number }} LibraryAnswer
 */

/**
 * @typedef {({ type: 'invite', name?: string, side?: Side | 'random', clock?: { remaining: number, increment?: number } } & Played)
 *   | { type: 'join', room: string, name?: string, token?: string, watch?: boolean }
 *   | { type: 'move', move: string, ply: number }
 *   | { type: 'offer', what: 'take-back' | 'rematch' }
 *   | { type: 'answer', accept: boolean }
 *   | { type: 'resign' }
 *   | { type: 'leave' }} RoomQuestion
 */
/**
 * What a room looks like. One without `id` was not asked for: something changed.
 * @typedef {object} Room
 * @property {'room'} type
 * @property {number} [id]
 * @property {string} room
 * @property {Side} [you]
 * @property {string} [token]
 * @property {'waiting' | 'playing' | 'over'} phase
 * @property {number} round
 * @property {Record<Side, { name: string, here: boolean } | null>} players
 * @property {number} watching
 * @property {number} size
 * @property {string} start
 * @property {string[]} moves
 * @property {number[]} times
 * @property {{ black: number, white: number, increment: number, running?: Side }} [clock]
 * @property {{ what: 'take-back' | 'rematch', by: Side }} [offer]
 * @property {{ score: number, ending: 'played' | 'resigned' | 'time' | 'agreed', winner?: Side, text: string }} [result]
 */

/** @typedef {ReviewQuestion | TallyQuestion | OpeningsQuestion | BalancedQuestion | DrillQuestion | RepeatQuestion | PuzzleQuestion | AttemptQuestion | LibraryQuestion | RoomQuestion} StudyQuestion */
/** @typedef {Reviewed | Tallied | Openings | Balanced | Drilled | Repeated | Puzzle | Attempted | LibraryAnswer | Room | { type: 'left' }} StudyAnswer */

export {};
