import { describe, expect, it } from "vitest";
import { memoizeText } from "../src/english.js";

describe("memoizeText", () => {
  it("computes what it gives for a text once, as long as little else is asked", () => {
    const asked: string[] = [];
    const length = memoizeText((text) => asked.push(text) && [text.length]);
    expect(length("bell")).toBe(length("bell"));
    expect(asked).toEqual(["bell"]);
  });

  it("forgets what was asked a million letters ago, and keeps what was asked since", () => {
    const asked: string[] = [];
    const length = memoizeText((text) => asked.push(text.slice(0, 4)) && text.length);
    length("bell");
    for (let at = 0; at < 12; at++) {
      length("rope");
      length(`${at} ${"x".repeat(100_000)}`);
    }
    length("rope");
    length("bell");
    expect(asked.filter((text) => text === "rope")).toHaveLength(1);
    expect(asked.filter((text) => text === "bell")).toHaveLength(2);
  });
});
