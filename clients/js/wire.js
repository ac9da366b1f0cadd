/**
 * The wire: messages as frames, in either subprotocol. See PROTOCOL.md, "Encodings".
 * @module
 */

import { ProtocolError } from "./errors.js";
import { pack, unpack } from "./msgpack.js";

/** The minor version of the protocol that the SDK was made for; the major one is in the subprotocols' names. */
export const MINOR = 0;

/**
 * A decoded message: a map with a `type`.
 * @typedef {{ type: string, [field: string]: any }} Message
 */

/**
 * One way to write messages. `encode` throws TypeError for what cannot travel, `decode` throws ProtocolError for a
 * frame that holds no message.
 * @typedef {object} Wire
 * @property {string} subprotocol
 * @property {(message: Message) => string | Uint8Array<ArrayBuffer>} encode
 * @property {(frame: unknown) => Message} decode
 */

/** @type {Readonly<Wire>} */
const JSON_WIRE = Object.freeze({
  subprotocol: "fudakai.v1.json",
  encode: (message) => JSON.stringify(message, finite),
  decode: (frame) => {
    if (typeof frame !== "string") throw new ProtocolError("The server sent a binary frame where text was agreed on.");
    return read("JSON", () => JSON.parse(frame));
  },
});

/** @type {Readonly<Wire>} */
const MSGPACK_WIRE = Object.freeze({
  subprotocol: "fudakai.v1.msgpack",
  encode: pack,
  decode: (frame) => {
    if (!(frame instanceof ArrayBuffer)) {
      throw new ProtocolError("The server sent a text frame where a binary one was agreed on.");
    }
    return read("MessagePack", () => unpack(new Uint8Array(frame)));
  },
});

/** @type {Readonly<{ json: Wire, msgpack: Wire }>} */
export const WIRES = Object.freeze({ json: JSON_WIRE, msgpack: MSGPACK_WIRE });

/**
 * @param {string} _name
 * @param {unknown} value
 */
function finite(_name, value) {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${value} cannot be sent`);
  return value;
}

/**
 * The message that a decoder gives.
 * @param {string} encoding
 * @param {() => unknown} decoder
 * @returns {Message}
 */
function read(encoding, decoder) {
  let value;
  try {
    value = decoder();
  } catch (cause) {
    throw new ProtocolError(`The server sent something that is no ${encoding}: ${cause}.`, { cause });
  }
  if (typeof value !== "object" || value === null || !("type" in value) || typeof value.type !== "string") {
    throw new ProtocolError("The server sent something that is no message.");
  }
  return /** @type {Message} */ (value);
}
