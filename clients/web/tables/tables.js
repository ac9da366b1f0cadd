/**
 * The table of each game, by the game's name.
 * @module
 */

import { html } from "../app/part.js";
import "./agurk.js";
import "./dafaza.js";
import "./hanafuda.js";
import "./koikoi.js";
import "./plain.js";

/** @typedef {import("../../js/fudakai.js").Room} Room */
/** @typedef {import("../../js/fudakai.js").View} View */

/**
 * The table of a game, as a view shows it.
 * @param {View} view
 * @param {Room | null} room where moves go; null: nothing can be played
 * @returns {unknown}
 */
export function tableOf(view, room) {
  switch (view.game) {
    case "agurk":
      return html`<fuda-agurk-table .room=${room} .view=${view}></fuda-agurk-table>`;
    case "dafaza":
      return html`<fuda-dafaza-table .room=${room} .view=${view}></fuda-dafaza-table>`;
    case "hanafuda":
      return html`<fuda-hanafuda-table .room=${room} .view=${view}></fuda-hanafuda-table>`;
    case "koikoi":
      return html`<fuda-koikoi-table .room=${room} .view=${view}></fuda-koikoi-table>`;
    default:
      return html`<fuda-plain-table .room=${room} .view=${view}></fuda-plain-table>`;
  }
}
