/**
 * One room: its table, and beside it who sits there, what may be done, and what is said.
 * @module
 */

import { Refused } from "../../js/fudakai.js";
import { player } from "../app/player.js";
import { Part, define, html, nothing } from "../app/part.js";
import { linkTo, router } from "../app/router.js";
import { titleOf } from "../app/titles.js";
import { say } from "../app/words.js";
import { wordsOf } from "../app/wrong.js";
import "./how.js";
import "../room/chat.js";
import { people } from "../room/people.js";
import { result } from "../room/result.js";
import "../room/rules.js";
import { tableOf } from "../games/index.js";

/** @typedef {import("../../js/fudakai.js").Room} Room */

class RoomPage extends Part {
  /** The room's code, and whether to watch only; both from the address. */
  code = "";
  watch = false;
  /** @type {Room | null} */
  #room = null;
  /** @type {unknown} */
  #failure = null;
  #wrong = "";
  #copied = false;
  /** Whether a passcode was tried. */
  #tried = false;
  /** The room's status when it was last drawn. */
  #status = "";

  begin() {
    this.#enter(this.watch);
  }

  /**
   * @param {boolean} watch
   * @param {string} [passcode]
   */
  async #enter(watch, passcode) {
    this.#failure = null;
    this.#tried = passcode !== undefined;
    this.changed();
    try {
      const here = player.here;
      const enter = () => (watch ? here.spectate(this.code, passcode) : here.join(this.code, passcode));
      const room = await player.room(this.code, enter);
      if (!this.isConnected) return;
      this.#room = room;
      for (const news of ["view", "said", "closed"]) this.heed(room, news, () => this.changed());
    } catch (error) {
      this.#failure = error;
    }
    this.changed();
  }

  content() {
    const room = this.#room;
    if (this.#failure) return this.#outside(this.#failure);
    if (!room?.view) return html`<p class="empty" role="status">${say("app.connecting")}</p>`;
    if (room.closing) return this.#closed(room.closing);
    const { view } = room;
    const { state } = view;
    return html`<div class="room">
      <div class="top">
        <div class="what">
          <h1>${state.title}</h1>
          <small>${titleOf(state.game)} · ${say(`visibility.${state.visibility}`)}</small>
        </div>
        <fuda-how-button .game=${state.game}></fuda-how-button>
        <button type="button" @click=${() => this.#leave(room)}>
          ${say(view.seat === null ? "room.stop_watching" : "room.leave")}
        </button>
      </div>
      <div class="middle">
        ${
          state.status === "playing" ? nothing : html`<div class="between">${result(view)} ${this.#waiting(room)}</div>`
        }
        ${state.table ? tableOf(view, room) : nothing}
        <p class="wrong" role="alert">${this.#wrong}</p>
      </div>
      <div class="side">
        ${people(room, view, (work) => this.#attempt(work), this.#inviting(room))}
        <fuda-chat .room=${room}></fuda-chat>
        <fuda-rules .room=${room}></fuda-rules>
      </div>
    </div>`;
  }

  /** After a match its result is to be seen, wherever the page stood. */
  drawn() {
    const status = this.#room?.view?.status ?? "";
    if (status === "finished" && this.#status === "playing") {
      this.querySelector(".between")?.scrollIntoView({ block: "nearest" });
    }
    this.#status = status;
  }

  /** How others come here. @param {Room} room */
  #inviting(room) {
    return html`<p class="inviting">
      <span class="code">${say("room.code", { code: room.code })}</span>
      <button type="button" @click=${() => this.#invite()}>${say(this.#copied ? "room.copied" : "room.invite")}</button>
    </p>`;
  }

  /** @param {Room} room */
  #waiting(room) {
    const { view } = room;
    if (!view) return nothing;
    const me = view.seats.find((seat) => seat.seat === view.seat);
    const seated = view.seats.filter((seat) => seat.player !== null && !seat.left);
    const free = view.seats.filter((seat) => !seated.includes(seat));
    const game = player.here.games.find((one) => one.name === view.game);
    const fewest = game?.seats[0] ?? 2;
    const waits = seated.filter((seat) => !seat.ready);
    const others = waits.filter((seat) => seat !== me);
    const may = seated.length >= fewest && !others.length;
    const again = view.over;
    return html`<section class="panel waiting">
      <h2>${say(again ? "room.again" : "room.waiting")}</h2>
      <p role="status">
        ${
          seated.length < fewest
            ? say("room.too_few", { count: fewest - seated.length })
            : me && waits.length && !others.length
              ? say("room.waits_for_you")
              : waits.length
                ? say("room.waits_for", { names: waits.map((seat) => seat.name).join(", ") })
                : say("room.all_ready")
        }
      </p>
      ${me ? nothing : this.#button("room.sit", true, () => room.sit())}
      ${
        view.isHost && free.length ? this.#button("room.fill", seated.length < fewest, () => fill(room, free)) : nothing
      }
      ${
        me && (!view.isHost || me.ready || others.length)
          ? this.#button(me.ready ? "room.unready" : again ? "room.rematch" : "room.get_ready", !me.ready, () =>
              room.ready(!me.ready),
            )
          : nothing
      }
      ${
        view.isHost && me
          ? this.#button(
              again && !me.ready && !others.length ? "room.rematch" : "room.start",
              may,
              () => begin(room),
              !may,
            )
          : nothing
      }
    </section>`;
  }

  /**
   * @param {string} key its words
   * @param {boolean} chief whether it is what one will do next
   * @param {() => Promise<unknown>} work
   * @param {boolean} [disabled]
   */
  #button(key, chief, work, disabled = false) {
    return html`<button
      class=${chief ? "chief" : ""}
      type="button"
      ?disabled=${disabled}
      @click=${() => this.#attempt(work)}
    >
      ${say(key)}
    </button>`;
  }

  /** @param {unknown} failure */
  #outside(failure) {
    const code = failure instanceof Refused ? failure.code : "";
    const full = ["room_full", "playing", "kicked"].includes(code);
    return html`<section class="door">
      <h1>${say("room.title", { code: this.code })}</h1>
      <p class="wrong" role="alert">
        ${code === "wrong_passcode" && this.#tried ? say("door.passcode_wrong") : wordsOf(failure)}
      </p>
      ${
        code === "wrong_passcode"
          ? html`<form @submit=${this.#passcode}>
              <label
                >${say("create.passcode")}<input name="passcode" required maxlength="64" autocomplete="off"
              /></label>
              <button class="chief" type="submit">${say("door.enter")}</button>
            </form>`
          : nothing
      }
      ${
        full && code !== "kicked"
          ? html`<button class="chief" type="button" @click=${() => router.go("watch", this.code)}>
              ${say("list.watch")}
            </button>`
          : nothing
      }
      <a href=${linkTo()}>${say("app.to_start")}</a>
    </section>`;
  }

  /** @param {import("../../js/room.js").Closing} closing */
  #closed({ code, words }) {
    return html`<section class="door">
      <h1>${say("room.title", { code: this.code })}</h1>
      <p role="status">${wordsOf(new Refused(code, words))}</p>
      <a href=${linkTo()}>${say("app.to_start")}</a>
    </section>`;
  }

  /** @param {SubmitEvent} event */
  #passcode = (event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    this.#enter(this.watch, String(form.get("passcode")));
  };

  /** @param {() => Promise<unknown>} work */
  async #attempt(work) {
    this.#wrong = "";
    try {
      await work();
    } catch (error) {
      this.#wrong = wordsOf(error);
    }
    this.changed();
  }

  async #invite() {
    const address = `${location.origin}${location.pathname}${linkTo("room", this.code)}`;
    try {
      await navigator.clipboard.writeText(address);
      this.#copied = true;
    } catch {
      this.#wrong = address; // no clipboard here: to be copied by hand
    }
    this.changed();
  }

  /** @param {Room} room */
  async #leave(room) {
    const playing =
      room.view?.seat !== null && room.view?.state.status === "playing" && !room.view.seats[room.view.seat ?? 0]?.left;
    if (playing && !confirm(say("room.sure"))) return;
    await this.#attempt(() => room.leave());
    if (room.closing) router.go();
  }
}

/**
 * Starts the match as the host, who is ready with it.
 * @param {Room} room
 */
async function begin(room) {
  const view = room.view;
  if (!view?.seats.find((seat) => seat.seat === view.seat)?.ready) await room.ready();
  await room.start();
}

/**
 * Gives the free seats to bots.
 * @param {Room} room
 * @param {import("../../js/messages.js").SeatState[]} free
 */
async function fill(room, free) {
  for (const { seat } of free) await room.addBot("strong", seat);
}

define("fuda-room", RoomPage);
