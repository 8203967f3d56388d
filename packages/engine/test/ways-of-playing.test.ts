// The same story played in three spirits, each by what stands on the screen. More seeds: NARRATORIA_SEEDS=1,2,3.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEngine, type SceneEvent } from "../src/index.js";
import { sharedScripts } from "./support/play.js";
import { choiceOf, PLAYERS } from "./support/players.js";

const home = mkdtempSync(join(tmpdir(), "narratoria-ways-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

type ToldSentence = NonNullable<SceneEvent["sentences"]>[number];
type Way = keyof typeof PLAYERS;
const WAYS: Readonly<Record<Way, string>> = {
  trusting: "Two Wheels a House",
  suspicious: "Four Hundred and Thirteen",
  greedy: "A Majority",
};
/** Two and a half hours, 25 scenes an hour. */
const EVENING = 62;
const LONGEST_EVENING = 1.2 * EVENING;

async function play(way: Way, seed: string): Promise<SceneEvent[]> {
  const engine = await openEngine({
    dataDir: join(home, `${way}-${seed}`),
    scripts: await sharedScripts(),
    keepTraces: false,
  });
  try {
    const story = await engine.play("one-wheel-over", { seed });
    const scenes: SceneEvent[] = [];
    for (let turn = 0; turn <= LONGEST_EVENING && story.scene?.ended !== true; turn++) {
      const { scene } = story;
      for await (const event of scene ? story.choose(choiceOf(PLAYERS[way], scene)) : story.begin())
        if (event.type === "scene") scenes.push(event);
    }
    return scenes;
  } finally {
    await engine.close();
  }
}

describe.each((process.env["NARRATORIA_SEEDS"] ?? "1").split(","))(
  "three ways through One Wheel Over, seed %s",
  (seed) => {
    const played = new Map<Way, SceneEvent[]>();
    const ways = Object.keys(WAYS) as Way[];
    const endOf = (way: Way): SceneEvent | undefined => played.get(way)?.at(-1);
    const epilogueOf = (way: Way): readonly ToldSentence[] => {
      const end = endOf(way);
      return (end?.sentences ?? []).filter(({ paragraph }) => paragraph >= (end?.paragraphs.length ?? 0));
    };

    beforeAll(async () => {
      await Promise.all(ways.map(async (way) => played.set(way, await play(way, seed))));
    }, 600_000);

    it.each(ways)("[EN57] the %s one reaches the ending of that way, in an evening", (way) => {
      expect(endOf(way)).toMatchObject({ ended: true, ending: WAYS[way] });
      // Whoever goes straight for one ending, past nothing but what serves it, takes two fifths of an evening, in whole scenes.
      expect(endOf(way)?.scene).toBeGreaterThanOrEqual(Math.floor(0.4 * EVENING));
      expect(endOf(way)?.scene).toBeLessThanOrEqual(LONGEST_EVENING);
    });

    it.each(ways)("[EN57] the epilogue of the %s one names at least two deeds of that playthrough", (way) => {
      const named = epilogueOf(way).filter(({ sources }) => sources.some(({ kind }) => kind === "memory"));
      // Words of a choice, past tense aside: what was taken stands in what is told.
      const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
      const taken = (played.get(way) ?? []).flatMap(({ choice }) => (choice ? [new Set(wordsOf(choice))] : []));
      const own = named.filter(({ sources }) => {
        const deed = sources.find(({ kind }) => kind === "memory")?.text ?? "";
        return taken.some((words) => wordsOf(deed).some((word) => words.has(word)));
      });
      expect(own.length).toBeGreaterThanOrEqual(2);
    });

    it("[EN57] the epilogues tell different stories: most of their sentences stand in one alone", () => {
      for (const way of ways) {
        const others = new Set(
          ways.filter((other) => other !== way).flatMap((other) => epilogueOf(other).map(({ text }) => text)),
        );
        const sentences = epilogueOf(way).map(({ text }) => text);
        expect(sentences.length).toBeGreaterThanOrEqual(6);
        const alone = sentences.filter((sentence) => !others.has(sentence));
        expect(alone.length / sentences.length, sentences.join(" ")).toBeGreaterThan(0.5);
      }
    });
  },
);
