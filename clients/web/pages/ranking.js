/**
 * The leaderboard of each game, and my own place on it, wherever that is.
 * @module
 */

import { player } from "../app/player.js";
import { Part, define, html, nothing } from "../app/part.js";
import { linkTo } from "../app/router.js";
import { table } from "../record/scores.js";
import { titleOf } from "../app/titles.js";
import { say } from "../app/words.js";
import { wordsOf } from "../app/wrong.js";

/** @typedef {import("../../js/messages.js").Data} Data */

/** Rows from the first place on. */
const ROWS = 50;

class RankingPage extends Part {
  /** The game's name, from the address; "": the first one. */
  game = "";
  /** @type {Data | null} */
  #standings = null;
  #wrong = "";

  begin() {
    this.#load();
  }

  get #shown() {
    return this.game || (player.here.games[0]?.name ?? "");
  }

  content() {
    return html`<div class="ranking">
      <h1>${say("page.ranking")}</h1>
      <nav class="tabs" aria-label=${say("list.game")}>
        ${player.here.games.map(
          ({ name }) =>
            html`<a
              class="button"
              href=${linkTo("ranking", name)}
              aria-current=${name === this.#shown ? "page" : nothing}
              >${titleOf(name)}</a
            >`,
        )}
      </nav>
      ${this.#body()}
    </div>`;
  }

  #body() {
    if (this.#wrong) {
      return html`<p class="wrong" role="alert">${this.#wrong}</p>
        <button type="button" @click=${() => this.#load()}>${say("app.again")}</button>`;
    }
    if (!this.#standings) return html`<p class="empty" role="status">${say("ranking.loading")}</p>`;
    const { rows, you } = this.#standings;
    if (!rows.length) {
      return html`<p class="empty">
        ${say("ranking.none", { game: titleOf(this.#shown) })} <a href=${linkTo()}>${say("app.to_start")}</a>
      </p>`;
    }
    const shown = rows.some((/** @type {Data} */ row) => row.player === player.here.player);
    return html`<section class="panel">
        <div class="wide">
          ${table(
            [
              say("result.place"),
              say("result.player"),
              say("result.points"),
              say("result.won_matches"),
              say("ranking.rating"),
            ],
            [
              rows.map((/** @type {Data} */ row) => this.#row(row)),
              you && !shown
                ? html`<tr class="gap" aria-hidden="true">
                      <td colspan="5">⋮</td>
                    </tr>
                    ${this.#row(you)}`
                : nothing,
            ],
          )}
        </div>
      </section>
      <p>${you ? say("ranking.you", { place: you.place, points: you.points }) : say("ranking.no_place")}</p>
      <p class="empty">${say("ranking.words")}</p>`;
  }

  /** @param {Data} row */
  #row(row) {
    const me = row.player === player.here.player;
    return html`<tr class=${me ? "me" : ""}>
      <td>${row.place}</td>
      <th scope="row">${row.name}${me ? html` <small>${say("seat.you")}</small>` : nothing}</th>
      <td>${row.points}</td>
      <td>${row.won} / ${row.matches}</td>
      <td>${row.rating === null ? "–" : row.rating.toFixed(1)}</td>
    </tr>`;
  }

  async #load() {
    this.#wrong = "";
    this.changed();
    try {
      this.#standings = await player.here.leaderboard(this.#shown, ROWS);
    } catch (error) {
      this.#wrong = wordsOf(error);
    }
    this.changed();
  }
}

define("fuda-ranking", RankingPage);
