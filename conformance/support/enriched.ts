import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { enrichCampaign } from "@narratoria/engine";
import { inFreshHome } from "./home.js";
import { SPARSE_CAMPAIGNS, writeSparseCampaign } from "./sparse-campaigns.js";

/** What became of a sparse campaign that was filled in. */
export interface Enriched {
  readonly campaign: string;
  readonly ms: number;
  /** Paths and texts of what was made. */
  readonly made: readonly { readonly path: string; readonly text: string }[];
  /** The author's files that are not as they were, to the letter. */
  readonly changed: readonly string[];
}

export function enrichAll(): Promise<Enriched[]> {
  return inFreshHome(async (home) => {
    const all: Enriched[] = [];
    for (const [campaign, files] of Object.entries(SPARSE_CAMPAIGNS)) {
      const dir = join(home, campaign.replaceAll(" ", "-"));
      await writeSparseCampaign(dir, files);
      const before = performance.now();
      const { files: made } = await enrichCampaign(dir, { dataDir: join(home, "data") });
      const ms = performance.now() - before;
      const texts = await Promise.all(
        made.map(async ({ path }) => ({ path, text: await readFile(join(dir, path), "utf8") })),
      );
      const changed: string[] = [];
      for (const [path, text] of Object.entries(files))
        if ((await readFile(join(dir, path), "utf8").catch(() => null)) !== text) changed.push(path);
      all.push({ campaign, ms, made: texts, changed });
    }
    return all;
  });
}
