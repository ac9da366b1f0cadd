/**
 * How each game is played, in short, with pictures of the cards: a page of its own, and a dialog beside a running
 * table.
 * @module
 */

import { Part, define, html, nothing } from "../app/part.js";
import { linkTo } from "../app/router.js";
import { titleOf } from "../app/titles.js";
import { say } from "../app/words.js";
import { back, face, nameOf } from "../cards/card.js";
import { BACK } from "../cards/lessons.js";
import { GAMES, gameOf } from "../games/index.js";

/**
 * How a game is played.
 * @param {string} game
 */
export function howTo(game) {
  return html`<ol class="lessons">
      ${gameOf(game)?.lessons.map(
        ({ key, rows }) =>
          html`<li>
            <h2>${say(`how.${game}.${key}.title`)}</h2>
            <p>${say(`how.${game}.${key}`)}</p>
            ${rows.length ? html`<div class="rows">${rows.map((one) => drawn(game, key, one))}</div>` : nothing}
          </li>`,
      )}
    </ol>
    ${gameOf(game)?.more?.() ?? nothing}`;
}

/**
 * @param {string} game
 * @param {string} key
 * @param {import("../cards/lessons.js").Row} row
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

/** The page: `game` is from the address. */
class How extends Part {
  game = "";

  content() {
    const games = Object.keys(GAMES);
    return html`<nav class="hows" aria-label=${say("page.how")}>
        ${games.map(
          (game) =>
            html`<a class="button" href=${linkTo("how", game)} aria-current=${game === this.game ? "page" : nothing}
              >${titleOf(game)}</a
            >`,
        )}
      </nav>
      ${
        gameOf(this.game)
          ? html`<article class="how">
              <h1>${say("how.title", { game: titleOf(this.game) })}</h1>
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
    if (!gameOf(this.game)) return nothing;
    return html`<button class="small" type="button" aria-haspopup="dialog" @click=${() => this.#show()}>
        ${say("page.how")}
      </button>
      <dialog
        class="how"
        aria-label=${say("how.title", { game: titleOf(this.game) })}
        @close=${() => this.#closed()}
        @click=${this.#outside}
      >
        ${
          this.#open
            ? html`<div class="sheet-head">
                  <h1>${say("how.title", { game: titleOf(this.game) })}</h1>
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
