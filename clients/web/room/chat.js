/**
 * What is said in a room.
 * @module
 */

import { Part, define, html, nothing } from "../app/part.js";
import { say } from "../app/words.js";
import { wordsOf } from "../app/wrong.js";

/** @typedef {import("../../js/fudakai.js").Room} Room */

/** @type {("hello" | "good_luck" | "well_played" | "thanks" | "sorry" | "wow")[]} */
const EMOTES = ["hello", "good_luck", "well_played", "thanks", "sorry", "wow"];
/** Characters of one line. */
const LONGEST = 300;

class Chat extends Part {
  /** @type {Room | null} */
  room = null;
  #wrong = "";

  begin() {
    if (this.room) this.heed(this.room, "said", () => this.changed());
    if (this.room) this.heed(this.room, "view", () => this.changed());
  }

  content() {
    const { room } = this;
    if (!room?.view) return nothing;
    const wanted = room.view.state.settings.chat;
    const may = wanted === "all" || (wanted === "seated" && room.view.seat !== null);
    return html`<section class="panel chat">
      <h2>${say("room.chat")}</h2>
      <div class="lines" role="log" aria-label=${say("room.chat")} tabindex="0">
        <ol>
          ${room.lines.map(
            (line) =>
              html`<li>
                <b>${line.name}</b> ${line.emote ? html`<em>${say(`emote.${line.emote}`)}</em>` : line.text}
              </li>`,
          )}
        </ol>
      </div>
      ${
        may
          ? html`<form @submit=${this.#submit}>
                <input
                  name="text"
                  maxlength=${LONGEST}
                  autocomplete="off"
                  aria-label=${say("room.say")}
                  placeholder=${say("room.say")}
                />
                <button type="submit">${say("room.send")}</button>
              </form>
              <div class="emotes">
                ${EMOTES.map(
                  (emote) =>
                    html`<button type="button" @click=${() => this.#send((to) => to.emote(emote))}>
                      ${say(`emote.${emote}`)}
                    </button>`,
                )}
              </div>`
          : html`<p>${say("refused.chat_off")}</p>`
      }
      <p class="wrong" role="alert">${this.#wrong}</p>
    </section>`;
  }

  drawn() {
    const lines = this.querySelector(".lines");
    if (lines) lines.scrollTop = lines.scrollHeight;
  }

  /** @param {SubmitEvent} event */
  #submit = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const text = String(new FormData(form).get("text") ?? "").trim();
    if (!text) return;
    form.reset();
    this.#send((room) => room.chat(text));
  };

  /** @param {(room: Room) => Promise<void>} send */
  async #send(send) {
    if (!this.room) return;
    this.#wrong = "";
    try {
      await send(this.room);
    } catch (error) {
      this.#wrong = wordsOf(error);
    }
    this.changed();
  }
}

define("fuda-chat", Chat);
