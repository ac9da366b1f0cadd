/**
 * What went wrong, in words for a person.
 * @module
 */

import { Refused } from "../../js/fudakai.js";
import { say, spoken } from "./words.js";

/**
 * The words for an error: the page's own for a code it knows, else the server's.
 * @param {unknown} error
 * @returns {string}
 */
export function wordsOf(error) {
  if (error instanceof Refused && spoken(`refused.${error.code}`)) return say(`refused.${error.code}`);
  return error instanceof Error ? error.message : String(error);
}
