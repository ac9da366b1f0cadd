/**
 * How a match ended, and what all matches of the room add up to.
 * @module
 */

import { html, nothing } from "../app/part.js";
import { linkTo } from "../app/router.js";
import { places, table } from "../record/scores.js";
import { say } from "../app/words.js";

/** @typedef {import("../../js/fudakai.js").View} View */

/**
 * The result of the room's last match; nothing while none is over.
 * @param {View} view
 */
export function result(view) {
  const found = view.result;
  if (!found) return nothing;
  const { names, winners, reason } = found;
  const won = winners.map((seat) => names[seat]).join(", ");
  return html`<section class="panel result" aria-label=${say("result.title")}>
    <h2>${won ? say("result.won", { names: won }) : say("result.nobody")}</h2>
    ${reason ? html`<p>${reasonOf(reason)}</p>` : nothing}
    ${places(found, (seat) => (winners.includes(seat) ? "won" : ""))}
    ${view.match ? html`<p><a href=${linkTo("match", view.match)}>${say("result.replay")}</a></p>` : nothing}
    ${sitting(view)}
  </section>`;
}

/**
 * Why a match ended; a reason that only its game knows as it is named.
 * @param {string} reason
 */
function reasonOf(reason) {
  const words = say(`reason.${reason}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** @param {View} view */
function sitting(view) {
  const sitting = view.state.sitting;
  if (!sitting || sitting.matches.length < 2) return nothing;
  return html`<h3>${say("result.sitting", { count: sitting.matches.length })}</h3>
    ${table(
      [say("result.player"), say("result.won_matches"), say("result.points")],
      sitting.totals.map(
        (/** @type {any} */ total) =>
          html`<tr>
            <th scope="row">${total.name}</th>
            <td>${total.won} / ${total.matches}</td>
            <td>${total.points}</td>
          </tr>`,
      ),
    )}`;
}
