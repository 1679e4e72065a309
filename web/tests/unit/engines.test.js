// The engine in the browser, with stand-ins for its workers; and the choice between it and a server's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { BrowserEngine, shareOf } from '../../js/engine/browser.js';
import { EitherEngine } from '../../js/engine/either.js';
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

/** An engine with stand-ins: the desk first, then the searchers. @param {number} searchers */
async function browserEngine(searchers) {
  /** @type {StubWorker[]} */
  const workers = [];
  /** @type {[string, EngineInfo | undefined][]} */
  const said = [];
  const open = () => {
    const worker = new StubWorker();
    workers.push(worker);
    return worker;
  };
  const engine = new BrowserEngine({ open, load: async () => 'module' }, { searchers, hash: 32 });
  engine.watch((status, info) => said.push([status, info]));
  await settled();
  return { engine, workers, said };
}

test('it is ready when its first worker is, and says how many searches it does', async () => {
  const { workers, said } = await browserEngine(3);
  assert.deepEqual(said, [['connecting', undefined]]);
  assert.deepEqual(workers[0].heard, [{ type: 'begin', module: 'module', hash: 32 }]);
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

test('a job that is given up ends at once with its worker, and the next one does not wait for it', async () => {
  const { engine, workers } = await browserEngine(1);
  /** @type {JobEvent[]} */
  const heard = [];
  const job = engine.start(JOB, (event) => heard.push(event));
  const searcher = workers[1];
  job.cancel();
  assert.ok(searcher.ended);
  searcher.say({ type: 'chosen', id: searcher.question.id, move: 'f5', thought: null });
  assert.equal(heard.length, 0);
  engine.start(JOB, (event) => heard.push(event));
  const next = workers[2];
  assert.equal(next.question.type, 'choose');
  next.say({ type: 'chosen', id: next.question.id, move: 'f5', thought: null });
  assert.deepEqual(heard.map(({ type }) => type), ['chosen']);
  job.cancel();
  assert.ok(!next.ended, 'what is over is not given up again');
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

test('an engine that does not begin is lost, and is not begun for ever', async () => {
  const { workers, said } = await browserEngine(1);
  workers[0].say({ type: 'broken' });
  assert.deepEqual(said.map(([status]) => status), ['connecting', 'lost']);
  assert.equal(workers.length, 2);
  /** @type {string[]} */
  const statuses = [];
  new BrowserEngine({ open: () => new StubWorker(), load: () => Promise.reject(new Error('404')) }, { searchers: 1, hash: 16 }).watch((status) => statuses.push(status));
  await settled();
  assert.deepEqual(statuses, ['connecting', 'lost']);
});

test('memory and searchers by what the device has', () => {
  assert.deepEqual(shareOf({ hardwareConcurrency: 8 }), { searchers: 4, hash: 16 }, '64 MB in all, where nothing is known');
  assert.deepEqual(shareOf({ hardwareConcurrency: 1 }), { searchers: 1, hash: 64 });
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
