/**
 * A player's presence at a server: rooms are made, found, joined and watched from here.
 * @module
 */

import { FudakaiError, Offline, Refused } from "./errors.js";
import { Link, PATIENCE, Request } from "./link.js";
import { Lobby } from "./lobby.js";
import { Room } from "./room.js";
import { frozen, Source } from "./source.js";
import { MINOR, WIRES } from "./wire.js";

/** @typedef {import("./connection.js").SocketMaker} SocketMaker */
/** @typedef {import("./link.js").Ask} Ask */
/** @typedef {import("./link.js").LinkState} LinkState */
/** @typedef {import("./link.js").Patience} Patience */
/** @typedef {import("./messages.js").Data} Data */
/** @typedef {import("./messages.js").Game} Game */
/** @typedef {import("./messages.js").Option} Option */
/** @typedef {import("./messages.js").RoomLine} RoomLine */
/** @typedef {import("./room.js").Choices} Choices */
/** @typedef {import("./tokens.js").TokenStore} TokenStore */
/** @typedef {import("./wire.js").Message} Message */

/**
 * Which rooms of the list: of one game, one status, with a seat to take.
 * @typedef {{ game?: string, status?: "waiting" | "playing" | "finished", free?: boolean }} Wanted
 */

/**
 * How to connect. With a token, its own or the store's, the client is that player again, else a new guest called
 * `name`.
 * @typedef {object} ClientOptions
 * @property {string} [name]
 * @property {string} [token] of an earlier `client.token`; goes before that of the store
 * @property {TokenStore} [store] where the token is kept
 * @property {string} [access] what a closed server asks of everybody
 * @property {string} [birthday] "MM-DD": the player's from now on; "" takes it away
 * @property {string} [program] your program and its version, for the server's log
 * @property {SocketMaker} [WebSocket] default: the platform's
 * @property {"json" | "msgpack"} [encoding] default "json"
 * @property {Partial<Patience>} [patience]
 * @property {() => number} [now] this machine's clock, in milliseconds since 1970
 */

/**
 * A player at a server, over any number of connections. Tells `state`, whenever that changes, and `notice`, something
 * for a person to read: of the server's (`stopping`, `draining`, `announcement`), or a code of a refusal that the
 * client waits out (`unavailable`).
 * @extends {Source<{
 *   state: { state: LinkState, words: string, failure: FudakaiError | null },
 *   notice: { code: string, words: string },
 * }>}
 */
export class Client extends Source {
  /** @type {Map<string, Room>} */
  #rooms = new Map();
  /** @type {Set<string>} */
  #known = new Set();
  /** @type {Lobby | null} */
  #lobby = null;
  /** @type {Message | null} */
  #welcome = null;
  #link;
  #options;
  #now;

  /**
   * Begins to connect; `opened` says when it has. Throws TypeError where there is no WebSocket.
   * @param {string} url ws:// or wss://
   * @param {ClientOptions} [options]
   */
  constructor(url, options = {}) {
    super();
    const { encoding = "json", WebSocket = globalThis.WebSocket, now = Date.now } = options;
    if (!WebSocket) throw new TypeError("There is no WebSocket here: give one as an option, for example that of ws.");
    if (!Object.hasOwn(WIRES, encoding)) throw new TypeError(`the encoding is "json" or "msgpack", not ${encoding}`);
    this.#options = options;
    this.#now = now;
    const patience = { ...PATIENCE, ...options.patience };
    this.#link = new Link(url, this.#owner(), { wire: WIRES[encoding], WebSocket, patience });
    this.#link.run();
  }

  /** Settled with the first connection; rejects with Unreachable, WrongAddress, Refused, ProtocolError or Dropped. */
  get opened() {
    return this.#link.settled.promise;
  }

  /**
   * Where the link is: "connecting" at first; "open"; "reconnecting" while a lost connection is made anew, when views
   * may be old and requests wait; "closed" for ever.
   */
  get state() {
    return this.#link.state;
  }

  /** What ended it, null before. */
  get failure() {
    return this.#link.failure;
  }

  /** Ends the client; its seats are kept, as after any lost connection. To give them up, leave the rooms before. */
  close() {
    this.#link.close();
  }

  /** Tries to come back at once, if the client waits to: the machine may know that the network is there again. */
  retry() {
    this.#link.retry();
  }

  // who I am; all this is known once the client is open

  /** My identity on this server: public, never changes. @returns {string} */
  get player() {
    return this.#told().player;
  }

  /** My name as the server took it. @returns {string} */
  get name() {
    return this.#told().name;
  }

  /** Who has this is me: keep it for the next time, and keep it secret. @returns {string} */
  get token() {
    return this.#told().token;
  }

  /** The server's version, for people. @returns {string} */
  get server() {
    return this.#told().server;
  }

  /** The games that the server plays, with what may be chosen for their rooms. @returns {readonly Game[]} */
  get games() {
    return this.#told().games;
  }

  /** What may be chosen for every room, with the defaults of this server. @returns {readonly Option[]} */
  get settings() {
    return this.#told().settings;
  }

  /**
   * Rooms where I had a seat when the present connection began; `resume` brings me back.
   * @returns {readonly string[]}
   */
  get seatedIn() {
    return this.#told().rooms;
  }

  // rooms

  /** The rooms that this client is in. @returns {readonly Room[]} */
  get rooms() {
    return [...this.#rooms.values()].filter((room) => !room.closing);
  }

  /**
   * The list of rooms that are public or locked, of one game, one status, with a seat to take, if that is asked for.
   * @param {Wanted} [wanted]
   * @returns {Promise<readonly RoomLine[]>}
   */
  async list(wanted = {}) {
    return frozen((await this.#link.ask(new Request({ type: "list", ...wanted }))).rooms);
  }

  /**
   * The list as it changes, of one game, one status, with a seat to take, if that is asked for. A client follows one
   * list: the one before ends. Rejects with Refused.
   * @param {Wanted} [wanted]
   * @returns {Promise<Lobby>}
   */
  async follow(wanted = {}) {
    const message = { type: "follow", ...wanted };
    const lobby = new Lobby(message, async (ended) => {
      if (this.#lobby !== ended) return;
      this.#lobby = null;
      if (this.#link.unanswered("follow").length) return; // a newer list is on its way, and takes this one's place
      await this.#link.ask(new Request({ type: "unfollow" }));
    });
    const begun = (/** @type {Message} */ answer) => {
      lobby.begin(answer);
      this.#lobby?.end();
      this.#lobby = lobby;
    };
    await this.#link.ask(new Request(message, begun));
    return lobby;
  }

  /**
   * Makes a room and sits down in it as its host. What is left out is the game's or the server's default. Rejects with
   * Refused.
   * @param {string} game
   * @param {Choices & { seats?: number }} [choices]
   */
  create(game, choices = {}) {
    return this.#enter({ type: "create", game, ...choices });
  }

  /**
   * Quick match: takes a seat in the fullest public room of a game that waits for players, or in a new one. Rejects
   * with Refused.
   * @param {string} game
   */
  quick(game) {
    return this.#enter({ type: "quick", game });
  }

  /**
   * Takes the first free seat of a room, or comes back to the seat I have or had. Rejects with Refused.
   * @param {string} room its code
   * @param {string} [passcode] of a locked room
   */
  join(room, passcode) {
    return this.#enter({ type: "join", room, passcode });
  }

  /**
   * Watches a room. Rejects with Refused.
   * @param {string} room its code
   * @param {string} [passcode] of a locked room
   */
  spectate(room, passcode) {
    return this.#enter({ type: "spectate", room, passcode });
  }

  /**
   * Comes back to a room with a new client (a page that was loaded again): to my seat, or to watch. `version` is that
   * of the last view that was seen; the first view then has what happened since. Rejects with Refused.
   * @param {string} room its code
   * @param {number} [version]
   * @param {string} [passcode] of a locked room, for who watches
   */
  resume(room, version = 0, passcode = undefined) {
    return this.#enter({ type: "resume", room, version, passcode });
  }

  // what is over

  /**
   * My matches that are over, newest first, or those of another player in public rooms, as `matches` of PROTOCOL.md.
   * With the `before` of an earlier answer, the ones after that. Rejects with Refused.
   * @param {{ player?: string, limit?: number, before?: number }} [wanted] `limit`: 1 to 100, default 20
   * @returns {Promise<Data>}
   */
  async history(wanted = {}) {
    return frozen(await this.#link.ask(new Request({ type: "history", ...wanted })));
  }

  /**
   * The first players of a game, most points first, and my place, as `standings` of PROTOCOL.md. Rejects with Refused.
   * @param {string} game
   * @param {number} [limit] 1 to 100, default 20
   * @returns {Promise<Data>}
   */
  async leaderboard(game, limit) {
    return frozen(await this.#link.ask(new Request({ type: "leaderboard", game, limit })));
  }

  /**
   * The record of a match that is over, of a public room or of mine, as `fudakai-server replay` reads it. Rejects with
   * Refused (`unknown_match`), also when it has expired.
   * @param {string} match
   * @returns {Promise<Data>}
   */
  async record(match) {
    return frozen((await this.#link.ask(new Request({ type: "record", match }))).record);
  }

  /**
   * The table of a match that is over, all hands open, after `first` entries (0: before all) and after each of the
   * next, as `replayed` of PROTOCOL.md. Rejects with Refused as `record` does.
   * @param {string} match
   * @param {number} [first]
   * @param {number} [count] 1 to 16, default 16
   * @returns {Promise<Data>}
   */
  async replay(match, first, count) {
    return frozen(await this.#link.ask(new Request({ type: "replay", match, first, count })));
  }

  #told() {
    if (!this.#welcome) throw this.failure ?? new Offline("The client is not open yet: wait for `opened`.");
    return this.#welcome;
  }

  /** @param {Message} message */
  async #enter(message) {
    /** @type {Room | undefined} */
    let room;
    await this.#link.ask(new Request(message, (answer) => (room = this.#entered(answer.room))));
    if (!room) throw new Error("a room is entered before its answer is told");
    room.passcode = message.passcode ?? room.passcode;
    await room.firstView();
    return room;
  }

  /** @param {string} code */
  #entered(code) {
    for (const room of this.#rooms.values()) if (room.closing) this.#rooms.delete(room.code);
    this.#known.add(code);
    const room = this.#rooms.get(code) ?? new Room(code, this.#link, this.#now);
    this.#rooms.set(code, room);
    return room;
  }

  // what the link tells its owner

  /** @returns {import("./link.js").Owner} */
  #owner() {
    return {
      greet: (say) => this.#greet(say),
      restore: (ask) => this.#restore(ask),
      compare: (versions, ask) => this.#compare(versions, ask),
      received: (message) => this.#received(message),
      noticed: (code, words) => this.tell("notice", { code, words }),
      changed: (state, words) => this.tell("state", { state, words, failure: this.failure }),
      failed: (failure) => {
        for (const room of this.#rooms.values()) room.fail(failure);
        this.#lobby?.end(failure);
      },
    };
  }

  /** @param {(hello: object) => Promise<Message>} say */
  async #greet(say) {
    const { store } = this.#options;
    await (store?.alone && !(await this.#kept()) ? store.alone(() => this.#hello(say)) : this.#hello(say));
  }

  /** @param {(hello: object) => Promise<Message>} say */
  async #hello(say) {
    const { access, program = "fudakai-js", store } = this.#options;
    const token = await this.#kept();
    const name = token === undefined ? this.#options.name : undefined;
    const birthday = this.#welcome ? undefined : this.#options.birthday; // from then on the token says it
    const welcome = frozen(await say({ name, token, access, client: program, birthday, minor: MINOR }));
    if (!this.#welcome) this.#known = new Set(welcome.rooms);
    const renewed = welcome.token !== this.#welcome?.token;
    this.#welcome = welcome;
    if (renewed) await store?.save(welcome.token);
  }

  /** The token that there is, if there is one. @returns {Promise<string | undefined>} */
  async #kept() {
    const { token, store } = this.#options;
    return this.#welcome?.token ?? token ?? (await store?.load()) ?? undefined;
  }

  /**
   * Resumes every room where it was, and finds the room whose `create` was answered to a lost connection.
   * @param {Ask} ask
   */
  async #restore(ask) {
    const creating = this.#link.unanswered("create");
    const lobby = this.#lobby;
    await Promise.all([
      ...this.rooms.map((room) => this.#resume(room, ask)),
      lobby && ask(new Request(lobby.message, (answer) => lobby.begin(answer))),
    ]);
    const unknown = this.seatedIn.filter((code) => !this.#known.has(code));
    for (const code of unknown) this.#known.add(code);
    if (creating.length !== 1 || unknown.length !== 1) return;
    const [{ request, answer }] = creating;
    try {
      const resume = { type: "resume", room: unknown[0], version: 0 };
      answer.resolve(await ask(new Request(resume, request.entered)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /**
   * Resumes rooms of which a message was lost.
   * @param {Record<string, number>} versions
   * @param {Ask} ask
   */
  async #compare(versions, ask) {
    const behind = this.rooms.filter(({ code, version }) => !(versions[code] <= version));
    await Promise.all(behind.map((room) => this.#resume(room, ask)));
  }

  /**
   * @param {Room} room
   * @param {Ask} ask
   */
  async #resume(room, ask) {
    try {
      await ask(new Request({ type: "resume", room: room.code, version: room.version, passcode: room.passcode }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      room.close({ code: error.code, words: error.words });
    }
  }

  /**
   * What a later server may send besides is ignored.
   * @param {Message} message
   */
  #received(message) {
    if (message.type === "listed") this.#lobby?.change(message);
    const room = this.#rooms.get(message.room);
    if (!room || room.closing) return;
    if (message.type === "update") room.update(message);
    else if (message.type === "said") room.said(message);
    else if (message.type === "closed") room.close({ code: message.code, words: message.words });
  }
}

/**
 * A client, once it is open. Rejects with Unreachable when no server answers, WrongAddress when something else does,
 * Refused when it does not take this player (`wrong_token`, `wrong_access`, `bad_name` ...), ProtocolError when it
 * does not keep to the protocol.
 * @param {string} url ws:// or wss://
 * @param {ClientOptions} [options]
 * @returns {Promise<Client>}
 */
export async function connect(url, options) {
  const client = new Client(url, options);
  await client.opened;
  return client;
}
