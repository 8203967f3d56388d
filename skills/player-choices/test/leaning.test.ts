// SPEC.md PC2840: what leads to the ending that the player's choices lean to.
import { createRandom } from "@narratoria/protocol/random";
import { expect, it } from "vitest";
import { candidatesFor } from "../src/candidates.js";
import { arrival } from "../src/costs.js";
import { scoreAll } from "../src/scoring.js";
import { before, staged } from "./support.js";

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
  for (const [, gain] of about) expect(gain).toBe(50);
  for (const [key, gain] of gains) if (key.split("|")[3] !== "toll" && !key.includes("toll")) expect(gain).toBe(0);
});

it("[PC5007] brings whom it leads to twice as often as each of the others", () => {
  const came = (names: readonly string[]) => {
    const view = before({
      state: { clock: { minutes: 840 }, world: { leaning: { ending: "peace", share: 0.6, names: [...names] } } },
    });
    const all = Array.from({ length: 400 }, (_, at) => arrival(view, createRandom(`s${at}`)));
    return all.filter((effect) => effect?.kind === "arrive" && effect.npc === "ilka").length;
  };
  expect(came([])).toBeGreaterThan(40);
  expect(came(["npc:ilka"])).toBeGreaterThan(1.25 * came([]));
  expect(came(["npc:ilka"])).toBeLessThan(380);
});
