import { expect, it } from "vitest";
import { openingMinute, timeInWords } from "../src/scene/clock.js";

const at = (day: number, hour: number, minute = 0) => (day - 1) * 1440 + hour * 60 + minute;

it.each([
  [at(1, 5), "First morning"],
  [at(1, 11, 59), "First morning"],
  [at(1, 12), "First noon"],
  [at(1, 16, 59), "First afternoon"],
  [at(1, 20, 59), "First evening"],
  [at(1, 23), "First night"],
  [at(2, 1), "First night"],
  [at(2, 4, 59), "First night"],
  [at(2, 5), "Second morning"],
  [at(3, 18), "Third evening"],
  [at(14, 8), "Day 14, morning"],
  [-5, "First night"],
])("[EN23] minute %d is called %s", (minutes, words) => {
  expect(timeInWords(minutes)).toBe(words);
});

it.each([
  ["It is evening, and the night shift has not come.", 19 * 60],
  ["Before breakfast the pump stops.", 8 * 60],
  ["Nobody looks up when you come in.", 17 * 60],
])("[EN4] %s opens at minute %d", (premise, minute) => {
  expect(openingMinute(premise)).toBe(minute);
});
