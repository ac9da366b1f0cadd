/**
 * One room: its table, and around it who sits there, what may be done, and what is said.
 * @module
 */

import { player } from "../app/player.js";
import { Part, define, html, nothing } from "../app/part.js";
import { linkTo } from "../app/router.js";
import { say } from "../app/words.js";
import { tableOf } from "../tables/tables.js";

/** @typedef {import("../../js/fudakai.js").Room} Room */

class RoomPage extends Part {
  /** The room's code, from the address. */
  code = "";
  /** @type {Room | null} */
  #room = null;
  #wrong = "";

  begin() {
    this.#enter();
  }

  async #enter() {
    try {
      const room = await player.room(this.code, () => player.here.join(this.code));
      this.#room = room;
      this.heed(room, "view", () => this.changed());
      this.heed(room, "said", () => this.changed());
      this.heed(room, "closed", () => this.changed());
    } catch (error) {
      this.#wrong = error instanceof Error ? error.message : String(error);
    }
    this.changed();
  }

  content() {
    const room = this.#room;
    if (this.#wrong) return html`<p class="wrong" role="alert">${this.#wrong}</p><a href=${linkTo()}>${say("app.to_start")}</a>`;
    if (!room?.view) return html`<p class="empty" role="status">${say("app.connecting")}</p>`;
    if (room.closing) return html`<p class="empty" role="status">${room.closing.words}</p>`;
    return html`<h1 class="quiet">${room.view.state.title}</h1>
      ${room.view.state.table ? tableOf(room) : nothing}`;
  }
}

define("fuda-room", RoomPage);
