/**
 * The table of Agurk: who sits around it with their penalties, the cycle in the middle, my hand below.
 * @module
 */

import { define, html, nothing } from "../../app/part.js";
import { say } from "../../app/words.js";
import { back, face, nameOf } from "../../cards/card.js";
import { exactly, fitting, toggled } from "../../tables/chooser.js";
import { others } from "../../tables/seats.js";
import { Table } from "../../tables/table.js";

/** Above this sum a player is out (A14). */
const LIMIT = 21;

class AgurkTable extends Table {
  /** @type {string[]} */
  #chosen = [];

  content() {
    const { view } = this;
    const { round, hand_size: size } = view.table;
    return html`<section class="table agurk" aria-label=${say("game.agurk")}>
      <p class="state">${say("agurk.round", { round, size })}</p>
      <ul class="others">
        ${others(view).map((seat) => html`<li class=${this.#out(seat) ? "gone" : ""}>${this.#seat(seat)}</li>`)}
      </ul>
      ${this.#cycle()} ${view.seat === null ? nothing : this.#mine(view.seat)} ${this.refused()} ${this.told()}
    </section>`;
  }

  /** @param {number} seat */
  #out(seat) {
    return this.view.table.out.includes(seat);
  }

  /** @param {number} seat */
  #seat(seat) {
    const count = this.view.table.counts[seat];
    return html`${this.nameplate(seat)}
      <div class="fan" role="img" aria-label=${say("seat.cards", { count })}>
        ${Array.from({ length: count }, () => back("bridge", { words: "" }))}
      </div>
      ${this.#penalties(seat)}`;
  }

  /** @param {number} seat */
  #penalties(seat) {
    const { penalties, scores } = this.view.table;
    const words = this.#out(seat)
      ? say("agurk.out", { sum: scores[seat] })
      : say("agurk.sum", { sum: scores[seat], limit: LIMIT });
    return html`<div class="penalties">
      <meter min="0" max=${LIMIT} high="15" value=${Math.min(scores[seat], LIMIT)} aria-hidden="true"></meter>
      <small>${words}</small>
      <span class="taken">${penalties[seat].map((/** @type {string} */ card) => face(card))}</span>
    </div>`;
  }

  #cycle() {
    const { view } = this;
    const plays = view.table.table;
    const high = Math.max(...plays.flatMap((/** @type {any} */ play) => play.cards.map(rankOf)));
    return html`<div class="cycle" role="group" aria-label=${say("agurk.cycle")}>
      ${plays.length ? nothing : html`<p class="hush">${this.#waits()}</p>`}
      ${plays.map(
        (/** @type {any} */ play) =>
          html`<figure
            class="play ${play.cards.some((/** @type {string} */ card) => rankOf(card) === high) ? "high" : ""}"
          >
            <div>${play.cards.map((/** @type {string} */ card) => face(card))}</div>
            <figcaption>${view.names[play.seat]}</figcaption>
          </figure>`,
      )}
    </div>`;
  }

  #waits() {
    const [seat] = this.view.toAct;
    return seat === undefined ? say("agurk.dealing") : say("agurk.leads", { name: this.view.names[seat] });
  }

  /** @param {number} me */
  #mine(me) {
    /** @type {string[]} */
    const hand = this.view.private.hand ?? [];
    this.#chosen = this.#chosen.filter((card) => hand.includes(card) && fitting(this.offers, [card]).length);
    const offer = exactly(this.offers, this.#chosen);
    const only = this.offers.length === 1 ? this.offers[0] : undefined;
    return html`<div class="mine">
      <div class="line">${this.nameplate(me)}${this.#penalties(me)}</div>
      <p class="prompt">${this.#prompt()}</p>
      <div class="hand" role="group" aria-label=${say("table.hand")}>${hand.map((card) => this.#card(card))}</div>
      ${
        this.offers.some((one) => one.cards.length > 1)
          ? html`<button
              class="chief"
              type="button"
              ?disabled=${!offer && !only}
              @click=${() => this.#play(offer ?? only)}
            >
              ${
                (offer ?? only)
                  ? say("agurk.play", { cards: (offer ?? only)?.cards.map(nameOf).join(", ") })
                  : say("agurk.choose")
              }
            </button>`
          : nothing
      }
    </div>`;
  }

  #prompt() {
    const { view, offers } = this;
    if (!view.myTurn || !offers.length) return "";
    const plays = view.table.table;
    if (!plays.length) return say("agurk.lead");
    const high = plays.flatMap((/** @type {any} */ play) => play.cards).reduce(higher);
    return say("agurk.follow", { count: plays[0].cards.length, card: nameOf(high) });
  }

  /** @param {string} card */
  #card(card) {
    const can = fitting(this.offers, [card]).length > 0;
    const chosen = this.#chosen.includes(card);
    return html`<button
      type="button"
      class="hold ${can ? "can" : ""} ${chosen ? "chosen" : ""}"
      aria-pressed=${chosen}
      aria-disabled=${!can}
      title=${can || !this.view.myTurn ? nameOf(card) : say("agurk.too_low")}
      @click=${() => this.#click(card)}
    >
      ${face(card)}
    </button>`;
  }

  /** @param {string} card */
  #click(card) {
    if (!this.view.myTurn) return this.refuse(say("table.not_your_turn"));
    const fits = fitting(this.offers, [card]);
    if (!fits.length) return this.refuse(say("agurk.too_low"));
    const [first] = fits;
    if (fits.length === 1 && first?.cards.length === 1) return this.#play(first);
    this.refusal = "";
    this.#chosen = toggled(this.offers, this.#chosen, card);
    this.changed();
  }

  /** @param {import("../../../js/messages.js").Data | undefined} offer */
  #play(offer) {
    if (!offer) return;
    this.#chosen = [];
    this.play(offer);
  }

  /**
   * What an event says.
   * @param {any} event
   */
  words(event) {
    const name = (/** @type {number} */ seat) => this.view.names[seat] ?? "";
    const list = (/** @type {{ seat: number, card: string }[]} */ cards) =>
      cards.map(({ seat, card }) => `${name(seat)}: ${nameOf(card)}`).join(", ");
    switch (event.type) {
      case "played":
        return say("agurk.event.played", { name: name(event.seat), cards: event.cards.map(nameOf).join(", ") });
      case "cycle_ended":
        return say("agurk.event.cycle_ended", { name: name(event.highest) });
      case "turned":
      case "penalties":
      case "drawn":
        return say(`agurk.event.${event.type}`, { cards: list(event.cards) });
      case "dealt":
        return say("agurk.event.dealt", { round: event.round, size: event.hand_size });
      case "out":
        return say("agurk.event.out", { name: name(event.seat), sum: event.penalty });
      case "player_one":
      case "leads":
      case "left":
        return say(`agurk.event.${event.type}`, { name: name(event.seat) });
      case "match_over":
        return say("table.match_over", { names: event.winners.map(name).join(", ") || "–" });
      default:
        return "";
    }
  }
}

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/**
 * A card's rank as Agurk orders them: jokers are the highest.
 * @param {string} card
 */
function rankOf(card) {
  return card.startsWith("JK") ? RANKS.length : RANKS.indexOf(card.slice(0, -1));
}

/**
 * @param {string} one
 * @param {string} other
 */
function higher(one, other) {
  return rankOf(other) > rankOf(one) ? other : one;
}

define("fuda-agurk-table", AgurkTable);
