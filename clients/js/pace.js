/**
 * How fast a server wants to be spoken to: its message credits, kept on this side so that none is ever refused. See
 * PROTOCOL.md, "Limits".
 * @module
 */

/** The part of the credits that is never used, for messages that the network brings together. */
const SPARE = 0.1;

/** A bucket of `credits` messages that fills again at `perSecond`. One number: when it will be full. */
export class Pace {
  #fullAt = -Infinity;

  /**
   * @param {number} credits
   * @param {number} perSecond
   */
  constructor(credits, perSecond) {
    this.credits = credits;
    this.each = 1000 / perSecond;
  }

  /**
   * Takes a credit; how many milliseconds to wait before the message may go.
   * @param {number} now in milliseconds
   */
  book(now) {
    this.#fullAt = Math.max(this.#fullAt, now) + this.each;
    const usable = Math.max(1, this.credits * (1 - SPARE));
    const wait = this.#fullAt - now - usable * this.each;
    return wait > 1e-3 ? wait : 0; // the sums of so many fractions are not exact
  }
}
