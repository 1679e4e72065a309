// From the state to what is read while a game is studied. Pure: words and numbers, no elements.

import { parseMove, squareName, moveName } from '../rules/position.js';
import { blackView, discs, spreadOf } from '../score.js';
import { dueNow, isAsking as drillAsks, isEnded } from '../state/drill.js';
import { firstPosition, ownDue } from '../state/puzzles.js';
import { isAsking, lessons, questionOf } from '../state/quiz.js';
import { answeredOf, isAboutGame, isBad, isDone, verdictOf } from '../state/review.js';
import { course, evaluationShown, isOver, knownLines, people, scoreOf } from '../state/select.js';
import { openingWords } from '../lang/openings.js';
import { t } from '../words.js';
import { gradeName } from './grades.js';
import { leadText } from './score-text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/review.js').Judged} Judged */
/** @typedef {import('../state/review.js').Review} Review */
/** @typedef {import('../state/review.js').Verdict} Grade */
/** @typedef {import('../rules/position.js').Move} Move */
/** @typedef {import('../state/tree.js').NodeId} NodeId */

/** What is said while nobody looks at a question. @type {ReadonlyMap<NodeId, Grade>} */
const NO_GRADES = new Map();
/** @type {{ rows: readonly Judged[], nodes: unknown, grades: ReadonlyMap<NodeId, Grade> } | null} */
let lastGrades = null;

/** The grades of the game's moves, by node; hidden while something is asked. @param {State} state @returns {ReadonlyMap<NodeId, Grade>} */
export function gradesOf(state) {
  const { review, tree } = state;
  if (!review?.rows.length || isAsking(state.quiz) || !evaluationShown(state)) return NO_GRADES;
  if (lastGrades?.rows !== review.rows || lastGrades.nodes !== tree.nodes) {
    const main = tree.mainLine();
    const isTrue = isAboutGame(review, tree);
    lastGrades = { rows: review.rows, nodes: tree.nodes, grades: isTrue ? new Map(review.rows.map((row) => [main[row.ply], verdictOf(row)])) : NO_GRADES };
  }
  return lastGrades.grades;
}

/** @param {State} state @param {string} language @returns {import('./move-list.js').MovesView} */
export const movesView = (state, language) => ({ tree: state.tree, grades: gradesOf(state), language });

/** @param {State} state @param {string} language @returns {import('./move-list.js').NodeToolsView} */
export function nodeToolsView({ tree, marking }, language) {
  const node = tree.current;
  const { move, position, note } = tree.nodes[node];
  return {
    node, marking, language, comment: note.comment,
    name: move === null ? t('node.start') : `${tree.ply}. ${move === 'pass' ? t('moves.pass') : moveName(move, position.size)}`,
    canPromote: !tree.isOnMainLine, canDelete: node > 0, canUndo: tree.canUndo,
  };
}

/** @type {{ scores: unknown, limit: number, course: import('./graph.js').GraphView['course'] } | null} */
let lastPlot = null;

/** The same list as long as nothing is learnt, so that a step through the game draws no graph. @param {ReturnType<typeof course>} scores @param {number} limit */
function plotOf(scores, limit) {
  if (lastPlot?.scores !== scores || lastPlot.limit !== limit) lastPlot = { scores, limit, course: scores.map((score) => score && { value: discs(score, limit), spread: spreadOf(score) }) };
  return lastPlot.course;
}

/** The largest lead that matters: a few points beyond it are cut, not the rest made flat. */
const LIMITS = [8, 16, 32, 64];

/** @param {State} state @returns {import('./graph.js').GraphView} */
export function graphView(state) {
  const shown = evaluationShown(state);
  const scores = course(state);
  const largest = scores.reduce((most, score) => (score && score.kind !== 'wld' ? Math.max(most, Math.abs(score.score)) : most), LIMITS[0]);
  const limit = LIMITS.find((each) => each >= largest) ?? largest;
  const grades = gradesOf(state);
  const here = scores[state.game.ply];
  return {
    course: shown ? plotOf(scores, limit) : [], ply: state.game.ply, limit, label: t('graph.label'),
    dots: state.tree.path.flatMap((node, ply) => {
      const grade = grades.get(node);
      return grade && isBad(grade) ? [{ ply, grade, color: state.game.positions[ply - 1].side }] : [];
    }),
    edges: { top: t('lead', { color: t('color.black'), score: `+${limit}` }), bottom: t('lead', { color: t('color.white'), score: `+${limit}` }) },
    valueText: t('graph.at', { ply: state.game.ply, score: shown && here ? leadText(here) : '–' }),
  };
}

/** @param {State} state @param {string} language @returns {import('./engine-lines.js').LinesView} */
export function linesView(state, language) {
  const { game, thinking, settings } = state;
  const { position } = game;
  const on = state.engine && state.studying;
  const shown = state.hint || on || evaluationShown(state);
  const known = shown ? knownLines(state, position).slice(0, on || state.hint ? settings.lines : 1) : [];
  const thought = thinking && (people(state) === 0 || evaluationShown(state)) ? thinking : null;
  const lines = thought?.score ? [{ score: thought.score, depth: thought.depth ?? 0, pv: thought.line }] : known;
  const end = isOver(state) && shown ? scoreOf(state, position) : null;
  return {
    on, count: settings.lines, position: position.toString(), canSwitch: state.studying && !isAsking(state.quiz), language,
    lines: lines.map(({ score, depth, pv }) => ({ score: leadText(blackView(score, position.side)), depth: depth ? t('line.depth', { depth }) : '', moves: pv })),
    idle: end ? leadText(end) : lines.length || isAsking(state.quiz) ? '' : state.studying ? t(on ? 'lines.waits' : 'lines.off') : t('line.idle'),
  };
}

/** @param {State} state @param {string} language @returns {import('./review-panel.js').ReviewView} */
export function reviewView(state, language) {
  const { review, tree } = state;
  const isTrue = review !== null && isAboutGame(review, tree);
  return {
    started: isTrue, running: review?.running ?? false, complete: isTrue && isDone(review), language, offline: state.connection !== 'ready',
    done: review ? answeredOf(review) : 0, all: review?.progress.of ?? 0,
    sides: isTrue ? /** @type {const} */ (['black', 'white']).map((color) => sideView(state, review, color)) : [],
    lessons: isTrue ? lessons(state).length : 0,
    here: isTrue && tree.isOnMainLine ? moveView(state, review.rows.find(({ ply }) => ply === tree.ply)) : null,
    quiz: quizView(state),
  };
}

/** Moves of a side that are listed, the worst. */
const LISTED = 4;

/** @param {State} state @param {Review} review @param {'black' | 'white'} color @returns {import('./review-panel.js').SideView} */
function sideView({ tree }, review, color) {
  const { accuracy, phases, loss } = review.summary[color] ?? {};
  const main = tree.mainLine();
  // What is certain comes first.
  const bad = review.rows.filter((row) => row.side === color && (row.unclear || isBad(row.grade))).sort((a, b) => Number(a.unclear ?? false) - Number(b.unclear ?? false) || b.loss - a.loss).slice(0, LISTED);
  const byPhase = Object.entries(phases ?? {}).flatMap(([phase, value]) => (typeof value === 'number' ? [{ name: t(/** @type {any} */ (`phase.${phase}`)), share: `${Math.round(value)}%` }] : []));
  return {
    color, accuracy: typeof accuracy === 'number' ? `${Math.round(accuracy)}%` : '', phases: byPhase,
    loss: typeof loss === 'number' ? t('review.total', { discs: discsText(loss) }) : '',
    moves: bad.map((row) => ({ node: main[row.ply], number: row.ply, move: row.move, loss: `−${discsText(row.loss)}`, grade: verdictOf(row) })),
  };
}

/** @param {number} value */
const discsText = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** A sentence begins with a large letter, but for a square. @param {string} text */
const sentence = (text) => (/^[a-z]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

/** What is to be said about a move of the game. @param {State} state @param {Judged | undefined} row @returns {import('./review-panel.js').MoveView | null} */
function moveView({ tree }, row) {
  if (!row) return null;
  const { size } = tree.game;
  const names = { number: row.ply, move: row.move, discs: discsText(row.loss), grade: gradeName(row.grade) };
  const text = row.grade === 'forced' ? t('review.forced', names) : row.loss <= 0 ? t('review.best', names) : t(row.unclear ? 'review.unclear' : row.uncertain ? 'review.perhaps' : 'review.cost', names);
  const moves = row.best_pv.map((name) => parseMove(name, size)).filter((move) => move !== null);
  return {
    text, grade: verdictOf(row),
    reasons: row.reasons.map((reason) => ({ text: sentence(reason.text), squares: [...new Set([...(reason.square ? [reason.square] : []), ...(reason.squares ?? [])])] })),
    better: row.loss > 0 && row.best !== row.move ? { text: t('review.was', { better: row.best, line: row.best_pv.slice(0, 8).join(' ') }), moves: moves.slice(0, 8), from: tree.mainLine()[row.ply - 1] } : null,
  };
}

/** @param {State} state @returns {import('./review-panel.js').QuizView | null} */
function quizView(state) {
  const { quiz } = state;
  const row = questionOf(state);
  if (!quiz || !row) return null;
  const asking = isAsking(quiz);
  return {
    task: t('better.task', { color: t(`color.${row.side}`), move: row.move, number: row.ply }),
    hint: tryText(quiz, state.game.size), results: [...quiz.results], at: quiz.at, asking,
    answer: asking ? null : moveView(state, row),
  };
}

/** @param {import('../state/quiz.js').Quiz} quiz @param {number} size */
function tryText({ tries, results, at }, size) {
  const last = tries[tries.length - 1];
  if (!last) return results[at] === 'open' ? t('better.try') : '';
  const move = squareName(last.square, size);
  if (last.loss === null) return t('better.judging', { move });
  const params = { move, discs: discsText(last.loss) };
  if (last.loss <= 0) return t('better.is.best', params);
  return t(last.loss < 1 ? 'better.is.good' : last.loss < 4 ? 'better.is.close' : 'better.is.bad', params);
}

/** @param {State} state @param {string} language @returns {import('./puzzle-panel.js').PuzzleView} */
export function puzzleView({ puzzles, progress, connection, own: mistakes }, language) {
  const { puzzle, result, change, step, daily } = puzzles;
  const position = puzzle && firstPosition(puzzle);
  const line = puzzle?.solution.pv ?? [];
  const mine = puzzles.own;
  const { due, fresh } = ownDue(mistakes, Date.now());
  const known = puzzle !== null && result !== 'open';
  return {
    there: puzzle !== null, waits: puzzles.wish !== null || connection !== 'ready', error: puzzles.error ? t(puzzles.error.key, puzzles.error.params) : '', language,
    title: daily ? t('puzzle.today') : mine ? t('own.title') : t('tab.puzzles'),
    mine: (mine ?? puzzles.wish?.own) !== undefined && (mine ?? puzzles.wish?.own) !== null,
    own: mistakes.length ? t('own.count', { count: due.length + fresh.length }) : '',
    task: mine && position ? t('own.task', { color: t(`color.${position.side}`), move: mine.played, discs: discsText(mine.loss), date: mine.date }) : puzzle && position ? t(`puzzle.task.${puzzle.puzzle.task}`, { color: t(`color.${position.side}`) }) : '',
    hint: puzzleHint(puzzles, position?.size ?? 8), result, step, steps: line.length,
    answer: known ? t('puzzle.answer', { move: puzzle.solution.answer, line: line.join(' ') }) : '',
    ideas: known && mine ? mine.reason : known && puzzle.puzzle.ideas.length ? t('puzzle.ideas', { ideas: puzzle.puzzle.ideas.map((idea) => t(`idea.${idea}`)).join(', ') }) : '',
    rating: mine ? '' : progress ? t('puzzle.rating', { rating: Math.round(progress.player.rating) }) : t('puzzle.unrated'),
    change: change === null ? '' : change > 0 ? `+${change}` : String(change).replace('-', '−'),
    due: mine ? t('own.waiting', { count: due.length + fresh.length }) : puzzle?.due ? t('puzzle.due', { count: puzzle.due }) : '',
  };
}

/** @param {import('../state/puzzles.js').Puzzles} puzzles @param {number} size */
function puzzleHint({ tries, result }, size) {
  if (result === 'shown') return t('puzzle.shown');
  const last = tries[tries.length - 1];
  if (!last) return t('better.try');
  const params = { move: squareName(last.square, size), discs: discsText(last.loss) };
  return t(last.loss <= 0 ? 'better.is.best' : last.loss < 1 ? 'better.is.good' : last.loss < 4 ? 'better.is.close' : 'better.is.bad', params);
}

/** Games of the library that are offered. */
const NOTABLE = 5;

/** @param {State} state @param {string} language @returns {import('./explorer-panel.js').ExplorerView} */
export function explorerView({ explored, game }, language) {
  const found = explored.get(game.position.toString());
  const { size, position } = game;
  const moves = found?.moves ?? [];
  /** @param {number} count @param {number} all */
  const percent = (count, all) => `${Math.round((100 * count) / all)}%`;
  return {
    language, idle: found === undefined ? t('explorer.waits') : moves.length ? '' : t('explorer.none'),
    rows: moves.map((row) => {
      const square = parseMove(row.move, size);
      const mean = row.mean_discs === null ? null : { score: row.mean_discs, kind: /** @type {const} */ ('heuristic') };
      return {
        square: typeof square === 'number' ? square : null, move: row.move, name: openingWords(row.name ?? ''), games: String(row.games),
        black: row.black / row.games, draws: row.draws / row.games, white: row.white / row.games,
        shares: t('explorer.shares', { black: percent(row.black, row.games), draws: percent(row.draws, row.games), white: percent(row.white, row.games) }),
        mean: mean ? leadText(blackView(mean, position.side)).replace(/ ?~ ?/, ' ').trim() : '',
        score: row.score === undefined ? '' : leadText(blackView({ score: row.score, kind: 'book' }, position.side)).replace(t('score.book'), '').replace('  ', ' ').trim(),
      };
    }),
    games: moves.flatMap(({ notable = [] }) => notable).slice(0, NOTABLE).map(({ number, black, white, score, event, date }) => ({
      number, text: [`${black ?? '?'} – ${white ?? '?'}`, score === undefined ? '' : `${(size * size + score) / 2}–${(size * size - score) / 2}`, event, date].filter(Boolean).join(', '),
    })),
  };
}

/** @param {State} state @param {string} language @returns {import('./drill-panel.js').DrillView} */
export function drillView({ drill, missed, game: board, connection }, language) {
  const { course, game, told, name, misses, asked, wrong, shown, score, again, openings } = /** @type {import('../state/drill.js').Drill} */ (drill);
  const asking = drillAsks(drill);
  const ended = drill !== null && isEnded(drill);
  const reached = openingWords(name);
  return {
    language, choosing: course === null, names: [...new Set((openings ?? []).map(({ name: each }) => each))].map((each) => [each, openingWords(each)]), due: dueNow(missed, Date.now()).length,
    board: board.size === 8 && board.first.toString() === game.first.toString() ? board.moves.map((move) => moveName(move, 8)) : [],
    title: course?.find ? `${t('drill.title')}: ${openingWords(course.find)}` : t('drill.title'), waits: connection !== 'ready',
    text: drillText({ ended, asked: asked !== null, asking, reached, misses, isEmpty: told !== null && game.ply === 0 && told.expected.length === 0, color: t(`color.${game.position.side}`) }),
    hint: drillHint({ wrong, shown, told }), names2: asking && told?.names.length ? t('drill.names', { names: told.names.slice(0, DRILL_NAMES).map(openingWords).join(', ') + (told.names.length > DRILL_NAMES ? ' …' : '') }) : '',
    asking, ended, shown, again: again.length, score: score.lines ? t('drill.score', { clean: score.clean, lines: score.lines }) : '',
  };
}

/** Openings that are named while one drills. */
const DRILL_NAMES = 4;

/** @param {{ ended: boolean, asked: boolean, asking: boolean, reached: string, misses: number, isEmpty: boolean, color: string }} at */
function drillText({ ended, asked, asking, reached, misses, isEmpty, color }) {
  if (isEmpty) return t('drill.none');
  if (ended && asked) return t(misses ? 'drill.missedAgain' : 'drill.knownNow');
  if (ended) return t(misses ? 'drill.reached.missed' : 'drill.reached', { name: reached || t('drill.theLine'), count: misses });
  return asking ? t(asked ? 'drill.task.again' : 'drill.task', { color }) : t('toMove', { color });
}

/** What is to be said of the last try. @param {Pick<import('../state/drill.js').Drill, 'wrong' | 'shown' | 'told'>} at */
function drillHint({ wrong, shown, told }) {
  if (!told) return '';
  if (shown) return t('drill.shown', { moves: told.expected.join(', ') });
  const last = wrong[wrong.length - 1];
  if (last === undefined) return '';
  const move = squareName(last, 8);
  const [best] = told.book;
  const own = told.book.find((each) => each.move === move);
  return own && best ? t('drill.wrong.book', { move, discs: discsText(best.score - own.score) }) : t('drill.wrong', { move });
}
