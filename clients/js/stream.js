/**
 * Things that come one after the other, for one reader at its own pace, and the small tools of waiting.
 * @module
 */

/**
 * For `for await`: gives what was pushed, then ends. Leaving the loop does not end it; another loop goes on from there.
 * @template T
 */
export class Stream {
  /** @type {readonly T[]} */
  #queue = [];
  /** @type {{ resolve: (result: IteratorResult<T, undefined>) => void, reject: (error: Error) => void }[]} */
  #readers = [];
  #over = false;
  /** @type {Error | null} */
  #failure = null;
  #fold;

  /** @param {(queue: readonly T[], item: T) => readonly T[]} fold puts an item behind those that nobody has read yet */
  constructor(fold) {
    this.#fold = fold;
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  /** @returns {Promise<IteratorResult<T, undefined>>} */
  next() {
    if (this.#queue.length) {
      const [value, ...rest] = this.#queue;
      this.#queue = rest;
      return Promise.resolve({ value, done: false });
    }
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#over) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve, reject) => this.#readers.push({ resolve, reject }));
  }

  /** @returns {Promise<IteratorResult<T, undefined>>} */
  return() {
    return Promise.resolve({ value: undefined, done: true });
  }

  /** @param {T} item */
  push(item) {
    if (this.#over) return;
    const reader = this.#readers.shift();
    if (reader) reader.resolve({ value: item, done: false });
    else this.#queue = this.#fold(this.#queue, item);
  }

  /**
   * There will be no more; with a failure, whoever waits for more gets that.
   * @param {Error} [failure]
   */
  end(failure) {
    if (this.#over) return;
    this.#over = true;
    this.#failure = failure ?? null;
    for (const reader of this.#readers.splice(0)) {
      if (failure) reader.reject(failure);
      else reader.resolve({ value: undefined, done: true });
    }
  }
}

/**
 * A promise, and what settles it. Nobody needs to wait for it.
 * @template T
 */
export class Deferred {
  /** @type {(value: T) => void} */
  resolve = () => {};
  /** @type {(error: Error) => void} */
  reject = () => {};

  constructor() {
    /** @type {Promise<T>} */
    this.promise = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.promise.catch(() => {});
  }
}

/**
 * Waits so long, or until the signal.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
