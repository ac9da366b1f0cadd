/** A server that does not keep to the protocol: one kind of error for every waiter, and the client has ended. */

import assert from "node:assert/strict";
import test from "node:test";
import { ProtocolError } from "fudakai";
import { client, peer, peerOf, until, update } from "./peer.js";

const OK = { type: "ok", room: "ABCDEF", version: 4 };
const GOOD = { type: "update", ...update(5, { hand: ["9C"] }) };
const { state, you } = /** @type {any} */ (GOOD);

/** What is said in place of the next update, and what the error says about it. @type {[string | object, RegExp][]} */
const LIES = [
  ["hello", /no JSON/],
  ["[]", /no message/],
  [Buffer.from("80", "hex"), /binary frame/],
  [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, /no message/],
  [{ ...GOOD, room: 3 }, /update\.room that is not a string/],
  [{ ...GOOD, version: "5" }, /update\.version/],
  [{ ...GOOD, version: 5.5 }, /update\.version/],
  [{ ...GOOD, state: null }, /update\.state that is not a map/],
  [{ ...GOOD, state: [] }, /update\.state/],
  [{ ...GOOD, state: { ...state, seats: {} } }, /update\.state\.seats that is not a list/],
  [{ ...GOOD, state: { ...state, seats: [{}] } }, /update\.state\.seats\[0\]\.seat/],
  [{ ...GOOD, state: { ...state, to_act: ["0"] } }, /update\.state\.to_act\[0\]/],
  [{ ...GOOD, state: { ...state, clocks: [{ seat: 0 }] } }, /update\.state\.clocks\[0\]\.left/],
  [{ ...GOOD, state: { ...state, result: {} } }, /update\.state\.result\.names/],
  [{ ...GOOD, events: undefined }, /update\.events/],
  [{ ...GOOD, events: [{ version: 5, by: null, events: [] }] }, /update\.events\[0\]\.by/],
  [{ ...GOOD, events: [{ version: 5, by: 0, events: [{}] }] }, /update\.events\[0\]\.events\[0\]\.type/],
  [{ ...GOOD, you: { ...you, offers: "all" } }, /update\.you\.offers/],
  [{ ...GOOD, you: { ...you, since: -1 } }, /update\.you\.since/],
  [{ ...GOOD, gap: 1 }, /update\.gap/],
  [{ type: "closed", room: "ABCDEF" }, /closed\.code/],
  [{ type: "said", room: "ABCDEF", player: "p2" }, /said\.name/],
  [{ type: "notice", code: 1, words: "" }, /notice\.code/],
  [{ type: "refused", code: "stale" }, /refused\.words/],
  [{ type: "pong", re: 0, versions: { ABCDEF: "4" } }, /pong\.versions\.ABCDEF/],
  [{ type: "listed", rooms: [{}], gone: [] }, /listed\.rooms\[0\]\.room/],
];

for (const [lie, words] of LIES) {
  const name = typeof lie === "string" || Buffer.isBuffer(lie) ? lie.toString().slice(0, 20) : words.source;
  test(`a lie is a ProtocolError for all who wait: ${name}`, async (t) => {
    const url = await peer(t, async (talk) => {
      await talk.welcome();
      await talk.letIn("join", 4);
      await talk.expect("ready");
      talk.socket.send(typeof lie === "string" || Buffer.isBuffer(lie) ? lie : JSON.stringify(lie));
      await talk.gone();
    });
    const ann = await client(t, url);
    const room = await ann.join("ABCDEF");
    await until(room, 4);
    const waiting = [room.ready(), until(room, 5), room.events.next(), ann.list()];
    for (const each of waiting) {
      await assert.rejects(each, (error) => {
        assert(error instanceof ProtocolError, String(error));
        assert.match(error.message, words);
        return true;
      });
    }
    assert.deepEqual([ann.state, ann.failure?.name], ["closed", "ProtocolError"]);
  });
}

for (const answer of [
  { type: "pong", versions: {} },
  { type: "welcome" },
  { type: "weather" },
  { ...OK, room: undefined },
]) {
  test(`an answer of the wrong kind is a ProtocolError: ${JSON.stringify(answer)}`, async (t) => {
    const url = await peer(t, async (talk) => {
      await talk.welcome();
      const { id } = await talk.expect("join");
      talk.socket.send(JSON.stringify({ ...answer, re: id }));
      await talk.gone();
    });
    await assert.rejects((await client(t, url)).join("ABCDEF"), ProtocolError);
  });
}

for (const welcome of [
  { player: 1 },
  { token: null },
  { rooms: "none" },
  { limits: {} },
  { games: [{ name: "agurk" }] },
]) {
  test(`a welcome that is none is a ProtocolError: ${JSON.stringify(welcome)}`, async (t) => {
    const url = await peer(t, async (talk) => {
      await talk.welcome(/** @type {any} */ (welcome));
      await talk.gone();
    });
    await assert.rejects(client(t, url), ProtocolError);
  });
}

test("MessagePack that is none is a ProtocolError", async (t) => {
  const url = await peerOf("fudakai.v1.msgpack", t, async (talk) => {
    talk.socket.removeAllListeners("message");
    talk.socket.on("message", () => talk.socket.send(Buffer.from("81a4", "hex")));
    await talk.gone();
  });
  await assert.rejects(client(t, url, { encoding: "msgpack" }), ProtocolError);
});
