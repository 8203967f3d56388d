import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Judgement, judgeStream, StreamJudge } from "../src/judge-stream.js";
import { LIMITS } from "../src/limits.js";

const event = (fields: object): string => `${JSON.stringify({ version: "0", ...fields })}\n`;
const log = event({ type: "log", level: "info", message: "Zoë lights the torch" });
const done = event({ type: "done", ok: true });
const patch = (value: object): string => event({ type: "state_patch", patch: value });

function judge(stdout: string | Uint8Array, code: number | null = 0): Judgement {
  return judgeStream(Buffer.from(stdout), code === null ? { code, signal: "SIGKILL" } : { code });
}

function inPieces(stdout: Uint8Array, cuts: readonly number[]): Judgement {
  const judge = new StreamJudge();
  let start = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    judge.push(stdout.subarray(start, cut));
    start = cut;
  }
  judge.push(stdout.subarray(start));
  return judge.end({ code: 0 });
}

/** Streams of every kind, with what they come to. */
const STREAMS: readonly (readonly [
  what: string,
  stdout: string,
  outcome: Judgement["outcome"],
  code: string | null,
])[] = [
  ["nothing", "", "protocol_error", "MISSING_DONE"],
  ["done alone", done, "success", null],
  ["done without its newline", done.trimEnd(), "success", null],
  ["blank lines and CRLF", `\r\n${log.replace("\n", "\r\n")}\n  \n${done}\n\n`, "success", null],
  ["a failure", event({ type: "done", ok: false }), "failed", "TOOL_FAILED"],
  ["no done", log, "protocol_error", "MISSING_DONE"],
  ["half a line", `${log}{"version":"0","ty`, "protocol_error", "INVALID_JSON"],
  ["words before JSON", `Loading model...\n${done}`, "protocol_error", "INVALID_JSON"],
  ["a list", `[]\n${done}`, "protocol_error", "NOT_AN_OBJECT"],
  ["another version", `{"version":0,"type":"done","ok":true}\n`, "protocol_error", "UNSUPPORTED_VERSION"],
  ["another type", `${event({ type: "progress" })}${done}`, "protocol_error", "UNKNOWN_TYPE"],
  ["a wrong field", event({ type: "done", ok: "true" }), "protocol_error", "INVALID_FIELD"],
  [
    "a forbidden key",
    `{"version":"0","type":"state_patch","patch":{"__proto__":{}}}\n${done}`,
    "protocol_error",
    "FORBIDDEN_KEY",
  ],
  [
    "depth without end",
    `{"version":"0","type":"log","level":"info","message":"x","fields":${"[".repeat(20_000)}${"]".repeat(20_000)}}\n`,
    "protocol_error",
    "TOO_DEEP",
  ],
  ["garbage after done", `${done}garbage\n{"version":"0","type":"nonsense"}\n`, "success", null],
  ["half a line after done", `${done}{"ver`, "success", null],
  ["done twice", `${done}${event({ type: "done", ok: false })}`, "success", null],
];

describe("the judgement of a stream", () => {
  it.each(STREAMS)("[PR200] %s", (_what, stdout, outcome, code) => {
    const whole = judge(stdout);
    expect([whole.outcome, whole.error?.code ?? null]).toEqual([outcome, code]);
    const bytes = Buffer.from(stdout);
    if (bytes.length < 5_000) expect(inPieces(bytes, [...bytes.keys()])).toEqual(whole);
  });

  it("[PR200] is the same however the bytes are cut", () => {
    const lines = fc.constantFrom(
      log,
      done,
      patch({ a: 1 }),
      "\n",
      " \r\n",
      "junk\n",
      event({ type: "done", ok: false }),
      "{\n",
      "\ufeff\n",
    );
    const streams = fc.tuple(fc.array(lines, { maxLength: 8 }), fc.array(fc.nat(400), { maxLength: 10 }), fc.boolean());
    fc.assert(
      fc.property(streams, ([parts, cuts, cut]) => {
        const text = Buffer.from(parts.join(""));
        const bytes = cut ? text.subarray(0, -1) : text;
        expect(
          inPieces(
            bytes,
            cuts.filter((at) => at < bytes.length),
          ),
        ).toEqual(judge(bytes));
      }),
    );
  });

  it("[PR200] keeps the events before a fault, and no other", () => {
    const { events } = judge(`${log}${patch({ a: 1 })}junk\n${log}`);
    expect(events.map(({ type }) => type)).toEqual(["log", "state_patch"]);
  });

  it("[PR201] without done is a protocol error, whatever the exit code", () => {
    expect(judge(log).error).toEqual({
      code: "MISSING_DONE",
      message: "the tool ended without done",
      category: "process_error",
    });
    expect(judge(log, 1).error?.code).toBe("PROCESS_EXIT");
  });

  it.each([
    [3, done, "the tool ended with exit code 3 after done"],
    [1, event({ type: "done", ok: false }), "the tool ended with exit code 1 after done"],
    [null, done, "the tool ended by the signal SIGKILL after done"],
    [127, `${log}{"version":`, "the tool ended with exit code 127"],
  ])("[PR202] exit %s is a protocol error whatever done said", (code, stdout, message) => {
    const { outcome, error, output } = judge(stdout, code);
    expect({ outcome, error, output }).toEqual({
      outcome: "protocol_error",
      error: { code: "PROCESS_EXIT", message, category: "process_error" },
      output: null,
    });
  });

  it("[PR202] a fault of the stream comes before that of the exit", () => {
    expect(judge("junk\n", 1).error?.code).toBe("INVALID_JSON");
  });

  it.each([`${done}junk`, `${done}${log}`, `${done}\u0000`, `${done}${done}junk\njunk\n`])(
    "[PR203] what follows done is ignored, with one warning",
    (stdout) => {
      expect(judge(stdout)).toMatchObject({ outcome: "success", warnings: ["output after done was ignored"] });
    },
  );

  it("[PR203] blanks after done are nothing", () => {
    expect(judge(`${done}\n \r\n\t`).warnings).toEqual([]);
    expect(inPieces(Buffer.from(`${done}\n \r\n\t`), [50, 51, 52]).warnings).toEqual([]);
  });

  it.each([
    [
      "the last error event",
      [
        { type: "error", errorCode: "a", errorMessage: "b" },
        { type: "error", errorCode: "c", errorMessage: "d", details: { e: 1 } },
      ],
      { code: "c", message: "d", details: { e: 1 } },
    ],
    ["the summary", [], { code: "TOOL_FAILED", message: "No rope." }],
  ])("[PR204] a failure is told by %s", (_what, errors, expected) => {
    const stdout = [...errors, { type: "done", ok: false, summary: "No rope." }].map(event).join("");
    expect(judge(stdout)).toMatchObject({
      outcome: "failed",
      error: { ...expected, category: "tool_failure" },
      output: null,
    });
  });

  it("[PR204] an error before a done that is ok is no failure", () => {
    expect(judge(`${event({ type: "error", errorCode: "a", errorMessage: "b" })}${done}`)).toMatchObject({
      outcome: "success",
      error: null,
    });
  });

  it("[PR205] more than 10,000 events are too many", () => {
    expect(judge(log.repeat(LIMITS.events - 1) + done).outcome).toBe("success");
    expect(judge(log.repeat(LIMITS.events) + done).error?.code).toBe("TOO_MANY_EVENTS");
  });

  it("[PR205] more than 16 MiB are too much, however they come", () => {
    const line = event({ type: "log", level: "info", message: "x".repeat(1_000_000) });
    const bytes = Buffer.from(line.repeat(17) + done);
    const judgement = judge(bytes);
    expect(judgement.error?.code).toBe("STDOUT_TOO_LONG");
    expect(inPieces(bytes, [1, 70_000, 16 * 1024 * 1024, 16 * 1024 * 1024 + 1])).toEqual(judgement);
  });

  it("[PR206] names the line at fault and shows its start, escaped", () => {
    expect(judge(`${log}\n\u001b[31mLoading\n`).error).toMatchObject({ line: 3, excerpt: "\\u001b[31mLoading" });
    expect(judge(`${log}${event({ type: "done" })}`).error).toMatchObject({
      line: 2,
      excerpt: '{"version":"0","type":"done"}',
    });
  });

  it("[PR207] gives the output of done, else the merge of the patches", () => {
    expect(judge(`${patch({ a: { b: 1 }, c: 2 })}${patch({ a: { b: null }, d: 3 })}${done}`).output).toEqual({
      a: {},
      c: 2,
      d: 3,
    });
    expect(judge(`${patch({ a: 1 })}${event({ type: "done", ok: true, output: { z: 1 } })}`).output).toEqual({ z: 1 });
  });

  it("[PR207] takes the first asset of an id, and warns of events of another request", () => {
    const asset = (path: string): string =>
      event({ type: "asset", assetId: "a", kind: "image", mediaType: "image/png", path });
    const judge = new StreamJudge({ requestId: "r1" });
    judge.push(Buffer.from(asset("one.png") + asset("two.png") + event({ type: "done", ok: true, requestId: "r2" })));
    expect(judge.assets.map(({ path }) => path)).toEqual(["one.png"]);
    expect(judge.end({ code: 0 }).warnings).toEqual([
      'line 2: asset "a" came twice; the first one stands',
      'line 3: an event names another request ("r2"); that was ignored',
    ]);
  });
});
