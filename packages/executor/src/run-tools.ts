import type { CheckedPlan, PlannedTool } from "./check-plan.js";
import type { RunningTool } from "./run-tool.js";
import { enterSkill } from "./skill-gate.js";
import { stopFailure, type ToolFailure } from "./tool-failure.js";
import type { ToolRun } from "./tool-run.js";

/** What a run of a plan's tools came to. */
export interface ToolsRun {
  /** One for each tool, in topological order. */
  readonly runs: readonly ToolRun[];
  /** Settles when no process of the run is left. */
  readonly gone: Promise<void>;
}

/**
 * Runs the tools of a plan, each after those it depends on: one after another, or, in a parallel plan, those marked async side
 * by side. Implements rules EX13 to EX19 (architecture 2.2.3).
 *
 * @param options.parallel - Whether async tools may run side by side; all others run alone.
 * @param options.kept - Results of an earlier execution that stand; these tools are not run.
 * @param options.concurrency - How many processes may run at once.
 * @param options.run - Runs one tool; given what its dependencies, direct or not, came to.
 * @param options.onSettled - Told the result of each tool as it is known, also of one that is skipped.
 */
export async function runTools(
  tools: CheckedPlan["tools"],
  options: {
    readonly parallel: boolean;
    readonly kept: ReadonlyMap<string, ToolRun>;
    readonly concurrency: number;
    readonly stop: AbortSignal;
    run(tool: PlannedTool, before: readonly ToolRun[]): RunningTool;
    onSettled(run: ToolRun): void;
  },
): Promise<ToolsRun> {
  const { stop } = options;
  const settled = new Map(options.kept);
  const running = new Map<PlannedTool, Promise<void>>();
  const processes: Promise<void>[] = [];
  let waiting = tools.filter(({ toolId }) => !settled.has(toolId));

  const settle = (run: ToolRun): void => {
    settled.set(run.tool.toolId, run);
    options.onSettled(run);
  };
  const before = (tool: PlannedTool): ToolRun[] =>
    tools.flatMap(({ toolId }) => (tool.ancestors.has(toolId) ? (settled.get(toolId) ?? []) : []));
  const start = (tool: PlannedTool, leave: () => void): void => {
    const { run, gone } = options.run(tool, before(tool));
    // The skill is free when the process is gone, the slot when the result is known.
    processes.push(gone.then(leave));
    running.set(
      tool,
      run.then((result) => {
        running.delete(tool);
        settle(result);
      }),
    );
  };

  // In a sequential plan everything runs alone.
  const someRunsAlone = (): boolean => [...running.keys()].some((tool) => !tool.async);
  const over = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true, signal: over.signal });
  });

  while (waiting.length > 0 || running.size > 0) {
    const blockers: Promise<unknown>[] = [];
    const left: PlannedTool[] = [];
    // Once a tool has to wait that must run alone, those behind it wait as well, or it might never find its moment.
    let barred = false;
    for (const tool of waiting) {
      const verdict = stop.aborted ? stopFailure(stop) : dependencyFailure(tool, settled);
      if (verdict) {
        settle(skipped(tool, verdict));
        continue;
      }
      const ready = tool.dependencies.every((id) => settled.has(id));
      const alone = !options.parallel || !tool.async;
      const occupied = alone ? running.size > 0 : running.size >= options.concurrency || someRunsAlone();
      if (ready && !occupied && !barred) {
        const entry = enterSkill(tool.script);
        if ("leave" in entry) {
          start(tool, entry.leave);
          continue;
        }
        blockers.push(entry.wait);
      }
      if (ready && alone) barred = true;
      left.push(tool);
    }
    // Without progress the reason is a tool that runs, or a process of an earlier plan that still occupies a skill.
    const progressed = left.length < waiting.length;
    waiting = left;
    if (waiting.length === 0 && running.size === 0) break;
    if (progressed && running.size === 0) continue;
    await Promise.race([...running.values(), ...blockers, stopped]);
    if (stop.aborted) await Promise.all(running.values());
  }
  over.abort();
  const runs = tools.flatMap(({ toolId }) => settled.get(toolId) ?? []);
  return { runs, gone: Promise.all(processes).then(() => undefined) };
}

/** A required tool without a result takes all that depend on it along; so does one that was skipped for such a reason. */
function dependencyFailure(tool: PlannedTool, settled: ReadonlyMap<string, ToolRun>): ToolFailure | null {
  for (const id of tool.dependencies) {
    const run = settled.get(id);
    if (!run || run.gives) continue;
    if (run.tool.required || run.result.state === "skipped") {
      return { code: "DEPENDENCY_FAILED", message: `it depends on "${id}", which failed`, category: "tool_failure" };
    }
  }
  return null;
}

function skipped(tool: PlannedTool, failure: ToolFailure): ToolRun {
  const result = {
    toolId: tool.toolId,
    state: "skipped",
    events: [],
    executionTimeMs: 0,
    retryCount: 0,
    error: failure,
  } as const;
  return { tool, result, gives: null, repeatable: true };
}
