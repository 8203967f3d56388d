import { type Engine, openEngine } from "@narratoria/engine";
import { testCampaign } from "./support/campaigns.js";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { longPlay } from "./support/long-play.js";

const LEAST = 100;
const TURNS = 150;
/** Besides the first bundled one. */
const CAMPAIGNS = LONG ? ["the-salt-ledger", "nine-wells", "the-last-ferry", "mercy-and-will"].map(testCampaign) : [];

export interface Seen037 {
  readonly turns: number;
  /** What no story may do, as the engine finds it. */
  readonly broken: readonly string[];
  /** Scenes without a word or without a choice, and failures of turns. */
  readonly failed: number;
}

export function judge037(seen: readonly Seen037[]) {
  const turns = seen.reduce((sum, one) => sum + one.turns, 0);
  const broken = seen.flatMap((one) => one.broken);
  const failed = seen.reduce((sum, one) => sum + one.failed, 0);
  const [first] = broken;
  return {
    met: seen.length > 0 && seen.every((one) => one.turns >= LEAST) && broken.length === 0 && failed === 0,
    found: `${turns} turns, ${broken.length} breaks${first === undefined ? "" : ` (${first})`}, ${failed} failed scenes`,
  };
}

/** A hundred choices, each scene held against what no story may do; a story that ends begins anew. */
export const sc037: Criterion = {
  id: "SC-037",
  title: "Long-session coherence",
  target: "100 choices without a break of what must hold in any story",
  measure: () =>
    inFreshHome(async (dataDir) => {
      if (CAMPAIGNS.length === 0) return judge037([await longPlay()]);
      const engine = await openEngine({ dataDir, checkStory: true });
      try {
        const seen: Seen037[] = [await longPlay()];
        for (const one of CAMPAIGNS) seen.push(await coherence(engine, one));
        return judge037(seen);
      } finally {
        await engine.close();
      }
    }),
};

async function coherence(engine: Engine, wanted: string): Promise<Seen037> {
  const broken: string[] = [];
  let turns = 0;
  let failed = 0;
  for (let round = 0; turns < TURNS; round++) {
    const story = await engine.play(wanted, { seed: `37-${round}`, fresh: true });
    for await (const _ of story.begin());
    while (turns < TURNS && story.scene && !story.scene.ended) {
      const number = 1 + ((turns + round) % story.scene.choices.length);
      for await (const event of story.choose(number)) {
        if (event.type === "log" && event.fields?.["check"] === "invariant") broken.push(event.message);
        if (event.type === "error") failed++;
      }
      turns++;
      if (!story.scene.ended && story.scene.choices.length < 3) failed++;
    }
    await story.close();
  }
  return { turns, broken, failed };
}
