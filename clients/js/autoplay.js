/**
 * Playing a seat by a function instead of a person.
 * @module
 */

import { Refused } from "./errors.js";

/** @typedef {import("./messages.js").Data} Data */
/** @typedef {import("./messages.js").Result} Result */
/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./view.js").View} View */

/**
 * Picks the move, given the view and the offers that are left to try.
 * @typedef {(view: View, offers: readonly Data[]) => Data} Choose
 */

/** Refusals that mean only: the room has gone on since the view that was looked at. The next view tells. */
const OVERTAKEN = Object.freeze([
  "stale",
  "not_your_turn",
  "match_over",
  "decision_pending",
  "playing",
  "not_playing",
  "not_ready",
  "not_host",
  "wrong_player_count",
]);

/**
 * Plays that many matches and gives their results, fewer if the room ends or the seat is lost before. Is ready
 * whenever it can be; with `start` it starts the match, as the host, when every seat is taken and ready. The room
 * stays: leaving is the caller's.
 * @param {Room} room
 * @param {Choose} choose
 * @param {{ matches?: number, start?: boolean }} [how]
 * @returns {Promise<Result[]>}
 */
export async function autoplay(room, choose, { matches = 1, start = false } = {}) {
  /** @type {Result[]} */
  const results = [];
  let acted = 0; // views of before what was done last would only have it done again
  let counted = room.view?.over ? room.view.match : null;
  for await (const view of room) {
    if (view.version < acted) continue;
    if (view.over && view.match !== counted && view.result) {
      counted = view.match;
      results.push(view.result);
      if (results.length === matches) break;
    }
    try {
      if (view.myTurn && view.offers.length) acted = await move(room, choose, view);
      else if (view.status !== "playing" && view.seat !== null) acted = await setUp(room, view, start);
    } catch (error) {
      if (!(error instanceof Refused && OVERTAKEN.includes(error.code))) throw error;
    }
  }
  return results;
}

/**
 * Moves, trying other offers if one is refused for something that the seat cannot see (`hiki`); the version with the
 * move.
 * @param {Room} room
 * @param {Choose} choose
 * @param {View} view
 * @returns {Promise<number>}
 */
async function move(room, choose, view) {
  let offers = view.offers;
  for (;;) {
    const chosen = choose(view, offers);
    try {
      return await room.move(chosen, view);
    } catch (error) {
      const others = offers.filter((offer) => offer !== chosen);
      const overtaken = error instanceof Refused && OVERTAKEN.includes(error.code);
      if (!(error instanceof Refused) || overtaken || others.length === offers.length || !others.length) throw error;
      offers = others;
    }
  }
}

/**
 * @param {Room} room
 * @param {View} view
 * @param {boolean} start
 * @returns {Promise<number>}
 */
async function setUp(room, view, start) {
  if (view.seats.some((seat) => seat.seat === view.seat && !seat.ready)) return room.ready();
  if (start && view.isHost && view.seats.every((seat) => seat.name !== null && seat.ready)) return room.start();
  return view.version;
}
