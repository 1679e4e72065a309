// Setting up a position by hand.

import { Position } from '../rules/position.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Draft} Draft */

/**
 * @typedef {{ type: 'draft.paint', square: number, disc?: 0 | 1 | 2 }
 *   | { type: 'draft.brush', brush: 0 | 1 | 2 }
 *   | { type: 'draft.side', side: import('./state.js').Color }
 *   | { type: 'draft.clear' } | { type: 'draft.start' } | { type: 'draft.undo' }
 *   | { type: 'draft.size', size: number }} DraftAction
 */

/** @param {Position} position @param {Pick<Draft, 'seats' | 'time'>} setting @returns {Draft} */
export function begin(position, { seats, time }) {
  return { ...boardOf(position), brush: 1, seats, time, before: [] };
}

/** @param {Position} position */
const boardOf = ({ size, cells, side }) => ({ size, cells: cells.slice(), side });

/** @param {Draft} draft */
export const draftPosition = (draft) => new Position(draft.size, draft.cells, draft.side);

/** @param {State} state @param {DraftAction} action @returns {State} */
export function update(state, action) {
  const { draft } = state;
  if (!draft) return state;
  if (action.type === 'draft.undo') {
    const last = draft.before[draft.before.length - 1];
    return last ? { ...state, draft: { ...draft, ...last, before: draft.before.slice(0, -1) } } : state;
  }
  const next = change(draft, action);
  const { size, cells, side } = draft;
  const isPainted = next.cells !== cells || next.side !== side;
  return { ...state, draft: isPainted ? { ...next, before: [...draft.before, { size, cells, side }].slice(-MOST_STEPS) } : next };
}

/** More than anybody goes back by. */
const MOST_STEPS = 300;

/** @param {Draft} draft @param {Exclude<DraftAction, { type: 'draft.undo' }>} action @returns {Draft} */
function change(draft, action) {
  switch (action.type) {
    case 'draft.paint': return paint(draft, action.square, action.disc);
    case 'draft.brush': return { ...draft, brush: action.brush };
    case 'draft.side': return { ...draft, side: action.side };
    case 'draft.clear': return { ...draft, cells: new Uint8Array(draft.size ** 2) };
    case 'draft.start': return { ...draft, ...boardOf(Position.start(draft.size)) };
    case 'draft.size': return { ...draft, ...boardOf(Position.start(action.size)) };
  }
}

/** A click with the disc that is already there takes it away. @param {Draft} draft @param {number} square @param {0 | 1 | 2} [disc] */
function paint(draft, square, disc) {
  const cells = draft.cells.slice();
  const wanted = disc ?? draft.brush;
  cells[square] = disc === undefined && cells[square] === wanted ? 0 : wanted;
  return { ...draft, cells };
}
