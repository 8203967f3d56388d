import { describe, expect, it } from "vitest";
import { lineOf } from "../src/reading/locate.js";

const source = (text: string) => ({ text: (file: string) => (file === "a" ? text : undefined) });

describe("the line of a text", () => {
  it.each([
    ["plain text", "One.\n\nThe bell has no rope.", 3],
    ["a wrapped line", "One.\nThe bell\nhas no rope.", 2],
    ["marked words", "One.\n\n\n- The **bell** has no _rope_.", 4],
    ["JSON", '{\n  "role": "The bell has no rope.\\n"\n}', 2],
  ])("[CA202] is found in %s", (_, text, line) => {
    expect(lineOf(source(text), "a", "The bell has no rope.")).toBe(line);
  });

  it("[CA202] is 0 where the text or the file is not there", () => {
    expect(lineOf(source("One."), "a", "The bell has no rope.")).toBe(0);
    expect(lineOf(source("One."), "b", "One.")).toBe(0);
    expect(lineOf({}, "a", "One.")).toBe(0);
  });
});
