/**
 * What a seat of Dafaza has: its points as stones, its stacks, and what losing the hand would cost it.
 * @module
 */

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { say } from "../../app/words.js";
import { face } from "../../cards/card.js";

/** @typedef {import("../../../js/fudakai.js").View} View */

/** So many stacks pay nothing and bring nothing. */
const EVEN = 5;
/** What a loser without a stack pays. */
const NO_STACK = 7;

/**
 * Points as stones: a white one is ten, a black one is one; at the start nine and ten.
 * @param {View} view
 * @param {number} seat
 */
export function standing(view, seat) {
  const score = view.table.scores[seat];
  const white = Math.max(0, Math.ceil(score / 10) - 1);
  const black = score - white * 10;
  return html`<span class="standing">
    <b>${say("dafaza.score", { score })}</b>
    ${
      score > 0
        ? html`<span class="stones" aria-hidden="true" title=${say("dafaza.stones", { white, black })}
            >${white ? html`<i class="white">${white}</i>` : nothing}<i class="black">${black}</i></span
          >`
        : nothing
    }
    ${view.table.parent === null ? nothing : html`<small>${stake(view, seat)}</small>`}
  </span>`;
}

/**
 * @param {View} view
 * @param {number} seat
 */
function stake(view, seat) {
  const { table } = view;
  const stacks = table.stacks[seat];
  const count = say("dafaza.stacks", { stacks });
  if (table.next_parent !== null || view.over) return count;
  const pays = stacks ? EVEN - stacks : NO_STACK;
  if (pays < 0) return say("dafaza.stake.gets", { count, points: -pays });
  if (!pays) return say("dafaza.stake.even", { count });
  const more = pays * table.factor;
  if (seat === table.parent || table.factor === 1) return say("dafaza.stake.pays", { count, points: more });
  return say("dafaza.stake.child", { count, points: pays, more });
}

/**
 * The cards face up on the seat's stacks, one each.
 * @param {View} view
 * @param {number} seat
 */
export function tops(view, seat) {
  const cards = view.table.tops[seat];
  const label = say("dafaza.tops", { name: view.names[seat] ?? "", count: cards.length });
  return html`<div class="tops" role="group" aria-label=${label}>
    ${cards.map((/** @type {string} */ card) => face(card))}
  </div>`;
}
