// From the state to what each element shows. Pure: words and numbers, no elements.

import { exportKey } from '../clerk.js';
import { linkTo } from '../link.js';
import { openingName } from '../openings.js';
import { moveName, other, parseMove, squareName } from '../rules/position.js';
import { discs, shortScore, unitTexts, wholeScore } from '../score.js';
import { keptGames } from '../state/kept.js';
import { PAGE } from '../state/inbox.js';
import { recordOf } from '../state/record.js';
import { isAboutGame } from '../state/review.js';
import { SHELF_PAGE } from '../state/shelf.js';
import { isClassic } from '../state/state.js';
import { isDecided, onTheBoards, standings } from '../state/tournament.js';
import { computerToMove, evaluationShown, isOver, isPerson, knownLines, loserOf, people, personToMove, reasonsHere, scoreOf, shownPosition, timeLeft } from '../state/select.js';
import { puzzleBoard } from '../state/puzzles.js';
import { isAsking, questionOf } from '../state/quiz.js';
import { languageTag, locale, t } from '../words.js';
import { openingWords } from '../lang/openings.js';
import { LARGE } from './board.js';
import { whoCharacter, whoName } from './new-game.js';
import { roomStatus, seatLine } from './room-views.js';
import { leadText } from './score-text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../rules/position.js').Color} Color */
/** @typedef {import('../score.js').Score} Score */
/** @typedef {import('../engine/engine.js').GameInfo} GameInfo */
/** @typedef {import('../engine/engine.js').WriteQuestion} WriteQuestion */

const BAR_LIMIT = 24;
/** Discs by which a move may fall short of the best one and still be as good as it. */
const CLOSE = 1;

/** @param {State} state @returns {import('./board.js').BoardView} */
export function boardView(state) {
  const position = shownPosition(state);
  const legal = personToMove(state) ? position.moves() : [];
  const last = state.draft ? null : state.puzzling ? (state.drill ? lastPlaced(state.drill) : puzzleBoard(state.puzzles)?.last ?? null) : lastPlaced(state);
  const hints = hintMarks(state);
  const scores = new Map(hints.map((hint) => [hint.square, hint.text]));
  const moves = new Set(legal);
  const labels = Array.from(position.cells, (cell, at) => {
    const square = squareName(at, position.size);
    const score = scores.get(at);
    if (cell) return t(at === last ? 'square.last' : 'square.disc', { square, color: t(cell === 1 ? 'color.black' : 'color.white') });
    if (!moves.has(at)) return t('square.empty', { square });
    return score ? t('square.hint', { square, score }) : t('square.legal', { square });
  });
  return {
    size: position.size, position: position.toString(), labels, legal, last, hints,
    marks: state.draft || state.puzzling ? [] : [...state.tree.nodes[state.tree.current].note.marks],
    lit: state.lit.map((name) => parseMove(name, position.size)).filter((square) => typeof square === 'number'),
    click: state.puzzling ? (state.drill ? 'drill' : 'puzzle') : state.marking ? 'mark' : isAsking(state.quiz) ? 'try' : 'play', shape: state.marking,
    turned: state.turned, showLegal: state.settings.legal, coordinates: state.settings.coordinates,
    editing: state.draft !== null, asleep: state.sheet !== '' && state.draft === null, animate: state.settings.motion, motion: state.puzzling ? (state.drill ? motionOf(state.drill) : null) : motionOf(state), name: t('board'),
  };
}

/** The square of the last disc, passes left out. @param {{ game: import('../rules/game.js').Game }} state */
function lastPlaced({ game }) {
  const last = game.moves.slice(0, game.ply).findLast((move) => move !== 'pass');
  return typeof last === 'number' ? last : null;
}

/** How the last move turned the discs, for the animation. @param {{ game: import('../rules/game.js').Game }} state @returns {import('./board.js').BoardView['motion']} */
function motionOf({ game }) {
  const at = game.moves.slice(0, game.ply).findLastIndex((move) => move !== 'pass');
  const placed = game.moves[at];
  if (typeof placed !== 'number') return null;
  const { size } = game;
  const flips = game.positions[at].lines(placed).flatMap((line) =>
    line.map((square, distance) => ({
      square, distance,
      dx: Math.sign((square % size) - (placed % size)),
      dy: Math.sign(Math.floor(square / size) - Math.floor(placed / size)),
    })),
  );
  return { from: game.positions[at].toString(), placed, flips };
}

/** @param {State} state @returns {import('./board.js').HintMark[]} */
function hintMarks(state) {
  const { game, quiz } = state;
  if (state.puzzling) return state.drill ? drillMarks(state.drill) : puzzleMarks(state);
  if (quiz && state.tree.current === quiz.nodes[quiz.at]) return tryMarks(state);
  if (!state.hint && state.why) return reasonMarks(state);
  const on = state.engine && state.studying;
  if (!state.hint && !on) return [];
  const lines = knownLines(state, game.position).slice(0, state.hint ? undefined : state.settings.lines);
  return lines.flatMap(({ pv, score }) => (typeof pv[0] === 'number' ? [{ square: pv[0], text: markText(score, game.size), grade: gradeOf(score, lines[0].score) }] : []));
}

/** What was tried in vain, and the answer once it is shown. @param {import('../state/drill.js').Drill} drill @returns {import('./board.js').HintMark[]} */
function drillMarks({ wrong, shown, told, game }) {
  const answers = shown ? (told?.expected ?? []).map((name) => parseMove(name, game.size)).filter((move) => typeof move === 'number') : [];
  return [...wrong.map((square) => ({ square, text: '✕', grade: /** @type {const} */ ('bad') })), ...answers.map((square) => ({ square, text: '✓', grade: /** @type {const} */ ('best') }))];
}

/** What each move that was tried cost. @param {State} state @returns {import('./board.js').HintMark[]} */
function puzzleMarks({ puzzles }) {
  if (puzzles.result !== 'open' && puzzles.step > 0) return [];
  return puzzles.tries.map(({ square, loss }) => ({ square, text: loss <= 0 ? '✓' : `−${Math.round(loss)}`, grade: loss < CLOSE ? 'best' : loss < 4 ? 'close' : 'bad' }));
}

/** What each move that was tried cost, and the answer once it is shown. @param {State} state @returns {import('./board.js').HintMark[]} */
function tryMarks(state) {
  const { size } = state.game;
  const row = questionOf(state);
  const best = row && !isAsking(state.quiz) ? parseMove(row.best, size) : null;
  const tries = /** @type {import('../state/quiz.js').Quiz} */ (state.quiz).tries.map(({ square, loss }) => (
    { square, text: loss === null ? '…' : loss <= 0 ? '✓' : `−${Math.round(loss)}`, grade: /** @type {import('./board.js').HintMark['grade']} */ (loss === null ? 'rest' : loss < CLOSE ? 'best' : loss < 4 ? 'close' : 'bad') }));
  return typeof best === 'number' && !tries.some(({ square }) => square === best) ? [...tries, { square: best, text: '✓', grade: 'best' }] : tries;
}

/** What the player who says why thinks of each move, as a number and a bar. @param {State} state @returns {import('./board.js').HintMark[]} */
function reasonMarks(state) {
  const reasons = reasonsHere(state)?.reasons ?? [];
  const scores = reasons.map(({ searched }) => searched.score);
  const texts = unitTexts(scores);
  const most = Math.max(...scores.map(Math.abs));
  return reasons.flatMap(({ move, searched: { score } }, at) =>
    (typeof move === 'number' ? [{ square: move, text: texts[at], grade: at === 0 ? 'best' : 'rest', bar: most ? score / most : 0 }] : []));
}

/** @param {State} state @returns {Omit<import('./why-panel.js').WhyView, 'language'> | null} */
export function whyView(state) {
  if (!state.why) return null;
  const { size, position } = state.game;
  const found = reasonsHere(state);
  const reasons = found?.reasons ?? [];
  // A term that is nothing for every move tells nothing.
  const names = (reasons[0]?.terms ?? []).map(({ name }) => name).filter((name, at) => reasons.some(({ terms }) => terms[at].value !== 0 && terms[at].name === name));
  const columns = names.map((name) => reasons.map(({ terms }) => terms.find((term) => term.name === name)?.value ?? 0));
  const most = Math.max(1e-9, ...columns.flat().map(Math.abs));
  const texts = columns.map(unitTexts);
  const [sums, scores] = [unitTexts(reasons.map(({ score }) => score)), unitTexts(reasons.map(({ searched }) => searched.score))];
  return {
    who: whoName(state.why), side: t(`color.${position.side}`), known: found !== undefined, passes: position.moves().length === 0, terms: names,
    rows: reasons.map(({ move, searched, opening }, at) => ({
      move: moveName(move, size), sum: sums[at], searched: scores[at],
      values: columns.map((values, column) => ({ text: texts[column][at], share: values[at] / most })),
      opening: opening === undefined ? '' : t('why.opening', { percent: Math.round(opening * 100) }),
      found: t('why.found', { depth: searched.depth, nodes: compact(searched.nodes), line: searched.pv.map((each) => moveName(each, size)).join(' ') }),
      path: searched.depths.length > 1 ? t('why.path', { path: unitTexts(searched.depths.map(({ score }) => score)).map((text, step) => `${searched.depths[step].depth}: ${text}`).join(', ') }) : '',
    })),
    tree: found?.tree ? treeText(found.tree) : '',
  };
}

/** @param {import('../engine/engine.js').Tree} tree */
function treeText({ levels, complete, memory, allowed, ended }) {
  const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
  return t('why.tree', { levels: levels.map(compact).join(' · '), complete, used: megabytes(memory), allowed: megabytes(allowed), ended: t(`why.ended.${ended}`) });
}

/** @param {Score} score @param {Score} best @returns {import('./board.js').HintMark['grade']} */
function gradeOf(score, best) {
  if (score === best) return 'best';
  return best.score - score.score <= CLOSE ? 'close' : 'rest';
}

/** @param {Score} score @param {number} size of the board */
const markText = (score, size) => (size > LARGE ? wholeScore(score) : shortScore(score));

/** @param {State} state @returns {import('./parts.js').BarView} */
export function barView(state) {
  const score = evaluationShown(state) ? scoreOf(state, state.game.position) : null;
  if (!score) return { share: null, text: '', label: t('bar.none') };
  return {
    share: 0.5 + discs(score, BAR_LIMIT) / (2 * BAR_LIMIT),
    text: barText(score),
    label: t('bar.label', { score: leadText(score) }),
  };
}

/** The bar is narrow: from ten discs on the decimals give way. @param {Score} score */
function barText({ score, kind }) {
  const size = Math.abs(score);
  return shortScore({ score: size, kind: kind !== 'wld' && size >= 9.95 ? 'exact' : kind }).replace('+', '');
}

/** @param {State} whole @param {Color} color @param {number} now @returns {import('./parts.js').PlayerView} */
export function playerView(whole, color, now) {
  const state = whole.draft ? { ...whole, seats: whole.draft.seats } : whole;
  const position = shownPosition(state);
  const over = isOver(state) && !state.draft && !state.puzzling;
  const active = !over && position.side === color;
  const person = isPerson(state, color);
  const whose = people(state) === 1 ? t('who.you') : state.studying ? '' : t('who.human');
  const name = state.puzzling ? '' : state.names[color] || (state.room ? '' : person ? whose : whoName(state.seats[color]));
  const left = timeLeft(state, color, now);
  return {
    color, name, active,
    line: seatLine(state, color) ?? (person || state.studying ? '' : whoCharacter(state.seats[color])),
    count: position.count(color),
    thinking: active && computerToMove(state) && state.connection === 'ready',
    winner: over && winnerOf(state) === color,
    clock: left === null ? '' : clockText(left),
    why: !state.draft && isClassic(state.seats[color]) ? { who: state.seats[color], on: state.why === state.seats[color] } : null,
  };
}

/** @param {State} state */
function winnerOf(state) {
  const loser = loserOf(state);
  return loser ? other(loser) : state.game.position.winner();
}

/** @param {number} milliseconds */
function clockText(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The one line that says where the game stands. @param {State} state @returns {{ text: string, note: string }} */
export function statusView(state) {
  const { game } = state;
  const position = shownPosition(state);
  const color = t(`color.${position.side}`);
  const note = game.live || state.draft ? '' : t('browsing', { ply: game.ply, plies: game.moves.length });
  if (state.draft || state.puzzling) return { text: t('toMove', { color }), note: '' };
  if (isAsking(state.quiz)) return { text: t('toMove', { color }), note: '' };
  if (isOver(state)) return { text: resultText(state), note: resultNote(state) || note };
  const passed = game.lastMove === 'pass' ? `${t('passes', { color: t(`color.${other(position.side)}`) })}. ` : '';
  const mixedTurn = !state.studying && people(state) === 1 && isPerson(state, position.side);
  const text = roomStatus(state) ?? (mixedTurn ? t('yourMove', { color }) : computerToMove(state) && state.connection === 'ready' ? t('thinks', { color }) : t('toMove', { color }));
  const waiting = state.queued ? t('waiting', { place: state.queued }) : '';
  return { text: passed + text, note: waiting || note || (state.paused && people(state) === 0 ? t('paused') : '') };
}

/** @param {State} state */
export function resultText(state) {
  const { position } = state.game;
  if (state.flagged) {
    return t('time.out', { color: t(`color.${state.flagged}`), other: t(`color.${other(state.flagged)}`) });
  }
  if (state.resigned) return t('resigned', { color: t(`color.${state.resigned}`), other: t(`color.${other(state.resigned)}`) });
  const winner = position.winner();
  const own = position.finalCount(winner ?? 'black');
  const rival = position.finalCount(other(winner ?? 'black'));
  return winner ? t('wins', { color: t(`color.${winner}`), own, rival }) : t('draw', { own, rival });
}

/** @param {State} state */
function resultNote({ game, flagged, resigned }) {
  const { position } = game;
  const winner = position.winner() ?? 'black';
  return flagged || resigned || position.empties() === 0 ? '' : t('emptiesToWinner', { own: position.count(winner), rival: position.count(other(winner)) });
}

/** @param {State} state */
export function headingView(state) {
  if (state.puzzling) return { opening: '', move: '' };
  const opening = openingWords(openingName(state.game));
  return { opening, move: state.game.ply ? t('moveNumber', { ply: state.game.ply }) : '' };
}

/** Which engine is at work, and where. @param {State['info']} info */
export function aboutText(info) {
  if (!info) return '';
  const { version, place, searches } = info;
  return info.runs === 'server' ? t('settings.about', { version, host: place }) : t('settings.about.browser', { version, searches });
}

/** @param {number} number */
const compact = (number) => new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }).format(number);

/** @param {State} state @returns {Omit<import('./tournament-sheet.js').TournamentView, 'language'>} */
export function tournamentView({ tournament, connection, notice }) {
  const matches = tournament?.matches ?? [];
  const done = matches.filter(isDecided).length;
  const shown = tournament ? onTheBoards(tournament) : [];
  return {
    begun: tournament !== null, running: tournament?.running ?? false, over: matches.length > 0 && done === matches.length, offline: connection !== 'ready',
    progress: t('tournament.progress', { done, all: matches.length }),
    problem: notice?.tone === 'error' ? t(notice.key, notice.params) : '',
    boards: shown.map((number) => {
      const { game, black, white } = matches[number];
      const { position } = game;
      return { number, squares: position.toString().split(' ')[0], black: whoName(black), white: whoName(white), discs: [position.count('black'), position.count('white')] };
    }),
    standings: (tournament ? standings(tournament) : []).map(({ who, points, played, wins, draws, losses, discs: margin }) => ({
      who: whoName(who), points: `${points} / ${played}`, games: `${wins}–${draws}–${losses}`, discs: margin > 0 ? `+${margin}` : String(margin).replace('-', '−'),
    })),
  };
}

/** The formats that the share sheet saves: of the whole game, then those of the position on the board. */
const GAME_FORMATS = ['ggf', 'sgf', 'wthor', 'sheet'];
const POSITION_FORMATS = ['obf', 'board', 'ten-line', 'turn', 'svg'];

/** What the share sheet has the engine write, by format. @param {State} state @returns {Map<string, WriteQuestion>} */
function exportQuestions(state) {
  const names = { black: nameOf(state, 'black'), white: nameOf(state, 'white') };
  /** @param {string} format @param {number} [ply] @returns {[string, WriteQuestion]} */
  const write = (format, ply) => [format, { type: 'write', format, game: recordOf(state, names, ply) }];
  const { review, tree } = state;
  /** @type {[string, WriteQuestion][]} */
  const report = review?.rows.length && isAboutGame(review, tree) ? [['html', { ...write('html')[1], answers: review.answers, lang: languageTag() }]] : [];
  return new Map([...['transcript', ...GAME_FORMATS].map((format) => write(format)), ...report, ...POSITION_FORMATS.map((format) => write(format, state.game.ply))]);
}

/** @param {State} state */
export const exportsOf = (state) => [...(state.sheet === 'share' ? exportQuestions(state).values() : []), ...(state.exporting ? allGames(state) : [])];

/** Every game here, as SGF, the one on the board first. @param {State} state @returns {WriteQuestion[]} */
const allGames = (state) => [state, ...keptGames(state)].map((each) => {
  const whole = /** @type {State} */ ({ ...each, settings: state.settings });
  return { type: 'write', format: 'sgf', game: recordOf(whole, { black: nameOf(whole, 'black'), white: nameOf(whole, 'white') }) };
});

/** All games in one file, once each of them is written. @param {State} state @returns {string | null} */
export function gamesFile(state) {
  if (!state.exporting) return null;
  const results = allGames(state).map((question) => state.exports.get(exportKey(question)));
  return results.every((result) => result !== undefined) ? results.map((result) => (result && 'file' in result ? result.file.text ?? '' : '')).join('\n') : null;
}

/** @param {State} state @param {string} page @returns {Omit<import('./share-sheet.js').ShareView, 'language'>} */
export function shareView(state, page) {
  const { game } = state;
  /** @param {WriteQuestion} question @returns {import('./share-sheet.js').ShareFile | null} */
  const fileOf = (question) => {
    const result = state.exports.get(exportKey(question));
    if (!result) return null;
    if ('error' in result) return { name: '', text: '', error: t(result.error.key, result.error.params) };
    const { file, text = '', bytes } = result.file;
    return { name: file, text, bytes, error: '' };
  };
  const files = [...exportQuestions(state)].map(([format, question]) => /** @type {[string, ReturnType<typeof fileOf>]} */ ([format, fileOf(question)]));
  return {
    link: linkTo(state.tree, page), position: game.position.toString(), played: game.moves.length > 0,
    transcript: files[0][1], files: files.slice(1), offline: state.connection !== 'ready',
  };
}

/** @param {State} state @param {string} language @returns {import('./open-sheet.js').OpenView} */
export function openView(state, language) {
  const { text, files, asked, found, error } = state.inbox;
  return {
    text, language,
    offline: state.connection !== 'ready', waits: asked !== null,
    error: error ? t(error.key, error.params) : '',
    files: files.map((file) => ('name' in file ? file.name : '')),
    list: found && {
      count: found.games.count, from: found.games.from, next: found.games.from + found.games.games.length, page: PAGE, find: (asked ?? found.asked).find,
      titles: found.games.games.map((game, at) => `${found.games.from + at + 1} · ${titleOf(game)}`),
    },
    shelf: state.info?.library ? shelfView(state.shelf, state.info.library.games, language) : null,
    keptFind: state.find, keptAll: keptGames(state).length, undo: state.lastRemoved ? t('kept.removed', { title: keptTitle(state.lastRemoved) }) : '', importing: state.importing ? t('kept.importing', { from: state.importing.from }) : '', exporting: state.exporting,
    kept: keptGames(state).map((kept) => ({ id: kept.id, title: keptTitle(kept), own: kept.title, at: dateText(kept.at) })).filter(({ title, at }) => `${title} ${at}`.toLowerCase().includes(state.find.toLowerCase())),
  };
}

/** @param {import('../state/shelf.js').Shelf} shelf @param {number} games @param {string} language @returns {import('./library-shelf.js').ShelfView} */
function shelfView({ wish, found, isOld }, games, language) {
  const { count = 0, from = 0, games: rows = [] } = found ?? {};
  return {
    wish, language, inAll: games, count, from, next: from + rows.length, page: SHELF_PAGE, waits: isOld,
    games: rows.map(({ number, black, white, score, size, event, date, opening, plies }) => ({
      number, title: `${black ?? '?'} ${score === undefined ? '–' : discsOf(size, score)} ${white ?? '?'}`,
      note: [event, date, opening ? openingWords(opening) : black || white ? '' : t('open.game', { plies })].filter(Boolean).join(', '),
    })),
  };
}

/** The discs of both sides at the end. @param {number} size @param {number} score of Black */
const discsOf = (size, score) => `${(size * size + score) / 2}–${(size * size - score) / 2}`;

/** Who played, how it ended, where and when. @param {GameInfo} record */
function titleOf({ black, white, result, event, date, size = 8, moves, start }) {
  const empties = start?.match(/-/g)?.length ?? size * size - 4;
  const what = moves.length ? t('open.game', { plies: moves.length }) : t('open.position', { empties });
  if (!black && !white) return what;
  const discs = result && (result.ending ?? 'played') === 'played' ? discsOf(size, result.score) : '–';
  return [`${black ?? '?'} ${discs} ${white ?? '?'}`, ...[event, date].filter(Boolean), ...(result ? [] : [what])].join(', ');
}

/** @param {import('../state/kept.js').Kept} kept */
function keptTitle({ game, seats, names, title }) {
  const what = game.moves.length ? t('open.game', { plies: game.moves.length }) : t('open.position', { empties: game.position.empties() });
  const board = game.size === 8 ? '' : ` ${game.size}×${game.size}`;
  return `${title ? `${title}: ` : ''}${names.black || whoName(seats.black)} – ${names.white || whoName(seats.white)}${board}, ${what}`;
}

/** @param {number} at */
const dateText = (at) => new Date(at).toLocaleString(locale(), { dateStyle: 'short', timeStyle: 'short' });

/** @param {State} state @param {Color} color */
function nameOf(state, color) {
  return state.names[color] || (people(state) === 1 && isPerson(state, color) && state.settings.name) || whoName(state.seats[color]);
}
