/**
 * A websocket peer that follows a script: what a server says on each connection, one after the other.
 * @module
 */

import assert from "node:assert/strict";
import { WebSocket, WebSocketServer } from "ws";
import { Backoff, connect } from "fudakai";

/** @typedef {import("node:test").TestContext} TestContext */
/** @typedef {import("fudakai").Client} Client */
/** @typedef {import("fudakai").Room} Room */
/** @typedef {import("fudakai").View} View */
/** @typedef {{ type: string, [field: string]: any }} Message */
/** @typedef {(talk: Talk) => Promise<void>} Script */

/** No wait worth mentioning, and no pings. */
export const QUICK = { backoff: new Backoff(1, 10), pingEvery: 3_600_000 };

/** What every welcome holds beside the player. */
const SERVER = {
  server: "0",
  games: [{ name: "agurk", title: "Agurk", seats: [2, 7], options: [] }],
  settings: [],
  limits: { frame: 16384, depth: 16, credits: 100, credits_per_second: 50, ping_interval: 20 },
};

/** One connection, as the script has it. It speaks JSON. */
export class Talk {
  /** @type {Message[]} */
  #heard = [];
  #more = () => {};
  #closed = false;

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.on("message", (data) => {
      this.#heard.push(JSON.parse(data.toString()));
      this.#more();
    });
    socket.on("close", () => {
      this.#closed = true;
      this.#more();
    });
    socket.on("error", () => {});
  }

  /**
   * The next message, which must be of that type.
   * @param {string} type
   */
  async expect(type) {
    while (!this.#heard.length) {
      assert(!this.#closed, `the client went away instead of saying ${type}`);
      await new Promise((resolve) => (this.#more = () => resolve(undefined)));
    }
    const message = /** @type {Message} */ (this.#heard.shift());
    assert.equal(message.type, type, JSON.stringify(message));
    return message;
  }

  /**
   * @param {string} type
   * @param {object} [fields]
   */
  say(type, fields = {}) {
    this.socket.send(JSON.stringify({ type, ...fields }));
  }

  /**
   * Takes hello and answers welcome; the hello.
   * @param {{ rooms?: string[], token?: string, [field: string]: any }} [fields]
   */
  async welcome({ rooms = [], token = "signed", ...more } = {}) {
    const hello = await this.expect("hello");
    this.say("welcome", { re: hello.id, player: "p1", name: hello.name ?? "ann", token, rooms, ...SERVER, ...more });
    return hello;
  }

  /**
   * Takes a request that enters a room and answers with ok and the view; the request.
   * @param {string} type
   * @param {number} version
   * @param {object} [fields] of the update
   */
  async letIn(type, version, fields) {
    const asked = await this.expect(type);
    this.say("ok", { re: asked.id, room: "ABCDEF", version });
    this.update(version, fields);
    return asked;
  }

  /**
   * @param {number} version
   * @param {object} [fields]
   */
  update(version, fields) {
    this.say("update", update(version, fields));
  }

  /** Takes a move and answers ok; the move. */
  async move() {
    const move = await this.expect("move");
    this.say("ok", { re: move.id, room: "ABCDEF", version: move.version + 1, ref: move.ref });
    return move;
  }

  /**
   * Takes a request and refuses it; the request.
   * @param {string} type
   * @param {string} code
   * @param {object} [fields]
   */
  async refuse(type, code, fields) {
    const asked = await this.expect(type);
    this.say("refused", { re: asked.id, code, words: "No.", ...fields });
    return asked;
  }

  /** Ends the connection as a dying process does. */
  cut() {
    this.socket.terminate();
  }

  /** Waits until the client is gone. */
  async gone() {
    while (!this.#closed) await new Promise((resolve) => (this.#more = () => resolve(undefined)));
  }
}

/**
 * The address of a peer: the first connection meets the first script, and so on. A script that fails, or was never met,
 * fails the test.
 * @param {TestContext} t
 * @param {...Script} scripts
 */
export function peer(t, ...scripts) {
  return peerOf("fudakai.v1.json", t, ...scripts);
}

/**
 * The same with another subprotocol, or none.
 * @param {string | false} subprotocol
 * @param {TestContext} t
 * @param {...Script} scripts
 * @returns {Promise<string>}
 */
export async function peerOf(subprotocol, t, ...scripts) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, handleProtocols: () => subprotocol });
  await new Promise((resolve) => server.once("listening", resolve));
  /** @type {unknown[]} */
  const errors = [];
  const left = [...scripts];
  server.on("connection", (socket) => {
    const script = left.shift();
    const failed = (/** @type {unknown} */ error) => {
      errors.push(error);
      socket.close(4000, "the script failed"); // for good, so that the client does not wait for more
    };
    if (!script) failed(new Error("one connection too many"));
    else script(new Talk(socket)).catch(failed);
  });
  t.after(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
    if (errors.length) throw errors[0];
    assert.equal(left.length, 0, "the client never came back");
  });
  return `ws://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`;
}

/**
 * A client that the test closes at its end.
 * @param {TestContext} t
 * @param {string} url
 * @param {import("fudakai").ClientOptions} [options]
 */
export async function client(t, url, options = {}) {
  const opened = await connect(url, {
    WebSocket,
    name: "ann",
    ...options,
    patience: { ...QUICK, ...options.patience },
  });
  t.after(() => opened.close());
  return opened;
}

/**
 * @param {number} version
 * @param {...object} events
 */
export function entry(version, ...events) {
  return { version, by: 0, events };
}

/**
 * The fields of an update of a room of two. `hand`: seat 0's, which then may play any of it; without one the view is a
 * spectator's.
 * @param {number} version
 * @param {{ hand?: string[], [field: string]: any }} [fields]
 */
export function update(version, { hand, state, ...fields } = {}) {
  const seat = (/** @type {number} */ number, /** @type {string} */ name) => {
    return { seat: number, player: `p${number + 1}`, name, ready: false, away: false, bot: false, left: false };
  };
  const acting = hand ? 0 : 1;
  return {
    room: "ABCDEF",
    version,
    state: {
      status: "playing",
      game: "agurk",
      title: "ann's table",
      visibility: "public",
      host: "p1",
      options: {},
      settings: {},
      seats: [seat(0, "ann"), seat(1, "bob")],
      match: "m1",
      to_act: [acting],
      clocks: [{ seat: acting, left: 30000 }],
      spectators: 0,
      table: { scores: [0, 0] },
      result: null,
      ...state,
    },
    events: [],
    ...(hand && {
      you: {
        seat: 0,
        since: version,
        private: { hand },
        offers: hand.map((card) => ({ type: "play", cards: [card] })),
      },
    }),
    ...fields,
  };
}

/**
 * The views of a room up to that version.
 * @param {Room} room
 * @param {number} version
 */
export async function until(room, version) {
  /** @type {View[]} */
  const views = [];
  for await (const view of room) {
    views.push(view);
    if (view.version >= version) return views;
  }
  throw new Error(`the room ended before version ${version}`);
}
