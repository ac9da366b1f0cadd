/**
 * The table of Dafaza: four seats around the trick, stacks and stones at each, my hand below.
 * @module
 */

import { define, html, nothing } from "../../app/part.js";
import { say } from "../../app/words.js";
import { back, face } from "../../cards/card.js";
import { bestOf, listed, madeUp, monthNamed } from "./cards.js";
import { DafazaHand } from "./hand.js";
import { drawn, janken } from "./janken.js";
import { standing, tops } from "./stones.js";
import { ending, told } from "./tell.js";

/** @typedef {import("../../../js/messages.js").Data} Data */

/** Where a seat sits, clockwise from who looks. */
const SIDES = ["near", "left", "far", "right"];
class DafazaTable extends DafazaHand {
  /** The view whose events have been looked at. @type {unknown} */
  #looked = null;
  /** The trick that lies or lay there last. @type {{ plays: Data[], winner: number | null }} */
  #trick = { plays: [], winner: null };
  /** The last janken. @type {Data | null} */
  #thrown = null;
  /** How the last hand ended, and what was special about it. @type {{ over: Data, specials: Data[] } | null} */
  #ended = null;
  /** Special wins since the last hand's end. @type {Data[]} */
  #specials = [];

  content() {
    this.#look();
    const { view } = this;
    const me = view.seat;
    return html`<section class="table dafaza" aria-label=${say("game.dafaza")}>
      <p class="state">${this.#heading()}</p>
      <div class="around">
        ${view.seats
          .filter(({ seat }) => seat !== me)
          .map(({ seat }) => html`<div class="place ${this.#side(seat)}">${this.#seat(seat)}</div>`)}
        ${this.#middle()}
      </div>
      ${me === null ? nothing : html`<div class="mine">${this.#mine(me)}</div>`} ${this.refused()} ${this.#memory()}
      ${this.told()}
    </section>`;
  }

  /** Takes notice of the newest entries, once. */
  #look() {
    const { view } = this;
    if (this.#looked === view) return;
    this.#looked = view;
    for (const event of view.events) this.#note(event);
    const plays = view.table.table;
    if (plays.length) this.#trick = { plays, winner: null };
  }

  /** @param {Data} event */
  #note(event) {
    switch (event.type) {
      case "thrown":
        this.#thrown = event;
        break;
      case "dealt":
        this.#trick = { plays: [], winner: null };
        this.#specials = [];
        break;
      case "led":
        this.#trick = { plays: [{ seat: event.seat, cards: event.cards }], winner: null };
        break;
      case "beat":
        this.#trick.plays = [...this.#trick.plays, { seat: event.seat, cards: event.cards }];
        break;
      case "folded":
        this.#trick.plays = [...this.#trick.plays, { seat: event.seat, folded: event.count }];
        break;
      case "trick_won":
        this.#trick.winner = event.seat;
        break;
      case "special":
      case "dealt_win":
        this.#specials = event.points && event.type === "special" ? [] : [...this.#specials, event];
        break;
      case "hand_over":
        this.#ended = { over: event, specials: this.#specials };
        break;
      default:
    }
  }

  #heading() {
    const { table, names } = this.view;
    if (table.parent === null && table.next_parent === null) return say("dafaza.first");
    const parent = table.next_parent ?? table.parent;
    const words = { hand: table.hand, hands: table.hands, name: names[parent] ?? "", factor: table.factor };
    if (table.next_parent !== null) return say("dafaza.dealing", words);
    const trick =
      table.counts.some(Boolean) || table.table.length ? say("dafaza.trick", { trick: table.tricks + 1 }) : "";
    return html`${say(table.official ? "dafaza.official" : "dafaza.temporary", words)} ${trick}
    ${table.last_trick ? html`<b class="last">${say("dafaza.last_trick")}</b>` : nothing}`;
  }

  /** @param {number} seat */
  #side(seat) {
    return SIDES[(seat - (this.view.seat ?? 0) + SIDES.length) % SIDES.length];
  }

  /** @param {number} seat */
  #seat(seat) {
    const count = this.view.table.counts[seat];
    return html`<div class="line">${this.nameplate(seat)} ${this.#parent(seat)}</div>
      ${standing(this.view, seat)}
      <div class="fan" role="img" aria-label=${say("seat.cards", { count })}>
        ${Array.from({ length: count }, () => back("hanafuda", { words: "" }))}
      </div>
      ${tops(this.view, seat)}`;
  }

  /** @param {number} me */
  #mine(me) {
    return html`<div class="line">
        ${this.nameplate(me)} ${this.#parent(me)} ${standing(this.view, me)} ${tops(this.view, me)}
      </div>
      ${this.hand(this.#prompt())}`;
  }

  /** @param {number} seat */
  #parent(seat) {
    const { table } = this.view;
    if ((table.next_parent ?? table.parent) !== seat) return nothing;
    if (table.next_parent !== null) return html`<span class="parent">${say("dafaza.parent")}</span>`;
    return html`<span class="parent" title=${say(table.official ? "dafaza.parent.official" : "dafaza.parent.temporary")}
      >${say("dafaza.parent.times", { factor: table.factor })}</span
    >`;
  }

  #middle() {
    const { view } = this;
    const { table } = view;
    const ended = this.#ended;
    if (table.janken.length)
      return html`<div class="trick">${janken(view, this.offers, this.#thrown, (offer) => this.play(offer))}</div>`;
    if (ended && (table.next_parent !== null || view.over)) {
      return html`<div class="trick">
        <div class="scored" role="status">${ending(ended.over, ended.specials, view.names)}</div>
      </div>`;
    }
    const { plays, winner } = this.#trick;
    return html`<div class="trick" data-drop="trick" role="group" aria-label=${say("dafaza.this_trick")}>
      ${plays.length ? plays.map((play) => this.#played(play, plays, winner)) : this.#quiet()}
      ${winner === null ? nothing : html`<p class="taken">${this.#taken(winner)} ${this.#leads()}</p>`}
    </div>`;
  }

  /** @param {number} winner */
  #taken(winner) {
    return say("dafaza.taken", { name: this.view.names[winner] ?? "" });
  }

  #quiet() {
    const { view } = this;
    if (view.table.next_parent !== null || view.table.parent === null) {
      const signs = this.#thrown?.signs ?? [];
      return html`<div class="hush">
        <p class="thrown">
          ${signs.map((/** @type {Data} */ one) => html`<span>${view.names[one.seat]} ${drawn(one.sign)}</span>`)}
        </p>
        ${say("dafaza.deals")}
      </div>`;
    }
    return html`<p class="hush">${this.#leads()}</p>`;
  }

  #leads() {
    const { lead, table } = this.view.table;
    return lead === null || table.length ? "" : say("dafaza.leads", { name: this.view.names[lead] ?? "" });
  }

  /**
   * @param {Data} play
   * @param {readonly Data[]} plays
   * @param {number | null} winner of a finished trick
   */
  #played(play, plays, winner) {
    const best = play === bestOf(plays);
    const count = play.folded ?? play.cards.length;
    const does = play.folded
      ? "folded"
      : best
        ? winner === null
          ? "best"
          : "won"
        : play === plays[0]
          ? "led"
          : "beaten";
    return html`<figure class="play ${this.#side(play.seat)} ${best ? "high" : ""} ${winner === null ? "" : "past"}">
      <div>
        ${
          play.folded
            ? Array.from({ length: count }, () => back("hanafuda", { words: say("dafaza.face_down") }))
            : play.cards.map((/** @type {string} */ card) => face(card, winner === null ? {} : { key: null }))
        }
      </div>
      <figcaption><span class="whose">${this.view.names[play.seat]}:</span> ${say(`dafaza.play.${does}`)}</figcaption>
    </figure>`;
  }

  #prompt() {
    const { view, offers } = this;
    const { table } = view;
    if (!view.myTurn || !offers.length || table.janken.length) return "";
    const led = table.table[0]?.cards;
    if (!led) return say(table.tricks ? "dafaza.prompt.lead" : "dafaza.prompt.lead_first");
    const count = led.length;
    const all = view.private.hand_cards.length === count;
    const { beat } = view.private;
    if (beat === "yes") {
      const best = bestOf(table.table);
      return say("dafaza.prompt.beat", { cards: madeUp(led), best: monthNamed(best?.cards ?? []), count });
    }
    const why = say(`dafaza.cannot.${beat}`, {
      cards: madeUp(led),
      best: monthNamed(bestOf(table.table)?.cards ?? []),
    });
    const fold = all ? "fold_all" : count === 1 ? "fold_one" : "fold";
    return `${why} ${say(`dafaza.prompt.${fold}`, { count })}`;
  }

  /** What one may want to remember: cards that were beaten, my own folds, how the last hand ended. */
  #memory() {
    const { view } = this;
    const { beaten } = view.table;
    const folded = view.private.folded ?? [];
    const ended = this.#ended;
    const past = ended && view.table.next_parent === null && !view.over;
    if (!beaten.length && !folded.length && !past) return nothing;
    return html`<details class="memory">
      <summary>${say("dafaza.memory")}</summary>
      ${this.#kept("dafaza.beaten", beaten)} ${this.#kept("dafaza.my_folds", folded)}
      ${past ? html`<div class="scored">${ending(ended.over, ended.specials, view.names)}</div>` : nothing}
    </details>`;
  }

  /**
   * @param {string} key
   * @param {readonly string[]} cards
   */
  #kept(key, cards) {
    return cards.length
      ? html`<p>${say(key)}</p>
          <div class="kept" role="group" aria-label=${listed(cards)}>
            ${cards.map((card) => face(card, { key: null }))}
          </div>`
      : nothing;
  }

  /** @param {Data} event */
  words(event) {
    return told(event, this.view.names);
  }
}

define("fuda-dafaza-table", DafazaTable);
