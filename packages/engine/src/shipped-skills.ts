/** The skills that come with the program: npm packages of their own, found as Node finds packages. */
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { packagePath } from "@narratoria/protocol/launch";
import { EngineError } from "./errors.js";
import { say } from "./words/say.js";

/** Packages of the skills that the engine depends on. Each may be left out. */
export const SHIPPED_SKILLS: readonly string[] = [
  "@narratoria/skill-character-portraits",
  "@narratoria/skill-dice-roller",
  "@narratoria/skill-memory",
  "@narratoria/skill-npc-perception",
  "@narratoria/skill-player-choices",
  "@narratoria/skill-reputation",
  "@narratoria/skill-storyteller",
];

let named: readonly string[] | null = null;

/**
 * Says which skills come with the program, for the whole process. Implements rules EN3201 and EN3202.
 *
 * @param skills - Names of packages, folders, or URLs of files in such folders.
 * @throws {EngineError} `invalid_option` where one of them is not there.
 */
export function describeShippedSkills(skills: readonly string[]): void {
  for (const one of skills) {
    if (folderOf(one) !== null) continue;
    throw new EngineError(
      "invalid_option",
      say("error.shipped_skill_missing", { name: one }),
      say("error.shipped_skill_missing.action"),
    );
  }
  named = skills;
}

/** Folders of the skills that come with the program, without those that are not installed. Implements rule EN3200. */
export function shippedSkillFolders(): string[] {
  return (named ?? SHIPPED_SKILLS).flatMap((one) => folderOf(one) ?? []);
}

/** Packages of those of them that are not installed. Implements rule EN3203. */
export function missingShippedSkills(): string[] {
  return (named ?? SHIPPED_SKILLS).filter((one) => folderOf(one) === null);
}

/** Their names, as of their folders. */
export function shippedSkillNames(): string[] {
  return shippedSkillFolders().map((folder) => basename(folder).replace(PACKAGE_PREFIX, ""));
}

/** Returns a test of paths for lying in the folder of one of them, once links are followed. */
export function isInShippedSkill(): (file: string) => boolean {
  const folders = shippedSkillFolders().map((folder) => join(realpathSync(folder), sep));
  return (file) => folders.some((folder) => file.startsWith(folder));
}

const PACKAGE_PREFIX = /^(?:narratoria-)?skill-/;

function folderOf(skill: string): string | null {
  const path = skill.startsWith("file:") ? fileURLToPath(skill) : skill;
  if (isAbsolute(path) || /^\.{1,2}(?:[\\/]|$)/.test(path)) {
    const folder = resolve(/\.(?:json|md)$/i.test(path) ? dirname(path) : path);
    return existsSync(folder) ? folder : null;
  }
  const name = basename(path).replace(PACKAGE_PREFIX, "");
  return packagePath({
    moduleUrl: import.meta.url,
    beside: [],
    bundled: `skills/${name}`,
    installed: [path, ""],
  });
}
