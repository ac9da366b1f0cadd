/**
 * The frames of a match that is over, fetched as they are wanted.
 * @module
 */

import { player } from "../app/player.js";

/** @typedef {import("../../js/messages.js").Data} Data */

/** Frames that the server tells at a time. */
const PAGE = 16;

/** One match. Frames that were fetched are kept. */
export class Frames {
  /** What the history says of the match; null before the first `load`. @type {Data | null} */
  summary = null;
  /** How many entries it has: the step of the last frame. */
  entries = 0;
  /** @type {Data} */
  options = {};
  /** @type {Map<number, Data>} */
  #frames = new Map();
  /** @type {Map<number, Promise<void>>} */
  #asked = new Map();

  /** @param {string} match its id */
  constructor(match) {
    this.match = match;
  }

  /**
   * The frame after so many entries, if it is there yet.
   * @param {number} step
   */
  at(step) {
    return this.#frames.get(step);
  }

  /**
   * Fetches the frame after so many entries, and those beside it. Rejects with Refused; then it can be asked for again.
   * @param {number} step
   */
  load(step) {
    const first = step - (step % PAGE);
    const asked = this.#asked.get(first) ?? this.#fetch(first);
    this.#asked.set(first, asked);
    const done = () => this.#asked.delete(first);
    asked.then(done, done);
    return asked;
  }

  /** @param {number} first */
  async #fetch(first) {
    const told = await player.here.replay(this.match, first, PAGE);
    this.summary = told.summary;
    this.entries = told.entries;
    this.options = told.options;
    for (const frame of told.frames) this.#frames.set(frame.step, frame);
  }
}
