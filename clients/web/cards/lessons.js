/**
 * What a how-to page is made of: lessons, with rows of cards.
 * @module
 */

/**
 * A row of cards with words below it. `words`: the last part of their key. `mark`: whether these may be played; null
 * where that is no question.
 * @typedef {{ cards: string[], words: string, mark: boolean | null }} Row
 */

/**
 * One lesson: the last part of its words' key, and its rows.
 * @typedef {{ key: string, rows: Row[] }} Lesson
 */

/** Stands for a face-down card. */
export const BACK = "back";

/**
 * @param {string} words the last part of the key
 * @param {string} cards their ids, with spaces between
 * @param {boolean | null} [mark]
 * @returns {Row}
 */
export function row(words, cards, mark = null) {
  return { words, cards: cards.split(" "), mark };
}
