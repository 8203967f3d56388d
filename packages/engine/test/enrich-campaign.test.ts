import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enrichCampaign, type Engine, openEngine, type EngineEvent, type Story } from "../src/index.js";
import { sharedScripts } from "./support/play.js";

let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "narratoria-enrich-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function sparse(name: string): string {
  const dir = join(home, name);
  mkdirSync(dir);
  const manifest = {
    title: "The Last Map",
    version: "1.0.0",
    description: "You want to draw the far side of the river before winter comes.",
  };
  writeFileSync(join(dir, "manifest.json"), JSON.stringify(manifest));
  return dir;
}

async function heard(events: AsyncIterable<EngineEvent>): Promise<EngineEvent[]> {
  const all: EngineEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const noticesIn = (events: readonly EngineEvent[]): string[] =>
  events.flatMap((event) => (event.type === "notice" ? [event.code] : []));

const generatedIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((path) => /_generated\./.test(path));

const opened = async (dataDir: string, enrich: boolean): Promise<Engine> =>
  openEngine({ dataDir: join(home, dataDir), enrich, scripts: await sharedScripts(), narrator: "storybook" });

describe("a sparse campaign", () => {
  it("[EN1650] is filled in before its first story, which says so", async () => {
    const dir = sparse("first");
    await using engine = await opened("d1", true);
    await using story = await engine.play(dir);
    const events = await heard(story.begin());
    expect(noticesIn(events)).toEqual(expect.arrayContaining(["enriched", "generated_assets"]));
    const said = events.find((event) => event.type === "notice" && event.code === "enriched");
    expect(JSON.stringify(said)).toContain(JSON.stringify(dir).slice(1, -1));
    expect(generatedIn(dir).length).toBeGreaterThan(15);
  });

  it("[EN1650] stays as it is where nobody asked", async () => {
    const dir = sparse("asked");
    await using engine = await opened("d2", false);
    await using story = await engine.play(dir);
    await heard(story.begin());
    expect(generatedIn(dir)).toEqual([]);
  });

  it("[EN1652] that cannot be written to is filled in beside the stories, and read from there", async () => {
    const dir = sparse("shut");
    // A file where a folder would have to be: nobody can write into it.
    writeFileSync(join(dir, "plot"), "");
    const dataDir = join(home, "d3");
    const made = await enrichCampaign(dir, { dataDir });
    expect(made.dir?.startsWith(join(dataDir, "generated"))).toBe(true);
    expect(generatedIn(dir)).toEqual([]);
    await using engine = await opened("d3", true);
    await using story = await engine.play(dir);
    expect(noticesIn(await heard(story.begin()))).toContain("generated_assets");
  });

  it("[EN1652] is looked at without being written", async () => {
    const dir = sparse("preview");
    const { files, dir: where } = await enrichCampaign(dir, { dataDir: join(home, "d4"), preview: true });
    expect(where).toBeNull();
    expect(files.map(({ path }) => path)).toContain("plot/beats_generated.json");
    expect(generatedIn(dir)).toEqual([]);
  });

  it("[EN1651] is played to an end", { timeout: 240_000 }, async () => {
    const dir = sparse("whole");
    await using engine = await openEngine({
      dataDir: join(home, "d5"),
      enrich: true,
      scripts: await sharedScripts(),
      narrator: "storybook",
    });
    await using story = await engine.play(dir, { seed: "7" });
    const manifest = readFileSync(join(dir, "manifest.json"), "utf8");
    expect(await sceneOfTheEnd(story)).toBeLessThan(60);
    expect(readFileSync(join(dir, "manifest.json"), "utf8")).toBe(manifest);
  });
});

/** @returns In which scene it ended; infinite where it did not within sixty. */
async function sceneOfTheEnd(story: Story): Promise<number> {
  let events = await heard(story.begin());
  for (let turn = 0; turn < 60; turn++) {
    const scene = events.findLast((event) => event.type === "scene");
    if (scene?.type !== "scene") throw new Error("no scene");
    if (scene.choices.length === 0) return scene.scene;
    const choice = scene.choices[(turn * 7) % scene.choices.length];
    events = await heard(story.choose(choice?.id ?? ""));
  }
  return Number.POSITIVE_INFINITY;
}
