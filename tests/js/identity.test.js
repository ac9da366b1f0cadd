/** Who the client is: its token, where it is kept, and what becomes of it. */

import assert from "node:assert/strict";
import test from "node:test";
import { localTokens, Refused } from "fudakai";
import { client, peer, until } from "./peer.js";

/** A place for a token, that remembers what was done. */
class Store {
  /** @param {string | null} token */
  constructor(token) {
    this.token = token;
    /** @type {(string | null)[]} */
    this.saved = [];
  }

  async load() {
    return this.token;
  }

  /** @param {string | null} token */
  async save(token) {
    this.saved.push((this.token = token));
  }
}

test("the token is taken from the store, said instead of the name, and kept when it is new", async (t) => {
  const store = new Store("t0");
  const url = await peer(t, async (talk) => {
    const hello = await talk.welcome({ token: "t1" });
    assert.deepEqual([hello.token, "name" in hello, hello.birthday], ["t0", false, "07-23"]);
    await talk.gone();
  });
  await client(t, url, { store, birthday: "07-23" });
  assert.deepEqual(store.saved, ["t1"]);
});

test("two clients with one store that begin in one moment are one player", async (t) => {
  const store = new Store(null);
  let last = Promise.resolve();
  const alone = (/** @type {() => Promise<any>} */ work) => {
    const mine = last.then(work);
    last = mine.then(() => {});
    return mine;
  };
  /** @type {(string | undefined)[]} */
  const said = [];
  const script = async (/** @type {import("./peer.js").Talk} */ talk) => {
    said.push((await talk.welcome({ token: "t1" })).token);
    await talk.gone();
  };
  const url = await peer(t, script, script);
  const shared = { load: () => store.load(), save: (/** @type {string | null} */ token) => store.save(token), alone };
  await Promise.all([client(t, url, { store: shared }), client(t, url, { store: shared })]);
  assert.deepEqual(said, [undefined, "t1"]);
});

test("l7: a wrong token is told on opening, and when it comes back", async (t) => {
  const forged = await peer(t, async (talk) => {
    assert.equal((await talk.refuse("hello", "wrong_token", { retry_after: 9 })).token, "forged");
    await talk.gone();
  });
  await assert.rejects(client(t, forged, { token: "forged" }), { code: "wrong_token", retryAfter: 9 });
  const expired = await peer(
    t,
    async (talk) => {
      await talk.welcome();
      await talk.letIn("join", 4);
      talk.cut();
    },
    async (talk) => {
      await talk.refuse("hello", "wrong_token");
      await talk.gone();
    },
  );
  const room = await (await client(t, expired)).join("ABCDEF");
  await until(room, 4);
  await assert.rejects(until(room, 5), Refused);
});

test("where there is no local storage, the token is kept all the same", async () => {
  const store = localTokens("fudakai.test");
  assert.equal(await store.load(), null);
  await store.save("t1");
  assert.equal(await store.load(), "t1");
  await store.save(null);
  assert.equal(await store.load(), null);
  assert.equal(await store.alone?.(async () => 7), 7);
});
