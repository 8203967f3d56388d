import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadCampaign, loreChunks } from "@narratoria/campaign";
import { createStaticEmbedder } from "@narratoria/narrator";
import type { Criterion } from "./support/criterion.js";
import { withStory } from "./support/records.js";

interface Asked {
  readonly query: string;
  /** Lore files that tell of it, without `lore/` and `.md`. */
  readonly files: readonly string[];
}

const CAMPAIGN = fileURLToPath(new URL("../campaigns/one-wheel-over", import.meta.url));
const ASKED = new URL("lore/one-wheel-over.json", import.meta.url);
/** What an author means is to be among the first three; five go with a scene. */
const SHOWN = 3;

/** The author's own questions about a bundled campaign: what is found of its lore by the embedder that ships. */
export const sc042: Criterion = {
  id: "SC-042",
  title: "Lore retrieval relevance",
  target: `a piece that tells of it among ${SHOWN} for 90% of an author's questions`,
  measure: () =>
    withStory(
      async ({ store, id }) => {
        const { campaign } = await loadCampaign(CAMPAIGN);
        const chunks = campaign === null ? [] : await loreChunks(campaign);
        await store.change(
          id,
          chunks.map((chunk) => ({ change: "store", dataType: "lore", record: { ...chunk } })),
        );
        const asked: readonly Asked[] = JSON.parse(readFileSync(ASKED, "utf8"));
        const missed: string[] = [];
        let first = 0;
        for (const { query, files } of asked) {
          const found = await store.semanticSearch(id, { dataType: "lore", query, limit: SHOWN, threshold: 0 });
          const names = found.map(({ record }) => record.filePath.replace(/^lore\/|\.md$/g, ""));
          if (files.includes(names[0] ?? "")) first += 1;
          if (!names.some((name) => files.includes(name))) missed.push(query);
        }
        const answered = asked.length - missed.length;
        return {
          met: asked.length >= 50 && answered >= 0.9 * asked.length,
          found: `${answered} of ${asked.length} among ${chunks.length} pieces, ${first} of them first${missed.length > 0 ? `; not: ${missed.join(" ")}` : ""}`,
        };
      },
      { embedder: createStaticEmbedder() },
    ),
};
