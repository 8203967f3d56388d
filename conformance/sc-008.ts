import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { nineteenOfTwenty, withStory } from "./support/records.js";
import { scoresIn, withSkill } from "./support/run-skill.js";

const FACTIONS = Array.from({ length: 200 }, (_, n) => `faction-${n}`);
const LIMIT_MS = 100;

export interface Seen008 {
  /** Milliseconds of 19 of 20 questions. */
  readonly ms: number;
  readonly right: number;
  readonly asked: number;
}

export function judge008(seen: readonly Seen008[]) {
  return {
    met: seen.length > 0 && seen.every(({ ms, right, asked }) => ms < LIMIT_MS && asked > 0 && right === asked),
    found: seen
      .map(({ ms, right, asked }) => `${ms.toFixed(1)} ms for 19 of 20, ${right} of ${asked} right`)
      .join("; "),
  };
}

/** The reputation of each of two hundred factions is asked for: of the store, and of the script that plays use. */
export const sc008: Criterion = {
  id: "SC-008",
  title: "Reputation query speed",
  target: "less than 100 ms for each of many factions, by store and by skill",
  measure: async () => judge008([await ofStore(), await ofSkill()]),
};

function ofStore(): Promise<Seen008> {
  return withStory(async ({ store, id }) => {
    await store.change(
      id,
      FACTIONS.map((factionId, n) => ({
        change: "store",
        dataType: "reputation",
        record: { factionId, currentScore: n - 100 },
      })),
    );
    let right = 0;
    const ms = await nineteenOfTwenty(FACTIONS.length, async (n) => {
      const { records } = await store.exactMatch(id, "reputation", { factions: [FACTIONS[n] ?? ""] });
      if (records.length === 1 && records[0]?.record.currentScore === n - 100) right += 1;
    });
    return { ms, right, asked: FACTIONS.length };
  });
}

function ofSkill(): Promise<Seen008> {
  const factions = Object.fromEntries(FACTIONS.map((faction, n) => [faction, n - 100]));
  return inFreshHome((dataDir) =>
    withSkill("reputation/query-reputation", dataDir, async (ask) => {
      let right = 0;
      const ms = await nineteenOfTwenty(FACTIONS.length, async (n) => {
        const { reputations } = await ask({ input: { factions: [FACTIONS[n]] }, context: { factions } });
        if (scoresIn(reputations)[0] === n - 100) right += 1;
      });
      return { ms, right, asked: FACTIONS.length };
    }),
  );
}
