/**
 * What every part of the page is made from: an element that draws itself anew when what it shows has changed.
 * @module
 */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { glide, positions } from "./motion.js";
import { settings } from "./settings.js";

export { html, nothing };

/**
 * A custom element without a shadow root. A class says what it shows in `content`, and in `begin` what it heeds while
 * it is on the page. `changed` draws it anew, once for any number of calls in one turn of the event loop.
 *
 * Cards glide from where they were to where they are: whatever has a `data-card` and stood on the page before.
 */
export class Part extends HTMLElement {
  /** @type {(() => void)[]} */
  #ends = [];
  #waiting = false;

  connectedCallback() {
    this.heed(settings, "changed", () => this.changed());
    this.begin();
    this.draw();
  }

  disconnectedCallback() {
    for (const end of this.#ends.splice(0)) end();
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
   * Listens for as long as the element is on the page.
   * @param {EventTarget} source
   * @param {string} name
   * @param {(told: any) => void} listener called with the event's detail
   */
  heed(source, name, listener) {
    const heard = (/** @type {Event} */ event) => listener(/** @type {CustomEvent} */ (event).detail);
    source.addEventListener(name, heard);
    this.#ends.push(() => source.removeEventListener(name, heard));
  }

  /**
   * Does something again and again for as long as the element is on the page.
   * @param {number} milliseconds
   * @param {() => void} work
   */
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds);
    this.#ends.push(() => clearInterval(timer));
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

  /**
   * A property that draws the element anew when it is set to something else.
   * @template T
   * @param {T} old
   * @param {T} value
   * @returns {T}
   */
  set(old, value) {
    if (old !== value && this.isConnected) this.changed();
    return value;
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
