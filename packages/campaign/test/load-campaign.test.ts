import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { CampaignError, loadCampaign } from "../src/index.js";
import { campaignFolder, load, profile } from "./campaign-folder.js";

async function failure(dir: string): Promise<{ code: string; message: string }> {
  try {
    await loadCampaign(dir);
  } catch (error) {
    if (error instanceof CampaignError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("the campaign was loaded");
}

describe("a folder that is no campaign", () => {
  it("[CA1] is not found, and the one beside it is suggested", async () => {
    const dir = await campaignFolder();
    const { code, message } = await failure(join(dirname(dir), "the-weighting"));
    expect(code).toBe("not_found");
    expect(message).toContain(`Did you mean "${dir}"?`);
  });

  it("[CA1] is not found, without a suggestion where nothing is near", async () => {
    const dir = await campaignFolder();
    const { code, message } = await failure(join(dirname(dir), "somewhere-else-entirely"));
    expect(code).toBe("not_found");
    expect(message).not.toContain("Did you mean");
  });

  it("[CA2] is a file, and of a manifest its folder is named", async () => {
    const dir = await campaignFolder({ "notes.txt": "x" });
    expect(await failure(join(dir, "manifest.json"))).toEqual({
      code: "not_a_folder",
      message: `"${join(dir, "manifest.json")}" is a file, and a campaign is a folder. Name the folder that it lies in: "${dir}".`,
    });
    expect((await failure(join(dir, "notes.txt"))).message).not.toContain("Name the folder");
  });

  it("[CA3] holds no manifest, and says so", async () => {
    const dir = await campaignFolder({ "world/setting.md": "Rain." });
    const empty = join(dir, "world");
    const { code, message } = await failure(empty);
    expect(code).toBe("no_manifest");
    expect(message).toBe(`The folder "${await realpath(empty)}" is not a campaign: it holds no manifest.json.`);
  });

  it("[CA3] holds the campaign one folder deeper", async () => {
    const dir = await campaignFolder();
    expect((await failure(dirname(dir))).message).toContain(`one a folder deeper: "${await realpath(dir)}"`);
  });

  it("[CA3] holds a file that was meant to be the manifest", async () => {
    const dir = await campaignFolder();
    const other = join(dirname(dir), "other");
    await mkdir(other);
    await writeFile(join(other, "Manifest.jsn"), "{}");
    expect((await failure(other)).message).toContain('Is "Manifest.jsn" meant to be it?');
  });

  it("[CA3] holds a link in place of the manifest", async () => {
    const dir = await campaignFolder();
    const other = join(dirname(dir), "other");
    await mkdir(other);
    await symlink(join(dir, "manifest.json"), join(other, "manifest.json"));
    const { code, message } = await failure(other);
    expect(code).toBe("no_manifest");
    expect(message).toContain("is a link");
  });
});

describe("a manifest that cannot be used", () => {
  it.each([
    ["is empty", "", 1, "This file is empty."],
    ["is a list", "[]", 1, ""],
    ["breaks off", '{\n  "title": "A",\n', 2, "The file ends too early"],
    ["breaks off behind a bracket", '{\n  "title": "A",\n  "tags": [', 3, "The file ends too early"],
    ["has no title", '{ "version": "1.0.0" }', 1, "title"],
    ["has no version", '\n{ "title": "A" }', 2, "version"],
    ["has a version that is none", '{\n  "title": "A",\n  "version": "one"\n}', 3, "version"],
    ["is not UTF-8", Buffer.from([0x7b, 0x0a, 0xe9, 0x7d]), 2, "not valid UTF-8"],
  ])("[CA4] %s", async (_, content, line, words) => {
    const { campaign, problems } = await loadCampaign(await campaignFolder({ "manifest.json": content }));
    expect(campaign).toBeNull();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file: "manifest.json", line, severity: "error" });
    expect(problems[0]?.message).toContain(words);
  });
});

describe("a campaign", () => {
  it("[CA5] loses what is faulty and nothing else", async () => {
    const { campaign, problems } = await load({
      "manifest.json": { title: "A", version: "1.0.0", genre: 7 },
      "world/setting.md": new Uint8Array([0xff, 0xff]),
      "world/rules.md": "Roll two dice.",
      "characters/npcs/ada/profile.json": profile("Ada"),
      "characters/npcs/bo/profile.json": "{",
      "plot/beats.json": { beats: [{ id: "beat_001", title: "First" }] },
      "plot/premise.md": "You stand in the rain.",
      "lore/a.md": "# A\n\nFact.",
    });
    expect(campaign.manifest).toEqual({ title: "A", version: "1.0.0" });
    expect(campaign.setting).toBe("");
    expect(campaign.rules).toBe("Roll two dice.");
    expect(campaign.npcs.map(({ id }) => id)).toEqual(["ada"]);
    expect(campaign.beats).toEqual([]);
    expect(campaign.premise).toBe("You stand in the rain.");
    expect(campaign.lore).toHaveLength(1);
    expect(problems.map(({ file }) => file)).toEqual([
      "characters/npcs/bo/profile.json",
      "manifest.json",
      "plot/beats.json",
      "world/setting.md",
    ]);
    expect(problems.every(({ severity }) => severity === "error")).toBe(true);
  });

  it("[CA6] reports by file, line and column", async () => {
    const { problems } = await load({
      "manifest.json": '{"title": "A", "tone": 1, "genre": 2,\n"version": "1.0.0",\n"author": 3}',
      "a-note.txt": "x",
    });
    expect(problems.map(({ file, line, column }) => [file, line, column])).toEqual([
      ["a-note.txt", 1, 1],
      ["manifest.json", 1, 24],
      ["manifest.json", 1, 36],
      ["manifest.json", 3, 11],
    ]);
  });

  it("[CA7] goes by its folder's name, through a link as well", async () => {
    const dir = await campaignFolder({}, "tally-house");
    const link = join(dirname(dir), "link");
    await symlink(dir, link);
    const { campaign } = await loadCampaign(link);
    expect(campaign).toMatchObject({ name: "tally-house", dir: await realpath(dir) });
  });

  it("[CA8] is read whole", async () => {
    const { campaign, problems } = await load({
      "README.md": "Creeds.",
      "world/setting.md": "# Setting\n\nRain.\n",
      "world/rules.md": "Rules.",
      "world/constraints.md": "- Nobody flies.\n",
      "characters/npcs/ada/profile.json": profile("Ada Weir"),
      "characters/npcs/ada/secrets.md": "She wrote it.",
      "characters/npcs/ada/portrait.png": "png",
      "characters/player/template.json": { starting_location: "The Scale" },
      "plot/premise.md": "# Premise\n\nYou arrive.\n",
      "plot/beats.json": { beats: [{ id: "beat_001", title: "First", description: "Something happens." }] },
      "plot/endings/even.md": "---\ntitle: Even\n---\nAll is even.",
      "lore/deep/down/scale.md": "# The scale\n\nIt is old.",
      "storybook/frames.md": "# deed ask success\n- You ask.",
      "art/scale.webp": "webp",
      "music/rain.ogg": "ogg",
    });
    expect(problems).toEqual([]);
    expect(campaign).toMatchObject({
      manifest: { title: "The Weighing" },
      setting: "# Setting\n\nRain.",
      rules: "Rules.",
      constraints: [{ text: "Nobody flies." }],
      forbidden: [],
      npcs: [{ id: "ada", secrets: "She wrote it.", portrait: "characters/npcs/ada/portrait.png" }],
      playerTemplate: { starting_location: "The Scale" },
      premise: "You arrive.",
      beats: [{ id: "beat_001" }],
      endings: [{ id: "even", title: "Even", body: "All is even." }],
      lore: [{ file: "lore/deep/down/scale.md", title: "The scale" }],
      storybook: [{ file: "storybook/frames.md", text: "# deed ask success\n- You ask." }],
      art: ["art/scale.webp"],
      music: ["music/rain.ogg"],
    });
  });

  it("[CA8] may be a manifest alone", async () => {
    const { campaign, problems } = await load();
    expect(problems).toEqual([]);
    expect(campaign).toMatchObject({
      setting: "",
      rules: "",
      premise: "",
      constraints: [],
      forbidden: [],
      npcs: [],
      playerTemplate: null,
      beats: [],
      endings: [],
      lore: [],
      storybook: [],
      art: [],
      music: [],
    });
  });
});

it("[CA74] warns once of what a model made, by front matter, by provenance and by files beside pictures", async () => {
  const made = await load({
    "world/setting.md": "---\ngenerated: true\n---\n# Here\n\nIt is cold.",
    "lore/a.md": "# A\n\nIt is old.",
    "characters/npcs/a/profile.json": { ...profile("Ann"), _provenance: { generated: true } },
    "art/pier.png": "picture",
    "art/pier.png.provenance.json": { generated: true },
  });
  expect(made.campaign.generated.size).toBe(3);
  expect(made.problems.filter(({ message }) => /AI-generated/.test(message))).toMatchObject([
    {
      file: "manifest.json",
      severity: "warning",
      message: expect.stringContaining("contains 3 AI-generated asset(s)."),
    },
  ]);
  expect((await load({ "lore/a.md": "# A" })).campaign.generated.size).toBe(0);
});

it("[CA4607] takes the backslash off the end of a line, and no other", async () => {
  const { campaign } = await load({
    "plot/premise.md": "The tide is up,\\\nthe tide is down,\\\r\nand \\\\ stands here.\n",
    "world/setting.md": "The bell is in the sea,\\\nand so am I.\n",
  });
  expect(campaign.premise).toMatch(/^The tide is up,\r?\nthe tide is down,\r?\nand \\\\ stands here\.$/);
  expect(campaign.setting).toBe("The bell is in the sea,\nand so am I.");
});
