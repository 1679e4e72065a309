// The line to a room of the server: a socket of its own, so that a game between two people depends on no
// engine. It comes back by itself, and then says again what was not heard.

/** @typedef {import('./state/state.js').State} State */
/** @typedef {import('./state/update.js').Action} Action */
/** @typedef {import('./state/room.js').RoomState} RoomState */
/** @typedef {import('./state/room.js').Chair} Chair */
/** @typedef {import('./state/state.js').Notice} Notice */

/** Milliseconds until a lost line is tried again; longer each time. */
const FIRST_RETRY = 400;
const LONGEST_RETRY = 8000;
/** A line on which nothing is answered for so long is dead, whatever the browser believes. */
const LONGEST_SILENCE = 8000;

const CHAIRS = 'obverse.rooms';
const CHAIR = 'obverse.chair';
/** Rooms whose chairs are remembered. */
const MOST_CHAIRS = 30;

export class RoomLine {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  #retry = FIRST_RETRY;
  /** @type {RoomState | null} */
  #room = null;
  /** Whether the server lets this socket be in the room. */
  #entered = false;
  /** What was said and not answered: the key of what it was for, 0 for the entrance. @type {Map<number, { key: number, timer: ReturnType<typeof setTimeout> }>} */
  #waiting = new Map();
  #lastId = 0;
  /** An entrance that failed with the secret of a chair is tried without it. */
  #withoutToken = false;

  /** @param {string} url @param {(action: Action) => void} dispatch */
  constructor(url, dispatch) {
    this.url = url;
    this.dispatch = dispatch;
  }

  /** Keeps the line to the room that the state is in. @param {State} state */
  follow({ room }) {
    const before = this.#room;
    this.#room = room;
    if (!room || room.line === 'gone') return this.#close();
    // Another room is entered on another line.
    if (before && before !== room && before.lastKey > room.lastKey && before.id !== room.id) this.#close();
    if (!this.#socket && this.#timer === undefined) this.#connect();
    this.#talk();
  }

  /** Tries again now, or sees whether the line is alive. */
  hurry() {
    if (!this.#room || this.#room.line === 'gone') return;
    if (this.#timer !== undefined) this.#connect();
    else if (this.#entered) this.#enter();
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => this.#lost();
  }

  #lost() {
    this.#forget();
    this.#timer = setTimeout(() => this.#connect(), this.#retry * (0.75 + Math.random() / 2));
    this.#retry = Math.min(this.#retry * 1.7, LONGEST_RETRY);
    this.dispatch({ type: 'room.line', line: 'lost' });
  }

  #forget() {
    if (this.#socket) this.#socket.onclose = this.#socket.onmessage = null;
    this.#socket?.close();
    this.#socket = null;
    this.#entered = false;
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  #close() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#withoutToken = false;
    this.#retry = FIRST_RETRY;
    this.#forget();
  }

  /** Says what is to be said and was not said on this line yet. */
  #talk() {
    if (!this.#entered || !this.#room) return;
    const said = new Set([...this.#waiting.values()].map(({ key }) => key));
    for (const { key, question } of this.#room.asks) if (!said.has(key)) this.#say(key, question);
  }

  #enter() {
    const room = this.#room;
    if (!room) return;
    const { id, invitation, token } = room;
    if (invitation) {
      const { name, side, size, time } = invitation;
      return this.#say(0, { type: 'invite', name, side, size, ...(time.kind === 'clock' && { clock: { remaining: time.minutes * 60, increment: time.increment } }) });
    }
    // Without a chair one looks first: sitting down begins the game.
    this.#say(0, { type: 'join', room: id, ...(token && !this.#withoutToken ? { token } : { watch: true }) });
  }

  /** @param {number} key @param {object} question */
  #say(key, question) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const id = ++this.#lastId;
    const timer = setTimeout(() => this.#lost(), LONGEST_SILENCE);
    this.#waiting.set(id, { key, timer });
    this.#socket.send(JSON.stringify({ ...question, id }));
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === 'hello') {
      if (!message.rooms) return this.dispatch({ type: 'room.gone', problem: { key: 'room.none', tone: 'error' } });
      return this.#enter();
    }
    const waiting = this.#waiting.get(message.id);
    if (waiting) clearTimeout(waiting.timer);
    this.#waiting.delete(message.id);
    if (message.type === 'room') {
      this.#entered = true;
      this.#retry = FIRST_RETRY;
      if (message.you) this.#withoutToken = false;
      if (message.token) rememberChair(message);
      this.dispatch({ type: 'room.told', info: message, ...(waiting && { key: waiting.key }) });
    } else if (message.type === 'error' && waiting) this.#refused(waiting.key, message);
  }

  /** @param {number} key @param {{ code: string, message: string }} error */
  #refused(key, { code, message }) {
    if (key !== 0) return this.dispatch({ type: 'room.refused', key, notice: code === 'not-now' ? null : { key: 'room.refused', params: { message }, tone: 'error' } });
    if (code === 'not-found' && this.#room?.token && !this.#withoutToken) {
      this.#withoutToken = true;
      return this.#enter();
    }
    this.dispatch({ type: 'room.gone', problem: code === 'not-found' ? { key: 'room.gone', tone: 'error' } : { key: 'room.refused', params: { message }, tone: 'error' } });
  }
}

/** The room of a link; null if it is another link. @param {string} fragment */
export const roomOfLink = (fragment) => new URLSearchParams(fragment.replace(/^#/, '')).get('room');

/** @param {string} id @param {string} page its address */
export const linkToRoom = (id, page) => `${page}#room=${id}`;

/** What this tab, or another of this browser, had in a room. @param {string} id @returns {{ token: string | null, chair: Chair | null }} */
export function chairOf(id) {
  const own = read(() => sessionStorage, CHAIR);
  if (own?.id === id && typeof own.token === 'string') return { token: own.token, chair: null };
  const chair = chairs().find((each) => each.id === id) ?? null;
  return { token: null, chair };
}

/** @param {import('./engine/study.js').Room} info with a secret */
function rememberChair({ room: id, token, you, round }) {
  if (!token || !you) return;
  write(() => sessionStorage, CHAIR, { id, token });
  write(() => localStorage, CHAIRS, [{ id, token, side: you, round }, ...chairs().filter((each) => each.id !== id)].slice(0, MOST_CHAIRS));
}

/** @returns {(Chair & { id: string })[]} */
function chairs() {
  const list = read(() => localStorage, CHAIRS);
  return Array.isArray(list) ? list.filter((each) => typeof each?.id === 'string' && typeof each.token === 'string' && ['black', 'white'].includes(each.side) && Number.isInteger(each.round)) : [];
}

/** @param {() => Storage} storage which may be forbidden @param {string} key @returns {any} */
function read(storage, key) {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {() => Storage} storage @param {string} key @param {unknown} value */
function write(storage, key, value) {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // Without it a reload means to watch; the game goes on.
  }
}
