import fc from "fast-check";
import { expect, it } from "vitest";
import { CleanText } from "../../src/model-host/clean-text.js";

function clean(pieces: readonly string[]): string[] {
  const text = new CleanText();
  return [...pieces.map((piece) => text.push(piece)), text.end()];
}

it.each([
  ["The door opens.<|im_end|>", "The door opens."],
  ["<|assistant|>\nThe door", "\nThe door"],
  ["<s>[INST] The door [/INST]</s>", " The door "],
  ["The door<end_of_turn>", "The door"],
  ["a < b, and <b> is no mark [I think]", "a < b, and <b> is no mark [I think]"],
  ["bell\u0007 escape\u001b[31m tab\t line\n", "bell escape[31m tab\t line\n"],
  ["half \ud83d of it, and \ufffd", "half  of it, and "],
  ["a fox \ud83e\udd8a", "a fox \ud83e\udd8a"],
])("[NA154] %j becomes %j", (given, wanted) => {
  expect(clean([given]).join("")).toBe(wanted);
});

it("[NA154] gives the same text however it is cut, and no piece ends within a character", () => {
  const parts = fc.constantFrom(
    "<|im_end|>",
    "<|",
    "|>",
    "<s>",
    "</",
    "s>",
    "[INST]",
    "[",
    "<",
    "\ud83e\udd8a",
    "\ud83e",
    "\u0001",
    "word ",
  );
  const pieces = fc.array(fc.oneof(parts, fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 12 });
  fc.assert(
    fc.property(pieces, fc.infiniteStream(fc.integer({ min: 1, max: 4 })), (given, lengths) => {
      const text = given.join("");
      const cut: string[] = [];
      for (let from = 0; from < text.length; ) {
        const length = lengths.next().value ?? 1;
        cut.push(text.slice(from, from + length));
        from += length;
      }
      const out = clean(cut);
      expect(out.join("")).toBe(clean([text]).join(""));
      for (const piece of out) expect(piece).not.toMatch(/\p{Surrogate}/u);
    }),
  );
});

it("[NA154] holds nothing back that is no beginning of a mark", () => {
  expect(clean(["The ", "door ", "opens"])).toEqual(["The ", "door ", "opens", ""]);
});
