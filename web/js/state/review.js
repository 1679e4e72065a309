// A review: a conversation with the engine, which says what to search next and what every move cost
// (docs/web-protocol.md, “Reviews”). What was answered is kept here, so that a review can be left and
// gone on with. A try of another move is the review of a game with that one move.

import { moveName } from '../rules/position.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('../rules/position.js').Move} Move */
/** @typedef {import('../rules/position.js').Color} Color */
/** @typedef {import('../engine/engine.js').Line} Line */
/** @typedef {'forced' | 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'} Grade */
/** A grade, or that the search cannot tell whether much is lost. @typedef {Grade | 'unclear'} Verdict */

/** What a search of a review is about. @typedef {{ ply: number, about: string, pass: string }} Subject */
/** A line as the messages have it, moves by name. @typedef {{ score: number, kind: import('../score.js').Kind, confidence?: number, depth: number, pv: string[] }} PlainLine */
/** @typedef {Subject & { line: PlainLine }} Answered */
/** @typedef {Subject & { ask: { start: string, depth?: number, time?: number, level?: number, exact?: boolean, most?: number } }} Asked */
/** Why a move was bad, in words, and the squares that it is about. @typedef {{ id: string, square?: string, squares?: string[], text: string }} ReasonText */

/**
 * What is known of a move; scores are in the view of the side that moved.
 * @typedef {object} Judged
 * @property {number} ply from 1, passes counted
 * @property {Color} side
 * @property {string} move
 * @property {number} legal
 * @property {number} score
 * @property {import('../score.js').Kind} kind
 * @property {number} [confidence]
 * @property {string} best
 * @property {number} best_score
 * @property {number} loss
 * @property {Grade} grade
 * @property {boolean} [uncertain] it may cost nothing
 * @property {boolean} [unclear] it seems to cost much, and may cost next to nothing: then the grade is kind
 * @property {ReasonText[]} reasons
 * @property {string[]} pv
 * @property {string[]} best_pv
 */

/** How well a side played, in per cent. @typedef {{ loss: number, accuracy?: number | null, phases?: Record<'opening' | 'midgame' | 'endgame', number | null> }} SideSummary */

/**
 * @typedef {object} Review
 * @property {string} start
 * @property {readonly string[]} moves what it is about
 * @property {readonly Answered[]} answers
 * @property {readonly Asked[]} next what to search
 * @property {readonly Judged[]} rows
 * @property {Partial<Record<Color, SideSummary>>} summary
 * @property {{ answered: number, of: number }} progress
 * @property {{ answers: readonly Answered[], lang: string } | null} told what the engine knew when it last said what is to be done
 * @property {boolean} running
 */

/** What the engine says. @typedef {{ next: Asked[], moves: Judged[], summary: Review['summary'], progress: Review['progress'] }} Reviewed */

/**
 * @typedef {{ type: 'review' } | { type: 'review.stop' }
 *   | { type: 'review.told', of: readonly string[], answers: readonly Answered[], lang: string, reviewed: Reviewed }
 *   | { type: 'review.answered', of: readonly string[], subject: Subject, line: Line, position: string, size: number }
 *   | { type: 'review.failed', of: readonly string[], notice: import('./state.js').Notice }} ReviewAction
 */

/** @param {string} start @param {readonly string[]} moves @param {readonly Answered[]} [answers] @returns {Review} */
export const begun = (start, moves, answers = []) => ({ start, moves, answers, next: [], rows: [], summary: {}, progress: { answered: 0, of: 0 }, told: null, running: true });

/** The moves of the game itself, by name. @param {Tree} tree */
export const gameMoves = (tree) => tree.mainLine().slice(1).map((id) => moveName(/** @type {Move} */ (tree.nodes[id].move), tree.game.size));

/** Whether nothing is left to be done. @param {Review} review */
export const isDone = ({ told, next, answers }) => told !== null && told.answers === answers && next.length === 0;

/** Whether the engine is to be asked what comes next: what it knew is no longer all, or it used other words. @param {Review} review @param {string} lang */
export function isStale({ running, told, answers, next, start }, lang) {
  if (told === null || told.lang !== lang) return true;
  // On a large board what every move cost takes seconds to say: it is asked for when nothing is left to search.
  return running && told.answers !== answers && (start.length - 2 <= SMALL || next.length === 0);
}

/** Squares of a board on which a review can be told after every answer. */
const SMALL = 64;

/** How many answers there are, also those that the engine has not been told of yet. @param {Review} review */
export const answeredOf = ({ progress, told, answers }) => Math.min(progress.of, progress.answered + answers.length - (told?.answers.length ?? answers.length));

/**
 * The review of the game as it is now: the one that there is, or what of it is still true. Answers about
 * positions before the first other move hold.
 * @param {Review | null} review @param {Tree} tree @returns {Review}
 */
export function reviewOf(review, tree) {
  const moves = gameMoves(tree);
  const start = tree.game.first.toString();
  if (!review || review.start !== start) return begun(start, moves);
  const changed = moves.findIndex((move, at) => review.moves[at] !== move);
  const same = changed < 0 ? Math.min(moves.length, review.moves.length) : changed;
  if (same === moves.length && same === review.moves.length) return { ...review, running: true };
  return begun(start, moves, review.answers.filter(({ ply }) => ply <= same));
}

/** Whether a review is about the game as it is. @param {Review} review @param {Tree} tree */
export function isAboutGame(review, tree) {
  const main = tree.mainLine();
  const { size } = tree.game;
  return review.moves.length === main.length - 1 && review.moves.every((name, at) => name === moveName(/** @type {Move} */ (tree.nodes[main[at + 1]].move), size));
}

/** A review after something happened to it. @param {Review} review @param {ReviewAction} action @returns {Review} */
export function changeReview(review, action) {
  switch (action.type) {
    case 'review.stop': case 'review.failed': return { ...review, running: false, ...(action.type === 'review.failed' && { told: review.told ?? { answers: review.answers, lang: '' } }) };
    case 'review.told': {
      const { next, moves, summary, progress } = action.reviewed;
      const fresh = review.answers.slice(action.answers.length);
      return { ...review, next: next.filter((each) => !fresh.some((answer) => isSame(answer, each))), rows: moves, summary, progress, told: { answers: action.answers, lang: action.lang } };
    }
    case 'review.answered': {
      const { subject, line, size } = action;
      const plain = { ...line.score, depth: line.depth, pv: line.pv.map((move) => moveName(move, size)) };
      return { ...review, answers: [...review.answers, { ...subject, line: plain }], next: review.next.filter((each) => !isSame(each, subject)) };
    }
    default: return review;
  }
}

/** @param {Subject} a @param {Subject} b */
const isSame = (a, b) => a.ply === b.ply && a.about === b.about && a.pass === b.pass;

/** What has to be searched for a review, in the order of importance. @param {Review | null} review @returns {readonly Asked[]} */
export const searchesOf = (review) => (review?.running ? review.next : []);

/** @param {Review | null} review @returns {ReadonlyMap<number, Judged>} by ply, from 1 */
export const rowsByPly = (review) => new Map((review?.rows ?? []).map((row) => [row.ply, row]));

/** What is to be said of a move. @param {Judged} row @returns {Verdict} */
export const verdictOf = ({ grade, unclear }) => (unclear ? 'unclear' : grade);

/** What costs enough to be learnt from. @param {Verdict} grade */
export const isBad = (grade) => grade === 'mistake' || grade === 'blunder';
