import type { Criterion } from "./support/criterion.js";
import { withStory } from "./support/records.js";

const DAY = 24 * 60;

/** The in-game clock is moved on, a configured unit of three days at a time. */
export const sc029: Criterion = {
  id: "SC-029",
  title: "Reputation decay",
  target: "10 % less with each configured unit of in-game time, less for strong opinions",
  measure: () =>
    withStory(
      async ({ store, id, tell }) => {
        await store.store(id, "reputation", { factionId: "neutral", currentScore: 40 });
        await store.store(id, "reputation", { factionId: "strong", currentScore: -80 });
        const wrong: string[] = [];
        for (let units = 1; units <= 10; units += 1) {
          await tell(units * 3 * DAY);
          const { records } = await store.exactMatch(id, "reputation");
          const scores = new Map(records.map(({ record }) => [record.factionId, record.currentScore]));
          const [neutral, strong] = [scores.get("neutral") ?? Number.NaN, scores.get("strong") ?? Number.NaN];
          const right = Math.abs(neutral - 40 * 0.9 ** units) < 1e-9 && strong > -80 && strong / -80 > 0.9 ** units;
          if (!right) wrong.push(`after ${units}: ${neutral}, ${strong}`);
        }
        return { met: wrong.length === 0, found: wrong[0] ?? "right after each of 10 units" };
      },
      { decayUnitMinutes: 3 * DAY },
    ),
};
