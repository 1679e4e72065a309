// A state from what was stored. That may come from another version, or be damaged: what makes no
// sense falls back to what the page begins with, each value for itself.

import { Game } from '../rules/game.js';
import { Position } from '../rules/position.js';
import { playNames } from '../records/transcript.js';
import { LANGUAGES } from '../words.js';
import { DEFAULT_SETTINGS, LEVELS, SPEEDS, TIMES, initialState, isWho } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Settings} Settings */
/** @typedef {import('./state.js').Seats} Seats */
/** @typedef {import('./state.js').TimeControl} TimeControl */

/** @param {unknown} game @param {unknown} settings @param {number} now @returns {State} */
export function stateFrom(game, settings, now) {
  const initial = initialState();
  const known = settingsFrom(record(settings));
  const fresh = { ...initial, settings: known, seats: { black: 'human', white: `level:${known.level}` } };
  const given = record(game);
  const played = gameFrom(given);
  // Everything else that is stored belongs to the game.
  if (!played) return fresh;
  const seats = seatsFrom(given.seats, fresh.seats);
  const time = timeFrom(given.time);
  return {
    ...fresh, game: played, seats, time,
    names: namesFrom(record(given.names)),
    clocks: time.kind === 'clock' ? clocksFrom(record(given.clocks), now) : null,
    flagged: oneOf([null, 'black', 'white'], given.flagged, initial.flagged),
    kept: leftFrom(record(given.left), fresh.seats),
    studying: flag(given.studying, initial.studying),
    review: flag(given.review, initial.review),
    turned: flag(given.turned, initial.turned),
    speed: oneOf(SPEEDS, given.speed, initial.speed),
    paused: seats.black !== 'human' && seats.white !== 'human',
  };
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
    evaluation: oneOf([null, true, false], given.evaluation, usual.evaluation),
    level: oneOf(LEVELS, given.level, usual.level),
  };
}

/** Null if it cannot be played through. @param {Record<string, unknown>} given */
function gameFrom({ start, moves, ply }) {
  try {
    const first = Position.parse(String(start));
    if (!first || !Array.isArray(moves)) return null;
    const game = playNames(Game.from(first), moves.map(String));
    return Number.isInteger(ply) ? game.goTo(Number(ply)) : game;
  } catch {
    return null;
  }
}

/** @param {Record<string, unknown>} given @param {Seats} usual @returns {State['kept']} */
function leftFrom(given, usual) {
  const game = gameFrom(record(given.game));
  return game && { game, seats: seatsFrom(given.seats, usual), time: timeFrom(given.time) };
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

/** @param {unknown} value @param {boolean} usual */
const flag = (value, usual) => (typeof value === 'boolean' ? value : usual);

/** @template T @param {readonly T[]} values @param {unknown} value @param {T} usual @returns {T} */
const oneOf = (values, value, usual) => (values.some((each) => each === value) ? /** @type {T} */ (value) : usual);
