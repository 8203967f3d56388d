// SPEC.md CA3620: what an author quotes in italics is one quotation.
import { splitSentences } from "@narratoria/protocol/english";
import { describe, expect, it } from "vitest";
import { markdownSections } from "../src/reading/mine/markdown.js";

const sentences = (text: string): readonly string[] =>
  markdownSections(text).flatMap(({ paragraphs }) => paragraphs.flatMap((one) => splitSentences(one)));

describe("italics behind a colon", () => {
  it("[CA3620] are one quotation where they are several sentences", () => {
    expect(
      sentences("Nobody slept. Their book says why: *Packer will not stop. Says look up.* The wind dropped."),
    ).toEqual(["Nobody slept.", "Their book says why: “Packer will not stop. Says look up.”", "The wind dropped."]);
  });

  it.each([
    "The ship has a name: *Lady Alma*.",
    "He said one word: *Never.*",
    "One word is underlined: *very* old. Nobody asked.",
    "It is written: *“Go. Stay.”* and signed.",
  ])("[CA3620] stay as they are in %j", (text) => {
    expect(sentences(text).join(" ")).toBe(text.replace(/\*/g, ""));
  });
});

describe("italics and struck words at the end of what is written", () => {
  it.each([
    [
      "One line is crossed out, and what you can read of it is *should have asked*.",
      "One line is crossed out, and what you can read of it is “should have asked”.",
    ],
    ["The note says *not before noon*.", "The note says “not before noon”."],
  ])("[CA5795] are a quotation: %s", (text, told) => {
    expect(sentences(text).join(" ")).toBe(told);
  });

  it.each(["The note is *very* old.", "It is *so very cold*.", "He says *no*."])(
    "[CA5795] stay as they are in %j",
    (text) => {
      expect(sentences(text).join(" ")).toBe(text.replace(/\*/g, ""));
    },
  );

  it("[CA5794] are not told where their writer has struck them out", () => {
    expect(sentences("I was so glad that I ~~should have asked~~ gave thanks.")).toEqual([
      "I was so glad that I gave thanks.",
    ]);
  });
});
