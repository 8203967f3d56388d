// SPEC.md PC610 to PC616: choices follow what the scene has just told, and time goes on where little is left.
import type { JsonObject } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { BeatMatter, ChoiceSlot, Effect, Fact, Hook, Matter } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { offerIn } from "../src/beat-offers.js";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import { makeOffer } from "../src/offer.js";
import { RICH } from "./fixture-story.js";
import { before, type Given, slotOf, staged } from "./support.js";
import { SETTINGS } from "./walk.js";

const fact = (id: string, text: string, more: Partial<Fact> = {}): Fact => ({
  id,
  text,
  clause: text,
  topic: "",
  file: "lore/things.md",
  knownBy: "common",
  names: [],
  ...more,
});
/** The fixture's story with these facts besides. */
const withFacts = (...facts: readonly Fact[]): Matter => ({ ...RICH, facts: [...RICH.facts, ...facts] });
const beat = (change: Partial<BeatMatter> = {}): BeatMatter => ({
  id: "beat_004",
  title: "Under the lid",
  told: ["Orsolya turns the thimble over, and there is a thumbprint on the envelope."],
  decisions: [],
  dialogue: [],
  people: ["orsolya"],
  names: ["npc:orsolya"],
  ...change,
});
const line = (npc: string, text: string): Fact =>
  fact(`${npc}-says-1`, text, { said: npc, knownBy: [npc], confided: true });
const texts = (given: Given, happened: readonly Effect[] = []): readonly string[] =>
  candidatesFor(staged(given), [], happened).flatMap(({ takesUp, text }) => (takesUp && text ? [text] : []));
const offered = (given: Given, patch: JsonObject = {}): readonly ChoiceSlot[] =>
  makeOffer(staged(given, patch), [], [], SETTINGS).slots;

describe("what a scene has named", () => {
  const matter = withFacts(line("orsolya", "I keep the thimble for my sister."));

  it("[PC610] is asked about where somebody here has a line on it, and the line is the answer", () => {
    expect(texts({ matter, beat: beat() })).toEqual(["Ask Orsolya about the thimble"]);
    const slot = offered({ matter, beat: beat() }).find(({ text }) => text === "Ask Orsolya about the thimble");
    expect(slot).toMatchObject({
      verb: "decide",
      label: "Ask Orsolya",
      bind: { npc: "orsolya", fact: "orsolya-says-1" },
    });
    expect(outcomesOf(before({ matter }), slot ?? slotOf("wait"), createRandom("seed")).none).toEqual([
      { kind: "learn", fact: "orsolya-says-1", from: "orsolya", whole: true, how: "told" },
    ]);
  });

  it.each([
    ["I keep a thimble for my sister.", []],
    ["A thimble is a small hat.", []],
    ["The thimble box is my sister's.", []],
    ["There's a print of mine on many a thimble, and on one envelope.", ["Ask Orsolya about the thimble"]],
  ])("[PC5750] is not asked about for another of its kind that somebody speaks of: %s", (text, expected) => {
    expect(texts({ matter: withFacts(line("orsolya", text)), beat: beat() })).toEqual(expected);
  });

  it("[PC610] is asked about by the whole name of what is told, and another thing of its kind is not", () => {
    const box: Matter["topics"][number] = {
      id: "tin-box",
      np: "the tin box",
      plural: false,
      sources: 2,
      facts: ["tin-1"],
    };
    const tin = fact("tin-1", "The tin box holds what nobody asked for.", { topic: "tin-box" });
    const of = (told: string): readonly string[] =>
      texts({
        matter: {
          ...withFacts(tin),
          topics: [...RICH.topics, box, { ...box, id: "oak-box", np: "the oak box", facts: [] }],
        },
        beat: beat({ told: [told] }),
      });
    expect(of("Orsolya leans on the tin box.")).toEqual(["Ask Orsolya about the tin box"]);
    expect(of("Orsolya leans on the oak box.").filter((text) => text.startsWith("Ask"))).toEqual([]);
  });

  it("[PC610] is asked about in the next scene too, while one stays, and not elsewhere", () => {
    const { patch } = makeOffer(staged({ matter, beat: beat() }), [], [], SETTINGS);
    expect(texts({ matter, scene: 9, state: patch })).toEqual(["Ask Orsolya about the thimble"]);
    expect(texts({ matter, scene: 10, state: patch })).toEqual([]);
    const moved = { matter, scene: 9, state: patch };
    const there = staged(moved, { place: "kiln", world: { choices: { arrived: 9 } } });
    expect(candidatesFor(there, []).filter(({ takesUp }) => takesUp)).toEqual([]);
  });

  it.each([
    ["a line of somebody who is not here", line("benedek", "I keep the thimble for my sister.")],
    ["a secret", fact("orsolya-keeps-1", "I stole the thimble.", { said: "orsolya", confided: true })],
    [
      "a sentence that mentions it late",
      fact("lore-1", "In the back room behind the scale there once lay the thimble."),
    ],
    ["what the scene has said itself", line("orsolya", "Turns the thimble over, the envelope.")],
    ["a thing of the same name that is another's", line("orsolya", "He carried his thimble to the end.")],
    [
      "a sentence from the middle of another page",
      fact("lore-1", "The thimble was bought in the spring.", { inside: true }),
    ],
    ["another word", line("orsolya", "I keep the bobbin for my sister.")],
  ])("[PC610] is not asked about for %s", (_, one) => {
    expect(texts({ matter: withFacts(one), beat: beat() })).toEqual([]);
  });

  it("[PC610] is no part of a body, and nothing that every story has", () => {
    const told = ["Orsolya has something in her cheek, and opens the door."];
    const said = line("orsolya", "I keep the cheek and the door.");
    expect(texts({ matter: withFacts(said), beat: beat({ told }) })).toEqual([]);
  });

  it("[PC612] has a choice of its own in the set, before those that are only possible", () => {
    for (const seed of ["one", "two", "three", "four"]) {
      const [first] = offered({ matter, seed, beat: beat() });
      expect(first?.text).toBe("Ask Orsolya about the thimble");
    }
  });

  it("[PC614] [PC3520] [PC5401] is looked at closely where a page of lore is on it that everybody may know", () => {
    const one = fact("thimble-1", "The thimble is of steel, with a dent in its rim.", { topic: "thimble" });
    const topic = { id: "thimble", np: "the thimble", plural: false, facts: ["thimble-1"] };
    const lore: Matter = { ...withFacts(one), topics: [...RICH.topics, topic] };
    expect(texts({ matter: lore, beat: beat({ people: [] }) })).toContain("Look closely at the thimble");
    const slot = slotOf("decide", { fact: "thimble-1", prop: "the thimble", text: "look closely at the thimble" });
    expect(outcomesOf(before({ matter: lore }), slot, createRandom("seed")).none).toEqual([
      { kind: "learn", fact: "thimble-1", whole: true, how: "found" },
    ]);
    // What is said of something else, which only names it, is not seen of it.
    const other = fact("thimble-1", "Mrs Gamage lets five rooms and counts every thimble.", { topic: "gamage" });
    const aside: Matter = { ...withFacts(other), topics: [...RICH.topics, topic] };
    expect(texts({ matter: aside, beat: beat({ people: [] }) })).not.toContain("Look closely at the thimble");
    // Of a page on two things, what is said of the other is not seen of this one. (rule PC5401)
    const pair = { ...topic, np: "the tally and the thimble" };
    const ofTally = fact("thimble-1", "The tally is kept in pencil.", { topic: "thimble" });
    const two = { ...withFacts(ofTally), topics: [...RICH.topics, pair] };
    expect(texts({ matter: two, beat: beat({ people: [] }) })).not.toContain("Look closely at the thimble");
    const both = { ...withFacts(one), topics: [...RICH.topics, pair] };
    expect(texts({ matter: both, beat: beat({ people: [] }) })).toContain("Look closely at the thimble");
    // Only what the narrator has shown is there to be looked at.
    const spoken = beat({ people: [], told: [], dialogue: [{ speaker: "orsolya", line: "Mind the thimble." }] });
    expect(texts({ matter: lore, beat: spoken })).toEqual([]);
  });
});

describe("an answer that has more to come", () => {
  const long = "it was weighed again by everybody who came in from the road that day and wrote it down";
  const facts = [1, 2, 3, 4, 5].map((at) =>
    fact(`scale-${at}`, `The brass scale had a week ${at} of its own when ${long}.`, { topic: "brass-scale" }),
  );
  const topics = RICH.topics.map((topic) =>
    topic.id === "brass-scale" ? { ...topic, facts: facts.map(({ id }) => id) } : topic,
  );
  const matter: Matter = { ...withFacts(...facts), topics };
  const told: Effect = { kind: "learn", fact: "scale-1", from: "orsolya", whole: true, how: "told" };

  it("[PC611] goes on with the first paragraph that cannot have been told with it", () => {
    const [one] = candidatesFor(staged({ matter }), [], [told]).filter(({ text }) => text === "Let Orsolya go on");
    expect(one).toMatchObject({ text: "Let Orsolya go on", bind: { npc: "orsolya", fact: "scale-3" } });
    expect(texts({ matter }, [{ ...told, whole: false }])).not.toContain("Let Orsolya go on");
    expect(texts({ matter }, [{ ...told, fact: "scale-5" }])).not.toContain("Let Orsolya go on");
  });
});

describe("time", () => {
  const later: Hook = {
    kind: "beat-later",
    beat: "beat_009",
    title: "The paper",
    minutes: 2 * 1440,
    weekday: "Thursday",
  };
  const alone: JsonObject = { people: { orsolya: { place: "kiln" } } };

  it("[PC615] goes on to the next beat where too little is left to do, in place of a second filler", () => {
    const set = offered({ hooks: [later], matter: { ...RICH, facts: [], topics: [] }, state: alone });
    expect(set.map(({ text }) => text)).toContain("Wait for Thursday");
    expect(set.find(({ text }) => text === "Wait for Thursday")).toMatchObject({
      verb: "wait",
      bind: { beat: "beat_009" },
    });
    const fillers = set.filter(({ verb }) => ["listen", "search", "watch", "rest"].includes(verb));
    expect(fillers.length).toBeLessThanOrEqual(1);
    // Where a beat has left enough to do, nothing hurries.
    const full = beat({ decisions: ["sign the page", "burn the page"], names: ["npc:orsolya", "topic:tally"] });
    expect(offered({ hooks: [later], beat: full }).map(({ text }) => text)).not.toContain("Wait for Thursday");
  });

  const waits = (hook: Hook, minutes: number) =>
    candidatesFor(staged({ hooks: [hook], state: { clock: { minutes } } }), []).filter(
      ({ verb, bind }) => verb === "wait" && bind.beat !== undefined,
    );

  it.each([
    [600, { minutes: 480 }, "Wait for the evening"],
    [600, { minutes: 120 }, "Wait for noon"],
    [600, { minutes: 60 }, "Wait a while"],
    [720, { minutes: 180 }, "Wait for the afternoon"],
    [600, { minutes: 1440 }, "Wait for the next day"],
    [600, { minutes: 1440, weekday: "Friday" }, "Wait for Friday"],
    [600, { minutes: 2880 }, "Let two days go by"],
    [600, { minutes: 8 * 1440, weekday: "Friday" }, "Let eight days go by"],
  ])("[PC615] at minute %i, %j is waited for: %s", (now, when, text) => {
    const [one] = waits({ kind: "beat-later", beat: "b", title: "B", ...when }, now);
    expect(one).toMatchObject({ text, passesTime: true });
    const [due] = waits({ kind: "beat-later", beat: "b", title: "B", due: true, ...when }, now);
    expect(due).toMatchObject({ text, due: true });
  });

  it.each([
    [9 * 60, "See what the day brings", undefined],
    [14 * 60, "See what the evening brings", 4 * 60],
    [20 * 60, "See what the morning brings", 12 * 60],
  ])("[PC615] is worded by the hour where its author gives none: %i", (minutes, text, passes) => {
    const plain: Hook = { kind: "beat-later", beat: "beat_009", title: "The paper" };
    const given: Given = { hooks: [plain], state: { clock: { minutes } } };
    const one = candidatesFor(staged(given), []).find(({ passesTime }) => passesTime);
    expect(one?.text).toBe(text);
    const { none } = outcomesOf(before(given), slotOf("wait", one?.bind ?? {}), createRandom("seed"));
    const time = passes === undefined ? [] : [{ kind: "time", minutes: passes }];
    expect(none).toEqual([...time, { kind: "flag", name: "time-goes-on" }]);
  });
});

describe("an act that a beat waits for", () => {
  const hook = (text: string, more: Partial<Extract<Hook, { kind: "tag" }>> = {}): Hook => ({
    kind: "tag",
    beat: "beat_009",
    title: "Found",
    tag: "found",
    text,
    people: ["orsolya", "benedek"],
    ...more,
  });
  const acts = (one: Hook): readonly string[] =>
    candidatesFor(staged({ hooks: [one], state: { storybook: { named: { "npc:benedek": 7 } } } }), []).flatMap(
      ({ sources, text, verb, bind }) =>
        sources.some(({ ref }) => ref === "beat_009") ? [text ?? `${verb} ${bind.place}`] : [],
    );

  it("[PC616] names whom its pronoun means, is left out where nobody can tell, and goes to whom it is said to", () => {
    expect(acts(hook("ask where he was"))).toEqual(["Ask where Benedek was"]);
    expect(acts(hook("ask where he was", { people: ["orsolya"] }))).toEqual([]);
    expect(acts(hook("ask where he was", { people: ["orsolya"], presses: true }))).toEqual(["Ask where he was"]);
    expect(acts(hook("press Benedek about the coat"))).toEqual(["go kiln"]);
    expect(acts(hook("press Orsolya about the coat"))).toEqual(["Press Orsolya about the coat"]);
  });
});

describe("what would give nothing", () => {
  it("[PC613] is not asked where the answer could only be a refusal without a reason", () => {
    // Benedek alone knows the last fact of the frost year, which names him not: he has refused, and wants nothing that touches it.
    const state: JsonObject = {
      place: "kiln",
      people: { benedek: { met: 1 } },
      world: { choices: { done: { "refused:benedek:frost-year": 3 } } },
    };
    const given: Given = { state, beat: beat({ told: [], people: ["benedek"], names: ["topic:frost-year"] }) };
    const asks = candidatesFor(staged(given), []).filter(({ verb, bind }) => verb === "ask" && bind.npc === "benedek");
    expect(asks.filter(({ bind }) => bind.topic === "frost-year")).toEqual([]);
  });

  it("[PC617] leaves out the way back to where nobody waits, and news to who was there", () => {
    const state: JsonObject = {
      people: { benedek: { met: 1 }, orsolya: { follows: true, met: 1 } },
      world: { visited: { kiln: 1, "toll-bridge": 1 } },
    };
    const ways = candidatesFor(staged({ state }), []).filter(
      ({ verb, bind }) => verb === "go" && bind.npc === undefined,
    );
    expect(ways.map(({ bind }) => bind.place)).not.toContain("kiln");
    // Nobody has met Marek, who is at the bridge.
    expect(ways.map(({ bind }) => bind.place)).toContain("toll-bridge");
    const raised = [
      { id: "b", title: "The tally", scene: 7, topics: [], place: "kiln", people: [], names: ["topic:tally"] },
    ];
    const news: JsonObject = { ...state, world: { choices: { raised } } };
    const told = candidatesFor(staged({ state: news }), []);
    expect(
      told.filter(({ verb, bind }) => verb === "trust" && bind.npc === "orsolya" && bind.place === "kiln"),
    ).toEqual([]);
  });
});

describe("what is held out, and what one is bidden", () => {
  it("[PC618] is answered by whoever has a line on such a thing", () => {
    const matter = withFacts(line("orsolya", "I keep the thimble for my sister."));
    const state: JsonObject = {
      inventory: { thimble: { name: "a steel thimble" } },
      storybook: { named: { "item:thimble": 7 } },
    };
    const one = candidatesFor(staged({ matter, state }), []).find(
      ({ verb, bind }) => verb === "use" && bind.item === "thimble",
    );
    expect(one?.bind).toMatchObject({ npc: "orsolya", item: "thimble" });
    expect(outcomesOf(before({ matter, state }), slotOf("use", one?.bind ?? {}), createRandom("seed")).none).toEqual([
      { kind: "learn", fact: "orsolya-says-1", from: "orsolya", whole: true, how: "told" },
    ]);
  });

  it.each([
    ["Hold this lamp while I think about it.", "hold the lamp"],
    ["It is late. Eat your oatmeal.", "eat your oatmeal"],
    ["Bring me the long rope.", "bring Orsolya the long rope"],
    ["Open my drawer, and do not look.", "open Orsolya’s drawer"],
    ["Take it away.", undefined],
    ["Give him the rope.", "ask Orsolya what she means"],
    ["Look at the state of him.", "ask Orsolya what she means"],
    ["They hold the lamp.", "ask Orsolya what she means"],
    ["Fill the old jug and it'll leak.", "ask Orsolya what she means"],
    ["Open the drawer or the damp will spoil it.", "ask Orsolya what she means"],
  ])("[PC619] [PC5842] is done or refused, where somebody alone with the player bids it: %s", (words, deed) => {
    const one = beat({ told: [], dialogue: [{ speaker: "orsolya", line: words }] });
    expect(offerIn(staged(), one)?.yes).toBe(deed);
    const others = { ...one, people: ["orsolya", "benedek"] };
    // Among several, "you" says who is meant; what is "yours" may be anybody's. (rule PC5842)
    expect(offerIn(staged(), others)?.kind === "request").toBe(/\byou\b/.test(words));
  });

  it("[PC5780] names whoever bids something for themselves once", () => {
    const one = beat({ told: [], dialogue: [{ speaker: "orsolya", line: "Bring me my long rope." }] });
    expect(offerIn(staged(), one)?.yes).toBe("bring Orsolya’s long rope");
  });

  it.each([
    ["Write that we were orderly.", undefined],
    ["Hold that lamp.", "hold the lamp"],
    ["Say that the lamp is out.", undefined],
  ])("[PC4802] is no thing where it begins a clause: %s", (line, deed) => {
    const offer = offerIn(staged(), beat({ told: [], dialogue: [{ speaker: "orsolya", line }] }));
    expect(offer?.kind === "request" ? offer.yes : undefined).toBe(deed);
  });

  it("[PC660] nobody refuses to say nothing: they do not keep quiet", () => {
    const one = beat({
      told: [],
      dialogue: [{ speaker: "orsolya", line: "I want you to say nothing about the rope." }],
    });
    expect(offerIn(staged(), one)).toMatchObject({
      yes: "say nothing about the rope",
      no: "refuse to keep quiet about the rope",
    });
  });

  it.each([
    ["Then you have the map. Well? Do we shake?", "shake hands with Orsolya", "refuse to shake hands"],
    ["You keep the house. Shake on it?", "shake hands with Orsolya", "refuse to shake hands"],
    ["You get the map. Have we got a deal?", "agree with Orsolya", "refuse to agree"],
    ["You say nothing. Are we agreed, then?", "agree with Orsolya", "refuse to agree"],
    ["Is it a deal?", "agree with Orsolya", "refuse to agree"],
  ])("[PC3412] closes a bargain with a question: %s", (words, yes, no) => {
    const one = beat({ told: [], dialogue: [{ speaker: "orsolya", line: words }] });
    expect(offerIn(staged(), one)).toMatchObject({ kind: "request", yes, no });
  });
});
