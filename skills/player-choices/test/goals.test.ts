// SPEC.md PC520 and PC521: what people do of themselves for what they want.
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { describe, expect, it } from "vitest";
import { createRandom } from "@narratoria/protocol/random";
import { outcomesOf } from "../src/effects.js";
import { applyOutcome } from "../src/outcome.js";
import { RICH } from "./fixture-story.js";
import { before, type Given, slotOf } from "./support.js";

/** Marek wants something of Benedek, who is at the kiln. */
const MATTER = {
  ...RICH,
  people: RICH.people.map((one) => ({
    ...one,
    motives: one.id === "toll-man" ? ["to collect what Benedek owes"] : [],
  })),
};
const wait = (given: Given, slot = slotOf("wait")) =>
  applyOutcome(before({ matter: MATTER, ...given }), slot, "none", []);
const goalOf = (patch: JsonObject) => (patch["people"] as Record<string, JsonObject> | undefined)?.["toll-man"];

describe("somebody with a wish", () => {
  it("[PC520] goes where it leads them, unseen, and the trace says what for", () => {
    const { errands, patch, effects } = wait({ scene: 12 });
    const goal = { text: "to collect what Benedek owes", state: "pursued", scene: 12, place: "kiln" };
    expect(errands).toEqual([{ npc: "toll-man", place: "kiln", goal }]);
    expect(goalOf(patch)).toMatchObject({ place: "kiln", since: 12, goal });
    expect(effects).toEqual([]);
  });

  it.each<[string, Given]>([
    ["in any other scene", { scene: 13 }],
    ["early in the story", { scene: 6 }],
    ["while the player is there", { scene: 12, state: { place: "toll-bridge" } }],
    ["to where the player is", { scene: 12, state: { place: "kiln" } }],
    [
      "while the story expects them",
      {
        scene: 12,
        hooks: [
          { kind: "beat-elsewhere", beat: "b", title: "B", place: "toll-bridge", people: ["toll-man"], when: "due" },
        ],
      },
    ],
    [
      "while they wait for the player",
      { scene: 12, state: { threads: { d: { kind: "debt", npc: "toll-man", state: "open" } } } },
    ],
    [
      "while somebody else is out",
      { scene: 12, state: { people: { ilka: { goal: { text: "x", state: "pursued" } } } } },
    ],
  ])("[PC520] does not go %s", (_when, given) => {
    expect(wait(given).errands).toEqual([]);
  });

  it("[PC520] comes home after three scenes, and not from under the player's eyes", () => {
    const goal = { text: "to collect what Benedek owes", state: "pursued", scene: 12, place: "kiln" };
    const out: JsonObject = { people: { "toll-man": { place: "kiln", goal } } };
    expect(wait({ scene: 14, state: out }).errands).toEqual([]);
    expect(wait({ scene: 15, state: out }).errands).toMatchObject([
      { npc: "toll-man", place: "toll-bridge", goal: { state: "tried" } },
    ]);
    expect(wait({ scene: 15, state: mergePatch(out, { place: "kiln" }) as JsonObject }).errands).toEqual([]);
  });

  it("[PC6100] goes every other time as one who leads to where the player's choices lean", () => {
    const people = RICH.people.map((one) => ({ ...one, motives: ["to collect what Benedek owes"] }));
    const out = (scene: number, names: readonly string[] = []) =>
      wait({
        matter: { ...RICH, people },
        scene,
        state: { world: { leaning: { ending: "e", share: 0.6, names: [...names] } } },
      }).errands.map(({ npc }) => npc);
    const [first] = out(12);
    const other = [12, 18, 24, 30, 36].flatMap((scene) => out(scene)).find((npc) => npc !== first) ?? "";
    expect(other).not.toBe("");
    expect(out(12, [`npc:${other}`])).toEqual([other]);
    expect(out(18, [`npc:${other}`])).toEqual(out(18));
  });

  it("[PC6101] goes to a place that the wish names by the first word of its name, if no other name has it", () => {
    const motives = ["to go back to Charity"];
    const matter = (name: string, other: string) => ({
      ...RICH,
      places: RICH.places.map((one) => (one.id === "kiln" ? { ...one, name } : one)),
      people: RICH.people.map((one) =>
        one.id === "toll-man"
          ? { ...one, motives }
          : { ...one, motives: [], ...(one.id === "ilka" ? { name: other } : {}) },
      ),
    });
    const to = (name: string, other = "Ilka") => wait({ matter: matter(name, other), scene: 12 }).errands[0]?.place;
    expect(to("Charity Depot")).toBe("kiln");
    expect(to("Charity Depot", "Charity Sallow")).toBeUndefined();
    expect(to("charity depot")).toBeUndefined();
  });

  it.each([
    ["help", "none", "served"],
    ["help", "fail", "hindered"],
    ["refuse", "none", "hindered"],
  ] as const)("[PC521] has it noted what %s (%s) did for it", (verb, outcome, state) => {
    const slot = slotOf(verb, { npc: "toll-man", text: "to collect what Benedek owes" });
    const { patch } = applyOutcome(before({ matter: MATTER, scene: 4 }), slot, outcome, []);
    expect(goalOf(patch)).toMatchObject({ goal: { text: "to collect what Benedek owes", state, scene: 4 } });
  });
});

describe("on a journey far away", () => {
  /** The player goes from the weigh-house to the kiln, which takes so long. */
  const matter = (minutes: number, more: object = {}) => ({
    ...MATTER,
    places: MATTER.places.map((place) =>
      place.id === "weigh-house" ? { ...place, ways: [{ to: "kiln", minutes }] } : place,
    ),
    ...more,
  });
  const joins = (given: Given) => {
    const slot = slotOf("go", { place: "kiln" });
    const all = Array.from({ length: 20 }, (_, at) => {
      const view = before({ scene: 3, ...given });
      return outcomesOf(view, slot, createRandom(`s${at}`)).none.filter(({ kind }) => kind === "arrive");
    });
    return all.filter((effects) => effects.length > 0);
  };

  it("[PC5006] somebody comes along whose wish leads there, as often as not, and is out for it", () => {
    const found = joins({ matter: matter(90) });
    expect(found.length).toBeGreaterThan(4);
    expect(found.length).toBeLessThan(16);
    expect(found[0]).toEqual([{ kind: "arrive", npc: "toll-man", place: "kiln" }]);
    const slot = slotOf("go", { place: "kiln" });
    const patches = Array.from({ length: 20 }, (_, at) =>
      applyOutcome(before({ scene: 3, seed: `s${at}`, matter: matter(90) }), slot, "none", [
        { kind: "move", place: "kiln" },
        { kind: "arrive", npc: "toll-man", place: "kiln" },
      ]),
    );
    expect(goalOf(patches[0]?.patch ?? {})).toMatchObject({ place: "kiln", goal: { state: "pursued", scene: 3 } });
  });

  it("[PC5006] somebody comes along to a place that lies miles off, however long the way takes", () => {
    const miles = MATTER.places.map((place) => (place.id === "weigh-house" ? { ...place, far: ["kiln"] } : place));
    expect(joins({ matter: { ...MATTER, places: miles } }).length).toBeGreaterThan(4);
  });

  it.each<[string, Given]>([
    ["near by", { matter: matter(20) }],
    ["who is dead", { matter: matter(90), state: { people: { "toll-man": { alive: false } } } }],
    [
      "who has gone for it before",
      {
        matter: matter(90),
        state: { people: { "toll-man": { goal: { text: "to collect what Benedek owes", state: "tried", scene: 1 } } } },
      },
    ],
    [
      "whom the story expects",
      {
        matter: matter(90),
        hooks: [{ kind: "beat-elsewhere", beat: "b", title: "B", place: "kiln", people: ["toll-man"], when: "due" }],
      },
    ],
    ["whose home the player leaves", { matter: matter(90), state: { place: "toll-bridge" } }],
  ])("[PC5006] nobody comes along %s", (_who, given) => {
    expect(joins(given)).toEqual([]);
  });
});
