// SPEC.md PR10 to PR17.
import { readFileSync } from "node:fs";
import { LIMITS, parseEvent, ProtocolError } from "@narratoria/protocol";
import { checkContract, type ContractName, isContract } from "@narratoria/protocol/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const log = { version: "0", type: "log", level: "info", message: "Rolled 9" };
const done = { version: "0", type: "done", ok: true };
const patch = (value: unknown): object => ({ version: "0", type: "state_patch", patch: value });

function failure(value: unknown, line?: number): ProtocolError {
  try {
    parseEvent(value, line === undefined ? {} : { line });
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** `depth` objects inside one another. */
function nested(depth: number): unknown {
  return depth === 1 ? {} : { a: nested(depth - 1) };
}

describe("the envelope", () => {
  it.each([null, 7, "log", [log], true])("[PR10] is an object, not %j", (value) => {
    expect(failure(value).code).toBe("not_an_object");
  });

  it.each([[undefined], [0], ["1"], ["0.0"], [null]])("[PR10] has version 0, not %j", (version) => {
    expect(failure({ ...log, version }).code).toBe("unsupported_version");
  });

  it.each([undefined, "Done", "done ", "metric", "constructor", "__proto__", {}, 4])(
    "[PR10] has a known type, not %j",
    (type) => {
      expect(failure({ ...done, type }).code).toBe("unknown_type");
    },
  );

  it("[PR10] says what was probably meant", () => {
    expect(failure({ ...done, type: "statepatch" }, 3).message).toBe(
      'line 3: there is no event type "statepatch": did you mean "state_patch"?',
    );
    expect(failure({ ...done, type: "metric" }).message).toContain("the types are log, state_patch, asset");
  });

  it("[PR10] may have its names escaped, and twice: the last one counts", () => {
    const event: unknown = JSON.parse('{"\\u0076ersion":"1","version":"0","type":"done","ok":false,"ok":true}');
    expect(parseEvent(event).event).toEqual(done);
  });

  it("[PR11] may hold members that nobody knows", () => {
    const event = { ...done, traceId: "x", deep: { list: [1] } };
    expect(parseEvent(event)).toEqual({ event, warnings: [] });
  });
});

describe("members", () => {
  it.each([
    [{ ...log, level: "fatal" }, '"level" of a log event must be one of debug, info, warn or error, got "fatal"'],
    [{ ...log, message: "" }, '"message" of a log event must be text that is not empty, got ""'],
    [patch([1]), '"patch" of a state_patch event must be an object, got a list'],
    [patch(undefined), '"patch" of a state_patch event must be an object, it is missing'],
    [
      { version: "0", type: "asset", assetId: "a", kind: "image", mediaType: "png", path: "p" },
      '"mediaType" of an asset event must be a MIME type such as image/png, got "png"',
    ],
    [{ version: "0", type: "ui_event" }, '"event" of an ui_event event must be text that is not empty, it is missing'],
    [
      { version: "0", type: "error", errorCode: "x" },
      '"errorMessage" of an error event must be text that is not empty, it is missing',
    ],
    [{ ...done, ok: "true" }, '"ok" of a done event must be true or false, got "true"'],
  ])("[PR12] that are needed must be right: %j", (event, message) => {
    const error = failure(event, 2);
    expect(error).toMatchObject({ code: "invalid_field", line: 2, message: `line 2: ${message}` });
  });

  it.each([
    [{ ...log, fields: [1] }, "fields"],
    [{ ...done, summary: 7 }, "summary"],
    [{ ...done, output: "x" }, "output"],
    [{ ...done, requestId: 42 }, "requestId"],
    [{ ...done, timestamp: "yesterday" }, "timestamp"],
    [{ ...done, timestamp: 1770000000 }, "timestamp"],
    [{ version: "0", type: "ui_event", event: "prose", payload: null }, "payload"],
    [{ version: "0", type: "error", errorCode: "c", errorMessage: "m", details: "x" }, "details"],
    [{ version: "0", type: "asset", assetId: "a", kind: "k", mediaType: "a/b", path: "p", metadata: [] }, "metadata"],
  ])("[PR13] that may be absent are dropped with a warning: %j", (event, name) => {
    const before = structuredClone(event);
    const { event: kept, warnings } = parseEvent(event);
    expect(warnings).toEqual([expect.stringMatching(`^"${name}" was ignored: it must be `)]);
    expect(kept).toEqual(Object.fromEntries(Object.entries(event).filter(([key]) => key !== name)));
    expect(event).toEqual(before);
  });

  it.each([
    ["2026-02-30T10:30:00Z", false],
    ["2025-02-29T10:30:00Z", false],
    ["2024-02-29T10:30:00Z", true],
    ["1900-02-29T10:30:00Z", false],
    ["2000-02-29T10:30:00Z", true],
    ["2026-00-10T10:30:00Z", false],
    ["2026-13-10T10:30:00Z", false],
    ["2026-04-31T10:30:00Z", false],
    ["2026-04-00T10:30:00Z", false],
    ["2026-04-30T24:00:00Z", false],
    ["2026-04-30T10:60:00Z", false],
    ["2026-04-30T10:30:60Z", false],
    ["2026-12-31T23:59:60Z", true],
    ["2027-01-01T00:59:60+01:00", true],
    ["2026-12-31T23:59:61Z", false],
    ["2026-04-30T10:30:00+24:00", false],
    ["2026-04-30T10:30:00+0530", true],
    ["2026-04-30T10:30:00", false],
  ])("[PR13] a timestamp is a moment that the calendar has: %s", (timestamp, kept) => {
    const { event, warnings } = parseEvent({ ...log, timestamp });
    expect(["timestamp" in event, warnings.length]).toEqual([kept, kept ? 0 : 1]);
  });

  it("[PR17] a timestamp is what the contract takes for one", () => {
    const two = (least: number, most: number): fc.Arbitrary<string> =>
      fc.integer({ min: least, max: most }).map((number) => String(number).padStart(2, "0"));
    const timestamps = fc
      .tuple(
        fc.constantFrom("1900", "2000", "2024", "2025"),
        two(0, 13),
        two(0, 32),
        fc.constantFrom("T", "t", " ", "_"),
        // Beyond these ajv takes what no clock shows, such as 24:59 in a zone where it is 23:59 in UTC.
        fc.oneof(two(0, 23), fc.constant("23")),
        fc.oneof(two(0, 59), fc.constant("59")),
        fc.oneof(two(0, 62), fc.constant("60")),
        fc.constantFrom("", ".5", "."),
        fc.constantFrom("Z", "z", "", "+01:00", "-01", "+0530", "+24:00", "-00:60"),
      )
      .map(([year, month, day, t, hour, minute, second, part, zone]) =>
        [`${year}-${month}-${day}`, t, `${hour}:${minute}:${second}${part}${zone}`].join(""),
      );
    fc.assert(
      fc.property(timestamps, (timestamp) => {
        const given = { ...log, timestamp };
        expect(parseEvent(given).warnings.length === 0).toBe(isContract("log-event", given));
      }),
      { numRuns: 2_000 },
    );
  });

  it("[PR13] are kept when they are right", () => {
    const event = { ...log, requestId: "r", timestamp: "2026-02-03T10:30:00.5+01:00", fields: { a: 1 } };
    expect(parseEvent(event)).toEqual({ event, warnings: [] });
  });
});

describe("values", () => {
  it("[PR14] nest at most 64 levels, the event itself counted", () => {
    expect(parseEvent(patch(nested(63))).event).toEqual(patch(nested(63)));
    expect(failure(patch(nested(64)), 1)).toMatchObject({ code: "too_deep", line: 1 });
    expect(failure({ ...done, unknown: nested(64) }).code).toBe("too_deep");
    expect(
      failure(JSON.parse(`{"version":"0","type":"done","ok":true,"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`))
        .code,
    ).toBe("too_deep");
  });

  it("[PR14] are no numbers that JSON cannot write again", () => {
    expect(failure(JSON.parse('{"version":"0","type":"state_patch","patch":{"hp":1e400}}')).code).toBe(
      "number_out_of_range",
    );
    expect(failure(JSON.parse('{"version":"0","type":"log","level":"info","message":"x","seen":-1e400}')).code).toBe(
      "number_out_of_range",
    );
    expect(parseEvent(patch({ m: 1.5e300, n: -1.5 })).event).toEqual(patch({ m: 1.5e300, n: -1.5 }));
  });

  it.each(["__proto__", "constructor", "prototype"])("[PR15] have no key %s anywhere in a patch", (key) => {
    for (const text of [`{"${key}":{}}`, `{"a":{"${key}":1}}`, `{"a":[[{"${key}":null}]]}`]) {
      const error = failure(JSON.parse(`{"version":"0","type":"state_patch","patch":${text}}`));
      expect(error).toMatchObject({ code: "forbidden_key", message: expect.stringContaining(`"${key}"`) });
    }
    expect(parseEvent({ ...log, fields: { constructor: 1 } }).warnings).toEqual([]);
  });

  it("[PR16] of a patch take at most 256 KiB of UTF-8", () => {
    const overhead = '{"a":""}'.length;
    const fits = { a: "é".repeat((LIMITS.patchBytes - overhead) / 2) };
    expect(parseEvent(patch(fits)).warnings).toEqual([]);
    expect(failure(patch({ a: `${fits.a}x` })).code).toBe("state_limit");
    expect(failure(patch({ a: "\u0000".repeat(LIMITS.patchBytes / 6) })).code).toBe("state_limit");
    expect(failure(patch(Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`k${n}`, n])))).code).toBe(
      "state_limit",
    );
    expect(failure(patch({ list: Array(200_000).fill(0) })).code).toBe("state_limit");
  });
});

it("[PR18] a whole number that has lost digits passes, with a warning", () => {
  const event = JSON.parse('{"version":"0","type":"state_patch","patch":{"a":[{"id":9007199254740993}],"b":1}}');
  expect(parseEvent(event)).toEqual({ event, warnings: [expect.stringContaining("lost its last digits")] });
  expect(parseEvent({ ...event, requestId: 1 }).warnings).toHaveLength(2);
  expect(parseEvent(patch({ a: 9007199254740991, b: -9007199254740991, c: 0.1 })).warnings).toEqual([]);
});

describe("an error", () => {
  it.each<[string, object, string, string]>([
    ["PR10", { ...log, version: "1" }, "unsupported_version", "/version"],
    ["PR10", { ...log, type: "metric" }, "unknown_type", "/type"],
    ["PR12", { ...log, level: "fatal" }, "invalid_field", "/level"],
    ["PR12", { ...log, message: undefined }, "invalid_field", "/message"],
    ["PR14", patch({ a: [0, { "b/c~d": Number.POSITIVE_INFINITY }] }), "number_out_of_range", "/patch/a/1/b~1c~0d"],
    ["PR14", { ...done, x: [nested(63)] }, "too_deep", `/x/0${"/a".repeat(62)}`],
    ["PR15", patch({ a: { constructor: 1 } }), "forbidden_key", "/patch/a/constructor"],
    [
      "PR15",
      JSON.parse('{"version":"0","type":"done","ok":true,"output":{"a":[{"__proto__":1}]}}'),
      "forbidden_key",
      "/output/a/0/__proto__",
    ],
    ["PR16", patch({ a: "x".repeat(LIMITS.patchBytes) }), "state_limit", "/patch"],
  ])("[PR106] names the rule (%s), the place and the start of the line: %j", (rule, value, code, pointer) => {
    const text = `${"\u0007".repeat(10)}${"x".repeat(300_000)}`;
    try {
      parseEvent(value, { line: 7, text });
      expect.unreachable();
    } catch (error) {
      const excerpt = `${"\\u0007".repeat(10)}${"x".repeat(140)}`;
      expect(error).toMatchObject({ rule, code, pointer, line: 7, excerpt });
    }
  });

  it("[PR106] writes out no value that is too deep to be written", () => {
    const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
    expect(failure({ ...log, version: deep }).message).toBe('"version" must be "0", got a list');
    expect(failure({ ...log, type: deep }).code).toBe("too_deep");
  });
});

describe("what the contracts say of events", () => {
  const names: ContractName[] = [
    "log-event",
    "state-patch-event",
    "asset-event",
    "ui-event",
    "error-event",
    "done-event",
  ];
  const casesOf = (name: string): { description: string; data: unknown; valid: boolean }[] =>
    JSON.parse(readFileSync(new URL(`../../../contracts/cases/${name}.cases.json`, import.meta.url), "utf8"));
  const cases = names.flatMap((name) => casesOf(name).map((given) => ({ name, ...given })));

  it.each(cases)("[PR17] holds here: $name, $description", ({ name, data, valid }) => {
    let verdict: "good" | "warned" | "refused" | "another type";
    try {
      const { event, warnings } = parseEvent(data);
      const type = name === "ui-event" ? "ui_event" : name.replace("-event", "").replace("-", "_");
      verdict = event.type !== type ? "another type" : warnings.length > 0 ? "warned" : "good";
      if (event.type === type) expect(checkContract(name, event)).toEqual([]);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      verdict = "refused";
    }
    expect(verdict === "good").toBe(valid);
  });
});
