// Seeded walks through the bundled stories.
import {
  beatTiming,
  callbacksIn,
  falseClaims,
  lintScene,
  measureChoices,
  measureScenes,
  type ToldScene,
} from "@narratoria/narrator";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StoryWalk, walkStory } from "../src/testing.js";
import { sharedScripts } from "./support/play.js";

const home = mkdtempSync(join(tmpdir(), "narratoria-walk-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

// Each story is walked once, and every figure is taken from that one walk.
describe.each([
  { campaign: "one-wheel-over", seed: "3", turns: 60 },
  { campaign: "the-piano-on-the-third-landing", seed: "4", turns: 20 },
])("a walk through $campaign", ({ campaign, seed, turns }) => {
  const complete = campaign === "one-wheel-over";
  let walk: StoryWalk;
  let scenes: readonly ToldScene[];
  beforeAll(async () => {
    walk = await walkStory({ dataDir: join(home, campaign), campaign, seed, turns, scripts: await sharedScripts() });
    scenes = walk.scenes;
  }, 120_000);

  const inScenes = (found: (scene: ToldScene) => readonly unknown[]): string[] =>
    scenes.flatMap((scene) => found(scene).map((one) => `${scene.scene}: ${JSON.stringify(one)}`));

  it("[EN24] is a story: told by the storybook throughout, with nothing failed, to its end or to the last turn", () => {
    expect(walk.notices).toEqual([]);
    expect(scenes.map(({ scene }) => scene)).toEqual(scenes.map((_, at) => at));
    expect(scenes.length).toBeGreaterThan(scenes.at(-1)?.ended ? (complete ? 25 : 12) : turns);
    expect(scenes.filter(({ sentences }) => sentences.length === 0)).toEqual([]);
  });

  it("[EN7] has 2 or 3 paragraphs and 3 or 4 different choices in every scene, and none after the end", () => {
    for (const { scene, paragraphs, slots, ended } of scenes) {
      expect([2, 3], `scene ${scene}`).toContain(paragraphs.length);
      expect(ended ? [0] : [3, 4], `scene ${scene}`).toContain(slots.length);
      expect(new Set(slots.map(({ text }) => text)).size).toBe(slots.length);
    }
  });

  it("[EN24] repeats no sentence of the author's within 30 scenes, and few turns of phrase", () => {
    const { repeated, fourGrams } = measureScenes(scenes.map(({ paragraphs }) => paragraphs));
    const authored = [...walk.story.authored];
    expect(repeated.filter((text) => authored.some((known) => text.includes(known)))).toEqual([]);
    // Plain joints come again. Three files give a narrator little else to tell.
    expect(fourGrams).toBeLessThanOrEqual(complete ? 0.1 : 0.25);
  });

  it("[EN24] passes the lints", () => {
    expect(inScenes(({ paragraphs }) => lintScene(paragraphs, walk.story.authored))).toEqual([]);
  });

  it("[EN24] tells nothing against the dice, what happened, or the world", () => {
    expect(inScenes((scene) => falseClaims(scene, walk.story.places))).toEqual([]);
  });

  it("[EN24] calls back only what was done, and in the complete story at least once", () => {
    const callbacks = callbacksIn(scenes);
    expect(callbacks.filter(({ untrue }) => untrue !== null)).toEqual([]);
    if (complete) expect(callbacks.length).toBeGreaterThanOrEqual(1);
  });

  it("[EN16] [EN24] tells beats within two scenes of being due", () => {
    const { told, late } = beatTiming(scenes);
    expect(late).toEqual([]);
    if (complete) expect(told).toBeGreaterThan(5);
  });

  it("[EN24] offers choices that come from the story and name nothing that no text has said", () => {
    const { sourced, unheard } = measureChoices(walk.story, scenes);
    expect(sourced).toBeGreaterThanOrEqual(0.85);
    // A way and a thing at hand are named by their choice, and now and then a topic that only its own paragraph names.
    const spokenOf = unheard.filter((one) => !/^\d+ (?:thing:|\w+:\S+: (?:Go|Look for|Read) )/.test(one));
    expect(spokenOf.length, spokenOf.join("\n")).toBeLessThanOrEqual(2);
  });
});
