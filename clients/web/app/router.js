/**
 * Which page is shown, by what stands after the `#` of the address: `#/room/ABCDEF`.
 * @module
 */

/** Tells `moved` when the address has changed. */
class Router extends EventTarget {
  constructor() {
    super();
    addEventListener("hashchange", () => this.dispatchEvent(new CustomEvent("moved")));
  }

  /** The parts of the address: `["room", "ABCDEF"]`; none at the start. */
  get parts() {
    return location.hash
      .replace(/^#\/?/, "")
      .split("/")
      .filter(Boolean)
      .map((part) => {
        try {
          return decodeURIComponent(part);
        } catch {
          return part;
        }
      });
  }

  /**
   * Goes to another page.
   * @param {...string} parts
   */
  go(...parts) {
    location.hash = linkTo(...parts);
  }
}

/**
 * The address of a page, for a link.
 * @param {...string} parts
 */
export function linkTo(...parts) {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

export const router = new Router();
