/**
 * What this browser remembers for the person: language, light or dark, motion, the name last used.
 * @module
 */

const KEY = "fudakai.settings";

/**
 * @typedef {object} Remembered
 * @property {"en" | "ja"} language
 * @property {"auto" | "light" | "dark"} theme
 * @property {"auto" | "still"} motion
 * @property {boolean} months whether hanafuda show the number of their month
 * @property {string} name
 */

/** Tells `changed` when one of them is set, here or in another tab. */
class Settings extends EventTarget {
  /** @type {Remembered} */
  #kept = {
    language: /^ja\b/.test(navigator.language) ? "ja" : "en",
    theme: "auto",
    motion: "auto",
    months: false,
    name: "",
  };

  constructor() {
    super();
    this.#read(storage()?.getItem(KEY) ?? null);
    addEventListener("storage", ({ key, newValue }) => {
      if (key !== KEY) return;
      this.#read(newValue);
      this.#apply();
    });
    this.#apply();
  }

  get language() {
    return this.#kept.language;
  }

  get theme() {
    return this.#kept.theme;
  }

  get motion() {
    return this.#kept.motion;
  }

  get months() {
    return this.#kept.months;
  }

  get name() {
    return this.#kept.name;
  }

  /** Whether nothing is to move, by the person's word or the system's. */
  get still() {
    return this.#kept.motion === "still" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** @param {Partial<Remembered>} wanted */
  keep(wanted) {
    this.#kept = { ...this.#kept, ...wanted };
    storage()?.setItem(KEY, JSON.stringify(this.#kept));
    this.#apply();
  }

  /** @param {string | null} text */
  #read(text) {
    try {
      const found = JSON.parse(text ?? "{}");
      for (const [name, value] of Object.entries(found)) {
        if (name in this.#kept && typeof value === typeof (/** @type {any} */ (this.#kept)[name])) {
          this.#kept = { ...this.#kept, [name]: value };
        }
      }
    } catch {
      // what another program wrote there is no reason to fail
    }
  }

  #apply() {
    const page = document.documentElement;
    page.lang = this.#kept.language;
    page.dataset.theme = this.#kept.theme;
    page.dataset.motion = this.still ? "still" : "auto";
    this.dispatchEvent(new CustomEvent("changed"));
  }
}

/** The browser's storage, or null where a person has switched it off. */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export const settings = new Settings();
