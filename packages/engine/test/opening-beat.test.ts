// SPEC.md EN2503 and EN2506: what a story begins with, and the hour that it does not pass.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { indexStory } from "@narratoria/narrator";
import { expect, it } from "vitest";
import { readCampaign } from "../src/read-campaign.js";
import { Remembered } from "../src/story/remembered.js";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import { momentOf, nextHour, startTurn } from "../src/story/turn-start.js";
import { tempFolder } from "./support/play.js";

type Files = Readonly<Record<string, string>>;
const json = (value: unknown): string => JSON.stringify(value);

const files = (change: Files = {}): Files => ({
  "manifest.json": json({ title: "The Lamp", version: "1.0.0", author: "A", description: "A lamp." }),
  "plot/premise.md": "You keep the light on Gull Rock, and the boat is late.",
  "plot/beats.json": json({
    beats: [
      {
        id: "beat_001",
        title: "The lamp smokes",
        location: "The lamp room",
        description: "Osk holds up the wick. You can trim the wick, or wake the keeper.",
      },
    ],
  }),
  "characters/npcs/osk/profile.json": json({ name: "Osk", role: "Assistant", personality: { traits: ["slow"] } }),
  "lore/places/the-lamp-room.md": "# The lamp room\n\nGlass on eight sides.",
  ...change,
});

async function openingOf(change?: Files) {
  const folder = join(await tempFolder(), "lamp");
  for (const [path, text] of Object.entries(files(change))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const { campaign, reading } = await readCampaign(folder);
  const standing = { campaign, mined: indexStory(reading), seed: "1", head: null, player: undefined };
  return startTurn({ ...standing, remembered: new Remembered() }, null);
}

it("[EN2506] tells the first beat with the premise where nothing keeps them apart", async () => {
  const { beat, patch } = await openingOf();
  expect(beat?.id).toBe("beat_001");
  expect(patch).toMatchObject({ beats: { beat_001: { state: "fired", scene: 0 } } });
});

it("[EN2506] tells it with a premise that has told it too", async () => {
  const { beat } = await openingOf({
    "plot/premise.md": "Osk holds up the wick. You can trim the wick and wake the keeper.",
  });
  expect(beat?.id).toBe("beat_001");
});

const beats = (more: object): Files => {
  const description = "Osk holds up the wick. You can trim the wick, or wake the keeper.";
  return {
    "plot/beats.json": json({
      beats: [{ id: "beat_001", title: "The lamp smokes", location: "The lamp room", description, ...more }],
    }),
  };
};

it.each<[string, Files]>([
  ["it waits for scenes", beats({ conditions: { scene_count: { min: 2 } } })],
  ["it waits for a deed", beats({ conditions: { player_choice: "trim" } })],
  ["both are long", { "plot/premise.md": "You keep the light on Gull Rock, and the boat is late. ".repeat(45) }],
  [
    "somebody else is there",
    {
      "characters/npcs/ilka/profile.json": json({
        name: "Ilka",
        role: "Keeper",
        personality: { traits: ["quick"] },
      }),
      "reading.json": json({ cast: { ilka: { home: "The lamp room" } } }),
    },
  ],
])("[EN2506] and begins without it where %s", async (_, change) => {
  expect((await openingOf(change)).beat).toBeNull();
});

it("[EN4300] tells the first beat with the premise where all others who are there travel with the player", async () => {
  const ilka = json({ name: "Ilka", role: "Keeper who travels with you", personality: { traits: ["quick"] } });
  const { beat } = await openingOf({ "characters/npcs/ilka/profile.json": ilka });
  expect(beat?.id).toBe("beat_001");
});

it("[EN2506] tells a beat that cannot wait with a longer premise", async () => {
  const premise = { "plot/premise.md": "You keep the light on Gull Rock, and the boat is late. ".repeat(45) };
  const { beat } = await openingOf({ ...beats({ conditions: { scene_count: { min: 0, max: 2 } } }), ...premise });
  expect(beat?.id).toBe("beat_001");
});

it("[EN3140] tells the first beat elsewhere too, where nobody is about", async () => {
  const road = "# The cliff road\n\nA road of chalk along the edge.";
  const elsewhere: Files = {
    ...beats({ location: "The cliff road" }),
    "lore/places/the-cliff-road.md": road,
    "reading.json": json({ cast: { osk: { home: "The cliff road" } } }),
    "characters/player/template.json": json({ starting_location: "The lamp room" }),
  };
  const { beat, patch } = await openingOf(elsewhere);
  expect(beat?.id).toBe("beat_001");
  expect(patch).toMatchObject({ beats: { beat_001: { state: "fired", scene: 0 } } });
  // Who is there is in it.
  const together = { ...elsewhere, "reading.json": json({ cast: { osk: { home: "The lamp room" } } }) };
  expect((await openingOf(together)).beat?.id).toBe("beat_001");
  const another = json({ name: "Ilka", role: "Keeper", personality: { traits: ["quick"] } });
  const beside = {
    ...together,
    "characters/npcs/ilka/profile.json": another,
    "reading.json": json({ cast: { osk: { home: "The cliff road" }, ilka: { home: "The lamp room" } } }),
  };
  expect((await openingOf(beside)).beat).toBeNull();
});

it("[EN5918] [EN5919] goes on with an attitude to which nobody has anything to say, and with no other deed towards somebody", async () => {
  const folder = join(await tempFolder(), "gesture");
  for (const [path, text] of Object.entries(files())) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const { campaign, reading } = await readCampaign(folder);
  const standing = { campaign, mined: indexStory(reading), remembered: new Remembered() };
  const slot: ChoiceSlot = {
    id: "s4-1",
    verb: "decide",
    class: "act",
    bind: { npc: "osk", text: "let Osk see that you have your doubts" },
    sources: [],
    text: "Let Osk see that you have your doubts",
    label: "Decide",
    tags: [],
  };
  const isIdle = (more: Partial<ChoiceSlot>) =>
    momentOf(standing, { scene: 4, state: { place: "lamp" }, slot: { ...slot, ...more } }).isIdle;
  expect(isIdle({})).toBe(true);
  expect(isIdle({ bind: { ...slot.bind, fact: "osk-line-1" } })).toBe(false);
  expect(isIdle({ bind: { ...slot.bind, beat: "beat_001" } })).toBe(false);
  expect(isIdle({ tags: ["side_with_osk"] })).toBe(false);
  expect(isIdle({ verb: "ask" })).toBe(false);
  // [EN5919] So does a search that brings nothing.
  const search = { verb: "search", class: "look", bind: { place: "lamp" } } as const;
  const begun = { place: "lamp", beats: { beat_001: { state: "fired", scene: 1 } } };
  const searches = (more: Partial<ChoiceSlot>) =>
    momentOf(standing, { scene: 4, state: begun, slot: { ...slot, ...search, ...more } }).isIdle;
  expect([searches({ empty: true }), searches({})]).toEqual([true, false]);
});

it("[EN3142] counts no scene as quiet while a decision is open where the player is", async () => {
  const folder = join(await tempFolder(), "open");
  for (const [path, text] of Object.entries(files())) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const { campaign, reading } = await readCampaign(folder);
  const standing = { campaign, mined: indexStory(reading), remembered: new Remembered() };
  const quiet = (open: object, scene = 4) => {
    const put = { decided: null, decisions: ["stay", "go"], choices: [], scene: 1, place: "lamp", ...open };
    const state = {
      place: "lamp",
      beats: { beat_001: { state: "fired", scene: 1 } },
      world: { choices: { beat: put } },
    };
    return momentOf(standing, { scene, state, slot: null }).quiet;
  };
  expect(quiet({})).toBe(0);
  expect(quiet({}, 5)).toBe(3);
  expect(quiet({ decided: "stay" })).toBe(2);
  expect(quiet({ decisions: ["stay"] })).toBe(2);
  expect(quiet({ place: "elsewhere" })).toBe(2);
});

it("[EN2503] knows the hour of the next beat that has one", () => {
  const at = (minutes: number, beats = {}) => ({ clock: { minutes }, beats });
  const hours = [
    { id: "a", clock: { text: "ten to three", minutes: 890, day: 1 } },
    { id: "b", clock: { text: "at four", minutes: 960, day: 1 } },
    { id: "c", clock: { text: "evening", minutes: 1200 } },
  ];
  expect(nextHour(at(800), hours)).toBe(890);
  // It waits for what it has just missed, and for nothing that is over.
  expect(nextHour(at(900), hours)).toBe(890);
  expect(nextHour(at(955), hours)).toBe(960);
  expect(nextHour(at(900, { a: { state: "fired" } }), hours)).toBe(960);
  expect(nextHour(at(1100), hours)).toBeUndefined();
});
