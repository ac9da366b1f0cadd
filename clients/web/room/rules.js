/**
 * What a room's host may change, and everybody may read: title, who gets in, options, settings.
 * @module
 */

import { player } from "../app/player.js";
import { chosen, fields } from "../app/form.js";
import { Part, define, html, nothing } from "../app/part.js";
import { say } from "../app/words.js";
import { wordsOf } from "../app/wrong.js";

/** @typedef {import("../../js/fudakai.js").Room} Room */

class Rules extends Part {
  /** @type {Room | null} */
  room = null;
  #wrong = "";
  #visibility = "";

  begin() {
    if (this.room) this.heed(this.room, "view", () => this.changed());
  }

  content() {
    const view = this.room?.view;
    if (!view) return nothing;
    const { state, isHost } = view;
    const fixed = !isHost || state.status === "playing";
    const visibility = this.#visibility || state.visibility;
    const game = player.here.games.find((one) => one.name === state.game);
    return html`<details class="panel rules">
      <summary>${say(isHost ? "room.configure" : "room.rules")}</summary>
      <form @submit=${this.#submit}>
        <label
          >${say("create.name")}<input name="title" maxlength="40" required .value=${state.title} ?disabled=${!isHost}
        /></label>
        <label
          >${say("create.visibility")}
          <select
            name="visibility"
            ?disabled=${!isHost}
            @change=${(/** @type {any} */ event) => {
              this.#visibility = event.target.value;
              this.changed();
            }}
          >
            ${["public", "unlisted", "locked"].map(
              (choice) =>
                html`<option value=${choice} ?selected=${choice === visibility}>
                  ${say(`visibility.${choice}`)}
                </option>`,
            )}
          </select></label
        >
        ${
          isHost && visibility === "locked"
            ? html`<label>${say("create.passcode")}<input name="passcode" maxlength="64" autocomplete="off" /></label>`
            : nothing
        }
        <fieldset>
          <legend>${say("create.options")}</legend>
          ${fields(game?.options ?? [], { prefix: state.game, now: state.options, disabled: fixed })}
        </fieldset>
        <fieldset>
          <legend>${say("create.settings")}</legend>
          ${fields(player.here.settings, { prefix: "setting", now: state.settings, disabled: fixed })}
        </fieldset>
        ${isHost ? html`<button type="submit">${say("room.change")}</button>` : nothing}
        <p class="wrong" role="alert">${this.#wrong}</p>
      </form>
    </details>`;
  }

  /** @param {SubmitEvent} event */
  #submit = async (event) => {
    event.preventDefault();
    const view = this.room?.view;
    if (!view || !this.room) return;
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const { state } = view;
    const passcode = String(form.get("passcode") ?? "") || undefined;
    const visibility = /** @type {"public" | "unlisted" | "locked"} */ (form.get("visibility"));
    const moved = visibility !== state.visibility || passcode !== undefined;
    /** @type {import("../../js/room.js").Choices} */
    const wanted = { title: String(form.get("title")), ...(moved ? { visibility, passcode } : {}) };
    if (state.status !== "playing") {
      const game = player.here.games.find((one) => one.name === state.game);
      wanted.options = whole(game?.options ?? [], form, state.game);
      wanted.settings = whole(player.here.settings, form, "setting");
    }
    this.#wrong = "";
    try {
      await this.room.configure(wanted);
    } catch (error) {
      this.#wrong = wordsOf(error);
    }
    this.changed();
  };
}

/**
 * All options, defaults included: they may have been changed before.
 * @param {readonly import("../../js/messages.js").Option[]} options
 * @param {FormData} form
 * @param {string} prefix
 */
function whole(options, form, prefix) {
  const defaults = Object.fromEntries(options.map((option) => [option.name, option.default]));
  return { ...defaults, ...chosen(options, form, prefix) };
}

define("fuda-rules", Rules);
