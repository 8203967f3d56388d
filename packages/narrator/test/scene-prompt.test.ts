import type { StoryMemory } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import type { SceneToTell } from "../src/index.js";
import { budgetRecall } from "../src/prose/recall-budget.js";
import { paragraphPrompt, scenePrompt } from "../src/prose/scene-prompt.js";
import { estimateTokens } from "../src/prose/tokens.js";
import { state } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { sceneToTell } from "./support/prose-scenes.js";

const prompt = (more: Partial<SceneToTell> = {}, contextTokens = 4096) =>
  scenePrompt({
    ...sceneToTell(),
    ...more,
    story,
    source: { ...WEIGHBRIDGE, constraints: ["The scales are never wrong."], forbidden: ["wizard"] },
    contextTokens,
    small: false,
  });

const memory = (summary: string, more: Partial<StoryMemory> = {}): StoryMemory => ({
  summary,
  scene: 1,
  characters: [],
  location: "",
  significance: "low",
  tags: [],
  ...more,
});

describe("the prompt", () => {
  it("[NA344] holds what always holds, who is here and how they are, what was chosen and what came of it", () => {
    const { system, stable } = prompt({
      brief: { ...sceneToTell().brief, outcome: "fail", effects: [{ kind: "owe", npc: "orsolya" }] },
      state: state({ people: { orsolya: { place: "weigh-house", alive: true, feeling: -50 } } }),
    });
    expect(system).toContain("The scales are never wrong.");
    expect(system).toContain("There is no wizard.");
    for (const words of [
      "Weigh House",
      "Orsolya, weigher",
      "cold to you",
      "Ask Orsolya about the Salt Book. It did not work.",
      "You owe Orsolya a favour.",
    ])
      expect(stable).toContain(words);
    expect(stable).not.toContain("Jonas");
  });

  it("[NA344] is another for each style, and the same for each scene of one", () => {
    expect(new Set((["terse", "vivid", "poetic"] as const).map((style) => prompt({ style }).system)).size).toBe(3);
    expect(prompt({ brief: { ...sceneToTell().brief, scene: 9 } }).system).toBe(prompt().system);
  });

  it("[NA347] tells a person's mind only as far as it has been told, and they can know it", () => {
    const [known] = story.topics.get("salt-book")?.facts.flatMap((id) => story.facts.get(id) ?? []) ?? [];
    expect(prompt().stable).not.toContain(known?.text);
    expect(prompt({ past: { scenes: [[known?.text ?? ""]], summaries: [] } }).stable).toContain(
      `Orsolya knows: ${known?.text}`,
    );
  });

  it("[NA345] ends with what changes: the scene so far, then what is wanted", () => {
    const made = prompt();
    expect(paragraphPrompt(made, ["One.", "Two."], "Go.")).toBe(`${made.stable}\n\nNow:\nOne. Two.\n\nGo.`);
  });

  it.each([2048, 4096, 8192])(
    "[NA346] keeps within its share of %i tokens however much there is to say",
    (contextTokens) => {
      const scenes = Array.from({ length: 30 }, (_, at) => [
        `Scene ${at} was long. ${"It rained on the carts and on the salt. ".repeat(20)}`,
      ]);
      const recalled = Array.from({ length: 200 }, (_, at) =>
        memory(`Cart ${at} was weighed twice and found light both times.`, { scene: -at }),
      );
      const made = prompt(
        { past: { scenes, summaries: scenes.flat() }, brief: { ...sceneToTell().brief, recalled } },
        contextTokens,
      );
      expect(estimateTokens(made.system + made.stable)).toBeLessThan(contextTokens * 0.4);
      expect(made.recall.leftOut.length).toBeGreaterThan(100);
    },
  );
});

describe("what was recalled", () => {
  const { brief } = sceneToTell();

  it("[NA346] goes in pinned first, then by what the choice is about, then by relevance; the rest is named with the reason", () => {
    const recalled = [
      memory("A gull stole the bread.", { relevance: 0.9 }),
      memory("Orsolya wrote in the Salt Book.", { relevance: 0.2 }),
      memory("The key is under the stone.", { tags: ["pinned"], relevance: 0.1 }),
      memory("The pump ran dry.", { relevance: 0.8, scene: 5 }),
    ];
    const cost = estimateTokens("Orsolya wrote in the Salt Book.") + estimateTokens("The key is under the stone.");
    expect(budgetRecall({ ...brief, recalled }, story, cost, 4)).toEqual({
      kept: ["The key is under the stone.", "Orsolya wrote in the Salt Book."],
      leftOut: [
        { summary: "A gull stole the bread.", why: "no_room" },
        { summary: "The pump ran dry.", why: "told_lately" },
      ],
    });
  });
});
