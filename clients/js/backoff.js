/**
 * How long to wait before trying again.
 * @module
 */

/**
 * Waits that double from `first` to `most` milliseconds, each shortened by up to half at random, so that the clients of
 * one restarted server do not all come back in the same instant.
 */
export class Backoff {
  /**
   * @param {number} [first]
   * @param {number} [most]
   * @param {() => number} [random] from 0 to 1
   */
  constructor(first = 200, most = 5000, random = Math.random) {
    this.first = first;
    this.most = most;
    this.random = random;
  }

  /**
   * Milliseconds to wait after that many failures in a row (1 or more).
   * @param {number} failures
   */
  wait(failures) {
    return Math.min(this.most, this.first * 2 ** Math.min(failures - 1, 30)) * (0.5 + this.random() / 2);
  }
}
