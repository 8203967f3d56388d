// SPEC.md EX250 to EX255, with real processes in a real sandbox. Where there is none, what needs one is left out; the lists of
// arguments and the texts are tested everywhere.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@narratoria/protocol";
import { afterEach, describe, expect, it } from "vitest";
import { callScript } from "../src/tool/call-script.js";
import { type ExecutePlanOptions, executePlan, type PlanRun } from "../src/plan/execute-plan.js";
import { openHostServer } from "../src/host/host-server.js";
import { openAssetFolder } from "../src/tool/asset-folder.js";
import type { ResolvedScript } from "../src/tool/resolver.js";
import { probeSandbox } from "../src/sandbox/probe-sandbox.js";
import { openSandbox, type Sandbox } from "../src/sandbox/sandbox.js";
import { createWarmPool } from "../src/process/warm-pool.js";
import { fixture, fixtures, isRunning, options, outputOf, planOf, resultOf, tempFolder, tool } from "./support.js";

const machine = await probeSandbox();
const held = describe.skipIf(machine.tier !== "bubblewrap");
if (machine.tier !== "bubblewrap") console.warn(`Tests in the sandbox are left out: ${machine.sentence}`);

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function sandbox(): Promise<Sandbox> {
  const one = await openSandbox({ scratchRoot: tempFolder() });
  open.push(one);
  return one;
}

/** A skill's folder with this script in it, and what resolves to it. */
function skillWith(file: string, more: Partial<ResolvedScript> = {}): ResolvedScript {
  const skillDir = join(tempFolder(), "skill");
  mkdirSync(join(skillDir, "data"), { recursive: true });
  const script = join(skillDir, file.replace(/^.*\//, ""));
  cpSync(file, script);
  const base = { skill: "skill", script: "script", file: script, skillDir, dataDir: join(skillDir, "data") };
  const rest = { timeoutMs: 20_000, context: [], host: [], config: {}, concurrent: true, sandbox: "required" } as const;
  return { ...base, ...rest, ...more };
}

function run(script: ResolvedScript, more: Partial<ExecutePlanOptions>, input: JsonObject = {}): Promise<PlanRun> {
  return executePlan(planOf([tool("a", "skill/script", { input })]), options({ resolver: fixtures(script), ...more }));
}

const HOSTILE = fileURLToPath(new URL("./fixtures/hostile-skill/", import.meta.url));

interface Target {
  readonly script: ResolvedScript;
  readonly input: JsonObject;
  connections(): number;
}

/** A home with a secret and two skills in it, one of them hostile; a server on the network; a canary in the environment. */
async function target(): Promise<Target> {
  const home = tempFolder();
  const skills = join(home, "skills");
  cpSync(HOSTILE, join(skills, "hostile-skill"), { recursive: true });
  mkdirSync(join(skills, "diary", "data"), { recursive: true });
  writeFileSync(join(skills, "diary", "data", "diary.txt"), "dear diary");
  writeFileSync(join(home, "secret.txt"), "the key");
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  const skillDir = join(skills, "hostile-skill");
  const script = { ...skillWith(join(HOSTILE, "scripts/reach.mjs")), skillDir, dataDir: join(skillDir, "data") };
  return {
    script: { ...script, file: join(skillDir, "scripts/reach.mjs"), host: ["state"] },
    input: {
      secretFile: join(home, "secret.txt"),
      otherFile: join(skills, "diary", "data", "diary.txt"),
      canary: "canary-7f3a91",
      port: (server.address() as AddressInfo).port,
      runtime: process.pid,
    },
    connections: () => connections,
  };
}

/** Processes that were started with these words, or with this environment. */
function processesWith(where: "cmdline" | "environ", text: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/${where}`, "utf8").includes(text) && isRunning(Number(pid));
    } catch {
      return false;
    }
  });
}

held("in the sandbox", () => {
  it("[EX250] a hostile skill gets nothing: no file, no process, no network, no other's data, no change of its own folder", async () => {
    const { script, input, connections } = await target();
    const inside = await sandbox();
    const host = await openHostServer({
      services: { state: async (call) => ({ state: call.state }) },
      ...(inside.socketDir !== undefined && { runDir: inside.socketDir }),
    });
    open.push(host);
    const manifest = readFileSync(join(script.skillDir, "skill.json"), "utf8");
    process.env.NARRATORIA_TEST_CANARY = String(input.canary);
    const outputs: JsonObject[] = [];
    for (let time = 1; time <= 2; time++) {
      const { result, trace } = await run(script, { sandbox: inside, host }, input);
      outputs.push(outputOf(result.toolResults, "a"));
      expect(trace().invocations[0]?.sandbox).toBe("bubblewrap");
    }
    delete process.env.NARRATORIA_TEST_CANARY;
    expect(outputs[1]).toEqual({
      home: { refused: "ENOENT" },
      otherData: { refused: "ENOENT" },
      listing: { got: ["hostile-skill"] },
      environments: { got: 0 },
      network: { refused: "ECONNREFUSED" },
      manifest: { refused: "EROFS" },
      script: { refused: "EROFS" },
      elsewhere: {},
      passwords: { refused: "ENOENT" },
      kernel: { refused: "EROFS" },
      runtime: { refused: "ESRCH" },
      namespaces: { got: 1 },
      daemon: { got: expect.any(Number) },
      token: 200,
      replayed: 401,
      own: {},
    });
    expect(connections()).toBe(0);
    expect(readFileSync(join(script.skillDir, "skill.json"), "utf8")).toBe(manifest);
    // What it wrote beside the secret went with the sandbox, and so did its daemon.
    expect(readdirSync(dirname(String(input.secretFile))).sort()).toEqual(["secret.txt", "skills"]);
    await expect.poll(() => processesWith("cmdline", script.dataDir), { interval: 5 }).toEqual([]);
  });

  it("[EX250] what a tool started, and hid, is gone as soon as it is ended", async () => {
    const script = skillWith(fixture("fork-storm"), { timeoutMs: 400 });
    const { result } = await run(script, { sandbox: await sandbox() });
    expect(resultOf(result.toolResults, "a").error).toMatchObject({ code: "TOOL_TIMEOUT" });
    const left = (): string[] => processesWith("environ", script.dataDir);
    await expect.poll(left, { interval: 10 }).toEqual([]);
  });

  it("[EX251] a script finds its folders under the paths they have, and an asset of its is found", async () => {
    const script = skillWith(fixture("echoes"));
    const { result } = await run(script, { sandbox: await sandbox() });
    const { env, cwd } = outputOf(result.toolResults, "a");
    expect(env).toMatchObject({ HOME: cwd, TMPDIR: cwd, NARRATORIA_DATA_DIR: script.dataDir });
    expect(outputOf(result.toolResults, "a").args).toEqual([]);

    const without = await run(skillWith(fixture("echoes"), { dataFolder: false }), { sandbox: await sandbox() });
    const there = outputOf(without.result.toolResults, "a");
    expect(there.env).toMatchObject({ NARRATORIA_DATA_DIR: there.cwd });

    const file = join(tempFolder(), "paints.sh");
    const asset = (id: string, path: string): string =>
      `echo '{"version":"0","type":"asset","assetId":"${id}","kind":"image","mediaType":"image/png","path":"'"${path}"'"}'`;
    const lines = [
      "cat > /dev/null",
      'echo one > "$NARRATORIA_DATA_DIR/one.png"',
      "echo two > two.png",
      "ln -s /etc/passwd three.png",
      asset("one", "$NARRATORIA_DATA_DIR/one.png"),
      asset("two", "two.png"),
      asset("three", "three.png"),
      `echo '{"version":"0","type":"done","ok":true}'`,
    ];
    writeFileSync(file, `${lines.join("\n")}\n`);
    const assets = await openAssetFolder(join(tempFolder(), "assets"), { isKept: () => false });
    const painted = await run(skillWith(file), { sandbox: await sandbox(), assets });
    expect(painted.result.aggregatedAssets?.map(({ assetId }) => assetId)).toEqual(["one", "two"]);
    expect(painted.warnings).toMatchObject([{ message: expect.stringContaining("outside the skill's own folders") }]);
  });

  it("[EX252] scripts of the languages that are here run in it", async () => {
    const inside = await sandbox();
    const sh = join(tempFolder(), "greets.sh");
    writeFileSync(sh, `cat > /dev/null\necho '{"version":"0","type":"done","ok":true,"output":{"shell":true}}'\n`);
    expect(outputOf((await run(skillWith(sh), { sandbox: inside })).result.toolResults, "a")).toEqual({ shell: true });
    const python = await run(skillWith(fixture("says-python.py")), { sandbox: inside });
    const { error, output } = resultOf(python.result.toolResults, "a");
    if (error?.code !== "INTERPRETER_NOT_FOUND") expect(output).toMatchObject({ python: 3 });
  });

  it("[EX250] processes that were started ahead, and those that are kept, are in it as well", async () => {
    const inside = await sandbox();
    const ahead = createWarmPool({ sandbox: inside });
    const kept = createWarmPool({ sandbox: inside, resident: true });
    open.push(ahead, kept);
    const script = skillWith(fixture("echoes"));
    await ahead.startAhead([script]);
    const first = await run(script, { sandbox: inside, warm: ahead });
    expect(first.trace().invocations).toMatchObject([{ by: "process started ahead", sandbox: "bubblewrap" }]);
    expect(outputOf(first.result.toolResults, "a").pid).toBeLessThan(10);
    const stays = skillWith(fixture("stays"), { resident: true });
    const calls = [await callScript(stays, {}, { warm: kept, sandbox: inside })];
    calls.push(await callScript(stays, {}, { warm: kept, sandbox: inside }));
    expect(calls).toMatchObject([{ state: "success" }, { state: "success" }]);
  });

  it("[EX250] exit codes and native faults come through", async () => {
    const inside = await sandbox();
    const three = await run(skillWith(fixture("exits-3")), { sandbox: inside });
    expect(three.trace().invocations[0]?.exit).toEqual({ code: 3, signal: null });
    const file = join(tempFolder(), "crashes.mjs");
    writeFileSync(file, 'process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000);');
    const script = skillWith(file);
    const resolver = fixtures(script);
    const crashed = await executePlan(planOf([tool("a", "skill/script")]), options({ resolver, sandbox: inside }));
    expect(crashed.trace().invocations[0]?.exit).toEqual({ code: null, signal: "SIGSEGV" });
    expect(resolver.verdicts.map(([, verdict]) => verdict)).toContain("crashed");
  });

  it("[EX250] a skill that may reach the network does, and still reads no file", async () => {
    const { script, input, connections } = await target();
    const { result } = await run({ ...script, network: ["example.com"] }, { sandbox: await sandbox() }, input);
    expect(outputOf(result.toolResults, "a")).toMatchObject({
      network: { got: "connected" },
      home: { refused: "ENOENT" },
      runtime: { refused: "ESRCH" },
    });
    expect(connections()).toBe(1);
  });

  it("[EX254] where it cannot be set up for a script, one that must have it fails for good, and any other runs without, with a warning", async () => {
    const inside = await sandbox();
    const missing = { skillDir: join(tempFolder(), "not there") };
    const required = await run(skillWith(fixture("echoes"), missing), { sandbox: inside });
    expect(resultOf(required.result.toolResults, "a")).toMatchObject({
      retryCount: 0,
      error: { code: "SANDBOX_FAILED", message: expect.stringContaining("not there") },
    });
    const preferred = await run(skillWith(fixture("echoes"), { ...missing, sandbox: "preferred" }), {
      sandbox: inside,
    });
    expect(preferred.result.success).toBe(true);
    expect(preferred.trace().invocations).toMatchObject([{ sandbox: "none", state: "success" }]);
    expect(preferred.warnings).toMatchObject([{ message: expect.stringContaining("runs without") }]);
  });
});

it("[EX254] where no folder can be made it is opened all the same", async () => {
  const file = join(tempFolder(), "f");
  writeFileSync(file, "");
  const inside = await openSandbox({ scratchRoot: file });
  expect(inside.socketDir).toBeUndefined();
  await inside.close();
});

describe("without a sandbox", () => {
  it("[EX254] a skill that must have one is not started and not tried again, and what to do is said", async () => {
    const plan = planOf([tool("a", "skill/script", { retryPolicy: { maxRetries: 2, backoffMs: 1 } })]);
    const script = skillWith(fixture("echoes"));
    const { result } = await executePlan(plan, options({ resolver: fixtures(script) }));
    expect(resultOf(result.toolResults, "a")).toMatchObject({
      retryCount: 0,
      events: [],
      error: {
        code: "SANDBOX_MISSING",
        category: "process_error",
        message: expect.stringContaining("Or the player agrees that it runs without one"),
      },
    });
    expect(await callScript(script, {})).toMatchObject({ state: "failed", failure: { code: "SANDBOX_MISSING" } });
  });

  it("[EX255] a hostile skill gets what the words of the consent say: whatever the player could read, change and send", async () => {
    const { script, input, connections } = await target();
    process.env.NARRATORIA_TEST_CANARY = String(input.canary);
    const { result, trace } = await run({ ...script, sandbox: "off" }, { sandbox: await sandbox() }, input);
    delete process.env.NARRATORIA_TEST_CANARY;
    expect(trace().invocations[0]?.sandbox).toBe("none");
    expect(outputOf(result.toolResults, "a")).toMatchObject({
      home: { got: "the key" },
      otherData: { got: "dear diary" },
      network: { got: "connected" },
      manifest: {},
      elsewhere: {},
    });
    expect(connections()).toBe(1);
    expect(existsSync(join(script.skillDir, "..", "..", "note.txt"))).toBe(true);
  });
});
