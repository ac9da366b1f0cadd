/**
 * One room as a client sees it: views come out, moves go in.
 * @module
 */

import { Refused } from "./errors.js";
import { Request } from "./link.js";
import { frozen, Source } from "./source.js";
import { Deferred, Stream } from "./stream.js";
import { MOST_ENTRIES, viewOf } from "./view.js";

/** @typedef {import("./link.js").Link} Link */
/** @typedef {import("./messages.js").Data} Data */
/** @typedef {import("./view.js").Entry} Entry */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./wire.js").Message} Message */

/** Lines of chat that a room remembers. */
const MOST_LINES = 100;

/**
 * Why there is nothing more to see of a room: it closed, or this player is in it no more. `code` is that of `closed` in
 * PROTOCOL.md, or of the refusal to come back.
 * @typedef {{ readonly code: string, readonly words: string }} Closing
 */

/**
 * Somebody in the room said something: a `text`, or else an `emote`. Both are to be shown as text and nothing else.
 * `seat` is null for a spectator.
 * @typedef {object} Line
 * @property {string} player
 * @property {string} name
 * @property {number | null} seat
 * @property {string | null} text
 * @property {string | null} emote
 */

/**
 * What `configure` can change and `create` can set.
 * @typedef {object} Choices
 * @property {string} [title]
 * @property {"public" | "unlisted" | "locked"} [visibility]
 * @property {string} [passcode] of a room whose visibility is locked
 * @property {Data} [options] the game's
 * @property {Data} [settings] the room's
 */

/**
 * A room that the client is in. It tells, in this order for each update: `entry`, once for every entry in their
 * order, and `view`; besides, `said` for a line of chat, and once `closed`.
 *
 * `for await (const view of room)` gives the newest view whenever there is one, and ends when the room closes or is
 * left. Who reads slowly gets fewer views, each with all that happened in between. `for await (const entry of
 * room.events)` gives every entry. Each is for one reader at a time; both reject with what ended the client.
 * @extends {Source<{ entry: Entry, view: View, said: Line, closed: Closing }>}
 */
export class Room extends Source {
  /** @type {Stream<View>} */
  #views = new Stream(([unread = null], view) => [view.after(unread)]);
  /** @type {Deferred<void>} */
  #first = new Deferred();
  /** @type {View | null} */
  #read = null;
  /** @type {{ key: string, answer: Promise<number> } | null} */
  #played = null;
  #link;
  #now;

  /**
   * @param {string} code
   * @param {Link} link
   * @param {() => number} now milliseconds since 1970
   */
  constructor(code, link, now) {
    super();
    this.#link = link;
    this.#now = now;
    /** The code to join by. */
    this.code = code;
    /** @type {View | null} the newest view; null only before the first, and so never for a room that a Client gave */
    this.view = null;
    /** @type {Stream<Entry>} every entry since this client came in, in order, of unread ones the last 256 */
    this.events = new Stream(withGap);
    /** @type {Closing | null} set when the room is over for this client */
    this.closing = null;
    /** @type {readonly Line[]} the last lines of chat since this client came in, the oldest first */
    this.lines = [];
    /** @type {string | undefined} with which a locked room was entered; who watches needs it to come back */
    this.passcode = undefined;
  }

  /** The version of the newest view; 0 before it. */
  get version() {
    return this.view?.version ?? 0;
  }

  /** What I may do now, by the newest view. */
  get offers() {
    return this.view?.offers ?? [];
  }

  /** @returns {AsyncIterableIterator<View, undefined>} */
  [Symbol.asyncIterator]() {
    const views = this.#views;
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: async () => {
        const result = await views.next();
        if (!result.done) this.#read = result.value;
        return result;
      },
      return: () => views.return(),
    };
  }

  /**
   * Plays one of the offers (see `moveOf` for templates) and gives the room's version with it, once the server has
   * stored it.
   *
   * `on` is the view the choice was made from: by default the last one that was read by `for await`, or the newest if
   * none was. The move is named once and for all, so it counts once, however often connection or server are lost before
   * the answer; the same move on the same decision is the same one, also when it is made twice (a double click).
   * Rejects with Stale when the seat's offers changed since that view, with Refused for every other refusal.
   * @param {Data} move
   * @param {View | null} [on]
   * @returns {Promise<number>}
   */
  move(move, on = this.#read ?? this.view) {
    const key = JSON.stringify([on?.match, on?.since, move]);
    if (this.#played?.key === key) return this.#played.answer;
    const answer = this.#ask({ type: "move", ref: newRef(), version: on?.version ?? 0, move });
    const played = { key, answer };
    this.#played = played;
    answer.catch(() => {
      if (this.#played === played) this.#played = null; // a refused move may be made again
    });
    return answer;
  }

  /**
   * Takes a seat, the first free one by default, or changes to it; in a running match, the seat that a stand-in plays
   * for me. Gives the version. Rejects with Refused.
   * @param {number} [seat]
   */
  sit(seat) {
    return this.#ask({ type: "sit", seat });
  }

  /**
   * Says that I am ready to start, or not; after a match: for a rematch. Gives the version. Rejects with Refused.
   * @param {boolean} [ready]
   */
  ready(ready = true) {
    return this.#ask({ type: "ready", ready });
  }

  /** Starts the match, as the host. Gives the version. Rejects with Refused. */
  async start() {
    const request = new Request({ type: "start", room: this.code });
    return this.#done(request, "playing");
  }

  /**
   * Changes what is named, as the host; options and settings only between matches. To lock the room:
   * `{ visibility: "locked", passcode: "open sesame" }`. Gives the version. Rejects with Refused.
   * @param {Choices} choices
   */
  configure(choices) {
    return this.#ask({ type: "configure", ...choices });
  }

  /**
   * Puts a bot of the server's into a seat, the first free one by default, as the host. Gives the version. Rejects with
   * Refused.
   * @param {"strong" | "random"} [strength]
   * @param {number} [seat]
   */
  addBot(strength = "strong", seat) {
    return this.#ask({ type: "add_bot", strength, seat });
  }

  /**
   * Takes a bot out of its seat, or a person out of the room, as the host. Gives the version. Rejects with Refused.
   * @param {number} seat
   */
  kick(seat) {
    return this.#ask({ type: "kick", seat });
  }

  /**
   * Lets a player not chat here, or chat again, as the host. Gives the version. Rejects with Refused.
   * @param {string} player an id, as in `state.seats[].player`
   * @param {boolean} [muted]
   */
  mute(player, muted = true) {
    return this.#ask({ type: "mute", player, muted });
  }

  /** Closes the room, as the host; a running match is abandoned. Rejects with Refused. */
  async closeForAll() {
    await this.#done(new Request({ type: "close", room: this.code }), "unknown_room");
    this.close({ code: "closed", words: "You closed the room." });
  }

  /**
   * Says something to everybody in the room. After a lost connection it may have been said twice. Rejects with Refused.
   * @param {string} text 1 to 300 characters
   */
  async chat(text) {
    await this.#ask({ type: "chat", text });
  }

  /**
   * The same with one of the few emotes. Rejects with Refused.
   * @param {"hello" | "good_luck" | "well_played" | "thanks" | "sorry" | "wow"} emote
   */
  async emote(emote) {
    await this.#ask({ type: "chat", emote });
  }

  /** Leaves the room for good, in a running match by the game's rule. Does nothing in a room already left. */
  async leave() {
    if (this.closing) return;
    try {
      await this.#ask({ type: "leave" });
    } catch (error) {
      if (!(error instanceof Refused && ["not_seated", "unknown_room"].includes(error.code))) throw error;
    }
    this.close({ code: "left", words: "You left the room." });
  }

  /**
   * @param {Message} message
   * @returns {Promise<number>}
   */
  async #ask(message) {
    const answer = await this.#link.ask(new Request({ ...message, room: this.code }));
    return answer.version ?? this.version;
  }

  /**
   * The same for a request that is refused with `code` when its first answer was lost with the connection.
   * @param {Request} request
   * @param {string} code
   * @returns {Promise<number>}
   */
  async #done(request, code) {
    try {
      const answer = await this.#link.ask(request);
      return answer.version ?? this.version;
    } catch (error) {
      if (error instanceof Refused && error.code === code && request.askedAgain) return this.version;
      throw error;
    }
  }

  // what the client tells the room

  /**
   * Takes an `update` message.
   * @param {Message} message
   */
  update(message) {
    const view = viewOf(message, this.version, this.#now());
    this.view = view;
    this.#views.push(view);
    const lost = view.gap && !view.entries.length;
    /** @type {readonly Entry[]} */
    const entries = lost ? [{ version: view.version, by: "room", events: [], clock: false, gap: true }] : view.entries;
    for (const entry of entries) {
      this.events.push(entry);
      this.tell("entry", entry);
    }
    this.#first.resolve();
    this.tell("view", view);
  }

  /**
   * Takes a `said` message.
   * @param {Message} message
   */
  said(message) {
    const { player, name, seat = null, text = null, emote = null } = message;
    const line = frozen({ player, name, seat, text, emote });
    this.lines = Object.freeze([...this.lines, line].slice(-MOST_LINES));
    this.tell("said", line);
  }

  /**
   * The room is over for this client; the last view can still be read.
   * @param {Closing} closing
   */
  close(closing) {
    if (this.closing) return;
    this.closing = frozen(closing);
    this.#first.reject(new Refused(closing.code, closing.words));
    this.#views.end();
    this.events.end();
    this.tell("closed", closing);
  }

  /**
   * The client is over.
   * @param {Error} failure
   */
  fail(failure) {
    this.#first.reject(failure);
    this.#views.end(failure);
    this.events.end(failure);
  }

  /**
   * Waits for the first view. Rejects with Refused if the room closed before it came, or with what ended the client.
   */
  firstView() {
    return this.#first.promise;
  }
}

/**
 * The entries that nobody has read yet, with one more.
 * @param {readonly Entry[]} queue
 * @param {Entry} entry
 * @returns {readonly Entry[]}
 */
function withGap(queue, entry) {
  if (queue.length < MOST_ENTRIES) return [...queue, entry];
  const [first, ...rest] = [...queue.slice(1), entry];
  return [{ ...first, gap: true }, ...rest];
}

/** A name for a move that nobody else gives. `crypto.randomUUID` is there on secure pages only. */
function newRef() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
