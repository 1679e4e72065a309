// What a person's games have in common: game after game is reviewed, its mistakes are listed and the engine
// counts them (docs/web-protocol.md). The games are those of this browser, or a player's of the library.

import { Game } from '../rules/game.js';
import { Position, moveName } from '../rules/position.js';
import { keptGames } from './kept.js';
import { dayOf } from './puzzles.js';
import { begun, changeReview, gameMoves, isBad, isDone } from './review.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Color} Color */
/** @typedef {import('./review.js').Review} Review */
/** @typedef {import('./review.js').Judged} Judged */
/** @typedef {import('./review.js').Answered} Answered */
/** @typedef {import('../engine/engine.js').GameInfo} GameInfo */
/** @typedef {import('../engine/study.js').GameRow} GameRow */
/** @typedef {import('../engine/study.js').Tallied} Tallied */

/**
 * A game to learn from.
 * @typedef {object} Lesson
 * @property {string} id of a kept game, `board`, or a number of the library
 * @property {number | null} number in the library
 * @property {string} date
 * @property {string} rival
 * @property {Color} side the person's
 * @property {string} start
 * @property {readonly string[] | null} moves null until the library has shown them
 * @property {readonly Answered[]} answers of its review
 * @property {GameInfo | null} record of the library
 * @property {boolean} saved whether the library has its review, or need not
 * @property {readonly Judged[] | null} rows every move, once it is reviewed
 * @property {'waits' | 'open' | 'counted' | 'failed'} stage
 */

/**
 * @typedef {object} Mistakes
 * @property {'mine' | 'library'} source
 * @property {string} player whose games of the library
 * @property {readonly Lesson[] | null} lessons the oldest first; null until the library has told
 * @property {Review | null} review of the lesson that is looked at
 * @property {boolean} running games that are not reviewed are
 * @property {object | null} counted what the engine has counted, to be passed on
 * @property {Tallied | null} summary
 * @property {string | null} reason of which the mistakes are listed; null: all
 */

/**
 * @typedef {{ type: 'mistakes.open', source?: 'mine' | 'library', player?: string } | { type: 'mistakes.found', games: GameRow[] }
 *   | { type: 'mistakes.shown', number: number, game: GameInfo | null, answers: Answered[] }
 *   | { type: 'mistakes.saved', id: string } | { type: 'mistakes.run', on: boolean } | { type: 'mistakes.tallied', id: string, tallied: Tallied | null } | { type: 'mistakes.reason', reason: string | null }} MistakesAction
 */

/** Shorter games teach nothing. */
const FEWEST_MOVES = 10;
/** Games of the library that are looked at, the newest. */
export const MOST_GAMES = 60;

/** @param {State} state @param {MistakesAction} action @param {number} now @returns {State} */
export function update(state, action, now) {
  const { mistakes } = state;
  if (action.type === 'mistakes.open') return opened(state, action, now);
  if (!mistakes) return state;
  switch (action.type) {
    case 'mistakes.found': return settled({ ...state, mistakes: { ...mistakes, lessons: action.games.map((row) => lessonOfRow(row, mistakes.player)).reverse() } });
    case 'mistakes.shown': return settled(withLesson(state, String(action.number), (lesson) => shown(lesson, action)));
    case 'mistakes.saved': return withLesson(state, action.id, (lesson) => ({ ...lesson, saved: true }));
    case 'mistakes.run': return settled({ ...state, mistakes: action.on ? { ...recount(mistakes), running: true } : { ...mistakes, running: false, review: null } });
    case 'mistakes.tallied': return tallied(state, action);
    case 'mistakes.reason': return { ...state, mistakes: { ...mistakes, reason: mistakes.reason === action.reason ? null : action.reason } };
  }
}

/** @param {State} state @param {Extract<MistakesAction, { type: 'mistakes.open' }>} action @param {number} now @returns {State} */
function opened(state, { source = state.mistakes?.source ?? 'mine', player = state.mistakes?.player || state.settings.name }, now) {
  const isLibrary = source === 'library' && state.info?.library !== undefined;
  /** @type {Mistakes} */
  const mistakes = { source: isLibrary ? 'library' : 'mine', player, lessons: isLibrary ? (player ? null : []) : ownLessons(state, now), review: null, running: false, counted: null, summary: null, reason: null };
  return settled({ ...state, sheet: 'mistakes', draft: null, notice: null, mistakes });
}

/** The games of this browser in which it is known who the person was, the oldest first. @param {State} state @param {number} now @returns {Lesson[]} */
function ownLessons(state, now) {
  const games = [{ ...state, id: 'board', at: now }, ...keptGames(state)];
  return games.flatMap(({ id, at, tree, seats, names, review, begun: since }) => {
    const side = ownSide(seats, names, state.settings.name);
    const moves = gameMoves(tree);
    if (!side || moves.length < FEWEST_MOVES) return [];
    const other = side === 'black' ? 'white' : 'black';
    const answers = review && review.moves.length === moves.length && review.moves.every((move, ply) => move === moves[ply]) ? review.answers : [];
    return [{
      id, number: null, date: dayOf(since || at), rival: names[other] || seats[other], side, start: tree.game.first.toString(), moves, answers, record: null, saved: true, rows: null, stage: /** @type {const} */ ('waits'), at: since || at,
    }];
  }).sort((a, b) => a.at - b.at).map(({ at: _, ...lesson }) => lesson);
}

/** Which side a person was: the only one, or that of their name. @param {State['seats']} seats @param {State['names']} names @param {string} name @returns {Color | null} */
function ownSide(seats, names, name) {
  const [black, white] = [seats.black === 'human', seats.white === 'human'];
  if (black !== white) return black ? 'black' : 'white';
  const isNamed = (/** @type {string | undefined} */ text) => name !== '' && text?.toLowerCase() === name.toLowerCase();
  if (!black || isNamed(names.black) === isNamed(names.white)) return null;
  return isNamed(names.black) ? 'black' : 'white';
}

/** @param {GameRow} row @param {string} player @returns {Lesson} */
function lessonOfRow({ number, black = '', white = '', date = '' }, player) {
  const isBlack = black.toLowerCase().includes(player.toLowerCase());
  return { id: String(number), number, date, rival: isBlack ? white : black, side: isBlack ? 'black' : 'white', start: '', moves: null, answers: [], record: null, saved: true, rows: null, stage: 'waits' };
}

/** @param {Lesson} lesson @param {Extract<MistakesAction, { type: 'mistakes.shown' }>} action @returns {Lesson} */
function shown(lesson, { game, answers }) {
  if (!game || game.moves.length < FEWEST_MOVES) return { ...lesson, stage: 'failed' };
  const start = game.start ?? Position.start(game.size ?? 8).toString();
  return { ...lesson, start, moves: game.moves, answers, record: game };
}

/** @param {State} state @param {string} id @param {(lesson: Lesson) => Lesson} change @returns {State} */
function withLesson(state, id, change) {
  const { mistakes } = state;
  if (!mistakes?.lessons) return state;
  return { ...state, mistakes: { ...mistakes, lessons: mistakes.lessons.map((each) => (each.id === id ? change(each) : each)) } };
}

/** Everything is counted again, in the order of the games. @param {Mistakes} mistakes @returns {Mistakes} */
const recount = (mistakes) => ({ ...mistakes, counted: null, review: null, lessons: mistakes.lessons?.map((each) => (each.stage === 'failed' ? each : { ...each, stage: /** @type {const} */ ('waits') })) ?? null });

/** The game that is looked at now. @param {Mistakes | null} mistakes */
export const currentLesson = (mistakes) => mistakes?.lessons?.find(({ stage }) => stage === 'waits') ?? null;

/** Begins with the next game; one that is not reviewed is left open, unless it is to be. @param {State} state @returns {State} */
function settled(state) {
  const { mistakes } = state;
  const lesson = currentLesson(mistakes);
  if (!mistakes || !lesson) return mistakes?.running ? { ...state, mistakes: { ...mistakes, running: false, review: null } } : state;
  if (lesson.moves === null || lesson.rows || mistakes.review?.moves === lesson.moves) return state;
  if (lesson.answers.length === 0 && !mistakes.running) return settled(withLesson(state, lesson.id, (each) => ({ ...each, stage: 'open' })));
  const review = begun(lesson.start, lesson.moves, lesson.answers);
  return { ...state, mistakes: { ...mistakes, review: { ...review, moves: lesson.moves } } };
}

/** Something was learnt about the game that is looked at. @param {State} state @param {import('./review.js').ReviewAction} action @returns {State} */
export function learnt(state, action) {
  const { mistakes } = state;
  const lesson = currentLesson(mistakes);
  if (!mistakes?.review || !lesson) return state;
  const review = changeReview(mistakes.review, action);
  const next = { ...state, mistakes: { ...mistakes, review } };
  if (action.type === 'review.failed') return settled({ ...withLesson(next, lesson.id, (each) => ({ ...each, stage: 'failed' })), notice: action.notice });
  if (isDone(review)) return kept(withLesson(next, lesson.id, (each) => ({ ...each, answers: review.answers, rows: review.rows, saved: each.number === null || each.answers.length === review.answers.length })), lesson.id, review);
  // A review that was left half-way goes on only if somebody wants it.
  if (action.type === 'review.told' && !mistakes.running) return settled(withLesson({ ...next, mistakes: { ...next.mistakes, review: null } }, lesson.id, (each) => ({ ...each, stage: 'open' })));
  return next;
}

/** The answers of a review are kept with its game. @param {State} state @param {string} id @param {Review} review @returns {State} */
function kept(state, id, review) {
  const rest = { ...review, running: false };
  if (id === 'board') return { ...state, review: rest };
  return state.kept.some((each) => each.id === id) ? { ...state, kept: state.kept.map((each) => (each.id === id ? { ...each, review: rest } : each)) } : state;
}

/** @param {State} state @param {Extract<MistakesAction, { type: 'mistakes.tallied' }>} action @returns {State} */
function tallied(state, { id, tallied: news }) {
  const next = withLesson(state, id, (each) => ({ ...each, stage: news ? 'counted' : 'failed' }));
  const lesson = next.mistakes?.lessons?.find((each) => each.id === id);
  if (!next.mistakes || !lesson) return state;
  const own = news ? withOwn(next.own, lesson) : next.own;
  return settled({ ...next, own, mistakes: { ...next.mistakes, review: null, ...(news && { counted: news.counted, summary: latest(next.mistakes, news) }) } });
}

/** What is shown of many games: while they are counted again, what was shown before stays until as many are. @param {Mistakes} mistakes @param {Tallied} news */
const latest = ({ summary }, news) => (summary && news.games < summary.games ? summary : news);

/** The mistakes of a game that are certain. @param {Lesson} lesson */
export const badMoves = ({ rows, side }) => (rows ?? []).filter((row) => row.side === side && isBad(row.grade) && !row.uncertain);

/** Mistakes to be practised: the position before each, and what is remembered of it. @param {State['own']} own @param {Lesson} lesson @returns {State['own']} */
function withOwn(own, lesson) {
  const first = Position.parse(lesson.start);
  const game = first && lesson.moves && Game.from(first).playAll([...lesson.moves]);
  if (!game) return own;
  const news = badMoves(lesson).flatMap((row) => {
    const position = game.positions[row.ply - 1];
    return position && moveName(game.moves[row.ply - 1], game.size) === row.move ? [{ position: position.toString(), played: row.move, loss: row.loss, reason: row.reasons[0]?.text ?? '', date: lesson.date }] : [];
  });
  const known = new Set(own.map(({ position }) => position));
  const fresh = news.filter(({ position }) => !known.has(position));
  return fresh.length ? [...own, ...fresh] : own;
}
