/**
 * Saving a match's record as a file.
 * @module
 */

import { player } from "../app/player.js";

/**
 * Fetches the record and lets the browser save it. Rejects with Refused.
 * @param {string} match
 */
export async function download(match) {
  const record = await player.here.record(match);
  const address = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${match}.json`;
  link.click();
  URL.revokeObjectURL(address);
}
