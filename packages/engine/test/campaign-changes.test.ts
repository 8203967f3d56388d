// SPEC.md EN519: the author changes the campaign while it is played.
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import type { EngineEvent, EngineOptions } from "../src/index.js";
import { smallCampaign } from "./support/campaign.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

const noticesIn = (events: readonly EngineEvent[]) =>
  events.flatMap((event) => (event.type === "notice" ? [{ code: event.code, message: event.message }] : []));

async function opened(options: EngineOptions) {
  const folder = await tempFolder();
  const dir = await smallCampaign(join(folder, "the-piano"));
  const engine = await engineOn(join(folder, "data"), options);
  const story = await engine.play(dir, { seed: "1" });
  const opening = sceneIn(await collect(story.begin()));
  let saved = 0;
  const write = async (path: string, text: string): Promise<void> => {
    const file = join(dir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    // Two changes within one tick of the disk's clock are two changes all the same.
    const at = new Date(Date.now() + ++saved * 1000);
    await utimes(file, at, at);
  };
  return { story, opening, write };
}

const renamed = (called: string): string => JSON.stringify({ places: { "the third landing": { called } } });

it("[EN519] goes on in the next scene with what has changed in the campaign's folder, where it watches", async () => {
  const { story, write } = await opened({ watchCampaign: true });
  await write("reading.json", renamed("the Glass Stair"));
  // Who stays is where the new name is told.
  const stay = story.scene?.choices.find(({ label }) => label !== "Travel")?.id;
  const events = await collect(story.choose(stay ?? 1));
  expect(noticesIn(events).map(({ code }) => code)).toContain("campaign_changed");
  expect(JSON.stringify(await story.direction()) + JSON.stringify(events)).toContain("the Glass Stair");
  expect(noticesIn(await collect(story.choose(1))).map(({ code }) => code)).not.toContain("campaign_changed");
});

it.each([
  ["a correction that is no JSON", "reading.json", '{\n  "places": {,}\n}', "reading.json:2:14"],
  ["a correction of nobody", "reading.json", '{\n  "cast": { "nobody": { "pronoun": "she" } }\n}', "reading.json:2:13"],
  ["a manifest that is no JSON", "manifest.json", "{", "manifest.json:1:2"],
])("[EN519] stays with what it had after %s, and says where it is wrong, once", async (_, file, text, where) => {
  const { story, write } = await opened({ watchCampaign: true });
  await write(file, text);
  const [said, ...more] = noticesIn(await collect(story.choose(1))).filter(({ code }) => code === "campaign_stays");
  expect(said?.message).toContain(where);
  expect(more).toEqual([]);
  const next = await collect(story.choose(1));
  expect(sceneIn(next).scene).toBe(2);
  expect(noticesIn(next).map(({ code }) => code)).not.toContain("campaign_stays");
  if (file !== "reading.json") return;
  await write(file, renamed("the Glass Stair"));
  expect(noticesIn(await collect(story.choose(1))).map(({ code }) => code)).toContain("campaign_changed");
});

it("[EN2418] goes on with a change that has warnings, and says each once", async () => {
  const { story, write } = await opened({ watchCampaign: true });
  await write("lore/piano.md", "See [the stairs](stairs.md).\n");
  await write("lore/empty.md", "");
  const problems = (events: readonly EngineEvent[]) =>
    noticesIn(events).flatMap(({ code, message }) => (code === "campaign_problems" ? [message] : []));
  const events = await collect(story.choose(1));
  expect(noticesIn(events).map(({ code }) => code)).toContain("campaign_changed");
  expect(problems(events)).toEqual([expect.stringContaining("lore/empty.md:1:1 ")]);
  await write("lore/piano.md", "The piano is walnut.\n");
  expect(problems(await collect(story.choose(1)))).toEqual([]);
});

it("[EN519] looks at nothing unless it was asked to", async () => {
  const { story, write } = await opened({});
  await write("manifest.json", "{");
  expect(noticesIn(await collect(story.choose(1)))).toEqual([]);
});
