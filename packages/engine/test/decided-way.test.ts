import { join } from "node:path";
import { indexStory } from "@narratoria/narrator";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import type { ChoiceSlot, Person, Place } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { decidedWay, type OwnWay, ownWay } from "../src/plot/decided-way.js";
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
    ["walk on down to Harrow Bridge", "bridge"],
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

describe("a way of the player's own", () => {
  const person = (id: string, name: string, pronoun: "he" | "she" = "he", more: Partial<Person> = {}): Person =>
    ({ id, name, short: name.split(" ").at(-1), pronoun, mobility: "walks", kind: "human", ...more }) as Person;
  const people = [
    person("gall", "Sergeant Gall"),
    person("ines", "Ines Rook", "she", { short: "Ines" }),
    person("tom", "Tom", "he"),
    person("wil", "Wil", "he"),
  ];
  const placed = (id: string, name: string): Place => ({ id, name, topic: id, sentences: [], props: [] }) as never;
  const places = new Map(
    [placed("halt", "the halt"), placed("studio", "the Studio"), placed("arms", "the Rook Arms")].map((one) => [
      one.id,
      one,
    ]),
  );
  const stands = {
    place: "halt",
    people: { gall: { place: "studio" }, ines: { place: "arms" }, tom: { place: "halt" } },
  };

  it.each<[string, OwnWay | undefined]>([
    ["take the button to Sergeant Gall", { place: "studio", npc: "gall" }],
    ["show the splinters to the Sergeant", { place: "studio", npc: "gall" }],
    ["tell Ines what you saw", { place: "arms", npc: "ines" }],
    ["bring him to Ines at the Rook Arms", { place: "arms", npc: "ines", along: "tom" }],
    ["take Tom to the Studio", { place: "studio", along: "tom" }],
    ["hide him at the Studio until the inquest", { place: "studio", along: "tom" }],
    ["slip out by the end door and walk up to the studio", { place: "studio" }],
    // Here, put off, not done, to two, or of somebody and not to them.
    ["give it to Tom", undefined],
    ["take it to the Sergeant tomorrow", undefined],
    ["take it to Ines if she asks", undefined],
    ["never show it to Ines", undefined],
    ["show it to Ines and to the Sergeant", undefined],
    ["ask about Ines", undefined],
    ["promise the boy silence", undefined],
    ["read the letter to the Sergeant’s wife", undefined],
  ])("[EN6500] %s: %j", (text, way) => {
    expect(ownWay(text, { people, places }, stands)).toEqual(way);
  });

  it("[EN6500] takes whoever is meant where two could be", () => {
    const both = { ...stands, people: { ...stands.people, wil: { place: "halt" } } };
    expect(ownWay("bring him to Ines", { people, places }, both)).toEqual({ place: "arms", npc: "ines" });
    expect(ownWay("bring him to Ines", { people, places }, both, "wil")).toEqual({
      place: "arms",
      npc: "ines",
      along: "wil",
    });
  });

  it("[EN6500] is none to the dead, to whoever goes along, or over a long way", () => {
    const text = "take the button to Sergeant Gall";
    const with_ = (gall: object): JsonObject => ({
      ...stands,
      people: { ...stands.people, gall: { place: "studio", ...gall } },
    });
    expect(ownWay(text, { people, places }, with_({ alive: false }))).toBeUndefined();
    expect(ownWay(text, { people, places }, with_({ follows: true }))).toBeUndefined();
    const far = { ...placed("halt", "the halt"), ways: [{ to: "studio", minutes: 600 }] };
    const spread = new Map([...places, ["halt", far as never as Place]]);
    expect(ownWay(text, { people, places: spread }, stands)).toBeUndefined();
  });

  it("[EN6500] leads the decision to whoever it names, and no beat elsewhere takes the player away meanwhile", async () => {
    const beats = [
      {
        id: "beat_001",
        title: "The Tin",
        description: "Ada shuts the tin. The player must decide whether to keep it or to take it to Bela.",
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
    const profile = (name: string) => JSON.stringify({ name, role: "A farmer", personality: {} });
    const files = {
      "plot/beats.json": JSON.stringify({ beats }),
      "characters/npcs/bela/profile.json": profile("Bela"),
    };
    const { campaign, reading } = await readCampaign(await smallCampaign(join(await tempFolder(), "tin"), files));
    const mined = indexStory(reading);
    const state = {
      ...initialState(campaign, mined, undefined),
      place: mined.beats.get("beat_001")?.place ?? "",
      beats: { beat_001: { state: "fired", scene: 0 } },
    };
    const turn = (bela: string, text: string) => {
      const first = mergePatch(state, { people: { bela: { place: bela } } }) as JsonObject;
      const slot = { id: "c1", verb: "decide", class: "act", bind: { beat: "beat_001", text }, tags: [], sources: [] };
      const story = { campaign, mined, seed: "1", head: null, player: undefined, first };
      return startTurn({ ...story, remembered: new Remembered() }, { ...slot, label: text, text } as never);
    };
    const loft = mined.beats.get("beat_002")?.place ?? "";
    const led = turn(loft, "take it to Bela");
    expect([led.slot?.bind.place ?? led.beat?.place, led.beat?.id]).toEqual([loft, "beat_002"]);
    const [other = ""] = [...mined.places.keys()].filter((id) => id !== loft && id !== state.place);
    const own = turn(other, "take it to Bela");
    if (other !== "") expect([own.slot?.bind.place, own.slot?.bind.npc, own.beat]).toEqual([other, "bela", null]);
    expect(turn(other, "keep it").slot?.bind.place).toBeUndefined();
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
