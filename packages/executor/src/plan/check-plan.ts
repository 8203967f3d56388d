import { randomUUID } from "node:crypto";
import { checkJson, inputFaults, type JsonObject, LIMITS } from "@narratoria/protocol";
import { checkContract, isContract, type PlanJson, type ToolInvocation } from "@narratoria/protocol/contracts";
import { copyJson, type JsonCopy } from "../copy-json.js";
import type { RetryPolicy } from "./backoff.js";
import { topologicalOrder, withoutRepeats } from "./dependency-graph.js";
import { PlanError } from "../errors.js";
import type { ResolvedTool, ScriptResolver } from "../tool/resolver.js";

/** A tool of a plan that has passed every check, with its defaults filled in. */
export interface PlannedTool {
  readonly toolId: string;
  readonly toolPath: string;
  readonly script: ResolvedTool;
  readonly input: JsonObject;
  readonly dependencies: readonly string[];
  readonly required: boolean;
  readonly async: boolean;
  /** How long one invocation may take: as the plan says, else as the manifest does. */
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly backoffMs: number;
  /** 1 for the first use of its script in the plan, in plan order. */
  readonly use: number;
}

/** A plan that can be run. */
export interface CheckedPlan {
  readonly plan: PlanJson;
  /** In topological order. */
  readonly tools: readonly PlannedTool[];
  readonly warnings: readonly string[];
}

/** A plan that cannot be run, with as much of it as could be read. */
export interface RefusedPlan {
  readonly error: PlanError;
  /** The plan's own id, else a new one. */
  readonly planId: string;
  readonly plan: PlanJson | null;
  readonly warnings: readonly string[];
}

/**
 * Checks a plan in the order in which a model can go wrong: size, shape, names, graph, then what its tools resolve to.
 * Nothing it says reaches the operating system. Implements rules EX1 to EX12, EX132, EX480 and EX482.
 *
 * @param raw - What a plan generator gave.
 * @param options.disabledSkills - Skills that may not be used, beside those that the plan itself names.
 * @param options.usedPlanIds - Ids that a plan may not have again.
 * @param options.maxTools - How many tools it may have.
 */
export function checkPlan(
  raw: unknown,
  options: {
    readonly resolver: ScriptResolver;
    readonly disabledSkills: readonly string[];
    readonly usedPlanIds: ReadonlySet<string>;
    readonly maxTools: number;
  },
): CheckedPlan | RefusedPlan {
  const warnings: string[] = [];
  let planId: string = randomUUID();
  let plan: PlanJson | null = null;
  try {
    const copy = ownCopy(raw);
    planId = settleId(copy, planId, options.usedPlanIds, warnings);
    clampRetries(copy, warnings);
    clampTimeouts(copy, warnings);
    plan = withShape(copy, options.maxTools);
    checkNames(plan);
    const ordered = topologicalOrder(plan.tools);
    const disabled = new Set([...options.disabledSkills, ...(plan.disabledSkills ?? [])]);
    const scripts = bind(plan, options.resolver, disabled);
    checkInputs(plan, scripts);
    return { plan, tools: withDefaults(plan, ordered, scripts), warnings };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { error, planId, plan, warnings };
  }
}

/** A plain copy that no one else can change. A plan too deep to be copied is refused before it is. */
function ownCopy(raw: unknown): Record<string, unknown> {
  let copy: JsonCopy;
  try {
    copy = copyJson(raw, LIMITS.planDepth);
    checkJson(copy.value, { maxDepth: LIMITS.planDepth, refuseForbiddenKeys: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlanError("invalid_plan", [], `the plan is not usable JSON: ${reason}`);
  }
  const { value, atMostBytes } = copy;
  const bytes = atMostBytes > LIMITS.planBytes ? Buffer.byteLength(JSON.stringify(value)) : atMostBytes;
  if (bytes > LIMITS.planBytes) {
    throw new PlanError("plan_too_large", [], `the plan has ${bytes} bytes, at most ${LIMITS.planBytes} are allowed`);
  }
  if (!isRecord(value)) throw new PlanError("invalid_plan", [], "the plan must be a JSON object");
  return value;
}

/** An id that is no UUID, or was used before, is replaced: it names folders and rows, and must be unique. A missing one is refused. */
function settleId(copy: Record<string, unknown>, fresh: string, used: ReadonlySet<string>, warnings: string[]): string {
  if (copy.requestId === undefined) return fresh;
  if (typeof copy.requestId === "string" && UUID.test(copy.requestId) && !used.has(copy.requestId))
    return copy.requestId;
  warnings.push("the plan's requestId is no UUID or was used before; it was given another");
  copy.requestId = fresh;
  return fresh;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Before the shape is checked: a model's odd number is no reason to lose a good plan, and 1e12 ms would be a hot loop. */
function clampRetries(copy: Record<string, unknown>, warnings: string[]): void {
  if (!Array.isArray(copy.tools)) return;
  for (const tool of copy.tools) {
    if (!isRecord(tool) || tool.retryPolicy === undefined) continue;
    const given: unknown = tool.retryPolicy;
    const policy = isRecord(given) ? given : {};
    const clamped: Record<string, number> = {};
    for (const [name, most] of BOUNDS) {
      const value = policy[name];
      if (typeof value === "number") clamped[name] = Math.min(most, Math.max(0, Math.round(value)));
    }
    const changed = policy !== given || BOUNDS.some(([name]) => policy[name] !== clamped[name]);
    if (changed)
      warnings.push(`the retry policy of tool "${String(tool.toolId).slice(0, 64)}" was brought within bounds`);
    tool.retryPolicy = clamped;
  }
}

/** Likewise: what is no number is left out, and the manifest's timeout holds. */
function clampTimeouts(copy: Record<string, unknown>, warnings: string[]): void {
  if (!Array.isArray(copy.tools)) return;
  for (const tool of copy.tools) {
    if (!isRecord(tool) || tool.timeout === undefined) continue;
    const given: unknown = tool.timeout;
    if (typeof given === "number") {
      tool.timeout = Math.round(Math.min(Math.max(given, LIMITS.minToolTimeoutMs), LIMITS.maxToolTimeoutMs));
    } else delete tool.timeout;
    if (tool.timeout !== given)
      warnings.push(`the timeout of tool "${String(tool.toolId).slice(0, 64)}" was brought within bounds`);
  }
}

const BOUNDS = [
  ["maxRetries", LIMITS.maxRetries],
  ["backoffMs", LIMITS.maxBackoffMs],
] as const;

function withShape(copy: Record<string, unknown>, maxTools: number): PlanJson {
  if (!isContract("plan-json", copy)) {
    const issues = checkContract("plan-json", copy).slice(0, 3);
    const message = issues.map(({ pointer, message }) => `${pointer || "the plan"}: ${message}`).join("; ");
    throw new PlanError("invalid_plan", [], message);
  }
  if (copy.tools.length > maxTools) {
    const message = `the plan has ${copy.tools.length} tools, at most ${maxTools} are allowed`;
    throw new PlanError("plan_too_large", [], message);
  }
  return copy;
}

function checkNames(plan: PlanJson): void {
  const bad = plan.tools.map(({ toolId }) => toolId).filter((id) => !TOOL_ID.test(id) || RESERVED.has(id));
  if (bad.length === 0) return;
  const shown = bad.map((id) => JSON.stringify(id.slice(0, 40))).join(", ");
  const message = `a toolId is 1 to 64 letters, digits, dots, hyphens and underscores, and no reserved word; not ${shown}`;
  throw new PlanError("invalid_plan", bad, message);
}

const TOOL_ID = /^[A-Za-z0-9_.-]{1,64}$/;
/** A tool finds the outputs of others under their toolIds, as keys of an object. */
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** A toolPath is looked up as it stands; nothing is trimmed, folded or joined to a folder. */
function bind(
  plan: PlanJson,
  resolver: ScriptResolver,
  disabled: ReadonlySet<string>,
): ReadonlyMap<string, ResolvedTool> {
  const scripts = new Map<string, ResolvedTool>();
  const unknown: ToolInvocation[] = [];
  const off: ToolInvocation[] = [];
  const reasons: string[] = [];
  for (const tool of plan.tools) {
    const found = resolver.resolve(tool.toolPath);
    if (!found.ok) {
      unknown.push(tool);
      reasons.push(`tool "${tool.toolId}": ${found.message}`);
    } else if (disabled.has(found.script.skill)) {
      off.push(tool);
      reasons.push(`tool "${tool.toolId}": the skill "${found.script.skill}" is disabled for this turn`);
    } else scripts.set(tool.toolId, found.script);
  }
  if (reasons.length > 0) {
    const blamed = plan.tools.filter((tool) => unknown.includes(tool) || off.includes(tool));
    const code = unknown.length > 0 ? "unknown_tool" : "skill_disabled";
    throw new PlanError(
      code,
      blamed.map(({ toolId }) => toolId),
      reasons.join("; "),
    );
  }
  return scripts;
}

/** Before anything starts, so that a generator is told which field of which tool to mend. */
function checkInputs(plan: PlanJson, scripts: ReadonlyMap<string, ResolvedTool>): void {
  const blamed: string[] = [];
  const reasons: string[] = [];
  for (const { toolId, input = {} } of plan.tools) {
    const shape = scripts.get(toolId)?.inputShape;
    const faults = shape ? inputFaults(shape, input) : [];
    if (faults.length === 0) continue;
    blamed.push(toolId);
    reasons.push(`the input of tool "${toolId}": ${faults.slice(0, 3).join("; ")}`);
  }
  if (blamed.length > 0) throw new PlanError("invalid_input", blamed, reasons.join("; "));
}

function withDefaults(
  plan: PlanJson,
  ordered: readonly ToolInvocation[],
  scripts: ReadonlyMap<string, ResolvedTool>,
): PlannedTool[] {
  const uses = countUses(plan, scripts);
  return ordered.flatMap((tool) => {
    const script = scripts.get(tool.toolId);
    if (!script) return [];
    return {
      toolId: tool.toolId,
      toolPath: tool.toolPath,
      script,
      input: tool.input ?? {},
      dependencies: withoutRepeats(tool.dependencies),
      required: tool.required ?? true,
      async: tool.async ?? false,
      timeoutMs: tool.timeout ?? script.timeoutMs,
      ...retriesOf(tool, script),
      use: uses.get(tool.toolId) ?? 1,
    };
  });
}

/** The plan's own numbers hold over those of the skill's manifest, and those over the defaults. (rules EX10 and EX480) */
function retriesOf({ retryPolicy }: ToolInvocation, script: ResolvedTool): RetryPolicy {
  const { maxRetries = DEFAULT_RETRIES, backoffMs = DEFAULT_BACKOFF_MS } = script.retryPolicy ?? {};
  return {
    maxRetries: retryPolicy?.maxRetries ?? Math.min(maxRetries, LIMITS.maxRetries),
    backoffMs: retryPolicy?.backoffMs ?? Math.min(backoffMs, LIMITS.maxBackoffMs),
  };
}

const DEFAULT_RETRIES = 3;
const DEFAULT_BACKOFF_MS = 100;

/** In plan order, so that a tool draws the same dice however the rest of the plan is ordered for running. */
function countUses(plan: PlanJson, scripts: ReadonlyMap<string, ResolvedTool>): ReadonlyMap<string, number> {
  const soFar = new Map<string, number>();
  const uses = new Map<string, number>();
  for (const { toolId } of plan.tools) {
    const script = scripts.get(toolId);
    const name = script ? `${script.skill}/${script.script}` : "";
    const use = (soFar.get(name) ?? 0) + 1;
    soFar.set(name, use);
    uses.set(toolId, use);
  }
  return uses;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
