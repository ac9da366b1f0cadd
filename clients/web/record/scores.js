/**
 * Tables of scores.
 * @module
 */

import { nameAt } from "./views.js";
import { html } from "../app/part.js";
import { say } from "../app/words.js";

/**
 * A table.
 * @param {readonly unknown[]} heads of its columns
 * @param {unknown} rows the lines below
 */
export function table(heads, rows) {
  return html`<table>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/**
 * What one match brought everybody, the best place first.
 * @param {import("../../js/messages.js").Data} match
 * @param {(seat: number) => string} mark the class of a seat's line
 */
export function places(match, mark) {
  const order = [...match.names.keys()].sort((one, other) => (match.places[one] ?? 0) - (match.places[other] ?? 0));
  const heads = ["result.place", "result.player", "result.score", "result.points"].map((key) => say(key));
  return table(
    heads,
    order.map(
      (seat) =>
        html`<tr class=${mark(seat)}>
          <td>${match.places[seat] ?? "–"}</td>
          <th scope="row">${nameAt(match, seat)}${match.winners.includes(seat) ? " ★" : ""}</th>
          <td>${match.scores[seat]}</td>
          <td>${match.points[seat] ?? "–"}</td>
        </tr>`,
    ),
  );
}
