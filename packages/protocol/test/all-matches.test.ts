// SPEC.md PR5200. `String.prototype.matchAll` is the oracle.
import { describe, expect, it } from "vitest";
import { allMatches } from "../src/english.js";

const plain = (matches: Iterable<RegExpExecArray>): unknown[] =>
  [...matches].map((match) => ({ parts: [...match], index: match.index, groups: match.groups }));

describe("allMatches", () => {
  it.each([
    ["the bell, the Bell and a rope", /\b(?<article>the) (\w+)/gi],
    ["aaa b", /a*/g],
    ["😀😀 x", /(?:)/gu],
    ["😀x", /(?:)/g],
    ["nothing here", /bell/g],
    ["", /^/g],
  ])("[PR5200] finds in %j what matchAll finds by %s", (text, pattern) => {
    expect(plain(allMatches(text, pattern))).toEqual(plain(text.matchAll(pattern)));
  });

  it("[PR5200] begins at the start of the text, whatever the expression found before, and may be asked within its own matches", () => {
    const words = /\p{L}+/gu;
    words.exec("one two");
    const found = allMatches("the grey bell", words).map(([word]) => allMatches(word, words).length);
    expect(found).toEqual([1, 1, 1]);
    expect(words.lastIndex).toBe(0);
  });

  it("[PR5200] refuses an expression that is not global", () => {
    expect(() => allMatches("bell", /bell/)).toThrow(TypeError);
  });
});
