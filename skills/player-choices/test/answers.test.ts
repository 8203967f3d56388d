// SPEC.md PC3500 to PC3505: a question is answered, or it is not offered.
import type { JsonObject } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { BeatMatter, Effect, Fact, Matter, Person } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { sayingsOn } from "../src/beat-offers.js";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import { onQuestion } from "../src/gains.js";
import { isOfOccasion, plainMotives, saysSomething } from "../src/knowledge.js";
import { ownLine } from "../src/replies.js";
import { withoutAdverbs } from "../src/words.js";
import { RICH } from "./fixture-story.js";
import { before, slotOf, staged } from "./support.js";

const beat = (change: Partial<BeatMatter>): BeatMatter => ({
  id: "beat_004",
  title: "The page",
  told: [],
  dialogue: [],
  decisions: [],
  place: "weigh-house",
  people: ["orsolya"],
  names: ["npc:orsolya"],
  ...change,
});

const said = (by: string, at: number, text: string, more: Partial<Fact> = {}): Fact => ({
  id: `${by}-says-${at}`,
  text,
  clause: text.replace(/[.?]$/u, ""),
  topic: "",
  file: `characters/npcs/${by}/profile.json`,
  knownBy: [by],
  names: [],
  said: by,
  ...more,
});
const withFacts = (...facts: readonly Fact[]): Matter => ({ ...RICH, facts: [...RICH.facts, ...facts] });
const withWish = (motive: string, more: Partial<Person> = {}): Matter => ({
  ...RICH,
  people: RICH.people.map((one) => (one.id === "toll-man" ? { ...one, motives: [motive], ...more } : one)),
});

describe("an example line", () => {
  it.each([
    ["Has he paid, whoever has the pump? Over.", false],
    ["Who asks?", false],
    ["You know what a pump costs? I know it to the penny.", true],
    ["Fifty-seven? That was the year of the flood.", true],
    ["The pump is mine.", true],
  ])("[PC3501] tells something: %j %s", (line, does) => {
    expect(saysSomething(line)).toBe(does);
  });

  it("[PC3501] that only asks back answers no question about its thing", () => {
    const asks = (line: string) =>
      candidatesFor(
        staged({
          matter: withFacts(said("orsolya", 1, line)),
          beat: beat({ told: ["Orsolya lays a satchel on the scale."] }),
        }),
        [],
      ).map(({ text }) => text);
    expect(asks("Who has had the satchel since the thaw?")).not.toContain("Ask Orsolya about the satchel");
    expect(asks("I keep the satchel for my sister.")).toContain("Ask Orsolya about the satchel");
  });

  it.each([
    ["Mind the step, it is loose.", true],
    ["You're in my light.", true],
    ["Good evening, sisters.", true],
    ["Do sit. Not there.", true],
    ["Nobody ever paid for rain.", false],
    ["I have had eleven addresses.", false],
  ])("[PC3503] needs an occasion: %j %s", (line, does) => {
    expect(isOfOccasion(line)).toBe(does);
  });

  it("[PC3503] is no answer to a beat with which it shares one word, nor company, where it was written for an occasion", () => {
    const on = (line: string, told: string): readonly string[] => {
      const matter = withFacts(said("orsolya", 1, line, { confided: true }));
      const view = staged({ matter, state: { people: { orsolya: { met: 2 } } } });
      return sayingsOn(view, { ...beat({ told: [told], people: ["orsolya"] }) });
    };
    expect(on("Mind the stile, it is loose.", "Orsolya climbs the stile.")).toEqual([]);
    expect(on("Mind the stile and the nettles.", "Orsolya climbs the stile among the nettles.")).toEqual([
      "orsolya-says-1",
    ]);
    expect(on("Every stile here was built by my uncle.", "Orsolya climbs the stile.")).toEqual(["orsolya-says-1"]);
    const company = (line: string) =>
      ownLine(before({ matter: withFacts(said("orsolya", 1, line)) }), "orsolya", [])?.id;
    expect(company("Sit on the bench by the stove.")).toBeUndefined();
    expect(company("Nobody ever paid for rain.")).toBe("orsolya-says-1");
  });
});

describe("a line that its author has put to a question", () => {
  const line = said("orsolya", 1, "It was warm. Who told you?", { asked: "asked about the satchel", confided: true });
  const told = (...sentences: readonly string[]) =>
    candidatesFor(staged({ matter: withFacts(line), beat: beat({ told: sentences }) }), []);

  it("[PC3507] answers that question, and nothing else brings it out", () => {
    const [asked] = told("Orsolya lays a satchel on the scale.").filter(({ bind }) => bind.fact === line.id);
    expect(asked?.text).toBe("Ask Orsolya about the satchel");
    expect(told("Orsolya says that it is warm.").some(({ bind }) => bind.fact === line.id)).toBe(false);
    const view = before({ matter: withFacts(line) });
    expect(ownLine(view, "orsolya", ["It was warm."])).toBeUndefined();
    expect(onQuestion(view, "orsolya", "ask her about the satchel")).toMatchObject({ fact: line.id });
  });
});

describe("a line that answers somebody", () => {
  it.each([
    ["No, leave the satchel. I never minded a dark stile.", false],
    ["I couldn't possibly tell you that, not for a satchel.", false],
    ["Every satchel here was sewn by my uncle.", true],
  ])("[PC6352] is said to nobody who has not said it: %s", (text, isSaid) => {
    const line = said("orsolya", 1, text, { confided: true });
    const view = staged({ matter: withFacts(line), state: { people: { orsolya: { met: 2 } } } });
    const happens = beat({ told: ["Orsolya lays a satchel by the stile."] });
    expect(sayingsOn(view, happens)).toEqual(isSaid ? [line.id] : []);
    expect(ownLine(view, "orsolya", happens.told)?.id).toBe(isSaid ? line.id : undefined);
    const asked = candidatesFor(staged({ matter: withFacts(line), beat: happens }), []);
    expect(asked.some(({ bind }) => bind.fact === line.id)).toBe(isSaid);
  });

  it("[PC6352] tells nothing by saying that one asks", () => {
    expect(saysSomething("Who had the brake, in those days? I ask for the completeness of the form.")).toBe(false);
    expect(saysSomething("Who had the brake? I had it myself.")).toBe(true);
  });

  it("[PC6352] needs more in common with what was told than how something is done", () => {
    const line = said("orsolya", 1, "The mill grinds possibly slower.", { confided: true });
    const view = before({ matter: withFacts(line) });
    expect(ownLine(view, "orsolya", ["He could not possibly let it go."])).toBeUndefined();
    expect(withoutAdverbs("The family tally is possibly nearly ours")).toMatch(/^The family tally is +ours$/);
  });
});

describe("a wish", () => {
  const says = (motive: string, state = {}): boolean =>
    plainMotives(before({ matter: withWish(motive), state }), "toll-man").length > 0;

  it("[PC3502] is not said where it has a name that the player has not heard", () => {
    expect(says("to keep the mill that Jakab bought")).toBe(false);
    expect(says("to have the bridge paid off by Christmas")).toBe(true);
    const unheard = { people: { ilka: { place: "orchard" } }, storybook: { named: {} } };
    expect(says("to sell the mill to Ilka", unheard)).toBe(false);
    expect(says("to sell the mill to Ilka", { storybook: { named: { "npc:ilka": 3 } } })).toBe(true);
  });

  it("[PC3502] is not said where its own pronoun may mean somebody else", () => {
    expect(says("to take his father to the sea before he dies")).toBe(false);
    expect(says("to mend the pump while he can")).toBe(true);
  });
});

describe("lore that nobody has asked for", () => {
  const fill = Array.from(
    { length: 60 },
    (_, at): Fact => ({
      id: `fill-${at}`,
      text: `Row ${at} of the field is barley.`,
      clause: `row ${at} of the field is barley`,
      topic: "field",
      file: "lore/field.md",
      knownBy: "common",
      names: [],
    }),
  );
  const people = RICH.people.map((one) => ({ ...one, topics: one.id === "orsolya" ? ["toll"] : [] }));
  const talks = (matter: Matter, named: Record<string, number>) =>
    candidatesFor(
      staged({ matter, scene: 8, state: { world: { known: { topics: {} } }, storybook: { named } } }),
      [],
    ).some(({ text }) => text === "Let Orsolya talk");

  it("[PC3504] is not offered in a story with much of it, but where it has to do with what was named of late", () => {
    const large = { ...RICH, people, facts: [...RICH.facts, ...fill] };
    expect(talks({ ...RICH, people }, {})).toBe(true);
    expect(talks(large, {})).toBe(false);
    expect(talks(large, { "topic:painted-notice": 7 })).toBe(true);
  });
});

it("[PC3505] says whatever names a topic rather than refuse without a reason", () => {
  const [first, ...others] = RICH.facts.filter(({ topic }) => topic === "toll");
  const loose: Fact = {
    id: "kiln-fire-9",
    text: "The potter pays the toll with bricks.",
    clause: "the potter pays the toll with bricks",
    topic: "kiln-fire",
    file: "lore/kiln-fire.md",
    knownBy: "common",
    names: ["topic:toll"],
  };
  const known = Object.fromEntries([first, ...others].map((fact) => [fact?.id ?? "", 2]));
  const rest = RICH.facts.filter(({ names, topic }) => topic !== "toll" && !names.includes("topic:toll"));
  const own = RICH.facts.filter(({ topic }) => topic === "toll");
  const people = RICH.people.map((one) => ({ ...one, motives: [] }));
  const answer = (facts: readonly Fact[]) =>
    outcomesOf(
      before({ matter: { ...RICH, people, facts }, state: { world: { known: { facts: known } } } }),
      slotOf("ask", { npc: "orsolya", topic: "toll" }),
      createRandom("a"),
    ).none[0];
  expect(answer([...own, ...rest])).toEqual({ kind: "refuse", npc: "orsolya", topic: "toll" });
  expect(answer([...own, ...rest, loose])).toMatchObject({ kind: "learn", fact: "kiln-fire-9", from: "orsolya" });
});

it("[PC3506] asks nobody about what has just been answered from its page, nor about the place that is seen on coming", () => {
  const people = RICH.people.map((one) =>
    one.id === "orsolya" ? { ...one, topics: [...one.topics, "weigh-house"] } : one,
  );
  const matter = { ...RICH, people };
  const known = { topics: { toll: 2, "kiln-fire": 2, "brass-scale": 2 } };
  const asks = (happened: readonly Effect[], state: JsonObject = {}) =>
    new Set(
      candidatesFor(staged({ scene: 8, matter, state: { world: { known }, ...state } }), [], happened).flatMap(
        ({ verb, bind }) => (verb === "ask" && bind.topic !== undefined ? [bind.topic] : []),
      ),
    );
  const learn = (fact: string): Effect => ({ kind: "learn", fact, from: "orsolya", whole: true, how: "told" });
  expect(asks([]).has("brass-scale")).toBe(true);
  expect(asks([learn("brass-scale-1")]).has("brass-scale")).toBe(false);
  expect(asks([learn("toll-1")]).has("brass-scale")).toBe(true);
  const here = { world: { known: { topics: { "weigh-house": 2 } }, choices: { arrived: 8 } } };
  expect(asks([], { world: { ...here.world, choices: { arrived: 5 } } }).has("weigh-house")).toBe(true);
  expect(asks([], here).has("weigh-house")).toBe(false);
});

it("[PC3508] says a line to an answer only where it has to do with what was asked or said", () => {
  const says = (line: string): unknown => {
    const own = said("orsolya", 1, line, { confided: true });
    const offer = {
      npc: "orsolya",
      kind: "question",
      yes: "say that the sluice was shut",
      no: "say that the sluice was open",
    };
    const open = { id: "beat_004", title: "The page", scene: 7, decisions: [], people: ["orsolya"], names: [] };
    const kept = { ...open, place: "weigh-house", choices: [], sayings: [own.id], offer };
    const view = before({ scene: 8, matter: withFacts(own), state: { world: { choices: { beat: kept } } } });
    const slot = slotOf("accept", { npc: "orsolya", beat: "beat_004", text: offer.yes });
    return outcomesOf(view, slot, createRandom("a")).none.find(({ kind }) => kind === "learn");
  };
  expect(says("Nobody shuts a sluice in April.")).toMatchObject({ fact: "orsolya-says-1", from: "orsolya" });
  expect(says("The gravel tells you something, and I only rake it.")).toBeUndefined();
});

it("[PC60] sends on whoever asks about what is kept back where nothing says why", () => {
  const of = (id: string, text: string, more: Partial<Fact>): Fact => ({
    id,
    text,
    clause: text.replace(/[.]$/u, ""),
    topic: "toll",
    file: "lore/toll.md",
    knownBy: "common",
    names: ["topic:toll"],
    ...more,
  });
  const facts = [
    of("toll-1", "Orsolya raised the toll after the flood.", { names: ["topic:toll", "npc:orsolya"] }),
    of("toll-2", "The toll is paid in rye by whoever has no coin.", { knownBy: ["ilka"] }),
  ];
  const topics = RICH.topics.map((one) => (one.id === "toll" ? { ...one, facts: facts.map(({ id }) => id) } : one));
  const others = RICH.facts.filter(({ topic, names }) => topic !== "toll" && !names.includes("topic:toll"));
  const answer = (...motives: readonly string[]) => {
    const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives } : one));
    return outcomesOf(
      before({ matter: { ...RICH, people, topics, facts: [...others, ...facts] } }),
      slotOf("ask", { npc: "orsolya", topic: "toll" }),
      createRandom("a"),
    ).none[0];
  };
  expect(answer()).toEqual({ kind: "redirect", npc: "orsolya", to: "ilka", topic: "toll" });
  expect(answer("to keep the toll as it is")).toMatchObject({ kind: "refuse", reason: "to keep the toll as it is" });
});
