// SPEC.md PC1 to PC4: what each verb does, by outcome.
import { createRandom } from "@narratoria/protocol/random";
import type { Bindings, ChoiceSlot, Effect, Fact, Outcome, Verb } from "@narratoria/protocol/story";
import type { JsonObject } from "@narratoria/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import { answers, reserved, untold } from "../src/knowledge.js";
import { OPERATORS } from "../src/operators.js";
import { applyOutcome } from "../src/outcome.js";
import { readView } from "../src/view.js";
import { situations } from "./arbitrary-state.js";
import { before, slotOf, staged } from "./support.js";
import { contextOf, walk } from "./walk.js";
import { RICH } from "./fixture-story.js";

const VERBS = Object.keys(OPERATORS) as Verb[];
const OUTCOMES: readonly Outcome[] = ["success", "partial", "fail", "none"];
const COSTS: readonly Effect["kind"][] = ["owe", "noticed", "time", "item", "condition", "feeling"];

/** Something for each verb to act on in the opening of the rich story, where Orsolya is at the Weigh House. */
const BINDINGS: Partial<Record<Verb, Bindings>> = {
  ask: { npc: "orsolya", topic: "tally" },
  press: { npc: "orsolya", topic: "tally", fact: "tally-1" },
  bluff: { npc: "orsolya", topic: "tally" },
  warn: { npc: "orsolya", npc2: "ilka" },
  help: { npc: "orsolya", text: "to get her brother's name off the tally" },
  give: { npc: "orsolya", item: "brass-tally" },
  use: { npc: "orsolya", item: "brass-tally", topic: "tally" },
  settle: { npc: "orsolya", thread: "debt-orsolya" },
  confront: { npc: "orsolya", npc2: "ilka" },
  gossip: { npc: "orsolya", npc2: "ilka" },
  trust: { npc: "orsolya", fact: "tally-1", topic: "tally" },
  recall: { npc: "orsolya", text: "helped her" },
  watch: { npc: "orsolya" },
  go: { place: "kiln" },
  follow: { npc: "ilka", place: "orchard" },
  flee: { npc: "orsolya", place: "kiln" },
  face: { npc: "ilka", thread: "watcher-ilka" },
  search: { prop: "a brass scale" },
  sneak: { npc: "orsolya" },
  force: { prop: "the locked drawer" },
};
const OWING = {
  threads: {
    "debt-orsolya": { kind: "debt", npc: "orsolya", opened: 5, state: "open", text: "what you owe Orsolya" },
    "watcher-ilka": { kind: "watcher", npc: "ilka", opened: 5, state: "open", text: "Ilka has an eye on you" },
  },
};

const rows = (verb: Verb, seed: string) =>
  outcomesOf(before({ state: OWING }), slotOf(verb, BINDINGS[verb] ?? {}), createRandom(seed));
const seeds = Array.from({ length: 40 }, (_, index) => `seed ${index}`);

describe("effects", () => {
  it("[PC51] nobody tells what names them, whatever they are asked", () => {
    const names = new Map(RICH.facts.map(({ id, names }) => [id, names]));
    // The first fact of the frost year names its kiln, the second Marek.
    for (const seed of seeds) {
      const asked = slotOf("ask", { npc: "toll-man", topic: "frost-year" });
      const told = Object.values(outcomesOf(before(), asked, createRandom(seed)))
        .flat()
        .flatMap((effect) => (effect.kind === "learn" && effect.from !== undefined ? [effect] : []));
      for (const { fact, from } of told) expect(names.get(fact)).not.toContain(`npc:${from}`);
    }
    expect(reserved(before(), "frost-year", "toll-man").map(({ id }) => id)).toEqual(["frost-year-2"]);
    expect(untold(before(), "frost-year", "toll-man").map(({ id }) => id)).not.toContain("frost-year-2");
    expect(untold(before(), "frost-year", "orsolya").map(({ id }) => id)).toContain("frost-year-2");
  });

  it("[PC58] finds what somebody keeps among their things, where they live", () => {
    const facts: Fact[] = ["orsolya", "ilka"].map((npc) => ({
      id: `${npc}-keeps-1`,
      text: "A ticket lies in a cup.",
      clause: "a ticket lies in a cup",
      topic: "tally",
      file: "storybook/things.md",
      knownBy: [npc],
      keptBy: npc,
      names: [`npc:${npc}`, "topic:orchard"],
    }));
    const matter = { ...RICH, facts: [...RICH.facts, ...facts] };
    const learned = (slot: ChoiceSlot, state: JsonObject, seed: string) =>
      outcomesOf(before({ matter, state }), slot, createRandom(seed)).success.flatMap((effect) =>
        effect.kind === "learn" ? [effect.fact] : [],
      );
    const away = { people: { orsolya: { place: "kiln" } } };
    for (const seed of seeds) {
      expect(learned(slotOf("sneak", { npc: "orsolya" }), {}, seed)).toEqual(["orsolya-keeps-1"]);
      expect(learned(slotOf("sneak", { npc: "ilka" }), {}, seed)).not.toContain("ilka-keeps-1");
      expect(learned(slotOf("search", {}), {}, seed)).not.toContain("orsolya-keeps-1");
      for (const verb of VERBS)
        for (const topic of ["tally", "frost-year"])
          if (verb !== "sneak" && verb !== "search" && verb !== "force")
            expect(learned(slotOf(verb, { npc: "orsolya", topic }), {}, seed)).not.toContain("orsolya-keeps-1");
    }
    const known = { world: { known: { facts: { "orsolya-keeps-1": 7, "tally-1": 7 } } } };
    for (const person of ["orsolya", "ilka"]) {
      const state = { ...known, people: { orsolya: { place: "kiln" }, [person]: { place: "weigh-house" } } };
      const trusts = candidatesFor(before({ matter, state }), []).filter(
        ({ verb, bind }) => verb === "trust" && bind.npc === person && bind.fact === "orsolya-keeps-1",
      );
      // Ilka has something to say to it: it speaks of the orchard.
      expect(trusts.map(({ bind }) => bind.npc2)).toEqual(person === "orsolya" ? [] : ["orsolya"]);
    }
    const alone = seeds.flatMap((seed) => learned(slotOf("search", {}), away, seed));
    expect(alone).toContain("orsolya-keeps-1");
    expect(alone).not.toContain("ilka-keeps-1");
  });

  it("[PC1] every verb changes something whatever the outcome, in any state, bound or not", () => {
    fc.assert(
      fc.property(situations, fc.constantFrom(...VERBS), fc.boolean(), (situation, verb, bound) => {
        const view = readView(
          contextOf(situation.matter, situation.state, { scene: situation.scene, seed: situation.seed }),
        );
        const slot = slotOf(verb, bound ? (BINDINGS[verb] ?? {}) : {});
        const table = outcomesOf(view, slot, createRandom(situation.seed));
        for (const outcome of OUTCOMES) {
          expect(table[outcome].length).toBeGreaterThan(0);
          const { patch, memory } = applyOutcome(view, slot, outcome, table[outcome]);
          expect(Object.keys(patch)).toContain("clock");
          expect(memory.summary).toMatch(/^You .+\.$/);
        }
      }),
    );
  });

  it("[PC2] a partial success delivers and costs", () => {
    const rolled = VERBS.filter((verb) => OPERATORS[verb].tries.length > 0 && verb !== "flee");
    for (const verb of rolled) {
      for (const seed of seeds) {
        const { success, partial } = rows(verb, seed);
        expect(
          partial.some((effect) => COSTS.includes(effect.kind)),
          `${verb}: ${JSON.stringify(partial)}`,
        ).toBe(true);
        const gains = (row: readonly Effect[]) =>
          row.filter((effect) => ["learn", "motive", "relation", "paid", "move"].includes(effect.kind));
        if (gains(success).length > 0 && !["help", "warn", "face", "sneak", "follow"].includes(verb)) {
          expect(gains(partial).length, `${verb}: ${JSON.stringify(partial)}`).toBeGreaterThan(0);
        }
        if (verb === "help") expect(partial.some((effect) => effect.kind === "feeling" && effect.delta > 0)).toBe(true);
      }
    }
  });

  it("[PC3] a failure brings no whole fact and no motive, and something that the next choice can take up", () => {
    const taken: readonly Effect["kind"][] = [
      "redirect",
      "leave",
      "arrive",
      "feeling",
      "time",
      "noticed",
      "condition",
      "learn",
      "thread",
      "item",
    ];
    for (const verb of VERBS.filter((one) => OPERATORS[one].tries.length > 0)) {
      for (const seed of seeds) {
        const { fail } = rows(verb, seed);
        expect(fail.some((effect) => (effect.kind === "learn" && effect.whole) || effect.kind === "motive")).toBe(
          false,
        );
        expect(
          fail.some((effect) => taken.includes(effect.kind)),
          `${verb}: ${JSON.stringify(fail)}`,
        ).toBe(true);
      }
    }
  });

  it("[PC60] a question is answered on its topic, with what helps first, without dice", () => {
    const questions = [
      {
        id: "q",
        text: "Who pays the toll?",
        topic: "the toll",
        from: "premise",
        clues: ["toll-3"],
        answeredBy: [],
        names: ["topic:toll"],
      },
    ];
    const asked = slotOf("ask", { npc: "orsolya", topic: "toll" });
    for (const seed of seeds) {
      const { none } = outcomesOf(before({ matter: { ...RICH, questions } }), asked, createRandom(seed));
      expect(none[0]).toMatchObject({ kind: "learn", fact: "toll-3", from: "orsolya", whole: true, how: "told" });
      const plain = outcomesOf(before(), slotOf("ask", { npc: "orsolya", topic: "tally" }), createRandom(seed));
      for (const effect of plain.none)
        if (effect.kind === "learn") {
          const fact = RICH.facts.find(({ id }) => id === effect.fact);
          expect([fact?.topic, ...(fact?.names ?? [])].some((one) => one?.endsWith("tally"))).toBe(true);
        }
    }
  });

  it("[PC60] a question about a beat is answered on its topic or not at all, never with what somebody wants", () => {
    const asked = slotOf("ask", { npc: "orsolya", topic: "toll" });
    const source = { kind: "beat", ref: "beat_004", text: "The toll" } as const;
    const facts = RICH.facts.filter(({ topic, names }) => topic !== "toll" && !names.includes("topic:toll"));
    const view = before({
      matter: { ...RICH, facts },
      state: {
        world: {
          choices: {
            beat: { id: "beat_004", title: "The toll", scene: 8, decisions: [], people: ["orsolya"], names: [] },
          },
        },
      },
    });
    for (const seed of seeds) {
      const { none } = outcomesOf(view, { ...asked, sources: [source] }, createRandom(seed));
      expect(none).toMatchObject([{ kind: "refuse", npc: "orsolya", topic: "toll" }]);
    }
  });

  it("[PC60] who has no answer sends on by name, and where nobody has, refuses with a reason", () => {
    const common = RICH.facts.filter(({ topic, names }) => topic === "toll" || names.includes("topic:toll"));
    const alone = RICH.facts.filter((fact) => !common.includes(fact) || fact.knownBy !== "common");
    // Nor is there anything between her and others that would say it.
    const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, relations: [] } : one));
    const view = (facts: readonly Fact[]) => before({ matter: { ...RICH, facts, people } });
    const asked = slotOf("ask", { npc: "orsolya", topic: "toll" });
    for (const seed of seeds) {
      const sent = outcomesOf(view(alone), asked, createRandom(seed)).none;
      expect(sent).toMatchObject([{ kind: "redirect", npc: "orsolya", to: "toll-man", topic: "toll" }]);
      const none = alone.filter(({ topic, names }) => topic !== "toll" && !names.includes("topic:toll"));
      expect(answers(view(none), "toll", "toll-man")).toEqual([]);
      const refused = outcomesOf(view(none), asked, createRandom(seed)).none;
      expect(refused).toMatchObject([{ kind: "refuse", npc: "orsolya", topic: "toll" }]);
    }
    // What names her she keeps back, until she is pressed.
    const kept = RICH.facts.filter(
      ({ id, topic, names }) =>
        id === "brass-scale-2" || (topic !== "brass-scale" && !names.includes("topic:brass-scale")),
    );
    const bind = { npc: "orsolya", topic: "brass-scale" };
    const asks = outcomesOf(view(kept), slotOf("ask", bind), createRandom("seed")).none;
    expect(asks).toMatchObject([{ kind: "refuse", npc: "orsolya", topic: "brass-scale" }]);
    const pressed = outcomesOf(view(kept), slotOf("press", bind), createRandom("seed")).success;
    expect(pressed).toMatchObject([{ kind: "learn", fact: "brass-scale-2" }]);
    const { fail } = rows("press", "seed");
    expect(fail).toContainEqual(
      expect.objectContaining({ kind: "refuse", topic: "tally", reason: "to get her brother's name off the tally" }),
    );
  });

  it("[PC450] [PC3142] who has own words for a topic says them, and else neither how things are with somebody nor what they want", () => {
    const line = "The toll is three eggs, and he counts them twice.";
    const said: Fact = {
      id: "orsolya-says-1",
      text: line,
      clause: line,
      topic: "toll",
      file: "",
      knownBy: ["orsolya"],
      said: "orsolya",
      names: ["topic:toll"],
    };
    const asked = slotOf("ask", { npc: "orsolya", topic: "toll" });
    const told = outcomesOf(before({ matter: { ...RICH, facts: [...RICH.facts, said] } }), asked, createRandom("a"));
    expect(told.none[0]).toMatchObject({ kind: "learn", fact: said.id, from: "orsolya" });
    // Nobody else says it.
    expect(answers(before({ matter: { ...RICH, facts: [said] } }), "toll", "toll-man")).toEqual([]);
    const without = RICH.facts.filter(({ topic, names }) => topic !== "toll" && !names.includes("topic:toll"));
    const people = (change: Partial<(typeof RICH.people)[number]>) =>
      RICH.people.map((one) => (one.id === "orsolya" ? { ...one, relations: [], motives: [], ...change } : one));
    const answer = (change: Partial<(typeof RICH.people)[number]>) =>
      outcomesOf(before({ matter: { ...RICH, facts: without, people: people(change) } }), asked, createRandom("a"))
        .none[0];
    const spoken = "He takes the toll from me.";
    expect(answer({ relations: [{ to: "toll-man", text: "pays the toll", spoken }] })?.kind).not.toBe("relation");
    expect(answer({ motives: ["to cross without the toll paid"] })?.kind).not.toBe("motive");
    expect(answer({ motives: ["to have the toll lifted"] })?.kind).not.toBe("motive");
  });

  it("[PC4] no roll is made for what nothing stands against", () => {
    const tried: readonly Verb[] = ["press", "confront", "bluff", "settle", "sneak", "force"];
    expect(VERBS.filter((verb) => OPERATORS[verb].tries.length > 0).sort()).toEqual([...tried].sort());
    const never = VERBS.filter((verb) => !tried.includes(verb));
    const offered: ChoiceSlot[] = ["a", "b", "c"].flatMap((seed) =>
      walk({ matter: RICH, seed, scenes: 30 }).flatMap(({ offer }) => offer.slots),
    );
    for (const slot of offered) if (never.includes(slot.verb)) expect(slot.roll).toBeUndefined();
    expect(offered.some((slot) => slot.roll)).toBe(true);
    for (const { roll, stake, hint } of offered)
      if (roll) expect(hint).toBe(`If it works, ${stake?.success}; if not, ${stake?.fail}.`);
      else expect(stake).toBeUndefined();
  });

  it("[PC4] nor for paying somebody who thinks well of the player", () => {
    const find = (verb: Verb, state: object) =>
      candidatesFor(staged({ state: { ...OWING, ...state } }), []).filter((one) => one.verb === verb);
    expect(find("settle", {})).toMatchObject([{ easy: true }]);
    expect(find("settle", { people: { orsolya: { feeling: -5 } } })[0]?.easy).toBeUndefined();
  });
});

it("[PC991] whoever is confronted goes home, unless they go with the player", () => {
  const fails = (person: JsonObject): readonly string[] => {
    const view = before({
      state: { place: "back-room", people: { orsolya: { place: "back-room", met: 1, ...person } } },
    });
    const slot = slotOf("confront", { npc: "orsolya", npc2: "ilka" });
    return outcomesOf(view, slot, createRandom("s")).fail.map(({ kind }) => kind);
  };
  expect(fails({})).toContain("leave");
  expect(fails({ follows: true })).not.toContain("leave");
});
