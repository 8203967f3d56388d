import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonObject, LIMITS } from "@narratoria/protocol";
import { checkContract } from "@narratoria/protocol/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { executePlan } from "../src/plan/execute-plan.js";
import { exportTrace } from "../src/trace/export-trace.js";
import { openHostServer } from "../src/host/host-server.js";
import type { LogEntry } from "../src/plan/plan-log.js";
import { type ReplanOptions, runReplanLoop } from "../src/plan/replan-loop.js";
import { functionTools, type ResolvedScript, type ScriptResolver } from "../src/tool/resolver.js";
import { redactor } from "../src/trace/redact.js";
import { fixtures, options, outputOf, planOf, tempFolder, tool } from "./support.js";

/** A plan in which something of every kind happens. */
async function eventful(log?: (entry: LogEntry) => void) {
  let tries = 0;
  const resolver = functionTools(
    {
      "skill/flaky": (_input, { emit }) => {
        emit.log("info", "trying");
        if (++tries < 2) throw new Error("not yet");
        return { tries };
      },
      "skill/broken": () => {
        throw new Error("never");
      },
    },
    { otherwise: fixtures() },
  );
  const plan = planOf([
    tool("flaky", "skill/flaky", { retryPolicy: { maxRetries: 1, backoffMs: 5 } }),
    tool("broken", "skill/broken"),
    tool("after", "skill/flaky", { dependencies: ["broken"] }),
    tool("light", "lights-torch", { dependencies: ["flaky"] }),
    tool("crash", "exits-3", { required: false }),
  ]);
  const run = await executePlan(plan, options({ resolver, maxExecutions: 2, ...(log && { log }) }));
  return { plan, run };
}

describe("the trace of a plan", () => {
  it("[EX113] tells of each try what ran, when, with what, what it sent, how it ended and what followed", async () => {
    const { plan, run } = await eventful();
    const trace = run.trace();
    expect(trace).toMatchObject({ planId: plan.requestId, outcome: "failed", failure: run.failure, plan: run.plan });
    const told = trace.invocations.map(({ toolId, execution, attempt, state }) => [toolId, execution, attempt, state]);
    expect(told).toEqual([
      ["flaky", 1, 1, "failed"],
      ["flaky", 1, 2, "success"],
      ["broken", 1, 1, "failed"],
      ["light", 1, 1, "success"],
      ["crash", 1, 1, "failed"],
      ["broken", 2, 1, "failed"],
      ["crash", 2, 1, "failed"],
    ]);
    const [first, second, , light, crash] = trace.invocations;
    expect(first).toMatchObject({ by: "function", exit: null, retryAfterMs: 5, error: { code: "unexpected" } });
    expect(first?.events.map(({ event }) => event.type)).toEqual(["log", "error", "done"]);
    expect(second).toMatchObject({
      retryAfterMs: null,
      input: { requestId: `${plan.requestId}/flaky`, tool: "skill" },
    });
    expect(light).toMatchObject({ by: "process", exit: { code: 0, signal: null }, timeoutMs: 5_000 });
    expect(light?.input?.dependencies).toEqual({ flaky: { tries: 2 } });
    expect(crash).toMatchObject({ exit: { code: 3, signal: null }, error: { code: "PROCESS_EXIT" } });
  });

  it("[EX113] says why a tool did not run, and what an execution kept", async () => {
    const trace = (await eventful()).run.trace();
    expect(trace.skipped).toMatchObject([
      { toolId: "after", execution: 1, error: { code: "DEPENDENCY_FAILED" } },
      { toolId: "after", execution: 2, error: { code: "DEPENDENCY_FAILED" } },
    ]);
    expect(trace.executions.map(({ kept }) => kept)).toEqual([[], ["flaky", "light"]]);
  });

  it("[EX113] has times that never go back", async () => {
    const { durationMs, invocations, executions } = (await eventful()).run.trace();
    for (const { startMs, endMs, events } of invocations) {
      const times = [startMs, ...events.map(({ atMs }) => atMs), endMs];
      expect(times).toEqual([...times].sort((a, b) => a - b));
      const { startMs: begun = 0 } = executions[0] ?? {};
      expect(begun).toBeLessThanOrEqual(startMs);
      expect(endMs).toBeLessThanOrEqual(durationMs);
    }
  });

  it("[EX113] of a plan that was refused says so and nothing more", async () => {
    const run = await executePlan(planOf([tool("a", "x", { dependencies: ["a"] })]), options());
    expect(run.trace()).toMatchObject({ outcome: "refused", failure: run.failure, invocations: [], executions: [] });
    expect(run.trace()).toBe(run.trace());
  });
});

describe("secrets", () => {
  it("[EX114] of the settings are in no trace and no log, wherever they turn up", async () => {
    const secret = "sk-12345";
    const resolver = fixtures({ config: { apiKey: secret, model: "small" }, secrets: [secret] });
    const lines: LogEntry[] = [];
    const plan = planOf([
      tool("echo", "echoes"),
      tool("tells", "patches", { input: { patches: [{ key: `it is ${secret}`, [secret]: 1 }] } }),
      tool("lost", `skill/no-such-file-${secret}`, { required: false }),
    ]);
    const run = await executePlan(plan, options({ resolver, log: (entry) => lines.push(entry) }));
    expect(JSON.stringify(run.result)).toContain(secret);
    const text = JSON.stringify([run.trace(), lines]);
    expect(text).not.toContain(secret);
    expect(run.trace().invocations[0]?.input?.config).toEqual({ apiKey: "[redacted]", model: "small" });
  });

  it("[EX259] of the settings are in nothing that a tool says or keeps, whatever it says it on", async () => {
    const secret = "sk-12345";
    const file = join(tempFolder(), "tells.mjs");
    const said = [
      { type: "log", level: "info", message: `with ${secret}`, fields: { [secret]: [secret] } },
      { type: "state_patch", patch: { note: secret } },
      { type: "ui_event", event: "note", payload: { text: `it is ${secret}` } },
      { type: "error", errorCode: "SIGN_IN", errorMessage: `no ${secret}`, details: { secret } },
    ].map((event) => JSON.stringify({ version: "0", ...event }));
    const tells = (last: string): string =>
      `process.stderr.write(${JSON.stringify(secret)}); process.stdout.write(${JSON.stringify(`${said.join("\n")}\n${last}\n`)})`;
    const events: unknown[] = [];
    for (const [ok, last] of [
      [true, `{"version":"0","type":"done","ok":true,"output":{"key":"${secret}"}}`],
      [false, `{"version":"0","type":"done","ok":false}`],
      [false, `this is no event: ${secret}`],
    ] as const) {
      writeFileSync(file, tells(last));
      const resolver = fixtures({ file, config: { apiKey: secret }, secrets: [secret] });
      const plan = planOf([tool("a", "skill/tells")]);
      const run = await executePlan(plan, options({ resolver, onEvent: (event) => events.push(event) }));
      expect(run.result.success).toBe(ok);
      expect(JSON.stringify([run.result, run.state, run.warnings, events])).not.toContain(secret);
      expect(JSON.stringify(run.result)).toContain("[redacted]");
    }
  });

  it("[EX259] of the settings are in nothing that a function says", async () => {
    const secret = "sk-12345";
    const say = functionTools({ "a/say": (_input, { config }) => ({ said: `it is ${String(config.apiKey)}` }) });
    const resolver: ScriptResolver = {
      resolve: (path) => {
        const found = say.resolve(path);
        return found.ok
          ? { ok: true, script: { ...found.script, config: { apiKey: secret }, secrets: [secret] } }
          : found;
      },
    };
    const { result } = await executePlan(planOf([tool("a", "a/say")]), options({ resolver }));
    expect(outputOf(result.toolResults, "a")).toEqual({ said: "it is [redacted]" });
  });

  /** Forty characters; none of its pieces may be seen. */
  const key = "sk-Qw3rT7zU1iOpAs4dFgHjKlYxCvBnM98651qaz";
  /** Pieces of the key of eight characters. */
  const pieces = Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8));
  const seenIn = (value: unknown): string[] => pieces.filter((piece) => JSON.stringify(value).includes(piece));

  /** All that is kept or shown of a run of a script that writes this. */
  async function shownOf(source: string, more: Partial<ResolvedScript> = {}) {
    const file = join(tempFolder(), "tells.mjs");
    writeFileSync(file, source);
    const resolver = fixtures({ file, config: { apiKey: key }, secrets: [key], ...more });
    const lines: LogEntry[] = [];
    const events: unknown[] = [];
    const run = await executePlan(
      planOf([tool("a", "skill/tells")]),
      options({ resolver, log: (entry) => lines.push(entry), onEvent: (event) => events.push(event) }),
    );
    return { run, shown: [run.result, run.state, run.warnings, run.failure, run.trace(), lines, events] };
  }
  /** Writes a line whose first characters are these. */
  const line = (text: string): string => `process.stdout.write(${JSON.stringify(`${text}\n`)});`;
  const done = line('{"version":"0","type":"done","ok":true}');

  it.each([
    ["a line that is no JSON", line(`${"x".repeat(175)}${key}`)],
    ["a line that is no event", line(`{"version":"0","type":"log","pad":"${"x".repeat(130)}","message":"${key}"}`)],
    [
      "a line that is no UTF-8",
      `process.stdout.write(Buffer.from(${JSON.stringify(`${"x".repeat(175)}${key}\xff\n`)}, "latin1"));`,
    ],
    ["a line that is too long", line(`${"x".repeat(175)}${key}${"x".repeat(1_048_576)}`)],
    ["a line of too many values", line(`["${"x".repeat(170)}${key}"${",1".repeat(50_001)}]`)],
    ["an unknown type", line(`{"version":"0","type":"${"x".repeat(40)}${key}"}`)],
    [
      "a member of the wrong kind",
      line(`{"version":"0","type":"log","message":"m","level":"${"x".repeat(30)}${key}"}`),
    ],
    ["a version", line(`{"version":"${"x".repeat(20)}${key}","type":"log"}`)],
    [
      "a foreign request",
      line(`{"version":"0","type":"log","level":"info","message":"m","requestId":"${"x".repeat(60)}${key}"}`) + done,
    ],
    [
      "an asset that comes twice",
      line(
        `{"version":"0","type":"asset","assetId":"${"x".repeat(60)}${key}","kind":"image","path":"a","mediaType":"image/png"}`,
      ).repeat(2) + done,
    ],
    ["standard error", `process.stderr.write(${JSON.stringify(`${key}${"x".repeat(4_086)}`)}, () => process.exit(3));`],
    [
      "a text that the tool cut",
      line(`{"version":"0","type":"done","ok":false,"summary":"could not sign in with ${key.slice(0, 30)}"}`),
    ],
    [
      "a text that the tool cut and said so",
      line(`{"version":"0","type":"done","ok":false,"summary":"tried ${key.slice(0, 30)}…"}`),
    ],
  ])("[EX422] are not seen in part either: %s", async (_what, source) => {
    const { run, shown } = await shownOf(source);
    expect(seenIn(shown)).toEqual([]);
    expect(run.result.toolResults[0]?.state === "success").toBe(source.endsWith(done));
  });

  it("[EX422] are not seen in part where a manifest has standard error kept short", async () => {
    const source = `process.stderr.write(${JSON.stringify(`${key}${"x".repeat(70)}`)}, () => process.exit(3));`;
    const { shown } = await shownOf(source, { limits: { ...LIMITS, stderrBytes: 100 } });
    expect(seenIn(shown)).toEqual([]);
  });

  it("[EX422] are not seen in part in the long message of a function", async () => {
    const say = functionTools({
      "a/say": (_input, { config }) => {
        throw new Error(`${"x".repeat(190)}${String(config.apiKey)}${"x".repeat(1_740)}${String(config.apiKey)}`);
      },
    });
    const resolver: ScriptResolver = {
      resolve: (path) => {
        const found = say.resolve(path);
        if (!found.ok) return found;
        return { ok: true, script: { ...found.script, config: { apiKey: key }, secrets: [key] } };
      },
    };
    const run = await executePlan(planOf([tool("a", "a/say")]), options({ resolver }));
    expect(seenIn([run.result, run.trace()])).toEqual([]);
    expect(JSON.stringify(run.result)).toContain("[redacted]");
  });

  it("[EX422] are found as JSON writes them, in a line that is quoted as it came", async () => {
    const odd = 'pass "word"\\ür alle Fälle';
    const escaped = JSON.stringify(odd).replace(/[^ -~]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
    for (const written of [JSON.stringify(odd), escaped]) {
      const { shown } = await shownOf(line(`{"key":${written}} and more`), { secrets: [odd], config: {} });
      expect(JSON.stringify(shown)).toContain("[redacted]");
      expect(JSON.stringify(shown)).not.toMatch(/word|alle F/);
    }
  });

  it("[EX423] are left out as numbers, and our own numbers stay", async () => {
    const source = `${line(
      '{"version":"0","type":"log","level":"info","message":"door 4711","fields":{"code":4711,"list":[[4711,-4711,4711.5]],"n":42}}',
    )}${line('{"version":"0","type":"done","ok":true,"output":{"code":4711,"n":42}}')}`;
    const secrets = ["4711", "42", "5000"];
    const { run, shown } = await shownOf(source, {
      secrets,
      config: { code: 4711, n: 42, other: 1 },
      timeoutMs: 5_000,
    });
    expect(JSON.stringify(shown)).not.toContain("4711");
    expect(outputOf(run.result.toolResults, "a")).toEqual({ code: "[redacted]", n: 42 });
    const [invocation] = run.trace().invocations;
    expect(invocation).toMatchObject({
      timeoutMs: 5_000,
      input: { config: { code: "[redacted]", n: "[redacted]", other: 1 } },
    });
  });

  it("[EX424] are left out of what a tool asks of the host", async () => {
    const asked: JsonObject[] = [];
    const host = await openHostServer({
      services: {
        state: async (_call, request) => {
          asked.push(request);
          return { state: null };
        },
      },
    });
    onTestFinished(() => host.close());
    const resolver = fixtures({ host: ["state"], secrets: [key, "4711"] });
    const input = { calls: [{ service: "state", body: { path: `a.${key}`, [key]: 4711 } }] };
    const run = await executePlan(planOf([tool("a", "calls-host", { input })]), options({ host, resolver }));
    expect(run.result.success).toBe(true);
    expect(asked).toEqual([{ path: "a.[redacted]", "[redacted]": "[redacted]" }]);
  });

  it("[EX425] are looked for in linear time, whatever they are", () => {
    const ms = (run: () => void): number =>
      Math.min(
        ...Array.from({ length: 3 }, () => {
          const startedAt = performance.now();
          run();
          return performance.now() - startedAt;
        }),
      );
    const text = "a".repeat(1_000_000);
    const words = Array.from({ length: 50_000 }, (_, at) => `word ${at}`);
    const plain = redactor(["one secret", "another"]);
    const base = ms(() => plain([text, words]));
    const many = Array.from({ length: 1_000 }, (_, at) => `aaa${at.toString(36)}`);
    const periodic = [`b${"a".repeat(4_000)}`, `${"a".repeat(4_000)}b`];
    for (const secrets of [many, periodic]) {
      const hide = redactor(secrets);
      hide("");
      expect(ms(() => hide([text, words]))).toBeLessThan(base * 8 + 5);
    }
  });

  it("[EX432] what a tool says is in the trace up to a million characters, and what is left out is counted", async () => {
    const message = "x".repeat(1_000);
    const resolver = functionTools({
      "skill/talks": (_input, { emit }) => {
        for (let at = 0; at < 2_000; at++) emit.log("info", message);
      },
    });
    const run = await executePlan(planOf([tool("a", "skill/talks")]), options({ resolver }));
    const [talks] = run.trace().invocations;
    expect(talks?.events.length).toBeGreaterThan(1_000);
    expect(talks?.events.length).toBeLessThan(1_048);
    expect(talks?.warnings).toEqual([expect.stringContaining(`${2_001 - (talks?.events.length ?? 0)} further events`)]);
    expect(run.result.toolResults[0]?.events).toHaveLength(2_001);
  });

  it("[EX114] the token of the host services is in no trace", async () => {
    const host = await openHostServer({ services: { state: async () => ({ state: {} }) } });
    const run = await executePlan(
      planOf([tool("echo", "echoes")]),
      options({ host, resolver: fixtures({ host: ["state"] }) }),
    );
    await host.close();
    const [echo] = run.trace().invocations;
    expect(echo?.input?.host).toEqual({ socket: host.socketPath, token: "[redacted]" });
    const given = run.result.toolResults[0]?.output?.input as JsonObject;
    expect(JSON.stringify(run.trace())).not.toContain(JSON.parse(JSON.stringify(given)).host?.token ?? "no token");
  });

  it("[EX114] that are very short are left out where they stand alone, longer ones anywhere", () => {
    const hide = redactor(["ab", "", "long secret", "long secret indeed"]);
    expect(hide({ a: "ab", b: "about", c: ["a long secret indeed, a long secret"], d: null, e: 7 })).toEqual({
      a: "[redacted]",
      b: "about",
      c: ["a [redacted], a [redacted]"],
      d: null,
      e: 7,
    });
  });
});

describe("the trace of a turn", () => {
  async function turn(more: Partial<ReplanOptions> = {}) {
    const bad = planOf([tool("fail", "weak/fails")]);
    const good = planOf([
      tool("a", "lights-torch", { async: true }),
      tool("b", "lights-torch", { async: true }),
      tool("c", "lights-torch", { dependencies: ["a", "b"] }),
    ]);
    const plans = [null, bad, { ...good, parallel: true }];
    const result = await runReplanLoop({
      generate: async ({ attempt }) => {
        if (attempt === 1) throw new Error("the model is asleep");
        return plans[attempt - 1];
      },
      execute: options({ concurrency: 2 }),
      ...more,
    });
    return { bad, good, result };
  }

  it("[EX115] holds every attempt, also one that came to no plan", async () => {
    const { bad, good, result } = await turn();
    const trace = result.trace();
    expect(trace).toMatchObject({ outcome: "success", failure: null });
    expect(trace.attempts.map(({ attempt, failure, run }) => [attempt, failure, run?.planId, run?.outcome])).toEqual([
      [1, "no plan could be made: the model is asleep", undefined, undefined],
      [2, null, bad.requestId, "failed"],
      [3, null, good.requestId, "success"],
    ]);
    expect(trace.attempts[2]).toMatchObject({ parentPlanId: bad.requestId, disabledSkills: ["weak"] });
  });

  it("[EX115] is written as JSON by its contract, also that of a single plan", async () => {
    const written: unknown = JSON.parse(exportTrace((await turn()).result.trace(), "json"));
    expect(checkContract("execution-trace", written)).toEqual([]);
    const { run } = await eventful();
    const one: unknown = JSON.parse(exportTrace(run.trace(), "json"));
    expect(checkContract("execution-trace", one)).toEqual([]);
    expect(one).toMatchObject({ outcome: "fallback", attempts: [{ run: { planId: run.result.planId } }] });
  });

  it("[EX115] is written in the Trace Event Format: slices that nest, one row for each tool at once", async () => {
    const { result } = await turn();
    const { traceEvents } = JSON.parse(exportTrace(result.trace(), "chrome"));
    const slices: Slice[] = traceEvents.filter(({ ph }: Slice) => ph === "X");
    expect(slices.map(({ cat }) => cat)).toEqual(
      expect.arrayContaining(["turn", "generation", "plan", "execution", "tool"]),
    );
    for (const one of traceEvents as Slice[]) {
      expect(one).toMatchObject({ pid: 1, tid: expect.any(Number), name: expect.any(String) });
      if (one.ph !== "M") expect(Number.isInteger(one.ts) && one.ts >= 0).toBe(true);
    }
    for (const a of slices) {
      for (const b of slices) {
        if (a === b || a.tid !== b.tid || a.ts > b.ts) continue;
        const apart = b.ts >= a.ts + a.dur;
        const inside = b.ts + b.dur <= a.ts + a.dur;
        // Two that begin together: one holds the other.
        const holds = a.ts === b.ts && a.ts + a.dur <= b.ts + b.dur;
        expect({ a, b, nested: apart || inside || holds }).toMatchObject({ nested: true });
      }
    }
    const rowOf = (name: string) => slices.find((one) => one.name === name)?.tid;
    expect(rowOf("a")).not.toBe(rowOf("b"));
    const arrows = traceEvents.filter(({ cat }: Slice) => cat === "dependency");
    expect(arrows.map(({ ph }: Slice) => ph)).toEqual(["s", "f", "s", "f"]);
  });

  it("[EX115] shows pauses, what was sent, and what did not run", async () => {
    const { run } = await eventful();
    const { traceEvents } = JSON.parse(exportTrace(run.trace(), "chrome"));
    const named = (cat: string) => traceEvents.filter((one: Slice) => one.cat === cat).map(({ name }: Slice) => name);
    expect(named("backoff")).toEqual(["pause before retry"]);
    expect(named("event")).toContain("state_patch");
    expect(named("skip")).toEqual(["after did not run", "after did not run"]);
    expect(named("tool")).toContain("flaky, try 2");
  });
});

interface Slice {
  readonly ph: string;
  readonly cat: string;
  readonly name: string;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
}

describe("the log", () => {
  it("[EX116] has a line for each plan, each try and each outcome, and none of them tells what was said", async () => {
    const lines: LogEntry[] = [];
    const { plan, run } = await eventful((entry) => lines.push(entry));
    expect(lines.map(({ event, toolId = "", level }) => `${event} ${String(toolId)} ${level}`)).toEqual([
      "plan  info",
      "tool flaky warn",
      "tool flaky info",
      "tool broken error",
      "skip after warn",
      "tool light info",
      "tool crash error",
      "tool broken error",
      "skip after warn",
      "tool crash error",
      "result  error",
    ]);
    expect(lines[0]).toMatchObject({ planId: plan.requestId, attempt: 1, parallel: false });
    expect(lines[1]).toMatchObject({
      code: "unexpected",
      message: "not yet",
      retryAfterMs: 5,
      execution: 1,
      attempt: 1,
    });
    expect(lines.at(-1)).toMatchObject({ outcome: "failed", message: run.failure, executions: 2 });
    for (const { time } of lines) expect(new Date(time).toISOString()).toBe(time);
    expect(JSON.stringify(lines)).not.toMatch(/torchLit|trying/);
  });

  it("[EX116] says when there was no plan, and how the turn ended", async () => {
    const lines: LogEntry[] = [];
    const generate = async (): Promise<unknown> => {
      throw new Error("the model is asleep");
    };
    await runReplanLoop({ generate, maxAttempts: 2, execute: options({ log: (entry) => lines.push(entry) }) });
    expect(lines.map(({ event }) => event)).toEqual(["no-plan", "no-plan", "turn"]);
    expect(lines.at(-1)).toMatchObject({ level: "error", outcome: "fallback", plans: 0 });
  });

  it("[EX116] that cannot be written harms no plan", async () => {
    const log = (): void => {
      throw new Error("the disk is full");
    };
    const run = await executePlan(planOf([tool("light", "lights-torch")]), options({ log }));
    expect(run.result.success).toBe(true);
    expect(run.warnings).toEqual([]);
  });
});

describe("a plan with steps that fail", () => {
  it("[EX17] [EX106] logs them, marks them and goes on with the others", async () => {
    const lines: LogEntry[] = [];
    const plan = planOf([
      tool("crash", "exits-3", { required: false }),
      tool("hang", "hangs", { required: false }),
      tool("nonsense", "speaks-version-9", { required: false }),
      tool("must", "fails"),
      tool("needs", "lights-torch", { dependencies: ["must"] }),
      tool("first", "lights-torch", { dependencies: ["crash"] }),
      tool("last", "patches", { input: { patches: [{ done: true }] } }),
    ]);
    const run = await executePlan(plan, options({ toolTimeoutMs: 1_500, log: (entry) => lines.push(entry) }));
    const states = Object.fromEntries(run.result.toolResults.map(({ toolId, state }) => [toolId, state]));
    expect(states).toEqual({
      crash: "failed",
      hang: "timeout",
      nonsense: "failed",
      must: "failed",
      needs: "skipped",
      first: "success",
      last: "success",
    });
    expect(run.result).toMatchObject({ success: false, failedTools: ["crash", "hang", "nonsense", "must"] });
    expect(run.state).toEqual({ flags: { torchLit: true }, done: true });
    const errors = lines.filter(({ event, level }) => event === "tool" && level === "error");
    expect(errors.map(({ toolId, code }) => [toolId, code])).toEqual([
      ["crash", "PROCESS_EXIT"],
      ["hang", "TOOL_TIMEOUT"],
      ["nonsense", "UNSUPPORTED_VERSION"],
      ["must", expect.any(String)],
    ]);
    for (const { message } of errors) expect(message).toMatch(/\w/);
  });
});
