/**
 * Something that tells what happens to it.
 * @module
 */

/**
 * An EventTarget whose events are CustomEvents, with a shorter way to listen. A listener that throws is reported by the
 * platform and disturbs nobody else.
 * @template {Record<string, any>} Told what is told, by the event's name
 */
export class Source extends EventTarget {
  /**
   * Calls `listener` with what is told under that name, from now on. Gives a function that ends it.
   * @template {keyof Told & string} Name
   * @param {Name} name
   * @param {(told: Told[Name]) => void} listener
   * @returns {() => void}
   */
  on(name, listener) {
    const heard = (/** @type {Event} */ event) => listener(/** @type {CustomEvent} */ (event).detail);
    this.addEventListener(name, heard);
    return () => this.removeEventListener(name, heard);
  }

  /**
   * @template {keyof Told & string} Name
   * @param {Name} name
   * @param {Told[Name]} told
   */
  tell(name, told) {
    this.dispatchEvent(new CustomEvent(name, { detail: told }));
  }
}

/**
 * The same value, which nobody can change any more, to the bottom. Throws RangeError for what is nested too deep.
 * @template T
 * @param {T} value made of plain objects, lists and scalars
 * @returns {T}
 */
export function frozen(value) {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}
