import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const manifest = (title: string): string =>
  JSON.stringify({ title, version: "1.0.0", description: "A story in a handful of files.", author: "A. Writer" });

/** What authors begin with: fewer than five files, whose paths are the keys. */
export const SMALL_CAMPAIGNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a manifest alone": { "manifest.json": manifest("The Lighthouse") },
  "a setting": {
    "manifest.json": manifest("The Ropewalk"),
    "world/setting.md":
      "# The Ropewalk\n\nA shed a quarter of a mile long, on the quay of a town that no longer builds ships. Hemp hangs from its beams, and the tar house stands at its far end.\n",
  },
  "a premise and somebody": {
    "manifest.json": manifest("The Late Post"),
    "plot/premise.md":
      "You bring the mail to the last house on the road, and the letter that you carry is addressed to somebody who died nine years ago.\n",
    "characters/npcs/ada-crane/profile.json": JSON.stringify({
      name: "Ada Crane",
      role: "innkeeper",
      description: "She keeps the inn at the end of the road and has kept every letter that came for the dead.",
      motivation: "Wants to know who still writes to her brother.",
    }),
  },
  "four files": {
    "manifest.json": manifest("The Well"),
    "world/setting.md":
      "# The village\n\nThe village has one well, in the square. The school stands behind the chapel.\n",
    "plot/beats.json": JSON.stringify({
      beats: [
        {
          id: "beat_001",
          title: "The bucket comes up dry",
          description:
            "In the square the bucket comes up dry. The schoolmistress looks into the well and says nothing.",
          priority: "critical",
          conditions: { scene_count: { min: 2 } },
        },
      ],
    }),
    "lore/well.md":
      "# The well\n\nThe well was dug in the year of the great drought by a man whom nobody had asked to dig.\n",
  },
};

/** Writes one of them. @returns Its folder. */
export async function writeSmallCampaign(dir: string, name: string): Promise<string> {
  const folder = join(dir, name.replaceAll(" ", "-"));
  for (const [path, text] of Object.entries(SMALL_CAMPAIGNS[name] ?? {})) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}
