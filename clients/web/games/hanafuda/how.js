/**
 * How Hanafuda is played, step by step.
 * @module
 */

import { row } from "../../cards/lessons.js";

/** @type {import("../../cards/lessons.js").Lesson[]} */
export const lessons = [
  { key: "months", rows: [row("a_month", "03-bright 03-ribbon 03-chaff-1 03-chaff-2")] },
  {
    key: "turn",
    rows: [row("in_hand", "08-animal"), row("takes", "08-bright", true), row("not", "09-animal", false)],
  },
  {
    key: "values",
    rows: [
      row("bright", "01-bright"),
      row("animal", "07-animal"),
      row("ribbon", "06-ribbon"),
      row("chaff", "12-chaff-1"),
    ],
  },
  { key: "hiki", rows: [row("in_hand", "10-animal 10-chaff-1"), row("takes", "10-ribbon 10-chaff-2", true)] },
  { key: "storm", rows: [row("in_hand", "11-chaff"), row("takes", "01-bright", true)] },
  { key: "end", rows: [] },
];
