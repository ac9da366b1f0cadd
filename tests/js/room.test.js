/** What the SDK says to a scripted peer, and what its user sees of a room. */

import assert from "node:assert/strict";
import test from "node:test";
import { Refused, Stale } from "fudakai";
import { client, entry, peer, until } from "./peer.js";

const NINE = { type: "play", cards: ["9C"] };
const TWO = { type: "play", cards: ["2H"] };

test("a guest is welcomed, joins and moves", async (t) => {
  const url = await peer(t, async (talk) => {
    const hello = await talk.welcome({ rooms: ["GHJKMN"], token: "t1" });
    assert.deepEqual([hello.name, hello.access, "token" in hello], ["ann", "door", false]);
    const joined = await talk.letIn("join", 4, { hand: ["9C", "2H"] });
    assert.deepEqual([joined.room, "passcode" in joined], ["abcdef", false]);
    const move = await talk.move();
    assert.deepEqual([move.room, move.version, move.move], ["ABCDEF", 4, NINE]);
    assert(move.ref.length >= 16 && move.ref.length <= 64);
    await talk.gone();
  });
  const ann = await client(t, url, { access: "door" });
  assert.deepEqual([ann.name, ann.token, ann.seatedIn, ann.state], ["ann", "t1", ["GHJKMN"], "open"]);
  assert.deepEqual(
    ann.games.map(({ name, seats }) => [name, ...seats]),
    [["agurk", 2, 7]],
  );
  const room = await ann.join("abcdef");
  const { view } = room;
  assert(view);
  assert.deepEqual(
    [view.seat, view.myTurn, view.over, view.isHost, view.private],
    [0, true, false, true, { hand: ["9C", "2H"] }],
  );
  assert.deepEqual([ann.rooms, room.offers], [[room], [NINE, TWO]]);
  assert.equal(await room.move(view.offers[0]), 5);
});

test("each request says what was given and nothing else", async (t) => {
  /** @type {[string, object][]} */
  const wanted = [
    ["sit", {}],
    ["sit", { seat: 2 }],
    ["ready", { ready: true }],
    ["ready", { ready: false }],
    ["start", {}],
    ["configure", { visibility: "locked", passcode: "x" }],
    ["add_bot", { strength: "strong" }],
    ["add_bot", { strength: "random", seat: 1 }],
    ["kick", { seat: 1 }],
    ["mute", { player: "p2", muted: true }],
    ["mute", { player: "p2", muted: false }],
    ["chat", { text: "hi" }],
    ["chat", { emote: "wow" }],
    ["close", {}],
  ];
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    const created = await talk.letIn("create", 0);
    assert.deepEqual(
      { ...created, id: 0 },
      { type: "create", id: 0, game: "agurk", visibility: "unlisted", seats: 2, settings: { turn_seconds: 0 } },
    );
    for (const [type, fields] of wanted) {
      const { id, ...asked } = await talk.expect(type);
      assert.deepEqual(asked, { type, room: "ABCDEF", ...fields });
      talk.say("ok", { re: id, room: "ABCDEF", version: 7 });
    }
    await talk.gone();
  });
  const ann = await client(t, url);
  const room = await ann.create("agurk", { seats: 2, visibility: "unlisted", settings: { turn_seconds: 0 } });
  assert.equal(await room.sit(), 7);
  await room.sit(2);
  await room.ready();
  await room.ready(false);
  await room.start();
  await room.configure({ visibility: "locked", passcode: "x" });
  await room.addBot();
  await room.addBot("random", 1);
  await room.kick(1);
  await room.mute("p2");
  await room.mute("p2", false);
  await room.chat("hi");
  await room.emote("wow");
  await room.closeForAll();
  assert.deepEqual([room.closing?.code, ann.rooms], ["closed", []]);
});

test("what is over is asked for as given", async (t) => {
  const row = { place: 1, player: "p1", name: "ann", points: 1, matches: 1, won: 1, rating: 3.5 };
  const summary = { match: "ABCDEF-1", game: "agurk", at: 1, players: ["p1"], names: ["ann"] };
  const frame = { step: 3, by: 0, events: [], to_act: [1], left: [], table: {}, private: [{ hand: [] }, {}] };
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    const history = await talk.expect("history");
    assert.deepEqual(history, { type: "history", id: history.id, player: "p2", limit: 1, before: 7 });
    talk.say("matches", { re: history.id, player: "p2", matches: [], totals: [], before: null });
    const board = await talk.expect("leaderboard");
    assert.deepEqual(board, { type: "leaderboard", id: board.id, game: "agurk", limit: 5 });
    talk.say("standings", { re: board.id, game: "agurk", rows: [row], you: null });
    const record = await talk.expect("record");
    talk.say("recorded", { re: record.id, match: record.match, record: { record: 1 } });
    await talk.refuse("record", "unknown_match");
    const replay = await talk.expect("replay");
    assert.deepEqual(replay, { type: "replay", id: replay.id, match: "ABCDEF-1", first: 3, count: 1 });
    talk.say("replayed", { re: replay.id, summary, options: {}, entries: 9, frames: [frame] });
    await talk.expect("replay");
    talk.say("replayed", { re: replay.id + 1, summary, options: {}, entries: 9, frames: [{ ...frame, table: 1 }] });
    await talk.gone();
  });
  const ann = await client(t, url);
  assert.equal((await ann.history({ player: "p2", limit: 1, before: 7 })).player, "p2");
  assert.deepEqual((await ann.leaderboard("agurk", 5)).rows, [row]);
  assert.deepEqual(await ann.record("ABCDEF-1"), { record: 1 });
  await assert.rejects(ann.record("ABCDEF-2"), { name: "Refused", code: "unknown_match", words: "No." });
  assert.deepEqual((await ann.replay("ABCDEF-1", 3, 1)).frames, [frame]);
  await assert.rejects(ann.replay("ABCDEF-1"), { name: "ProtocolError" });
});

test("refusals of moves are errors with code and words, and the same move may then be made again", async (t) => {
  /** @type {string[]} */
  const refs = [];
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("join", 4, { hand: ["9C"] });
    for (const code of ["stale", "too_low"]) refs.push((await talk.refuse("move", code)).ref);
    refs.push((await talk.move()).ref);
    await talk.gone();
  });
  const room = await (await client(t, url)).join("ABCDEF");
  await assert.rejects(room.move(NINE), Stale);
  await assert.rejects(room.move(NINE), (error) => {
    assert(error instanceof Refused && !(error instanceof Stale));
    assert.deepEqual([error.code, error.words, error.message], ["too_low", "No.", "No. (too_low)"]);
    return true;
  });
  assert.equal(await room.move(NINE), 5);
  assert.equal(new Set(refs).size, 3);
});

test("a double click is one move, another decision another one", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("join", 4, { hand: ["9C", "2H"] });
    const first = await talk.move();
    talk.update(5, { hand: ["9C", "2H"] });
    const second = await talk.move();
    assert.notEqual(first.ref, second.ref);
    assert.deepEqual([first.version, second.version], [4, 5]);
    const third = await talk.refuse("move", "not_your_turn"); // nothing was sent in between
    assert.deepEqual(third.move, TWO);
    await talk.gone();
  });
  const room = await (await client(t, url)).join("ABCDEF");
  const seen = room.view;
  assert.deepEqual(await Promise.all([room.move(NINE), room.move({ ...NINE })]), [5, 5]);
  assert.equal(await room.move(NINE, seen), 5);
  await until(room, 5);
  assert.equal(await room.move(NINE), 6);
  await assert.rejects(room.move(TWO), Refused);
});

test("a move names the version of the view it was chosen from", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("join", 4, { hand: ["9C", "2H"] });
    const ready = await talk.expect("ready");
    talk.update(5, { hand: ["9C", "2H"] });
    talk.say("ok", { re: ready.id, room: "ABCDEF", version: 5 });
    assert.equal((await talk.move()).version, 4);
    assert.equal((await talk.move()).version, 5);
    await talk.gone();
  });
  const room = await (await client(t, url)).join("ABCDEF");
  await until(room, 4);
  assert.deepEqual([await room.ready(), room.version], [5, 5]);
  await room.move(NINE);
  await room.move(TWO, room.view);
});

test("a listener is told every entry in order and then the view, which nobody can change", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("join", 1);
    await talk.expect("ready");
    talk.update(3, { events: [entry(2, { type: "a" }, { type: "b" }), { ...entry(3, { type: "c" }), clock: true }] });
    await talk.gone();
  });
  const room = await (await client(t, url)).join("ABCDEF");
  /** @type {unknown[]} */
  const told = [];
  room.on("entry", ({ version, clock, events }) => told.push([version, clock, events.map(({ type }) => type)]));
  room.addEventListener("view", (event) => told.push(/** @type {CustomEvent} */ (event).detail.version));
  const stop = room.on("view", () => told.push("stopped"));
  stop();
  const seen = new Promise((resolve) => room.on("view", resolve));
  room.ready().catch(() => {});
  const view = /** @type {any} */ (await seen);
  assert.deepEqual(told, [[2, false, ["a", "b"]], [3, true, ["c"]], 3]);
  assert.deepEqual(
    view.events.map((/** @type {any} */ event) => event.type),
    ["a", "b", "c"],
  );
  for (const change of [() => (view.version = 9), () => (view.state.seats[0].name = "x"), () => view.entries.pop()]) {
    assert.throws(change, TypeError);
  }
});

test("a slow reader gets one view with all that happened, and every entry of the stream", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("join", 1, { events: [entry(1, { type: "1" })] });
    const ready = await talk.expect("ready");
    for (let version = 2; version < 6; version++)
      talk.update(version, { events: [entry(version, { type: `${version}` })] });
    talk.say("ok", { re: ready.id, room: "ABCDEF" });
    await talk.gone();
  });
  const room = await (await client(t, url)).join("ABCDEF");
  await until(room, 1);
  await room.ready();
  const [view] = await until(room, 5);
  assert.deepEqual(
    view.events.map(({ type }) => type),
    ["2", "3", "4", "5"],
  );
  assert.equal(view.gap, false);
  const versions = [];
  for await (const { version } of room.events) if (versions.push(version) === 5) break;
  assert.deepEqual(versions, [1, 2, 3, 4, 5]);
});

test("a reader who never comes costs a bounded memory and is told of the gap", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("join", 1);
    const ready = await talk.expect("ready");
    for (let version = 2; version < 302; version++) talk.update(version, { events: [entry(version)] });
    talk.say("ok", { re: ready.id, room: "ABCDEF" });
    await talk.gone();
  });
  const room = await (await client(t, url)).join("ABCDEF");
  await room.ready();
  const [view] = await until(room, 301);
  assert.deepEqual([view.gap, view.entries.length, view.entries[0].version], [true, 256, 46]);
  const first = (await room.events.next()).value;
  assert.deepEqual([first?.version, first?.gap], [46, true]);
  assert.equal((await room.events.next()).value?.gap, false);
});

test("clocks are deadlines by this machine's clock", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("join", 1, { hand: ["9C"] });
    await talk.gone();
  });
  const room = await (await client(t, url, { now: () => 5_000_000 })).join("ABCDEF");
  assert.deepEqual([room.view?.deadline(0), room.view?.deadline(1)], [5_030_000, null]);
});

test("chat is told and remembered", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("spectate", 1);
    const chat = await talk.expect("chat");
    for (let at = 0; at <= 100; at++)
      talk.say("said", { room: "ABCDEF", player: "p2", name: "bob", seat: 1, text: `${at}` });
    talk.say("said", { room: "ABCDEF", player: "p3", name: "cat", emote: "wow" });
    talk.say("ok", { re: chat.id, room: "ABCDEF" });
    await talk.gone();
  });
  const room = await (await client(t, url)).spectate("ABCDEF");
  let heard = 0;
  room.on("said", () => heard++);
  await room.chat("hi");
  assert.deepEqual([heard, room.lines.length, room.lines[0].text], [102, 100, "2"]);
  assert.deepEqual(room.lines.at(-1), { player: "p3", name: "cat", seat: null, text: null, emote: "wow" });
  assert.deepEqual([room.view?.seat, room.offers, room.view?.isHost], [null, [], false]);
});

test("the room ends when it is closed and when it is left", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("join", 4);
    talk.say("closed", { room: "ABCDEF", code: "closed", words: "Everybody left." });
    await talk.letIn("join", 9);
    await talk.refuse("leave", "unknown_room");
    await talk.gone();
  });
  const ann = await client(t, url);
  const room = await ann.join("ABCDEF");
  const closed = new Promise((resolve) => (room.closing ? resolve(room.closing) : room.on("closed", resolve)));
  assert.deepEqual(await closed, { code: "closed", words: "Everybody left." });
  assert.equal((await until(room, 4)).length, 1);
  for await (const view of room) assert.fail(`a view ${view.version} after the end`);
  for await (const { version } of room.events) assert.fail(`an entry ${version} after the end`);
  const again = await ann.join("ABCDEF");
  assert.notEqual(again, room);
  await again.leave();
  await again.leave();
  assert.equal(again.closing?.code, "left");
});

test("to close a list while the next one is asked for ends that one only", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    const first = await talk.expect("follow");
    talk.say("rooms", { re: first.id, rooms: [] });
    const second = await talk.expect("follow");
    const list = await talk.expect("list");
    talk.say("rooms", { re: second.id, rooms: [] });
    talk.say("rooms", { re: list.id, rooms: [] });
    await talk.gone();
  });
  const ann = await client(t, url);
  const before = await ann.follow();
  const next = ann.follow({ game: "agurk" });
  await before.close();
  await ann.list();
  assert.equal(before.over, true);
  assert.equal((await next).over, false);
});

test("a list is followed, again after a cut, and one at a time", async (t) => {
  const line = {
    room: "ABCDEF",
    title: "x",
    game: "agurk",
    status: "waiting",
    seats: 2,
    seated: 1,
    spectators: true,
    locked: false,
  };
  const url = await peer(
    t,
    async (talk) => {
      await talk.welcome();
      const first = await talk.expect("follow");
      talk.say("rooms", { re: first.id, rooms: [] });
      const second = await talk.expect("follow");
      assert.deepEqual(second, { type: "follow", id: second.id, game: "agurk", free: true });
      talk.say("rooms", { re: second.id, rooms: [line] });
      talk.say("listed", { rooms: [{ ...line, room: "GHJKMN" }], gone: ["ABCDEF"] });
      talk.cut();
    },
    async (talk) => {
      await talk.welcome();
      const again = await talk.expect("follow");
      assert.equal(again.game, "agurk");
      talk.say("rooms", { re: again.id, rooms: [{ ...line, seated: 2 }] });
      const over = await talk.expect("unfollow");
      talk.say("ok", { re: over.id });
      const list = await talk.expect("list");
      talk.say("rooms", { re: list.id, rooms: [line] });
      await talk.gone();
    },
  );
  const ann = await client(t, url);
  const before = await ann.follow();
  const ended = new Promise((resolve) => before.on("ended", resolve));
  const lobby = await ann.follow({ game: "agurk", free: true });
  assert.equal(await ended, null);
  let seen;
  for await (const rooms of lobby) {
    seen = rooms;
    if (rooms[0].seated === 2) break;
  }
  assert.deepEqual(seen, lobby.rooms);
  await lobby.close();
  for await (const rooms of lobby) assert.fail(`${rooms.length} rooms after the end`);
  assert.deepEqual(await ann.list(), [line]);
});
