// SPEC.md PR20 to PR23.
import { checkJson, getPath, jsonByteLength, type JsonObject, ProtocolError } from "@narratoria/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const code = (run: () => void): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError) return error.code;
    throw error;
  }
  return "none";
};

describe("checkJson", () => {
  it("[PR20] lets 64 levels pass unless told otherwise, objects and lists alike", () => {
    const lists = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
    expect(code(() => checkJson(lists(64)))).toBe("none");
    expect(code(() => checkJson(lists(65)))).toBe("too_deep");
    expect(code(() => checkJson({ a: [{}] }, { maxDepth: 2 }))).toBe("too_deep");
    expect(code(() => checkJson({ a: [{}] }, { maxDepth: 3 }))).toBe("none");
    expect(code(() => checkJson("text", { maxDepth: 0 }))).toBe("none");
  });

  it("[PR20] does not run out of stack", () => {
    expect(code(() => checkJson(JSON.parse("[".repeat(100_000) + "]".repeat(100_000))))).toBe("too_deep");
  });

  it.each([Number.POSITIVE_INFINITY, Number.NaN])("[PR21] refuses %d at any place", (number) => {
    expect(code(() => checkJson(number))).toBe("number_out_of_range");
    expect(code(() => checkJson({ a: [1, { b: number }] }))).toBe("number_out_of_range");
  });

  it("[PR22] refuses keys that reach prototypes, where it is asked to", () => {
    const value: unknown = JSON.parse('{"a":[{"__proto__":1}]}');
    expect(code(() => checkJson(value))).toBe("none");
    expect(code(() => checkJson(value, { refuseForbiddenKeys: true }))).toBe("forbidden_key");
  });

  it("[PR20] lets whatever JSON can write pass", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => checkJson(value)));
  });
});

it("[PR20] jsonByteLength counts bytes of UTF-8", () => {
  expect(jsonByteLength({ a: "é🔔", b: [1, null] })).toBe(Buffer.byteLength('{"a":"é🔔","b":[1,null]}'));
});

describe("getPath", () => {
  const state: JsonObject = {
    inventory: { torch: { lit: true, count: 0 } },
    rolls: [{ total: 9 }, { total: 4 }],
    "flags.seen.osk": 3,
    flags: { "met.osk": 4, "met.osk.twice": { at: 5 }, met: { osk: 6, eda: null } },
    "": { "": 7 },
  };

  it.each<[string, unknown]>([
    ["inventory.torch.lit", true],
    ["inventory.torch.count", 0],
    ["inventory.torch", { lit: true, count: 0 }],
    ["rolls.1.total", 4],
    ["flags.seen.osk", 3],
    ["flags.met.osk", 4],
    ["flags.met.osk.twice.at", 5],
    ["flags.met.eda", null],
  ])("[PR23] reads %s, the longest key first", (path, expected) => {
    expect(getPath(state, path)).toEqual(expected);
  });

  it.each([
    "inventory.lamp",
    "inventory.torch.lit.really",
    "rolls.length",
    "rolls.2",
    "rolls.-1",
    "rolls.01",
    "constructor",
    "flags.toString",
    "inventory.__proto__",
    "flags.met.eda.x",
    ".",
    "x.",
  ])("[PR23] finds nothing at %j", (path) => {
    expect(getPath(state, path)).toBeUndefined();
  });

  it("[PR23] finds whatever a path of plain keys leads to", () => {
    const key = fc.stringMatching(/^[a-z]{1,4}$/);
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), fc.jsonValue(), (keys, value) => {
        const holder = keys.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
        expect(getPath(holder as JsonObject, keys.join("."))).toEqual(value);
      }),
    );
  });
});
