// A hint over several searchers: each has some of the moves, and searches them to one depth after
// the other. What is told is of one depth for all moves, the greatest that every searcher has reached:
// scores of different depths are not to be compared. Counted in positions, all moves to the same depth
// cost as much as one search for all of them, so two searchers are 1.5 to 2 times as fast as one.

import { compareProof } from '../state/knowledge.js';

/** @typedef {import('./engine.js').AnalyseJob} AnalyseJob */
/** @typedef {import('./engine.js').Job} Job */
/** @typedef {import('./engine.js').JobEvent} JobEvent */
/** @typedef {import('./engine.js').Line} Line */
/** @typedef {import('../rules/position.js').Move} Move */
/** @typedef {import('../rules/position.js').Position} Position */
/** @typedef {(job: Job, listen: (event: JobEvent) => void) => { cancel: () => void }} Start */
/** A turn or a reflection of the board. @typedef {(square: number) => number} Symmetry */

/** Seconds. A search that goes on for longer leaves the other searchers to other jobs. */
const LONGEST = 10;

/** Whether a job is worth being spread. Only one of a time is: of others the answer is to be the same on every device. @param {Job} job @param {number} searchers @returns {job is AnalyseJob} */
export function canSpread(job, searchers) {
  return job.kind === 'analyse' && searchers > 1 && job.time !== undefined && job.time <= LONGEST && !job.only && job.top > 1 && job.top >= job.game.position.moves().length;
}

/** @param {AnalyseJob} job @param {number} searchers @param {Start} start begins a search @param {(event: JobEvent) => void} listen */
export function spread(job, searchers, start, listen) {
  const { position } = job.game;
  const symmetries = symmetriesOf(position);
  const moves = position.moves().filter((move) => symmetries.every((turn) => move <= turn(move)));
  const shares = Array.from({ length: Math.min(searchers, moves.length) }, (_, number) => moves.filter((_, at) => at % searchers === number));
  /** What each searcher has found, by how surely it is known. @type {Map<string, Line[]>[]} */
  const found = shares.map(() => new Map());
  let busy = shares.length;
  let told = '';
  /** @type {{ cancel: () => void }[]} */
  let running = [];
  const cancel = () => {
    for (const each of running) each.cancel();
    running = [];
  };

  /** @param {boolean} done */
  const tell = (done) => {
    const common = [...found[0]].filter(([proof]) => found.every((known) => known.has(proof)));
    if (!common.length) return done && listen({ type: 'lines', lines: [], done });
    const [proof] = common.reduce((surest, each) => (compareProof(each[1][0], surest[1][0]) >= 0 ? each : surest));
    if (proof === told && !done) return;
    told = proof;
    const lines = found.flatMap((known) => known.get(proof) ?? []);
    listen({ type: 'lines', lines: everyMove(lines, symmetries).sort((a, b) => b.score.score - a.score.score), done });
  };

  running = shares.map((only, number) => start({ ...job, only, top: only.length }, (event) => {
    if (event.type === 'failed') {
      cancel();
      return listen(event);
    }
    if (event.type !== 'lines') return;
    const proofs = new Set(event.lines.map(proofOf));
    // In the middle of a depth some lines are of the one before.
    if (event.lines.length === only.length && proofs.size === 1) found[number].set([...proofs][0], event.lines);
    if (event.done) busy--;
    tell(busy === 0);
  }));
  return { cancel };
}

/** How surely a line is known. @param {Line} line */
const proofOf = ({ score, depth }) => `${score.kind} ${score.confidence ?? ''} ${depth}`;

/** The turns and reflections that leave a position as it is. @param {Position} position @returns {Symmetry[]} */
function symmetriesOf({ size, cells }) {
  const last = size - 1;
  const turns = /** @type {((x: number, y: number) => [number, number])[]} */ ([
    (x, y) => [x, last - y], (x, y) => [last - x, y], (x, y) => [last - x, last - y],
    (x, y) => [y, x], (x, y) => [y, last - x], (x, y) => [last - y, x], (x, y) => [last - y, last - x],
  ]);
  const symmetries = turns.map((turn) => (/** @type {number} */ square) => {
    const [x, y] = turn(square % size, Math.floor(square / size));
    return y * size + x;
  });
  return symmetries.filter((turn) => cells.every((cell, square) => cells[turn(square)] === cell));
}

/** The lines, and those of the moves that are their images. @param {Line[]} lines @param {Symmetry[]} symmetries */
function everyMove(lines, symmetries) {
  const all = new Map(lines.map((line) => [line.pv[0], line]));
  for (const line of lines) {
    for (const turn of symmetries) {
      const pv = line.pv.map((move) => (move === 'pass' ? move : turn(move)));
      if (!all.has(pv[0])) all.set(pv[0], { ...line, pv });
    }
  }
  return [...all.values()];
}
