// What is known is merged by what it proves: nothing is replaced by something weaker.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING, bestLine, compareProof, fromAnalysis, fromThought, isEnough, linesOf, merge } from '../../js/state/knowledge.js';
import { numbers, pick } from './random.js';

/** @typedef {import('../../js/engine/engine.js').Line} Line */
/** @typedef {import('../../js/state/knowledge.js').Knowledge} Knowledge */

/** @param {string} score such as `= 6`, `~ 2 d4`, `≈ 4 73 d10` @param {number} [move] @returns {Line} */
function line(score, move = 1) {
  const [sign, value, ...rest] = score.split(' ');
  const kind = /** @type {const} */ ({ '=': 'exact', '~': 'heuristic', '≈': 'selective', W: 'wld', book: 'book' })[sign] ?? 'book';
  const depth = Number(rest.find((word) => word.startsWith('d'))?.slice(1) ?? 20);
  const confidence = rest.find((word) => /^\d+$/.test(word));
  return { score: { score: Number(value), kind, ...(confidence && { confidence: Number(confidence) }) }, depth, pv: [move] };
}

/** From weakest to strongest. */
const LADDER = ['book 1', '~ 1 d3', '~ 1 d9', '≈ 1 73 d8', '≈ 1 73 d24', '≈ 1 95 d8', '≈ 1 95 d24', 'W 1', '= 1'];

test('exact before selective, then confidence, then depth', () => {
  LADDER.forEach((weak, at) => LADDER.slice(at + 1).forEach((strong) => {
    assert.ok(compareProof(line(strong), line(weak)) > 0, `${strong} over ${weak}`);
    assert.ok(compareProof(line(weak), line(strong)) < 0, `${weak} under ${strong}`);
  }));
  assert.equal(compareProof(line('= 1 d4'), line('= 1 d30')), 0, 'a proof has no depth');
});

/** @param {(limit: number) => number} below @returns {Line} */
const randomLine = (below, move = below(4)) => ({ ...line(pick(below, LADDER), move), score: { ...line(pick(below, LADDER)).score, score: below(20) - 10 }, depth: below(20) });

/** @param {(limit: number) => number} below @returns {Knowledge} */
function randomKnowledge(below) {
  const moves = [0, 1, 2, 3].filter(() => below(2)).map((move) => randomLine(below, move));
  const lines = moves.sort((a, b) => b.score.score - a.score.score).slice(0, 1 + below(4));
  if (below(4) === 0) return fromThought(randomLine(below));
  return fromAnalysis(lines, below(2) ? pick(below, /** @type {const} */ (['glance', 'hint', 'engine 3'])) : null);
}

/** Whether everything in one is in the other, as surely at least. @param {Knowledge} part @param {Knowledge} whole */
function assertNotWeaker(part, whole) {
  for (const known of part.moves) {
    const kept = whole.moves.find(({ pv }) => pv[0] === known.pv[0]);
    assert.ok(kept && compareProof(kept, known) >= 0, 'no move is known less surely');
  }
  if (part.best) assert.ok(whole.best && compareProof(whole.best, part.best) >= 0, 'nor is the best one');
  for (const effort of part.done) assert.ok(whole.done.includes(effort), 'what was done is done');
}

test('merging never weakens, whatever comes in which order, and twice is once', () => {
  for (let seed = 1; seed <= 3000; seed++) {
    const below = numbers(seed);
    const all = Array.from({ length: 1 + below(5) }, () => randomKnowledge(below));
    let known = NOTHING;
    for (const news of all) {
      const merged = merge(known, news);
      assertNotWeaker(known, merged);
      assertNotWeaker(news, merged);
      assert.deepEqual(merge(merged, news), merged, 'the same again changes nothing');
      known = merged;
    }
    assert.deepEqual(merge(known, known), known);
    const reversed = all.toReversed().reduce((sum, news) => merge(sum, news), NOTHING);
    assertNotWeaker(known, reversed);
    assertNotWeaker(reversed, known);
    assert.equal(new Set(known.moves.map(({ pv }) => pv[0])).size, known.moves.length, 'a line a move');
  }
});

/** Whether everything that is known is shown, and as surely. @param {Knowledge} known @param {Line} best of it @param {Line[]} lines */
function assertShown(known, best, lines) {
  for (const line of known.moves) {
    const shown = lines.find(({ pv }) => pv[0] === line.pv[0]);
    assert.ok(shown, 'no move is left out');
    assert.equal(compareProof(shown, line), 0, 'nor shown less surely than it is known');
    if (compareProof(line, best) > 0) assert.deepEqual(shown, line, 'what is surer than the search for the best move stays as it is');
  }
  assert.ok(compareProof(lines[0], best) >= 0, 'the best move is shown as surely as it is known');
}

test('the known moves are told in order, and none of them is better than the best', () => {
  for (let seed = 1; seed <= 3000; seed++) {
    const below = numbers(seed);
    const known = Array.from({ length: 1 + below(5) }, () => randomKnowledge(below)).reduce((sum, news) => merge(sum, news), NOTHING);
    const lines = linesOf(known);
    assert.deepEqual(lines[0], bestLine(known));
    lines.forEach((each, at) => assert.ok(at === 0 || each.score.score <= lines[at - 1].score.score));
    assert.equal(new Set(lines.map(({ pv }) => pv[0])).size, lines.length);
    if (known.best) assertShown(known, known.best, lines);
  }
});

test('a hint does not overwrite what is exact, nor do its first words', () => {
  const solved = merge(NOTHING, fromAnalysis([line('= 6', 3)], 'engine 1'));
  const hint = [line('≈ 8 73 d9', 5), line('≈ 4 73 d9', 3), line('≈ 2 73 d9', 7)];
  for (const done of /** @type {const} */ ([null, 'hint'])) {
    const known = merge(solved, fromAnalysis(hint, done));
    assert.deepEqual(bestLine(known), line('= 6', 3));
    assert.deepEqual(linesOf(known).map(({ pv, score }) => [pv[0], score.score, score.kind]), [[3, 6, 'exact'], [5, 6, 'selective'], [7, 2, 'selective']]);
  }
});

test('a deeper search of one line replaces a hint’s best move, not its other moves', () => {
  const hint = fromAnalysis([line('≈ 4 73 d9', 1), line('≈ 3 73 d9', 2), line('≈ -5 73 d9', 3)], 'hint');
  const known = merge(hint, fromAnalysis([line('≈ 1 73 d16', 2)], 'engine 1'));
  assert.deepEqual(linesOf(known).map(({ pv, score, depth }) => [pv[0], score.score, depth]), [[2, 1, 16], [1, 1, 9], [3, -5, 9]]);
});

test('what a player thinks of its own move is no proof that it is best', () => {
  const known = merge(fromThought(line('= -8', 2)), fromAnalysis([line('≈ 4 73 d9', 1)], 'glance'));
  assert.equal(bestLine(known)?.pv[0], 1);
  assert.deepEqual([bestLine(fromThought(line('~ 12 d3', 2))), linesOf(fromThought(line('~ 12 d3', 2)))], [undefined, []], 'it is no score of the position');
  assert.equal(bestLine(merge(fromThought(line('= 10', 2)), fromAnalysis([line('≈ 4 73 d9', 1)], 'glance')))?.pv[0], 2, 'but a proven move that is worth more is better');
});

test('what is proven of the best move is shown, whatever a hint says of it', () => {
  const hint = [line('≈ 4 73 d9', 1), line('≈ 3 73 d9', 2), line('≈ -5 73 d9', 3)];
  /** @param {Line[]} lines */
  const shown = (lines) => linesOf(merge(fromThought(line('= -8', 1)), fromAnalysis(lines, 'hint'))).map(({ pv, score }) => [pv[0], score.score, score.kind]);
  assert.deepEqual(shown(hint.slice(0, 1)), [[1, -8, 'exact']]);
  assert.deepEqual(shown(hint), [[2, 3, 'selective'], [3, -5, 'selective'], [1, -8, 'exact']], 'then another move is better');
});

test('no search is made for what is known: it was made, or all is proven', () => {
  const legal = [1, 2];
  assert.equal(isEnough(undefined, 'glance', legal), false);
  assert.equal(isEnough(fromAnalysis([line('≈ 1 73 d9')], null), 'glance', legal), false, 'its first words are not the end of it');
  for (const done of /** @type {const} */ (['glance', 'hint', 'engine 3'])) {
    const known = fromAnalysis([line('≈ 1 73 d9')], done);
    assert.deepEqual([isEnough(known, 'glance', legal), isEnough(known, 'hint', legal), isEnough(known, 'engine 2', legal)], [true, done === 'hint', done === 'engine 3']);
  }
  const one = fromAnalysis([line('= 1', 1)], 'glance');
  assert.deepEqual([isEnough(one, 'engine 1', legal), isEnough(one, 'hint', legal)], [true, false]);
  assert.equal(isEnough(merge(one, fromAnalysis([line('= 1', 1), line('= -3', 2)], null)), 'hint', legal), true);
});
