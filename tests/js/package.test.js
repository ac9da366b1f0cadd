/** The package as it is published: what is in it, and its types for who writes TypeScript. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const HERE = fileURLToPath(new URL(".", import.meta.url));
const SOURCE = join(HERE, "../../clients/js");
const TSC = join(HERE, "node_modules/typescript/bin/tsc");

/** Somebody else's program. */
const USER = `
import { connect, ProtocolError, type Entry, type View } from "fudakai";

const client = await connect("ws://127.0.0.1/", { encoding: "msgpack", patience: { firstWait: 5 } });
const room = await client.create("agurk", { seats: 3, visibility: "unlisted" });
room.on("view", (view: View) => console.log(view.deadline(0), view.state.seats[0].name));
for await (const entry of room.events) {
  const told: Entry = entry;
  const version: number = await room.move(told.events[0]);
  console.log(version, ProtocolError);
}
// @ts-expect-error: there is no such visibility
await client.create("agurk", { visibility: "hidden" });
// @ts-expect-error: nothing of that name is told
room.on("views", () => {});
`;

test("the package holds the modules, their types and the licence, and wants no other package", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "fudakai-"));
  t.after(() => rm(folder, { recursive: true }));
  const copy = join(folder, "node_modules/fudakai");
  await mkdir(copy, { recursive: true });
  await cp(SOURCE, copy, { recursive: true });
  await run(process.execPath, [TSC, "--project", join(HERE, "types.json"), "--outDir", join(copy, "types")]);
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: copy });
  const paths = JSON.parse(stdout)[0].files.map((/** @type {{ path: string }} */ file) => file.path);
  const wanted = ["fudakai.js", "link.js", "examples/bot.js", "types/fudakai.d.ts", "types/link.d.ts"];
  for (const path of [...wanted, "LICENSE", "README.md", "package.json"]) assert(paths.includes(path), path);
  const { dependencies, license } = JSON.parse(await readFile(join(copy, "package.json"), "utf8"));
  assert.deepEqual([dependencies, license], [undefined, "MIT"]);
  assert.equal(await readFile(join(copy, "LICENSE"), "utf8"), await readFile(join(HERE, "../../LICENSE"), "utf8"));

  await writeFile(join(folder, "user.mts"), USER);
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2023", "--types", ""];
  await run(process.execPath, [TSC, ...options, "user.mts"], { cwd: folder });
});
