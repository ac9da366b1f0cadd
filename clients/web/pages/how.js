/**
 * How each game is played, in short, with pictures of the cards: a page of its own, and a dialog beside a running
 * table.
 * @module
 */

import { Part, define, html, nothing } from "../app/part.js";
import { linkTo } from "../app/router.js";
import { say } from "../app/words.js";
import { back, face, nameOf } from "../cards/card.js";

/**
 * A row of cards with a word below it. `mark`: whether these may be played; null where that is no question.
 * @typedef {{ cards: string[], words: string, mark?: boolean | null }} Row
 */

/** Stands for a face-down card. */
const BACK = "back";

/** @type {(words: string, cards: string, mark?: boolean | null) => Row} */
const row = (words, cards, mark = null) => ({ words, cards: cards.split(" "), mark });

/**
 * The steps of each game: the key of its words, and its rows of cards.
 * @type {Record<string, { key: string, rows: Row[] }[]>}
 */
const STEPS = {
  agurk: [
    { key: "aim", rows: [row("penalty", "KH"), row("first", "4S")] },
    { key: "ranks", rows: [row("low_to_high", "2C 10D JS QH KC AD JK1")] },
    { key: "lead", rows: [row("one", "7D", true), row("same", "9C 9H", true), row("mixed", "9C 10H", false)] },
    {
      key: "follow",
      rows: [row("table", "9C"), row("high", "9S JD", true), row("lowest", "3H", true), row("between", "7S", false)],
    },
    { key: "round", rows: [] },
    { key: "end", rows: [] },
  ],
  hanafuda: [
    { key: "months", rows: [row("a_month", "03-bright 03-ribbon 03-chaff-1 03-chaff-2")] },
    {
      key: "turn",
      rows: [row("in_hand", "08-animal"), row("takes", "08-bright", true), row("not", "09-animal", false)],
    },
    {
      key: "values",
      rows: [
        row("bright", "01-bright"),
        row("animal", "07-animal"),
        row("ribbon", "06-ribbon"),
        row("chaff", "12-chaff-1"),
      ],
    },
    { key: "hiki", rows: [row("in_hand", "10-animal 10-chaff-1"), row("takes", "10-ribbon 10-chaff-2", true)] },
    { key: "storm", rows: [row("in_hand", "11-chaff"), row("takes", "01-bright", true)] },
    { key: "end", rows: [] },
  ],
  koikoi: [
    { key: "aim", rows: [row("a_yaku", "07-animal 10-animal 06-animal")] },
    {
      key: "turn",
      rows: [row("in_hand", "10-chaff-1"), row("takes", "10-animal", true), row("not", "07-animal", false)],
    },
    { key: "choice", rows: [] },
    { key: "points", rows: [] },
  ],
  dafaza: [
    { key: "aim", rows: [] },
    {
      key: "cards",
      rows: [
        row("strong_to_weak", "01-ribbon 02-animal 03-bright 12-bright"),
        row("kasu", "06-chaff-1 12-chaff-2"),
        row("charisma", "06-ribbon 11-bright"),
      ],
    },
    {
      key: "lead",
      rows: [
        row("one", "10-animal", true),
        row("same", "09-animal 09-chaff-1", true),
        row("mixed", "09-animal 10-animal", false),
      ],
    },
    {
      key: "follow",
      rows: [
        row("table", "09-animal 09-chaff-1"),
        row("beats", "06-ribbon 06-chaff-2", true),
        row("suits", "06-chaff-1 06-chaff-2", false),
        row("weaker", "10-ribbon 10-chaff-1", false),
        row("fold", "back back"),
      ],
    },
    { key: "last", rows: [] },
    { key: "pay", rows: [] },
    {
      key: "special",
      rows: [
        row("three", "12-chaff-1 12-chaff-2 12-chaff-3"),
        row("four", "06-animal 06-ribbon 06-chaff-1 06-chaff-2"),
        row("steel", "12-bright"),
        row("retaliation", "11-animal"),
      ],
    },
    {
      key: "dealt",
      rows: [
        row("lights", "01-bright 03-bright 08-bright 11-bright 12-bright"),
        row("animals", "06-animal 07-animal 10-animal 03-bright 08-bright 09-animal"),
        row("ribbons", "01-ribbon 02-ribbon 03-ribbon 06-ribbon 09-ribbon 10-ribbon"),
      ],
    },
  ],
};

/**
 * Koi-Koi's yaku with the points they usually have, and cards that make each.
 * @type {[name: string, points: string, cards: string][]}
 */
const YAKU = [
  ["five_brights", "15", "01-bright 03-bright 08-bright 11-bright 12-bright"],
  ["four_brights", "8", "01-bright 03-bright 08-bright 12-bright"],
  ["rainy_four_brights", "7", "01-bright 03-bright 08-bright 11-bright"],
  ["three_brights", "6", "01-bright 03-bright 08-bright"],
  ["boar_deer_butterflies", "5", "07-animal 10-animal 06-animal"],
  ["red_poetry_ribbons", "5", "01-ribbon 02-ribbon 03-ribbon"],
  ["blue_ribbons", "5", "06-ribbon 09-ribbon 10-ribbon"],
  ["cherry_viewing", "5", "03-bright 09-animal"],
  ["moon_viewing", "5", "08-bright 09-animal"],
  ["month_cards", "4", "01-bright 01-ribbon 01-chaff-1 01-chaff-2"],
  ["animals", "1+", "02-animal 04-animal 07-animal 08-animal 11-animal"],
  ["ribbons", "1+", "01-ribbon 04-ribbon 06-ribbon 07-ribbon 11-ribbon"],
  ["chaff", "1+", "01-chaff-1 02-chaff-1 03-chaff-1 12-chaff-1 11-chaff"],
];

/**
 * Whether there is a description of that game.
 * @param {string} game
 */
export function described(game) {
  return Object.hasOwn(STEPS, game);
}

/**
 * How a game is played.
 * @param {string} game
 */
export function howTo(game) {
  return html`<ol class="lessons">
      ${(STEPS[game] ?? []).map(
        ({ key, rows }) =>
          html`<li>
            <h2>${say(`how.${game}.${key}.title`)}</h2>
            <p>${say(`how.${game}.${key}`)}</p>
            ${rows.length ? html`<div class="rows">${rows.map((one) => drawn(game, key, one))}</div>` : nothing}
          </li>`,
      )}
    </ol>
    ${game === "koikoi" ? yaku() : nothing}`;
}

/**
 * @param {string} game
 * @param {string} key
 * @param {Row} row
 */
function drawn(game, key, { cards, words, mark }) {
  return html`<figure class="row">
    <div>${cards.map((card) => (card === BACK ? back("hanafuda") : face(card, { key: null })))}</div>
    <figcaption
      title=${cards
        .filter((card) => card !== BACK)
        .map(nameOf)
        .join(", ")}
    >
      ${mark === null ? nothing : html`<b class=${mark ? "yes" : "no"}>${mark ? "✓" : "✗"}</b>`}
      ${say(`how.${game}.${key}.${words}`)}
    </figcaption>
  </figure>`;
}

function yaku() {
  return html`<section class="yakulist">
    <h2>${say("how.koikoi.yaku")}</h2>
    <ul>
      ${YAKU.map(
        ([name, points, cards]) =>
          html`<li>
            <span><b>${say(`yaku.${name}`)}</b> ${say("koikoi.points", { points })}</span>
            <span class="cards">${cards.split(" ").map((card) => face(card, { key: null }))}</span>
            ${points.endsWith("+") ? html`<small>${say(`how.koikoi.yaku.${name}`)}</small>` : nothing}
          </li>`,
      )}
    </ul>
  </section>`;
}

/** The page: `game` is from the address. */
class How extends Part {
  game = "";

  content() {
    const games = Object.keys(STEPS);
    return html`<nav class="hows" aria-label=${say("page.how")}>
        ${games.map(
          (game) =>
            html`<a class="button" href=${linkTo("how", game)} aria-current=${game === this.game ? "page" : nothing}
              >${say(`game.${game}`)}</a
            >`,
        )}
      </nav>
      ${
        described(this.game)
          ? html`<article class="how">
              <h1>${say("how.title", { game: say(`game.${this.game}`) })}</h1>
              ${howTo(this.game)}
            </article>`
          : html`<p class="empty">${say("how.which")}</p>`
      }`;
  }
}

/** A small button that shows the same in a dialog; what lies behind it runs on. */
class HowButton extends Part {
  game = "";
  #open = false;

  content() {
    if (!described(this.game)) return nothing;
    return html`<button class="small" type="button" aria-haspopup="dialog" @click=${() => this.#show()}>
        ${say("page.how")}
      </button>
      <dialog
        class="how"
        aria-label=${say("how.title", { game: say(`game.${this.game}`) })}
        @close=${() => this.#closed()}
        @click=${this.#outside}
      >
        ${
          this.#open
            ? html`<div class="sheet-head">
                  <h1>${say("how.title", { game: say(`game.${this.game}`) })}</h1>
                  <form method="dialog"><button class="chief" autofocus>${say("how.close")}</button></form>
                </div>
                ${howTo(this.game)}`
            : nothing
        }
      </dialog>`;
  }

  #show() {
    this.#open = true;
    this.draw();
    const dialog = this.querySelector("dialog");
    if (dialog && !dialog.open) dialog.showModal();
  }

  #closed() {
    this.#open = false;
    this.changed();
  }

  /** A click beside the dialog closes it. @param {MouseEvent} event */
  #outside = (event) => {
    if (event.target === event.currentTarget) /** @type {HTMLDialogElement} */ (event.target).close();
  };
}

define("fuda-how", How);
define("fuda-how-button", HowButton);
