import { type JsonObject, mergePatch, mergePatches } from "@narratoria/protocol";
import { expect, it } from "vitest";
import {
  afterBeat,
  beatPatch,
  changePatches,
  companionsPatch,
  enteredPatch,
  returnedPatch,
  sentAwayPatch,
  minuteOfBeat,
  stageBeat,
  withOutcome,
  withoutSentAway,
  stopPatch,
} from "../src/plot/stage-beat.js";

it("[EN17] a beat stands where it happens, with everybody who is in it", () => {
  const state: JsonObject = {
    place: "mill",
    people: {
      osk: { place: "mill", alive: true },
      ada: { place: "weir", alive: true },
      dead: { place: "mill", alive: false },
    },
    world: { visited: { mill: 0 } },
  };
  expect(stageBeat(state, { place: "weir", people: ["osk", "ada", "dead"] }, 6)).toEqual({
    place: "weir",
    people: {
      osk: { place: "weir", alive: true, since: 6 },
      ada: { place: "weir", alive: true },
      dead: { place: "mill", alive: false },
    },
    world: { visited: { mill: 0, weir: 6 } },
  });
  expect(stageBeat(state, null, 6)).toBe(state);
});

it("[EN350] leaves the dead dead, the missing nowhere, and whoever comes back where the beat was", () => {
  const state: JsonObject = { place: "weir", people: { osk: { place: "weir" } } };
  const presence = [
    { npc: "osk", state: "dead" },
    { npc: "ada", state: "missing" },
    { npc: "ilk", state: "here" },
  ] as const;
  expect(mergePatches(state, afterBeat(state, { people: [], presence }, 4))).toEqual({
    place: "weir",
    people: {
      osk: { place: "weir", alive: false },
      ada: { place: "", since: 4 },
      ilk: { alive: true, place: "weir", since: 4 },
    },
  });
  expect(mergePatches(state, afterBeat(state, { people: [] }, 4))).toEqual(state);
});

it("[EN543] whoever goes out in a beat is elsewhere after it, and the dead go nowhere", () => {
  const before = {
    place: "bar",
    people: { ron: { place: "bar", alive: true, follows: true }, osk: { place: "", alive: false } },
  };
  const leaves = ["ron", "osk"].map((npc) => ({ npc, place: "shed" }));
  expect(mergePatches(before, afterBeat(before, { people: ["ron"], leaves }, 4))).toEqual({
    place: "bar",
    people: { ron: { place: "shed", alive: true, since: 4 }, osk: { place: "", alive: false } },
  });
});

it("[EN538] puts into effect what the author says that a beat changes", () => {
  const state: JsonObject = {
    place: "weir",
    people: { osk: { place: "weir", feeling: 90 }, ada: { place: "weir" } },
    inventory: {},
    world: { known: { topics: { bell: 1 } }, solidarity: 2 },
  };
  const after = mergePatches(
    state,
    afterBeat(
      state,
      {
        people: [],
        changes: [
          { kind: "feeling", npc: "osk", delta: 15 },
          { kind: "topics", topics: ["bell", "cargo"] },
          { kind: "world", path: "solidarity", value: "-1" },
          { kind: "world", path: "world.strike.over", value: true },
          { kind: "item", name: "the blue letter" },
          { kind: "follows", npc: "ada" },
        ],
      },
      7,
    ),
  );
  expect(after).toMatchObject({
    people: { osk: { feeling: 100 }, ada: { follows: true } },
    inventory: { "blue-letter": { name: "the blue letter", count: 1 } },
    world: { known: { topics: { bell: 1, cargo: 7 } }, solidarity: 1, strike: { over: true } },
  });
  const moved = mergePatch(after, { place: "mill" });
  expect(mergePatch(moved, companionsPatch(moved, 8))).toMatchObject({
    people: { ada: { place: "mill", since: 8 }, osk: { place: "weir" } },
  });
  const gone = mergePatches(moved, afterBeat(moved, { people: [], presence: [{ npc: "ada", state: "missing" }] }, 9));
  expect(companionsPatch(gone, 9)).toEqual({});
});

it.each([
  ["the Guild", { "guild-of-measures": -10, drovers: 95 }],
  ["drovers", { "guild-of-measures": 0, drovers: 85 }],
  ["the Choir", { "guild-of-measures": 0, drovers: 95 }],
])("[EN941] changes the standing with %s where there is such a faction", (faction, factions) => {
  const state: JsonObject = { place: "weir", people: {}, factions: { "guild-of-measures": 0, drovers: 95 } };
  const beat = { people: [], changes: [{ kind: "standing", faction, delta: -10 } as const] };
  expect(mergePatches(state, afterBeat(state, beat, 7))["factions"]).toEqual(factions);
  const raised = { people: [], changes: [{ kind: "standing", faction: "the drovers", delta: 10 } as const] };
  expect(mergePatches(state, afterBeat(state, raised, 7))["factions"]).toMatchObject({ drovers: 100 });
});

it("[EN21] tells the outcome that was drawn after the rest of the beat, and puts its changes into effect", () => {
  const beat = {
    id: "beat_004",
    title: "The Photocopy",
    told: ["He has it under his thumb."],
    decisions: [],
    dialogue: [],
    people: ["ronnie"],
    names: [],
    outcomes: [
      { told: ["He lifts his thumb."], changes: [{ kind: "topics", topics: ["date"] }] },
      { told: ["He folds it up again."] },
    ],
  } as const;
  expect(withOutcome(beat, 0)).toMatchObject({
    told: ["He has it under his thumb.", "He lifts his thumb."],
    changes: [{ kind: "topics", topics: ["date"] }],
  });
  expect(withOutcome(beat, 1).told).toEqual(["He has it under his thumb.", "He folds it up again."]);
  expect(withOutcome(beat, 1)).not.toHaveProperty("outcomes");
  expect(withOutcome(beat, undefined).told).toEqual(["He has it under his thumb."]);
});

it.each([
  ["a day ahead, in the morning", 1080, { day: 6 }, 5 * 1440 + 480],
  ["a day and an hour", 1080, { day: 2, minutes: 1140 }, 1440 + 1140],
  ["a later hour of the same day", 600, { minutes: 1110 }, 1110],
  ["the hour of the next day, when it is long past", 1260, { minutes: 540 }, 1440 + 540],
  ["now, when the hour has only just passed", 1260, { minutes: 1200 }, undefined],
  ["never back", 3 * 1440, { day: 2, minutes: 600 }, undefined],
  ["the hour it is, on the day it is", 600, { day: 1 }, undefined],
])("[EN539] moves the clock on to a beat's own time: %s", (_, now, clock, then) => {
  const patch = beatPatch({ place: "mill", clock: { minutes: now } }, { people: [], clock }, 4);
  expect(patch["clock"]).toEqual(then === undefined ? undefined : { minutes: then });
});

it("[EN840] stages a scene with everybody beside the player who goes with them", () => {
  const state = { place: "mill", people: { ada: { place: "weir", follows: true }, osk: { place: "weir" } } };
  expect(stageBeat(state, null, 3)).toMatchObject({ people: { ada: { place: "mill" }, osk: { place: "weir" } } });
  expect(stageBeat(state, { place: "bar", people: [] }, 3)).toMatchObject({ people: { ada: { place: "bar" } } });
});

it("[EN6542] has whoever left the room in a beat out of it for two scenes, or until the player is elsewhere", () => {
  const before = { place: "inn", people: { nell: { place: "inn", follows: true }, ron: { place: "inn" } } };
  const gone = mergePatches(before, afterBeat(before, { people: ["nell"], leaves: [{ npc: "nell", place: "" }] }, 4));
  expect(gone).toMatchObject({ people: { nell: { place: "", out: "inn" }, ron: { place: "inn" } } });
  expect(returnedPatch(gone, 4)).toEqual({});
  expect(returnedPatch(gone, 5)).toEqual({});
  const back = { people: { nell: { place: "inn", out: null } } };
  expect(returnedPatch(gone, 6)).toMatchObject(back);
  expect(returnedPatch({ ...gone, place: "quay" }, 5)).toMatchObject(back);
  // Whom another beat has brought elsewhere stays there.
  const elsewhere = mergePatches(gone, [{ people: { nell: { place: "quay" } } }]);
  expect(returnedPatch(elsewhere, 6)).toEqual({ people: { nell: { out: null } } });
  expect(returnedPatch(before, 9)).toEqual({});
});

it("[EN6543] brings nobody into a beat whom the player has sent away", () => {
  const before = { place: "pass", people: { bram: { place: "pass", follows: true }, pim: { place: "" } } };
  const away = { kind: "person", npc: "bram", state: "missing", away: true } as const;
  const [patch = {}] = changePatches(before, [away], 4);
  const state = mergePatch(before, patch) as JsonObject;
  expect(state).toMatchObject({ people: { bram: { place: "", away: true } } });
  expect(state).not.toHaveProperty("people.bram.follows");
  expect(beatPatch(state, { place: "town", people: ["bram", "pim"] }, 5)["people"]).toEqual({
    pim: { place: "town", since: 5 },
  });
  const people = new Map(
    ["bram", "pim"].map((id) => [
      id,
      { id, name: id === "bram" ? "Bram Ott" : "Pim", short: id === "bram" ? "Bram" : "Pim" },
    ]),
  );
  const beat = {
    people: ["bram", "pim"],
    dialogue: [
      { speaker: "bram", line: "Mind out." },
      { speaker: "pim", line: "Up." },
    ],
    decisions: ["share the jars with Bram", "save them"],
    choices: [{ text: "ask Bram about the jars", asks: "bram" }],
  };
  expect(withoutSentAway(beat as never, state, people)).toMatchObject({
    people: ["pim"],
    dialogue: [{ speaker: "pim" }],
    decisions: ["save them"],
    choices: [],
  });
  expect(withoutSentAway(beat as never, state, people).leaves).toEqual([{ npc: "bram", place: "" }]);
  expect(mergePatch(before, sentAwayPatch([away]))).toMatchObject({ people: { bram: { place: "", away: true } } });
  expect(sentAwayPatch([{ kind: "follows", npc: "bram" }])).toEqual({});
  expect(returnedPatch({ place: "town", people: { bram: { place: "", out: "pass", away: true } } }, 9)).toEqual({
    people: { bram: { out: null } },
  });
  expect(withoutSentAway(beat as never, before, people)).toBe(beat);
  // Where every way is theirs, the ways stay; whom the beat has come back is in it.
  const only = { ...beat, decisions: ["share the jars with Bram"] };
  expect(withoutSentAway(only as never, state, people).decisions).toEqual(only.decisions);
  const back = { ...beat, presence: [{ npc: "bram", state: "here" }] };
  expect(withoutSentAway(back as never, state, people).people).toEqual(["bram", "pim"]);
});

it("[EN841] has at home whom a beat should have brought in, once it is told or can no longer come", () => {
  const people = ["osk", "ada", "ben", "ida"].map((id) => ({ id, home: `${id}-house`, enters: `b-${id}` }));
  const nowhere = { place: "", since: 0 };
  const state = {
    beats: {
      "b-osk": { state: "skipped", scene: 4 },
      "b-ada": { state: "waiting", scene: 2 },
      "b-ben": { state: "fired", scene: 4 },
      "b-ida": { state: "fired", scene: 1 },
    },
    people: { osk: nowhere, ada: nowhere, ben: { place: "bar", since: 4 }, ida: { place: "", since: 3 } },
  };
  expect(enteredPatch(state, people, 4)).toEqual({ people: { osk: { place: "osk-house", since: 4 } } });
});

it.each([
  ["two at night, in the morning", 1440 + 450, 120, 2880 + 120],
  ["two at night, at three", 1440 + 180, 120, undefined],
  ["the evening before, at one", 1440 + 60, 1435, undefined],
  ["the morning, at noon", 1440 + 720, 540, undefined],
  ["noon, in the evening", 1440 + 1260, 720, 2880 + 720],
  ["midnight, late at night", 1420, 1440, 1440],
  ["midnight, just after it", 1445, 1440, undefined],
])("[EN1950] reads an hour that has passed: %s", (_, now, minutes, then) => {
  expect(minuteOfBeat({ clock: { minutes: now } }, { minutes })).toBe(then);
});

it("[EN3470] a point that a faction's name is given is how it regards the player", () => {
  const state: JsonObject = { factions: { "ferry-lodge": 10 } };
  const after = (path: string, value: string): JsonObject =>
    mergePatches(state, changePatches(state, [{ kind: "world", path, value }], 3));
  expect(after("ferry_lodge", "+1")).toEqual({ factions: { "ferry-lodge": 25 } });
  expect(after("ferry_lodge", "-2")).toEqual({ factions: { "ferry-lodge": -20 } });
  expect(after("ferry_lodge", "+30")).toEqual({ factions: { "ferry-lodge": 40 } });
  expect(after("heat", "+1")).toEqual({ factions: { "ferry-lodge": 10 }, world: { heat: 1 } });
});

it("[EN5773] keeps the stop of the road that the player has come to, and not what carries them", () => {
  const road = { stop: 2, minutes: 600 };
  const places = new Map([
    ["ford", { road }],
    ["ship", { road, carries: true as const }],
    ["barn", {}],
  ]);
  expect(stopPatch({ place: "ford" }, places)).toEqual({ world: { stop: "ford" } });
  expect(stopPatch({ place: "ford", world: { stop: "ford" } }, places)).toEqual({});
  for (const place of ["ship", "barn", "nowhere"]) expect(stopPatch({ place }, places)).toEqual({});
});

it("[EN6520] gives no second of a thing that is held under the same name", () => {
  const held = { "the-bell-in-a-cloth": { name: "the bell", count: 1 } };
  const given = (name: string): JsonObject =>
    mergePatches({}, changePatches({ inventory: held }, [{ kind: "item", name }], 3));
  expect(given("bell")).toEqual({ inventory: { "the-bell-in-a-cloth": { name: "the bell", count: 1 } } });
  expect(given("the bell rope")).toEqual({ inventory: { "bell-rope": { name: "the bell rope", count: 1 } } });
});
