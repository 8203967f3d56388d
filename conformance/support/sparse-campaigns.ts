import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What authors leave who have an idea and no time: one file to three, whose paths are the keys. */
export const SPARSE_CAMPAIGNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a title": { "manifest.json": '{ "title": "Bears of the Lower Canal", "version": "1.0.0" }\n' },
  "a premise": {
    "manifest.json": '{ "title": "I Am a Spoon", "version": "1.0.0", "tone": "silly" }\n',
    "plot/premise.md":
      "I am a spoon. I am a spoon in the kitchen drawer, and I want to see the moon before the cook comes back. The dog is asleep.\n",
  },
  "a setting and a premise": {
    "manifest.json": '{ "title": "Low Water", "version": "1.0.0", "genre": "gothic" }\n',
    "world/setting.md":
      "Skarv is an island with a harbour, nine miles from the coast. Every boat comes in with the same name on it. Nobody has ever asked why.\n",
    "plot/premise.md": "You have come to Skarv to find out who painted the boats.\n",
  },
};

export async function writeSparseCampaign(dir: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const full = join(dir, path);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, text);
  }
}
