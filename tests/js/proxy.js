/**
 * A TCP proxy before a server, that a test can cut.
 * @module
 */

import { connect, createServer } from "node:net";

/** Passes bytes on, until it is cut. */
export class Proxy {
  /** @type {Set<import("node:net").Socket>} */
  #sockets = new Set();
  #server;
  #deaf = false;

  /** @param {string} url of the server */
  constructor(url) {
    const { hostname, port } = new URL(url);
    this.#server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ]) {
        this.#sockets.add(one);
        one.on("data", (bytes) => (one === far && this.#deaf ? this.cut() : other.write(bytes)));
        one.on("error", () => {});
        one.on("close", () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  /** Begins; the address to connect to. */
  async open() {
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", () => resolve(undefined)));
    return `ws://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (this.#server.address()).port}/`;
  }

  /** Ends every connection as a broken cable does. */
  cut() {
    this.#deaf = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Cuts as soon as the server says something more: what the client says now arrives, the answer does not. */
  cutAtNextAnswer() {
    this.#deaf = true;
  }

  close() {
    this.cut();
    this.#server.close();
  }
}
