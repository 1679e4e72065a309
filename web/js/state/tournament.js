// The tournament of the classics: each plays each of the others with both colours, a few games at a time.

import { Game } from '../rules/game.js';
import { other } from '../rules/position.js';
import { CLASSICS, engineNotice } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Color} Color */
/** @typedef {import('./state.js').Who} Who */
/** @typedef {import('../rules/position.js').Move} Move */

/** A game of it; who failed to make a legal move has lost. @typedef {{ black: Who, white: Who, game: Game, failed: Color | null }} Match */
/** @typedef {{ matches: readonly Match[], running: boolean }} Tournament */
/** @typedef {{ who: Who, played: number, points: number, wins: number, draws: number, losses: number, discs: number }} Standing */

/**
 * @typedef {{ type: 'tournament.begin' } | { type: 'tournament.run', running: boolean }
 *   | { type: 'tournament.moved', number: number, ply: number, move: Move }
 *   | { type: 'tournament.failed', number: number, ply: number, message: string }} TournamentAction
 */

/** Games that are watched at the same time. */
export const BOARDS = 4;

/** @returns {Tournament} */
function begin() {
  const count = CLASSICS.length;
  // Everybody plays early: of each five games everybody has one with each colour.
  const matches = Array.from({ length: count * (count - 1) }, (_, at) => {
    const [first, gap] = [at % count, 1 + Math.floor(at / count)];
    return { black: CLASSICS[first], white: CLASSICS[(first + gap) % count], game: Game.start(8), failed: null };
  });
  return { matches, running: true };
}

/** @param {State} state @param {TournamentAction} action @returns {State} */
export function update(state, action) {
  const { tournament } = state;
  if (action.type === 'tournament.begin') return { ...state, tournament: begin(), notice: null };
  if (!tournament) return state;
  if (action.type === 'tournament.run') return { ...state, tournament: { ...tournament, running: action.running }, notice: action.running ? null : state.notice };
  const match = tournament.matches[action.number];
  // An answer to an older question.
  if (match.game.ply !== action.ply || isDecided(match)) return state;
  // It is the engine that failed, not the player.
  if (action.type === 'tournament.failed') return { ...state, tournament: { ...tournament, running: false }, notice: engineNotice(action.message) };
  const game = match.game.play(action.move);
  const next = game ? { ...match, game } : { ...match, failed: match.game.position.side };
  return { ...state, tournament: { ...tournament, matches: tournament.matches.map((each, at) => (at === action.number ? next : each)) } };
}

/** @param {Match} match */
export const isDecided = ({ game, failed }) => failed !== null || game.finished;

/** @param {Match} match @returns {Color | null} */
export const winnerOf = ({ game, failed }) => (failed ? other(failed) : game.position.winner());

/** The numbers of the games that are played now. @param {Tournament} tournament */
export const onTheBoards = ({ matches }) => matches.flatMap((match, at) => (isDecided(match) ? [] : [at])).slice(0, BOARDS);

/** The same, those that have fallen behind first. @param {Tournament} tournament */
export function nextMoves(tournament) {
  return onTheBoards(tournament).sort((a, b) => tournament.matches[a].game.ply - tournament.matches[b].game.ply || a - b);
}

/** Who stands where: by points, then by discs. @param {Tournament} tournament @returns {Standing[]} */
export function standings({ matches }) {
  const decided = matches.filter(isDecided);
  return CLASSICS.map((who) => {
    const own = decided.flatMap((match) => /** @type {Color[]} */ (['black', 'white']).filter((color) => match[color] === who).map((color) => ({ match, color })));
    const wins = own.filter(({ match, color }) => winnerOf(match) === color).length;
    const losses = own.filter(({ match, color }) => winnerOf(match) === other(color)).length;
    const draws = own.length - wins - losses;
    const discs = own.reduce((sum, { match, color }) => sum + margin(match, color), 0);
    return { who, played: own.length, points: wins + draws / 2, wins, draws, losses, discs };
  }).sort((a, b) => b.points - a.points || b.discs - a.discs);
}

/** Discs by which a side has won; who fails has none. @param {Match} match @param {Color} color */
function margin({ game, failed }, color) {
  if (failed) return failed === color ? -(game.size ** 2) : game.size ** 2;
  return game.position.finalCount(color) - game.position.finalCount(other(color));
}
