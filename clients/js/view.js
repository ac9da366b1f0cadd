/**
 * What a player or spectator knows of a room at one version.
 * @module
 */

import { frozen } from "./source.js";

/** @typedef {import("./messages.js").Data} Data */
/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./messages.js").You} You */
/** @typedef {import("./messages.js").SeatState} SeatState */
/** @typedef {import("./wire.js").Message} Message */

/** Entries that are kept for a reader who does not come: as many as the server keeps for one who was away. */
export const MOST_ENTRIES = 256;

/**
 * What one entry of the room's log showed. `by` is a seat, "chance" or "room"; with `clock` the server did it for that
 * seat: a turn that ran out, or leaving for missed turns or a long absence.
 * @typedef {object} Entry
 * @property {number} version
 * @property {number | "chance" | "room"} by
 * @property {readonly Data[]} events
 * @property {boolean} clock
 * @property {boolean} gap whether entries are missing before this one
 */

/** The whole view of a room: a snapshot that never changes. */
export class View {
  /**
   * @param {object} seen
   * @param {string} seen.room
   * @param {number} seen.version
   * @param {State} seen.state
   * @param {You | null} seen.you
   * @param {readonly Entry[]} seen.entries
   * @param {boolean} seen.gap
   * @param {number} seen.arrived
   */
  constructor({ room, version, state, you, entries, gap, arrived }) {
    /** The room's code. */
    this.room = room;
    /** The room's version; higher in every later view, unless `gap` is set. */
    this.version = version;
    /** What everybody in the room knows; see RoomState in REFERENCE.md. */
    this.state = state;
    /** What only this seat knows; null for a spectator. */
    this.you = you;
    /** What happened since the view before, in order, each entry once. */
    this.entries = entries;
    /** Whether some entries in between are missing; the rest of the view is whole all the same. */
    this.gap = gap;
    /** When it came, in milliseconds since 1970 by this machine's clock. */
    this.arrived = arrived;
    Object.freeze(this);
  }

  /** The events of all entries in order. */
  get events() {
    return this.entries.flatMap((entry) => entry.events);
  }

  /** My seat, null for a spectator. */
  get seat() {
    return this.you?.seat ?? null;
  }

  /** @returns {readonly Data[]} what I may do now, empty when it is not my turn */
  get offers() {
    return this.you?.offers ?? [];
  }

  /** The version at which my offers last changed, or I last moved: another number is another decision. */
  get since() {
    return this.you?.since ?? null;
  }

  /** Whether I am to act. */
  get myTurn() {
    return this.you !== null && this.state.to_act.includes(this.you.seat);
  }

  /** Turns in a row that the server has played for me; `missed_turns` of the settings count as leaving. */
  get missed() {
    return this.you?.missed ?? 0;
  }

  /** @returns {Data} the game's part of what only I know (the hand) */
  get private() {
    return this.you?.private ?? {};
  }

  /** @returns {Data} the game's part of what everybody knows, empty before the first match */
  get table() {
    return this.state.table ?? {};
  }

  /** What a player that is a program is told, no more. */
  get known() {
    return { seat: this.seat, table: this.table, private: this.private, options: this.state.options };
  }

  /** The name of the game. */
  get game() {
    return this.state.game;
  }

  /** "waiting", "playing" or "finished". */
  get status() {
    return this.state.status;
  }

  /** Whether the last match is over; `result` then says how. */
  get over() {
    return this.state.status === "finished";
  }

  /** The end of the match: names, winners, scores, places, points (by seat of the match) and the reason; or null. */
  get result() {
    return this.state.result;
  }

  /** The name of the running or the last match, null before the first. */
  get match() {
    return this.state.match;
  }

  /** The seats to act; none while the server draws, and none between matches. */
  get toAct() {
    return this.state.to_act;
  }

  /** All seats, clockwise. */
  get seats() {
    return this.state.seats;
  }

  /** Whether I am the room's host. */
  get isHost() {
    return this.state.seats.some((seat) => seat.seat === this.seat && seat.player === this.state.host);
  }

  /** A name for every seat. */
  get names() {
    return this.state.seats.map((seat) => seat.name ?? `seat ${seat.seat}`);
  }

  /** @returns {readonly string[]} the names of those who watch, the first of very many */
  get watchers() {
    return this.state.watchers ?? [];
  }

  /**
   * When the server plays for that seat, in milliseconds since 1970 by this machine's clock; null without a clock.
   * @param {number} seat
   * @returns {number | null}
   */
  deadline(seat) {
    const clock = this.state.clocks.find((one) => one.seat === seat);
    return clock ? this.arrived + clock.left : null;
  }

  /**
   * This view for a reader who has not seen the `unread` one before it: both views' entries, the newest state. Of more
   * than MOST_ENTRIES the oldest are dropped, and `gap` says so.
   * @param {View | null} unread
   * @returns {View}
   */
  after(unread) {
    if (!unread) return this;
    const all = [...unread.entries, ...this.entries];
    const gap = unread.gap || this.gap || all.length > MOST_ENTRIES;
    return new View({ ...this, entries: Object.freeze(all.slice(-MOST_ENTRIES)), gap });
  }
}

/**
 * The view in an `update` message, without the entries up to version `known`, which were shown already. A room whose
 * version went back lost entries that had been shown: a gap, too.
 * @param {Message} update
 * @param {number} known
 * @param {number} arrived
 * @returns {View}
 */
export function viewOf(update, known, arrived) {
  const back = update.version < known;
  const gap = back || (update.gap ?? false);
  const entries = update.events
    .filter((/** @type {Entry} */ entry) => back || entry.version > known)
    .map((/** @type {Entry} */ { version, by, events, clock = false }, /** @type {number} */ at) => ({
      version,
      by,
      events,
      clock,
      gap: gap && at === 0,
    }));
  const { room, version, state, you = null } = update;
  return new View({ room, version, state: frozen(state), you: frozen(you), entries: frozen(entries), gap, arrived });
}
