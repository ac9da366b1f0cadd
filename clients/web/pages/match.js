/**
 * A match that is over, step by step, on the table it was played on.
 * @module
 */

import { when } from "../app/dates.js";
import { player } from "../app/player.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { svg } from "../vendor/lit-html/lit-html.js";
import { Part, define, html, nothing } from "../app/part.js";
import { linkTo } from "../app/router.js";
import { settings } from "../app/settings.js";
import { titleOf } from "../app/titles.js";
import { say } from "../app/words.js";
import { wordsOf } from "../app/wrong.js";
import { download } from "../record/download.js";
import { Frames } from "../record/frames.js";
import { nameAt, viewAt } from "../record/views.js";
import { result } from "../room/result.js";
import { tableOf } from "../games/index.js";

/** @typedef {import("../../js/fudakai.js").View} View */

/** Milliseconds for a step when it plays by itself. */
const PACE = 1400;
/** What stands on the buttons. @type {Record<string, string>} */
const SIGNS = {
  first: "M4 3h2v14H4zM17 3v14L7 10z",
  back: "M14 3v14L4 10z",
  forward: "M6 3v14l10-7z",
  last: "M3 3v14l10-7zM14 3h2v14h-2z",
};

class MatchPage extends Part {
  /** The match's id, from the address. */
  match = "";
  /** @type {Frames | null} */
  #frames = null;
  /** What is shown; null while nothing was loaded. @type {View | null} */
  #view = null;
  /** The step that is wanted, which may have to be loaded first. */
  #wanted = 0;
  /** Behind which seat one sits. @type {number | null} */
  #seat = null;
  #loading = false;
  #plays = false;
  /** Counts jumps: a table that remembers what it showed begins anew after one. */
  #jumps = 0;
  #wrong = "";

  begin() {
    this.#frames = new Frames(this.match.toUpperCase());
    this.#go(0);
    document.addEventListener("keydown", this.#key);
    this.every(PACE, () => this.#tick());
  }

  end() {
    document.removeEventListener("keydown", this.#key);
  }

  content() {
    const [frames, view] = [this.#frames, this.#view];
    if (!frames?.summary || !view) {
      return this.#wrong
        ? html`<section class="door">
            <h1>${say("page.match")}</h1>
            <p class="wrong" role="alert">${this.#wrong}</p>
            <a href=${linkTo("history")}>${say("page.history")}</a>
          </section>`
        : html`<p class="empty" role="status">${say("match.loading")}</p>`;
    }
    const { summary, entries } = frames;
    return html`<div class="replay">
      <div class="about">
        <h1>${titleOf(summary.game)}</h1>
        <time datetime=${new Date(summary.at).toISOString()}>${when(summary.at)}</time>
        ${this.#places(summary)}
        <button type="button" @click=${this.#download}>${say("match.download")}</button>
      </div>
      ${this.#controls(view, entries)}
      <p class="wrong" role="alert">${this.#wrong}</p>
      ${repeat([this.#jumps], String, () => tableOf(view, null))} ${result(view)}
    </div>`;
  }

  /** @param {import("../../js/messages.js").Data} summary */
  #places(summary) {
    return html`<label
      >${say("match.behind")}
      <select @change=${(/** @type {any} */ event) => this.#sit(event.target.value)}>
        ${summary.names.map(
          (/** @type {string} */ _name, /** @type {number} */ seat) =>
            html`<option value=${seat} ?selected=${seat === this.#seat}>${nameAt(summary, seat)}</option>`,
        )}
        <option value="" ?selected=${this.#seat === null}>${say("match.spectator")}</option>
      </select></label
    >`;
  }

  /**
   * @param {View} view
   * @param {number} entries
   */
  #controls(view, entries) {
    const step = view.version;
    const words = say("match.step", { step, entries });
    return html`<div class="steps panel" role="group" aria-label=${say("match.steps")} aria-busy=${this.#loading}>
      ${this.#button("first", 0, step === 0)} ${this.#button("back", this.#wanted - 1, step === 0)}
      ${this.#button("forward", this.#wanted + 1, step === entries)} ${this.#button("last", entries, step === entries)}
      ${
        settings.still
          ? nothing
          : html`<button class="auto" type="button" aria-pressed=${this.#plays} @click=${this.#toggle}>
              ${say(this.#plays ? "match.pause" : "match.play")}
            </button>`
      }
      <input
        type="range"
        min="0"
        max=${entries}
        aria-label=${say("match.slider")}
        aria-valuetext=${words}
        .value=${String(this.#wanted)}
        @input=${(/** @type {any} */ event) => this.#move(Number(event.target.value))}
      />
      <span class="count">${words}${view.entries[0]?.clock ? html` · ${say("match.clock")}` : nothing}</span>
    </div>`;
  }

  /**
   * @param {string} what
   * @param {number} step
   * @param {boolean} idle whether it leads nowhere; the button stays where the keyboard is
   */
  #button(what, step, idle) {
    const words = say(`match.${what}`);
    return html`<button
      type="button"
      title=${words}
      aria-label=${words}
      aria-disabled=${idle}
      @click=${() => this.#move(step)}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">${svg`<path d=${SIGNS[what]}></path>`}</svg>
    </button>`;
  }

  /**
   * Goes where a person wants to go.
   * @param {number} step
   */
  #move(step) {
    this.#plays = false;
    this.#go(step);
  }

  /**
   * Shows that step, as soon as it is there; the last one wanted counts.
   * @param {number} step
   */
  async #go(step) {
    const frames = this.#frames;
    if (!frames) return;
    this.#wanted = Math.max(0, frames.summary ? Math.min(step, frames.entries) : step);
    this.changed();
    if (this.#loading) return;
    this.#loading = true;
    try {
      while (!frames.at(this.#wanted)) {
        await frames.load(this.#wanted);
        this.#wanted = Math.min(this.#wanted, frames.entries);
      }
      this.#wrong = "";
      this.#show(frames);
      if (this.#wanted < frames.entries) frames.load(Math.min(this.#wanted + 8, frames.entries)).catch(() => {});
    } catch (error) {
      this.#plays = false;
      this.#wrong = wordsOf(error);
      this.#wanted = this.#view?.version ?? 0;
    } finally {
      this.#loading = false;
      this.changed();
    }
  }

  /** @param {Frames} frames */
  #show(frames) {
    const before = this.#view?.version ?? null;
    if (before === null) {
      const mine = frames.summary?.players.indexOf(player.here.player) ?? -1;
      this.#seat = Math.max(0, mine);
    }
    if (before === this.#wanted) return;
    if (this.#wanted - 1 !== before) this.#jumps++;
    this.#view = viewAt(frames, this.#wanted, this.#seat);
  }

  /** @param {string} value */
  #sit(value) {
    if (!this.#frames || !this.#view) return;
    this.#seat = value === "" ? null : Number(value);
    this.#view = viewAt(this.#frames, this.#view.version, this.#seat);
    this.#jumps++;
    this.changed();
  }

  #toggle = () => {
    this.#plays = !this.#plays;
    if (this.#plays) this.#go(this.#view?.over ? 0 : this.#wanted + 1);
    this.changed();
  };

  #tick() {
    if (!this.#plays || this.#loading || document.hidden) return;
    if (this.#view?.over || settings.still) {
      this.#plays = false;
      this.changed();
    } else this.#go(this.#wanted + 1);
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    const from = /** @type {Element | null} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || from?.closest?.("input, select, textarea")) return;
    const entries = this.#frames?.entries ?? 0;
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: this.#wanted - 1, ArrowRight: this.#wanted + 1, Home: 0, End: entries };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#move(step);
  };

  #download = async () => {
    try {
      await download(this.match.toUpperCase());
      this.#wrong = "";
    } catch (error) {
      this.#wrong = wordsOf(error);
    }
    this.changed();
  };
}

define("fuda-match", MatchPage);
