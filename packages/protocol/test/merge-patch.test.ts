// SPEC.md PR30 to PR32.
import { readFileSync } from "node:fs";
import { type JsonObject, type JsonValue, mergePatch, ProtocolError } from "@narratoria/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** The fifteen of RFC 7396, appendix A, and ours. */
const cases: { description: string; target: JsonValue; patch: JsonValue; result: JsonValue }[] = JSON.parse(
  readFileSync(new URL("../../../conformance/merge-patch.cases.json", import.meta.url), "utf8"),
);

/** JSON objects without the keys that are refused. */
const anyObject = fc
  .object({
    key: fc.stringMatching(/^[a-f]{1,2}$/),
    maxDepth: 4,
    values: [fc.integer(), fc.string(), fc.constant(null), fc.boolean()],
  })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

describe("mergePatch", () => {
  it.each(cases)("[PR30] $description", ({ target, patch, result }) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it("[PR30] is tried with the 15 cases of the RFC and 25 more", () => {
    expect(cases.filter(({ description }) => description.startsWith("RFC 7396"))).toHaveLength(15);
    expect(cases.length).toBeGreaterThanOrEqual(40);
  });

  it("[PR30] takes nothing, and anything but an object, for an empty one", () => {
    for (const target of [undefined, null, 7, "x", [1]])
      expect(mergePatch(target, { a: 1, b: null })).toEqual({ a: 1 });
  });

  it("[PR30] applied twice gives the same, and what a patch sets is then there", () => {
    fc.assert(
      fc.property(anyObject, anyObject, (target, patch) => {
        const once = mergePatch(target, patch);
        expect(mergePatch(once, patch)).toEqual(once);
        expect(mergePatch(target, {})).toEqual(target);
        for (const [key, value] of Object.entries(patch)) {
          if (value === null) expect(once).not.toHaveProperty(key);
          else if (typeof value !== "object" || Array.isArray(value)) expect(once[key]).toEqual(value);
        }
      }),
    );
  });

  it("[PR30] leaves keys alone that look like members of every object", () => {
    expect(mergePatch({ toString: 1 }, { hasOwnProperty: { a: 1 }, valueOf: null })).toEqual({
      toString: 1,
      hasOwnProperty: { a: 1 },
    });
  });

  it("[PR31] changes neither the target nor the patch", () => {
    const freeze = (value: unknown): unknown => {
      if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
      return value;
    };
    fc.assert(
      fc.property(anyObject, anyObject, (target, patch) => {
        freeze(target);
        freeze(patch);
        // In strict mode a change of a frozen object throws.
        expect(mergePatch(target, patch)).not.toBe(target);
      }),
    );
  });

  it("[PR31] shares what the patch does not touch", () => {
    const target = { people: { osk: { feeling: 3 } }, flags: { a: true } };
    expect(mergePatch(target, { flags: { b: true } }).people).toBe(target.people);
  });

  it.each(["__proto__", "constructor", "prototype"])("[PR32] refuses %s at any depth, and pollutes nothing", (key) => {
    const target = { a: { b: 1 } };
    for (const text of [`{"x":1,"${key}":{"polluted":1}}`, `{"a":{"b":2,"${key}":null}}`, `{"a":[[{"${key}":1}]]}`]) {
      expect(() => mergePatch(target, JSON.parse(text))).toThrow(ProtocolError);
    }
    expect(target).toEqual({ a: { b: 1 } });
    expect({}).not.toHaveProperty("polluted");
  });

  it("[PR32] refuses more than 64 levels", () => {
    const nested = (depth: number): JsonObject => (depth === 1 ? { end: 1 } : { a: nested(depth - 1) });
    expect(mergePatch({}, nested(64))).toEqual(nested(64));
    expect(() => mergePatch({}, nested(65))).toThrow(expect.objectContaining({ code: "too_deep" }));
  });
});
