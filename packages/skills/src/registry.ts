import type { InputShape, JsonObject, ToolLimits } from "@narratoria/protocol";
import { type Health, HEALTHY, type HealthState, nextHealth, type Outcome } from "./health.js";
import type { SandboxPolicy, Skill, SkillScript } from "./skill.js";

/** What a `toolPath` stands for: all that is needed to run it. */
export interface ResolvedScript {
  readonly skill: string;
  readonly script: string;
  readonly file: string;
  readonly skillDir: string;
  readonly dataDir: string;
  readonly timeoutMs: number;
  /** How often, and how many milliseconds apart, it is tried again where a plan does not say; absent: the runtime's defaults. */
  readonly retryPolicy?: NonNullable<Skill["retryPolicy"]>;
  readonly context: readonly string[];
  readonly host: readonly string[];
  /** Hosts on the network that it may reach. */
  readonly network: readonly string[];
  /** Whether it must run in a sandbox. */
  readonly sandbox: SandboxPolicy;
  readonly config: JsonObject;
  /** Those values of the settings that no trace and no log may show; absent where there are none. */
  readonly secrets?: readonly string[];
  readonly concurrent: boolean;
  readonly resident: boolean;
  /** The file whose process is kept in its place, for all scripts of the skill that name it; absent where its own is. */
  readonly keptFile?: string;
  /** Absent where it is given the data folder. */
  readonly dataFolder?: false;
  /** The caps on its invocations, where its manifest lowers them. */
  readonly limits: ToolLimits;
  /** What its input must look like; absent where nothing says. */
  readonly inputShape?: InputShape;
}

export type Resolution =
  | { readonly ok: true; readonly script: ResolvedScript }
  | { readonly ok: false; readonly code: "unknown_tool" | "skill_disabled"; readonly message: string };

/** The skills of one session: which tools there are, and how far each skill can be relied on. */
export interface SkillRegistry {
  /** Finds the script that a `toolPath` names. The path is a key into one table and nothing else. */
  resolve(toolPath: string): Resolution;
  /** Asked right before a script is started: whether it is still what it was when it was found. */
  recheck(script: { readonly skill: string }): { readonly code: string; readonly message: string } | null;
  /** Told how each try of a tool ended; `crashed` comes beside a failure that was a native fault. */
  report(skill: string, outcome: Outcome | "crashed"): void;
  /** Takes a skill for healthy again, whatever it failed of: the player wants it tried. Implements rule SK710. */
  forgive(skill: string): void;
  /** `permanentFailure` for a skill that is not there. */
  health(skill: string): HealthState;
  /** Names of the skills that failed for good in this session. */
  disabled(): string[];
  /** All skills by name, whatever their health. */
  list(): readonly Skill[];
  /** The behavioural prompts of the skills that can be used, the most important first. */
  prompts(): { readonly skill: string; readonly text: string }[];
}

/** What stands behind a registry. */
export interface RegistrySource {
  /** The skills to use; another list when something changed, with another object for each skill that did. */
  skills(): readonly Skill[];
  /** Why a skill must not be started any more; null where nothing is against it. */
  recheck?(skill: Skill): { readonly code: string; readonly message: string } | null;
  /** A process of the skill died of a native fault. */
  crashed?(skill: Skill): void;
}

/**
 * Makes the registry of a session. All skills start healthy, and so does the new version of one that changed.
 * Implements architecture section 3.4 and plan-execution-algorithms 3.1, rules SK25 to SK33.
 *
 * @param from - Skills as `discoverSkills` gives them (of two with one name the first is taken), or where they come from.
 */
export function createRegistry(from: readonly Skill[] | RegistrySource): SkillRegistry {
  const source: RegistrySource = "skills" in from ? from : { skills: () => from };
  const health = new Map<string, Health>();
  let known: readonly Skill[] | null = null;
  let byName: ReadonlyMap<string, Skill> = new Map();
  let table: ReadonlyMap<string, ResolvedScript> = new Map();

  const upToDate = (): ReadonlyMap<string, Skill> => {
    const skills = source.skills();
    if (skills === known) return byName;
    const now = new Map<string, Skill>();
    for (const skill of skills) if (!now.has(skill.name)) now.set(skill.name, skill);
    for (const [name, skill] of byName) if (now.has(name) && now.get(name) !== skill) health.delete(name);
    known = skills;
    byName = now;
    table = tableOf([...now.values()]);
    return byName;
  };
  const stateOf = (skill: string): HealthState =>
    upToDate().has(skill) ? (health.get(skill) ?? HEALTHY).state : "permanentFailure";
  const usable = (skill: Skill): boolean => stateOf(skill.name) !== "permanentFailure";

  return {
    resolve(toolPath) {
      upToDate();
      const script = table.get(toolPath);
      if (script === undefined) {
        const message = `No skill has a tool ${JSON.stringify(toolPath.slice(0, 200))}.`;
        return { ok: false, code: "unknown_tool", message };
      }
      if (stateOf(script.skill) === "permanentFailure") {
        const message = `The skill "${script.skill}" has failed too often and is left out until the next start.`;
        return { ok: false, code: "skill_disabled", message };
      }
      return { ok: true, script };
    },
    recheck({ skill: name }) {
      const skill = upToDate().get(name);
      if (skill === undefined) {
        return { code: "SKILL_SCRIPT_NOT_FOUND", message: `the skill "${name}" is not there any more` };
      }
      return source.recheck?.(skill) ?? null;
    },
    report(name, outcome) {
      const skill = upToDate().get(name);
      if (skill === undefined) return;
      if (outcome === "crashed") source.crashed?.(skill);
      else health.set(name, nextHealth(health.get(name) ?? HEALTHY, outcome));
    },
    forgive: (name) => void health.delete(name),
    health: stateOf,
    disabled: () => [...upToDate().values()].filter((skill) => !usable(skill)).map(({ name }) => name),
    list: () => [...upToDate().values()],
    prompts: () =>
      [...upToDate().values()]
        .filter(usable)
        .sort((a, b) => b.priority - a.priority || (a.name < b.name ? -1 : 1))
        .flatMap(({ name, prompt }) => (prompt === null ? [] : [{ skill: name, text: prompt }])),
  };
}

function tableOf(skills: readonly Skill[]): Map<string, ResolvedScript> {
  const table = new Map<string, ResolvedScript>();
  const all = skills.flatMap((skill) => skill.scripts.map((script) => ({ skill, script })));
  // Names first: a script's name stands before a file of another one that happens to be called so.
  for (const pathsOf of [namePaths, filePaths]) {
    for (const { skill, script } of all) {
      for (const path of pathsOf(skill, script)) if (!table.has(path)) table.set(path, resolved(skill, script));
    }
  }
  return table;
}

/** The ways to write a tool are these and no others. */
function namePaths(skill: Skill, script: SkillScript): string[] {
  return [`${skill.name}/${script.name}`, `skills/${skill.name}/${script.name}`];
}

function filePaths(skill: Skill, script: SkillScript): string[] {
  return [`skills/${skill.name}/${script.path}`];
}

function resolved(skill: Skill, script: SkillScript): ResolvedScript {
  return Object.freeze({
    skill: skill.name,
    script: script.name,
    file: script.file,
    skillDir: skill.dir,
    dataDir: skill.dataDir,
    timeoutMs: script.timeoutMs,
    ...(skill.retryPolicy !== null && { retryPolicy: skill.retryPolicy }),
    context: script.context,
    host: skill.host,
    network: skill.network,
    sandbox: skill.sandbox,
    config: skill.config,
    ...(skill.secrets.length > 0 && { secrets: skill.secrets }),
    concurrent: skill.concurrent,
    resident: script.resident,
    ...(script.keptFile !== undefined && { keptFile: script.keptFile }),
    ...(!needsDataFolder(skill, script) && { dataFolder: false as const }),
    limits: script.limits,
    ...(script.inputShape !== null && { inputShape: script.inputShape }),
  });
}

function needsDataFolder({ config }: Skill, { dataFolder }: SkillScript): boolean {
  if (dataFolder === undefined || dataFolder === false) return dataFolder === undefined;
  return config[dataFolder.setting] === dataFolder.value;
}
