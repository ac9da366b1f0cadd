/**
 * The form for a new room.
 * @module
 */

import { player } from "../app/player.js";
import { chosen, fields } from "../app/form.js";
import { Part, define, html, nothing } from "../app/part.js";
import { router } from "../app/router.js";
import { titleOf } from "../app/titles.js";
import { say } from "../app/words.js";
import { wordsOf } from "../app/wrong.js";

class Create extends Part {
  #game = "";
  #visibility = "public";
  #wrong = "";

  content() {
    const { games, settings, name } = player.here;
    const game = games.find((one) => one.name === this.#game) ?? games[0];
    if (!game) return nothing;
    const [fewest, most] = game.seats;
    return html`<form class="create" @submit=${this.#submit}>
      <label
        >${say("create.game")}
        <select
          name="game"
          @change=${(/** @type {any} */ event) => {
            this.#game = event.target.value;
            this.changed();
          }}
        >
          ${games.map((one) => html`<option value=${one.name} ?selected=${one === game}>${titleOf(one.name)}</option>`)}
        </select></label
      >
      <label
        >${say("create.name")}<input name="title" maxlength="40" .value=${say("create.title_of", { name })} required
      /></label>
      <label
        >${say("create.seats")}<input
          name="seats"
          type="number"
          min=${fewest}
          max=${most}
          .value=${String(Math.min(most, Math.max(fewest, 4)))}
          required
          ?disabled=${fewest === most}
      /></label>
      <label
        >${say("create.visibility")}
        <select
          name="visibility"
          @change=${(/** @type {any} */ event) => {
            this.#visibility = event.target.value;
            this.changed();
          }}
        >
          ${["public", "unlisted", "locked"].map(
            (choice) => html`<option value=${choice}>${say(`visibility.${choice}`)}</option>`,
          )}
        </select></label
      >
      ${
        this.#visibility === "locked"
          ? html`<label
              >${say("create.passcode")}<input name="passcode" required maxlength="64" autocomplete="off"
            /></label>`
          : nothing
      }
      ${
        game.options.length
          ? html`<details>
              <summary>${say("create.options")}</summary>
              <div class="fields">${fields(game.options, { prefix: game.name })}</div>
            </details>`
          : nothing
      }
      <details>
        <summary>${say("create.settings")}</summary>
        <div class="fields">${fields(settings, { prefix: "setting" })}</div>
      </details>
      <button class="chief" type="submit">${say("create.create")}</button>
      <p class="wrong" role="alert">${this.#wrong}</p>
    </form>`;
  }

  /** @param {SubmitEvent} event */
  #submit = async (event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const game = player.here.games.find((one) => one.name === form.get("game"));
    if (!game) return;
    this.#wrong = "";
    try {
      const room = await player.here.create(game.name, {
        title: String(form.get("title")),
        seats: Number(form.get("seats") ?? game.seats[0]),
        visibility: /** @type {"public" | "unlisted" | "locked"} */ (form.get("visibility")),
        passcode: String(form.get("passcode") ?? "") || undefined,
        options: chosen(game.options, form, game.name),
        settings: chosen(player.here.settings, form, "setting"),
      });
      router.go("room", room.code);
    } catch (error) {
      this.#wrong = wordsOf(error);
      this.changed();
    }
  };
}

define("fuda-create", Create);
