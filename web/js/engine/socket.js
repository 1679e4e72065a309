// The engine of a server, behind a WebSocket.

import { NoAnswer } from './engine.js';
import { Conversation } from './messages.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Watcher} Watcher */
/** @typedef {import('./engine.js').Job} Job */
/** @typedef {import('./engine.js').JobEvent} JobEvent */
/** @typedef {import('./engine.js').Question} Question */

const FIRST_RETRY = 400;
const LONGEST_RETRY = 8000;

/** @implements {Engine} */
export class SocketEngine {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.conversation = new Conversation((message) => this.send(message));
    this.retry = FIRST_RETRY;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Watcher} */
    this.tell = () => {};
  }

  /** @param {Watcher} listen */
  watch(listen) {
    this.tell = listen;
    listen('connecting');
    this.connect();
  }

  /** Tries again now instead of later. */
  hurry() {
    if (this.timer === undefined) return;
    this.retry = FIRST_RETRY;
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => {
      this.conversation.end();
      this.tell('lost');
      // A little chance keeps many pages from coming back in the same moment.
      this.timer = setTimeout(() => this.connect(), this.retry * (0.75 + Math.random() / 2));
      this.retry = Math.min(this.retry * 1.7, LONGEST_RETRY);
    };
  }

  /** @param {Job} job @param {(event: JobEvent) => void} listen */
  start(job, listen) {
    const id = this.conversation.begin(job, listen);
    return {
      cancel: () => {
        if (this.conversation.drop(id)) this.send({ type: 'stop', id });
      },
    };
  }

  /** @param {Question} question @returns {ReturnType<Engine['ask']>} */
  ask(question) {
    return this.socket?.readyState === WebSocket.OPEN ? this.conversation.ask(question) : Promise.reject(new NoAnswer());
  }

  /** @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {any} message */
  receive(message) {
    if (message.type !== 'hello') return this.conversation.receive(message);
    this.retry = FIRST_RETRY;
    // A socket has one search at a time.
    this.tell('ready', { ...message, runs: 'server', place: location.host, searches: 1 });
  }
}
