// SPEC.md PC16 to PC29: what is offered next.
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { BeatMatter, ChoiceSlot, Hook, StoryMemory } from "@narratoria/protocol/story";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { canCome } from "../src/knowledge.js";
import { tagInWords } from "../src/due-candidates.js";
import { freshNames } from "../src/fresh-names.js";
import { makeOffer, type Offer } from "../src/offer.js";
import { fillSlots, namedBy, offerKey, scoreAll } from "../src/scoring.js";
import { readView, type View } from "../src/view.js";
import { situations } from "./arbitrary-state.js";
import { RICH } from "./fixture-story.js";
import { brokenPrecondition } from "./preconditions.js";
import { type Given, staged } from "./support.js";
import { contextOf, SETTINGS } from "./walk.js";

/** Chance that never speaks for anybody. */
const still = {
  next: () => 0,
  int: () => 0,
  pick: <T>(items: readonly T[]): T => items[0] as T,
  chance: () => false,
  shuffle: <T>(items: readonly T[]): T[] => [...items],
  gauss: () => 0,
};
const offer = (given: Given = {}, memories: readonly StoryMemory[] = [], settings = SETTINGS): Offer =>
  makeOffer(staged(given), [], memories, settings);
/** Choices over many seeds: for what must show up sooner or later, or never. */
const offered = (given: Given, memories: readonly StoryMemory[] = []): readonly ChoiceSlot[] =>
  Array.from({ length: 30 }, (_, index) => offer({ ...given, seed: `seed ${index}` }, memories).slots).flat();
const candidates = (given: Given, memories: readonly StoryMemory[] = []): readonly Candidate[] =>
  candidatesFor(staged(given), memories);
const scoreOf = (view: View, candidate: Candidate, fresh: readonly string[] = []): number | undefined =>
  scoreAll(view, [candidate], new Set(fresh), still)[0]?.score;

function memory(change: Partial<StoryMemory> = {}): StoryMemory {
  return {
    id: "m2",
    summary: "You helped Orsolya.",
    scene: 2,
    characters: ["orsolya"],
    location: "weigh-house",
    significance: "high",
    tags: ["help", "effect:feeling"],
    relevance: 0.9,
    // She keeps back what the brass scale has to do with her.
    deed: {
      verb: "help",
      bind: { npc: "orsolya", topic: "brass-scale" },
      outcome: "success",
      polarity: "good",
      template: "[help] {npc.o}",
    },
    ...change,
  };
}

function beat(change: Partial<BeatMatter> = {}): BeatMatter {
  return {
    id: "beat_004",
    title: "The page",
    told: ["A page lies on the scale."],
    decisions: ["sign the page", "burn the page"],
    dialogue: [],
    people: ["ilka"],
    names: ["topic:toll", "npc:ilka"],
    ...change,
  };
}

const MOTIVE = "to keep the drawer shut until spring";

const PROMISE = { kind: "promise", npc: "orsolya", opened: 1, state: "open", text: "your promise to Orsolya" };

/** What is known, and refused since: pressure may bring it out. */
const refused = (): JsonObject =>
  mergePatch(learned, { world: { choices: { done: { "refused:orsolya:tally": 1 } } } }) as JsonObject;

const learned: JsonObject = {
  world: {
    known: { facts: { "tally-1": 7, "tally-2": 6, "brass-scale-1": 5 }, topics: { tally: 7, "frost-year": 7 } },
  },
};

describe("any situation", () => {
  const sound = fc.property(situations, ({ matter, state, scene, seed }) => {
    const view = readView(contextOf(matter, state, { scene, seed }), { patch: {} });
    const { slots, bringIn } = makeOffer(view, [], [memory()], SETTINGS);
    expect(slots.length).toBeGreaterThanOrEqual(3);
    expect(slots.length).toBeLessThanOrEqual(4);
    expect(new Set(slots.map(({ id }) => id)).size).toBe(slots.length);
    expect(new Set(slots.map(({ text }) => text)).size).toBe(slots.length);
    for (const slot of slots) {
      expect(brokenPrecondition(view, slot), `${slot.verb} ${JSON.stringify(slot.bind)}`).toBeNull();
      expect(slot.text).not.toMatch(/[{}[\]]|undefined|null/);
      for (const key of namedBy(view, slot)) {
        const [kind, id = ""] = key.split(":");
        const known =
          bringIn.includes(key) ||
          (kind === "item" && view.named[key] !== undefined) ||
          (view.named[key] ?? -1) >= scene - 1 ||
          (kind === "topic" &&
            (view.known.topics[id] !== undefined || view.facts.get(slot.bind.fact ?? "")?.topic === id));
        expect(known, `${slot.text}: ${key} is not known and not brought in`).toBe(true);
      }
    }
  });
  it("[PC16] [PC17] [PC19] gives 3 or 4 different choices that can be made and name nothing unheard of", () => {
    fc.assert(sound, { numRuns: 300 });
  });

  it("[PC1604] gives three also where nothing but ways to unheard names is left", () => {
    fc.assert(sound, { seed: 1180959762, path: "4184", numRuns: 1 });
  });

  it("[PC18] gives the same for the same seed, and mostly something else for another", () => {
    fc.assert(
      fc.property(situations, ({ matter, state, scene, seed }) => {
        const make = () =>
          makeOffer(readView(contextOf(matter, state, { scene, seed }), { patch: {} }), [], [], SETTINGS);
        expect(make()).toEqual(make());
      }),
      { numRuns: 30 },
    );
    const texts = new Set(
      Array.from({ length: 10 }, (_, index) => JSON.stringify(offer({ state: learned, seed: `${index}` }).slots)),
    );
    expect(texts.size).toBeGreaterThan(7);
  });

  it("[PC16] keeps to the settings, and offers nothing where the story ends", () => {
    for (const seed of ["a", "b", "c", "d", "e"]) {
      expect(offer({ seed }, [], { ...SETTINGS, minOptions: 4, maxOptions: 4 }).slots.length).toBe(4);
      expect(offer({ seed }, [], { ...SETTINGS, minOptions: 3, maxOptions: 3 }).slots.length).toBe(3);
    }
    expect(offer({ ending: { id: "one", title: "One", paragraphs: [], epilogue: [] } })).toMatchObject({
      slots: [],
      bringIn: [],
    });
  });
});

describe("what can be done", () => {
  const has = (verb: string, given: Given, memories: readonly StoryMemory[] = []) =>
    candidates(given, memories).filter((one) => one.verb === verb);
  const debt = {
    "debt-orsolya": { kind: "debt", npc: "orsolya", opened: 5, state: "open", text: "what you owe Orsolya" },
  };

  it("[PC17] nobody is spoken to who is elsewhere or dead", () => {
    expect(has("ask", {}).every(({ bind }) => bind.npc === "orsolya")).toBe(true);
    expect(has("ask", {}).length).toBeGreaterThan(0);
    expect(has("ask", { state: { people: { orsolya: { alive: false } } } })).toEqual([]);
  });

  it("[PC69] things are for who wants them or has to do with them", () => {
    const state = (feeling: number, name: string): Given => ({
      state: {
        inventory: { thing: { name, count: 1 } },
        people: { orsolya: { feeling } },
        storybook: { named: { "item:thing": 7 } },
      },
    });
    const done = (given: Given) =>
      candidates(given).flatMap(({ verb, bind }) => (bind.item !== "thing" || verb === "read" ? [] : [verb]));
    expect(done(state(0, "tin whistle"))).toEqual([]);
    expect(done(state(40, "tin whistle"))).toEqual([]);
    // She wants to keep the drawer shut.
    expect(done(state(0, "drawer of pine"))).toEqual(["give", "use"]);
    // The tally is what people talk about.
    expect(
      done({
        ...state(40, "chalk tally"),
        matter: { ...RICH, people: RICH.people.map((one) => ({ ...one, motives: [] })) },
      }),
    ).toEqual(["use"]);
  });

  it("[PC17] debts are paid to whoever is here, and only while they are open", () => {
    expect(has("settle", { state: { threads: debt } })).toHaveLength(1);
    expect(has("settle", {})).toEqual([]);
    expect(has("settle", { state: { threads: debt, place: "kiln" } })).toEqual([]);
    expect(
      has("settle", { state: { threads: { "debt-orsolya": { ...debt["debt-orsolya"], state: "closed" } } } }),
    ).toEqual([]);
  });

  it("[PC17] help and promises need a motive that was found out", () => {
    const motive = "to keep the drawer shut until spring";
    const found: Given = { state: { world: { known: { motives: { orsolya: { [motive]: 4 } } } } } };
    expect([has("help", {}), has("accept", {})]).toEqual([[], []]);
    expect(has("help", found)).toMatchObject([{ bind: { npc: "orsolya", text: motive } }]);
    expect(has("accept", found)).toHaveLength(1);
  });

  it("[PC71] help and promises name a wish only where it is an act in a few words", () => {
    const offers = (motive: string): number => {
      const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives: [motive] } : one));
      const state = { world: { known: { motives: { orsolya: { [motive]: 4 } } } } };
      return has("help", { matter: { ...RICH, people }, state }).length;
    };
    expect(offers("to keep the drawer shut")).toBe(1);
    for (const motive of [
      "not to be asked",
      "to be left alone",
      "to find out who carried the tally down to the river in the year of the flood",
    ])
      expect(offers(motive)).toBe(0);
  });

  it("[PC642] a wish that waits for a time is promised before it is helped with", () => {
    const first = (motive: string, state: JsonObject = {}): string | undefined => {
      const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives: [motive] } : one));
      const given = { world: { known: { motives: { orsolya: { [motive]: 3 } } } }, ...state };
      const hooks: readonly Hook[] = [
        { kind: "tag", beat: "b", title: "B", tag: "trusts", npc: "orsolya", measure: "trusts" },
      ];
      return candidates({ matter: { ...RICH, people }, state: given, hooks })
        .filter(({ bind }) => bind.text === motive)
        .sort((a, b) => b.salience - a.salience)[0]?.verb;
    };
    expect(first("to sell the ladder")).toBe("help");
    expect(first("to keep the ladder until the thaw")).toBe("accept");
    const promise = { promise: { kind: "promise", npc: "orsolya", opened: 2, text: "help her", state: "open" } };
    expect(first("to keep the ladder until the thaw", { threads: promise })).toBe("help");
    expect(first("to keep the ladder until the thaw", { people: { orsolya: { feeling: -40 } } })).toBe("help");
  });

  it("[PC70] what somebody wants is asked seldom, of whoever was met before, and for a plain wish", () => {
    const asks = (state: JsonObject, motive = "to sell the ladder"): number => {
      const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives: [motive] } : one));
      return has("ask", { matter: { ...RICH, people }, state }).filter(({ bind }) => bind.topic === undefined).length;
    };
    const things = { scene: 7, names: ["ladder", "word", "secret"] };
    const met: JsonObject = { people: { orsolya: { met: 2 } }, world: { choices: { things } } };
    const choices = (more: JsonObject): JsonObject => ({ ...met, world: { choices: { things, ...more } } });
    expect(asks(met)).toBe(1);
    expect(asks({ ...met, people: { orsolya: { met: 8 } } })).toBe(0);
    expect(asks(choices({ done: { "asked-1:ilka:": 4 } }))).toBe(0);
    expect(asks(choices({ done: { "asked-1:ilka:": 3 } }))).toBe(1);
    expect(asks(choices({ offers: { [offerKey("ask", { npc: "ilka" })]: { passed: 0, last: 4 } } }))).toBe(0);
    expect(
      asks(choices({ offers: { [offerKey("ask", { npc: "ilka", topic: "toll" })]: { passed: 0, last: 3 } } })),
    ).toBe(1);
    for (const motive of ["to leave without a word", "to keep a secret", "not to be asked", "to not be asked"])
      expect(asks(met, motive)).toBe(0);
  });

  it("[PC17] confidences are not told back to who told them", () => {
    const shared: Given = {
      state: { world: { known: { facts: { "toll-4": 7 } }, choices: { shared: { "orsolya:toll-4": 7 } } } },
    };
    expect(has("trust", { state: { world: { known: { facts: { "toll-4": 7 } } } } })).toHaveLength(1);
    expect(has("trust", shared)).toEqual([]);
  });

  it("[PC17] [PC3102] what everybody knows is no confidence, whoever it came from", () => {
    const facts = (known: object, shared: object = {}) =>
      has("trust", { state: { world: { known: { facts: known }, choices: { shared } } } } as Given).map(
        ({ bind }) => bind.fact,
      );
    expect(facts({ "orchard-1": 7 })).toEqual([]);
    expect(facts({ "orchard-1": 7 }, { "ilka:orchard-1": 7 })).toEqual([]);
    expect(facts({ "tally-1": 7 }, { "ilka:tally-1": 7 })).toEqual([]);
    expect(facts({ "weigh-house-2": 7 })).toEqual([]);
  });

  it("[PC534] nobody is told what they have spoken of, nor what cannot be said in a few words", () => {
    const known = { known: { facts: { "toll-4": 7 } } };
    const told = (choices: object, matter = RICH) =>
      has("trust", { matter, state: { world: { ...known, choices } } } as Given);
    expect(told({})).toHaveLength(1);
    expect(told({ done: { "asked-1:orsolya:toll": 5 } })).toEqual([]);
    expect(told({ shared: { "orsolya:toll-1": 5 } })).toEqual([]);
    const clause =
      "the toll was paid in vinegar four times over, and nobody on the bridge or off it has ever said by whom it was";
    const long = RICH.facts.map((fact) => (fact.id === "toll-4" ? { ...fact, clause } : fact));
    expect(told({}, { ...RICH, facts: long })).toEqual([]);
    const bare = RICH.facts.map((fact) => (fact.id === "toll-4" ? { ...fact, topic: "" } : fact));
    expect(told({}, { ...RICH, facts: bare })).toEqual([]);
  });

  it("[PC533] nothing is asked again that was answered, but of who has words of their own on it", () => {
    const asks = (done: Record<string, number>, matter = RICH) =>
      has("ask", {
        matter,
        state: { world: { known: { topics: { "brass-scale": 2 } }, choices: { done } } },
      } as Given).filter(({ bind }) => bind.topic === "brass-scale");
    expect(asks({})).toHaveLength(1);
    expect(asks({ "asked-1:orsolya:brass-scale": 3 })).toEqual([]);
    expect(asks({ "asked-1:ilka:brass-scale": 6 })).toEqual([]);
    expect(asks({ "asked-1:ilka:brass-scale": 0 })).toHaveLength(1);
    const said = {
      ...RICH.facts[0],
      id: "orsolya-says-1",
      said: "orsolya",
      text: "My scale is true.",
      names: ["topic:brass-scale"],
    };
    expect(asks({ "asked-1:ilka:brass-scale": 6 }, { ...RICH, facts: [...RICH.facts, said as never] })).toHaveLength(1);
  });

  it("[PC535] nobody goes through the things of somebody who is there", () => {
    const kept = { ...RICH.facts[0], id: "orsolya-keeps-1", keptBy: "orsolya", knownBy: ["orsolya"] };
    const matter = { ...RICH, facts: [...RICH.facts, kept as never] };
    const sneaks = (people: object) => has("sneak", { matter, state: { people } } as Given).map(({ bind }) => bind.npc);
    const threads = { "debt-orsolya": { kind: "debt", npc: "orsolya", opened: 3, state: "open", text: "a debt" } };
    const given = (people: object) =>
      has("sneak", { matter, state: { people, threads } } as Given).map(({ bind }) => bind.npc);
    expect(given({})).toEqual([]);
    expect(sneaks({})).toEqual([]);
    expect(given({ orsolya: { place: "kiln", met: 2 }, benedek: { place: "weigh-house" } })).toEqual(["orsolya"]);
  });

  it("[PC17] people are reminded of what had an effect on them, four scenes on, and not again for fifteen", () => {
    expect(has("recall", {}, [memory()])).toMatchObject([
      { bind: { npc: "orsolya", text: "helped her", memory: "m2" } },
    ]);
    expect(has("recall", {}, [memory({ scene: 5 })])).toEqual([]);
    expect(
      has("recall", {}, [memory({ deed: { ...(memory().deed as NonNullable<StoryMemory["deed"]>), verb: "ask" } })]),
    ).toEqual([]);
    const reminded = (scene: number): Given => ({
      scene: 20,
      state: { world: { choices: { reasons: { m2: scene } } } },
    });
    expect(has("recall", reminded(6), [memory()])).toEqual([]);
    expect(has("recall", reminded(5), [memory()])).toHaveLength(1);
  });

  it("[PC17] nobody is talked about to their face", () => {
    const about = (place: string) =>
      has("gossip", { state: { people: { benedek: { met: 1, place }, ilka: { place: "orchard" } } } }).map(
        ({ bind }) => bind.npc2,
      );
    expect(about("kiln")).toContain("benedek");
    expect(about("weigh-house")).not.toContain("benedek");
  });

  it("[PC621] companions are asked about each other out of earshot", () => {
    const view = staged({ state: { people: { benedek: { met: 1, place: "weigh-house" } } } });
    const party = <One extends object>(one: One): One & { travels: true } => ({ ...one, travels: true });
    const together: View = {
      ...view,
      matter: { ...view.matter, people: view.matter.people.map(party) },
      present: view.present.map(party),
    };
    const asides = (of: View): readonly Candidate[] =>
      candidatesFor(of, []).filter(({ verb, bind }) => verb === "gossip" && bind.npc2 === "benedek");
    expect(asides(view)).toEqual([]);
    expect(asides(together).map(({ text }) => text)).toContain("Ask Orsolya about Benedek, out of earshot");
  });

  it("[PC17] what was done once is not offered again", () => {
    const storybook = { named: { "item:brass-tally": 7 } };
    const done: Given = { state: { storybook, world: { choices: { done: { "use:orsolya:brass-tally": 3 } } } } };
    expect(has("use", { state: { storybook } })).toHaveLength(1);
    expect(has("use", done)).toEqual([]);
  });

  it("[PC17] whoever left in this scene can be followed", () => {
    const left = (scene: number): Given => ({
      state: { world: { choices: { left: { npc: "ilka", place: "orchard", scene } } } },
    });
    expect(has("follow", left(8))).toMatchObject([{ bind: { npc: "ilka", place: "orchard" } }]);
    expect(has("follow", left(7))).toEqual([]);
  });
});

describe("what stands behind a choice", () => {
  it("[PC39] is what the player knows of whom it concerns", () => {
    const about = (facts: JsonObject) =>
      candidates({
        state: {
          world: { known: { facts } },
          threads: { "promise-orsolya": PROMISE },
          storybook: { named: { "item:brass-tally": 7 } },
        },
      }).find((one) => one.verb === "use" && one.bind.npc === "orsolya");
    expect(about({})).toMatchObject({ learned: false, sources: [{ kind: "item" }] });
    // "weigh-house-2" names her.
    expect(about({ "weigh-house-2": 5 })).toMatchObject({
      learned: true,
      sources: [{ kind: "item" }, { kind: "lore", ref: "weigh-house-2" }],
    });
  });
});

describe("a part of a large story", () => {
  it("[PC410] holds no fact that names the toll-man, and yet the player has heard of him and where he is", () => {
    const facts = RICH.facts.filter(({ names }) => !names.includes("npc:toll-man"));
    const visit = (heard: readonly string[]) =>
      candidatesFor(staged({ matter: { ...RICH, facts, heard } as typeof RICH }), []).find(
        ({ verb, bind }) => verb === "go" && bind.npc === "toll-man",
      );
    expect(visit([])).toBeUndefined();
    expect(visit(["npc:toll-man"])?.bind.place).toBe("toll-bridge");
  });
});

describe("scores", () => {
  const [ask] = candidates({}).filter((one) => one.verb === "ask" && one.bind.topic === "tally");
  if (!ask) throw new Error("the fixture has nothing to ask about");

  it("[PC20] counts 1.2 against what was not named lately", () => {
    const near = scoreOf(staged({ scene: 2 }), ask) ?? 0;
    expect(near - (scoreOf(staged({ scene: 3 }), ask) ?? 0)).toBeCloseTo(1.2);
    expect(scoreOf(staged({ scene: 3, state: { storybook: { named: { "topic:tally": 1 } } } }), ask)).toBeCloseTo(near);
    expect(scoreOf(staged({ scene: 9 }), ask, ["topic:tally"])).toBeCloseTo(near);
  });

  it("[PC20] counts 0.35 against each use of the verb in the last 12 offers", () => {
    const used = (verbs: readonly string[][]) =>
      scoreOf(staged({ state: { world: { choices: { verbs: verbs.map((set) => [...set]) } } } }), ask) ?? 0;
    expect(used([]) - used([["ask"], ["go", "ask"]])).toBeCloseTo(0.7);
    expect(used([["ask"], ...Array.from({ length: 12 }, () => ["go"])])).toBeCloseTo(used([]));
  });

  it("[PC21] an offer passed over twice rests for four scenes", () => {
    const key = offerKey("ask", ask.bind);
    const rests = (scene: number, passed: number) => {
      const view = staged({ scene, state: { world: { choices: { offers: { [key]: { passed, last: 10 } } } } } });
      return scoreAll(view, [ask], new Set(), still)[0]?.rests;
    };
    expect([rests(12, 1), rests(12, 2), rests(14, 2), rests(15, 2)]).toEqual([false, true, true, false]);
  });

  it("[PC64] the same is not offered twice in a row, unless it presses or answers a beat", () => {
    const key = offerKey("ask", ask.bind);
    const rests = (last: number, change: Partial<Candidate> = {}) => {
      const view = staged({ scene: 2, state: { world: { choices: { offers: { [key]: { passed: 0, last } } } } } });
      return scoreAll(view, [{ ...ask, ...change }], new Set(), still)[0]?.rests;
    };
    expect([rests(0), rests(1), rests(1, { due: true })]).toEqual([false, true, true]);
    expect([rests(1, { insists: true }), rests(1, { answers: "beat_004" })]).toEqual([false, false]);
  });

  it("[PC21] what the story waits for rests for two scenes only", () => {
    const due: Candidate = { ...ask, due: true };
    const key = offerKey("ask", ask.bind);
    const rests = (scene: number) => {
      const view = staged({ scene, state: { world: { choices: { offers: { [key]: { passed: 2, last: 10 } } } } } });
      return scoreAll(view, [due], new Set(), still)[0]?.rests;
    };
    expect([rests(12), rests(13)]).toEqual([true, false]);
  });

  it("[PC21] what rests is left out, unless nothing else is left", () => {
    const plain = { recalls: false, stays: false, follows: false };
    const resting = { candidate: ask, key: "ask", score: 9, bringIn: [], news: [], rests: true, ...plain };
    const other = {
      candidate: { ...ask, verb: "press" as const, bind: { npc: "orsolya" } },
      key: "press|orsolya",
      score: 1,
      bringIn: [],
      news: [],
      rests: false,
      ...plain,
    };
    expect(fillSlots(staged({ scene: 2 }), [resting, other], [], 1, 1)).toEqual([other]);
    expect(fillSlots(staged({ scene: 2 }), [resting], [], 1, 1)).toEqual([resting]);
  });

  it("[PC21] counts an offer as passed over when the scene after it took another choice", () => {
    const slots = offer({ scene: 8 }).slots;
    const [taken, ...others] = slots;
    if (!taken) throw new Error("nothing was offered");
    const key = (slot: ChoiceSlot) => offerKey(slot.verb, slot.bind);
    const first = offer({ scene: 8 }).patch;
    const next = offer({ scene: 9, choice: taken, state: first });
    const offers = (next.patch.world as { choices: { offers: Record<string, { passed: number } | null> } }).choices
      .offers;
    for (const other of others) expect(offers[key(other)]?.passed).toBe(1);
    expect(offers[key(taken)]?.passed ?? 0).toBe(0);
  });

  it("[PC25] who was pointed to gains 1.5, to look for and to ask", () => {
    const redirect: JsonObject = {
      world: { known: { topics: { toll: 8 } }, choices: { redirect: { npc: "toll-man", topic: "toll", scene: 8 } } },
    };
    const salience = (state: JsonObject, verb: string) =>
      candidates({ state: { ...state, people: { "toll-man": { met: 3 } } } }).find(
        (one) => one.verb === verb && one.bind.npc === "toll-man" && (verb === "go" || one.bind.topic === "toll"),
      )?.salience ?? 0;
    const heard: JsonObject = { world: { known: { topics: { toll: 8 } } } };
    expect(salience(redirect, "go") - salience(heard, "go")).toBeCloseTo(1.5);
    const there = { place: "toll-bridge" };
    const plain: JsonObject = { world: { known: { topics: { toll: 8 } } }, ...there };
    expect(salience({ ...redirect, ...there }, "ask") - salience(plain, "ask")).toBeCloseTo(1.5);
  });
});

describe("sets", () => {
  const candidate = (
    verb: Candidate["verb"],
    bind: Candidate["bind"],
    kind: "lore" | "npc" | "place" | "item",
    salience: number,
    isLearned = false,
  ): Candidate => ({
    verb,
    bind,
    sources: [{ kind, ref: "x", text: "x" }],
    salience,
    learned: isLearned,
    tags: [],
  });
  const fill = (list: readonly Candidate[], given: Given = { scene: 2 }, count = 3) => {
    const view = staged(given);
    const fresh = new Set(list.flatMap((one) => namedBy(view, one)));
    return fillSlots(view, scoreAll(view, list, fresh, still), [], count, 3).map((one) => one.candidate);
  };

  it("[PC22] hold no verb and no topic twice, two of a kind and one journey", () => {
    const list = [
      candidate("ask", { topic: "tally" }, "lore", 9),
      candidate("ask", { topic: "toll" }, "lore", 8),
      candidate("press", { topic: "tally" }, "lore", 7),
      candidate("go", { place: "kiln" }, "item", 6),
      candidate("flee", { place: "orchard" }, "place", 5),
      candidate("help", { npc: "orsolya" }, "npc", 4),
      candidate("watch", { npc: "ilka" }, "npc", 2),
    ];
    expect(fill(list, undefined, 4).map(({ verb }) => verb)).toEqual(["ask", "help", "go", "watch"]);
  });

  it("[PC22] give up the kind of source first, then the topic, then the verb, and a second journey last", () => {
    const list = [
      candidate("press", { topic: "tally" }, "lore", 9),
      candidate("trust", { topic: "toll" }, "lore", 8),
      candidate("bluff", { topic: "orchard" }, "lore", 7),
      candidate("press", { topic: "city-road" }, "npc", 9),
    ];
    expect(fill(list).map(({ verb }) => verb)).toEqual(["press", "trust", "bluff"]);
    const journeys = ["kiln", "orchard", "toll-bridge"].map((place) => candidate("go", { place }, "place", 5));
    expect(fill([candidate("help", { npc: "orsolya" }, "npc", 1), ...journeys])).toHaveLength(3);
  });

  it("[PC423] begin with what the premise names, and without filler where it names any", () => {
    const named = { "place:orchard": 0, "npc:orsolya": 0, "topic:toll": 0 };
    const slots = offered({ scene: 0, state: { storybook: { named } } });
    for (const verb of ["wait", "listen", "search", "rest", "watch"])
      expect(slots.map((slot) => slot.verb)).not.toContain(verb);
    expect(slots.some(({ bind }) => bind.topic === "toll")).toBe(true);
    const alone = { people: { orsolya: { place: "kiln" } }, storybook: { named } };
    const ways = offered({ scene: 0, state: alone });
    expect(ways.some(({ verb, bind }) => verb === "go" && bind.place === "orchard")).toBe(true);
  });

  it("[PC62] hold no filler while there is anything else, then one, and never two of a kind", () => {
    const idle = (verb: Candidate["verb"]): Candidate => ({ ...candidate(verb, {}, "place", 3), idle: true });
    const deeds = [
      candidate("help", { npc: "orsolya" }, "npc", 1),
      candidate("press", { topic: "toll" }, "lore", 1),
      candidate("go", { place: "kiln" }, "place", 1),
    ];
    const idling = [idle("wait"), idle("listen"), idle("search")];
    expect(fill([...idling, ...deeds]).map(({ verb }) => verb)).toEqual(
      expect.arrayContaining(["help", "press", "go"]),
    );
    expect(fill([...idling, ...deeds.slice(1)]).filter((one) => one.idle)).toHaveLength(1);
    expect(fill(idling)).toHaveLength(3);
    // What something speaks for is filler all the same: a tenth of what was offered of late, and none beside a beat.
    const rest = candidate("rest", {}, "npc", 9);
    const verbs = (sets: readonly string[][]): Given => ({
      scene: 30,
      state: { world: { choices: { verbs: sets.map((set) => [...set]) } } },
    });
    const few = Array.from({ length: 10 }, () => ["go", "help", "ask"]);
    expect(fill([rest, ...deeds], verbs(few)).map(({ verb }) => verb)).toContain("rest");
    const many = [...few.slice(3), ["rest", "go", "ask"], ["wait", "go", "ask"], ["search", "go", "ask"]];
    expect(fill([rest, ...deeds], verbs(many)).map(({ verb }) => verb)).not.toContain("rest");
    expect(fill([rest, ...deeds], { ...verbs(few), beat: beat() }).map(({ verb }) => verb)).not.toContain("rest");
    const hooks: readonly Hook[] = [{ kind: "beat-elsewhere", beat: "b", title: "t", place: "kiln", when: "due" }];
    expect(fill([rest, ...deeds], { ...verbs(few), hooks }).map(({ verb }) => verb)).not.toContain("rest");
  });

  it("[PC63] hold one choice that serves the oldest inquiry, one that follows, and one that says who the player is", () => {
    const view = staged({ scene: 2 });
    const plain = ["kiln", "orchard"].map((place) => candidate("go", { place }, "place", 9));
    const serving: Candidate = { ...candidate("read", { item: "x" }, "item", 1), serves: ["second", "first"] };
    const younger: Candidate = { ...candidate("use", { item: "y" }, "item", 8), serves: ["second"] };
    const deed = candidate("help", { npc: "orsolya" }, "npc", 1);
    const follows = candidate("gossip", { npc: "orsolya", npc2: "ilka" }, "npc", 1);
    const list = [...plain, younger, serving, deed, follows];
    const scored = scoreAll(
      view,
      list,
      new Set(["npc:ilka", "item:x", "item:y", "place:kiln", "place:orchard"]),
      still,
    );
    const chosen = fillSlots(
      view,
      scored.map((one) => ({ ...one, bringIn: [], follows: one.candidate === follows })),
      ["first", "second"],
      4,
      3,
    ).map(({ candidate: one }) => one);
    expect(chosen).toEqual(expect.arrayContaining([serving, deed, follows]));
  });

  it("[PC63] hold one question among three choices, two at most among four", () => {
    const asks = ["tally", "toll", "orchard", "city-road"].map((topic, at) =>
      candidate("ask", { topic }, at % 2 ? "npc" : "lore", 9),
    );
    const deeds = [
      candidate("help", { npc: "orsolya" }, "npc", 1),
      candidate("go", { place: "kiln" }, "place", 1),
      candidate("press", { topic: "painted-notice" }, "lore", 1),
    ];
    for (const count of [3, 4]) {
      const asked = fill([...asks, ...deeds], { scene: 2 }, count).filter(({ verb }) => verb === "ask");
      expect(asked).toHaveLength(1);
    }
    expect(
      fill([...asks, ...deeds.slice(1)], { scene: 2 }, 4).filter(({ verb }) => verb === "ask").length,
    ).toBeLessThan(3);
  });

  it("[PC23] from scene 6 on are filled with what was learned first", () => {
    const list = [
      candidate("face", { npc: "ilka" }, "item", 9),
      candidate("use", { item: "b" }, "npc", 8),
      candidate("read", { prop: "c" }, "item", 8),
      candidate("ask", { topic: "tally" }, "lore", 1, true),
      candidate("help", { npc: "ilka" }, "npc", 1, true),
      candidate("press", { topic: "toll" }, "lore", 1, true),
    ];
    expect(fill(list, { scene: 5 }, 4).filter((one) => one.learned)).toHaveLength(1);
    expect(fill(list, { scene: 6 }, 4).filter((one) => one.learned)).toHaveLength(3);
  });

  it("[PC22] bring in no more than three names", () => {
    const view = staged({ scene: 9 });
    const list = ["kiln", "orchard", "toll-bridge"].map((place, index) =>
      candidate("go", { place, npc: ["benedek", "ilka", "toll-man"][index] ?? "" }, "npc", 9 - index),
    );
    const chosen = fillSlots(view, scoreAll(view, list, new Set(), still), [], 3, 3);
    expect(new Set(chosen.flatMap(({ bringIn }) => bringIn)).size).toBeLessThanOrEqual(3);
  });
});

describe("what makes a set", () => {
  const of = (verb: Candidate["verb"], salience: number, bind: Candidate["bind"] = {}): Candidate => ({
    verb,
    bind,
    sources: [{ kind: "npc", ref: verb, text: verb }],
    salience,
    learned: false,
    tags: [],
  });
  const sourced = (list: readonly Candidate[]) =>
    list.map((one, at) => ({
      ...one,
      sources: [{ kind: (["npc", "lore", "item"] as const)[at % 3] ?? "npc", ref: "x", text: "x" }],
    }));

  it("[PC36] mixes bold, kind and curious rather than offer the best three of one spirit", () => {
    const view = staged({ scene: 2 });
    const list = sourced([of("press", 3), of("confront", 2.9), of("bluff", 2.8), of("warn", 1.6), of("ask", 1.5)]);
    const verbs = fillSlots(view, scoreAll(view, list, new Set(), still), [], 3, 3).map((one) => one.candidate.verb);
    expect(verbs).toEqual(["press", "confront", "warn"]);
  });

  it("[PC36] puts the answers to a beat first", () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { slots } = offer({ beat: beat(), seed: `${seed}` });
      expect(slots.map((slot) => slot.bind.beat === "beat_004").slice(0, 3)).toEqual([true, true, false]);
    }
  });

  it("[PC37] does not offer again what was just done, nor the same question in other words", () => {
    const view = (choice: Candidate) =>
      staged({ scene: 9, choice: { ...choice, id: "x", class: "inquire", text: "x", label: "x" } });
    const rests = (choice: Candidate, next: Candidate) => scoreAll(view(choice), [next], new Set(), still)[0]?.rests;
    const ask = of("ask", 1, { npc: "orsolya", topic: "tally" });
    expect(rests(ask, ask)).toBe(true);
    expect(rests(ask, { ...ask, verb: "bluff" })).toBe(true);
    expect(rests(ask, { ...ask, verb: "press" })).toBe(false);
    expect(rests(ask, { ...ask, bind: { npc: "orsolya", topic: "toll" } })).toBe(false);
    expect(rests(of("wait", 1), of("wait", 1))).toBe(true);
  });

  it("[PC37] does not offer the way back at once", () => {
    const back = (scene: number) => {
      const view = staged({ scene: 9, state: { world: { choices: { came: { from: "kiln", scene } } } } });
      return scoreAll(view, [of("go", 1, { place: "kiln" })], new Set(), still)[0]?.rests;
    };
    expect([back(9), back(7), back(6)]).toEqual([true, true, false]);
  });

  it("[PC38] counts 0.15 against a topic for each offer of late, and 0.5 against the place itself", () => {
    const ask = of("ask", 1, { npc: "orsolya", topic: "tally" });
    const offeredOf = (last: number) => {
      const offers = { "press|orsolya||tally": { passed: 0, last }, "bluff|ilka||tally": { passed: 0, last } };
      return scoreOf(staged({ scene: 9, state: { world: { choices: { offers } } } }), ask, ["topic:tally"]) ?? 0;
    };
    expect(offeredOf(3) - offeredOf(8)).toBeCloseTo(0.3);
    const about = (here: string) => {
      const view = staged({ scene: 9 });
      const place = { id: "here", name: "here", indoor: true, sentences: [], props: [], topic: here };
      return scoreOf({ ...view, place }, ask, ["topic:tally"]) ?? 0;
    };
    expect(about("toll") - about("tally")).toBeCloseTo(0.5);
  });

  it("[PC52] [PC3101] counts 0.8 against a place as what to ask about where the setting is all there is, and asks of none where one has been", () => {
    const asking = (file: string, place: string, visited: JsonObject = { "weigh-house": null }) => {
      const facts = RICH.facts.map((fact) => (fact.topic === "weigh-house" ? { ...fact, file } : fact));
      const known = { topics: { "weigh-house": 2 } };
      const state: JsonObject = { place, people: { orsolya: { place } }, world: { known, visited } };
      const all = candidates({ scene: 9, matter: { ...RICH, facts }, state });
      const found = all.find(
        ({ verb, bind }) => verb === "ask" && bind.topic === "weigh-house" && bind.npc === "orsolya",
      );
      return found?.salience ?? Number.NaN;
    };
    const plain = asking("lore/weigh-house.md", "toll-bridge");
    expect(plain - asking("world/setting.md", "toll-bridge")).toBeCloseTo(0.8);
    expect(asking("lore/weigh-house.md", "toll-bridge", { "weigh-house": 3 })).toBeNaN();
  });

  it("[PC38] asks about what the last beat was about", () => {
    const ask = of("ask", 1, { npc: "orsolya", topic: "tally" });
    const after = (names: string[]) => scoreOf(staged({ scene: 9, beat: beat({ names }) }), ask, ["topic:tally"]) ?? 0;
    expect(after(["topic:tally"]) - after([])).toBeCloseTo(1.4);
  });
});

describe("reasons", () => {
  it("[PC24] tie a choice to a memory of its person, that then rests for five scenes", () => {
    const wronged = memory({
      deed: {
        verb: "press",
        bind: { npc: "orsolya" },
        outcome: "fail",
        polarity: "bad",
        template: "[press] {npc.o} for nothing",
      },
      tags: ["effect:owe"],
    });
    const met = { people: { orsolya: { met: 1 } } };
    const known = { topics: { tally: 2, "brass-scale": 2, toll: 2 } };
    const given: Given = { scene: 4, state: { ...met, world: { known } } };
    const tied = offered(given, [wronged]).filter((slot) => slot.reason !== undefined);
    expect(tied.length).toBeGreaterThan(5);
    for (const slot of tied) {
      expect(slot.text.endsWith(", though you pressed her for nothing")).toBe(true);
      expect(slot.text.length).toBeLessThanOrEqual(125);
      expect(slot.sources[0]).toMatchObject({ kind: "memory", ref: "m2" });
    }
    const rested = (scene: number): Given => ({
      scene: 10,
      state: { ...met, world: { known, choices: { reasons: { m2: scene } } } },
    });
    expect(offered(rested(6), [wronged]).some((slot) => slot.reason)).toBe(false);
    expect(offered(rested(5), [wronged]).some((slot) => slot.reason)).toBe(true);
  });

  it("[PC24] say where it was, and after whose words", () => {
    const deed = (change: Partial<NonNullable<StoryMemory["deed"]>>): NonNullable<StoryMemory["deed"]> => ({
      verb: "press",
      bind: { npc: "ilka", topic: "tally" },
      outcome: "success",
      polarity: "mixed",
      template: "[press] {npc.o}",
      ...change,
    });
    const there = memory({ location: "kiln", significance: "medium", deed: deed({}) });
    const reasons = (given: Given, one: StoryMemory) =>
      new Set(
        offered(given, [one]).flatMap((slot) => (slot.reason === undefined ? [] : `${slot.verb}: ${slot.reason}`)),
      );
    const lately = { storybook: { named: { "npc:ilka": 8 } } };
    const hooks: readonly Hook[] = [{ kind: "beat-elsewhere", beat: "b", title: "t", place: "kiln", when: "due" }];
    expect(reasons({ scene: 9, hooks, state: lately }, there)).toContain("go: where you pressed Ilka");
    // A name that no text has said of late is not brought back by a reason.
    expect(reasons({ scene: 9, hooks }, there)).not.toContain("go: where you pressed Ilka");
    const teller = memory({ scene: 7, tags: ["press", "effect:learn"], deed: deed({}) });
    const told: Given = {
      scene: 9,
      state: {
        ...lately,
        world: {
          known: { facts: { "tally-1": 7 }, topics: { tally: 8 } },
          choices: { shared: { "ilka:tally-1": 7 } },
        },
      },
    };
    expect([...reasons(told, teller)].some((one) => one.endsWith(": after what Ilka told you"))).toBe(true);
    const unshared: Given = { ...told, state: { world: { known: { facts: { "tally-1": 7 }, topics: { tally: 8 } } } } };
    expect([...reasons(unshared, teller)].some((one) => one.endsWith("told you"))).toBe(false);
  });

  it("[PC24] are no reminders of what has only just happened", () => {
    const fresh = (scene: number) =>
      offered({ scene: 9, state: { people: { orsolya: { met: 1 } }, world: { known: { topics: { tally: 2 } } } } }, [
        memory({ scene }),
      ]).some((slot) => slot.reason);
    expect([fresh(8), fresh(7)]).toEqual([false, true]);
  });

  it("[PC5] [PC24] a memory that speaks against a deed lends it no weight", () => {
    const caught = memory({
      tags: ["watch", "effect:noticed"],
      deed: {
        verb: "watch",
        bind: { npc: "orsolya" },
        outcome: "fail",
        polarity: "bad",
        template: "were caught watching {npc.o}",
      },
    });
    // She has refused, nothing is known, and there is nothing else to be asked about.
    const held = (choices: JsonObject): JsonObject => ({
      people: { orsolya: { met: 1 } },
      world: { known: { topics: { tally: 3 } }, choices: { done: { "refused:orsolya:tally": 1 }, ...choices } },
    });
    const matter = { ...RICH, facts: RICH.facts.filter(({ topic }) => topic === "tally") };
    const slots = offered({ scene: 4, matter, state: held({}) }, [caught]).filter((slot) => slot.roll !== undefined);
    const against = slots.filter((slot) => slot.reason?.startsWith("though"));
    expect(against.length).toBeGreaterThan(0);
    // What the player carries may count; the memory does not.
    for (const slot of against)
      expect(slot.roll?.modifiers.filter(({ label }) => label !== "the brass tally")).toEqual([]);
    // While it rests as a reason, the same memory counts.
    const others = offered({ scene: 4, matter, state: held({ reasons: { m2: 3 } }) }, [caught]);
    expect(others.some((slot) => slot.reason === undefined && (slot.roll?.bonus ?? 0) >= 1)).toBe(true);
  });

  it("[PC24] at most two in a set, each from a memory of its own, and the use is noted", () => {
    const many = Array.from({ length: 6 }, (_, index) => memory({ id: `m${index}`, scene: 1 }));
    for (let seed = 0; seed < 30; seed += 1) {
      const { slots, patch } = offer({ scene: 4, seed: `${seed}` }, many);
      const reasoned = slots.filter((slot) => slot.reason !== undefined);
      expect(reasoned.length).toBeLessThanOrEqual(2);
      expect(new Set(reasoned.map((slot) => slot.sources[0]?.ref)).size).toBe(reasoned.length);
      const noted = (patch.world as { choices: { reasons: Record<string, number> } }).choices.reasons;
      expect(Object.keys(noted).sort()).toEqual(reasoned.map((slot) => slot.sources[0]?.ref).sort());
    }
  });
});

describe("what the story waits for", () => {
  const hook = (one: Hook): Given => ({ hooks: [one] });

  it.each([
    ["promised_nothing", "promise nothing"],
    ["told-orsolya", "tell Orsolya"],
    ["side_with_ilka", "side with Ilka"],
    ["red_door", "red door"],
  ])("[PC4803] the deed of a flag of what was done is what is to be done: %s", (tag, deed) => {
    expect(tagInWords(staged(), tag)).toBe(deed);
  });

  it("[PC26] offers the tag of a waiting beat, in words, with its tag", () => {
    const slots = offered(hook({ kind: "tag", beat: "beat_002", title: "A choice of sides", tag: "side-with-ilka" }));
    const tagged = slots.filter((slot) => slot.tags.includes("side-with-ilka"));
    expect(tagged).toHaveLength(30);
    expect(tagged[0]).toMatchObject({
      verb: "decide",
      text: "Side with Ilka",
      bind: { beat: "beat_002" },
      sources: [{ kind: "beat" }],
    });
    expect(tagInWords(staged(), "go-to-the-weigh-house")).toBe("go to the Weigh House");
  });

  it("[PC26] leads to where a tag or a beat waits", () => {
    const away: Hook = { kind: "tag", beat: "b", title: "t", tag: "open-the-door", place: "kiln" };
    expect(offered(hook(away)).filter((slot) => slot.verb === "go" && slot.bind.place === "kiln")).toHaveLength(30);
    const elsewhere: Hook = { kind: "beat-elsewhere", beat: "b", title: "t", place: "orchard", when: "due" };
    expect(offered(hook(elsewhere)).filter((slot) => slot.verb === "go" && slot.bind.place === "orchard")).toHaveLength(
      30,
    );
    const person: Hook = { kind: "tag", beat: "b", title: "t", tag: "ask-ilka", npc: "ilka" };
    expect(
      offered(hook(person)).filter((slot) => slot.bind.npc === "ilka" && slot.bind.place === "orchard"),
    ).toHaveLength(30);
  });

  it("[PC35] [PC3161] a journey to a beat that waits is always offered, however often it was passed over, but not between answers", () => {
    const waits: Hook = { kind: "beat-elsewhere", beat: "b", title: "t", place: "kiln", when: "due" };
    const tired = { verbs: Array.from({ length: 12 }, () => ["go"]), offers: { "go||||kiln": { passed: 9, last: 7 } } };
    const given = { ...hook(waits), state: { world: { choices: tired } } };
    const toKiln = (slots: readonly ChoiceSlot[]) =>
      slots.filter((slot) => slot.verb === "go" && slot.bind.place === "kiln");
    expect(toKiln(offered({ ...given, beat: beat({ decisions: ["sign the page"] }) }))).toHaveLength(30);
    expect(toKiln(offered(given))).toHaveLength(30);
    const answered = offered({ ...given, beat: beat({ decisions: ["sign it", "burn it", "hide it"] }) });
    expect(toKiln(answered)).toEqual([]);
    expect(answered.filter((slot) => slot.bind.beat === "beat_004")).toHaveLength(90);
  });

  it("[PC3162] a journey for which time is let pass first rests after it was offered", () => {
    const waits = (minutes?: number): Given =>
      hook({
        kind: "beat-elsewhere",
        beat: "b",
        title: "t",
        place: "kiln",
        when: "due",
        ...(minutes === undefined ? {} : { minutes }),
      });
    const offeredAt = (last: number, minutes?: number) =>
      offered({
        ...waits(minutes),
        state: mergePatch(learned, {
          world: { choices: { offers: { "go||||kiln": { passed: 0, last } } } },
        }) as JsonObject,
      }).filter((slot) => slot.verb === "go" && slot.bind.place === "kiln").length;
    const { scene } = staged({});
    expect(offeredAt(scene - 1)).toBe(30);
    expect(offeredAt(scene - 1, 600)).toBe(0);
    expect(offeredAt(scene - 3, 600)).toBe(30);
  });

  it("[PC35] goes to whoever of the beat is known to be there", () => {
    const waits = (when: "soon" | "due", people: string[]): Given => ({
      ...hook({ kind: "beat-elsewhere", beat: "b", title: "t", place: "toll-bridge", people, when }),
      state: { people: { "toll-man": { met: 3 } } },
    });
    const journey = (given: Given) => candidates(given).find((one) => one.sources[0]?.kind === "beat");
    expect(journey(waits("soon", ["toll-man"]))).toMatchObject({
      bind: { npc: "toll-man", place: "toll-bridge" },
      due: true,
    });
    expect(journey(waits("soon", ["toll-man"]))?.insists).toBeUndefined();
    expect(journey(waits("due", ["nobody"]))?.bind).toEqual({ place: "toll-bridge" });
    expect(offered(waits("due", [])).filter((slot) => slot.text === "Go to the toll bridge")).toHaveLength(30);
  });

  it("[PC1501] [PC3703] says on the way to what is due whom one looks for there, if the player knows of them", () => {
    const waits = (when: "soon" | "due", met: number | undefined, place = "kiln"): Given => ({
      ...hook({ kind: "beat-elsewhere", beat: "b", title: "t", place: "kiln", people: ["toll-man"], when }),
      state: { people: { "toll-man": { place, ...(met === undefined ? {} : { met }) } } },
    });
    const words = (given: Given) => candidates(given).find((one) => one.sources[0]?.kind === "beat")?.text;
    expect(words(waits("due", 3))).toMatch(/^Go to the kiln and look for .+$/);
    expect(words(waits("soon", 3))).toBeUndefined();
    expect(words(waits("due", undefined))).toBeUndefined();
    // Whoever was last seen elsewhere is not looked for at a place by its name.
    expect(words(waits("due", 3, "toll-bridge"))).toBeUndefined();
    const later = hook({
      kind: "beat-elsewhere",
      beat: "b",
      title: "t",
      place: "kiln",
      when: "due",
      minutes: 7 * 1440,
    });
    expect(words(later)).toBe("Let a week go by and go to the kiln");
  });

  it("[PC3320] goes to what is due with whoever takes the player there, while they are here", () => {
    const led = (guide: string): Given =>
      hook({ kind: "beat-elsewhere", beat: "b", title: "t", place: "kiln", people: [guide], when: "due", guide });
    const words = (given: Given) => candidates(given).find((one) => one.sources[0]?.kind === "beat")?.text;
    expect(words(led("orsolya"))).toMatch(/^Go with \p{Lu}\p{Ll}+ to the kiln$/u);
    expect(words(led("toll-man")) ?? "").not.toMatch(/with/);
  });

  const toKiln = (more: object, given: Given = {}): Candidate | undefined => {
    const waits = { kind: "beat-elsewhere", beat: "b", title: "t", place: "kiln", when: "due", ...more } as Hook;
    return candidates({ ...hook(waits), ...given }).find((one) => one.sources[0]?.kind === "beat" && one.verb === "go");
  };
  const unheard = { storybook: { named: {} }, people: { "toll-man": { place: "" } } };

  it("[PC3702] leaves no beat for where nobody has spoken of, and has nobody ask along in its scene", () => {
    const led = { people: ["orsolya"], guide: "orsolya" };
    expect(toKiln(led, { state: unheard })).toMatchObject({ insists: true, bind: { place: "kiln", npc2: "orsolya" } });
    const inBeat: Given = { state: unheard, beat: beat({ names: [], people: ["orsolya"] }) };
    expect(toKiln(led, inBeat)).toMatchObject({ idle: true, bind: { place: "kiln" } });
    expect(toKiln({}, inBeat)?.insists).toBeUndefined();
    expect(toKiln({}, { state: unheard })?.insists).toBe(true);
  });

  it("[PC3704] names nobody of whom the player has not heard", () => {
    const hosted = { people: ["toll-man"], host: "toll-man" };
    expect(toKiln(hosted, { state: unheard })?.bind).toEqual({ place: "kiln" });
    expect(toKiln(hosted, { state: unheard })?.text ?? "").not.toMatch(/toll/iu);
    expect(toKiln(hosted, { state: unheard, beat: beat({ names: [] }) })?.bind).toEqual({ place: "kiln" });
    // Who has been heard of is looked for.
    const known = { storybook: { named: { "npc:toll-man": 1 } }, people: { "toll-man": { place: "" } } };
    expect(toKiln(hosted, { state: known })?.text).toMatch(/^Look for /u);
  });

  it("[PC5300] names the place of what is due, though no text has", () => {
    expect(toKiln({}, { state: unheard })?.text).toBe("Go to the kiln");
    expect(toKiln({}, { state: unheard, beat: beat({ names: [] }) })?.text).toBeUndefined();
    expect(toKiln({ when: "soon" }, { state: unheard })?.text).toBeUndefined();
    const called = (name: string) => RICH.places.map((one) => (one.id === "kiln" ? { ...one, name } : one));
    const bare = { ...RICH, places: called("outside") };
    expect(toKiln({}, { state: unheard, matter: bare })?.text).toBeUndefined();
  });

  it("[PC5301] names no place of which the player is in a part", () => {
    const here = RICH.places.find(({ id }) => id === "weigh-house")?.name ?? "";
    const known = {
      storybook: { named: { "place:kiln": 1, "npc:toll-man": 1 } },
      people: { "toll-man": { place: "kiln" } },
    };
    const within = {
      ...RICH,
      places: RICH.places.map((one) => (one.id === "weigh-house" ? { ...one, within: "kiln" } : one)),
    };
    const texts = (matter: typeof RICH): string =>
      candidates({
        ...hook({ kind: "beat-elsewhere", beat: "b", title: "t", place: "kiln", people: ["toll-man"], when: "due" }),
        state: known,
        matter,
      })
        .filter(({ verb, bind }) => verb === "go" && bind.place === "kiln")
        .map(({ text }) => text ?? "")
        .join(" ");
    expect(here).not.toBe("");
    expect(texts(RICH)).toContain("Go to the kiln");
    expect(texts(within)).not.toContain("the kiln");
    expect(texts(within)).toContain("Look for");
  });

  it("[PC3705] rests once it was passed over twice, where nobody could say where it leads", () => {
    const waits = hook({ kind: "beat-elsewhere", beat: "b", title: "t", place: "kiln", when: "due" });
    const rests = (passed: number, state: JsonObject) => {
      const offers = { "go||||kiln": { passed, last: 8 } };
      const view = staged({
        ...waits,
        scene: 9,
        state: mergePatch(state, { world: { choices: { offers } } }) as JsonObject,
      });
      const all = scoreAll(view, candidatesFor(view, []), new Set(), createRandom("s"));
      return all.find(({ candidate }) => candidate.insists)?.rests;
    };
    expect(rests(1, unheard)).toBe(true);
    expect(rests(0, unheard)).toBe(false);
    expect(rests(9, {})).toBe(false);
  });

  it("[PC3706] leads to no deed of words with somebody who can be met nowhere", () => {
    const way = (place: string) =>
      candidates({
        ...hook({ kind: "tag", beat: "b", title: "t", tag: "press-the-toll-man", place: "kiln", text: "press Toll" }),
        matter: {
          ...RICH,
          people: RICH.people.map((one) => (one.id === "toll-man" ? { ...one, short: "Toll" } : one)),
        },
        state: { people: { "toll-man": { place } } },
      }).find((one) => one.sources[0]?.kind === "beat" && one.verb === "go");
    expect(way("")).toBeUndefined();
    expect(way("kiln")).toMatchObject({ bind: { place: "kiln" } });
  });

  it("[PC3708] [PC6205] says for whom one waits, where one cannot say where one goes", () => {
    const later = { people: ["toll-man"], minutes: 1440 };
    const named = (scene: number) => ({ storybook: { named: { "npc:toll-man": scene } } });
    expect(toKiln(later, { state: named(7) })?.text).toMatch(/ and look for /u);
    expect(toKiln(later, { state: unheard })?.text).not.toMatch(/look for/u);
    // Of whom nothing was said for long, nobody knows that the day brings them. (rule PC6205)
    expect(toKiln(later, { state: named(1) })?.text).not.toMatch(/look for/u);
  });

  it("[PC3321] has the scene say who a stranger is that stands by in a beat without a word", () => {
    const keys = (more: object, people: JsonObject = {}) =>
      freshNames(staged({ state: { people }, beat: beat({ names: [], people: ["ilka"], ...more }) }), []);
    expect(keys({}).has("npc:ilka")).toBe(false);
    expect(keys({ names: ["npc:ilka"] }).has("npc:ilka")).toBe(true);
    expect(keys({ dialogue: [{ speaker: "ilka", line: "Mind the step." }] }).has("npc:ilka")).toBe(true);
    expect(keys({}, { ilka: { met: 2 } }).has("npc:ilka")).toBe(true);
  });

  it("[PC3322] offers nothing with who sleeps or has gone out by the author's words", () => {
    const withdrawn = { how: "asleep", minutes: 480 };
    const talks = (more: JsonObject) =>
      candidates({ scene: 5, state: { people: { orsolya: { met: 1, ...more } } } }).filter(
        ({ bind }) => bind.npc === "orsolya",
      );
    expect(talks({}).length).toBeGreaterThan(0);
    expect(talks({ withdrawn })).toEqual([]);
  });

  it("[PC1500] says and does a deed on the way to where it is done, if few words say it and it is no way itself", () => {
    const waits = (text: string, more: object = {}): Given =>
      hook({ kind: "tag", beat: "b", title: "t", tag: "open-it", place: "kiln", text, ...more });
    const way = (given: Given) => candidates(given).find((one) => one.sources[0]?.kind === "beat");
    expect(way(waits("open the oven", { also: ["look-in"] }))).toMatchObject({
      verb: "go",
      text: "Go to the kiln and open the oven",
      tags: ["open-it", "look-in"],
    });
    expect(way(waits("go to the far kiln"))).toMatchObject({ text: "Go to the far kiln", tags: ["open-it"] });
    expect(way(waits("cross the river"))).toMatchObject({ verb: "go", tags: [] });
    expect(way(waits(`open the oven ${"and the door ".repeat(4)}`.trim()))).toMatchObject({ verb: "go", tags: [] });
    expect(way(waits("press Marek"))).toMatchObject({ verb: "go", tags: [] });
    // Whoever only asks somebody has said nothing of what.
    expect(way(waits("ask the weigher"))).toMatchObject({ verb: "go", tags: [] });
    expect(way(waits("ask the weigher who wrote it"))).toMatchObject({ tags: ["open-it"] });
  });

  it("[PC5414] names nobody of whom nobody has spoken", () => {
    const call: Given = hook({ kind: "tag", beat: "b", title: "t", tag: "call", place: "kiln", text: "call on Ilka" });
    const way = (state: JsonObject) =>
      candidates({ ...call, state }).find((one) => one.sources[0]?.kind === "beat" && one.tags.includes("call"));
    expect(way({ people: { ilka: { met: 2 } } })?.text).toBe("Go to the kiln and call on Ilka");
    expect(way({ people: { ilka: { place: "" } } })).toMatchObject({ verb: "go", bind: { place: "kiln" } });
    expect(way({ people: { ilka: { place: "" } } })?.text).toBeUndefined();
  });

  it("[PC1903] two deeds that wait at one place are two journeys", () => {
    const waits = (tag: string, text: string): Hook => ({
      kind: "tag",
      beat: tag,
      title: tag,
      tag,
      place: "kiln",
      text,
    });
    const given: Given = { hooks: [waits("open-it", "open the oven"), waits("shut-it", "shut the oven")] };
    const ways = candidates(given).filter(({ verb, tags }) => verb === "go" && tags.length > 0);
    expect(ways.map(({ text, tags }) => [text, tags])).toEqual([
      ["Go to the kiln and open the oven", ["open-it"]],
      ["Go to the kiln and shut the oven", ["shut-it"]],
    ]);
  });

  it("[PC1903] whoever goes to what comes by itself at a place has not done the deed that waits there", () => {
    const deed: Hook = {
      kind: "tag",
      beat: "opening",
      title: "Opening",
      tag: "open-it",
      place: "kiln",
      text: "open the oven",
    };
    const call = (beat: string): Hook => ({
      kind: "beat-elsewhere",
      beat,
      title: beat,
      place: "kiln",
      people: [],
      when: "due",
    });
    const ways = (hooks: Hook[]): unknown =>
      candidates({ hooks })
        .filter(({ verb, sources, bind }) => verb === "go" && bind.place === "kiln" && sources[0]?.kind === "beat")
        .map(({ text, tags }) => [text, tags]);
    expect(ways([call("supper"), deed])).toEqual([
      [undefined, []],
      ["Go to the kiln and open the oven", ["open-it"]],
    ]);
    // Of one beat it is one journey, and its words say the deed.
    expect(ways([call("opening"), deed])).toEqual([["Go to the kiln and open the oven", ["open-it"]]]);
  });

  it("[PC643] one journey has all beats that wait at its end as its sources", () => {
    const waits = (beat: string, when: "soon" | "due"): Hook => ({
      kind: "beat-elsewhere",
      beat,
      title: beat,
      place: "kiln",
      when,
    });
    const journeys = candidates({ hooks: [waits("one", "soon"), waits("other", "due")] }).filter(
      ({ verb, bind, sources }) => verb === "go" && bind.place === "kiln" && sources[0]?.kind === "beat",
    );
    expect(journeys.map(({ sources, insists }) => [sources.map(({ ref }) => ref), insists])).toEqual([
      [["one", "other"], true],
    ]);
  });

  it("[PC26] does not send the player back to where they have just come from", () => {
    const away: Hook = { kind: "tag", beat: "b", title: "t", tag: "open-the-door", place: "kiln" };
    const came = (scene: number): Given => ({
      ...hook(away),
      state: { world: { choices: { came: { from: "kiln", scene } } } },
    });
    const due = (given: Given) => candidates(given).some((one) => one.due && one.bind.place === "kiln");
    expect([due(came(7)), due(came(5))]).toEqual([false, true]);
  });

  it("[PC26] offers an ending that is in reach", () => {
    const slots = offered(hook({ kind: "ending", ending: "two", title: "Two wheels" })).filter(
      (slot) => slot.verb === "end",
    );
    expect(slots).toHaveLength(30);
    expect(slots[0]).toMatchObject({ bind: { ending: "two" }, sources: [{ kind: "ending", text: "Two wheels" }] });
  });

  it("[PC600] keeps the title of the one ending in reach, and tells several apart by theirs", () => {
    const one = { kind: "ending", ending: "two", title: "Two wheels" } as const;
    const words = (...hooks: readonly Hook[]) =>
      candidates({ hooks })
        .filter(({ verb }) => verb === "end")
        .map(({ text }) => text);
    expect(words(one)).toEqual(["See it through to the end"]);
    expect(words(one, { kind: "ending", ending: "mark", title: "HIGH-WATER MARK" })).toEqual([
      "See it through: Two wheels",
      "See it through: High-water mark",
    ]);
  });

  it("[PC620] lets whoever has gone to see somebody about something ask it first of all", () => {
    const [ask] = candidates({ scene: 9 }).filter(({ verb, bind }) => verb === "ask" && bind.topic !== undefined);
    const { npc = "", topic = "" } = ask?.bind ?? {};
    const go = { id: "x", verb: "go", class: "move", text: "x", label: "x", tags: [], sources: [] } as const;
    const choice = { ...go, bind: { place: "mill", npc, topic } };
    expect(candidates({ scene: 9, choice }).find(({ takesUp }) => takesUp)).toMatchObject({
      verb: "ask",
      bind: { npc, topic },
    });
    const slots = Array.from({ length: 8 }, (_, seed) => offer({ scene: 9, choice, seed: `s${seed}` }).slots[0]?.bind);
    expect(slots.map((bind) => bind?.topic)).toEqual(Array(8).fill(topic));
  });

  it("[PC603] offers the deeds that close the story side by side", () => {
    const hooks: readonly Hook[] = ["burn-it", "keep-it", "sell-it"].map((tag) => ({
      kind: "tag",
      beat: `beat-${tag}`,
      title: "A last page",
      tag,
      closes: true,
    }));
    for (let seed = 1; seed <= 12; seed += 1) {
      const tags = offer({ hooks, seed: `s${seed}` }).slots.flatMap((slot) => slot.tags);
      expect(tags).toEqual(expect.arrayContaining(["burn-it", "keep-it", "sell-it"]));
    }
  });

  it("[PC650] offers a deed that closes the story scene after scene, and no way out beside it", () => {
    const hooks: readonly Hook[] = [{ kind: "tag", beat: "b9", title: "A last page", tag: "burn-it", closes: true }];
    let state: JsonObject = {};
    for (let scene = 8; scene <= 12; scene += 1) {
      const { slots, patch } = offer({ hooks, scene, state, seed: `s${scene}` });
      expect(slots.flatMap(({ tags }) => tags)).toContain("burn-it");
      expect(slots.filter(({ verb }) => verb === "go" || verb === "follow")).toEqual([]);
      state = patch;
    }
  });

  it("[PC602] lets nobody set out once the last page is told, and before the end offers only a moment more beside it", () => {
    const ending = { kind: "ending", ending: "two", title: "Two wheels", presses: true } as const;
    const verbsOf = (hook: Hook, seed: number): readonly string[] =>
      offer({ hooks: [hook], seed: `s${seed}` }).slots.map(({ verb }) => verb);
    for (let seed = 1; seed <= 12; seed += 1) {
      const told = verbsOf(ending, seed);
      expect(told).toContain("end");
      expect(told).not.toContain("go");
      const last = verbsOf({ ...ending, last: true }, seed);
      expect(last).toContain("end");
      expect(last.filter((verb) => !["end", "decide", "wait", "listen", "watch"].includes(verb))).toEqual([]);
      expect(last.length).toBeGreaterThanOrEqual(3);
    }
  });

  it("[PC26] offers what a beat leaves open, all answers at once in its own scene, and for four scenes", () => {
    const now = offer({ beat: beat() });
    expect(
      now.slots
        .filter((slot) => slot.bind.beat === "beat_004")
        .map(({ text }) => text)
        .sort(),
    ).toEqual(["Burn the page", "Sign the page"]);
    const tired = Array.from({ length: 12 }, () => ["decide", "decide"]);
    const late = offer({ beat: beat(), state: { world: { choices: { verbs: tired } } } });
    expect(late.slots.filter((slot) => slot.bind.beat === "beat_004")).toHaveLength(2);
    const kept = (scene: number) =>
      offered({ scene, state: now.patch }).filter((slot) => slot.bind.beat === "beat_004");
    expect(kept(9).length).toBeGreaterThan(0);
    expect(kept(11).length).toBeGreaterThan(0);
    expect(kept(12)).toEqual([]);
    // Two streets away from the page nobody signs it.
    const elsewhere = { ...now.patch, place: "orchard" };
    expect(offered({ scene: 9, state: elsewhere }).filter((slot) => slot.bind.beat === "beat_004")).toEqual([]);
  });

  it("[PC54] goes on with what has just happened, with whoever was there, also when it has been decided", () => {
    const told = ["Orsolya counts the toll.", "The toll is short."];
    const seen = beat({ told, people: ["orsolya"], names: ["topic:toll", "npc:orsolya"] });
    const now = offer({ beat: seen });
    const isQuestion = ({ verb, bind, sources }: ChoiceSlot): boolean =>
      verb === "ask" &&
      bind.npc === "orsolya" &&
      sources.some(({ kind, ref }) => kind === "beat" && ref === "beat_004");
    expect(now.slots.filter(isQuestion)).toHaveLength(1);
    for (let seed = 0; seed < 20; seed++) {
      // Not in the very next scene, as it has just been offered.
      const later = offer({ scene: 10, seed: `seed ${seed}`, state: now.patch }).slots;
      expect(
        later.some((slot) => isQuestion(slot) || slot.bind.topic === "toll" || slot.bind.beat === "beat_004"),
      ).toBe(true);
    }
    expect(offered({ scene: 11, state: now.patch }).some(isQuestion)).toBe(false);
    const asked = { "after:orsolya:beat_004": 8 };
    const again = (change: JsonObject) =>
      candidates({
        scene: 9,
        state: mergePatch(now.patch, { world: { choices: { done: asked, ...change } } }) as JsonObject,
      })
        .filter(({ about }) => about !== undefined)
        .map(({ sources }) => sources.at(-1)?.ref);
    expect(again({})).toEqual([]);
    expect(again({ beat: { decided: "burn-the-page" } })).toEqual(["burn-the-page"]);
  });

  it("[PC65] offers nothing but what a beat opens, in its scene and the next", () => {
    const names = ["topic:toll", "topic:tally", "npc:orsolya", "npc:benedek", "place:kiln"];
    const told = ["Orsolya counts the toll.", "The toll is short.", "The tally says so.", "She turns the tally over."];
    const seen = beat({ told, decisions: [], people: ["orsolya"], names });
    const named = { "topic:toll": 9, "topic:tally": 9, "npc:benedek": 9, "place:kiln": 9 };
    const state: JsonObject = {
      world: { known: { topics: { toll: 1, tally: 1, "city-road": 1 }, motives: { orsolya: { [MOTIVE]: 3 } } } },
      storybook: { named },
    };
    const isOpened = ({ verb, bind }: ChoiceSlot): boolean =>
      verb === "go"
        ? bind.place === "kiln"
        : bind.item === "page" ||
          (bind.npc === "orsolya" && (bind.topic === undefined || names.includes(`topic:${bind.topic}`)));
    for (const seed of ["a", "b", "c", "d", "e", "f"]) {
      const now = offer({ scene: 8, seed, state, beat: seen });
      expect(now.slots.filter((slot) => !isOpened(slot)).map(({ text }) => text)).toEqual([]);
      const then = offer({ scene: 9, seed, state: mergePatch(state, now.patch) as JsonObject });
      expect(then.slots.filter(isOpened).length, then.slots.map(({ text }) => text).join("; ")).toBeGreaterThan(1);
      const fillers = ["rest", "wait", "listen", "search"];
      for (const { verb } of [...now.slots, ...then.slots]) expect(fillers).not.toContain(verb);
    }
  });

  it("[PC59] brings in one name to speak of and one journey, and nothing after a beat", () => {
    let most = 0;
    for (let seed = 0; seed < 60; seed++) {
      const given = { seed: `seed ${seed}`, scene: 12, state: { world: { named: {} } } };
      const { slots, bringIn } = offer(given);
      const journeys = new Set(
        slots.flatMap(({ class: of, bind }) => (of === "move" ? [`place:${bind.place}`, `npc:${bind.npc}`] : [])),
      );
      // Whoever stands by is no news.
      const spokenOf = bringIn.filter((key) => !journeys.has(key) && key !== "npc:orsolya");
      expect(spokenOf.length).toBeLessThanOrEqual(1);
      most = Math.max(most, bringIn.length);
      const now = beat({ names: [] });
      const standBy = ["orsolya", ...now.people].map((id) => `npc:${id}`);
      const afterBeat = offer({ ...given, beat: now }).bringIn;
      expect(afterBeat.filter((key) => !standBy.includes(key))).toEqual([]);
    }
    expect(most).toBeGreaterThan(0);
  });

  it("[PC26] brings the people of a beat on stage, where it happens", () => {
    const asked = candidates({ beat: beat({ place: "kiln" }) }).filter((one) => one.verb === "ask");
    expect(new Set(asked.map((one) => one.bind.npc))).toEqual(new Set(["ilka", "benedek"]));
  });
});

describe("the night", () => {
  it("[PC34] offers a night's rest when it is late, and hardly ever by day", () => {
    const rests = (hour: number) =>
      offered({ scene: 3, state: { clock: { minutes: 1440 + hour * 60 } } }).filter(({ verb }) => verb === "rest")
        .length;
    expect(rests(23)).toBeGreaterThan(20);
    expect(rests(2)).toBeGreaterThan(20);
    expect(rests(14)).toBeLessThan(8);
  });

  it("[PC3167] offers none late at night while a beat waits elsewhere for which no time has to pass", () => {
    const rest = (minutes?: number) => {
      const waits: Hook = { kind: "beat-elsewhere", beat: "b", title: "t", place: "kiln", when: "due" };
      const hooks = [minutes === undefined ? waits : { ...waits, minutes }];
      return candidates({ scene: 3, hooks, state: { clock: { minutes: 23 * 60 } } }).find(
        ({ verb }) => verb === "rest",
      );
    };
    expect(rest()?.learned ?? false).toBe(false);
    expect(rest(120)?.learned ?? false).toBe(false);
    expect(rest(600)?.learned).toBe(true);
  });
});

describe("what is held back or marked", () => {
  it("[PC27] breaks no law of the campaign", () => {
    const words = ["tally", "tallies", "watch", "watches"];
    const given: Given = {
      state: learned,
      constraints: { lines: [], laws: [{ checks: [{ kind: "phrase", words }] }] },
    };
    const slots = offered(given);
    expect(slots.length).toBeGreaterThanOrEqual(90);
    for (const slot of slots) expect(slot.text).not.toMatch(/\b(tally|watch)/i);
    expect(offered({ state: learned }).some((slot) => /tally/.test(slot.text))).toBe(true);
  });

  it("[PC56] somebody is warned of who wants what touches them, and never of their kin", () => {
    const warned = (name: string) => {
      const view = staged({
        state: {
          world: {
            known: {
              relations: { "orsolya>ilka": 2 },
              motives: { ilka: { "to sell the chalk tally": 2, "to sell the ladder": 2 } },
            },
          },
        },
      });
      const people = new Map(view.people);
      const ilka = people.get("ilka");
      if (ilka) people.set("ilka", { ...ilka, name, motives: ["to sell the chalk tally"] });
      return candidatesFor({ ...view, people }, []).some(({ verb }) => verb === "warn");
    };
    expect(warned("Ilka Stone")).toBe(true);
    expect(warned("Ilka Tallow")).toBe(false);
    const idle = { known: { relations: { "orsolya>ilka": 2 }, motives: { ilka: { "to sell the ladder": 2 } } } };
    expect(candidates({ state: { world: idle } }).some(({ verb }) => verb === "warn")).toBe(false);
  });

  it("[PC28] hides friendly acts from who thinks ill of the player", () => {
    const verbs = (feeling: number) =>
      new Set(
        candidates({
          state: {
            people: { orsolya: { feeling } },
            world: {
              known: {
                facts: { "tally-1": 7, "toll-4": 7 },
                motives: { orsolya: { "to keep the drawer shut until spring": 3 } },
              },
            },
          },
        }).map((one) => one.verb),
      );
    for (const verb of ["trust", "accept"] as const) {
      expect(verbs(-30).has(verb)).toBe(true);
      expect(verbs(-31).has(verb)).toBe(false);
    }
    expect(verbs(-31).has("press")).toBe(true);
  });

  it("[PC461] hides friendly acts from who belongs to a faction that thinks ill of the player, unless they like the player", () => {
    const verbs = (feeling: number, standing: number) =>
      new Set(
        candidates({
          state: {
            people: { orsolya: { feeling, factions: ["scales", "choir"] } },
            factions: { scales: 20, choir: standing },
            world: { known: { facts: { "tally-1": 7, "toll-4": 7 } } },
          },
        }).map((one) => one.verb),
      );
    expect(verbs(0, -30).has("trust")).toBe(true);
    expect(verbs(0, -31).has("trust")).toBe(false);
    expect(verbs(0, -31).has("ask")).toBe(false);
    expect(verbs(0, -31).has("press")).toBe(true);
    expect(verbs(30, -31).has("trust")).toBe(false);
    expect(verbs(31, -31).has("trust")).toBe(true);
    expect(verbs(-31, 80).has("trust")).toBe(false);
  });

  it("[PC500] says why somebody and their faction think so, with the scene, where it counts", () => {
    const why = (feeling: number, standing: number) =>
      offered({
        state: {
          people: {
            orsolya: {
              feeling,
              factions: ["choir"],
              because: { text: "You lied about the toll, and she cooled.", scene: 4 },
            },
          },
          factions: { choir: standing },
          world: { factions: { choir: { name: "The Choir", because: { text: "You sang.", scene: 0 } } } },
        },
      })
        .filter(({ bind, verb }) => bind.npc === "orsolya" && verb !== "go")
        .map(({ sources }) => sources.map(({ text }) => text));
    const mine = "Orsolya thinks ill of you: You lied about the toll, and she cooled (scene 4)";
    const theirs = "The Choir thinks ill of you: You sang (the opening)";
    const wary = why(-60, -60);
    expect(wary.length).toBeGreaterThan(0);
    for (const texts of wary) expect(texts).toEqual(expect.arrayContaining([mine, theirs]));
    for (const texts of why(-10, -10)) expect(texts.join()).not.toContain("think");
    expect(why(60, 0)[0]).toContain(mine.replace("ill", "well"));
  });

  it("[PC28] marks a strong stat against poor standing, and a weak stat", () => {
    const marks = (charisma: number, feeling: number) =>
      new Set(
        offered({
          state: {
            ...refused(),
            player: { stats: { charisma, intelligence: charisma } },
            people: { orsolya: { feeling } },
          },
        })
          .filter((slot) => slot.roll?.stat === "charisma")
          .map((slot) => slot.difficulty),
      );
    expect(marks(18, 0)).toEqual(new Set([undefined]));
    expect(marks(18, -40)).toEqual(new Set(["difficult"]));
    expect(marks(5, 0)).toEqual(new Set(["unlikely to succeed"]));
  });

  it("[PC28] marks what is below the threshold of the settings", () => {
    const rolls = (showDifficultyThreshold: number) =>
      offer({ state: refused(), seed: "threshold" }, [], { ...SETTINGS, showDifficultyThreshold }).slots.filter(
        (slot) => slot.roll,
      );
    expect(rolls(0.1).length).toBeGreaterThan(0);
    expect(rolls(0.1).some((slot) => slot.difficulty)).toBe(false);
    expect(rolls(0.5).every((slot) => slot.difficulty === "difficult")).toBe(true);
  });

  it("[PC29] hints as much as the settings ask for", () => {
    const hints = (consequenceHintVerbosity: "none" | "brief" | "detailed") =>
      offer({ state: learned }, [], { ...SETTINGS, consequenceHintVerbosity }).slots.map((slot) => slot.hint);
    expect(hints("none").every((hint) => hint === undefined)).toBe(true);
    expect(hints("brief").every((hint) => hint !== undefined && !/minutes/.test(hint))).toBe(true);
    expect(hints("detailed").some((hint) => /About \d+ minutes/.test(hint ?? ""))).toBe(true);
  });
});

describe("those who have no words", () => {
  it("[PC420] are helped, given things and watched, and never asked", () => {
    const matter = { ...RICH, people: RICH.people.map((person) => ({ ...person, speech: "sounds" as const })) };
    const verbs = new Set(candidates({ matter }).flatMap(({ verb, bind }) => (bind.npc === undefined ? [] : [verb])));
    expect(verbs.size).toBeGreaterThan(0);
    for (const verb of ["ask", "gossip", "press", "confront", "bluff", "trust", "warn"])
      expect([...verbs]).not.toContain(verb);
  });

  it("[PC421] nobody who is nowhere, or is fixed, comes in", () => {
    const view = staged({ state: { people: { orsolya: { place: "" } } } });
    const orsolya = view.people.get("orsolya");
    if (!orsolya) throw new Error("the fixture has no Orsolya");
    expect(canCome(view, orsolya)).toBe(false);
    expect(canCome(staged(), orsolya)).toBe(true);
    expect(canCome(staged(), { ...orsolya, mobility: "fixed" })).toBe(false);
  });
});
