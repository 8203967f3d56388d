import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { discoverSkills, type Problem, type Skill, type SkillOrigin } from "../../src/index.js";

/** What a skill folder holds: text, bytes, or an object to be written as JSON. */
export type Files = Record<string, string | Uint8Array | object>;

export const MANIFEST = { name: "lamp", version: "1.2.3", description: "Lights lamps." };

/** A fresh folder that goes when the test ends. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "narratoria-skills-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a skill into a folder of skills. */
export function writeSkill(folder: string, name: string, files: Files): string {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, name, path);
    mkdirSync(dirname(file), { recursive: true });
    const raw = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(file, raw ? content : JSON.stringify(content, null, 2));
  }
  return join(folder, name);
}

/** Discovers the skills of one folder. */
export async function discover(
  folder: string,
  origin: SkillOrigin = "bundled",
  dataRoot = join(folder, "..", "none"),
): Promise<{ skills: Skill[]; problems: Problem[] }> {
  return discoverSkills({ folders: [{ path: folder, origin }], dataRoot });
}

/** Discovers one skill called `lamp` made of these files, and gives its problems as `file:line message`. */
export async function lamp(
  files: Files,
  origin: SkillOrigin = "bundled",
  before: (dir: string) => void = () => {},
): Promise<{ skill: Skill | undefined; said: string[]; problems: Problem[]; dir: string }> {
  const folder = freshFolder();
  const dir = writeSkill(folder, "lamp", files);
  before(dir);
  const { skills, problems } = await discover(folder, origin);
  const said = problems.map(({ file, line, message }) => `${file.slice(dir.length + 1)}:${line} ${message}`);
  return { skill: skills[0], said, problems, dir };
}
