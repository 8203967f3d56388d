import type { Campaign } from "@narratoria/campaign";
import type { StoryMemory } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import type { BeatMoment } from "../src/beats.js";
import { endingHooks, LEAVE_TAKING } from "../src/endings.js";

const beats = [{ id: "beat_001", title: "The count", description: "Somebody counts the wheels." }];
const endings = [
  {
    id: "pay",
    title: "The debt is paid",
    body: "The ledger closes and the debt is paid in full, wheel by wheel.",
    conditions: { player_choice: "pay" },
  },
  { id: "keep", title: "The wheel is kept", body: "Nobody counts again. The wheel stays behind its plank." },
  {
    id: "burn",
    title: "The tickets burn",
    body: "The tickets burn in the stove, every clipped ticket of every house.",
  },
];
const campaign = (more: object) => ({ beats, endings: [], ...more }) as unknown as Campaign;
const moment = (scene: number, done: boolean, flags: object = {}): BeatMoment => ({
  scene,
  state: { flags: { ...flags }, beats: done ? { beat_001: { state: "fired", scene: 1 } } : {} },
  tags: [],
  placeOf: () => undefined,
  peopleOf: () => [],
  remembers: () => false,
});
const memory = (summary: string): StoryMemory => ({
  summary,
  scene: 1,
  characters: [],
  location: "",
  significance: "high",
  tags: [],
});

it("[EN22] offers no ending before it is in reach", () => {
  expect(endingHooks(campaign({ endings }), moment(30, false), [])).toEqual([]);
});

it("[EN22] offers the one of those in reach that is nearest to what the player did", () => {
  const burned = [memory("You burned a clipped ticket in the stove."), memory("You took the tickets from the house.")];
  expect(endingHooks(campaign({ endings }), moment(30, true), burned)).toEqual([
    { kind: "ending", ending: "burn", title: "The tickets burn" },
  ]);
  const kept = [memory("You hid the wheel behind its plank and nobody counts it.")];
  expect(endingHooks(campaign({ endings }), moment(30, true), kept)).toMatchObject([{ ending: "keep" }]);
});

it("[EN22] an ending with conditions is in reach when they hold, beats or not", () => {
  expect(endingHooks(campaign({ endings }), moment(5, false, { pay: 3 }), [])).toMatchObject([{ ending: "pay" }]);
});

it("[EN22] a campaign without endings may be left once its beats are done and it has lasted a while", () => {
  expect(endingHooks(campaign({}), moment(30, false), [])).toEqual([]);
  expect(endingHooks(campaign({}), moment(5, true), [])).toEqual([]);
  expect(endingHooks(campaign({}), moment(12, true), [])).toMatchObject([{ kind: "ending", ending: LEAVE_TAKING.id }]);
});

it("[EN22] a beat that may be skipped, or was, keeps no ending out of reach", () => {
  const optional = [...beats, { id: "beat_002", title: "A goat", description: "A goat comes by.", skippable: true }];
  expect(endingHooks(campaign({ endings, beats: optional }), moment(30, true), [])).toHaveLength(1);
  const skipped = { ...moment(30, false), state: { flags: {}, beats: { beat_001: { state: "skipped", scene: 9 } } } };
  expect(endingHooks(campaign({ endings }), skipped, [])).toHaveLength(1);
});
