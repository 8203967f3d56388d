import type { JsonObject } from "@narratoria/protocol";
import { mergePatch } from "@narratoria/protocol";
import type { PlotBeat, ReadAct } from "@narratoria/protocol/contracts";
import { createRandom } from "@narratoria/protocol/random";
import { describe, expect, it } from "vitest";
import { type BeatDecision, decideBeats } from "../src/plot/beats.js";
import { type BeatMoment, conditionsHold } from "../src/plot/conditions.js";
import { quietScenes, wasEmpty } from "../src/plot/pace.js";

const beat = (id: string, more: Partial<PlotBeat> = {}): PlotBeat => ({
  id,
  title: `Title of ${id}`,
  description: "Something happens here.",
  ...more,
});

const START: JsonObject = { place: "mill", flags: {}, beats: {} };

function momentAt(
  beats: readonly PlotBeat[],
  scene: number,
  state: JsonObject,
  more: Partial<BeatMoment> = {},
): BeatMoment {
  return {
    scene,
    state,
    quiet: quietScenes(beats, { scene, state }),
    tags: [],
    placeOf: (one) => one.location,
    peopleOf: () => [],
    remembers: () => false,
    ...more,
  };
}

/** Plays scenes from 1 on; each beat takes the player to its place. */
function play(
  beats: readonly PlotBeat[],
  scenes: number,
  at: (scene: number, state: JsonObject) => Partial<BeatMoment> = () => ({}),
) {
  let state = START;
  const fired: Record<string, number> = {};
  const decisions: BeatDecision[] = [];
  for (let scene = 1; scene <= scenes; scene++) {
    const decision = decideBeats(beats, momentAt(beats, scene, state, at(scene, state)), createRandom(`s${scene}`));
    const { fires } = decision;
    if (fires) fired[fires.id] = scene;
    state = mergePatch(state, { ...decision.patch, ...(fires?.location ? { place: fires.location } : {}) });
    decisions.push(decision);
  }
  return { fired, decisions, state };
}

describe("quiet scenes", () => {
  const asks = { clues: ["bell-1"], answeredBy: ["beat_002"] };
  const fired = (scene: number) => ({ beat_001: { state: "fired", scene } });

  it("[EN1500] counts the scenes since the last beat, clue to an open question or deed that a beat waits for", () => {
    const beats = [beat("beat_001"), beat("beat_002", { conditions: { player_choice: "ring_the_bell" } })];
    const quiet = (state: JsonObject) => quietScenes(beats, { scene: 9, state: { ...START, ...state } }, [asks]);
    expect(quiet({})).toBe(8);
    expect(quiet({ beats: fired(5) })).toBe(3);
    expect(quiet({ beats: fired(6), world: { known: { facts: { "bell-1": 7 } } } })).toBe(1);
    expect(quiet({ beats: fired(6), world: { known: { facts: { "mill-1": 7 } } } })).toBe(2);
    expect(quiet({ beats: fired(6), flags: { "ring-the-bell": 7 } })).toBe(1);
    expect(quiet({ beats: fired(8) })).toBe(0);
  });

  it("[EN1500] are put off by clues and deeds for two scenes, no longer, and by no clue to what is answered", () => {
    const beats = [beat("beat_001"), beat("beat_002")];
    const quiet = (beatsNow: JsonObject) =>
      quietScenes(
        beats,
        { scene: 9, state: { ...START, beats: beatsNow, world: { known: { facts: { "bell-1": 8 } } } } },
        [asks],
      );
    expect(quiet(fired(3))).toBe(3);
    expect(quiet({ beat_002: { state: "fired", scene: 3 } })).toBe(5);
  });
});

describe("a story that goes on by itself", () => {
  it("[EN1500] tells what is due here in the third scene, although its hour is later", () => {
    const beats = [beat("beat_001"), beat("beat_002", { conditions: { requires_beat: "beat_001" } })];
    const { fired } = play(beats, 6, () => ({ jumpTo: ({ id }) => (id === "beat_002" ? 1440 : 0) }));
    expect(fired).toEqual({ beat_001: 1, beat_002: 4 });
  });

  it("[EN5916] does so a scene sooner after one in which nothing was learned", () => {
    const jumpTo = ({ id }: PlotBeat): number => (id === "beat_002" ? 1440 : 0);
    const here = [beat("beat_001"), beat("beat_002", { conditions: { requires_beat: "beat_001" } })];
    const empty = (scene: number, state: JsonObject) => ({ wasEmpty: wasEmpty({ scene, state }) });
    expect(play(here, 6, (scene, state) => ({ jumpTo, ...empty(scene, state) })).fired).toEqual({
      beat_001: 1,
      beat_002: 3,
    });
    const elsewhere = [beat("beat_001"), beat("beat_002", { location: "weir" })];
    expect(play(elsewhere, 6, empty).fired).toEqual({ beat_001: 1, beat_002: 3 });
    expect(wasEmpty({ scene: 3, state: { world: { known: { facts: { "bell-1": 1 } } } } })).toBe(true);
    expect(wasEmpty({ scene: 3, state: { world: { known: { facts: { "bell-1": 2 } } } } })).toBe(false);
  });

  it("[EN1500] takes the player to what is due elsewhere when it has called, not one who sets out elsewhere", () => {
    const beats = [beat("beat_001"), beat("beat_002", { location: "weir" })];
    const { fired, decisions } = play(beats, 6);
    expect(fired).toEqual({ beat_001: 1, beat_002: 4 });
    expect(decisions[1]?.hooks).toMatchObject([{ kind: "beat-elsewhere", place: "weir", when: "due" }]);
    const away = play(beats, 6, (scene) => (scene === 4 ? { destination: "hill" } : {}));
    expect(away.fired["beat_002"]).toBe(5);
  });

  it("[EN1500] lets no days go by for one who talks for one scene more, and as many as there are for one who waits", () => {
    const beats = [beat("beat_001"), beat("beat_002", { location: "weir" })];
    const jumpTo = ({ id }: PlotBeat): number => (id === "beat_002" ? 4320 : 0);
    expect(play(beats, 8, () => ({ jumpTo })).fired).toEqual({ beat_001: 1, beat_002: 5 });
    const hours = ({ id }: PlotBeat): number => (id === "beat_002" ? 600 : 0);
    expect(play(beats, 8, () => ({ jumpTo: hours })).fired).toEqual({ beat_001: 1, beat_002: 4 });
    expect(play(beats, 8, () => ({ jumpTo, letsTimePass: true })).fired).toEqual({ beat_001: 1, beat_002: 4 });
  });

  it("[EN4801] takes one who only spends time there at once, within a day", () => {
    const beats = [beat("beat_001"), beat("beat_002", { location: "weir" })];
    const after = (minutes: number) => ({
      isIdle: true,
      jumpTo: ({ id }: PlotBeat) => (id === "beat_002" ? minutes : 0),
    });
    expect(play(beats, 4, () => after(0)).fired).toEqual({ beat_001: 1, beat_002: 2 });
    expect(play(beats, 4, () => after(1440)).fired).toEqual({ beat_001: 1, beat_002: 2 });
    expect(play(beats, 3, () => after(1500)).fired).toEqual({ beat_001: 1 });
  });

  it("[EN5915] has nothing wait for its day or its turn after four quiet scenes", () => {
    // The author's later beat is read as one of an earlier day, and comes of nothing that happens.
    const beats = [
      beat("beat_001"),
      beat("beat_002", { conditions: { requires_beat: "beat_001" } }),
      beat("beat_003", { conditions: { requires_beat: "beat_002", scene_count: { min: 3 } } }),
    ];
    const dayOf = ({ id }: PlotBeat): number => (id === "beat_003" ? 1 : 3);
    expect(play(beats, 5, () => ({ dayOf })).fired).toEqual({ beat_001: 1, beat_002: 3, beat_003: 5 });
    const waits = [...beats.slice(0, 2), beat("beat_003", { conditions: { requires_any_beat: ["beat_002"] } })];
    const held = play(waits, 8, () => ({ dayOf }));
    expect(held.fired["beat_002"]).toBeLessThanOrEqual(6);
  });

  it("[EN1501] lets time pass to the next window, which the scenes passed over count towards", () => {
    const beats = [
      beat("beat_001"),
      beat("beat_002", { conditions: { requires_beat: "beat_001", scene_count: { min: 20 } } }),
      beat("beat_003", { conditions: { custom: { expression: "scene_count >= 30 && warmth >= 4" } } }),
    ];
    const { fired, state } = play(beats, 8);
    expect(fired).toEqual({ beat_001: 1, beat_002: 4 });
    expect(state["pace"]).toEqual({ passed: 16 });
    expect(conditionsHold({ scene_count: { min: 22 } }, momentAt(beats, 6, state))).toBe(true);
    expect(conditionsHold({ scene_count: { max: 21 } }, momentAt(beats, 6, state))).toBe(false);
    expect(play(beats, 3).state["pace"]).toBeUndefined();
  });

  it("[EN1501] lets time pass for an expression that asks for a scene count", () => {
    const beats = [beat("beat_001"), beat("beat_002", { conditions: { custom: { expression: "scene_count >= 18" } } })];
    expect(play(beats, 6).fired).toEqual({ beat_001: 1, beat_002: 4 });
  });

  it("[EN1501] calls to what time brings elsewhere before it takes the player there", () => {
    const beats = [beat("beat_001"), beat("beat_002", { location: "weir", conditions: { scene_count: { min: 20 } } })];
    const { fired, decisions } = play(beats, 8, () => ({ letsTimePass: true }));
    expect(fired).toEqual({ beat_001: 1, beat_002: 4 });
    expect(decisions[2]?.hooks).toMatchObject([{ kind: "beat-elsewhere", place: "weir", when: "due" }]);
  });

  it("[EN1503] finds the next beat that time brings where the player goes for it", () => {
    const beats = [beat("beat_001"), beat("beat_002", { location: "weir", conditions: { scene_count: { min: 10 } } })];
    const { fired, state } = play(beats, 4, (scene) => (scene === 2 ? { destination: "weir" } : {}));
    expect(fired).toEqual({ beat_001: 1, beat_002: 2 });
    expect(state["pace"]).toEqual({ passed: 8 });
    const far = [beat("beat_001"), beat("beat_002", { location: "weir", conditions: { scene_count: { min: 11 } } })];
    expect(play(far, 2, (scene) => (scene === 2 ? { destination: "weir" } : {})).fired["beat_002"]).toBeUndefined();
    expect(play(beats, 2, (scene) => (scene === 2 ? { destination: "hill" } : {})).fired["beat_002"]).toBeUndefined();
  });

  it("[EN1501] lets no time pass in which a beat would be missed that may not be skipped, nor for a last page", () => {
    const late = beat("beat_003", { conditions: { scene_count: { min: 20 } } });
    const waits = (more: Partial<PlotBeat>) =>
      beat("beat_002", { conditions: { scene_count: { max: 12 }, player_choice: "ring_the_bell" }, ...more });
    expect(play([beat("beat_001"), waits({}), late], 10).fired["beat_003"]).toBeUndefined();
    expect(play([beat("beat_001"), waits({ skippable: true }), late], 10).fired["beat_003"]).toBe(4);
    const rivals = new Map([["beat_003", ["beat_004"]]]);
    expect(play([beat("beat_001"), late], 10, () => ({ rivals })).fired["beat_003"]).toBeUndefined();
  });
});

describe("a window before a deed", () => {
  const act = (id: string): ReadAct => ({
    id,
    for: [{ kind: "beat", id: "beat_002", condition: "player_choice" }],
    verb: "ring",
    text: "Ring the bell",
    needs: [],
    evidence: { certainty: "inferred", file: "", line: 0, why: "" },
  });
  const first = beat("beat_001");
  const rings = (id: string, min: number): PlotBeat =>
    beat(id, { priority: "critical", conditions: { scene_count: { min }, player_choice: `ring_${id}` } });
  const offered = ({ decisions }: ReturnType<typeof play>) =>
    decisions.map(({ hooks }) =>
      hooks.flatMap((hook) => (hook.kind === "tag" ? [`${hook.tag}${hook.presses ? "!" : ""}`] : [])),
    );

  it("[EN1504] opens after two quiet scenes, so that the deed is offered at once and in every scene", () => {
    const played = play([first, rings("b", 30)], 6, () => ({ acts: [act("ring_b")] }));
    expect(offered(played)).toEqual([[], [], [], ["ring_b!"], ["ring_b!"], ["ring_b!"]]);
    expect(played.state["pace"]).toEqual({ passed: 26 });
  });

  it("[EN1504] opens later where another deed is offered already", () => {
    const acts = [act("ring_b"), act("ring_c")];
    const played = play([first, rings("b", 1), rings("c", 30)], 7, () => ({ acts }));
    const withBoth = offered(played).findIndex((tags) => tags.some((tag) => tag.startsWith("ring_c")));
    expect(withBoth).toBe(5);
  });
});

describe("a deed that is a journey", () => {
  const act = (more: Partial<ReadAct>): ReadAct => ({
    id: "go_to_charity",
    for: [{ kind: "beat", id: "beat_001", condition: "player_choice" }],
    verb: "go to",
    text: "Go to Charity",
    place: "charity",
    needs: [],
    evidence: { certainty: "inferred", file: "", line: 0, why: "" },
    ...more,
  });
  const beats = [beat("beat_001", { location: "hope", conditions: { player_choice: "go_to_charity" } })];
  const setOut = (destination: string, acts: readonly ReadAct[]) =>
    decideBeats(beats, momentAt(beats, 1, START, { destination, acts }), createRandom("a"));

  it("[EN1502] is done by whoever sets out for its place", () => {
    const decision = setOut("charity", [act({})]);
    expect(decision.fires?.id).toBe("beat_001");
    expect(decision.patch["flags"]).toEqual({ go_to_charity: 1 });
    expect(setOut("hope", [act({ verb: "cross", text: "Cross the bridge", place: "hope" })]).fires?.id).toBe(
      "beat_001",
    );
  });

  it("[EN1502] leads to where its beat comes", () => {
    const { hooks } = decideBeats(beats, momentAt(beats, 1, START, { acts: [act({})] }), createRandom("a"));
    expect(hooks).toMatchObject([{ kind: "tag", tag: "go_to_charity", place: "hope" }]);
    expect(setOut("hope", [act({})]).fires?.id).toBe("beat_001");
  });

  it("[EN1502] is not done by a journey elsewhere, nor where it is more than a journey", () => {
    expect(setOut("hill", [act({})]).fires).toBeNull();
    expect(setOut("charity", [act({ verb: "search", text: "Search Charity" })]).fires).toBeNull();
    expect(setOut("charity", [act({ npc: "osk" })]).fires).toBeNull();
  });
});
