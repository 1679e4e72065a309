// Changes the page's state code in ways that would be wrong, one after the other, and sees whether a
// unit test notices: `npm run mutants`. Survivors are printed, and there should be none.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is wrong about it, the file, what stands there, and what would stand there. @type {[string, string, string, string][]} */
const MUTANTS = [
  ['the sign of a move’s cost is reversed', 'state/select.js', "=== 'black' ? change : -change", "=== 'black' ? -change : change"],
  ['White’s moves cost what Black’s would', 'state/select.js', "=== 'black' ? change : -change", "=== 'black' ? change : change"],
  ['a forced move can cost something', 'state/select.js', 'if (game.positions[ply].moves().length === 1) return 0;', ''],
  ['a cost is taken from the move before', 'state/select.js', 'scoreOf(state, game.positions[ply + 1])', 'scoreOf(state, game.positions[ply])'],
  ['the least costly moves are called the worst', 'state/select.js', 'b.cost - a.cost', 'a.cost - b.cost'],
  ['mistakes begin at another cost', 'state/select.js', 'const MISTAKE = 3;', 'const MISTAKE = 5;'],
  ['the sum of a side has the other side’s moves', 'state/select.js', 'game.positions[ply].side === color ? (costOf', 'game.positions[ply].side !== color ? (costOf'],
  ['scores are not turned to Black’s view', 'score.js', "side === 'black' ? score :", "side !== 'black' ? score :"],
  ['before a pass the score is that of the wrong side', 'state/select.js', 'if (position.mustPass()) return scoreOf(state, position.withOtherSide());', ''],
  ['the last answer wins, whatever it proves', 'state/knowledge.js', 'known && compareProof(known, news) > 0 ? known : news', 'news'],
  ['the first answer wins, whatever it proves', 'state/knowledge.js', 'known && compareProof(known, news) > 0 ? known : news', 'known ?? news'],
  ['what is weaker wins', 'state/knowledge.js', 'known && compareProof(known, news) > 0', 'known && compareProof(known, news) < 0'],
  ['confidence does not count', 'state/knowledge.js', '|| (a.score.confidence ?? 0) - (b.score.confidence ?? 0)', ''],
  ['depth does not count', 'state/knowledge.js', 'a.depth - b.depth', '0'],
  ['an analysis replaces all moves', 'state/knowledge.js', 'new Map(known.moves.map((line) => [line.pv[0], line]))', 'new Map()'],
  ['searches that were made are forgotten', 'state/knowledge.js', 'done: [...new Set([...known.done, ...news.done])]', 'done: news.done'],
  ['the first words of a search are taken for its end', 'director.js', 'done: event.done ? want.effort : null', 'done: want.effort'],
  ['the end of a search is not noticed', 'director.js', 'done: event.done ? want.effort : null', 'done: null'],
  ['a weaker line may stand above the best', 'state/knowledge.js', 'line.score.score <= best.score.score ? line :', 'true ? line :'],
  ['what is proven of the best move is hidden', 'state/knowledge.js', 'known.moves.find((line) => line.pv[0] === answer.pv[0]) ?? answer', 'answer'],
  ['a move that is known less surely may be the best', 'state/knowledge.js', '.filter((line) => compareProof(line, answer) >= 0)', ''],
  ['a player’s own move is taken for the best', 'state/knowledge.js', 'return { best: null, moves: line.pv.length ? [line] : []', 'return { best: line, moves: line.pv.length ? [line] : []'],
  ['what failed is asked for ever', 'state/select.js', 'state.refused.has(searchKey(position, effort)) ||', ''],
  ['a busy engine is not asked again', 'director.js', 'this.mayRetry(key))', 'false)'],
  ['a busy engine is asked for ever', 'director.js', 'refusals <= MOST_RETRIES', 'true'],
  ['a position is searched twice at the same time', 'director.js', '.filter(({ job }) => !here.length || job.game.ply !== game.ply)', ''],
  ['more searches than the engine does at once', 'director.js', '.slice(0, searchesAtOnce(state));', ';'],
  ['a search that is given up goes on', 'engine/browser.js', 'this.#close(line);\n    // It is ready', '// It is ready'],
  ['the engine of the browser does not stand in', 'engine/either.js', '(isLost || waits) &&', 'false &&'],
  ['a player without a legal move is asked for ever', 'state/update.js', 'if (!state.game.play(move)) return failed', 'if (false) return failed'],
  ['what a move replaces is lost', 'state/kept.js', 'return add(next, left);', 'return next;'],
  ['the same moves of other players count as the same game', 'state/kept.js', 'part.begun === whole.begun && ', ''],
  ['every try moves the way back', 'state/update.js', '&& !trying ? { origin', '? { origin'],
  ['a game comes back without what belongs to it', 'state/kept.js', "'flagged', 'studying', 'review',", "'flagged', 'studying',"],
  ['clocks run on while a game is left', 'state/kept.js', 'since: null };', 'since: clocks.since };'],
  ['games that were left are not stored', 'state/stored.js', 'games: kept.map(', 'games: [].map('],
  ['a later version is written over', 'state/stored.js', '> VERSION);', '> 99);'],
  ['what a newer page stored meanwhile is written over', 'storage.js', 'if (isOfLaterVersion(texts)) {', 'if (false) {'],
  ['what cannot be read is not put aside', 'state/stored.js', "aside.push('game')", "aside.push()"],
  ['gaps of the graph are closed', 'ui/course.js', 'ply > 0 && course[ply - 1]', 'runs.length > 0'],
  ['a switch of the evaluation holds for ever', 'state/update.js', 'paused: false, review: false, evaluation: null,', 'paused: false, review: false,'],
  ['links of a later version are read', 'link.js', '> VERSION) return', '> 99) return'],
  ['what belongs to other moves goes into the record', 'state/record.js', 'changed < 0 ? Math.min(moves.length, record.moves.length) : changed', 'moves.length'],
  ['who lost on time is the winner', 'state/record.js', "score > 0 ? 'white' : 'black'", "score > 0 ? 'black' : 'white'"],
  ['an old answer opens a game', 'state/inbox.js', 'inbox.asked === action.asked ? { ...inbox, asked: null, found', 'true ? { ...inbox, asked: null, found'],
];

const web = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'obverse-mutants-'));
/** @type {string[]} */
const survivors = [];
try {
  for (const part of ['js', 'tests', 'openings.tsv', 'package.json']) cpSync(join(web, part), join(copy, part), { recursive: true });
  if (!passes()) throw new Error('the tests fail before anything is changed');
  for (const [name, file, from, to] of MUTANTS) {
    const path = join(copy, 'js', file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} has “${from}” ${text.split(from).length - 1} times, not once: put the list right`);
    writeFileSync(path, text.replace(from, () => to));
    process.stderr.write('.');
    if (passes()) survivors.push(`${name} (js/${file})`);
    writeFileSync(path, text);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${MUTANTS.length} mutants, ${survivors.length} survivors`);
for (const survivor of survivors) console.log(`  survived: ${survivor}`);
process.exitCode = survivors.length ? 1 : 0;

/** Whether all unit tests pass; a mutant that hangs is noticed too. The first that fails is enough, so the quick ones come first. */
function passes() {
  const slow = ['kept.test.js', 'director.test.js'];
  const tests = readdirSync(join(copy, 'tests/unit')).filter((name) => name.endsWith('.test.js')).sort((a, b) => slow.indexOf(a) - slow.indexOf(b));
  return tests.every((name) => spawnSync(process.execPath, [join('tests/unit', name)], { cwd: copy, stdio: 'ignore', timeout: 180_000 }).status === 0);
}
