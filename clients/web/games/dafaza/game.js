/**
 * Dafaza, as the page knows it.
 * @module
 */

import { html } from "../../app/part.js";
import { en } from "./en.js";
import { lessons } from "./how.js";
import { ja } from "./ja.js";
import "./table.js";

/** @type {import("../../tables/table.js").GameParts} */
export const dafaza = {
  words: { en, ja },
  sign: "10-animal",
  lessons,
  table: (view, room) => html`<fuda-dafaza-table .room=${room} .view=${view}></fuda-dafaza-table>`,
};
