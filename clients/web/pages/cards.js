/**
 * The sheet of all cards, with their names.
 * @module
 */

import { Part, define, html } from "../app/part.js";
import { say } from "../app/words.js";
import { back, face, nameOf } from "../cards/card.js";

const KINDS = [
  ["bright", "ribbon", "chaff-1", "chaff-2"],
  ["animal", "ribbon", "chaff-1", "chaff-2"],
  ["bright", "ribbon", "chaff-1", "chaff-2"],
  ["animal", "ribbon", "chaff-1", "chaff-2"],
  ["animal", "ribbon", "chaff-1", "chaff-2"],
  ["animal", "ribbon", "chaff-1", "chaff-2"],
  ["animal", "ribbon", "chaff-1", "chaff-2"],
  ["bright", "animal", "chaff-1", "chaff-2"],
  ["animal", "ribbon", "chaff-1", "chaff-2"],
  ["animal", "ribbon", "chaff-1", "chaff-2"],
  ["bright", "animal", "ribbon", "chaff"],
  ["bright", "chaff-1", "chaff-2", "chaff-3"],
];

const SUITS = ["C", "D", "H", "S"];
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const BRIDGE = [...SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit)), "JK1", "JK2", "JK3"];

class Cards extends Part {
  content() {
    return html`<h1>${say("page.cards")}</h1>
      <h2>${say("cards.hanafuda")}</h2>
      <ol class="months">
        ${KINDS.map((kinds, index) => {
          const plant = say(`plant.${index + 1}`);
          return html`<li>
            <h3>${say("cards.month", { month: index + 1, plant })}</h3>
            <div class="four">
              ${kinds.map((kind) => named(`${String(index + 1).padStart(2, "0")}-${kind}`, `${plant}: `))}
            </div>
          </li>`;
        })}
      </ol>
      <h2>${say("cards.bridge")}</h2>
      <div class="deck">${BRIDGE.map((card) => named(card))}</div>
      <h2>${say("cards.backs")}</h2>
      <div class="deck">${back("hanafuda")}${back("bridge")}</div>`;
  }
}

/**
 * A card over its name.
 * @param {string} card
 * @param {string} [above] what of its name the heading says already
 */
function named(card, above = "") {
  const name = nameOf(card);
  return html`<figure>
    ${face(card, { key: null })}
    <figcaption>${above && name.startsWith(above) ? name.slice(above.length) : name}</figcaption>
  </figure>`;
}

define("fuda-cards", Cards);
