// Campaigns and skills as single files, from a folder to a story that is played by its name.
import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { install, listCampaigns, pack } from "../src/index.js";
import { smallCampaign } from "./support/campaign.js";
import { collect, copySkill, engineOn, sceneIn, tempFolder } from "./support/play.js";

it("[EN70][EN71] a campaign is packed, installed, and played by its name", async () => {
  const folder = await tempFolder();
  const dataDir = await tempFolder();
  const { file, title } = await pack(await smallCampaign(join(folder, "up-the-stairs")), { file: folder });
  expect(title).toBe("The Piano on the Third Landing");
  expect(await install(file, { dataDir })).toMatchObject({
    kind: "campaign",
    title,
    dir: join(dataDir, "campaigns", "up-the-stairs"),
    problems: [],
  });
  // What is being installed is no campaign yet.
  await mkdir(join(dataDir, "campaigns", ".narratoria-install-1-0123456789ab", "new"), { recursive: true });
  expect((await listCampaigns(dataDir)).filter((name) => !["one-wheel-over"].includes(name))).toEqual([
    "up-the-stairs",
    "the-piano-on-the-third-landing",
  ]);
  const story = await (await engineOn(dataDir)).play("up-the-stairs", { seed: "1" });
  expect(sceneIn(await collect(story.begin())).paragraphs.length).toBeGreaterThan(0);
});

it("[EN70] a campaign with errors is not packed, and the first is named", async () => {
  const folder = await tempFolder();
  const broken = await smallCampaign(join(folder, "broken"), { "plot/beats.json": '{\n  "beats": 7\n}' });
  await expect(pack(broken, { file: folder })).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("plot/beats.json:2 "),
  });
  await expect(access(join(folder, "broken.narratoria"))).rejects.toMatchObject({ code: "ENOENT" });
});

it("[EN71] a campaign that cannot be opened is not installed", async () => {
  const folder = await tempFolder();
  const dataDir = await tempFolder();
  const { file } = await pack(await smallCampaign(join(folder, "tale")), { file: folder });
  const { dir } = await install(file, { dataDir });
  await writeFile(join(folder, "tale", "manifest.json"), "{");
  await expect(install(join(folder, "tale"), { dataDir, replace: true })).rejects.toMatchObject({ code: "invalid" });
  await access(join(dir, "manifest.json"));
});

it("[EN72] a skill is installed among the player's, and not under the name of one that we ship", async () => {
  const folder = await tempFolder();
  const dataDir = await tempFolder();
  await mkdir(join(folder, "lamp"));
  const manifest = { name: "lamp", version: "1.0.0", description: "Lights lamps." };
  await writeFile(join(folder, "lamp", "skill.json"), JSON.stringify(manifest));
  const { file } = await pack(join(folder, "lamp"), { file: folder });
  expect(await install(file, { dataDir })).toMatchObject({ kind: "skill", dir: join(dataDir, "skills", "lamp") });
  await copySkill("memory", join(folder, "memory"));
  await expect(install(join(folder, "memory"), { dataDir })).rejects.toMatchObject({
    code: "exists",
    message: "The skill memory comes with Narratoria.",
  });
});
