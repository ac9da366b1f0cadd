/**
 * The page's words in the person's language.
 * @module
 */

import { en } from "../words/en.js";
import { ja } from "../words/ja.js";
import { settings } from "./settings.js";

/** @type {Record<string, Record<string, string>>} */
const LANGUAGES = { en, ja };

/**
 * The words of that key, with `{name}` replaced by the value of that name. English where the other language has none; a
 * key that nobody wrote is an error.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const words = LANGUAGES[settings.language]?.[key] ?? en[key];
  if (words === undefined) throw new RangeError(`there are no words for ${key}`);
  return words.replace(/\{(\w+)\}/g, (_whole, name) => String(values[name] ?? ""));
}

/**
 * Whether there are words of that key: for what only the server names.
 * @param {string} key
 */
export function spoken(key) {
  return Object.hasOwn(en, key);
}
