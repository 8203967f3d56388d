import { describe, expect, it } from "vitest";
import { temperOf } from "../src/story/temper.js";

describe("temper", () => {
  it.each([
    [["forgiving"], [], { ill: 0.5 }],
    [["patient with stones and with the young"], ["late"], { ill: 0.5 }],
    [[], ["keeps a list of slights with dates"], { ill: 1.5 }],
    [["generous with credit"], ["proud"], { good: 1.5, ill: 1.5 }],
    [[], ["suspicious of strangers"], { good: 0.5 }],
    [["forgiving"], ["holds grudges"], {}],
    [[], ["has never been proud"], {}],
    [["brave"], ["greedy"], {}],
  ])("[EN2114] of virtues %j and flaws %j is %j", (virtues, flaws, expected) => {
    expect(temperOf({ traits: ["tall"], virtues, flaws })).toEqual(expected);
  });
});
