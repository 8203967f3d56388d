import fc from "fast-check";
import { expect, it } from "vitest";
import { type ReadSentence, SentenceReader } from "../src/prose/sentence-reader.js";

const readAll = (pieces: readonly string[]): ReadSentence[] => {
  const reader = new SentenceReader();
  return [...pieces.flatMap((piece) => reader.add(piece)), ...reader.end()];
};
const read = (pieces: readonly string[]): string[] => readAll(pieces).map(({ text }) => text);

it("[NA348] hands a sentence over when the next begins, and the last at the end", () => {
  const reader = new SentenceReader();
  expect(reader.add("The stove ticks. The")).toEqual([{ text: "The stove ticks.", paragraph: 0 }]);
  expect(reader.add(" gulls wait.")).toEqual([]);
  expect(reader.end()).toEqual([{ text: "The gulls wait.", paragraph: 0 }]);
});

it("[NA348] what was cut off is no sentence", () => {
  expect(read(["The stove ticks. The gulls"])).toEqual(["The stove ticks."]);
});

it("[NA348] what does not end is handed over as it is, to be refused", () => {
  expect(read(["and the salt ".repeat(80), "more"])[0]).toHaveLength(900);
});

it("[NA348] reads the same however the text is cut into pieces", () => {
  const text =
    "<think>Who? Peel.</think>Mr. Peel waits. It smells of salt… and rope!\n\n“Look. There.” Nobody does.\n*A line is read*";
  const whole = readAll([text]);
  expect(whole.map(({ paragraph }) => paragraph)).toEqual([0, 0, 1, 1, 2]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: text.length - 1 }), { maxLength: 12 }), (cuts) => {
      const at = [0, ...new Set(cuts)].sort((a, b) => a - b);
      expect(readAll(at.map((from, index) => text.slice(from, at[index + 1])))).toEqual(whole);
    }),
  );
});
