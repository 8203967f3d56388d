// SPEC.md NA4400.
import { expect, it } from "vitest";
import { moodWords } from "../src/prose/in-plain-words.js";

it.each([
  [-75, "hostile to you"],
  [-74, "cold to you"],
  [-45, "cold to you"],
  [-44, "wary of you"],
  [-30, ""],
  [30, ""],
  [44, "warming to you"],
  [45, "fond of you"],
  [74, "fond of you"],
  [75, "devoted to you"],
])("[NA4400] tells a model of a feeling of %i that somebody is %j", (feeling, words) => {
  expect(moodWords(feeling)).toBe(words);
});
