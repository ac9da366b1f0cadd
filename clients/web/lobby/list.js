/**
 * The rooms one can see, as they change, by game, state and free seats.
 * @module
 */

import { player } from "../app/player.js";
import { Part, define, html, nothing } from "../app/part.js";
import { linkTo } from "../app/router.js";
import { titleOf } from "../app/titles.js";
import { say } from "../app/words.js";
import { wordsOf } from "../app/wrong.js";

/** @typedef {import("../../js/fudakai.js").Lobby} Lobby */

/** @type {("waiting" | "playing" | "finished")[]} */
const STATES = ["waiting", "playing", "finished"];

class RoomList extends Part {
  /** @type {Lobby | null} */
  #lobby = null;
  /** @type {{ game?: string, status?: "waiting" | "playing" | "finished", free?: boolean }} */
  #wanted = {};
  #wrong = "";
  /** Heeds the list no more. */
  #leave = () => {};

  begin() {
    this.#follow();
  }

  end() {
    this.#lobby?.close().catch(() => {}); // the connection may be gone, and the list with it
    this.#lobby = null;
  }

  content() {
    const rooms = this.#lobby?.rooms ?? [];
    return html`<div class="filters" role="group" aria-label=${say("list.filters")}>
        <label
          >${say("list.game")}
          <select @change=${(/** @type {any} */ event) => this.#want({ game: event.target.value || undefined })}>
            <option value="">${say("list.all")}</option>
            ${player.here.games.map((game) => html`<option value=${game.name}>${titleOf(game.name)}</option>`)}
          </select></label
        >
        <label
          >${say("list.state")}
          <select @change=${(/** @type {any} */ event) => this.#want({ status: event.target.value || undefined })}>
            <option value="">${say("list.all")}</option>
            ${STATES.map((state) => html`<option value=${state}>${say(`state.${state}`)}</option>`)}
          </select></label
        >
        <label class="check"
          ><input
            type="checkbox"
            @change=${(/** @type {any} */ event) => this.#want({ free: event.target.checked || undefined })}
          />${say("list.free")}</label
        >
      </div>
      <p class="wrong" role="alert">${this.#wrong}</p>
      ${
        rooms.length
          ? html`<ul class="rooms">
              ${rooms.map(
                (room) =>
                  html`<li class="panel">
                    <b>${room.title}</b>
                    <small
                      >${titleOf(room.game)} · ${say("list.seats", { seated: room.seated, seats: room.seats })} ·
                      ${say(`state.${room.status}`)}
                      ${room.locked ? html`· 🔒 ${say("visibility.locked")}` : nothing}</small
                    >
                    <span class="ways">
                      ${
                        room.seated < room.seats && room.status !== "playing"
                          ? html`<a class="button" href=${linkTo("room", room.room)}>${say("list.join")}</a>`
                          : nothing
                      }
                      ${
                        room.spectators
                          ? html`<a class="button" href=${linkTo("watch", room.room)}>${say("list.watch")}</a>`
                          : nothing
                      }
                    </span>
                  </li>`,
              )}
            </ul>`
          : html`<p class="empty">${say("list.none")}</p>`
      }`;
  }

  /** @param {object} wanted */
  #want(wanted) {
    this.#wanted = { ...this.#wanted, ...wanted };
    this.#follow();
  }

  async #follow() {
    try {
      const lobby = await player.here.follow(this.#wanted);
      if (!this.isConnected) return void lobby.close().catch(() => {}); // as above
      this.#lobby = lobby;
      this.#wrong = "";
      this.#leave();
      this.#leave = this.heed(lobby, "rooms", () => this.changed());
    } catch (error) {
      this.#wrong = wordsOf(error);
    }
    this.changed();
  }
}

define("fuda-list", RoomList);
