/**
 * Days and times as the person writes them.
 * @module
 */

import { settings } from "./settings.js";

/**
 * A moment: with `day` its day as well, else the time of day alone.
 * @param {number} at milliseconds since 1970
 * @param {{ day?: boolean }} [more]
 */
export function when(at, { day = true } = {}) {
  const own = navigator.languages.find((language) => language.split("-")[0] === settings.language);
  const form = new Intl.DateTimeFormat(own ?? settings.language, {
    ...(day ? { dateStyle: "medium" } : {}),
    timeStyle: "short",
  });
  return form.format(at);
}
