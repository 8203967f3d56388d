import { setImmediate } from "node:timers/promises";
import type { EngineEvent } from "@narratoria/protocol/contracts";
import {
  type AssetFolder,
  type ExecutePlanOptions,
  type HostServer,
  type PlanRun,
  runReplanLoop,
  type TurnTrace,
} from "@narratoria/executor";
import { SettledTools, toolIdsOf } from "../scene/settled-tools.js";
import { TurnConsole } from "./console-events.js";
import { EventRelay, settled } from "./relay-events.js";
import type { AnsweredSearch } from "../host/host-services.js";
import { PATIENCE_MS } from "../host/script-writer.js";
import type { StoryParts } from "./story.js";
import { viewWithOffer } from "./offered-deed.js";
import { planRequestOf } from "./plan-moment.js";
import { expectedScripts } from "./start-ahead.js";
import type { TurnStart } from "./turn-start.js";

export interface TurnRun {
  readonly outcome: "success" | "fallback" | "cancelled";
  readonly runs: readonly PlanRun[];
  /** Of the plan that was tried last. */
  readonly attempt: number;
  /** Why it failed; null where it did not. */
  readonly failure: string | null;
  readonly trace: () => TurnTrace;
}

/** Hears of the searches of scripts. */
export interface SearchListener {
  heard: (search: AnsweredSearch) => void;
}

/** Has plans made for a turn and runs them, telling a shell what goes on. */
export async function runTurn({
  parts,
  turn,
  host,
  assets,
  searches,
  signal,
  emit,
  playthroughId,
}: {
  readonly parts: StoryParts;
  readonly turn: TurnStart;
  readonly host: HostServer;
  /** Null where the files that scripts make are refused. */
  readonly assets: AssetFolder | null;
  /** Told of what scripts search for from now on. */
  readonly searches: SearchListener;
  readonly signal: AbortSignal;
  readonly emit: (event: EngineEvent) => void;
  readonly playthroughId: string;
}): Promise<TurnRun> {
  const { slot } = turn;
  let attempt = 0;
  let { view } = turn;
  const watch = (plan: unknown): SettledTools =>
    new SettledTools(toolIdsOf(plan), (result, toolPath) => settled(result, toolPath, slot).forEach(emit));
  let tools = watch(null);
  const console = new TurnConsole(emit);
  const relay = new EventRelay();
  const about = { playthrough: playthroughId, scene: turn.scene };
  searches.heard = (search) => {
    parts.log({ time: new Date().toISOString(), level: "info", event: "search", ...search, ...about });
    console.searched(search);
  };
  const expected = await expectedScripts(parts.warm, parts.registry);
  const loop = await runReplanLoop({
    generate: async (request, abort) => {
      attempt = request.attempt;
      if (request.failure !== undefined) console.planFailed(request.failure);
      emit({ type: "planning", attempt });
      const plan = await parts.planner.generate(planRequestOf(parts, turn, request), { signal: abort });
      view = viewWithOffer(turn.view, plan);
      tools = watch(plan);
      // The first plan of a process takes a while to make, and to run it takes as long again.
      await setImmediate();
      return plan;
    },
    execute: {
      resolver: parts.registry,
      host,
      state: turn.base,
      // Of the plan that is about to run.
      get context() {
        return view;
      },
      seed: turn.seed,
      signal,
      disabledSkills: parts.registry.disabled(),
      ...(parts.warm ? { warm: parts.warm, expected } : {}),
      sandbox: parts.sandbox,
      ...(assets ? { assets } : {}),
      ...executorLimits(parts.limits),
      ...patienceOf(parts.registry),
      log: (entry) => parts.log({ ...entry, ...about }),
      onEvent: (event) => {
        console.hear(event);
        relay.relayed(event, attempt).forEach(emit);
        if (event.type === "tool-settled") tools.add(event.result, event.toolPath);
      },
    },
  });
  const lastRun = loop.runs.at(-1);
  if (lastRun) tools.flush(lastRun.result.toolResults);
  for (const run of loop.runs) {
    console.warned(run.warnings);
    console.planRan(run.result);
  }
  if (loop.outcome === "fallback" && loop.failure !== null) console.planFailed(loop.failure);
  return { outcome: loop.outcome, runs: loop.runs, attempt, failure: loop.failure, trace: loop.trace };
}

/** The script that tells scenes, and what a player who waits for a slow writer has agreed to. Implements rule EN5602. */
const TELLER = "storyteller/narrate";

function patienceOf(registry: StoryParts["registry"]): Pick<ExecutePlanOptions, "patience"> {
  const resolved = registry.resolve(TELLER);
  const seconds = resolved.ok ? resolved.script.config["patience"] : undefined;
  if (typeof seconds !== "number" || seconds * 1000 <= PATIENCE_MS) return {};
  return { patience: { tool: TELLER, ms: seconds * 1000 } };
}

function executorLimits({ toolTimeoutMs, planTimeoutMs, concurrentTools }: StoryParts["limits"]): {
  readonly toolTimeoutMs?: number;
  readonly planTimeoutMs?: number;
  readonly concurrency?: number;
} {
  return {
    ...(toolTimeoutMs === undefined ? {} : { toolTimeoutMs }),
    ...(planTimeoutMs === undefined ? {} : { planTimeoutMs }),
    ...(concurrentTools === undefined ? {} : { concurrency: concurrentTools }),
  };
}
