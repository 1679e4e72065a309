// What is known of a position. Answers are merged by what they prove, never by who asked for them:
// exact before selective, higher confidence before lower, greater depth before smaller.

/** @typedef {import('../engine/engine.js').Line} Line */
/** @typedef {import('../score.js').Score} Score */
/** @typedef {import('../rules/position.js').Move} Move */

/**
 * Why a position is searched: a glance for the graph, a hint with every move, the engine's so many
 * lines as deep as it gets.
 * @typedef {'glance' | 'hint' | `engine ${number}`} Effort
 */

/**
 * `best` is the best-proven answer to “what is best here?”. It says something about the other moves
 * as well: none of them is better. `moves` has the best-proven line of each first move. `done` has
 * the searches that have been made to their end, so that they are not made again.
 * @typedef {object} Knowledge
 * @property {Line | null} best
 * @property {readonly Line[]} moves
 * @property {readonly Effort[]} done
 */

/** @type {Knowledge} */
export const NOTHING = { best: null, moves: [], done: [] };

const PROOF = { exact: 4, wld: 3, selective: 2, heuristic: 1, book: 0 };

/**
 * More than zero if the first line proves more than the second, less if it proves less.
 * @param {Pick<Line, 'score' | 'depth'>} a @param {Pick<Line, 'score' | 'depth'>} b
 */
export function compareProof(a, b) {
  return PROOF[a.score.kind] - PROOF[b.score.kind]
    || (a.score.confidence ?? 0) - (b.score.confidence ?? 0)
    // A proof has no depth: it reaches the end.
    || (PROOF[a.score.kind] >= PROOF.wld ? 0 : a.depth - b.depth);
}

/** What an analysis says, best move first; `done` names the search if this is the last of it. @param {readonly Line[]} lines @param {Effort | null} done @returns {Knowledge} */
export function fromAnalysis(lines, done) {
  return { best: lines[0] ?? null, moves: lines.filter((line) => line.pv.length > 0), done: done ? [done] : [] };
}

/** What a player thinks of its own move. It need not be the best one: players of low levels know better moves. @param {Line} line @returns {Knowledge} */
export function fromThought(line) {
  return { best: null, moves: line.pv.length ? [line] : [], done: [] };
}

/**
 * Both together. Nothing is replaced by what proves less; of two that prove the same the later holds.
 * @param {Knowledge} known @param {Knowledge} news @returns {Knowledge}
 */
export function merge(known, news) {
  const moves = new Map(known.moves.map((line) => [line.pv[0], line]));
  for (const line of news.moves) moves.set(line.pv[0], surer(moves.get(line.pv[0]) ?? null, line));
  return {
    best: news.best ? surer(known.best, news.best) : known.best,
    moves: [...moves.values()],
    done: [...new Set([...known.done, ...news.done])],
  };
}

/** @param {Line | null} known @param {Line} news */
const surer = (known, news) => (known && compareProof(known, news) > 0 ? known : news);

/**
 * The best move, if somebody has looked for it: a player's thought of its own move is not enough.
 * Of that move the surest line counts. Another move is better if its score, known as surely as the
 * answer at least, is higher: it was proven to be, or the move that was thought best is worth less.
 * @param {Knowledge | undefined} known @returns {Line | undefined}
 */
export function bestLine(known) {
  const answer = known?.best;
  if (!answer) return undefined;
  const own = known.moves.find((line) => line.pv[0] === answer.pv[0]) ?? answer;
  return known.moves
    .filter((line) => compareProof(line, answer) >= 0)
    .map((line) => (compareProof(line, answer) > 0 ? line : noBetter(line, answer)))
    .reduce((best, line) => (line.score.score > best.score.score ? line : best), own);
}

/**
 * The known moves, best first. Whoever found the best move looked at the others too: what is known
 * less surely of another move is worth no more than the best.
 * @param {Knowledge | undefined} known @returns {Line[]}
 */
export function linesOf(known) {
  const best = bestLine(known);
  if (!known || !best) return [];
  const others = known.moves.filter((line) => line.pv[0] !== best.pv[0]).map((line) => noBetter(line, best));
  return [best, ...others.sort((a, b) => b.score.score - a.score.score)];
}

/** @param {Line} line @param {Line} best @returns {Line} */
function noBetter(line, best) {
  return line.score.score <= best.score.score ? line : { ...line, score: { ...line.score, score: best.score.score } };
}

/**
 * Whether a search would tell nothing new: it has been made, or another that says as much, or there
 * is nothing left to prove.
 * @param {Knowledge | undefined} known @param {Effort} effort @param {readonly Move[]} legal
 */
export function isEnough(known, effort, legal) {
  if (!known) return false;
  if (known.done.includes(effort) || (effort === 'glance' && known.done.length > 0)) return true;
  // More lines than are wanted are enough.
  if (known.done.some((each) => linesIn(each) >= linesIn(effort) && linesIn(effort) > 0)) return true;
  const wanted = effort === 'glance' ? 0 : effort === 'hint' ? legal.length : Math.min(linesIn(effort), legal.length);
  return known.best !== null && isExact(known.best) && known.moves.filter(isExact).length >= wanted;
}

/** How many lines a search of the engine has; 0 for the other searches. @param {Effort} effort */
export const linesIn = (effort) => (effort.startsWith('engine') ? Number(effort.slice(7)) : 0);

/** @param {Line} line */
const isExact = ({ score }) => score.kind === 'exact';
