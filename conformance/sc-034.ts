import { type Memory, openEngine } from "@narratoria/engine";
import { contentWords } from "@narratoria/protocol/english";
import { testCampaign } from "./support/campaigns.js";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome, sharedScripts } from "./support/home.js";
import { walk } from "./support/walk.js";

const SHARE = 0.8;
const SIMILARITY = 0.7;
/** Memories that are looked at for each choice: those of later scenes do not count. */
const MOST_FOUND = 50;
const LEAST_CHOICES = 50;
const LEAST_CAMPAIGNS = 3;
const CAMPAIGNS = ["one-wheel-over", testCampaign("the-salt-ledger"), testCampaign("nine-wells")];
/** One walk alone is luck: a player who stays with one person for long is offered little that they remember. */
const SEEDS = ["34", "1", "2", "3"];
const TURNS = LONG ? 40 : 30;
/** Scenes that make a past. */
const FIRST = 5;

/** A choice and the memory that is nearest to its words. */
export interface Seen034 {
  readonly campaign: string;
  readonly text: string;
  /** Names and nouns of the choice that the memory has as well. */
  readonly shared: number;
  readonly similarity: number;
}

export function judge034(seen: readonly Seen034[]) {
  const grounded = seen.filter(({ shared, similarity }) => shared > 0 && similarity >= SIMILARITY);
  const campaigns = new Set(seen.map(({ campaign }) => campaign)).size;
  const share = seen.length === 0 ? 0 : grounded.length / seen.length;
  return {
    met: seen.length >= LEAST_CHOICES && campaigns >= LEAST_CAMPAIGNS && share >= SHARE,
    found: `${grounded.length} of ${seen.length} choices in ${campaigns} campaigns find a memory of what they name (${(100 * share).toFixed(0)}%)`,
  };
}

/** The nearest memory, of a scene that was told when the choice was offered, that names something the choice names. */
function nearest(text: string, found: readonly Memory[], now: number): Pick<Seen034, "shared" | "similarity"> {
  const words = contentWords(text);
  const past = found.flatMap(({ summary, scene, relevance = 0 }) => {
    const shared = [...contentWords(summary)].filter((word) => words.has(word)).length;
    return scene !== null && scene <= now && shared > 0 ? [{ shared, similarity: relevance }] : [];
  });
  return past[0] ?? { shared: 0, similarity: 0 };
}

/** Every choice offered from scene 5 on is a question to what the story remembers: a memory of the same names has to answer. */
export const sc034: Criterion = {
  id: "SC-034",
  title: "Memory-driven choices",
  target: "80% of 50 choices in three campaigns find a memory of a past event by meaning, at a similarity of 0.7",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const engine = await openEngine({ dataDir, scripts: await sharedScripts(), keepTraces: false });
      try {
        const seen: Seen034[] = [];
        for (const [campaign, seed] of CAMPAIGNS.flatMap((one) => SEEDS.map((seed) => [one, seed] as const))) {
          const story = await engine.play(campaign, { seed, fresh: true });
          const memories = await engine.memories(story.id);
          const turns = await walk(story, TURNS, ({ choices }, turn) => 1 + (turn % choices.length));
          for (const { scene, slots } of turns.filter(({ scene }) => scene.scene >= FIRST))
            for (const { text } of slots) {
              // "Go on" names nothing that could be remembered.
              if (!/\p{L}{4,}/u.test(text)) continue;
              const found = await memories.search(text, MOST_FOUND);
              seen.push({ campaign, text, ...nearest(text, found, scene.scene) });
            }
          await story.close();
        }
        return judge034(seen);
      } finally {
        await engine.close();
      }
    }),
};
