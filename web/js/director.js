// Decides what the engine should be doing, from the state alone, and sees that it does just that.

import { isLast } from './engine/engine.js';
import { Game } from './rules/game.js';
import { Position } from './rules/position.js';
import { linesIn } from './state/knowledge.js';
import { isAsking } from './state/quiz.js';
import { searchesOf } from './state/review.js';
import { computerToMove, decisions, engineEffort, evaluationShown, isAnalysed, isOver, searchKey, timeLeft, whyKey } from './state/select.js';
import { engineNotice } from './state/state.js';
import { nextMoves } from './state/tournament.js';

/** @typedef {import('./state/state.js').State} State */
/** @typedef {import('./state/state.js').Effort} Effort */
/** @typedef {import('./engine/engine.js').Job} Job */
/** @typedef {import('./engine/engine.js').JobEvent} JobEvent */
/** @typedef {import('./state/update.js').Action} Action */
/** @typedef {import('./state/review.js').Review} Review */
/**
 * What is wanted; two with the same key are the same. Without an effort it is a move, or a reason; `match` is
 * the game of the tournament that it is for, and `review` what of which review.
 * @typedef {{ key: string, job: Job, effort: Effort | null, match?: number, own?: import('./state/puzzles.js').OwnPuzzle, review?: { of: readonly string[], subject: import('./state/review.js').Subject } }} Wanted
 */

/** Seconds for each kind of analysis. */
const SECONDS = { glance: 0.2, hint: 2.5 };
/** As long as the engine of what is studied goes on, where it may. */
const ENGINE_SECONDS = 120;
/** For a player who thinks as long as it is given, to say why. */
const REASON_SECONDS = 1;
/** The same for a move of the tournament. */
const TOURNAMENT_SECONDS = 0.1;

/** How far every move of a mistake is looked at: as far as a review looks. */
const OWN_DEPTH = 12;
const OWN_EXACT = 14;
const OWN_SECONDS = 2;

/** How often an engine that is busy is asked for the same thing again, and the longest wait in between. */
const MOST_RETRIES = 10;
const LONGEST_WAIT = 30;

/** What the engine should do now, the most important first, as much as it does at the same time. @param {State} state @param {number} now @returns {Wanted[]} */
export function wanted(state, now) {
  if (state.connection !== 'ready' || state.draft) return [];
  const { game } = state;
  if (state.sheet === 'tournament') return tournamentMoves(state);
  const own = ownPuzzle(state);
  if (own) return [own];
  const reason = unsaidReason(state);
  // Whoever explains itself does so before it moves, unless that costs it time.
  if (computerToMove(state) && now >= state.due) return [reason && !state.clocks && reason.job.who === state.seats[game.position.side] ? reason : choice(state, now)];
  // A hint has the engine to itself.
  if (state.hint && !state.puzzling && !isOver(state) && needsWork(state, game.ply, 'hint')) return [analysis(game, 'hint', game.position.moves().length)];
  if (reason && !computerToMove(state)) return [reason];
  const glances = evaluationShown(state);
  const here = glances && needsWork(state, game.ply, 'glance') ? [analysis(game, 'glance', 1)] : [];
  // While a computer is about to move, the rest of the game can wait.
  if (computerToMove(state)) return here;
  // A move that is tried is judged at once.
  const reviewed = [state.quiz?.trial ?? null, state.review, state.mistakes?.review ?? null].flatMap((review) => (review ? reviewSearches(review) : []));
  const others = reviewed.length || !glances ? reviewed : analyses(state, 'glance');
  // A position is not searched twice at the same time.
  const text = game.position.toString();
  const wants = [...here, ...others.filter(({ job }) => !here.length || job.game.position.toString() !== text)];
  // What goes on for minutes is done beside what has an end, or after it.
  return [...wants, ...engineLines(state)].slice(0, searchesAtOnce(state));
}

/** What every move of a mistake is worth, before it is practised. @param {State} state @returns {Wanted | null} */
function ownPuzzle({ puzzling, drill, puzzles: { wish } }) {
  const position = puzzling && !drill && wish?.own ? Position.parse(wish.own.position) : null;
  if (!position) return null;
  const effort = position.size > 8 ? { time: OWN_SECONDS } : position.empties() <= OWN_EXACT ? { exact: true, most: 4 * OWN_SECONDS } : { depth: OWN_DEPTH };
  return { key: `own ${position}`, effort: null, own: wish?.own, job: { kind: 'analyse', game: new Game([position], [], 0), top: position.moves().length, ...effort } };
}

/** The lines of what is studied, as long as they are wanted. @param {State} state @returns {Wanted[]} */
function engineLines(state) {
  const effort = engineEffort(state);
  if (!state.engine || !state.studying || state.puzzling || isAsking(state.quiz) || isOver(state) || !needsWork(state, state.game.ply, effort)) return [];
  const longest = state.info?.limits.seconds ?? ENGINE_SECONDS;
  return [{ key: searchKey(state.game.position, effort), effort, job: { kind: 'analyse', game: state.game, top: linesIn(effort), time: Math.min(longest, ENGINE_SECONDS) } }];
}

/** What a review wants to be searched. @param {Review} review @returns {Wanted[]} */
function reviewSearches(review) {
  return searchesOf(review).flatMap(({ ask: { start, ...how }, ...subject }) => {
    const position = Position.parse(start);
    if (!position) return [];
    return [{
      key: `review ${subject.ply} ${subject.about} ${subject.pass} ${start}`, effort: null, review: { of: review.moves, subject },
      job: { kind: 'analyse', game: new Game([position], [], 0), top: 1, ...how },
    }];
  });
}

/** The next moves of the tournament, which is played while it is watched. @param {State} state @returns {Wanted[]} */
function tournamentMoves(state) {
  const { tournament } = state;
  if (!tournament?.running) return [];
  return nextMoves(tournament).slice(0, searchesAtOnce(state)).map((match) => {
    const { game, ...players } = tournament.matches[match];
    const who = players[game.position.side];
    return { key: `tournament ${match} ${game.ply} ${who}`, effort: null, match, job: { kind: 'choose', game, who, time: TOURNAMENT_SECONDS } };
  });
}

/** What a player is still to say about the position on the board. @param {State} state @returns {(Wanted & { job: import('./engine/engine.js').WhyJob }) | null} */
function unsaidReason({ why, game, time, reasons, refused }) {
  if (!why || game.position.moves().length === 0) return null;
  const key = whyKey(why, game.position);
  if (reasons.has(key) || refused.has(key)) return null;
  return { key, effort: null, job: { kind: 'why', game, who: why, time: time.kind === 'move' ? time.seconds : REASON_SECONDS } };
}

/** @param {State} state */
const searchesAtOnce = ({ info }) => info?.searches ?? 1;

/** @param {State} state @param {number} ply @param {Effort} effort */
function needsWork(state, ply, effort) {
  const position = state.game.positions[ply];
  return position.moves().length > 0 && !isAnalysed(state, position, effort);
}

/** The next positions of the game to be analysed. From the end back: what is exact comes first. @param {State} state @param {Effort} effort */
function analyses(state, effort) {
  const pending = new Set(decisions(state).filter((position) => !isAnalysed(state, position, effort)));
  const plies = state.game.positions.flatMap((position, ply) => (pending.has(position) ? [ply] : []));
  // One more than can be begun: the position on the board may be among them.
  return plies.reverse().slice(0, searchesAtOnce(state) + 1).map((ply) => analysis(state.game.goTo(ply), effort, 1));
}

/** @param {State} state @param {number} now @returns {Wanted} */
function choice(state, now) {
  const { game, time } = state;
  const side = game.position.side;
  const who = state.seats[side];
  const remaining = timeLeft(state, side, now);
  return {
    key: `choose ${who} ${game.position} ${game.ply}`,
    effort: null,
    job: {
      kind: 'choose', game, who,
      ...(time.kind === 'move' && { time: time.seconds }),
      ...(time.kind === 'clock' && remaining !== null && { clock: { remaining: remaining / 1000, increment: time.increment } }),
    },
  };
}

/** @param {Game} game @param {Effort} effort @param {number} top @returns {Wanted} */
function analysis(game, effort, top) {
  return { key: searchKey(game.position, effort), effort, job: { kind: 'analyse', game, top, time: effort === 'hint' ? SECONDS.hint : SECONDS.glance } };
}

/** Keeps the engine at what is wanted. */
export class Director {
  /** @param {import('./engine/engine.js').Engine} engine @param {(action: Action) => void} dispatch */
  constructor(engine, dispatch) {
    this.engine = engine;
    this.dispatch = dispatch;
    /** What the engine does, by the keys of what is wanted. @type {Map<string, { cancel: () => void }>} */
    this.running = new Map();
    /** How often the engine was too busy for something. @type {Map<string, number>} */
    this.refusals = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {State} state */
  follow(state) {
    const now = Date.now();
    const wants = wanted(state, now);
    const keys = new Set(wants.map(({ key }) => key));
    for (const [key, { cancel }] of this.running) {
      if (keys.has(key)) continue;
      this.running.delete(key);
      this.refusals.delete(key);
      cancel();
    }
    for (const want of wants) if (!this.running.has(want.key)) this.begin(want);
    clearTimeout(this.timer);
    if (computerToMove(state) && now < state.due) this.timer = setTimeout(() => this.dispatch({ type: 'tick' }), state.due - now);
  }

  /** @param {Wanted} want */
  begin(want) {
    const { key } = want;
    const running = { cancel: () => {} };
    this.running.set(key, running);
    const { cancel } = this.engine.start(want.job, (event) => {
      if (this.running.get(key) !== running) return;
      if (event.type === 'failed' && event.retry !== undefined && this.mayRetry(key)) return this.waitFor(event.retry, key);
      if (isLast(event)) {
        this.running.delete(key);
        this.refusals.delete(key);
      }
      this.dispatch(actionOf(event, want));
    });
    running.cancel = cancel;
  }

  /** Counts how often the engine has been too busy for the same thing. @param {string} key */
  mayRetry(key) {
    const refusals = (this.refusals.get(key) ?? 0) + 1;
    this.refusals.set(key, refusals);
    return refusals <= MOST_RETRIES;
  }

  /** Counts as running until the engine may have room; then what is wanted by that time is begun. @param {number} seconds @param {string} key */
  waitFor(seconds, key) {
    const waiting = { cancel: () => clearTimeout(timer) };
    this.running.set(key, waiting);
    const timer = setTimeout(() => {
      if (this.running.get(key) !== waiting) return;
      this.running.delete(key);
      this.dispatch({ type: 'tick' });
    }, 1000 * Math.min(seconds, LONGEST_WAIT));
  }

  /** The engine has gone, and with it whatever it was doing. */
  forget() {
    this.running.clear();
    this.refusals.clear();
  }
}

/** @param {JobEvent} event @param {Wanted} want @returns {Action} */
function actionOf(event, want) {
  if (want.review) return reviewAction(event, want, want.review);
  if (want.own) return ownAction(event, want.own);
  if (want.match !== undefined) return tournamentAction(event, want.match, want.job.game.ply);
  const position = want.job.game.position.toString();
  switch (event.type) {
    case 'queued': return { type: 'queued', place: event.place };
    case 'thinking': return { type: 'thinking', thought: event.thought };
    case 'chosen': return { type: 'chosen', move: event.move, thought: event.thought, position };
    case 'explained': return { type: 'explained', key: want.key, explanation: event.explanation };
    case 'failed':
      return want.job.kind === 'why' ? { type: 'unexplained', message: event.message, key: want.key } : { type: 'failed', message: event.message, position, effort: want.effort };
    case 'lines': return { type: 'analysed', position, lines: event.lines, done: event.done ? want.effort : null };
  }
}

/** @param {JobEvent} event @param {Wanted} want @param {NonNullable<Wanted['review']>} review @returns {Action} */
function reviewAction(event, { job }, { of, subject }) {
  if (event.type === 'failed') return { type: 'review.failed', of, notice: engineNotice(event.message) };
  if (event.type !== 'lines' || !event.done) return { type: 'tick' };
  if (!event.lines.length) return { type: 'review.failed', of, notice: engineNotice('…') };
  return { type: 'review.answered', of, subject, line: event.lines[0], position: job.game.position.toString(), size: job.game.size };
}

/** @param {JobEvent} event @param {import('./state/puzzles.js').OwnPuzzle} own @returns {Action} */
function ownAction(event, own) {
  if (event.type === 'failed') return { type: 'puzzles.none', wish: { own }, error: engineNotice(event.message) };
  return event.type === 'lines' && event.done && event.lines.length ? { type: 'puzzles.judged', own, lines: event.lines } : { type: 'tick' };
}

/** @param {JobEvent} event @param {number} number @param {number} ply @returns {Action} */
function tournamentAction(event, number, ply) {
  switch (event.type) {
    case 'chosen': return { type: 'tournament.moved', number, ply, move: event.move };
    case 'failed': return { type: 'tournament.failed', number, ply, message: event.message };
    default: return { type: 'tick' };
  }
}
