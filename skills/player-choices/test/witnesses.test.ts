// SPEC.md PC510 and PC511: what a beat leaves with those whom it concerns.
import { createRandom } from "@narratoria/protocol/random";
import type { BeatMatter } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { takenAs } from "../src/decisions.js";
import { outcomesOf } from "../src/effects.js";
import { applyOutcome } from "../src/outcome.js";
import { before, slotOf } from "./support.js";

const beat: BeatMatter = {
  id: "count",
  title: "The Count",
  told: ["It rains all morning.", "Orsolya counts the tally twice.", "In the end one is missing."],
  decisions: ["forgive Orsolya", "say nothing"],
  dialogue: [],
  people: ["benedek"],
  names: [],
};
const happened = (more: Partial<BeatMatter> = {}) =>
  applyOutcome(before({ scene: 5, beat: { ...beat, ...more } }), slotOf("wait"), "none", []);

describe("a beat", () => {
  it("[PC510] is remembered by its title, what it names, how it came out and what it left to decide", () => {
    const { memory, witnessed } = happened();
    expect(memory.summary).not.toContain("Count");
    expect(witnessed).toMatchObject({
      summary:
        "“The Count” happened. Orsolya counts the tally twice. In the end one is missing. You were left to decide: forgive Orsolya, or say nothing.",
      scene: 5,
      location: "weigh-house",
      tags: ["beat", "beat:count"],
    });
    // Whoever is at the place sees it, and whoever is in it.
    expect(witnessed?.characters).toEqual(expect.arrayContaining(["benedek", "orsolya"]));
    expect(witnessed?.characters).not.toContain("ilka");
  });

  it("[PC510] is as long as a memory, and none where no beat happens", () => {
    const long = happened({ told: Array.from({ length: 40 }, (_, n) => `Orsolya counts ${n} of the sacks again.`) });
    expect(long.witnessed?.summary.length).toBeLessThanOrEqual(600);
    expect(long.witnessed?.summary).toMatch(/say nothing\.$/);
    expect(applyOutcome(before({ scene: 5 }), slotOf("wait"), "none", [])).not.toHaveProperty("witnessed");
  });
});

describe("a decision", () => {
  const orsolya = before().people.get("orsolya");

  it.each([
    ["forgive Orsolya", "favour"],
    ["stand by Orsolya and the count", "favour"],
    ["betray Orsolya", "betrayal"],
    ["lie to Orsolya", "offence"],
    ["tell Orsolya what you saw", undefined],
    ["betray the miller to Orsolya", undefined],
    ["say nothing", undefined],
  ])("[PC511] %s is taken as %s", (text, kind) => {
    expect(takenAs(text, orsolya)).toBe(kind);
  });

  it("[PC511] changes what whoever it is about feels", () => {
    const slot = slotOf("decide", { beat: "count", npc: "orsolya", text: "betray Orsolya" });
    const { none } = outcomesOf(before({ scene: 5 }), slot, createRandom("a"));
    expect(none).toContainEqual({ kind: "feeling", npc: "orsolya", delta: -50 });
  });
});
