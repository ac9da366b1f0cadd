/**
 * Fields of a form for what the server says can be chosen: a game's options, a room's settings.
 * @module
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { say, spoken } from "./words.js";

/** @typedef {import("../../js/messages.js").Option} Option */

/**
 * The fields of a list of options. Their names in the form begin with `prefix`.
 * @param {readonly Option[]} options
 * @param {{ prefix: string, now?: import("../../js/messages.js").Data, disabled?: boolean }} how `now`: what is chosen
 */
export function fields(options, { prefix, now = {}, disabled = false }) {
  return options.map((option) => {
    const id = `${prefix}-${option.name}`;
    const value = now[option.name] ?? option.default;
    const words = labelOf(prefix, option);
    if (option.kind === "boolean") {
      return html`<label class="check"
        ><input type="checkbox" id=${id} name=${id} .checked=${Boolean(value)} ?disabled=${disabled} />${words}</label
      >`;
    }
    return html`<label for=${id}>${words}${control(option, id, value, disabled)}</label>`;
  });
}

/**
 * The options that differ from their defaults, as the server takes them.
 * @param {readonly Option[]} options
 * @param {FormData} form
 * @param {string} prefix
 * @returns {import("../../js/messages.js").Data}
 */
export function chosen(options, form, prefix) {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const option of options) {
    const value = read(option, form.get(`${prefix}-${option.name}`));
    if (value !== option.default) found[option.name] = value;
  }
  return found;
}

/**
 * @param {Option} option
 * @param {FormDataEntryValue | null} text
 */
function read(option, text) {
  if (option.kind === "boolean") return text !== null;
  if (text === null || text === "") return option.nullable ? null : option.default;
  if (option.kind === "choice") return option.choices?.find((choice) => String(choice) === text);
  return Number(text);
}

/**
 * The page's words for an option where it has some, else the server's.
 * @param {string} prefix
 * @param {Option} option
 */
function labelOf(prefix, option) {
  const key = prefix === "setting" ? `setting.${option.name}` : `option.${prefix}.${option.name}`;
  const words = spoken(key) ? say(key) : option.words;
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * @param {Option} option
 * @param {string} id
 * @param {any} value
 * @param {boolean} disabled
 */
function control(option, id, value, disabled) {
  if (option.kind === "choice") {
    return html`<select id=${id} name=${id} ?disabled=${disabled}>
      ${option.nullable ? html`<option value="" ?selected=${value === null}>–</option>` : nothing}
      ${option.choices?.map(
        (choice) =>
          html`<option value=${String(choice)} ?selected=${choice === value}>
            ${spoken(`choice.${choice}`) ? say(`choice.${choice}`) : String(choice).replaceAll("_", " ")}
          </option>`,
      )}
    </select>`;
  }
  const whole = option.kind === "integer";
  return html`<input
    type="number"
    id=${id}
    name=${id}
    step=${whole ? "1" : "any"}
    min=${option.min ?? nothing}
    max=${option.max ?? nothing}
    .value=${value === null ? "" : String(value)}
    ?required=${!option.nullable}
    ?disabled=${disabled}
  />`;
}
