// The page's rules against vectors written by the Rust rules.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Game } from '../../js/rules/game.js';
import { Position, parseMove, parseSquare, squareName } from '../../js/rules/position.js';

const vectors = JSON.parse(readFileSync(new URL('../vectors.json', import.meta.url), 'utf8'));

test('whole games on every size', () => {
  assert.equal(new Set(vectors.games.map((/** @type {any} */ game) => game.size)).size, 12);
  for (const { size, moves, legal, end, black, white } of vectors.games) {
    let position = Position.start(size);
    for (const [at, name] of moves.split(' ').entries()) {
      assert.equal(position.moves().length, legal[at], `${size}: move ${at}`);
      assert.equal(position.mustPass(), name === 'pass');
      const next = position.play(/** @type {any} */ (parseMove(name, size)));
      assert.ok(next, `${size}: ${name} is legal`);
      position = next;
    }
    assert.equal(position.toString(), end);
    assert.ok(position.isOver());
    assert.deepEqual([position.finalCount('black'), position.finalCount('white')], [black, white]);
  }
});

test('games supply passes', () => {
  const passing = vectors.games.filter((/** @type {any} */ game) => game.moves.includes('pass'));
  assert.ok(passing.length > 0);
  for (const { size, moves, end } of passing) {
    const names = moves.split(' ').filter((/** @type {string} */ name) => name !== 'pass');
    const game = names.reduce(
      (/** @type {Game} */ at, /** @type {string} */ name) => at.play(/** @type {any} */ (parseMove(name, size))), Game.start(size));
    assert.equal(game.position.toString(), end);
    assert.equal(game.moves.length, moves.split(' ').length);
  }
});

test('scattered positions', () => {
  for (const { position, moves, after, mustPass, over } of vectors.positions) {
    const parsed = Position.parse(position);
    assert.ok(parsed);
    assert.equal(parsed.toString(), position);
    assert.deepEqual(parsed.moves().map((square) => squareName(square, parsed.size)), moves);
    assert.equal(parsed.mustPass(), mustPass);
    assert.equal(parsed.isOver(), over);
    if (moves.length) assert.equal(parsed.play(parsed.moves()[0])?.toString(), after);
  }
});

test('what is illegal changes nothing', () => {
  const start = Position.start(8);
  for (const name of ['a1', 'd4', 'e3']) assert.equal(start.play(/** @type {number} */ (parseSquare(name, 8))), null);
  assert.equal(start.play('pass'), null);
  assert.equal(parseSquare('i1', 8), null);
  assert.equal(parseSquare('a9', 8), null);
  assert.equal(parseSquare('a01', 8), null);
  assert.equal(squareName(/** @type {number} */ (parseSquare('z26', 26)), 26), 'z26');
});

test('undo, another move, and the moves that were undone', () => {
  const names = ['f5', 'd6', 'c3'];
  const game = names.reduce((at, name) => /** @type {Game} */ (at.play(/** @type {number} */ (parseSquare(name, 8)))), Game.start(8));
  const back = game.goTo(1);
  assert.equal(back.position.count('black'), 4);
  assert.ok(!back.live);
  assert.equal(back.play(/** @type {number} */ (parseSquare('d6', 8)))?.moves.length, 3, 'the same move keeps what follows');
  assert.equal(back.play(/** @type {number} */ (parseSquare('f6', 8)))?.moves.length, 2, 'another one does not');
});
