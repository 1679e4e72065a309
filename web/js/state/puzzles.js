// Puzzles: a position, a task, and the score of every move, so that a try is judged at once. The engine
// chooses them, rates the person and says when one that was missed comes back (docs/web-protocol.md); what it
// says of that is kept here.

import { Position, moveName, parseMove, squareName } from '../rules/position.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Notice} Notice */
/** @typedef {import('../engine/study.js').Puzzle} Puzzle */
/** @typedef {import('../engine/study.js').Progress} Progress */
/** @typedef {import('../engine/study.js').Attempted} Attempted */
/** @typedef {import('../engine/study.js').Card} Card */
/** @typedef {import('../engine/engine.js').Line} Line */
/** Which one is wanted: that of a day, the next, or one of the person's own mistakes. @typedef {{ date?: string, own?: OwnPuzzle }} Wish */
/** A mistake to be practised. `card` says when it comes back: left out before the first try, null once it is known. @typedef {{ position: string, played: string, loss: number, reason: string, date: string, card?: Card | null }} OwnPuzzle */
/** @typedef {{ square: number, loss: number }} Tried */

/**
 * @typedef {object} Puzzles
 * @property {Wish | null} wish what the engine is asked for
 * @property {boolean} daily whether it is the puzzle of the day
 * @property {Puzzle | null} puzzle
 * @property {OwnPuzzle | null} own the mistake that it was
 * @property {readonly Tried[]} tries
 * @property {'open' | 'found' | 'shown'} result
 * @property {{ move?: string } | null} deciding the first try, which the engine has not heard of yet
 * @property {number | null} change of the rating, by this puzzle
 * @property {number} step how far the answer's line is played through
 * @property {Notice | null} error
 */

/**
 * @typedef {{ type: 'puzzles.open' } | { type: 'puzzles.today' } | { type: 'puzzles.own' } | { type: 'puzzles.wish', wish: Wish }
 *   | { type: 'puzzles.given', wish: Wish, puzzle: Puzzle } | { type: 'puzzles.none', wish: Wish, error: Notice }
 *   | { type: 'puzzles.try', square: number } | { type: 'puzzles.show' } | { type: 'puzzles.step', by: number }
 *   | { type: 'puzzles.attempted', attempt: Attempted['attempt'] } | { type: 'puzzles.unrated' }
 *   | { type: 'puzzles.judged', own: OwnPuzzle, lines: Line[] } | { type: 'puzzles.repeated', position: string, card: Card | null }} PuzzlesAction
 */

/** @type {Puzzles} */
export const NO_PUZZLE = { wish: null, daily: false, puzzle: null, own: null, tries: [], result: 'open', deciding: null, change: null, step: 0, error: null };

/** Losing less than this is as good as the answer. A mistake of one's own has no answer that is the only one. */
const CLOSE = 0.5;
const OWN_CLOSE = 1;
/** The name of every puzzle that is one of the person's mistakes. */
export const OWN = 'own';

/** @param {State} state @param {PuzzlesAction} action @param {number} now @returns {State} */
export function update(state, action, now) {
  const { puzzles } = state;
  switch (action.type) {
    case 'puzzles.open': return { ...state, puzzling: true, sheet: '', puzzles: puzzles.puzzle || puzzles.wish ? puzzles : { ...NO_PUZZLE, wish: { date: dayOf(now) } } };
    case 'puzzles.today': return { ...state, drill: null, puzzles: { ...NO_PUZZLE, wish: { date: dayOf(now) } } };
    case 'puzzles.wish': return { ...state, puzzles: { ...NO_PUZZLE, wish: action.wish } };
    case 'puzzles.given': return puzzles.wish === action.wish ? { ...state, puzzles: { ...NO_PUZZLE, puzzle: action.puzzle, daily: action.wish.date !== undefined } } : state;
    case 'puzzles.none': return puzzles.wish === action.wish || (action.wish.own && puzzles.wish?.own === action.wish.own) ? { ...state, puzzles: { ...puzzles, wish: null, error: action.error } } : state;
    case 'puzzles.try': return { ...state, puzzles: tried(puzzles, action.square) };
    case 'puzzles.show': return { ...state, puzzles: shown(puzzles) };
    case 'puzzles.step': return { ...state, puzzles: { ...puzzles, step: Math.max(0, Math.min(puzzles.step + action.by, puzzles.puzzle?.solution.pv.length ?? 0)) } };
    case 'puzzles.own': return ownWanted(state, now);
    case 'puzzles.judged': return puzzles.wish?.own === action.own ? { ...state, puzzles: { ...NO_PUZZLE, own: action.own, puzzle: puzzleOf(action.own, action.lines) } } : state;
    case 'puzzles.repeated': return { ...state, puzzles: { ...puzzles, deciding: null }, own: state.own.map((each) => (each.position === action.position ? { ...each, card: action.card } : each)) };
    case 'puzzles.unrated': return { ...state, puzzles: { ...puzzles, deciding: null } };
    case 'puzzles.attempted': return attempted(state, action.attempt);
  }
}

/** The day in the person's own time. @param {number} now */
export function dayOf(now) {
  const date = new Date(now);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}

/** Each move once; the first one decides what the puzzle does to the rating. @param {Puzzles} puzzles @param {number} square @returns {Puzzles} */
function tried(puzzles, square) {
  const { puzzle, tries, result } = puzzles;
  const position = puzzle && firstPosition(puzzle);
  if (!puzzle || !position?.isLegal(square) || result !== 'open' || tries.some((each) => each.square === square)) return puzzles;
  const { choices } = puzzle.solution;
  const move = squareName(square, position.size);
  const best = Math.max(...choices.map(({ score }) => score));
  const own = choices.find((each) => each.move === move)?.score ?? -position.cells.length;
  const loss = best - own;
  const isFound = loss < (puzzles.own ? OWN_CLOSE : CLOSE);
  return {
    ...puzzles, tries: [...tries, { square, loss }], result: isFound ? 'found' : 'open', step: isFound ? 1 : 0,
    deciding: tries.length === 0 ? { move } : puzzles.deciding,
  };
}

/** @param {Puzzles} puzzles @returns {Puzzles} */
function shown(puzzles) {
  if (!puzzles.puzzle || puzzles.result !== 'open') return puzzles;
  return { ...puzzles, result: 'shown', deciding: puzzles.tries.length === 0 ? {} : puzzles.deciding };
}

/** @param {State} state @param {Attempted['attempt']} attempt @returns {State} */
function attempted(state, { puzzle, before, after, card }) {
  const { puzzles, progress } = state;
  const change = before && puzzles.puzzle?.puzzle.id === puzzle ? Math.round(after.rating) - Math.round(before.rating) : null;
  return { ...state, puzzles: { ...puzzles, deciding: null, change }, progress: { player: after, tried: { ...progress?.tried, [puzzle]: card } } };
}

/** @param {Puzzle} puzzle */
export const firstPosition = ({ puzzle }) => Position.parse(puzzle.position);

/** What is on the board: the position, or as much of the answer's line as is played through. @param {Puzzles} puzzles @returns {{ position: Position, last: number | null } | null} */
export function puzzleBoard({ puzzle, result, step }) {
  const first = puzzle && firstPosition(puzzle);
  if (!puzzle || !first) return null;
  /** @type {Position} */
  let position = first;
  let last = null;
  for (const name of result === 'open' ? [] : puzzle.solution.pv.slice(0, step)) {
    const move = parseMove(name, first.size);
    /** @type {Position | null} */
    const next = move === null ? null : position.play(move);
    if (!next) break;
    position = next;
    if (typeof move === 'number') last = move;
  }
  return { position, last };
}

/** Mistakes that come back now, and those that were not practised yet. @param {readonly OwnPuzzle[]} own @param {number} now in milliseconds */
export function ownDue(own, now) {
  return { due: own.filter(({ card }) => card && card.due * 1000 <= now), fresh: own.filter(({ card }) => card === undefined) };
}

/** The next of the person's own mistakes: one that is due, then the newest that was not practised, then whatever comes back first. @param {State} state @param {number} now @returns {State} */
function ownWanted(state, now) {
  const { due, fresh } = ownDue(state.own, now);
  const last = state.puzzles.own?.position;
  const later = [...state.own].sort((a, b) => (a.card?.due ?? Infinity) - (b.card?.due ?? Infinity));
  const next = [...due, ...[...fresh].reverse(), ...later].find(({ position }) => position !== last) ?? state.own[0];
  return next ? { ...state, studying: true, puzzling: true, drill: null, sheet: '', puzzles: { ...NO_PUZZLE, wish: { own: next } } } : state;
}

/** A mistake as a puzzle: what every move is worth is known now. @param {OwnPuzzle} own @param {Line[]} lines best first @returns {Puzzle} */
function puzzleOf(own, lines) {
  const { size } = /** @type {Position} */ (Position.parse(own.position));
  const names = (/** @type {import('../rules/position.js').Move[]} */ moves) => moves.map((move) => moveName(move, size));
  const [best, second] = lines;
  return {
    type: 'puzzle', count: 0, due: 0, puzzle: { id: OWN, position: own.position, task: 'best', ideas: [] },
    solution: {
      answer: names(best.pv)[0], margin: best.score.score - (second?.score.score ?? best.score.score), kind: best.score.kind, depth: best.depth, pv: names(best.pv),
      choices: lines.map(({ pv, score }) => ({ move: names(pv)[0], score: score.score })),
    },
  };
}

/** Whether the first try of a mistake was good enough. @param {Puzzles} puzzles */
export const isKnown = ({ tries }) => tries.length > 0 && tries[0].loss < OWN_CLOSE;
