/**
 * What games are called.
 * @module
 */

import { player } from "./player.js";
import { say, spoken } from "./words.js";

/**
 * A game's title: the page's own in the person's language, else the server's.
 * @param {string} name
 */
export function titleOf(name) {
  const key = `game.${name}`;
  if (spoken(key)) return say(key);
  const games = player.entered ? player.here.games : [];
  return games.find((game) => game.name === name)?.title ?? name.replaceAll("_", " ");
}
