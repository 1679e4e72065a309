// The engine's worker as a browser has it, in Node: obverse.js, the driver behind it, the module.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Where `cargo xtask wasm` puts what it makes. */
const FOLDER = process.env.OBVERSE_WASM ?? '';

/** What a worker of a browser has and one of Node has under another name. */
const SCOPE = `
  const { parentPort } = require('node:worker_threads');
  globalThis.self = globalThis;
  self.postMessage = (message) => parentPort.postMessage(message);
  parentPort.on('message', (data) => self.onmessage({ data }));
`;

/** The glue of both modules. */
export const glue = () => readFileSync(join(FOLDER, 'obverse.js'), 'utf8');

/** @param {string} name @returns {WebAssembly.Module} */
export const moduleOf = (name) => new WebAssembly.Module(readFileSync(join(FOLDER, `${name}.wasm`)));

/** A worker with an engine that has just begun. */
export class EngineWorker {
  /** @type {((message: any) => void)} */
  #listen = () => {};

  /** @param {WebAssembly.Module} module @param {number} hash megabytes */
  constructor(module, hash) {
    const driver = readFileSync(new URL('../../site/engine-worker.js', import.meta.url), 'utf8');
    this.worker = new Worker(`${SCOPE}\n${glue()}\n${driver}`, { eval: true });
    this.hello = new Promise((resolve, reject) => {
      this.#listen = resolve;
      this.worker.once('error', reject);
    });
    this.worker.on('message', (text) => this.#listen(JSON.parse(text)));
    this.worker.postMessage({ type: 'begin', module, hash });
  }

  /** The last word about a question. @param {object} question @returns {Promise<any>} */
  async ask(question) {
    await this.hello;
    return new Promise((resolve) => {
      this.#listen = (message) => {
        if (!['lines', 'thought', 'queued'].includes(message.type)) resolve(message);
      };
      this.worker.postMessage(JSON.stringify(question));
    });
  }

  end() {
    return this.worker.terminate();
  }
}
