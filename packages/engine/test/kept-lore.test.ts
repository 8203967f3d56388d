import { loadCampaign } from "@narratoria/campaign";
import { openStore } from "@narratoria/persistence";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { KeptLore } from "../src/host/kept-lore.js";
import { tempFolder } from "./support/play.js";

it("[EN345] lore is kept once, and anew where the campaign is another by now", async () => {
  const dir = fileURLToPath(new URL("../../../campaigns/one-wheel-over", import.meta.url));
  const { campaign } = await loadCampaign(dir);
  if (!campaign) throw new Error("no campaign");
  const store = await openStore({ dataDir: await tempFolder() });
  onTestFinished(() => store.close());
  const { id } = await store.createPlaythrough({
    campaign: "one-wheel-over",
    campaignPath: dir,
    campaignVersion: "1.0.0",
    title: "One Wheel Over",
    seed: "1",
  });
  const ids = async () => {
    const { records } = await store.exactMatch(id, "lore", {}, { limit: 1000 });
    return records.map((one) => one.id);
  };
  await new KeptLore(store, id, campaign).ready();
  const first = await ids();
  expect(first.length).toBeGreaterThan(60);
  await new KeptLore(store, id, campaign).ready();
  expect(await ids()).toEqual(first);
  const secret = await store.exactMatch(id, "lore", { ids: first }, { limit: 1000 });
  expect(secret.records.find(({ record }) => record.filePath === "lore/the-drain.md")?.record["knownBy"]).toEqual([
    "onna",
  ]);

  const pieces = await store.exactMatch(id, "lore", { path: "lore/the-drain.md" });
  expect(pieces.total).toBeGreaterThan(1);
  for (const { record } of pieces.records) {
    expect(record.title).toBe("The drain");
    expect(record.content).not.toMatch(/^#+ [^\n]*$/);
  }
  // A story that was begun before pieces had titles.
  const { filePath, chunkIndex, paragraphId, content, tokenCount } = pieces.records[0]?.record ?? {};
  const old = { filePath, chunkIndex, paragraphId, content, tokenCount, campaignVersion: campaign.manifest.version };
  await store.change(id, [{ change: "store", dataType: "lore", record: old }]);
  await new KeptLore(store, id, campaign).ready();
  const again = await store.exactMatch(id, "lore", { path: "lore/the-drain.md" });
  expect(again.records.map(({ record }) => record.title)).toEqual(pieces.records.map(() => "The drain"));

  const manifest = { ...campaign.manifest, version: "9.0.0" };
  await new KeptLore(store, id, { manifest, lore: campaign.lore.slice(0, 1) }).ready();
  expect((await ids()).length).toBeLessThan(10);
});
