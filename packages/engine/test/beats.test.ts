import type { JsonObject } from "@narratoria/protocol";
import { mergePatch } from "@narratoria/protocol";
import type { PlotBeat, ReadAct } from "@narratoria/protocol/contracts";
import { createRandom } from "@narratoria/protocol/random";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BeatDecision, decideBeats, foreseen, placesAhead, rivalsIn } from "../src/plot/beats.js";
import { type BeatMoment, conditionsHold, eased } from "../src/plot/conditions.js";
import { climaxIn, decisionIn, hasComeToRest } from "../src/plot/still-ahead.js";

const beat = (id: string, more: Partial<PlotBeat> = {}): PlotBeat => ({
  id,
  title: `Title of ${id}`,
  description: "Something happens here.",
  ...more,
});

function moment(scene: number, state: JsonObject = {}, more: Partial<BeatMoment> = {}): BeatMoment {
  return {
    scene,
    state: { place: "mill", flags: {}, beats: {}, ...state },
    tags: [],
    placeOf: (one) => one.location,
    peopleOf: () => [],
    remembers: () => false,
    ...more,
  };
}

/** Plays scenes 1 to `scenes` and returns the scene at which each beat fired. */
function play(
  beats: readonly PlotBeat[],
  scenes: number,
  at: (scene: number, state: JsonObject) => Partial<BeatMoment> & { patch?: JsonObject } = () => ({}),
) {
  let state: JsonObject = { place: "mill", flags: {}, beats: {} };
  const fired = new Map<string, number>();
  const hooks: string[][] = [];
  for (let scene = 1; scene <= scenes; scene++) {
    const { patch, ...more } = at(scene, state);
    if (patch) state = mergePatch(state, patch);
    const decision = decideBeats(beats, { ...moment(scene, state), ...more }, createRandom(`s${scene}`));
    if (decision.fires) fired.set(decision.fires.id, scene);
    hooks.push(
      decision.hooks.flatMap((hook) => {
        // What waits for nothing but time has a test of its own. (rule EN960)
        if (hook.kind === "beat-later") return [];
        if (hook.kind === "tag") return [`tag:${hook.tag}`];
        return [hook.kind === "beat-elsewhere" ? `${hook.when}:${hook.place}` : "end"];
      }),
    );
    state = mergePatch(state, decision.patch);
  }
  return { fired, hooks, state };
}

it("[EN5772] calls nobody back to a stop that is behind, on a day that is over, unless it may not be passed over", () => {
  const hooks = (priority: "medium" | "critical", isPassed: boolean) =>
    decideBeats(
      [beat("beat_001", { location: "weir", priority })],
      moment(3, {}, { isPassed: () => isPassed }),
      createRandom("a"),
    ).hooks;
  expect(hooks("medium", false)).toMatchObject([{ kind: "beat-elsewhere", place: "weir" }]);
  expect(hooks("medium", true)).toEqual([]);
  expect(hooks("critical", true)).toHaveLength(1);
});

describe("a beat of a later hour", () => {
  const later = (until: number) => ({ jumpTo: () => until });
  it("[EN902] [EN960] waits until time may pass, and is there to be waited for", () => {
    const decision = decideBeats([beat("beat_001")], moment(1, {}, later(1440)), createRandom("a"));
    expect(decision.fires).toBeNull();
    expect(decision.hooks).toMatchObject([{ kind: "beat-later", beat: "beat_001", due: true }]);
    expect(decideBeats([beat("beat_001")], moment(1, {}, later(0)), createRandom("a")).fires?.id).toBe("beat_001");
  });

  it("[EN902] is waited for where the player has just come for it", () => {
    const away = beat("beat_001", { location: "weir" });
    const decision = decideBeats([away], moment(1, {}, { ...later(4320), destination: "weir" }), createRandom("a"));
    expect(decision.fires).toBeNull();
    expect(decision.hooks).toMatchObject([{ kind: "beat-later", beat: "beat_001", due: true }]);
  });

  it("[EN902] waits as long as no time may pass, and comes at once with an answer to it", () => {
    expect(play([beat("beat_001")], 20, () => later(1440)).fired.size).toBe(0);
    const asked = beat("beat_001", { conditions: { player_choice: "look" } });
    const decision = decideBeats([asked], moment(1, {}, { ...later(1440), tags: ["look"] }), createRandom("a"));
    expect(decision.fires?.id).toBe("beat_001");
  });
});

describe("when beats happen", () => {
  it("[EN16] takes the more important of two first and the other after a scene between", () => {
    const { fired } = play([beat("beat_001", { priority: "low" }), beat("beat_002", { priority: "critical" })], 3);
    expect([...fired]).toEqual([
      ["beat_002", 1],
      ["beat_001", 3],
    ]);
  });

  it("[EN16] leaves a scene after each, and none waits longer than those before it need, whatever the priorities", () => {
    const priorities = fc.constantFrom<NonNullable<PlotBeat["priority"]>>(
      "critical",
      "high",
      "medium",
      "low",
      "optional",
    );
    fc.assert(
      fc.property(
        fc.array(fc.record({ min: fc.integer({ min: 1, max: 12 }), priority: priorities }), {
          minLength: 1,
          maxLength: 6,
        }),
        (given) => {
          const beats = given.map(({ min, priority }, index) =>
            beat(`beat_00${index}`, { priority, conditions: { scene_count: { min } } }),
          );
          const { fired } = play(beats, 30);
          const scenes = [...fired.values()].sort((a, b) => a - b);
          expect(scenes).toHaveLength(given.length);
          for (const [index, scene] of scenes.entries())
            if (index > 0) expect(scene - (scenes[index - 1] ?? 0)).toBeGreaterThanOrEqual(2);
          // Never idle while one is due: each comes at the latest when all due before it have had their two scenes.
          for (const [index, { min }] of given.entries()) {
            const before = given.filter((other) => other.min <= (fired.get(`beat_00${index}`) ?? 0)).length;
            expect((fired.get(`beat_00${index}`) ?? 99) - min).toBeLessThanOrEqual(2 * before);
          }
        },
      ),
    );
  });

  it("[EN16] lets what has waited two scenes go before what is newly due and more important", () => {
    const beats = [
      beat("beat_001", { priority: "low" }),
      ...[1, 3, 5].map((min) => beat(`beat_01${min}`, { priority: "critical", conditions: { scene_count: { min } } })),
    ];
    expect([...play(beats, 7).fired]).toEqual([
      ["beat_011", 1],
      ["beat_001", 3],
      ["beat_013", 5],
      ["beat_015", 7],
    ]);
  });

  it("[EN540] lets a beat come at once that the player's own deed was all it waited for", () => {
    const beats = [beat("beat_001"), beat("beat_002", { conditions: { player_choice: "read-the-page" } })];
    const { fired } = play(beats, 3, (scene) => (scene === 2 ? { tags: ["read-the-page"] } : {}));
    expect([...fired]).toEqual([
      ["beat_001", 1],
      ["beat_002", 2],
    ]);
  });

  it.each([
    ["talks, waits or looks around", {}],
    ["is on a way to somewhere else", { destination: "weir" }],
    ["waits for that very beat", { awaited: "beat_001" }],
  ])("[EN1091] carries nobody off to a beat elsewhere who %s", (_, choice) => {
    const beats = [beat("beat_001", { location: "barn", conditions: { scene_count: { min: 2 } } })];
    const { fired, hooks } = play(beats, 30, () => choice);
    expect(fired.size).toBe(0);
    expect(hooks.at(-1)).toEqual(["due:barn"]);
    expect(play(beats, 9, (scene) => (scene === 9 ? { destination: "barn" } : choice)).fired.get("beat_001")).toBe(9);
  });

  it("[EN570] tells a beat to whoever has set out for its place, also right after another", () => {
    const beats = [beat("beat_001"), beat("beat_002", { location: "weir" })];
    const { fired } = play(beats, 3, (scene) => (scene === 2 ? { destination: "weir" } : {}));
    expect([...fired]).toEqual([
      ["beat_001", 1],
      ["beat_002", 2],
    ]);
  });

  it("[EN582] takes a state of the world that nothing brings about as given, in the author's order", () => {
    const beats = [
      beat("beat_001", { conditions: { scene_count: { min: 3 } } }),
      beat("beat_002", { conditions: { world_state: { boiler: "hot" } } }),
      beat("beat_003", { conditions: { world_state: { gate: "open" } } }),
    ];
    const changes = (path: string): boolean => path === "gate";
    const { fired } = play(beats, 12, () => ({ changes }));
    expect([...fired]).toEqual([
      ["beat_001", 3],
      ["beat_002", 5],
    ]);
  });

  it("[EN583] counts whoever is at a place as having the state that names it", () => {
    const state = "is at the foot of the slip";
    const act: ReadAct = {
      id: "is-at-the-foot-of-the-slip",
      for: [{ kind: "beat", id: "beat_001", condition: "player_state" }],
      verb: "go",
      text: "Go to the foot of the slip",
      place: "slip",
      needs: [],
      evidence: { certainty: "inferred", file: "", line: 0, why: "" },
    };
    const beats = [beat("beat_001", { conditions: { player_state: state } })];
    const at = (place: string): number | undefined =>
      play(beats, 4, () => ({ acts: [act], patch: { place } })).fired.get("beat_001");
    expect([at("slip"), at("mill")]).toEqual([1, undefined]);
  });

  it("[EN17] offers the journey until it is made, and happens there on arrival", () => {
    const beats = [beat("beat_001", { location: "weir", conditions: { scene_count: { min: 2 } } })];
    const stays = play(beats, 5);
    expect(stays.hooks.map((hooks) => hooks.join())).toEqual(["soon:weir", ...Array<string>(4).fill("due:weir")]);
    expect(stays.fired.size).toBe(0);
    const goes = play(beats, 5, (scene) => (scene === 3 ? { destination: "weir" } : {}));
    expect(goes.fired.get("beat_001")).toBe(3);
    const leaves = play(
      [beat("beat_001", { location: "mill", conditions: { scene_count: { min: 2 } } })],
      6,
      (scene) => (scene <= 3 ? { destination: "weir", patch: { place: scene < 3 ? "mill" : "weir" } } : {}),
    );
    expect(leaves.fired.size).toBe(0);
  });

  it("[EN51] foresees a beat elsewhere in the scene before its window opens, one at a time, if nothing else is missing", () => {
    const opens = (more: object) => [
      beat("beat_001", { location: "weir", conditions: { scene_count: { min: 4 }, ...more } }),
    ];
    const hooksOf = (beats: readonly PlotBeat[], at = {}) =>
      play(beats, 3, () => at).hooks.map((hooks) => hooks.join());
    const until = (scene: number) => play(opens({ scene_count: { min: scene } }), 3).hooks.map((hooks) => hooks.join());
    expect(until(4)).toEqual(Array<string>(3).fill("soon:weir"));
    // Long before, nothing leads there.
    expect(until(30)).toEqual(["", "", ""]);
    expect(
      hooksOf([...opens({}), beat("beat_002", { location: "kiln", conditions: { scene_count: { min: 4 } } })]).at(-1),
    ).toBe("soon:weir");
    // Nor does the player leave what is about to happen where they are.
    expect(hooksOf(opens({}), { patch: { place: "weir" } })).toEqual(["", "", "soon:weir"]);
    expect(hooksOf(opens({ player_choice: "open-the-sluice" }))).toEqual(["", "", ""]);
    expect(hooksOf(opens({ world_state: { gate: "open" } }))).toEqual(["", "", ""]);
    // What waits goes before what is still to come.
    expect(
      hooksOf([...opens({}), beat("beat_002", { location: "kiln", conditions: { scene_count: { min: 2 } } })]),
    ).toEqual(["soon:kiln", "due:kiln", "due:kiln"]);
  });

  it("[EN620] offers what a beat opens in the scene that tells it: the way to what waited for it alone, and deeds", () => {
    const first = beat("beat_001", { location: "mill", conditions: { scene_count: { min: 1 } } });
    const after = (more: Partial<PlotBeat>, conditions = {}) =>
      play([first, beat("beat_002", { ...more, conditions: { requires_beat: "beat_001", ...conditions } })], 1)
        .hooks[0];
    expect(after({ location: "weir" })).toEqual(["soon:weir"]);
    expect(after({ location: "weir" }, { player_choice: "open-the-sluice" })).toEqual(["tag:open-the-sluice"]);
    // What waits for more is not opened by it.
    expect(after({ location: "weir" }, { scene_count: { min: 15 } })).toEqual([]);
    expect(after({ location: "weir" }, { requires_beat: ["beat_001", "beat_009"] })).toEqual([]);
  });

  it("[EN621] offers the way to what an outcome calls for at once", () => {
    const first = beat("beat_001", {
      location: "mill",
      conditions: { scene_count: { min: 1 } },
      outcomes: [{ description: "It holds.", triggers_beat: "beat_002" }],
    });
    const second = beat("beat_002", { location: "weir", conditions: { scene_count: { min: 30 } } });
    expect(play([first, second], 1).hooks).toEqual([["due:weir"]]);
  });

  it("[EN51] the opening offers the way to the first beat, and keeps the player where it is about to happen", () => {
    const beats = [
      beat("beat_001", { location: "mill", conditions: { scene_count: { min: 1 } } }),
      beat("beat_002", { location: "weir", conditions: { scene_count: { min: 1 } } }),
      beat("beat_003", { location: "kiln", conditions: { scene_count: { min: 2 } } }),
    ];
    expect(foreseen(beats, moment(0, {}, { peopleOf: () => ["osk"] }))).toEqual([
      {
        kind: "beat-elsewhere",
        beat: "beat_001",
        title: "Title of beat_001",
        place: "mill",
        people: ["osk"],
        when: "soon",
      },
    ]);
    expect(foreseen(beats.slice(1), moment(0))).toMatchObject([{ beat: "beat_002", place: "weir" }]);
  });

  it("[EN18] offers the tag until the choice is taken, then happens in that scene", () => {
    const beats = [beat("beat_001", { conditions: { scene_count: { min: 2 }, player_choice: "open-the-sluice" } })];
    const { hooks, fired } = play(beats, 4, (scene) => (scene === 4 ? { tags: ["open-the-sluice"] } : {}));
    expect(hooks).toEqual([[], ["tag:open-the-sluice"], ["tag:open-the-sluice"], []]);
    expect(fired.get("beat_001")).toBe(4);
  });

  it("[EN622] offers nothing that an expression asks one to have", () => {
    const waits = (expression: string) =>
      play([beat("beat_001", { conditions: { scene_count: { min: 1 }, custom: { expression } } })], 1).hooks[0];
    expect(waits('asked || has("blue_feather")')).toEqual(["tag:asked"]);
  });

  it("[EN352] offers a bare word of an expression as an act, and happens when it was chosen", () => {
    const beats = [
      beat("beat_001", {
        conditions: { scene_count: { min: 2 }, custom: { expression: "scene_count > 9 || let_it_go" } },
      }),
    ];
    const { hooks, fired } = play(beats, 4, (scene) => (scene === 4 ? { tags: ["let_it_go"] } : {}));
    expect(hooks).toEqual([[], ["tag:let_it_go"], ["tag:let_it_go"], []]);
    expect(fired.get("beat_001")).toBe(4);
    expect(play(beats, 12).fired.get("beat_001")).toBe(10);
    // A number that nobody keeps is no deed.
    for (const expression of ["scene_count > 9 || cheek >= 5", "scene_count > 9 || 5 <= cheek"])
      expect(play([beat("beat_001", { conditions: { custom: { expression } } })], 2).hooks).toEqual([[], []]);
  });

  it("[EN18] gives up after its timeout and makes the fallback due at once, that one's own window aside", () => {
    const beats = [
      beat("beat_001", {
        conditions: { scene_count: { min: 2 }, player_choice: "open-the-sluice" },
        timeout: { scene_count: 3, fallback_beat: "beat_002" },
      }),
      beat("beat_002", { conditions: { scene_count: { min: 50 } } }),
    ];
    for (const order of [beats, [...beats].reverse()]) {
      const { fired, state } = play(order, 8);
      expect(fired.get("beat_001")).toBeUndefined();
      expect(state).toMatchObject({ beats: { beat_001: { state: "skipped", scene: 5 } } });
      expect(fired.get("beat_002")).toBe(5);
    }
  });

  it("[EN18] waits for every tag it names, at its place, and takes what was chosen before as chosen", () => {
    const beats = [
      beat("beat_001", { location: "weir", conditions: { player_choice: "a", player_choices: ["b", "c"] } }),
    ];
    const decide = (tags: string[], state: JsonObject = {}) =>
      decideBeats(beats, moment(1, { place: "weir", ...state }, { tags }), createRandom("s"));
    expect(decide(["a"], { flags: { b: 1 } }).hooks).toEqual([
      { kind: "tag", beat: "beat_001", title: "Title of beat_001", tag: "c", place: "weir", people: [], presses: true },
    ]);
    expect(decide(["a"], { flags: { b: 1 } }).fires).toBeNull();
    expect(decide(["c"], { flags: { a: 1, b: 1 } }).fires?.id).toBe("beat_001");
  });

  it("[EN18] a fallback stays due until it happens, though skipped before, but does not happen twice", () => {
    const waits = beat("beat_001", {
      conditions: { scene_count: { min: 2 }, player_choice: "never" },
      timeout: { scene_count: 2, fallback_beat: "beat_002" },
    });
    const elsewhere = beat("beat_002", { location: "weir", conditions: { custom: { expression: "1 > 2" } } });
    const goes = (scene: number) => (scene === 7 ? { destination: "weir" } : {});
    expect(play([waits, elsewhere], 8, goes).fired.get("beat_002")).toBe(7);
    const past = beat("beat_002", { conditions: { scene_count: { max: 2 }, player_choice: "never" } });
    expect(play([waits, past], 8).fired.get("beat_002")).toBe(4);
    expect(play([waits, beat("beat_002")], 8).fired.get("beat_002")).toBe(1);
  });

  it("[EN19] keeps a beat to the last scene of its window, and while one of those that serve can still happen", () => {
    const beats = [
      beat("beat_001", { conditions: { scene_count: { max: 3 }, player_choice: "now" } }),
      beat("beat_002", { conditions: { scene_count: { max: 1 }, player_choice: "never" } }),
      beat("beat_003", { conditions: { requires_any_beat: ["beat_001", "beat_002"] } }),
    ];
    const taken = play(beats, 5, (scene) => (scene === 3 ? { tags: ["now"] } : {}));
    expect([...taken.fired]).toEqual([
      ["beat_001", 3],
      ["beat_003", 5],
    ]);
    expect(play(beats, 5).state).toMatchObject({ beats: { beat_003: { state: "skipped", scene: 4 } } });
  });

  it("[EN19] skips a beat past its window, and what required it", () => {
    const beats = [
      beat("beat_001", { conditions: { scene_count: { min: 1, max: 3 }, player_choice: "never" } }),
      beat("beat_002", { conditions: { requires_beat: "beat_001" } }),
    ];
    const { fired, state } = play(beats, 6);
    expect(fired.size).toBe(0);
    expect(state).toMatchObject({ beats: { beat_001: { state: "skipped" }, beat_002: { state: "skipped" } } });
  });

  it("[EN20] a beat that waits for its turn is ruled out by what has happened since", () => {
    const beats = [
      beat("beat_001", { priority: "high" }),
      beat("beat_002", { conditions: { custom: { expression: '!visited("beat_001")' } } }),
    ];
    expect([...play(beats, 5).fired]).toEqual([["beat_001", 1]]);
  });

  it("[EN21] draws an outcome by its probability and makes the beat it triggers due", () => {
    const beats = [
      beat("beat_001", {
        outcomes: [
          { description: "It holds.", probability: 0 },
          { description: "It breaks.", probability: 1, triggers_beat: "beat_002" },
        ],
      }),
      beat("beat_002", { conditions: { scene_count: { min: 90 } } }),
    ];
    const { fired, state } = play(beats, 3);
    expect(state).toMatchObject({ beats: { beat_001: { outcome: 1 } } });
    expect(fired.get("beat_002")).toBe(3);
  });

  it("[EN21] draws the same outcome from the same seed and shares what is left between the others", () => {
    const beats = [
      beat("beat_001", {
        outcomes: [{ description: "first" }, { description: "second" }, { description: "third", probability: 0.5 }],
      }),
    ];
    const counts = [0, 0, 0];
    for (let seed = 0; seed < 400; seed++) {
      const draw = () => decideBeats(beats, moment(1), createRandom(`seed ${seed}`)).patch;
      expect(draw()).toEqual(draw());
      const outcome = (draw() as { beats: { beat_001: { outcome: number } } }).beats.beat_001.outcome;
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    expect(counts[2]).toBeGreaterThan(150);
    expect(counts[2]).toBeLessThan(250);
    expect(Math.min(counts[0] ?? 0, counts[1] ?? 0)).toBeGreaterThan(60);
  });
});

const act = (id: string, condition: ReadAct["for"][number]["condition"], more: Partial<ReadAct> = {}): ReadAct => ({
  id,
  for: [{ kind: "beat", id: "beat_001", condition }],
  verb: "press",
  text: "Press the captain",
  needs: [],
  evidence: { certainty: "inferred", file: "plot/beats.json", line: 1, why: "a tag" },
  ...more,
});

describe("what the story waits for from the player", () => {
  const decide = (beats: readonly PlotBeat[], more: Partial<BeatMoment>, scene = 1, state: JsonObject = {}) =>
    decideBeats(beats, moment(scene, state, more), createRandom("s"));

  it("[EN4703] offers a deed with somebody of the beat who is elsewhere where the beat happens", () => {
    const beats = [beat("beat_001", { location: "weir", conditions: { player_choice: "help_the_captain" } })];
    const acts = [act("help_the_captain", "player_choice", { npc: "brandvold" })];
    const offered = (place: string, cast: readonly string[]) =>
      decide(beats, { acts, peopleOf: () => cast }, 1, {
        place: "barn",
        people: { brandvold: { place, alive: true } },
      }).hooks;
    expect(offered("quay", ["brandvold"])).toMatchObject([{ npc: "brandvold", place: "weir" }]);
    expect(offered("quay", [])[0]).not.toHaveProperty("place");
    expect(offered("barn", ["brandvold"])[0]).not.toHaveProperty("place");
  });

  it("[EN531] offers a tag in the words of its act, with whom and where it needs", () => {
    const beats = [beat("beat_001", { location: "weir", conditions: { player_choice: "press_the_captain" } })];
    const acts = [act("press_the_captain", "player_choice", { npc: "brandvold" })];
    const people = { brandvold: { place: "quay", alive: true } };
    expect(decide(beats, { acts }, 1, { people }).hooks).toEqual([
      {
        kind: "tag",
        beat: "beat_001",
        title: "Title of beat_001",
        tag: "press_the_captain",
        text: "press the captain",
        npc: "brandvold",
        people: [],
        presses: true,
      },
    ]);
    // Whom the beat itself is still to bring cannot be gone to: what is needed is where it happens.
    const nowhere = { brandvold: { place: "", alive: true } };
    expect(decide(beats, { acts }, 1, { people: nowhere }).hooks).toMatchObject([{ place: "weir" }]);
  });

  it("[EN531] offers a state of the player's as a deed, which then holds", () => {
    const state = "has gone below the seventh level";
    const beats = [beat("beat_001", { conditions: { player_state: state } })];
    const acts = [act("has-gone-below-the-seventh-level", "player_state", { text: "Go below the seventh level" })];
    expect(decide(beats, { acts }).hooks).toMatchObject([{ tag: state, text: "go below the seventh level" }]);
    expect(decide(beats, { acts, tags: [state] }).fires?.id).toBe("beat_001");
    expect(decide(beats, { acts }, 4, { flags: { [state]: 2 } }).fires?.id).toBe("beat_001");
  });

  it("[EN531] wants nobody fetched for what is done in one place: they come with the beat", () => {
    const beats = [beat("beat_001", { conditions: { player_state: "has sat with Osk in the inn" } })];
    const acts = [act("has-sat-with-osk-in-the-inn", "player_state", { npc: "osk", place: "inn" })];
    const at = (place: string) => decide(beats, { acts }, 1, { people: { osk: { place, alive: true } } }).hooks[0];
    expect(at("inn")).toMatchObject({ npc: "osk", place: "inn" });
    expect(at("mill")).toMatchObject({ place: "inn" });
    expect(at("mill")).not.toHaveProperty("npc");
  });

  it("[EN531] asks for a feeling before the deed that it opens", () => {
    const conditions = { npc_state: { osk: "trusts the player" }, player_choice: "ask_for_the_key" };
    const acts = [
      act("osk-trusts-the-player", "npc_state", { npc: "osk", measure: { npc: "osk", feeling: "trusts" } }),
      act("ask_for_the_key", "player_choice", { npc: "osk" }),
    ];
    const beats = [beat("beat_001", { conditions })];
    const at = (feeling: number) => ({ people: { osk: { place: "mill", alive: true, feeling } } });
    expect(decide(beats, { acts }, 1, at(0)).hooks).toMatchObject([{ npc: "osk", measure: "trusts" }]);
    const ready = decide(beats, { acts }, 1, at(50)).hooks;
    expect(ready).toMatchObject([{ tag: "ask_for_the_key", npc: "osk" }]);
    expect(ready[0]).not.toHaveProperty("measure");
  });

  it("[EN531] offers nothing for what no deed can bring about", () => {
    const beats = [beat("beat_001", { conditions: { world_state: { gate: "open" }, player_choice: "go_through" } })];
    const decision = decide(beats, { acts: [act("go_through", "player_choice")] });
    expect(decision.hooks).toEqual([]);
    expect(decision.open.size).toBe(0);
  });

  it("[EN532] offers two deeds at most, what has waited longest for an important beat first, and what one beat waits for as one", () => {
    const beats = ["beat_001", "beat_002", "beat_003"].map((id, index) =>
      beat(id, {
        priority: index === 2 ? "critical" : "low",
        conditions: { player_choices: [`${id}-one`, `${id}-two`] },
      }),
    );
    const { hooks } = play(beats, 5);
    expect(hooks[1]?.[0]).toBe("tag:beat_003-one");
    for (const offered of hooks) expect(offered.length).toBeLessThanOrEqual(2);
    const late = decide(beats, {}, 9, { beats: { beat_003: { state: "waiting", scene: 2 } } });
    expect(late.hooks[0]).toMatchObject({ tag: "beat_003-one", also: ["beat_003-two"], presses: true });
  });

  it("[EN533] closes the other last pages once one of them is told", () => {
    const beats = [
      beat("beat_001"),
      beat("beat_005", { conditions: { requires_beat: "beat_001", player_choice: "feed_the_goat" } }),
      beat("beat_002", { conditions: { requires_beat: "beat_001" } }),
      beat("beat_003", { conditions: { requires_beat: "beat_002", player_choice: "read_it" } }),
      beat("beat_004", { conditions: { requires_beat: "beat_002", player_choice: "let_it_lie" } }),
    ];
    const rivals = rivalsIn(beats, () => false);
    expect([...rivals]).toEqual([
      ["beat_003", ["beat_004"]],
      ["beat_004", ["beat_003"]],
    ]);
    const offered = decide(beats, { rivals }, 9, {
      beats: Object.fromEntries(["beat_001", "beat_002"].map((id) => [id, { state: "fired", scene: 1 }])),
    });
    expect(offered.hooks.map((hook) => hook.kind === "tag" && hook.tag).sort()).toEqual([
      "feed_the_goat",
      "let_it_lie",
      "read_it",
    ]);
    const { state } = play(beats, 6, (scene) => ({ rivals, ...(scene === 4 ? { tags: ["read_it"] } : {}) }));
    expect(state).toMatchObject({ beats: { beat_003: { state: "fired" }, beat_004: { state: "skipped" } } });
    expect(decide([], { rivals }).open.size).toBe(0);
  });

  describe("what closes the story", () => {
    const beats = [
      beat("beat_001"),
      beat("beat_002", { priority: "critical", conditions: { requires_beat: "beat_001", scene_count: { min: 6 } } }),
      beat("beat_003", { priority: "low", conditions: { requires_beat: "beat_001", player_choice: "feed_the_goat" } }),
      beat("beat_004", { conditions: { requires_beat: "beat_001", player_choice: "close_the_box" } }),
      beat("beat_005", { conditions: { requires_beat: "beat_002", player_choice: "read_it" } }),
    ];
    const rivals = new Map([
      ["beat_004", ["beat_005"]],
      ["beat_005", ["beat_004"]],
    ]);
    const fired = (...ids: string[]): JsonObject => ({
      beats: Object.fromEntries(ids.map((id) => [id, { state: "fired", scene: 2 }])),
    });
    const tags = (scene: number, state: JsonObject, more: Partial<BeatMoment> = {}): unknown[] =>
      decide(beats, { rivals, ...more }, scene, state)
        .hooks.flatMap((hook) => (hook.kind === "beat-later" ? [] : [hook.kind === "tag" && hook.tag]))
        .sort();

    it("[EN1020] waits for beats that matter and will still come", () => {
      expect(tags(4, fired("beat_001"))).toEqual(["feed_the_goat"]);
      expect(decide(beats, { rivals }, 4, fired("beat_001")).goesOn).toBe(true);
      const after = fired("beat_001", "beat_002");
      expect(tags(7, after)).toEqual(["close_the_box", "feed_the_goat", "read_it"]);
      expect(decide(beats, { rivals }, 7, after).goesOn).toBe(false);
    });

    it("[EN1030] is decided from the climax on, before its window and whatever else is ahead", () => {
      const all = [
        ...beats.slice(0, 4),
        beat("beat_006", { priority: "critical", conditions: { requires_beat: "beat_001", player_choice: "ask" } }),
        beat("beat_007", { conditions: { requires_beat: "beat_001", scene_count: { min: 5 } } }),
        beat("beat_005", {
          conditions: { requires_beat: "beat_007", player_choice: "read", scene_count: { min: 30 } },
        }),
      ];
      const climax = climaxIn(all, rivals);
      expect(climax).toBe("beat_007");
      const offered = (scene: number, state: JsonObject): unknown[] =>
        decide(all, { rivals, climax: "beat_007" }, scene, state).hooks.flatMap((hook) =>
          hook.kind === "tag" && hook.closes ? [hook.tag] : [],
        );
      expect(offered(4, fired("beat_001"))).toEqual([]);
      const telling = decide(all, { rivals, climax: "beat_007" }, 5, fired("beat_001"));
      expect(telling.fires?.id).toBe("beat_007");
      expect(offered(5, fired("beat_001")).sort()).toEqual(["close_the_box", "read"]);
      expect(offered(7, fired("beat_001", "beat_007")).sort()).toEqual(["close_the_box", "read"]);
      const read = { rivals, climax: "beat_007", tags: ["read"] };
      expect(decide(all, read, 7, fired("beat_001", "beat_007")).fires?.id).toBe("beat_005");
    });

    it("[EN1020] waits no longer than the story lasts, nor for what nobody brings about", () => {
      expect(tags(4, fired("beat_001"), { length: 4 })).toContain("close_the_box");
      expect(tags(14, fired("beat_001"))).not.toContain("close_the_box");
      const never = beats.map((one) => ({
        ...one,
        ...(one.id === "beat_002" ? { conditions: { ...one.conditions, player_choice: "ring_the_bell" } } : {}),
      }));
      const offered = (scene: number, acts: readonly ReadAct[]): boolean =>
        decide(never, { rivals, acts }, scene, fired("beat_001")).goesOn;
      expect(offered(7, [])).toBe(false);
      const evidence = { certainty: "stated", file: "plot/beats.json", line: 1, why: "tag" } as const;
      const ring: ReadAct = { id: "ring_the_bell", for: [], verb: "ring", text: "Ring the bell", needs: [], evidence };
      expect(offered(7, [ring])).toBe(true);
      expect(offered(15, [ring])).toBe(false);
    });
  });

  it("[EN5840] finds the beat that puts the decision between endings which no beat puts", () => {
    const plain = [beat("beat_001"), beat("beat_002"), beat("beat_003", { title: "Epilogue" })];
    expect(decisionIn(plain)).toBe("beat_002");
    const critical = [
      beat("beat_001", { priority: "critical" }),
      beat("beat_002", { priority: "critical" }),
      beat("beat_003"),
      beat("beat_004", { priority: "critical", tags: ["aftermath"] }),
    ];
    expect(decisionIn(critical)).toBe("beat_002");
    expect(decisionIn([beat("beat_000", { tags: ["The final decision"] }), ...critical])).toBe("beat_000");
    expect(decisionIn([beat("beat_001", { skippable: true })])).toBeUndefined();
  });

  it("[EN5841] has come to rest when nothing is to come, and later when chances alone are", () => {
    const fired: JsonObject = { beats: { beat_001: { state: "fired", scene: 2 } } };
    const rests = (more: Partial<PlotBeat>, quiet: number, moreMoment: Partial<BeatMoment> = {}): boolean =>
      hasComeToRest([beat("beat_001"), beat("beat_002", more)], moment(9, fired, { quiet, ...moreMoment }), (id) =>
        id === "beat_001" ? { state: "fired", scene: 2 } : undefined,
      );
    const trusted = { conditions: { npc_state: { may: "trusts the player" } } };
    expect(rests(trusted, 2)).toBe(false);
    expect(rests(trusted, 3)).toBe(true);
    // Critical, it is waited for; one that time brings is no rest for a while.
    expect(rests({ ...trusted, priority: "critical" }, 9)).toBe(false);
    expect(rests({ conditions: { scene_count: { min: 20 } } }, 3)).toBe(false);
    expect(rests({ conditions: { scene_count: { min: 20 } } }, 6)).toBe(true);
    expect(hasComeToRest([beat("beat_001")], moment(9, {}, { quiet: 9 }), () => undefined)).toBe(false);
  });

  it("[EN5842] asks for less of a good feeling the longer an important beat waits for it", () => {
    const trusts = { npc_state: { may: "trusts the player" } };
    const left = (feeling: number | undefined, waited: number): boolean =>
      eased(trusts, waited, moment(9, feeling === undefined ? {} : { people: { may: { feeling } } })).npc_state ===
      undefined;
    expect(left(40, 0)).toBe(false);
    expect(left(40, 1)).toBe(true);
    expect(left(20, 2)).toBe(false);
    expect(left(20, 4)).toBe(true);
    expect(left(1, 6)).toBe(true);
    // Whoever is wronged, or has not been met, stays waited for; other feelings are as they are.
    expect(left(0, 20)).toBe(false);
    expect(left(undefined, 20)).toBe(false);
    const hates = { npc_state: { may: "hates the player" } };
    expect(eased(hates, 20, moment(9, { people: { may: { feeling: 10 } } }))).toEqual(hates);
    const state = { people: { may: { feeling: 1 } } };
    const waits = (priority: "high" | "medium"): number | undefined =>
      play([beat("beat_001", { priority, conditions: trusts })], 12, () => ({ patch: state })).fired.get("beat_001");
    expect(waits("high")).toBe(7);
    expect(waits("medium")).toBeUndefined();
  });

  it("[EN3120] counts a beat that waits for a flag which another beat sets as still to come", () => {
    const beats = [
      beat("beat_001", { priority: "critical", conditions: { player_choice: "has-the-key", scene_count: { min: 5 } } }),
      beat("beat_002", { conditions: { player_choice: "close_the_box" } }),
      beat("beat_003", { conditions: { player_choice: "read_it" } }),
    ];
    const rivals = new Map([
      ["beat_002", ["beat_003"]],
      ["beat_003", ["beat_002"]],
    ]);
    const goesOn = (changes: (path: string) => boolean): boolean =>
      decide(beats, { rivals, acts: [], changes }, 4, {}).goesOn;
    expect([goesOn((path) => path === "flags.has-the-key"), goesOn(() => false)]).toEqual([true, false]);
  });

  it("[EN541] keeps places back at which only later beats happen", () => {
    const beats = [
      beat("beat_001", { location: "mill" }),
      beat("beat_002", { location: "weir", conditions: { scene_count: { min: 5 } } }),
      beat("beat_003", { location: "vault", conditions: { requires_beat: "beat_002" } }),
      beat("beat_004", { location: "mill", conditions: { requires_beat: "beat_002" } }),
    ];
    const ahead = (scene: number, state: JsonObject = {}, keep: (place: string) => boolean = () => false) => [
      ...placesAhead(beats, moment(scene, state), keep),
    ];
    expect(ahead(1)).toEqual(["weir", "vault"]);
    expect(ahead(1, {}, (place) => place === "weir")).toEqual(["vault"]);
    expect(ahead(4)).toEqual(["vault"]);
    expect(ahead(6, { beats: { beat_002: { state: "fired", scene: 5 } } })).toEqual([]);
  });

  it("[EN541] keeps a place back to which the way itself is still to be gone", () => {
    const over = beat("beat_001", { location: "hut", conditions: { player_choice: "went_over_the_mud" } });
    const acts = [act("went_over_the_mud", "player_choice", { verb: "went over", text: "Go over the mud" })];
    const ahead = (state: JsonObject = {}) => [...placesAhead([over], moment(3, state, { acts }), () => false)];
    expect(ahead()).toEqual(["hut"]);
    expect(ahead({ beats: { beat_001: { state: "fired", scene: 2 } } })).toEqual([]);
  });

  it("[EN844] offers the way to where a beat happens where the player stands", () => {
    const beats = [beat("beat_001", { location: "hut", conditions: { player_choice: "went_over_the_mud" } })];
    const offered = (verb: string, more: Partial<ReadAct> = {}) => {
      const [hook] = decide(beats, {
        acts: [act("went_over_the_mud", "player_choice", { verb, text: "Do it", ...more })],
      }).hooks;
      return hook?.kind === "tag" ? (hook.place ?? "here") : "none";
    };
    expect(offered("went over")).toBe("here");
    // A wheel is ridden where it stands.
    expect(offered("ride")).toBe("hut");
    expect(offered("ride over")).toBe("here");
    expect(offered("go", { place: "hut" })).toBe("here");
    expect(offered("look under")).toBe("hut");
    // [EN1502] Of a longer way the part is gone on which the beat comes.
    expect(offered("go", { place: "weir" })).toBe("hut");
  });

  it("[EN843] holds a beat back until those of earlier days have come that come by themselves", () => {
    const days: Readonly<Record<string, number>> = { beat_001: 4, beat_002: 6, beat_003: 10, beat_004: 12 };
    const dayOf = ({ id }: PlotBeat): number | undefined => days[id];
    const plain = beat("beat_002", { conditions: { scene_count: { min: 5 }, requires_beat: "beat_001" } });
    const deed = beat("beat_003", { conditions: { player_choice: "look_under" } });
    const beats = [beat("beat_001"), plain, deed];
    const at = (list: readonly PlotBeat[], scene: number, state: JsonObject = {}) =>
      decide(list, { dayOf, tags: ["look_under"] }, scene, {
        beats: { beat_001: { state: "fired", scene: 1 } },
        ...state,
      });
    expect(at(beats, 3).fires).toBeNull();
    expect(at(beats, 3).hooks).toMatchObject([{ kind: "beat-later", beat: "beat_002" }]);
    const both = { beat_001: { state: "fired", scene: 1 }, beat_002: { state: "fired", scene: 5 } };
    expect(at(beats, 7, { beats: both }).fires?.id).toBe("beat_003");
    // What waits for the player, or is past, holds nothing back.
    const waits = beat("beat_002", { conditions: { npc_state: { osk: "likes the player" } } });
    expect(at([beats[0]!, waits, deed], 3).fires?.id).toBe("beat_003");
    const past = beat("beat_002", { conditions: { scene_count: { max: 2 } } });
    expect(at([beats[0]!, past, deed], 3).fires?.id).toBe("beat_003");
  });

  it("[EN843] holds a beat back until those of earlier hours of its day have come", () => {
    const hours: Readonly<Record<string, number>> = { beat_001: 890, beat_002: 925 };
    const clock = { dayOf: () => 1, hourOf: ({ id }: PlotBeat) => hours[id] };
    const [early, late] = [beat("beat_001", { location: "weir" }), beat("beat_002")];
    expect(decide([late, early], clock, 3).fires).toBeNull();
    expect(decide([late], clock, 3).fires?.id).toBe("beat_002");
    const gone = { beats: { beat_001: { state: "fired", scene: 1 } } };
    expect(decide([late, early], clock, 3, gone).fires?.id).toBe("beat_002");
  });

  it("[EN3160] has a beat wait for the one before it whose window opened sooner, wherever that is", () => {
    const at = (id: string, location: string, min: number, max?: number) =>
      beat(id, { location, conditions: { scene_count: { min, ...(max === undefined ? {} : { max }) } } });
    const [inn, barn] = [at("beat_001", "inn", 2), { ...at("beat_002", "mill", 4), priority: "critical" as const }];
    expect(decide([inn, barn], {}, 5).fires).toBeNull();
    expect(decide([inn, barn], {}, 5).hooks).toMatchObject([{ kind: "beat-elsewhere", beat: "beat_001", when: "due" }]);
    // The one that is told leaves the way to the other, and whatever their priorities it is told first.
    expect(decide([inn, barn], { destination: "inn" }, 5).fires?.id).toBe("beat_001");
    const both = { beats: { beat_001: { state: "due", scene: 5 }, beat_002: { state: "due", scene: 2 } } };
    const here = [{ ...inn, location: "mill" }, barn];
    expect(decide(here, {}, 5, both).fires?.id).toBe("beat_001");
    // Of two whose windows open at once the order is the story's own, and the list alone proves nothing.
    expect(decide([at("beat_001", "inn", 4), barn], {}, 5).fires?.id).toBe("beat_002");
    expect(decide([barn, inn], {}, 5).fires?.id).toBe("beat_002");
    // Neither what is about to be missed waits, nor what the player has set out for or done.
    expect(decide([inn, at("beat_002", "mill", 4, 6)], {}, 5).fires?.id).toBe("beat_002");
    const far = [inn, at("beat_002", "weir", 4)];
    expect(decide(far, { destination: "weir" }, 5).fires?.id).toBe("beat_002");
    expect(decide([inn, barn], { awaited: "beat_002" }, 5).fires?.id).toBe("beat_002");
    // What waits for the player to do something keeps nothing waiting.
    const deed = beat("beat_001", { location: "inn", conditions: { scene_count: { min: 2 }, player_choice: "ask" } });
    expect(decide([deed, barn], {}, 5).fires?.id).toBe("beat_002");
  });

  it("[EN3160] has nobody wait for a beat before one that could come now, also where the player has gone to its place", () => {
    const told = { beats: { beat_001: { state: "due", scene: 4 } } };
    const sooner = beat("beat_001", { location: "inn", conditions: { scene_count: { min: 3 } } });
    const later = beat("beat_002", { location: "weir", conditions: { scene_count: { min: 9 } } });
    const { hooks } = decide([sooner, later], { destination: "weir" }, 5, told);
    expect(hooks.filter(({ kind }) => kind === "beat-later")).toEqual([]);
  });

  it("[EN3160] keeps the order of a journey also where the player sets out for a later halt", () => {
    const halts = ["inn", "ford", "barn", "moor", "pass", "quay", "isle"];
    const beats = halts.map((location, at) =>
      beat(`beat_00${at + 1}`, { location, conditions: { scene_count: { min: at + 1 } } }),
    );
    const told = { beats: { beat_001: { state: "fired", scene: 1 } } };
    expect(decide(beats, { destination: "barn" }, 5, told).fires).toBeNull();
    expect(decide(beats, { destination: "ford" }, 5, told).fires?.id).toBe("beat_002");
    const returning = [...beats, beat("beat_008", { location: "inn" })];
    expect(decide(returning, { destination: "barn" }, 5, told).fires?.id).toBe("beat_003");
  });

  it("[EN3100] foresees what an earlier hour has held back, in the scene in which that comes", () => {
    const hours: Readonly<Record<string, number>> = { beat_001: 890, beat_002: 925 };
    const clock = { dayOf: () => 1, hourOf: ({ id }: PlotBeat) => hours[id] };
    const { fires, hooks } = decide([beat("beat_002", { location: "weir" }), beat("beat_001")], clock, 3);
    expect(fires?.id).toBe("beat_001");
    expect(hooks).toMatchObject([{ kind: "beat-elsewhere", beat: "beat_002", place: "weir", when: "soon" }]);
  });

  it("[EN2504] lets the next beat follow a decision of which nothing is written, in its own scene", () => {
    const fired = { beats: { beat_001: { state: "fired", scene: 2 } } };
    const beats = [beat("beat_001"), beat("beat_002")];
    expect(decide(beats, {}, 3, fired).fires).toBeNull();
    expect(decide(beats, { isBare: true }, 3, fired).fires?.id).toBe("beat_002");
    const away = [beat("beat_001"), beat("beat_002", { location: "weir" })];
    expect(decide([...away, beat("beat_003")], { isBare: true }, 3, fired).fires?.id).toBe("beat_003");
  });

  it("[EN4800] goes on to the next beat elsewhere with such a decision, within a day, and not for a fifth time on end", () => {
    const fired = { beats: { beat_001: { state: "fired", scene: 2 } } };
    const away = [beat("beat_001"), beat("beat_002", { location: "weir" })];
    expect(decide(away, { isBare: true }, 3, fired).fires?.id).toBe("beat_002");
    const soon = [beat("beat_001"), beat("beat_002", { location: "weir", conditions: { scene_count: { min: 4 } } })];
    expect(decide(soon, { isBare: true }, 3, fired).fires?.id).toBe("beat_002");
    expect(decide(away, { isBare: true, jumpTo: () => 600 }, 3, fired).fires?.id).toBe("beat_002");
    expect(decide(away, { isBare: true, jumpTo: () => 2880 }, 3, fired).fires).toBeNull();
    expect(decide(away, { isBare: true, stopsTo: () => 2 }, 3, fired).fires).toBeNull();
    const told = ["beat_001", "beat_003", "beat_004", "beat_005"].map(
      (id, at) => [id, { state: "fired", scene: 3 - at }] as const,
    );
    const more = [...away, beat("beat_003"), beat("beat_004"), beat("beat_005")];
    const after = (beats: typeof told) => decide(more, { isBare: true }, 4, { beats: Object.fromEntries(beats) }).fires;
    expect(after(told)).toBeNull();
    expect(after(told.slice(0, 3))).not.toBeNull();
  });

  it("[EN4800] ends the scene of any other decision where it was made: the next beat elsewhere is offered as a way", () => {
    const fired = { beats: { beat_001: { state: "fired", scene: 2 } } };
    const away = [beat("beat_001"), beat("beat_002", { location: "weir" })];
    for (const more of [{}, { isAlone: true }]) {
      const { fires, hooks } = decide(away, more, 3, fired);
      expect(fires).toBeNull();
      expect(hooks).toMatchObject([{ kind: "beat-elsewhere", beat: "beat_002", place: "weir", when: "due" }]);
    }
  });

  it("[EN5402] takes whoever only waits before anything has begun to where it begins", () => {
    const first = [beat("beat_001", { location: "weir" })];
    expect(decide(first, { isIdle: true }, 1, {}).fires?.id).toBe("beat_001");
    expect(decide(first, {}, 1, {}).fires).toBeNull();
    const begun = { beats: { beat_001: { state: "fired", scene: 1 } } };
    const next = [...first, beat("beat_002", { location: "kiln" })];
    expect(decide(next, {}, 2, begun).fires).toBeNull();
    // Nor is anybody kept waiting later. (rule EN4801)
    expect(decide(next, { isIdle: true }, 2, begun).fires?.id).toBe("beat_002");
  });

  it("[EN2504] lets one follow that only waits for the next scene, where none is due", () => {
    const fired = { beats: { beat_001: { state: "fired", scene: 2 } } };
    const waiting = (min: number) => [beat("beat_001"), beat("beat_002", { conditions: { scene_count: { min } } })];
    expect(decide(waiting(4), {}, 3, fired).fires).toBeNull();
    expect(decide(waiting(4), { isBare: true }, 3, fired).fires?.id).toBe("beat_002");
    expect(decide(waiting(5), { isBare: true }, 3, fired).fires).toBeNull();
    const told = ["beat_001", "beat_003", "beat_004", "beat_005"].map(
      (id, at) => [id, { state: "fired", scene: 3 - at }] as const,
    );
    const more = [...waiting(5), beat("beat_003"), beat("beat_004"), beat("beat_005")];
    expect(decide(more, { isBare: true }, 4, { beats: Object.fromEntries(told) }).fires).toBeNull();
  });

  it("[EN3141] goes on at once where nobody is left, unless hours lie between or it goes on elsewhere", () => {
    const fired = { beats: { beat_001: { state: "fired", scene: 2 } } };
    const here = [beat("beat_001"), beat("beat_002")];
    expect(decide(here, { isAlone: true }, 3, fired).fires?.id).toBe("beat_002");
    expect(decide(here, { isAlone: true, jumpTo: () => 300 }, 3, fired).fires).toBeNull();
    expect(decide(here, { isAlone: false }, 3, fired).fires).toBeNull();
    const away = [beat("beat_001"), beat("beat_002", { location: "weir" })];
    expect(decide(away, { isAlone: true }, 3, fired).fires).toBeNull();
  });

  it("[EN843] does not call for a beat before those of earlier days have come, where it comes by itself", () => {
    const calls = beat("beat_001", {
      outcomes: [{ description: "It rains.", probability: 1, triggers_beat: "beat_003" }],
    });
    const first = { requires_beat: "beat_001", scene_count: { min: 3 } };
    const monday = beat("beat_002", { location: "weir", conditions: first });
    const tuesday = beat("beat_003", { location: "mill", conditions: { ...first, scene_count: { min: 5 } } });
    const days = new Map([
      ["beat_002", 1],
      ["beat_003", 2],
    ]);
    const dayOf = ({ id }: PlotBeat): number | undefined => days.get(id);
    const called = ({ hooks }: BeatDecision) => hooks.flatMap((hook) => (hook.kind === "ending" ? [] : [hook.beat]));
    const beats = [calls, monday, tuesday];
    expect(called(decide(beats, { dayOf }, 1))).not.toContain("beat_003");
    expect(called(decide(beats, {}, 1))).toContain("beat_003");
    // What comes by no other way is called for all the same.
    const forced = beat("beat_003", { location: "mill", conditions: { player_choice: "knock" } });
    expect(called(decide([calls, monday, forced], { dayOf }, 1))).toContain("beat_003");
  });

  it("[EN960] has a beat that waits for time alone come for whoever waits for it, and no other", () => {
    const waits = beat("beat_002", { conditions: { scene_count: { min: 9 } } });
    const after = beat("beat_003", { conditions: { scene_count: { min: 9 }, requires_beat: "beat_002" } });
    const deed = beat("beat_004", { conditions: { scene_count: { min: 9 }, player_choice: "look_under" } });
    const all = [after, deed, waits];
    expect(decide(all, {}, 3).hooks).toEqual([
      { kind: "beat-later", beat: "beat_002", title: "Title of beat_002", people: [] },
    ]);
    // What comes elsewhere is gone to.
    const away = { ...waits, location: "weir" };
    expect(decide([away], {}, 3).hooks).toMatchObject([{ kind: "beat-elsewhere", place: "weir", when: "soon" }]);
    expect(decide([away], { awaited: "beat_002" }, 3).fires).toBeNull();
    expect(decide(all, {}, 3).fires).toBeNull();
    expect(decide(all, { awaited: "beat_002" }, 3).fires?.id).toBe("beat_002");
    for (const awaited of ["beat_003", "beat_004"]) expect(decide(all, { awaited }, 3).fires).toBeNull();
    // Its own beat was told in the scene before: who waits is not kept waiting.
    const fired = { beats: { beat_009: { state: "fired", scene: 2 } } };
    expect(decide([...all, beat("beat_009")], { awaited: "beat_002" }, 3, fired).fires?.id).toBe("beat_002");
    // What closes the story is chosen.
    expect(decide([waits], { rivals: new Map([["beat_002", []]]) }, 3).hooks).toEqual([]);
    // A road of several stops is no matter of waiting.
    expect(decide([away], { stopsTo: () => 2 }, 3).hooks).toEqual([]);
  });

  it("[EN534] knows whether a beat can come still", () => {
    const first = beat("beat_001", { conditions: { player_choice: "a" } });
    const later = beat("beat_002", { conditions: { requires_beat: "beat_001", scene_count: { min: 40 } } });
    const shut = beat("beat_003", { conditions: { world_state: { gate: "open" } } });
    const behind = beat("beat_004", { conditions: { requires_beat: "beat_003" } });
    const fired = { beats: { beat_001: { state: "fired", scene: 1 } } };
    expect(decide([first, shut, behind], {}).open.size).toBeGreaterThan(0);
    expect(decide([first, later, shut], {}, 5, fired).open.size).toBeGreaterThan(0);
    expect(decide([first, shut, behind], {}, 5, fired).open.size).toBe(0);
  });
});

describe("conditions", () => {
  it.each([
    ["likes", 31, true],
    ["likes", 60, true],
    ["likes", 30, false],
    ["trusts", 45, true],
    ["trusts", 44, false],
    ["neutral", 0, true],
    ["neutral", -31, false],
    ["dislikes", -31, true],
    ["dislikes", -80, true],
    ["hates", -45, true],
    ["hates", -44, false],
  ])("[EN20] %s the player at %d: %s", (band, feeling, holds) => {
    expect(
      conditionsHold({ npc_state: { osk: `${band} the player` } }, moment(1, { people: { osk: { feeling } } })),
    ).toBe(holds);
  });

  it("[EN20] reads a text as a flag first, then asks what is remembered", () => {
    const asked: [string, string | undefined][] = [];
    const remembers = (text: string, npc?: string) => {
      asked.push([text, npc]);
      return npc === "osk";
    };
    expect(
      conditionsHold(
        { player_state: "Knows the rope was cut" },
        moment(1, { flags: { "knows-the-rope-was-cut": 3 } }, { remembers }),
      ),
    ).toBe(true);
    expect(conditionsHold({ player_state: "seen the weir" }, moment(1, {}, { remembers }))).toBe(false);
    expect(conditionsHold({ npc_state: { osk: "saw you at the weir" } }, moment(1, {}, { remembers }))).toBe(true);
    expect(asked).toEqual([
      ["seen the weir", undefined],
      ["saw you at the weir", "osk"],
    ]);
  });

  it("[EN20] reads a person's text as a flag too, and no feeling as neutral", () => {
    const npc = (text: string, state: JsonObject) => conditionsHold({ npc_state: { osk: text } }, moment(1, state));
    expect(npc("saw you at the weir", { flags: { "saw-you-at-the-weir": 1 } })).toBe(true);
    expect(npc("saw you at the weir", { flags: { "saw-you-at-the-weir": false } })).toBe(false);
    expect(npc("neutral", {})).toBe(true);
    expect(npc("likes the player", {})).toBe(false);
  });

  it("[EN20] an ending asks its window and its tags as well", () => {
    expect(conditionsHold({ scene_count: { min: 2, max: 4 } }, moment(1))).toBe(false);
    expect(conditionsHold({ scene_count: { min: 2, max: 4 } }, moment(4))).toBe(true);
    expect(conditionsHold({ scene_count: { min: 2, max: 4 } }, moment(5))).toBe(false);
    expect(conditionsHold({ player_choice: "pay" }, moment(1))).toBe(false);
    expect(conditionsHold({ player_choice: "pay" }, moment(1, {}, { tags: ["pay"] }))).toBe(true);
    expect(conditionsHold({ world_state: { place: "mill" } }, moment(1))).toBe(true);
  });

  it("[EN20] finds a name in state, among the stats and in the world, and counts a flag as one", () => {
    const state = { player: { stats: { wits: 12 } }, world: { rust: 2 }, flags: { lied: 3 } };
    const holds = (expression: string) => conditionsHold({ custom: { expression } }, moment(5, state));
    expect(holds('wits == 12 && rust == 2 && place == "mill" && has(flags.lied)')).toBe(true);
    expect(holds('count("lied") == 1 && count("stole") == 0')).toBe(true);
  });

  it.each(["brass key", "the Brass Key", "brass-key", "pêcheur's knife", "mia's locket", "locket"])(
    "[EN4600] has(%j) holds for whoever carries it",
    (thing) => {
      const inventory = {
        "brass-key": { name: "brass key", count: 1 },
        "pecheurs-knife": { name: "pêcheur's knife", count: 1 },
        "mias-locket": { name: "locket", count: 1 },
      };
      const custom = { expression: `has("${thing}")` };
      expect(conditionsHold({ custom }, moment(1, { inventory }))).toBe(true);
      expect(conditionsHold({ custom }, moment(1, { inventory: { lamp: { name: "lamp", count: 1 } } }))).toBe(false);
      expect(conditionsHold({ custom }, moment(1))).toBe(false);
    },
  );

  it("[EN20] matches a part of the world, with or without its prefix", () => {
    const state = { world: { gate: { open: true, rust: 2 } } };
    expect(conditionsHold({ world_state: { gate: { open: true } } }, moment(1, state))).toBe(true);
    expect(conditionsHold({ world_state: { "world.gate.rust": 2 } }, moment(1, state))).toBe(true);
    expect(conditionsHold({ world_state: { gate: { open: false } } }, moment(1, state))).toBe(false);
  });

  it("[EN20] needs every named beat, or any of those that serve", () => {
    const state = { beats: { beat_001: { state: "fired", scene: 1 } } };
    expect(conditionsHold({ requires_beat: ["beat_001", "beat_002"] }, moment(2, state))).toBe(false);
    expect(conditionsHold({ requires_any_beat: ["beat_001", "beat_002"] }, moment(2, state))).toBe(true);
  });

  it("[EN20] asks an expression about state, beats and tags", () => {
    const state = {
      inventory: { torch: { count: 2 } },
      beats: { beat_001: { state: "fired", scene: 1 } },
      world: { tags: { lied: 2 } },
    };
    const holds = (expression: string) => conditionsHold({ custom: { expression } }, moment(5, state));
    expect(holds('has(torch) && visited("beat_001") && count("lied") >= 2 && scene_count == 5')).toBe(true);
    expect(holds("inventory.torch.count > 2")).toBe(false);
    expect(holds("has(")).toBe(false);
  });
});
