/**
 * The list of rooms as a client sees it, as it changes.
 * @module
 */

import { frozen, Source } from "./source.js";
import { Stream } from "./stream.js";

/** @typedef {import("./messages.js").RoomLine} RoomLine */
/** @typedef {import("./wire.js").Message} Message */

/**
 * A list of rooms that the client follows. Tells `rooms`, the whole list, at first and whenever it has changed, and
 * `ended` after `close`, or when the client follows another list or is over. `for await (const rooms of lobby)` gives
 * the same, for one reader at a time.
 * @extends {Source<{ rooms: readonly RoomLine[], ended: Error | null }>}
 */
export class Lobby extends Source {
  /** @type {Map<string, RoomLine>} */
  #lines = new Map();
  /** @type {Stream<readonly RoomLine[]>} */
  #unread = new Stream((_queue, rooms) => [rooms]);
  #unfollow;

  /**
   * @param {Message} message what asks for it
   * @param {(lobby: Lobby) => Promise<void>} unfollow
   */
  constructor(message, unfollow) {
    super();
    this.message = message;
    this.#unfollow = unfollow;
    /** @type {readonly RoomLine[]} the list as it is now */
    this.rooms = [];
    this.over = false;
  }

  [Symbol.asyncIterator]() {
    return this.#unread;
  }

  /** Follows the list no more. */
  async close() {
    this.end();
    await this.#unfollow(this);
  }

  // what the client tells the list

  /**
   * Takes a `rooms` message: the whole list, also after a lost connection.
   * @param {Message} answer
   */
  begin(answer) {
    this.#lines = new Map(answer.rooms.map((/** @type {RoomLine} */ line) => [line.room, frozen(line)]));
    this.#told();
  }

  /**
   * Takes a `listed` message.
   * @param {Message} message
   */
  change(message) {
    for (const line of message.rooms) this.#lines.set(line.room, frozen(line));
    for (const code of message.gone) this.#lines.delete(code);
    this.#told();
  }

  /**
   * There will be no more changes.
   * @param {Error} [failure] what ended the client
   */
  end(failure) {
    if (this.over) return;
    this.over = true;
    this.#unread.end(failure);
    this.tell("ended", failure ?? null);
  }

  #told() {
    this.rooms = Object.freeze([...this.#lines.values()]);
    this.#unread.push(this.rooms);
    this.tell("rooms", this.rooms);
  }
}
