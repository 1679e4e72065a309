// What was stored comes back, and what makes no sense falls back to its default.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Position } from '../../js/rules/position.js';
import { DEFAULT_SETTINGS, initialState } from '../../js/state/state.js';
import { stateFrom } from '../../js/state/stored.js';

const GAME = {
  start: Position.start(8).toString(), moves: ['f5', 'd6'], ply: 1,
  seats: { black: 'squares', white: 'level:9' }, names: { black: 'Ann' }, time: { kind: 'clock', minutes: 3, increment: 2 },
  clocks: { black: 5000, white: 6000, elapsed: 1000 }, flagged: null, studying: true, review: true, speed: 3, turned: true,
  left: { game: { start: Position.start(6).toString(), moves: ['e4'], ply: 1 }, seats: { black: 'human', white: 'random' }, time: { kind: 'none' } },
};
const SETTINGS = { ...DEFAULT_SETTINGS, language: 'ja', theme: 'dark', contrast: false, legal: false, evaluation: true, level: 12 };

/** @param {unknown} game @param {unknown} [settings] */
const restored = (game, settings = SETTINGS) => stateFrom(game, settings, 10_000);

test('what makes sense comes back', () => {
  const state = restored(GAME);
  assert.deepEqual([state.game.moves.length, state.game.ply, state.seats, state.names], [2, 1, GAME.seats, GAME.names]);
  assert.deepEqual([state.time, state.clocks], [GAME.time, { black: 5000, white: 6000, since: 9000 }]);
  assert.deepEqual([state.studying, state.review, state.speed, state.turned], [true, true, 3, true]);
  assert.deepEqual([state.kept?.game.size, state.kept?.seats], [6, GAME.left.seats]);
  assert.deepEqual(state.settings, SETTINGS);
});

test('each value that makes no sense falls back alone', () => {
  const usual = initialState();
  for (const bad of [9, -1, 0.5, 'nobody', null, {}, []]) {
    const of = (/** @type {string} */ key) => restored({ ...GAME, [key]: bad });
    assert.equal(of('speed').speed, usual.speed);
    assert.deepEqual(of('seats').seats, { black: 'human', white: 'level:12' });
    assert.deepEqual([of('time').time, of('time').clocks], [{ kind: 'none' }, null]);
    assert.deepEqual([of('clocks').clocks, of('flagged').flagged, of('left').kept], [null, null, null]);
    assert.deepEqual([of('names').names, of('turned').turned, of('studying').studying], [{}, false, false]);
    assert.ok(of('ply').game.position, 'it stands at some move');
    assert.equal(of('speed').game.moves.length, 2, 'the game stays');
    const white = restored({ ...GAME, seats: { black: 'squares', white: bad } });
    assert.deepEqual(white.seats, { black: 'squares', white: 'level:12' });
    for (const key of /** @type {(keyof typeof SETTINGS)[]} */ (Object.keys(SETTINGS))) {
      if (key === 'level' && bad === 9) continue;
      assert.deepEqual(restored(null, { ...SETTINGS, [key]: bad }).settings, { ...SETTINGS, [key]: DEFAULT_SETTINGS[key] });
    }
  }
});

test('a game that cannot be read is a new game', () => {
  for (const bad of [null, 5, 'x', [], {}, { ...GAME, start: 5 }, { ...GAME, start: '' }, { ...GAME, moves: 'f5' }, { ...GAME, moves: ['a1'] }, { ...GAME, moves: [null] }]) {
    const state = restored(bad, bad);
    assert.deepEqual([state.game.moves.length, state.seats, state.settings], [0, initialState().seats, DEFAULT_SETTINGS]);
  }
});
