import type { PlannedTool } from "./check-plan.js";
import type { EndedTool } from "../tool/run-tool.js";
import { enterSkill } from "../tool/skill-gate.js";
import type { Stop, StopListener } from "../process/stop.js";
import type { ToolFailure } from "../tool/tool-failure.js";
import type { Before, ToolRun } from "../tool/tool-run.js";

/** What a run of a plan's tools came to. */
export interface ToolsRun {
  /** One for each tool, in topological order. */
  readonly runs: readonly ToolRun[];
  /** Settles when no process of the run is left. */
  readonly gone: Promise<void>;
}

export interface RunToolsOptions {
  /** Whether async tools may run side by side; all others run alone. */
  readonly parallel: boolean;
  /** Results of an earlier execution that stand; these tools are not run. */
  readonly kept: ReadonlyMap<string, ToolRun>;
  /** How many tools may run at once. */
  readonly concurrency: number;
  readonly stop: Stop;
  /** Runs one tool; given what its dependencies came to. */
  run(tool: PlannedTool, before: Before): Promise<EndedTool>;
  /** Told the result of each tool as it is known, also of one that is skipped. */
  onSettled(run: ToolRun): void;
}

/**
 * Runs the tools of a plan, each after those it depends on: one after another, or, in a parallel plan, those marked async side
 * by side. Implements rules EX13 to EX19.
 *
 * @param tools - In topological order.
 */
export function runTools(tools: readonly PlannedTool[], options: RunToolsOptions): Promise<ToolsRun> {
  return new Promise((resolve) => {
    new Schedule(tools, options, resolve).begin();
  });
}

/** Which tools may run now. Tools go by their place in topological order. */
class Schedule implements StopListener {
  readonly #tools: readonly PlannedTool[];
  readonly #options: RunToolsOptions;
  readonly #resolve: (run: ToolsRun) => void;
  readonly #placeOf = new Map<string, number>();
  readonly #dependents: number[][];
  /** How many of its dependencies have no result yet. */
  readonly #unmet: number[];
  readonly #runs: (ToolRun | undefined)[];
  readonly #started: boolean[];
  readonly #processes: Promise<unknown>[] = [];
  /** What has all its dependencies and waits for its turn, ascending. */
  readonly #ready: number[] = [];
  readonly #awaited = new Set<Promise<void>>();
  #unsettled: number;
  #running = 0;
  #oneRunsAlone = false;
  #looking = false;

  constructor(tools: readonly PlannedTool[], options: RunToolsOptions, resolve: (run: ToolsRun) => void) {
    this.#tools = tools;
    this.#options = options;
    this.#resolve = resolve;
    this.#dependents = tools.map(() => []);
    this.#unmet = tools.map(({ dependencies }) => dependencies.length);
    this.#runs = tools.map(() => undefined);
    this.#started = tools.map(() => false);
    this.#unsettled = tools.length;
    for (const [place, tool] of tools.entries()) {
      this.#placeOf.set(tool.toolId, place);
      for (const id of tool.dependencies) this.#dependents[this.#placeOf.get(id) ?? -1]?.push(place);
    }
  }

  onStop(): void {
    this.#look();
  }

  begin(): void {
    this.#options.stop.listen(this);
    const { kept } = this.#options;
    for (const [place, tool] of this.#tools.entries()) {
      const run = kept.get(tool.toolId);
      if (run) this.#record(place, run);
    }
    for (const [place, unmet] of this.#unmet.entries()) {
      if (unmet === 0 && !this.#runs[place]) this.#ready.push(place);
    }
    this.#look();
  }

  /** Starts what may run, as far as there is room; ends the run when nothing is left. */
  #look(): void {
    // Somebody who is told of a start may cancel the run at once.
    if (this.#looking) return;
    this.#looking = true;
    for (let at = 0; at < this.#ready.length && !this.#options.stop.failure; ) {
      const place = this.#ready[at] ?? 0;
      const tool = this.#tools[place];
      if (!tool) break;
      const alone = !this.#options.parallel || !tool.async;
      const { concurrency } = this.#options;
      const occupied = alone ? this.#running > 0 : this.#running >= concurrency || this.#oneRunsAlone;
      // Where there is no room for one that may have company, there is none for any other.
      if (occupied) break;
      const entry = enterSkill(tool.script);
      if ("leave" in entry) {
        if (at === 0) this.#ready.shift();
        else this.#ready.splice(at, 1);
        this.#start(place, tool, alone, entry.leave);
        continue;
      }
      this.#lookAfter(entry.wait);
      // Those behind one that must run alone wait as well, or it might never find its moment.
      if (alone) break;
      at++;
    }
    const { failure } = this.#options.stop;
    if (failure) this.#skipAllWaiting(failure);
    this.#looking = false;
    if (this.#unsettled === 0 && this.#running === 0) this.#finish();
  }

  #start(place: number, tool: PlannedTool, alone: boolean, leave: () => void): void {
    this.#started[place] = true;
    this.#running++;
    if (alone) this.#oneRunsAlone = true;
    const dependencies = new Dependencies(tool, this.#tools, this.#placeOf, this.#runs);
    void this.#options.run(tool, dependencies).then(({ run, gone }) => {
      // The slot is free when the result is known, the skill when the process is gone.
      this.#running--;
      if (alone) this.#oneRunsAlone = false;
      if (gone) this.#processes.push(gone.then(leave));
      else leave();
      this.#settle(place, run);
      this.#look();
    });
  }

  #lookAfter(wait: Promise<void>): void {
    if (this.#awaited.has(wait)) return;
    this.#awaited.add(wait);
    void wait.then(() => this.#look());
  }

  #settle(place: number, run: ToolRun): void {
    this.#record(place, run);
    this.#options.onSettled(run);
    this.#unlock(place, run);
  }

  #record(place: number, run: ToolRun): void {
    this.#runs[place] = run;
    this.#unsettled--;
    for (const dependent of this.#dependents[place] ?? []) this.#unmet[dependent] = (this.#unmet[dependent] ?? 0) - 1;
  }

  /** What waited for this one is ready, if it waits for nothing else, or will never run. */
  #unlock(place: number, run: ToolRun): void {
    const lost: [number, ToolRun][] = [[place, run]];
    for (let next = lost.shift(); next; next = lost.shift()) {
      const [at, { tool, gives, result }] = next;
      // A required tool without a result takes all that depend on it along; so does one that was skipped for such a reason.
      const taken = gives === null && (tool.required || result.state === "skipped");
      for (const dependent of this.#dependents[at] ?? []) {
        const waiting = this.#tools[dependent];
        if (!waiting || this.#runs[dependent]) continue;
        if (taken) {
          const skip = skipped(waiting, dependencyFailed(tool));
          this.#record(dependent, skip);
          this.#options.onSettled(skip);
          lost.push([dependent, skip]);
        } else if (this.#unmet[dependent] === 0) insertAscending(this.#ready, dependent);
      }
    }
  }

  #skipAllWaiting(failure: ToolFailure): void {
    this.#ready.length = 0;
    for (const [place, tool] of this.#tools.entries()) {
      if (this.#runs[place] || this.#started[place]) continue;
      const skip = skipped(tool, failure);
      this.#record(place, skip);
      this.#options.onSettled(skip);
    }
  }

  #finish(): void {
    this.#options.stop.unlisten(this);
    const runs = this.#runs.flatMap((run) => run ?? []);
    this.#resolve({ runs, gone: Promise.all(this.#processes).then(() => undefined) });
  }
}

class Dependencies implements Before {
  constructor(
    private readonly tool: PlannedTool,
    private readonly tools: readonly PlannedTool[],
    private readonly placeOf: ReadonlyMap<string, number>,
    private readonly runs: readonly (ToolRun | undefined)[],
  ) {}

  direct(): ToolRun[] {
    const direct: ToolRun[] = [];
    for (const id of this.tool.dependencies) {
      const run = this.runs[this.placeOf.get(id) ?? -1];
      if (run) direct.push(run);
    }
    return direct;
  }

  all(): ToolRun[] {
    const wanted = new Set<string>(this.tool.dependencies);
    // Backwards through an order in which each comes after what it depends on.
    for (let place = (this.placeOf.get(this.tool.toolId) ?? 0) - 1; place >= 0; place--) {
      const tool = this.tools[place];
      if (tool && wanted.has(tool.toolId)) for (const id of tool.dependencies) wanted.add(id);
    }
    return this.tools.flatMap(({ toolId }, place) => (wanted.has(toolId) ? (this.runs[place] ?? []) : []));
  }
}

function dependencyFailed({ toolId }: PlannedTool): ToolFailure {
  return { code: "DEPENDENCY_FAILED", message: `it depends on "${toolId}", which failed`, category: "tool_failure" };
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

function insertAscending(sorted: number[], value: number): void {
  let at = sorted.length;
  while (at > 0 && (sorted[at - 1] ?? 0) > value) at--;
  sorted.splice(at, 0, value);
}
