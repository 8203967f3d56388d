import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tempFolder } from "./play.js";

/** A skill of one script, in plain JavaScript, that is run of itself in every turn. */
export interface SmallSkill {
  readonly name: string;
  /** Body of the script. `say(event)` writes an event, `done(ok)` the last one; `dataDir` is the skill's own folder. */
  readonly script: string;
  /** Fields of `skill.json`, over the usual ones. */
  readonly manifest?: object;
  /** Fields of the script in `skill.json`. */
  readonly fields?: object;
}

const PRELUDE = `import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
const dataDir = process.env.NARRATORIA_DATA_DIR;
const say = (event) => console.log(JSON.stringify({ version: "0", ...event }));
const done = (ok = true) => say({ type: "done", ok });
readFileSync(0);
`;

/** Writes skills into a folder of their own. @returns The folder, for the option `skills`. */
export async function skillFolder(...skills: readonly SmallSkill[]): Promise<string> {
  const folder = await tempFolder();
  for (const skill of skills) await writeSkill(folder, skill);
  return folder;
}

/** Writes a skill into a folder of skills. */
async function writeSkill(folder: string, { name, script, manifest = {}, fields = {} }: SmallSkill): Promise<void> {
  const dir = join(folder, name);
  await mkdir(join(dir, "scripts"), { recursive: true });
  const listed = { name: "run", path: "scripts/run.mjs", timeout: 20_000, when: ["opening", "turn"], ...fields };
  const about = { name, version: "1.0.0", description: `Tries ${name}.`, scripts: [listed], ...manifest };
  await writeFile(join(dir, "skill.json"), JSON.stringify(about, null, 2));
  await writeFile(join(dir, "scripts", "run.mjs"), `${PRELUDE}${script}\n`);
}
