// How beats come out: after the player's decision where they leave one.
import { join } from "node:path";
import type { BeatMatter, ChoiceSlot } from "@narratoria/protocol/story";
import { createRandom } from "@narratoria/protocol/random";
import { describe, expect, it } from "vitest";
import { decideBeats } from "../src/plot/beats.js";
import { comesOut, decidesIn, isLeftOpen, settledMatter, withSettled } from "../src/plot/outcomes.js";
import { smallCampaign } from "./support/campaign.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

const gate: BeatMatter = {
  id: "beat_001",
  title: "The Gate",
  told: ["The guard holds out a hand."],
  decisions: ["pay the toll", "climb the wall"],
  dialogue: [],
  people: ["osk"],
  names: [],
  outcomes: [
    { told: ["Osk counts the toll twice."] },
    { told: ["A stone comes loose from the wall."] },
    { told: [], chosen: ["pay the toll twice over"] },
  ],
};

const decide = (text: string, more: Partial<Pick<ChoiceSlot, "result">> = {}): Pick<ChoiceSlot, "verb" | "bind"> => ({
  verb: "decide",
  bind: { beat: "beat_001", text },
  ...more,
});

describe("a beat that leaves a decision", () => {
  it("[EN2500] is one with several outcomes, and decisions or choices that are no questions", () => {
    expect(isLeftOpen(gate)).toBe(true);
    expect(isLeftOpen({ ...gate, decisions: [] })).toBe(false);
    expect(isLeftOpen({ ...gate, decisions: [], choices: [{ text: "ask Osk", asks: "osk", fact: "f" }] })).toBe(false);
    expect(isLeftOpen({ ...gate, decisions: [], choices: [{ text: "pay the toll" }] })).toBe(true);
    expect(isLeftOpen({ ...gate, outcomes: [{ told: ["It opens."] }] })).toBe(false);
  });

  it("[EN2500] is decided by a choice of its own, and by no question", () => {
    expect(decidesIn("beat_001", decide("pay the toll"))).toBe(true);
    expect(decidesIn("beat_002", decide("pay the toll"))).toBe(false);
    expect(decidesIn("beat_001", { verb: "decide", bind: { beat: "beat_001", text: "ask Osk", fact: "f" } })).toBe(
      false,
    );
    expect(decidesIn("beat_001", null)).toBe(false);
  });

  it("[EN2500] comes out when the player has decided, goes away, lets time pass or is no longer asked, and nothing else happens before", () => {
    const beats = [
      {
        id: "beat_001",
        title: "The Gate",
        description: "",
        outcomes: [{ description: "It opens.", triggers_beat: "beat_003" }, { description: "It opens slowly." }],
      },
      { id: "beat_002", title: "The Hall", description: "" },
      { id: "beat_003", title: "The Yard", description: "", conditions: { scene_count: { min: 90 } } },
    ];
    const state = { place: "gate", beats: { beat_001: { state: "fired", scene: 1, open: true } } };
    const at = (scene: number, more: object) => ({
      scene,
      state,
      tags: [],
      placeOf: () => undefined,
      peopleOf: () => [],
      remembers: () => false,
      comesOut: () => [0],
      ...more,
    });
    const settles = (scene: number, more = {}) => decideBeats(beats, at(scene, more), createRandom("a"));
    // Two questions and a third are no decision.
    for (const scene of [2, 3, 4]) {
      expect(settles(scene)).toMatchObject({ fires: null });
      expect(settles(scene).settles).toBeUndefined();
    }
    const over = [
      settles(2, { decidesIn: () => true }),
      settles(2, { destination: "weir" }),
      settles(2, { letsTimePass: true }),
      settles(5),
    ];
    for (const decision of over) {
      expect(decision.settles).toMatchObject({ beat: { id: "beat_001" }, outcome: 0 });
      expect(decision.patch).toMatchObject({
        beats: {
          beat_001: { state: "fired", scene: 1, outcome: 0, open: false },
          beat_003: { state: "due", forced: true },
        },
      });
    }
    const opens = { leavesOpen: () => true };
    const first = decideBeats(beats.slice(0, 1), { ...at(1, opens), state: {} }, createRandom("a"));
    expect(first.outcome).toBeUndefined();
    expect(first.patch).toMatchObject({ beats: { beat_001: { state: "fired", open: true } } });
  });
});

describe("the way it comes out", () => {
  it("[EN2501] is the one that the decision is, else the one that has its words, else one that nobody decides", () => {
    expect(comesOut(gate, decide("pay the toll twice over"))).toEqual([2]);
    expect(comesOut(gate, decide("climb the wall"))).toEqual([1]);
    expect(comesOut(gate, decide("pay the toll"))).toEqual([0]);
    expect(comesOut(gate, decide("sing"))).toEqual([0, 1]);
    expect(comesOut(gate, null)).toEqual([0, 1]);
    expect(
      comesOut(
        {
          ...gate,
          outcomes: [
            { told: [], chosen: ["sing"] },
            { told: [], chosen: ["dance"] },
          ],
        },
        null,
      ),
    ).toBeUndefined();
  });

  const deeds: BeatMatter = {
    ...gate,
    decisions: ["sign the form", "say it isn't your business"],
    choices: [{ text: "sign the form", result: "The pen is dry." }],
    outcomes: [
      { told: ["He books the cart."], chosen: ["sign it"], changes: [] },
      { told: ["He puts it away."], chosen: ["say it isn't your business"] },
    ],
  };

  it("[EN2501] [EN2502] is no deed that nobody has done: where none was decided it leaves things be, or nothing is told", () => {
    const here = { place: "gate", people: {} };
    expect(comesOut(deeds, null)).toEqual([1]);
    expect(settledMatter(deeds, 1, null, here)?.told).toEqual(["He puts it away."]);
    expect(settledMatter(deeds, 0, null, here)).toBeNull();
    expect(comesOut(deeds, decide("sign the form"))).toEqual([0]);
    expect(settledMatter(deeds, 0, decide("sign the form", { result: "The pen is dry." }), here)?.told).toEqual([
      "He books the cart.",
    ]);
    expect(settledMatter(deeds, 0, decide("say it isn't your business"), here)).toBeNull();
  });

  it("[EN4301] is not told to a player who has gone away without deciding, and holds", () => {
    const here = { place: "gate", people: {} };
    const weir = { place: "weir", people: {} };
    const put = {
      ...gate,
      place: "gate",
      decisions: ["climb the wall", "pay the toll"],
      outcomes: [{ told: ["A stone comes loose."], changes: [{ kind: "flag" as const, name: "loose", value: true }] }],
    };
    const go = { verb: "go" as const, bind: { place: "weir" } };
    expect(settledMatter(put, 0, go, here)).toMatchObject({ told: [], changes: [{ name: "loose" }] });
    expect(settledMatter(put, 0, null, weir)?.told).toEqual([]);
    expect(settledMatter(put, 0, null, here)?.told).toEqual(["A stone comes loose."]);
    expect(settledMatter(put, 0, decide("climb the wall"), here)?.told).toEqual(["A stone comes loose."]);
  });

  it("[EN2502] is told with whoever of the beat is still there, and without what a decision has told in other words", () => {
    const here = { place: "gate", people: { osk: { place: "gate" } } };
    expect(settledMatter(gate, 1, decide("climb the wall"), here)).toMatchObject({
      id: "beat_001",
      told: ["A stone comes loose from the wall."],
      decisions: [],
      people: ["osk"],
    });
    expect(settledMatter(gate, 1, decide("climb the wall"), { place: "gate", people: {} })?.people).toEqual([]);
    const open = { ...gate, decisions: [], choices: [] };
    expect(settledMatter(open, 1, { verb: "go", bind: { place: "weir" } }, here)?.people).toEqual([]);
    expect(settledMatter(gate, 1, decide("sing", { result: "You sing." }), here)).toBeNull();
    expect(settledMatter(gate, 2, decide("pay the toll twice over"), here)).toBeNull();
    // Where the author says what comes of another deed, chance says nothing of this one.
    const told = { ...gate, choices: [{ text: "knock", result: "Osk opens." }] };
    expect(settledMatter(told, 1, decide("sing"), here)).toBeNull();
    expect(settledMatter(gate, 1, decide("sing"), here)).not.toBeNull();
  });

  it("[EN2502] stands before a beat that is told in the same scene", () => {
    const hall: BeatMatter = {
      ...gate,
      id: "beat_002",
      told: ["The hall is cold."],
      dialogue: [{ speaker: "osk", line: "In.", at: 0 }],
    };
    const settled: BeatMatter = {
      ...gate,
      told: ["It opens."],
      dialogue: [],
      changes: [{ kind: "flag", name: "a", value: true }],
    };
    expect(withSettled(hall, settled)).toMatchObject({
      id: "beat_002",
      told: ["It opens.", "The hall is cold."],
      dialogue: [{ line: "In.", at: 1 }],
      changes: [{ kind: "flag" }],
    });
  });
});

it("[EN2500][EN2501] in play an outcome follows the decision that the beat has put", async () => {
  const beats = [
    {
      id: "beat_001",
      title: "The Strap",
      description: "The strap has come off its hook. Mend the strap, or hide the piano.",
      outcomes: [{ description: "The strap holds." }, { description: "Nobody finds the piano." }],
    },
  ];
  const campaign = await smallCampaign(join(await tempFolder(), "strap-off"), {
    "plot/beats.json": JSON.stringify({ beats }),
    "plot/premise.md": "It is breakfast time, and the piano is on the third landing.\n",
  });
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(campaign, { seed: "1", fresh: true });
  await collect(story.begin());
  const put = sceneIn(await collect(story.choose(1)));
  expect(put.paragraphs.join(" ")).not.toMatch(/strap holds|finds the piano/);
  const at = put.choices.findIndex(({ text }) => text === "Hide the piano");
  expect(put.choices.some(({ text }) => text === "Mend the strap")).toBe(true);
  const told = sceneIn(await collect(story.choose(at + 1)));
  expect(told.paragraphs.join(" ")).toMatch(/Nobody finds the piano\./);
  expect(told.paragraphs.join(" ")).not.toMatch(/strap holds/);
});
