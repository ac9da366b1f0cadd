/**
 * Hanafuda, as the page knows it.
 * @module
 */

import { html } from "../../app/part.js";
import * as flowers from "../flowers/words.js";
import { en } from "./en.js";
import { lessons } from "./how.js";
import { ja } from "./ja.js";
import "./table.js";

/** @type {import("../../tables/table.js").GameParts} */
export const hanafuda = {
  words: { en: { ...flowers.en, ...en }, ja: { ...flowers.ja, ...ja } },
  sign: "01-bright",
  lessons,
  table: (view, room) => html`<fuda-hanafuda-table .room=${room} .view=${view}></fuda-hanafuda-table>`,
};
