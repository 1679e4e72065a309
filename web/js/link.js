// A whole game in the fragment of a link: `#v=2&moves=f5d6c3&ply=2`. It never reaches a server. This
// is the page's own format and no record: a link has to work at once, with no engine near.
//
// v      the version; links of the first release, version 1, have none
// start  squares row by row and the side, where the game does not begin at the opening position
// size   the board of the opening position, where it is not 8×8
// moves  the squares one after the other, passes left out
// ply    how many of the moves are played, where it is not all of them

import { Game } from './rules/game.js';
import { Position, SIZES, moveName } from './rules/position.js';

/** @typedef {import('./state/state.js').Notice} Notice */

const VERSION = 2;

/** @param {Game} game @param {string} page the address of the page */
export function linkTo(game, page) {
  const params = new URLSearchParams({ v: String(VERSION) });
  const { first, size } = game;
  if (first.toString() !== Position.start(size).toString()) params.set('start', first.toString().replace(' ', ''));
  else if (size !== 8) params.set('size', String(size));
  params.set('moves', game.moves.filter((move) => move !== 'pass').map((move) => moveName(move, size)).join(''));
  if (!game.live) params.set('ply', String(game.ply));
  return `${page}#${params}`;
}

/** The game of a fragment, or why it cannot be read; null if it holds none. @param {string} fragment @returns {{ game: Game } | { error: Notice } | null} */
export function readLink(fragment) {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  // Another fragment is a place on the page.
  if (!['v', 'start', 'size', 'moves'].some((name) => params.has(name))) return null;
  if (Number(params.get('v') ?? 1) > VERSION) return { error: { key: 'link.newer', tone: 'error' } };
  const given = params.get('start');
  const size = Number(params.get('size') ?? 8);
  if (given === null && !SIZES.includes(size)) return { error: { key: 'link.size', params: { size: params.get('size')?.slice(0, 9) ?? '' }, tone: 'error' } };
  const start = given !== null ? Position.parse(given) : Position.start(size);
  const game = start && Game.from(start).playText(params.get('moves') ?? '');
  if (!game) return { error: { key: 'read.link', tone: 'error' } };
  return { game: game.goTo(Math.trunc(Number(params.get('ply') ?? game.moves.length)) || 0) };
}

/** The fragment of a link to a game that stands alone in a text. @param {string} text */
export const fragmentOf = (text) => /^\s*\S+:\S+(#\S+)\s*$/.exec(text)?.[1] ?? null;
