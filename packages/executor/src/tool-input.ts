import type { JsonObject, ToolInput } from "@narratoria/protocol";
import { deriveSeed } from "@narratoria/protocol/random";
import type { PlannedTool } from "./check-plan.js";
import type { StagedWrite } from "./host-grants.js";
import { type PlanSetting, patched, type ToolRun } from "./tool-run.js";

/** What one try of a tool is given, and what it hands in through the host services. */
export interface PreparedInput {
  readonly input: ToolInput;
  /** The writes it has staged so far. */
  readonly writes: readonly StagedWrite[];
  /** Ends its access to the host services; what it stages after that does not count. */
  revoke(): void;
}

/**
 * Puts together what a tool reads from stdin. Implements rules EX13, EX36 to EX38 and EX65 to EX67 (DESIGN 4).
 *
 * @param before - What the tools came to that this one depends on, directly or not, in topological order.
 */
export function prepareInput(tool: PlannedTool, before: readonly ToolRun[], setting: PlanSetting): PreparedInput {
  // The same for its retries, so that a service can tell a repeated request from a new one.
  const requestId = `${setting.planId}/${tool.toolId}`;
  const writes: StagedWrite[] = [];
  const access = openHost(tool, before, setting, requestId, writes);
  const input: ToolInput = {
    requestId,
    tool: tool.script.skill,
    operation: tool.script.script,
    input: tool.input,
    dependencies: outputsOf(tool, before),
    context: contextFor(tool, setting),
    config: tool.script.config,
    host: access && { socket: access.socket, token: access.token },
  };
  return { input, writes, revoke: () => access?.revoke() };
}

function openHost(
  tool: PlannedTool,
  before: readonly ToolRun[],
  { host, scope, state }: PlanSetting,
  invocationId: string,
  writes: StagedWrite[],
): { readonly socket: string; readonly token: string; revoke(): void } | null {
  const { skill, script, host: services } = tool.script;
  if (!host || services.length === 0) return null;
  const earlier = before.flatMap(({ gives }) => gives?.writes ?? []);
  let open = true;
  const grant = host.grant({
    services,
    call: {
      invocationId,
      skill,
      script,
      toolId: tool.toolId,
      scope,
      state: patched(state, before),
      get staged() {
        return [...earlier, ...writes];
      },
      stage: (write) => {
        if (open) writes.push(write);
      },
    },
  });
  const revoke = (): void => {
    open = false;
    grant.revoke();
  };
  return { socket: host.socketPath, token: grant.token, revoke };
}

/** Direct dependencies only. A tool that failed without being required stands as null. */
function outputsOf(tool: PlannedTool, before: readonly ToolRun[]): Record<string, JsonObject | null> {
  const byId = new Map(before.map((run) => [run.tool.toolId, run.gives?.output ?? null]));
  return Object.fromEntries(tool.dependencies.map((id) => [id, byId.get(id) ?? null]));
}

/** The parts of the view that the manifest asks for, and a seed that no retry and no replan changes: no failure throws the dice again. */
function contextFor(tool: PlannedTool, { context, seed }: PlanSetting): JsonObject {
  const { skill, script, context: wanted } = tool.script;
  const view = Object.fromEntries(
    wanted.filter((key) => Object.hasOwn(context, key)).map((key) => [key, context[key]]),
  );
  return { ...view, seed: deriveSeed(seed, `${skill}/${script}`, tool.use) };
}
