import { describe, expect, it } from "vitest";
import { firstScore } from "../src/first-score.js";
import type { Perception } from "../src/kept.js";
import { bandOf, modifierOf } from "../src/perception.js";
import { readSettings } from "../src/settings.js";
import { changesOf, updatePerceptions } from "../src/update.js";

const settings = readSettings({});
const kept = (score: number, more: Partial<Perception> = {}): ReadonlyMap<string, Perception> =>
  new Map([["osk", { npc: "osk", score, reasons: [], decayRate: 0.1, ...more }]]);
const at = (person: object, more: object = {}) => ({ scene: 9, people: { osk: { alive: true, ...person } }, ...more });
const lied = { npc: "osk", delta: -20, reason: "You lied about the ledger." };

describe("bands and modifiers", () => {
  it.each([
    [-100, "hostile", -3],
    [-75, "hostile", -3],
    [-74, "cold", -2],
    [-45, "cold", -2],
    [-31, "wary", -1],
    [-30, "neutral", 0],
    [0, "neutral", 0],
    [30, "neutral", 0],
    [31, "warming", 1],
    [45, "fond", 2],
    [74, "fond", 2],
    [75, "devoted", 3],
    [100, "devoted", 3],
  ])("[NP6] gives %i the band %s and the modifier %i", (score, band, modifier) => {
    expect([bandOf(score), modifierOf(score, 1)]).toEqual([band, modifier]);
  });

  it("[NP6] scales the tiers by the setting, down to nothing", () => {
    expect([0, 0.5, 2].map((scale) => modifierOf(80, scale))).toEqual([0, 2, 6]);
    expect([0, 0.5, 2].map((scale) => modifierOf(-50, scale))).toEqual([0, -1, -4]);
    const { patch } = updatePerceptions(at({ feeling: 60 }), new Map(), [lied], readSettings({ modifierScale: 2 }));
    expect(patch).toEqual({ people: { osk: { feeling: 40, perceived: 40, modifier: 2 } } });
  });
});

describe("an update", () => {
  it("[NP1] [NP2] adds what a deed changed and keeps the reason with its scene", () => {
    const { changed } = updatePerceptions(at({ feeling: 10, perceived: 10 }), kept(10), [lied], settings);
    expect(changed).toEqual([
      { npc: "osk", score: -10, reasons: [{ scene: 9, text: lied.reason, delta: -20 }], decayRate: 0.1 },
    ]);
    const low = updatePerceptions(at({ feeling: -95, perceived: -95 }), kept(-95), [lied], settings);
    expect(low.changed.map(({ score }) => score)).toEqual([-100]);
  });

  it.each([
    [{ ill: 0.5 }, -10],
    [{ ill: 1.5 }, -30],
    [{ good: 0.5 }, -20],
    [{ ill: 9 }, -40],
    [{ ill: -1 }, 0],
    [{ ill: "much" }, -20],
  ])("[NP21] a lie to somebody of the temper %j counts %i", (temper, counts) => {
    const { perceptions } = updatePerceptions(at({ feeling: 10, perceived: 10, temper }), kept(10), [lied], settings);
    expect(perceptions.map(({ score }) => score)).toEqual([10 + counts]);
  });

  it("[NP21] a kindness counts by what is good, and a beat as its author has it", () => {
    const temper = { good: 0.5, ill: 1.5 };
    const beat = { title: "The Bell", changes: [{ kind: "feeling", npc: "osk", delta: 8 }] };
    const person = { feeling: 0, perceived: 0, temper };
    const { perceptions } = updatePerceptions(at(person, { beat }), kept(0), [{ ...lied, delta: 10 }], settings);
    expect(perceptions.map(({ score }) => score)).toEqual([13]);
  });

  it("[NP20] keeps a change with the reason of its own that it has", () => {
    const outcome = {
      effects: [{ kind: "feeling", npc: "osk", delta: 5, reason: "You helped Ine (as Ine told)" }],
      memory: { summary: "You waited." },
    };
    expect(changesOf(outcome)).toEqual([{ npc: "osk", delta: 5, reason: "You helped Ine (as Ine told)" }]);
  });

  it("[NP3] writes feeling, mark and modifier for people who are in session state only", () => {
    const stranger = { ...lied, npc: "nobody" };
    const { patch, changed } = updatePerceptions(
      at({ feeling: 10, perceived: 10 }),
      kept(10),
      [lied, stranger],
      settings,
    );
    expect(patch).toEqual({ people: { osk: { feeling: -10, perceived: -10, modifier: 0 } } });
    expect(changed.map(({ npc }) => npc)).toEqual(["osk", "nobody"]);
  });

  it("[NP3] replaces the sum that the deed itself wrote, also where the score comes out as it was", () => {
    const { patch } = updatePerceptions(
      at({ feeling: 10, perceived: 10, modifier: 0 }),
      kept(5),
      [{ npc: "osk", delta: 5, reason: "You waited." }],
      settings,
    );
    expect(patch).toEqual({ people: { osk: { feeling: 10, perceived: 10, modifier: 0 } } });
  });

  it("[NP4] shows what time has taken without storing it", () => {
    const faded = updatePerceptions(at({ feeling: 40, perceived: 40, modifier: 1 }), kept(29.2), [], settings);
    expect(faded.patch).toEqual({ people: { osk: { feeling: 29, perceived: 29, modifier: 0 } } });
    expect(faded.changed).toEqual([]);
    expect(updatePerceptions(at({ feeling: 29, perceived: 29, modifier: 0 }), kept(29.2), [], settings).patch).toEqual(
      {},
    );
  });

  it("[NP5] counts what a beat is going to change, which the runtime then adds itself", () => {
    const beat = { title: "The Count", changes: [{ kind: "feeling", npc: "osk", delta: 15 }] };
    const { patch, changed } = updatePerceptions(at({ feeling: 20, perceived: 20 }, { beat }), kept(20), [], settings);
    expect(changed).toMatchObject([
      { score: 35, reasons: [{ scene: 9, text: 'what happened in "The Count"', delta: 15 }] },
    ]);
    const because = { text: 'what happened in "The Count"', scene: 9 };
    expect(patch).toEqual({ people: { osk: { feeling: 20, perceived: 35, modifier: 1, because } } });
    // In the next scene nothing is left to be made up for.
    expect(updatePerceptions(at({ feeling: 35, perceived: 35, modifier: 1 }), kept(35), [], settings).changed).toEqual(
      [],
    );
  });

  it("[NP4400] keeps what others changed with the deed that they name, in its scene alone", () => {
    const reasonFor = (scene: number) => {
      const state = at({ feeling: 30, perceived: 20, changedBy: { text: "You praised the rope.", scene } });
      return updatePerceptions(state, kept(20), [], settings).changed[0]?.reasons;
    };
    expect(reasonFor(8)).toEqual([{ scene: 8, text: "You praised the rope.", delta: 10 }]);
    expect(reasonFor(5)).toEqual([{ scene: 8, text: "what happened", delta: 10 }]);
  });

  it("[NP5] adds what others changed since", () => {
    const { changed } = updatePerceptions(at({ feeling: 30, perceived: 20 }), kept(20), [], settings);
    expect(changed).toMatchObject([{ score: 30, reasons: [{ scene: 8, text: "what happened", delta: 10 }] }]);
  });

  it("[NP15] names the reason that weighs most while the opinion counts, and none against it", () => {
    const reasons = [
      { scene: 2, text: "You mended the sluice.", delta: 60 },
      { scene: 4, text: "You paid for the flour.", delta: 60 },
      { scene: 6, text: "You were late.", delta: -30 },
    ];
    const becauseOf = (score: number, list = reasons) => {
      const person = { feeling: score, perceived: score, because: { text: "old", scene: 1 } };
      const { patch } = updatePerceptions(at(person), kept(score, { reasons: list }), [], settings);
      return (patch as { people?: { osk: { because: unknown } } }).people?.osk.because;
    };
    expect(becauseOf(90)).toEqual({ text: "You paid for the flour.", scene: 4 });
    expect(becauseOf(-40)).toEqual({ text: "You were late.", scene: 6 });
    expect(becauseOf(30)).toBeNull();
    expect(becauseOf(40, reasons.slice(2))).toBeNull();
    const { patch } = updatePerceptions(at({ feeling: 0, perceived: 0 }), kept(0), [lied], settings);
    expect(JSON.stringify(patch)).not.toContain("because");
  });

  it("[NP12] stores a score anew when the setting has changed", () => {
    const slow = readSettings({ decayRate: 0.02 });
    const same = at({ feeling: 20, perceived: 20, modifier: 0 });
    expect(updatePerceptions(same, kept(20), [], slow).changed).toMatchObject([{ decayRate: 0.02 }]);
    expect(updatePerceptions(same, kept(20, { decayRate: 0.02 }), [], slow).changed).toEqual([]);
  });
});

describe("a first score", () => {
  const stats = [{ name: "charisma", min: 1, max: 20, default: 10 }];
  const context = {
    seed: "7",
    people: { osk: { factions: ["millers", "council"] } },
    factions: { millers: 80, council: -40 },
    player: { stats: { charisma: 20 }, traits: [], conditions: {} },
    stats,
    inventory: {},
    facts: { people: [{ id: "osk", role: "Miller", motives: ["to mend the sluice"] }] },
  };

  it("[NP7] is standing, looks and chance by their weights; the worst standing counts", () => {
    const half = firstScore(context, "osk", 0.5);
    expect(half).toMatchObject({ faction: -40, visible: 60 });
    expect(half.score).toBeCloseTo(0.5 * -40 + 0.3 * 60 + 0.2 * half.chance, 5);
    expect(firstScore(context, "osk", 1).score).toBe(-40);
    const { chance, score } = firstScore(context, "osk", 0);
    expect(score).toBeCloseTo(0.6 * 60 + 0.4 * chance, 5);
  });

  it("[NP8] sees manner, hurts, and what the person's own words name", () => {
    const seen = (player: object, inventory: object = {}) =>
      firstScore({ ...context, player: { stats: {}, ...player }, inventory }, "osk", 0.5).visible;
    expect(seen({})).toBe(0);
    expect(seen({ stats: { charisma: 1 } })).toBe(-60);
    expect(seen({ conditions: { bruised: true, hungry: true } })).toBe(-15);
    expect(seen({ traits: ["a miller's child", "tall"] })).toBe(25);
    expect(seen({}, { key: { name: "sluice key" }, lamp: { name: "lamp" } })).toBe(15);
  });

  it("[NP9] is the same for the same seed and person, and spread over all chances", () => {
    expect(firstScore(context, "osk", 0.5)).toEqual(firstScore(context, "osk", 0.5));
    const chances = Array.from({ length: 200 }, (_, n) => firstScore(context, `p${n}`, 0.5).chance);
    expect(Math.min(...chances)).toBeLessThan(-80);
    expect(Math.max(...chances)).toBeGreaterThan(80);
    expect(chances.every((one) => one >= -100 && one <= 100)).toBe(true);
  });
});
