// SPEC.md EN2420 to EN2423: campaigns in folders of their own, and what machines made of them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AssetRecord } from "@narratoria/persistence";
import { afterAll, expect, it, vi } from "vitest";
import { campaignProvenance, openCampaigns, openEngine } from "../src/index.js";

vi.setConfig({ testTimeout: 240_000 });

const home = mkdtempSync(join(tmpdir(), "narratoria-made-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

it("[EN2420] [EN2421] [EN2422] [EN2423] lists what was filled in, keeps a record of it, and says what lacks its provenance", async () => {
  const dir = join(home, "the-last-map");
  mkdirSync(dir);
  const description = "You want to draw the far side of the river before winter comes.";
  writeFileSync(join(dir, "manifest.json"), JSON.stringify({ title: "The Last Map", version: "1.0.0", description }));
  const dataDir = join(home, "data");
  const none = await campaignProvenance(dir, { dataDir });
  expect(none).toEqual({ title: "The Last Map", warning: null, made: [], lacks: [] });
  let kept: readonly string[];
  {
    await using engine = await openEngine({ dataDir, enrich: true, startAhead: false, narrator: "storybook" });
    await using story = await engine.play(dir);
    for await (const _ of story.begin());
    let file = "";
    for await (const piece of engine.export(story.id, { format: "json" })) file += piece;
    const { records }: { records: { dataType: string; record: AssetRecord }[] } = JSON.parse(file);
    kept = records.flatMap(({ dataType, record }) =>
      dataType === "asset" && record.provenance?.source_model === "narratoria/storybook" ? [record.path] : [],
    );
  }
  writeFileSync(join(dir, "lore/moss_generated.md"), "Moss grows on the river stones.\n");
  const { warning, made, lacks } = await campaignProvenance(dir, { dataDir });
  expect(made.length).toBeGreaterThan(5);
  expect(warning).toBe(
    `Campaign contains ${made.length} AI-generated asset(s). Review generated flags and provenance metadata to verify correctness.`,
  );
  for (const { model, date, seed } of made) {
    expect(model).not.toBe("");
    expect(Date.parse(date)).not.toBeNaN();
    expect(seed).not.toBe("");
  }
  expect(lacks).toEqual([
    {
      file: "lore/moss_generated.md",
      line: 1,
      column: 1,
      message:
        "Generated asset missing provenance (generated=true requires provenance.source_model, provenance.generated_at, provenance.seed_data).",
    },
  ]);
  expect(kept).toHaveLength(made.length);
  expect(made.map(({ file }) => file)).toContain("plot/beats_generated.json");
  expect(await openCampaigns({ dataDir }).own()).toMatchObject([
    { dir, card: { name: "the-last-map", origin: "folder" } },
  ]);
  rmSync(dir, { recursive: true });
  expect(await openCampaigns({ dataDir }).own()).toEqual([]);
});
