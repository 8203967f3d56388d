// SPEC.md PC512 to PC515 and PC703: deeds that are talked of, who hears of them, and how they come back to the player.
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { describe, expect, it } from "vitest";
import { outcomesOf } from "../src/effects.js";
import { applyOutcome } from "../src/outcome.js";
import { createRandom } from "@narratoria/protocol/random";
import { RICH } from "./fixture-story.js";
import { before, type Given, slotOf } from "./support.js";

const HELP = slotOf("help", { npc: "orsolya", text: "to keep the drawer shut until spring" });

/** What comes of a choice, and the state after it. */
function after(given: Given, slot = slotOf("wait")) {
  const view = before(given);
  const row = outcomesOf(view, slot, createRandom("a")).none;
  const applied = applyOutcome(view, slot, "none", row);
  return { ...applied, state: mergePatch((given.state ?? {}) as JsonObject, applied.patch) as JsonObject };
}
const rumours = (state: JsonObject) =>
  (state["world"] as { rumours?: Record<string, { known: Record<string, unknown>; told?: number }> }).rumours ?? {};

const rumour = (known: JsonObject, more: JsonObject = {}): JsonObject => ({
  world: {
    rumours: {
      3: {
        text: "You helped Orsolya to keep the drawer shut, and she warmed to you.",
        place: "weigh-house",
        about: ["orsolya"],
        taken: 1,
        known,
        decided: true,
        ...more,
      },
    },
  },
});

describe("a deed", () => {
  it("[PC512] is known to those who saw it, and to nobody else", () => {
    const { state, memory } = after({ scene: 3 }, HELP);
    expect(rumours(state)[3]).toMatchObject({ text: memory.summary, place: "weigh-house", taken: 1 });
    expect(Object.keys(rumours(state)[3]?.known ?? {})).toEqual(["orsolya"]);
    // Nobody speaks of a question, or of what nobody saw.
    expect(rumours(after({ scene: 3 }, slotOf("ask", { npc: "orsolya", topic: "tally" })).state)).toEqual({});
    expect(
      rumours(after({ scene: 3, state: { place: "back-room" } }, slotOf("force", { prop: "a cupboard" })).state),
    ).toEqual({});
  });

  it.each(["answer Orsolya", "say yes to Orsolya", "say nothing", "do as Orsolya wants"])(
    "[PC703] is not talked of where it is a plain answer: %s",
    (text) => {
      expect(rumours(after({ scene: 3 }, slotOf("decide", { npc: "orsolya", text })).state)).toEqual({});
    },
  );

  it("[PC703] is talked of where a decision says what was done", () => {
    const decided = slotOf("decide", { npc: "orsolya", text: "hand the tally to Orsolya" });
    expect(Object.keys(rumours(after({ scene: 3 }, decided).state))).toEqual(["3"]);
  });

  it("[PC3143] is repeated to the player only where a beat had put it to them", () => {
    const decided = (bind: object) => rumours(after({ scene: 3 }, slotOf("decide", bind)).state)[3];
    expect(decided({ npc: "orsolya", text: "hand the tally to Orsolya", beat: "b" })).toMatchObject({ decided: true });
    expect(decided({ npc: "orsolya", text: "hand the tally to Orsolya" })).not.toHaveProperty("decided");
    expect(rumours(after({ scene: 3 }, HELP).state)[3]).not.toHaveProperty("decided");
  });

  it("[PC512] is told where people are together, and later to whom they have to do with", () => {
    const known = { orsolya: { scene: 3 } };
    const hearers = (scene: number, state: JsonObject) =>
      Object.keys(rumours(after({ scene, state }).state)[3]?.known ?? {}).filter((one) => one !== "orsolya");
    const together = mergePatch(rumour(known), { people: { "toll-man": { place: "weigh-house" } } }) as JsonObject;
    expect(hearers(3, together)).toEqual([]);
    expect(hearers(4, together)).toEqual(["toll-man"]);
    // Benedek and Ilka have to do with Orsolya; Marek has not.
    expect(hearers(5, rumour(known))).toEqual([]);
    expect(hearers(6, rumour(known))).toEqual(["benedek", "ilka"]);
    const dead = mergePatch(rumour(known), { people: { benedek: { alive: false }, ilka: { place: "" } } });
    expect(hearers(6, dead as JsonObject)).toEqual([]);
  });

  it.each([
    ["words", ["toll-man"]],
    ["writing", ["toll-man"]],
    ["signs", ["toll-man"]],
    ["sounds", []],
    ["none", []],
  ] as const)("[PC6300] is heard from somebody who speaks in %s by %j", (speech, hearers) => {
    const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, speech } : one));
    const together = { people: { "toll-man": { place: "weigh-house" } } };
    const state = mergePatch(rumour({ orsolya: { scene: 3 } }), together) as JsonObject;
    const known = rumours(after({ scene: 4, state, matter: { ...RICH, people } }).state)[3]?.known ?? {};
    expect(Object.keys(known).filter((one) => one !== "orsolya")).toEqual(hearers);
  });

  it("[PC512] is talked of no more when eight others are, or when it was forgotten", () => {
    const many = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [String(n + 1), { text: `You waited ${n}.`, place: "kiln", known: {} }]),
    );
    const { state } = after({ scene: 20, state: { world: { rumours: many } } }, HELP);
    expect(Object.keys(rumours(state))).toEqual(["2", "3", "4", "5", "6", "7", "8", "20"]);
    expect(before({ state: rumour({}, { text: "(forgotten)" }) }).rumours).toEqual([]);
  });

  it("[PC513] [PC515] changes what friends of whom it was done to feel, with the reason and the trace of it", () => {
    const state = mergePatch(rumour({ orsolya: { scene: 3 } }), { people: { ilka: { met: 1 } } }) as JsonObject;
    const { effects, knowledge } = after({ scene: 6, state });
    expect(effects.filter(({ kind }) => kind === "feeling")).toEqual([
      {
        kind: "feeling",
        npc: "ilka",
        delta: 10,
        reason: "You helped Orsolya to keep the drawer shut, and she warmed to you (as Orsolya told)",
      },
    ]);
    expect(knowledge).toEqual([
      { npc: "benedek", deed: 3, how: "Orsolya told them", scene: 6 },
      { npc: "ilka", deed: 3, how: "Orsolya told them", scene: 6 },
    ]);
  });
});

describe("hearsay", () => {
  const heard = (more: JsonObject = {}, given: Given = {}) => {
    const state = mergePatch(rumour({ orsolya: { scene: 3 }, "toll-man": { scene: 4, from: "orsolya" } }, more), {
      people: { "toll-man": { place: "weigh-house", met: 1 } },
    }) as JsonObject;
    const slot = slotOf("gossip", { npc: "toll-man", npc2: "benedek" });
    return after({ scene: 8, ...given, state }, slot);
  };

  it("[PC514] [PC515] comes from who was told, once, and says who told them", () => {
    const { effects, state, knowledge } = heard();
    expect(effects).toContainEqual({
      kind: "hearsay",
      npc: "toll-man",
      from: "orsolya",
      place: "weigh-house",
      text: "You helped Orsolya to keep the drawer shut, and she warmed to you.",
      scene: 3,
    });
    expect(rumours(state)[3]?.told).toBe(8);
    expect(knowledge).toContainEqual({ npc: "toll-man", deed: 3, how: "Orsolya told them", scene: 4 });
  });

  it.each<[string, JsonObject, Given]>([
    ["who saw it", { known: { "toll-man": { scene: 3, from: null } } }, {}],
    ["anybody, where it did nobody good or ill", { taken: 0 }, {}],
    ["whom it was done to", { about: ["toll-man"] }, {}],
    ["anybody, where no beat had put it to the player", { decided: null }, {}],
    ["who is named in it", { text: "You sat with Marek at the bridge." }, {}],
    ["nobody, once it was brought up", { told: 5 }, {}],
    ["nobody, in the scene of it or the next", {}, { scene: 4 }],
  ])("[PC514] [PC3143] does not come from %s", (_who, more, given) => {
    expect(heard(more, given).effects.map(({ kind }) => kind)).not.toContain("hearsay");
  });
});

it("[PC512] whatever else a state holds as rumours is none", () => {
  for (const rumours of [null, 7, [], { x: {} }, { 3: null }, { 3: { text: 3 } }])
    expect(before({ state: { world: { rumours } } as JsonObject }).rumours).toEqual([]);
});
