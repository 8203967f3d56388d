// SPEC.md PC2840: what leads to the ending that the player's choices lean to.
import { createRandom } from "@narratoria/protocol/random";
import { expect, it } from "vitest";
import { candidatesFor } from "../src/candidates.js";
import { scoreAll } from "../src/scoring.js";
import { staged } from "./support.js";

it("[PC2840] speaks a little for choices about it, and brings none", () => {
  const scored = (names: readonly string[]) => {
    const view = staged({
      state: {
        world: {
          known: { topics: { toll: 1, tally: 1 } },
          leaning: { ending: "peace", share: 0.6, names: [...names] },
        },
      },
    });
    return scoreAll(view, candidatesFor(view, []), new Set(), createRandom("a"));
  };
  const without = scored([]);
  const led = scored(["topic:toll"]);
  expect(led.map(({ key }) => key)).toEqual(without.map(({ key }) => key));
  const gains = led.map(({ score, key }, at) => [key, Math.round(100 * (score - (without[at]?.score ?? 0)))] as const);
  const about = gains.filter(([key]) => key.split("|")[3] === "toll");
  expect(about.length).toBeGreaterThan(0);
  for (const [, gain] of about) expect(gain).toBe(25);
  for (const [key, gain] of gains) if (key.split("|")[3] !== "toll" && !key.includes("toll")) expect(gain).toBe(0);
});
