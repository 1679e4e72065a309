// A position with the answer hidden: a mistake of the game (“find better”) or a puzzle. A move that is
// tried is judged by what it costs; the board stays as it is.

import { moveName, squareName } from '../rules/position.js';
import { begun, changeReview, isBad, isDone } from './review.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./review.js').Review} Review */
/** @typedef {import('./review.js').Judged} Judged */
/** @typedef {import('./tree.js').NodeId} NodeId */

/** What a move cost, or null while it is being judged. @typedef {{ square: number, loss: number | null, grade: import('./review.js').Grade | null }} Try */

/**
 * @typedef {object} Quiz
 * @property {readonly NodeId[]} nodes the positions, each before a mistake
 * @property {number} at which of them is asked
 * @property {readonly ('open' | 'found' | 'shown')[]} results of each
 * @property {readonly Try[]} tries at the position that is asked
 * @property {Review | null} trial the judging of the last try
 */

/** @typedef {{ type: 'quiz' } | { type: 'quiz.try', square: number } | { type: 'quiz.show' } | { type: 'quiz.go', at: number } | { type: 'quiz.end' }} QuizAction */

/** Losing less than this against the best move is as good as finding it. */
export const CLOSE = 1;

/** The mistakes of the person, or of both sides where nobody knows whose they are. @param {State} state */
export function lessons(state) {
  const { seats, tree, review } = state;
  const own = seats.black === 'human' && seats.white !== 'human' ? 'black' : seats.white === 'human' && seats.black !== 'human' ? 'white' : null;
  const main = tree.mainLine();
  return (review?.rows ?? []).filter(({ grade, side }) => isBad(grade) && (own === null || side === own)).map((row) => ({ row, node: main[row.ply - 1] }));
}

/** @param {State} state @returns {Quiz | null} */
export function begin(state) {
  const found = lessons(state);
  return found.length ? { nodes: found.map(({ node }) => node), at: 0, results: found.map(() => 'open'), tries: [], trial: null } : null;
}

/** What is known of the mistake that is asked about. @param {State} state @returns {Judged | undefined} */
export function questionOf({ quiz, review, tree }) {
  if (!quiz) return undefined;
  const ply = tree.pathTo(quiz.nodes[quiz.at]).length;
  return review?.rows.find((row) => row.ply === ply);
}

/** Whether the answer is still hidden. @param {Quiz | null} quiz */
export const isAsking = (quiz) => quiz !== null && quiz.results[quiz.at] === 'open';

/** @param {State} state @param {number} square @returns {Quiz} */
export function tried(state, square) {
  const quiz = /** @type {Quiz} */ (state.quiz);
  const row = questionOf(state);
  const { position } = state.game;
  if (!isAsking(quiz) || !position.isLegal(square) || quiz.tries.some((each) => each.square === square)) return quiz;
  const name = squareName(square, position.size);
  // What the game's review says need not be searched again.
  const known = row && (name === row.best ? { loss: 0, grade: /** @type {const} */ ('best') } : name === row.move ? { loss: row.loss, grade: row.grade } : null);
  if (known) return settled({ ...quiz, tries: [...quiz.tries, { square, ...known }] });
  const answers = (state.review?.answers ?? []).filter((each) => each.ply === row?.ply && each.about === 'best').map((each) => ({ ...each, ply: 1 }));
  return { ...quiz, tries: [...quiz.tries, { square, loss: null, grade: null }], trial: begun(position.toString(), [name], answers) };
}

/** Something was learnt about the try. @param {Quiz} quiz @param {import('./review.js').ReviewAction} action @returns {Quiz} */
export function judged(quiz, action) {
  if (!quiz.trial) return quiz;
  const trial = changeReview(quiz.trial, action);
  const [row] = trial.rows;
  const ended = isDone(trial) || !trial.running;
  if (!row || !ended) return { ...quiz, trial: ended ? null : trial, tries: ended ? quiz.tries.filter(({ loss }) => loss !== null) : quiz.tries };
  const size = Math.sqrt(trial.start.length - 2);
  const tries = quiz.tries.map((each) => (moveName(each.square, size) === row.move ? { ...each, loss: row.loss, grade: row.grade } : each));
  return settled({ ...quiz, tries, trial: null });
}

/** A try that costs next to nothing is the answer. @param {Quiz} quiz @returns {Quiz} */
function settled(quiz) {
  const found = quiz.tries.some(({ loss }) => loss !== null && loss < CLOSE);
  return found ? withResult(quiz, 'found') : quiz;
}

/** @param {Quiz} quiz @param {'found' | 'shown'} result @returns {Quiz} */
export const withResult = (quiz, result) => (isAsking(quiz) ? { ...quiz, trial: null, results: quiz.results.map((each, at) => (at === quiz.at ? result : each)) } : quiz);

/** Another of the positions. @param {Quiz} quiz @param {number} at @returns {Quiz} */
export const goTo = (quiz, at) => ({ ...quiz, at: Math.max(0, Math.min(at, quiz.nodes.length - 1)), tries: [], trial: null });
