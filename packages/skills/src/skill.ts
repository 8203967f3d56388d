import type { InputShape, JsonObject, ToolLimits } from "@narratoria/protocol";

/**
 * Where a skill was found: shipped with Narratoria, installed by the user, in a folder named for this run, or in one whose author is at work on it.
 */
export type SkillOrigin = "bundled" | "user" | "extra" | "dev";

/**
 * `required`: without a sandbox it does not run. `preferred`: it runs in one where there is one. `off`: it runs without, as the
 * player agreed.
 */
export type SandboxPolicy = "required" | "preferred" | "off";

/** One program of a skill. */
export interface SkillScript {
  readonly name: string;
  readonly description: string;
  /** Path inside the skill's folder, with `/` between its parts. */
  readonly path: string;
  /** Real, absolute path: inside the skill's folder once links are followed. */
  readonly file: string;
  /** 100 to 60,000. */
  readonly timeoutMs: number;
  readonly required: boolean;
  /** The parts of the context view that it is given. */
  readonly context: readonly string[];
  /** Kinds of scenes in which it is run of itself. */
  readonly when: readonly string[];
  /** Whether its process may be kept for further invocations. */
  readonly resident: boolean;
  /** The file whose process is kept in its place, a real path as `file` is; absent where its own is. */
  readonly keptFile?: string;
  /** False where it is not given the data folder, else the setting and its value with which it is; absent where it always is. */
  readonly dataFolder?: false | { readonly setting: string; readonly value: string };
  /** The caps on its invocations, where its manifest lowers them. */
  readonly limits: ToolLimits;
  /** What its input must look like; null where nothing says. */
  readonly inputShape: InputShape | null;
  /** What it is given where no narrator decides that, with names of what a scene has in its texts; absent where its manifest says nothing. */
  readonly input?: JsonObject;
}

/** A skill that was found and is fit for use. */
export interface Skill {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** What it does and when it is used, as its SKILL.md tells a narrator; the description where that says nothing. */
  readonly guide: string;
  /** `MAJOR.MINOR.PATCH`; `0.0.0` where nothing states one. */
  readonly version: string;
  readonly author: string | null;
  readonly license: string | null;
  readonly origin: SkillOrigin;
  /** Real, absolute path of its folder. */
  readonly dir: string;
  /** Its private folder for caches; not created yet. */
  readonly dataDir: string;
  /** Its behavioural prompt, at most 8 KiB. */
  readonly prompt: string | null;
  readonly scripts: readonly SkillScript[];
  readonly capabilities: readonly string[];
  /** Names of skills that it needs. */
  readonly dependencies: readonly string[];
  /** 0 to 100, 50 where nothing states one. */
  readonly priority: number;
  /** How often, and how many milliseconds apart, a failed tool is tried again; null leaves it to the plan. */
  readonly retryPolicy: { readonly maxRetries: number; readonly backoffMs: number } | null;
  /** Host services that its scripts may call. */
  readonly host: readonly string[];
  /** Hosts on the network that it asks for. */
  readonly network: readonly string[];
  /** Whether it must run in a sandbox, as far as the player has not said otherwise. */
  readonly sandbox: SandboxPolicy;
  /** Whether two invocations of it may run at once. */
  readonly concurrent: boolean;
  /** Its settings: the defaults, with what was saved over them. */
  readonly config: JsonObject;
  /** Environment variables that its settings may be filled from, each where the player says so. */
  readonly environment: readonly string[];
  /** Texts among its settings that no trace, log or form shows. */
  readonly secrets: readonly string[];
}

/** Whether a skill runs without anybody's agreement: what we ship does, and what its author is at work on. */
export const isTrusted = (origin: SkillOrigin): boolean => origin === "bundled" || origin === "dev";
