// SPEC.md CA6453: beats that say when they play by a meal alone.
import { expect, it } from "vitest";
import { beat, readSmall } from "./support/small-story.js";

const minutesOf = (text: string) => readSmall({ beats: [beat("b1", text)] }).reading.beats[0]?.clock?.minutes;

it.each([
  ["The coffee came in at seven and no one said a word.", 7 * 60],
  ["Abb comes down. The breakfast things are still on the table.", 8 * 60],
  ["You talk of it over luncheon, and nobody eats.", 13 * 60],
  ["You ring the supper bell, though there is hardly anything.", 19 * 60 + 30],
  ["The lamps swung, the soup went over the rim, and the line was gone.", 19 * 60 + 30],
  ["The soup came in at eight, cold.", 20 * 60],
  ["The street lamps are being lit along the quay.", 19 * 60 + 30],
])("[CA6453] play at its hour: %s", (text, minutes) => {
  expect(minutesOf(text)).toBe(minutes);
});

it.each([
  "Coffee would come in at seven, he said.",
  "Every evening the supper bell rings over the yard.",
  "He has not spoken since the breakfast things were cleared.",
  "She sells soup in the market.",
  "You find him in the kitchen, holding a cup.",
])("[CA6453] play at none that they do not say: %s", (text) => {
  expect(minutesOf(text)).toBeUndefined();
});

it("[CA6453] keep the hour that they name", () => {
  expect(minutesOf("At noon the lamps are lit, so thick is the fog.")).toBe(720);
});
