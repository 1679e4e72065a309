// “My games” in IndexedDB: one record a game, so that two pages of one browser do not overwrite each other and
// there is room for many. Where there is none, or it is forbidden or full, the caller hears of it.

const NAME = 'obverse';
const GAMES = 'games';
const VERSION = 1;
/** Games read at a time, so that the page answers meanwhile. */
const CHUNK = 50;

/** A game as `state/stored.js` writes it. @typedef {{ id: string, at: number } & Record<string, unknown>} Written */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class GamesStore {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    /** Tells the other pages of this browser that something was written. */
    this.channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('obverse.games') : null;
    // A newer page wants to change it: this one must not stand in its way.
    database.onversionchange = () => database.close();
  }

  /** @returns {Promise<GamesStore>} */
  static async open() {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: 'id' }).createIndex('at', 'at');
    return new GamesStore(await done(request));
  }

  /** Every game, the newest first, some at a time. @param {(games: Written[]) => void} take */
  async read(take) {
    const ids = await done(this.#games('readonly').index('at').getAllKeys());
    for (let at = ids.length; at > 0; at -= CHUNK) {
      const games = this.#games('readonly');
      const some = await Promise.all(ids.slice(Math.max(0, at - CHUNK), at).reverse().map((id) => done(games.get(id))));
      take(some.filter(Boolean));
    }
  }

  /** Writes games and deletes others, all or nothing. @param {Written[]} games @param {readonly string[]} removed */
  async write(games, removed) {
    const store = this.#games('readwrite');
    const { transaction } = store;
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
    for (const game of games) store.put(game);
    for (const id of removed) store.delete(id);
    await ended;
    this.channel?.postMessage({ games: games.map(({ id }) => id), removed });
  }

  /** Some games by their names. @param {readonly string[]} ids @returns {Promise<Written[]>} */
  async get(ids) {
    const games = this.#games('readonly');
    return (await Promise.all(ids.map((id) => done(games.get(id))))).filter(Boolean);
  }

  /** Hears what other pages write. @param {(news: { games: string[], removed: string[] }) => void} listen */
  watch(listen) {
    if (this.channel) this.channel.onmessage = ({ data }) => listen(data);
  }

  /** @param {IDBTransactionMode} mode */
  #games(mode) {
    return this.database.transaction(GAMES, mode).objectStore(GAMES);
  }
}
