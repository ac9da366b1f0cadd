/**
 * One websocket, from its opening to its loss.
 * @module
 */

import { FudakaiError, WrongAddress } from "./errors.js";
import { check } from "./messages.js";

/** @typedef {import("./wire.js").Message} Message */
/** @typedef {import("./wire.js").Wire} Wire */

/**
 * What the SDK needs of a WebSocket: the browser's, Node's own (22 and newer), or that of the package `ws`.
 * @typedef {object} Socket
 * @property {string} protocol
 * @property {string} binaryType
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onerror
 * @property {((event: any) => void) | null} onclose
 * @property {(frame: any) => void} send
 * @property {(code?: number) => void} close
 */

/** @typedef {new (url: string, protocols: string[]) => Socket} SocketMaker */

/** The connection is gone; `code` is the close code. Nobody outside sees it: the link comes back, or says why not. */
export class Lost extends FudakaiError {
  /**
   * @param {number} code
   * @param {string} words
   */
  constructor(code, words) {
    super(words);
    this.code = code;
  }
}

/** Opens a socket at once. Throws WrongAddress for an address that is none. */
export class Connection {
  #socket;
  #wire;
  #gone = new AbortController();
  /** @type {(why: Error) => void} */
  #settle = () => {};

  /**
   * @param {string} url
   * @param {Wire} wire
   * @param {SocketMaker} WebSocket
   * @param {(message: Message, connection: Connection) => void} received what it throws ends the connection
   */
  constructor(url, wire, WebSocket, received) {
    this.#wire = wire;
    /**
     * Why it is lost, once it is.
     * @type {Promise<Error>}
     */
    this.lost = new Promise((resolve) => (this.#settle = resolve));
    this.#socket = opened(url, wire, WebSocket);
    this.#socket.binaryType = "arraybuffer";
    let [words, open] = ["", false];
    /** Whether the server agreed to talk; never rejected, see `lost`. @type {Promise<void>} */
    this.opened = new Promise((resolve) => {
      this.#socket.onopen = () => {
        open = true;
        if (this.#socket.protocol === wire.subprotocol) resolve();
        else this.end(new WrongAddress(`What answers at ${url} does not speak ${wire.subprotocol}.`));
      };
    });
    this.#socket.onmessage = ({ data }) => {
      try {
        const message = wire.decode(data);
        check(message);
        received(message, this);
      } catch (error) {
        this.end(/** @type {Error} */ (error));
      }
    };
    this.#socket.onerror = ({ message }) => {
      words = message ?? "";
      if (!open) this.end(new Lost(1006, words || "close code 1006")); // Node 20 says no more than that
    };
    this.#socket.onclose = ({ code, reason }) => this.end(new Lost(code, reason || words || `close code ${code}`));
  }

  /** Set once it is lost. */
  get gone() {
    return this.#gone.signal;
  }

  /**
   * The frame of a message. Throws TypeError for what cannot travel.
   * @param {Message} message
   */
  encode(message) {
    return this.#wire.encode(message);
  }

  /** @param {string | Uint8Array<ArrayBuffer>} frame dropped, if the connection is lost */
  send(frame) {
    if (!this.gone.aborted) this.#socket.send(frame);
  }

  /**
   * Counts it as lost from now on, whatever the network still does.
   * @param {Error} why
   */
  end(why) {
    if (this.gone.aborted) return;
    const socket = this.#socket;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.onerror = () => {}; // the package ws throws what nobody hears
    this.#settle(why);
    this.#gone.abort();
    socket.close();
  }
}

/**
 * @param {string} url
 * @param {Wire} wire
 * @param {SocketMaker} WebSocket
 */
function opened(url, wire, WebSocket) {
  try {
    return new WebSocket(url, [wire.subprotocol]);
  } catch (cause) {
    throw new WrongAddress(`${url} is no websocket address; it begins with ws:// or wss://.`, { cause });
  }
}
