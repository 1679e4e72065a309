// The engine in this browser: the same engine as the server's, compiled to WebAssembly, in workers. One
// worker, the desk, answers what needs no search; the searchers search, one job each. Where a search
// can pause, its worker hears that it is to stop and keeps what it has learnt. Elsewhere a worker
// hears nothing while it searches: to stop it is to end it, and a spare one takes its place.

import { isLast } from './engine.js';
import { Conversation } from './messages.js';
import { canPause } from './module.js';
import { canSpread, spread } from './spread.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Watcher} Watcher */
/** @typedef {import('./engine.js').Job} Job */
/** @typedef {import('./engine.js').JobEvent} JobEvent */
/** @typedef {import('./engine.js').Question} Question */
/** @typedef {Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>} WorkerLike */
/** Where the engine is. @typedef {{ open: () => WorkerLike, load: () => Promise<unknown> }} Source */
/** What the device can spare, and whether its workers hear while they search. @typedef {{ searchers: number, hash: number, hears: boolean }} Share */
/** @typedef {{ job: Job, listen: (event: JobEvent) => void }} Task */

/** No device needs more, and each takes its own memory. */
const MOST_SEARCHERS = 4;
/** Megabytes of all hash tables, where the browser does not say how large the device is. */
const USUAL_HASH = 64;
/** Milliseconds before an engine that did not begin is begun again, twice as long each time. */
const FIRST_RETRY = 1000;
const LONGEST_RETRY = 60_000;

/**
 * How many searchers this device has room for, and what hash table each of them gets.
 * @param {{ hardwareConcurrency?: number, deviceMemory?: number }} device `deviceMemory` in gigabytes
 * @returns {Share}
 */
export function shareOf({ hardwareConcurrency = 1, deviceMemory }) {
  const isSmall = deviceMemory !== undefined && deviceMemory <= 2;
  const searchers = Math.max(1, Math.min(hardwareConcurrency, isSmall ? 2 : MOST_SEARCHERS));
  // A sixty-fourth of the memory of a small device, and never so much that others would notice.
  const all = deviceMemory === undefined ? USUAL_HASH : Math.max(16, Math.min(128, deviceMemory * 16));
  return { searchers, hash: Math.max(8, Math.floor(all / searchers)), hears: canPause() };
}

/** The board is drawn, and answers, before the engine is loaded. */
async function whenIdle() {
  if ('requestIdleCallback' in globalThis) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 300 }));
}

/** A worker with an engine in it. */
class Line {
  /** The task that it works at, if it is a searcher. @type {Task | null} */
  task = null;
  /** Its number in the conversation. */
  #job = 0;

  /** @param {WorkerLike} worker @param {object} begin the first message @param {{ hello: (message: any) => void, broken: () => void }} tell */
  constructor(worker, begin, { hello, broken }) {
    this.worker = worker;
    this.conversation = new Conversation((message) => worker.postMessage(JSON.stringify(message)));
    worker.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'hello') hello(message);
      else if (message.type === 'broken') broken();
      else this.conversation.receive(message);
    };
    worker.onerror = broken;
    worker.postMessage(begin);
  }

  /** @param {Task} task @param {(event: JobEvent) => void} listen */
  begin(task, listen) {
    this.task = task;
    this.#job = this.conversation.begin(task.job, listen);
  }

  /** Gives its task up. What it is asked next it answers as soon as it has heard of that. */
  stop() {
    this.task = null;
    if (this.conversation.drop(this.#job)) this.conversation.send({ type: 'stop', id: this.#job });
  }

  end() {
    this.worker.onmessage = this.worker.onerror = null;
    this.worker.terminate();
    this.conversation.end();
  }
}

/** @implements {Engine} */
export class BrowserEngine {
  /** @type {Line | null} */
  #desk = null;
  /** @type {Line[]} */
  #searchers = [];
  /** Take the places of searchers that were ended, where they hear nothing: all of a hint are, at once. @type {Line[]} */
  #spares = [];
  /** @type {Task[]} */
  #waiting = [];
  /** The compiled module. @type {unknown} */
  #module = null;
  #retry = FIRST_RETRY;
  /** @type {Watcher} */
  #tell = () => {};

  /** @param {Source} source @param {Share} share */
  constructor(source, share) {
    this.source = source;
    this.share = share;
  }

  /** @param {Watcher} listen */
  watch(listen) {
    this.#tell = listen;
    listen('connecting');
    whenIdle().then(() => this.#begin());
  }

  async #begin() {
    try {
      this.#module ??= await this.source.load();
      this.#openDesk();
      // The first move is not to wait for a worker to come up.
      if (!this.#searchers.length) this.#openSearcher();
    } catch {
      this.#lose();
    }
  }

  /** Nothing is left of the engine. The network, or room for a worker, may be back later. */
  #lose() {
    this.#desk?.end();
    this.#desk = null;
    for (const line of this.#searchers) this.#close(line);
    for (const line of this.#spares) line.end();
    this.#spares = [];
    this.#waiting = [];
    this.#tell('lost');
    setTimeout(() => this.#begin(), this.#retry);
    this.#retry = Math.min(2 * this.#retry, LONGEST_RETRY);
  }

  /** @param {Job} job @param {(event: JobEvent) => void} listen */
  start(job, listen) {
    const { searchers } = this.share;
    return canSpread(job, searchers) ? spread(job, searchers, (part, hear) => this.#search(part, hear), listen) : this.#search(job, listen);
  }

  /** @param {Job} job @param {(event: JobEvent) => void} listen */
  #search(job, listen) {
    const task = { job, listen };
    this.#waiting.push(task);
    this.#handOut();
    return { cancel: () => this.#cancel(task) };
  }

  /** @param {Question} question @returns {ReturnType<Engine['ask']>} */
  ask(question) {
    if (!this.#desk) throw new Error('there is an engine only after it was said to be ready');
    return this.#desk.conversation.ask(question);
  }

  #openDesk() {
    let isReady = false;
    this.#desk = this.#open({
      hello: (info) => {
        isReady = true;
        this.#retry = FIRST_RETRY;
        this.#tell('ready', { ...info, runs: 'browser', place: '', searches: this.share.searchers });
      },
      broken: () => {
        this.#desk?.end();
        // One that does not even begin would not at the next moment either.
        if (isReady) this.#begin();
        else this.#lose();
      },
    });
  }

  /** @param {{ hello: (message: any) => void, broken: () => void }} tell @param {boolean} searches whether it is to be ready for a search */
  #open(tell, searches = false) {
    return new Line(this.source.open(), { type: 'begin', module: this.#module, hash: this.share.hash, searches }, tell);
  }

  #openSearcher() {
    const line = this.#spares.shift() ?? this.#openLine();
    this.#searchers.push(line);
    // They are ready before they are needed.
    while (!this.share.hears && this.#spares.length < this.#searchers.length) this.#spares.push(this.#openLine());
    return line;
  }

  /** A worker for searches, which may be a spare one. */
  #openLine() {
    const line = this.#open({
      hello: () => {},
      broken: () => {
        const { task } = line;
        this.#spares = this.#spares.filter((each) => each !== line);
        this.#close(line);
        task?.listen({ type: 'failed', message: 'WebAssembly' });
        this.#handOut();
      },
    }, true);
    return line;
  }

  /** @param {Line} line */
  #close(line) {
    this.#searchers = this.#searchers.filter((each) => each !== line);
    line.end();
  }

  /** Gives waiting tasks to idle searchers, of which there are as many as are needed and no more than there is room for. */
  #handOut() {
    while (this.#waiting.length && this.#module) {
      const idle = this.#searchers.find((line) => line.task === null) ?? (this.#searchers.length < this.share.searchers ? this.#openSearcher() : null);
      const task = idle && this.#waiting.shift();
      if (!task) return;
      idle.begin(task, (event) => this.#hear(idle, task, event));
    }
  }

  /** @param {Line} line @param {Task} task @param {JobEvent} event */
  #hear(line, task, event) {
    if (isLast(event)) {
      line.task = null;
      // What comes of the event may be another job: it is handed out with those that wait.
      queueMicrotask(() => this.#handOut());
    }
    task.listen(event);
  }

  /** @param {Task} task */
  #cancel(task) {
    this.#waiting = this.#waiting.filter((each) => each !== task);
    const line = this.#searchers.find((each) => each.task === task);
    if (!line) return;
    if (this.share.hears) line.stop();
    else {
      this.#close(line);
      this.#openSearcher();
    }
    this.#handOut();
  }
}
