// An engine's side of a review, for the tests: it wants one search of every position, and tells what
// every move cost from what was answered. The real one is crates/study.

import assert from 'node:assert/strict';
import { Game } from '../../js/rules/game.js';
import { Position, moveName } from '../../js/rules/position.js';

/** @typedef {import('../../js/state/review.js').Reviewed} Reviewed */
/** @typedef {import('../../js/state/review.js').Judged} Judged */

/** @param {import('../../js/engine/engine.js').ReviewQuestion} question @returns {Reviewed} */
export function reviewed({ start, moves, answers, want }) {
  const first = /** @type {Position} */ (Position.parse(start));
  const game = /** @type {Game} */ (new Game([first], [], 0).playAll([...moves]));
  const plies = game.positions.flatMap((position, ply) => (position.moves().length > 0 ? [ply] : []));
  // Plies are counted from 1 in messages, and the engine refuses others.
  assert.ok(answers.every(({ ply }) => ply >= 1), 'ply must be 1 at least');
  const known = new Map(answers.filter(({ about }) => about === 'best').map((answer) => [answer.ply - 1, answer.line]));
  const next = plies.filter((ply) => !known.has(ply)).reverse();
  /** From the view of Black. @param {number} ply @returns {number | null} */
  const score = (ply) => {
    const position = game.positions[ply];
    if (position.isOver()) return position.finalCount('black') - position.finalCount('white');
    if (position.mustPass()) return ply < game.moves.length ? score(ply + 1) : null;
    const line = known.get(ply);
    return line ? line.score * (position.side === 'black' ? 1 : -1) : null;
  };
  const rows = game.moves.flatMap((move, ply) => {
    const { side } = game.positions[ply];
    const [before, after, line] = [score(ply), score(ply + 1), known.get(ply)];
    if (move === 'pass' || before === null || after === null || !line) return [];
    const sign = side === 'black' ? 1 : -1;
    const legal = game.positions[ply].moves().length;
    const loss = legal === 1 ? 0 : Math.max(0, sign * (before - after));
    const grade = legal === 1 ? 'forced' : loss === 0 ? 'best' : loss < 2 ? 'good' : loss < 4 ? 'inaccuracy' : loss < 8 ? 'mistake' : 'blunder';
    return [/** @type {Judged} */ ({
      ply: ply + 1, side, move: moveName(move, game.size), legal, score: sign * after, kind: 'exact', best: line.pv[0], best_score: sign * before, loss, grade,
      reasons: loss >= 4 ? [{ id: 'corner', squares: ['a1'], text: 'It gives the corner a1.' }] : [], pv: [moveName(move, game.size)], best_pv: line.pv,
    })];
  });
  return {
    next: next.slice(0, want).map((ply) => ({ ply: ply + 1, about: 'best', pass: 'quick', ask: { start: game.positions[ply].toString(), depth: 6 } })),
    moves: rows, summary: {}, progress: { answered: known.size, of: plies.length },
  };
}
