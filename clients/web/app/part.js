/**
 * The base of every part of the page: an element that redraws itself when what it shows has changed.
 * @module
 */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { glide, positions } from "./motion.js";
import { settings } from "./settings.js";

export { html, nothing };

/**
 * A custom element without a shadow root. A class says what it shows in `content`, and in `begin` what it listens to
 * while it is on the page. `changed` redraws it, once for any number of calls in one turn of the event loop.
 *
 * Cards glide from their old place to the new one: every element with a `data-card` that was on the page before.
 */
export class Part extends HTMLElement {
  /** @type {Set<() => void>} */
  #ends = new Set();
  #waiting = false;

  connectedCallback() {
    this.heed(settings, "changed", () => this.changed());
    this.begin();
    this.draw();
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
    this.#ends.clear();
    this.end();
  }

  /** Called when the element comes onto the page: listen here, with `heed`. */
  begin() {}

  /** Called when the element has left the page. */
  end() {}

  /**
   * What is seen now.
   * @returns {unknown} a template
   */
  content() {
    return nothing;
  }

  /** Called after each drawing. */
  drawn() {}

  /**
   * Listens for as long as the element is on the page. Returns a function that stops listening earlier.
   * @param {EventTarget} source
   * @param {string} name
   * @param {(told: any) => void} listener called with the event's detail
   * @returns {() => void}
   */
  heed(source, name, listener) {
    const heard = (/** @type {Event} */ event) => listener(/** @type {CustomEvent} */ (event).detail);
    source.addEventListener(name, heard);
    const end = () => {
      source.removeEventListener(name, heard);
      this.#ends.delete(end);
    };
    this.#ends.add(end);
    return end;
  }

  /**
   * Does something periodically for as long as the element is on the page.
   * @param {number} milliseconds
   * @param {() => void} work
   */
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds);
    this.#ends.add(() => clearInterval(timer));
  }

  /** Draws soon. */
  changed() {
    if (this.#waiting) return;
    this.#waiting = true;
    queueMicrotask(() => {
      this.#waiting = false;
      if (this.isConnected) this.draw();
    });
  }

  /** Draws now. */
  draw() {
    const before = positions(this);
    render(this.content(), this);
    glide(this, before);
    this.drawn();
  }
}

/**
 * Names an element's class, once.
 * @param {string} name
 * @param {CustomElementConstructor} made
 */
export function define(name, made) {
  if (!customElements.get(name)) customElements.define(name, made);
}
