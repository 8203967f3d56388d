import { describe, expect, it } from "vitest";
import { allFactions, membersOf } from "../src/factions.js";
import type { Standing } from "../src/kept.js";
import { readSettings } from "../src/settings.js";
import { changesOf, updateStandings } from "../src/update.js";

const people = {
  osk: { place: "the-mill", alive: true, factions: ["millers"] },
  ine: { place: "the-mill", alive: true, factions: ["millers", "council"] },
  bram: { place: "the-quay", alive: true, factions: ["millers"] },
  tove: { place: "the-mill", alive: true },
};
const context = {
  scene: 9,
  place: "the-mill",
  people,
  factions: { millers: 10, council: 0 },
  world: { factions: { millers: { name: "the Millers", heard: 10 }, council: { name: "the Council", heard: 0 } } },
};
const none: ReadonlyMap<string, readonly string[]> = new Map();
const outcome = (...effects: object[]) => ({ effects, memory: { summary: "You lied about the ledger." } });
const feeling = (npc: string, delta: number) => ({ kind: "feeling", npc, delta });
const deltas = (of: object, given: object = context) =>
  changesOf(of, given as typeof context, none).map(({ faction, delta }) => [faction, delta]);
const held = (score: number, decayRate = 0.1): ReadonlyMap<string, Standing> =>
  new Map([["millers", { faction: "millers", score, reasons: [], decayRate }]]);
const update = (kept: ReadonlyMap<string, Standing>, changes: Parameters<typeof updateStandings>[3], config = {}) =>
  updateStandings(context, allFactions(context, []), kept, changes, readSettings(config));

describe("what a faction hears", () => {
  it("[RP1] is the whole of what another member sees, and half of what is told on", () => {
    expect(deltas(outcome(feeling("osk", -20)))).toEqual([["millers", -20]]);
    expect(deltas(outcome(feeling("ine", -20)))).toEqual([
      ["millers", -20],
      ["council", -10],
    ]);
    expect(deltas(outcome(feeling("osk", -20)), { ...context, people: { ...people, ine: {} } })).toEqual([
      ["millers", -10],
    ]);
    expect(deltas(outcome(feeling("tove", -20)))).toEqual([]);
  });

  it("[RP2] is also who noticed something, and who was paid", () => {
    expect(deltas(outcome({ kind: "noticed", by: "bram" }, { kind: "paid", npc: "osk" }))).toEqual([
      ["millers", -5],
      ["millers", 3],
    ]);
  });

  it("[RP20] is not what members are told of a deed: of that it has heard already", () => {
    expect(deltas(outcome({ ...feeling("osk", 5), reason: "You helped Ine (as Ine told)" }))).toEqual([]);
  });

  it("[RP7] concerns those whose words name a faction that the player lists", () => {
    const facts = {
      people: [
        { id: "tove", role: "Sergeant of the Watch" },
        { id: "osk", role: "Watchman", relations: [{ to: "ine", text: "keeps the watch with her" }] },
      ],
    };
    const listed = ["The Watch", "Watch", "the Millers"];
    const members = membersOf({ facts }, ["The Watch"]);
    expect([...members]).toEqual([
      ["tove", ["watch"]],
      ["osk", ["watch"]],
    ]);
    expect(changesOf(outcome(feeling("tove", -20)), context, members)).toMatchObject([
      { faction: "watch", delta: -20 },
    ]);
    expect(allFactions(context, listed).map(({ id }) => id)).toEqual(["millers", "council", "watch"]);
    const { patch } = updateStandings(context, allFactions(context, listed), new Map(), [], readSettings({}));
    expect(patch).toMatchObject({
      factions: { watch: 0 },
      world: { factions: { watch: { name: "The Watch", heard: 0 } } },
    });
  });
});

describe("an update", () => {
  const lied = { faction: "millers", delta: -20, reason: "You lied about the ledger." };

  it("[RP3] [RP4] [RP5] adds, keeps the reason with its scene, and writes session state's part", () => {
    const { changed, patch } = update(held(10), [lied]);
    expect(changed).toEqual([
      { faction: "millers", score: -10, reasons: [{ scene: 9, text: lied.reason, delta: -20 }], decayRate: 0.1 },
    ]);
    expect(patch).toEqual({
      factions: { millers: -10 },
      world: { factions: { millers: { name: "the Millers", heard: -10 } } },
    });
  });

  it("[RP3] holds a standing to the scale of the settings", () => {
    const config = { reputationScale: { min: -25, max: 15 } };
    expect(update(held(-10), [lied], config).standings[0]?.score).toBe(-25);
    expect(update(held(10), [{ ...lied, delta: 20 }], config).standings[0]?.score).toBe(15);
  });

  it("[RP30] keeps what the beat of the scene changes with its title, and leaves it to the runtime to add", () => {
    const beat = { title: "Thirty-Two Bowls", changes: [{ kind: "standing", faction: "the Millers", delta: -40 }] };
    const now = { ...context, beat };
    const { changed, patch } = updateStandings(now, allFactions(now, []), held(10), [], readSettings({}));
    expect(changed).toEqual([
      expect.objectContaining({
        faction: "millers",
        score: -30,
        reasons: [{ scene: 9, text: 'what happened in "Thirty-Two Bowls"', delta: -40 }],
      }),
    ]);
    expect(patch).toMatchObject({ world: { factions: { millers: { heard: -30 } } } });
    expect(Object(patch["factions"]).millers ?? 10).toBe(10);
    // In the next scene nothing has changed beside it.
    const state = {
      factions: { millers: -30, council: 0 },
      world: { factions: { millers: { name: "the Millers", heard: -30 } } },
    };
    const next = { ...context, ...state, scene: 10 };
    expect(updateStandings(next, allFactions(next, []), held(-30), [], readSettings({})).changed).toEqual([]);
  });

  it("[RP4400] keeps what others changed with the deed that they name, in its scene alone", () => {
    const reasonFor = (scene: number) => {
      const changedBy = { text: "You opened the sluice.", scene };
      const world = { factions: { millers: { name: "the Millers", heard: 10, changedBy } } };
      const since = { ...context, world, factions: { millers: 25, council: 0 } };
      return updateStandings(since, allFactions(since, []), held(10), [], readSettings({})).changed[0]?.reasons;
    };
    expect(reasonFor(8)).toEqual([{ scene: 8, text: "You opened the sluice.", delta: 15 }]);
    expect(reasonFor(5)).toEqual([{ scene: 8, text: "what happened", delta: 15 }]);
  });

  it("[RP5] stores what others changed of a standing that was never stored, so that it fades", () => {
    const changedSince = { ...context, factions: { millers: 25, council: 40 } };
    const { changed } = updateStandings(changedSince, allFactions(changedSince, []), held(25), [], readSettings({}));
    expect(changed).toContainEqual(
      expect.objectContaining({
        faction: "council",
        score: 40,
        reasons: [{ scene: 8, text: "what happened", delta: 40 }],
      }),
    );
  });

  it("[RP5] adds what others changed since", () => {
    const changedSince = { ...context, factions: { millers: 25, council: 0 } };
    const { changed } = updateStandings(changedSince, allFactions(changedSince, []), held(10), [], readSettings({}));
    expect(changed).toMatchObject([{ score: 25, reasons: [{ scene: 8, delta: 15 }] }]);
  });

  it("[RP6] shows what time has taken without storing it", () => {
    const { changed, patch } = update(held(6.4), []);
    expect(patch).toEqual({
      factions: { millers: 6 },
      world: { factions: { millers: { name: "the Millers", heard: 6 } } },
    });
    expect(changed).toEqual([]);
  });

  it("[RP9] stores a standing anew when the setting has changed", () => {
    expect(update(held(10), [], { decayRate: 0.3 }).changed).toMatchObject([{ decayRate: 0.3 }]);
    expect(update(held(10, 0.3), [], { decayRate: 0.3 }).changed).toEqual([]);
  });
});

it("[RP12] names the reason that weighs most for a standing that counts, with its scene", () => {
  const lied = { faction: "millers", delta: -60, reason: "You lied about the ledger." };
  const { patch } = update(held(10), [lied]);
  expect(patch).toMatchObject({ world: { factions: { millers: { because: { text: lied.reason, scene: 9 } } } } });
  const forgiven = { ...context.world.factions.millers, because: { text: "old", scene: 2 } };
  const again = updateStandings(
    { ...context, world: { factions: { ...context.world.factions, millers: forgiven } } },
    allFactions(context, []),
    held(10),
    [],
    readSettings({}),
  );
  expect(again.patch).toMatchObject({ world: { factions: { millers: { because: null } } } });
  expect(JSON.stringify(update(held(10), []).patch)).not.toContain("because");
});
