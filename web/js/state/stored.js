// The state as it is stored, and back. What is stored may come from another version, or be damaged:
// a value that makes no sense falls back to what the page begins with, each for itself. What cannot
// be read at all is put aside and never written over.

import { Game } from '../rules/game.js';
import { Position, moveName } from '../rules/position.js';
import { LANGUAGES } from '../words.js';
import { Tree } from './tree.js';
import { begun, gameMoves } from './review.js';
import { DEFAULT_SETTINGS, LEVELS, LINES, SPEEDS, TIMES, initialState, isWho } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Settings} Settings */
/** @typedef {import('./state.js').Seats} Seats */
/** @typedef {import('./state.js').TimeControl} TimeControl */
/** @typedef {import('./state.js').Notice} Notice */
/** @typedef {import('./kept.js').Kept} Kept */
/** @typedef {import('./kept.js').Parts} Parts */

/** What is stored: a text each, or nothing. @typedef {{ game: string | null, settings: string | null, kept: string | null, puzzles?: string | null }} Texts */

/** The version of what is written. The first release wrote none: that was 1. Version 2 had lines without variations. */
const VERSION = 3;

/** @param {State} state @param {number} now */
export function toStored(state, now) {
  const { speed, turned, settings, kept, progress, own, missed } = state;
  return {
    game: { version: VERSION, ...writtenParts(state, now), speed, turned },
    settings: { version: VERSION, ...settings },
    puzzles: { version: VERSION, progress, ...(own.length > 0 && { own }), ...(missed.length > 0 && { missed }) },
    kept: { version: VERSION, games: kept.map((each) => writtenGame(each, now)) },
  };
}

/** A game that was left, as it is stored. @param {Kept} kept @param {number} now */
export const writtenGame = (kept, now) => ({ id: kept.id, at: kept.at, ...writtenParts(kept, now) });

/** @param {Parts} parts @param {number} now */
function writtenParts({ tree, game, clocks, ...rest }, now) {
  const { seats, names, record, time, flagged, resigned, title, studying, review, evaluation, begun: since, origin } = rest;
  return {
    ...(!tree.isPlain && { tree: tree.toString() }),
    start: game.first.toString(), moves: game.moves.map((move) => moveName(move, game.size)), ply: game.ply,
    // A clock that runs is stored as it stands; the time while the page was away is not counted.
    clocks: clocks && { ...clocks, elapsed: clocks.since === null ? null : now - clocks.since },
    seats, names, record, time, flagged, ...(resigned && { resigned }), ...(title && { title }), studying, evaluation, begun: since, origin,
    // The answers are enough: the engine says the rest of them again.
    review: review && { moves: review.moves, answers: review.answers, running: review.running },
  };
}

/**
 * The state of what was stored. `aside` names the texts that could not be read, which have to be put
 * aside before they are written over. `readOnly`: they are of a later version, and nothing may be
 * written.
 * @param {Texts} texts @param {number} now @returns {{ state: State, aside: (keyof Texts)[], readOnly: boolean }}
 */
export function fromStored(texts, now) {
  if (isOfLaterVersion(texts)) return { state: withNotice(initialState(), 'stored.newer'), aside: [], readOnly: true };
  const [game, settings, kept] = [parsed(texts.game), parsed(texts.settings), parsed(texts.kept)];
  const games = listOf(kept?.games);
  const keptGames = games.map((each) => keptFrom(each, now)).filter((each) => each !== null);
  const state = { ...stateFrom(game ?? {}, settings ?? {}, keptGames, now), progress: progressFrom(parsed(texts.puzzles ?? null)?.progress), own: ownFrom(parsed(texts.puzzles ?? null)?.own), missed: missedFrom(parsed(texts.puzzles ?? null)?.missed) };
  /** @type {(keyof Texts)[]} */
  const aside = [];
  if (texts.game !== null && (!game || isLost(game, now))) aside.push('game');
  if (texts.kept !== null && (!kept || keptGames.length < games.length)) aside.push('kept');
  return { state: aside.length ? withNotice(state, 'stored.unread') : state, aside, readOnly: false };
}

/** Whether a later version wrote any of it: then nothing may be written. @param {Texts} texts */
export const isOfLaterVersion = (texts) => [texts.game, texts.settings, texts.kept, texts.puzzles ?? null].some((text) => Number(parsed(text)?.version ?? 1) > VERSION);

/** Games that were kept, of a text that may have been written by another page; what cannot be read is left out. @param {string | null} text @param {number} now @returns {Kept[]} */
export function keptFromText(text, now) {
  return listOf(parsed(text)?.games).map((each) => keptFrom(each, now)).filter((each) => each !== null);
}

/** The game in progress of another page, as one that was left; null if nothing was done in it. @param {string | null} text @param {number} now @returns {Kept | null} */
export function keptOfGame(text, now) {
  const parts = partsFrom(parsed(text) ?? {}, initialState().seats, now);
  return parts && parts.tree.nodes.length > 1 ? { ...parts, clocks: parts.clocks && { ...parts.clocks, since: null }, id: `beside.${parts.begun}.${parts.tree.nodes.length}`, at: now } : null;
}

/** @param {State} state @param {Notice['key']} key @returns {State} */
const withNotice = (state, key) => ({ ...state, notice: { key, tone: 'error' } });

/** @param {string | null} text @returns {Record<string, unknown> | null} */
function parsed(text) {
  try {
    const value = JSON.parse(text ?? 'null');
    return value !== null && typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Whether a game was stored that cannot be played through. @param {Record<string, unknown>} game @param {number} now */
const isLost = (game, now) => 'moves' in game && partsFrom(game, initialState().seats, now) === null;

/** @param {Record<string, unknown>} game @param {Record<string, unknown>} settings @param {Kept[]} kept @param {number} now @returns {State} */
function stateFrom(game, settings, kept, now) {
  const initial = initialState();
  const known = settingsFrom(settings);
  const fresh = { ...initial, settings: known, kept, seats: { black: 'human', white: `level:${known.level}` } };
  const parts = partsFrom(game, fresh.seats, now);
  // Everything else that is stored belongs to the game.
  if (!parts) return fresh;
  const left = leftFrom(game.left, now);
  return {
    ...fresh, ...parts,
    ...(left && { kept: [left, ...kept], origin: left.id }),
    turned: flag(game.turned, initial.turned),
    speed: oneOf(SPEEDS, game.speed, initial.speed),
    paused: parts.seats.black !== 'human' && parts.seats.white !== 'human',
  };
}

/** The first release kept one game that was left. @param {unknown} given @param {number} now @returns {Kept | null} */
function leftFrom(given, now) {
  const { game, ...rest } = record(given);
  const parts = partsFrom({ ...rest, ...record(game) }, initialState().seats, now);
  return parts && { ...parts, id: 'first', at: now };
}

/** A game that was stored; null if it cannot be played through. @param {unknown} given @param {number} now @returns {Kept | null} */
export function keptFrom(given, now) {
  const { id, at, ...rest } = record(given);
  const parts = partsFrom(rest, initialState().seats, now);
  return parts && typeof id === 'string' && Number.isFinite(at) ? { ...parts, id, at: Number(at) } : null;
}

/** What belongs to one game; null if it cannot be played through. @param {Record<string, unknown>} given @param {Seats} usual @param {number} now @returns {Parts | null} */
function partsFrom(given, usual, now) {
  const tree = treeFrom(given);
  if (!tree) return null;
  const time = timeFrom(given.time);
  return {
    tree, game: tree.game, time,
    seats: seatsFrom(given.seats, usual),
    names: namesFrom(record(given.names)),
    record: recordFrom(given.record),
    begun: isDuration(given.begun) ? given.begun : 0,
    clocks: time.kind === 'clock' ? clocksFrom(record(given.clocks), now) : null,
    flagged: oneOf([null, 'black', 'white'], given.flagged, null),
    resigned: oneOf([null, 'black', 'white'], given.resigned ?? null, null),
    title: typeof given.title === 'string' ? given.title : '',
    studying: flag(given.studying, false),
    review: reviewFrom(given.review, tree),
    evaluation: oneOf([null, true, false], given.evaluation, null),
    origin: typeof given.origin === 'string' ? given.origin : null,
  };
}

/** What was answered in a review; versions 1 and 2 had only that there was one. @param {unknown} given @param {Tree} tree @returns {State['review']} */
function reviewFrom(given, tree) {
  const start = tree.game.first.toString();
  if (given === true) return { ...begun(start, gameMoves(tree)), running: false };
  const { moves, answers, running } = record(given);
  if (!Array.isArray(moves) || !Array.isArray(answers) || !moves.every((move) => typeof move === 'string') || !answers.every(isAnswer)) return null;
  return { ...begun(start, moves, answers), running: flag(running, false) };
}

/** @param {unknown} given @returns {State['progress']} */
function progressFrom(given) {
  const { player, tried } = record(given);
  const { rating, deviation, volatility } = record(player);
  return [rating, deviation, volatility].every(Number.isFinite) ? /** @type {State['progress']} */ ({ player: { rating, deviation, volatility }, tried: record(tried) }) : null;
}

/** Mistakes to be practised. @param {unknown} given @returns {State['own']} */
function ownFrom(given) {
  return listOf(given).flatMap((each) => {
    const { position, played, loss, reason, date, card } = record(each);
    if (typeof position !== 'string' || !Position.parse(position) || typeof played !== 'string' || !Number.isFinite(loss)) return [];
    const isCard = Number.isFinite(record(card).due);
    return [{ position, played, loss: Number(loss), reason: String(reason ?? ''), date: String(date ?? ''), ...(isCard ? { card: /** @type {any} */ (card) } : card === null && { card: null }) }];
  });
}

/** Places of openings that come back. @param {unknown} given @returns {State['missed']} */
function missedFrom(given) {
  return listOf(given).flatMap((each) => {
    const { find, line, side, moves, card } = record(each);
    const isPlace = typeof find === 'string' && (side === 'black' || side === 'white') && Array.isArray(moves) && Number.isFinite(record(card).due);
    return isPlace && Game.start(8).playAll(moves.map(String)) ? [{ find, side, moves: moves.map(String), card: /** @type {any} */ (card), ...(Array.isArray(line) && { line: line.map(String) }) }] : [];
  });
}

/** @param {unknown} given */
function isAnswer(given) {
  const { ply, about, pass, line } = record(given);
  const { score, kind, depth, pv } = record(line);
  return Number.isInteger(ply) && [about, pass, kind].every((each) => typeof each === 'string') && Number.isFinite(score) && Number.isFinite(depth) && Array.isArray(pv);
}

/** @param {Record<string, unknown>} given @returns {Settings} */
function settingsFrom(given) {
  const usual = DEFAULT_SETTINGS;
  return {
    language: oneOf([null, ...Object.keys(LANGUAGES)], given.language, usual.language),
    theme: oneOf(['system', 'light', 'dark'], given.theme, usual.theme),
    contrast: oneOf([null, true, false], given.contrast, usual.contrast),
    legal: flag(given.legal, usual.legal),
    coordinates: flag(given.coordinates, usual.coordinates),
    sound: flag(given.sound, usual.sound),
    motion: flag(given.motion, usual.motion),
    shortcuts: flag(given.shortcuts, usual.shortcuts),
    name: typeof given.name === 'string' ? given.name.slice(0, 40) : usual.name,
    level: oneOf(LEVELS, given.level, usual.level),
    lines: oneOf(LINES, given.lines, usual.lines),
    engine: oneOf([null, 'server', 'browser'], given.engine, usual.engine),
  };
}

/** The variations, where there are any, and the line in them that was looked at; null if it cannot be played through. @param {Record<string, unknown>} given */
function treeFrom({ tree: text, ...line }) {
  const game = lineFrom(line);
  if (!game || text === undefined) return game && Tree.ofGame(game);
  const tree = typeof text === 'string' ? Tree.parse(text) : null;
  if (tree?.game.first.toString() !== game.first.toString()) return null;
  return tree.follow(game.moves.map((move) => moveName(move, game.size)))?.with({ ply: game.ply }) ?? null;
}

/** @param {Record<string, unknown>} given */
function lineFrom({ start, moves, ply }) {
  const first = Position.parse(String(start));
  if (!first || !Array.isArray(moves)) return null;
  const game = Game.from(first).playAll(moves.map(String));
  return game && (Number.isInteger(ply) ? game.goTo(Number(ply)) : game);
}

/** @param {unknown} given @returns {State['record']} */
function recordFrom(given) {
  const { moves } = record(given);
  return Array.isArray(moves) && moves.every((move) => typeof move === 'string') ? /** @type {State['record']} */ (given) : null;
}

/** @param {unknown} given @param {Seats} usual @returns {Seats} */
function seatsFrom(given, usual) {
  const { black, white } = record(given);
  return { black: isWho(black) ? black : usual.black, white: isWho(white) ? white : usual.white };
}

/** @param {unknown} given @returns {TimeControl} */
function timeFrom(given) {
  return TIMES.find((time) => JSON.stringify(time) === JSON.stringify(given)) ?? initialState().time;
}

/** @param {Record<string, unknown>} given @param {number} now @returns {State['clocks']} */
function clocksFrom({ black, white, elapsed }, now) {
  if (!isDuration(black) || !isDuration(white)) return null;
  return { black, white, since: isDuration(elapsed) ? now - elapsed : null };
}

/** @param {Record<string, unknown>} given @returns {State['names']} */
function namesFrom({ black, white }) {
  return { ...(typeof black === 'string' && { black }), ...(typeof white === 'string' && { white }) };
}

/** @param {unknown} value @returns {value is number} */
const isDuration = (value) => Number.isFinite(value) && Number(value) >= 0;

/** @param {unknown} value @returns {Record<string, unknown>} */
const record = (value) => Object(value);

/** @param {unknown} value @returns {unknown[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** @param {unknown} value @param {boolean} usual */
const flag = (value, usual) => (typeof value === 'boolean' ? value : usual);

/** @template T @param {readonly T[]} values @param {unknown} value @param {T} usual @returns {T} */
const oneOf = (values, value, usual) => (values.some((each) => each === value) ? /** @type {T} */ (value) : usual);
