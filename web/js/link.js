// A whole game in the fragment of a link: `#v=2&moves=f5d6c3&ply=2`, or with its variations
// `#v=3&tree=f5d6c3(c4)&at=f5d6c4`. It never reaches a server. This is the page's own format and no
// record: a link has to work at once, with no engine near.
//
// v      the version; links of the first release, version 1, have none
// tree   the game with variations, comments and marks as crates/study/src/text.rs writes them
// at     the moves that lead to what is looked at, where that is not the end of the game
//
// Without variations, comments and marks, or with more than a link should hold, the game alone:
//
// start  squares row by row and the side, where the game does not begin at the opening position
// size   the board of the opening position, where it is not 8×8
// moves  the squares one after the other, passes left out
// ply    how many of the moves are played, where it is not all of them

import { Game } from './rules/game.js';
import { Position, SIZES, moveName } from './rules/position.js';
import { Tree } from './state/tree.js';

/** @typedef {import('./state/state.js').Notice} Notice */

const VERSION = 3;
/** Links without a tree are of this version, so that older pages read them. */
const WITHOUT_TREE = 2;
/** Longer links are cut by some programs that people send them with. */
const LONGEST = 2000;

/** @param {Tree} tree @param {string} page the address of the page */
export function linkTo(tree, page) {
  return (tree.isPlain ? null : treeLink(tree, page)) ?? gameLink(tree, page);
}

/** Null if it is too long. @param {Tree} tree @param {string} page */
function treeLink(tree, page) {
  const { size } = tree.game;
  const at = tree.current === tree.mainEnd ? null : tree.game.moves.slice(0, tree.ply).map((move) => (move === 'pass' ? '--' : moveName(move, size))).join('');
  // Parentheses and colons need no escape in a fragment, and are easier to read without.
  const text = encodeURIComponent(tree.toString()).replace(/%3A/g, ':').replace(/%5B/g, '[').replace(/%5D/g, ']');
  const link = `${page}#v=${VERSION}&tree=${text}${at === null ? '' : `&at=${at}`}`;
  return link.length > LONGEST ? null : link;
}

/** The game itself; the place in it, if one of it is looked at. @param {Tree} tree @param {string} page */
function gameLink(tree, page) {
  const { game } = tree.backToMain();
  const params = new URLSearchParams({ v: String(WITHOUT_TREE) });
  const { first, size } = game;
  if (first.toString() !== Position.start(size).toString()) params.set('start', first.toString().replace(' ', ''));
  else if (size !== 8) params.set('size', String(size));
  params.set('moves', game.moves.filter((move) => move !== 'pass').map((move) => moveName(move, size)).join(''));
  if (!game.live) params.set('ply', String(game.ply));
  return `${page}#${params}`;
}

/** The game of a fragment, or why it cannot be read; null if it holds none. @param {string} fragment @returns {{ tree: Tree } | { error: Notice } | null} */
export function readLink(fragment) {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  // Another fragment is a place on the page.
  if (!['v', 'tree', 'start', 'size', 'moves'].some((name) => params.has(name))) return null;
  if (Number(params.get('v') ?? 1) > VERSION) return { error: { key: 'link.newer', tone: 'error' } };
  const text = params.get('tree');
  if (text !== null) {
    const tree = Tree.parse(text);
    return tree ? { tree: placeIn(tree, params.get('at')) } : { error: { key: 'read.link', tone: 'error' } };
  }
  const given = params.get('start');
  const size = Number(params.get('size') ?? 8);
  if (given === null && !SIZES.includes(size)) return { error: { key: 'link.size', params: { size: params.get('size')?.slice(0, 9) ?? '' }, tone: 'error' } };
  const start = given !== null ? Position.parse(given) : Position.start(size);
  const game = start && Game.from(start).playText(params.get('moves') ?? '');
  if (!game) return { error: { key: 'read.link', tone: 'error' } };
  return { tree: Tree.ofGame(game.goTo(Math.trunc(Number(params.get('ply') ?? game.moves.length)) || 0)) };
}

/** The end of the game, or the place that moves lead to. @param {Tree} tree @param {string | null} moves */
function placeIn(tree, moves) {
  const place = moves === null ? null : tree.follow(moves.match(/[a-z]\d+|--/gi) ?? []);
  return place ? place.goToPly(place.ply) : tree.endOfMain();
}

/** The fragment of a link to a game that stands alone in a text. @param {string} text */
export const fragmentOf = (text) => /^\s*\S+:\S+(#\S+)\s*$/.exec(text)?.[1] ?? null;
