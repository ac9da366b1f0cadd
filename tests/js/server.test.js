/** The SDK and a real server, whose address is in FUDAKAI_URL (pytest gives it: see tests/e2e/test_javascript.py). */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { anyMoveOf, autoplay } from "fudakai";
import { client } from "./peer.js";
import { Proxy } from "./proxy.js";

/** @typedef {import("fudakai").Data} Data */
/** @typedef {import("fudakai").Room} Room */

const url = process.env.FUDAKAI_URL ?? "";
const skip = url ? false : "not run: FUDAKAI_URL is not set";
const QUIET = { turn_seconds: 0, cycle_delay: 0, round_delay: 0, bot_delay: 0 };

/**
 * @param {unknown} _view
 * @param {readonly Data[]} offers
 */
function play(_view, offers) {
  return anyMoveOf(offers[Math.floor(Math.random() * offers.length)]);
}

/**
 * Waits for a view of the room that is as wanted.
 * @param {Room} room
 * @param {(view: import("fudakai").View) => boolean} wanted
 */
async function seen(room, wanted) {
  if (room.view && wanted(room.view)) return room.view;
  return new Promise((resolve) => {
    const stop = room.on("view", (view) => {
      if (!wanted(view)) return;
      stop();
      resolve(view);
    });
  });
}

for (const [game, seats] of /** @type {const} */ ([
  ["agurk", 3],
  ["hanafuda", 3],
  ["koikoi", 2],
  ["dafaza", 4],
])) {
  for (const encoding of /** @type {const} */ (["json", "msgpack"])) {
    test(`a match of ${game} is played to its end in ${encoding}, by a person and bots`, { skip }, async (t) => {
      const ann = await client(t, url, { encoding });
      const options = game === "dafaza" ? { official_hands: 1 } : {};
      const room = await ann.create(game, { seats, visibility: "unlisted", settings: QUIET, options });
      for (let seat = 1; seat < seats; seat++) await room.addBot("random");
      /** @type {number[]} */
      const versions = [];
      room.on("entry", ({ version, gap }) => versions.push(gap ? NaN : version));
      const from = room.version;
      const [result] = await autoplay(room, play, { start: true });
      assert.equal(result.names.length, seats);
      assert.deepEqual(
        versions,
        versions.map((_version, at) => from + 1 + at),
      );
      const { match } = /** @type {import("fudakai").View} */ (room.view);
      assert.equal((await ann.record(/** @type {string} */ (match))).game, game);
      await room.leave();
      assert.equal(room.closing?.code, "left");
    });
  }
}

test("a host has all powers, and others see what they do", { skip }, async (t) => {
  const ann = await client(t, url);
  const bob = await client(t, url, { name: "bob", encoding: "msgpack" });
  const eve = await client(t, url, { name: "eve" });
  const room = await ann.create("agurk", { seats: 4, title: "evening", settings: QUIET });
  for (const [wanted, there] of /** @type {const} */ ([
    [{ game: "agurk", status: "waiting", free: true }, true],
    [{ status: "playing" }, false],
  ])) {
    const codes = (await bob.list(wanted)).map((line) => line.room);
    assert.equal(codes.includes(room.code), there);
  }
  const lobby = await bob.follow({ game: "agurk" });
  const his = await bob.join(room.code.toLowerCase());
  const hers = await eve.spectate(room.code);
  assert.deepEqual([his.view?.seat, hers.view?.seat], [1, null]);
  await room.configure({ title: "late", visibility: "locked", passcode: "sesame", settings: { chat: "seated" } });
  await seen(hers, (view) => view.state.title === "late");
  for await (const rooms of lobby) if (rooms.some((line) => line.room === room.code && line.locked)) break;
  await lobby.close();
  const cat = await client(t, url, { name: "cat" });
  await assert.rejects(cat.join(room.code), { code: "wrong_passcode" });
  assert.equal((await cat.join(room.code, "sesame")).view?.seat, 2);
  await room.kick(2);
  await assert.rejects(cat.join(room.code, "sesame"), { code: "kicked" });
  await room.addBot("random", 3);
  await room.kick(3);
  await assert.rejects(hers.chat("hi"), { code: "chat_off" });
  await his.chat("good evening");
  await his.emote("thanks");
  await room.mute(bob.player);
  await assert.rejects(his.chat("again"), { code: "muted" });
  assert.deepEqual(
    room.lines.map(({ name, text, emote }) => [name, text, emote]),
    [
      ["bob", "good evening", null],
      ["bob", null, "thanks"],
    ],
  );
  await assert.rejects(his.start(), { code: "not_host" });
  await his.sit(3);
  await seen(room, (view) => view.seats[3].player === bob.player);
  await room.closeForAll();
  await assert.rejects(his.ready(), { code: "unknown_room" });
  assert.equal(his.closing?.code, "closed");
});

test("two who ask for a quick match meet, play, and play again", { skip }, async (t) => {
  const ann = await client(t, url);
  const bob = await client(t, url, { name: "bob" });
  const mine = await ann.quick("koikoi");
  await mine.configure({ settings: QUIET, options: { rounds: 3 } });
  const his = await bob.quick("koikoi");
  assert.equal(his.code, mine.code);
  const results = await Promise.all([
    autoplay(mine, play, { start: true, matches: 2 }),
    autoplay(his, play, { matches: 2 }),
  ]);
  assert.deepEqual(results[0], results[1]);
  assert.equal(results[0].length, 2);
  await Promise.all([mine.leave(), his.leave()]);
  const history = await ann.history({ limit: 100 });
  assert.equal(history.player, ann.player);
  assert.equal((await ann.leaderboard("koikoi")).game, "koikoi");
});

test("two tabs of one player see the same, and of two moves at once one counts", { skip }, async (t) => {
  const store = {
    token: /** @type {string | null} */ (null),
    load: () => store.token,
    save: (/** @type {string | null} */ token) => void (store.token = token),
  };
  const one = await client(t, url, { store });
  const other = await client(t, url, { store, encoding: "msgpack" });
  assert.equal(one.player, other.player);
  const room = await one.create("agurk", { seats: 2, visibility: "unlisted", settings: QUIET });
  await room.addBot("random");
  await room.ready();
  const same = await other.resume(room.code);
  await room.start();
  const [mine, theirs] = await Promise.all([
    seen(room, (view) => view.offers.length > 0),
    seen(same, (view) => view.offers.length > 0),
  ]);
  assert.deepEqual([mine.version, mine.offers, mine.state.table], [theirs.version, theirs.offers, theirs.state.table]);
  const answers = await Promise.allSettled([
    room.move(play(mine, mine.offers), mine),
    same.move(play(theirs, theirs.offers), theirs),
  ]);
  assert.equal(answers.filter(({ status }) => status === "fulfilled").length, 1);
  const closed = new Promise((resolve) => same.on("closed", resolve));
  await room.leave();
  assert.equal(/** @type {any} */ (await closed).code, "left");
});

test(
  "a cut in the middle of a turn loses no event, and a move whose answer was lost counts once",
  { skip },
  async (t) => {
    const proxy = new Proxy(url);
    const through = await proxy.open();
    t.after(() => proxy.close());
    const ann = await client(t, through);
    const bob = await client(t, url, { name: "bob", encoding: "msgpack" });
    const room = await ann.create("agurk", { seats: 2, visibility: "unlisted", settings: QUIET });
    const his = await bob.join(room.code);
    const entries = /** @type {import("fudakai").Entry[][]} */ ([[], []]);
    room.on("entry", (entry) => entries[0].push(entry));
    his.on("entry", (entry) => entries[1].push(entry));
    const from = Math.max(room.version, his.version);
    let cuts = 0;
    let turn = 0;
    ann.on("state", ({ state }) => (cuts += state === "reconnecting" ? 1 : 0));
    const broken = autoplay(
      room,
      (view, offers) => {
        turn++;
        if (turn % 3 === 1) proxy.cutAtNextAnswer();
        if (turn % 3 === 2) proxy.cut();
        return play(view, offers);
      },
      { start: true },
    );
    const results = await Promise.all([broken, autoplay(his, play)]);
    await seen(his, (view) => view.version >= room.version);
    await seen(room, (view) => view.version >= his.version);
    assert.deepEqual(results[0], results[1]);
    assert(cuts >= 3, `${cuts} cuts`);
    const told = entries.map((list) => list.filter(({ version }) => version > from && version <= room.version));
    assert.deepEqual(told[0], told[1]);
    assert.deepEqual(
      told[0].map(({ version }) => version),
      told[0].map((_entry, at) => from + 1 + at),
    );
  },
);

test("the example plays a match with itself, over the WebSocket of the platform", { skip }, async () => {
  const script = fileURLToPath(new URL("../../clients/js/examples/bot.js", import.meta.url));
  const flags = "WebSocket" in globalThis ? [] : ["--experimental-websocket"]; // Node 20 has one on demand
  const start = (/** @type {string[]} */ ...more) => {
    const bot = spawn(process.execPath, [...flags, script, url, ...more], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((resolve) => bot.on("close", resolve));
    return { bot, ended };
  };
  const first = start();
  let told = "";
  const code = await new Promise((resolve) => {
    first.bot.stdout.on("data", (bytes) => {
      told += bytes;
      const found = /the table is (\w{6})/.exec(told);
      if (found) resolve(found[1]);
    });
    first.bot.on("close", () => resolve(""));
  });
  const second = start(code);
  second.bot.stdout.resume();
  assert.deepEqual(await Promise.all([first.ended, second.ended]), [0, 0]);
  assert.match(told, /winners:/);
});
