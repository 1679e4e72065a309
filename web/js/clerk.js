// Has games read and written by the engine. What is to be asked follows from the state alone: what
// cannot be asked now is asked as soon as there is an engine.

import { NoAnswer } from './engine/engine.js';
import { PAGE } from './state/inbox.js';
import { isStale } from './state/review.js';
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
export const exportKey = ({ format, game }) => JSON.stringify([format, game]);

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
  const reviews = [state.quiz?.trial ?? null, state.review].flatMap((review) => (review && isStale(review, languageTag()) ? [reviewing(review, state)] : []));
  const missing = exports.filter((question) => !state.exports.has(exportKey(question)));
  return [...reading, ...reviews, ...puzzleQuestions(state), ...libraryQuestions(state), ...missing.map((question) => ({
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
      answered: ({ game: record }) => ({ type: 'library.shown', game: record }), failed: (notice) => ({ type: 'library.failed', notice }),
    });
  }
  // Without an answer the game begins as usual.
  if (state.balance) wanted.push({ key: state.tree, question: { type: 'balanced' }, answered: (start) => ({ type: 'balanced', moves: start.moves }), failed: () => ({ type: 'balanced', moves: [] }) });
  return wanted;
}

/** @param {State} state @returns {Wanted[]} */
function puzzleQuestions({ puzzling, puzzles, progress }) {
  const now = Math.floor(Date.now() / 1000);
  const { wish, deciding, puzzle } = puzzles;
  /** @type {Wanted[]} */
  const wishes = puzzling && wish ? [{
    key: wish, question: { type: 'puzzle', now, ...wish, ...(progress && { progress }) },
    answered: (given) => ({ type: 'puzzles.given', wish, puzzle: given }),
    failed: (error) => ({ type: 'puzzles.none', wish, error }),
  }] : [];
  if (!deciding || !puzzle) return wishes;
  const { id } = puzzle.puzzle;
  // Of what was tried only the puzzle's own card is needed.
  const own = progress && { player: progress.player, tried: id in progress.tried ? { [id]: progress.tried[id] } : {} };
  return [...wishes, {
    key: deciding, question: { type: 'attempt', puzzle: id, now, ...deciding, ...(own && { progress: own }) },
    answered: ({ attempt }) => ({ type: 'puzzles.attempted', attempt }),
    failed: () => ({ type: 'puzzles.unrated' }),
  }];
}

/** Every move of a review that large is searched for a time: to a depth it would take for ever. */
const LARGE = 8;
const REVIEW_DEPTH = 12;
const REVIEW_SECONDS = 0.3;

/** @param {import('./state/review.js').Review} review @param {State} state @returns {Wanted} */
function reviewing(review, { info }) {
  const { start, moves, answers } = review;
  const lang = languageTag();
  const isLarge = start.length - 2 > LARGE ** 2;
  return {
    // One question at a time: the next one knows more.
    key: moves,
    question: { type: 'review', start, moves, answers, lang, want: 2 * (info?.searches ?? 1) + 2, ...(isLarge ? { time: REVIEW_SECONDS } : { depth: REVIEW_DEPTH }) },
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
