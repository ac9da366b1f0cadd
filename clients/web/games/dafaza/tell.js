/**
 * What happens in Dafaza in words: every event, and a hand's end with its payments.
 * @module
 */

import { html, nothing } from "../../app/part.js";
import { say } from "../../app/words.js";
import { face } from "../../cards/card.js";
import { listed } from "./cards.js";

/** @typedef {import("../../../js/messages.js").Data} Data */

/**
 * One event in words.
 * @param {Data} event
 * @param {readonly string[]} names by seat
 * @returns {string} "" for nothing worth a word
 */
export function told(event, names) {
  const name = names[event.seat] ?? "";
  switch (event.type) {
    case "thrown":
      return say("dafaza.event.thrown", {
        signs: event.signs
          .map((/** @type {Data} */ one) => `${names[one.seat]} ${say(`sign.${one.sign}`)}`)
          .join(say("dafaza.comma")),
      });
    case "threw":
    case "left":
    case "returned":
      return say(`dafaza.event.${event.type}`, { name });
    case "parent":
      return say(event.official ? "dafaza.event.parent" : "dafaza.event.temporary", { name, factor: event.factor });
    case "dealt":
      return say("dafaza.event.dealt", { hand: event.hand, name: names[event.parent] ?? "" });
    case "dealt_win":
      return say("dafaza.event.dealt_win", { name, role: say(`dealt.${event.name}`), points: event.points });
    case "led":
      return say(event.last ? "dafaza.event.led_last" : "dafaza.event.led", { name, cards: listed(event.cards) });
    case "beat":
      return say("dafaza.event.beat", { name, cards: listed(event.cards) });
    case "folded":
      return say("dafaza.event.folded", { name, count: event.count });
    case "trick_won":
      return say("dafaza.event.trick_won", { name, won: event.cards.length, stacks: event.stacks });
    case "special":
      return special(event, names);
    case "hand_over":
      return [winnerOf(event, names), ...event.payments.map((/** @type {Data} */ one) => paid(one, names))].join(" ");
    case "match_over":
      return say("table.match_over", {
        names: event.winners.map((/** @type {number} */ seat) => names[seat]).join(", ") || "–",
      });
    default:
      return "";
  }
}

/**
 * A special win.
 * @param {Data} event
 * @param {readonly string[]} names
 */
function special(event, names) {
  const words = {
    name: names[event.seat] ?? "",
    win: say(`special.${event.name}`),
    points: event.points,
    times: event.times,
  };
  if (event.points) return say("dafaza.event.special_points", words);
  if (event.from.length > 1) return say("dafaza.event.special_times", words);
  return say("dafaza.event.special_one", { ...words, from: names[event.from[0]] ?? "" });
}

/**
 * @param {Data} event `hand_over`
 * @param {readonly string[]} names
 */
function winnerOf(event, names) {
  return say("dafaza.hand_won", {
    name: names[event.winner] ?? "",
    hand: event.hand,
    points: event.results[event.winner],
  });
}

/**
 * What one loser pays or is paid, and how it comes about.
 * @param {Data} payment
 * @param {readonly string[]} names
 */
function paid(payment, names) {
  const { stacks, balance, factors, result } = payment;
  const name = names[payment.seat] ?? "";
  if (stacks === undefined) return say("dafaza.pays.plain", { name, points: -result });
  const why = stacks === 0 ? say("dafaza.no_stack") : say("dafaza.stacks", { stacks });
  if (result > 0) return say("dafaza.pays.gets", { name, why, points: result });
  if (!result) return say("dafaza.pays.nothing", { name, why });
  const times = factors
    .map((/** @type {Data} */ factor) =>
      say("dafaza.times", { times: factor.times, name: say(`special.${factor.name}`) }),
    )
    .join("");
  const sum = times ? say("dafaza.sum", { base: -balance, times, points: -result }) : String(-result);
  return say("dafaza.pays.pays", { name, why, sum });
}

/**
 * How a hand ended.
 * @param {Data} event `hand_over`
 * @param {readonly Data[]} specials the special wins and the dealt win of the hand's end
 * @param {readonly string[]} names
 */
export function ending(event, specials, names) {
  return html`<b>${winnerOf(event, names)}</b>
    ${specials.map(
      (one) =>
        html`<p>${told(one, names)}</p>
          ${
            one.type === "dealt_win"
              ? html`<p class="role">${one.cards.map((/** @type {string} */ card) => face(card, { key: null }))}</p>`
              : nothing
          }`,
    )}
    <ul>
      ${event.payments.map((/** @type {Data} */ payment) => html`<li>${paid(payment, names)}</li>`)}
    </ul>`;
}
