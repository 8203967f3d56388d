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
