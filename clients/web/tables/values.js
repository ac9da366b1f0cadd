/**
 * Whatever a game sends, in readable form, by nothing but its keys and kinds. A number under a key such as `dealer` is
 * a seat and shown as a name; a text that is the id of a card is shown as the card.
 * @module
 */

import { html } from "../app/part.js";
import { say, spoken } from "../app/words.js";
import { face, isCard, nameOf } from "../cards/card.js";

/** @typedef {import("../../js/messages.js").Data} Data */

/** Keys whose number is a seat. */
const SEAT =
  /^((next|first|last)_)?(seat|dealer|leader|parent|winner|loser|owner|caller|bidder|declarer|highest|player_one)$/;
/** Keys whose numbers are seats. */
const SEATS = /^(seats|winners|losers|leaders|out|bots|order|to_act|passed|left)$/;
/** A text that is meant for programs, and read as words. */
const IDENTIFIER = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/**
 * A key or an identifier as words.
 * @param {string} key
 */
function named(key) {
  return spoken(`label.${key}`) ? say(`label.${key}`) : key.replaceAll("_", " ");
}

/**
 * Words that begin with a capital letter.
 * @param {string} words
 */
export function capital(words) {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * A key or an identifier as a heading.
 * @param {string} key
 */
export function label(key) {
  return capital(named(key));
}

/**
 * Whether a value has one item for each seat. A list of texts, or of what names its seat itself, has not.
 * @param {string} key
 * @param {unknown} value
 * @param {number} seats how many there are
 */
export function isBySeat(key, value, seats) {
  return (
    Array.isArray(value) &&
    value.length === seats &&
    !SEATS.test(key) &&
    value.every((item) => item === null || Array.isArray(item) || ["number", "boolean"].includes(typeof item))
  );
}

/**
 * A value as a template.
 * @param {string} key
 * @param {any} value
 * @param {readonly string[]} names by seat
 * @returns {unknown}
 */
export function shown(key, value, names) {
  if (typeof value === "string") return isCard(value) ? face(value) : html`<span class="chip">${text(value)}</span>`;
  if (value === null || typeof value !== "object") return worded(key, value, names);
  if (!Array.isArray(value)) return facts(value, names);
  if (!value.length) return "–";
  if (value.every((item) => typeof item === "string")) {
    return html`<span class="cards">${value.map((item) => shown(key, item, names))}</span>`;
  }
  if (value.every((item) => item !== null && typeof item === "object" && !Array.isArray(item))) {
    return value.every(isPlay) ? plays(value, names) : rows(value, names);
  }
  if (value.some((item) => item !== null && typeof item === "object")) {
    return html`<ol>
      ${value.map((item) => html`<li>${shown(key, item, names)}</li>`)}
    </ol>`;
  }
  return worded(key, value, names);
}

/**
 * What a map holds, each with its label.
 * @param {Data} map
 * @param {readonly string[]} names by seat
 */
export function facts(map, names) {
  return html`<dl class="facts">
    ${Object.entries(map).map(
      ([key, value]) =>
        html`<div>
          <dt>${label(key)}</dt>
          <dd>${shown(key, value, names)}</dd>
        </div>`,
    )}
  </dl>`;
}

/**
 * Whether a map says that a seat has some cards, and nothing else.
 * @param {Data} map
 */
function isPlay({ seat, card, cards, ...rest }) {
  return typeof seat === "number" && (card ?? cards) !== undefined && !Object.keys(rest).length;
}

/**
 * Cards over the names of those whose they are.
 * @param {readonly Data[]} maps
 * @param {readonly string[]} names by seat
 */
function plays(maps, names) {
  return html`<div class="plays">
    ${maps.map(
      ({ seat, card, cards }) =>
        html`<figure>
          ${shown("cards", cards ?? [card], names)}
          <figcaption>${worded("seat", seat, names)}</figcaption>
        </figure>`,
    )}
  </div>`;
}

/**
 * Maps as the lines of a table.
 * @param {readonly Data[]} maps
 * @param {readonly string[]} names by seat
 */
function rows(maps, names) {
  const keys = [...new Set(maps.flatMap((map) => Object.keys(map)))];
  return html`<table>
    <thead>
      <tr>
        ${keys.map((key) => html`<th scope="col">${label(key)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${maps.map(
        (map) =>
          html`<tr>
            ${keys.map((key) => html`<td>${key in map ? shown(key, map[key], names) : ""}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/**
 * A value as text.
 * @param {string} key
 * @param {any} value
 * @param {readonly string[]} names by seat
 * @returns {string}
 */
export function worded(key, value, names) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return say(value ? "plain.yes" : "plain.no");
  if (typeof value === "number") return (SEAT.test(key) && names[value]) || String(value);
  if (typeof value === "string") return isCard(value) ? nameOf(value) : text(value);
  if (!Array.isArray(value)) return listed(Object.entries(value), names);
  if (!value.length) return "–";
  if (SEATS.test(key)) return value.map((seat) => names[seat] ?? seat).join(say("plain.comma"));
  if (isBySeat(key, value, names.length)) {
    return value.map((item, seat) => `${names[seat]} ${worded("", item, names)}`).join(say("plain.comma"));
  }
  return value.map((item) => worded(key, item, names)).join(say("plain.comma"));
}

/**
 * A move or an event in words: its type, then its cards, then all else that says something.
 * @param {Data} what
 * @param {readonly string[]} names by seat
 * @param {readonly string[]} [known] keys that are told elsewhere
 */
export function sentence(what, names, known = []) {
  const says = Object.entries(what).filter(
    ([key, value]) =>
      !["type", ...known].includes(key) &&
      value !== null &&
      value !== false &&
      !(Array.isArray(value) && !value.length) &&
      !(typeof value === "object" && !Array.isArray(value) && !Object.keys(value).length),
  );
  const cards = says.filter(([key]) => isOfCards(key)).map(([key, value]) => worded(key, value, names));
  const rest = says.filter(([key]) => !isOfCards(key));
  const more = rest.length ? say("plain.more", { more: listed(rest, names) }) : "";
  return `${[named(String(what.type ?? "")), ...cards].join(" ")}${more}`;
}

/**
 * Whether a key needs no words beside what stands under it.
 * @param {string} key
 */
export function isOfCards(key) {
  return key === "card" || key === "cards";
}

/**
 * @param {readonly [string, any][]} pairs
 * @param {readonly string[]} names by seat
 */
function listed(pairs, names) {
  return pairs
    .map(([key, value]) =>
      value === true ? named(key) : say("plain.fact", { key: named(key), value: worded(key, value, names) }),
    )
    .join(say("plain.comma"));
}

/** @param {string} value */
function text(value) {
  return IDENTIFIER.test(value) ? named(value) : value;
}
