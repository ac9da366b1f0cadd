/**
 * What the server says, and what of it the SDK relies on. A message that lacks it, or holds something else there, is a
 * ProtocolError; fields that are not named here are passed on unread. See PROTOCOL.md, "Requests".
 * @module
 */

import { ProtocolError } from "./errors.js";

/** @typedef {import("./wire.js").Message} Message */

/**
 * A map of the game's own or of free form.
 * @typedef {{ readonly [field: string]: any }} Data
 */

/**
 * @typedef {object} SeatState a seat; see SeatState in REFERENCE.md
 * @property {number} seat
 * @property {string | null} player
 * @property {string | null} name
 * @property {boolean} ready
 * @property {boolean} away
 * @property {boolean} bot
 * @property {boolean} left
 */

/**
 * @typedef {object} Result how a match ended; lists are by seat of that match
 * @property {readonly string[]} names
 * @property {readonly number[]} winners
 * @property {readonly number[]} scores
 * @property {readonly number[]} places
 * @property {readonly number[]} points
 * @property {string} reason
 */

/**
 * @typedef {object} State what everybody in a room knows; see RoomState in REFERENCE.md
 * @property {"waiting" | "playing" | "finished"} status
 * @property {string} game
 * @property {string} title
 * @property {"public" | "unlisted" | "locked"} visibility
 * @property {string | null} host
 * @property {Data} options
 * @property {Data} settings
 * @property {readonly SeatState[]} seats
 * @property {string | null} match
 * @property {readonly number[]} to_act
 * @property {readonly { readonly seat: number, readonly left: number }[]} clocks
 * @property {number} spectators
 * @property {Data | null} table
 * @property {Result | null} result
 * @property {Data | null} [sitting]
 * @property {readonly string[]} [muted]
 * @property {readonly string[]} [watchers]
 */

/**
 * @typedef {object} You what only this seat knows
 * @property {number} seat
 * @property {number} since
 * @property {Data} private
 * @property {readonly Data[]} offers
 * @property {number} [missed]
 */

/**
 * @typedef {object} Option what may be chosen for a room; see OptionInfo in REFERENCE.md
 * @property {string} name
 * @property {"boolean" | "integer" | "number" | "choice" | "list"} kind
 * @property {any} default
 * @property {string} words
 * @property {boolean} [nullable]
 * @property {number} [min]
 * @property {number} [max]
 * @property {readonly (string | number)[]} [choices]
 */

/**
 * @typedef {object} Game a game that the server plays
 * @property {string} name
 * @property {string} title
 * @property {readonly [number, number]} seats fewest and most
 * @property {readonly Option[]} options
 */

/**
 * @typedef {object} RoomLine a room in the list
 * @property {string} room
 * @property {string} title
 * @property {string} game
 * @property {"waiting" | "playing" | "finished"} status
 * @property {number} seats
 * @property {number} seated
 * @property {boolean} spectators
 * @property {boolean} locked
 */

/**
 * Throws ProtocolError, with `where`, if the value is none.
 * @typedef {(value: any, where: string) => void} Check
 */

const text = kind("a string", (value) => typeof value === "string");
const truth = kind("true or false", (value) => typeof value === "boolean");
const number = kind("a number", (value) => typeof value === "number");
const count = kind("a whole number from 0 on", (value) => Number.isInteger(value) && value >= 0);
const data = kind("a map", (value) => typeof value === "object" && value !== null && !Array.isArray(value));
const anything = kind("there", (value) => value !== undefined);

const option = map({ name: text, kind: text, default: anything, words: text });
const line = map({
  room: text,
  title: text,
  game: text,
  status: text,
  seats: count,
  seated: count,
  spectators: truth,
  locked: truth,
});
const numbers = list(number);
const texts = list(text);
const result = map({ names: texts, winners: numbers, scores: numbers, places: numbers, points: numbers, reason: text });
const state = map(
  {
    status: text,
    game: text,
    title: text,
    visibility: text,
    host: nullable(text),
    options: data,
    settings: data,
    seats: list(
      map({
        seat: count,
        player: nullable(text),
        name: nullable(text),
        ready: truth,
        away: truth,
        bot: truth,
        left: truth,
      }),
    ),
    match: nullable(text),
    to_act: list(count),
    clocks: list(map({ seat: count, left: number })),
    spectators: count,
    table: nullable(data),
    result: nullable(result),
  },
  { sitting: nullable(data), muted: texts, watchers: texts },
);
const entry = map(
  { version: count, by: kind("a seat or a word", isAuthor), events: list(map({ type: text })) },
  { clock: truth },
);
const you = map({ seat: count, since: count, private: data, offers: list(map({ type: text })) }, { missed: count });
const past = map({ match: text, game: text, at: number, players: texts, names: texts });
const frame = map(
  {
    step: count,
    by: kind("a seat or a word", isAuthor),
    events: list(map({ type: text })),
    to_act: list(count),
    left: list(count),
    table: data,
    private: list(data),
  },
  { clock: truth },
);
const standing = map({ place: count, player: text, name: text, points: number, matches: count, won: count });

/** @type {Readonly<Record<string, Check>>} */
const SHAPES = Object.freeze({
  welcome: map({
    re: count,
    player: text,
    name: text,
    token: text,
    server: text,
    games: list(map({ name: text, title: text, seats: list(count), options: list(option) })),
    settings: list(option),
    limits: map({
      credits: kind("a number over 0", isPositive),
      credits_per_second: kind("a number over 0", isPositive),
    }),
    rooms: texts,
  }),
  rooms: map({ re: count, rooms: list(line) }),
  listed: map({ rooms: list(line), gone: texts }),
  ok: map({ re: count }, { room: text, version: count, seat: count, ref: text }),
  refused: map({ code: text, words: text }, { re: count, room: text, ref: text, retry_after: number }),
  update: map({ room: text, version: count, state, events: list(entry) }, { you, gap: truth }),
  closed: map({ room: text, code: text, words: text }),
  said: map({ room: text, player: text, name: text }, { seat: count, text, emote: text }),
  notice: map({ code: text, words: text }),
  pong: map({ re: count, versions: every(count) }),
  matches: map({
    re: count,
    player: text,
    matches: list(past),
    totals: list(map({ game: text, points: number })),
    before: nullable(count),
  }),
  standings: map({ re: count, game: text, rows: list(standing), you: nullable(standing) }),
  recorded: map({ re: count, match: text, record: data }),
  replayed: map({ re: count, summary: past, options: data, entries: count, frames: list(frame) }),
});

/** What answers a request, if it is not `ok`. */
const ANSWERS = Object.freeze({
  hello: "welcome",
  list: "rooms",
  follow: "rooms",
  ping: "pong",
  history: "matches",
  leaderboard: "standings",
  record: "recorded",
  replay: "replayed",
});

/** Requests whose `ok` names the room. */
const ENTERING = Object.freeze(["create", "quick", "join", "spectate", "resume"]);

/**
 * Throws ProtocolError for a message that is not as it should be. Types that are not known here pass: a later server
 * may have more.
 * @param {Message} message
 */
export function check(message) {
  if (Object.hasOwn(SHAPES, message.type)) SHAPES[message.type](message, message.type);
}

/**
 * Throws ProtocolError for an answer that does not answer that request.
 * @param {Message} answer
 * @param {Message} request
 */
export function checkAnswer(answer, request) {
  /** @type {Record<string, string>} */
  const answers = ANSWERS;
  const wanted = answers[request.type] ?? "ok";
  if (answer.type !== wanted && answer.type !== "refused") {
    throw new ProtocolError(`The server answered ${request.type} with ${answer.type} instead of ${wanted}.`);
  }
  if (answer.type === "ok" && ENTERING.includes(request.type)) text(answer.room, "ok.room");
}

/**
 * @param {string} words what it should be
 * @param {(value: any) => boolean} holds
 * @returns {Check}
 */
function kind(words, holds) {
  return (value, where) => {
    if (!holds(value)) throw new ProtocolError(`The server sent a ${where} that is not ${words}.`);
  };
}

/**
 * @param {Check} item
 * @returns {Check}
 */
function nullable(item) {
  return (value, where) => {
    if (value !== null) item(value, where);
  };
}

/**
 * @param {Check} item
 * @returns {Check}
 */
function list(item) {
  return (value, where) => {
    if (!Array.isArray(value)) throw new ProtocolError(`The server sent a ${where} that is not a list.`);
    value.forEach((one, at) => item(one, `${where}[${at}]`));
  };
}

/**
 * A map with values of one kind under any keys.
 * @param {Check} item
 * @returns {Check}
 */
function every(item) {
  return (value, where) => {
    data(value, where);
    for (const [name, one] of Object.entries(value)) item(one, `${where}.${name}`);
  };
}

/**
 * @param {Record<string, Check>} needed
 * @param {Record<string, Check>} [optional] fields that may be absent
 * @returns {Check}
 */
function map(needed, optional = {}) {
  return (value, where) => {
    data(value, where);
    for (const [name, item] of Object.entries(needed)) item(value[name], `${where}.${name}`);
    for (const [name, item] of Object.entries(optional)) {
      if (value[name] !== undefined) item(value[name], `${where}.${name}`);
    }
  };
}

/** @param {unknown} value */
function isAuthor(value) {
  return typeof value === "string" || Number.isInteger(value);
}

/** @param {any} value */
function isPositive(value) {
  return typeof value === "number" && value > 0;
}
