// SPEC.md CA5000: what a template's own constraints rule out.
import { describe, expect, it } from "vitest";
import { ruledOut } from "../src/checks/player-rules.js";

describe("constraints of a template", () => {
  it("[CA5000] rules out nobody for where they are from", () => {
    const allowed_races = [
      "River-born",
      "From over the water",
      "Stone folk",
      "River person",
      "Ghost",
      "Clockwork automaton",
    ].map((name) => ({ name }));
    expect(ruledOut({ allowed_races, constraints: { must_be_human: true } }).race).toEqual([
      "Ghost",
      "Clockwork automaton",
    ]);
  });
});
