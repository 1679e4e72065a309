// A line between a browser and the server that can be cut, as a tunnel cuts a phone's.

import { connect, createServer } from 'node:net';

export class Proxy {
  /** @type {Set<import('node:net').Socket>} */
  #open = new Set();
  #isCut = false;

  /** @param {string} target the address of the server */
  constructor(target) {
    const { hostname, port } = new URL(target);
    this.server = createServer((near) => {
      if (this.#isCut) {
        near.destroy();
        return;
      }
      const far = connect(Number(port), hostname);
      for (const [from, to] of [[near, far], [far, near]]) {
        this.#open.add(from);
        from.on('error', () => {});
        from.on('close', () => {
          this.#open.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
  }

  /** Its address. */
  async start() {
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', () => resolve(null)));
    return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (this.server.address()).port}/`;
  }

  cut() {
    this.#isCut = true;
    for (const socket of this.#open) socket.destroy();
  }

  mend() {
    this.#isCut = false;
  }

  stop() {
    this.cut();
    this.server.close();
  }
}
