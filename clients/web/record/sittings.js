/**
 * Matches that were played one after the other in one room, and what they add up to.
 * @module
 */

import { nameAt } from "./views.js";

/** @typedef {import("../../js/messages.js").Data} Data */

/**
 * @typedef {object} Row what the matches of a sitting brought one player
 * @property {string} name
 * @property {boolean} me
 * @property {(number | null)[]} points by match; null: not there, or the match was abandoned
 * @property {number} sum
 */

/**
 * Matches by room, those of one room together, in the order in which they are given.
 * @param {readonly Data[]} matches newest first
 * @returns {Data[][]}
 */
export function sittings(matches) {
  /** @type {Data[][]} */
  const found = [];
  for (const match of matches) {
    const last = found.at(-1);
    if (last && roomOf(last[0]?.match) === roomOf(match.match)) last.push(match);
    else found.push([match]);
  }
  return found;
}

/**
 * The points of everybody who played in a sitting, most first.
 * @param {readonly Data[]} matches in the order of the columns
 * @param {string} me my id
 * @returns {Row[]}
 */
export function scores(matches, me) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  matches.forEach((match, column) => {
    match.players.forEach((/** @type {string} */ player, /** @type {number} */ seat) => {
      const key = player || `seat ${seat}`;
      const row = rows.get(key) ?? {
        name: nameAt(match, seat),
        me: player === me,
        points: matches.map(() => null),
        sum: 0,
      };
      rows.set(key, row);
      row.points[column] = match.points[seat] ?? null;
      row.sum += match.points[seat] ?? 0;
    });
  });
  return [...rows.values()].sort((one, other) => other.sum - one.sum);
}

/** @param {string} match its id */
function roomOf(match) {
  return match.slice(0, match.lastIndexOf("-"));
}
