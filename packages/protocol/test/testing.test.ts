// SPEC.md PR116 and PR117. The scripts are real processes.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "@narratoria/protocol/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSkills } from "./fixtures/build-skills.js";

let scripts = "";
beforeAll(async () => {
  scripts = await buildSkills();
});
afterAll(() => rmSync(scripts, { recursive: true }));

describe("runTool", () => {
  it("[PR116] gives what a script came to", async () => {
    const run = await runTool(join(scripts, "readme.cjs"), { input: { sides: 6 }, context: { seed: "7" } });
    expect(run).toMatchObject({
      outcome: "success",
      output: { face: 4 },
      exitCode: 0,
      stderr: "",
      warnings: [],
      error: null,
    });
    expect(run.events.map(({ type }) => type)).toEqual(["log", "done"]);
  });

  it("[PR116] gives it the services that the test has, and tells what was asked", async () => {
    const services = {
      state: () => ({ state: { flags: { met: true } } }),
      async *generate() {
        yield { type: "delta", text: "The bell tolls." };
      },
    };
    const state = await runTool(join(scripts, "calls-host.cjs"), { input: { service: "state" } }, { services });
    expect(state).toMatchObject({
      output: { state: { flags: { met: true } } },
      calls: [
        { service: "state", request: {} },
        { service: "state", request: { path: "place" } },
      ],
    });
    const prose = await runTool(join(scripts, "calls-host.cjs"), { input: { service: "generate" } }, { services });
    expect(prose.events[0]).toMatchObject({ message: '{"type":"delta","text":"The bell tolls."}' });
    const refused = await runTool(join(scripts, "calls-host.cjs"), { input: { service: "store" } }, { services });
    expect(refused).toMatchObject({ outcome: "failed", error: { code: "not_granted" } });
  });

  it("[PR116] judges a script in any language as the runtime does", async () => {
    const file = join(scripts, "says.sh");
    writeFileSync(file, 'cat >/dev/null; echo "on stderr" >&2; echo "Loading"; exit 0\n');
    const run = await runTool(file);
    expect(run).toMatchObject({
      outcome: "protocol_error",
      stderr: "on stderr\n",
      error: { code: "INVALID_JSON", line: 1 },
    });
    writeFileSync(file, "exec sleep 60\n");
    expect(await runTool(file, {}, { timeoutMs: 300 })).toMatchObject({ outcome: "protocol_error", exitCode: null });
    await expect(runTool(join(scripts, "no-such.cjs"))).rejects.toThrow("no-such.cjs");
  });
});

it.each([
  ["nothing", "a number is too large to be kept (at /patch/hp)"],
  ["prototype", 'the key "__proto__" is not allowed'],
  ["empty", '"message" of a log event must be text that is not empty, got ""'],
  ["media", '"mediaType" of an asset event must be a MIME type such as image/png, got "png"'],
  ["payload", '"payload" was ignored: it must be an object'],
  ["output", "objects and arrays are nested too deeply"],
])("[PR117] an event that is wrong (%s) fails the script in words", async (way, reason) => {
  const run = await runTool(join(scripts, "misspeaks.cjs"), { input: { way } });
  const message = `An event cannot be sent: ${reason}.`;
  expect(run).toMatchObject({ outcome: "failed", error: { code: "invalid_event", message }, exitCode: 0 });
});
