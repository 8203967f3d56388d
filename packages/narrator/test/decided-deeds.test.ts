// SPEC.md NA5943 to NA5946: how a decision and the way on are told.
import { describe, expect, it } from "vitest";
import { mergePatch } from "@narratoria/protocol";
import type { SceneBrief } from "@narratoria/protocol/story";
import { wayThere } from "../src/scene/way.js";
import { withThing } from "../src/scene/turn-scene.js";
import { slot, state, tellings, textOf } from "./support/briefs.js";
import { story } from "./support/fixture-story.js";
import { kindsIn } from "./support/frame-kinds.js";

const beat = story.beats.get("beat_001");
if (!beat) throw new Error("the story has no such beat");
const HERE = String(state({})["place"]);
const decided = (text: string): ReturnType<typeof slot> => slot("decide", { text, beat: "beat_001" });
const at = (place: string, people: readonly string[], minutes?: number) =>
  state({
    storybook: {
      met: {},
      named: {},
      seen: {},
      stage: { place, people, ...(minutes === undefined ? {} : { minutes }) },
    },
    people: Object.fromEntries(
      story.matter.people.map(({ id }) => [id, { place: people.includes(id) ? place : "away" }]),
    ),
  });

describe("what a decision has for its object", () => {
  const ways = (...texts: string[]) => ({ decisions: texts, choices: [] });
  it.each([
    ["keep it", ["lay down the button now", "keep it"], "keep the button"],
    ["Keep it", ["Lay down the button now", "Keep it"], "keep the button"],
    ["put them back", ["hand over the letters", "put them back"], "put the letters back"],
    ["keep it", ["lay down the button", "burn the letter", "keep it"], "keep it"],
    ["keep it", ["hand over the letters", "keep it"], "keep it"],
    ["keep it", ["say nothing", "keep it"], "keep it"],
    ["tell him", ["lay down the button", "tell him"], "tell him"],
  ])("[NA5946] is the thing that one other way of the beat names: %j of %j is %j", (text, all, expected) => {
    expect(withThing(text, ways(...all))).toBe(expected);
    expect(withThing(text, undefined)).toBe(text);
  });
});

describe("a decision in words that lean on its beat", () => {
  const told = (text: string, more: Partial<SceneBrief>) =>
    tellings(decided(text), [], more, at("long-yard", []), 4).map((draft) => draft.paragraphs.join(" "));
  it("[NA5946] is not told again where the next beat is told", () => {
    for (const text of told("be there when he does", { beat })) expect(text).not.toContain("when he does");
    for (const text of told("be there when he does", {})) expect(text).toContain("when he does");
    for (const text of told("be there at noon", { beat })) expect(text).toContain("You are there at noon");
  });
});

it("[NA5945] brings back whoever has gone out by a decision and is where they were", () => {
  const drafts = (text: string) => tellings(decided(text), [], {}, at(HERE, []), 6).map(textOf);
  for (const text of drafts("go out to the box upon the green")) {
    expect(text).toMatch(/After a while you are back/);
    expect(text).not.toMatch(/\bYou are (?:in|at|on)\b/);
  }
  for (const text of drafts("open the box")) expect(text).not.toMatch(/you are back/);
});

it("[NA5943] has nobody who was there before a night take the player along", () => {
  const told = ["Jonas Peel shows you the sacks.", ...beat.told];
  const kinds = (clock: { readonly day: number } | undefined) =>
    tellings(
      slot("wait", {}),
      [],
      { beat: { ...beat, people: ["jonas"], told, ...(clock ? { clock: { ...clock, minutes: 480 } } : {}) } },
      mergePatch(at("long-yard", ["jonas"], 600), { clock: { minutes: clock ? 1920 : 610 } }),
      6,
    ).map(kindsIn);
  for (const one of kinds(undefined)) expect(one).toContain("turn taken");
  for (const one of kinds({ day: 2 })) {
    expect(one).toContain("turn days");
    expect(one).not.toContain("turn taken");
  }
});

it("[NA5943] has no machine take the player along", () => {
  const told = ["Jonas Peel shows you the sacks.", ...beat.told];
  const people = story.matter.people.map((one) => (one.id === "jonas" ? { ...one, kind: "machine" as const } : one));
  const jonas = people.find(({ id }) => id === "jonas");
  if (!jonas) throw new Error("the story has no Jonas");
  const composer = {
    stage: { from: undefined, place: undefined, beenHere: false, companions: new Set(), leaving: new Set() },
    memory: { stagePeople: ["jonas"], named: new Map(), done: new Set() },
    story: { ...story, people: new Map([["jonas", jonas]]) },
    named: new Set(),
  };
  const way = wayThere(composer as never, { beat: { ...beat, people: ["jonas"], told } } as never);
  expect(way?.keys).not.toContain("turn taken");
});

it("[NA5944] has nobody who travels with the player come up to them where a beat speaks of everybody", () => {
  const everybody = { ...beat, people: ["jonas", "orsolya"], told: ["Orsolya rings the bell.", "Everybody hears."] };
  const told = (follows: boolean) =>
    tellings(
      slot("go", { place: "kiln" }),
      [{ kind: "move", place: "kiln" }],
      { beat: { ...everybody, place: "kiln" } },
      mergePatch(at("long-yard", ["jonas"]), {
        place: "kiln",
        people: { jonas: { place: "kiln", follows }, orsolya: { place: "kiln" } },
      }),
      4,
    ).map(textOf);
  for (const text of told(true)) expect(text).not.toMatch(/(?:Jonas|Peel)[^.]* comes (?:in|up)/);
  expect(told(false).join(" ")).toMatch(/Jonas|Peel/);
});
