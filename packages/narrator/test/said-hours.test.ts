import { expect, it } from "vitest";
import { greetsAtAnotherHour } from "../src/scene/said-hours.js";

it.each([
  ["Good morning. One, please.", 19, true],
  ["Good morning. One, please.", 8, false],
  ["Good evening to you.", 9, true],
  ["Good evening to you.", 18, false],
  ["Good night, then.", 2, false],
  ["Good night, then.", 10, true],
  ["Good MORNING, class!", 22, true],
  ["A good morning's work.", 12, false],
  ["One, please.", 19, false],
])("[NA3164] a line greets at another hour: %s at %d", (line, hour, isOther) => {
  expect(greetsAtAnotherHour(line, hour * 60)).toBe(isOther);
  expect(greetsAtAnotherHour(line, 3 * 1440 + hour * 60)).toBe(isOther);
});
