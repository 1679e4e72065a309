// The engine behind a WebSocket. The messages are described in docs/web-protocol.md.

import { moveName, parseMove } from '../rules/position.js';
import { NoAnswer, isLast } from './engine.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').EngineInfo} EngineInfo */
/** @typedef {import('./engine.js').Job} Job */
/** @typedef {import('./engine.js').JobEvent} JobEvent */
/** @typedef {import('./engine.js').Line} Line */
/** @typedef {import('./engine.js').Question} Question */
/** @typedef {import('./engine.js').Games} Games */
/** @typedef {import('./engine.js').Written} Written */
/** @typedef {import('./engine.js').Thought} Thought */
/** @typedef {import('../rules/position.js').Move} Move */
/** @typedef {{ id: number, size: number, listen: (event: JobEvent) => void }} Running */

const FIRST_RETRY = 400;
const LONGEST_RETRY = 8000;

/** @implements {Engine} */
export class SocketEngine {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Running | null} */
    this.running = null;
    /** @type {Map<number, { resolve: (answer: Games | Written) => void, reject: (error: NoAnswer) => void }>} */
    this.asked = new Map();
    this.lastId = 0;
    this.retry = FIRST_RETRY;
    /** @type {(status: 'connecting' | 'ready' | 'lost', info?: EngineInfo) => void} */
    this.tell = () => {};
  }

  /** @param {(status: 'connecting' | 'ready' | 'lost', info?: EngineInfo) => void} listen */
  watch(listen) {
    this.tell = listen;
    listen('connecting');
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => {
      this.running = null;
      for (const { reject } of this.asked.values()) reject(new NoAnswer());
      this.asked.clear();
      this.tell('lost');
      // A little chance keeps many pages from coming back in the same moment.
      setTimeout(() => this.connect(), this.retry * (0.75 + Math.random() / 2));
      this.retry = Math.min(this.retry * 1.7, LONGEST_RETRY);
    };
  }

  /** @param {Job} job @param {(event: JobEvent) => void} listen */
  start(job, listen) {
    const id = ++this.lastId;
    const size = job.game.size;
    this.running = { id, size, listen };
    const { kind, game, ...rest } = job;
    this.send({
      type: kind, id, start: game.first.toString(),
      moves: game.moves.slice(0, game.ply).map((move) => moveName(move, size)), ...rest,
    });
    return {
      cancel: () => {
        if (this.running?.id !== id) return;
        this.running = null;
        this.send({ type: 'stop', id });
      },
    };
  }

  /** @param {Question} question @returns {Promise<Games | Written>} */
  ask(question) {
    const id = ++this.lastId;
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(new NoAnswer());
    this.send({ ...question, id });
    return new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
  }

  /** @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === 'hello') {
      this.retry = FIRST_RETRY;
      this.tell('ready', { ...message, place: location.host });
      return;
    }
    const asked = this.asked.get(message.id);
    if (asked) {
      this.asked.delete(message.id);
      if (message.type === 'error') asked.reject(new NoAnswer(message.message));
      else asked.resolve(message);
      return;
    }
    const running = this.running;
    if (!running || message.id !== running.id) return;
    const event = this.eventOf(message, running);
    if (!event) return;
    if (isLast(event)) this.running = null;
    running.listen(event);
  }

  /** @param {any} message @param {Running} running @returns {JobEvent | null} */
  eventOf(message, running) {
    const { size } = running;
    switch (message.type) {
      case 'queued': return { type: 'queued', place: message.place };
      case 'thought': return { type: 'thinking', thought: readThought(message, size) };
      case 'lines': case 'done':
        return { type: 'lines', lines: message.lines.map((/** @type {any} */ line) => readLine(line, size)), done: message.type === 'done' };
      case 'chosen': {
        const move = parseMove(message.move, size);
        if (move === null) return { type: 'failed', message: `${message.move}?` };
        return { type: 'chosen', move, thought: message.thought ? readThought(message.thought, size) : null };
      }
      case 'error': return { type: 'failed', message: message.message, ...(Number.isFinite(message.retry) && { retry: message.retry }) };
      default: return null;
    }
  }
}

/** @param {string[]} names @param {number} size */
function readMoves(names, size) {
  return names.map((name) => parseMove(name, size)).filter((move) => move !== null);
}

/** @param {any} line @param {number} size @returns {Line} */
function readLine(line, size) {
  return { score: readScore(line), depth: line.depth, pv: readMoves(line.pv, size) };
}

/** @param {any} thought @param {number} size @returns {Thought} */
function readThought(thought, size) {
  return {
    score: thought.kind ? readScore(thought) : undefined,
    depth: thought.depth,
    line: readMoves(thought.pv ?? [], size),
    nodes: thought.nodes ?? 0,
    seconds: thought.seconds ?? 0,
  };
}

/** @param {any} message @returns {import('../score.js').Score} */
const readScore = ({ score, kind, confidence }) => ({ score, kind, confidence });
