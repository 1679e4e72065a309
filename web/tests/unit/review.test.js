// Reviews and “find better”, with a plain reviewer in the engine's place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questions } from '../../js/clerk.js';
import { wanted } from '../../js/director.js';
import { Position } from '../../js/rules/position.js';
import { isAsking, lessons, questionOf } from '../../js/state/quiz.js';
import { isAboutGame, isDone, verdictOf } from '../../js/state/review.js';
import { evaluationShown } from '../../js/state/select.js';
import { initialState } from '../../js/state/state.js';
import { fromStored, toStored } from '../../js/state/stored.js';
import { update } from '../../js/state/update.js';
import { load, numbers, randomGame, solve, valuesOf } from './random.js';
import { reviewed } from './reviewer.js';

/** @typedef {import('../../js/state/state.js').State} State */
/** @typedef {import('../../js/state/update.js').Action} Action */

/** @param {State} state @param {...Action} actions */
const after = (state, ...actions) => actions.reduce((at, action) => update(at, action, 1000), state);

/** The state when everything that is wanted has been answered, searches by the plainest solver. @param {State} given @param {number} [most] searches */
function answered(given, most = Infinity) {
  let state = given;
  for (let searches = 0; searches < most; searches++) {
    for (let asked = questions(state, []); asked.length; asked = questions(state, [])) state = after(state, asked[0].answered(reviewed(/** @type {any} */ (asked[0].question))));
    const want = wanted(state, 5000).find(({ review }) => review);
    if (!want?.review) break;
    const { position } = want.job.game;
    const [[move, score]] = valuesOf(position).sort((a, b) => b[1] - a[1]);
    state = after(state, { type: 'review.answered', of: want.review.of, subject: want.review.subject, line: { score: { score, kind: 'exact' }, depth: 9, pv: [move] }, position: position.toString(), size: position.size });
  }
  return state;
}

/** The end of a bad game on 4×4, reviewed. @param {number} seed @param {State['seats']} [seats] */
function badGame(seed, seats) {
  const whole = randomGame(numbers(seed), 4);
  const from = whole.positions[Math.max(0, whole.moves.length - 7)];
  let state = after({ ...initialState(), connection: 'ready' }, { type: 'new', size: 4, seats: seats ?? { black: 'human', white: 'human' }, time: { kind: 'none' }, start: from });
  for (const move of whole.moves.slice(Math.max(0, whole.moves.length - 7))) if (move !== 'pass') state = after(state, { type: 'play', move });
  return answered(after(state, { type: 'review' }));
}

const BAD = Array.from({ length: 60 }, (_, seed) => badGame(seed + 1)).filter((state) => lessons(state).length > 0);

test('a review is done when nothing is left to ask, and its answers are what is known of the game', () => {
  assert.ok(BAD.length > 10);
  for (const state of BAD) {
    const review = /** @type {import('../../js/state/review.js').Review} */ (state.review);
    assert.ok(isDone(review) && isAboutGame(review, state.tree) && state.studying);
    for (const position of state.game.positions) if (position.moves().length) assert.equal(state.knowledge.get(position.toString())?.best?.score.score, solve(position));
    const total = review.rows.reduce((sum, { loss }) => sum + loss, 0);
    assert.ok(total > 0);
  }
});

test('a move that seems to cost much and may cost nothing is called unclear', () => {
  const [state] = BAD;
  const review = /** @type {import('../../js/state/review.js').Review} */ (state.review);
  const rows = review.rows.map((row, at) => (at === 0 ? { ...row, grade: /** @type {const} */ ('good'), loss: 7.5, unclear: true } : { ...row, grade: /** @type {const} */ ('best'), loss: 0 }));
  const doubtful = { ...state, review: { ...review, rows } };
  assert.deepEqual(rows.map(verdictOf), rows.map((_, at) => (at === 0 ? 'unclear' : 'best')));
  assert.deepEqual(lessons(doubtful), [], 'nothing is asked that nobody can judge');
});

test('a review is left, stored and gone on with, and nothing is searched twice', () => {
  const [{ tree }] = BAD;
  const begun = after({ ...initialState(), connection: 'ready' }, { type: 'load', tree: tree.endOfMain() }, { type: 'review' });
  const half = answered(begun, 2);
  assert.equal(half.review?.answers.length, 2);
  const written = toStored(half, 1000);
  const { state } = fromStored({ game: JSON.stringify(written.game), settings: null, kept: null }, 1000);
  assert.deepEqual(state.review?.answers, half.review?.answers);
  const whole = answered({ ...state, connection: 'ready' });
  assert.ok(whole.review && isDone(whole.review));
  assert.equal(new Set(whole.review.answers.map(({ ply }) => ply)).size, whole.review.answers.length, 'each once');
});

test('a game that goes on keeps what is still true of its review', () => {
  const state = BAD[0];
  const { review, tree } = state;
  assert.ok(review);
  const ply = review.rows[0].ply;
  const shorter = after(state, { type: 'delete', node: tree.mainLine()[ply] });
  assert.ok(!isAboutGame(review, shorter.tree));
  const again = after(shorter, { type: 'review' });
  assert.ok((again.review?.answers.length ?? 0) < review.answers.length);
  assert.ok(again.review?.answers.every((answer) => answer.ply < ply), 'what came after is not');
  assert.equal(after(state, { type: 'review' }).review?.answers, review.answers, 'the same game is not searched again');
  const old = after(again, { type: 'review.told', of: review.moves, answers: [], lang: 'en', reviewed: { next: [], moves: [], summary: {}, progress: { answered: 9, of: 9 } } });
  assert.equal(old.review, again.review, 'an answer to an older question changes nothing');
});

test('whose mistakes are asked about', () => {
  let [both, own] = [0, 0];
  for (let seed = 1; seed <= 40; seed++) {
    both += lessons(badGame(seed)).length;
    const found = lessons(badGame(seed, { black: 'human', white: 'level:1' }));
    assert.ok(found.every(({ row }) => row.side === 'black'));
    own += found.length;
  }
  assert.ok(own > 0 && own < both);
});

test('find better: hidden until it is found or shown, and every try costs what it costs', () => {
  let [found, bad] = [0, 0];
  for (const reviewedState of BAD) {
    let state = after(reviewedState, { type: 'quiz' });
    for (let at = 0; at < lessons(reviewedState).length; at++) {
      state = after(state, { type: 'quiz.go', at });
      const row = questionOf(state);
      const { position } = state.game;
      assert.ok(row && isAsking(state.quiz) && !evaluationShown(state), 'nothing gives it away');
      assert.equal(position.side, row.side);
      for (const square of position.moves()) {
        if (!isAsking(state.quiz)) break;
        state = answered(after(state, { type: 'quiz.try', square }));
        const tried = state.quiz?.tries.find((each) => each.square === square);
        const loss = solve(position) + solve(/** @type {Position} */ (position.play(square)));
        assert.equal(tried?.loss, loss);
        assert.equal(isAsking(state.quiz), loss >= 1, 'only a good one is the answer');
        if (loss >= 1) bad++;
      }
      assert.equal(state.quiz?.results[at], 'found');
      assert.equal(state.game.position, position, 'the board stays');
      found++;
    }
    assert.equal(state.tree, after(reviewedState, { type: 'quiz' }).tree.goTo(state.tree.current) && state.tree);
  }
  assert.ok(found > 10 && bad > 5, `${found} found, ${bad} bad tries`);
  const shown = after(BAD[0], { type: 'quiz' }, { type: 'quiz.show' });
  assert.deepEqual([shown.quiz?.results[0], isAsking(shown.quiz), evaluationShown(shown)], ['shown', false, true]);
  assert.equal(after(BAD[0], { type: 'quiz' }, { type: 'goTo', ply: 99 }).quiz, null, 'whoever looks elsewhere has left the question');
  assert.notEqual(after(shown, { type: 'goTo', ply: 99 }).quiz, null, 'but not one that was answered');
  assert.equal(after(load(randomGame(numbers(1), 4)) && initialState(), { type: 'quiz' }).quiz, null, 'without mistakes there is no question');
});

test('what was answered is not searched again, before the engine has heard of it', () => {
  const begun = after({ ...initialState(), connection: 'ready' }, load(randomGame(numbers(1), 4)), { type: 'review' });
  const asked = after(begun, questions(begun, [])[0].answered(reviewed(/** @type {any} */ (questions(begun, [])[0].question))));
  const [first] = asked.review?.next ?? [];
  const position = /** @type {Position} */ (Position.parse(first.ask.start));
  const answer = after(asked, { type: 'review.answered', of: asked.review?.moves ?? [], subject: first, line: { score: { score: 0, kind: 'exact' }, depth: 1, pv: [position.moves()[0]] }, position: first.ask.start, size: 4 });
  assert.ok(!answer.review?.next.some(({ ply }) => ply === first.ply));
  assert.equal(answer.review?.next.length, (asked.review?.next.length ?? 0) - 1);
});

test('a failed review stops, says so, and can be gone on with', () => {
  const state = after({ ...initialState(), connection: 'ready' }, load(randomGame(numbers(1), 4)), { type: 'review' });
  const failed = after(state, { type: 'review.failed', of: state.review?.moves ?? [], notice: { key: 'engine.error', params: { message: 'x' }, tone: 'error' } });
  assert.deepEqual([failed.review?.running, failed.notice?.key, wanted(failed, 5000).filter(({ review }) => review)], [false, 'engine.error', []]);
  assert.equal(after(failed, { type: 'review' }).review?.running, true);
});

test('a position that is set up goes back step by step', () => {
  let state = after(initialState(), { type: 'sheet', sheet: 'setup' });
  const first = state.draft?.cells;
  state = after(state, { type: 'draft.paint', square: 0 }, { type: 'draft.side', side: 'white' }, { type: 'draft.brush', brush: 2 }, { type: 'draft.clear' });
  state = after(state, { type: 'draft.undo' });
  assert.deepEqual([state.draft?.cells[0], state.draft?.side, state.draft?.brush], [1, 'white', 2]);
  state = after(state, { type: 'draft.undo' });
  assert.equal(state.draft?.side, 'black');
  state = after(state, { type: 'draft.undo' }, { type: 'draft.undo' });
  assert.deepEqual([state.draft?.cells, state.draft?.before], [first, []]);
});
