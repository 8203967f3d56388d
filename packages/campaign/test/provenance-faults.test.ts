// SPEC.md CA2300: what lacks its provenance.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadCampaign, provenanceFaults } from "../src/index.js";

it("[CA2300] lists faulty provenance, and files whose names alone say that they are generated", async () => {
  const dir = mkdtempSync(join(tmpdir(), "narratoria-provenance-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, "lore"));
  writeFileSync(join(dir, "manifest.json"), JSON.stringify({ title: "The Sluice", version: "1.0.0" }));
  writeFileSync(join(dir, "lore/eels.md"), "---\ngenerated: true\n---\n\nEels climb the weir.\n");
  writeFileSync(join(dir, "lore/mill_generated.md"), "The mill is old.\n");
  writeFileSync(join(dir, "lore/boats.md"), "Boats wait.\n");
  const { campaign, problems } = await loadCampaign(dir);
  const words = expect.stringMatching(
    /^Generated asset missing provenance \(generated=true requires provenance\.source_model, /,
  );
  expect(provenanceFaults(campaign, problems).map(({ file, message }) => [file, message])).toEqual([
    ["lore/eels.md", words],
    ["lore/mill_generated.md", words],
  ]);
});
