import type { ChoiceSlot, Effect } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import {
  beatTiming,
  callbacksIn,
  measureChoices,
  measureScenes,
  readToldScenes,
  type ToldScene,
} from "../src/index.js";
import { createNameIndex } from "@narratoria/protocol/english";
import { deedOf, retold, said, slot, soundScene, WORLD } from "./support/told-scenes.js";

describe("callbacks", () => {
  const then = soundScene({ scene: 2, outcome: "partial", memories: [deedOf(2, "partial", "mixed")] });
  const callback = said("callback mixed", "Osk has not forgotten how you asked him.", {
    npc: "osk",
    sources: [{ kind: "memory", ref: "m2", text: "You asked Osk about the bell." }],
  });
  const untrue = (before: ToldScene, now: ToldScene): (string | null)[] =>
    callbacksIn([before, now]).map((one) => one.untrue);

  it("[NA90] are true to a deed in the journal", () => {
    expect(untrue(then, retold(callback))).toEqual([null]);
    expect(callbacksIn([then, soundScene()])).toEqual([]);
  });

  it.each<[string, ToldScene, ToldScene]>([
    ["no deed in the journal is its source", then, retold({ ...callback, sources: [] })],
    ["no deed in the journal is its source", { ...then, memories: [] }, retold(callback)],
    ["the deed is too young to be forgotten", { ...then, scene: 4 }, retold(callback)],
    ["what was done then was press", { ...then, choice: slot({ verb: "press" }) }, retold(callback)],
    ["what came of it was fail", { ...then, outcome: "fail" }, retold(callback)],
    ["it is remembered as mixed", then, retold({ ...callback, key: "callback good" })],
    ["it was done to somebody else", then, retold({ ...callback, npc: "ada" })],
    [
      "osk is not here",
      then,
      { ...retold(callback), before: { ...WORLD, place: "weir" }, after: { ...WORLD, place: "weir" } },
    ],
  ])("[NA90] are not: %s", (why, before, now) => {
    expect(untrue(before, now)).toEqual([why]);
  });
});

describe("beats", () => {
  const scene = (number: number, beats: Record<string, { state: string; scene: number }>, ended = false): ToldScene =>
    soundScene({ scene: number, after: { beats }, ended });

  it("[NA91] are late when they are told more than four scenes after they were due, or not at all", () => {
    const due = { state: "due", scene: 3 };
    const waiting = [scene(3, { a: due }), scene(4, { a: due }), scene(5, { a: due })];
    const fired = (at: number) => scene(at, { a: { state: "fired", scene: at } });
    expect(beatTiming([...waiting, fired(7)])).toEqual({ told: 1, late: [] });
    expect(beatTiming([...waiting, fired(8)])).toEqual({ told: 1, late: ["a: due 3, told 8"] });
    // A call that has reached the player waits for them.
    const way = { verb: "go", bind: {}, sources: [{ kind: "beat", ref: "a", text: "" }] } as unknown as ChoiceSlot;
    const called = waiting.map((one) => ({ ...one, slots: [way] }));
    expect(beatTiming([...called, fired(10)])).toEqual({ told: 1, late: [] });
    expect(beatTiming(waiting)).toEqual({ told: 0, late: [] });
    expect(beatTiming([...waiting, scene(8, { a: due })])).toEqual({ told: 0, late: ["a: due 3, not told yet"] });
    expect(beatTiming([...waiting, scene(8, { a: due }, true)])).toEqual({ told: 0, late: [] });
    expect(beatTiming([...waiting, scene(6, { a: { state: "skipped", scene: 6 } }), scene(9, {})])).toEqual({
      told: 0,
      late: [],
    });
    expect(beatTiming([fired(2), scene(3, { a: { state: "fired", scene: 2 } })])).toEqual({ told: 1, late: [] });
  });
});

describe("choices", () => {
  const story = {
    names: createNameIndex([
      { form: "Osk", key: "npc:osk" },
      { form: "Ada", key: "npc:ada" },
      { form: "bell", key: "topic:bell" },
    ]),
    matter: { facts: [], topics: [], places: [], people: [] },
  };
  const offer = (scene: number, slots: ToldScene["slots"], changes: Partial<ToldScene> = {}): ToldScene =>
    soundScene({ scene, slots, ...changes });

  it("[NA92] are measured by source from the sixth scene on", () => {
    const memory = { kind: "memory", ref: "m2", text: "" } as const;
    const fact = { kind: "lore", ref: "bell-1", text: "" } as const;
    const measured = measureChoices(story, [
      offer(5, [slot()]),
      offer(
        6,
        [
          slot({ sources: [memory] }),
          slot({ sources: [fact] }),
          slot({ sources: [{ ...fact, ref: "well-1" }] }),
          slot({ sources: [{ ...fact, ref: "mill" }] }),
          slot({ sources: [{ ...fact, ref: "weir" }] }),
          slot({ sources: [] }),
          slot(),
          slot(),
        ],
        { after: { world: { known: { facts: { "bell-1": 4 }, topics: { mill: 3, weir: 0 } } } } },
      ),
    ]);
    // The mill was named after the opening, the weir in it.
    expect(measured).toMatchObject({ offered: 8, sourced: 0.625, learned: 0.375, fromMemory: 0.125 });
  });

  it("[NA92] name nothing that was never said, and the rest was said lately", () => {
    const asks = slot({ text: "Ask Ada about the bell" });
    const without = measureChoices(story, [offer(0, [slot()], { choice: null }), offer(1, [asks])]);
    expect(without.unheard).toEqual(["1 npc:ada: Ask Ada about the bell"]);
    const first = offer(0, [], { paragraphs: ["Ada is at the weir."], choice: null });
    const after = measureChoices(story, [first, offer(1, []), offer(2, [asks])]);
    expect(after.unheard).toEqual([]);
    expect(after.namedLately).toBe(0);
    expect(measureChoices(story, [first, offer(1, [asks])]).namedLately).toBe(1);
  });

  it("[NA92] are told apart: the same text again, one verb twice in a scene, and how many verbs there are", () => {
    const two = [slot({ text: "Wait", verb: "wait" }), slot({ text: "Ask", verb: "ask" })];
    const decisions = [slot({ text: "Sign", verb: "decide" }), slot({ text: "Burn it", verb: "decide" })];
    const measured = measureChoices(story, [offer(0, two), offer(1, two), offer(2, decisions)]);
    expect(measured).toMatchObject({ seenAgain: 2 / 6, twinScenes: 0, verbs: 3 });
    expect(measured.verbEntropy).toBeCloseTo(Math.log2(3));
    const twins = [slot({ text: "Ask Ada", verb: "ask" }), slot({ text: "Ask Osk", verb: "ask" })];
    expect(measureChoices(story, [offer(0, twins)]).twinScenes).toBe(1);
    expect(
      measureChoices(story, [offer(0, two), ...[1, 2, 3, 4, 5].map((at) => offer(at, [])), offer(6, two)]).seenAgain,
    ).toBe(0);
  });
});

it("[NA93] prose is measured: sentences told again, turns of phrase, and how sentences open", () => {
  const sound = measureScenes([
    ["You wait. Osk puts the kettle on the stove."],
    ["Rain comes over the weir, and then more of it."],
  ]);
  expect(sound).toMatchObject({ repeated: [], fourGrams: 0, longestRun: 1 });
  const again = measureScenes([["Osk puts the kettle on."], ["Osk puts the kettle on!"]]);
  expect(again.repeated).toEqual(["1: Osk puts the kettle on!"]);
  expect(again.fourGrams).toBe(0.5);
  const far = [
    ["Osk puts the kettle on."],
    ...Array.from({ length: 30 }, (_, at) => [`Scene ${at}.`]),
    ["Osk puts the kettle on."],
  ];
  expect(measureScenes(far).repeated).toEqual([]);
  const you = measureScenes([["You wait. You listen. You go."]]);
  expect(you).toMatchObject({ openingYou: 1, longestRun: 3, firstWordEntropy: -0 });
});

it.each([
  ["", (effects: readonly Effect[]) => ({ effects })],
  [" of older form", (effects: readonly Effect[]) => ({ output: { effects } })],
])(
  "[NA94] a story is read back from its journal%s: what was chosen, thrown, done, told, offered and remembered",
  (_, kept) => {
    const { choice, slots, sentences, paragraphs, effects, memories } = soundScene({
      memories: [deedOf(1, "partial", "mixed")],
    });
    const json = <T>(value: unknown): T => JSON.parse(JSON.stringify(value)) as T;
    const opening = { scene: 0, choice: null, results: [], rolls: [], state: { place: "mill" }, memories: [] };
    const scenes = readToldScenes([
      { ...opening, sceneRecord: json({ paragraphs: ["It rains.", "It is late."], slots, ended: false }) },
      {
        scene: 1,
        choice: json(choice),
        results: [json({ toolResults: [] }), json({ toolResults: [{ toolId: "outcome", ...kept(effects) }] })],
        rolls: [{ outcome: "partial" }],
        state: { place: "weir" },
        sceneRecord: json({ paragraphs, sentences, slots: [], ended: true }),
        memories: memories.map(({ id = "", ...record }) => ({ id, record: json(record) })),
      },
    ]);
    expect(scenes[0]).toMatchObject({ outcome: "none", effects: [], sentences: [], before: {}, ended: false, slots });
    expect(scenes[1]).toEqual({
      scene: 1,
      paragraphs,
      sentences,
      choice,
      slots: [],
      outcome: "partial",
      effects,
      memories,
      before: { place: "mill" },
      after: { place: "weir" },
      ended: true,
    });
  },
);
