// state → update → state. Pure: the time comes with the action.

import { Position } from '../rules/position.js';
import * as draft from './draft.js';
import * as drill from './drill.js';
import * as inbox from './inbox.js';
import * as mistakes from './mistakes.js';
import { LEFT, keepWhatIsLeft, originOf, restored, updateGames } from './kept.js';
import { NOTHING, fromAnalysis, fromThought, merge } from './knowledge.js';
import { gameOf } from './record.js';
import { changeReview, reviewOf } from './review.js';
import * as puzzles from './puzzles.js';
import * as quiz from './quiz.js';
import * as room from './room.js';
import { changeShelf } from './shelf.js';
import { Tree } from './tree.js';
import { engineNotice } from './state.js';
import * as tournament from './tournament.js';
import { evaluationByItself, evaluationShown, hasEnded, isInProgress, isPerson, isOver, people, searchKey } from './select.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Seats} Seats */
/** @typedef {import('./state.js').Settings} Settings */
/** @typedef {import('./state.js').TimeControl} TimeControl */
/** @typedef {import('./state.js').Color} Color */
/** @typedef {import('./state.js').Move} Move */
/** @typedef {import('./state.js').Effort} Effort */
/** @typedef {import('../engine/engine.js').GameInfo} GameInfo */
/** @typedef {import('../rules/game.js').Game} Game */
/** @typedef {import('./tree.js').NodeId} NodeId */

/** What a game is begun with; `balanced`: after eight moves that leave both sides equal. @typedef {{ seats: Seats, size: number, time: TimeControl, balanced?: boolean }} Setting */

/**
 * Everything that can happen.
 * @typedef {{ type: 'new', start?: Position } & Setting
 *   | { type: 'play', move: Move }
 *   | { type: 'undo' } | { type: 'redo' } | { type: 'resume' }
 *   | { type: 'back' } | { type: 'reopen', id: string }
 *   | { type: 'goTo', ply: number } | { type: 'goToNode', node: NodeId } | { type: 'study', on: boolean }
 *   | { type: 'playLine', moves: readonly Move[] } | { type: 'playFrom', node: NodeId, moves: readonly Move[] } | { type: 'marking', shape: import('./tree.js').Shape | null }
 *   | { type: 'promote', node: NodeId } | { type: 'delete', node: NodeId } | { type: 'undoEdit' }
 *   | { type: 'comment', node: NodeId, text: string } | { type: 'mark', square: number, shape: import('./tree.js').Shape }
 *   | { type: 'load', tree: Tree } | { type: 'open', at: number }
 *   | { type: 'hint' } | { type: 'evaluation' } | { type: 'turn' } | { type: 'engine' }
 *   | { type: 'light', squares: readonly string[] } | { type: 'panel', panel: import('./state.js').Panel }
 *   | { type: 'explored', position: string, found: import('./state.js').Explored | null }
 *   | { type: 'library.show', number: number } | { type: 'library.shown', game: GameInfo, answers?: readonly import('./review.js').Answered[] } | import('./shelf.js').ShelfAction | { type: 'library.failed', notice: import('./state.js').Notice }
 *   | { type: 'balanced', moves: readonly string[] } | { type: 'library.kept', begun: number } | import('./kept.js').GamesAction
 *   | import('./room.js').RoomAction | import('./mistakes.js').MistakesAction | import('./drill.js').DrillAction | { type: 'mistakes.show', id: string, ply: number }
 *   | import('./puzzles.js').PuzzlesAction | import('./review.js').ReviewAction | import('./quiz.js').QuizAction
 *   | { type: 'why', who: string } | { type: 'explained', key: string, explanation: import('../engine/engine.js').Explanation }
 *   | { type: 'pause' } | { type: 'step', by?: number } | { type: 'speed', speed: number }
 *   | { type: 'sheet', sheet: import('./state.js').Sheet, setting?: Setting }
 *   | { type: 'settings', patch: Partial<Settings> }
 *   | { type: 'connection', status: State['connection'], info?: import('./state.js').EngineInfo }
 *   | { type: 'thinking', thought: import('./state.js').Thought }
 *   | { type: 'queued', place: number | null }
 *   | { type: 'chosen', move: Move, position: string, thought: import('./state.js').Thought | null }
 *   | { type: 'analysed', position: string, lines: import('../engine/engine.js').Line[], done: Effort | null }
 *   | { type: 'failed', message: string, position: string, effort: Effort | null }
 *   | { type: 'unexplained', message: string, key: string }
 *   | { type: 'written', key: string, result: import('./state.js').Export }
 *   | { type: 'notice', notice: import('./state.js').Notice | null }
 *   | { type: 'tick' } | { type: 'draft.play' }
 *   | { type: 'tournament.open', number: number } | import('./tournament.js').TournamentAction
 *   | import('./draft.js').DraftAction | import('./inbox.js').InboxAction} Action
 */

/** Milliseconds between the moves of computers, by speed. */
const PACE = [1600, 700, 250, 0];
/** A person sees their own discs turn before the answer comes. */
const ANSWER_DELAY = 450;

/** The state after an action. No action loses a game: what the new state has no more is kept. @param {State} state @param {Action} action @param {number} now @returns {State} */
export const update = (state, action, now) => keepWhatIsLeft(state, room.leftBehind(state, afterAction(state, action, now)), now);

/** @param {State} state @param {Action} action @param {number} now @returns {State} */
function afterAction(state, action, now) {
  if (room.forbids(state, action)) return { ...state, notice: { key: 'room.busy', tone: 'info' } };
  switch (action.type) {
    case 'new': return newGame(state, action, now);
    case 'load': return load(state, action.tree, null);
    case 'open': return open(state, action.at);
    case 'inbox.found': return found(inbox.update(state, action));
    case 'play': return state.room && !state.studying ? room.played(state, action.move, now) : play(state, action.move, now);
    case 'room.invite': case 'room.enter': case 'room.line': case 'room.told': case 'room.refused': case 'room.gone': case 'room.ask': case 'room.leave': return room.update(state, action, now);
    case 'chosen': return chosen(state, action, now);
    case 'undo': return moveCursor(state, turnOfPerson(state, -1), now);
    case 'redo': return moveCursor(state, turnOfPerson(state, 1), now);
    case 'goTo': return moveCursor(state, action.ply, now);
    case 'goToNode': return lookAt(state, state.tree.goTo(action.node), now);
    case 'playLine': return action.moves.reduce((/** @type {State} */ at, move) => (move === 'pass' && !at.game.position.mustPass() ? at : play(at, move, now)), state);
    case 'playFrom': return goesThrough(lookAt(state, state.tree.goTo(action.node), now), action.moves, now);
    case 'marking': return { ...state, marking: action.shape };
    case 'study': return { ...study(state, action.on, now), puzzling: false };
    case 'puzzles.open': return puzzles.update(study(state, true, now), action, now);
    case 'drill.open': return drill.update(study(state, true, now), action, now);
    case 'drill.openings': case 'drill.begin': case 'drill.due': case 'drill.told': case 'drill.try': case 'drill.reply': case 'drill.show': case 'drill.next': case 'drill.close': case 'drill.repeated': return drill.update(state, action, now);
    case 'puzzles.today': case 'puzzles.wish': case 'puzzles.given': case 'puzzles.none': case 'puzzles.try': case 'puzzles.show': case 'puzzles.step': case 'puzzles.attempted': case 'puzzles.unrated': case 'puzzles.judged': case 'puzzles.repeated':
      return puzzles.update(state, action, now);
    case 'puzzles.own': return puzzles.update(study(state, true, now), action, now);
    case 'mistakes.open': case 'mistakes.found': case 'mistakes.shown': case 'mistakes.saved': case 'mistakes.run': case 'mistakes.tallied': case 'mistakes.reason': return mistakes.update(state, action, now);
    case 'mistakes.show': return showMistake(state, action, now);
    case 'promote': return withTree(state, state.tree.makeMain(action.node));
    case 'delete': return withTree(state, state.tree.delete(action.node));
    case 'undoEdit': return withTree(state, state.tree.undo());
    case 'comment': return withTree(state, state.tree.setComment(action.node, action.text));
    case 'mark': return withTree(state, state.tree.toggleMark(state.tree.current, action));
    case 'resume': return resume(state, now);
    case 'back': return state.tree.isOnMainLine ? goBackTo(state, originOf(state), now) : lookAt(state, state.tree.backToMain(), now);
    case 'reopen': return moveCursor(goBackTo(state, state.kept.find(({ id }) => id === action.id), now), Infinity, now);
    case 'hint': return { ...state, hint: !state.hint, refused: NONE };
    case 'why': return { ...state, why: state.why === action.who ? null : action.who, refused: NONE };
    case 'explained': return { ...state, reasons: new Map(state.reasons).set(action.key, action.explanation) };
    case 'unexplained': return { ...state, refused: new Set(state.refused).add(action.key), why: null, notice: engineNotice(action.message) };
    case 'evaluation': return toggleEvaluation(state);
    case 'turn': return { ...state, turned: !state.turned };
    case 'explored': return { ...state, explored: new Map(state.explored).set(action.position, action.found) };
    case 'library.show': return { ...state, showing: action.number };
    case 'library.failed': return { ...state, showing: null, notice: action.notice };
    case 'library.shown': return withAnswers(shownGame(state, action.game), action.answers);
    case 'shelf.wish': case 'shelf.page': case 'shelf.found': case 'shelf.failed': return { ...state, shelf: changeShelf(state.shelf, action, state.game.position.toString()) };
    case 'library.kept': return { ...state, shelved: action.begun, shelf: { ...state.shelf, isOld: true } };
    case 'games.find': case 'games.remove': case 'games.restore': case 'games.rename': case 'games.export': case 'games.loaded': case 'games.gone': case 'games.import': case 'games.imported': case 'games.importFailed':
      return updateGames(state, action, now);
    case 'balanced': return begunBy(state, action.moves);
    case 'engine': return { ...state, engine: !state.engine, refused: NONE };
    case 'light': return state.lit.length || action.squares.length ? { ...state, lit: action.squares } : state;
    case 'panel': return { ...state, panel: action.panel };
    case 'review': return { ...state, ...FRESH, review: reviewOf(state.review, state.tree), studying: true, evaluation: null, refused: NONE, sheet: '', panel: 'review' };
    case 'review.stop': return { ...state, review: state.review && { ...state.review, running: false } };
    case 'review.told': case 'review.answered': case 'review.failed': return reviewed(state, action);
    case 'quiz': return quizAt(state, quiz.begin(state), now);
    case 'quiz.go': return quizAt(state, state.quiz && quiz.goTo(state.quiz, action.at), now);
    case 'quiz.try': return state.quiz ? { ...state, quiz: quiz.tried(state, action.square) } : state;
    case 'quiz.show': return state.quiz ? { ...state, quiz: quiz.withResult(state.quiz, 'shown') } : state;
    case 'quiz.end': return { ...state, quiz: null, lit: [] };
    case 'pause': return pause(state, now);
    case 'step': return action.by === undefined ? step(state, now) : state.puzzling && state.drill ? state : state.puzzling ? puzzles.update(state, { type: 'puzzles.step', by: action.by }, now) : moveCursor(state, state.tree.ply + action.by, now);
    case 'speed': return { ...state, speed: action.speed, due: Math.min(state.due, now + PACE[action.speed]) };
    case 'sheet': return openSheet(state, action);
    case 'settings': return { ...state, settings: { ...state.settings, ...action.patch } };
    case 'connection': return connection(state, action, now);
    case 'thinking': return { ...state, thinking: action.thought, queued: null };
    case 'queued': return { ...state, queued: action.place };
    case 'analysed': return analysed(state, action);
    case 'failed': return withRunningClock(failed(state, action), now);
    case 'notice': return { ...state, notice: action.notice };
    case 'tick': return tick(state, now);
    case 'draft.play': return playDraft(state, now);
    case 'tournament.open': return openMatch(state, action.number);
    case 'tournament.begin': case 'tournament.run': case 'tournament.moved': case 'tournament.failed': return tournament.update(state, action);
    case 'written': return { ...state, exports: new Map(state.exports).set(action.key, action.result) };
    case 'inbox.text': case 'inbox.read': case 'inbox.files': case 'inbox.file': case 'inbox.page': case 'inbox.find': case 'inbox.failed':
      return inbox.update(state, action);
    default: return draft.update(state, action);
  }
}

/** @type {State['refused']} */
const NONE = new Set();

/** @param {State} state @param {Extract<Action, { type: 'failed' }>} action @returns {State} */
function failed(state, { message, position, effort }) {
  const notice = engineNotice(message);
  if (effort === null) return { ...state, ...FRESH, paused: true, notice };
  // It is asked for again when somebody wants it again, not by itself.
  return { ...state, refused: new Set(state.refused).add(searchKey(position, effort)), hint: false, queued: null, notice };
}

/** For this game; back to what is right by itself, it is left to that again. @param {State} state @returns {State} */
function toggleEvaluation(state) {
  const shown = !evaluationShown(state);
  return { ...state, evaluation: shown === evaluationByItself(state) ? null : shown };
}

/** What belongs to one position and ends with it. */
const FRESH = { thinking: null, queued: null, hint: false, stepping: false };

/** @param {State} state @param {Extract<Action, { type: 'new' }>} action @param {number} now @returns {State} */
function newGame(state, { seats, size, time, start, balanced = false }, now) {
  const level = [seats.white, seats.black].find((who) => who.startsWith('level:'))?.slice(6);
  return {
    ...withTree(state, newTree(start ?? Position.start(size))), ...FRESH,
    balance: balanced && size === 8 && !start && state.connection === 'ready',
    seats, time, names: {}, record: null, begun: now,
    clocks: time.kind === 'clock' ? { black: time.minutes * 60_000, white: time.minutes * 60_000, since: null } : null,
    flagged: null, resigned: null, title: '', origin: hasEnded(state) ? null : LEFT, studying: false, puzzling: false, paused: false, review: null, quiz: null, lit: [], evaluation: null,
    due: now + ANSWER_DELAY, sheet: '', draft: null, notice: null,
    why: state.why === seats.black || state.why === seats.white ? state.why : null,
    settings: level ? { ...state.settings, level: Number(level) } : state.settings,
    turned: false,
  };
}

/** @param {State} state @param {number} now @returns {State} */
function playDraft(state, now) {
  if (!state.draft) return state;
  const start = draft.draftPosition(state.draft);
  const { seats, time } = state.draft;
  return newGame(state, { type: 'new', seats, size: start.size, time, start }, now);
}

/** A game without moves, but for a pass that is forced at once. @param {Position} start */
function newTree(start) {
  const tree = Tree.from(start);
  return start.mustPass() ? tree.play('pass') ?? tree : tree;
}

/** The tree is the truth; the line that is looked at follows from it. @param {State} state @param {Tree} tree @returns {State} */
const withTree = (state, tree) => (tree === state.tree ? state : { ...state, tree, game: tree.game });

/** A game to be looked at, from a link or a record. @param {State} state @param {Tree} tree @param {GameInfo | null} record @returns {State} */
function load(state, tree, record) {
  const { flagged = null, resigned = null, names = {} } = (record && gameOf(record)) ?? {};
  return {
    ...withTree(state, tree), ...FRESH,
    flagged, resigned, names, record, begun: 0, title: '',
    seats: { black: 'human', white: 'human' }, time: { kind: 'none' }, clocks: null,
    studying: true, puzzling: false, review: null, quiz: null, lit: [], evaluation: null, paused: false, sheet: '', draft: null, notice: null,
    origin: LEFT, inbox: inbox.atRest(state.inbox),
  };
}

/** A game of the tournament, as far as it has come. @param {State} state @param {number} number @returns {State} */
function openMatch(state, number) {
  const match = state.tournament?.matches[number];
  return match ? { ...load(state, Tree.ofGame(match.game), null), seats: { black: match.black, white: match.white }, paused: true } : state;
}

/** A single game is opened at once; of many one is chosen. @param {State} state @returns {State} */
function found(state) {
  return state.inbox.found?.games.count === 1 && !state.inbox.found.asked.find ? open({ ...state, inbox: { ...state.inbox, text: '' } }, 0) : state;
}

/** One of the games that were found. @param {State} state @param {number} at @returns {State} */
function open(state, at) {
  const { games, notes = [], count } = state.inbox.found?.games ?? { games: [], count: 0 };
  const tree = games[at] && gameOf(games[at])?.tree;
  if (!tree) return { ...state, inbox: { ...state.inbox, found: null, error: { key: 'read.rules', tone: 'error' } } };
  const loaded = load(state, tree, games[at]);
  const notice = notes.length ? /** @type {const} */ ({ key: 'open.note', params: { note: notes.join(' ') }, tone: 'info' }) : null;
  return { ...loaded, notice, inbox: count === 1 ? { ...loaded.inbox, found: null } : loaded.inbox };
}

/** A move goes on with the game; in one that is studied or has ended it begins a variation. @param {State} state @param {Move} move @param {number} now @returns {State} */
function play(state, move, now) {
  const played = isOver(state) ? null : state.tree.playOn(move);
  if (!played) return state;
  const goesOn = isInProgress(state);
  const tree = goesOn ? played.asGame() : played;
  const answered = isPerson(state, state.game.position.side);
  const withClock = goesOn ? pressClock(state, tree.game, now) : state;
  if (withClock.flagged && goesOn) return { ...withClock, ...FRESH };
  return withRunningClock({
    ...withTree(withClock, tree), ...FRESH,
    // A new game that is played is no mistake.
    ...(!state.studying && { origin: null }),
    due: now + (answered ? ANSWER_DELAY : PACE[state.speed]),
    // A computer that gave up is asked again when the person has moved.
    paused: people(state) > 0 ? false : state.paused,
    lit: [], notice: null,
  }, now);
}

/** @param {State} state @param {Extract<Action, { type: 'chosen' }>} action @param {number} now */
function chosen(state, { move, position, thought }, now) {
  if (state.game.position.toString() !== position || !state.game.live) return state;
  // A player who makes no legal move would be asked for ever.
  if (!state.game.play(move)) return failed(state, { type: 'failed', message: `${move}?`, position, effort: null });
  const line = thought?.score && { score: thought.score, depth: thought.depth ?? 0, pv: thought.line };
  return play(line ? learn(state, position, fromThought(line)) : state, move, now);
}

/**
 * The clock that runs is the one of the last move's opponent, even while somebody looks back: a move
 * that takes others back costs the time that has passed, and earns none.
 * @param {State} state @param {Game} game after the move @param {number} now @returns {State}
 */
function pressClock(state, game, now) {
  const { clocks, time } = state;
  if (!clocks || time.kind !== 'clock') return state;
  const { live, positions, moves } = state.game;
  // Walking through a game that has ended is not on the clock.
  if (!live && clocks.since === null) return state;
  const { side } = positions[moves.length];
  const left = clocks[side] - (clocks.since === null ? 0 : now - clocks.since);
  if (left < 0) return { ...state, flagged: side, clocks: { ...clocks, [side]: 0, since: null } };
  const since = game.position.isOver() ? null : now;
  return { ...state, clocks: { ...clocks, [side]: left + (live ? time.increment * 1000 : 0), since } };
}

/** The clock of the side to move; a computer's stands still while it may not or cannot think. @param {State} state @param {number} now @returns {State} */
function withRunningClock(state, now) {
  const { clocks, game } = state;
  // The clocks of a room are the server's.
  if (!clocks || state.flagged || state.room || game.moves.length === 0) return state;
  const { side } = game.positions[game.moves.length];
  const left = clocks.since === null ? clocks[side] : Math.max(0, clocks[side] - (now - clocks.since));
  const runs = !state.studying && !game.finished && (isPerson(state, side) || (game.live && !state.paused && state.connection === 'ready'));
  return { ...state, clocks: { ...clocks, [side]: left, since: runs ? now : null } };
}

/** @param {State} state @param {number} now @returns {State} */
function tick(state, now) {
  const { clocks, game } = state;
  if (!clocks || clocks.since === null || state.flagged || state.room) return state;
  const side = game.positions[game.moves.length].side;
  if (clocks[side] - (now - clocks.since) >= 0) return state;
  return { ...state, ...FRESH, flagged: side, clocks: { ...clocks, [side]: 0, since: null } };
}

/** A place on the line that is looked at. @param {State} state @param {number} ply @param {number} now @returns {State} */
function moveCursor(state, ply, now) {
  const { tree } = state;
  // In a game that goes on the line ends where it goes on, though moves that were undone follow.
  const moved = isInProgress(state) ? tree.with({ ply: Math.max(0, Math.min(ply, tree.path.length - 1)) }) : tree.goToPly(ply);
  return moved.ply === tree.ply ? state : lookAt(state, moved, now);
}

/** Another place of the same tree. @param {State} state @param {Tree} tree @param {number} now @returns {State} */
function lookAt(state, tree, now) {
  if (tree === state.tree) return state;
  const paused = people(state) === 0 ? true : state.paused;
  // Whoever looks elsewhere has left the question, unless it has been answered.
  const asked = quiz.isAsking(state.quiz) && tree.current !== state.quiz?.nodes[state.quiz.at] ? null : state.quiz;
  return withRunningClock({ ...withTree(state, tree), ...FRESH, quiz: asked, lit: [], due: now + ANSWER_DELAY, paused, notice: null }, now);
}

/** Between playing a game, where it stands, and studying it. @param {State} state @param {boolean} on @param {number} now @returns {State} */
function study(state, on, now) {
  if (state.studying === on) return state;
  const stopped = on && !state.room ? withStoppedClock(state, now) : state;
  const there = on ? stopped : withTree(stopped, state.tree.endOfMain());
  return withRunningClock({ ...there, ...FRESH, quiz: null, lit: [], marking: null, engine: false, studying: on, paused: people(state) === 0, evaluation: null, sheet: '', draft: null, due: now + ANSWER_DELAY, notice: null }, now);
}

/** Whoever studies is not on the clock. @param {State} state @param {number} now @returns {State} */
function withStoppedClock(state, now) {
  const { clocks, game } = state;
  if (!clocks || clocks.since === null) return state;
  const { side } = game.positions[game.moves.length];
  return { ...state, clocks: { ...clocks, [side]: Math.max(0, clocks[side] - (now - clocks.since)), since: null } };
}

/** The next turn of the person, where one plays a computer; else the next decision. @param {State} state @param {1 | -1} step */
function turnOfPerson(state, step) {
  const { game } = state;
  const mixed = people(state) === 1;
  for (let ply = game.ply + step; ply >= 0 && ply <= game.moves.length; ply += step) {
    const position = game.positions[ply];
    if (position.mustPass()) continue;
    if (!mixed || isPerson(state, position.side) || position.isOver()) return ply;
  }
  return step < 0 ? 0 : game.moves.length;
}

/** The game goes on from the position on the board. @param {State} state @param {number} now @returns {State} */
function resume(state, now) {
  return {
    ...withTree(state, state.tree.cut()), ...FRESH,
    clocks: state.clocks && { ...state.clocks, since: isInProgress(state) ? now : null },
    paused: false, due: now + ANSWER_DELAY,
  };
}

/** A game of the library is on the board. @param {State} state @param {GameInfo} record @returns {State} */
function shownGame(state, record) {
  const tree = gameOf(record)?.tree;
  return tree ? { ...load(state, tree, record), showing: null } : { ...state, showing: null, notice: { key: 'read.rules', tone: 'error' } };
}

/** A game with what is known of it from a review, so that nothing is searched again. @param {State} state @param {readonly import('./review.js').Answered[]} [answers] @returns {State} */
function withAnswers(state, answers = []) {
  return answers.length ? { ...state, review: { ...reviewOf(null, state.tree), answers, running: false } } : state;
}

/** A game that nobody has played in yet begins with these moves. @param {State} state @param {readonly string[]} moves @returns {State} */
function begunBy(state, moves) {
  const game = state.balance && state.tree.nodes.length === 1 ? state.game.playAll([...moves]) : null;
  return { ...(game ? withTree(state, Tree.ofGame(game)) : state), balance: false };
}

/** A line is put into the tree, and its first move looked at: the rest can be stepped through. @param {State} state @param {readonly Move[]} moves @param {number} now @returns {State} */
function goesThrough(state, moves, now) {
  const { current } = state.tree;
  const [first] = moves;
  const played = afterAction(state, { type: 'playLine', moves }, now);
  const child = played.tree.children(current).find((each) => played.tree.nodes[each].move === first);
  return child === undefined ? played : lookAt(played, played.tree.goTo(child), now);
}

/** Something was learnt about the game that is reviewed, or about a move that is tried. @param {State} state @param {import('./review.js').ReviewAction & { of: readonly string[] }} action @returns {State} */
function reviewed(state, action) {
  const { review, quiz: asked, knowledge } = action.type === 'review.answered' ? learn(state, action.position, fromAnalysis([action.line], 'glance')) : state;
  const notice = action.type === 'review.failed' ? action.notice : state.notice;
  if (review?.moves === action.of) return { ...state, knowledge, notice, review: changeReview(review, action), queued: null };
  if (state.mistakes?.review?.moves === action.of) return mistakes.learnt({ ...state, knowledge, queued: null }, action);
  return asked?.trial?.moves === action.of ? { ...state, knowledge, notice, quiz: quiz.judged(asked, action), queued: null } : state;
}

/** A mistake in one of many games, with its review. @param {State} state @param {{ id: string, ply: number }} action @param {number} now @returns {State} */
function showMistake(state, { id, ply }, now) {
  const lesson = state.mistakes?.lessons?.find((each) => each.id === id);
  const opened = id === 'board' ? state : lesson?.record ? shownGame(state, lesson.record) : goBackTo(state, state.kept.find((each) => each.id === id), now);
  if (!lesson?.moves || (opened === state && id !== 'board')) return state;
  const review = { ...reviewOf(null, opened.tree), answers: lesson.answers, running: false };
  const studied = { ...opened, ...FRESH, studying: true, puzzling: false, quiz: null, paused: false, evaluation: null, sheet: /** @type {const} */ (''), panel: /** @type {const} */ ('review'), review };
  return lookAt(studied, studied.tree.goTo(studied.tree.mainLine()[ply]), now);
}

/** The position of a question is on the board. @param {State} state @param {quiz.Quiz | null} asked @param {number} now @returns {State} */
function quizAt(state, asked, now) {
  if (!asked) return state;
  return { ...lookAt(state, state.tree.goTo(asked.nodes[asked.at]), now), ...FRESH, quiz: asked, engine: false, lit: [], sheet: '', panel: 'review' };
}

/** A game that was left, as it was. @param {State} state @param {import('./kept.js').Kept | undefined} kept @param {number} now @returns {State} */
function goBackTo(state, kept, now) {
  if (!kept) return state;
  const there = { ...state, ...FRESH, puzzling: false, quiz: null, lit: [], ...restored(kept), sheet: /** @type {const} */ (''), draft: null, notice: null, due: now };
  return withRunningClock({ ...there, paused: people(there) === 0 }, now);
}

/** Only a game between computers is paused: where a person plays, they decide when it goes on. @param {State} state @param {number} now @returns {State} */
function pause(state, now) {
  if (people(state) > 0) return state;
  // It goes on where it was paused, wherever one has looked since.
  const tree = state.paused ? state.tree.endOfMain() : state.tree;
  return withRunningClock({ ...withTree(state, tree), paused: !state.paused, stepping: false, thinking: null, due: now }, now);
}

/** The next move: one that was played already, or a new one. @param {State} state @param {number} now @returns {State} */
function step(state, now) {
  if (!state.game.live) return moveCursor(state, state.game.ply + 1, now);
  return withRunningClock({ ...state, paused: true, stepping: true, due: now }, now);
}

/** @param {State} state @param {Extract<Action, { type: 'sheet' }>} action @returns {State} */
function openSheet(state, { sheet, setting }) {
  const next = state.sheet === sheet ? '' : sheet;
  const { position, size } = state.game;
  // The board on the screen is where setting up begins, unless another was asked for.
  const from = setting && setting.size !== size ? Position.start(setting.size) : position;
  return { ...state, lastRemoved: null, sheet: next, draft: next === 'setup' ? draft.begin(from, setting ?? state) : null,
    inbox: inbox.atRest(state.inbox), exports: new Map(), ...FRESH, notice: null };
}

/** @param {State} state @param {Extract<Action, { type: 'connection' }>} action @param {number} now @returns {State} */
function connection(state, { status, info }, now) {
  return withRunningClock({ ...state, balance: state.balance && status === 'ready', connection: status, info: info ?? state.info, refused: NONE, thinking: null, queued: null }, now);
}

/** @param {State} state @param {Extract<Action, { type: 'analysed' }>} action @returns {State} */
function analysed(state, { position, lines, done }) {
  return { ...learn(state, position, fromAnalysis(lines, done)), queued: null };
}

/** @param {State} state @param {string} position @param {import('./knowledge.js').Knowledge} news @returns {State} */
function learn(state, position, news) {
  const known = state.knowledge.get(position) ?? NOTHING;
  return { ...state, knowledge: new Map(state.knowledge).set(position, merge(known, news)) };
}
