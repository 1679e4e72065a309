// A server's engine and the one in this browser, as one. The server's is taken where there is one and
// nobody wants it otherwise; while it is out of reach the browser's goes on.

import { NoAnswer, isLast } from './engine.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').EngineInfo} EngineInfo */
/** @typedef {import('./engine.js').Watcher} Watcher */
/** @typedef {import('./engine.js').Job} Job */
/** @typedef {import('./engine.js').JobEvent} JobEvent */
/** @typedef {import('./engine.js').Question} Question */
/** @typedef {EngineInfo['runs']} Place */
/** @typedef {{ engine: Engine, status: 'asleep' | 'connecting' | 'ready' | 'lost', info?: EngineInfo }} Side */

/** @implements {Engine} */
export class EitherEngine {
  /** @type {Partial<Record<Place, Side>>} */
  #sides;
  /** The one that is used now. @type {Place} */
  #used;
  /** @type {Set<{ cancel: () => void }>} */
  #running = new Set();
  /** @type {Watcher} */
  #tell = () => {};

  /** At least one of the two. @param {Partial<Record<Place, Engine>>} engines @param {Place | null} wanted what a person chose */
  constructor(engines, wanted) {
    this.#sides = Object.fromEntries(Object.entries(engines).map(([place, engine]) => [place, { engine, status: 'asleep' }]));
    this.wanted = wanted;
    this.#used = this.#first();
  }

  /** Those that there are. */
  get places() {
    return /** @type {Place[]} */ (Object.keys(this.#sides));
  }

  /** @param {Watcher} listen */
  watch(listen) {
    this.#tell = listen;
    this.#wake(this.#used);
  }

  /** @param {Place | null} place */
  want(place) {
    if (place === this.wanted) return;
    this.wanted = place;
    this.#settle();
  }

  /** Whoever is lost is looked for at once. */
  hurry() {
    for (const { engine } of Object.values(this.#sides)) engine.hurry?.();
  }

  /** @param {Job} job @param {(event: JobEvent) => void} listen */
  start(job, listen) {
    const running = this.#side().engine.start(job, (event) => {
      if (isLast(event)) this.#running.delete(running);
      listen(event);
    });
    this.#running.add(running);
    return {
      cancel: () => {
        if (this.#running.delete(running)) running.cancel();
      },
    };
  }

  /** @param {Question} question @returns {ReturnType<Engine['ask']>} */
  ask(question) {
    const { engine, status } = this.#side();
    return status === 'ready' ? engine.ask(question) : Promise.reject(new NoAnswer());
  }

  /** @returns {Side} */
  #side() {
    return /** @type {Side} */ (this.#sides[this.#used]);
  }

  /** The place that is wanted, before anything is known of it. @returns {Place} */
  #first() {
    if (this.wanted && this.#sides[this.wanted]) return this.wanted;
    return this.#sides.server ? 'server' : 'browser';
  }

  /** Asks an engine that was not needed until now whether it is there. @param {Place} place */
  #wake(place) {
    const side = this.#sides[place];
    if (side?.status !== 'asleep') return;
    side.status = 'connecting';
    side.engine.watch((status, info) => {
      Object.assign(side, { status, info });
      if (place === this.#used) this.#report();
      this.#settle();
    });
  }

  /** Takes the engine that is wanted, or the other one where that is lost. */
  #settle() {
    const first = this.#first();
    this.#wake(first);
    const second = first === 'server' ? 'browser' : 'server';
    const isLost = this.#sides[first]?.status === 'lost';
    if (isLost) this.#wake(second);
    // One that comes back is not taken before it is there.
    const waits = this.#sides[first]?.status === 'connecting' && this.#used === second;
    const use = (isLost || waits) && this.#sides[second]?.status === 'ready' ? second : first;
    if (use === this.#used) return;
    for (const running of this.#running) running.cancel();
    this.#running.clear();
    this.#used = use;
    // What was asked of the other one has to be asked again.
    this.#tell('connecting');
    this.#report();
  }

  #report() {
    const { status, info } = this.#side();
    if (status === 'lost') this.#running.clear();
    this.#tell(status === 'asleep' ? 'connecting' : status, info);
  }
}
