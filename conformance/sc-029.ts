import type { Criterion } from "./support/criterion.js";
import { withStory } from "./support/records.js";

const DAY = 24 * 60;
const UNITS = 10;
const NEUTRAL = 40;
const STRONG = -80;

/** What two factions think after so many units of time. */
export interface Seen029 {
  readonly units: number;
  readonly neutral: number;
  readonly strong: number;
}

export function judge029(seen: readonly Seen029[]) {
  const wrong = seen.filter(({ units, neutral, strong }) => {
    const left = 0.9 ** units;
    const fades = strong > STRONG && strong < 0;
    return !(Math.abs(neutral - NEUTRAL * left) < 1e-9 && fades && strong / STRONG > left);
  });
  const [first] = wrong;
  return {
    met: seen.length === UNITS && wrong.length === 0,
    found: first
      ? `after ${first.units}: ${first.neutral}, ${first.strong}`
      : `right after each of ${seen.length} units`,
  };
}

/** The in-game clock is moved on, a configured unit of three days at a time. */
export const sc029: Criterion = {
  id: "SC-029",
  title: "Reputation decay",
  target: "10 % less with each configured unit of in-game time, less for strong opinions",
  measure: () =>
    withStory(
      async ({ store, id, tell }) => {
        await store.store(id, "reputation", { factionId: "neutral", currentScore: NEUTRAL });
        await store.store(id, "reputation", { factionId: "strong", currentScore: STRONG });
        const seen: Seen029[] = [];
        for (let units = 1; units <= UNITS; units += 1) {
          await tell(units * 3 * DAY);
          const { records } = await store.exactMatch(id, "reputation");
          const scores = new Map(records.map(({ record }) => [record.factionId, record.currentScore]));
          const of = (faction: string): number => scores.get(faction) ?? Number.NaN;
          seen.push({ units, neutral: of("neutral"), strong: of("strong") });
        }
        return judge029(seen);
      },
      { decayUnitMinutes: 3 * DAY },
    ),
};
