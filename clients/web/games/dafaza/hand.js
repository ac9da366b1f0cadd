/**
 * My hand at a table of Dafaza: choosing what to lead, to show, or to fold.
 * @module
 */

import { moveOf } from "../../../js/offers.js";
import { html, nothing } from "../../app/part.js";
import { say } from "../../app/words.js";
import { face, nameOf } from "../../cards/card.js";
import { exactly, fitting, toggled } from "../../tables/chooser.js";
import { isKasu, listed, monthOf, whyNever, whyNot } from "./cards.js";
import { drag } from "../../tables/drag.js";
import { Table } from "../../tables/table.js";

/** @typedef {import("../../../js/messages.js").Data} Data */

export class DafazaHand extends Table {
  /** @type {string[]} */
  #chosen = [];
  /** The decision that the chosen cards are for. @type {number | null} */
  #since = null;

  /** What may be shown: led, or beaten with. */
  get #shows() {
    return this.offers.filter((offer) => offer.type === "play");
  }

  /** The fold's template; undefined for who leads or is not to act. */
  get #fold() {
    return this.offers.find((offer) => offer.type === "fold");
  }

  /** @returns {readonly string[]} */
  get #cards() {
    return this.view.private.hand_cards ?? [];
  }

  /**
   * The hand and its buttons.
   * @param {string} prompt
   */
  hand(prompt) {
    this.#settle();
    return html`<p class="prompt" role="status">${prompt}</p>
      <div class="choices">${this.#buttons()}</div>
      <div class="hand" role="group" aria-label=${say("table.hand")} @keydown=${this.#step}>
        ${this.#cards.map((card) => this.#card(card))}
      </div>
      ${this.#cards.length ? html`<p class="legend"><small>${say("dafaza.legend")}</small></p>` : nothing}`;
  }

  /** Forgets what was chosen for another decision; all are chosen where all must go. */
  #settle() {
    const hand = this.#cards;
    const fold = this.#fold;
    if (this.view.since !== this.#since) this.#chosen = [];
    this.#since = this.view.since;
    this.#chosen = this.#chosen.filter((card) => hand.includes(card));
    if (fold && fold.count === hand.length) this.#chosen = [...hand];
  }

  #buttons() {
    const fold = this.#fold;
    const shows = this.#shows;
    if (!fold && !shows.length) return nothing;
    const chosen = this.#chosen;
    const show = exactly(shows, chosen);
    if (!fold) {
      return html`<div class="acts">
        <button class="chief" type="button" ?disabled=${!show} @click=${() => this.#play(show)}>
          ${show ? say("dafaza.lead", { cards: listed(chosen) }) : say("dafaza.choose_lead")}
        </button>
      </div>`;
    }
    const full = chosen.length === fold.count;
    const { table, private: mine } = this.view;
    const why = full && !show && shows.length ? whyNot(chosen, table.table, mine.beat) : "";
    return html`<div class="acts">
        ${
          shows.length
            ? html`<button
                class="chief"
                type="button"
                data-drop="beat"
                ?disabled=${!show}
                @click=${() => this.#play(show)}
              >
                ${show ? say("dafaza.beat", { cards: listed(chosen) }) : say("dafaza.choose_beat")}
              </button>`
            : nothing
        }
        <button
          class=${shows.length ? "" : "chief"}
          type="button"
          data-drop="fold"
          ?disabled=${!full}
          @click=${() => this.#folds(chosen)}
        >
          ${say("dafaza.fold", { chosen: chosen.length, count: fold.count })}
        </button>
      </div>
      ${why ? html`<p class="why">${why}</p>` : nothing}`;
  }

  /** @param {string} card */
  #card(card) {
    const { view } = this;
    const shows = fitting(this.#shows, [card]).length > 0;
    const may = this.offers.length > 0;
    const chosen = this.#chosen.includes(card);
    const suit = say(isKasu(card) ? "dafaza.suit.kasu" : "dafaza.suit.charisma");
    const name = say("dafaza.card", { card: nameOf(card), month: monthOf(card), suit });
    const why = may && !shows && this.#fold ? whyNever(card, view.table.table, view.private.beat) : "";
    return html`<button
      type="button"
      class="hold ${shows ? "can" : ""} ${chosen ? "chosen" : ""}"
      aria-pressed=${chosen}
      aria-disabled=${!may}
      aria-label=${name}
      aria-description=${why || nothing}
      title=${why ? `${name}. ${why}` : name}
      @click=${() => this.#click(card)}
      @pointerdown=${(/** @type {PointerEvent} */ event) => drag(event, (target) => this.#dropped(card, target))}
    >
      ${face(card)}<span class="rank" aria-hidden="true"
        >${monthOf(card)}<i class=${isKasu(card) ? "kasu" : "charisma"}>${isKasu(card) ? "○" : "★"}</i></span
      >
    </button>`;
  }

  /** @param {string} card */
  #click(card) {
    if (!this.view.myTurn) return this.refuse(say("table.not_your_turn"));
    if (!this.offers.length) return;
    const fold = this.#fold;
    const shows = this.#shows;
    this.refusal = "";
    if (!fold) {
      const fits = fitting(shows, [card]);
      const [only] = fits;
      if (fits.length === 1) return this.#play(only);
      this.#chosen = toggled(shows, this.#chosen, card);
      return this.changed();
    }
    if (fold.count === 1 && !shows.length) return this.#folds([card]);
    if (fold.count === this.#cards.length) return this.refuse(say("dafaza.all_go"));
    this.#toggle(card, fold.count);
    return this.changed();
  }

  /**
   * Chooses a card or not; the one that was chosen first makes room.
   * @param {string} card
   * @param {number} most
   */
  #toggle(card, most) {
    const chosen = this.#chosen;
    if (chosen.includes(card)) this.#chosen = chosen.filter((one) => one !== card);
    else this.#chosen = [...chosen, card].slice(-most);
  }

  /**
   * A card was let go: with what is chosen it may be whole.
   * @param {string} card
   * @param {string | null} target
   */
  #dropped(card, target) {
    if (target === null || !this.view.myTurn) return;
    const fold = this.#fold;
    const together = this.#chosen.includes(card) ? this.#chosen : [...this.#chosen, card].slice(-(fold?.count ?? 4));
    const show = target === "fold" ? undefined : (exactly(this.#shows, together) ?? exactly(this.#shows, [card]));
    if (show) return this.#play(show);
    if (fold && together.length === fold.count && (target === "fold" || !this.#shows.length))
      return this.#folds(together);
    if (fold && together.length === fold.count)
      this.refusal = whyNot(together, this.view.table.table, this.view.private.beat);
    this.#chosen = together;
    this.changed();
  }

  /** Arrow keys go from card to card. @param {KeyboardEvent} event */
  #step = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const cards = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".hand .hold")]);
    const at = cards.findIndex((card) => card === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    cards[(at + step + cards.length) % cards.length]?.focus();
  };

  /** @param {readonly string[]} cards */
  #folds(cards) {
    const fold = this.#fold;
    if (fold) this.#play(moveOf(fold, cards));
  }

  /** @param {Data | undefined} move */
  #play(move) {
    if (!move) return;
    this.#chosen = [];
    this.play(move);
  }
}
