// SPEC.md DR1 to DR4: reading formulas.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFormula } from "../src/dice-formula.js";

const terms = (formula: string) => {
  const parsed = parseFormula(formula);
  if ("problem" in parsed) throw new Error(parsed.problem.message);
  return parsed.terms;
};

describe("formulas", () => {
  it.each([
    ["d20", [{ kind: "dice", count: 1, sides: 20, sign: 1 }]],
    [
      "2d6+1",
      [
        { count: 2, sides: 6 },
        { kind: "number", value: 1, sign: 1 },
      ],
    ],
    [
      "3d6-2",
      [
        { count: 3, sides: 6 },
        { kind: "number", value: 2, sign: -1 },
      ],
    ],
    ["D%", [{ count: 1, sides: 100 }]],
    [
      " 2d6 + modifier ",
      [
        { count: 2, sides: 6 },
        { kind: "word", word: "modifier" },
      ],
    ],
    ["-1+dexterity-d4", [{ sign: -1 }, { kind: "word", word: "dexterity" }, { kind: "dice", sides: 4, sign: -1 }]],
    [
      "2D20KL1 + 1d4 - 1",
      [
        { count: 2, sides: 20 },
        { count: 1, sides: 4 },
        { kind: "number", sign: -1 },
      ],
    ],
  ])("[DR1] reads %s", (formula, expected) => {
    expect(terms(formula)).toMatchObject(expected);
  });

  it.each([
    ["4d6kh3", "keep-highest", 3],
    ["4d6k3", "keep-highest", 3],
    ["2d20kl", "keep-lowest", 1],
    ["4d6dl1", "drop-lowest", 1],
    ["4d6dh2", "drop-highest", 2],
  ])("[DR2] reads the selection of %s", (formula, mode, count) => {
    expect(terms(formula)[0]).toMatchObject({ selection: { mode, count } });
  });

  it.each([
    ["1d6r<=6", 3, /for ever/],
    ["1d6!>=1", 3, /for ever/],
    ["2d6!!", 4, /second time/],
    ["2d6kh1dl1", 6, /kept or dropped once/],
    ["2d6>=5!", 6, /Expected \+ or -/],
    ["2d6r", 3, /Expected \+ or -/],
  ])("[DR12] refuses %s", (formula, at, message) => {
    expect(parseFormula(formula)).toMatchObject({ problem: { at, message: expect.stringMatching(message) } });
  });

  it.each([
    ["101d6", 0],
    ["0d6", 0],
    ["2d1", 2],
    ["2d1001", 2],
    ["4d6kh5", 5],
    ["4d6kh0", 5],
    ["4d6dl4", 5],
    ["1000001", 0],
    ["1".concat("+1".repeat(20)), 40],
    ["1+".repeat(100).concat("1"), 200],
  ])("[DR3] refuses %s as out of bounds", (formula, at) => {
    expect(parseFormula(formula)).toMatchObject({ problem: { at } });
  });

  it.each([
    ["", 0, /empty/],
    ["2d6+", 4, /ends where/],
    ["2d6++1", 4, /"\+" is not/],
    ["2d", 2, /sides is missing/],
    ["d", 1, /sides is missing/],
    ["2d6 3", 4, /Expected \+ or -/],
    ["2d6*2", 3, /Expected \+ or - before "\*2"/],
    ["(2d6)", 0, /"\(" is not/],
  ])("[DR4] says what is wrong with %j at character %i", (formula, at, message) => {
    expect(parseFormula(formula)).toMatchObject({ problem: { at, message: expect.stringMatching(message) } });
  });

  it("[DR4] never throws, and points inside the formula, whatever is written", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9dkhl+\- %a-z!<>=F]{0,30}$/)), (formula) => {
        const parsed = parseFormula(formula);
        if ("problem" in parsed) {
          expect(parsed.problem.at).toBeGreaterThanOrEqual(0);
          expect(parsed.problem.at).toBeLessThanOrEqual(formula.length);
        } else {
          expect(parsed.terms.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
