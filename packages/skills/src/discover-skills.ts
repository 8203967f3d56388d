import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Problem, reportTo, START } from "./problems.js";
import { type Candidate, type ReadSkill, readSkill } from "./read-skill.js";
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
}

/** More skills than these in one folder are a mistake, and would take seconds to read. */
const MAX_SKILLS = 1_000;
/**
 * Finds the skills in some folders and reads all that is needed to use them. What is wrong with one skill is reported and
 * costs that skill alone.
 * Implements architecture sections 3.1 to 3.3, rules SK1 to SK24.
 *
 * @returns The skills by name, and the problems by file. Of several skills with one name, one from an `extra` folder stands
 * before all others; otherwise the one found first.
 */
export async function discoverSkills(options: DiscoverOptions): Promise<{ skills: Skill[]; problems: Problem[] }> {
  const problems: Problem[] = [];
  const candidates: Candidate[] = [];
  // Folders that were named for this run come first: whoever names one means it.
  const folders = [...options.folders].sort((a, b) => Number(b.origin === "extra") - Number(a.origin === "extra"));
  for (const folder of folders) candidates.push(...candidatesIn(folder, problems));

  const read: (ReadSkill | null)[] = [];
  for (const candidate of candidates) read.push(await readSkill(candidate, options.dataRoot));
  const skills = new Map<string, ReadSkill>();
  for (const found of read) {
    if (found === null) continue;
    problems.push(...found.problems);
    if (found.skill === null) continue;
    const first = skills.get(found.skill.name)?.skill;
    if (first === undefined || first === null) skills.set(found.skill.name, found);
    else problems.push(shadowed(first, found.skill, found.file));
  }
  const usable = [...skills.values()].flatMap(({ skill }) => skill ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { skill, file } of skills.values()) {
    for (const needed of skill?.dependencies ?? []) {
      if (skills.has(needed)) continue;
      reportTo(problems, file)("warning", START, `It needs the skill "${needed}", which is not there.`);
    }
  }
  problems.sort((a, b) => (a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1));
  return { skills: usable, problems };
}

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
  const meant = first.origin === "extra" && second.origin !== "extra";
  const message = meant
    ? `The skill "${second.name}" in ${first.dir} stands in for this one.`
    : `There is a skill "${second.name}" in ${first.dir} already. This one is left out.`;
  return { file, ...START, message, severity: meant ? "notice" : "error" };
}
