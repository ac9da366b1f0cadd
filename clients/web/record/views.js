/**
 * What a seat saw of a match that is over, as a view that the tables can show.
 * @module
 */

import { View } from "../../js/view.js";
import { say } from "../app/words.js";

/** @typedef {import("./frames.js").Frames} Frames */

/**
 * The view after so many entries, whose frame has been loaded.
 * @param {Frames} frames
 * @param {number} step
 * @param {number | null} seat behind whom one sits; null: before nobody's cards
 * @returns {View}
 */
export function viewAt(frames, step, seat) {
  const { summary, options, entries } = frames;
  const frame = frames.at(step);
  if (!summary || !frame) throw new Error(`step ${step} of ${frames.match} has not been loaded`);
  const over = step === entries;
  const { names, winners, scores, places, points, reason } = summary;
  return new View({
    room: "",
    version: step,
    state: {
      status: over ? "finished" : "playing",
      game: summary.game,
      title: "",
      visibility: summary.public ? "public" : "unlisted",
      host: null,
      options,
      settings: {},
      seats: names.map((/** @type {string} */ _name, /** @type {number} */ number) => ({
        seat: number,
        player: summary.players[number],
        name: nameAt(summary, number),
        ready: false,
        away: false,
        bot: summary.bots.includes(number),
        left: frame.left.includes(number),
      })),
      match: null,
      to_act: frame.to_act,
      clocks: [],
      spectators: 0,
      table: frame.table,
      result: over ? { names, winners, scores, places, points, reason } : null,
    },
    you: seat === null ? null : { seat, since: step, private: frame.private[seat], offers: [] },
    entries: [{ version: step, by: frame.by, events: frame.events, clock: frame.clock ?? false, gap: false }],
    gap: false,
    arrived: 0,
  });
}

/**
 * Who sat there, also who had the server forget them.
 * @param {import("../../js/messages.js").Data} match a match of a history
 * @param {number} seat
 * @returns {string}
 */
export function nameAt(match, seat) {
  return match.names[seat] || say("history.nobody");
}
