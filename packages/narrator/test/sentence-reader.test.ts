import fc from "fast-check";
import { expect, it } from "vitest";
import { SentenceReader } from "../src/prose/sentence-reader.js";

const read = (pieces: readonly string[]): string[] => {
  const reader = new SentenceReader();
  return [...pieces.flatMap((piece) => reader.add(piece)), ...reader.end()];
};

it("[NA348] hands a sentence over when the next begins, and the last at the end", () => {
  const reader = new SentenceReader();
  expect(reader.add("The stove ticks. The")).toEqual(["The stove ticks."]);
  expect(reader.add(" gulls wait.")).toEqual([]);
  expect(reader.end()).toEqual(["The gulls wait."]);
});

it("[NA348] what was cut off is no sentence", () => {
  expect(read(["The stove ticks. The gulls"])).toEqual(["The stove ticks."]);
});

it("[NA348] what does not end is handed over as it is, to be refused", () => {
  expect(read(["and the salt ".repeat(40), "more"])[0]).toHaveLength(400);
});

it("[NA348] reads the same however the text is cut into pieces", () => {
  const text = "Mr. Peel waits. It smells of salt… and rope! Does anybody look? Nobody does.";
  const whole = read([text]);
  expect(whole).toHaveLength(4);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: text.length - 1 }), { maxLength: 12 }), (cuts) => {
      const at = [0, ...new Set(cuts)].sort((a, b) => a - b);
      expect(read(at.map((from, index) => text.slice(from, at[index + 1])))).toEqual(whole);
    }),
  );
});
