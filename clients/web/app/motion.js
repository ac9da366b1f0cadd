/**
 * Cards glide: where something with a `data-card` stands elsewhere after a drawing, it is moved there from its old
 * place. The page is right at once; the motion is only shown, and so never holds up a move.
 * @module
 */

import { settings } from "./settings.js";

/** Milliseconds that a card takes, wherever it goes. */
const TIME = 260;

/** @typedef {Map<string, DOMRect>} Positions by card */

/**
 * Where the cards are.
 * @param {HTMLElement} part
 * @returns {Positions}
 */
export function positions(part) {
  /** @type {Positions} */
  const found = new Map();
  if (settings.still) return found;
  for (const element of part.querySelectorAll("[data-card]")) {
    found.set(/** @type {HTMLElement} */ (element).dataset.card ?? "", element.getBoundingClientRect());
  }
  return found;
}

/**
 * Shows the way from there to here. A card that was not on the page before comes from the part's stock, if it shows one
 * (`data-stock`).
 * @param {HTMLElement} part
 * @param {Positions} before
 */
export function glide(part, before) {
  if (settings.still || !before.size) return;
  const stock = part.querySelector("[data-stock]")?.getBoundingClientRect();
  let fresh = 0;
  for (const element of part.querySelectorAll("[data-card]")) {
    const card = /** @type {HTMLElement} */ (element);
    const known = before.get(card.dataset.card ?? "");
    const from = known ?? stock;
    if (!from) continue;
    const to = card.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < 2 || !to.width) continue;
    const scale = from.width / to.width;
    const delay = known ? 0 : Math.min(fresh++ * 25, 300);
    card.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0", zIndex: 5 },
        { transform: "none", transformOrigin: "0 0", zIndex: 5 },
      ],
      { duration: TIME, delay, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)", fill: "backwards" },
    );
  }
}
