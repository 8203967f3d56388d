// SPEC.md PC720 to PC730: deeds towards people that have a cause, and what comes of them.
import type { JsonObject } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { Bindings, Effect, Fact, Matter, Topic } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { takenAs } from "../src/decisions.js";
import { memoryOf } from "../src/deeds.js";
import { outcomesOf } from "../src/effects.js";
import { sentenceKey } from "@narratoria/protocol/english";
import { fillSlots, scoreAll } from "../src/scoring.js";
import { RICH } from "./fixture-story.js";
import { before, type Given, slotOf, staged } from "./support.js";

const MOTIVE = "to sell the ladder";
const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives: [MOTIVE] } : one));
const matter: Matter = { ...RICH, people };
const candidates = (given: Given, happened: readonly Effect[] = []): readonly Candidate[] =>
  candidatesFor(staged({ scene: 5, matter, ...given }), [], happened);
const met = { orsolya: { met: 1 } };
/** The last scene has named the ladder that the wish is about. */
const ofLadder = { things: { scene: 4, names: ["ladder"] } };
const knowsWish: JsonObject = {
  people: met,
  world: { choices: ofLadder, known: { motives: { orsolya: { [MOTIVE]: 3 } } } },
};

it("[PC720] offers help to who was met, once and while their wish is not known, and they say what it is", () => {
  const offers = (state: JsonObject): readonly (string | undefined)[] =>
    candidates({ state }).flatMap(({ verb, bind, text }) => (verb === "help" && bind.text === undefined ? [text] : []));
  expect(offers({ people: met, world: { choices: ofLadder } })).toEqual(["Offer Orsolya your help"]);
  expect(offers({ people: { orsolya: {} }, world: { choices: ofLadder } })).toEqual([]);
  expect(offers(knowsWish)).toEqual([]);
  const lately = { "help|ilka": { passed: 0, last: 3 } };
  expect(offers({ people: met, world: { choices: { ...ofLadder, offers: lately } } })).toEqual([]);
  const view = before({ scene: 5, matter, state: { people: met } });
  const rows = outcomesOf(view, slotOf("help", { npc: "orsolya" }), createRandom("1"));
  expect(rows.none).toEqual([
    { kind: "motive", npc: "orsolya", text: MOTIVE },
    { kind: "feeling", npc: "orsolya", delta: 10 },
  ]);
});

it("[PC5751] offers no help, and asks nobody what they want, where their wish has nothing to do with what goes on", () => {
  const asked = (choices: JsonObject, happened: readonly Effect[] = []): readonly (string | undefined)[] =>
    candidates({ state: { people: met, world: { choices } } }, happened).flatMap(({ verb, bind, text }) =>
      /^(?:ask|help)$/.test(verb) && bind.npc === "orsolya" && bind.topic === undefined ? [text] : [],
    );
  const come: Effect = { kind: "arrive", npc: "orsolya", place: "weigh-house" };
  expect(asked(ofLadder)).toEqual(expect.arrayContaining(["Offer Orsolya your help", "Ask Orsolya what she wants"]));
  expect(asked({})).toEqual([]);
  expect(asked({}, [come])).toEqual([]);
  expect(asked({ things: { scene: 1, names: ["ladder"] } })).toEqual([]);
  const known = candidates({ scene: 6, state: { people: met } });
  expect(known.map(({ text }) => text)).toContain("Offer Orsolya your help");
});

it("[PC726] offers help to whom the player has come to see, though they have not met before", () => {
  const offers = (verb: "go" | "wait"): readonly (boolean | undefined)[] =>
    candidates({
      state: { people: { orsolya: {} }, world: { choices: ofLadder } },
      choice: slotOf(verb, { npc: "orsolya", place: "weigh-house" }),
    }).flatMap(({ verb: deed, bind, takesUp }) => (deed === "help" && bind.text === undefined ? [takesUp] : []));
  expect(offers("go")).toEqual([true]);
  expect(offers("wait")).toEqual([]);
});

it("[PC727] offers something to say or do to somebody who is here", () => {
  const view = staged({ scene: 5, matter, state: { people: met } });
  const common = { sources: [], learned: true, tags: [] } as const;
  const ways = ["kiln", "orchard", "toll-bridge"].map(
    (place): Candidate => ({ ...common, verb: "go", bind: { place }, salience: 9 }),
  );
  const talk: Candidate = { ...common, verb: "gossip", bind: { npc: "orsolya", npc2: "ilka" }, salience: 0 };
  const reading: Candidate = { ...common, verb: "read", bind: { prop: "the notice" }, salience: 5 };
  const search: Candidate = { ...common, verb: "reckon", bind: {}, salience: 5 };
  const all = [...ways, reading, search, talk];
  const scored = scoreAll(view, all, new Set(), createRandom("1")).map((one) => ({ ...one, bringIn: [], news: [] }));
  expect(fillSlots(view, scored, [], 3, 3).map(({ candidate }) => candidate.verb)).toContain("gossip");
});

it("[PC721] offers a promise for a wish that is known, though nobody has anything to say to it", () => {
  const promises = candidates({ state: knowsWish }).filter(({ verb }) => verb === "accept");
  expect(promises.map(({ bind }) => bind.text)).toEqual([MOTIVE]);
  expect(candidates({ state: { people: met } }).some(({ verb }) => verb === "accept")).toBe(false);
});

it("[PC1904] takes promises for errands alone, one at a time", () => {
  const offered = (motive: string, state: JsonObject = knowsWish): readonly string[] => {
    const wishing = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives: [motive] } : one));
    const known = { world: { known: { motives: { orsolya: { [motive]: 3 } } } } };
    return candidates({ matter: { ...RICH, people: wishing }, state: { ...state, ...known } }).flatMap(({ verb }) =>
      verb === "accept" ? [verb] : [],
    );
  };
  expect(offered("to feed people")).toEqual([]);
  expect(offered("to find out what her father meant")).toEqual(["accept"]);
  const promise = { promise: { kind: "promise", npc: "ilka", opened: 2, text: "help her", state: "open" } };
  expect(offered("to sell the ladder", { ...knowsWish, threads: promise })).toEqual([]);
  const rows = outcomesOf(before({ matter }), slotOf("accept", { npc: "orsolya", text: MOTIVE }), createRandom("1"));
  expect(rows.none).toContainEqual({ kind: "feeling", npc: "orsolya", delta: 30 });
});

it("[PC5550] lets whoever waits for a promise that was put off be told no, once", () => {
  const offered = (choices: JsonObject) => {
    const known = knowsWish["world"] as JsonObject;
    return candidates({ state: { ...knowsWish, world: { ...known, choices } } }).flatMap(({ verb, text }) =>
      verb === "accept" || verb === "refuse" ? [verb === "refuse" ? text : verb] : [],
    );
  };
  expect(offered({})).toEqual(["accept"]);
  const putOff = { [`accept|orsolya|||||${MOTIVE}`]: { passed: 1, last: 4 } };
  expect(offered({ offers: putOff })).toEqual(["accept", "Tell Orsolya that you will not help her"]);
  expect(offered({ offers: putOff, done: { [`promise:orsolya:${MOTIVE}`]: 4 } })).toEqual([]);
  const view = before({ matter });
  const feelingOf = (bind: Bindings) =>
    outcomesOf(view, slotOf("refuse", bind), createRandom("1")).none.find(({ kind }) => kind === "feeling");
  expect(feelingOf({ npc: "orsolya", text: MOTIVE })).toMatchObject({ delta: -20 });
  expect(feelingOf({ npc: "orsolya", thread: "promise-orsolya" })).toMatchObject({ delta: -30 });
});

it("[PC5551] a memory says once that something was taken, or that help was promised", () => {
  const view = before({ matter, state: { people: met } });
  const promised = memoryOf(view, slotOf("accept", { npc: "orsolya", text: MOTIVE }), "none", [
    { kind: "thread", id: "promise-orsolya", npc: "orsolya", state: "opened" },
  ]);
  expect(promised.summary).toBe("You gave Orsolya your word.");
  const taken = memoryOf(view, slotOf("decide", { text: "take the key" }), "none", [
    { kind: "item", id: "key", name: "key", gained: true },
  ]);
  expect(taken.summary).toBe("You took the key.");
});

it.each([
  [
    "Orsolya keeps the key under the stove",
    "You pressed Orsolya, and she told you that she keeps the key under the stove.",
  ],
  ["Orsolya says, what about the key", "You pressed Orsolya."],
  ["the key lies under the stove", "You pressed Orsolya, and she told you that the key lies under the stove."],
])("[PC5553] a memory of what somebody told, %s, does not name them again", (clause, summary) => {
  const told: Fact = { id: "key-1", text: `${clause}.`, clause, topic: "", file: "", knownBy: "common", names: [] };
  const view = before({ matter: { ...matter, facts: [...matter.facts, told] } });
  const learnt: Effect = { kind: "learn", fact: "key-1", from: "orsolya", whole: true, how: "told" };
  expect(memoryOf(view, slotOf("press", { npc: "orsolya" }), "success", [learnt]).summary).toBe(summary);
});

it("[PC722] presses who has refused to speak of a topic, or was in a beat that spoke of it and keeps it back, once", () => {
  const pressed = (choices: JsonObject): readonly (string | undefined)[] =>
    candidates({ state: { people: met, world: { known: { topics: { tally: 3 } }, choices } } }).flatMap(
      ({ verb, bind }) => (verb === "press" ? [bind.topic] : []),
    );
  expect(pressed({})).toEqual([]);
  const raised = [
    { id: "b", title: "B", scene: 4, topics: ["brass-scale", "tally"], place: "", people: ["orsolya"], names: [] },
  ];
  const heard = { known: { topics: { tally: 3, "brass-scale": 3 } } };
  const after = candidates({ state: { people: met, world: { ...heard, choices: { raised } } } });
  expect(after.flatMap(({ verb, bind }) => (verb === "press" ? [bind.topic] : []))).toEqual(["brass-scale"]);
  expect(pressed({ done: { "refused:orsolya:tally": 4 } })).toEqual(["tally"]);
  expect(pressed({ done: { "refused:orsolya:tally": 4, "asked-1:orsolya:press tally": 4 } })).toEqual([]);
});

it("[PC723] asks who has just come in what they want, where they would say it", () => {
  const come: Effect = { kind: "arrive", npc: "orsolya", place: "weigh-house" };
  const asked = (state: JsonObject, happened: readonly Effect[]): readonly (string | undefined)[] =>
    candidates({ state }, happened).flatMap(({ takesUp, verb, text }) => (takesUp && verb === "ask" ? [text] : []));
  const spoken = { people: met, world: { choices: ofLadder } };
  expect(asked(spoken, [come])).toEqual(["Ask Orsolya what she wants"]);
  expect(asked(spoken, [])).toEqual([]);
  expect(asked(knowsWish, [come])).toEqual([]);
});

it("[PC725] shows the next sentence on a thing that is looked at closely, where the first was told meanwhile", () => {
  const sentences = ["The beam of the scale is made of pear wood.", "Somebody has cut a notch into the beam of it."];
  const places = RICH.places.map((one) => (one.id === "weigh-house" ? { ...one, sentences } : one));
  const [first = "", second = ""] = sentences;
  const shown = (told: readonly string[]): unknown => {
    const state = { storybook: { ring: Object.fromEntries(told.map((text) => [sentenceKey(text), 4])) } };
    const view = before({ scene: 5, matter: { ...matter, places }, state });
    const slot = slotOf("decide", { prop: "a beam", text: "look closely at the beam" }, { result: first });
    return outcomesOf(view, slot, createRandom("1")).none[0];
  };
  expect(shown([])).toEqual({ kind: "authored", text: first });
  expect(shown([first])).toEqual({ kind: "authored", text: second });
});

it("[PC728] answers a choice of which its author says nothing with what is to be seen of the thing", () => {
  const sentences = ["The bricks of the stopping are wet.", "Somebody has scratched a name into the wall."];
  const places = RICH.places.map((one) => (one.id === "weigh-house" ? { ...one, sentences } : one));
  const view = before({ scene: 5, matter: { ...matter, places }, state: { people: met } });
  const rowOf = (text: string, result?: string): readonly Effect[] =>
    outcomesOf(
      view,
      slotOf("decide", { beat: "b", npc: "orsolya", text }, result === undefined ? {} : { result }),
      createRandom("1"),
    ).none;
  const shown = { kind: "authored", text: sentences[1] };
  expect(rowOf("feel the wall")).toContainEqual(shown);
  expect(rowOf("feel the wall", "It is cold.")).not.toContainEqual(shown);
  expect(rowOf("paint the wall")).not.toContainEqual(shown);
});

it("[PC728] tells what is read up, where one page is meant", () => {
  const page: Topic = { id: "pear-green", np: "pear green", plural: false, facts: ["green-1"] };
  const fact: Fact = {
    id: "green-1",
    text: "Pear green is made with arsenic.",
    clause: "pear green is made with arsenic",
    topic: "pear-green",
    file: "",
    names: [],
    knownBy: "common",
  };
  const read = (topics: readonly Topic[]) => (text: string) => {
    const view = before({ scene: 5, matter: { ...matter, topics, facts: [fact] }, state: { people: met } });
    return outcomesOf(view, slotOf("decide", { beat: "b", text }), createRandom("1")).none;
  };
  const found = { kind: "learn", fact: "green-1", whole: true, how: "found" };
  expect(read([page])("ask nothing, and go and read about Pear")).toContainEqual(found);
  expect(read([page])("ask nothing, and go home")).not.toContainEqual(found);
  expect(read([page, { ...page, id: "pear-tree", np: "the pear tree" }])("go and read about Pear")).not.toContainEqual(
    found,
  );
});

it("[PC1810] hears what somebody has to say on what they are gone to about", () => {
  const view = before({ scene: 5, matter, state: { people: met } });
  const rows = (bind: Bindings) => outcomesOf(view, slotOf("go", bind), createRandom("1")).none;
  const about = rows({ place: "long-yard", npc: "orsolya", topic: "tally" });
  expect(about.map(({ kind }) => kind)).toContain("learn");
  expect(rows({ place: "long-yard", npc: "orsolya" }).map(({ kind }) => kind)).not.toContain("learn");
});

it("[PC729] takes a kind or unkind act to a pronoun as done to the one whom it can mean", () => {
  const [orsolya, ilka] = ["orsolya", "ilka"].map((id) => people.find((one) => one.id === id));
  if (!orsolya || !ilka) throw new Error("The fixture has lost its people.");
  const she = { ...ilka, pronoun: "she" as const };
  expect(takenAs("help her to carry it", orsolya, [orsolya, ilka])).toBe("service");
  expect(takenAs("accuse her", orsolya, [orsolya, ilka])).toBe("offence");
  expect(takenAs("help her to carry it", orsolya, [orsolya, she])).toBeUndefined();
  expect(takenAs("help her sister", orsolya, [orsolya, ilka])).toBeUndefined();
});

it("[PC730] keeps a wish that shares a rare word with a secret, until the secret is told", () => {
  const secret: Fact = {
    id: "orsolya-secret-1",
    text: "The ladder was never hers.",
    clause: "the ladder was never hers",
    topic: "",
    file: "characters/npcs/orsolya.json",
    knownBy: ["orsolya"],
    names: [],
    confided: true,
    said: "orsolya",
  };
  const kept = { ...matter, facts: [...matter.facts, secret] };
  const isOffered = (known: JsonObject): boolean =>
    candidates({ matter: kept, state: { people: met, world: { choices: ofLadder, known: { facts: known } } } }).some(
      ({ verb, bind }) => verb === "help" && bind.text === undefined,
    );
  expect(isOffered({})).toBe(false);
  expect(isOffered({ "orsolya-secret-1": 2 })).toBe(true);
});
