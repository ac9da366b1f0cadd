/**
 * Two players and a server that is killed under them: `node restart.js URL`. Prints "kill" in the middle of a turn,
 * when the move is on its way, as often as asked for; whoever started this then kills the server and starts it again.
 * Ends with 0 if both saw every entry once, in order, and the same result. See tests/e2e/test_javascript.py.
 */

import assert from "node:assert/strict";
import { anyMoveOf, autoplay, Backoff, connect } from "fudakai";
import { WebSocket } from "ws";

/** @typedef {import("fudakai").Entry} Entry */

const [url, kills] = process.argv.slice(2);
const patience = { backoff: new Backoff(5, 50) };
const ann = await connect(url, { name: "ann", WebSocket, patience });
const bob = await connect(url, { name: "bob", WebSocket, patience, encoding: "msgpack" });
const room = await ann.create("agurk", { seats: 2, settings: { turn_seconds: 0, cycle_delay: 0, round_delay: 0 } });
const his = await bob.join(room.code);
const entries = [room, his].map((table) => {
  /** @type {Entry[]} */
  const told = [];
  table.on("entry", (entry) => told.push(entry));
  return told;
});
const from = Math.max(room.version, his.version);
let lost = 0;
let left = Number(kills);
ann.on("state", ({ state }) => (lost += state === "reconnecting" ? 1 : 0));

const results = await Promise.all(
  [room, his].map((table) => {
    return autoplay(
      table,
      (_view, offers) => {
        if (table === room && left > 0 && lost === Number(kills) - left) {
          left--;
          setImmediate(() => console.log("kill"));
        }
        return anyMoveOf(offers[Math.floor(Math.random() * offers.length)]);
      },
      { start: table === room },
    );
  }),
);

assert.deepEqual(results[0], results[1]);
assert.equal(lost, Number(kills), "so often the connection was lost");
const last = Math.min(room.version, his.version);
const told = entries.map((list) => list.filter(({ version }) => version > from && version <= last));
assert.deepEqual(told[0], told[1]);
assert.deepEqual(
  told[0].map(({ version, gap }) => (gap ? "gap" : version)),
  told[0].map((_entry, at) => from + 1 + at),
);
console.log(`${told[0].length} entries`);
ann.close();
bob.close();
