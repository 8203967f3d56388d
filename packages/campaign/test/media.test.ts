import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCampaign } from "../src/index.js";
import { campaignFolder, load, must } from "./campaign-folder.js";

describe("media", () => {
  it("[CA58] are listed by file ending, without their sidecars", async () => {
    const { campaign, problems } = await load({
      "art/a.png": "x",
      "art/places/b.JPEG": "x",
      "art/c.webp": "x",
      "art/a.png.keywords.txt": "scale",
      "art/a.png.provenance.json": "{}",
      "art/vector.svg": "<svg/>",
      "art/none.png": "",
      "music/a.flac": "x",
      "music/b.wav": "x",
      "music/c.midi": "x",
    });
    expect(campaign.art).toEqual(["art/a.png", "art/c.webp", "art/places/b.JPEG"]);
    expect(campaign.music).toEqual(["music/a.flac", "music/b.wav"]);
    expect(problems.map(({ file, severity }) => [file, severity])).toEqual([
      ["art/none.png", "warning"],
      ["art/vector.svg", "warning"],
      ["music/c.midi", "warning"],
    ]);
  });

  it("[CA58] of over 50 MiB are left out", async () => {
    const dir = await campaignFolder();
    await mkdir(join(dir, "music"));
    const file = await open(join(dir, "music/long.wav"), "w");
    await file.truncate(50 * 1024 * 1024 + 1);
    await file.close();
    const { campaign, problems } = must(await loadCampaign(dir));
    expect(campaign.music).toEqual([]);
    expect(problems).toMatchObject([{ file: "music/long.wav", severity: "warning" }]);
  });
});

describe("what nothing reads", () => {
  it("[CA57] is said, with the name it may be meant to have", async () => {
    const { problems } = await load({
      "README.md": "x",
      LICENSE: "x",
      "lore/readme.txt": "Lore all the same.",
      "notes.txt": "x",
      "world/settings.md": "Rain.",
      "charcters/npcs/ada/profile.json": "{}",
      "charcters/npcs/bo/profile.json": "{}",
      "skills/evil/skill.json": "{}",
      "plot/other.json": "{}",
      "plot/endings/sea.json": "{}",
      "characters/npcs/ada/about.md": "Ada.",
      "lore/well.md": "The well is dry.",
      "lore/wel.md.keywords.txt": "water",
    });
    expect(problems.map(({ file, severity, message }) => [file, severity, message])).toEqual([
      ["characters/npcs/ada", "warning", "This character has no profile.json, so it is left out."],
      [
        "characters/npcs/ada/about.md",
        "warning",
        "Nothing reads a file of this name here. A character is told of in characters/npcs/ada/profile.json.",
      ],
      ["charcters", "warning", 'Nothing reads a folder of this name. Did you mean "characters"?'],
      [
        "lore/wel.md.keywords.txt",
        "warning",
        'The file that this one belongs to is not there: lore/wel.md. Did you mean "lore/well.md"?',
      ],
      ["notes.txt", "warning", "Nothing reads a file of this name here."],
      [
        "plot/endings/sea.json",
        "warning",
        "Nothing reads a file of this name here. An ending is a Markdown file, such as plot/endings/sea.md.",
      ],
      ["plot/other.json", "warning", "Nothing reads a file of this name here."],
      ["skills", "warning", "A campaign cannot bring skills: players install those by themselves."],
      ["world/settings.md", "warning", 'Nothing reads a file of this name here. Did you mean "world/setting.md"?'],
    ]);
  });
});
