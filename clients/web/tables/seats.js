/**
 * The seats of a table as a viewer sees them: oneself last, the others before, clockwise.
 * @module
 */

/** @typedef {import("../../js/fudakai.js").View} View */

/**
 * The other seats, clockwise from the viewer's left; for a spectator all seats.
 * @param {View} view
 * @returns {number[]}
 */
export function others(view) {
  const seats = view.seats.map((seat) => seat.seat);
  const me = view.seat;
  if (me === null) return seats;
  return [...seats.slice(me + 1), ...seats.slice(0, me)];
}
