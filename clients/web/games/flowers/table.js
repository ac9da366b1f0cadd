/**
 * What the tables of Hanafuda and Koi-Koi share: the field and the stock in the middle, captures by kind beside each
 * player, a hand whose cards take what matches.
 * @module
 */

import { html, nothing } from "../../app/part.js";
import { say } from "../../app/words.js";
import { back, face, nameOf } from "../../cards/card.js";
import { drag } from "../../tables/drag.js";
import { others } from "../../tables/seats.js";
import { Table } from "../../tables/table.js";

/** @typedef {import("../../../js/messages.js").Data} Data */

const KINDS = ["bright", "animal", "ribbon", "chaff"];
/** Where a card is let go to be played without a target. */
const FIELD = "field";

export class FlowerTable extends Table {
  /** The card of the hand that waits for a target. @type {string | null} */
  #picked = null;
  /** The card of the hand that is looked at: what it would take is marked. @type {string | null} */
  #eyed = null;
  /** How the last round ended. @type {Data | null} */
  #scored = null;
  /** Whether the next round has been dealt since. */
  #dealt = false;
  /** What was done since my last move, in words, oldest first. @type {string[]} */
  since = [];
  /** The version up to which that is told. */
  #told = 0;

  /** The game's own words beside the field. @returns {unknown} */
  aside() {
    return nothing;
  }

  /** Decisions that are no card's. @returns {unknown} */
  decisions() {
    return nothing;
  }

  /**
   * What is to be known of a rival besides.
   * @param {number} _seat
   * @returns {unknown}
   */
  mark(_seat) {
    return nothing;
  }

  /**
   * What my captures come to.
   * @param {number} _seat
   * @returns {unknown}
   */
  worth(_seat) {
    return nothing;
  }

  /**
   * How a round ended.
   * @param {Data} _event `round_scored`
   * @returns {unknown}
   */
  scored(_event) {
    return nothing;
  }

  /** The line above the table. */
  get heading() {
    return "";
  }

  content() {
    const { view } = this;
    this.#look();
    const me = view.seat;
    return html`<section class="table flowers ${view.game}" aria-label=${say(`game.${view.game}`)}>
      <div class="board">
        <p class="state">${this.heading}</p>
        <ul class="rivals">
          ${others(view).map((seat) => html`<li>${this.#rival(seat)}</li>`)}
        </ul>
        ${this.#field()} ${this.told()}
        ${
          me === null
            ? nothing
            : html`<div class="mine">
                <div class="holder">
                  <div class="line">${this.nameplate(me)}${this.#standing(me)}</div>
                  ${this.#piles(me)}
                </div>
                <p class="prompt">${this.#prompt()}</p>
                ${this.decisions()} ${this.#lay()}
                <div class="hand" role="group" aria-label=${say("table.hand")}>
                  ${(view.private.hand ?? []).map((/** @type {string} */ card) => this.#held(card))} ${this.#over()}
                </div>
              </div>`
        }
        ${me === null ? this.#over() : nothing} ${this.refused()}
      </div>
      <div class="aside">${this.aside()} ${this.#before()}</div>
    </section>`;
  }

  /** How the round ended, where the hand was. */
  #over() {
    if (!this.#scored || this.#dealt) return nothing;
    return html`<div class="scored" role="status">${this.scored(this.#scored)}</div>`;
  }

  /** How the round before ended, for who looked away. */
  #before() {
    if (!this.#scored || !this.#dealt) return nothing;
    return html`<section class="before">
      <h3>${say("flowers.last_round")}</h3>
      ${this.scored(this.#scored)}
    </section>`;
  }

  /** Takes notice of what the newest entries say, and forgets what has passed. */
  #look() {
    const { view } = this;
    for (const event of view.events) {
      if (event.type === "round_scored") {
        this.#scored = event;
        this.#dealt = false;
      } else if (["dealt", "redealt"].includes(/** @type {string} */ (event.type))) this.#dealt = true;
    }
    for (const entry of view.entries) {
      if (entry.version <= this.#told) continue;
      this.#told = entry.version;
      const words = entry.events.map((event) => this.words(event)).filter(Boolean);
      if (entry.by === view.seat) this.since = [];
      else if (words.length) this.since = [...this.since, words.join(" ")].slice(1 - view.seats.length);
    }
    if (this.#picked && !this.#plays(this.#picked).length) this.#picked = null;
    if (this.#eyed && !(view.private.hand ?? []).includes(this.#eyed)) this.#eyed = null;
  }

  /** @param {number} seat */
  #rival(seat) {
    const count = this.view.table.counts[seat];
    return html`<div class="holder">
      <div class="line">
        ${this.nameplate(seat)}
        <span class="fan" role="img" aria-label=${say("seat.cards", { count })}>
          ${Array.from({ length: count }, () => back("hanafuda", { words: "" }))}
        </span>
        <span class="standing"
          >${say("flowers.score", { score: this.view.table.scores[seat] })} ${this.mark(seat)}</span
        >
      </div>
      ${this.#piles(seat)}
    </div>`;
  }

  /** @param {number} seat */
  #standing(seat) {
    return html`<span class="standing"
      >${say("flowers.score", { score: this.view.table.scores[seat] })} ${this.worth(seat)}</span
    >`;
  }

  /** @param {number} seat */
  #piles(seat) {
    const captured = this.view.table.captured[seat];
    return html`<div
      class="piles"
      role="group"
      aria-label=${say("flowers.captured", { name: this.view.names[seat] ?? "" })}
    >
      ${KINDS.map((kind) => {
        const cards = captured[kind];
        return cards.length
          ? html`<span class="pile" title=${say(`kind.${kind}`)}>
              <small><span>${say(`kind.${kind}`)}</span> ${cards.length}</small>
              <span>${cards.map((/** @type {string} */ card) => face(card))}</span>
            </span>`
          : nothing;
      })}
    </div>`;
  }

  #field() {
    const { table } = this.view;
    return html`<div class="middle" data-drop=${FIELD}>
      <div class="stock" data-stock>
        ${table.stock ? back("hanafuda", { words: say("flowers.stock", { count: table.stock }) }) : nothing}
        <small>${table.stock || nothing}</small>
        ${table.pending ? html`<div class="pending">${face(table.pending)}</div>` : nothing}
      </div>
      <div class="field" role="group" aria-label=${say("flowers.field")}>
        ${table.field.map((/** @type {string} */ card) => this.#lying(card))}
      </div>
    </div>`;
  }

  /** @param {string} card */
  #lying(card) {
    const target = this.#targets().find((offer) => offer.target === card);
    const hint = this.offers.length ? "flowers.hand_first" : "table.not_your_turn";
    const matched = this.#eyed && (this.view.private.matches?.[this.#eyed] ?? []).includes(card);
    return html`<button
      type="button"
      class="lying ${target ? "target" : ""} ${matched ? "matched" : ""}"
      data-drop=${card}
      title=${nameOf(card)}
      aria-disabled=${!target}
      @click=${() => (target ? this.#play(target) : this.refuse(say(hint)))}
    >
      ${face(card)}
    </button>`;
  }

  /** Offers that name a card of the field, as things are. */
  #targets() {
    if (this.#picked) return this.#plays(this.#picked).filter((offer) => offer.target);
    return this.offers.filter((offer) => offer.type === "choose");
  }

  /** @param {string} card */
  #plays(card) {
    return this.offers.filter((offer) => offer.type === "play" && offer.card === card);
  }

  /** @param {string} card */
  #held(card) {
    const plays = this.#plays(card);
    /** @type {string[] | undefined} */
    const takes = this.view.private.matches?.[card];
    const eye = (/** @type {string | null} */ one) => () => {
      if (this.#eyed === one) return;
      this.#eyed = one;
      this.changed();
    };
    return html`<button
      type="button"
      class="hold ${plays.length ? "can" : ""} ${this.#picked === card ? "chosen" : ""} ${takes ? "takes" : ""}"
      title=${nameOf(card)}
      aria-pressed=${this.#picked === card}
      aria-disabled=${!plays.length}
      aria-description=${takes ? say("flowers.takes", { cards: takes.map(nameOf).join(", ") }) : nothing}
      @click=${() => this.#pick(card)}
      @pointerdown=${(/** @type {PointerEvent} */ event) => drag(event, (target) => this.#dropped(card, target))}
      @pointerenter=${eye(card)}
      @pointerleave=${eye(null)}
      @focus=${eye(card)}
      @blur=${eye(null)}
    >
      ${face(card)}
    </button>`;
  }

  /** @param {string} card */
  #pick(card) {
    const plays = this.#plays(card);
    const [first] = plays;
    if (!first) return this.refuse(say(this.#why()));
    if (plays.length === 1) return this.#play(first);
    this.#picked = this.#picked === card ? null : card;
    this.refusal = "";
    this.changed();
  }

  #why() {
    if (!this.view.myTurn) return "table.not_your_turn";
    return this.view.offers.some((offer) => offer.type === "play") ? "flowers.must_match" : "flowers.decide_first";
  }

  /**
   * @param {string} card
   * @param {string | null} target
   */
  #dropped(card, target) {
    if (target === null) return;
    const plays = this.#plays(card);
    const named = plays.find((offer) => offer.target === target);
    const plain = plays.find((offer) => !offer.target);
    const matches = this.view.private.matches?.[card] ?? [];
    if (named) return this.#play(named);
    if (plain && (target === FIELD || matches.includes(target) || !matches.length)) return this.#play(plain);
    return this.#pick(card);
  }

  /** A button to lay the picked card down, where it need not take anything. */
  #lay() {
    const plain = this.#picked && this.#plays(this.#picked).find((offer) => !offer.target);
    if (!plain) return nothing;
    return html`<button type="button" @click=${() => this.#play(plain)}>${say("flowers.lay")}</button>`;
  }

  #prompt() {
    const { view } = this;
    if (!view.myTurn || !this.offers.length) return "";
    if (view.table.pending) return say("flowers.choose", { card: nameOf(view.table.pending) });
    if (this.#picked) return say("flowers.target", { card: nameOf(this.#picked) });
    if (this.offers.some((offer) => offer.type === "play")) return say("flowers.your_turn");
    return say("flowers.decide_first");
  }

  /** @param {Data} offer */
  #play(offer) {
    this.#picked = null;
    this.#eyed = null;
    this.play(offer);
  }

  /**
   * The words of the events that both games share.
   * @param {Data} event
   * @returns {string}
   */
  words(event) {
    const name = this.view.names[event.seat] ?? "";
    const list = (/** @type {readonly string[]} */ cards) => cards.map(nameOf).join(", ");
    switch (event.type) {
      case "dealer":
      case "left":
      case "returned":
        return say(`flowers.event.${event.type}`, { name });
      case "dealt":
        return say("flowers.event.dealt", { round: event.round, name: this.view.names[event.dealer] ?? "" });
      case "redealt":
        return say("flowers.event.redealt");
      case "lucky_hand":
        return say("flowers.event.lucky_hand", { name, hand: say(`lucky.${event.hand}`), cards: list(event.cards) });
      case "played":
      case "chosen":
      case "turned": {
        const does = { name, card: nameOf(event.card), cards: list(event.captured) };
        if (event.captured.length) return say(`flowers.event.${event.type}_takes`, does);
        return say(event.choices?.length ? "flowers.event.turned_choice" : `flowers.event.${event.type}`, does);
      }
      case "match_over":
        return say("table.match_over", {
          names: event.winners.map((/** @type {number} */ seat) => this.view.names[seat]).join(", ") || "–",
        });
      default:
        return "";
    }
  }
}
