import { mergePatch } from "@narratoria/protocol";
import type { Campaign } from "@narratoria/campaign";
import type { StoryMemory } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import type { BeatMoment } from "../src/plot/conditions.js";
import {
  decideEndings,
  endingThatComes,
  endingThatFollows,
  LEAVE_TAKING,
  leavingSlot,
  tellingDeeds,
} from "../src/plot/endings.js";

const beats = [{ id: "beat_001", title: "The count", description: "Somebody counts the wheels." }];
const pay = {
  id: "pay",
  title: "The debt is paid",
  body: "The ledger closes and the debt is paid in full, wheel by wheel.",
  conditions: { player_choice: "pay" },
};
const endings = [
  pay,
  { id: "keep", title: "The wheel is kept", body: "Nobody counts again. The wheel stays behind its plank." },
  {
    id: "burn",
    title: "The tickets burn",
    body: "The tickets burn in the stove, every clipped ticket of every house.",
  },
];
type Plot = Pick<Campaign, "beats" | "endings">;
const campaign = (more: Partial<Plot>): Plot => ({ beats, endings: [], ...more });
const moment = (scene: number, done: boolean, flags: object = {}): BeatMoment => ({
  scene,
  state: { flags: { ...flags }, beats: done ? { beat_001: { state: "fired", scene: 1 } } : {} },
  tags: [],
  placeOf: () => undefined,
  peopleOf: () => [],
  remembers: () => false,
});
/** What is offered where beats that have not happened may still come. */
const endingHooks = (plot: Plot, at: BeatMoment, memories: readonly StoryMemory[], more: object = {}) => {
  const open = new Set(plot.beats.flatMap(({ id }) => (at.state["beats"]?.[id as never] === undefined ? [id] : [])));
  return decideEndings(plot, { moment: at, open, memories, ...more }).hooks;
};
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
  expect(endingHooks(campaign({ endings }), moment(30, true), burned)[0]).toEqual({
    kind: "ending",
    ending: "burn",
    title: "The tickets burn",
  });
  const kept = [memory("You hid the wheel behind its plank and nobody counts it.")];
  expect(endingHooks(campaign({ endings }), moment(30, true), kept)).toMatchObject([
    { ending: "keep" },
    { ending: "burn" },
  ]);
});

it("[EN22] an ending with conditions is in reach when they hold, beats or not", () => {
  expect(endingHooks(campaign({ endings }), moment(5, false, { pay: 3 }), [])).toMatchObject([{ ending: "pay" }]);
});

it("[EN22] a campaign without endings may be left once its beats are done and it has lasted a while", () => {
  expect(endingHooks(campaign({}), moment(30, false), [])).toEqual([]);
  expect(endingHooks(campaign({}), moment(5, true), [])).toEqual([]);
  expect(endingHooks(campaign({}), moment(12, true), [])).toMatchObject([{ kind: "ending", ending: LEAVE_TAKING.id }]);
  expect(endingHooks(campaign({ beats: [] }), moment(19, true), [])).toEqual([]);
  expect(endingHooks(campaign({ beats: [] }), moment(20, true), [])).toMatchObject([{ ending: LEAVE_TAKING.id }]);
});

it("[EN22] a beat that may be skipped, or was, keeps no ending out of reach", () => {
  const optional = [...beats, { id: "beat_002", title: "A goat", description: "A goat comes by.", skippable: true }];
  expect(endingHooks(campaign({ endings, beats: optional }), moment(30, true), [])).toHaveLength(2);
  const skipped = { ...moment(30, false), state: { flags: {}, beats: { beat_001: { state: "skipped", scene: 9 } } } };
  expect(endingHooks(campaign({ endings }), skipped, [])).toHaveLength(2);
});

const breaksOff = { id: "unsigned", title: "Unsigned", body: "You go.", breaksOff: true as const };

it("[EN52] leaves by the campaign's own ending for that, else by the engine's", () => {
  expect(leavingSlot(campaign({ endings: [...endings, breaksOff] }), 9)).toMatchObject({
    verb: "end",
    bind: { ending: "unsigned" },
    sources: [{ kind: "ending", ref: "unsigned", text: "Unsigned" }],
  });
  expect(leavingSlot(campaign({ endings }), 9).bind.ending).toBe(LEAVE_TAKING.id);
});

it("[EN52] offers to break off only under conditions of its own, or when nothing else can be reached", () => {
  const hooksAt = (more: Partial<Plot>, scene: number, done = false) =>
    endingHooks(campaign(more), moment(scene, done), []);
  expect(hooksAt({ endings: [pay, breaksOff] }, 40, true)).toMatchObject([{ kind: "tag", beat: "pay", tag: "pay" }]);
  const late = { ...breaksOff, conditions: { scene_count: { min: 30 } } };
  expect(hooksAt({ endings: [pay, late] }, 29)).toEqual([]);
  expect(hooksAt({ endings: [pay, late] }, 30)).toMatchObject([{ ending: "unsigned" }]);
  expect(hooksAt({ endings: [...endings.slice(1, 2), late] }, 30, true)).toMatchObject([{ ending: "keep" }]);
  const past = { ...pay, conditions: { scene_count: { max: 20 }, player_choice: "pay" } };
  expect(hooksAt({ endings: [past, breaksOff] }, 20)).toEqual([]);
  expect(hooksAt({ endings: [past, breaksOff] }, 21)).toMatchObject([{ ending: "unsigned" }]);
  expect(hooksAt({ endings: [past] }, 21)).toMatchObject([{ ending: LEAVE_TAKING.id }]);
  const needs = { ...pay, conditions: { requires_beat: "beat_001" } };
  const skipped = { ...moment(21, false), state: { flags: {}, beats: { beat_001: { state: "skipped", scene: 9 } } } };
  expect(endingHooks(campaign({ endings: [needs] }), skipped, [])).toMatchObject([{ ending: LEAVE_TAKING.id }]);
});

it("[EN53] an epilogue names decisions and what weighed most, from all of the story, in order", () => {
  const deed = (scene: number, summary: string, more: object = {}, significance = "medium") =>
    ({
      ...memory(summary),
      scene,
      significance,
      deed: { verb: "ask", bind: {}, outcome: "success", polarity: "good", template: "", ...more },
    }) as StoryMemory;
  const memories = [
    deed(1, "You asked Osk, and he told you that it rained."),
    deed(1, "You went to the mill.", { verb: "go" }, "high"),
    deed(2, "You pocketed the sheet.", { verb: "decide", bind: { beat: "beat_001" } }, "high"),
    deed(12, "You helped Osk, but it took all day.", { verb: "help" }, "high"),
    deed(14, "You searched the mill in vain.", { verb: "search", outcome: "fail" }),
    memory("Somebody else did something."),
    deed(25, "You sold the drawing.", { verb: "decide", bind: { beat: "beat_008" } }, "high"),
    deed(29, "You let this be how it ends.", { verb: "end" }, "high"),
  ];
  expect(tellingDeeds(memories)).toEqual(["You pocketed the sheet.", "You helped Osk.", "You sold the drawing."]);
  expect(tellingDeeds(memories.slice(0, 1))).toEqual(["You asked Osk."]);
  expect(tellingDeeds([deed(1, "You went to the mill.", { verb: "go" })])).toEqual(["You went to the mill."]);
  expect(tellingDeeds([])).toEqual([]);
});

it("[EN5761] [EN5762] [EN6501] an epilogue tells no trifles, nothing that nobody can understand, and names who was meant", () => {
  const deed = (scene: number, summary: string, bind: object, more: object = {}) =>
    ({
      ...memory(summary),
      scene,
      characters: ["osk"],
      deed: { verb: "decide", bind, outcome: "none", polarity: "good", template: "", ...more },
    }) as StoryMemory;
  const people = new Map([["osk", { short: "Osk", pronoun: "he" as const }]]);
  const company = deed(1, "You kept Osk company for a while.", { text: "keep Osk company for a while" });
  const told = deed(2, "You told him what you have found out.", { beat: "b1" });
  const gave = deed(3, "You gave it back.", { beat: "b2" });
  const looked = deed(4, "You looked closely at the stove.", {}, { verb: "search" });
  const road = deed(5, "You took the south road.", { beat: "b3" });
  const all = [company, told, gave, looked, road];
  expect(tellingDeeds(all, people)).toEqual(["You told Osk what you have found out.", "You took the south road."]);
  expect(tellingDeeds([company, gave], people)).toEqual(["You kept Osk company for a while.", "You gave it back."]);
  const brought = deed(3, "You brought him up to the house.", { beat: "b4" });
  expect(tellingDeeds([told, brought, road], people)).toEqual([
    "You told Osk what you have found out.",
    "You took the south road.",
  ]);
  // (rule EN6501)
  const stood = deed(3, "You stood.", { beat: "b5" });
  expect(tellingDeeds([told, stood, road], people)).toEqual([
    "You told Osk what you have found out.",
    "You took the south road.",
  ]);
  expect(tellingDeeds([told, road])).toEqual(["You told him what you have found out.", "You took the south road."]);
});

it("[EN6200] an epilogue leaves out words and gestures that any story has", () => {
  const deed = (scene: number, text: string, summary: string, beat?: string) =>
    ({
      ...memory(summary),
      scene,
      deed: {
        verb: "decide",
        bind: { text, ...(beat === undefined ? {} : { beat }) },
        outcome: "none",
        polarity: "good",
        template: "",
      },
    }) as StoryMemory;
  const small = [
    deed(1, "have a word with Osk", "You had a word with Osk."),
    deed(2, "go and stand beside Osk", "You went and stood beside Osk."),
    deed(3, "tell Osk that you believe him", "You told Osk that you believe him."),
    deed(4, "thank Osk for telling you", "You thanked Osk for telling you."),
  ];
  const great = [
    deed(5, "burn the sheet", "You burned the sheet.", "b1"),
    deed(6, "take the road", "You took the road.", "b2"),
  ];
  expect(tellingDeeds([...small, ...great])).toEqual(["You burned the sheet.", "You took the road."]);
});

it("[EN535] offers what an ending waits for from the player, and nothing of one that waits for more", () => {
  const acts = [
    {
      id: "pay",
      for: [{ kind: "ending", id: "pay", condition: "player_choice" }],
      verb: "pay",
      text: "Pay the debt",
      needs: [],
      evidence: { certainty: "inferred", file: "", line: 0, why: "" },
    } as const,
  ];
  const offered = endingHooks(campaign({ endings: [pay] }), { ...moment(9, true), acts }, []);
  expect(offered.filter(({ kind }) => kind === "tag")).toEqual([
    {
      kind: "tag",
      beat: "pay",
      title: "The debt is paid",
      tag: "pay",
      text: "pay the debt",
      people: [],
      presses: true,
    },
  ]);
  const later = { ...pay, conditions: { player_choice: "pay", requires_beat: "beat_001" } };
  expect(endingHooks(campaign({ endings: [later] }), { ...moment(9, false), acts }, [])).toEqual([]);
  expect(endingHooks(campaign({ endings: [later] }), { ...moment(9, true), acts }, [])).toMatchObject([{ tag: "pay" }]);
  expect(endingHooks(campaign({ endings: [pay] }), { ...moment(9, false), acts }, [])).toEqual([]);
});

it("[EN536] tells the ending that the last beat led to, and no other; where none is known, those that no other leads to", () => {
  const page = [...beats, { id: "beat_002", title: "It stays", description: "It stays behind its plank." }];
  const at = {
    ...moment(9, true),
    rivals: new Map([
      ["beat_002", ["beat_003"]],
      ["beat_003", ["beat_002"]],
    ]),
  };
  const told = { ...at, state: { ...at.state, beats: { beat_002: { state: "fired", scene: 8 } } } };
  const plot = campaign({ endings, beats: page });
  const hooks = (pages: readonly (readonly [string, string])[]) =>
    decideEndings(plot, { moment: told, open: new Set(["beat_009"]), memories: [], pages: new Map(pages) }).hooks;
  expect(hooks([["keep", "beat_002"]])).toMatchObject([{ ending: "keep" }]);
  expect(hooks([["burn", "beat_003"]])).toMatchObject([{ ending: "keep" }]);
  expect(hooks([])).toMatchObject([{ ending: "keep" }, { ending: "burn" }]);
});

it("[EN537] [EN904] comes to an end by itself some scenes after nothing else can come, and at the latest when its length is past", () => {
  let { state } = moment(30, true);
  let scene = 30;
  const at = (): BeatMoment => ({ ...moment(scene, true), state });
  for (; endingThatComes(at()) === undefined && scene < 50; scene++)
    state = mergePatch(
      state,
      decideEndings(campaign({ endings }), { moment: at(), open: new Set<string>(), memories: [] }).patch,
    );
  expect(scene).toBe(36);
  expect(endings.map(({ id }) => id)).toContain(endingThatComes(at()));
  // [EN904] Whoever sets out arrives first.
  expect(endingThatComes({ ...at(), destination: "mill" })).toBeUndefined();
  expect(endingThatComes({ ...at(), scene: scene + 4, destination: "mill" })).toBeDefined();
  // Another beat that comes after all takes the end back.
  const again = decideEndings(campaign({ endings: [{ ...pay, conditions: { requires_beat: "beat_009" } }] }), {
    moment: at(),
    open: new Set(["beat_009"]),
    memories: [],
  });
  expect(mergePatch(state, again.patch)).not.toHaveProperty("world.end");
  // However many beats are left over.
  const long = endingHooks(campaign({ endings }), moment(40, false), [], { length: 40 });
  expect(long.map((hook) => hook.kind)).toContain("ending");
});

it("[EN536] lets the player choose between last pages though all that is left may be skipped", () => {
  const pages = [
    ...beats,
    { id: "beat_002", title: "It stays", description: "It stays.", skippable: true },
    { id: "beat_003", title: "It goes", description: "It goes.", skippable: true },
  ];
  const at = {
    ...moment(9, true),
    rivals: new Map([
      ["beat_002", ["beat_003"]],
      ["beat_003", ["beat_002"]],
    ]),
  };
  const decide = (open: readonly string[]) =>
    decideEndings(campaign({ endings, beats: pages }), { moment: at, open: new Set(open), memories: [] }).hooks;
  expect(decide(["beat_002", "beat_003"])).toEqual([]);
  expect(decide([])).toHaveLength(2);
});

it("[EN1021] ends three scenes after the last page, and says before which choice", () => {
  const page = [...beats, { id: "beat_002", title: "It stays", description: "It stays behind its plank." }];
  let state = mergePatch(moment(9, true).state, { beats: { beat_002: { state: "fired", scene: 9 } } });
  const offered: unknown[] = [];
  let scene = 9;
  for (; scene < 20; scene += 1) {
    const at = { ...moment(scene, true), state };
    if (endingThatComes(at) !== undefined) break;
    const { hooks, patch } = decideEndings(campaign({ endings, beats: page }), {
      moment: at,
      open: new Set<string>(),
      memories: [],
      pages: new Map([["keep", "beat_002"]]),
    });
    offered.push(...hooks.map((hook) => hook.kind === "ending" && [scene, hook.presses, hook.last]));
    state = mergePatch(state, patch);
  }
  expect(scene).toBe(12);
  expect(offered).toEqual([
    [9, true, undefined],
    [10, true, undefined],
    [11, true, true],
  ]);
});

it("[EN1020] offers no ending while something that matters is still to come, unless its last page is told", () => {
  const page = [...beats, { id: "beat_002", title: "It stays", description: "It stays behind its plank." }];
  const decide = (goesOn: boolean, told: boolean) => {
    const at = moment(9, true);
    const fired = told ? { beat_002: { state: "fired", scene: 8 } } : {};
    return decideEndings(campaign({ endings, beats: page }), {
      moment: { ...at, state: { ...at.state, beats: fired } },
      open: new Set<string>(),
      memories: [],
      pages: new Map([["keep", "beat_002"]]),
      goesOn,
    }).hooks;
  };
  expect(decide(true, false)).toEqual([]);
  expect(decide(false, false)).not.toEqual([]);
  expect(decide(true, true)).toMatchObject([{ ending: "keep" }]);
});

it("[EN5917] ends with the last page that was told, also where its conditions do not hold", () => {
  const page = [...beats, { id: "beat_002", title: "It stays", description: "It stays behind its plank." }];
  const misread = { ...pay, id: "misread", conditions: { custom: { expression: '!visited("beat_002")' } } };
  const at = moment(9, true);
  const decide = (open: readonly string[]) =>
    decideEndings(campaign({ endings: [misread], beats: page }), {
      moment: { ...at, state: { ...at.state, beats: { beat_002: { state: "fired", scene: 8 } } } },
      open: new Set(open),
      memories: [],
      pages: new Map([["misread", "beat_002"]]),
    }).hooks;
  expect(decide([])).toMatchObject([{ kind: "ending", ending: "misread", presses: true }]);
  expect(decide(["beat_009"])).toEqual([]);
});

it("[EN5840] deeds that no beat puts to the player are offered from the decision on, though the story goes on", () => {
  const open = { ...pay, id: "open", title: "The gate", conditions: { player_choice: "open_the_gate" } };
  // One beat still waits for what may never come.
  const waits = {
    id: "beat_009",
    title: "The goat",
    description: "A goat.",
    conditions: { npc_state: { may: "likes" } },
  };
  const plot = campaign({ endings: [pay, open], beats: [...beats, waits] });
  const offered = (at: BeatMoment, more: object = {}) => endingHooks(plot, at, [], more);
  const decided = (flags: object = {}): BeatMoment => ({ ...moment(9, true, flags), decision: "beat_001" });
  expect(offered(moment(9, true))).toEqual([]);
  expect(offered({ ...moment(9, false), decision: "beat_001" })).toEqual([]);
  expect(offered(decided(), { goesOn: true })).toMatchObject([{ tag: "pay" }, { tag: "open_the_gate" }]);
  expect(offered(decided())).toMatchObject([{ tag: "pay" }, { tag: "open_the_gate" }]);
  // What has been decided is not put again, and is the end once nothing that matters is to come.
  expect(offered(decided({ pay: 8 }), { goesOn: true })).toEqual([]);
  expect(offered(decided({ pay: 8 }))).toMatchObject([{ kind: "ending", ending: "pay", presses: true }]);
  // An ending that says when it may come waits for that.
  const timed = { ...open, conditions: { player_choice: "open_the_gate", scene_count: { min: 30 } } };
  const late = endingHooks(campaign({ endings: [timed] }), decided(), [], { goesOn: true });
  expect(late).toEqual([]);
});

it("[EN2505] a decision by which one ending comes to hold brings it at once", () => {
  const after = { ...pay, conditions: { requires_beat: "beat_001", player_choice: "pay" } };
  const follows = (plot: Plot["endings"], tag: string, more: Partial<Parameters<typeof endingThatFollows>[1]> = {}) =>
    endingThatFollows({ endings: plot }, { moment: moment(9, true), ...more }, { beat: "beat_001", tag });
  expect(follows([after, ...endings.slice(1)], "pay")).toBe("pay");
  expect(follows([after], "keep")).toBeUndefined();
  // It does not ask for the beat, held before, is one of two, or something is still to come.
  expect(follows([pay], "pay")).toBeUndefined();
  expect(follows([after], "pay", { moment: moment(9, true, { pay: 3 }) })).toBeUndefined();
  expect(follows([after, { ...after, id: "other" }], "pay")).toBeUndefined();
  expect(follows([after], "pay", { goesOn: true })).toBeUndefined();
});
