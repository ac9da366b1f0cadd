/** The golden vectors in both encodings, and MessagePack's edges. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { ProtocolError } from "fudakai";
import { check } from "../../clients/js/messages.js";
import { pack, unpack } from "../../clients/js/msgpack.js";
import { WIRES } from "../../clients/js/wire.js";

/** @typedef {{ name: string, message: any, json: string, msgpack: string }} Vector */

/**
 * @param {string} file
 * @returns {Vector[]}
 */
function vectors(file) {
  return JSON.parse(readFileSync(new URL(`../../protocol/vectors/${file}`, import.meta.url), "utf8"));
}

/** @param {string} hex */
function bytes(hex) {
  return new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));
}

const GAMES = ["agurk", "dafaza", "hanafuda", "koikoi"].map((game) => `games/${game}.json`);

for (const file of ["from_client.json", "from_server.json", ...GAMES]) {
  test(`every vector of ${file} is read from both encodings`, () => {
    assert(vectors(file).length > 10);
    for (const { name, message, json, msgpack } of vectors(file)) {
      assert.deepEqual(WIRES.json.decode(json), message, name);
      assert.deepEqual(WIRES.msgpack.decode(bytes(msgpack).buffer), message, name);
    }
  });

  test(`every vector of ${file} is read again as it was written`, () => {
    for (const { name, message } of vectors(file)) {
      assert.deepEqual(WIRES.json.decode(WIRES.json.encode(message)), message, name);
      assert.deepEqual(unpack(/** @type {Uint8Array} */ (WIRES.msgpack.encode(message))), message, name);
    }
  });
}

test("a message from the client is written with the bytes of the vectors, but for widths of numbers", () => {
  const hello = vectors("from_client.json").find(({ name }) => name === "hello, a new guest");
  assert(hello);
  assert.deepEqual(pack(hello.message), bytes(hello.msgpack));
});

test("what the server says by the vectors is what the SDK relies on", () => {
  for (const { message } of vectors("from_server.json")) check(message);
});

test("numbers, words, lists and maps of every width come back", () => {
  const numbers = [0, 127, 128, 255, 256, 65535, 65536, 2 ** 32 - 1, 2 ** 32, 2 ** 53, 1e300, 0.5, -0.1];
  const below = [-1, -32, -33, -128, -129, -32768, -32769, -(2 ** 31), -(2 ** 31) - 1, -(2 ** 53)];
  const words = [0, 31, 32, 255, 256, 65535, 65536].map((length) => "å".repeat(length / 2) + "x".repeat(length % 2));
  const lists = [0, 15, 16, 65535, 65536].map((length) => Array(length).fill(null));
  const maps = [0, 15, 16, 65536].map((count) =>
    Object.fromEntries(lists[0].concat([...Array(count).keys()].map((at) => [`k${at}`, at]))),
  );
  for (const value of [...numbers, ...below, ...words, ...lists, ...maps, true, false, null, "\ufeff🂡"]) {
    assert.deepEqual(unpack(pack(value)), value);
  }
});

test("integers travel as integers, whatever their size", () => {
  assert.equal(pack(30.0)[0], 30);
  assert.equal(pack(2 ** 53)[0], 0xd3);
  assert.equal(pack(1.5)[0], 0xcb);
});

for (const [hex, value] of /** @type {[string, unknown][]} */ ([
  ["cc05", 5],
  ["cd0005", 5],
  ["cf0000000000000005", 5],
  ["d0ff", -1],
  ["d1ffff", -1],
  ["d2ffffffff", -1],
  ["d3ffffffffffffffff", -1],
  ["ca3fc00000", 1.5],
  ["d90161", "a"],
  ["da000161", "a"],
  ["dc0001c0", [null]],
  ["dd00000001c0", [null]],
  ["de0001a161c3", { a: true }],
  ["df00000001a161c2", { a: false }],
  ["82a16101a16102", { a: 2 }],
])) {
  test(`what another encoder wrote as ${hex} is read`, () => assert.deepEqual(unpack(bytes(hex)), value));
}

test("a key named __proto__ is a field like any other", () => {
  const read = /** @type {any} */ (unpack(pack(JSON.parse('{"__proto__": {"x": 1}}'))));
  assert.equal(read.x, undefined);
  assert.deepEqual(Object.keys(read), ["__proto__"]);
});

test("fields that are undefined are left out in both encodings", () => {
  assert.equal(WIRES.json.encode({ type: "x", a: undefined }), '{"type":"x"}');
  assert.deepEqual(unpack(pack({ type: "x", a: undefined })), { type: "x" });
});

for (const value of [NaN, Infinity, 1n, () => 0]) {
  test(`${typeof value} ${String(value)} cannot be sent`, () => {
    assert.throws(() => pack([value]), TypeError);
    if (typeof value !== "function") assert.throws(() => WIRES.json.encode({ type: "x", value }), TypeError);
  });
}

const BROKEN = [
  "",
  "c1",
  "c400",
  "d40000",
  "a2c328",
  "a5616263",
  "92c0",
  "81",
  "8101c0",
  "dd7fffffff",
  "c0c0",
  "91".repeat(5000),
];
for (const hex of BROKEN) {
  test(`the bytes ${hex.slice(0, 20) || "(none)"} are a ProtocolError`, () => {
    assert.throws(() => WIRES.msgpack.decode(bytes(hex).buffer), ProtocolError);
  });
}

for (const frame of ["", "{", "null", "1", "[]", "{}", '{"type": 1}', new ArrayBuffer(1)]) {
  test(`the frame ${JSON.stringify(frame)} is a ProtocolError`, () => {
    assert.throws(() => WIRES.json.decode(frame), ProtocolError);
  });
}

test("a text frame in MessagePack is a ProtocolError", () => {
  assert.throws(() => WIRES.msgpack.decode("{}"), ProtocolError);
});
