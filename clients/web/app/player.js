/**
 * The person at this page, as the server knows them: one client for the whole page.
 * @module
 */

import { Client, localTokens } from "../../js/fudakai.js";
import { settings } from "./settings.js";
import { meant } from "./wrong.js";

/** @typedef {import("../../js/fudakai.js").Room} Room */

/** Dispatches `changed` when the connection's state, the server's notice or the rooms have changed. */
class Player extends EventTarget {
  /** @type {Client | null} */
  client = null;
  /** The server's last notice on this connection; empty when there was none. */
  notice = "";
  /** Whether the server has let this client in; stays true while it reconnects. */
  entered = false;
  /** @type {Map<string, Promise<Room>>} */
  #rooms = new Map();

  /** Whether this browser already is somebody on this server. */
  get known() {
    return localTokens().load() !== null;
  }

  /** "none" before `begin`, then the link's. */
  get state() {
    return this.client?.state ?? "none";
  }

  /**
   * Connects with this browser's token, or as a new guest of that name. Rejects when the server refuses.
   * @param {string} name
   */
  async begin(name) {
    if (this.client && this.client.state !== "closed") return this.client.opened;
    this.#rooms.clear();
    this.entered = false;
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/`;
    const client = new Client(url, { name, store: localTokens(), program: "fudakai-web" });
    this.client = client;
    client.on("state", () => {
      this.notice = "";
      this.#tell();
    });
    client.on("notice", ({ code, words }) => {
      this.notice = meant(code, words);
      this.#tell();
    });
    await client.opened;
    this.entered = true;
    settings.keep({ name: client.name });
    this.#tell();
  }

  /** Becomes a new guest: the old identity is forgotten by this browser. */
  forget() {
    this.client?.close();
    this.client = null;
    this.entered = false;
    this.#rooms.clear();
    localTokens().save(null);
    this.#tell();
  }

  /** The client, once there is one. Throws before `begin`. */
  get here() {
    if (!this.client) throw new Error("nobody is connected yet");
    return this.client;
  }

  /**
   * A room by its code: the one this page is in, or the seat that is kept for me, or else by `enter`.
   * @param {string} code
   * @param {() => Promise<Room>} enter how to get in when I am not in it yet
   */
  room(code, enter) {
    const held = this.here.rooms.find((room) => room.code === code);
    if (held) return Promise.resolve(held);
    const known = this.#rooms.get(code);
    if (known) return known;
    const seated = this.here.seatedIn.includes(code);
    const entering = seated ? this.here.resume(code).catch(enter) : enter();
    this.#rooms.set(code, entering);
    const done = () => this.#rooms.delete(code);
    entering.then(done, done);
    return entering;
  }

  #tell() {
    this.dispatchEvent(new CustomEvent("changed"));
  }
}

export const player = new Player();
