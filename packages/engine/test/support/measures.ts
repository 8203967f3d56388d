/** What is counted over the scenes of a walk. (STORYBOOK 8) */
import type { SceneEvent } from "../../src/index.js";

/** Sentences of a paragraph, quotations kept whole with what introduces them. */
function sentencesOf(paragraph: string): string[] {
  return paragraph
    .split(/(?<=[.!?…]["”’]?)\s+(?=["“‘]?\p{Lu})/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

const normal = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, "")
    .replace(/\s+/g, " ")
    .trim();

/** Sentences that stand in a scene and again at most `window` scenes later. */
export function repeatedSentences(
  scenes: readonly SceneEvent[],
  window = 30,
): { sentence: string; scenes: [number, number] }[] {
  const seen = new Map<string, number>();
  const found: { sentence: string; scenes: [number, number] }[] = [];
  for (const scene of scenes) {
    for (const sentence of scene.paragraphs.flatMap(sentencesOf)) {
      const key = normal(sentence);
      if (key.split(" ").length < 3) continue;
      const before = seen.get(key);
      if (before !== undefined && scene.scene - before <= window)
        found.push({ sentence, scenes: [before, scene.scene] });
      seen.set(key, scene.scene);
    }
  }
  return found;
}

/** Share of runs of four words that stood already within the last `window` scenes. */
export function repeatedFourGrams(scenes: readonly SceneEvent[], window = 30): number {
  const seen = new Map<string, number>();
  let all = 0;
  let repeated = 0;
  for (const scene of scenes) {
    const words = normal(scene.paragraphs.join(" ")).split(" ");
    for (let at = 0; at + 4 <= words.length; at++) {
      const gram = words.slice(at, at + 4).join(" ");
      const before = seen.get(gram);
      if (before !== undefined && before !== scene.scene && scene.scene - before <= window) repeated++;
      seen.set(gram, scene.scene);
      all++;
    }
  }
  return all === 0 ? 0 : repeated / all;
}

/** Share of choices, from scene `from` on, that come from something in the story. */
export function sourcedShare(scenes: readonly SceneEvent[], from = 5): number {
  const choices = scenes.filter(({ scene }) => scene > from).flatMap(({ choices }) => choices);
  return choices.length === 0 ? 1 : choices.filter(({ sources }) => sources.length > 0).length / choices.length;
}
