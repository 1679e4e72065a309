// The engine is asked for what is wanted and no more: from any state it comes to rest.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Director, wanted } from '../../js/director.js';
import { SocketEngine } from '../../js/engine/socket.js';
import { questions } from '../../js/clerk.js';
import { isDone } from '../../js/state/review.js';
import { isAnalysed } from '../../js/state/select.js';
import { initialState } from '../../js/state/state.js';
import { standings } from '../../js/state/tournament.js';
import { update } from '../../js/state/update.js';
import { load, numbers, pick, randomGame } from './random.js';
import { reviewed } from './reviewer.js';

/** @typedef {import('../../js/state/state.js').State} State */
/** @typedef {import('../../js/state/update.js').Action} Action */
/** @typedef {import('../../js/engine/engine.js').Job} Job */
/** @typedef {import('../../js/engine/engine.js').JobEvent} JobEvent */
/** @typedef {import('../../js/engine/engine.js').Line} Line */
/** @typedef {(limit: number) => number} Below */

const SIZES = [4, 6, 8];
const WHO = ['human', 'level:5', 'random', 'squares'];

/** @param {number} searches at the same time @returns {import('../../js/engine/engine.js').EngineInfo} */
const engineWith = (searches) => ({ name: 'Stub', version: '0', runs: 'browser', place: '', searches, players: [], levels: [], limits: { bytes: 1e6 } });

/** A page without a page: its state, the director, and an engine that answers when it is told to. */
class Stage {
  /** @param {Below} below @param {number} [room] searches at the same time */
  constructor(below, room = 1) {
    this.below = below;
    this.room = room;
    /** @type {State} */
    this.state = { ...initialState(), connection: 'ready', info: engineWith(room) };
    this.searches = 0;
    /** @type {{ job: Job, listen: (event: JobEvent) => void }[]} */
    this.jobs = [];
    this.director = new Director({
      start: (job, listen) => {
        this.searches++;
        const running = { job, listen };
        this.jobs.push(running);
        assert.ok(this.jobs.length <= this.room, `${this.jobs.length} searches at once`);
        return { cancel: () => this.take(running) };
      },
      ask: () => Promise.reject(new Error('not asked here')),
      watch: () => {},
    }, (action) => this.act(action));
  }

  /** @param {Action} action */
  act(action) {
    this.state = update(this.state, action, Date.now());
    // What needs no search is answered at once.
    for (let asked = questions(this.state, []); asked.length; asked = questions(this.state, [])) {
      this.state = update(this.state, asked[0].answered(reviewed(/** @type {any} */ (asked[0].question))), Date.now());
    }
    this.director.follow(this.state);
  }

  /** The first of the searches. */
  get running() {
    return this.jobs[0] ?? null;
  }

  /** @param {{ job: Job, listen: (event: JobEvent) => void }} running */
  take(running) {
    this.jobs = this.jobs.filter((each) => each !== running);
  }

  /** The engine goes, and with it its searches. */
  lose() {
    this.jobs = [];
    this.director.forget();
  }

  /** The engine has no room now. @param {number} [retry] seconds */
  refuse(retry = 5) {
    const { running } = this;
    if (!running) return;
    this.take(running);
    running.listen({ type: 'failed', message: 'busy', retry });
  }

  /** The first words of an answer, or the last; now and then none at all. @param {{ last: boolean, fails?: boolean }} how */
  answer({ last, fails = false }) {
    const running = this.jobs.length ? pick(this.below, this.jobs) : null;
    if (!running) return;
    if (fails && this.below(2)) return this.refuse();
    const { job, listen } = running;
    if (last || fails) this.take(running);
    if (fails) return listen({ type: 'failed', message: 'out of order' });
    const moves = job.game.position.moves();
    if (job.kind === 'choose' && last) {
      const move = moves.length ? pick(this.below, moves) : 'pass';
      return listen({ type: 'chosen', move, thought: this.below(2) ? { score: this.score(), depth: this.below(9), line: [move], nodes: 1, seconds: 1 } : null });
    }
    if (job.kind === 'why') return last ? listen({ type: 'explained', explanation: { reasons: [], tree: null } }) : undefined;
    if (job.kind === 'choose') return listen({ type: 'thinking', thought: { line: [], nodes: 1, seconds: 1 } });
    // A search for a review that finds nothing has failed.
    const lines = moves.slice(0, job.depth ? 1 : this.below(job.top + 1)).map((move) => ({ score: this.score(), depth: this.below(20), pv: [move] }));
    return listen({ type: 'lines', lines, done: last });
  }

  /** @returns {import('../../js/score.js').Score} */
  score() {
    const kind = pick(this.below, /** @type {const} */ (['exact', 'selective', 'heuristic']));
    return { score: this.below(20) - 10, kind, ...(kind === 'selective' && { confidence: 73 }) };
  }
}

/** Something that a person, or the world, does. @param {Stage} stage @param {Below} below @returns {Action} */
function anything({ state }, below) {
  const { game } = state;
  const size = pick(below, SIZES);
  switch (below(22)) {
    case 0: return { type: 'new', size, seats: { black: pick(below, WHO), white: pick(below, WHO) }, time: { kind: 'none' } };
    case 1: case 2: return load(randomGame(below, size, below(2) ? Infinity : below(30)));
    case 3: case 4: return { type: 'review' };
    case 5: case 6: case 7: return { type: 'goTo', ply: below(game.moves.length + 1) };
    case 8: return { type: 'hint' };
    case 9: return { type: 'evaluation' };
    case 10: return { type: 'undo' };
    case 11: return { type: 'resume' };
    case 12: return { type: 'back' };
    case 13: return { type: 'pause' };
    case 15: return pick(below, /** @type {Action[]} */ ([{ type: 'study', on: below(2) > 0 }, { type: 'engine' }, { type: 'quiz' }, { type: 'quiz.show' }, { type: 'quiz.go', at: below(3) }, { type: 'review.stop' }]));
    case 16: return game.position.moves().length ? { type: 'quiz.try', square: pick(below, game.position.moves()) } : { type: 'quiz.end' };
    case 17: return { type: 'why', who: pick(below, ['squares', 'killer']) };
    case 14: return { type: 'connection', status: pick(below, /** @type {const} */ (['ready', 'ready', 'lost'])) };
    default: return { type: 'play', move: game.position.moves().length ? pick(below, game.position.moves()) : 'pass' };
  }
}

beforeEach(() => mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000 }));
afterEach(() => mock.timers.reset());

test('from any state the engine comes to rest, after a bounded number of searches', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const below = numbers(seed);
    const stage = new Stage(below, 1 + (seed % 3));
    for (let step = 0; step < 40; step++) {
      const action = anything(stage, below);
      if (action.type === 'connection' && action.status === 'lost') stage.lose();
      stage.act(action);
      for (let words = below(4); words > 0; words--) stage.answer({ last: below(2) === 0, fails: below(12) === 0 });
      mock.timers.tick(below(2000));
    }
    stage.act({ type: 'connection', status: 'ready' });
    const before = stage.searches;
    const { size } = stage.state.game;
    // A move for each square, and of each position a glance, a hint, a review and a reason.
    const most = 6 * (size * size + stage.state.tree.nodes.length) + 4;
    while (wanted(stage.state, Date.now() + 10_000).length) {
      assert.ok(stage.searches - before <= most, `seed ${seed}: ${stage.searches - before} searches, and no end`);
      stage.answer({ last: false });
      stage.answer({ last: true });
      mock.timers.tick(2000);
    }
    assert.deepEqual(stage.jobs, [], `seed ${seed}: nothing runs that nobody wants`);
  }
});

test('a review ends, wherever one looks meanwhile', () => {
  for (let seed = 1; seed <= 8; seed++) {
    const below = numbers(seed);
    const stage = new Stage(below, 1 + (seed % 4));
    stage.act(load(randomGame(below, 8, seed % 2 ? Infinity : 37)));
    stage.act({ type: 'review' });
    const plies = stage.state.game.moves.length;
    const review = () => /** @type {import('../../js/state/review.js').Review} */ (stage.state.review);
    for (let step = 0; !isDone(review()); step++) {
      assert.ok(step < 6 * plies + 60, `seed ${seed}: it hangs at ${review().progress.answered} of ${review().progress.of}`);
      if (step < 30 && step % 3 === 0) stage.act({ type: 'goTo', ply: below(plies + 1) });
      // It can be stopped, and gone on with.
      if (step === 20) {
        const { answers } = review();
        stage.act({ type: 'review.stop' });
        stage.act({ type: 'evaluation' });
        assert.deepEqual(stage.jobs, [], 'stopped, nothing is searched');
        stage.act({ type: 'review' });
        assert.equal(review().answers, answers, 'and nothing is searched twice');
      }
      stage.answer({ last: step % 2 === 1 });
    }
    assert.equal(stage.state.game.moves.length, plies);
    assert.ok(review().rows.length >= plies - 8);
    for (const { legal, loss } of review().rows) assert.ok(legal > 1 || loss === 0, 'a forced move costs nothing');
  }
});

test('a review uses all searchers, each position once, and the hint has them to itself', () => {
  const stage = new Stage(numbers(2), 3);
  const game = randomGame(numbers(3), 8, 30);
  stage.act(load(game));
  stage.act({ type: 'review' });
  const positions = stage.jobs.map(({ job }) => job.game.position.toString());
  assert.equal(new Set(positions).size, 3, `${positions}`);
  stage.act({ type: 'hint' });
  assert.deepEqual(stage.jobs.map(({ job }) => [job.kind, job.game.ply, 'top' in job && job.top]), [['analyse', game.ply, game.position.moves().length]]);
});

test('a classic says why before it moves, once; by the clock it moves first', () => {
  for (const [time, kinds] of /** @type {[State['time'], string[]][]} */ ([[{ kind: 'none' }, ['why', 'choose']], [{ kind: 'clock', minutes: 1, increment: 0 }, ['choose']]])) {
    const stage = new Stage(numbers(1));
    stage.act({ type: 'new', size: 8, seats: { black: 'squares', white: 'human' }, time });
    stage.act({ type: 'why', who: 'squares' });
    mock.timers.tick(1000);
    for (const kind of kinds) {
      assert.equal(stage.running?.job.kind, kind);
      stage.answer({ last: true });
    }
    assert.equal(stage.state.game.moves.length, 1);
    assert.equal(stage.running?.job.kind, 'why', 'then it looks at the moves of the other side');
  }
});

test('the tournament: every pair with both colours, while it is watched', () => {
  for (const room of [1, 3]) {
    const stage = new Stage(numbers(room), room);
    stage.act({ type: 'sheet', sheet: 'tournament' });
    assert.deepEqual(stage.jobs, []);
    stage.act({ type: 'tournament.begin' });
    /** @type {Set<string>} */
    const pairs = new Set();
    for (let step = 0; stage.jobs.length; step++) {
      assert.ok(step < 20 * 64, 'it ends');
      stage.answer({ last: false });
      stage.answer({ last: true });
    }
    const { tournament } = stage.state;
    assert.ok(tournament);
    for (const { black, white, game } of tournament.matches) {
      pairs.add(`${black} ${white}`);
      assert.ok(game.finished);
    }
    assert.equal(pairs.size, 20);
    const table = standings(tournament);
    assert.deepEqual(table.map(({ played, wins, draws, losses }) => [played, wins + draws + losses]), Array(5).fill([8, 8]));
    assert.equal(table.reduce((sum, { points }) => sum + points, 0), 20);
    assert.equal(table.reduce((sum, { discs }) => sum + discs, 0), 0);
    assert.deepEqual(table.map(({ points }) => points), table.map(({ points }) => points).sort((a, b) => b - a));
  }
});

/** The tournament has begun, with two searches. */
function tournamentStage() {
  const stage = new Stage(numbers(1), 2);
  stage.act({ type: 'sheet', sheet: 'tournament' });
  stage.act({ type: 'tournament.begin' });
  assert.equal(stage.jobs.length, 2);
  return stage;
}

/** The first search of the tournament ends so. @param {Stage} stage @param {JobEvent} event */
function endFirst(stage, event) {
  const { running } = stage;
  assert.ok(running);
  stage.take(running);
  running.listen(event);
  assert.ok(stage.state.tournament);
  return stage.state.tournament;
}

test('the tournament stands still while nobody watches', () => {
  const stage = tournamentStage();
  stage.act({ type: 'sheet', sheet: '' });
  assert.deepEqual(stage.jobs, []);
  stage.act({ type: 'sheet', sheet: 'tournament' });
  assert.equal(stage.jobs.length, 2);
});

test('who makes an illegal move in the tournament has lost', () => {
  const stage = tournamentStage();
  const tournament = endFirst(stage, { type: 'chosen', move: 'pass', thought: null });
  const [first] = tournament.matches;
  assert.deepEqual([first.failed, standings(tournament)[0].who, tournament.running], ['black', first.white, true]);
});

test('an engine that fails in the tournament costs nobody a game: it pauses, says so, and goes on when asked', () => {
  const stage = tournamentStage();
  const tournament = endFirst(stage, { type: 'failed', message: 'out of order' });
  assert.ok(standings(tournament).every(({ played }) => played === 0));
  assert.deepEqual([tournament.running, stage.jobs, stage.state.notice], [false, [], { key: 'engine.error', params: { message: 'out of order' }, tone: 'error' }]);
  stage.act({ type: 'tournament.run', running: true });
  assert.deepEqual([stage.jobs.length, stage.state.notice], [2, null]);
  assert.equal(endFirst(stage, { type: 'chosen', move: stage.jobs[0].job.game.position.moves()[0], thought: null }).matches[0].game.ply, 1);
});

test('a classic that cannot say why is not asked for ever', () => {
  const stage = new Stage(numbers(1));
  stage.act({ type: 'new', size: 8, seats: { black: 'human', white: 'squares' }, time: { kind: 'none' } });
  stage.act({ type: 'why', who: 'squares' });
  const { running } = stage;
  assert.equal(running?.job.kind, 'why');
  if (running) stage.take(running);
  running?.listen({ type: 'failed', message: 'no' });
  assert.deepEqual([stage.jobs, stage.state.why, stage.state.notice?.key], [[], null, 'engine.error']);
});

test('a search is made to its end, not to its first words', () => {
  const stage = new Stage(numbers(1));
  const game = randomGame(numbers(3), 8, 20);
  stage.act(load(game));
  const { running } = stage;
  assert.ok(running);
  const lines = [{ score: { score: 1, kind: /** @type {const} */ ('heuristic') }, depth: 3, pv: game.position.moves().slice(0, 1) }];
  running.listen({ type: 'lines', lines, done: false });
  assert.equal(stage.running, running, 'it goes on');
  assert.equal(isAnalysed(stage.state, game.position, 'glance'), false);
  stage.take(running);
  running.listen({ type: 'lines', lines, done: true });
  assert.equal(isAnalysed(stage.state, game.position, 'glance'), true);
  assert.notEqual(stage.running, running);
});

test('a player that makes no legal move is asked once', () => {
  const stage = new Stage(numbers(1));
  stage.act({ type: 'new', size: 8, seats: { black: 'level:1', white: 'human' }, time: { kind: 'none' } });
  const [want] = wanted(stage.state, Infinity);
  assert.equal(want.job.kind, 'choose');
  stage.act({ type: 'chosen', move: 0, position: stage.state.game.position.toString(), thought: null });
  assert.deepEqual(wanted(stage.state, Infinity), []);
  assert.equal(stage.state.notice?.tone, 'error');
});

test('what failed is asked again when somebody asks, or the engine is back, and not before', () => {
  const game = randomGame(numbers(3), 8, 20);
  const loaded = update({ ...initialState(), connection: 'ready' }, load(game), 0);
  const position = game.position.toString();
  const failed = update(loaded, { type: 'failed', message: 'busy', position, effort: 'glance' }, 0);
  assert.equal(isAnalysed(failed, game.position, 'glance'), true);
  assert.equal(isAnalysed(update(failed, { type: 'connection', status: 'ready' }, 0), game.position, 'glance'), false);
  assert.equal(isAnalysed(update(failed, { type: 'review' }, 0), game.position, 'glance'), false);
});

/** A move of a computer, and a review. @type {[string, Action][]} */
const ASKED = [
  ['choose', { type: 'new', size: 8, seats: { black: 'level:1', white: 'human' }, time: { kind: 'clock', minutes: 3, increment: 2 } }],
  ['analyse', { type: 'review' }],
];

test('an engine that is busy is asked again when it says so, and not before', () => {
  for (const [kind, action] of ASKED) {
    const stage = new Stage(numbers(1));
    stage.act(load(randomGame(numbers(3), 8, 20)));
    stage.act(action);
    mock.timers.tick(1000);
    assert.equal(stage.running?.job.kind, kind);
    const { searches } = stage;
    stage.refuse(5);
    mock.timers.tick(4999);
    assert.deepEqual([stage.searches, stage.state.paused, stage.state.notice], [searches, false, null], `${kind}: nothing is given up`);
    mock.timers.tick(1);
    assert.equal(stage.searches, searches + 1);
    assert.equal(stage.running?.job.kind, kind);
    stage.answer({ last: true });
    assert.equal(stage.state.notice, null);
  }
});

test('an engine that stays busy is given up, until somebody asks again', () => {
  for (const [kind, action] of ASKED) {
    const stage = new Stage(numbers(1));
    stage.act(load(randomGame(numbers(3), 8, 20)));
    stage.act(action);
    mock.timers.tick(1000);
    const first = stage.running?.job.game.ply;
    for (let refusals = 0; stage.state.notice === null; refusals++) {
      assert.ok(refusals < 50, `${kind}: it has no end`);
      stage.refuse(3600);
      mock.timers.tick(60_000);
    }
    assert.equal(stage.state.notice.key, 'engine.error');
    stage.act(kind === 'choose' ? { type: 'resume' } : { type: 'review' });
    mock.timers.tick(1000);
    assert.equal(stage.running?.job.game.ply, first);
    stage.act({ type: 'notice', notice: null });
    stage.refuse(5);
    assert.equal(stage.state.notice, null, 'then it has its time again');
  }
});

test('who waits for a busy engine and wants something else gets that', () => {
  const stage = new Stage(numbers(1));
  stage.act(load(randomGame(numbers(3), 8, 20)));
  stage.refuse(5);
  stage.act({ type: 'hint' });
  assert.equal(stage.running?.job.kind, 'analyse');
  const { running, searches } = stage;
  mock.timers.tick(60_000);
  assert.deepEqual([stage.running, stage.searches], [running, searches], 'and is not disturbed');
  stage.refuse(5);
  stage.lose();
  mock.timers.tick(60_000);
  assert.equal(stage.searches, searches, 'an engine that has gone is not asked');
});

test('the server’s word on when to ask again reaches the page', () => {
  Object.assign(globalThis, { WebSocket: { OPEN: 1 } });
  const engine = new SocketEngine('ws://nowhere');
  let id = 0;
  /** @type {JobEvent[]} */
  const heard = [];
  for (const more of [{ code: 'busy', retry: 5 }, { code: 'failed' }]) {
    engine.start({ kind: 'choose', game: randomGame(numbers(3), 8, 20), who: 'level:1' }, (event) => heard.push(event));
    engine.receive({ type: 'error', id: ++id, message: 'no', ...more });
  }
  assert.deepEqual(heard, [{ type: 'failed', message: 'no', retry: 5 }, { type: 'failed', message: 'no' }]);
});
