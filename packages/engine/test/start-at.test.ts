// SPEC.md EN2415 to EN2418: a story that begins at one of its beats, for its author.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getPath } from "@narratoria/protocol";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Engine, openEngine } from "../src/index.js";
import { indexed } from "../src/prepared-campaign.js";
import { type ReadCampaign, readCampaign } from "../src/read-campaign.js";
import { initialState } from "../src/story/initial-state.js";
import { startOf } from "../src/story/start-at.js";
import { collect, sceneIn, sharedScripts } from "./support/play.js";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const CAMPAIGN = fileURLToPath(new URL("../../../campaigns/one-wheel-over", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "narratoria-start-"));
let engine: Engine;
let read: ReadCampaign;
beforeAll(async () => {
  engine = await openEngine({ dataDir: home, scripts: await sharedScripts() });
  read = await readCampaign(CAMPAIGN);
});
afterAll(async () => {
  await engine.close();
  rmSync(home, { recursive: true, force: true });
});

it("[EN2415] [EN2416] tells the beat in its first scene, at its place, and offers what it leaves to decide", async () => {
  const story = await engine.play(CAMPAIGN, { at: "beat_007", given: { items: { "brass key": 2 } }, seed: "1" });
  const events = await collect(story.begin());
  const scene = sceneIn(events);
  const { beats = [] } = read.reading;
  const beat = beats.find(({ id }) => id === "beat_007");
  expect(scene.paragraphs.join(" ")).toContain(beat?.told[0]);
  expect(scene.paragraphs.join(" ")).not.toContain(read.reading.opening[0]);
  const state = await story.state();
  expect(getPath(state, "place")).toBe(beat?.place);
  expect(getPath(state, "inventory.brass-key.count")).toBe(2);
  expect(getPath(state, "beats.beat_007")).toMatchObject({ state: "fired", scene: 0 });
  expect(scene.choices.map(({ text }) => text.toLowerCase()).join(" ")).toContain(
    [...(beat?.decisions ?? []), ...(beat?.choices ?? []).map(({ text }) => text)][0],
  );
  const said = events.flatMap((event) =>
    event.type === "notice" && event.code === "started_at" ? [event.message] : [],
  );
  expect(said).toEqual([
    expect.stringMatching(/^The story begins at beat_007 ".*"\. Taken as having happened: beat_001, /),
  ]);
  // It goes on as any story.
  expect(sceneIn(await collect(story.choose(1))).scene).toBe(1);
  await story.close();
});

describe("what came before", () => {
  it("[EN2416] has happened, with its conditions met; what it excludes has not", () => {
    const mined = indexed(read.reading);
    const { campaign } = read;
    const last = campaign.beats.at(-1);
    const start = startOf(read, mined, last?.id);
    const state = start.state(initialState(campaign, mined));
    const required = last?.conditions?.requires_beat;
    for (const id of typeof required === "string" ? [required] : (required ?? []))
      expect(getPath(state, `beats.${id}.state`)).toBe("fired");
    expect(start.happened).toContain("beat_001");
    const tag = last?.conditions?.player_choice;
    if (tag !== undefined) expect(getPath(state, "flags")).toHaveProperty(tag);
    const states = campaign.beats.map(({ id }) => String(getPath(state, `beats.${id}.state`)));
    expect(new Set(states)).toEqual(new Set(["fired", "skipped"]));
  });

  it.each([
    ["a field that there is not", { weather: "rain" }, "/weather"],
    ["a value of another kind", { flags: { lamp: "lit" } }, "/flags/lamp"],
    ["somebody who is nobody", { feelings: { barl: 10 } }, 'Did you mean "barla"?'],
    ["a place that is none", { place: "The Moon" }, '/place names "The Moon"'],
  ])("[EN2417] is refused with %s, by its path", (_, given, words) => {
    const begun = () => startOf(read, indexed(read.reading), undefined, given);
    expect(begun).toThrow(expect.objectContaining({ code: "start_unusable", message: expect.stringContaining(words) }));
  });

  it("[EN2417] names the nearest beat where there is none of the name", () => {
    expect(() => startOf(read, indexed(read.reading), "beat_07")).toThrow(
      expect.objectContaining({ code: "no_such_beat", action: "Name one of these: beat_007." }),
    );
  });
});
