/**
 * The table of each game, by the game's name.
 * @module
 */

import { html } from "../app/part.js";
import "./agurk.js";
import "./plain.js";

/** @typedef {import("../../js/fudakai.js").Room} Room */

/**
 * The table of a room, as its newest view shows it.
 * @param {Room} room
 * @returns {unknown}
 */
export function tableOf(room) {
  if (room.view?.game === "agurk") return html`<fuda-agurk-table .room=${room} .view=${room.view}></fuda-agurk-table>`;
  return html`<fuda-plain-table .room=${room} .view=${room.view}></fuda-plain-table>`;
}
