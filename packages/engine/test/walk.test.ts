// Seeded walks through the bundled stories, every skill a process of its own. (STORYBOOK 8: the hard figures)
import { lintScene, measureScenes } from "@narratoria/narrator";
import { describe, expect, it } from "vitest";
import type { SceneEvent } from "../src/index.js";
import { engineOn, noticesIn, sceneIn, tempFolder, walk } from "./support/play.js";

describe.each([
  ["one-wheel-over", "7", 22],
  ["one-wheel-over", "3", 22],
  ["the-piano-on-the-third-landing", "2", 14],
])("a walk through %s from seed %s", (campaign, seed, turns) => {
  it("[EN7][EN24] holds: no sentence twice, no lint, whole scenes, grounded choices", async () => {
    const engine = await engineOn(await tempFolder());
    const story = await engine.play(campaign, { seed });
    const events = await walk(story, seed, turns);
    const scenes: SceneEvent[] = events.map(sceneIn);
    // A walk may come to an ending, but not before it is a story.
    expect(scenes.length).toBeGreaterThan(scenes.at(-1)?.ended ? 12 : turns);
    expect(events.flatMap(noticesIn)).toEqual([]);
    const measured = measureScenes(scenes.map(({ paragraphs }) => paragraphs));
    expect(measured.repeated).toEqual([]);
    for (const scene of scenes) {
      expect(scene.paragraphs.length, `scene ${scene.scene}`).toBeGreaterThanOrEqual(2);
      expect(scene.paragraphs.length, `scene ${scene.scene}`).toBeLessThanOrEqual(3);
      expect(scene.ended ? [0] : [3, 4], `scene ${scene.scene}`).toContain(scene.choices.length);
      expect(new Set(scene.choices.map(({ text }) => text)).size).toBe(scene.choices.length);
      expect(lintScene(scene.paragraphs, new Set()), scene.paragraphs.join("\n")).toEqual([]);
    }
    // Three files give a narrator little to vary; the complete story has no such excuse.
    expect(measured.fourGrams).toBeLessThanOrEqual(campaign === "one-wheel-over" ? 0.06 : 0.15);
    const offered = scenes.filter(({ scene }) => scene > 5).flatMap(({ choices }) => choices);
    const sourced = offered.filter(({ sources }) => sources.length > 0).length / offered.length;
    if (campaign === "one-wheel-over") expect(sourced).toBeGreaterThanOrEqual(0.85);
  }, 60_000);
});
