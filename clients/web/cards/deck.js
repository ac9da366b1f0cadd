/**
 * The decks' drawings, put into the page once, so that every card is one `<use>` of them.
 * @module
 */

/** @type {Map<string, Promise<void>>} */
const loading = new Map();

/** @typedef {"hanafuda" | "bridge"} Deck */

/**
 * The deck that a card belongs to, by its id.
 * @param {string} card
 * @returns {Deck}
 */
export function deckOf(card) {
  return /^\d\d-/.test(card) ? "hanafuda" : "bridge";
}

/**
 * Puts a deck's drawings into the page, if they are not there yet. The id of a card's symbol is the card's; that of a
 * back is `back` with the deck's name.
 * @param {Deck} deck
 */
export function load(deck) {
  const begun = loading.get(deck);
  if (begun) return begun;
  const done = fetched(`/web/cards/${deck}.svg`).then((drawings) => {
    drawings.querySelector("#back")?.setAttribute("id", `back-${deck}`);
    drawings.querySelector("#edge")?.setAttribute("id", `edge-${deck}`);
    for (const card of drawings.querySelectorAll('[clip-path="url(#edge)"]')) {
      card.setAttribute("clip-path", `url(#edge-${deck})`);
    }
    drawings.setAttribute("class", "drawings");
    drawings.setAttribute("aria-hidden", "true");
    document.body.append(document.importNode(drawings, true));
  });
  loading.set(deck, done);
  done.catch(() => loading.delete(deck));
  return done;
}

/**
 * A file's root element. (An XMLHttpRequest parses without making markup of a string, which the page's policy forbids.)
 * @param {string} address
 * @returns {Promise<Element>}
 */
function fetched(address) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onload = () => {
      const root = request.responseXML?.documentElement;
      if (root) resolve(root);
      else reject(new Error(`${address} cannot be shown`));
    };
    request.onerror = () => reject(new Error(`${address} did not come`));
    request.send();
  });
}
