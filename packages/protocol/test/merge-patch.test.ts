// SPEC.md PR30 to PR32 and PR420 to PR422.
import { readFileSync } from "node:fs";
import {
  diffPatch,
  type JsonObject,
  type JsonValue,
  LIMITS,
  mergePatch,
  mergePatches,
  PatchFold,
  ProtocolError,
} from "@narratoria/protocol";
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

/** Members `k0` to `k<n-1>`. */
const members = (count: number, value: JsonValue = 0): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));

const sequentially = (target: JsonObject, patches: readonly JsonObject[]): JsonObject =>
  patches.reduce<JsonObject>((sum, patch) => mergePatch(sum, patch), target);

/** Shortest of several runs in milliseconds: what else the machine does then matters least. */
function shortestMs(run: () => void): number {
  return Math.min(
    ...Array.from({ length: 3 }, () => {
      const startedAt = performance.now();
      run();
      return performance.now() - startedAt;
    }),
  );
}

describe("mergePatches", () => {
  it("[PR420] gives what merging one patch after another gives, and leaves target and patches alone", () => {
    fc.assert(
      fc.property(anyObject, fc.array(anyObject, { maxLength: 5 }), (target, patches) => {
        const before = JSON.stringify([target, patches]);
        expect(mergePatches(target, patches)).toEqual(sequentially(target, patches));
        expect(JSON.stringify([target, patches])).toBe(before);
      }),
    );
  });

  it("[PR420] shares what no patch touches and returns the target where there is no patch", () => {
    const target = { people: { osk: { feeling: 3 } }, flags: { a: true } };
    expect(mergePatches(target, [])).toBe(target);
    expect(mergePatches(target, [{ flags: { b: true } }, { flags: { c: true } }]).people).toBe(target.people);
  });

  it("[PR420] refuses a forbidden key in a later patch, with the target unchanged", () => {
    const target = { a: { b: 1 } };
    expect(() => mergePatches(target, [{ a: { b: 2 } }, JSON.parse('{"a":{"__proto__":1}}')])).toThrow(ProtocolError);
    expect(target).toEqual({ a: { b: 1 } });
  });

  it("[PR420] copies a large object once for 400 patches, not 400 times", () => {
    const target = { a: members(5_000) };
    const patches = Array.from({ length: 400 }, (_, at): JsonObject => ({ a: { [`k${at}`]: at } }));
    const one = shortestMs(() => mergePatch(target, { a: { k0: 1 } }));
    // 400 copies cost 400 times as much; the patches themselves cost something too.
    expect(shortestMs(() => mergePatches(target, patches))).toBeLessThan(Math.max(one, 0.1) * 100);
  });
});

describe("PatchFold", () => {
  const fold = (patches: readonly JsonObject[]): PatchFold => {
    const sum = new PatchFold();
    for (const patch of patches) sum.add(patch);
    return sum;
  };

  it("[PR421] adds patches up to at most two that do the same to every target", () => {
    fc.assert(
      fc.property(anyObject, fc.array(anyObject, { maxLength: 6 }), (target, patches) => {
        const sum = fold(patches);
        expect(sum.patches().length).toBeLessThanOrEqual(2);
        expect(sequentially(target, sum.patches())).toEqual(sequentially(target, patches));
        expect(sum.value()).toEqual(sequentially({}, patches));
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, JsonObject, JsonObject[]]>([
    ["an object after null replaces", { a: { x: 1 } }, [{ a: null }, { a: { y: 2 } }]],
    ["an object after a number replaces", { a: { x: 1 } }, [{ a: 7 }, { a: { y: 2 } }]],
    [
      "an object after a list replaces, deep inside",
      { a: { b: { x: 1 } } },
      [{ a: { b: [1] } }, { a: { b: { y: 2 } } }],
    ],
    ["null stays a removal in a merged object", { a: { x: 1, z: 1 } }, [{ a: { y: 2 } }, { a: { x: null } }]],
    ["a later null takes back an object", { a: { x: 1 } }, [{ a: null }, { a: { y: 2 } }, { a: null }]],
    ["an empty object replaces a number", { a: 1 }, [{ a: {} }]],
  ])("[PR421] %s", (_, target, patches) => {
    expect(sequentially(target, fold(patches).patches())).toEqual(sequentially(target, patches));
  });

  it("[PR421] does not change what it was given", () => {
    const first = { a: { b: 1 } };
    const sum = fold([first, { a: { c: 2 } }]);
    expect(first).toEqual({ a: { b: 1 } });
    expect(sum.patches()).toEqual([{ a: { b: 1, c: 2 } }]);
  });

  it("[PR421] adds a small patch to a large sum at the cost of the small one", () => {
    const first = members(LIMITS.stateValues - 1_000);
    const small = Array.from({ length: 400 }, (_, at): JsonObject => ({ [`k${at}`]: at }));
    const one = shortestMs(() => fold([first]));
    expect(shortestMs(() => fold([first, ...small]))).toBeLessThan(one * 10);
  });

  it("[PR422] refuses patches that together hold more than a state may, however they come", () => {
    const half = LIMITS.stateValues / 2;
    const limit = expect.objectContaining({
      code: "state_limit",
      message: expect.stringContaining(`${LIMITS.stateValues} values`),
    });
    expect(() => fold([members(half), { a: members(half + 1) }]).patches()).toThrow(limit);
    const each = Array.from({ length: 5 }, (_, at): JsonObject => ({ [`p${at}`]: members(half) }));
    expect(() => fold(each)).toThrow(limit);
    const text = "x".repeat(LIMITS.stateBytes / 2);
    expect(() => fold([{ a: text }, { b: text }]).patches()).toThrow(expect.objectContaining({ code: "state_limit" }));
    // What replaces other values does not count twice.
    expect(fold([{ a: text }, { a: text }]).patches()).toEqual([{ a: text }]);
    const same = Array.from({ length: 5 }, (_, at) => members(half, at));
    expect(fold(same).patches()).toEqual([members(half, 4)]);
  });

  it("[PR421] refuses what mergePatch refuses, with a pointer", () => {
    const pointed = expect.objectContaining({ code: "forbidden_key", pointer: "/patch/a/prototype" });
    expect(() => fold([{ a: { prototype: 1 } }])).toThrow(pointed);
  });
});

describe("diffPatch", () => {
  it("[PR700] gives a patch that makes the second object of the first, and none where they are equal", () => {
    const before: JsonObject = { place: "mill", people: { osk: { met: 1, mood: "calm" } }, items: [1, 2], gone: true };
    const after: JsonObject = { place: "mill", people: { osk: { met: 1 }, ada: { met: 2 } }, items: [2] };
    const patch = diffPatch(before, after);
    expect(patch).toEqual({ people: { osk: { mood: null }, ada: { met: 2 } }, items: [2], gone: null });
    expect(mergePatch(before, patch)).toEqual(after);
    expect(diffPatch(after, structuredClone(after))).toEqual({});
  });
});
