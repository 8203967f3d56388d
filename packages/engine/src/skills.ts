/** The skills of a data folder: where they are looked for, and the player's say over them. */
import { join } from "node:path";
import { describeSandbox, probeSandbox, type SandboxPolicy } from "@narratoria/executor";
import { openLibrary, type SkillFolder, type SkillLibrary } from "@narratoria/skills";
import { dataFolder } from "./locate.js";
import { type ChecksOf, checkOptions, text, texts } from "./options.js";
import { shippedSkillFolders } from "./shipped-skills.js";
import { say } from "./words/say.js";

/** What there is, what each skill asks for, and what the player decided. */
export type Skills = Pick<
  SkillLibrary,
  | "list"
  | "show"
  | "agree"
  | "withdraw"
  | "setEnabled"
  | "form"
  | "check"
  | "configure"
  | "remove"
  | "reload"
  | "problems"
>;

export interface SkillsOptions {
  /** Folder that holds all data; by default `NARRATORIA_HOME`, else the platform's own. */
  readonly dataDir?: string;
  /** Further folders of skills. */
  readonly skills?: readonly string[];
}

const SKILLS_OPTIONS: ChecksOf<SkillsOptions> = { dataDir: text, skills: texts };

/**
 * Opens the skills alone, beside whoever plays: nothing is locked, and what is decided holds for
 * them from the next turn where they watch their skills, else from their next start.
 */
export async function openSkills(options: SkillsOptions = {}): Promise<Skills> {
  checkOptions("openSkills", options, SKILLS_OPTIONS);
  return openSkillLibrary(dataFolder(options.dataDir), options.skills);
}

/**
 * @param dataDir - The data folder, which need not be there.
 * @param ours - Whether the skills we ship must run in a sandbox.
 * @param dev - Folders of skills whose author is at work on them.
 */
export async function openSkillLibrary(
  dataDir: string,
  extra: readonly string[] = [],
  ours: SandboxPolicy = "preferred",
  dev: readonly string[] = [],
): Promise<SkillLibrary> {
  const machine = await probeSandbox();
  return openLibrary({
    folders: [...skillFolders(dataDir, extra), ...devFolders(dev)],
    dataRoot: settingsFolder(dataDir),
    standingsFile: standingsFile(dataDir),
    ours,
    sandbox: ({ sandbox, network, scripts }) =>
      scripts.length === 0
        ? { tier: machine.tier, sentence: say("skill.no_scripts") }
        : describeSandbox(machine, { policy: sandbox, network: network.length > 0 }),
  });
}

/** Where skills are: those we ship, those that were installed, and those that were named for this run. */
function skillFolders(dataDir: string, extra: readonly string[] = []): SkillFolder[] {
  return [
    ...shippedSkillFolders().map((path) => ({ path, origin: "bundled" as const })),
    { path: installedSkills(dataDir), origin: "user" },
    ...extra.map((path) => ({ path, origin: "extra" as const })),
  ];
}

/** Folders of skills that run without agreement, since their author has named them. */
export function devFolders(dev: readonly string[]): SkillFolder[] {
  return dev.map((path) => ({ path, origin: "dev" }));
}

/** Where something may change that a story in play should know of. */
export interface WatchedPlaces {
  readonly folders: readonly SkillFolder[];
  readonly files: readonly string[];
  /** Those of the folders that the engine makes where they are missing. */
  readonly ours: readonly string[];
}

/** The folders of skills and of their settings, and the file of what was decided about them. */
export function watchedPlaces(dataDir: string, extra: readonly string[] = []): WatchedPlaces {
  const settings = settingsFolder(dataDir);
  return {
    folders: [...skillFolders(dataDir, extra), { path: settings, origin: "user" }],
    files: [standingsFile(dataDir)],
    ours: [installedSkills(dataDir), settings],
  };
}

const installedSkills = (dataDir: string): string => join(dataDir, "skills");
const settingsFolder = (dataDir: string): string => join(dataDir, "skill-data");
const standingsFile = (dataDir: string): string => join(dataDir, "skills.json");
