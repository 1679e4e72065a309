// Opening drills: one side's moves come from the lines of an opening or a family, the other side's are to be
// known. What is missed is asked again, in the same sitting and after days. The engine knows the lines
// (docs/web-protocol.md, “Openings”); what is remembered is kept here.

import { Game } from '../rules/game.js';
import { moveName, parseMove, squareName } from '../rules/position.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Color} Color */
/** @typedef {import('../engine/study.js').Card} Card */
/** @typedef {import('../engine/study.js').Drilled} Drilled */

/** Which lines: those whose name contains `find`, or one line. @typedef {{ find: string, line?: readonly string[], side: Color }} Course */
/** A place where something was missed; `card` says when it comes back. @typedef {Course & { moves: readonly string[], card?: Card | null }} Missed */

/**
 * @typedef {object} Drill
 * @property {readonly { name: string, moves: readonly string[] }[] | null} openings those that there are
 * @property {Course | null} course null while one is chosen
 * @property {Game} game
 * @property {Drilled | null} told how the lines go on here; null until the engine has said so
 * @property {Missed | null} asked a place that was missed before
 * @property {readonly number[]} wrong squares that were tried here
 * @property {boolean} shown
 * @property {number} misses in this line
 * @property {string} name of the opening that was reached last
 * @property {readonly Missed[]} again to be asked again in this sitting
 * @property {{ missed: Missed, solved: boolean } | null} deciding what the engine has not scheduled yet
 * @property {{ lines: number, clean: number }} score
 */

/**
 * @typedef {{ type: 'drill.open' } | { type: 'drill.openings', openings: { name: string, moves: string[] }[] } | { type: 'drill.begin', course: Course }
 *   | { type: 'drill.due' } | { type: 'drill.told', game: Game, drilled: Drilled | null } | { type: 'drill.try', square: number } | { type: 'drill.reply' }
 *   | { type: 'drill.show' } | { type: 'drill.next' } | { type: 'drill.close' } | { type: 'drill.repeated', missed: Missed, card: Card | null }} DrillAction
 */

/** @type {Drill} */
const CHOOSING = { openings: null, course: null, game: Game.start(8), told: null, asked: null, wrong: [], shown: false, misses: 0, name: '', again: [], deciding: null, score: { lines: 0, clean: 0 } };

/** What belongs to one place. */
const HERE = { told: null, wrong: /** @type {readonly number[]} */ ([]), shown: false };

/** @param {State} state @param {DrillAction} action @param {number} now @returns {State} */
export function update(state, action, now) {
  if (action.type === 'drill.open') return { ...state, puzzling: true, sheet: '', drill: { ...CHOOSING, openings: state.drill?.openings ?? null } };
  const { drill } = state;
  if (!drill) return state;
  if (action.type === 'drill.close') return { ...state, drill: null };
  if (action.type === 'drill.repeated') return repeated(state, drill, action);
  return { ...state, drill: change(drill, action, state.missed, now) };
}

/** @param {Drill} drill @param {Exclude<DrillAction, { type: 'drill.open' | 'drill.close' | 'drill.repeated' }>} action @param {readonly Missed[]} missed @param {number} now @returns {Drill} */
function change(drill, action, missed, now) {
  switch (action.type) {
    case 'drill.openings': return { ...drill, openings: action.openings };
    case 'drill.begin': return { ...CHOOSING, openings: drill.openings, course: action.course };
    case 'drill.due': return atMissed({ ...CHOOSING, openings: drill.openings, again: dueNow(missed, now) });
    case 'drill.told': return drill.game === action.game && drill.course ? told(drill, action.drilled) : drill;
    case 'drill.reply': return replied(drill);
    case 'drill.try': return tried(drill, action.square);
    case 'drill.show': return isAsking(drill) ? { ...withMiss(drill), shown: true } : drill;
    case 'drill.next': return drill.again.length ? atMissed(drill) : { ...drill, ...HERE, game: Game.start(8), asked: null, misses: 0, name: '' };
  }
}

/** What was missed and comes back now. @param {readonly Missed[]} missed @param {number} now in milliseconds */
export const dueNow = (missed, now) => missed.filter(({ card }) => card && card.due * 1000 <= now);

/** Whether what was missed before has been played now: that was all of it. @param {Drill} drill */
const isAnswered = ({ asked, game }) => asked !== null && game.ply > asked.moves.length;

/** Whether the person is to move. @param {Drill | null} drill */
export const isAsking = (drill) => drill !== null && drill.course !== null && drill.told !== null && drill.told.expected.length > 0 && !isAnswered(drill) && drill.game.position.side === drill.course.side;

/** Whether the other side is to move. @param {Drill | null} drill */
export const isReplying = (drill) => drill !== null && drill.course !== null && drill.told !== null && drill.told.expected.length > 0 && !isAnswered(drill) && drill.game.position.side !== drill.course.side;

/** Whether the line has ended. @param {Drill} drill */
export const isEnded = (drill) => drill.course !== null && drill.told !== null && (drill.told.expected.length === 0 || isAnswered(drill));

/** @param {Drill} drill @param {Drilled | null} drilled @returns {Drill} */
function told(drill, drilled) {
  const here = drilled ?? { type: /** @type {const} */ ('drilled'), expected: [], names: [], book: [] };
  const next = { ...drill, told: here, name: here.name ?? drill.name };
  return here.expected.length === 0 && !drill.asked && drill.game.ply > 0 ? { ...next, score: { lines: drill.score.lines + 1, clean: drill.score.clean + Number(drill.misses === 0) } } : next;
}

/** The other side plays on. @param {Drill} drill @returns {Drill} */
function replied(drill) {
  const move = isReplying(drill) && drill.told?.reply ? parseMove(drill.told.reply, 8) : null;
  const game = move === null ? null : drill.game.play(move);
  return game ? { ...drill, ...HERE, game } : drill;
}

/** A move of the line goes on; another is a miss, and the place is asked again. @param {Drill} drill @param {number} square @returns {Drill} */
function tried(drill, square) {
  if (!isAsking(drill) || !drill.game.position.isLegal(square) || drill.wrong.includes(square)) return drill;
  if (!drill.told?.expected.includes(squareName(square, 8))) return { ...withMiss(drill), wrong: [...drill.wrong, square] };
  const game = /** @type {Game} */ (drill.game.play(square));
  const { asked } = drill;
  const isClean = drill.wrong.length === 0 && !drill.shown;
  // A place that was missed is known now, or was missed again; either way that was all of it.
  if (asked) return { ...drill, game, deciding: isClean ? { missed: asked, solved: true } : drill.deciding, again: isClean ? drill.again : [...drill.again, asked], wrong: [], shown: false };
  return { ...drill, ...HERE, game };
}

/** The first miss at a place counts. @param {Drill} drill @returns {Drill} */
function withMiss(drill) {
  const { course, game, asked } = drill;
  if (!course || drill.wrong.length > 0 || drill.shown) return drill;
  const place = asked ?? { ...course, moves: game.moves.map((move) => moveName(move, 8)) };
  return { ...drill, misses: drill.misses + 1, deciding: { missed: place, solved: false }, again: asked ? drill.again : [...drill.again, place] };
}

/** The next place that was missed. @param {Drill} drill @returns {Drill} */
function atMissed(drill) {
  const [asked, ...again] = drill.again;
  const game = asked && Game.start(8).playAll([...asked.moves]);
  if (!asked || !game) return { ...drill, again };
  const { find, line, side } = asked;
  return { ...drill, ...HERE, course: { find, side, ...(line && { line }) }, game, asked, again, misses: 0 };
}

/** @param {State} state @param {Drill} drill @param {Extract<DrillAction, { type: 'drill.repeated' }>} action @returns {State} */
function repeated(state, drill, { missed, card }) {
  const rest = state.missed.filter((each) => !isSamePlace(each, missed));
  const next = drill.deciding?.missed === missed ? { ...drill, deciding: null } : drill;
  const known = { ...missed, card };
  const again = next.again.map((each) => (isSamePlace(each, missed) ? known : each));
  return { ...state, missed: card ? [...rest, known] : rest, drill: { ...next, again, asked: next.asked && isSamePlace(next.asked, missed) ? known : next.asked } };
}

/** @param {Missed} a @param {Missed} b */
const isSamePlace = (a, b) => a.find === b.find && a.side === b.side && a.moves.join() === b.moves.join() && a.line?.join() === b.line?.join();
