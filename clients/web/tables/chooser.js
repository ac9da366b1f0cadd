/**
 * Choosing cards of a hand, where an offer may take several: which are chosen, and what that comes to.
 * @module
 */

/** @typedef {import("../../js/messages.js").Data} Data */

/**
 * The offers that take this card and all that are chosen.
 * @param {readonly Data[]} offers each with its `cards`
 * @param {readonly string[]} chosen
 * @returns {Data[]}
 */
export function fitting(offers, chosen) {
  return offers.filter((offer) => chosen.every((card) => offer.cards.includes(card)));
}

/**
 * The offer of exactly these cards, or undefined.
 * @param {readonly Data[]} offers
 * @param {readonly string[]} chosen
 * @returns {Data | undefined}
 */
export function exactly(offers, chosen) {
  return offers.find(
    (offer) => offer.cards.length === chosen.length && chosen.every((card) => offer.cards.includes(card)),
  );
}

/**
 * The cards that are chosen after this one was clicked: taken away if it was chosen, else added, alone if
 * it does not go with the others.
 * @param {readonly Data[]} offers
 * @param {readonly string[]} chosen
 * @param {string} card
 * @returns {string[]}
 */
export function toggled(offers, chosen, card) {
  if (chosen.includes(card)) return chosen.filter((one) => one !== card);
  const together = [...chosen, card];
  return fitting(offers, together).length ? together : [card];
}
