/**
 * Agurk, as the page knows it.
 * @module
 */

import { html } from "../../app/part.js";
import { en } from "./en.js";
import { lessons } from "./how.js";
import { ja } from "./ja.js";
import "./table.js";

/** @type {import("../../tables/table.js").GameParts} */
export const agurk = {
  words: { en, ja },
  sign: "AS",
  lessons,
  table: (view, room) => html`<fuda-agurk-table .room=${room} .view=${view}></fuda-agurk-table>`,
};
