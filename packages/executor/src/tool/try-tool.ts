import { LIMITS, type ToolEvent, type ToolInput } from "@narratoria/protocol";
import type { AggregatedAsset } from "@narratoria/protocol/contracts";
import { refusedAlike } from "./asset-folder.js";
import { callFunction } from "./call-function.js";
import { diedUnheard } from "./call-script.js";
import type { PlannedTool } from "../plan/check-plan.js";
import { invokeTool, SANDBOX_FAILED } from "./invoke-tool.js";
import { findScript } from "../process/find-script.js";
import { redactor } from "../trace/redact.js";
import type { ResolvedFunction, ResolvedScript } from "./resolver.js";
import { dataFault, noteData } from "../sandbox/data-quota.js";
import type { SandboxTier } from "../sandbox/describe-sandbox.js";
import { sandboxFault } from "../sandbox/sandbox.js";
import { dataFolderOf, startScript, writableFolders } from "../process/start-script.js";
import type { StopListener } from "../process/stop.js";
import { type FailedInvocation, failed, type InvocationOutcome, type SuccessfulInvocation } from "./tool-account.js";
import { GivenInput, type PreparedInput, prepareInput } from "./tool-input.js";
import { type Before, type PlanSetting, timeoutOf, type ToolTry, type ToolYield } from "./tool-run.js";
import type { WarmTool } from "../process/warm-pool.js";

/** What one try came to. */
export type Try = Pick<ToolTry, "by" | "sandbox" | "input"> & {
  /** Settles when nothing of the tool is left; null when nothing is. */
  readonly gone: Promise<void> | null;
} & (
    | { readonly outcome: SuccessfulInvocation; readonly gives: ToolYield }
    | { readonly outcome: FailedInvocation; readonly gives: null }
  );

/** Runs a tool once, as a process or as a function. Never rejects. */
export function tryTool(tool: PlannedTool, before: Before, setting: PlanSetting): Promise<Try> {
  const { script } = tool;
  return "call" in script ? tryFunction(tool, script, before, setting) : tryScript(tool, script, before, setting);
}

function tryFunction(
  tool: PlannedTool,
  { call, secrets }: ResolvedFunction,
  before: Before,
  setting: PlanSetting,
): Promise<Try> {
  const given = new GivenInput(tool, before, setting);
  const request = {
    call,
    given,
    timeoutMs: timeoutOf(tool, setting),
    killAfterMs: setting.grace.killAfterMs,
    hide: redactor(secrets ?? NONE),
    stop: setting.stop,
    onEvent: (event: ToolEvent) => setting.onToolEvent(tool, event),
  };
  return callFunction(request, (reached, gone): Try => {
    const outcome = reached.state === "success" && !setting.fits(reached.patches) ? tooMuchState(reached) : reached;
    const input = (): ToolInput => given.toolInput(null);
    if (outcome.state !== "success") return { by: "function", sandbox: null, input, gone, outcome, gives: null };
    const { output, patches, assets } = outcome;
    for (const { assetId } of assets) {
      setting.onWarning(tool, `asset "${assetId.slice(0, 80)}" was refused: a function has no folder of its own`);
    }
    return {
      by: "function",
      sandbox: null,
      input,
      gone,
      outcome,
      gives: { output, patches, assets: NONE, writes: NONE },
    };
  });
}

const NONE: readonly never[] = [];

/** One process with its folder, its token and its staged writes; all of them end with it, but for a process that is kept. */
async function tryScript(
  tool: PlannedTool,
  script: ResolvedScript,
  before: Before,
  setting: PlanSetting,
): Promise<Try> {
  let prepared: PreparedInput | null = null;
  /** Taken out of the pool for this try alone. */
  let taken: WarmTool | null = null;
  let counts = false;
  try {
    const unheld = sandboxFault(script, setting.sandbox);
    if (unheld !== null) return withoutProcess(unheld.code, unheld.message, "unstartable");
    const kept = await dataFault(script.dataDir, setting.quota);
    if (kept !== null) return withoutProcess(kept.code, kept.message, "failure");
    const found = await findScript(setting.warm?.fileOf(script) ?? script.file);
    // The last thing before the process gets its input: nothing is waited for from here on.
    const refused = setting.resolver.recheck?.(script) ?? null;
    if (refused !== null) {
      setting.warm?.drop(script.skill);
      // No failure of the skill: once it is agreed to again it is as sound as before.
      return withoutProcess(refused.code, refused.message, null);
    }
    if (!found.ok) return withoutProcess(found.code, found.message, "unstartable");
    const warm = setting.warm?.take(script, found, setting.grace) ?? null;
    taken = warm;
    const cwd = warm?.tool.cwd ?? setting.scratch.next();
    prepared = prepareInput(tool, before, setting);
    const { input, text } = prepared;
    const by = warm === null ? "process" : warm.kept ? "process kept" : "process started ahead";
    const { sandbox } = setting;
    const tier = sandbox?.tierFor(script) ?? "none";
    const about = { by, sandbox: tier, input: () => input } as const;
    const timeoutMs = timeoutOf(tool, setting);
    const startedAt = performance.now();
    const { outcome: settled, gone } = invokeTool({
      start: () => warm?.tool ?? startScript(script, found, { cwd, grace: setting.grace, resident: false, sandbox }),
      input,
      text,
      ...(script.limits && { limits: script.limits }),
      timeoutMs,
      grace: setting.grace,
      quota: { most: setting.quota, folders: writableFolders(script, cwd) },
      stop: setting.stop,
      hide: redactor(script.secrets ?? NONE),
      onEvent: (event) => setting.onToolEvent(tool, event),
    });
    if (!warm?.kept) setting.warm?.countStart(settled);
    const dataDir = dataFolderOf(script);
    if (dataDir !== null) void gone.then(() => noteData(dataDir, setting.quota));
    setting.onUnderWay(tool);
    const outcome = await settled;
    prepared.revoke();
    if (diedUnheard(warm, outcome)) return await tryScript(tool, script, before, setting);
    if (sandbox && mayRunWithout(script, tier, outcome)) {
      sandbox.giveUp();
      setting.onWarning(tool, `${outcome.failure.message}; from here on it runs without`);
      return await tryScript(tool, script, before, setting);
    }
    if (outcome.state !== "success") return { ...about, gone, outcome, gives: null };
    if (!setting.fits(outcome.patches)) return { ...about, gone, outcome: tooMuchState(outcome), gives: null };
    const { output, patches } = outcome;
    const assets = await takeAssets(tool, script, outcome, cwd, startedAt + timeoutMs, setting);
    counts = true;
    return { ...about, gone, outcome, gives: { output, patches, assets, writes: prepared.writes } };
  } catch (error) {
    // No folder could be made, for one: the disk is full or may not be written to.
    prepared?.revoke();
    const reason = error instanceof Error ? error.message : String(error);
    return withoutProcess("INVOCATION_FAILED", `the tool could not be prepared: ${reason}`, null);
  } finally {
    if (!counts) prepared?.discard();
    taken?.release();
  }
}

/** A skill that need not have a sandbox is not lost to one that does not work. */
function mayRunWithout(
  script: ResolvedScript,
  tier: SandboxTier,
  outcome: InvocationOutcome,
): outcome is FailedInvocation {
  if (tier === "none" || script.sandbox === "required") return false;
  return outcome.state === "failed" && outcome.failure.code === SANDBOX_FAILED;
}

function withoutProcess(code: string, message: string, verdict: FailedInvocation["verdict"]): Try {
  const outcome = failed({ code, message, category: "process_error" }, { repeatable: false, verdict });
  return { by: "nothing", sandbox: null, input: null, outcome, gives: null, gone: null };
}

function tooMuchState({ events, eventTimes, warnings, exit }: SuccessfulInvocation): FailedInvocation {
  const most = `${LIMITS.stateBytes} bytes or ${LIMITS.stateValues} values`;
  const message = `session state would be over ${most} with what the tool adds`;
  const failure = { code: "STATE_LIMIT", message, category: "invalid_json" } as const;
  return { ...failed(failure, { repeatable: false, verdict: "failure" }), events, eventTimes, warnings, exit };
}

/**
 * Keeps the files that a tool announced, until its plan is stopped or its own time is up. What it did counts all the same.
 *
 * @param deadlineAt - On the clock of `performance.now()`.
 */
async function takeAssets(
  tool: PlannedTool,
  script: ResolvedScript,
  { assets: announced }: SuccessfulInvocation,
  scratchDir: string,
  deadlineAt: number,
  setting: PlanSetting,
): Promise<readonly AggregatedAsset[]> {
  if (announced.length === 0) return NONE;
  if (!setting.assets) {
    setting.onRefusedAsset(tool, refusedAlike(announced.length, "no folder for assets was given"));
    return NONE;
  }
  const over = new AbortController();
  const listener: StopListener = { onStop: () => over.abort() };
  setting.stop.listen(listener);
  if (setting.stop.failure) over.abort();
  // A tool that took all of its time is left enough for a small file.
  const timer = setTimeout(listener.onStop, Math.max(deadlineAt - performance.now(), setting.grace.lingerMs));
  const dataDir = dataFolderOf(script) ?? scratchDir;
  const from = { toolId: tool.toolId, scratchDir, dataDir, maxBytes: script.limits?.assetBytes };
  try {
    const { assets, refused } = await setting.assets.take(announced, from, over.signal);
    for (const one of refused) setting.onRefusedAsset(tool, one);
    return assets;
  } finally {
    clearTimeout(timer);
    setting.stop.unlisten(listener);
  }
}
