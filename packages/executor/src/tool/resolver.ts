import { type InputShape, type JsonObject, LIMITS, type ToolLimits } from "@narratoria/protocol";
import type { ToolKit } from "@narratoria/protocol/skill";
import type { RetryPolicy } from "../plan/backoff.js";
import type { SandboxPolicy } from "../sandbox/describe-sandbox.js";

/** What a `toolPath` stands for, whatever carries it out. */
interface ResolvedBase {
  readonly skill: string;
  readonly script: string;
  /** How long one invocation may take. */
  readonly timeoutMs: number;
  /** How often, and how many milliseconds apart, it is tried again where a plan does not say; absent: the defaults. */
  readonly retryPolicy?: RetryPolicy;
  /** The parts of the context view that it is given; null for all of it. */
  readonly context: readonly string[] | null;
  /** The host services that it may call. */
  readonly host: readonly string[];
  /** The skill's own settings. */
  readonly config: JsonObject;
  /** Those values of the settings that no trace and no log may show. */
  readonly secrets?: readonly string[];
  /** Whether two invocations of the skill may run at once. */
  readonly concurrent: boolean;
  /** What its input must look like, where its manifest says. */
  readonly inputShape?: InputShape;
}

/** One script of an enabled skill, with all that is needed to run it as a process. */
export interface ResolvedScript extends ResolvedBase {
  /** Real, absolute path of the script. */
  readonly file: string;
  readonly skillDir: string;
  /** The skill's private folder for caches, made when it is missing. */
  readonly dataDir: string;
  /** Whether its process may be kept for further invocations; it may not unless this is true. */
  readonly resident?: boolean;
  /** The file whose process is kept in its place, for every script of the skill that names it; its own unless given. */
  readonly keptFile?: string;
  /** Whether it is given the data folder; it is, unless this is false. */
  readonly dataFolder?: boolean;
  /** The caps on its invocations, where its manifest lowers them. */
  readonly limits?: ToolLimits;
  /** Whether it must run in a sandbox; `preferred` unless given. */
  readonly sandbox?: SandboxPolicy;
  /** Hosts on the network that it may reach; none unless given. */
  readonly network?: readonly string[];
}

/** A plain function that serves as a tool. */
export interface ResolvedFunction extends ResolvedBase {
  readonly call: ToolFunction;
}

export type ResolvedTool = ResolvedScript | ResolvedFunction;

/**
 * What a script hands to `defineTool` as `run`: it gives the output, or nothing, and whatever it throws is a failure. As
 * there is no process, `host` is null. Once `signal` is aborted, nothing that it does counts any more.
 */
export type ToolFunction = (input: JsonObject, tools: ToolKit) => Promise<object | void> | object | void;

/** How an invocation ended, as far as the health of its skill goes. */
export type InvocationVerdict =
  | "success"
  | "failure"
  | "timeout"
  | "network"
  | "retries_exhausted"
  | "unstartable"
  | "crashed";

/** Knows the tools there are. A `toolPath` never is anything but a key into it. */
export interface ScriptResolver {
  resolve(
    toolPath: string,
  ):
    | { readonly ok: true; readonly script: ResolvedTool }
    | { readonly ok: false; readonly code: string; readonly message: string };
  /**
   * Told how each try of a tool ended; `retries_exhausted` comes beside the last try of an invocation that was given up,
   * `crashed` beside one whose process died of a native fault.
   */
  report?(skill: string, verdict: InvocationVerdict): void;
  /** Asked right before a script is started: why it must not be any more, or null. */
  recheck?(script: ResolvedScript): { readonly code: string; readonly message: string } | null;
}

/**
 * A resolver for plain functions: for tests, and for programs that bring tools of their own. Implements rule EX110.
 *
 * @param functions - By `<skill>/<name>`, which is the toolPath.
 * @param options.otherwise - Resolves every other toolPath, such as the registry of the skills.
 * @param options.timeoutMs - How long one call may take; 30,000 unless given.
 * @param options.context - The parts of the context view that the functions are given; all of them unless given.
 */
export function functionTools(
  functions: Readonly<Record<string, ToolFunction>>,
  options: {
    readonly otherwise?: ScriptResolver;
    readonly timeoutMs?: number;
    readonly context?: readonly string[];
  } = {},
): ScriptResolver {
  const table = new Map(
    Object.entries(functions).map(([toolPath, call]) => {
      const [skill = "", script = ""] = toolPath.split(/\/(.*)/s);
      const { timeoutMs = LIMITS.toolTimeoutMs, context = null } = options;
      const found = { skill, script, call, timeoutMs, context, host: [], config: {}, concurrent: true };
      return [toolPath, { ok: true, script: found }] as const;
    }),
  );
  const { otherwise } = options;
  return {
    resolve: (toolPath) =>
      table.get(toolPath) ??
      otherwise?.resolve(toolPath) ?? {
        ok: false,
        code: "unknown_tool",
        message: `there is no tool ${JSON.stringify(toolPath.slice(0, 200))}`,
      },
    report: (skill, verdict) => otherwise?.report?.(skill, verdict),
    recheck: (script) => otherwise?.recheck?.(script) ?? null,
  };
}
