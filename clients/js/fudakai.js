/**
 * The JavaScript SDK: play in rooms of a Fudakai server. For browsers and Node 20 and newer, without dependencies.
 *
 * ```js
 * import { connect } from "./fudakai.js";
 *
 * const client = await connect("ws://127.0.0.1:8765/", { name: "ann" });
 * const room = await client.create("agurk", { seats: 3 });
 * await room.ready();
 * for await (const view of room) {
 *   if (view.over) break;
 *   if (view.offers.length) await room.move(view.offers[0]);
 *   else if (view.isHost && view.seats.every((seat) => seat.ready)) await room.start();
 * }
 * await room.leave();
 * client.close();
 * ```
 *
 * A lost connection is the SDK's business: it comes back with the token, resumes every room where it was, and asks
 * again what was not answered.
 * @module
 */

export { autoplay } from "./autoplay.js";
export { Backoff } from "./backoff.js";
export { Client, connect } from "./client.js";
export { Dropped, FudakaiError, Offline, ProtocolError, Refused, Stale, Unreachable, WrongAddress } from "./errors.js";
export { Lobby } from "./lobby.js";
export { anyMoveOf, isTemplate, moveOf } from "./offers.js";
export { Room } from "./room.js";
export { localTokens } from "./tokens.js";
export { View } from "./view.js";

/** @typedef {import("./client.js").ClientOptions} ClientOptions */
/** @typedef {import("./link.js").LinkState} LinkState */
/** @typedef {import("./link.js").Patience} Patience */
/** @typedef {import("./messages.js").Data} Data */
/** @typedef {import("./messages.js").Game} Game */
/** @typedef {import("./messages.js").Option} Option */
/** @typedef {import("./messages.js").Result} Result */
/** @typedef {import("./messages.js").RoomLine} RoomLine */
/** @typedef {import("./messages.js").SeatState} SeatState */
/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./room.js").Choices} Choices */
/** @typedef {import("./room.js").Closing} Closing */
/** @typedef {import("./room.js").Line} Line */
/** @typedef {import("./tokens.js").TokenStore} TokenStore */
/** @typedef {import("./view.js").Entry} Entry */
