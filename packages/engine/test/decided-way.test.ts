import { join } from "node:path";
import { indexStory } from "@narratoria/narrator";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { decidedWay } from "../src/plot/decided-way.js";
import { inTheirTime } from "../src/plot/late-windows.js";
import { isPassedBy, waysNotTaken, waysPassedBy } from "../src/plot/conditions.js";
import { readCampaign } from "../src/read-campaign.js";
import { initialState } from "../src/story/initial-state.js";
import { Remembered } from "../src/story/remembered.js";
import { startTurn } from "../src/story/turn-start.js";
import { smallCampaign } from "./support/campaign.js";
import { tempFolder } from "./support/play.js";

describe("where a decision goes", () => {
  const places = [
    { id: "van", name: "the mail van" },
    { id: "bridge", name: "Harrow Bridge" },
    { id: "quay", name: "the quay" },
  ];

  it.each<[string, string | undefined]>([
    ["go into the van now", "van"],
    ["run for the mail van", "van"],
    ["walk to Harrow Bridge and wait", "bridge"],
    ["take him up to the quay", undefined],
    ["go for the van door", undefined],
    ["go over the bridge", undefined],
    ["look into the van", undefined],
    ["go into the vans", undefined],
  ])("[EN4700] %s: %s", (text, place) => {
    expect(decidedWay(text, places, "quay")).toBe(place);
  });

  it("[EN4700] is nowhere where two places go by the noun", () => {
    expect(decidedWay("go into the van", [...places, { id: "other", name: "the red van" }], "quay")).toBeUndefined();
  });

  it("[EN4700] tells the beat that waits there in the same scene, and not before it can come", async () => {
    const beats = (min: number) => [
      {
        id: "beat_001",
        title: "The Door",
        description: "There is a mouse behind the door. Do you go into the loft now? Or do you wait for the cat?",
        location: "the kitchen",
      },
      {
        id: "beat_002",
        title: "The Boy",
        description: "Dark. Sacking. A torch comes on.",
        location: "the hay loft",
        conditions: { requires_beat: "beat_001", scene_count: { min } },
      },
    ];
    const fires = async (min: number, text: string) => {
      const files = { "plot/beats.json": JSON.stringify({ beats: beats(min) }) };
      const { campaign, reading } = await readCampaign(await smallCampaign(join(await tempFolder(), "loft"), files));
      const mined = indexStory(reading);
      const slot: ChoiceSlot = {
        id: "c1",
        verb: "decide",
        class: "act",
        bind: { beat: "beat_001", text },
        tags: [],
        sources: [],
        label: text,
        text,
      };
      const state = {
        ...initialState(campaign, mined, undefined),
        place: mined.beats.get("beat_001")?.place ?? "",
        beats: { beat_001: { state: "fired", scene: 0 } },
      };
      const story = { campaign, mined, seed: "1", head: null, player: undefined, first: state };
      return startTurn({ ...story, remembered: new Remembered() }, slot).beat?.id;
    };
    expect(await fires(0, "go into the loft now")).toBe("beat_002");
    expect(await fires(0, "wait for the cat")).toBeUndefined();
    expect(await fires(20, "go into the loft now")).toBeUndefined();
  });

  it("[EN5403] leads nobody on who asks somebody something", async () => {
    const beats = [
      {
        id: "beat_001",
        title: "The Door",
        description: "Ada shuts it. Do you let it be? Or do you ask Ada why?",
        location: "the kitchen",
      },
      {
        id: "beat_002",
        title: "The Boy",
        description: "A torch comes on.",
        location: "the hay loft",
        conditions: { requires_beat: "beat_001" },
      },
    ];
    const files = { "plot/beats.json": JSON.stringify({ beats }) };
    const { campaign, reading } = await readCampaign(await smallCampaign(join(await tempFolder(), "asks"), files));
    const mined = indexStory(reading);
    const state = {
      ...initialState(campaign, mined, undefined),
      place: mined.beats.get("beat_001")?.place ?? "",
      beats: { beat_001: { state: "fired", scene: 0 } },
    };
    const next = (text: string): string | undefined => {
      const slot = { id: "c1", verb: "decide", class: "act", bind: { beat: "beat_001", text }, tags: [], sources: [] };
      const story = { campaign, mined, seed: "1", head: null, player: undefined, first: state };
      return startTurn({ ...story, remembered: new Remembered() }, { ...slot, label: text, text } as never).beat?.id;
    };
    expect(next("let it be")).toBe("beat_002");
    expect(next("ask Ada why")).toBeUndefined();
  });
});

describe("ways that were not taken", () => {
  const beat = {
    choices: [
      { text: "say yes", decides: true as const, tag: "stop_the_train" },
      { text: "say no", decides: true as const, tag: "say_nothing" },
      { text: "hold up the receiver", decides: true as const },
    ],
  };

  it("[EN4701] are closed once another is taken, and not before", () => {
    expect([...waysNotTaken([beat], {})]).toEqual([]);
    expect([...waysNotTaken([beat], { flags: { stop_the_train: 4 } })]).toEqual(["say_nothing"]);
    expect([...waysNotTaken([{ choices: beat.choices.slice(0, 1) }], { flags: { stop_the_train: 4 } })]).toEqual([]);
  });
});

describe("ways that were passed by", () => {
  const beat = {
    choices: [
      { text: "sit on the steps", decides: true as const, tag: "guard_the_house" },
      { text: "go home", decides: true as const },
      { text: "ask for time", decides: true as const },
      { text: "say that you will think about it", decides: true as const },
    ],
  };
  const after = (...flags: string[]) => [
    ...waysPassedBy([beat], { flags: Object.fromEntries(flags.map((flag) => [flag, 4])) }),
  ];

  it("[EN4802] are those beside one that settles the matter", () => {
    expect(after("go-home")).toEqual(["guard_the_house"]);
    expect(after("go-home", "guard_the_house")).toEqual([]);
    expect(after()).toEqual([]);
    expect(after("ask-for-time")).toEqual([]);
    expect(after("say-that-you-will-think-about-it")).toEqual([]);
  });

  it("[EN4802] are waited for no more by a beat that may be left out", () => {
    const moment = { scene: 5, state: {}, tags: [], remembers: () => false, passedBy: new Set(["guard_the_house"]) };
    const waits = { player_choice: "guard_the_house" };
    const isOut = (more: Pick<PlotBeat, "skippable" | "priority">) => isPassedBy(more, waits, moment as never);
    expect(isOut({ priority: "high" })).toBe(true);
    expect(isOut({ priority: "high", skippable: false })).toBe(false);
    expect(isOut({ priority: "critical" })).toBe(false);
    expect(isPassedBy({}, { player_choice: "ring_the_bell" }, moment as never)).toBe(false);
  });
});

describe("windows of beats behind late ones", () => {
  const beat = (id: string, conditions: NonNullable<PlotBeat["conditions"]> = {}): PlotBeat => ({
    id,
    title: id,
    description: "It rains.",
    conditions,
  });
  const beats = [
    beat("a", { scene_count: { min: 5, max: 14 } }),
    beat("b", { scene_count: { min: 6, max: 16 }, requires_beat: "a" }),
    beat("c", { scene_count: { min: 7, max: 17 }, requires_beat: "b" }),
    beat("d", { scene_count: { max: 9 } }),
  ];
  const maxima = (scene: number, states: Record<string, { state: string; scene: number }>) =>
    inTheirTime(beats, { scene, state: { beats: states } }).map(({ conditions }) => conditions?.scene_count?.max);

  it("[EN4702] are open so much longer, those behind them too", () => {
    expect(maxima(12, { a: { state: "due", scene: 10 } })).toEqual([14, 16, 17, 9]);
    expect(maxima(18, { a: { state: "due", scene: 10 } })).toEqual([14, 20, 21, 9]);
    expect(maxima(25, { a: { state: "fired", scene: 18 } })).toEqual([14, 20, 21, 9]);
    expect(maxima(25, { a: { state: "fired", scene: 9 }, b: { state: "fired", scene: 19 } })).toEqual([14, 16, 20, 9]);
  });

  it("[EN4702] are as written behind what was told in time or missed, and in a ring of beats", () => {
    expect(maxima(25, { a: { state: "fired", scene: 9 } })).toEqual([14, 16, 17, 9]);
    expect(maxima(25, { a: { state: "skipped", scene: 15 } })).toEqual([14, 16, 17, 9]);
    const ring = [beat("x", { requires_beat: "y", scene_count: { max: 3 } }), beat("y", { requires_beat: "x" })];
    expect(inTheirTime(ring, { scene: 9, state: {} })).toEqual(ring);
  });
});
