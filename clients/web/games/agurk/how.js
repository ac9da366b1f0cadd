/**
 * How Agurk is played, step by step.
 * @module
 */

import { row } from "../../cards/lessons.js";

/** @type {import("../../cards/lessons.js").Lesson[]} */
export const lessons = [
  { key: "aim", rows: [row("penalty", "KH"), row("first", "4S")] },
  { key: "ranks", rows: [row("low_to_high", "2C 10D JS QH KC AD JK1")] },
  { key: "lead", rows: [row("one", "7D", true), row("same", "9C 9H", true), row("mixed", "9C 10H", false)] },
  {
    key: "follow",
    rows: [row("table", "9C"), row("high", "9S JD", true), row("lowest", "3H", true), row("between", "7S", false)],
  },
  { key: "round", rows: [] },
  { key: "end", rows: [] },
];
