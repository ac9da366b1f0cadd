/**
 * Koi-Koi, as the page knows it.
 * @module
 */

import { html } from "../../app/part.js";
import * as flowers from "../flowers/words.js";
import { en } from "./en.js";
import { lessons, yaku } from "./how.js";
import { ja } from "./ja.js";
import "./table.js";

/** @type {import("../../tables/table.js").GameParts} */
export const koikoi = {
  words: { en: { ...flowers.en, ...en }, ja: { ...flowers.ja, ...ja } },
  sign: "08-bright",
  lessons,
  more: yaku,
  table: (view, room) => html`<fuda-koikoi-table .room=${room} .view=${view}></fuda-koikoi-table>`,
};
