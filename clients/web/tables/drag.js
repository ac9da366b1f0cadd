/**
 * Cards can be dragged, by mouse, pen or finger, as well as clicked.
 * @module
 */

/** Pixels that a pointer moves before it drags: less is a click. */
const SLACK = 8;

/**
 * Begins to follow a pointer that went down on a card. If it moves far enough the card goes with it, and where it is
 * let go, `drop` is called with what lies there: the nearest element with `data-drop`, or null. The click that would
 * follow is then none.
 * @param {PointerEvent} start
 * @param {(target: string | null) => void} drop called with the target's `data-drop`
 */
export function drag(start, drop) {
  if (start.button !== 0) return;
  const card = /** @type {HTMLElement} */ (start.currentTarget);
  let moved = false;
  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== start.pointerId) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!moved && Math.hypot(x, y) < SLACK) return;
    if (!moved) {
      moved = true;
      card.setPointerCapture(start.pointerId);
      card.classList.add("dragged");
    }
    card.style.transform = `translate(${x}px, ${y}px)`;
  };
  const end = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== start.pointerId) return;
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", end);
    document.removeEventListener("pointercancel", end);
    if (!moved) return;
    card.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => card.removeEventListener("click", swallow, { capture: true }));
    card.style.visibility = "hidden";
    const under = event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY) : null;
    card.style.visibility = "";
    card.style.transform = "";
    card.classList.remove("dragged");
    const target = under?.closest("[data-drop]");
    if (target) drop(/** @type {HTMLElement} */ (target).dataset.drop ?? "");
    else drop(null);
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}
