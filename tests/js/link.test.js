/** The link over real sockets against a scripted peer: how it is lost, how it comes back, how it ends. */

import assert from "node:assert/strict";
import test from "node:test";
import { Backoff, Client, connect, Dropped, Offline, Unreachable, WrongAddress } from "fudakai";
import { WebSocket } from "ws";
import { Pace } from "../../clients/js/pace.js";
import { client, entry, peer, peerOf, QUICK, until } from "./peer.js";

const NINE = { type: "play", cards: ["9C"] };

for (const code of [1001, 1011, 1012, 4005, 4999]) {
  test(`a close with ${code} brings the client back`, async (t) => {
    const url = await peer(
      t,
      async (talk) => {
        await talk.welcome();
        await talk.letIn("join", 4);
        talk.socket.close(code);
      },
      async (talk) => {
        await talk.welcome({ rooms: ["ABCDEF"] });
        await talk.letIn("resume", 5);
        await talk.gone();
      },
    );
    await until(await (await client(t, url)).join("ABCDEF"), 5);
  });
}

for (const code of [1009, 4000, 4001, 4002, 4003, 4004, 4006]) {
  test(`a close with ${code} ends the client for every waiter`, async (t) => {
    const url = await peer(t, async (talk) => {
      await talk.welcome();
      await talk.letIn("join", 4);
      await talk.expect("ready");
      talk.socket.close(code, "enough of this");
    });
    const ann = await client(t, url);
    const room = await ann.join("ABCDEF");
    await until(room, 4);
    const dropped = (/** @type {unknown} */ error) => {
      assert(error instanceof Dropped);
      assert.deepEqual([error.code, error.message], [code, "The server closed the connection: enough of this."]);
      return true;
    };
    await assert.rejects(room.ready(), dropped);
    await assert.rejects(until(room, 5), dropped);
    await assert.rejects(room.events.next(), dropped);
    await assert.rejects(ann.list(), dropped);
    assert.equal(ann.state, "closed");
  });
}

test("after a cut the room is resumed with the token, and events come once", async (t) => {
  const url = await peer(
    t,
    async (talk) => {
      await talk.welcome({ token: "t1" });
      await talk.letIn("join", 4, { events: [entry(4, { type: "a" })] });
      talk.update(5, { events: [entry(5, { type: "b" })] });
      talk.cut();
    },
    async (talk) => {
      const hello = await talk.welcome({ rooms: ["ABCDEF"], token: "t2" });
      assert.deepEqual([hello.token, "name" in hello], ["t1", false]);
      const events = ["a", "b", "c", "d"].map((type, at) => entry(4 + at, { type }));
      const resume = await talk.letIn("resume", 7, { events });
      assert.deepEqual([resume.room, resume.version], ["ABCDEF", 5]);
      await talk.gone();
    },
  );
  const ann = await client(t, url);
  /** @type {string[]} */
  const states = [];
  ann.on("state", ({ state }) => states.push(state));
  const open = new Promise((resolve) => ann.on("state", ({ state }) => state === "open" && resolve(state)));
  const views = await until(await ann.join("ABCDEF"), 7);
  assert.deepEqual(
    views.flatMap((view) => view.events.map(({ type }) => type)),
    ["a", "b", "c", "d"],
  );
  assert(!views.some((view) => view.gap));
  assert.equal(ann.token, "t2");
  await open;
  ann.close();
  assert.deepEqual(states, ["reconnecting", "open", "closed"]);
});

test("a move whose answer was lost is sent again under its ref", async (t) => {
  /** @type {string[]} */
  const refs = [];
  const url = await peer(
    t,
    async (talk) => {
      await talk.welcome();
      await talk.letIn("join", 4, { hand: ["9C"] });
      refs.push((await talk.expect("move")).ref);
      talk.cut();
    },
    async (talk) => {
      await talk.welcome({ rooms: ["ABCDEF"] });
      await talk.letIn("resume", 5);
      const move = await talk.move();
      assert.deepEqual([move.ref, move.version], [refs[0], 4]);
      await talk.gone();
    },
  );
  const room = await (await client(t, url)).join("ABCDEF");
  assert.equal(await room.move(NINE), 5);
});

test("a move made while offline goes out after the resume, and only then", async (t) => {
  const url = await peer(
    t,
    async (talk) => {
      await talk.welcome();
      await talk.letIn("join", 4, { hand: ["9C"] });
      talk.cut();
    },
    async (talk) => {
      await talk.welcome({ rooms: ["ABCDEF"] });
      await talk.letIn("resume", 4, { hand: ["9C"] });
      await talk.move();
      await talk.gone();
    },
  );
  const ann = await client(t, url);
  const room = await ann.join("ABCDEF");
  await new Promise((resolve) => (ann.state === "open" ? ann.on("state", resolve) : resolve(undefined)));
  assert.equal(await room.move(NINE), 5);
});

test("unavailable and too_fast are tried again under the same ref until there is an answer", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("join", 4, { hand: ["9C"] });
    const refs = [];
    for (const code of ["unavailable", "too_fast", "unavailable"]) {
      refs.push((await talk.refuse("move", code, { retry_after: 1 })).ref);
    }
    refs.push((await talk.move()).ref);
    assert.equal(new Set(refs).size, 1);
    await talk.gone();
  });
  const ann = await client(t, url);
  /** @type {string[]} */
  const notices = [];
  ann.on("notice", ({ code }) => notices.push(code));
  const room = await ann.join("ABCDEF");
  assert.equal(await room.move(NINE), 5);
  assert.deepEqual(notices, ["unavailable", "unavailable"]);
});

test("a gap is passed on, also when the room's version went back", async (t) => {
  const url = await peer(
    t,
    async (talk) => {
      await talk.welcome();
      await talk.letIn("join", 900);
      talk.cut();
    },
    async (talk) => {
      await talk.welcome({ rooms: ["ABCDEF"] });
      await talk.letIn("resume", 1300, { gap: true });
      await talk.expect("ready");
      talk.cut();
    },
    async (talk) => {
      await talk.welcome({ rooms: ["ABCDEF"] });
      await talk.letIn("resume", 1298, { events: [entry(1298, { type: "anew" })] });
      await talk.gone();
    },
  );
  const room = await (await client(t, url)).join("ABCDEF");
  const views = await until(room, 1300);
  assert.deepEqual([views.at(-1)?.gap, views.at(-1)?.entries], [true, []]);
  const again = room[Symbol.asyncIterator]().next();
  room.ready().catch(() => {});
  const back = (await again).value;
  assert.deepEqual([back?.version, back?.gap, back?.events], [1298, true, [{ type: "anew" }]]);
  const first = (await room.events.next()).value;
  assert.deepEqual([first?.version, first?.gap, first?.events], [1300, true, []]);
  const second = (await room.events.next()).value;
  assert.deepEqual([second?.version, second?.gap], [1298, true]);
});

test("a pong shows that the last message was lost", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("join", 4);
    for (const version of [4, 6])
      talk.say("pong", { re: (await talk.expect("ping")).id, versions: { ABCDEF: version } });
    const resume = await talk.letIn("resume", 6, { events: [entry(5), entry(6)] });
    assert.equal(resume.version, 4);
    await talk.gone();
  });
  const ann = await client(t, url, { patience: { pingEvery: 5 } });
  const views = await until(await ann.join("ABCDEF"), 6);
  assert.deepEqual(
    views.flatMap(({ entries }) => entries.map(({ version }) => version)),
    [5, 6],
  );
});

test("a pong without the room leads to its end", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("join", 4);
    talk.say("pong", { re: (await talk.expect("ping")).id, versions: {} });
    await talk.refuse("resume", "unknown_room");
    await talk.gone();
  });
  const room = await (await client(t, url, { patience: { pingEvery: 5 } })).join("ABCDEF");
  for await (const { version } of room) assert.equal(version, 4);
  assert.deepEqual(room.closing, { code: "unknown_room", words: "No." });
});

test("no welcome in time is a lost connection", async (t) => {
  const url = await peer(t, (talk) => talk.gone());
  const ann = client(t, url, { patience: { openWithin: 20 } });
  await assert.rejects(ann, { name: "Unreachable", message: /took too long/ });
});

test("no pong in time is a lost connection", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.expect("ping");
    await talk.gone();
  });
  const ann = await client(t, url, { patience: { pingEvery: 5, pongWithin: 5 } });
  assert.equal(await new Promise((resolve) => ann.on("state", ({ state }) => resolve(state))), "reconnecting");
  ann.close();
});

test("a start that was done before the cut is no refusal", async (t) => {
  const url = await peer(
    t,
    async (talk) => {
      await talk.welcome();
      await talk.letIn("create", 4);
      await talk.expect("start");
      talk.cut();
    },
    async (talk) => {
      await talk.welcome({ rooms: ["ABCDEF"] });
      await talk.letIn("resume", 5);
      await talk.refuse("start", "playing");
      await talk.refuse("start", "playing");
      await talk.gone();
    },
  );
  const room = await (await client(t, url)).create("agurk");
  assert.equal(await room.start(), 5);
  await assert.rejects(room.start(), { code: "playing" });
});

test("a room whose creation was not answered is found again and not made twice", async (t) => {
  const url = await peer(
    t,
    async (talk) => {
      await talk.welcome({ rooms: ["GHJKMN"] });
      await talk.expect("create");
      talk.cut();
    },
    async (talk) => {
      await talk.welcome({ rooms: ["GHJKMN", "ABCDEF"] });
      await talk.letIn("resume", 0);
      await talk.gone();
    },
  );
  assert.equal((await (await client(t, url)).create("agurk")).code, "ABCDEF");
});

test("a create that did not arrive is sent again", async (t) => {
  const url = await peer(
    t,
    async (talk) => {
      await talk.welcome();
      await talk.expect("create");
      talk.cut();
    },
    async (talk) => {
      await talk.welcome();
      await talk.letIn("create", 0);
      await talk.gone();
    },
  );
  assert.equal((await (await client(t, url)).create("agurk")).code, "ABCDEF");
});

test("who watches a locked room comes back with the passcode", async (t) => {
  const url = await peer(
    t,
    async (talk) => {
      await talk.welcome();
      assert.equal((await talk.letIn("spectate", 1)).passcode, "sesame");
      talk.cut();
    },
    async (talk) => {
      await talk.welcome();
      assert.equal((await talk.letIn("resume", 2)).passcode, "sesame");
      await talk.gone();
    },
  );
  await until(await (await client(t, url)).spectate("ABCDEF", "sesame"), 2);
});

test("a hello that is too early is said again", async (t) => {
  const url = await peer(
    t,
    async (talk) => {
      await talk.refuse("hello", "too_fast", { retry_after: 1 });
      await talk.gone();
    },
    async (talk) => {
      await talk.welcome();
      await talk.gone();
    },
  );
  assert.equal((await client(t, url, { patience: { firstWait: Infinity } })).state, "open");
});

test("what is no address, and who speaks another protocol, are told in words", async (t) => {
  await assert.rejects(connect("no address", { WebSocket }), WrongAddress);
  const other = await peerOf("chat", t, (talk) => talk.gone());
  await assert.rejects(client(t, other), { name: "Unreachable", message: /subprotocol/ });
});

test("a client that is closed while it comes back does not open again", async (t) => {
  const url = await peer(
    t,
    async (talk) => {
      await talk.welcome();
      await talk.letIn("join", 4);
      talk.cut();
    },
    async (talk) => {
      await talk.welcome();
      await talk.letIn("resume", 5);
      await talk.gone();
    },
  );
  const ann = await client(t, url);
  /** @type {string[]} */
  const states = [];
  ann.on("state", ({ state }) => states.push(state));
  const room = await ann.join("ABCDEF");
  await until(room, 4);
  room.on("view", () => ann.close());
  await assert.rejects(until(room, 6), Offline);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(states, ["reconnecting", "closed"]);
});

test("no server at all is Unreachable, in words", async () => {
  const nobody = connect("ws://127.0.0.1:1/", { WebSocket, patience: QUICK });
  await assert.rejects(nobody, (error) => {
    assert(error instanceof Unreachable);
    assert.match(error.message, /^No server answers at ws:\/\/127\.0\.0\.1:1\/ \(.+\)\.$/);
    return true;
  });
});

test("a client that is closed while it connects, waits or reads says so to all", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome();
    await talk.letIn("join", 4);
    await talk.gone();
  });
  const early = new Client(url.replace(/\d+\/$/, "1/"), { WebSocket, patience: { firstWait: Infinity } });
  early.close();
  await assert.rejects(early.opened, Offline);
  const ann = await client(t, url);
  const room = await ann.join("ABCDEF");
  await until(room, 4);
  const waiting = [room.ready(), until(room, 5), room.events.next()];
  ann.close();
  for (const each of waiting) await assert.rejects(each, Offline);
  assert.equal(ann.failure instanceof Offline, true);
});

test("retry comes back at once", async (t) => {
  const url = await peer(
    t,
    async (talk) => {
      await talk.welcome();
      talk.cut();
    },
    async (talk) => {
      await talk.welcome();
      await talk.gone();
    },
  );
  const patience = { backoff: new Backoff(3_600_000, 3_600_000) };
  const ann = await client(t, url, { patience });
  const back = new Promise((resolve) => {
    ann.on("state", ({ state }) => (state === "reconnecting" ? setImmediate(() => ann.retry()) : resolve(state)));
  });
  assert.equal(await back, "open");
});

test("what a later server may send besides is ignored", async (t) => {
  const url = await peer(t, async (talk) => {
    await talk.welcome({ weather: "fine" });
    talk.say("weather", { re: 77, sun: true });
    talk.say("weather", { sun: true });
    talk.say("refused", { code: "bad_message", words: "What?" });
    await talk.letIn("join", 4, { events: [entry(4, { type: "storm", wind: 9 })], weather: {} });
    await talk.gone();
  });
  const room = await (await client(t, url)).join("ABCDEF");
  assert.deepEqual(room.view?.events, [{ type: "storm", wind: 9 }]);
});

test("waits double up to the most, each shortened by up to half", () => {
  const longest = new Backoff(200, 5000, () => 1);
  const shortest = new Backoff(200, 5000, () => 0);
  assert.deepEqual(
    [1, 2, 3, 9, 999].map((failures) => longest.wait(failures)),
    [200, 400, 800, 5000, 5000],
  );
  assert.deepEqual(
    [1, 2, 9].map((failures) => shortest.wait(failures)),
    [100, 200, 2500],
  );
});

test("messages go out as fast as the credits of the server allow", () => {
  const pace = new Pace(10, 2); // nine at once, then one in half a second
  const waits = Array.from({ length: 11 }, () => pace.book(1000));
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 0, 0, 0, 0, 500, 1000]);
  assert.equal(pace.book(1000 + 10_000), 0);
});
