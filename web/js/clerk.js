// Has games read and written by the engine. What is to be asked follows from the state alone: what
// cannot be asked now is asked as soon as there is an engine.

import { NoAnswer } from './engine/engine.js';
import { PAGE } from './state/inbox.js';
import { MOST_GAMES, currentLesson } from './state/mistakes.js';
import { OWN, isKnown } from './state/puzzles.js';
import { gameOf, playerName, recordOf } from './state/record.js';
import { isAboutGame, isDone, isStale } from './state/review.js';
import { hasEnded } from './state/select.js';
import { searchOf } from './state/shelf.js';
import { moveName } from './rules/position.js';
import { languageTag } from './words.js';

/** @typedef {import('./state/state.js').State} State */
/** @typedef {import('./state/update.js').Action} Action */
/** @typedef {import('./engine/engine.js').Question} Question */
/** @typedef {import('./engine/engine.js').Games} Games */
/** @typedef {import('./engine/engine.js').Written} Written */
/** @typedef {import('./state/state.js').Notice} Notice */
/** @typedef {{ key: string | object, question: Question, answered: (answer: any) => Action, failed: (error: Notice) => Action }} Wanted */

const TOO_LARGE = new NoAnswer('too large');

/** The key under which the answer to a question to write is kept. @param {import('./engine/engine.js').WriteQuestion} question */
export const exportKey = ({ format, game, answers, lang }) => JSON.stringify([format, game, answers?.length, lang]);

/**
 * What the engine should be asked now.
 * @param {State} state @param {import('./engine/engine.js').WriteQuestion[]} exports what the share sheet shows @returns {Wanted[]}
 */
export function questions(state, exports) {
  if (state.connection !== 'ready') return [];
  const { asked } = state.inbox;
  /** @type {Wanted[]} */
  const reading = asked ? [{
    key: asked,
    question: { type: 'read', tree: true, from: asked.from, limit: PAGE, ...(asked.find && { find: asked.find }), ...asked.source },
    answered: (games) => ({ type: 'inbox.found', asked, games }),
    failed: (error) => ({ type: 'inbox.failed', asked, error }),
  }] : [];
  const reviews = [state.quiz?.trial ?? null, state.review, state.mistakes?.review ?? null].flatMap((review) => (review && isStale(review, languageTag()) ? [reviewing(review, state)] : []));
  const missing = exports.filter((question) => !state.exports.has(exportKey(question)));
  return [...reading, ...reviews, ...puzzleQuestions(state), ...libraryQuestions(state), ...mistakeQuestions(state), ...drillQuestions(state), ...keepQuestions(state), ...missing.map((question) => ({
    key: exportKey(question), question,
    answered: (/** @type {Written} */ file) => /** @type {Action} */ ({ type: 'written', key: exportKey(question), result: { file } }),
    failed: (/** @type {Notice} */ error) => /** @type {Action} */ ({ type: 'written', key: exportKey(question), result: { error } }),
  }))];
}

/** What the explorer shows, a game of the library, and how a balanced game begins. @param {State} state @returns {Wanted[]} */
function libraryQuestions(state) {
  const { game, info, studying, puzzling, draft, explored, showing } = state;
  const position = game.position.toString();
  const moves = game.moves.slice(0, game.ply).map((move) => moveName(move, game.size));
  /** @type {Wanted[]} */
  const wanted = [];
  if (info?.library && studying && !puzzling && !draft && !explored.has(position)) {
    wanted.push({
      key: `explore ${position}`, question: { type: 'explore', start: game.first.toString(), moves, notable: 1 },
      answered: (found) => ({ type: 'explored', position, found }), failed: () => ({ type: 'explored', position, found: null }),
    });
  }
  if (showing !== null) {
    wanted.push({
      key: `show ${showing}`, question: { type: 'show', number: showing },
      answered: ({ game: record, answers }) => ({ type: 'library.shown', game: record, ...(answers && { answers }) }), failed: (notice) => ({ type: 'library.failed', notice }),
    });
  }
  const { shelf } = state;
  if (info?.library && state.sheet === 'open' && shelf.isOld) {
    wanted.push({ key: shelf, question: searchOf(shelf), answered: ({ count, from, games }) => ({ type: 'shelf.found', shelf, count, from, games }), failed: () => ({ type: 'shelf.failed', shelf }) });
  }
  // Without an answer the game begins as usual.
  if (state.balance) wanted.push({ key: state.tree, question: { type: 'balanced' }, answered: (start) => ({ type: 'balanced', moves: start.moves }), failed: () => ({ type: 'balanced', moves: [] }) });
  return wanted;
}

/** @param {State} state @returns {Wanted[]} */
function puzzleQuestions({ puzzling, drill, puzzles, progress }) {
  const now = Math.floor(Date.now() / 1000);
  const { wish, deciding, puzzle } = puzzles;
  /** @type {Wanted[]} */
  const wishes = puzzling && !drill && wish && !wish.own ? [{
    key: wish, question: { type: 'puzzle', now, ...(wish.date && { date: wish.date }), ...(progress && { progress }) },
    answered: (given) => ({ type: 'puzzles.given', wish, puzzle: given }),
    failed: (error) => ({ type: 'puzzles.none', wish, error }),
  }] : [];
  if (!deciding || !puzzle) return wishes;
  const { id } = puzzle.puzzle;
  // A mistake of one's own comes back like a puzzle, and counts for no rating.
  if (id === OWN && puzzles.own) {
    const { position, card } = puzzles.own;
    return [...wishes, {
      key: deciding, question: { type: 'repeat', now, solved: isKnown(puzzles), ...(card && { card }) },
      answered: (repeated) => ({ type: 'puzzles.repeated', position, card: repeated.card }), failed: () => ({ type: 'puzzles.unrated' }),
    }];
  }
  // Of what was tried only the puzzle's own card is needed.
  const own = progress && { player: progress.player, tried: id in progress.tried ? { [id]: progress.tried[id] } : {} };
  return [...wishes, {
    key: deciding, question: { type: 'attempt', puzzle: id, now, ...deciding, ...(own && { progress: own }) },
    answered: ({ attempt }) => ({ type: 'puzzles.attempted', attempt }),
    failed: () => ({ type: 'puzzles.unrated' }),
  }];
}

/** What is imported, and what the library is to keep: a game that was played here to its end, and its review. @param {State} state @returns {Wanted[]} */
function keepQuestions(state) {
  const { importing, info, begun, shelved, review, tree } = state;
  /** @type {Wanted[]} */
  const wanted = [];
  if (importing) {
    const { source, from } = importing;
    wanted.push({
      key: importing, question: { type: 'read', tree: true, from, limit: PAGE, ...source },
      answered: (read) => ({ type: 'games.imported', from, count: read.count, games: read.games.map(keptOfRecord).filter(Boolean) }), failed: (notice) => ({ type: 'games.importFailed', notice }),
    });
  }
  if (!info?.library?.writes || begun === 0 || state.room || !hasEnded(state)) return wanted;
  const isReviewed = review !== null && isDone(review) && isAboutGame(review, tree);
  const key = isReviewed ? -begun : begun;
  if (shelved === key || (shelved === -begun && !isReviewed)) return wanted;
  const names = { black: playerName(state, 'black'), white: playerName(state, 'white') };
  const answers = isReviewed ? { answers: /** @type {any} */ (review.answers), depth: REVIEW_DEPTH } : {};
  const kept = () => /** @type {Action} */ ({ type: 'library.kept', begun: key });
  wanted.push({ key: `keep ${key}`, question: { type: 'keep', game: recordOf(state, names), ...answers }, answered: kept, failed: kept });
  return wanted;
}

/** A game of a file as one that was left. @param {import('./engine/engine.js').GameInfo} record @returns {any} */
function keptOfRecord(record) {
  const game = gameOf(record);
  if (!game) return null;
  const { tree, flagged, resigned, names } = game;
  return {
    tree, game: tree.game, flagged, resigned, names, record, title: record.event ?? '', seats: { black: 'human', white: 'human' }, time: { kind: 'none' }, clocks: null,
    studying: true, review: null, evaluation: null, begun: 0, origin: null,
  };
}

/** The openings, how they go on, and when what was missed comes back. @param {State} state @returns {Wanted[]} */
function drillQuestions({ drill, puzzling }) {
  if (!drill || !puzzling) return [];
  const { course, game, told, deciding } = drill;
  /** @type {Wanted[]} */
  const wanted = [];
  if (!drill.openings) wanted.push({ key: 'openings', question: { type: 'openings' }, answered: ({ openings }) => ({ type: 'drill.openings', openings }), failed: () => ({ type: 'drill.openings', openings: [] }) });
  if (course && !told) {
    const lines = course.line ? { line: [...course.line] } : course.find ? { find: course.find } : {};
    wanted.push({
      key: game, question: { type: 'drill', moves: game.moves.map((move) => moveName(move, game.size)), ...lines },
      answered: (drilled) => ({ type: 'drill.told', game, drilled }), failed: () => ({ type: 'drill.told', game, drilled: null }),
    });
  }
  if (deciding) {
    const { missed, solved } = deciding;
    wanted.push({
      key: deciding, question: { type: 'repeat', now: Math.floor(Date.now() / 1000), solved, ...(missed.card && { card: missed.card }) },
      answered: ({ card }) => ({ type: 'drill.repeated', missed, card }), failed: () => ({ type: 'drill.repeated', missed, card: missed.card ?? null }),
    });
  }
  return wanted;
}

/** The games of a player, and what is counted of them. @param {State} state @returns {Wanted[]} */
function mistakeQuestions({ mistakes, info }) {
  if (!mistakes) return [];
  const { player, counted } = mistakes;
  if (mistakes.lessons === null) {
    return [{
      key: `mistakes of ${player}`, question: { type: 'search', player, limit: MOST_GAMES },
      answered: ({ games }) => ({ type: 'mistakes.found', games }), failed: () => ({ type: 'mistakes.found', games: [] }),
    }];
  }
  const lesson = currentLesson(mistakes);
  if (!lesson) return [];
  const { id, number, start, moves, answers, side, date, rows, record, saved } = lesson;
  if (moves === null && number !== null) {
    return [{
      key: `lesson ${number}`, question: { type: 'show', number },
      answered: (shown) => ({ type: 'mistakes.shown', number, game: shown.game, answers: shown.answers ?? [] }), failed: () => ({ type: 'mistakes.shown', number, game: null, answers: [] }),
    }];
  }
  if (!rows || !moves) return [];
  // What was reviewed is not reviewed again.
  if (!saved && record && info?.library?.writes) {
    const done = () => /** @type {Action} */ ({ type: 'mistakes.saved', id });
    return [{ key: `save ${id}`, question: { type: 'keep', game: record, answers: /** @type {any} */ (answers), depth: REVIEW_DEPTH }, answered: done, failed: done }];
  }
  return [{
    key: rows, question: { type: 'tally', start, moves: [...moves], answers: /** @type {any} */ (answers), side, lang: languageTag(), ...(date && { date }), ...(counted && { counted }) },
    answered: (tallied) => ({ type: 'mistakes.tallied', id, tallied }), failed: () => ({ type: 'mistakes.tallied', id, tallied: null }),
  }];
}

/** Every move of a review that large is searched for a time: to a depth it would take for ever. */
const LARGE = 8;
const REVIEW_DEPTH = 12;
const REVIEW_SECONDS = 0.3;
/** Questions at a time on a large board. */
const LARGE_WANT = 40;

/** @param {import('./state/review.js').Review} review @param {State} state @returns {Wanted} */
function reviewing(review, { info }) {
  const { start, moves, answers } = review;
  const lang = languageTag();
  const isLarge = start.length - 2 > LARGE ** 2;
  return {
    // One question at a time: the next one knows more.
    key: moves,
    question: { type: 'review', start, moves, answers, lang, want: isLarge ? LARGE_WANT : 2 * (info?.searches ?? 1) + 2, ...(isLarge ? { time: REVIEW_SECONDS } : { depth: REVIEW_DEPTH }) },
    answered: (reviewed) => ({ type: 'review.told', of: moves, answers, lang, reviewed }),
    failed: (notice) => ({ type: 'review.failed', of: moves, notice }),
  };
}

/** Asks what is wanted, each once. */
export class Clerk {
  /**
   * @param {import('./engine/engine.js').Engine} engine @param {(action: Action) => void} dispatch
   * @param {(state: State) => import('./engine/engine.js').WriteQuestion[]} exportsOf
   */
  constructor(engine, dispatch, exportsOf) {
    this.engine = engine;
    this.dispatch = dispatch;
    this.exportsOf = exportsOf;
    /** @type {Set<string | object>} */
    this.asked = new Set();
  }

  /** @param {State} state */
  follow(state) {
    const wanted = questions(state, state.sheet === 'share' || state.exporting ? this.exportsOf(state) : []);
    const limit = state.info?.limits.bytes ?? Infinity;
    for (const each of wanted) if (!this.asked.has(each.key)) void this.ask(each, limit);
  }

  /** @param {Wanted} wanted @param {number} limit of a message, in bytes */
  async ask({ key, question, answered, failed }, limit) {
    this.asked.add(key);
    const action = await this.answer(question, limit).then(answered, (error) => {
      if (!(error instanceof NoAnswer)) throw error;
      if (error === TOO_LARGE) return failed({ key: 'open.large', params: { megabytes: Math.floor(limit / 1_000_000) }, tone: 'error' });
      // Without words the engine has gone; the question is asked again when it is back.
      return error.message ? failed({ key: 'open.refused', params: { message: error.message }, tone: 'error' }) : null;
    });
    this.asked.delete(key);
    if (action) this.dispatch(action);
  }

  /** @param {Question} question @param {number} limit @returns {Promise<import('./engine/engine.js').Answer>} */
  async answer(question, limit) {
    // A larger message would cost the connection. The number of the question is added to it.
    if (new Blob([JSON.stringify(question)]).size + 100 > limit) throw TOO_LARGE;
    return this.engine.ask(question);
  }
}
