// SPEC.md EX107: each kind of fault, as `fixtures/faults.json` lists them, again and again. `benchmarks/fault-report.mjs` runs
// the same list more often and watches memory.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ExecutePlanOptions, executePlan } from "../src/plan/execute-plan.js";
import { fixtures, isRunning, options, planOf, resultOf, tempFolder, tool } from "./support.js";

interface Fault {
  readonly kind: string;
  readonly tool: string;
  readonly input?: Record<string, string>;
  readonly contextBytes?: number;
  readonly timeoutMs?: number;
  readonly lingerMs?: number;
  readonly state: string;
  readonly code?: string;
  readonly category?: string;
  readonly warning?: string;
  /** It has a reason to warn of, but not always. */
  readonly mayWarn?: boolean;
  /** What it leaves behind cannot be found, so it is only reported. */
  readonly survivor?: boolean;
}

const faults: readonly Fault[] = JSON.parse(readFileSync(new URL("./fixtures/faults.json", import.meta.url), "utf8"));
const TIMES = 2;

/** Processes that work somewhere below a folder, or were started to. */
function processesOf(folder: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(folder) && isRunning(Number(pid))
      );
    } catch {
      return false;
    }
  });
}

function openFiles(): number {
  return process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
}

describe("a tool with a fault", () => {
  it.each(faults.map((fault) => [fault.kind, fault] as const))(
    "[EX107] that %s comes to the same each time, and leaves nothing",
    async (_kind, fault) => {
      const scratchRoot = tempFolder();
      const settings: Partial<ExecutePlanOptions> = {
        resolver: fixtures({ timeoutMs: fault.timeoutMs ?? 20_000, context: ["scenes"] }),
        context: { scenes: "x".repeat(fault.contextBytes ?? 0) },
        scratchRoot,
        grace: { killAfterMs: 100, pipeMs: 200, ...(fault.lingerMs && { lingerMs: fault.lingerMs }) },
      };
      const input = { ...fault.input };
      const before = openFiles();
      for (let time = 1; time <= TIMES; time++) {
        const { result, warnings } = await executePlan(planOf([tool("a", fault.tool, { input })]), options(settings));
        const { state, error, output } = resultOf(result.toolResults, "a");
        expect({ state, code: error?.code, category: error?.category }).toEqual({
          state: fault.state,
          code: fault.code,
          category: fault.category,
        });
        if (fault.warning) expect(warnings).toMatchObject([{ message: expect.stringContaining(fault.warning) }]);
        else if (!fault.mayWarn) expect(warnings).toEqual([]);
        if (fault.survivor) process.kill(Number(output?.pid), "SIGKILL");
      }
      const left = (): unknown => [
        processesOf(scratchRoot),
        readdirSync(scratchRoot),
        Math.max(0, openFiles() - before),
      ];
      await expect.poll(left, { interval: 10 }).toEqual([[], [], 0]);
    },
  );
});
