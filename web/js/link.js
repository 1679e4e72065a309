// A whole game in the fragment of a link: `#moves=f5d6c3&ply=2`. It never reaches a server.

import { Game } from './rules/game.js';
import { Position, SIZES } from './rules/position.js';
import { ReadError } from './records/error.js';
import { readTranscript, writeTranscript } from './records/transcript.js';

/** @param {Game} game @param {string} page the address of the page */
export function linkTo(game, page) {
  const params = new URLSearchParams();
  const { first, size } = game;
  if (first.toString() !== Position.start(size).toString()) params.set('start', first.toString().replace(' ', ''));
  else if (size !== 8) params.set('size', String(size));
  params.set('moves', writeTranscript(game));
  if (!game.live) params.set('ply', String(game.ply));
  return `${page}#${params}`;
}

/** The game of a fragment; null if it holds none. @param {string} fragment */
export function readLink(fragment) {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  if (!params.has('moves') && !params.has('start')) return null;
  const size = Number(params.get('size') ?? 8);
  const given = params.get('start');
  const start = given !== null ? Position.parse(given) : SIZES.includes(size) ? Position.start(size) : null;
  if (!start) throw new ReadError('read.link');
  const game = readTranscript(params.get('moves') ?? '', Game.from(start));
  return game.goTo(Math.trunc(Number(params.get('ply') ?? game.moves.length)) || 0);
}
