// SPEC.md EN688.
import type { JsonObject } from "@narratoria/protocol";
import { describe, expect, it } from "vitest";
import { brokenInvariants, type CheckedScene } from "../src/story/invariants.js";
import { engineOn, tempFolder, walk } from "./support/play.js";

const matter = {
  people: [{ id: "osk", short: "Osk" }],
  places: [
    { id: "mill", name: "the Mill" },
    { id: "quay", name: "the Quay" },
  ],
} as unknown as Parameters<typeof brokenInvariants>[1];
const state = (more: JsonObject = {}): JsonObject => ({
  clock: { minutes: 60 },
  place: "mill",
  people: { osk: { alive: true, place: "mill", met: 1 } },
  inventory: { key: { name: "key", count: 1 } },
  threads: { debt: { state: "open" } },
  beats: { count: { scene: 2 } },
  world: { known: { facts: { f1: 1 }, topics: { t1: 1 } }, visited: { mill: 0 } },
  ...more,
});
const scene = (more: Partial<CheckedScene> = {}): CheckedScene => ({
  before: state(),
  after: state(),
  paragraphs: ["“Good day,” says Osk."],
  slots: [{ text: "Use the key", verb: "use", bind: { item: "key", npc: "osk" } }],
  present: ["osk"],
  ended: false,
  ...more,
});
const dead = state({ people: { osk: { alive: false, place: "mill", met: 1 } } });
const withoutFact: JsonObject = { known: { facts: {}, topics: { t1: 1 } }, visited: { mill: 0 } };
const broken = (more: Partial<CheckedScene>): string[] => brokenInvariants(scene(more), matter);

it("[EN688] [EN4403] finds nothing in a sound scene, nor in one in which somebody dies", () => {
  expect(broken({})).toEqual([]);
  expect(broken({ after: dead })).toEqual([]);
  const taken = [{ text: "Take the envelope", verb: "decide" as const, bind: { item: "envelope" } }];
  expect(broken({ slots: taken })).toEqual([]);
});

const hurt = (conditions: JsonObject, threads: JsonObject): JsonObject =>
  state({ player: { conditions }, threads: { debt: { state: "open" }, ...threads } });
const bruise: JsonObject = { "condition-bruised": { kind: "condition", text: "bruised", state: "due" } };

it("[EN5552] what is over with a condition is not forgotten, and what stands while it lasts is", () => {
  const before = hurt({ bruised: true }, bruise);
  expect(broken({ before, after: hurt({}, {}) })).toEqual([]);
  expect(broken({ before, after: hurt({ bruised: true }, {}) })).toEqual([
    "condition-bruised was promised or owed and is forgotten.",
  ]);
});

it.each<[string, Partial<CheckedScene>, RegExp]>([
  ["lets a dead person speak", { before: dead, present: [], slots: [] }, /Osk is dead and speaks/],
  ["shows a dead person", { before: dead, paragraphs: [], slots: [] }, /stands in the scene/],
  ["offers a dead person", { before: dead, paragraphs: [], present: [] }, /is offered/],
  ["uses a thing that is gone", { after: state({ inventory: {} }) }, /does not have/],
  ["forgets a promise", { after: state({ threads: {} }) }, /debt was promised or owed/],
  ["forgets a beat", { after: state({ beats: {} }) }, /count happened/],
  ["forgets a fact", { after: state({ world: withoutFact }) }, /f1 was learned/],
  ["forgets who was met", { after: state({ people: { osk: { alive: true, place: "mill" } } }) }, /osk was met/],
  ["sets the clock back", { after: state({ clock: { minutes: 59 } }) }, /from 60 to 59/],
  ["stands nowhere", { after: state({ place: "moon" }) }, /moon, which is no place/],
  ["shows who is elsewhere", { after: state({ people: { osk: { alive: true, place: "quay", met: 1 } } }) }, /at quay/],
  [
    "lets a dead person speak without a name",
    { before: dead, paragraphs: ["“Go,” he says."], present: [], slots: [], speakers: ["osk"] },
    /Osk is dead and speaks/,
  ],
  ["is shown elsewhere", { location: "The Quay" }, /says that it is at The Quay, and the story stands at mill/],
  ["begins where nobody was", { location: "The Mill", begins: "The Quay" }, /begins at The Quay/],
  ["takes no time for a way", { before: state({ place: "quay" }) }, /from quay to mill in no time/],
])("[EN688] [EN4403] tells of a scene that %s", (_what, more, message) => {
  expect(broken(more).join("\n")).toMatch(message);
});

it("[EN5770] lets a scene begin where its deed was done, and end elsewhere", () => {
  const before = state({ place: "quay", clock: { minutes: 30 } });
  expect(broken({ before, location: "The Mill", begins: "The Quay" })).toEqual([]);
});

describe("the road", () => {
  const road = (stop: number) => ({ stop, minutes: 2880 });
  const onRoad = {
    ...matter,
    places: [
      { id: "mill", name: "the Mill", road: road(1) },
      { id: "quay", name: "the Quay", road: road(2) },
    ],
  } as unknown as Parameters<typeof brokenInvariants>[1];
  const people = (place: string): JsonObject => ({ osk: { alive: true, place, met: 1, follows: true } });
  const going = (minutes: number, theirs: string, more: JsonObject = {}): string[] =>
    brokenInvariants(
      scene({
        before: state({ people: people("mill") }),
        after: state({ clock: { minutes: 60 + minutes }, place: "quay", people: people(theirs), ...more }),
        present: [],
      }),
      onRoad,
    );

  it("[EN5774] takes its time, unless a beat awaits the player", () => {
    expect(going(2500, "quay")).toEqual([]);
    expect(going(600, "quay").join()).toMatch(/from mill to quay takes 2880 minutes, and took 600/);
    expect(going(600, "quay", { beats: { count: { scene: 2 }, ford: { state: "fired" } } })).toEqual([]);
  });

  it("[EN5774] leaves nobody behind who goes with the player", () => {
    expect(going(2880, "mill").join()).toMatch(/osk goes with the player and is left at mill/);
  });
});

it("[EN688] is silent in a walk", async () => {
  const engine = await engineOn(await tempFolder());
  await walk(await engine.play("the-piano-on-the-third-landing", { seed: "8" }), "8", 12);
});
