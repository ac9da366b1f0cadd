/**
 * What a person is told about the cards of Dafaza: their suit and month, and why some of them cannot be shown.
 * The server decides; this only says why.
 * @module
 */

import { say } from "../../app/words.js";
import { nameOf } from "../../cards/card.js";

/** @typedef {import("../../../js/messages.js").Data} Data */

/**
 * The lower the stronger.
 * @param {string} card
 */
export function monthOf(card) {
  return Number(card.slice(0, 2));
}

/** @param {string} card */
export function isKasu(card) {
  return card.includes("-chaff");
}

/**
 * The month of cards that share one, with its plant.
 * @param {readonly string[]} cards
 */
export function monthNamed(cards) {
  const month = monthOf(cards[0] ?? "");
  return say("dafaza.month", { month, plant: say(`plant.${month}`) });
}

/**
 * How many cards of each suit, in words: "1 kasu and 2 charisma".
 * @param {readonly string[]} cards
 */
export function madeUp(cards) {
  const kasu = cards.filter(isKasu).length;
  const charisma = cards.length - kasu;
  if (!charisma) return say("dafaza.kasu", { count: kasu });
  if (!kasu) return say("dafaza.charisma", { count: charisma });
  return say("dafaza.both", { kasu, charisma });
}

/**
 * The play that must be beaten: the last one that is shown. Null before the lead.
 * @param {readonly Data[]} plays a trick's plays in order
 * @returns {Data | null}
 */
export function bestOf(plays) {
  return plays.filter((play) => play.cards).at(-1) ?? null;
}

/**
 * Why a follower cannot show these cards, in words; they are as many as were led.
 * @param {readonly string[]} cards
 * @param {readonly Data[]} plays this trick's, in order
 * @param {string | null} beat the private part's: "yes", or why nothing can be shown
 */
export function whyNot(cards, plays, beat) {
  if (beat === "must_fold") return say("dafaza.why.must_fold");
  const led = plays[0]?.cards ?? [];
  const best = bestOf(plays)?.cards ?? [];
  if (new Set(cards.map(monthOf)).size > 1) return say("dafaza.why.months_differ");
  if (cards.filter(isKasu).length !== led.filter(isKasu).length)
    return say("dafaza.why.wrong_suits", { cards: madeUp(led) });
  return say("dafaza.why.not_stronger", { mine: monthNamed(cards), best: monthNamed(best) });
}

/**
 * Why a card is in nothing that a follower could show.
 * @param {string} card
 * @param {readonly Data[]} plays
 * @param {string | null} beat
 */
export function whyNever(card, plays, beat) {
  const led = plays[0]?.cards ?? [];
  const best = bestOf(plays)?.cards ?? [];
  if (led.length === 1 || beat === "must_fold") return whyNot([card], plays, beat);
  if (monthOf(card) >= monthOf(best[0]))
    return say("dafaza.why.not_stronger", { mine: monthNamed([card]), best: monthNamed(best) });
  return say("dafaza.why.no_set", { month: monthNamed([card]), cards: madeUp(led) });
}

/**
 * Cards by name, as a sentence lists them.
 * @param {readonly string[]} cards
 */
export function listed(cards) {
  return cards.map(nameOf).join(say("dafaza.comma"));
}
