// The page's tree of variations: the same as that of crates/study, and nothing is lost from it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Position, moveName, parseMove, parseSquare } from '../../js/rules/position.js';
import { MOST_NODES, SHAPES, Tree } from '../../js/state/tree.js';
import { numbers, pick, randomGame } from './random.js';

/** Written by crates/study/tests/tree.rs. @type {{ size: number, steps: any[] }[]} */
const VECTORS = JSON.parse(readFileSync(new URL('../trees.json', import.meta.url), 'utf8'));

/** @param {Tree} tree */
const namesTo = (tree) => tree.pathTo(tree.current).slice(1).map((id) => moveName(/** @type {any} */ (tree.nodes[id].move), tree.nodes[0].position.size)).join(' ');

/** @param {Tree} tree @param {string} names */
const nodeAt = (tree, names) => /** @type {Tree} */ (tree.follow(names.split(' ').filter(Boolean))).current;

/** @param {Tree} tree @param {any} step @returns {Tree} */
function act(tree, step) {
  const { size } = tree.nodes[0].position;
  switch (step.do) {
    case 'play': return /** @type {Tree} */ (tree.play(/** @type {any} */ (parseMove(step.move, size))));
    case 'back': return tree.back();
    case 'forward': return tree.forward();
    case 'go': return tree.goTo(nodeAt(tree, step.to));
    case 'delete': return tree.delete(tree.current);
    case 'promote': return tree.promote(tree.current);
    case 'main': return tree.makeMain(tree.current);
    case 'comment': return tree.setComment(tree.current, step.text);
    case 'mark': return tree.toggleMark(tree.current, { square: /** @type {number} */ (parseSquare(step.square, size)), shape: step.shape });
    case 'undo': return tree.undo();
    default: throw new Error(step.do);
  }
}

test('every action does what it does in crates/study', () => {
  assert.ok(VECTORS.length > 20);
  for (const [number, { size, steps }] of VECTORS.entries()) {
    let tree = Tree.from(Position.start(size));
    for (const [at, step] of steps.entries()) {
      tree = act(tree, step);
      assert.deepEqual([tree.toString(), namesTo(tree)], [step.tree, step.at], `tree ${number}, step ${at}: ${step.do}`);
      assert.equal(Tree.parse(step.tree)?.toString(), step.tree, 'and it is read as it is written');
    }
  }
});

/** Every node that is not deleted, by the moves that lead to it. @param {Tree} tree */
function all(tree) {
  return new Set(tree.nodes.flatMap((_, id) => (tree.isDeleted(id) ? [] : [tree.pathTo(id).map((node) => tree.nodes[node].move).join(' ')])));
}

test('no sequence of actions loses a move, and what was deleted comes back', () => {
  for (let seed = 1; seed <= 80; seed++) {
    const below = numbers(seed);
    let tree = Tree.from(Position.start(pick(below, [4, 6, 8])));
    const played = all(tree);
    for (let step = 0; step < 80; step++) {
      const before = all(tree);
      const kind = below(14);
      const moves = tree.game.position.moves();
      const here = tree.current;
      if (kind < 6 && moves.length) tree = /** @type {Tree} */ (tree.playOn(pick(below, moves)));
      else if (kind < 8) tree = tree.goToPly(below(30));
      else if (kind < 9) tree = tree.goTo(below(tree.nodes.length));
      else if (kind < 10) tree = tree.delete(here);
      else if (kind < 11) tree = pick(below, [tree.promote(here), tree.makeMain(here), tree.backToMain(), tree.endOfMain(), tree.asGame()]);
      else if (kind < 12) tree = tree.toggleMark(here, { square: below(16), shape: pick(below, SHAPES) });
      else if (kind < 13) tree = tree.setComment(here, pick(below, ['', 'a', 'b}\\']));
      else tree = tree.undo();
      const after = all(tree);
      for (const each of after) played.add(each);
      if (kind !== 9) for (const each of before) assert.ok(after.has(each), `seed ${seed}: lost ${each}`);
      assert.ok(!tree.isDeleted(tree.current), `seed ${seed}`);
      assert.equal(tree.game.position, tree.nodes[tree.current].position);
      assert.deepEqual(tree.game.positions.length, tree.game.moves.length + 1);
    }
    const written = Tree.parse(tree.toString());
    assert.ok(written && tree.contains(written));
    assert.deepEqual(all(written), all(tree), 'the text has all of it');
    while (tree.edits.length) tree = tree.undo();
    assert.deepEqual(all(tree), played, `seed ${seed}`);
    assert.ok(!/[{[]/.test(tree.toString()), 'no comment or mark is left');
    assert.equal(tree.canUndo, false);
  }
});

test('a game is a tree without variations, at the same place', () => {
  const below = numbers(3);
  for (let at = 0; at < 20; at++) {
    const game = randomGame(below, pick(below, [4, 6, 8, 10])).goTo(below(40));
    const tree = Tree.ofGame(game);
    assert.deepEqual([tree.game.moves, tree.game.ply, tree.isPlain, tree.isOnMainLine], [game.moves, game.ply, true, true]);
    assert.equal(tree.game.position.toString(), game.position.toString());
  }
});

test('the line that is looked at, and the way back to the game', () => {
  let tree = /** @type {Tree} */ (Tree.parse('f5d6c3(c4d3)d3c4'));
  assert.deepEqual([tree.game.moves.length, tree.ply, tree.isPlain], [5, 0, false]);
  tree = tree.goTo(nodeAt(tree, 'f5 d6 c4'));
  assert.deepEqual([namesTo(tree), tree.game.moves.length, tree.isOnMainLine], ['f5 d6 c4', 4, false]);
  const back = tree.backToMain();
  assert.deepEqual([namesTo(back), back.game.moves.length, back.isOnMainLine], ['f5 d6', 5, true]);
  assert.equal(namesTo(tree.endOfMain()), 'f5 d6 c3 d3 c4');
  assert.equal(namesTo(back.backToMain()), 'f5 d6', 'on the game it stays where it is');
  assert.equal(namesTo(tree.endOfMain().backToMain()), 'f5 d6 c3 d3 c4');
  const goesOn = tree.asGame();
  assert.deepEqual([goesOn.toString(), goesOn.game.live, goesOn.canUndo], ['f5d6c4(c3d3c4)d3', true, false]);
});

test('what is no tree is refused', () => {
  for (const text of ['f5d6a1', 'f5(', '(f5)', 'f5(d3', 'f5)', 'f5{good', 'f5[xz9]', 'f5[qa1]', 'f5[', '7:', '28:', 'XO:', 'f5h8', 'f5 d6', 'F5', 'f5()', `f5${'(f5'.repeat(1000)}`, 'f5'.repeat(600_000)]) {
    assert.equal(Tree.parse(text), null, text.slice(0, 20));
  }
  assert.equal(Tree.parse('')?.nodes.length, 1);
  assert.equal(Tree.parse('{a : b}f5')?.toString(), '{a : b}f5', 'a colon in a comment is no head');
});

test('a tree has an end, and says so', () => {
  const start = Tree.from(Position.start(4));
  const full = start.with({ nodes: Array.from({ length: MOST_NODES }, () => start.nodes[0]) });
  assert.equal(full.play(start.game.position.moves()[0]), null);
});

test('which tree has all of another', () => {
  const [whole, part, other] = ['f5d6c3(c4)d3', 'f5d6c4', 'f5d6c3(c5)'].map((text) => /** @type {Tree} */ (Tree.parse(text)));
  assert.deepEqual([whole.contains(part), part.contains(whole), whole.contains(other), other.contains(part)], [true, false, false, false]);
  assert.ok(whole.delete(nodeAt(whole, 'f5 d6')).contains(part), 'what is deleted is only hidden');
  assert.ok(!Tree.from(Position.start(6)).contains(Tree.from(Position.start(8))));
});
