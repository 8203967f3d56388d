// SPEC.md PC4200 to PC4209: choices that have a cause in what was told, and those that give way to them.
import type { JsonObject } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { BeatMatter, Effect, Fact, Hook } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { knownAbout } from "../src/knowledge.js";
import { outcomesOf } from "../src/effects.js";
import { applyOutcome } from "../src/outcome.js";
import { makeOffer } from "../src/offer.js";
import { putToPlayer } from "../src/put-to-player.js";
import { fillSlots, scoreAll } from "../src/scoring.js";
import { RICH } from "./fixture-story.js";
import { before, type Given, LAST, lineOf, SETTINGS, slotOf, staged } from "./support.js";

const candidates = (given: Given = {}): readonly Candidate[] => candidatesFor(staged(given), []);
const texts = (given: Given): readonly string[] => candidates(given).map(({ text = "" }) => text);

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

describe("what was told some scenes ago", () => {
  const matter = { ...RICH, facts: [...RICH.facts, lineOf("orsolya", "I oil the winch on Fridays.")] };
  const asks = (things: JsonObject, more: JsonObject = {}): boolean =>
    texts({ matter, state: { world: { choices: { things, ...more } } } }).includes("Ask Orsolya about the winch");

  it("[PC4200] is asked about of who has a line on it, for six scenes", () => {
    const earlier = (scene: number): JsonObject => ({ scene: 7, names: [], earlier: [{ scene, names: ["winch"] }] });
    expect(asks(earlier(3))).toBe(true);
    expect(asks(earlier(2))).toBe(true);
    expect(asks(earlier(1))).toBe(false);
    expect(asks({ scene: 7, names: ["ladder"] })).toBe(false);
  });

  it("[PC4200] is offered once in six scenes, whoever is asked", () => {
    const things = { scene: 7, names: [], earlier: [{ scene: 6, names: ["winch"] }] };
    const offered = (last: number): JsonObject => ({
      offers: { "decide|benedek|||||the winch": { passed: 0, last } },
    });
    expect(asks(things, offered(5))).toBe(false);
    expect(asks(things, offered(1))).toBe(true);
  });

  it("[PC4200] is kept from scene to scene, the last first", () => {
    const told = beat({ told: ["You oil the winch."] });
    const { patch } = makeOffer(
      staged({ matter, beat: told, state: { world: { choices: { things: { scene: 7, names: ["ladder"] } } } } }),
      [],
      [],
      SETTINGS,
    );
    expect((patch.world as { choices: { things: JsonObject } }).choices.things).toEqual({
      scene: 8,
      names: ["winch"],
      earlier: [{ scene: 7, names: ["ladder"] }],
    });
  });

  it("[PC4200] is nothing of the body", () => {
    const own = { ...RICH, facts: [...RICH.facts, lineOf("orsolya", "The elbow gives when it freezes.")] };
    const given = { matter: own, beat: beat({ told: ["Orsolya rubs the elbow."] }) };
    expect(texts(given)).not.toContain("Ask Orsolya about the elbow");
    const hands = { ...RICH, facts: [...RICH.facts, lineOf("orsolya", "I warm the hands at the kiln.")] };
    const shown = { matter: hands, beat: beat({ told: ["Orsolya rubs the hands."] }) };
    expect(texts(shown)).not.toContain("Ask Orsolya about the hands");
  });
});

describe("a line that somebody has to what was told", () => {
  const matter = {
    ...RICH,
    facts: [...RICH.facts, { ...lineOf("orsolya", "To the ounce, or not at all."), confided: true as const }],
  };
  const told = beat({ told: ["Orsolya weighs the bread to the last ounce."] });
  const makes = /^Ask Orsolya what she (?:makes of it|thinks of it|has to say to it)$/;

  it("[PC4201] is said to the question what they make of it", () => {
    const found = candidates({ matter, beat: told }).filter(({ text = "" }) => makes.test(text));
    expect(found).toMatchObject([{ verb: "decide", bind: { npc: "orsolya", fact: "orsolya-says-1" } }]);
    expect(texts({ matter, beat: told })).not.toContain("Hear Orsolya out");
  });

  it("[PC4201] is not asked for in the scene after such a question, nor of who has no pronoun", () => {
    const asked = (given: Given): boolean => texts({ matter, beat: told, ...given }).some((text) => makes.test(text));
    const offers = (last: number): JsonObject => ({
      world: { choices: { offers: { "decide|ilka": { passed: 0, last } } } },
    });
    expect(asked({ state: offers(7) })).toBe(false);
    expect(asked({ state: offers(5) })).toBe(true);
    const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, pronoun: null } : one));
    expect(
      texts({ matter: { ...matter, people }, beat: told }).filter((text) => /makes of it|say to it/.test(text)),
    ).toEqual([]);
  });
});

it("[PC4201] is not asked for where the line has an occasion of its own", () => {
  const own = { ...lineOf("orsolya", "Mind the ladder, it is new."), confided: true as const };
  const given = {
    matter: { ...RICH, facts: [...RICH.facts, own] },
    beat: beat({ told: ["Orsolya sets up the ladder."] }),
  };
  expect(texts(given).some((text) => /of it$|to it$/.test(text))).toBe(false);
});

it("[PC3303] goes to no part of where the player is", () => {
  const ways = (sentence: string): boolean =>
    candidates({
      hooks: [LAST],
      matter: {
        ...RICH,
        places: RICH.places.map((one) =>
          one.id === "kiln"
            ? { ...one, name: "the crypt", sentences: [sentence] }
            : one.id === "weigh-house"
              ? { ...one, name: "St Anne's Church" }
              : one,
        ),
      },
    }).some(({ verb, bind }) => verb === "go" && bind.place === "kiln" && bind.npc === undefined);
  expect(ways("The crypt of St Anne's is cold.")).toBe(false);
  expect(ways("The crypt of St Mary's is cold.")).toBe(true);
});

describe("a journey to somebody", () => {
  it("[PC4202] names a topic only where it was named just now and they have words of their own on it", () => {
    const said = { ...lineOf("orsolya", "Nobody but me touches the brass scale."), names: ["topic:brass-scale"] };
    const about = (named: number, facts: readonly Fact[]): string | undefined =>
      candidates({
        matter: { ...RICH, facts: [...RICH.facts, ...facts] },
        hooks: [LAST],
        state: {
          place: "kiln",
          people: { orsolya: { place: "weigh-house", met: 1 } },
          world: { known: { topics: { "brass-scale": 1 } } },
          storybook: { named: { "topic:brass-scale": named } },
        },
      }).find(({ verb, bind }) => verb === "go" && bind.npc === "orsolya")?.bind.topic;
    expect(about(7, [said])).toBe("brass-scale");
    expect(about(6, [said])).toBeUndefined();
    expect(about(7, [])).toBeUndefined();
  });
});

describe("a gift", () => {
  const gifts = (state: JsonObject, given: Given = {}): number =>
    candidates({
      ...given,
      state: { inventory: { thing: { name: "drawer of pine", count: 1 } }, ...state },
    }).filter(({ verb, bind }) => verb === "give" && bind.item === "thing").length;

  it("[PC4203] is offered once, and not beside what a beat puts to the player", () => {
    expect(gifts({})).toBe(1);
    const offers = { "give|orsolya||||thing": { passed: 0, last: 4 } };
    expect(gifts({ world: { choices: { offers } } })).toBe(0);
    expect(gifts({}, { beat: beat({ decisions: ["give it to her", "keep it"] }) })).toBe(0);
    expect(gifts({}, { beat: beat() })).toBe(1);
  });

  it("[PC4203] is for who wants that thing, by the whole of its noun", () => {
    expect(gifts({ inventory: { thing: { name: "tally-drawer", count: 1 } } })).toBe(0);
    expect(gifts({ inventory: { thing: { name: "pine drawer", count: 1 } } })).toBe(1);
  });

  it.each(["give her the drawer", "hand it over", "let her have it"])("[PC4203] is not offered after “%s”", (text) => {
    const slot = slotOf("decide", { npc: "orsolya", beat: "beat_004", text });
    const { patch } = applyOutcome(before(), slot, "none", [{ kind: "flag", name: "x" }]);
    const { done } = (patch.world as { choices: { done: JsonObject } }).choices;
    expect(gifts({ world: { choices: { done } } })).toBe(0);
  });
});

it("[PC4204] talks of whom the story waits with before one goes there", () => {
  const hooks: readonly Hook[] = [
    { kind: "beat-elsewhere", beat: "b", title: "T", place: "kiln", people: ["benedek"], when: "due" },
  ];
  const gossip = (given: Given): Candidate | undefined =>
    candidates({ state: { storybook: { named: { "npc:benedek": 2 } } }, ...given }).find(
      ({ verb, bind, serves = [] }) => verb === "gossip" && bind.npc2 === "benedek" && serves.length === 0,
    );
  expect(gossip({})?.idle).toBe(true);
  expect(gossip({ hooks })?.idle).toBeUndefined();
  expect(gossip({ hooks, beat: beat() })?.idle).toBe(true);
});

it("[PC4212] asks about where the story waits before one goes there", () => {
  const ask = (place: string, given: Given = {}): Candidate | undefined => {
    const hooks: readonly Hook[] = [{ kind: "beat-elsewhere", beat: "b", title: "T", place, people: [], when: "due" }];
    const state = { storybook: { named: { "topic:orchard": 7 } }, world: { known: { topics: { orchard: 7 } } } };
    const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, topics: ["orchard"] } : one));
    return candidates({ hooks, state, matter: { ...RICH, people }, ...given }).find(
      ({ verb, bind }) => verb === "ask" && bind.npc === "orsolya" && bind.topic === "orchard",
    );
  };
  expect(ask("kiln")?.idle).toBe(true);
  expect(ask("orchard")).toBeDefined();
  expect(ask("orchard")?.idle).toBeUndefined();
  expect(ask("orchard", { beat: beat() })?.idle).toBe(true);
});

describe("what was only named", () => {
  const ask = (named: number): boolean =>
    candidates({ state: { storybook: { named: { "topic:brass-scale": named } } } }).some(
      ({ verb, bind }) => verb === "ask" && bind.npc === "orsolya" && bind.topic === "brass-scale",
    );

  it("[PC4213] can be asked about for two scenes", () => {
    const topics = RICH.topics.some(({ id }) => id === "brass-scale");
    expect(topics).toBe(true);
    expect(ask(6)).toBe(true);
  });

  it("[PC4213] is somebody of whom anybody tells what all know", () => {
    const text = "Benedek keeps the kiln.";
    const known = {
      ...lineOf("", text),
      id: "kiln-9",
      topic: "kiln-fire",
      knownBy: "common" as const,
      names: ["npc:benedek"],
    };
    const { said: _, ...fact } = known;
    const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, relations: [], topics: [] } : one));
    const view = staged({ matter: { ...RICH, people, facts: [...RICH.facts, fact] } });
    expect(knownAbout(view, "orsolya", "benedek").map(({ id }) => id)).toContain("kiln-9");
  });
});

describe("a set with little to do", () => {
  const plain = { sources: [{ kind: "npc", ref: "x", text: "x" }], learned: true, tags: [] } as const;
  const view = staged({ state: { people: { benedek: { place: "weigh-house", met: 2 } } } });
  const fill = (all: readonly Candidate[], fresh: readonly string[], least: number): readonly Candidate[] =>
    fillSlots(view, scoreAll(view, all, new Set(fresh), createRandom("a")), [], 4, least).map(
      ({ candidate }) => candidate,
    );

  it("[PC4205] asks somebody else a second question before anything idle", () => {
    const asks = [
      ["orsolya", "tally"],
      ["benedek", "brass-scale"],
    ].map(([npc = "", topic = ""]): Candidate => ({ ...plain, verb: "ask", bind: { npc, topic }, salience: 1 }));
    const idle: Candidate = { ...plain, verb: "help", bind: { npc: "orsolya" }, salience: 3, idle: true };
    const chosen = fill([...asks, idle], ["topic:tally", "topic:brass-scale", "npc:orsolya", "npc:benedek"], 2);
    expect(chosen.map(({ verb }) => verb)).toEqual(["ask", "ask"]);
  });

  it("[PC4206] speaks of what was just named first", () => {
    const asks = ["tally", "toll"].map(
      (topic): Candidate => ({ ...plain, verb: "ask", bind: { npc: "orsolya", topic }, salience: 1, idle: true }),
    );
    for (const topic of ["tally", "toll"])
      expect(fill(asks, [`topic:${topic}`], 1).map(({ bind }) => bind.topic)).toEqual([topic]);
  });
});

it("[PC5753] has who is shown a thing say something of it, show no paper of their own, and let no time go by", () => {
  const paper = { ...lineOf("orsolya", "x"), id: "deed-1", text: "In the deed it says: “All to Ilka.”", clause: "x" };
  const { said: _, ...written } = paper;
  const none = (facts: readonly Fact[], topics = RICH.topics): readonly Effect[] =>
    outcomesOf(
      before({
        matter: { ...RICH, topics, facts: [...RICH.facts, ...facts] },
        state: { inventory: { deed: { name: "the deed" } } },
      }),
      slotOf("use", { npc: "orsolya", item: "deed", topic: "deed" }),
      createRandom("1"),
    ).none;
  expect(none([lineOf("orsolya", "The deed was my father's.")])).toMatchObject([{ fact: "orsolya-says-1" }]);
  const topics = [...RICH.topics, { id: "deed", np: "the deed", plural: false, facts: ["deed-1"] }];
  const own = { ...written, topic: "deed", names: ["topic:deed"], knownBy: "common" as const };
  expect(none([own], topics)).toMatchObject([{ kind: "feeling", npc: "orsolya" }]);
  expect(none([])).toMatchObject([{ kind: "feeling", npc: "orsolya" }]);
});

it("[PC4207] shows only what was named or come by lately", () => {
  const shows = (state: JsonObject): boolean =>
    candidates({
      matter: { ...RICH, facts: [...RICH.facts, lineOf("orsolya", "I keep the thimble for my sister.")] },
      state: { inventory: { thimble: { name: "a steel thimble" } }, ...state },
    }).some(({ verb, bind }) => verb === "use" && bind.item === "thimble");
  expect(shows({})).toBe(false);
  expect(shows({ storybook: { named: { "item:thimble": 7 } } })).toBe(true);
  expect(shows({ storybook: { named: { "item:thimble": 6 } } })).toBe(false);
  expect(shows({ world: { choices: { done: { "take:thimble": 7 } } } })).toBe(true);
  expect(shows({ world: { choices: { things: { scene: 7, names: ["steel thimble"] } } } })).toBe(true);
});

it("[PC4208] looks at what no scene has named only where nothing else is left", () => {
  const places = RICH.places.map((one) => (one.id === "kiln" ? { ...one, sentences: ["A rake leans by it."] } : one));
  const looks = (names: readonly string[]): Candidate | undefined =>
    candidates({
      matter: { ...RICH, places },
      hooks: [LAST],
      state: {
        place: "kiln",
        people: { benedek: { place: "orchard" } },
        storybook: { named: {} },
        world: { choices: { things: { scene: 7, names: [...names] } } },
      },
    }).find(({ text }) => text === "Look at the rake");
  expect(looks(["rake"])?.empty).toBeUndefined();
  expect(looks(["ladder"])?.empty).toBe(true);
});

it("[PC4210] a question of which the author says what comes is one way among several", () => {
  const left = (...results: readonly (string | undefined)[]): readonly string[] => {
    const choices = ["ask how he lost it", "hold it out to him"].map((text, at) => {
      const result = results[at];
      return { text, decides: true as const, ...(result === undefined ? {} : { result }) };
    });
    const { patch: state } = makeOffer(staged({ beat: beat({ choices }) }), [], [], SETTINGS);
    const slot = slotOf("decide", { beat: "beat_004", text: "hold it out to him" });
    const { patch } = applyOutcome(before({ scene: 9, state }), slot, "none", [{ kind: "flag", name: "x" }]);
    return (patch.world as { choices: { beat: { choices: { text: string }[] } } }).choices.beat.choices.map(
      ({ text }) => text,
    );
  };
  expect(left("He says at cards.", "He takes it.")).toEqual([]);
  expect(left(undefined, "He takes it.")).toEqual(["ask how he lost it"]);
});

it.each([
  ["words", true],
  ["sounds", false],
  ["none", false],
] as const)("[PC4211] looks for somebody with %s: %s", (speech, isLookedFor) => {
  const people = RICH.people.map((one) => (one.id === "benedek" ? { ...one, speech } : one));
  const hooks: readonly Hook[] = [
    { kind: "beat-elsewhere", beat: "b", title: "T", place: "kiln", people: ["benedek"], when: "due" },
  ];
  const state = { people: { benedek: { place: "kiln", met: 2 } }, storybook: { named: { "place:kiln": 7 } } };
  const way = texts({ matter: { ...RICH, people }, hooks, state }).filter((text) => /look for Benedek/.test(text));
  expect(way.length > 0).toBe(isLookedFor);
});

describe("a request for two things", () => {
  const asked = (told: string) =>
    putToPlayer({ told: [told], dialogue: [] }, [
      { id: "ida", short: "Ida", name: "Ida Roth", pronoun: "she", speech: "words" },
    ]);

  it("[PC4209] waits for the promise in it", () => {
    expect(asked("Ida asks you to count fairly and to say nothing about her until the fair is over.")).toMatchObject({
      yes: "promise Ida to say nothing about her",
      no: "refuse to promise it",
    });
    expect(asked("Ida asks you to count fairly.")).toMatchObject({ yes: "count fairly", no: "refuse to count fairly" });
  });
});
