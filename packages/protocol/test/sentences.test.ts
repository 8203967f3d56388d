// SPEC.md PR880: where a sentence ends.
import { expect, it } from "vitest";
import { splitSentences } from "../src/english.js";

it("[PR880] a sentence ends before one that opens with marks of emphasis or of speech", () => {
  expect(splitSentences("The lid goes still. **Clock to zero.** *“Go,”* he says. She waits.")).toEqual([
    "The lid goes still.",
    "**Clock to zero.**",
    "*“Go,”* he says.",
    "She waits.",
  ]);
  expect(splitSentences("Dr. **Tarn** is here, e.g. **now**. Yes.")).toEqual([
    "Dr. **Tarn** is here, e.g. **now**.",
    "Yes.",
  ]);
});

it("[PR880] a sentence does not end within what is said between single quotation marks", () => {
  expect(
    splitSentences("He says 'Well. It is done,' and goes. 'I don't know. Ask Osk.' The dogs' bowls. Yes."),
  ).toEqual(["He says 'Well. It is done,' and goes.", "'I don't know. Ask Osk.'", "The dogs' bowls.", "Yes."]);
});

it("[PR4800] a sentence does not end within an abbreviation of a small letter and an initial", () => {
  expect(splitSentences("Hauptmann a. D. Gallus is to command the Guard. He is old.")).toEqual([
    "Hauptmann a. D. Gallus is to command the Guard.",
    "He is old.",
  ]);
});
