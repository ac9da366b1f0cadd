/**
 * How Koi-Koi is played, step by step.
 * @module
 */

import { html, nothing } from "../../app/part.js";
import { say } from "../../app/words.js";
import { face } from "../../cards/card.js";
import { row } from "../../cards/lessons.js";

/** @type {import("../../cards/lessons.js").Lesson[]} */
export const lessons = [
  { key: "aim", rows: [row("a_yaku", "07-animal 10-animal 06-animal")] },
  {
    key: "turn",
    rows: [row("in_hand", "10-chaff-1"), row("takes", "10-animal", true), row("not", "07-animal", false)],
  },
  { key: "choice", rows: [] },
  { key: "points", rows: [] },
];

/**
 * Koi-Koi's yaku with the points they usually have, and cards that make each.
 * @type {[name: string, points: string, cards: string][]}
 */
const YAKU = [
  ["five_brights", "15", "01-bright 03-bright 08-bright 11-bright 12-bright"],
  ["four_brights", "8", "01-bright 03-bright 08-bright 12-bright"],
  ["rainy_four_brights", "7", "01-bright 03-bright 08-bright 11-bright"],
  ["three_brights", "6", "01-bright 03-bright 08-bright"],
  ["boar_deer_butterflies", "5", "07-animal 10-animal 06-animal"],
  ["red_poetry_ribbons", "5", "01-ribbon 02-ribbon 03-ribbon"],
  ["blue_ribbons", "5", "06-ribbon 09-ribbon 10-ribbon"],
  ["cherry_viewing", "5", "03-bright 09-animal"],
  ["moon_viewing", "5", "08-bright 09-animal"],
  ["month_cards", "4", "01-bright 01-ribbon 01-chaff-1 01-chaff-2"],
  ["animals", "1+", "02-animal 04-animal 07-animal 08-animal 11-animal"],
  ["ribbons", "1+", "01-ribbon 04-ribbon 06-ribbon 07-ribbon 11-ribbon"],
  ["chaff", "1+", "01-chaff-1 02-chaff-1 03-chaff-1 12-chaff-1 11-chaff"],
];

/** Every yaku, with its points and cards that make it. */
export function yaku() {
  return html`<section class="yakulist">
    <h2>${say("how.koikoi.yaku")}</h2>
    <ul>
      ${YAKU.map(
        ([name, points, cards]) =>
          html`<li>
            <span><b>${say(`yaku.${name}`)}</b> ${say("koikoi.points", { points })}</span>
            <span class="cards">${cards.split(" ").map((card) => face(card, { key: null }))}</span>
            ${points.endsWith("+") ? html`<small>${say(`how.koikoi.yaku.${name}`)}</small>` : nothing}
          </li>`,
      )}
    </ul>
  </section>`;
}
