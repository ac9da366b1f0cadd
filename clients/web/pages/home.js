/**
 * The start: a game with bots by one button, and the ways to people.
 * @module
 */

import { player } from "../app/player.js";
import { Part, define, html } from "../app/part.js";
import { router } from "../app/router.js";
import { say } from "../app/words.js";
import { face } from "../cards/card.js";

/** A card that stands for each game. @type {Record<string, string>} */
const SIGNS = { hanafuda: "01-bright", koikoi: "08-bright", dafaza: "QH", agurk: "AS" };

class Home extends Part {
  #wrong = "";

  content() {
    return html`<h1>${say("home.title", { name: player.here.name })}</h1>
      <ul class="games">
        ${player.here.games.map(
          (game) =>
            html`<li class="panel game">
              <span class="sign">${face(SIGNS[game.name] ?? "AS", { key: null })}</span>
              <h2>${say(`game.${game.name}`)}</h2>
              <p>${say(`game.${game.name}.words`)}</p>
              <button class="chief" type="button" @click=${() => this.#bots(game.name)}>${say("home.bots")}</button>
            </li>`,
        )}
      </ul>
      <p class="wrong" role="alert">${this.#wrong}</p>`;
  }

  /**
   * A room of my own, full of bots, at once.
   * @param {string} name
   */
  async #bots(name) {
    this.#wrong = "";
    try {
      const game = player.here.games.find((one) => one.name === name);
      const seats = Math.max(game?.seats[0] ?? 2, Math.min(game?.seats[1] ?? 2, 4));
      const room = await player.here.create(name, { seats, visibility: "unlisted" });
      for (let seat = 1; seat < seats; seat++) await room.addBot("strong", seat);
      await room.ready();
      await room.start();
      router.go("room", room.code);
    } catch (error) {
      this.#wrong = error instanceof Error ? error.message : String(error);
      this.changed();
    }
  }
}

define("fuda-home", Home);
