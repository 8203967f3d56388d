import { type JsonObject, LIMITS, type ToolEvent, type ToolInput } from "@narratoria/protocol";
import { invokeTool } from "./invoke-tool.js";
import { findScript } from "../process/find-script.js";
import { redactor } from "../trace/redact.js";
import type { ResolvedScript } from "./resolver.js";
import { makeScratch } from "../process/scratch.js";
import { dataFault, noteData } from "../sandbox/data-quota.js";
import { type Sandbox, sandboxFault } from "../sandbox/sandbox.js";
import { QUOTA, type Quota } from "../sandbox/watch-quota.js";
import { dataFolderOf, startScript, writableFolders } from "../process/start-script.js";
import { Stop } from "../process/stop.js";
import { failed, type InvocationOutcome } from "./tool-account.js";
import { CANCELLED } from "./tool-failure.js";
import type { WarmPool } from "../process/warm-pool.js";

export interface CallScriptOptions {
  /** Where its process may wait or be kept. */
  readonly warm?: WarmPool;
  /** What holds its process back; without it a script that must have a sandbox does not run. */
  readonly sandbox?: Sandbox;
  /** Lowers what it may take of the machine. */
  readonly quota?: Partial<Quota>;
  /** Shortens what the manifest allows. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly context?: JsonObject;
  /** The folder for its working folder; the temporary folder unless given. */
  readonly scratchRoot?: string;
  /** Given each event as it comes. What it throws fails the invocation. */
  readonly onEvent?: (event: ToolEvent) => void;
}

let calls = 0;

/**
 * Runs a script once, without a plan around it: for a server that offers skills, or a test of one. Nothing is tried again, no
 * host service can be called, and what the script leaves in its working folder goes with it. Implements rule EX108.
 *
 * @param input - What the script is asked to do.
 * @returns What it came to. Never rejects for anything that the script does.
 */
export async function callScript(
  script: ResolvedScript,
  input: JsonObject,
  options: CallScriptOptions = {},
): Promise<InvocationOutcome> {
  const { warm, signal, sandbox } = options;
  const most = { ...QUOTA, ...options.quota };
  const stop = new Stop();
  const cancel = (): void => stop.end(CANCELLED);
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  const given: ToolInput = {
    requestId: `call-${++calls}`,
    tool: script.skill,
    operation: script.script,
    input,
    dependencies: {},
    context: options.context ?? {},
    config: script.config,
    host: null,
  };
  const timeoutMs = Math.min(options.timeoutMs ?? script.timeoutMs, script.timeoutMs, LIMITS.maxToolTimeoutMs);
  try {
    for (;;) {
      const unheld = sandboxFault(script, sandbox);
      if (unheld !== null) {
        return failed({ code: unheld.code, message: unheld.message, category: "process_error" }, UNSTARTABLE);
      }
      const kept = await dataFault(script.dataDir, most);
      if (kept !== null) return failed(kept, UNSTARTABLE);
      const found = await findScript(warm?.fileOf(script) ?? script.file);
      if (!found.ok)
        return failed({ code: found.code, message: found.message, category: "process_error" }, UNSTARTABLE);
      const taken = warm?.take(script, found) ?? null;
      const scratch = taken ? null : makeScratch(options.scratchRoot);
      const cwd = scratch?.next() ?? "";
      const { outcome, gone } = invokeTool({
        start: () => taken?.tool ?? startScript(script, found, { cwd, grace: GRACE, resident: false, sandbox }),
        input: given,
        timeoutMs,
        quota: { most, folders: writableFolders(script, taken?.tool.cwd ?? cwd) },
        grace: GRACE,
        stop,
        hide: redactor(script.secrets ?? []),
        onEvent: options.onEvent ?? (() => {}),
      });
      if (scratch) void gone.then(scratch.remove).catch(() => {});
      const dataDir = dataFolderOf(script);
      if (dataDir !== null) void gone.then(() => noteData(dataDir, most));
      const reached = await outcome;
      taken?.release();
      if (!diedUnheard(taken, reached)) return reached;
    }
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

/** A process that was kept can die of an earlier invocation, or while nobody looks: a new one takes its place. */
export function diedUnheard(taken: { readonly kept: boolean } | null, outcome: InvocationOutcome): boolean {
  return taken?.kept === true && outcome.state === "failed" && outcome.exit !== null && outcome.events.length === 0;
}

const GRACE = { killAfterMs: LIMITS.killAfterMs, pipeMs: LIMITS.pipeGraceMs, lingerMs: LIMITS.lingerMs };
const UNSTARTABLE = { repeatable: false, verdict: "unstartable" } as const;
