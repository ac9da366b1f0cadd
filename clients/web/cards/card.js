/**
 * One card as a template: a picture, with its name for screen readers.
 * @module
 */

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { settings } from "../app/settings.js";
import { say } from "../app/words.js";
import { deckOf, load } from "./deck.js";

/** The ids of both decks. */
const CARD = /^(([2-9]|10|[JQKA])[CDHS]|JK[123]|(0[1-9]|1[0-2])-(bright|animal|ribbon|chaff)(-[123])?)$/;

/**
 * Whether that is the id of a card which can be drawn.
 * @param {unknown} value
 */
export function isCard(value) {
  return typeof value === "string" && CARD.test(value);
}

/**
 * A card's name in the person's language.
 * @param {string} card
 */
export function nameOf(card) {
  if (deckOf(card) === "hanafuda") return say(`card.${card}`);
  if (card.startsWith("JK")) return say("card.joker", { number: card.slice(2) });
  return say("card.bridge", { suit: say(`suit.${card.slice(-1)}`), rank: say(`rank.${card.slice(0, -1)}`) });
}

/**
 * A face-up card.
 * @param {string} card its id
 * @param {{ key?: string | null }} [more] `key`: what names it for motion, by default the card; null: it does not glide
 */
export function face(card, { key = card } = {}) {
  const deck = deckOf(card);
  load(deck);
  const month = deck === "hanafuda" && settings.months ? Number(card.slice(0, 2)) : 0;
  return html`<span class="card ${deck}" data-card=${key ?? nothing} role="img" aria-label=${nameOf(card)}
    ><svg viewBox="0 0 100 160" aria-hidden="true">
      ${svg`<use href=${`#${card}`}></use>`}
      ${
        month
          ? svg`<g class="month"><circle cx="17" cy="17" r="13"></circle
            ><text x="17" y="23">${month}</text></g>`
          : nothing
      }
    </svg></span
  >`;
}

/**
 * A card's back.
 * @param {import("./deck.js").Deck} deck
 * @param {{ key?: string | null, words?: string }} [more] `words`: what it is; "": a picture only
 */
export function back(deck, { key = null, words = say("card.back") } = {}) {
  load(deck);
  return html`<span
    class="card ${deck}"
    data-card=${key ?? nothing}
    role=${words ? "img" : "presentation"}
    aria-label=${words || nothing}
    ><svg viewBox="0 0 100 160" aria-hidden="true">${svg`<use href=${`#back-${deck}`}></use>`}</svg></span
  >`;
}
