// The engine in the browser, with stand-ins for its workers; and the choice between it and a server's.

import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { BrowserEngine, shareOf } from '../../js/engine/browser.js';
import { EitherEngine } from '../../js/engine/either.js';
import { canPause } from '../../js/engine/module.js';
import { canSpread, spread } from '../../js/engine/spread.js';
import { Game } from '../../js/rules/game.js';

/** @typedef {import('../../js/engine/engine.js').Engine} Engine */
/** @typedef {import('../../js/engine/engine.js').EngineInfo} EngineInfo */
/** @typedef {import('../../js/engine/engine.js').JobEvent} JobEvent */
/** @typedef {import('../../js/engine/engine.js').Watcher} Watcher */

const HELLO = { type: 'hello', protocol: 2, name: 'Obverse', version: '0', players: [], levels: [], limits: { bytes: 1000 } };
const JOB = { kind: /** @type {const} */ ('choose'), game: Game.start(8), who: 'level:1' };

/** Answers when it is told to, as a worker with an engine in it would. */
class StubWorker {
  /** @type {any[]} */ heard = [];
  ended = false;
  /** @type {any} */ onmessage = null;
  /** @type {any} */ onerror = null;

  /** @param {any} message */
  postMessage(message) {
    this.heard.push(typeof message === 'string' ? JSON.parse(message) : message);
  }

  terminate() {
    this.ended = true;
  }

  /** @param {object} message */
  say(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** What it was last asked. */
  get question() {
    return this.heard[this.heard.length - 1];
  }
}

afterEach(() => mock.timers.reset());

/** An engine with stand-ins: the desk first, then the searchers. @param {number} searchers @param {boolean} [hears] whether they hear while they search */
async function browserEngine(searchers, hears = true) {
  /** @type {StubWorker[]} */
  const workers = [];
  /** @type {[string, EngineInfo | undefined][]} */
  const said = [];
  const open = () => {
    const worker = new StubWorker();
    workers.push(worker);
    return worker;
  };
  const engine = new BrowserEngine({ open, load: async () => 'module' }, { searchers, hash: 32, hears });
  engine.watch((status, info) => said.push([status, info]));
  await settled();
  return { engine, workers, said };
}

test('it is ready when its first worker is, and says how many searches it does', async () => {
  const { workers, said } = await browserEngine(3);
  assert.deepEqual(said, [['connecting', undefined]]);
  assert.deepEqual(workers[0].heard, [{ type: 'begin', module: 'module', hash: 32, searches: false }]);
  workers[0].say(HELLO);
  assert.equal(said[1][0], 'ready');
  assert.deepEqual([said[1][1]?.runs, said[1][1]?.searches, said[1][1]?.limits], ['browser', 3, { bytes: 1000 }]);
});

test('jobs run beside each other; questions are answered meanwhile', async () => {
  const { engine, workers } = await browserEngine(2);
  /** @type {[number, JobEvent][]} */
  const heard = [];
  for (const number of [1, 2, 3]) engine.start(JOB, (event) => heard.push([number, event]));
  const [desk, first, second] = workers;
  assert.deepEqual([first.question.type, second.question.type, workers.length], ['choose', 'choose', 3], 'two, and the third waits');
  const answer = engine.ask({ type: 'read', text: 'f5', from: 0, limit: 1 });
  desk.say({ type: 'games', id: desk.question.id, format: 'transcript', count: 0, from: 0, games: [] });
  assert.equal(/** @type {any} */ (await answer).format, 'transcript');
  second.say({ type: 'chosen', id: second.question.id, move: 'f5', thought: null });
  await settled();
  assert.deepEqual(heard.map(([number, { type }]) => [number, type]), [[2, 'chosen']]);
  assert.equal(second.heard.length, 3, 'the third has begun in the same worker');
});

test('a job that is given up is stopped, and its worker asked the next one at once', async () => {
  const { engine, workers } = await browserEngine(1);
  /** @type {JobEvent[]} */
  const heard = [];
  const job = engine.start(JOB, (event) => heard.push(event));
  const searcher = workers[1];
  const { id } = searcher.question;
  engine.start(JOB, (event) => heard.push(event));
  assert.equal(searcher.question.id, id, 'the second waits');
  job.cancel();
  assert.deepEqual(searcher.heard.slice(-2).map(({ type, id: number }) => [type, number === id]), [['stop', true], ['choose', false]]);
  searcher.say({ type: 'chosen', id, move: 'f5', thought: null });
  assert.equal(heard.length, 0, 'the last word of what was given up is nobody’s');
  searcher.say({ type: 'chosen', id: searcher.question.id, move: 'f5', thought: null });
  assert.deepEqual(heard.map(({ type }) => type), ['chosen']);
  const before = searcher.heard.length;
  job.cancel();
  assert.deepEqual([searcher.heard.length, searcher.ended, workers.length], [before, false, 2], 'what is over is not given up again');
});

test('where workers hear nothing, a job that is given up ends with its worker, and a spare one is there', async () => {
  const { engine, workers } = await browserEngine(1, false);
  /** @type {JobEvent[]} */
  const heard = [];
  const job = engine.start(JOB, (event) => heard.push(event));
  const [, searcher, spare] = workers;
  assert.deepEqual(spare.heard.map(({ type }) => type), ['begin'], 'it is there, with nothing to do');
  job.cancel();
  assert.ok(searcher.ended);
  searcher.say({ type: 'chosen', id: searcher.question.id, move: 'f5', thought: null });
  assert.equal(heard.length, 0);
  engine.start(JOB, (event) => heard.push(event));
  assert.equal(spare.question.type, 'choose');
  spare.say({ type: 'chosen', id: spare.question.id, move: 'f5', thought: null });
  assert.deepEqual(heard.map(({ type }) => type), ['chosen']);
  job.cancel();
  assert.deepEqual([spare.ended, workers.length], [false, 4], 'what is over is not given up again, and there is another spare one');
});

test('where workers hear nothing, there is a spare one for each that may be ended', async () => {
  const { engine, workers } = await browserEngine(2, false);
  const jobs = [JOB, JOB].map((job) => engine.start(job, () => {}));
  const begun = workers.length;
  assert.deepEqual(workers.map(({ heard }) => heard[0].searches), [false, true, true, true, true], 'a desk, two that search, two that wait');
  for (const job of jobs) job.cancel();
  for (const job of [JOB, JOB]) engine.start(job, () => {});
  const [desk, ...others] = workers;
  assert.ok(!desk.ended);
  assert.equal(others.filter(({ ended }) => ended).length, 2);
  assert.deepEqual(workers.slice(1, begun).filter(({ ended }) => !ended).map(({ heard }) => heard.at(-1).type), ['choose', 'choose'], 'those that waited have the next two');
});

test('a searcher that breaks fails its own job only', async () => {
  const { engine, workers } = await browserEngine(1);
  /** @type {JobEvent[]} */
  const heard = [];
  engine.start(JOB, (event) => heard.push(event));
  workers[1].say({ type: 'broken' });
  assert.deepEqual(heard.map(({ type }) => type), ['failed']);
  engine.start(JOB, (event) => heard.push(event));
  workers[2].say({ type: 'chosen', id: workers[2].question.id, move: 'f5', thought: null });
  assert.deepEqual(heard.map(({ type }) => type), ['failed', 'chosen']);
});

test('an engine that does not begin is lost, and is begun again after a while', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { workers, said } = await browserEngine(1);
  workers[0].say({ type: 'broken' });
  assert.deepEqual(said.map(([status]) => status), ['connecting', 'lost']);
  assert.equal(workers.length, 2, 'not in the same moment');
  mock.timers.runAll();
  await settled();
  workers[2].say(HELLO);
  assert.deepEqual(said.map(([status]) => status), ['connecting', 'lost', 'ready']);
  assert.deepEqual(workers.map(({ ended }) => ended), [true, true, false, false], 'nothing is left of the first attempt');
});

test('a module that cannot be loaded is loaded again, each time after a longer wait', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let loads = 0;
  /** @type {StubWorker[]} */
  const workers = [];
  /** @type {string[]} */
  const statuses = [];
  const load = async () => {
    if (++loads <= 3) throw new Error('404');
    return 'module';
  };
  const open = () => workers[workers.push(new StubWorker()) - 1];
  new BrowserEngine({ open, load }, { searchers: 1, hash: 16, hears: true }).watch((status) => statuses.push(status));
  await settled();
  /** @type {number[]} */
  const waits = [];
  for (let wait = 1; loads <= 3; wait++) {
    assert.ok(wait < 1000, 'it is loaded again');
    const before = loads;
    mock.timers.tick(100);
    if (loads === before) continue;
    waits.push(wait);
    wait = 0;
    await settled();
  }
  assert.ok(waits[0] < waits[1] && waits[1] < waits[2], String(waits));
  assert.deepEqual(statuses, ['connecting', 'lost', 'lost', 'lost']);
  workers[0].say(HELLO);
  assert.equal(statuses.at(-1), 'ready');
});

test('a browser that refuses a worker has lost its engine, until it allows one', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {StubWorker[]} */
  const workers = [];
  /** @type {string[]} */
  const statuses = [];
  let room = 1;
  const open = () => {
    if (workers.length >= room) throw new Error('refused');
    return workers[workers.push(new StubWorker()) - 1];
  };
  new BrowserEngine({ open, load: async () => 'module' }, { searchers: 1, hash: 16, hears: true }).watch((status) => statuses.push(status));
  await settled();
  assert.deepEqual(statuses, ['connecting', 'lost'], 'room for the desk alone is no engine');
  workers[0].say(HELLO);
  assert.deepEqual(statuses, ['connecting', 'lost'], 'and the desk has been ended');
  room = 3;
  mock.timers.runAll();
  await settled();
  workers[1].say(HELLO);
  assert.deepEqual(statuses, ['connecting', 'lost', 'ready']);
  workers[1].say({ type: 'broken' });
  assert.deepEqual(statuses, ['connecting', 'lost', 'ready', 'lost'], 'a desk that cannot be replaced');
});

/** @typedef {import('../../js/engine/engine.js').AnalyseJob} AnalyseJob */
/** Searchers that say what they are told to. */
function stubSearchers() {
  /** @type {{ job: AnalyseJob, listen: (event: JobEvent) => void, isCancelled: boolean }[]} */
  const searches = [];
  /** @type {import('../../js/engine/spread.js').Start} */
  const start = (job, listen) => {
    const search = { job: /** @type {AnalyseJob} */ (job), listen, isCancelled: false };
    searches.push(search);
    return { cancel: () => { search.isCancelled = true; } };
  };
  /** All moves of a searcher, each worth its number. @param {number} number @param {number} depth @param {boolean} [done] @param {number} [confidence] */
  const say = (number, depth, done = false, confidence = 73) => {
    const { job, listen } = searches[number];
    listen({ type: 'lines', lines: (job.only ?? []).map((move) => ({ score: { score: Number(move), kind: 'selective', confidence }, depth, pv: [move] })), done });
  };
  return { searches, start, say };
}

test('a hint over several searchers: every move once, all to one depth', () => {
  const game = Game.start(8).playText('f5d6c3') ?? Game.start(8);
  const moves = game.position.moves();
  const { searches, start, say } = stubSearchers();
  /** @type {Extract<JobEvent, { type: 'lines' }>[]} */
  const heard = [];
  spread({ kind: 'analyse', game, top: moves.length, time: 2 }, 2, start, (event) => { if (event.type === 'lines') heard.push(event); });
  assert.deepEqual(searches.flatMap(({ job }) => job.only ?? []).toSorted((a, b) => Number(a) - Number(b)), moves);
  assert.ok(searches.every(({ job }) => job.time === 2 && job.top === job.only?.length), 'each has all of the time');
  say(0, 8);
  say(0, 9);
  assert.equal(heard.length, 0, 'nothing is said before every move is known');
  say(1, 8);
  assert.deepEqual(heard[0].lines.map(({ pv, depth }) => [pv[0], depth]), moves.toReversed().map((move) => [move, 8]), 'best first, of the depth that both have');
  say(1, 9);
  say(1, 10);
  say(0, 10, false, 91);
  assert.deepEqual(heard.map(({ lines }) => [lines.length, new Set(lines.map(({ depth, score }) => `${depth} ${score.confidence}`)).size]), [[moves.length, 1], [moves.length, 1]]);
  assert.equal(heard[1].lines[0].depth, 9);
  say(1, 10, true);
  assert.ok(!heard.at(-1)?.done);
  say(0, 11, true, 91);
  assert.deepEqual([heard.at(-1)?.done, heard.at(-1)?.lines[0].depth], [true, 9], 'the last word is of what all have reached');
});

test('a hint is not told in the middle of a depth, and ends as a whole', () => {
  const game = Game.start(8).playText('f5d6c3') ?? Game.start(8);
  const { searches, start, say } = stubSearchers();
  /** @type {JobEvent[]} */
  const heard = [];
  spread({ kind: 'analyse', game, top: 99, time: 2 }, 2, start, (event) => heard.push(event));
  say(1, 7);
  const [{ job, listen }] = searches;
  const lines = (job.only ?? []).map((move, at) => ({ score: { score: at, kind: /** @type {const} */ ('selective'), confidence: 73 }, depth: at ? 7 : 8, pv: [move] }));
  assert.ok(lines.length > 1);
  listen({ type: 'lines', lines, done: false });
  assert.deepEqual(heard, []);
  listen({ type: 'failed', message: 'gone' });
  assert.deepEqual(heard.map(({ type }) => type), ['failed']);
  assert.ok(searches[1].isCancelled);
});

test('moves that are images of each other have one search and one score', () => {
  const { searches, start } = stubSearchers();
  /** @type {JobEvent[]} */
  const heard = [];
  const game = Game.start(8);
  spread({ kind: 'analyse', game, top: 4, time: 2 }, 4, start, (event) => heard.push(event));
  assert.deepEqual(searches.map(({ job }) => job.only), [[19]], 'd3 stands for c4, f5 and e6');
  // d3 c5, as it would go on.
  searches[0].listen({ type: 'lines', lines: [{ score: { score: 1, kind: 'heuristic' }, depth: 5, pv: [19, 34] }], done: true });
  const [last] = heard;
  assert.ok(last.type === 'lines' && last.done);
  const lines = last.lines.toSorted((a, b) => Number(a.pv[0]) - Number(b.pv[0]));
  assert.deepEqual(lines.map(({ pv }) => pv), [[19, 34], [26, 20], [37, 43], [44, 29]]);
  assert.ok(lines.every(({ score }) => score.score === 1));
  assert.ok(lines.every(({ pv }) => game.position.play(pv[0])?.play(pv[1])), 'each line can be played');
});

test('a question of a depth is not spread: its answer depends on no device', () => {
  const job = { kind: /** @type {const} */ ('analyse'), game: Game.start(8), top: 99 };
  assert.ok(canSpread({ ...job, time: 1 }, 2));
  assert.ok(!canSpread({ ...job, depth: 8 }, 2));
  assert.ok(!canSpread({ ...job, time: 1 }, 1));
  assert.ok(!canSpread({ ...job, time: 1, top: 1 }, 2));
});

test('memory and searchers by what the device has', () => {
  assert.deepEqual(shareOf({ hardwareConcurrency: 8 }), { searchers: 4, hash: 16, hears: canPause() }, '64 MB in all, where nothing is known');
  assert.deepEqual(shareOf({ hardwareConcurrency: 1 }), { searchers: 1, hash: 64, hears: canPause() });
  const phone = shareOf({ hardwareConcurrency: 8, deviceMemory: 2 });
  assert.ok(phone.searchers <= 2 && phone.searchers * phone.hash <= 32, JSON.stringify(phone));
  const desktop = shareOf({ hardwareConcurrency: 16, deviceMemory: 8 });
  assert.ok(desktop.searchers * desktop.hash <= 128, JSON.stringify(desktop));
});

/** An engine that is there or not as it is told. @implements {Engine} */
class StubEngine {
  /** @type {Watcher} */ tell = () => {};
  /** @type {((event: JobEvent) => void)[]} */ jobs = [];
  cancelled = 0;
  watched = false;

  /** @param {'server' | 'browser'} runs */
  constructor(runs) {
    this.runs = runs;
  }

  /** @param {Watcher} listen */
  watch(listen) {
    this.watched = true;
    this.tell = (status) => listen(status, status === 'ready' ? { ...HELLO, runs: this.runs, place: '', searches: 1 } : undefined);
    this.tell('connecting');
  }

  /** @param {unknown} _job @param {(event: JobEvent) => void} listen */
  start(_job, listen) {
    this.jobs.push(listen);
    return { cancel: () => { this.cancelled++; } };
  }

  /** @returns {Promise<any>} */
  ask() {
    return Promise.resolve(this.runs);
  }
}

/** @param {'server' | 'browser' | null} [wanted] */
function both(wanted = null) {
  const [server, browser] = [new StubEngine('server'), new StubEngine('browser')];
  const either = new EitherEngine({ server, browser }, wanted);
  /** @type {string[]} */
  const said = [];
  either.watch((status, info) => said.push(info ? `${status} ${info.runs}` : status));
  return { server, browser, either, said };
}

test('the server’s engine is taken where there is one, and the browser’s is not even loaded', () => {
  const { server, browser, said } = both();
  server.tell('ready');
  assert.deepEqual(said, ['connecting', 'ready server']);
  assert.ok(!browser.watched);
});

test('the server is lost in mid-game: the browser’s engine goes on, until it is back', async () => {
  const { server, browser, either, said } = both();
  server.tell('ready');
  either.start(JOB, () => {});
  server.tell('lost');
  assert.ok(browser.watched);
  browser.tell('ready');
  assert.deepEqual(said.slice(2), ['lost', 'connecting', 'ready browser']);
  either.start(JOB, () => {});
  assert.deepEqual([browser.jobs.length, await either.ask({ type: 'read', text: '', from: 0, limit: 1 })], [1, 'browser']);
  server.tell('lost');
  assert.equal(said.length, 5, 'the server is still away, and nobody is told');
  server.tell('ready');
  assert.deepEqual(said.slice(5), ['connecting', 'ready server']);
  assert.equal(browser.cancelled, 1, 'what the browser’s engine was at is given up');
});

test('a person chooses the engine, and nothing is taken before it is there', () => {
  const { server, browser, either, said } = both('browser');
  assert.ok(!server.watched);
  browser.tell('ready');
  assert.deepEqual(said, ['connecting', 'ready browser']);
  either.want('server');
  assert.equal(said.length, 2, 'the browser’s goes on until the server has answered');
  server.tell('ready');
  assert.deepEqual(said.slice(2), ['connecting', 'ready server']);
  either.want('browser');
  assert.deepEqual(said.slice(4), ['connecting', 'ready browser']);
});

test('what this page does not have is not wanted', () => {
  const browser = new StubEngine('browser');
  const either = new EitherEngine({ browser }, 'server');
  /** @type {string[]} */
  const said = [];
  either.watch((status) => said.push(status));
  browser.tell('ready');
  browser.tell('lost');
  assert.deepEqual(said, ['connecting', 'ready', 'lost']);
  assert.deepEqual(either.places, ['browser']);
});
