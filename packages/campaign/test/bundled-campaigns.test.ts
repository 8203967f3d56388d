import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadCampaign, loreChunks } from "../src/index.js";
import { must } from "./campaign-folder.js";

const campaigns = fileURLToPath(new URL("../../../campaigns", import.meta.url));
const names = readdirSync(campaigns, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe("the campaigns that we ship", () => {
  it("[CA8] are two", () => {
    expect(names.length).toBeGreaterThanOrEqual(2);
  });

  it.each(names)("[CA8] %s is read without a word but that a machine made its pictures and sounds", async (name) => {
    const { campaign, problems } = must(await loadCampaign(`${campaigns}/${name}`));
    expect(problems.map(({ code }) => code)).toEqual(["generated_assets"]);
    expect([...campaign.generated].every((path) => /^(?:art|music)\//.test(path))).toBe(true);
    expect(campaign.premise).not.toBe("");
    expect(campaign.setting).not.toBe("");
    const chunks = await loreChunks(campaign);
    expect(new Set(chunks.map(({ filePath }) => filePath)).size).toBe(campaign.lore.length);
  });
});
