// SPEC.md PC2820 and PC2821: what deeds weigh with whom they are done to.
import { createRandom } from "@narratoria/protocol/random";
import { expect, it } from "vitest";
import { outcomesOf } from "../src/effects.js";
import { weightOf } from "../src/sentiment.js";
import { WEIGHTS } from "../src/weights.js";
import { slotOf, staged } from "./support.js";

it("[PC2820] goes from a tenth for a courtesy to a half for a life saved or a betrayal", () => {
  for (const points of Object.values(WEIGHTS)) {
    expect(Math.abs(points)).toBeGreaterThanOrEqual(10);
    expect(Math.abs(points)).toBeLessThanOrEqual(50);
  }
  expect(WEIGHTS.rescue).toBe(-WEIGHTS.betrayal);
});

it.each([
  ["thank Orsolya", 10],
  ["forgive Orsolya", 20],
  ["help Orsolya", 30],
  ["save Orsolya", 50],
  ["doubt Orsolya", -10],
  ["accuse Orsolya", -20],
  ["threaten Orsolya", -30],
  ["betray Orsolya", -50],
])("[PC2820] %s counts %i", (text, delta) => {
  const rows = outcomesOf(staged(), slotOf("decide", { npc: "orsolya", text }), createRandom("a"));
  expect(rows.none).toContainEqual({ kind: "feeling", npc: "orsolya", delta });
});

it("[PC2821] counts more before a witness and where something is at stake, and never beyond a half", () => {
  const alone = staged();
  const watched = staged({ state: { people: { ilka: { place: "weigh-house" } } } });
  const owing = staged({
    state: {
      threads: { "debt-orsolya": { kind: "debt", npc: "orsolya", opened: 1, state: "open", text: "You owe her" } },
    },
  });
  expect(weightOf(alone, "orsolya", "favour")).toBe(20);
  expect(weightOf(watched, "orsolya", "favour")).toBe(25);
  expect(weightOf(owing, "orsolya", "offence")).toBe(-25);
  expect(weightOf(alone, "orsolya", "wrong", { topic: "locked-drawer" })).toBe(-35);
  expect(weightOf(watched, "orsolya", "betrayal", { topic: "locked-drawer" })).toBe(-50);
  // A courtesy is one whoever looks on.
  expect(weightOf(watched, "orsolya", "courtesy", { topic: "locked-drawer" })).toBe(10);
});
