// Mistakes of many games: which games count, in which order, and what is practised.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questions } from '../../js/clerk.js';
import { wanted } from '../../js/director.js';
import { Game } from '../../js/rules/game.js';
import { moveName } from '../../js/rules/position.js';
import { badMoves, currentLesson } from '../../js/state/mistakes.js';
import { ownDue } from '../../js/state/puzzles.js';
import { initialState } from '../../js/state/state.js';
import { Tree } from '../../js/state/tree.js';
import { update } from '../../js/state/update.js';

/** @typedef {import('../../js/state/state.js').State} State */
/** @typedef {import('../../js/state/update.js').Action} Action */

const DAY = 86_400_000;
const INFO = /** @type {import('../../js/engine/engine.js').EngineInfo} */ ({ name: 'e', version: '1', runs: 'server', place: '', searches: 1, players: [], levels: [], limits: { bytes: 1e6 } });

/** The first legal moves of a small board. @param {number} [pick] */
function small(pick = 0) {
  let game = Game.start(4);
  while (!game.position.isOver()) game = /** @type {Game} */ (game.play(game.position.moves().at(pick) ?? 'pass'));
  return game;
}

/** @param {number} begun @param {Partial<State>} [more] */
const game = (begun, more = {}) => ({ ...initialState(), tree: Tree.ofGame(small()), game: small(), begun, seats: { black: 'human', white: 'level:5' }, ...more });

/** @param {string} id @param {number} begun @param {Partial<State>} [more] @returns {import('../../js/state/kept.js').Kept} */
const kept = (id, begun, more) => /** @type {any} */ ({ ...game(begun, more), id, at: begun });

/** @param {State} state @param {Action} action */
const after = (state, action) => update(state, action, 30 * DAY);

const STATE = /** @type {State} */ ({ ...game(5 * DAY, { seats: { black: 'level:5', white: 'human' } }), connection: 'ready', info: INFO, kept: [kept('b', 4 * DAY), kept('a', 2 * DAY)] });

/** What the engine would say: one mistake of each side. @param {readonly string[]} moves @param {boolean} done @returns {any} */
const told = (moves, done) => ({
  next: done ? [] : [{ ply: 1, about: 'best', pass: 'quick', ask: { start: small().first.toString(), depth: 3 } }], summary: {}, progress: { answered: 1, of: 2 },
  moves: [0, 1].map((ply) => ({ ply: ply + 1, side: ply ? 'white' : 'black', move: moves[ply], legal: 3, score: 0, kind: 'exact', best: 'a1', best_score: 8, loss: 8 + ply, grade: 'mistake', reasons: [{ id: 'gives-corner', text: 'why' }], pv: [], best_pv: [] })),
});

/** Reviews and counts the game that is looked at. @param {State} state @returns {State} */
function one(state) {
  const lesson = currentLesson(state.mistakes);
  const review = state.mistakes?.review;
  assert.ok(lesson && review);
  const answered = after(state, { type: 'review.told', of: review.moves, answers: review.answers, lang: 'en', reviewed: told(review.moves, true) });
  assert.ok(questions(answered, []).some(({ question }) => question.type === 'tally'));
  return after(answered, { type: 'mistakes.tallied', id: lesson.id, tallied: /** @type {any} */ ({ counted: { of: lesson.id }, games: 1, mistakes: { count: 1, loss: 8 }, reasons: [], phases: {}, openings: [], history: [], trend: null }) });
}

test('while games are counted again, what was counted before stays in sight', () => {
  const begun = after(after(STATE, { type: 'mistakes.open' }), { type: 'mistakes.run', on: true });
  const tally = (/** @type {State} */ state, /** @type {number} */ games) => after(state, { type: 'mistakes.tallied', id: /** @type {any} */ (currentLesson(state.mistakes)).id, tallied: /** @type {any} */ ({ counted: {}, games, mistakes: { count: 0, loss: 0 }, reasons: [], phases: {}, openings: [], history: [], trend: null }) });
  const three = tally(begun, 3);
  assert.equal(three.mistakes?.summary?.games, 3);
  const again = tally(after(three, { type: 'mistakes.run', on: true }), 1);
  assert.equal(again.mistakes?.summary?.games, 3);
  assert.equal(tally(again, 4).mistakes?.summary?.games, 4);
});

test('the games of a person are listed, the oldest first, with their side', () => {
  const state = after(STATE, { type: 'mistakes.open' });
  assert.deepEqual(state.mistakes?.lessons?.map(({ id, side, date, stage }) => [id, side, date, stage]), [['a', 'black', '1970-01-03', 'open'], ['b', 'black', '1970-01-05', 'open'], ['board', 'white', '1970-01-06', 'open']]);
  assert.deepEqual(questions(state, []), [], 'nothing is reviewed unless somebody wants it');
  assert.equal(state.sheet, 'mistakes');
});

test('of two people the one with the person’s name counts, of others nobody', () => {
  const seats = { black: 'human', white: 'human' };
  const people = (/** @type {State['names']} */ names) => after({ ...STATE, kept: [], ...{ seats, names }, settings: { ...STATE.settings, name: 'Ann' } }, { type: 'mistakes.open' }).mistakes?.lessons?.map(({ side }) => side);
  assert.deepEqual(people({ black: 'ben', white: 'ANN' }), ['white']);
  assert.deepEqual(people({ black: 'Ann', white: 'Ben' }), ['black']);
  assert.deepEqual([people({ black: 'Ben', white: 'Cid' }), people({}), people({ black: 'Ann', white: 'Ann' })], [[], [], []]);
  assert.deepEqual(after({ ...STATE, kept: [], seats: { black: 'squares', white: 'level:5' } }, { type: 'mistakes.open' }).mistakes?.lessons, []);
});

test('all games are reviewed one after the other, counted, and their answers kept', () => {
  let state = after(after(STATE, { type: 'mistakes.open' }), { type: 'mistakes.run', on: true });
  assert.equal(currentLesson(state.mistakes)?.id, 'a');
  const review = state.mistakes?.review;
  assert.ok(review);
  state = after(state, { type: 'review.told', of: review.moves, answers: [], lang: 'en', reviewed: told(review.moves, false) });
  assert.equal(wanted({ ...state, evaluation: false }, 0)[0].review?.of, review.moves, 'the engine searches for it');
  for (const id of ['a', 'b', 'board']) {
    assert.equal(currentLesson(state.mistakes)?.id, id);
    state = one(state);
  }
  assert.deepEqual([state.mistakes?.running, state.mistakes?.counted, state.mistakes?.review], [false, { of: 'board' }, null]);
  assert.ok(state.kept.every(({ review: each }) => each && !each.running) && state.review);
  assert.deepEqual(state.mistakes?.lessons?.map((lesson) => badMoves(lesson).map(({ ply }) => ply)), [[1], [1], [2]], 'each side’s own');
  assert.equal(state.own.length, 2, 'the same mistake is practised once');
  assert.deepEqual(state.own.map(({ position, played }) => [position, played]), [[small().positions[0].toString(), moveName(small().moves[0], 4)], [small().positions[1].toString(), moveName(small().moves[1], 4)]]);
});

test('a batch can be stopped, and goes on from the beginning of the count', () => {
  const begun = one(after(after(STATE, { type: 'mistakes.open' }), { type: 'mistakes.run', on: true }));
  const stopped = after(begun, { type: 'mistakes.run', on: false });
  assert.deepEqual([stopped.mistakes?.running, stopped.mistakes?.review], [false, null]);
  assert.deepEqual(wanted({ ...stopped, evaluation: false }, 0).filter(({ review }) => review), []);
  const again = after(stopped, { type: 'mistakes.run', on: true });
  assert.deepEqual([again.mistakes?.counted, currentLesson(again.mistakes)?.id], [null, 'a']);
  assert.ok(questions(again, []).some(({ question }) => question.type === 'tally'), 'what is reviewed is only counted');
});

test('a game that fails is left out, and the others go on', () => {
  const begun = after(after(STATE, { type: 'mistakes.open' }), { type: 'mistakes.run', on: true });
  const failed = after(begun, { type: 'review.failed', of: begun.mistakes?.review?.moves ?? [], notice: { key: 'engine.error', params: { message: 'x' }, tone: 'error' } });
  assert.deepEqual([failed.mistakes?.lessons?.[0].stage, currentLesson(failed.mistakes)?.id], ['failed', 'b']);
});

test('the mistakes of a player of the library', () => {
  const library = { ...STATE, info: { ...INFO, library: { games: 2, writes: false } } };
  const asked = after(library, { type: 'mistakes.open', source: 'library', player: 'ann' });
  assert.deepEqual(questions(asked, []).map(({ question }) => question), [{ type: 'search', player: 'ann', limit: 60 }]);
  const found = after(asked, { type: 'mistakes.found', games: [{ number: 9, size: 4, plies: 12, black: 'Ben', white: 'Ann', date: '2026' }] });
  assert.deepEqual([found.mistakes?.lessons?.[0].side, found.mistakes?.lessons?.[0].rival], ['white', 'Ben']);
  assert.deepEqual(questions(found, []).map(({ question }) => question), [{ type: 'show', number: 9 }]);
  const moves = small().moves.map((move) => moveName(move, 4));
  const shown = after(found, { type: 'mistakes.shown', number: 9, game: { size: 4, moves }, answers: [] });
  assert.equal(shown.mistakes?.lessons?.[0].stage, 'open');
  const done = one(after(shown, { type: 'mistakes.run', on: true }));
  assert.equal(done.mistakes?.running, false);
  const writes = { ...shown, info: { ...INFO, library: { games: 2, writes: true } }, begun: 0 };
  const begun = after(writes, { type: 'mistakes.run', on: true });
  const review = /** @type {import('../../js/state/review.js').Review} */ (begun.mistakes?.review);
  const answered = after(begun, { type: 'review.answered', of: review.moves, subject: { ply: 1, about: 'best', pass: 'quick' }, line: { score: { score: 0, kind: 'exact' }, depth: 1, pv: [0] }, position: '', size: 4 });
  const reviewed = after(answered, { type: 'review.told', of: review.moves, answers: answered.mistakes?.review?.answers ?? [], lang: 'en', reviewed: told(review.moves, true) });
  const [keep] = questions(reviewed, []);
  assert.equal(keep.question.type, 'keep', 'a library that may be written keeps the review');
  assert.equal(questions(after(reviewed, keep.answered({})), [])[0].question.type, 'tally');
  assert.equal(after(found, { type: 'mistakes.shown', number: 9, game: null, answers: [] }).mistakes?.lessons?.[0].stage, 'failed');
  assert.equal(after(STATE, { type: 'mistakes.open', source: 'library' }).mistakes?.source, 'mine', 'where there is none');
});

test('a mistake is a click away from its position', () => {
  const done = one(after(after(STATE, { type: 'mistakes.open' }), { type: 'mistakes.run', on: true }));
  const shown = after(done, { type: 'mistakes.show', id: 'a', ply: 1 });
  assert.deepEqual([shown.begun, shown.game.ply, shown.studying, shown.sheet, shown.panel, shown.review?.running], [2 * DAY, 1, true, '', 'review', false]);
  assert.equal(after(done, { type: 'mistakes.show', id: 'nothing', ply: 1 }), done);
});

test('what is due comes first, then what was not practised; a miss comes back', () => {
  const card = (/** @type {number} */ due) => ({ due, last: 0, stability: 1, difficulty: 5, repetitions: 1, lapses: 0, stage: /** @type {const} */ ('learning') });
  const own = small().positions.slice(0, 4).map((position, at) => ({ position: position.toString(), played: 'a1', loss: 5, reason: '', date: '', ...(at === 0 ? { card: card(9e9) } : at === 1 ? { card: null } : at === 2 ? {} : { card: card(5) }) }));
  assert.deepEqual([ownDue(own, 10_000).due.length, ownDue(own, 4_000).due.length, ownDue(own, 0).fresh.length], [1, 0, 1]);
  let state = after({ ...STATE, own }, { type: 'puzzles.own' });
  assert.deepEqual([state.puzzling, state.puzzles.wish?.own], [true, own[3]]);
  const [want] = wanted(state, 0);
  assert.deepEqual([want.own, want.job.kind], [own[3], 'analyse']);
  const { size, positions } = small();
  const moves = positions[3].moves();
  state = after(state, { type: 'puzzles.judged', own: own[3], lines: moves.map((move, at) => ({ score: { score: -6 * at, kind: 'exact' }, depth: 9, pv: [move] })) });
  assert.equal(state.puzzles.puzzle?.solution.answer, moveName(moves[0], size));
  const missed = after(state, { type: 'puzzles.try', square: /** @type {number} */ (moves[1]) });
  assert.equal(missed.puzzles.result, 'open');
  const question = questions(missed, [])[0];
  assert.deepEqual([question.question.type, 'solved' in question.question && question.question.solved], ['repeat', false]);
  const again = after(missed, question.answered({ card: card(77) }));
  assert.equal(again.own[3].card?.due, 77);
  assert.equal(again.progress, null, 'no rating is touched');
  const found = after(state, { type: 'puzzles.try', square: /** @type {number} */ (moves[0]) });
  assert.equal(found.puzzles.result, 'found');
  const known = questions(found, [])[0].question;
  assert.ok('solved' in known && known.solved);
  assert.equal(after({ ...again, puzzles: { ...again.puzzles, own: own[3] } }, { type: 'puzzles.own' }).puzzles.wish?.own, again.own[2], 'not the same one twice running');
});
