import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@narratoria/protocol";
import type { PlanJson, ToolInvocation, ToolResult } from "@narratoria/protocol/contracts";
import { afterEach } from "vitest";
import type { ExecutePlanOptions } from "../src/plan/execute-plan.js";
import type { InvocationVerdict, ResolvedScript, ScriptResolver } from "../src/tool/resolver.js";

const TOOLS = fileURLToPath(new URL("./fixtures/tools/", import.meta.url));

export function fixture(name: string): string {
  return join(TOOLS, extname(name) === "" && name !== "shebang-only" ? `${name}.mjs` : name);
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A fresh folder that is removed after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "executor-test-"));
  folders.push(folder);
  return folder;
}

/** Resolves `<skill>/<fixture>` to a fixture, whatever the skill is called. */
export function fixtures(overrides: Partial<ResolvedScript> = {}): Omit<ScriptResolver, "resolve"> & {
  resolve(toolPath: string): { ok: true; script: ResolvedScript } | { ok: false; code: string; message: string };
  readonly dataDir: string;
  readonly verdicts: [string, InvocationVerdict][];
} {
  const dataDir = overrides.dataDir ?? tempFolder();
  const verdicts: [string, InvocationVerdict][] = [];
  return {
    dataDir,
    verdicts,
    resolve: (toolPath) => {
      const [skill = "", script = "", more] = toolPath.split("/");
      if (script === "" || more !== undefined || skill.startsWith(".")) {
        return { ok: false, code: "unknown_tool", message: `there is no script "${toolPath}"` };
      }
      const file = fixture(script);
      const base = { skill, script, file, skillDir: join(TOOLS, skill), dataDir: join(dataDir, skill) };
      const rest = { timeoutMs: 5_000, context: [], host: [], config: {}, concurrent: true };
      return { ok: true, script: { ...base, ...rest, ...overrides, ...(overrides.dataDir && { dataDir }) } };
    },
    report: (skill, verdict) => verdicts.push([skill, verdict]),
  };
}

export function planOf(tools: readonly ToolInvocation[], more: Partial<PlanJson> = {}): PlanJson {
  return { requestId: randomUUID(), tools, ...more };
}

/** A tool that is tried once unless told otherwise. */
export function tool(toolId: string, script: string, more: Partial<ToolInvocation> = {}): ToolInvocation {
  const toolPath = script.includes("/") ? script : `skill/${script}`;
  return { toolId, toolPath, retryPolicy: { maxRetries: 0, backoffMs: 0 }, ...more };
}

/** Options with a short time from SIGTERM to SIGKILL, so that no test waits for the real one. */
export function options(more: Partial<ExecutePlanOptions> = {}): ExecutePlanOptions {
  const grace = { killAfterMs: 150 };
  return { resolver: fixtures(), state: {}, context: {}, seed: "7", maxExecutions: 1, grace, ...more };
}

export function resultOf(results: readonly ToolResult[], toolId: string): ToolResult {
  const found = results.find((result) => result.toolId === toolId);
  if (!found) throw new Error(`no result for ${toolId}`);
  return found;
}

export function outputOf(results: readonly ToolResult[], toolId: string): JsonObject {
  const { output } = resultOf(results, toolId);
  if (!output) throw new Error(`no output from ${toolId}`);
  return output;
}

/** Whether a process still runs. One that is dead but not yet collected by its parent does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== "linux") return true;
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
