/**
 * The table of Hanafuda: beside the flowers the values of the captures, hikis and storms.
 * @module
 */

import { define, html, nothing } from "../../app/part.js";
import { say } from "../../app/words.js";
import { nameOf } from "../../cards/card.js";
import { FlowerTable } from "../flowers/table.js";

/** @typedef {import("../../../js/messages.js").Data} Data */

class HanafudaTable extends FlowerTable {
  get heading() {
    const { table, state } = this.view;
    const { match_end: end = "rounds", rounds = 3, goal = 300, lead = 300 } = state.options;
    return say(`hanafuda.round.${end}`, {
      round: table.round,
      rounds,
      goal,
      lead,
      dealer: this.view.names[table.dealer] ?? "–",
    });
  }

  /** @param {number} seat */
  worth(seat) {
    return html`<span class="value">${say("hanafuda.value", { value: this.view.table.captured_value[seat] })}</span>`;
  }

  decisions() {
    const hikis = this.offers.filter((offer) => offer.type === "hiki");
    return hikis.map(
      (offer) =>
        html`<button type="button" class="chief" @click=${() => this.play(offer)}>
          ${say("hanafuda.hiki", { plant: say(`plant.${offer.month}`) })}
        </button>`,
    );
  }

  aside() {
    const { table, names } = this.view;
    const most = Math.max(1, ...table.captured_value);
    return html`<h3>${say("hanafuda.captures")}</h3>
      <ul class="values">
        ${table.captured_value.map(
          (/** @type {number} */ value, /** @type {number} */ seat) =>
            html`<li>
              <span>${names[seat]}</span><meter min="0" max=${most} value=${value} aria-hidden="true"></meter
              ><b>${value}</b>
            </li>`,
        )}
      </ul>
      <p class="hush"><small>${say("hanafuda.worths")}</small></p>
      ${this.room && this.since.length > 1 ? this.#missed() : nothing}`;
  }

  /** The others' moves, where several are made before one has read the first. */
  #missed() {
    return html`<section>
      <h3>${say("hanafuda.since")}</h3>
      <ol class="since">
        ${this.since.map((words) => html`<li>${words}</li>`)}
      </ol>
    </section>`;
  }

  /** @param {Data} event */
  scored(event) {
    const { names } = this.view;
    return html`<b>${say("hanafuda.wins", { name: names[event.winner] ?? "", gained: event.gained[event.winner] })}</b>
      ${event.tied.length ? html`<p>${say("hanafuda.tied")}</p>` : nothing}
      <ul>
        ${event.values.map(
          (/** @type {number} */ value, /** @type {number} */ seat) => html`<li>${names[seat]}: ${value}</li>`,
        )}
      </ul>`;
  }

  /** @param {Data} event */
  words(event) {
    const name = this.view.names[event.seat] ?? "";
    switch (event.type) {
      case "hiki":
        return say("hanafuda.event.hiki", { name, plant: say(`plant.${event.month}`) });
      case "played":
        if (event.wild) return say("hanafuda.event.storm", { name, cards: event.captured.map(nameOf).join(", ") });
        return super.words(event);
      case "round_scored":
        return say("hanafuda.wins", { name: this.view.names[event.winner] ?? "", gained: event.gained[event.winner] });
      default:
        return super.words(event);
    }
  }
}

define("fuda-hanafuda-table", HanafudaTable);
