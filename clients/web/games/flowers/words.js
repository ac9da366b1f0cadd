/**
 * What Hanafuda and Koi-Koi both say, in both languages.
 * @module
 */

export { en } from "./en.js";
export { ja } from "./ja.js";
