// Changes the page's state code in ways that would be wrong, one after the other, and sees whether a
// unit test notices: `npm run mutants`. Survivors are printed, and there should be none.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is wrong about it, the file, what stands there, and what would stand there. @type {[string, string, string, string][]} */
const MUTANTS = [
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
  ['more searches than the engine does at once', 'director.js', '.slice(0, searchesAtOnce(state));', ';'],
  ['a search that is given up goes on', 'engine/browser.js', 'if (this.share.hears) line.stop();', 'if (this.share.hears) line.task = null;'],
  ['the engine of the browser does not stand in', 'engine/either.js', '(isLost || waits) &&', 'false &&'],
  ['a player without a legal move is asked for ever', 'state/update.js', 'if (!state.game.play(move)) return failed', 'if (false) return failed'],
  ['what a move replaces is lost', 'state/kept.js', 'return add(next, left);', 'return next;'],
  ['the same moves of other players count as the same game', 'state/kept.js', 'part.begun === whole.begun && ', ''],
  ['clocks run on while a game is left', 'state/kept.js', 'since: null };', 'since: clocks.since };'],
  ['games that were left are not stored', 'state/stored.js', 'games: kept.map(', 'games: [].map('],
  ['a later version is written over', 'state/stored.js', '> VERSION);', '> 99);'],
  ['what a newer page stored meanwhile is written over', 'storage.js', 'if (isOfLaterVersion(texts)) {', 'if (false) {'],
  ['what cannot be read is not put aside', 'state/stored.js', "aside.push('game')", "aside.push()"],
  ['gaps of the graph are closed', 'ui/course.js', 'ply > 0 && course[ply - 1]', 'runs.length > 0'],
  ['links of a later version are read', 'link.js', '> VERSION) return', '> 99) return'],
  ['who lost on time is the winner', 'state/record.js', "score > 0 ? 'white' : 'black'", "score > 0 ? 'black' : 'white'"],
  ['an old answer opens a game', 'state/inbox.js', 'inbox.asked === action.asked ? { ...inbox, asked: null, found', 'true ? { ...inbox, asked: null, found'],
  ['a variation replaces the game', 'state/tree.js', 'const nodes = this.changed(parent, { children: [...this.nodes[parent].children, child] });', 'const nodes = this.changed(parent, { children: [child] });'],
  ['what is deleted is gone for ever', 'state/tree.js', "edits: [...this.edits, { kind: 'deleted', node: id }]", 'edits: this.edits'],
  ['a deleted move is looked at', 'state/tree.js', 'ply: Math.min(this.ply, at - 1) });', 'ply: this.ply });'],
  ['a promotion goes to the wrong place', 'state/tree.js', 'children: [node, ...children.filter((child) => child !== node)]', 'children: [...children.filter((child) => child !== node), node]'],
  ['an undone promotion goes to the wrong place', 'state/tree.js', '[...others.slice(0, edit.number), first, ...others.slice(edit.number)]', '[first, ...others]'],
  ['the line that is looked at does not grow', 'state/tree.js', 'const path = grown.length === this.path.length ? this.path : grown;', 'const { path } = this;'],
  ['two marks on a square', 'state/tree.js', 'note.marks.filter((each) => each.square !== square)', 'note.marks.filter((each) => each.shape !== shape)'],
  ['a comment that ends itself', 'state/tree.js', "comment.replace(/[\\\\}]/g, '\\\\$&')", 'comment'],
  ['a tree is contained in what has other moves', 'state/tree.js', 'return here[id] !== undefined;', 'return true;'],
  ['the way back leads to the end', 'state/tree.js', 'ply: fork < 0 ? main.length - 1 : Math.max(0, fork - 1) });', 'ply: main.length - 1 });'],
  ['in a game the undone move stays the game', 'state/update.js', 'const tree = goesOn ? played.asGame() : played;', 'const tree = played;'],
  ['who studies plays against the computer', 'state/select.js', 'if (state.draft || state.studying || state.balance || isOver(state) || !game.live) return false;', 'if (state.draft || state.balance || isOver(state) || !game.live) return false;'],
  ['the clock runs while one studies', 'state/update.js', 'const runs = !state.studying && !game.finished', 'const runs = !game.finished'],
  ['variations are not stored', 'state/stored.js', '...(!tree.isPlain && { tree: tree.toString() }),', ''],
  ['a review is not stored', 'state/stored.js', 'review: review && { moves: review.moves, answers: review.answers, running: review.running },', 'review: null,'],
  ['links leave variations out', 'link.js', '(tree.isPlain ? null : treeLink(tree, page)) ?? gameLink', 'null ?? gameLink'],
  ['what a review knows is searched again', 'state/review.js', 'next: review.next.filter((each) => !isSame(each, subject)) };', 'next: review.next };'],
  ['a stopped review goes on', 'state/review.js', '(review?.running ? review.next : [])', '(review?.next ?? [])'],
  ['answers about other moves count', 'state/review.js', 'review.answers.filter(({ ply }) => ply <= same)', 'review.answers'],
  ['the answer to a question is shown', 'state/select.js', '!isAsking(state.quiz) && (state.evaluation', '(state.evaluation'],
  ['a bad try counts as found', 'state/quiz.js', 'loss !== null && loss < CLOSE', 'loss !== null'],
  ['the mistakes of the computer are asked', 'state/quiz.js', '(own === null || side === own)', 'true'],
  ['variations are left out of records', 'state/record.js', '...(ply === undefined && needsTree(tree) && { tree: nodesOf(tree) }),', ''],
  ['every try of a puzzle counts', 'state/puzzles.js', 'deciding: tries.length === 0 ? { move } : puzzles.deciding,', 'deciding: { move },'],
  ['a puzzle is found by any move', 'state/puzzles.js', "result: isFound ? 'found' : 'open'", "result: 'found'"],
  ['an old puzzle comes for a new wish', 'state/puzzles.js', "case 'puzzles.given': return puzzles.wish === action.wish ?", "case 'puzzles.given': return true ?"],
  ['the rating of puzzles is not stored', 'state/stored.js', 'puzzles: { version: VERSION, progress,', 'puzzles: { version: VERSION,'],
  ['the engine thinks about the game while a puzzle is on the board', 'director.js', '|| !state.studying || state.puzzling ||', '|| !state.studying ||'],
  ['the game of another tab is lost', 'storage.js', 'keptOfGame(texts.game, now) : null;', 'null : null;'],
  ['a move in a room is not said again on another line', 'state/room.js', "asks: room.asks.filter(({ question }) => question.type === 'move') });", 'asks: [] });'],
  ['an offer is said again on another line', 'state/room.js', "asks: room.asks.filter(({ question }) => question.type === 'move') });", 'asks: room.asks });'],
  ['a move that is not confirmed leaves the board', 'state/room.js', 'if (room?.sent && room.sent.ply === info.moves.length && !isOther) return tree;', ''],
  ['a refused move stays on the board', 'state/room.js', 'path: tree.path.slice(0, room.sent.ply + 1)', 'path: tree.path'],
  ['who watches can move', 'state/room.js', 'room.info.you === game.position.side &&', ''],
  ['who looks back can move in a room', 'state/room.js', 'game.live && tree.ply === tree.path.length - 1', 'true'],
  ['a hint is given in a room', 'state/room.js', "'hint', 'engine',", "'engine',"],
  ['a rematch goes on with the game before', 'state/room.js', 'before.info.round !== info.round ||', ''],
  ['who gave up has won', 'state/room.js', '[info.result.ending]: other(info.result.winner)', '[info.result.ending]: info.result.winner'],
  ['a flag of a room falls here', 'state/update.js', 'state.flagged || state.room) return state;\n  const side', 'state.flagged) return state;\n  const side'],
  ['the sides of a room do not change', 'state/room.js', '(round - then) % 2 ?', 'false ?'],
  ['a chair is taken from another window', 'state/room.js', '?.here === false;', '!== undefined;'],
  ['another game does not leave the room', 'state/room.js', 'next.begun !== before.begun ?', 'false ?'],
  ['after a reload the room begins another game', 'state/room.js', ': !isSameGame(state, info);', ': true;'],
  ['the mistakes of the other side are counted', 'state/mistakes.js', 'row.side === side && isBad', 'isBad'],
  ['the newest game is counted first', 'state/mistakes.js', '.sort((a, b) => a.at - b.at)', '.sort((a, b) => b.at - a.at)'],
  ['games are reviewed though nobody wants it', 'state/mistakes.js', 'if (lesson.answers.length === 0 && !mistakes.running)', 'if (false)'],
  ['a count goes on where it was stopped', 'state/mistakes.js', '({ ...mistakes, counted: null, review: null, lessons:', '({ ...mistakes, review: null, lessons:'],
  ['reviews of many games are not kept', 'state/mistakes.js', '{ ...each, review: rest } : each', 'each : each'],
  ['a mistake is practised twice', 'state/mistakes.js', 'news.filter(({ position }) => !known.has(position))', 'news'],
  ['what is due does not come first', 'state/puzzles.js', '[...due, ...[...fresh].reverse(), ...later]', '[...[...fresh].reverse(), ...due, ...later]'],
  ['a missed mistake counts as known', 'state/puzzles.js', 'tries.length > 0 && tries[0].loss < OWN_CLOSE', 'tries.length > 0'],
  ['a miss in a drill is forgotten', 'state/drill.js', 'again: asked ? drill.again : [...drill.again, place] };', 'again: drill.again };'],
  ['every miss of a place counts', 'state/drill.js', 'if (!course || drill.wrong.length > 0 || drill.shown) return drill;', 'if (!course) return drill;'],
  ['any move is right in a drill', 'state/drill.js', 'if (!drill.told?.expected.includes(squareName(square, 8)))', 'if (false)'],
  ['the other side of a drill plays on after what was missed', 'state/drill.js', '!isAnswered(drill) && drill.game.position.side !== drill.course.side;', 'drill.game.position.side !== drill.course.side;'],
  ['a deleted game does not come back', 'state/kept.js', 'kept: united([state.lastRemoved, ...state.kept], []) }', 'kept: state.kept }'],
  ['a deleted game comes back by itself', 'state/kept.js', '!state.removed.includes(each.id) && (isNews', '(isNews'],
  ['older games of the store win', 'state/kept.js', '(isNews || !isHere(each))', 'true'],
  ['an import stops after its first page', 'state/kept.js', 'games.length > 0 && next < count &&', 'false &&'],
  ['a setting-up is not undone', 'state/draft.js', 'before: draft.before.slice(0, -1)', 'before: draft.before'],
  ['what is unclear is called good', 'state/review.js', "(unclear ? 'unclear' : grade)", '(grade)'],
  ['a count begins anew before the eyes', 'state/mistakes.js', 'summary && news.games < summary.games ? summary : news', 'news'],
  ['the library is asked for ever', 'state/shelf.js', 'games: action.games }, isOld: false } : shelf;', 'games: action.games } } : shelf;'],
  ['an old answer fills the shelf', 'state/shelf.js', "case 'shelf.found': return action.shelf === shelf ?", "case 'shelf.found': return true ?"],
  ['another search begins in the middle', 'state/shelf.js', "position: wish.here ? position : '', from: 0, isOld", "position: wish.here ? position : '', isOld"],
  ['the review of a game of the library is lost', 'state/update.js', 'answers, running: false } } : state;', 'answers: [], running: false } } : state;'],
];

const web = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'obverse-mutants-'));
/** @type {string[]} */
const survivors = [];
try {
  for (const part of ['js', 'site', 'tests', 'openings.tsv', 'package.json']) cpSync(join(web, part), join(copy, part), { recursive: true });
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
