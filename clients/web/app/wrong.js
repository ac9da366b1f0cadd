/**
 * What went wrong, in words for a person.
 * @module
 */

import { Refused, Unreachable } from "../../js/fudakai.js";
import { say, spoken } from "./words.js";

/**
 * The words for an error: the page's own for a code it knows, else the server's.
 * @param {unknown} error
 * @returns {string}
 */
export function wordsOf(error) {
  if (error instanceof Refused) return meant(error.code, error.message);
  if (error instanceof Unreachable) return say("app.unreachable");
  return error instanceof Error ? error.message : String(error);
}

/**
 * The page's own words for what the server says, else the server's.
 * @param {string} code
 * @param {string} words
 */
export function meant(code, words) {
  const key = `refused.${code}`;
  return spoken(key) ? say(key) : words;
}

/**
 * The code of a refusal; "" for other errors, and for none.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Refused ? error.code : "";
}
