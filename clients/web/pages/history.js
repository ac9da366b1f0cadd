/**
 * My matches, newest first: those of one room together, with their sum.
 * @module
 */

import { when } from "../app/dates.js";
import { player } from "../app/player.js";
import { Part, define, html, nothing } from "../app/part.js";
import { linkTo } from "../app/router.js";
import { places, table } from "../record/scores.js";
import { titleOf } from "../app/titles.js";
import { say } from "../app/words.js";
import { wordsOf } from "../app/wrong.js";
import { scores, sittings } from "../record/sittings.js";
import { nameAt } from "../record/views.js";

/** @typedef {import("../../js/messages.js").Data} Data */

class HistoryPage extends Part {
  /** @type {Data[]} */
  #matches = [];
  /** @type {readonly Data[]} */
  #totals = [];
  /** Where older matches begin; null: there are none; undefined: nothing was asked for yet. @type {any} */
  #before = undefined;
  #busy = false;
  #wrong = "";

  begin() {
    this.#more();
  }

  content() {
    return html`<div class="history">
      <h1>${say("history.title")}</h1>
      <p class="wrong" role="alert">${this.#wrong}</p>
      ${this.#sums()} ${sittings(this.#matches).map((matches) => this.#sitting(matches))} ${this.#end()}
    </div>`;
  }

  #sums() {
    if (!this.#totals.length) return nothing;
    return html`<section class="panel" aria-label=${say("history.totals")}>
      <h2>${say("history.totals")}</h2>
      <div class="wide">
        ${table(
          [say("list.game"), say("result.points"), say("result.won_matches"), say("ranking.rating")],
          this.#totals.map(
            (total) =>
              html`<tr>
                <th scope="row"><a href=${linkTo("ranking", total.game)}>${titleOf(total.game)}</a></th>
                <td>${total.points}</td>
                <td>${total.won} / ${total.matches}</td>
                <td>${total.rating === null ? "–" : total.rating.toFixed(1)}</td>
              </tr>`,
          ),
        )}
      </div>
    </section>`;
  }

  /** @param {Data[]} matches newest first */
  #sitting(matches) {
    const [newest] = matches;
    if (!newest) return nothing;
    const several = matches.length > 1;
    return html`<section class="panel sitting">
      <h2>
        ${titleOf(newest.game)}
        ${several ? html`<small>${say("history.several", { count: matches.length })}</small>` : nothing}
      </h2>
      <ol>
        ${matches.map((match) => html`<li>${this.#match(match)}</li>`)}
      </ol>
      ${this.#scores([...matches].reverse())}
    </section>`;
  }

  /** @param {Data} match */
  #match(match) {
    const seat = match.players.indexOf(player.here.player);
    const others = match.players.flatMap((/** @type {string} */ _id, /** @type {number} */ other) =>
      other === seat ? [] : [`${nameAt(match, other)}${match.bots.includes(other) ? ` (${say("seat.bot")})` : ""}`],
    );
    const won = match.winners.includes(seat);
    return html`<time datetime=${new Date(match.at).toISOString()}>${when(match.at)}</time>
      <b class=${won ? "won" : ""}
        >${
          match.abandoned
            ? say("history.abandoned")
            : `${won ? "★ " : ""}${say("history.place", { place: match.places[seat], count: match.places.length })}`
        }</b
      >
      ${this.#points(match, seat)}
      <span class="with"
        >${say("history.with", { names: others.join(", ") })}
        ${match.left.includes(seat) ? html`<small>${say("history.left")}</small>` : nothing}</span
      >
      <a href=${linkTo("match", match.match)}>${say("history.view")}</a>`;
  }

  /**
   * @param {Data} match
   * @param {number} seat
   */
  #points(match, seat) {
    if (match.abandoned) return nothing;
    return html`<span class="points">${say("history.points", { points: match.points[seat] })}</span>`;
  }

  /** @param {Data[]} matches oldest first */
  #scores(matches) {
    const [only] = matches;
    return matches.length > 1 || !only ? this.#together(matches) : this.#alone(only);
  }

  /**
   * What one match brought everybody.
   * @param {Data} match
   */
  #alone(match) {
    return html`<details>
      <summary>${say("history.scores")}</summary>
      <div class="wide">${places(match, (seat) => (match.players[seat] === player.here.player ? "me" : ""))}</div>
    </details>`;
  }

  /**
   * What several matches of a room brought everybody, and the sum.
   * @param {Data[]} matches oldest first
   */
  #together(matches) {
    const rows = scores(matches, player.here.player);
    return html`<details open>
      <summary>${say("history.together")}</summary>
      <div class="wide">
        ${table(
          [
            say("result.player"),
            ...matches.map(
              (match, at) =>
                html`<a href=${linkTo("match", match.match)} aria-label=${say("history.match", { number: at + 1 })}
                  >${at + 1}</a
                >`,
            ),
            say("history.sum"),
          ],
          rows.map(
            (row) =>
              html`<tr class=${row.me ? "me" : ""}>
                <th scope="row">${row.name}</th>
                ${row.points.map((points) => html`<td>${points ?? "–"}</td>`)}
                <td><b>${row.sum}</b></td>
              </tr>`,
          ),
        )}
      </div>
    </details>`;
  }

  #end() {
    if (this.#before === undefined) {
      return this.#wrong
        ? html`<button type="button" @click=${() => this.#more()}>${say("app.again")}</button>`
        : html`<p class="empty" role="status">${say("history.loading")}</p>`;
    }
    if (!this.#matches.length) {
      return html`<p class="empty">${say("history.none")} <a href=${linkTo()}>${say("app.to_start")}</a></p>`;
    }
    return this.#before === null
      ? nothing
      : html`<button type="button" ?disabled=${this.#busy} @click=${() => this.#more()}>
          ${say("history.more")}
        </button>`;
  }

  async #more() {
    if (this.#busy) return;
    this.#busy = true;
    this.changed();
    try {
      const asked = typeof this.#before === "number" ? { before: this.#before } : {};
      const told = await player.here.history(asked);
      this.#matches = [...this.#matches, ...told.matches];
      this.#totals = told.totals;
      this.#before = told.before;
      this.#wrong = "";
    } catch (error) {
      this.#wrong = wordsOf(error);
    } finally {
      this.#busy = false;
      this.changed();
    }
  }
}

define("fuda-history", HistoryPage);
