/**
 * The table of a game that has none of its own: the seats and what is each one's, everything else that everybody knows,
 * what only I know, a button for every offer, and what happened, in words.
 * @module
 */

import { isTemplate, moveOf } from "../../js/offers.js";
import { define, html, nothing } from "../app/part.js";
import { titleOf } from "../app/titles.js";
import { say } from "../app/words.js";
import { face, isCard } from "../cards/card.js";
import { Table } from "./table.js";
import { capital, facts, isBySeat, isOfCards, label, sentence, shown } from "./values.js";

/** @typedef {import("../../js/fudakai.js").Room} Room */
/** @typedef {import("../../js/fudakai.js").View} View */
/** @typedef {import("../../js/messages.js").Data} Data */

/** Lines of what happened that are kept. */
const LINES = 100;

/**
 * The plain table.
 * @param {View} view
 * @param {Room | null} room where moves go; null: nothing can be played
 */
export function plain(view, room) {
  return html`<fuda-plain-table .room=${room} .view=${view}></fuda-plain-table>`;
}

class PlainTable extends Table {
  /** The cards that are chosen of a template, by its place among the offers. @type {Map<number, string[]>} */
  #chosen = new Map();
  /** The decision that they are chosen for. @type {number | null} */
  #since = null;
  /** What happened, in words, oldest first. @type {string[]} */
  #lines = [];
  /** The version up to which that is told. */
  #told = 0;
  /** Keys of lists that had another length than there are seats: they are not by seat. @type {Set<string>} */
  #lists = new Set();

  /** The names of the match by seat; between matches others may sit there. @returns {readonly string[]} */
  get #names() {
    const { view } = this;
    if (view.status === "playing" || !view.result) return view.names;
    return view.result.names.map((/** @type {string} */ name, /** @type {number} */ seat) => name || view.names[seat]);
  }

  content() {
    this.#look();
    const { view } = this;
    const names = this.#names;
    const { shared, bySeat } = this.#sorted();
    return html`<section class="table plain" aria-label=${titleOf(view.game)}>
      <p class="state">${this.#turn()}</p>
      <ul class="seats">
        ${names.map((_name, seat) => this.#seat(seat, bySeat))}
      </ul>
      ${Object.keys(shared).length ? facts(shared, names) : nothing} ${this.#mine()} ${this.#offered()}
      ${this.refused()}
      <div class="log" role="log" aria-label=${say("plain.log")} tabindex="0">
        <ol>
          ${this.#lines.map((line) => html`<li>${line}</li>`)}
        </ol>
      </div>
    </section>`;
  }

  drawn() {
    const log = this.querySelector(".log");
    if (log) log.scrollTop = log.scrollHeight;
  }

  /** Takes notice of the newest entries, and forgets what was chosen for an earlier decision. */
  #look() {
    const { view } = this;
    if (view.version < this.#told) this.#told = 0; // the room was set back
    for (const entry of view.entries) {
      if (entry.version <= this.#told) continue;
      this.#told = entry.version;
      if (entry.gap) this.#lines.push("…");
      if (entry.events.some((event) => event.type === "started")) this.#lists.clear();
      if (entry.by === "room") continue; // who comes and goes is shown beside the table
      this.#lines.push(...entry.events.map((event) => this.words(event)));
    }
    this.#lines = this.#lines.slice(-LINES);
    for (const [key, value] of Object.entries(view.table)) {
      if (Array.isArray(value) && value.length !== this.#names.length) this.#lists.add(key);
    }
    if (this.#since !== view.since) this.#chosen.clear();
    this.#since = view.since;
  }

  /** What everybody knows: of the whole table, and of each seat. */
  #sorted() {
    const { view } = this;
    const pairs = Object.entries(view.table).filter(([key]) => key !== "bots"); // the seats say who left
    const own = pairs.filter(([key, value]) => !this.#lists.has(key) && isBySeat(key, value, this.#names.length));
    return { shared: Object.fromEntries(pairs.filter((pair) => !own.includes(pair))), bySeat: own };
  }

  #turn() {
    const { view } = this;
    if (view.status !== "playing") return "";
    if (view.myTurn && this.room) return say("plain.your_turn");
    if (!view.toAct.length) return say("plain.drawing");
    return say("plain.waits", { names: view.toAct.map((seat) => view.names[seat]).join(say("plain.comma")) });
  }

  /**
   * @param {number} seat
   * @param {readonly [string, any][]} bySeat
   */
  #seat(seat, bySeat) {
    const { view } = this;
    const names = this.#names;
    const own = bySeat.map(([key, value]) => [key === "scores" ? "score" : key, value[seat]]);
    return html`<li class=${view.toAct.includes(seat) ? "acts-now" : ""}>
      ${view.over ? html`<span class="nameplate"><b>${names[seat]}</b></span>` : this.nameplate(seat)}
      ${facts(Object.fromEntries(own), names)}
    </li>`;
  }

  #mine() {
    const { view } = this;
    if (view.seat === null || !Object.keys(view.private).length) return nothing;
    return html`<section class="private" aria-label=${say("plain.private")}>
      ${Object.entries(view.private).map(
        ([key, value]) =>
          html`<h3>${key === "hand" ? say("table.hand") : label(key)}</h3>
            <div>${shown(key, value, this.#names)}</div>`,
      )}
    </section>`;
  }

  /** Every offer, those of one type together. */
  #offered() {
    const { offers } = this;
    if (!offers.length) return nothing;
    const types = [...new Set(offers.map((offer) => String(offer.type)))];
    return html`<div class="offers" role="group" aria-label=${say("plain.offers")}>
      ${types.map((type) => {
        const same = offers.filter((offer) => offer.type === type && !isTemplate(offer));
        const templates = offers.filter((offer) => offer.type === type && isTemplate(offer));
        return html`${templates.map((offer) => this.#template(offer, offers.indexOf(offer)))}
        ${
          same.length
            ? html`<div class="acts">${same.map((offer) => this.#button(offer, offers.length === 1))}</div>`
            : nothing
        }`;
      })}
    </div>`;
  }

  /**
   * @param {Data} offer
   * @param {boolean} only whether there is no other one
   */
  #button(offer, only) {
    const { names } = this.view;
    const words = capital(sentence(offer, names));
    const cards = Object.entries(offer)
      .filter(([key]) => isOfCards(key))
      .flatMap(([, value]) => value);
    const drawn = cards.length > 0 && cards.every((card) => isCard(card));
    const rest = Object.fromEntries(Object.entries(offer).filter(([key]) => !isOfCards(key)));
    return html`<button
      class=${only ? "chief" : ""}
      type="button"
      aria-label=${words}
      title=${words}
      @click=${() => this.play(offer)}
    >
      ${drawn ? capital(sentence(rest, names)) : words}
      ${drawn ? cards.map((card) => face(card, { key: null })) : nothing}
    </button>`;
  }

  /**
   * An offer that stands for many moves: so many of those cards.
   * @param {Data} offer
   * @param {number} place among the offers
   */
  #template(offer, place) {
    const { count, among, ...rest } = offer;
    const { names } = this.view;
    const chosen = this.#chosen.get(place) ?? [];
    const words = capital(sentence(rest, names));
    return html`<fieldset>
      <legend>${say("plain.choose", { what: words, count })}</legend>
      <div class="hand">
        ${among.map(
          (/** @type {string} */ card) =>
            html`<button
              type="button"
              class="hold ${chosen.includes(card) ? "chosen" : ""}"
              aria-pressed=${chosen.includes(card)}
              aria-disabled="false"
              @click=${() => this.#toggle(place, card, count)}
            >
              ${isCard(card) ? face(card, { key: null }) : html`<span class="chip">${card}</span>`}
            </button>`,
        )}
      </div>
      <div class="acts">
        <button
          class="chief"
          type="button"
          ?disabled=${chosen.length !== count}
          @click=${() => this.play(moveOf(offer, chosen))}
        >
          ${say("plain.chosen", { what: words, chosen: chosen.length, count })}
        </button>
      </div>
    </fieldset>`;
  }

  /**
   * Chooses a card or not; the one that was chosen first makes room.
   * @param {number} place
   * @param {string} card
   * @param {number} most
   */
  #toggle(place, card, most) {
    const before = this.#chosen.get(place) ?? [];
    const without = before.filter((one) => one !== card);
    this.#chosen.set(place, without.length < before.length ? without : [...before, card].slice(-most || before.length));
    this.refusal = "";
    this.changed();
  }

  /**
   * What an event says.
   * @param {Data} event
   */
  words(event) {
    const names = this.#names;
    const name = typeof event.seat === "number" ? (names[event.seat] ?? "") : "";
    if (event.type === "match_over") {
      const winners = (event.winners ?? []).map((/** @type {number} */ seat) => names[seat]);
      return say("table.match_over", { names: winners.join(say("plain.comma")) || "–" });
    }
    const known = name ? ["seat"] : [];
    const words = sentence(event, names, known);
    return name ? say("plain.event", { name, words }) : capital(words);
  }
}

define("fuda-plain-table", PlainTable);
