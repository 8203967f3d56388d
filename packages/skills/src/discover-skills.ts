import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { breather } from "@narratoria/protocol";
import type { FilledField, Variables } from "./config-form/environment.js";
import type { SettingsPlaces } from "./config-form/read-settings.js";
import { type Problem, reportTo, START } from "./problems.js";
import { type Candidate, readSkill } from "./read-skill.js";
import type { Skill, SkillOrigin } from "./skill.js";

/** A folder of skill folders, or a skill folder itself. */
export interface SkillFolder {
  readonly path: string;
  readonly origin: SkillOrigin;
}

export interface DiscoverOptions {
  readonly folders: readonly SkillFolder[];
  /** Holds `<name>/config.json` and `<name>/data/` of each skill; need not exist. */
  readonly dataRoot: string;
  /** Where settings that name an environment variable are looked up; this process's own unless given. */
  readonly env?: Variables;
  /**
   * Whether the player wrote that a setting in the skill's own folder is filled from a variable; nothing there is unless this
   * says so, as the file may have come with the skill.
   */
  readonly mayBeFilled?: (skill: string, filled: FilledField) => boolean;
}

/** More skills than these in one folder are a mistake, and would take seconds to read. */
const MAX_SKILLS = 1_000;

/** A sound skill, with what else is wrong with it. */
export interface FoundSkill {
  readonly skill: Skill;
  readonly problems: readonly Problem[];
  /** The file that says what the skill is. */
  readonly file: string;
  /** Where its settings are. */
  readonly places: SettingsPlaces;
  /** What is wrong with its saved settings, as a sentence; null where nothing is. */
  readonly misconfigured: string | null;
}

/** All that lies in some folders. */
export interface Discovery {
  /** Sound skills in the order in which one stands before another of its name. */
  readonly found: readonly FoundSkill[];
  /** Folders that are meant to be skills and cannot be used, with what is wrong with them. */
  readonly faulty: readonly {
    readonly dir: string;
    readonly origin: SkillOrigin;
    readonly problems: readonly Problem[];
  }[];
  /** What is wrong with the folders of skills themselves. */
  readonly problems: readonly Problem[];
}

/**
 * Finds the skills in some folders and reads all that is needed to use them. What is wrong with one skill is reported and
 * costs that skill alone.
 * Implements architecture sections 3.1 to 3.3, rules SK1 to SK24.
 */
export async function readSkillFolders(options: DiscoverOptions): Promise<Discovery> {
  const problems: Problem[] = [];
  // Folders that were named for this run come first: whoever names one means it.
  const folders = [...options.folders].sort((a, b) => rank(a) - rank(b));
  const breathe = breather();
  const found: FoundSkill[] = [];
  const faulty: Discovery["faulty"][number][] = [];
  for (const candidate of folders.flatMap((folder) => candidatesIn(folder, problems))) {
    await breathe();
    const read = await readSkill(candidate, options);
    if (read === null) continue;
    const { skill, places } = read;
    if (skill !== null && places !== null) found.push({ ...read, skill, places });
    else faulty.push({ dir: resolve(candidate.dir), origin: candidate.origin, problems: read.problems });
  }
  return { found, faulty, problems };
}

/**
 * Decides between skills of one name. One that may not run stands before nobody.
 *
 * @param mayRun - Whether a skill is to be used at all.
 * @returns The skills to use by name, and what is wrong between them.
 */
export function pickSkills(
  found: readonly FoundSkill[],
  mayRun: (skill: Skill) => boolean,
): { skills: Skill[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const picked = new Map<string, FoundSkill>();
  for (const one of found) {
    const first = picked.get(one.skill.name);
    if (first !== undefined) problems.push(shadowed(first.skill, one.skill, one.file));
    else if (mayRun(one.skill)) picked.set(one.skill.name, one);
  }
  for (const { skill, file } of picked.values()) {
    for (const needed of skill.dependencies) {
      if (picked.has(needed)) continue;
      reportTo(problems, file)("warning", START, `It needs the skill "${needed}", which is not there.`);
    }
  }
  const skills = [...picked.values()].map(({ skill }) => skill).sort((a, b) => (a.name < b.name ? -1 : 1));
  return { skills, problems };
}

/**
 * Finds the skills in some folders and takes all of them for use, whoever made them: for tools and tests. Where skills of
 * others ask for agreement, `openLibrary` does.
 *
 * @returns The skills by name, and the problems by file. Of several skills with one name, one from an `extra` folder stands
 * before all others; otherwise the one found first.
 */
export async function discoverSkills(options: DiscoverOptions): Promise<{ skills: Skill[]; problems: Problem[] }> {
  const { found, faulty, problems } = await readSkillFolders(options);
  const picked = pickSkills(found, () => true);
  const all = [...problems, ...[...found, ...faulty].flatMap((one) => one.problems), ...picked.problems];
  // Whoever takes them without having been asked takes them as they would their own.
  const skills = picked.skills.map((skill): Skill => ({ ...skill, sandbox: "preferred" }));
  return { skills, problems: inOrder(all) };
}

/** By file, line and column. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) =>
    a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1,
  );
}

/** Folders that somebody named come first: they mean them. */
const OTHERS = 2;
const rank = ({ origin }: { readonly origin: SkillFolder["origin"] }): number =>
  origin === "dev" ? 0 : origin === "extra" ? 1 : OTHERS;

function candidatesIn(folder: SkillFolder, problems: Problem[]): Candidate[] {
  const path = resolve(folder.path);
  let names: string[];
  try {
    names = readdirSync(path);
  } catch (error) {
    // Where skills would be installed there need not be any. A folder that was named must be there.
    if (folder.origin !== "user") reportTo(problems, path)("error", START, folderFault(error));
    return [];
  }
  if (names.includes("skill.json") || names.includes("SKILL.md")) {
    return [{ dir: path, origin: folder.origin, named: true }];
  }
  const inside = names.filter((name) => !name.startsWith(".") && name !== "node_modules").sort();
  if (inside.length > MAX_SKILLS) {
    const message = `There are ${inside.length} entries here; the first ${MAX_SKILLS} are looked at.`;
    reportTo(problems, path)("warning", START, message);
  }
  return inside.slice(0, MAX_SKILLS).map((name) => ({ dir: join(path, name), origin: folder.origin, named: false }));
}

function folderFault(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  if (code === "ENOENT") return "There is no such folder.";
  if (code === "ENOTDIR") return "This is a file, not a folder of skills.";
  return `The folder cannot be read (${code}).`;
}

function shadowed(first: Skill, second: Skill, file: string): Problem {
  const meant = rank(first) < Math.min(rank(second), OTHERS);
  const message = meant
    ? `The skill "${second.name}" in ${first.dir} stands in for this one.`
    : `There is a skill "${second.name}" in ${first.dir} already. This one is left out.`;
  return { file, ...START, message, severity: meant ? "notice" : "error" };
}
