/**
 * The page's words in the person's language.
 * @module
 */

import { en } from "../words/en.js";
import { ja } from "../words/ja.js";
import { settings } from "./settings.js";

/** @type {Record<string, Record<string, string>>} */
const LANGUAGES = { en: { ...en }, ja: { ...ja } };

/**
 * Adds the words of a game. A key that is there already keeps its words.
 * @param {Record<"en" | "ja", Record<string, string>>} words by language, the same keys in each
 */
export function learn(words) {
  for (const [language, more] of Object.entries(words)) {
    LANGUAGES[language] = { ...more, ...LANGUAGES[language] };
  }
}

/**
 * The words of that key, with `{name}` replaced by the value of that name. A key without
 * words, which only the server can name (another game, a new yaku), gives its last part.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const words = LANGUAGES[settings.language]?.[key] ?? key.slice(key.lastIndexOf(".") + 1).replaceAll("_", " ");
  return words.replace(/\{(\w+)\}/g, (_whole, name) => String(values[name] ?? ""));
}

/**
 * Whether there are words of that key: for what only the server names.
 * @param {string} key
 */
export function spoken(key) {
  return Object.hasOwn(LANGUAGES.en ?? {}, key);
}

/**
 * Several things in one phrase: "this, that and the other".
 * @param {readonly string[]} things
 */
export function together(things) {
  const own = navigator.languages.find((language) => language.split("-")[0] === settings.language);
  return new Intl.ListFormat(own ?? settings.language).format(things);
}
