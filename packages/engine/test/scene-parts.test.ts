import type { JsonObject } from "@narratoria/protocol";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  clean,
  plainSlots,
  readOutcome,
  AUTHORED_PROSE,
  readProse,
  readRoll,
  filledSlots,
  readSlots,
  sentencesInPublic,
  wordSlots,
} from "../src/scene/scene-parts.js";

const slot = (id: string, text: string) => ({
  id,
  verb: "ask",
  class: "inquire",
  bind: {},
  sources: [],
  text,
  label: "Ask",
  tags: [],
});

it("[EN7][EN13] takes up to four well-formed slots, and none where none is well-formed", () => {
  const good = [slot("a", "Ask about the rope"), slot("b", "Wait"), slot("c", "Look behind the shelf")];
  expect(readSlots({ slots: good })?.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(readSlots({ slots: [...good, slot("d", "Go"), slot("e", "Rest")] })).toHaveLength(4);
  expect(readSlots({ slots: [{ id: "x" }, null, 7, slot("y", "\u0007")] as never })).toBeNull();
  expect(readSlots(null)).toBeNull();
  expect(readSlots({ slots: "nonsense" })).toBeNull();
});

it("[EN900] keeps what choices are bound to where they are fewer than three, and has plain ones after them", () => {
  const way = { ...slot("a", "Go to the mill"), verb: "go", bind: { place: "mill" } };
  const few = readSlots({ slots: [way, slot("b", "Look around you"), slot("c", "Look around you")] as never }) ?? [];
  const filled = filledSlots(few, 4);
  expect(filled[0]).toMatchObject({ verb: "go", bind: { place: "mill" } });
  expect(filled.map(({ text }) => text)).toEqual(["Go to the mill", "Look around you", "Stand still and listen"]);
  expect(filledSlots(filled, 4)).toEqual(filled);
  expect(filledSlots([], 4)).toHaveLength(3);
});

it.each([
  ["no verb", { verb: undefined }],
  ["no bindings", { bind: [] }],
  ["no sources", { sources: "none" }],
  ["no text", { text: 7 }],
])("[EN13] leaves out a slot with %s", (_what, fault) => {
  const good = [slot("a", "Ask about the rope"), slot("b", "Wait"), slot("c", "Look behind the shelf")];
  expect(readSlots({ slots: [{ ...slot("d", "Go"), ...fault }, ...good] as never })?.map(({ id }) => id)).toEqual([
    "a",
    "b",
    "c",
  ]);
});

it("[EN13] shortens a choice without end, refuses prose without end, and makes up for tags that are no list", () => {
  const long = { ...slot("a", "Go ".repeat(500)), tags: "many" };
  const slots = readSlots({ slots: [long, slot("b", "Wait"), slot("c", "Look behind the shelf")] as never });
  expect(slots?.[0]?.text).toHaveLength(200);
  expect(slots?.[0]?.tags).toEqual([]);
  expect(readProse({ paragraphs: ["One.", "x".repeat(20_001)] })).toBeNull();
});

it("[EN3205] leaves out of a choice what no scene may hold", () => {
  const given = {
    ...slot("a", "Ask about the rope"),
    label: "",
    hint: " ",
    difficulty: "",
    sources: [
      { kind: "beat", ref: "beat_001", text: "" },
      { kind: "weather", ref: "rain", text: "It rains." },
      { kind: "npc", ref: "", text: "Osk is here." },
      { kind: "npc", ref: "osk", text: "Osk is here." },
    ],
    roll: { modifiers: [], bonus: 0.5, odds: { success: 33.3, partial: 33.3, fail: 33.4 } },
  };
  const slots = readSlots({ slots: [given, { ...slot("", "Wait") }, slot("c", "Go on")] as never }) ?? [];
  expect(slots.map(({ id }) => id)).toEqual(["a", "c"]);
  expect(slots[0]).toEqual({
    ...slot("a", "Ask about the rope"),
    label: "Ask about the rope",
    sources: [{ kind: "npc", ref: "osk", text: "Osk is here." }],
  });
  const sources = [{ kind: "beat" as const, ref: "beat_001", text: "" }];
  expect(sentencesInPublic([{ text: "It rains.", paragraph: 0, sources }], (ref) => ref)[0]?.sources).toEqual([]);
});

it("[EN7][EN13] takes two or three paragraphs, without control characters or turned writing", () => {
  expect(
    readProse({
      paragraphs: ["One.\u001b[2J", " Two.\u202e "],
      choices: [{ id: "a", text: "Go" }, { id: 4 }],
      narrator: "model",
    }),
  ).toEqual({
    paragraphs: ["One.[2J", "Two."],
    choices: [{ id: "a", text: "Go" }],
    narrator: "model",
  });
  for (const paragraphs of [["One."], ["", "  "], ["a", "b", "c", "d"], "One.\n\nTwo.", [1, 2], undefined]) {
    expect(readProse({ paragraphs } as JsonObject)).toBeNull();
  }
});

it("[EN7] takes up to six short paragraphs of a model's", () => {
  const paragraphs = Array.from({ length: 6 }, (_, at) => `Paragraph ${at}.`);
  expect(readProse({ paragraphs, narrator: "mixed" })?.paragraphs).toEqual(paragraphs);
  expect(readProse({ paragraphs: [...paragraphs, "One more."], narrator: "model" })).toBeNull();
  expect(readProse({ paragraphs: ["One."], narrator: "model" })?.paragraphs).toEqual(["One."]);
});

it("[EN353] takes an opening of as many paragraphs as its author wrote", () => {
  const paragraphs = Array.from({ length: 9 }, (_, at) => `Paragraph ${at}.`);
  expect(readProse({ paragraphs }, AUTHORED_PROSE)?.paragraphs).toEqual(paragraphs);
  expect(readProse({ paragraphs })).toBeNull();
});

it("[EN7] an ending may be one paragraph, as its author left it", () => {
  const output = { paragraphs: ["The bell rings, once."] };
  expect(readProse(output, AUTHORED_PROSE)?.paragraphs).toEqual(output.paragraphs);
  expect(readProse(output)).toBeNull();
  expect(readProse({ paragraphs: [] }, AUTHORED_PROSE)).toBeNull();
});

it("[EN13] rewords choices by id, and never makes two of them read alike", () => {
  const slots = readSlots({ slots: [slot("a", "Ask"), slot("b", "Wait"), slot("c", "Go")] }) ?? [];
  const worded = wordSlots(slots, [
    { id: "b", text: "Wait for her" },
    { id: "c", text: "Wait for her" },
    { id: "z", text: "Fly" },
  ]);
  expect(worded.map(({ text }) => text)).toEqual(["Ask", "Wait for her", "Go"]);
});

it("[EN530] keeps the words of a fixed slot", () => {
  const slots = [{ ...slot("a", "Press Osk about the rope"), fixed: true }, slot("b", "Wait")] as never;
  const worded = wordSlots(slots, [
    { id: "a", text: "Stop putting it off, and press Osk" },
    { id: "b", text: "Give it time" },
  ]);
  expect(worded.map(({ text }) => text)).toEqual(["Press Osk about the rope", "Give it time"]);
});

it("[EN1640] offers nothing with “your” where the player is called by a role", () => {
  const slots = [{ ...slot("a", "Offer Osk your help"), fixed: true }, slot("b", "Look around you")] as never;
  expect(wordSlots(slots, [], "the keeper").map(({ text }) => text)).toEqual(["Offer Osk help", "Look around"]);
  expect(wordSlots(slots, []).map(({ text }) => text)).toEqual(["Offer Osk your help", "Look around you"]);
});

it("[EN13] reads what came of a turn whatever is in it", () => {
  expect(
    readOutcome({ outcome: "partial", effects: [{ kind: "time", minutes: 5 }], memory: { summary: "You waited." } }, 4),
  ).toMatchObject({ outcome: "partial", memory: { summary: "You waited.", scene: 4 } });
  expect(readOutcome({ outcome: "victory", effects: "many", memory: 3 }, 4)).toEqual({
    outcome: "none",
    effects: [],
    memory: null,
  });
  expect(readOutcome(null, 4)).toEqual({ outcome: "none", effects: [], memory: null });
  expect(readRoll({ formula: "2d6", dice: [3, 4], modifiers: [], total: 7, outcome: "partial" })).toMatchObject({
    total: 7,
    outcome: "partial",
  });
  expect(readRoll({ formula: "2d6" })).toBeNull();
});

it("[EN13] stand-in choices are three, each different and bound to nothing", () => {
  const slots = plainSlots(3);
  expect(new Set(slots.map(({ id }) => id)).size).toBe(3);
  expect(readSlots({ slots: slots as never })).toHaveLength(3);
});

it("[EN13] no reader throws, whatever JSON a script sends", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(
          "slots",
          "paragraphs",
          "choices",
          "outcome",
          "effects",
          "memory",
          "dice",
          "formula",
          "total",
          "modifiers",
        ),
        fc.jsonValue(),
      ),
      (output) => {
        const given = output as JsonObject;
        for (const read of [readSlots, readRoll]) read(given);
        readProse(given);
        readOutcome(given, 4);
        expect(clean("a\u0000b")).toBe("ab");
      },
    ),
  );
});

it("[EN13] leaves out sources, tags, rolls and effects that are not what they should be", () => {
  const odd = {
    ...slot("a", "Ask about the rope"),
    sources: [null, 4, { kind: "npc", ref: "osk", text: "Osk is here" }],
    tags: [1, "pay"],
  };
  const [first] =
    readSlots({ slots: [{ ...odd, roll: { bonus: "1" } }, slot("b", "Wait"), slot("c", "Go")] as never }) ?? [];
  expect(first).toMatchObject({ sources: [{ kind: "npc", ref: "osk", text: "Osk is here" }], tags: ["pay"] });
  expect(first?.roll).toBeUndefined();
  const effects = [null, 3, { kind: "time" }, { kind: "fly", minutes: 5 }, { kind: "time", minutes: 5 }];
  expect(readOutcome({ outcome: "fail", effects }, 4).effects).toEqual([{ kind: "time", minutes: 5 }]);
});

it("[EN50] says of each sentence what it was said for and what it rests on, a memory by its scene", () => {
  const memory = { kind: "memory", ref: "01J0", text: "You gave Osk the lamp." } as const;
  const told = { text: "Osk has not forgotten the lamp.", paragraph: 1, key: "callback good" };
  const sentences = [
    { text: "It rains.", paragraph: 0, sources: [] },
    { ...told, frameId: "f", npc: "osk", sources: [memory] },
  ];
  expect(sentencesInPublic(sentences, (ref) => (ref === "01J0" ? "scene-3" : ref))).toEqual([
    sentences[0],
    { ...told, sources: [{ ...memory, ref: "scene-3" }] },
  ]);
});

it("[EN5760] calls people in choices by names that have been told, in decisions of a beat too", () => {
  const own = { ...slot("b", "Refuse to find Win's part"), bind: { beat: "b1" } };
  const slots = readSlots({ slots: [slot("a", "Ask Win about it"), own] }) ?? [];
  const named = (text: string): string => text.replace("Win", "Miss Askew");
  expect(wordSlots(slots, [], undefined, named).map(({ text }) => text)).toEqual([
    "Ask Miss Askew about it",
    "Refuse to find Miss Askew's part",
  ]);
});
