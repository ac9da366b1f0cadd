/**
 * The games that have a table of their own, by the names that the server gives them. No other file of the page names
 * a game. Every other game is shown by the plain table.
 * @module
 */

import { learn } from "../app/words.js";
import { plain } from "../tables/plain.js";
import { agurk } from "./agurk/game.js";
import { dafaza } from "./dafaza/game.js";
import { hanafuda } from "./hanafuda/game.js";
import { koikoi } from "./koikoi/game.js";

/** @typedef {import("../../js/fudakai.js").Room} Room */
/** @typedef {import("../../js/fudakai.js").View} View */
/** @typedef {import("../tables/table.js").GameParts} GameParts */

/** @type {Readonly<Record<string, GameParts>>} */
export const GAMES = { hanafuda, koikoi, dafaza, agurk };

for (const game of Object.values(GAMES)) learn(game.words);

/**
 * What the page has for that game; undefined for a game without a table of its own.
 * @param {string} name
 */
export function gameOf(name) {
  return Object.hasOwn(GAMES, name) ? GAMES[name] : undefined;
}

/**
 * The table of a game, as a view shows it.
 * @param {View} view
 * @param {Room | null} room where moves go; null: nothing can be played
 * @returns {unknown} a template
 */
export function tableOf(view, room) {
  return (gameOf(view.game)?.table ?? plain)(view, room);
}
