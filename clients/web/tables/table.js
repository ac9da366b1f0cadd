/**
 * What the tables of all games have in common.
 * @module
 */

import { Part, html, nothing } from "../app/part.js";
import { say } from "../app/words.js";
import { wordsOf } from "../app/wrong.js";

/** @typedef {import("../../js/fudakai.js").Room} Room */
/** @typedef {import("../../js/fudakai.js").View} View */
/** @typedef {import("../../js/messages.js").Data} Data */

/**
 * What a game's folder gives to the page.
 * @typedef {object} GameParts
 * @property {Record<"en" | "ja", Record<string, string>>} words by language
 * @property {string} sign the card that stands for the game
 * @property {readonly import("../cards/lessons.js").Lesson[]} lessons how it is played
 * @property {() => unknown} [more] what follows the lessons: a template
 * @property {(view: View, room: Room | null) => unknown} table its table: a template
 */

/**
 * A table shows a view and plays offers. A class says in `content` how its game looks. `room` is null where nothing
 * can be played: in a viewer of records.
 */
export class Table extends Part {
  /** @type {Room | null} */
  room = null;
  /** @type {View | null} */
  #view = null;
  /** The last refusal, in words for the person; empty when there is none. */
  refusal = "";
  /** Whether a move is on its way. */
  busy = false;
  /** The version that my last move made: its answer comes before the view of it. */
  #made = 0;

  /** What is shown. */
  get view() {
    if (!this.#view) throw new Error("a table is given its view before it is shown");
    return this.#view;
  }

  set view(view) {
    const fresh = this.#view !== view;
    this.#view = view;
    if (fresh && this.isConnected) {
      this.refusal = "";
      this.changed();
    }
  }

  begin() {
    this.every(1000, () => this.#tick());
  }

  /** My offers; none while a move is in flight or its view has not arrived. */
  get offers() {
    return this.busy || !this.room || this.view.version < this.#made ? [] : this.view.offers;
  }

  /**
   * Plays a move; a refusal is shown, and nothing is changed by it.
   * @param {Data} move
   */
  async play(move) {
    if (!this.room || this.busy) return;
    this.busy = true;
    this.changed();
    try {
      this.#made = await this.room.move(move, this.view);
    } catch (error) {
      this.refusal = wordsOf(error);
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  /**
   * Says why something cannot be done now.
   * @param {string} words
   */
  refuse(words) {
    this.refusal = words;
    this.changed();
  }

  /** A line that says what was refused, or that my time ran out; screen readers announce it. */
  refused() {
    const late = this.room && this.view.missed ? say("table.late") : "";
    return html`<p class="refusal" role="alert">${this.refusal || late}</p>`;
  }

  /** The newest entries in words, for screen readers. */
  told() {
    const lines = this.view.entries.flatMap((entry) => entry.events.map((event) => this.words(event))).filter(Boolean);
    return html`<p class="told" role="status">${lines.join(" ")}</p>`;
  }

  /**
   * What an event says, in the person's language; "" for nothing worth a word. Each game has its own.
   * @param {Data} event
   * @returns {string}
   */
  words(event) {
    return String(event.type);
  }

  /**
   * A seat's name with its state: turn, bot, away, left, clock.
   * @param {number} seat
   */
  nameplate(seat) {
    const { view } = this;
    const told = view.seats[seat];
    const turn = view.toAct.includes(seat);
    const marks = [
      seat === view.seat && this.room && "you",
      told?.bot && "bot",
      told?.left && "left",
      told?.away && "away",
    ].filter(Boolean);
    return html`<span class="nameplate ${turn ? "turn" : ""}"
      >${turn ? html`<span class="pointer" aria-label=${say("seat.turn")}>▶</span>` : nothing}<b>${view.names[seat]}</b>
      ${marks.map((mark) => html`<small class="is-${mark}">${say(`seat.${mark}`)}</small>`)} ${this.#clock(seat)}</span
    >`;
  }

  /** @param {number} seat */
  #clock(seat) {
    const deadline = this.view.deadline(seat);
    if (deadline === null || !this.room) return nothing;
    const seconds = Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
    return html`<time class="clock ${seconds <= 10 ? "short" : ""}">${say("seat.clock", { seconds })}</time>`;
  }

  #tick() {
    if (this.#view?.state.clocks.length) this.changed();
  }
}
