// SPEC.md PR88 to PR90: scripts that stay for further invocations. Every script is a real process.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { NdjsonDecoder, parseEvent, type ToolEvent } from "@narratoria/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildSkills } from "./fixtures/build-skills.js";

let scripts = "";
beforeAll(async () => {
  scripts = await buildSkills();
});
afterAll(() => rmSync(scripts, { recursive: true }));

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** A script that stays, and its events as they come. */
function stay(script: string): {
  write(text: string): void;
  end(): void;
  next(): Promise<ToolEvent>;
  ended: Promise<unknown>;
} {
  const env = { PATH: process.env.PATH ?? "", NARRATORIA_RESIDENT: "1" };
  const child = spawn(process.execPath, [join(scripts, `${script}.cjs`)], { env, stdio: ["pipe", "pipe", "ignore"] });
  started.push(child);
  child.stdin.on("error", () => {});
  const decoder = new NdjsonDecoder();
  const events: ToolEvent[] = [];
  child.stdout.on("data", (chunk: Buffer) => {
    events.push(...decoder.push(chunk).map(({ value, line }) => parseEvent(value, { line }).event));
  });
  const ended = once(child, "close");
  const next = async (): Promise<ToolEvent> => {
    for (;;) {
      const event = events.shift();
      if (event) return event;
      if (child.stdout.readableEnded) throw new Error("there are no more events");
      await Promise.race([once(child.stdout, "data"), ended]);
    }
  };
  return { write: (text) => child.stdin.write(text), end: () => child.stdin.end(), next, ended };
}

const input = (requestId: string, given: object): string => `${JSON.stringify({ requestId, input: given })}\n`;

describe("a script that stays", () => {
  it("[PR88] answers one input a line, each with events that name it and end in done", async () => {
    const script = stay("echoes");
    for (const requestId of ["r1", "r2", "r3"]) {
      script.write(input(requestId, { text: "Ü🔔" }));
      expect(await script.next()).toMatchObject({ type: "done", ok: true, requestId, output: { requestId } });
    }
    script.end();
    expect(await script.ended).toEqual([0, null]);
  });

  it("[PR5550] answers for several scripts, each by its own input, and fails for one that it does not hold", async () => {
    const script = stay("shares");
    const asked = (operation: string, given: object): void =>
      script.write(`${JSON.stringify({ requestId: operation, operation, input: given })}\n`);
    asked("greet", { name: "Maud" });
    expect(await script.next()).toMatchObject({ type: "done", output: { said: "Good evening, Maud." } });
    asked("count", { upTo: 3 });
    expect(await script.next()).toMatchObject({ type: "done", output: { numbers: 3 } });
    asked("toString", {});
    const message = 'There is no script "toString" here, only greet, count.';
    expect(await script.next()).toMatchObject({ errorCode: "unknown_operation", errorMessage: message });
    expect(await script.next()).toMatchObject({ type: "done", ok: false });
    expect(await script.ended).toEqual([0, null]);
  });

  it("[PR88] takes lines however they are cut, blank ones and one that is not ended", async () => {
    const script = stay("echoes");
    const long = "x".repeat(200_000);
    script.write(`\n${input("r1", { long })}\r\n${input("r2", {})}${input("r3", {}).trimEnd().slice(0, 9)}`);
    expect(await script.next()).toMatchObject({ requestId: "r1", output: { input: { long } } });
    expect(await script.next()).toMatchObject({ requestId: "r2" });
    script.write(input("r3", {}).trimEnd().slice(9));
    script.end();
    expect(await script.next()).toMatchObject({ requestId: "r3" });
    expect(await script.ended).toEqual([0, null]);
  });

  it("[PR88] finishes what is under way when its standard input ends, undisturbed", async () => {
    const script = stay("stays");
    script.write(input("r1", { way: "takes its time" }));
    expect(await script.next()).toMatchObject({ type: "log", message: "begun" });
    script.end();
    expect(await script.next()).toMatchObject({ type: "done", ok: true, output: { aborted: false } });
    expect(await script.ended).toEqual([0, null]);
  });

  it.each([
    ["late in one that stays", { NARRATORIA_RESIDENT: "1" }, false],
    ["early in one that answers once", {}, true],
  ])("[PR876] compiles what runs often for speed %s", async (_, environment, early) => {
    // V8 says on standard output what it compiles.
    const child = spawn(process.execPath, ["--trace-opt", join(scripts, "works-hard.cjs")], {
      stdio: ["pipe", "pipe", "ignore"],
      env: environment,
    });
    started.push(child);
    let said = "";
    child.stdout.on("data", (chunk) => (said += String(chunk)));
    child.stdin.end(input("r1", {}));
    await once(child, "close");
    expect(said).toContain('"type":"done"');
    expect(/marking .*stepOfWork.* for optimization to TURBOFAN/.test(said)).toBe(early);
  });

  it("[PR88] answers only once where it is not asked to stay", async () => {
    const child = spawn(process.execPath, [join(scripts, "echoes.cjs")], {
      stdio: ["pipe", "pipe", "ignore"],
      env: {},
    });
    child.stdin.end(`${input("r1", {}).replace('{"requestId"', '{\n"requestId"')}`);
    const [chunk] = await once(child.stdout, "data");
    expect(JSON.parse(String(chunk))).toEqual(expect.not.objectContaining({ requestId: "r1" }));
    expect(await once(child, "close")).toEqual([0, null]);
  });

  it.each(["throws", "rejects later", "never settles", "leaves", "gives a list", "throws in a callback"])(
    "[PR89] ends when an invocation %s, with an answer",
    async (way) => {
      const script = stay("fails");
      script.write(input("r1", { way: "gives nothing" }));
      expect(await script.next()).toMatchObject({ type: "done", ok: true });
      script.write(input("r2", { way }) + input("r3", {}));
      expect(await script.next()).toMatchObject({ type: "error", requestId: "r2" });
      expect(await script.next()).toMatchObject({ type: "done", ok: false, requestId: "r2" });
      await script.ended;
      await expect(script.next()).rejects.toThrow("no more events");
    },
  );

  it("[PR90] drops what an earlier invocation says after its end, and does not wait for what it left", async () => {
    const script = stay("stays");
    for (const way of ["leaves words", "has them said", "leaves a timer"]) {
      script.write(input(way, { way }));
      expect(await script.next()).toMatchObject({ type: "done", ok: true, requestId: way });
    }
    script.end();
    expect(await script.ended).toEqual([0, null]);
  });

  it("[PR90] gives each invocation a signal of its own", async () => {
    const script = stay("stays");
    script.write(input("r1", { way: "looks at its signal" }));
    expect(await script.next()).toMatchObject({ output: { listeners: 1 } });
    script.write(input("r2", { way: "looks away" }));
    expect(await script.next()).toMatchObject({ output: { listeners: 0 } });
  });
});
