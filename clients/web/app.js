/**
 * The whole page: its head, a word about the connection, and the page that the address names.
 * @module
 */

import { player } from "./app/player.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";
import { Part, define, html, nothing } from "./app/part.js";
import { linkTo, router } from "./app/router.js";
import { settings } from "./app/settings.js";
import { titleOf } from "./app/titles.js";
import { say, together } from "./app/words.js";
import { codeOf, wordsOf } from "./app/wrong.js";
import { GAMES } from "./games/index.js";
import "./pages/cards.js";
import "./pages/history.js";
import "./pages/home.js";
import "./pages/match.js";
import "./pages/ranking.js";
import "./pages/how.js";
import "./pages/room.js";

/**
 * The pages by the first part of their address; `needs`: whether it needs a connection.
 * @type {Record<string, { needs: boolean, show: (rest: string[]) => unknown }>}
 */
const PAGES = {
  "": { needs: true, show: () => html`<fuda-home></fuda-home>` },
  room: {
    needs: true,
    show: ([code = ""]) => html`<fuda-room .code=${code.toUpperCase()} .watch=${false}></fuda-room>`,
  },
  watch: {
    needs: true,
    show: ([code = ""]) => html`<fuda-room .code=${code.toUpperCase()} .watch=${true}></fuda-room>`,
  },
  history: { needs: true, show: () => html`<fuda-history></fuda-history>` },
  ranking: { needs: true, show: ([game = ""]) => html`<fuda-ranking .game=${game}></fuda-ranking>` },
  match: { needs: true, show: ([match = ""]) => html`<fuda-match .match=${match}></fuda-match>` },
  how: { needs: false, show: ([game = ""]) => html`<fuda-how .game=${game}></fuda-how>` },
  cards: { needs: false, show: () => html`<fuda-cards></fuda-cards>` },
};

/** The pages that the head leads to. */
const LINKS = ["", "history", "ranking", "cards"];

class App extends Part {
  /** Why the server did not let this person in. @type {unknown} */
  #failure = null;

  begin() {
    this.heed(router, "moved", () => {
      this.changed();
      scrollTo(0, 0);
    });
    this.heed(player, "changed", () => this.changed());
    this.heed(window, "online", () => player.client?.retry());
    this.heed(document, "visibilitychange", () => {
      if (!document.hidden) player.client?.retry();
    });
    if (player.known) this.#enter("");
  }

  content() {
    const [name = "", ...rest] = router.parts;
    const page = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
    const needs = page?.needs ?? false;
    document.title = name ? `${say(`page.${page ? name : "none"}`)} · Fudakai` : "Fudakai";
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>${say("app.skip")}</a>
      ${this.#head()} ${this.#notice()}
      <main id="main" tabindex="-1">
        ${
          !page
            ? html`<p class="empty">${say("app.no_page")} <a href=${linkTo()}>${say("app.to_start")}</a></p>`
            : needs && player.state === "none"
              ? this.#door()
              : needs && !player.entered
                ? html`<p class="empty" role="status">${say("app.connecting")}</p>`
                : repeat([router.parts.join("/")], String, () => page.show(rest))
        }
      </main>
    `;
  }

  #head() {
    const [here = ""] = router.parts;
    return html`<header class="head">
      <a class="brand" href=${linkTo()}><img src="/web/icon.svg" alt="" width="28" height="28" />Fudakai</a>
      <nav aria-label=${say("app.pages")}>
        ${LINKS.map(
          (name) =>
            html`<a href=${linkTo(...(name ? [name] : []))} aria-current=${name === here ? "page" : nothing}
              >${say(name ? `page.${name}` : "app.lobby")}</a
            >`,
        )}
      </nav>
      <details class="menu">
        <summary aria-label=${say("settings.title")}>⚙</summary>
        <div class="sheet">
          ${this.#choice("language", ["en", "ja"])} ${this.#choice("theme", ["auto", "light", "dark"])}
          ${this.#choice("motion", ["auto", "still"])}
          <label class="check"
            ><input
              type="checkbox"
              .checked=${settings.months}
              @change=${(/** @type {any} */ event) => settings.keep({ months: event.target.checked })}
            />${say("settings.months")}</label
          >
          ${
            player.client
              ? html`<p class="who">${say("settings.you", { name: settings.name })}</p>
                  <button type="button" @click=${() => this.#forget()}>${say("settings.forget")}</button>`
              : nothing
          }
        </div>
      </details>
    </header>`;
  }

  /**
   * @param {"language" | "theme" | "motion"} what
   * @param {string[]} choices
   */
  #choice(what, choices) {
    return html`<label
      >${say(`settings.${what}`)}
      <select @change=${(/** @type {any} */ event) => settings.keep({ [what]: event.target.value })}>
        ${choices.map(
          (choice) =>
            html`<option value=${choice} ?selected=${settings[what] === choice}>
              ${say(`settings.${what}.${choice}`)}
            </option>`,
        )}
      </select></label
    >`;
  }

  #notice() {
    const away = player.state === "reconnecting";
    const over = player.state === "closed" && player.client?.failure;
    const words = over ? wordsOf(over) : away ? say("app.reconnecting") : player.notice;
    return html`<div class="notice ${away ? "away" : ""}" role="status" ?hidden=${!words}>
      ${words}
      ${over ? html`<button type="button" @click=${() => this.#enter("")}>${say("app.again")}</button>` : nothing}
    </div>`;
  }

  #door() {
    return html`<section class="door">
      <h1>${say("door.title")}</h1>
      <p>${say("door.words", { games: together(Object.keys(GAMES).map(titleOf)) })}</p>
      <form @submit=${this.#submit}>
        <label for="name">${say("door.name")}</label>
        <input id="name" name="name" required maxlength="24" autocomplete="nickname" .value=${settings.name} />
        <button class="chief" type="submit">${say("door.enter")}</button>
      </form>
      <p class="wrong" role="alert">${this.#failure ? wordsOf(this.#failure) : ""}</p>
    </section>`;
  }

  /** @param {SubmitEvent} event */
  #submit = (event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    if (codeOf(this.#failure) === "wrong_token") player.forget(); // the server no longer knows this token
    this.#enter(String(form.get("name") ?? "").trim());
  };

  /** @param {Event} event */
  #skip = (event) => {
    event.preventDefault();
    /** @type {HTMLElement | null} */ (this.querySelector("#main"))?.focus();
  };

  /** @param {string} name */
  async #enter(name) {
    this.#failure = null;
    try {
      await player.begin(name);
    } catch (error) {
      this.#failure = error;
      player.client = null;
    }
    this.changed();
  }

  #forget() {
    player.forget();
    router.go();
  }
}

define("fuda-app", App);
