/**
 * The start: a game with bots by one button, and the ways to people.
 * @module
 */

import { player } from "../app/player.js";
import { Part, define, html, nothing } from "../app/part.js";
import { linkTo, router } from "../app/router.js";
import { titleOf } from "../app/titles.js";
import { say, spoken } from "../app/words.js";
import { wordsOf } from "../app/wrong.js";
import { back, face } from "../cards/card.js";
import { gameOf } from "../games/index.js";
import "../lobby/create.js";
import "../lobby/list.js";

/** Seats of a game with bots where the game takes many. */
const USUAL = 4;

class Home extends Part {
  #wrong = "";
  #busy = false;

  content() {
    const { here } = player;
    const rooms = new Set([...here.rooms.map((room) => room.code), ...here.seatedIn]);
    const titles = new Map(here.rooms.map((room) => [room.code, room.view?.state.title]));
    return html`<h1>${say("home.title", { name: here.name })}</h1>
      ${
        rooms.size
          ? html`<section class="panel back">
              <h2>${say("home.back")}</h2>
              ${[...rooms].map(
                (code) =>
                  html`<a class="button" href=${linkTo("room", code)}
                    >${titles.get(code) ?? ""} ${say("room.title", { code })}</a
                  >`,
              )}
            </section>`
          : nothing
      }
      <p class="wrong" role="alert">${this.#wrong}</p>
      <ul class="games">
        ${here.games.map(
          (game) =>
            html`<li class="panel game">
              <span class="sign">${signOf(game.name)}</span>
              <h2>${titleOf(game.name)}</h2>
              <p>
                ${wordsFor(game)}
                ${gameOf(game.name) ? html`<a href=${linkTo("how", game.name)}>${say("home.how")}</a>` : nothing}
              </p>
              <div class="ways">
                <button class="chief" type="button" ?disabled=${this.#busy} @click=${() => this.#bots(game)}>
                  ${say("home.bots")}
                </button>
                <button type="button" ?disabled=${this.#busy} @click=${() => this.#quick(game.name)}>
                  ${say("home.quick")}
                </button>
              </div>
            </li>`,
        )}
      </ul>
      <section>
        <h2>${say("home.tables")}</h2>
        <form class="bycode" @submit=${this.#code}>
          <label for="code">${say("home.code")}</label>
          <input
            id="code"
            name="code"
            required
            maxlength="16"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck="false"
          />
          <button type="submit">${say("list.join")}</button>
        </form>
        <fuda-list></fuda-list>
      </section>
      <details class="panel" @toggle=${shown}>
        <summary>${say("home.create")}</summary>
        <fuda-create></fuda-create>
      </details>`;
  }

  /** @param {import("../../js/messages.js").Game} game */
  #bots(game) {
    return this.#attempt(async () => {
      const seats = Math.max(game.seats[0], Math.min(game.seats[1], USUAL));
      const room = await player.here.create(game.name, {
        seats,
        visibility: "unlisted",
        settings: { turn_seconds: 0 }, // nobody waits for the only person
      });
      for (let seat = 1; seat < seats; seat++) await room.addBot("strong", seat);
      await room.ready();
      await room.start();
      return room.code;
    });
  }

  /** @param {string} name */
  #quick(name) {
    return this.#attempt(async () => (await player.here.quick(name)).code);
  }

  /** @param {SubmitEvent} event */
  #code = (event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    router.go("room", String(form.get("code")).trim().toUpperCase());
  };

  /**
   * Goes to the room that the work gives.
   * @param {() => Promise<string>} work
   */
  async #attempt(work) {
    if (this.#busy) return;
    this.#busy = true;
    this.#wrong = "";
    this.changed();
    try {
      router.go("room", await work());
    } catch (error) {
      this.#wrong = wordsOf(error);
    } finally {
      this.#busy = false;
      this.changed();
    }
  }
}

/**
 * The card that stands for a game; a back for one that the page has no sign of.
 * @param {string} name
 */
function signOf(name) {
  const own = gameOf(name);
  return own ? face(own.sign, { key: null }) : back("bridge", { words: "" });
}

/**
 * A game in one line.
 * @param {import("../../js/messages.js").Game} game
 */
function wordsFor(game) {
  const key = `game.${game.name}.words`;
  const [fewest, most] = game.seats;
  return spoken(key) ? say(key) : say(fewest === most ? "home.exactly" : "home.from_to", { fewest, most });
}

/**
 * What is opened is brought onto the page.
 * @param {ToggleEvent} event
 */
function shown(event) {
  const details = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  if (details.open) details.scrollIntoView({ block: "nearest" });
}

define("fuda-home", Home);
