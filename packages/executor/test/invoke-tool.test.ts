import { LIMITS, lowerLimits, type ToolEvent } from "@narratoria/protocol";
import { describe, expect, it } from "vitest";
import { type InvocationRequest, invokeTool } from "../src/tool/invoke-tool.js";
import type { FailedInvocation, SuccessfulInvocation } from "../src/tool/tool-account.js";
import { Stop } from "../src/process/stop.js";
import { CANCELLED } from "../src/tool/tool-failure.js";
import { startToolProcess, type ToolProcess } from "../src/process/tool-process.js";
import { fixture, isRunning, tempFolder } from "./support.js";

const GRACE = { killAfterMs: 150, pipeMs: 500, lingerMs: 2_000 };

function start(program: string, args: readonly string[]): ToolProcess {
  return startToolProcess({ program, args }, { cwd: tempFolder(), env: { PATH: "/usr/bin:/bin" }, grace: GRACE });
}

function request(name: string, more: Partial<InvocationRequest> = {}): InvocationRequest {
  return {
    start: () => start(process.execPath, [fixture(name)]),
    input: { requestId: "plan/tool", tool: "skill", operation: name, input: {} },
    timeoutMs: 5_000,
    grace: GRACE,
    stop: new Stop(),
    onEvent: () => {},
    ...more,
  };
}

async function success(name: string, more?: Partial<InvocationRequest>): Promise<SuccessfulInvocation> {
  const outcome = await invokeTool(request(name, more)).outcome;
  if (outcome.state !== "success") throw new Error(`${outcome.state}: ${JSON.stringify(outcome.failure)}`);
  return outcome;
}

async function failure(name: string, more?: Partial<InvocationRequest>): Promise<FailedInvocation> {
  const outcome = await invokeTool(request(name, more)).outcome;
  if (outcome.state === "success") throw new Error("it succeeded");
  return outcome;
}

const withInput = (input: object): Partial<InvocationRequest> => ({
  input: { requestId: "plan/tool", tool: "skill", operation: "x", input: { ...input } },
});

describe("a tool that keeps to the protocol", () => {
  it("[EX25] gives its events in the order it wrote them, as they come and in the end", async () => {
    const seen: ToolEvent[] = [];
    const outcome = await success("lights-torch", {
      ...withInput({ torch: "oak" }),
      onEvent: (event) => seen.push(event),
    });
    expect(outcome.events.map(({ type }) => type)).toEqual(["log", "state_patch", "ui_event", "error", "done"]);
    expect(seen).toEqual(outcome.events);
    expect(outcome.patches).toEqual([{ flags: { torchLit: true } }]);
    expect(outcome.output).toEqual({ torch: "oak" });
    expect(outcome.warnings).toEqual([]);
  });

  it("[EX25] gives the merge of its patches where done has no output", async () => {
    const patches = [{ a: { b: 1, c: 2 } }, { a: { b: null }, d: [1] }, { d: [2] }];
    expect((await success("patches", withInput({ patches }))).output).toEqual({ a: { c: 2 }, d: [2] });
  });

  it("[EX25] need not end its last line", async () => {
    expect((await success("no-last-newline")).output).toEqual({});
  });

  it("[EX29] need not read its input, however long it is", async () => {
    const outcome = await success("exits-without-reading", withInput({ text: "x".repeat(900_000) }));
    expect(outcome.events).toHaveLength(1);
  });
});

describe("caps that a manifest has lowered", () => {
  it.each([
    ["lineBytes", 120, "LINE_TOO_LONG"],
    ["stdoutBytes", 150, "STDOUT_TOO_LONG"],
    ["events", 1, "TOO_MANY_EVENTS"],
    ["patchBytes", 20, "STATE_LIMIT"],
    ["jsonDepth", 3, "TOO_DEEP"],
  ])("[EX130] hold for its output: %s", async (name, cap, code) => {
    const patches = [{ a: { b: 1 } }, { text: "x".repeat(100), deep: [[]] }];
    await success("patches", withInput({ patches }));
    const outcome = await failure("patches", { ...withInput({ patches }), limits: lowerLimits({ [name]: cap }) });
    expect(outcome.failure).toMatchObject({
      code,
      category: "invalid_json",
      details: { rule: expect.stringMatching(/^PR/) },
    });
  });

  it("[EX130] hold for its input and its standard error", async () => {
    const limits = lowerLimits({ stdinBytes: 200 });
    expect((await failure("hangs", { ...withInput({ text: "x".repeat(300) }), limits })).failure.code).toBe(
      "INPUT_TOO_LARGE",
    );
    const few = await failure("exits-3", { limits: lowerLimits({ stderrBytes: 3 }) });
    expect(String(few.failure.details?.stderr).length).toBeLessThanOrEqual(3);
  });
});

describe("a tool with a fault", () => {
  it.each([
    ["exits-3", "PROCESS_EXIT", "process_error"],
    ["crash-after-done", "PROCESS_EXIT", "process_error"],
    ["dies-by-signal", "PROCESS_EXIT", "process_error"],
    ["never-done", "MISSING_DONE", "process_error"],
    ["closes-stdout", "MISSING_DONE", "process_error"],
    ["cut-off", "INVALID_JSON", "invalid_json"],
    ["prints-nonsense", "INVALID_JSON", "invalid_json"],
    ["floods-no-newline", "LINE_TOO_LONG", "invalid_json"],
    ["floods-stdout", "TOO_MANY_EVENTS", "invalid_json"],
    ["floods-long-events", "STDOUT_TOO_LONG", "invalid_json"],
    ["fails", "NO_SUCH_DOOR", "tool_failure"],
  ])("[EX26] %s fails with %s", async (name, code, category) => {
    const outcome = await failure(name);
    expect(outcome).toMatchObject({
      state: "failed",
      failure: { code, category },
      repeatable: true,
      verdict: "failure",
    });
  });

  it.each([
    ["an unknown type", '{"version":"0","type":"explode"}', "UNKNOWN_TYPE"],
    ["another version", '{"version":"1","type":"log","level":"info","message":"x"}', "UNSUPPORTED_VERSION"],
    ["a missing field", '{"version":"0","type":"log","level":"info"}', "INVALID_FIELD"],
    ["a forbidden key", '{"version":"0","type":"state_patch","patch":{"a":{"__proto__":{"x":1}}}}', "FORBIDDEN_KEY"],
    ["a number that is none", '{"version":"0","type":"state_patch","patch":{"a":1e400}}', "NUMBER_OUT_OF_RANGE"],
    ["invalid UTF-8", '{"version":"0","type":"log","level":"info","message":"\xe9"}', "INVALID_UTF8"],
    ["a list", "[]", "NOT_AN_OBJECT"],
  ])("[EX26] a line with %s ends the invocation", async (_what, latin1, code) => {
    expect(await failure("sends-line", withInput({ latin1 }))).toMatchObject({
      events: [],
      failure: { code, category: "invalid_json" },
    });
  });

  it("[EX26] keeps the events that came before the fault", async () => {
    expect((await failure("prints-nonsense")).events.map(({ type }) => type)).toEqual(["log"]);
  });

  it("[EX26] a tool that fails by the protocol is quoted", async () => {
    const { failure: why } = await failure("fails");
    expect(why).toMatchObject({ message: "there is no such door", details: { door: "oak" } });
  });

  it("[EX39] says how the process ended, with the end of its stderr and no control characters", async () => {
    const { failure: why } = await failure("exits-3");
    expect(why.message).toBe("the tool ended with exit code 3");
    expect(why.details).toMatchObject({ exitCode: 3, signal: null, stderr: "the lantern \\x1b[31mbroke\n" });
    expect((await failure("crash-after-done")).failure.message).toContain("after done");
    expect((await failure("dies-by-signal")).failure.message).toContain("by the signal SIGKILL");
  });

  it("[EX39] pouring out stderr is no fault", async () => {
    expect((await success("floods-stderr")).state).toBe("success");
  });

  it("[EX40] an input over 1 MiB is not sent, and no process is started", async () => {
    const outcome = await failure("lights-torch", withInput({ text: "x".repeat(LIMITS.stdinBytes) }));
    expect(outcome).toMatchObject({ failure: { code: "INPUT_TOO_LARGE" }, repeatable: false, verdict: null });
  });

  it("[EX57] an event handler that throws fails the invocation and ends the process", async () => {
    const invocation = invokeTool(
      request("hangs", {
        onEvent: () => {
          throw new Error("no room on the screen");
        },
      }),
    );
    expect(await invocation.outcome).toMatchObject({
      failure: { code: "EVENT_HANDLER_FAILED", message: expect.stringContaining("no room on the screen") },
      repeatable: false,
      verdict: null,
    });
    await invocation.gone;
  });
});

describe("done", () => {
  it("[EX27] what follows it is ignored", async () => {
    const outcome = await success("talks-after-done");
    expect(outcome.events.map(({ type }) => type)).toEqual(["done"]);
    expect(outcome.patches).toEqual([]);
    expect(outcome.warnings).toEqual(["output after done was ignored"]);
  });

  it("[EX27] is the last event, also of those that come in one piece with it", async () => {
    const latin1 =
      '{"version":"0","type":"done","ok":true}\n{"version":"0","type":"state_patch","patch":{"late":true}}\n';
    const outcome = await success("sends-line", withInput({ latin1 }));
    expect(outcome.events.map(({ type }) => type)).toEqual(["done"]);
    expect(outcome.warnings).toEqual(["output after done was ignored"]);
  });

  it("[EX27] stands when the tool does not exit, and the tool is ended", async () => {
    const invocation = invokeTool(
      request("done-then-lingers", { grace: { killAfterMs: 150, pipeMs: 500, lingerMs: 100 } }),
    );
    expect(await invocation.outcome).toMatchObject({ state: "success", output: { said: "done" } });
    expect((await invocation.outcome).warnings).toEqual(["the tool did not exit after done and was ended"]);
    await invocation.gone;
  });

  it("[EX27] stands when the time is up while the tool lingers", async () => {
    const outcome = await success("done-then-lingers", {
      timeoutMs: 1_200,
      grace: { killAfterMs: 150, pipeMs: 500, lingerMs: 60_000 },
    });
    expect(outcome.output).toEqual({ said: "done" });
  });
});

describe("the end of a tool", () => {
  it("[EX28] a tool that hangs is given up when its time is up", async () => {
    const outcome = await failure("hangs", { timeoutMs: 1_200 });
    expect(outcome).toMatchObject({
      state: "timeout",
      failure: { code: "TOOL_TIMEOUT", category: "timeout", message: "the tool took longer than 1200 ms" },
      repeatable: false,
      verdict: "timeout",
    });
    expect(outcome.events).toHaveLength(1);
  });

  it.each(["ignores-sigterm", "stops-itself"])("[EX28] %s is killed after the grace time", async (name) => {
    const invocation = invokeTool(request(name, { timeoutMs: 1_200 }));
    const outcome = await invocation.outcome;
    const [log] = outcome.events;
    const pid = log?.type === "log" ? Number(log.message) : 0;
    expect(outcome.state).toBe("timeout");
    expect(isRunning(pid)).toBe(true);
    await invocation.gone;
    expect(isRunning(pid)).toBe(false);
  });

  it("[EX33] what it leaves in its process group is killed with it", async () => {
    const { output } = await success("grandchild-in-group");
    await expect.poll(() => isRunning(Number(output.pid))).toBe(false);
  });

  it("[EX33] a process that got away and holds stdout open is not waited for", async () => {
    const startedAt = performance.now();
    const { output } = await success("grandchild-holds-stdout");
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    const pid = Number(output.pid);
    expect(isRunning(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
  });

  it("[EX56] a stop is answered at once, whatever the tool does about it", async () => {
    const stop = new Stop();
    const invocation = invokeTool(
      request("ignores-sigterm", {
        stop,
        onEvent: () => stop.end(CANCELLED),
        grace: { killAfterMs: 1_000, pipeMs: 100, lingerMs: 100 },
      }),
    );
    const outcome = await invocation.outcome;
    expect(outcome).toMatchObject({ state: "stopped", failure: { code: "CANCELLED" }, verdict: null });
    const [log] = outcome.events;
    expect(isRunning(log?.type === "log" ? Number(log.message) : 0)).toBe(true);
    await invocation.gone;
  });

  it("[EX28] what came in time counts, though the runtime was too busy to read it", async () => {
    const { outcome } = invokeTool(request("lights-torch", { timeoutMs: 700 }));
    await new Promise((resolve) => setImmediate(resolve));
    const busyUntil = performance.now() + 1_500;
    while (performance.now() < busyUntil);
    expect((await outcome).state).toBe("success");
  });

  it("[EX56] nothing is started once the run is over", async () => {
    const failureOfRun = { code: "PLAN_TIMEOUT", message: "too late", category: "timeout" } as const;
    const over = new Stop();
    over.end(failureOfRun);
    const outcome = await failure("lights-torch", { stop: over });
    expect(outcome).toMatchObject({ state: "stopped", failure: failureOfRun, events: [] });
  });
});

describe("a tool that cannot be started", () => {
  it.each([
    ["is not there", "/no/such/program", "ENOENT"],
    ["may not be executed", fixture("lights-torch"), "EACCES"],
  ])("[EX32] a program that %s fails for good", async (_what, program, code) => {
    const outcome = await failure("lights-torch", { start: () => start(program, []) });
    expect(outcome).toMatchObject({
      failure: { code: "SPAWN_FAILED", category: "process_error", message: expect.stringContaining(code) },
      repeatable: false,
      verdict: "unstartable",
    });
  });
});
