// A hint over several searchers: the positions after each move are searched apart. Counted in
// positions, all moves to the same depth cost as much as one search for all of them, so two searchers
// are 1.5 to 2 times as fast as one.

import { compareProof } from '../state/knowledge.js';

/** @typedef {import('./engine.js').AnalyseJob} AnalyseJob */
/** @typedef {import('./engine.js').Job} Job */
/** @typedef {import('./engine.js').JobEvent} JobEvent */
/** @typedef {import('./engine.js').Line} Line */
/** @typedef {import('../rules/game.js').Game} Game */
/** @typedef {import('../rules/position.js').Move} Move */
/** @typedef {(job: Job, listen: (event: JobEvent) => void) => { cancel: () => void }} Start */

/** A first look at every move, then a longer one: the parts of the time for each. */
const ROUNDS = [0.2, 0.8];

/** Whether a job is worth being spread. @param {Job} job @param {number} searchers @returns {job is AnalyseJob} */
export function canSpread(job, searchers) {
  return job.kind === 'analyse' && searchers > 1 && job.top > 1 && job.top >= job.game.position.moves().length;
}

/** @param {AnalyseJob} job @param {number} searchers @param {Start} start begins a search @param {(event: JobEvent) => void} listen */
export function spread({ game, time }, searchers, start, listen) {
  const moves = game.position.moves();
  /** What is known of each move. @type {Map<Move, Line>} */
  const known = new Map();
  /** @type {Set<{ cancel: () => void }>} */
  const running = new Set();
  const cancel = () => {
    for (const each of running) each.cancel();
    running.clear();
  };

  /** @param {boolean} done */
  const tell = (done) => {
    // As long as a move is missing, nobody knows which one is best.
    if (known.size === moves.length) listen({ type: 'lines', lines: togetherProven([...known.values()]), done });
  };

  /** Searches what follows a move; what is proven is not searched again. @param {Move} move @param {number} seconds */
  const search = async (move, seconds) => {
    const after = /** @type {Game} */ (game.truncated().play(move));
    if (after.position.isOver()) known.set(move, finalLine(game, after));
    if (known.get(move)?.score.kind === 'exact') return;
    const event = await new Promise((resolve) => {
      const search = start({ kind: 'analyse', game: after, top: 1, time: seconds }, (each) => {
        if (each.type === 'failed' || (each.type === 'lines' && each.done)) {
          running.delete(search);
          resolve(each);
        }
      });
      running.add(search);
    });
    if (event.type === 'failed') throw event;
    if (event.lines.length) known.set(move, lineOf(game, after, event.lines[0]));
    tell(false);
  };

  /** Each searcher has its own moves, and knows them already in the second round. @param {number} number */
  const chain = async (number) => {
    const own = moves.filter((_, at) => at % searchers === number);
    for (const part of ROUNDS) for (const move of own) await search(move, (part * (time ?? 1)) / own.length);
  };

  Promise.all(Array.from({ length: searchers }, (_, number) => chain(number))).then(() => tell(true), (failed) => {
    cancel();
    listen(failed);
  });
  return { cancel };
}

/** A line from the view of whoever moves first. @param {Game} before @param {Game} after @param {Line} line @returns {Line} */
function lineOf(before, after, { score, depth, pv }) {
  const own = before.position.side === after.position.side;
  const played = after.moves.slice(before.ply);
  return { score: own ? score : { ...score, score: -score.score }, depth: depth + played.length, pv: [...played, ...pv] };
}

/** @param {Game} before @param {Game} after a move that ends the game @returns {Line} */
function finalLine({ position, ply }, after) {
  const { side } = position;
  const score = after.position.finalCount(side) - after.position.finalCount(side === 'black' ? 'white' : 'black');
  return { score: { score, kind: 'exact' }, depth: 1, pv: after.moves.slice(ply) };
}

/** Best first. What is said of the best move is said of all others too, so it is no surer than what is known of the least known one. @param {Line[]} lines @returns {Line[]} */
function togetherProven(lines) {
  const weakest = lines.reduce((least, line) => (compareProof(line, least) < 0 ? line : least));
  const { kind, confidence } = weakest.score;
  return lines
    .map(({ score, pv, depth }) => ({ score: { score: score.score, kind, confidence }, depth: kind === 'exact' ? depth : weakest.depth, pv }))
    .sort((a, b) => b.score.score - a.score.score);
}
