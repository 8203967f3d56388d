// What a shell has to show and to change beside a story: campaigns, characters, memories, preferences, skills' health, backups.
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  install,
  listBackups,
  listPlaythroughs,
  openCampaigns,
  preferences,
  preferencesFile,
  restoreBackup,
  setPreferences,
} from "../src/index.js";
import { smallCampaign } from "./support/campaign.js";
import { collect, engineOn, noticesIn, sceneIn, tempFolder, withScript } from "./support/play.js";

const CAMPAIGN = "one-wheel-over";

it("[EN740] lists what can be played as cards, with what is wrong, and what cannot be played too", async () => {
  const dataDir = await tempFolder();
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const strap = await smallCampaign(join(dataDir, "campaigns", "strap"), { "plot/beats.json": '{ "beats": 3 }' });
  await mkdir(join(strap, "art"), { recursive: true });
  await writeFile(join(strap, "art", "cover.png"), png);
  await smallCampaign(join(dataDir, "campaigns", "torn"), { "manifest.json": "{" });
  const cards = await openCampaigns({ dataDir }).list();
  const card = (name: string) => cards.find((one) => one.name === name);
  const manifest = JSON.parse(await readFile(join(strap, "manifest.json"), "utf8"));
  expect(card("strap")).toMatchObject({ ...manifest, origin: "installed", playable: true });
  expect(card("strap")?.cover).toMatch(/strap.art.cover\.png$/);
  expect(card("strap")?.problems).toContainEqual(
    expect.objectContaining({ file: "plot/beats.json", severity: "error" }),
  );
  expect(card("strap")?.sizeBytes).toBeGreaterThan(1_000);
  expect(card("torn")).toMatchObject({ title: "torn", playable: false, cover: null });
  expect(card("torn")?.problems[0]).toMatchObject({ file: "manifest.json", severity: "error" });
  expect(card(CAMPAIGN)).toMatchObject({ origin: "bundled", playable: true });
  expect(card(CAMPAIGN)?.cover).toMatch(/one-wheel-over.art.cover\.webp$/);
  await expect(openCampaigns({ dataDir }).show("nowhere")).rejects.toMatchObject({ code: "campaign_not_found" });
});

it("[EN911] the list of campaigns tells how many have been read, and ends when it is told to", async () => {
  const { list } = openCampaigns({ dataDir: await tempFolder() });
  const told: number[][] = [];
  const cards = await list({ onProgress: ({ read, of }) => told.push([read, of]) });
  expect(told).toEqual(cards.map((_, at) => [at, cards.length]));
  const stop = new AbortController();
  const stopped = list({
    signal: stop.signal,
    onProgress: ({ read }) => read === 1 && stop.abort(new Error("enough")),
  });
  await expect(stopped).rejects.toThrow("enough");
});

it("[EN741] says who the player can be, and checks a character, before there is a story", async () => {
  const dataDir = await tempFolder();
  const template = { presets: [{ name: "The Tuner", stats: { perception: 15 } }] };
  await smallCampaign(join(dataDir, "campaigns", "strap"), {
    "characters/player-template.json": JSON.stringify(template),
    "characters/player/template.json": JSON.stringify(template),
  });
  const engine = await engineOn(dataDir);
  const sheet = await engine.campaigns.character("strap");
  expect(sheet.stats.map(({ name }) => name)).toContain("perception");
  expect(await engine.campaigns.checkCharacter("strap", { name: " Ada  Lund " })).toMatchObject({
    ok: true,
    player: { name: "Ada Lund" },
  });
  expect(await engine.campaigns.checkCharacter("strap", { preset: "Nobody" })).toMatchObject({
    ok: false,
    message: expect.stringContaining("Nobody"),
  });
  expect(await engine.playthroughs()).toEqual([]);
});

it("[EN741] a story that was never begun is gone when it is closed, and hides none that was told", async () => {
  const dataDir = await tempFolder();
  let engine = await engineOn(dataDir);
  const told = await engine.play(CAMPAIGN, { seed: "1" });
  await told.begin();
  const looked = await engine.play(CAMPAIGN, { fresh: true });
  expect(await engine.playthroughs()).toHaveLength(2);
  // As after a kill: nothing was closed.
  expect((await engine.play(CAMPAIGN)).id).toBe(told.id);
  await looked.close();
  expect((await engine.playthroughs()).map(({ id }) => id)).toEqual([told.id]);
  await engine.play(CAMPAIGN, { fresh: true });
  await engine.close();
  expect((await listPlaythroughs(dataDir)).map(({ id }) => id)).toEqual([told.id]);
  engine = await engineOn(dataDir);
  expect((await engine.play(CAMPAIGN)).id).toBe(told.id);
});

it("[EN742] removes an installed campaign and no other; its stories stay", async () => {
  const dataDir = await tempFolder();
  const folder = await smallCampaign(join(await tempFolder(), "strap"));
  await install(folder, { dataDir });
  const engine = await engineOn(dataDir);
  const story = await engine.play("strap", { seed: "1" });
  await story.begin();
  await story.close();
  expect(await engine.campaigns.uninstall("strap")).toBe(true);
  await expect(engine.campaigns.show("strap")).rejects.toMatchObject({ code: "campaign_not_found" });
  expect(await engine.playthroughs()).toHaveLength(1);
  expect(await engine.campaigns.uninstall(CAMPAIGN)).toBe(false);
  expect(await engine.campaigns.show(CAMPAIGN)).toMatchObject({ playable: true });
});

it("[EN742] lists and removes an installed campaign where a folder of its name lies beside whoever runs the program", async () => {
  const dataDir = await tempFolder();
  // Tests run where there is such a folder.
  const [name = ""] = (await readdir(process.cwd(), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && /^[a-z]+$/.test(entry.name))
    .map((entry) => entry.name);
  await install(await smallCampaign(join(await tempFolder(), name)), { dataDir });
  const campaigns = openCampaigns({ dataDir });
  expect(await campaigns.list()).toContainEqual(expect.objectContaining({ name, origin: "installed", playable: true }));
  expect(await campaigns.uninstall(name)).toBe(true);
  expect((await campaigns.list()).map((card) => card.name)).not.toContain(name);
  expect((await stat(name)).isDirectory()).toBe(true);
});

it("[EN743] memories are pinned, edited and forgotten while the same process plays, from the next turn on", async () => {
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(CAMPAIGN, { seed: "4" });
  await story.begin();
  await story.choose(1);
  const memories = await engine.memories(story.id);
  const [first] = await memories.list();
  const id = first?.id ?? "";
  expect(await memories.pin(id)).toMatchObject({ id, pinned: true });
  const changing = story.choose(1);
  expect(await memories.edit(id, "The blue lantern was never lit.")).toMatchObject({
    summary: "The blue lantern was never lit.",
  });
  await changing;
  expect((await memories.search("blue lantern"))[0]).toMatchObject({ id, pinned: true });
  expect(JSON.stringify(await story.state())).not.toContain(first?.summary);
  expect(await memories.forget(id)).toBe(true);
  expect(noticesIn(await collect(story.choose(1)))).toEqual([]);
  expect((await memories.list()).map((one) => one.id)).not.toContain(id);
  expect(JSON.stringify(await story.state())).not.toContain("blue lantern");
  await expect(engine.memories("nobody")).rejects.toMatchObject({ code: "playthrough_not_found" });
});

it("[EN744] keeps what the player prefers, key by key, and nothing too large", async () => {
  const dataDir = join(await tempFolder(), "new");
  expect(await preferences(dataDir)).toEqual({});
  await Promise.all([
    setPreferences({ theme: "paper" }, dataDir),
    setPreferences({ text: { size: 19, wide: true } }, dataDir),
  ]);
  expect(await setPreferences({ text: { wide: null } }, dataDir)).toEqual({ theme: "paper", text: { size: 19 } });
  expect(await preferences(dataDir)).toEqual({ theme: "paper", text: { size: 19 } });
  await expect(setPreferences({ much: "x".repeat(70_000) }, dataDir)).rejects.toMatchObject({ code: "invalid_option" });
  await writeFile(join(dataDir, "preferences.json"), "{");
  expect(await preferences(dataDir)).toEqual({});
});

it("[EN3230] gives the file of preferences with the place of each value, and says why it cannot be read", async () => {
  const dataDir = await tempFolder();
  const file = join(dataDir, "preferences.json");
  expect(await preferencesFile(dataDir)).toMatchObject({ file, value: {}, fault: null });
  await writeFile(file, '{\n  "text": {\n    "size": 19 }\n}\n');
  const { value, fault, locate } = await preferencesFile(dataDir);
  expect([value, fault]).toEqual([{ text: { size: 19 } }, null]);
  expect(await locate("/text/size")).toEqual({ line: 3, column: 13 });
  await writeFile(file, '{\n  "text": }\n');
  expect(await preferencesFile(dataDir)).toMatchObject({
    value: {},
    fault: { line: 2, column: 11, message: expect.stringMatching(/^This is not JSON/) as string },
  });
});

it("[EN745] makes a backup while a story is played, and puts it back when nobody plays", async () => {
  const dataDir = await tempFolder();
  let engine = await engineOn(dataDir);
  let story = await engine.play(CAMPAIGN, { seed: "1" });
  const opening = sceneIn(await collect(story.begin()));
  const { file } = await engine.backUp();
  await story.choose(1);
  await expect(restoreBackup(file, dataDir)).rejects.toMatchObject({ code: "locked" });
  await engine.close();
  expect((await listBackups(dataDir)).map((backup) => backup.file)).toContain(file);
  await restoreBackup(file, dataDir);
  engine = await engineOn(dataDir);
  story = await engine.play(CAMPAIGN);
  expect(story.scene).toEqual(opening);
  expect(noticesIn(await collect(story.begin()))).toEqual([]);
});

it("[EN746] says how far each skill can be relied on", async () => {
  const skills = [await withScript("memory", "recall-memory", "process.exit(3)")];
  const engine = await engineOn(await tempFolder(), { skills });
  const story = await engine.play(CAMPAIGN, { seed: "1" });
  expect(story.skillHealth()).toMatchObject({ memory: "healthy", storyteller: "healthy" });
  await story.begin();
  await story.choose(1);
  await story.choose(1);
  expect(["degraded", "permanentFailure", "healthy"]).toContain(story.skillHealth()["memory"]);
});

it("[EN802] a story goes on with a campaign that has changed, says so once, and tells what is different", async () => {
  const dataDir = await tempFolder();
  const dir = await smallCampaign(join(dataDir, "campaigns", "strap"));
  const engine = await engineOn(dataDir);
  const story = await engine.play("strap", { seed: "1" });
  await collect(story.begin());
  expect(story.campaignChanges).toBeNull();
  await story.close();
  const manifest = JSON.parse(await readFile(join(dir, "manifest.json"), "utf8"));
  await writeFile(join(dir, "manifest.json"), JSON.stringify({ ...manifest, version: "9.1.0" }));
  await mkdir(join(dir, "lore"), { recursive: true });
  await writeFile(join(dir, "lore", "straps.md"), "# Straps\n\nA strap holds a piano.\n");
  const again = await engine.play("strap");
  expect(again.campaignChanges).toMatchObject({
    version: { from: manifest.version, to: "9.1.0" },
    files: { added: ["lore/straps.md"], removed: [], changed: ["manifest.json"] },
    people: { added: [], removed: [], changed: [] },
  });
  const said = (await collect(again.begin())).find((event) => event.type === "notice");
  expect(said).toMatchObject({ code: "campaign_updated", severity: "info" });
  expect(said?.message).toBe(
    `${manifest.title} has changed since this story was played last, and is version 9.1.0 now. 2 files are different. The story goes on with it as it is now.`,
  );
  await again.close();
  const third = await engine.play("strap");
  expect(third.campaignChanges).toBeNull();
  expect(noticesIn(await collect(third.begin()))).not.toContain("campaign_updated");
});

it("[EN802] installing a campaign in place of another says what is different", async () => {
  const [dataDir, folder] = [await tempFolder(), await tempFolder()];
  const profile = { name: "Odo Marsh", role: "Carrier", personality: { traits: ["patient"] } };
  const path = "characters/npcs/odo/profile.json";
  const from = await smallCampaign(join(folder, "strap"), { [path]: JSON.stringify(profile) });
  expect(await install(from, { dataDir })).toMatchObject({ replaced: false, changes: null });
  expect((await install(from, { dataDir, replace: true })).changes).toBeNull();
  await writeFile(join(from, path), JSON.stringify({ ...profile, role: "Keeper of straps" }));
  expect((await install(from, { dataDir, replace: true })).changes).toMatchObject({
    people: { added: [], removed: [], changed: ["Odo Marsh"] },
    files: { added: [], removed: [], changed: [path] },
  });
});
