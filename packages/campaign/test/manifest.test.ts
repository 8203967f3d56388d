import { describe, expect, it } from "vitest";
import { load, MANIFEST } from "./campaign-folder.js";

describe("the manifest", () => {
  it.each([
    ["Teen (violence)", "Teen"],
    ["everyone 10+ (mild peril)", "Everyone 10+"],
    ["Adults Only(all of it)", "Adults Only"],
  ])("[CA30] takes the rating %s as %s", async (written, rating) => {
    const { campaign, problems } = await load({ "manifest.json": { ...MANIFEST, content_rating: written } });
    expect(campaign.manifest.content_rating).toBe(rating);
    expect(problems).toMatchObject([{ file: "manifest.json", line: 4, severity: "warning" }]);
  });

  it.each(["Teen", "Everyone 10+"])("[CA30] takes the plain rating %s without a word", async (rating) => {
    const { campaign, problems } = await load({ "manifest.json": { ...MANIFEST, content_rating: rating } });
    expect(campaign.manifest.content_rating).toBe(rating);
    expect(problems).toEqual([]);
  });

  it("[CA30] refuses a rating that is none", async () => {
    const { campaign, problems } = await load({ "manifest.json": { ...MANIFEST, content_rating: "PG (mild)" } });
    expect(campaign.manifest.content_rating).toBeUndefined();
    expect(problems).toMatchObject([{ severity: "error" }]);
  });

  it.each(["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x"])(
    "[CA31] drops the homepage %s",
    async (homepage) => {
      const { campaign, problems } = await load({ "manifest.json": { ...MANIFEST, homepage } });
      expect(campaign.manifest.homepage).toBeUndefined();
      expect(problems).toMatchObject([{ line: 4, severity: "warning" }]);
    },
  );

  it.each(["https://example.org/a", "http://example.org"])("[CA31] keeps the homepage %s", async (homepage) => {
    const { campaign, problems } = await load({ "manifest.json": { ...MANIFEST, homepage } });
    expect(campaign.manifest.homepage).toBe(homepage);
    expect(problems).toEqual([]);
  });
});

describe("stats", () => {
  it("[CA32] are the usual six unless the manifest names its own", async () => {
    const { campaign } = await load();
    expect(campaign.stats.map(({ name }) => name)).toEqual([
      "strength",
      "dexterity",
      "intelligence",
      "charisma",
      "stealth",
      "perception",
    ]);
    expect(campaign.stats.every(({ min, max, default: start }) => min === 1 && max === 20 && start === 10)).toBe(true);
  });

  it("[CA32] have bounds and a default", async () => {
    const stat_schema = [
      { name: "nerve" },
      { name: "luck", min: 0, max: 5, description: "What falls." },
      { name: "ear", default: 3 },
    ];
    const { campaign, problems } = await load({ "manifest.json": { ...MANIFEST, stat_schema } });
    expect(problems).toEqual([]);
    expect(campaign.stats).toEqual([
      { name: "nerve", min: 1, max: 20, default: 10 },
      { name: "luck", min: 0, max: 5, default: 2, description: "What falls." },
      { name: "ear", min: 1, max: 20, default: 3 },
    ]);
  });

  it("[CA32] that contradict themselves are mended with an error", async () => {
    const stat_schema = [
      { name: "nerve", min: 9, max: 2 },
      { name: "luck", max: 5, default: 8 },
      { name: "luck", max: 9 },
    ];
    const { campaign, problems } = await load({ "manifest.json": { ...MANIFEST, stat_schema } });
    expect(campaign.stats).toEqual([{ name: "luck", min: 1, max: 5, default: 5 }]);
    expect(problems.map(({ line, severity }) => [line, severity])).toEqual([
      [8, "error"],
      [13, "error"],
      [16, "error"],
    ]);
  });

  it("[CA32] start where the player template says", async () => {
    const { campaign, problems } = await load({
      "manifest.json": { ...MANIFEST, stat_schema: [{ name: "nerve" }, { name: "luck", max: 5 }] },
      "characters/player/template.json": {
        starting_stats: {
          attributes: [
            { name: "nerve", default: 12 },
            { name: "luck", default: 9 },
            { name: "height", default: 3 },
          ],
        },
      },
    });
    expect(campaign.stats.map(({ name, default: start }) => [name, start])).toEqual([
      ["nerve", 12],
      ["luck", 5],
    ]);
    expect(problems.map(({ severity }) => severity)).toEqual(["error", "warning"]);
  });
});
