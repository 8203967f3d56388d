// SPEC.md PC8 to PC15: what comes of a choice.
import { getPath, type JsonObject, mergePatch } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { Bindings, Effect, Fact, Outcome, Verb } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { arrival } from "../src/costs.js";
import { polarityOf } from "../src/deeds.js";
import { outcomesOf } from "../src/effects.js";
import { findable, overhearable, seenHere } from "../src/knowledge.js";
import { applyOutcome } from "../src/outcome.js";
import { RICH } from "./fixture-story.js";
import { before, contextWith, type Given, slotOf } from "./support.js";

interface Case {
  readonly verb?: Verb;
  readonly bind?: Bindings;
  readonly tags?: readonly string[];
  readonly outcome?: Outcome;
  readonly given?: Given;
}

function apply(effects: readonly Effect[], one: Case = {}) {
  const slot = slotOf(one.verb ?? "ask", one.bind ?? { npc: "orsolya", topic: "tally" }, { tags: one.tags ?? [] });
  const applied = applyOutcome(before(one.given), slot, one.outcome ?? "none", effects);
  const state = mergePatch(contextWith(one.given) as JsonObject, applied.patch);
  return { ...applied, state, at: (path: string) => getPath(state, path) };
}

const debt: JsonObject = { kind: "debt", npc: "orsolya", opened: 1, state: "open", text: "what you owe Orsolya" };

it.each<[string, Partial<Fact>, Given, object[]]>([
  ["everybody knows", {}, {}, [{ how: "everybody here knows it" }]],
  ["few know", { knownBy: ["orsolya"] }, {}, [{ how: "they are among the few who know it" }]],
  [
    "the player told",
    { knownBy: ["ilka"] },
    { state: { world: { choices: { shared: { "orsolya:tally-1": 3 } } } } },
    [{ how: "the player told them", scene: 3 }],
  ],
  ["nobody could have told", { knownBy: ["ilka"] }, {}, []],
])("[PC501] says how whoever told something knows what %s", (_what, more, given, known) => {
  const matter = { ...RICH, facts: RICH.facts.map((fact) => (fact.id === "tally-1" ? { ...fact, ...more } : fact)) };
  const learn = { kind: "learn", fact: "tally-1", from: "orsolya", whole: true, how: "told" } as const;
  const expected = known.map((one) => ({ npc: "orsolya", fact: "tally-1", ...one }));
  expect(apply([learn], { given: { ...given, matter } }).knowledge).toEqual(expected);
});

describe("the hour of the next beat", () => {
  const rest: Effect = { kind: "time", minutes: 180 };
  const ends = (until: number, verb: Verb = "rest", bind: Bindings = {}) => {
    const { at, effects } = apply([rest], { given: { state: { clock: { minutes: 800, until } } }, verb, bind });
    return [at("clock.minutes"), effects.find(({ kind }) => kind === "time")];
  };

  it("[PC1905] is not passed by time that is only spent", () => {
    expect(ends(890)).toEqual([885, { ...rest, minutes: 85 }]);
    expect(ends(810)).toEqual([805, undefined]);
    expect(ends(780)).toEqual([801, undefined]);
    expect(ends(2000)[1]).toEqual(rest);
    // Who waits for a beat has it come.
    expect(ends(890, "wait", { beat: "b" })[1]).toEqual(rest);
  });
});

describe("effects that cannot happen", () => {
  it.each<[string, Effect, Given]>([
    [
      "a fact known already",
      { kind: "learn", fact: "tally-1", whole: true, how: "found" },
      { state: { world: { known: { facts: { "tally-1": 2 } } } } },
    ],
    ["a fact that does not exist", { kind: "learn", fact: "none", whole: true, how: "found" }, {}],
    ["a second debt", { kind: "owe", npc: "orsolya" }, { state: { threads: { "debt-orsolya": debt } } }],
    ["payment without a debt", { kind: "paid", npc: "orsolya" }, {}],
    ["leaving without being here", { kind: "leave", npc: "ilka", place: "orchard" }, {}],
    ["coming while being here", { kind: "arrive", npc: "orsolya", place: "weigh-house" }, {}],
    ["a journey to where one is", { kind: "move", place: "weigh-house" }, {}],
    ["losing what is not carried", { kind: "item", id: "rope", name: "rope", gained: false }, {}],
    ["finding what is carried", { kind: "item", id: "brass-tally", name: "brass tally", gained: true }, {}],
    ["losing a condition one has not", { kind: "condition", name: "tired", gained: false }, {}],
    ["closing a thread that is not open", { kind: "thread", id: "promise-ilka", npc: "ilka", state: "closed" }, {}],
    [
      "feelings of the dead",
      { kind: "feeling", npc: "ilka", delta: 10 },
      { state: { people: { ilka: { alive: false } } } },
    ],
    [
      "a redirect to the dead",
      { kind: "redirect", npc: "orsolya", to: "ilka", topic: "toll" },
      { state: { people: { ilka: { alive: false } } } },
    ],
  ])("[PC8] %s is dropped", (_, effect, given) => {
    expect(apply([effect], { given }).effects).not.toContainEqual(effect);
  });

  it("[PC8] the same thing happens once", () => {
    const learn: Effect = { kind: "learn", fact: "tally-1", whole: true, how: "found" };
    const { effects } = apply([
      learn,
      { ...learn, how: "told", from: "orsolya" },
      { kind: "feeling", npc: "orsolya", delta: 5 },
      { kind: "feeling", npc: "orsolya", delta: 10 },
    ]);
    expect(effects).toEqual([learn, { kind: "feeling", npc: "orsolya", delta: 5 }]);
  });
});

describe("patches", () => {
  it("[PC9] what is learned becomes known, with the topics it names and who told it", () => {
    const { at } = apply([{ kind: "learn", fact: "tally-1", from: "orsolya", whole: true, how: "told" }]);
    expect(at("world.known.facts.tally-1")).toBe(8);
    expect(at("world.known.topics.frost-year")).toBe(8);
    expect(at("world.known.topics.tally")).toBe(0);
    expect(at("world.choices.shared")).toEqual({ "orsolya:tally-1": 8 });
  });

  it.each<[Effect, string, unknown]>([
    [
      { kind: "motive", npc: "ilka", text: "to sell the ladder" },
      "world.known.motives.ilka",
      { "to sell the ladder": 8 },
    ],
    [{ kind: "relation", npc: "ilka", to: "toll-man", text: "x" }, "world.known.relations", { "ilka>toll-man": 8 }],
    [{ kind: "feeling", npc: "orsolya", delta: -15 }, "people.orsolya.feeling", -15],
    [{ kind: "owe", npc: "orsolya" }, "threads.debt-orsolya", { ...debt, opened: 8 }],
    [
      { kind: "redirect", npc: "orsolya", to: "ilka", topic: "toll" },
      "world.choices.redirect",
      { npc: "ilka", topic: "toll", scene: 8 },
    ],
    [
      { kind: "arrive", npc: "ilka", place: "weigh-house" },
      "people.ilka",
      { place: "weigh-house", since: 8, alive: true, feeling: 0 },
    ],
    [{ kind: "condition", name: "tired", gained: true }, "player.conditions", { tired: 8 }],
    [{ kind: "noticed", by: "ilka" }, "threads.watcher-ilka.kind", "watcher"],
    [{ kind: "item", id: "rope", name: "rope", gained: true }, "inventory.rope", { name: "rope", count: 1 }],
    [{ kind: "item", id: "brass-tally", name: "brass tally", gained: false, npc: "orsolya" }, "inventory", {}],
    [{ kind: "thread", id: "promise-ilka", npc: "ilka", state: "opened" }, "threads.promise-ilka.kind", "promise"],
    [{ kind: "flag", name: "took-the-page" }, "flags.took-the-page", 8],
  ])("[PC9] %j is written at %s", (effect, path, expected) => {
    expect(apply([effect]).at(path)).toEqual(expected);
  });

  it("[PC9] feelings stay between -100 and 100, and a paid debt is closed", () => {
    const given = { state: { people: { orsolya: { feeling: 95 } }, threads: { "debt-orsolya": debt } } };
    const { at } = apply(
      [
        { kind: "feeling", npc: "orsolya", delta: 20 },
        { kind: "paid", npc: "orsolya" },
      ],
      { given },
    );
    expect(at("people.orsolya.feeling")).toBe(100);
    expect(at("threads.debt-orsolya.state")).toBe("closed");
  });

  it("[PC9] a journey sets the place, and a first visit is noted once", () => {
    const first = apply([{ kind: "move", place: "kiln" }], { verb: "go", bind: { place: "kiln" } });
    expect([first.at("place"), first.at("world.visited.kiln")]).toEqual(["kiln", 8]);
    const given = { state: { world: { visited: { kiln: 3 } } } };
    expect(
      apply([{ kind: "move", place: "kiln" }], { verb: "go", bind: { place: "kiln" }, given }).at("world.visited.kiln"),
    ).toBe(3);
  });

  it("[PC10] every scene takes time, and lost time comes on top", () => {
    expect(apply([]).at("clock.minutes")).toBe(1020 + 15);
    expect(apply([{ kind: "time", minutes: 45 }]).at("clock.minutes")).toBe(1020 + 15 + 45);
    expect(apply([], { verb: "wait", bind: {} }).at("clock.minutes")).toBeGreaterThan(1020);
  });

  it("[PC11] tags set flags", () => {
    expect(apply([], { tags: ["side-with-ilka"] }).at("flags")).toEqual({ "side-with-ilka": 8 });
  });

  it("[PC61] who was asked what, and who has refused, is noted", () => {
    const asked = apply([], { verb: "ask", bind: { npc: "orsolya", topic: "tally" } });
    expect(asked.at("world.choices.done")).toEqual({ "asked-1:orsolya:tally": 8 });
    const refused = apply([{ kind: "refuse", npc: "orsolya", topic: "tally" }], {
      verb: "press",
      bind: { npc: "orsolya", topic: "tally" },
    });
    expect(refused.at("world.choices.done")).toEqual({
      "asked-1:orsolya:press tally": 8,
      "refused:orsolya:tally": 8,
    });
  });

  it("[PC15] what was done once is noted", () => {
    expect(apply([], { verb: "search", bind: { prop: "a brass scale" } }).at("world.choices.done")).toEqual({
      "search:weigh-house:a brass scale": 8,
    });
    expect(apply([], { verb: "help", bind: { npc: "orsolya", text: "to win" } }).at("world.choices.done")).toEqual({
      "help:orsolya:to win": 8,
    });
    expect(apply([{ kind: "item", id: "rope", name: "rope", gained: true }]).at("world.choices.done")).toMatchObject({
      "take:rope": 8,
    });
  });
});

describe("what happens by itself", () => {
  const opened = (scene: number, more: JsonObject = {}): Given => ({
    state: { threads: { "debt-orsolya": { ...debt, opened: scene, ...more } } },
  });
  const due = { kind: "thread", id: "debt-orsolya", npc: "orsolya", state: "due" };

  it("[PC12] a debt comes due after six scenes, once", () => {
    expect(apply([], { given: opened(3) }).effects).toEqual([]);
    const { effects, at } = apply([], { given: opened(2) });
    expect(effects).toEqual([due]);
    expect(at("threads.debt-orsolya.state")).toBe("due");
    expect(apply([], { given: opened(2, { state: "due" }) }).effects).toEqual([]);
  });

  it("[PC12][PC1904] only the oldest in a scene, never a promise, and not the one that the choice is about", () => {
    const threads = {
      "debt-orsolya": { ...debt, opened: 2 },
      "old-debt": { ...debt, opened: 1 },
      "promise-orsolya": { ...debt, kind: "promise", opened: 0 },
    };
    expect(apply([], { given: { state: { threads } } }).effects).toEqual([{ ...due, id: "old-debt" }]);
    expect(
      apply([], { given: opened(2), verb: "settle", bind: { npc: "orsolya", thread: "debt-orsolya" } }).effects,
    ).toEqual([]);
  });

  it("[PC12] whoever watches shows themselves, and a condition makes itself felt and stays", () => {
    const watcher: Given = {
      state: { threads: { "watcher-ilka": { kind: "watcher", npc: "ilka", opened: 1, state: "open", text: "" } } },
    };
    expect(apply([], { given: watcher }).effects).toEqual([
      { kind: "arrive", npc: "ilka", place: "weigh-house" },
      { kind: "thread", id: "watcher-ilka", npc: "ilka", state: "due" },
    ]);
    const tired: Given = {
      state: {
        player: { conditions: { tired: 1 } },
        threads: { "condition-tired": { kind: "condition", opened: 1, state: "open", text: "tired" } },
      },
    };
    const { effects, at } = apply([], { given: tired });
    expect(effects).toEqual([{ kind: "thread", id: "condition-tired", state: "due" }]);
    expect([at("player.conditions"), at("threads.condition-tired.state")]).toEqual([{ tired: 1 }, "due"]);
  });

  it("[PC14] remembers by name whom a warning or a question was about", () => {
    const warned = { npc: "orsolya", npc2: "ilka" };
    for (const verb of ["warn", "gossip"] as const)
      expect(applyOutcome(before(), slotOf(verb, warned), "success", []).memory.deed?.template).toMatch(
        /\{npc2\.name\}$/,
      );
  });

  it("[PC50] by night nobody comes by but who waits, and by day only to where people come by", () => {
    const comes = (given: Given) => {
      const found = Array.from({ length: 40 }, (_, index) => arrival(before(given), createRandom(`s${index}`)));
      return new Set(found.map((effect) => (effect?.kind === "arrive" ? effect.npc : "nobody")));
    };
    const at = (hour: number, more: JsonObject = {}): Given => ({ state: { clock: { minutes: 60 * hour }, ...more } });
    expect(comes(at(14)).has("nobody")).toBe(false);
    expect([...comes(at(23))]).toEqual(["nobody"]);
    expect([...comes(at(4))]).toEqual(["nobody"]);
    const watcher = { kind: "watcher", npc: "ilka", opened: 7, state: "open", text: "" };
    expect([...comes(at(23, { threads: { "watcher-ilka": watcher } }))]).toEqual(["ilka"]);
    const hook = {
      kind: "beat-elsewhere",
      beat: "b",
      title: "B",
      place: "kiln",
      people: ["ilka"],
      when: "due",
    } as const;
    expect(comes(at(14)).has("ilka")).toBe(true);
    expect(comes({ ...at(14), hooks: [hook] }).has("ilka")).toBe(false);
  });

  const visit: Given = { state: { people: { ilka: { place: "weigh-house", since: 5 } } } };
  const leave = (given: Given) =>
    apply([{ kind: "move", place: "kiln" }], { given, verb: "go", bind: { place: "kiln" } });

  it("[PC13] a visitor goes home when the player leaves, and nothing is told of it", () => {
    const gone = leave(visit);
    expect(gone.at("people.ilka.place")).toBe("orchard");
    expect(gone.effects).toEqual([{ kind: "move", place: "kiln" }]);
    expect(apply([], { given: visit }).effects).toEqual([]);
    const along = apply([{ kind: "move", place: "kiln" }], {
      given: visit,
      verb: "follow",
      bind: { place: "kiln", npc: "ilka" },
    });
    expect(along.at("people.ilka.place")).not.toBe("orchard");
  });

  it("[PC3323] nobody goes to a home that is only guessed", () => {
    const people = RICH.people.map((one) => (one.id === "ilka" ? { ...one, homeIsGuess: true as const } : one));
    const gone = leave({ ...visit, matter: { ...RICH, people } });
    expect(gone.at("people.ilka.place")).not.toBe("orchard");
  });

  it("[PC13] nobody goes home while a decision about them is open", () => {
    const open = (decisions: string[], place = "weigh-house"): Given => ({
      state: {
        ...visit.state,
        world: {
          choices: {
            beat: { id: "b", title: "B", scene: 6, decisions, people: ["ilka"], names: [], place, decided: null },
          },
        },
      },
    });
    expect(leave(open(["sell the page"])).at("people.ilka.place")).not.toBe("orchard");
    expect(leave(open([])).at("people.ilka.place")).toBe("orchard");
    expect(leave(open(["sell the page"], "kiln")).at("people.ilka.place")).toBe("orchard");
  });

  it("[PC13] nobody of a beat is sent away", () => {
    const given = visit;
    const beat = {
      id: "beat_001",
      title: "A beat",
      told: [],
      decisions: [],
      dialogue: [],
      people: ["ilka"],
      names: [],
    };
    expect(apply([{ kind: "leave", npc: "ilka", place: "orchard" }], { given: { ...given, beat } }).effects).toEqual(
      [],
    );
  });

  it("[PC13] nobody comes or goes by themselves while the player stays", () => {
    const given: Given = { state: { world: { choices: { company: { orsolya: 3 } } } } };
    expect(apply([], { given }).effects).toEqual([]);
  });

  it("[PC13] counts the scenes with each person, from nothing after a journey", () => {
    const given: Given = { state: { world: { choices: { company: { orsolya: 1 } } } } };
    expect(apply([], { given }).at("world.choices.company")).toEqual({ orsolya: 2 });
    const gone = apply([{ kind: "move", place: "kiln" }], { given, verb: "go", bind: { place: "kiln" } });
    expect(gone.at("world.choices.company")).toEqual({});
    expect(gone.effects).toEqual([{ kind: "move", place: "kiln" }]);
  });
});

describe("memories", () => {
  it("[PC14] say in one sentence what was done and what came of it", () => {
    const told: Effect = { kind: "learn", fact: "tally-1", from: "orsolya", whole: true, how: "told" };
    const { memory } = apply([told, { kind: "owe", npc: "orsolya" }], { outcome: "partial" });
    expect(memory).toMatchObject({
      summary:
        "You asked Orsolya about the chalk tally, and she told you that the chalk tally was paid for in chaff 1 times over, and you were left in debt to her.",
      scene: 8,
      characters: ["orsolya"],
      location: "weigh-house",
      significance: "medium",
      deed: { verb: "ask", outcome: "partial", polarity: "mixed", template: "[ask] {npc.o} about {topic}" },
    });
    expect(memory.tags).toEqual(
      expect.arrayContaining(["ask", "partial", "topic:tally", "effect:learn", "effect:owe"]),
    );
  });

  it.each([
    [
      "The toll is three eggs.",
      "ask",
      {},
      "You asked Orsolya about the chalk tally, and she said: “The toll is three eggs.”",
    ],
    [
      "The toll is three eggs",
      "ask",
      {},
      "You asked Orsolya about the chalk tally, and she said: “The toll is three eggs”.",
    ],
    ["Pay!", "decide", { text: "sign the page" }, "You signed the page, and Orsolya said: “Pay!”"],
  ] as const)(
    "[PC14] what somebody said ends once, and is of whom the sentence names: %s",
    (text, verb, more, summary) => {
      const said: Fact = {
        id: "says-1",
        text,
        clause: text,
        topic: "toll",
        file: "",
        knownBy: ["orsolya"],
        said: "orsolya",
        names: [],
      };
      const given: Given = { matter: { ...RICH, facts: [...RICH.facts, said] } };
      const told: Effect = { kind: "learn", fact: "says-1", from: "orsolya", whole: true, how: "told" };
      const bind = { npc: "orsolya", topic: "tally", ...more };
      expect(apply([told], { given, verb, bind }).memory.summary).toBe(summary);
    },
  );

  it("[PC14] a failed act has its own words, and but only before what it brought all the same", () => {
    const redirect: Effect = { kind: "redirect", npc: "orsolya", to: "ilka", topic: "tally" };
    expect(apply([redirect], { outcome: "fail" }).memory).toMatchObject({
      summary: "You could get nothing out of Orsolya about the chalk tally, but she sent you to Ilka.",
      characters: ["orsolya", "ilka"],
      deed: { template: "could get nothing out of {npc.o} about {topic}", polarity: "bad" },
    });
    const { memory } = apply([{ kind: "feeling", npc: "orsolya", delta: -10 }], { outcome: "fail" });
    expect(memory.summary).toBe("You could get nothing out of Orsolya about the chalk tally, and she turned cooler.");
  });

  it.each<[Verb, Bindings, string]>([
    ["help", { npc: "ilka", text: "to sell the ladder" }, "You helped Ilka sell the ladder."],
    ["give", { npc: "ilka", item: "brass-tally" }, "You gave Ilka the brass tally."],
    ["search", { prop: "a brass scale" }, "You looked closely at the brass scale."],
    ["listen", {}, "You stood and listened at the Weigh House."],
    ["go", { place: "kiln" }, "You went to the kiln."],
    ["decide", { beat: "beat_001", text: "sign the page" }, "You signed the page."],
    [
      "decide",
      { beat: "beat_001", text: "open the tin and ask the weigher" },
      "You opened the tin and asked the weigher.",
    ],
    ["decide", { beat: "beat_001", text: "eat the bread and water" }, "You ate the bread and water."],
  ])("[PC14] %s", (verb, bind, summary) => {
    expect(apply([], { verb, bind }).memory.summary).toBe(summary);
  });

  it("[PC14] what needed no dice and touched somebody counts as done", () => {
    const outcomeOf = (verb: Verb, bind: Bindings) => apply([], { verb, bind }).memory.deed?.outcome;
    expect(outcomeOf("give", { npc: "ilka", item: "brass-tally" })).toBe("success");
    expect(outcomeOf("decide", { beat: "beat_001", text: "sign the page" })).toBe("success");
    expect(outcomeOf("go", { place: "kiln" })).toBe("none");
  });

  it("[PC14] weigh what somebody would still speak of more than the rest", () => {
    const weight = (effects: readonly Effect[], one: Case = {}) => apply(effects, one).memory.significance;
    const given: Given = { state: { threads: { "debt-orsolya": debt } } };
    expect(weight([{ kind: "paid", npc: "orsolya" }], { given })).toBe("high");
    expect(weight([{ kind: "motive", npc: "orsolya", text: "to keep the drawer shut until spring" }])).toBe("medium");
    expect(weight([{ kind: "time", minutes: 60 }], { verb: "wait", bind: {} })).toBe("low");
  });

  it.each([
    ["help", "success", "good"],
    ["settle", "none", "good"],
    ["help", "partial", "mixed"],
    ["help", "fail", "bad"],
    ["press", "success", "bad"],
    ["ask", "success", "mixed"],
  ] as const)("[PC14] %s with %s was taken as %s", (verb, outcome, polarity) => {
    expect(polarityOf(verb, outcome)).toBe(polarity);
  });
});

describe("a decision", () => {
  it("[PC14] remembers somebody who asks for something as the subject of what they asked", () => {
    const slot = slotOf("accept", { beat: "beat_004", npc: "orsolya", text: "do what Orsolya asks" });
    const { memory } = applyOutcome(before(), slot, "none", []);
    expect(memory.deed?.template).toBe("[do] what {npc.s asked|asked}");
    expect(memory.summary).toBe("You did what she asked.");
  });

  it("[PC54] answers the beat, which stays what everybody has in mind", () => {
    const open = {
      id: "beat_001",
      title: "A page",
      scene: 3,
      decisions: ["sign the page"],
      people: [],
      names: [],
      place: "kiln",
    };
    const { at } = apply([{ kind: "flag", name: "sign-the-page" }], {
      verb: "decide",
      bind: { beat: "beat_001", text: "sign the page" },
      given: { scene: 5, state: { world: { choices: { beat: open } } } },
    });
    expect(at("world.choices.beat")).toMatchObject({
      id: "beat_001",
      scene: 5,
      decisions: [],
      decided: "sign-the-page",
    });
  });
});

describe("what is found", () => {
  it.each([
    ["The orchard is older than the well.", "lore/trees.md", true],
    ["Dough is fried in rings, and the last ring is hung in the orchard.", "lore/trees.md", false],
    ["The orchard is hung with lamps on the night of the feast.", "lore/customs/feast.md", false],
    ["A ladder with nine rungs stands in the orchard.", "lore/trees.md", true],
    ["The orchard is to be left by nine.", "lore/trees.md", false],
  ])("[PC6353] is what stands here, and no custom of another day: %s", (text, file, isFound) => {
    const fact: Fact = {
      id: "seen-1",
      text,
      clause: text,
      topic: "trees",
      file,
      knownBy: "common",
      names: ["place:orchard"],
    };
    const matter = { ...RICH, facts: [...RICH.facts, fact] };
    expect(seenHere(before({ matter, state: { place: "orchard" } })).includes(fact)).toBe(isFound);
  });

  it("[PC6355] comes with a wish of theirs where somebody comes", () => {
    const view = before({ state: { place: "weigh-house", people: { orsolya: { place: "kiln" } } } });
    const rows = Array.from(
      { length: 40 },
      (_, at) => outcomesOf(view, slotOf("wait", {}), createRandom(`s${at}`)).none,
    );
    const came = rows.filter((row) => row.some(({ kind }) => kind === "arrive"));
    for (const row of came)
      for (const effect of row)
        if (effect.kind === "motive")
          expect(row).toContainEqual(expect.objectContaining({ kind: "arrive", npc: effect.npc }));
    expect(came.some((row) => row.some(({ kind }) => kind === "motive"))).toBe(true);
  });

  it("[PC55] is of the place, and names it where it is of something else; what is overheard may be of more", () => {
    const view = before({ state: { place: "orchard", world: { known: { topics: { "brass-scale": 1 } } } } });
    const found = findable(view);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ topic, names }) => topic === "orchard" || names.includes("place:orchard"))).toBe(true);
    expect(overhearable(view).some(({ topic }) => topic === "brass-scale")).toBe(true);
  });
});

it("[PC6450] moves the player to where a decision leads, with whoever is taken along", () => {
  const bind = { beat: "b1", text: "bring Orsolya to Benedek", place: "kiln", npc: "benedek", npc2: "orsolya" };
  const given: Given = { state: { people: { benedek: { place: "kiln" } } } };
  const effects = outcomesOf(before(given), slotOf("decide", bind), createRandom("a")).none;
  expect(effects).toContainEqual({ kind: "move", place: "kiln" });
  const { at } = apply(effects, { verb: "decide", bind, given });
  expect([at("place"), at("people.orsolya.place"), at("people.benedek.place")]).toEqual(["kiln", "kiln", "kiln"]);
  const stays = outcomesOf(
    before(given),
    slotOf("decide", { beat: "b1", text: "say nothing" }),
    createRandom("a"),
  ).none;
  expect(stays.map(({ kind }) => kind)).not.toContain("move");
});
