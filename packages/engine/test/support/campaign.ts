import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PIANO = fileURLToPath(new URL("../../../../campaigns/the-piano-on-the-third-landing/", import.meta.url));

const MEDIA = /[\\/](?:art|music)$/;

/**
 * Writes the smallest bundled campaign to `folder`, without its pictures and music, with further files of its own.
 *
 * @param folder - Where it is to stand; its last part is the campaign's name.
 * @param files - Text by path inside the campaign.
 */
export async function smallCampaign(folder: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  await cp(PIANO, folder, { recursive: true, filter: (path) => !MEDIA.test(path) });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** An ending that is in reach from the first choice on. */
export const ENDING_AT_ONCE = {
  "plot/endings/a-longer-strap.md":
    "---\ntitle: A Longer Strap\ntone: wry\n---\n\nThe carriers come back with a longer strap. The piano goes up, and the house goes down to look.\n\nNobody asks who wrote to a piano tuner. The stairs are wide and empty, and you go down them.\n",
};
