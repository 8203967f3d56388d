// SPEC.md PR100 to PR104, and the streams of conformance/ndjson.
import { EventReader, LIMITS, lowerLimits, mergePatch, type JsonObject } from "@narratoria/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOf, counted, read, streamCases } from "./streams.js";

const line = (event: object): string => `${JSON.stringify({ version: "0", ...event })}\n`;
const log = line({ type: "log", level: "info", message: "x" });
const done = line({ type: "done", ok: true });

describe("the streams of the corpus", () => {
  it("[PR104] are of all 49 kinds of bad input, a hundred and more", () => {
    const rows = new Set(streamCases.map(({ row }) => row));
    expect(Array.from({ length: 49 }, (_, index) => index + 1).filter((row) => !rows.has(row))).toEqual([]);
    expect(streamCases.length).toBeGreaterThanOrEqual(100);
  });

  it.each(streamCases)("[PR104] row $row: $name", (given) => {
    const { expect: wanted, exit } = given;
    const bytes = bytesOf(given);
    const whole = read(bytes, bytes.length || 1, exit);
    expect(counted(whole.events.map(({ type }) => type))).toEqual(wanted.events);
    expect(whole.warnings).toHaveLength(wanted.warnings);
    const { fault } = whole;
    if (fault !== null) {
      expect(wanted.outcome).toBe("protocol_error");
      expect({ ...fault, code: fault.code.toUpperCase() }).toMatchObject(wanted.error ?? {});
      expect((fault.excerpt ?? "").length).toBeLessThanOrEqual(200);
      expect(fault.excerpt ?? "").not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    } else if (exit !== 0) expect(wanted.error?.code).toBe("PROCESS_EXIT");
    else if (whole.done === null) expect(wanted.error?.code).toBe("MISSING_DONE");
    else expect(wanted.outcome).toBe(whole.done.ok ? "success" : "failed");
    if (wanted.output !== undefined) {
      const patches = whole.events.flatMap((event) => (event.type === "state_patch" ? [event.patch] : []));
      const merged = patches.reduce<JsonObject>((sum, patch) => mergePatch(sum, patch), {});
      expect(whole.done?.output ?? merged).toEqual(wanted.output);
    }
    // One byte at a time; the longest in pieces that fit nothing.
    for (const chunkBytes of bytes.length > 128 * 1024 ? [4_093] : [1, 7]) {
      expect(read(bytes, chunkBytes, exit)).toEqual(whole);
    }
  });
});

describe("the caps on a stream", () => {
  it("[PR100] allow 10,000 events and no more", () => {
    const reader = new EventReader();
    expect(reader.push(Buffer.from(log.repeat(10_000)))).toHaveLength(10_000);
    expect(reader.fault).toBeNull();
    expect(reader.push(Buffer.from(log))).toEqual([]);
    expect(reader.fault).toMatchObject({ code: "too_many_events", rule: "PR100", line: 10_001 });
  });

  it("[PR101] allow 16 MiB and no more, and what lies within counts", () => {
    const limits = { ...LIMITS, stdoutBytes: log.length * 2 };
    const exact = new EventReader({ limits });
    expect(exact.push(Buffer.from(log + log))).toHaveLength(2);
    expect(exact.fault).toBeNull();
    const over = new EventReader({ limits });
    expect(over.push(Buffer.from(log + log + log))).toHaveLength(2);
    expect(over.fault).toMatchObject({ code: "stdout_too_long", rule: "PR101" });
    const ended = new EventReader({ limits: { ...LIMITS, stdoutBytes: done.length } });
    ended.push(Buffer.from(done + log));
    expect(ended).toMatchObject({ fault: null, done: { ok: true } });
  });

  it("[PR105] can be lowered, each by itself, and never be raised", () => {
    expect(lowerLimits()).toMatchObject({
      lineBytes: LIMITS.lineBytes,
      events: LIMITS.events,
      assetBytes: LIMITS.assetBytes,
    });
    const lowered = lowerLimits({
      lineBytes: 100,
      events: 1e9,
      patchBytes: 0,
      jsonDepth: 3,
      stdoutBytes: "1",
      nonsense: 1,
    });
    expect(lowered).toEqual({ ...lowerLimits(), lineBytes: 100, patchBytes: 1, jsonDepth: 3 });
    expect(lowerLimits(Object.create({ events: 1 })).events).toBe(LIMITS.events);
    for (const [name, cap] of Object.entries(lowerLimits())) {
      expect(lowerLimits({ [name]: cap + 1 })).toEqual(lowerLimits());
      expect(lowerLimits({ [name]: 1 })).toEqual({ ...lowerLimits(), [name]: 1 });
    }
  });

  it.each([
    ["lineBytes", 60, log, line({ type: "log", level: "info", message: "longer than sixty bytes" }), "line_too_long"],
    ["stdoutBytes", 100, log, log, "stdout_too_long"],
    ["events", 1, log, log, "too_many_events"],
    [
      "patchBytes",
      9,
      line({ type: "state_patch", patch: { a: 100 } }),
      line({ type: "state_patch", patch: { a: 1000 } }),
      "state_limit",
    ],
    [
      "jsonDepth",
      3,
      line({ type: "state_patch", patch: { a: [] } }),
      line({ type: "state_patch", patch: { a: [[]] } }),
      "too_deep",
    ],
  ])("[PR105] hold where a manifest has lowered %s", (name, cap, good, bad, code) => {
    const reader = new EventReader({ limits: lowerLimits({ [name]: cap }) });
    expect(reader.push(Buffer.from(good))).toHaveLength(1);
    expect(reader.push(Buffer.from(bad))).toEqual([]);
    expect(reader.fault?.code).toBe(code);
  });
});

it("[PR102] goes on past nothing: after done and after a fault no event counts", () => {
  const reader = new EventReader();
  expect(reader.push(Buffer.from(log + done + log))).toHaveLength(2);
  expect(reader.push(Buffer.from(`${log}nonsense\n`))).toEqual([]);
  expect([reader.end(), reader.fault, reader.warnings]).toEqual([[], null, ["output after done was ignored"]]);
  const broken = new EventReader();
  expect(broken.push(Buffer.from(`${log}x\n${done}`))).toHaveLength(1);
  expect([broken.push(Buffer.from(done)), broken.end(), broken.done]).toEqual([[], [], null]);
});

it("[PR102] says nothing of blank lines after done", () => {
  for (const chunks of [[`${done}\r\n \n`], [done, "\r", "\n", " \t"]]) {
    const reader = new EventReader();
    for (const chunk of chunks) reader.push(Buffer.from(chunk));
    expect([reader.end(), reader.warnings]).toEqual([[], []]);
  }
});

it("[PR103] warns of each thing once, with the first line where it was due, and of a hundred at most", () => {
  const slip = (name: string): string => line({ type: "log", level: "info", message: "x", requestId: name });
  const reader = new EventReader({ requestId: "mine" });
  reader.push(Buffer.from(log + slip("other") + slip("other") + slip("mine")));
  expect(reader.warnings).toEqual(['line 2: an event names another request ("other"); that was ignored']);
  for (let index = 0; index < 500; index++) reader.push(Buffer.from(slip(`r${index}`)));
  expect(reader.warnings).toHaveLength(100);
  const any = new EventReader();
  any.push(Buffer.from(slip("other")));
  expect(any.warnings).toEqual([]);
});

it("[PR103] takes the first of two assets of one name", () => {
  const asset = (assetId: string, path: string): string =>
    line({ type: "asset", assetId, kind: "image", mediaType: "image/png", path });
  const reader = new EventReader();
  const events = reader.push(Buffer.from(asset("a", "1.png") + asset("b", "2.png") + asset("a", "3.png")));
  expect(events).toMatchObject([{ path: "1.png" }, { path: "2.png" }]);
  expect(reader.warnings).toEqual(['line 3: asset "a" came twice; the first one stands']);
});

it("[PR104] gives the same for random streams, however they are cut", () => {
  const piece = fc.oneof(
    fc.constantFrom(log, done, "\n", "\r\n", "x\n", "\ufeff", '{"version":"0"}\n', '{"a":1', line({ type: "metric" })),
    fc.constantFrom(
      line({ type: "state_patch", patch: { "é🔔": [1, null] } }),
      line({ type: "log", level: "info", message: "Ü", requestId: 1 }),
    ),
    fc.uint8Array({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.nat({ max: 400 }), { maxLength: 12 }),
      (pieces, cuts) => {
        const bytes = Buffer.concat(pieces.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
        const whole = read(bytes, bytes.length || 1);
        expect(read(bytes, 1)).toEqual(whole);
        const reader = new EventReader({ requestId: "request-1" });
        const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
        const events = [...ends, bytes.length].flatMap((end, index) =>
          reader.push(bytes.subarray(ends[index - 1] ?? 0, end)),
        );
        events.push(...reader.end());
        expect({ events, done: reader.done, fault: reader.fault, warnings: reader.warnings }).toEqual(whole);
      },
    ),
    { numRuns: 400 },
  );
});

it.each([
  `${"x".repeat(190)}my secret is no JSON`,
  `{"version":"0","type":"${"x".repeat(55)}my secret"}`,
  `{"version":"my secret","type":"log"}`,
  `{"version":"0","type":"state_patch","patch":{"my secret":{"constructor":1}}}`,
  `{"version":"0","type":"log","level":"info","message":"m","requestId":"${"x".repeat(75)}my secret"}`,
])("[PR424] quotes nothing of what is to be left out: %s", (line) => {
  const hide = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll("my secret", "[redacted]"));
  const reader = new EventReader({ requestId: "r", hide });
  const events = reader.push(Buffer.from(`${line}\n`));
  const { message, excerpt, pointer } = reader.fault ?? {};
  const said = JSON.stringify([message, excerpt, pointer, reader.warnings]);
  expect(said).toMatch(/\[red/);
  expect(said).not.toMatch(/my s/);
  // What counts is handed on as it came.
  for (const event of events) expect(event).toEqual(JSON.parse(line));
});
