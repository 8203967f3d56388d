import { getPath, type JsonObject } from "../src/index.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateExpression, namesInExpression } from "../src/expression.js";

const state: JsonObject = { trust: 3, name: "Osk", open: true, shut: false, inventory: { torch: { count: 1 } } };
const scope = {
  lookup: (name: string) => getPath(state, name),
  visited: (id: string) => id === "beat_001",
  count: (tag: string) => tag.length,
};
const value = (source: string) => evaluateExpression(source, scope);

describe("custom expressions", () => {
  it.each([
    ["trust == 3", true],
    ["trust != 3", false],
    ["trust > 2 && open", true],
    ["shut || trust >= 4", false],
    ["!shut", true],
    ["1 + 2 * 3 == 7", true],
    ["(1 + 2) * 3 == 9", true],
    ["10 - 4 - 3 == 3", true],
    ["7 % 4 == 3", true],
    ["-trust < 0", true],
    ["1 / 0 > 0", false],
    ["!(7 % 0)", true],
    ['name < "Pia" && name >= "Osk"', true],
    ["shut || open", true],
    ["has(open)", true],
    ["has(shut)", false],
    ['name == "Osk"', true],
    ["name == 'osk'", false],
    ["has(torch)", true],
    ['has("rope")', false],
    ['visited("beat_001")', true],
    ['count("lies") == 4', true],
    ["inventory.torch", true],
    ["inventory.rope", false],
  ])("[PR300] %s is %s", (source, expected) => {
    expect(value(source)).toEqual({ ok: true, value: expected });
  });

  it.each(["missing == 3", "missing != 3", "missing > 0", "missing < 0", "missing"])(
    "[PR300] a name that is not known is false: %s",
    (source) => {
      expect(value(source)).toEqual({ ok: true, value: false });
    },
  );

  it.each([
    ["trust ==", /too early/],
    ["trust 3", /not expected/],
    ["(trust", /"\)" is missing/],
    ["eval(trust)", /no function eval/],
    ["trust = 3", /compares nothing/],
    ["has(1)", /takes one name/],
    ["constructor.prototype()", /takes one name|no function/],
    ["", /too early/],
  ])("[PR300] %s says what is wrong", (source, message) => {
    const result = value(source);
    expect(result.ok).toBe(false);
    expect(result.ok ? "" : result.message).toMatch(message);
  });

  it("[PR300] never throws and never hangs, whatever is written", () => {
    const piece = fc.constantFrom(
      "trust",
      "3",
      '"x"',
      "(",
      ")",
      "&&",
      "||",
      "==",
      "<",
      "+",
      "-",
      "!",
      "has",
      "visited",
      ",",
      "%",
      "true",
      "__proto__",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(typeof value(pieces.join(" ")).ok).toBe("boolean");
      }),
    );
    expect(value("(".repeat(5_000)).ok).toBe(false);
  });
});

describe("the names of an expression", () => {
  it("[PR301] are found on both sides of every operator, in functions too", () => {
    expect(
      namesInExpression('scene_count >= 12 || (flags.theory && count("press") > 1) && visited(beat_002) && has("key")'),
    ).toEqual({
      names: ["scene_count", "flags.theory"],
      beats: ["beat_002"],
      tags: ["press"],
      things: ["key"],
      fault: null,
    });
    expect(namesInExpression("flags.theory = true").fault).toContain('"=="');
    expect(namesInExpression("sees(beat_001)").fault).toContain("no function sees()");
  });
});
