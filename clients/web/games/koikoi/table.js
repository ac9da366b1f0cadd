/**
 * The table of Koi-Koi: beside the flowers the yaku, what is still missing to them, and the decision to go on.
 * @module
 */

import { define, html, nothing } from "../../app/part.js";
import { say } from "../../app/words.js";
import { face } from "../../cards/card.js";
import { FlowerTable } from "../flowers/table.js";

/** @typedef {import("../../../js/messages.js").Data} Data */

/** A yaku is shown as near when it needs at most so many cards. */
const NEAR = 2;
/** From so many points on they are doubled (with `double_seven`). */
const SEVEN = 7;

class KoiKoiTable extends FlowerTable {
  get heading() {
    const { table, state } = this.view;
    const of = state.options.goal
      ? say("koikoi.to_goal", { goal: state.options.goal })
      : say("koikoi.of_rounds", { rounds: state.options.rounds ?? 12 });
    return say("koikoi.round", { round: table.round, of, month: table.month, plant: say(`plant.${table.month}`) });
  }

  /** @param {number} seat */
  worth(seat) {
    return this.mark(seat);
  }

  /** @param {number} seat */
  mark(seat) {
    const calls = this.view.table.koi_koi[seat];
    return calls ? html`<span class="calls">${say("koikoi.called", { calls })}</span>` : nothing;
  }

  decisions() {
    const { view } = this;
    const koi = this.offers.find((offer) => offer.type === "koi_koi");
    const stop = this.offers.find((offer) => offer.type === "stop");
    if (!stop && !koi) return nothing;
    const stake = this.#stake(view.seat ?? 0);
    return html`<div class="decision" role="group" aria-label=${say("koikoi.decide")}>
      <p>${say("koikoi.stake", stake)}</p>
      ${
        stop
          ? html`<button class="chief" type="button" @click=${() => this.play(stop)}>
              ${say("koikoi.stop", { points: stake.points })}
            </button>`
          : nothing
      }
      ${
        koi
          ? html`<button class="chief koi" type="button" @click=${() => this.play(koi)}>
              ${say("koikoi.koi_koi")}
            </button>`
          : nothing
      }
      <p><small>${say("koikoi.risk")}</small></p>
    </div>`;
  }

  /**
   * What stopping now gives that seat, and how it comes about.
   * @param {number} seat
   */
  #stake(seat) {
    const { table, state } = this.view;
    const made = Object.entries(table.yaku[seat]);
    const base = made.reduce((sum, [, points]) => sum + Number(points), 0);
    const seven = (state.options.double_seven ?? true) && base >= SEVEN;
    const rival = table.koi_koi.some(
      (/** @type {number} */ calls, /** @type {number} */ other) => other !== seat && calls > 0,
    );
    const koi = (state.options.koi_double ?? true) && rival;
    const times = [seven && say("koikoi.times_seven"), koi && say("koikoi.times_koi")].filter(Boolean).join("");
    return {
      made: made.map(([yaku]) => say(`yaku.${yaku}`)).join(", "),
      base,
      times,
      points: base * (seven ? 2 : 1) * (koi ? 2 : 1),
    };
  }

  aside() {
    const { view } = this;
    const first = view.seat ?? 0;
    return html`<h3>${say("koikoi.yaku")}</h3>
      ${[first, 1 - first].map((seat) => this.#progress(seat))}`;
  }

  /** @param {number} seat */
  #progress(seat) {
    const { table, names } = this.view;
    const made = Object.entries(table.yaku[seat] ?? {});
    const near = Object.entries(table.missing[seat] ?? {})
      .filter(([, missing]) => missing.need <= NEAR)
      .sort((one, other) => one[1].need - other[1].need);
    return html`<section class="yaku" aria-label=${say("koikoi.yaku_of", { name: names[seat] ?? "" })}>
      <h4>${names[seat]}</h4>
      ${made.length || near.length ? nothing : html`<p class="hush">${say("koikoi.none")}</p>`}
      <ul>
        ${made.map(
          ([yaku, points]) =>
            html`<li class="made">✓ ${say(`yaku.${yaku}`)} <b>${say("koikoi.points", { points })}</b></li>`,
        )}
        ${near.map(
          ([yaku, missing]) =>
            html`<li>
              ${say("koikoi.needs", { yaku: say(`yaku.${yaku}`), need: missing.need })}
              ${missing.cards ? wanted(missing.cards) : nothing}
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** @param {Data} event */
  scored(event) {
    const { names } = this.view;
    if (event.winner === null) return html`<b>${say(`koikoi.why.${event.why}`)}</b>`;
    const yaku = Object.entries(event.yaku);
    const times = event.doubled
      .map((/** @type {string} */ word) => say(`koikoi.times_${word === "seven" ? "seven" : "koi"}`))
      .join("");
    return html`<b>${say("koikoi.wins", { name: names[event.winner] ?? "", points: event.points })}</b>
      <ul>
        ${yaku.map(
          ([name, points]) => html`<li>${say(`yaku.${name}`)} ${say("koikoi.points", { points: Number(points) })}</li>`,
        )}
      </ul>
      ${times ? html`<p>${event.base}${times} = ${event.points}</p>` : nothing}`;
  }

  /** @param {Data} event */
  words(event) {
    const name = this.view.names[event.seat] ?? "";
    switch (event.type) {
      case "yaku":
        return say("koikoi.event.yaku", {
          name,
          made: Object.keys(event.made)
            .map((yaku) => say(`yaku.${yaku}`))
            .join(", "),
          total: event.total,
        });
      case "koi_koi":
      case "stopped":
        return say(`koikoi.event.${event.type}`, { name });
      case "round_scored":
        if (event.winner === null) return say(`koikoi.why.${event.why}`);
        return say("koikoi.wins", { name: this.view.names[event.winner] ?? "", points: event.points });
      default:
        return super.words(event);
    }
  }
}

/** @param {readonly string[]} cards */
function wanted(cards) {
  return html`<span class="wanted">${cards.map((card) => face(card, { key: null }))}</span>`;
}

define("fuda-koikoi-table", KoiKoiTable);
