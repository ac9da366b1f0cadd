/**
 * How Dafaza is played, step by step.
 * @module
 */

import { row } from "../../cards/lessons.js";

/** @type {import("../../cards/lessons.js").Lesson[]} */
export const lessons = [
  { key: "aim", rows: [] },
  {
    key: "cards",
    rows: [
      row("strong_to_weak", "01-ribbon 02-animal 03-bright 12-bright"),
      row("kasu", "06-chaff-1 12-chaff-2"),
      row("charisma", "06-ribbon 11-bright"),
    ],
  },
  {
    key: "lead",
    rows: [
      row("one", "10-animal", true),
      row("same", "09-animal 09-chaff-1", true),
      row("mixed", "09-animal 10-animal", false),
    ],
  },
  {
    key: "follow",
    rows: [
      row("table", "09-animal 09-chaff-1"),
      row("beats", "06-ribbon 06-chaff-2", true),
      row("suits", "06-chaff-1 06-chaff-2", false),
      row("weaker", "10-ribbon 10-chaff-1", false),
      row("fold", "back back"),
    ],
  },
  { key: "last", rows: [] },
  { key: "pay", rows: [] },
  {
    key: "special",
    rows: [
      row("three", "12-chaff-1 12-chaff-2 12-chaff-3"),
      row("four", "06-animal 06-ribbon 06-chaff-1 06-chaff-2"),
      row("steel", "12-bright"),
      row("retaliation", "11-animal"),
    ],
  },
  {
    key: "dealt",
    rows: [
      row("lights", "01-bright 03-bright 08-bright 11-bright 12-bright"),
      row("animals", "06-animal 07-animal 10-animal 03-bright 08-bright 09-animal"),
      row("ribbons", "01-ribbon 02-ribbon 03-ribbon 06-ribbon 09-ribbon 10-ribbon"),
    ],
  },
];
