import { readIndex } from "./support/read-index.js";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createStorybook, lintScene } from "../src/index.js";
import { WEIGHBRIDGE } from "./support/fixture-story.js";
import { measureScenes } from "../src/index.js";
import { readCampaign } from "./support/read-campaign.js";
import { type Step, walk } from "./support/simulate.js";

const campaign = (name: string) => readCampaign(fileURLToPath(new URL(`../../../campaigns/${name}`, import.meta.url)));

describe.each([
  ["one-wheel-over", campaign("one-wheel-over"), 40],
  ["the-piano-on-the-third-landing", campaign("the-piano-on-the-third-landing"), 40],
  ["the fixture", WEIGHBRIDGE, 40],
])("a walk through %s", (_, source, scenes) => {
  const story = readIndex(source);
  const storybook = createStorybook(story, source);
  const walks = ["1", "2", "3"].map((seed) => [...walk(story, storybook, seed, scenes)]);
  const all: Step[] = walks.flat();

  it("[NA42] has two or three paragraphs in every scene", () => {
    expect(all.filter(({ draft }) => draft.paragraphs.length < 2 || draft.paragraphs.length > 3)).toEqual([]);
  });

  it("[NA43] names the people that are here and its choices name, in that scene or in one before", () => {
    const missing = walks.flatMap((steps) =>
      steps.flatMap(({ brief, draft }, at) => {
        const lately = steps.slice(0, at).flatMap((step) => step.draft.paragraphs);
        const named = story.names.keysIn([...lately, ...draft.paragraphs].join("\n"));
        const { people } = (draft.patch["storybook"] as { stage: { people: string[] } }).stage;
        return brief.bringIn
          .filter((key) => key.startsWith("npc:") && people.includes(key.slice(4)) && !named.includes(key))
          .map((key) => `${brief.scene} ${key}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it("[NA46] repeats no sentence of the author's within thirty scenes", () => {
    for (const steps of walks) {
      const { repeated } = measureScenes(steps.map(({ draft }) => draft.paragraphs));
      expect(repeated.filter((text) => [...story.authored].some((known) => text.includes(known)))).toEqual([]);
    }
  });

  it("[NA64] passes the lints", () => {
    const hits = all.flatMap(({ brief, draft }) =>
      lintScene(draft.paragraphs, story.authored).map((hit) => `${brief.scene} ${hit.rule}: ${hit.excerpt}`),
    );
    expect(hits).toEqual([]);
  });

  it("[NA65] tells ten scenes a second even where much else runs", () => {
    const startedAt = performance.now();
    const told = [...walk(story, storybook, "9", scenes)].length;
    expect((performance.now() - startedAt) / told).toBeLessThan(100);
  });

  it("[NA65] finds a sentence for nearly everything it has to say", () => {
    expect(all.reduce((sum, { draft }) => sum + draft.unmet, 0) / all.length).toBeLessThan(0.1);
  });
});
