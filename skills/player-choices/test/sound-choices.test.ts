// SPEC.md PC651 to PC655: choices that nobody would make, or that stand twice in a set, are not offered.
import type { JsonObject } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { BeatMatter, Fact, Hook, Matter, StoryMemory } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import { giveReasons } from "../src/reasons.js";
import { fillSlots, scoreAll } from "../src/scoring.js";
import { RICH } from "./fixture-story.js";
import { before, type Given, slotOf, staged, withLine } from "./support.js";

const candidates = (given: Given): readonly Candidate[] => candidatesFor(staged(given), []);
const beat = (change: Partial<BeatMatter> = {}): BeatMatter => ({
  id: "beat_004",
  title: "The page",
  told: ["Orsolya asks you for something."],
  decisions: [],
  dialogue: [],
  people: ["orsolya"],
  names: ["npc:orsolya"],
  ...change,
});

it("[PC651] goes back for a deed, and not for a question that was asked there", () => {
  const reason = (verb: "ask" | "search"): string | undefined => {
    const deed: NonNullable<StoryMemory["deed"]> = {
      verb,
      bind: { npc: "benedek", place: "kiln" },
      outcome: "success",
      polarity: "mixed",
      template: verb === "ask" ? "[ask] {npc.o} a question" : "[look] around you",
    };
    const memory: StoryMemory = {
      id: "m2",
      summary: "At the kiln.",
      scene: 2,
      characters: ["benedek"],
      location: "kiln",
      significance: "high",
      tags: [],
      relevance: 0.9,
      deed,
    };
    const go = { verb: "go", bind: { place: "kiln" }, sources: [], salience: 1, learned: true, tags: [] } as const;
    const view = staged({ scene: 8, state: { world: { visited: { kiln: 2 } } } });
    return giveReasons(view, [{ candidate: go, text: "Go back to the kiln" }], [memory], () => true)[0]?.reason;
  };
  expect(reason("search")).toBe("where you looked around you");
  expect(reason("ask")).toBeUndefined();
});

it("[PC451] tells news by where it happened, whatever the beat spoke of", () => {
  const topics = [...RICH.topics, { id: "length", np: "the length", plural: false, facts: [] }];
  const raised = (topic: string): JsonObject => ({
    people: { orsolya: { met: 1 } },
    world: {
      choices: {
        raised: [
          {
            id: "b",
            title: "Fire",
            scene: 6,
            topics: [topic],
            place: "kiln",
            people: [],
            names: ["topic:brass-scale"],
          },
        ],
      },
    },
  });
  const words = (topic: string): string | undefined =>
    candidates({
      scene: 8,
      matter: { ...withLine("orsolya", "A brass scale is never wrong by much."), topics },
      state: raised(topic),
    }).find(({ verb, bind }) => verb === "trust" && bind.text !== undefined)?.bind.text;
  expect(words("toll")).toBe("what happened in the kiln");
  expect(words("length")).toBe("what happened in the kiln");
});

it("[PC66] [PC1602] answers a request in its own words, and none that names no deed or thing", () => {
  const answers = (told: string): readonly (string | undefined)[] =>
    candidates({ beat: beat({ told: [told] }) })
      .filter(({ verb }) => verb === "accept" || verb === "refuse")
      .map(({ text }) => text);
  expect(answers("Orsolya asks you to sign the page.")).toEqual(["Sign the page", "Refuse to sign the page"]);
  expect(answers("Orsolya asks you for it.")).toEqual([]);
});

it("[PC68] does nothing here that is done where the story has not come to yet", () => {
  const texts = (place: string): readonly (string | undefined)[] => {
    const hook: Hook = { kind: "tag", beat: "b", title: "B", tag: "ride_the_wheel", text: "ride the wheel", place };
    return candidates({ hooks: [hook] })
      .filter(({ sources }) => sources.some(({ ref }) => ref === "b"))
      .map(({ verb, bind, text }) => text ?? `${verb} ${bind.place}`);
  };
  expect(texts("weigh-house")).toEqual(["Ride the wheel"]);
  expect(texts("orchard")).toEqual(["Go to the orchard and ride the wheel"]);
  expect(texts("midway")).toEqual([]);
});

it.each([
  ["to sell the ladder", 1],
  ["to keep the drawer shut", 1],
  // It is done elsewhere, or with somebody who is not here.
  ["to bring the rake down from the kiln", 0],
  ["to pay Benedek for the bricks", 0],
])("[PC6453] helps with what can be done where the player is: %s", (motive, count) => {
  const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives: [motive] } : one));
  const state = {
    world: { known: { motives: { orsolya: { [motive]: 3 } } } },
    people: { benedek: { place: "kiln", met: 1 } },
  };
  const hooks: readonly Hook[] = [
    { kind: "tag", beat: "b", title: "B", tag: "trusts", npc: "orsolya", measure: "trusts" },
  ];
  const found = candidates({ matter: { ...RICH, people }, state, hooks });
  expect(found.filter(({ verb, bind }) => verb === "help" && bind.text === motive)).toHaveLength(count);
});

it("[PC71] helps where something can be told of it, or the story waits for how they feel", () => {
  const motive = "to sell the ladder";
  const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives: [motive] } : one));
  const known = { world: { known: { motives: { orsolya: { [motive]: 3 } } } } };
  const helps = (given: Given): number =>
    candidates({ matter: { ...RICH, people }, ...given, state: { ...known, ...given.state } }).filter(
      ({ verb, bind }) => verb === "help" && bind.text === motive,
    ).length;
  expect(helps({})).toBe(0);
  const hook: Hook = { kind: "tag", beat: "b", title: "B", tag: "trusts", npc: "orsolya", measure: "trusts" };
  expect(helps({ hooks: [hook] })).toBe(1);
  const ladder: Fact = {
    id: "ladder-1",
    text: "The ladder of the Weigh House cannot be sold by anybody but the weigher.",
    clause: "the ladder of the Weigh House cannot be sold by anybody but the weigher",
    topic: "brass-scale",
    file: "lore/brass-scale.md",
    knownBy: ["orsolya"],
    names: [],
  };
  expect(helps({ matter: { ...RICH, people, facts: [...RICH.facts, ladder] } })).toBeGreaterThan(0);
});

it.each([
  ["The ladder of the Weigh House cannot be sold by anybody but the weigher.", 1],
  ["Long ago a weigher of the Weigh House sold a ladder to the wrong twin.", 0],
])("[PC5754] answers help with a wish by what is about its thing: %s", (text, count) => {
  const motive = "to sell the ladder";
  const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives: [motive] } : one));
  const ladder: Fact = {
    id: "ladder-1",
    text,
    clause: text,
    topic: "brass-scale",
    file: "lore/brass-scale.md",
    knownBy: ["orsolya"],
    names: [],
  };
  const view = before({ matter: { ...RICH, people, facts: [...RICH.facts, ladder] } });
  const { none } = outcomesOf(view, slotOf("help", { npc: "orsolya", text: motive }), createRandom("1"));
  expect(none.filter(({ kind }) => kind === "learn")).toHaveLength(count);
});

it("[PC653] lets somebody talk of a topic of theirs that no text has named, and asks nobody about it by name", () => {
  const state: JsonObject = { world: { known: { topics: {} } }, storybook: { named: {} } };
  const matter: Matter = {
    ...RICH,
    people: RICH.people.map((one) => ({ ...one, topics: one.id === "orsolya" ? ["frost-year"] : [] })),
  };
  const of = (given: Given): readonly Candidate[] =>
    candidates({ matter, ...given }).filter(
      ({ verb, bind }) => bind.npc === "orsolya" && (verb === "ask" || (verb === "decide" && bind.fact !== undefined)),
    );
  const talks = of({ state }).filter(({ bind }) => bind.fact !== undefined);
  expect(talks).toMatchObject([{ text: "Let Orsolya talk", bind: { fact: "frost-year-1" }, idle: true }]);
  expect(of({ state }).filter(({ bind }) => bind.topic === "frost-year")).toEqual([]);
  const named = of({ state, beat: beat({ names: ["npc:orsolya", "topic:frost-year"] }) });
  expect(named.some(({ bind }) => bind.topic === "frost-year")).toBe(true);
  expect(named.filter(({ bind }) => bind.fact !== undefined)).toEqual([]);
});

it("[PC657] asks about what is still in mind without bringing it in again", () => {
  const ask: Candidate = {
    verb: "ask",
    bind: { npc: "orsolya", topic: "frost-year" },
    sources: [],
    salience: 1,
    learned: true,
    tags: [],
  };
  const scored = (scene: number) => {
    const view = staged({ scene, state: { storybook: { named: { "topic:frost-year": 3, "npc:orsolya": scene } } } });
    return scoreAll(view, [ask], new Set(), createRandom("seed"))[0];
  };
  expect(scored(4)).toMatchObject({ bringIn: [], recalls: false });
  expect(scored(12)).toMatchObject({ bringIn: [], recalls: true });
  expect(scored(16)).toMatchObject({ bringIn: ["topic:frost-year"] });
});

it("[PC617] offers again what was left in the scene before, twice at most, and not what was just done", () => {
  const ask: Candidate = {
    verb: "ask",
    bind: { npc: "orsolya", topic: "frost-year" },
    sources: [],
    salience: 1,
    learned: true,
    tags: [],
  };
  const stays = (last: number, passed: number, more: Given = {}): boolean | undefined => {
    const offers = { "ask|orsolya||frost-year": { last, passed } };
    const view = staged({ scene: 9, state: { world: { choices: { offers } } }, ...more });
    return scoreAll(view, [ask], new Set(), createRandom("seed"))[0]?.stays;
  };
  expect([stays(8, 0), stays(8, 1), stays(8, 2), stays(7, 0)]).toEqual([true, true, false, false]);
  const choice = { id: "x", verb: "ask", class: "inquire", text: "x", label: "x", tags: [], sources: [] } as const;
  expect(stays(8, 0, { choice: { ...choice, bind: ask.bind } })).toBe(false);
});

it("[PC656] counts what a beat has spoken of as learned in play", () => {
  const raised = (names: readonly string[]): JsonObject => ({
    world: {
      known: { topics: { "frost-year": 5 }, facts: {} },
      choices: {
        raised: [{ id: "b7", title: "Fire", scene: 6, topics: [], place: "kiln", people: [], names: [...names] }],
      },
    },
  });
  const sources = (names: readonly string[]): readonly (string | undefined)[] =>
    candidates({ scene: 12, state: raised(names) })
      .filter(({ verb, bind }) => verb === "ask" && bind.topic === "frost-year")
      .map((one) => one.sources.find(({ kind }) => kind === "beat")?.ref);
  expect(sources(["topic:frost-year"])).toContain("b7");
  expect(sources(["topic:toll"])).not.toContain("b7");
});

it("[PC655] holds one choice about a thing, however it is asked about", () => {
  const view = staged({ scene: 9 });
  const base = { sources: [{ kind: "npc", ref: "x", text: "x" }], learned: true, tags: [] } as const;
  const about = (npc: string, thing: string, salience: number): Candidate => ({
    ...base,
    verb: "decide",
    bind: { npc, fact: `fact-${npc}-${thing}`, text: `ask ${npc} about the ${thing}` },
    salience,
  });
  const all: readonly Candidate[] = [
    about("orsolya", "scale", 9),
    { ...base, verb: "ask", bind: { npc: "benedek", topic: "brass-scale" }, salience: 8 },
    { ...about("ilka", "scale", 7), takesUp: true },
    { ...base, verb: "ask", bind: { npc: "ilka", topic: "toll" }, salience: 3 },
    { ...base, verb: "trust", bind: { npc: "ilka", topic: "toll", fact: "toll-1" }, salience: 3 },
    { ...base, verb: "go", bind: { place: "kiln" }, salience: 1 },
    { ...base, verb: "rest", bind: {}, salience: 0, idle: true },
  ];
  const scored = scoreAll(view, all, new Set(["topic:toll", "topic:brass-scale"]), createRandom("seed"));
  const chosen = fillSlots(view, scored, [], 3, 3).map(({ candidate }) => candidate);
  expect(chosen.filter(({ bind }) => /scale/.test(`${bind.text} ${bind.topic}`))).toHaveLength(1);
  expect(chosen.filter(({ bind }) => bind.topic === "toll").length).toBeLessThanOrEqual(1);
});

it("[PC665] asks nobody about what they alone are", () => {
  const asked = (roles: Readonly<Record<string, string>>): readonly string[] => {
    const people = RICH.people.map((one) => ({ ...one, role: roles[one.id] ?? "weigher" }));
    return candidates({ matter: { ...RICH, people } }).flatMap(({ verb, bind }) =>
      verb === "ask" && bind.npc === "orsolya" && bind.topic !== undefined ? [bind.topic] : [],
    );
  };
  expect(asked({})).toContain("brass-scale");
  expect(asked({ orsolya: "brass scale, of a kind" })).not.toContain("brass-scale");
  expect(asked({ benedek: "brass scale" })).toContain("brass-scale");
});

it("[PC666] shows a thing once in eight scenes, to whomever", () => {
  const line: Fact = {
    id: "orsolya-says-1",
    text: "I keep the thimble for my sister.",
    clause: "I keep the thimble for my sister",
    topic: "",
    file: "characters/npcs/orsolya/profile.json",
    knownBy: ["orsolya"],
    said: "orsolya",
    names: [],
  };
  const shown = (last: number): number =>
    candidates({
      scene: 20,
      matter: { ...RICH, facts: [...RICH.facts, line] },
      state: {
        inventory: { thimble: { name: "a steel thimble" } },
        storybook: { named: { "item:thimble": 19 } },
        world: { choices: { offers: { "use|benedek||||thimble": { passed: 0, last } } } },
      },
    }).filter(({ verb, bind }) => verb === "use" && bind.item === "thimble").length;
  expect([shown(19), shown(13), shown(12), shown(2)]).toEqual([0, 0, 1, 1]);
});

it("[PC667] counts as learned a topic that was named in play, and a way that a beat has named", () => {
  const ask = (heard: number) =>
    candidates({ state: { world: { known: { topics: { "brass-scale": heard } } } } }).find(
      ({ verb, bind }) => verb === "ask" && bind.topic === "brass-scale",
    )?.learned;
  expect([ask(0), ask(3)]).toEqual([false, true]);
  const hook: Hook = { kind: "beat-elsewhere", beat: "c", title: "C", place: "kiln", when: "soon", people: [] };
  const raised = { id: "b", title: "B", scene: 6, topics: [], place: "weigh-house", people: [], names: ["place:kiln"] };
  const go = candidates({ scene: 8, hooks: [hook], state: { world: { choices: { raised: [raised] } } } }).find(
    ({ sources }) => sources[0]?.ref === "c",
  );
  expect(go?.sources.map(({ ref }) => ref)).toEqual(["c", "b"]);
});
