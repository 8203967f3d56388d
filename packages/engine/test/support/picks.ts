import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tempFolder } from "./play.js";

/** A data folder with a skill that is meant for any scene in part: the patterns are in doubt about every turn. */
export async function folderInDoubt(): Promise<string> {
  const dataDir = await tempFolder();
  const dir = join(dataDir, "skills", "storm-glass");
  const hours = ["morning", "afternoon", "evening", "night"].map((hour) => `in storms of the ${hour}`);
  await mkdir(join(dir, "scripts"), { recursive: true });
  await writeFile(join(dir, "scripts", "look.mjs"), 'console.log(\'{"version":"0","type":"done","ok":true}\');\n');
  await writeFile(
    join(dir, "SKILL.md"),
    `---\nname: storm-glass\ndescription: A glass. Use it ${hours.join(", ")}.\n---\nLook at the glass.\n`,
  );
  return dataDir;
}

/** A model's picks for a plan: the last scene kind, the first person or topic, a promise. */
export function picksOf(schema: unknown): string {
  const { properties } = schema as {
    properties: { scene: { enum: string[] }; about?: { items: { enum: string[] } }; run?: object };
  };
  return JSON.stringify({
    scene: properties.scene.enum.at(-1),
    ...(properties.about ? { about: properties.about.items.enum.slice(0, 1) } : {}),
    past: "promise",
    ...(properties.run ? { run: [] } : {}),
  });
}
