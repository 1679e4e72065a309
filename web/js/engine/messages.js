// The messages between the page and its engine, which are described in docs/web-protocol.md: the same
// to a server and to a worker.

import { moveName, parseMove } from '../rules/position.js';
import { NoAnswer, isLast } from './engine.js';

/** @typedef {import('./engine.js').Job} Job */
/** @typedef {import('./engine.js').JobEvent} JobEvent */
/** @typedef {import('./engine.js').Line} Line */
/** @typedef {import('./engine.js').Question} Question */
/** @typedef {import('./engine.js').Answer} Answer */
/** @typedef {import('./engine.js').Thought} Thought */
/** @typedef {import('../rules/position.js').Move} Move */

/** The message that begins a job. @param {Job} job @param {number} id */
export function messageOf({ kind, game, ...rest }, id) {
  const names = (/** @type {Move[]} */ moves) => moves.map((move) => moveName(move, game.size));
  const only = 'only' in rest && rest.only ? { only: names(rest.only) } : {};
  return { type: kind, id, start: game.first.toString(), moves: names(game.moves.slice(0, game.ply)), ...rest, ...only };
}

/** What a message says about a job on a board of this size. @param {any} message @param {number} size @returns {JobEvent | null} */
export function eventOf(message, size) {
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
    case 'explained': return { type: 'explained', explanation: { reasons: message.moves.map((/** @type {any} */ each) => readReason(each, size)), tree: message.tree ?? null } };
    case 'error': return { type: 'failed', message: message.message, ...(Number.isFinite(message.retry) && { retry: message.retry }) };
    default: return null;
  }
}

/** Who waits for which answer on one line to an engine. */
export class Conversation {
  /** @type {Map<number, { resolve: (answer: Answer) => void, reject: (error: NoAnswer) => void }>} */
  #asked = new Map();
  /** @type {Map<number, { size: number, listen: (event: JobEvent) => void }>} */
  #jobs = new Map();
  #lastId = 0;

  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
  }

  /** Begins a job; its number. @param {Job} job @param {(event: JobEvent) => void} listen */
  begin(job, listen) {
    const id = ++this.#lastId;
    this.#jobs.set(id, { size: job.game.size, listen });
    this.send(messageOf(job, id));
    return id;
  }

  /** Nothing more is wanted of a job; whether something could have come. @param {number} id */
  drop(id) {
    return this.#jobs.delete(id);
  }

  /** @param {Question} question @returns {Promise<Answer>} */
  ask(question) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.send({ ...question, id });
    });
  }

  /** Hands a message to whoever waits for it. @param {any} message */
  receive(message) {
    const asked = this.#asked.get(message.id);
    if (asked) {
      this.#asked.delete(message.id);
      if (message.type === 'error') asked.reject(new NoAnswer(message.message));
      else asked.resolve(message);
      return;
    }
    const job = this.#jobs.get(message.id);
    const event = job && eventOf(message, job.size);
    if (!event) return;
    if (isLast(event)) this.#jobs.delete(message.id);
    job.listen(event);
  }

  /** The engine has gone: questions have no answer, and nothing comes of the jobs. */
  end() {
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    this.#jobs.clear();
    for (const { reject } of asked) reject(new NoAnswer());
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

/** @param {any} reason @param {number} size @returns {import('./engine.js').Reason} */
function readReason({ move, score, terms, searched, opening }, size) {
  const { score: found, depth, nodes, pv, depths = [] } = searched;
  return {
    move: /** @type {import('../rules/position.js').Move} */ (parseMove(move, size)), score, opening,
    terms: Object.entries(terms).map(([name, value]) => ({ name, value: Number(value) })),
    searched: { score: found, depth, nodes, pv: readMoves(pv, size), depths },
  };
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
