// What follows from the state: pure questions, asked by the drawing and by the director.

import { blackView } from '../score.js';
import { draftPosition } from './draft.js';
import { isAsking as drillAsks } from './drill.js';
import { bestLine, isEnough, linesOf } from './knowledge.js';
import { puzzleBoard } from './puzzles.js';
import { isAsking } from './quiz.js';
import { mayMove } from './room.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Color} Color */
/** @typedef {import('./state.js').Effort} Effort */
/** @typedef {import('./state.js').Move} Move */
/** @typedef {import('../rules/position.js').Position} Position */
/** @typedef {import('../score.js').Score} Score */

/** @param {State} state */
export const isOver = (state) => state.game.position.isOver() || (loserOf(state) !== null && state.tree.current === state.tree.mainEnd);

/** Who has lost before the board was full: on time, or by giving up. @param {Pick<State, 'flagged' | 'resigned'>} state */
export const loserOf = ({ flagged, resigned }) => flagged ?? resigned;

/** Whether the game itself has ended, whatever is looked at. @param {State} state */
export const hasEnded = (state) => loserOf(state) !== null || state.tree.isFinished;

/** Whether a move goes on with the game; else it begins a variation. @param {State} state */
export const isInProgress = (state) => !state.studying && !hasEnded(state);

/** The position on the board: the one that is being set up, that of a puzzle, or that of the game. @param {State} state */
export const shownPosition = ({ draft, game, puzzling, puzzles, drill }) => (draft ? draftPosition(draft) : (puzzling && (drill ? drill.game.position : puzzleBoard(puzzles)?.position)) || game.position);

/** @param {State} state @param {Color} color */
export const isPerson = (state, color) => state.seats[color] === 'human';

/** @param {State} state */
export const people = (state) => Number(isPerson(state, 'black')) + Number(isPerson(state, 'white'));

/** Whether a click on the board plays, once no sheet is open. @param {State} state */
export function personToMove(state) {
  if (state.puzzling && state.drill) return drillAsks(state.drill) && !state.draft;
  if (state.puzzling) return state.puzzles.puzzle !== null && state.puzzles.result === 'open' && !state.draft;
  if (state.draft || state.balance || isOver(state)) return false;
  if (state.room && !state.studying) return mayMove(state);
  // Who studies a game may try any move for either side.
  return state.studying || isPerson(state, state.game.position.side);
}

/** Whether a computer is to move and should. @param {State} state */
export function computerToMove(state) {
  const { game } = state;
  if (state.draft || state.studying || state.balance || isOver(state) || !game.live) return false;
  return !isPerson(state, game.position.side) && (!state.paused || state.stepping);
}

/** Whether a computer is to move and waits until it is told to: the game stands at an earlier move, or it gave up. @param {State} state */
export function computerWaits(state) {
  const { game } = state;
  if (state.draft || state.studying || isOver(state) || isPerson(state, game.position.side)) return false;
  return !game.live || (state.paused && people(state) > 0);
}

/** The engine that is wanted, where this page has it. @param {State} state */
export function wantedEngine({ settings, engines }) {
  if (settings.engine && engines.includes(settings.engine)) return settings.engine;
  return engines.includes('server') ? 'server' : 'browser';
}

/** What is to be said about the engine, if anything: it is gone, or not the one that is wanted. @param {State} state @returns {'engine.lost' | 'engine.failed' | 'engine.standIn' | null} */
export function engineTrouble(state) {
  const { connection, info } = state;
  if (connection === 'lost') return state.engines.includes('server') ? 'engine.lost' : 'engine.failed';
  return connection === 'ready' && info && info.runs !== wantedEngine(state) ? 'engine.standIn' : null;
}

/** Whether an evaluation can spoil nothing. @param {State} state */
export const evaluationByItself = (state) => people(state) === 0 || hasEnded(state) || state.studying;

/** @param {State} state */
export const evaluationShown = (state) => !state.draft && !state.puzzling && !isAsking(state.quiz) && (state.evaluation ?? evaluationByItself(state));

/** The search that the engine makes of what is studied. @param {State} state @returns {Effort} */
export const engineEffort = ({ settings }) => `engine ${settings.lines}`;

/** Whether a search of the position has been made, or would tell nothing new, or cannot be made. @param {State} state @param {Position} position @param {Effort} effort */
export function isAnalysed(state, position, effort) {
  return state.refused.has(searchKey(position, effort)) || isEnough(state.knowledge.get(position.toString()), effort, position.moves());
}

/** Under which what a player says of a position is kept, or that it says nothing. @param {string} who @param {Position | string} position */
export const whyKey = (who, position) => `why ${who} ${position}`;

/** What the player who is asked says of the position on the board. @param {State} state */
export const reasonsHere = ({ why, reasons, game, draft }) => (why && !draft ? reasons.get(whyKey(why, game.position)) : undefined);

/** @param {Position | string} position @param {Effort} effort */
export const searchKey = (position, effort) => `${effort} ${position}`;

/** The known moves of a position, best first. @param {State} state @param {Position} position */
export const knownLines = (state, position) => linesOf(state.knowledge.get(position.toString()));

/** What is known of a position, from Black's view. @param {State} state @param {Position} position @returns {Score | null} */
export function scoreOf(state, position) {
  if (position.isOver()) {
    return { score: position.finalCount('black') - position.finalCount('white'), kind: 'exact' };
  }
  // After a pass the same board is known from the other side.
  if (position.mustPass()) return scoreOf(state, position.withOtherSide());
  const line = bestLine(state.knowledge.get(position.toString()));
  return line ? blackView(line.score, position.side) : null;
}

/** The last course, so that a step through a game of 600 moves costs nothing. @type {{ positions: readonly Position[], knowledge: State['knowledge'], scores: (Score | null)[] } | null} */
let lastCourse = null;

/**
 * The score after every move of the line that is looked at, from its start on; null where it is not known.
 * @param {State} state
 */
export function course(state) {
  const { knowledge, game: { positions } } = state;
  if (lastCourse?.positions !== positions || lastCourse.knowledge !== knowledge) {
    lastCourse = { positions, knowledge, scores: positions.map((position) => scoreOf(state, position)) };
  }
  return lastCourse.scores;
}

/** The positions where something is decided. @param {State} state */
export function decisions(state) {
  return state.game.positions.filter((position) => position.moves().length > 0);
}

/** Milliseconds left on a clock. @param {State} state @param {Color} color @param {number} now */
export function timeLeft(state, color, now) {
  const { clocks, game } = state;
  if (!clocks) return null;
  const mover = game.positions[game.moves.length].side;
  const running = clocks.since !== null && color === mover;
  return Math.max(0, clocks[color] - (running ? now - /** @type {number} */ (clocks.since) : 0));
}
