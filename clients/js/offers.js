/**
 * Makes moves of offers. See PROTOCOL.md, "Moves: version, since, ref".
 * @module
 */

/** @typedef {import("./messages.js").Data} Data */

/**
 * Whether the offer stands for many moves: any `count` different cards out of its list `among`.
 * @param {Data} offer
 */
export function isTemplate(offer) {
  return "count" in offer;
}

/**
 * The move that an offer stands for; of a template the one with these cards. Throws TypeError, in words, for cards
 * that a template does not allow.
 * @param {Data} offer
 * @param {readonly string[]} [cards] for a template: as many as its `count`, in any order
 * @returns {Data}
 */
export function moveOf(offer, cards) {
  if (!isTemplate(offer)) return offer;
  const { count, among, ...rest } = offer;
  const chosen = new Set(cards ?? []);
  if (chosen.size !== count || cards?.length !== count) {
    throw new TypeError(`${count} different cards are wanted, not ${JSON.stringify(cards ?? [])}`);
  }
  const strangers = [...chosen].filter((card) => !among.includes(card));
  if (strangers.length) throw new TypeError(`not among the cards to choose from: ${strangers.join(" ")}`);
  return { ...rest, cards: among.filter((/** @type {string} */ card) => chosen.has(card)) };
}

/**
 * The offer itself; of a template any of its moves, each as likely as the others.
 * @param {Data} offer
 * @param {() => number} [random] from 0 up to, but not including, 1
 * @returns {Data}
 */
export function anyMoveOf(offer, random = Math.random) {
  if (!isTemplate(offer)) return offer;
  const left = [...offer.among];
  const cards = Array.from({ length: offer.count }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
  return moveOf(offer, cards);
}
