/** Templates. */

import assert from "node:assert/strict";
import test from "node:test";
import { anyMoveOf, isTemplate, moveOf } from "fudakai";

const FOLD = { type: "fold", count: 2, among: ["01-bright", "02-animal", "03-ribbon"] };
const PLAY = { type: "play", cards: ["9C"] };

test("an offer that is no template is its own move", () => {
  assert.equal(moveOf(PLAY), PLAY);
  assert.equal(anyMoveOf(PLAY), PLAY);
  assert.deepEqual([isTemplate(PLAY), isTemplate(FOLD)], [false, true]);
});

test("a template is filled with the cards that were chosen", () => {
  assert.deepEqual(moveOf(FOLD, ["03-ribbon", "01-bright"]), { type: "fold", cards: ["01-bright", "03-ribbon"] });
});

for (const cards of [
  [],
  ["01-bright"],
  ["01-bright", "01-bright"],
  FOLD.among,
  ["01-bright", "99-ribbon"],
  undefined,
]) {
  test(`a template is not filled with ${JSON.stringify(cards)}`, () => {
    assert.throws(() => moveOf(FOLD, cards), TypeError);
  });
}

test("any move of a template has so many different cards out of it, and each choice comes", () => {
  const seen = new Set();
  for (let turn = 0; turn < 30; turn++) {
    let number = turn;
    const random = () => (number++ % 7) / 7;
    const { type, cards } = anyMoveOf(FOLD, random);
    assert.equal(type, "fold");
    assert.equal(new Set(cards).size, 2);
    seen.add(cards.join());
  }
  assert.equal(seen.size, 3);
});
