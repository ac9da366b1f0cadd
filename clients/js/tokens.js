/**
 * Where a client keeps its identity token: whoever has it is that player.
 * @module
 */

/**
 * A place for one token. Both may answer later. `save(null)` forgets it. `alone`, if there is one, runs `work` while no
 * other client with this place does: so two that begin in one moment are one player.
 * @typedef {object} TokenStore
 * @property {() => string | null | Promise<string | null>} load
 * @property {(token: string | null) => void | Promise<void>} save
 * @property {<T>(work: () => Promise<T>) => Promise<T>} [alone]
 */

/**
 * A browser's local storage: all tabs and windows of the site are one player, also after the browser was closed. Where
 * there is none, or the person has forbidden it, the token is kept as long as the page.
 * @param {string} [key] one for each server
 * @returns {TokenStore}
 */
export function localTokens(key = "fudakai.token") {
  /** @type {string | null} */
  let kept = null;
  return {
    load() {
      try {
        return localStorage.getItem(key);
      } catch {
        return kept;
      }
    },
    save(token) {
      try {
        if (token === null) localStorage.removeItem(key);
        else localStorage.setItem(key, token);
      } catch {
        kept = token;
      }
    },
    alone: async (work) => (globalThis.navigator?.locks ? navigator.locks.request(key, work) : work()),
  };
}
