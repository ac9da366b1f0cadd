/**
 * How Dafaza's first parent is found: rock, paper, scissors.
 * @module
 */

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { say } from "../../app/words.js";

/** @typedef {import("../../../js/fudakai.js").View} View */
/** @typedef {import("../../../js/messages.js").Data} Data */

/** @type {Record<string, unknown>} */
const DRAWN = {
  rock: svg`<path d="M8 27c-3-7 0-15 8-18 9-3 18 2 18 11 0 8-5 13-14 13-6 0-10-2-12-6z"></path>
    <path class="crease" d="M14 12l4 8M21 10l2 9M28 13l-1 8"></path>`,
  paper: svg`<path d="M9 5h17l7 7v24H9z"></path>
    <path class="crease" d="M26 5v7h7M14 18h14M14 24h14M14 30h9"></path>`,
  scissors: svg`<path class="blade" d="M12 4l13 22M28 4L15 26"></path>
    <circle class="ring" cx="12" cy="31" r="5"></circle>
    <circle class="ring" cx="28" cy="31" r="5"></circle>`,
};

/**
 * A sign as a small drawing.
 * @param {string} sign
 */
export function drawn(sign) {
  return html`<svg class="sign" viewBox="0 0 40 40" aria-hidden="true">${DRAWN[sign]}</svg>`;
}

/**
 * The middle of the table while it is thrown: who has thrown, the last signs, and my three buttons.
 * @param {View} view
 * @param {readonly Data[]} offers
 * @param {Data | null} last the last `thrown`
 * @param {(offer: Data) => void} play
 */
export function janken(view, offers, last, play) {
  const { names, private: mine } = view;
  const still = view.table.janken;
  const { toAct } = view;
  return html`<div class="janken" role="group" aria-label=${say("dafaza.janken")}>
    <h3>${say("dafaza.janken")}</h3>
    <p>${say("dafaza.janken.words")}</p>
    ${
      last
        ? html`<ul class="thrown">
              ${last.signs.map(
                (/** @type {Data} */ one) =>
                  html`<li>
                    ${names[one.seat]}: ${drawn(one.sign)} ${say(`sign.${one.sign}`)}
                    ${last.out.includes(one.seat) ? html`<small>${say("dafaza.janken.out")}</small>` : nothing}
                  </li>`,
              )}
            </ul>
            <p>${say("dafaza.janken.again")}</p>`
        : nothing
    }
    ${
      offers.length
        ? html`<p class="prompt">${say("dafaza.janken.choose")}</p>
            <div class="signs">
              ${offers.map(
                (offer) =>
                  html`<button type="button" @click=${() => play(offer)}>
                    ${drawn(offer.sign)} ${say(`sign.${offer.sign}`)}
                  </button>`,
              )}
            </div>`
        : html`<p class="prompt">
            ${mine.sign ? say("dafaza.janken.mine", { sign: say(`sign.${mine.sign}`) }) : nothing}
            ${view.seat !== null && !still.includes(view.seat) ? say("dafaza.janken.you_out") : nothing}
            ${
              toAct.length
                ? say("dafaza.janken.waits", { names: toAct.map((seat) => names[seat]).join(say("dafaza.comma")) })
                : nothing
            }
          </p>`
    }
  </div>`;
}
