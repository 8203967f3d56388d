// SPEC.md PC5, PC6: what counts in a roll, and the odds that follow.
import type { StoryMemory } from "@narratoria/protocol/story";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { modifiersFor, oddsFor, statFor, thirdOf } from "../src/odds.js";
import { before } from "./support.js";

const values = (modifiers: readonly { value: number }[]) => modifiers.map((one) => one.value);
const memory: StoryMemory = {
  summary: "You paid Orsolya.",
  scene: 2,
  characters: ["orsolya"],
  location: "weigh-house",
  significance: "high",
  tags: [],
};

describe("odds", () => {
  it.each([
    [0, 16, 42, 42],
    [1, 28, 44, 28],
    [2, 41, 42, 17],
    [-1, 8, 33, 59],
  ])("[PC6] with %i the odds are %i, %i, %i", (bonus, success, partial, fail) => {
    expect(oddsFor(bonus)).toEqual({ success, partial, fail });
  });

  it("[PC6] add up to 100, keep natural 2 and 12, and never show success better than it is", () => {
    fc.assert(
      fc.property(fc.integer({ min: -30, max: 30 }), (bonus) => {
        const { success, partial, fail } = oddsFor(bonus);
        expect(success + partial + fail).toBe(100);
        expect(Math.min(success, fail)).toBeGreaterThanOrEqual(2);
        for (const share of [success, partial, fail]) expect(Number.isInteger(share)).toBe(true);
        const ways = [...Array(36).keys()].filter((roll) => {
          const natural = 2 + (roll % 6) + Math.floor(roll / 6);
          return natural === 12 || (natural !== 2 && natural + bonus >= 10);
        }).length;
        expect(success).toBeLessThanOrEqual((ways * 100) / 36 + 0.5);
        expect(Math.abs(success - (ways * 100) / 36)).toBeLessThan(1);
      }),
    );
  });
});

describe("modifiers", () => {
  it("[PC5] are none for an average player and a stranger", () => {
    expect(modifiersFor(before(), "press", { npc: "orsolya" }, undefined)).toEqual([]);
  });

  it.each([
    [13, []],
    [14, [{ label: "charisma 14", value: 1 }]],
  ])("[PC5] charisma %i of 1 to 20", (charisma, expected) => {
    const view = before({ state: { player: { stats: { charisma } } } });
    expect(modifiersFor(view, "bluff", { npc: "orsolya" }, undefined)).toEqual(expected);
  });

  it.each([
    [17, [{ label: "Orsolya's charisma 17", value: -1 }]],
    [10, []],
    [3, [{ label: "Orsolya's charisma 3", value: 1 }]],
  ])("[PC2100] charisma %i of the one it is done to", (Charisma, expected) => {
    const view = before({ state: { people: { orsolya: { stats: { Charisma } } } } });
    expect(modifiersFor(view, "bluff", { npc: "orsolya" }, undefined)).toEqual(expected);
    expect(modifiersFor(view, "bluff", {}, undefined)).toEqual([]);
    expect(modifiersFor(view, "bluff", { npc: "orsolya" }, undefined, { stat: "charisma" })).toEqual([]);
  });

  it("[PC5] a trait counts where it fits the deed", () => {
    const view = before({ state: { player: { traits: ["courageous"] } } });
    expect(modifiersFor(view, "press", { npc: "orsolya" }, undefined)).toEqual([{ label: "courageous", value: 1 }]);
    expect(modifiersFor(view, "search", {}, undefined)).toEqual([]);
  });

  it.each([
    [3, 2, 6, [1]],
    [-2, 2, 6, [-1]],
    [0, 2, 6, []],
    [3, 1, 20, [3]],
    [-2, 1, 20, [-2]],
    [0, 1, 20, []],
  ])("[PC462] a modifier of %i counts with %i dice of %i sides", (modifier, count, sides, expected) => {
    const view = before({ state: { people: { orsolya: { feeling: 60, modifier } } } });
    const rules = { ...view.rules, dice: { count, sides } };
    expect(values(modifiersFor({ ...view, rules }, "press", { npc: "orsolya" }, undefined))).toEqual(expected);
  });

  it.each([
    [75, "she would do much for you"],
    [74, "she trusts you"],
    [45, "she trusts you"],
    [44, "she likes you"],
    [-44, "she is wary of you"],
    [-45, "she is cold to you"],
    [-74, "she is cold to you"],
    [-75, "she hates you"],
  ])("[PC4400] a feeling of %i is called %s", (feeling, label) => {
    const view = before({ state: { people: { orsolya: { feeling } } } });
    expect(modifiersFor(view, "press", { npc: "orsolya" }, undefined)[0]?.label).toBe(label);
  });

  it.each([
    [30, []],
    [31, [1]],
    [90, [1]],
    [-30, []],
    [-31, [-1]],
    [-90, [-1]],
  ])("[PC5] a feeling of %i counts %j", (feeling, expected) => {
    const view = before({ state: { people: { orsolya: { feeling } } } });
    expect(values(modifiersFor(view, "press", { npc: "orsolya" }, undefined))).toEqual(expected);
  });

  it("[PC5] says whose feelings they are, in words that agree", () => {
    const view = before({ state: { people: { orsolya: { feeling: 50 }, ilka: { feeling: -40 } } } });
    expect(modifiersFor(view, "press", { npc: "orsolya" }, undefined)[0]?.label).toBe("she trusts you");
    expect(modifiersFor(view, "press", { npc: "ilka" }, undefined)[0]?.label).toBe("they are wary of you");
  });

  it("[PC5] a weighty memory counts 1, a light one nothing", () => {
    expect(values(modifiersFor(before(), "press", { npc: "orsolya" }, memory))).toEqual([1]);
    expect(modifiersFor(before(), "press", { npc: "orsolya" }, { ...memory, significance: "medium" })).toEqual([]);
  });

  it("[PC5] finds the stat in a schema with other words, by name before description", () => {
    const stats = [
      { name: "bakery", min: 0, max: 3, description: "how well you lie about bread" },
      { name: "wits", min: 0, max: 3 },
    ];
    expect(statFor(before({ stats }), "bluff")?.name).toBe("wits");
    expect(statFor(before({ stats: stats.slice(0, 1) }), "bluff")?.name).toBe("bakery");
    expect(statFor(before({ stats: [] }), "bluff")).toBeUndefined();
    // No stat rather than a wrong one: words that merely hold another, and a description of something else.
    const patience = { name: "patience", min: 0, max: 9, description: "how long you will sit and let others speak" };
    const wrong = [patience, { name: "earthlore", min: 0, max: 9, description: "what lies under your feet" }];
    for (const verb of ["press", "confront", "bluff", "sneak", "force", "settle"] as const)
      expect(statFor(before({ stats: wrong }), verb)).toBeUndefined();
    // Of two of one family the one that says more, whichever the author wrote first.
    const both = ["dexterity", "intelligence", "charisma", "stealth"].map((name) => ({ name, min: 5, max: 18 }));
    expect(statFor(before({ stats: both }), "sneak")?.name).toBe("stealth");
    expect(statFor(before({ stats: both }), "bluff")?.name).toBe("charisma");
    const view = before({ stats, state: { player: { stats: { wits: 2, bakery: 1 } } } });
    expect(thirdOf(view, { name: "wits", min: 0, max: 3 })).toBe("upper");
    expect(thirdOf(view, { name: "bakery", min: 0, max: 3 })).toBe("lower");
  });

  const RULES = {
    dice: { count: 2, sides: 6 },
    partial: 5,
    success: 9,
    bonuses: [
      { from: 6, value: 1 },
      { from: 9, value: 2 },
      { to: 2, value: -1 },
    ],
    stats: [
      { name: "patience", words: "for waiting and listening" },
      { name: "standing", words: "for asking favours" },
      { name: "cheek", words: "for asking, arguing, bluffing and talking to people" },
    ],
  };
  const STATS = ["patience", "standing", "cheek"].map((name) => ({ name, min: 0, max: 10 }));

  it("[PC444] follow the campaign's own bands", () => {
    expect(oddsFor(0, RULES)).toEqual({ success: 28, partial: 55, fail: 17 });
    expect(oddsFor(0, { ...RULES, dice: { count: 1, sides: 20 }, partial: 8, success: 12 })).toEqual({
      success: 45,
      partial: 20,
      fail: 35,
    });
  });

  it.each([
    [9, [2]],
    [6, [1]],
    [5, []],
    [1, [-1]],
  ])("[PC444] count a stat of %i as the rules say", (cheek, expected) => {
    const view = before({ stats: STATS, rules: RULES, state: { player: { stats: { cheek } } } });
    expect(values(modifiersFor(view, "bluff", { npc: "orsolya" }, undefined))).toEqual(expected);
  });

  it("[PC444] use the stat that the rules give to the act, and none that is not rolled", () => {
    const view = before({ stats: STATS, rules: RULES });
    expect(statFor(view, "bluff")?.name).toBe("cheek");
    expect(statFor(view, "settle")?.name).toBe("standing");
    expect(statFor(view, "force")).toBeUndefined();
    const track = [{ name: "tongue", min: 0, max: 10, description: "Not rolled. A track." }];
    expect(statFor(before({ stats: track }), "press")).toBeUndefined();
  });

  it("[PC444] shift with the author's number by as much as it differs from the usual one", () => {
    const view = before({ stats: STATS, rules: { ...RULES, target: 10 } });
    expect(values(modifiersFor(view, "decide", {}, undefined, { difficulty: "DC 8" }))).toEqual([2]);
    expect(values(modifiersFor(view, "decide", {}, undefined, { difficulty: "10" }))).toEqual([]);
  });

  it("[PC445] gain by a thing that it is about, else by two facts of it", () => {
    const topic = before().matter.topics.find(({ facts }) => facts.length >= 2);
    if (!topic) throw new Error("the fixture has no such topic");
    const bind = { npc: "orsolya", topic: topic.id };
    const facts = Object.fromEntries(topic.facts.slice(0, 2).map((id) => [id, 1]));
    const knows = before({ state: { inventory: { "brass-tally": null, tally: null }, world: { known: { facts } } } });
    expect(modifiersFor(knows, "press", bind, undefined)).toContainEqual({
      label: `what you know of ${topic.np}`,
      value: 1,
    });
    expect(values(modifiersFor(before(), "press", { npc: "orsolya" }, undefined))).toEqual([]);
  });
});
