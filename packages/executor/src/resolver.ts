import type { JsonObject } from "@narratoria/protocol";

/** What a `toolPath` stands for: one script of an enabled skill, with all that is needed to run it. */
export interface ResolvedScript {
  readonly skill: string;
  readonly script: string;
  /** Real, absolute path of the script. */
  readonly file: string;
  readonly skillDir: string;
  /** The skill's private folder for caches, made when it is missing. */
  readonly dataDir: string;
  /** How long one invocation may take. */
  readonly timeoutMs: number;
  /** The parts of the context view that the script is given. */
  readonly context: readonly string[];
  /** The host services that the script may call. */
  readonly host: readonly string[];
  /** The skill's own settings. */
  readonly config: JsonObject;
  /** Whether two invocations of the skill may run at once. */
  readonly concurrent: boolean;
  /** Whether its process may be kept for further invocations; it may not unless this is true. */
  readonly resident?: boolean;
}

/** How an invocation ended, as far as the health of its skill goes. */
export type InvocationVerdict = "success" | "failure" | "timeout" | "retries_exhausted" | "unstartable";

/** Knows the scripts there are. A `toolPath` never is anything but a key into it. */
export interface ScriptResolver {
  resolve(
    toolPath: string,
  ):
    | { readonly ok: true; readonly script: ResolvedScript }
    | { readonly ok: false; readonly code: string; readonly message: string };
  /** Told how each try of a tool ended, `retries_exhausted` after the last one that failed. */
  report?(skill: string, verdict: InvocationVerdict): void;
}
