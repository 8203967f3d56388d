// SPEC.md PC516: what recall is not sure of.
import type { StoryMemory } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import { makeOffer } from "../src/offer.js";
import { staged } from "./support.js";
import { SETTINGS } from "./walk.js";

const wronged = (sure: boolean): StoryMemory => ({
  id: "m2",
  summary: "You pressed Orsolya for nothing.",
  scene: 1,
  characters: ["orsolya"],
  location: "weigh-house",
  significance: "medium",
  tags: ["effect:owe"],
  deed: {
    verb: "press",
    bind: { npc: "orsolya" },
    outcome: "fail",
    polarity: "bad",
    template: "[press] {npc.o} for nothing",
  },
  sure,
});

/** Choices with a reason, over some seeds. */
function reasons(sure: boolean): number {
  const state = {
    people: { orsolya: { met: 1 } },
    world: { known: { topics: { tally: 2, "brass-scale": 2, toll: 2 } } },
  };
  const seeds = Array.from({ length: 8 }, (_, n) => `r${n}`);
  return seeds.flatMap((seed) =>
    makeOffer(staged({ scene: 4, seed, state }), [], [wronged(sure)], SETTINGS).slots.filter(
      ({ reason }) => reason !== undefined,
    ),
  ).length;
}

it("[PC516] a memory below similarityThreshold is no reason for a choice", () => {
  expect(reasons(true)).toBeGreaterThan(0);
  expect(reasons(false)).toBe(0);
});
