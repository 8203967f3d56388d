import { openEngine } from "@narratoria/engine";
import type { JsonObject } from "@narratoria/protocol";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome, sharedScripts } from "./support/home.js";
import { type WalkedTurn, walk } from "./support/walk.js";

const SHARE = 0.95;
const LEAST = 20;
/** Choices of each player: what people think of somebody grows strong by several deeds. */
const TURNS = 36;
const KIND = /^(?:help|offer|do what you can|give|tell|promise|pay|warn|share|trust|accept|keep)\b/i;
const RUTHLESS = /^(?:press|bluff|take|force|break|refuse|confront|lie|search)\b/i;
/** What is done only with somebody who thinks no ill of the player. */
const FRIENDLY = new Set(["trust", "warn", "accept", "help"]);

/** One meeting with somebody of whom the story knows what they think. */
export interface Met036 {
  readonly feeling: number;
  /** What stands beside the scene about them, such as "Odo Marsh, warming to you". */
  readonly shown: string;
  /** Verbs of what may be done with them next. */
  readonly verbs: readonly string[];
}

const WORDS: readonly (readonly [from: number, word: RegExp])[] = [
  [75, /devoted/],
  [45, /fond/],
  [31, /warming/],
];

/** The words for a feeling, mirrored below zero. */
function fits(feeling: number, shown: string): boolean {
  if (Math.abs(feeling) <= 30) return !/devoted|fond|warming|hostile|cold|wary/.test(shown);
  if (feeling > 0) return WORDS.find(([from]) => feeling >= from)?.[1].test(shown) ?? false;
  return (feeling <= -75 ? /hostile/ : feeling <= -45 ? /cold/ : /wary/).test(shown);
}

export function judge036(met: readonly Met036[]) {
  const right = met.filter(
    ({ feeling, shown, verbs }) =>
      fits(feeling, shown) && (feeling >= -30 || !verbs.some((verb) => FRIENDLY.has(verb))),
  );
  const strong = met.filter(({ feeling }) => Math.abs(feeling) > 30).length;
  return {
    met: met.length >= LEAST && strong > 0 && right.length >= SHARE * met.length,
    found: `${right.length} of ${met.length} meetings show what is felt, ${strong} of them with a strong feeling`,
  };
}

/** Two players, one kind and one ruthless: whoever is met must show what they think, in words and in what can be done with them. */
export const sc036: Criterion = {
  id: "SC-036",
  title: "NPC sentiment accuracy",
  target: "95% of meetings reflect what the person thinks of the player",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const engine = await openEngine({ dataDir, scripts: await sharedScripts(), keepTraces: false });
      try {
        const met: Met036[] = [];
        for (const spirit of [KIND, RUTHLESS]) {
          const story = await engine.play("one-wheel-over", { seed: "36", fresh: true });
          const turns = await walk(story, LONG ? 2 * TURNS : TURNS, ({ choices }) => {
            const fitting = choices.findIndex(({ text }) => spirit.test(text));
            return fitting < 0 ? 1 : fitting + 1;
          });
          met.push(...turns.flatMap(meetings));
          await story.close();
        }
        return judge036(met);
      } finally {
        await engine.close();
      }
    }),
};

function meetings({ scene, state, slots }: WalkedTurn): Met036[] {
  const people = (state["people"] ?? {}) as Readonly<Record<string, JsonObject>>;
  return (scene.beside?.here ?? []).flatMap((shown) => {
    const id = Object.keys(people).find((one) => shown.toLowerCase().startsWith(one.split("-")[0] ?? one));
    const feeling = id === undefined ? undefined : people[id]?.["feeling"];
    if (id === undefined || typeof feeling !== "number") return [];
    return [{ feeling, shown, verbs: slots.filter(({ bind }) => bind.npc === id).map(({ verb }) => verb) }];
  });
}
