// SPEC.md PC3300 to PC3305 and PC1909: choices that somebody who has just read the scene would want.
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { BeatMatter, Hook } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { holdsBack, onlyAsks } from "../src/due-candidates.js";
import { outcomesOf } from "../src/effects.js";
import { makeOffer } from "../src/offer.js";
import { applyOutcome } from "../src/outcome.js";
import { scoreAll } from "../src/scoring.js";
import { RICH } from "./fixture-story.js";
import { before, type Given, LAST, SETTINGS, slotOf, staged } from "./support.js";

const candidates = (given: Given = {}): readonly Candidate[] => candidatesFor(staged(given), []);
const beat = (change: Partial<BeatMatter> = {}): BeatMatter => ({
  id: "beat_004",
  title: "The page",
  told: ["Orsolya lays the page on the scale."],
  decisions: [],
  dialogue: [],
  people: ["orsolya"],
  names: ["npc:orsolya"],
  ...change,
});

describe("questions", () => {
  const known = (topic: string, named: number): JsonObject => ({
    world: { known: { topics: { [topic]: 1 } }, choices: { arrived: 0 } },
    storybook: { named: { [`topic:${topic}`]: named } },
  });
  const ask = (given: Given, topic: string, npc = "orsolya"): Candidate | undefined =>
    candidates(given).find(({ verb, bind }) => verb === "ask" && bind.npc === npc && bind.topic === topic);

  it("[PC3300] about a topic are small talk unless it was just told to somebody who has to do with it", () => {
    expect(ask({ state: known("tally", 7) }, "tally")).toMatchObject({ verb: "ask" });
    expect(ask({ state: known("tally", 7) }, "tally")?.idle).toBeUndefined();
    // It was named long ago, it is nothing of hers, or it is a place.
    expect(ask({ state: known("tally", 2) }, "tally")?.idle).toBe(true);
    expect(ask({ state: known("kiln-fire", 7) }, "kiln-fire")?.idle).toBe(true);
    expect(ask({ state: known("orchard", 7) }, "orchard")?.idle).toBe(true);
    // What the scene that is told now puts at issue is asked about, and a place is not.
    const told = beat({
      told: ["Orsolya lays the tally on the table, and says nothing of the orchard."],
      names: ["npc:orsolya", "topic:orchard", "topic:tally"],
    });
    expect(ask({ state: known("tally", 2), beat: told }, "tally")?.idle).toBeUndefined();
    expect(ask({ state: known("orchard", 2), beat: told }, "orchard")?.idle).toBe(true);
  });

  it("[PC3300] about somebody are small talk unless what was just told is about them", () => {
    const gossip = (told: string): Candidate | undefined =>
      candidates({
        beat: beat({ told: [told, "Orsolya shuts the door.", "It is late.", "The lamp is lit."] }),
        state: { storybook: { named: { "npc:benedek": 8 } } },
      }).find(({ verb, bind, serves = [] }) => verb === "gossip" && bind.npc2 === "benedek" && serves.length === 0);
    expect(gossip("Benedek has sold the kiln. Nobody has seen Benedek since.")).toBeDefined();
    expect(gossip("Benedek has sold the kiln. Nobody has seen Benedek since.")?.idle).toBeUndefined();
    expect(gossip("The kiln is cold, as under Benedek.")?.idle).toBe(true);
  });

  it("[PC3305] name what somebody has by a pronoun", () => {
    const topics = RICH.topics.map((one) => (one.id === "tally" ? { ...one, np: "Orsolya’s tally" } : one));
    const given = { state: known("tally", 7), matter: { ...RICH, topics } };
    expect(ask(given, "tally")?.text).toBe("Ask Orsolya about her tally");
    expect(ask({ state: known("tally", 7) }, "tally")?.text).toBeUndefined();
    // Nor is anybody looked for to be asked about it.
    const sayingOf = (topic: string): typeof RICH => {
      const text = `Nobody but me touches the ${topic.replace("-", " ")}.`;
      const said = {
        id: "orsolya-says-9",
        text,
        clause: text,
        topic: "",
        file: "",
        knownBy: ["orsolya"],
        said: "orsolya",
      };
      return { ...RICH, facts: [...RICH.facts, { ...said, names: [`topic:${topic}`] }] };
    };
    const away = { ...known("brass-scale", 7), people: { orsolya: { place: "weigh-house", met: 1 } }, place: "kiln" };
    const visit = (matter = RICH): string | undefined =>
      candidates({ state: away, matter, hooks: [LAST] }).find(
        ({ verb, bind }) => verb === "go" && bind.npc === "orsolya",
      )?.bind.topic;
    expect(visit()).toBeUndefined();
    expect(visit(sayingOf("brass-scale"))).toBe("brass-scale");
    const hers = RICH.topics.map((one) => (one.id === "brass-scale" ? { ...one, np: "Orsolya’s scale" } : one));
    expect(visit({ ...sayingOf("brass-scale"), topics: hers })).toBeUndefined();
  });
});

describe("a thing that somebody keeps something back on", () => {
  const kept = {
    id: "orsolya-confides-1",
    text: "I sewed the bailiff's purse into the satchel.",
    clause: "I sewed the bailiff's purse into the satchel",
    topic: "",
    file: "characters/npcs/orsolya/profile.json",
    knownBy: ["orsolya"],
    names: [],
    said: "orsolya",
    confided: true as const,
    after: "beat_099",
  };
  const wanting = (...motives: readonly string[]) => ({
    ...RICH,
    facts: [...RICH.facts, kept],
    people: RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives } : one)),
  });
  const wish = "to have every satchel opened at the bridge";
  const matter = wanting(wish);
  const told = beat({ told: ["Orsolya lays a satchel on the scale."] });
  const asked = (state: JsonObject = {}, scene = 8): Candidate | undefined =>
    candidates({ matter, beat: told, state, scene }).find(({ text }) => text === "Ask Orsolya about the satchel");

  it("[PC3306] is asked about once, and refused by its name", () => {
    expect(asked()).toMatchObject({ takesUp: true, bind: { npc: "orsolya", prop: "the satchel" } });
    const slot = slotOf("decide", asked()?.bind);
    const view = before({ matter, scene: 8 });
    const refusal = { kind: "refuse", npc: "orsolya", reason: wish } as const;
    expect(outcomesOf(view, slot, createRandom("a")).none).toEqual([refusal]);
    const { patch } = applyOutcome(view, slot, "none", [refusal]);
    expect(asked(patch, 20)).toBeUndefined();
    // Nor is anybody asked another such thing at once.
    expect(asked({ world: { choices: { done: { "unspoken:orsolya:page": 7 } } } })).toBeUndefined();
    expect(asked({ world: { choices: { done: { "unspoken:orsolya:page": 4 } } } })).toBeDefined();
    // Who keeps nothing back on it is not asked.
    expect(candidates({ beat: told }).some(({ text }) => text === "Ask Orsolya about the satchel")).toBe(false);
  });

  it.each([
    ["nothing says why", []],
    ["what they want has nothing to do with it", ["to keep the drawer shut until spring"]],
    ["what they want gives it away", ["to have the bailiff miss his satchel"]],
  ])("[PC3306] is not asked about where %s", (_, motives) => {
    expect(candidates({ matter: wanting(...motives), beat: told }).map(({ text }) => text)).not.toContain(
      "Ask Orsolya about the satchel",
    );
  });
});

it("[PC612] lets a set ask two things that were just told", () => {
  const line = (id: string, text: string) => ({
    id,
    text,
    clause: text,
    topic: "",
    file: "characters/npcs/orsolya/profile.json",
    names: [],
    knownBy: ["orsolya"],
    said: "orsolya",
  });
  const facts = [
    ...RICH.facts,
    line("orsolya-says-1", "I keep the thimble for my sister."),
    line("orsolya-says-2", "The bobbin was my mother's."),
  ];
  const both = beat({ told: ["Orsolya turns the thimble over, and lays down a bobbin."] });
  const sets = ["one", "two", "three", "four", "five"].map((seed) =>
    makeOffer(staged({ matter: { ...RICH, facts }, beat: both, seed }), [], [], SETTINGS).slots.map(({ text }) => text),
  );
  for (const texts of sets)
    expect(texts).toEqual(expect.arrayContaining(["Ask Orsolya about the thimble", "Ask Orsolya about the bobbin"]));
});

describe("deeds towards somebody", () => {
  const help = (given: Given): Candidate | undefined =>
    candidates(given).find(({ verb, bind }) => verb === "help" && bind.npc === "orsolya" && bind.text === undefined);

  it("[PC3301] are an offer of help where they were looked for, or the story waits for how they feel", () => {
    const things = { scene: 7, names: ["tally"] };
    const met = { people: { orsolya: { met: 2 } }, world: { choices: { things } } };
    expect(help({ state: met })?.idle).toBe(true);
    expect(help({ state: met, beat: beat() })?.idle).toBe(true);
    const hook: Hook = { kind: "tag", beat: "b", title: "B", tag: "t", npc: "orsolya", measure: "trusts" };
    expect(help({ state: met, hooks: [hook] })?.idle).toBeUndefined();
    const go = { id: "x", verb: "go", class: "move", text: "x", label: "x", tags: [], sources: [] } as const;
    const sought = help({ state: met, choice: { ...go, bind: { place: "weigh-house", npc: "orsolya" } } });
    expect(sought).toMatchObject({ text: "Ask Orsolya what you can do", takesUp: true });
  });

  it("[PC70] ask what they mean to do after what has just happened", () => {
    const wish = (given: Given): Candidate | undefined =>
      candidates(given).find(({ verb, bind }) => verb === "ask" && bind.npc === "orsolya" && bind.topic === undefined);
    const world = { choices: { things: { scene: 7, names: ["tally"] } } };
    expect(wish({ beat: beat(), state: { world } })).toMatchObject({ text: "Ask Orsolya what she means to do" });
    expect(wish({ beat: beat(), state: { world } })?.idle).toBeUndefined();
    expect(wish({ state: { people: { orsolya: { met: 2 } }, world } })).toMatchObject({
      text: "Ask Orsolya what she wants",
      idle: true,
    });
  });

  it("[PC3304] promise the deed that somebody wants and not what its words add", () => {
    const promise = (motive: string): string | undefined => {
      const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives: [motive] } : one));
      const state = { world: { known: { motives: { orsolya: { [motive]: 3 } } } } };
      return candidates({ state, matter: { ...RICH, people } }).find(({ verb }) => verb === "accept")?.text;
    };
    expect(promise("to get the ladder mended before it falls")).toBe(
      "Promise Orsolya that you will help her get the ladder mended",
    );
    expect(promise("to burn the tally, with its chalk")).toBe("Promise Orsolya that you will help her burn the tally");
    // Nobody is helped to make up their mind.
    expect(
      candidates({ state: { world: { known: { motives: { orsolya: { "to decide on the tally": 3 } } } } } }),
    ).not.toContainEqual(expect.objectContaining({ verb: "accept" }));
  });

  it("[PC1904] take back a promise by saying what will not be done", () => {
    const threads = { "promise-orsolya": { kind: "promise", npc: "orsolya", opened: 1, state: "open", text: "x" } };
    expect(candidates({ scene: 12, state: { threads } }).find(({ verb }) => verb === "refuse")).toMatchObject({
      text: "Tell Orsolya that you will not help her after all",
      idle: true,
    });
  });
});

describe("ways", () => {
  it("[PC3302] lead by the way only to what was just named", () => {
    const way = (named: number): Candidate | undefined =>
      candidates({
        state: {
          world: { known: { facts: { "frost-year-3": 2 } } },
          storybook: { named: { "place:kiln": named } },
          people: { benedek: { place: "kiln" } },
        },
      }).find(({ verb, bind }) => verb === "go" && bind.place === "kiln" && bind.npc === undefined);
    expect(way(7)?.idle).toBeUndefined();
    expect(way(7)).toBeDefined();
    expect(way(2)?.idle).toBe(true);
  });

  it("[PC3302] lead back to nobody who was to be looked for a moment ago and has nothing to say", () => {
    const visit = (offers: JsonObject): Candidate | undefined => {
      const people = { ilka: { place: "orchard" } };
      const named = { "npc:ilka": 2, "place:orchard": 2 };
      const facts = RICH.facts.filter(({ names }) => !names.includes("npc:ilka"));
      const given = {
        matter: { ...RICH, facts },
        state: { people, storybook: { named }, world: { choices: { offers } } },
      };
      // What would give nothing is left out while there is more: so all are asked for in the last scene of the story.
      return candidates({ ...given, hooks: [LAST] }).find(({ verb, bind }) => verb === "go" && bind.npc === "ilka");
    };
    expect(visit({})?.idle).toBe(true);
    expect(visit({})?.empty).toBeUndefined();
    expect(visit({ "go|ilka|||orchard": { passed: 0, last: 7 } })?.empty).toBe(true);
    expect(visit({ "go|ilka|||orchard": { passed: 0, last: 1 } })?.empty).toBeUndefined();
  });

  it("[PC3303] lead nowhere where the player is already", () => {
    const names: Record<string, string> = { "weigh-house": "the dairy of Orsk", kiln: "Orsk", orchard: "Orskholm" };
    const places = RICH.places.map((one) => ({ ...one, name: names[one.id] ?? one.name }));
    const goals = candidates({ matter: { ...RICH, places } }).flatMap(({ verb, bind }) =>
      verb === "go" && bind.npc === undefined ? [bind.place] : [],
    );
    expect(goals).not.toContain("kiln");
    expect(goals).toContain("orchard");
  });

  it("[PC5302] lead to no place of which a part is waited for", () => {
    const waits = { kind: "beat-elsewhere", beat: "b", title: "B", place: "kiln", when: "due" } as const;
    const goals = (kiln: string) => {
      const names: Record<string, string> = { kiln, orchard: "Orsk" };
      const places = RICH.places.map((one) => ({ ...one, name: names[one.id] ?? one.name }));
      return candidates({ matter: { ...RICH, places }, hooks: [waits] }).flatMap(({ verb, bind }) =>
        verb === "go" && bind.npc === undefined ? [bind.place] : [],
      );
    };
    expect(goals("the well of Orsk")).not.toContain("orchard");
    expect(goals("the well")).toContain("orchard");
    expect(goals("the well of Orsk")).toContain("kiln");
  });
});

describe("what a beat leaves to decide", () => {
  it.each([
    ["ask him who wrote it", true],
    ["ask her under your breath what she would do", true],
    ["ask him his right name", true],
    ["ask the weigher: “What is owed?”", true],
    ["ask the company to choose", false],
    ["ask for a written bill", false],
    ["ask that it be measured", false],
    ["ask the child", false],
    ["read the seal", true],
    ["read it aloud", false],
    ["burn it", false],
  ])("[PC1909] is settled or not by %s", (words, asks) => {
    expect(onlyAsks(words)).toBe(asks);
  });

  it("[PC1909] stays open after a question and after holding back, and can still be asked about afterwards", () => {
    const choices = [
      { text: "ask him who wrote it", decides: true as const },
      { text: "say nothing", decides: true as const },
      { text: "burn it", decides: true as const },
      { text: "keep silent until noon", decides: true as const, tag: "kept_silent" },
    ];
    const { patch: state } = makeOffer(staged({ beat: beat({ choices }) }), [], [], SETTINGS);
    const left = (text: string): readonly string[] => {
      const slot = slotOf("decide", { beat: "beat_004", text });
      const { patch } = applyOutcome(before({ scene: 9, state }), slot, "none", [{ kind: "flag", name: "x" }]);
      return (patch.world as { choices: { beat: { choices: { text: string }[] } } }).choices.beat.choices.map(
        (one) => one.text,
      );
    };
    // Who has asked can no longer say nothing.
    expect(left("ask him who wrote it")).toEqual(["burn it", "keep silent until noon"]);
    expect(left("say nothing")).toEqual(["ask him who wrote it", "burn it", "keep silent until noon"]);
    expect(left("burn it")).toEqual(["ask him who wrote it"]);
    // What another beat waits for is a decision, whatever it is.
    expect(left("keep silent until noon")).toEqual(["ask him who wrote it"]);
    expect(holdsBack("stand in the way")).toBe(false);
  });

  it("[PC3700] is settled by holding back where that is one of two ways, or where something is said of it alone", () => {
    const left = (...choices: { text: string; result?: string }[]): readonly string[] => {
      const all = choices.map((one) => ({ ...one, decides: true as const }));
      const { patch: state } = makeOffer(staged({ beat: beat({ choices: all }) }), [], [], SETTINGS);
      const slot = slotOf("decide", { beat: "beat_004", text: choices[0]?.text ?? "" });
      const { patch } = applyOutcome(before({ scene: 9, state }), slot, "none", [{ kind: "flag", name: "x" }]);
      return (patch.world as { choices: { beat: { choices: { text: string }[] } } }).choices.beat.choices.map(
        (one) => one.text,
      );
    };
    expect(left({ text: "hold your tongue" }, { text: "speak up for Osk" })).toEqual([]);
    expect(left({ text: "wait" }, { text: "speak up for Osk" }, { text: "send for the priest" })).toEqual([
      "speak up for Osk",
      "send for the priest",
    ]);
    const seen = { text: "wait", result: "He says it himself." };
    expect(left(seen, { text: "speak up for Osk" }, { text: "send for the priest" })).toEqual([]);
  });

  it("[PC3701] asks about no price that has been paid", () => {
    const asks = { asks: "orsolya" };
    const choices = [
      { text: "leave a name", decides: true as const },
      { text: "leave the ring", decides: true as const },
      { text: "ask Orsolya about the price", ...asks },
      { text: "ask Orsolya about the net", ...asks },
    ];
    const people = { orsolya: { place: "weigh-house", met: 2 } };
    const { patch } = makeOffer(staged({ state: { people }, beat: beat({ choices }) }), [], [], SETTINGS);
    const paid = applyOutcome(
      before({ scene: 9, state: patch }),
      slotOf("decide", { beat: "beat_004", text: "leave a name" }),
      "none",
      [{ kind: "flag", name: "x" }],
    ).patch;
    const asked = (state: JsonObject): readonly string[] =>
      candidates({ scene: 9, state: mergePatch({ people }, state) as JsonObject }).flatMap(({ bind, text }) =>
        bind.beat === "beat_004" && text?.startsWith("Ask") ? [text] : [],
      );
    expect(asked(patch)).toEqual(["Ask Orsolya about the price", "Ask Orsolya about the net"]);
    expect(asked(mergePatch(patch, paid) as JsonObject)).toEqual(["Ask Orsolya about the net"]);
  });

  it("[PC1909] is told once where the same comes of every choice, and an offer that was taken is no question", () => {
    const result = "“Ask me later,” says Orsolya.";
    const choices = [
      { text: "ask him who wrote it", decides: true as const, result },
      { text: "burn it", decides: true as const, result },
      { text: "sign it", decides: true as const, result: "It is signed." },
    ];
    const offer = { npc: "orsolya", kind: "request", yes: "read the page to Orsolya", no: "refuse" } as const;
    const { patch: state } = makeOffer(staged({ beat: beat({ choices }) }), [], [], SETTINGS);
    const after = (verb: "decide" | "accept", text: string, given: JsonObject = state): JsonObject => {
      const slot = slotOf(verb, { beat: "beat_004", text });
      const { patch } = applyOutcome(before({ scene: 9, state: given }), slot, "none", [{ kind: "flag", name: "x" }]);
      return (patch.world as { choices: { beat: JsonObject } }).choices.beat;
    };
    expect(after("decide", "ask him who wrote it").choices).toEqual([
      { text: "burn it", decides: true },
      { text: "sign it", decides: true, result: "It is signed." },
    ]);
    // A question decides nothing.
    expect(after("decide", "ask him who wrote it").decided).toBeUndefined();
    expect(after("decide", "burn it").decided).toBe("burn-it");
    const put = {
      world: {
        choices: { beat: { ...(state.world as { choices: { beat: JsonObject } }).choices.beat, choices: [], offer } },
      },
    };
    expect(after("accept", "read the page to Orsolya", put)).toMatchObject({ offer: null });
  });
});

it("[PC37] puts no question again in the words of the topic that was put of the thing", () => {
  const choice = slotOf("decide", {
    npc: "orsolya",
    prop: "the chalk tally",
    fact: "x",
    text: "ask Orsolya about the chalk tally",
  });
  const again: Candidate = {
    verb: "ask",
    bind: { npc: "orsolya", topic: "chalk-tally" },
    sources: [],
    salience: 1,
    learned: true,
    tags: [],
  };
  const rests = (one: Candidate): boolean | undefined =>
    scoreAll(staged({ scene: 9, choice }), [one], new Set(), createRandom("a"))[0]?.rests;
  expect(rests(again)).toBe(true);
  expect(rests({ ...again, bind: { npc: "benedek", topic: "chalk-tally" } })).toBe(false);
  expect(rests({ ...again, bind: { npc: "orsolya", topic: "toll" } })).toBe(false);
});

it("[PC68] lets a deed that presses rest after two offers where something else leads on", () => {
  const presses: Hook = { kind: "tag", beat: "b", title: "B", tag: "t", text: "open the drawer", presses: true };
  const other: Hook = { kind: "beat-elsewhere", beat: "c", title: "C", place: "kiln", when: "soon" };
  const rests = (hooks: readonly Hook[], passed: number, last: number): boolean | undefined => {
    const offers = { "decide|||||||||b|open the drawer": { passed, last } };
    const view = staged({ hooks, scene: 9, state: { world: { choices: { offers } } } });
    return scoreAll(view, candidatesFor(view, []), new Set(), createRandom("a")).find(
      ({ candidate }) => candidate.text === "Open the drawer",
    )?.rests;
  };
  expect(rests([presses, other], 0, 8)).toBe(false);
  expect(rests([presses, other], 1, 8)).toBe(true);
  expect(rests([presses, other], 1, 7)).toBe(true);
  expect(rests([presses, other], 1, 6)).toBe(false);
  // Where nothing else leads on, or it closes the story, it is offered in every scene.
  expect(rests([presses], 1, 8)).toBe(false);
  expect(rests([{ ...presses, closes: true }, other], 1, 8)).toBe(false);
});
