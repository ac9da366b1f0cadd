/**
 * One lasting link to a server over any number of connections: hello, requests and their answers, coming back.
 * @module
 */

import { Backoff } from "./backoff.js";
import { Connection, Lost } from "./connection.js";
import { Dropped, FudakaiError, Offline, Refused, Stale, Unreachable } from "./errors.js";
import { checkAnswer } from "./messages.js";
import { Pace } from "./pace.js";
import { Deferred, sleep } from "./stream.js";

/** @typedef {import("./connection.js").SocketMaker} SocketMaker */
/** @typedef {import("./wire.js").Message} Message */
/** @typedef {import("./wire.js").Wire} Wire */

/** Refusals that only ask for patience: the request is made again. */
const AGAIN = Object.freeze(["unavailable", "too_fast", "stopping"]);

/** Closes that would only happen again; see PROTOCOL.md, "Close codes". */
const FOR_GOOD = Object.freeze([1009, 4000, 4001, 4002, 4003, 4004, 4006]);

/**
 * Times in milliseconds. `firstWait`: how long the first connection may take before Unreachable (0: one try); `giveUp`:
 * the same for coming back; Infinity: for ever. An opening or a hello that takes longer than `openWithin`, or a pong
 * longer than `pongWithin`, is a lost connection.
 * @typedef {object} Patience
 * @property {number} firstWait
 * @property {number} giveUp
 * @property {number} openWithin
 * @property {number} pingEvery
 * @property {number} pongWithin
 * @property {Backoff} backoff
 */

/** @type {Readonly<Patience>} */
export const PATIENCE = Object.freeze({
  firstWait: 0,
  giveUp: Infinity,
  openWithin: 10_000,
  pingEvery: 10_000,
  pongWithin: 10_000,
  backoff: new Backoff(),
});

/** @typedef {"connecting" | "open" | "reconnecting" | "closed"} LinkState */

/**
 * Asks over the present connection, and rejects when that is lost.
 * @typedef {(request: Request) => Promise<Message>} Ask
 */

/**
 * Whom a link works for.
 * @typedef {object} Owner
 * @property {(say: (hello: object) => Promise<Message>) => Promise<void>} greet says hello on a new connection
 * @property {(ask: Ask) => Promise<void>} restore resumes everything; other requests wait for it
 * @property {(versions: Record<string, number>, ask: Ask) => Promise<void>} compare with the server's, after each pong
 * @property {(message: Message) => void} received a message that answers nothing
 * @property {(code: string, words: string) => void} noticed something for a person to read
 * @property {(state: LinkState, words: string) => void} changed
 * @property {(failure: FudakaiError) => void} failed the link is over
 */

/**
 * A message that wants an answer. `entered` is called with it, if it is no refusal, before any later message is looked
 * at.
 */
export class Request {
  /** Whether it was ever sent. */
  sent = false;
  /** Whether it was sent on a connection that is gone: an answer may have been lost. */
  askedAgain = false;

  /**
   * @param {Message} message
   * @param {(answer: Message) => void} [entered]
   */
  constructor(message, entered = () => {}) {
    this.message = message;
    this.entered = entered;
  }
}

/**
 * @typedef {object} Waiting a request without an answer
 * @property {Request} request
 * @property {string | Uint8Array<ArrayBuffer>} frame
 * @property {Connection | null} on the connection it belongs to; null: to any
 * @property {Deferred<Message>} answer
 */

/** See the module. `run` is its life; `ask` may be called at any time. */
export class Link {
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #next = 1;
  /** @type {Connection | null} */
  #connection = null;
  #restored = false;
  #pace = new Pace(1, 1);
  #over = new AbortController();
  #hurry = new AbortController();
  #url;
  #owner;
  #wire;
  #WebSocket;
  #patience;

  /**
   * @param {string} url
   * @param {Owner} owner
   * @param {{ wire: Wire, WebSocket: SocketMaker, patience: Patience }} how
   */
  constructor(url, owner, { wire, WebSocket, patience }) {
    this.#url = url;
    this.#owner = owner;
    this.#wire = wire;
    this.#WebSocket = WebSocket;
    this.#patience = patience;
    /** @type {FudakaiError | null} */
    this.failure = null;
    /** @type {LinkState} */
    this.state = "connecting";
    /** @type {Deferred<void>} settled with the first connection, or when there will be none */
    this.settled = new Deferred();
  }

  // requests

  /**
   * The answer to a request, over as many connections and refusals of AGAIN as it takes. Rejects with Refused, or with
   * what ended the link.
   * @param {Request} request
   * @returns {Promise<Message>}
   */
  ask(request) {
    return this.#ask(request, null);
  }

  /**
   * Requests of that type that were sent and not answered.
   * @param {string} type
   * @returns {Waiting[]}
   */
  unanswered(type) {
    return [...this.#waiting.values()].filter(({ request }) => request.message.type === type && request.sent);
  }

  /**
   * @param {Request} request
   * @param {Connection | null} on
   * @returns {Promise<Message>}
   */
  async #ask(request, on) {
    for (let failures = 1; ; failures++) {
      try {
        return await this.#answer(request, on);
      } catch (error) {
        if (!(error instanceof Refused && AGAIN.includes(error.code))) throw error;
        if (error.code !== "too_fast") this.#owner.noticed(error.code, error.words);
        await sleep(Math.max(error.retryAfter, this.#patience.backoff.wait(failures)), this.#over.signal);
      }
    }
  }

  /**
   * @param {Request} request
   * @param {Connection | null} on
   * @returns {Promise<Message>}
   */
  async #answer(request, on) {
    if (this.failure) throw this.failure;
    if (on?.gone.aborted) throw await on.lost;
    const number = this.#next++;
    const frame = this.#wire.encode({ ...request.message, id: number });
    /** @type {Waiting} */
    const waiting = { request, frame, on, answer: new Deferred() };
    this.#waiting.set(number, waiting);
    if (on ?? this.#restored) this.#send(waiting);
    try {
      return await waiting.answer.promise;
    } finally {
      this.#waiting.delete(number);
    }
  }

  /** @param {Waiting} waiting */
  async #send(waiting) {
    const connection = waiting.on ?? this.#connection;
    if (!connection) return;
    const wait = this.#pace.book(performance.now());
    if (wait) await sleep(wait, connection.gone);
    if (connection.gone.aborted) return; // the next connection asks again
    waiting.request.sent = true;
    connection.send(waiting.frame);
  }

  // connections

  /** Keeps the link up until it is closed or cannot go on; either way every waiting request then rejects. */
  async run() {
    try {
      await this.#keepUp();
    } catch (error) {
      this.#end(
        error instanceof FudakaiError ? error : new FudakaiError(`The client broke: ${error}.`, { cause: error }),
      );
    }
  }

  /** Ends the link. */
  close() {
    this.#end(new Offline("The client was closed."));
  }

  /** Tries to come back at once, if it waits to. */
  retry() {
    this.#hurry.abort();
  }

  async #keepUp() {
    const { backoff, firstWait, giveUp } = this.#patience;
    let [failures, since, limit] = [0, performance.now(), firstWait];
    while (!this.failure) {
      let why;
      try {
        await this.#connect();
        [failures, limit] = [0, giveUp];
        why = await this.#talk();
      } catch (error) {
        why = error;
      }
      this.#lost();
      if (this.failure) return;
      raiseForGood(why);
      if (failures === 0) since = performance.now();
      if (this.state === "open")
        this.#change("reconnecting", "The connection to the server was lost; trying to come back.");
      failures++;
      const pause = Math.max(why instanceof Refused ? why.retryAfter : 0, backoff.wait(failures));
      if (performance.now() + pause - since > limit) {
        const words = why instanceof Error ? why.message.replace(/\.$/, "") : "";
        throw new Unreachable(`No server answers at ${this.#url} (${words}).`, { cause: why });
      }
      this.#hurry = new AbortController();
      await sleep(pause, this.#hurry.signal);
    }
  }

  /** Opens a connection and says hello. Rejects with Lost, Refused, WrongAddress or ProtocolError. */
  async #connect() {
    const connection = new Connection(this.#url, this.#wire, this.#WebSocket, (message) => this.#received(message));
    this.#connection = connection;
    const late = setTimeout(() => connection.end(new Lost(1006, "it took too long")), this.#patience.openWithin);
    const lost = connection.lost.then((why) => {
      throw why;
    });
    try {
      await Promise.race([connection.opened, lost]);
      await Promise.race([this.#greet(connection), lost]);
    } finally {
      clearTimeout(late);
    }
  }

  /** @param {Connection} connection */
  async #greet(connection) {
    this.#pace = new Pace(1, 1);
    await this.#owner.greet(async (hello) => {
      const welcome = await this.#answer(new Request({ type: "hello", ...hello }), connection);
      const { credits, credits_per_second } = welcome.limits;
      this.#pace = new Pace(credits - 1, credits_per_second); // one was hello
      return welcome;
    });
  }

  /** The accepted connection until it is lost; why it was. */
  async #talk() {
    const connection = this.#connection;
    if (!connection) throw new Error("a connection is talked over after it was made");
    return Promise.race([connection.lost, this.#tend(connection)]);
  }

  /**
   * Brings the rooms back, asks again what was not answered, then pings.
   * @param {Connection} connection
   * @returns {Promise<never>}
   */
  async #tend(connection) {
    /** @type {Ask} */
    const ask = (request) => this.#ask(request, connection);
    await this.#owner.restore(ask);
    if (connection.gone.aborted) throw await connection.lost;
    this.#restored = true;
    for (const waiting of this.#waiting.values()) {
      waiting.request.askedAgain = waiting.request.sent;
      this.#send(waiting);
    }
    this.#change("open", "Connected.");
    this.settled.resolve();
    for (;;) {
      await sleep(this.#patience.pingEvery, connection.gone);
      const late = setTimeout(() => connection.end(new Lost(1006, "no pong came")), this.#patience.pongWithin);
      try {
        const { versions } = await ask(new Request({ type: "ping" }));
        clearTimeout(late);
        await this.#owner.compare(versions, ask);
      } finally {
        clearTimeout(late);
      }
    }
  }

  /** @param {Message} message */
  #received(message) {
    const waiting = this.#waiting.get(message.re);
    if (!waiting) this.#other(message);
    else {
      checkAnswer(message, waiting.request.message);
      this.#waiting.delete(message.re);
      if (message.type === "refused") waiting.answer.reject(refused(message));
      else {
        waiting.request.entered(message);
        waiting.answer.resolve(message);
      }
    }
  }

  /**
   * A message that answers nothing: news, or an answer that nobody waits for any more.
   * @param {Message} message
   */
  #other(message) {
    if (message.re !== undefined) return;
    if (message.type === "notice" || message.type === "refused") this.#owner.noticed(message.code, message.words);
    else this.#owner.received(message);
  }

  /** What belongs to the connection goes with it. */
  #lost() {
    const connection = this.#connection;
    this.#connection = null;
    this.#restored = false;
    if (!connection) return;
    connection.end(new Lost(1000, "The connection was given up.")); // a refused hello leaves it open
    for (const { on, answer } of this.#waiting.values()) {
      if (on) connection.lost.then((why) => answer.reject(why));
    }
  }

  /**
   * @param {LinkState} state
   * @param {string} words
   */
  #change(state, words) {
    this.state = state;
    this.#owner.changed(state, words);
  }

  /** @param {FudakaiError} failure */
  #end(failure) {
    if (this.failure) return;
    this.failure = failure;
    for (const { answer } of this.#waiting.values()) answer.reject(failure);
    this.settled.reject(failure);
    this.#connection?.end(failure);
    this.#over.abort();
    this.#hurry.abort();
    this.#owner.failed(failure);
    this.#change("closed", failure.message);
  }
}

/**
 * Throws what coming back would not mend.
 * @param {unknown} why
 */
function raiseForGood(why) {
  if (why instanceof Lost) {
    if (FOR_GOOD.includes(why.code)) throw new Dropped(why.code, `The server closed the connection: ${why.message}.`);
  } else if (!(why instanceof Refused && AGAIN.includes(why.code))) throw why;
}

/**
 * The error for a `refused` message.
 * @param {Message} answer
 */
function refused(answer) {
  const Kind = answer.code === "stale" ? Stale : Refused;
  return new Kind(answer.code, answer.words, answer.retry_after);
}
