// Between the game on the board and a record of it, which the engine reads and writes.

import { Game } from '../rules/game.js';
import { Position, moveName, parseMove } from '../rules/position.js';
import { Tree } from './tree.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Color} Color */
/** @typedef {import('../engine/engine.js').GameInfo} GameInfo */
/** @typedef {import('../engine/study.js').TreeNode} TreeNode */

/**
 * The game of a record, with who played it and who lost on time or gave up; null if it is none by our rules.
 * @param {GameInfo} record
 */
export function gameOf(record) {
  const start = record.start === undefined ? Position.start(record.size ?? 8) : Position.parse(record.start);
  const game = start && Game.from(start).playAll(record.moves);
  if (!game) return null;
  const { score = 0, ending } = record.result ?? {};
  /** @type {Color | null} */
  const loser = game.finished || score === 0 ? null : score > 0 ? 'white' : 'black';
  const [flagged, resigned] = [ending === 'time' ? loser : null, ending === 'resigned' ? loser : null];
  return { tree: treeOf(game, record), flagged, resigned, names: { ...(record.black && { black: record.black }), ...(record.white && { white: record.white }) } };
}

/** The game with what the record says about its moves. @param {Game} game @param {GameInfo} record */
function treeOf(game, { comments = [], tree: nodes }) {
  if (nodes) return treeOfNodes(game, nodes).endOfMain();
  // A pass that the record leaves out has no comment; one that it has may.
  let tree = Tree.ofGame(game);
  comments.forEach((comment, at) => {
    if (comment && at + 1 < tree.nodes.length) tree = tree.withNote(at + 1, { comment, marks: [] });
  });
  return tree;
}

/** As far as the moves are legal. @param {Game} game @param {readonly TreeNode[]} nodes */
function treeOfNodes(game, nodes) {
  let tree = Tree.from(game.first);
  /** The node here for each node there. @type {(number | undefined)[]} */
  const here = [];
  nodes.forEach(({ from, move: name, comment = '', marks = {} }, at) => {
    const parent = at === 0 ? undefined : here[from ?? at - 1];
    const move = name === undefined ? null : parseMove(name, game.size);
    if (at === 0) here[0] = 0;
    else if (parent !== undefined && move !== null) {
      // A forced pass may be left out.
      const passed = move !== 'pass' && tree.nodes[parent].position.mustPass() ? tree.add(parent, 'pass') : { tree, child: parent };
      const added = passed && passed.tree.add(passed.child, move);
      if (added) [tree, here[at]] = [added.tree, added.child];
    }
    const node = here[at];
    const shapes = Object.entries(marks).flatMap(([shape, squares]) => squares.map((square) => ({ square: parseMove(square, game.size), shape })));
    const seen = /** @type {import('./tree.js').Mark[]} */ (shapes.filter(({ square }) => typeof square === 'number'));
    if (node !== undefined && (comment || seen.length)) tree = tree.withNote(node, { comment, marks: seen });
  });
  const { current } = tree.endOfMain();
  return (tree.nodes[current].position.mustPass() && tree.add(current, 'pass')?.tree) || tree;
}

/** Whether there is more than a game with comments on its moves. @param {Tree} tree */
const needsTree = (tree) => tree.mainLine().some((id) => tree.children(id).length > 1 || tree.nodes[id].note.marks.length > 0) || tree.nodes[0].note.comment !== '';

/** The tree as records have it, without what is deleted. @param {Tree} tree @returns {TreeNode[]} */
function nodesOf(tree) {
  const { size } = tree.game;
  /** The number there of each node here. @type {Map<number, number>} */
  const there = new Map();
  /** @type {TreeNode[]} */
  const nodes = [];
  // Depth first, the line before its variations, so that most nodes stand after the one they follow.
  const open = [0];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const { parent, move, note } = tree.nodes[id];
    const from = there.get(parent);
    /** @type {NonNullable<TreeNode['marks']>} */
    const marks = {};
    for (const { square, shape } of note.marks) (marks[shape] ??= []).push(moveName(square, size));
    there.set(id, nodes.length);
    nodes.push({
      ...(from !== undefined && from !== nodes.length - 1 && { from }), ...(move !== null && { move: moveName(move, size) }),
      ...(note.comment && { comment: note.comment }), ...(note.marks.length > 0 && { marks }),
    });
    open.push(...tree.children(id).reverse());
  }
  return nodes;
}

/**
 * The record of the game, or of the line that is looked at up to a move. What the game was opened with
 * goes along, as far as the moves are still the same.
 * @param {State} state @param {{ black: string, white: string }} names @param {number} [ply] @returns {GameInfo}
 */
export function recordOf({ tree, flagged, resigned, record, begun, title }, names, ply) {
  const { path } = ply === undefined ? tree.endOfMain() : tree;
  const { size } = tree.game;
  const nodes = path.slice(1, ply === undefined ? undefined : ply + 1).map((id) => tree.nodes[id]);
  const moves = nodes.map(({ move }) => moveName(/** @type {import('../rules/position.js').Move} */ (move), size));
  const isWhole = path[nodes.length] === tree.mainEnd;
  return {
    ...(begun > 0 && { date: new Date(begun).toISOString().slice(0, 10) }),
    ...(title && { event: title }),
    ...(record && whatHolds(record, moves)),
    ...(nodes.some(({ note }) => note.comment) && { comments: nodes.map(({ note }) => note.comment || null) }),
    ...names, size, start: tree.game.first.toString(), moves,
    ...(ply === undefined && needsTree(tree) && { tree: nodesOf(tree) }),
    ...((flagged ?? resigned) && isWhole && !record?.result && { result: { score: ((flagged ?? resigned) === 'white' ? 1 : -1) * size ** 2, ending: /** @type {'time' | 'resigned'} */ (flagged ? 'time' : 'resigned') } }),
  };
}

/** @param {GameInfo} record @param {string[]} moves */
function whatHolds(record, moves) {
  const { result, times = [], evals = [], ...rest } = record;
  const changed = moves.findIndex((move, at) => record.moves[at] !== move);
  const same = changed < 0 ? Math.min(moves.length, record.moves.length) : changed;
  const whole = same === moves.length && same === record.moves.length;
  // These were said about the record, not about the game.
  const { side_stated, variations, scores, theory, comments, tree, ...tags } = /** @type {Record<string, unknown>} */ (rest);
  return {
    ...tags, ...(whole && { ...(result && { result }), ...(scores !== undefined && { scores }), ...(theory !== undefined && { theory }) }),
    times: times.slice(0, same), evals: evals.slice(0, same),
  };
}

/** What a player is called in records: a name, the person's own where they are the only one, or who the computer is. @param {Pick<State, 'names' | 'seats' | 'settings'>} state @param {Color} color */
export function playerName({ names, seats, settings }, color) {
  const isOnly = seats[color] === 'human' && seats[color === 'black' ? 'white' : 'black'] !== 'human';
  if (names[color]) return names[color];
  return seats[color] !== 'human' ? seats[color].replace(/^level:/, 'Level ') : (isOnly && settings.name) || '';
}
