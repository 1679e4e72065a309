// Has games read and written by the engine. What is to be asked follows from the state alone: what
// cannot be asked now is asked as soon as there is an engine.

import { NoAnswer } from './engine/engine.js';
import { PAGE } from './state/inbox.js';
import { isStale } from './state/review.js';
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
  const missing = state.sheet === 'share' ? exports.filter((question) => !state.exports.has(exportKey(question))) : [];
  return [...reading, ...reviews, ...missing.map((question) => ({
    key: exportKey(question), question,
    answered: (/** @type {Written} */ file) => /** @type {Action} */ ({ type: 'written', key: exportKey(question), result: { file } }),
    failed: (/** @type {Notice} */ error) => /** @type {Action} */ ({ type: 'written', key: exportKey(question), result: { error } }),
  }))];
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
    const wanted = questions(state, state.sheet === 'share' ? this.exportsOf(state) : []);
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
