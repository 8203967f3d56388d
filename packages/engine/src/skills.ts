/** The skills of a data folder: where they are looked for, and the player's say over them. (DESIGN 8 and 10) */
import { join } from "node:path";
import { describeSandbox, probeSandbox, type SandboxPolicy } from "@narratoria/executor";
import { openLibrary, type SkillFolder, type SkillLibrary } from "@narratoria/skills";
import { BUNDLED_SKILLS, dataFolder } from "./locate.js";
import { type ChecksOf, checkOptions, text, texts } from "./options.js";

/** What there is, what each skill asks for, and what the player decided. */
export type Skills = Pick<
  SkillLibrary,
  "list" | "show" | "agree" | "withdraw" | "setEnabled" | "form" | "configure" | "remove" | "reload" | "problems"
>;

export interface SkillsOptions {
  /** Folder that holds all data; by default `NARRATORIA_HOME`, else the platform's own. */
  readonly dataDir?: string;
  /** Further folders of skills. */
  readonly skills?: readonly string[];
}

const SKILLS_OPTIONS: ChecksOf<SkillsOptions> = { dataDir: text, skills: texts };

/**
 * Opens the skills alone, beside whoever plays: nothing is locked, and what is decided holds for them from their next start.
 */
export async function openSkills(options: SkillsOptions = {}): Promise<Skills> {
  checkOptions("openSkills", options, SKILLS_OPTIONS);
  return openSkillLibrary(dataFolder(options.dataDir), options.skills);
}

/**
 * @param dataDir - The data folder, which need not be there.
 * @param ours - Whether the skills we ship must run in a sandbox.
 */
export async function openSkillLibrary(
  dataDir: string,
  extra: readonly string[] = [],
  ours: SandboxPolicy = "preferred",
): Promise<SkillLibrary> {
  const machine = await probeSandbox();
  return openLibrary({
    folders: skillFolders(dataDir, extra),
    dataRoot: join(dataDir, "skill-data"),
    standingsFile: join(dataDir, "skills.json"),
    ours,
    sandbox: ({ sandbox, network, scripts }) =>
      scripts.length === 0
        ? { tier: machine.tier, sentence: "It has no scripts: nothing of it runs." }
        : describeSandbox(machine, { policy: sandbox, network: network.length > 0 }),
  });
}

/** Where skills are: those we ship, those that were installed, and those that were named for this run. */
export function skillFolders(dataDir: string, extra: readonly string[] = []): SkillFolder[] {
  return [
    { path: BUNDLED_SKILLS, origin: "bundled" },
    { path: join(dataDir, "skills"), origin: "user" },
    ...extra.map((path) => ({ path, origin: "extra" as const })),
  ];
}
