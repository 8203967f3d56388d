// SPEC.md PC3400 to PC3409: what a set of choices holds, and what of it comes first.
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import { sentenceKey } from "@narratoria/protocol/english";
import type { BeatMatter, Effect, Fact, Hook, Matter, Topic } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { isLabel } from "../src/labels.js";
import { makeOffer } from "../src/offer.js";
import { openers } from "../src/openers.js";
import { applyOutcome } from "../src/outcome.js";
import { foundIn } from "../src/put-to-player.js";
import { fillSlots, scoreAll } from "../src/scoring.js";
import { RICH } from "./fixture-story.js";
import { before, type Given, SETTINGS, slotOf, staged, withLine } from "./support.js";

const candidates = (given: Given = {}, happened: readonly Effect[] = []): readonly Candidate[] =>
  candidatesFor(staged(given), [], happened);
const texts = (given: Given = {}, happened: readonly Effect[] = []): readonly string[] =>
  candidates(given, happened).flatMap(({ text }) => text ?? []);
const withText = (given: Given, text: string): Candidate | undefined =>
  candidates(given).find((one) => one.text === text);

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

const fact = (id: string, text: string, more: Partial<Fact> = {}): Fact => ({
  id,
  text,
  clause: text,
  topic: "",
  file: "",
  knownBy: "common",
  names: [],
  ...more,
});

const line = (npc: string, at: number, text: string): Fact =>
  fact(`${npc}-says-${at}`, text, { said: npc, knownBy: [npc], confided: true });

const withLore = (np: string, ...facts: Fact[]): Matter => {
  const id = np.replace(/^the /, "").replaceAll(" ", "-");
  const own = facts.map((one) => ({ ...one, topic: id, names: [`topic:${id}`] }));
  const topic: Topic = { id, np, plural: false, facts: own.map((one) => one.id) };
  return { ...RICH, facts: [...RICH.facts, ...own], topics: [...RICH.topics, topic] };
};

describe("what a beat puts to the player", () => {
  const waits = (text: string): Hook => ({ kind: "tag", beat: "beat_009", title: "Later", tag: "t-later", text });
  const decided = (hooks: readonly Hook[]): readonly Candidate[] =>
    candidates({ beat: beat({ decisions: ["walk out to her with the page", "burn it"] }), hooks }).filter(
      ({ verb, bind }) => verb === "decide" && bind.beat !== undefined,
    );

  it.each([
    ["walk out to her", ["Walk out to her with the page", "Burn it"]],
    ["walk to the bridge", ["Walk out to her with the page", "Burn it", "Walk to the bridge"]],
  ])("[PC3400] is one choice with the same deed in other words: %s", (text, expected) => {
    const all = decided([waits(text)]);
    expect(all.map((one) => one.text)).toEqual(expected);
    // It does what both wait for.
    expect(all[0]?.tags.includes("t-later")).toBe(expected.length === 2);
  });

  it("[PC1909] is open for one scene after a question of which its author says what comes", () => {
    const choices = [
      { text: "ask her what it is", decides: true as const, result: "She shows you the seal." },
      { text: "burn it", decides: true as const },
      { text: "keep it", decides: true as const, tag: "kept_it" },
    ];
    const { patch } = makeOffer(staged({ beat: beat({ choices }) }), [], [], SETTINGS);
    const slot = slotOf("decide", { beat: "beat_004", text: "ask her what it is" });
    const asked = applyOutcome(before({ scene: 9, state: patch }), slot, "none", [{ kind: "flag", name: "x" }]).patch;
    const open = (scene: number, state: JsonObject): readonly string[] =>
      candidates({ scene, state }).flatMap(({ bind, text }) => (bind.beat === "beat_004" ? [text ?? ""] : []));
    const memory = { ...(patch.world as { choices: { beat: JsonObject } }).choices.beat };
    const after = { ...memory, ...(asked.world as { choices: { beat: JsonObject } }).choices.beat };
    const state = { world: { choices: { beat: after } } };
    expect(open(9, state)).toEqual(["Burn it", "Keep it"]);
    expect(open(10, state)).toEqual(["Keep it"]);
    // A question of which nothing is said leaves them open.
    const { asked: _, ...plain } = after;
    expect(open(10, { world: { choices: { beat: plain } } })).toEqual(["Burn it", "Keep it"]);
  });

  it("[PC1901] does not keep whoever is in it from being heard out before it is answered", () => {
    const matter = { ...RICH, facts: [...RICH.facts, line("benedek", 1, "A crooked scale weighs for nobody.")] };
    const given = {
      matter,
      state: { people: { benedek: { place: "weigh-house", met: 2 } } },
      beat: beat({
        told: ["Benedek looks at the crooked scale."],
        decisions: ["weigh it", "wait"],
        people: ["benedek"],
      }),
    };
    expect(texts(given)).toContainEqual(expect.stringMatching(/^Ask Benedek what he (?:makes|thinks|has to say)/));
  });
});

it("[PC1901] asks who waits for an answer what they make of it, and does not ask what they want", () => {
  const matter = { ...RICH, facts: [...RICH.facts, line("ilka", 1, "Nobody ever paid for rain.")] };
  const given: Given = {
    matter,
    state: {
      people: { ilka: { place: "weigh-house" } },
      world: { choices: { things: { scene: 7, names: ["ladder"] } } },
    },
    beat: beat({ told: ["Ilka looks up into the rain."], people: ["ilka"] }),
  };
  const answer: Candidate = {
    verb: "decide",
    bind: { npc: "ilka", beat: "beat_004", text: "weigh it" },
    sources: [],
    salience: 2,
    learned: true,
    tags: [],
    answers: "beat_004",
  };
  const asked = (others: readonly Candidate[]): readonly (string | undefined)[] =>
    openers(staged(given), others).map(({ text }) => text);
  expect(asked([])).toEqual(["Ask Ilka what they want"]);
  expect(asked([answer])).toEqual([expect.stringMatching(/^Ask Ilka what they (?:make|think|have to say)/)]);
});

describe("what somebody wants", () => {
  const met = {
    people: { orsolya: { met: 2 } },
    world: { choices: { things: { scene: 7, names: ["tally"] } } },
  };
  const asked = (told: readonly string[]): Candidate | undefined =>
    withText({ state: met, beat: beat({ told }) }, "Ask Orsolya what she means to do");

  it("[PC3401] is asked of who had the last word and has not said it", () => {
    expect(asked(["The page lies there.", "Orsolya turns it over."])?.idle).toBeUndefined();
    expect(asked(["Orsolya turns it over.", "It rains.", "It stops.", "The lamp burns."])?.idle).toBe(true);
    expect(asked(["Orsolya says her brother's name must come off the tally."])?.idle).toBe(true);
  });

  it("[PC3402] asks for a promise while it is fresh", () => {
    const promise = (scene: number): Candidate | undefined =>
      candidates({
        state: {
          people: { ilka: { place: "weigh-house", met: 2 } },
          world: {
            known: { motives: { ilka: { "to sell the ladder": scene } } },
          },
        },
      }).find(({ verb, bind }) => verb === "accept" && bind.npc === "ilka");
    expect(promise(7)?.idle).toBeUndefined();
    expect(promise(6)?.idle).toBe(true);
    const people = RICH.people.map((one) =>
      one.id === "ilka" ? { ...one, motives: ["to hear the word ladder"] } : one,
    );
    const heard = candidates({
      matter: { ...RICH, people },
      state: {
        people: { ilka: { place: "weigh-house", met: 2 } },
        world: { known: { motives: { ilka: { "to hear the word ladder": 8 } } } },
      },
    });
    expect(heard.some(({ verb, bind }) => verb === "accept" && bind.npc === "ilka")).toBe(false);
  });
});

it("[PC3403] tells what happened to somebody whom it names, and to others for want of anything else", () => {
  const tidings = (names: readonly string[]): Candidate | undefined => {
    const happened = {
      id: "b1",
      title: "The toll",
      scene: 6,
      topics: ["toll"],
      place: "toll-bridge",
      people: [],
      names,
    };
    return candidates({
      matter: withLine("orsolya", "The toll is a penny, and a tally is a tally."),
      state: { people: { orsolya: { met: 2 } }, world: { choices: { raised: [{ ...happened, names: [...names] }] } } },
    }).find(({ verb, bind }) => verb === "trust" && bind.place === "toll-bridge");
  };
  const named = tidings(["topic:tally", "npc:orsolya"]);
  expect(named).toBeDefined();
  expect(named?.idle).toBeUndefined();
  expect(tidings(["topic:tally"])?.idle).toBe(true);
});

it("[PC3404] offers again what the story waits for before filler", () => {
  const view = staged({ state: { people: { orsolya: { met: 2 } } } });
  const plain = { sources: [], learned: true, tags: [] } as const;
  const way: Candidate = { ...plain, verb: "go", bind: { place: "kiln" }, due: true, waits: true, salience: 1 };
  const help: Candidate = { ...plain, verb: "help", bind: { npc: "orsolya" }, idle: true, salience: 3 };
  const scored = scoreAll(view, [help, way], new Set(["place:kiln"]), createRandom("a"));
  const resting = scored.map((one) => (one.candidate === way ? { ...one, rests: true } : one));
  expect(fillSlots(view, resting, [], 4, 1)[0]?.candidate).toBe(way);
});

describe("a topic", () => {
  it.each([
    "tea, a guide",
    "shelf 7, palace, Barley-month",
    "things you never say on nights",
    "minor people",
    "the at noon",
    "the being cold",
    "the heard on the ice",
    "the blade ought",
    "the geranium called Mrs",
    "kev Pascoe",
  ])("[PC3405] is a label and nothing to ask about: %s", (np) => {
    expect(isLabel(np)).toBe(true);
  });

  it.each([
    "the first hard freeze",
    "the note",
    "sticky notes",
    "Cwm Bedw",
    "the last keeper",
    "the squad list",
    "late fees",
    "the book",
  ])("[PC3405] is asked about: %s", (np) => {
    expect(isLabel(np)).toBe(false);
  });

  it("[PC3405] is asked about under its name alone", () => {
    const asks = (np: string): boolean =>
      candidates({
        matter: { ...RICH, topics: RICH.topics.map((one) => (one.id === "tally" ? { ...one, np } : one)) },
        state: { world: { known: { topics: { tally: 7 } } } },
      }).some(({ verb, bind }) => verb === "ask" && bind.topic === "tally");
    expect(asks("the chalk tally")).toBe(true);
    expect(asks("tallies, a guide")).toBe(false);
  });
});

describe("a thing that was just shown", () => {
  const receipt = fact("receipt-1", "In the receipt it says: “Received of G. Tallow eleven pounds.”");

  it.each([
    ["Benedek puts a receipt on the bench.", true],
    ["On the bench lies the receipt.", true],
    ["The vendor's receipt was mislaid.", false],
    ["Nobody speaks of a receipt.", false],
  ])("[PC3406] is read where it is laid open: %s", (told, isRead) => {
    const given = { matter: withLore("the receipt", receipt), beat: beat({ told: [told] }) };
    expect(texts(given).includes("Read the receipt")).toBe(isRead);
  });

  it("[PC3406] is read while whoever keeps it is here", () => {
    const matter = withLore("the receipt", { ...receipt, keptBy: "benedek" });
    const given = { matter, beat: beat({ told: ["Benedek puts a receipt on the bench."] }) };
    expect(texts(given)).not.toContain("Read the receipt");
    expect(texts({ ...given, state: { people: { benedek: { place: "weigh-house" } } } })).toContain("Read the receipt");
  });

  it("[PC614] is looked at by the first fact that can be told, also where a deed has shown it", () => {
    const matter = withLore(
      "the matrix",
      fact("matrix-1", "At its end there is a ring.", { inside: true }),
      fact("matrix-2", "The matrix is of bronze, with a lamb on it."),
    );
    const shown: Effect = { kind: "authored", text: "In the salt lies a bronze seal-matrix." };
    const look = candidates({ matter }, [shown]).find(({ text }) => text === "Look closely at the matrix");
    expect(look?.bind.fact).toBe("matrix-2");
  });

  it("[PC3407] is asked about of anybody who knows what all know, but not by what they are", () => {
    const matter = withLore("the forge", fact("forge-1", "The anvil was cast at Orsk."));
    const given: Given = { matter, beat: beat({ told: ["Orsolya leans on the anvil."] }) };
    expect(withText(given, "Ask Orsolya about the anvil")).toMatchObject({ bind: { fact: "forge-1" } });
    expect(withText(given, "Ask Orsolya about the anvil")?.idle).toBeUndefined();
    const people = matter.people.map((one) =>
      one.id === "orsolya" ? { ...one, kind: "machine" as const, role: "Weigher, a talking anvil" } : one,
    );
    expect(texts({ ...given, matter: { ...matter, people } })).not.toContain("Ask Orsolya about the anvil");
    const stranger = { ...given, beat: beat({ told: ["A cart passes the anvil."], people: ["ilka"], names: [] }) };
    expect(texts(stranger)).not.toContain("Ask Orsolya about the anvil");
  });

  it("[PC3101] is not asked about where one stands in it", () => {
    const about = (np: string): readonly string[] => {
      const noun = np.replace("the ", "");
      const matter = withLore(np, fact(`${noun}-1`, `The ${noun} was bought at Orsk.`));
      const told = [`Benedek leans on the ${noun}.`];
      return texts({ matter, beat: beat({ told, people: ["benedek"], names: [] }), state: { place: "kiln" } });
    };
    expect(about("the anvil")).toContain("Ask Benedek about the anvil");
    expect(about("the kiln")).not.toContain("Ask Benedek about the kiln");
  });

  it("[PC664] is not taken where somebody only says that it was there", () => {
    expect(foundIn(["On the step lies a letter."])).toBe("the letter");
    expect(foundIn(["He says there was a note, and that he burned it."])).toBeUndefined();
  });
});

describe("whom somebody calls theirs", () => {
  const matter = {
    ...RICH,
    facts: [
      ...RICH.facts,
      line("orsolya", 1, "They have gone off laying."),
      line("orsolya", 2, "He went for the doctor and he kept on walking."),
    ],
  };
  const asked = (words: string): Candidate | undefined =>
    withText(
      { matter, beat: beat({ told: ["Orsolya counts the trays.", `“${words}” she says.`] }) },
      "Ask Orsolya about her brother",
    );

  it("[PC3408] is asked about where the remark is several sentences of the beat", () => {
    const told = [
      "“Last lot, is it?” says Orsolya.",
      "“A shame.",
      "My brother set off to this house once.",
      "He never came.”",
    ];
    expect(texts({ matter, beat: beat({ told }) })).toContain("Ask Orsolya about her brother");
    const others = ["“Last lot, is it?” says Benedek.", "“A shame.", "My brother set off to this house once.”"];
    const given = { matter, beat: beat({ told: others }), state: { people: { benedek: { place: "weigh-house" } } } };
    expect(texts(given)).not.toContain("Ask Orsolya about her brother");
  });

  it("[PC3408] is asked about where they have a line on them", () => {
    expect(asked("My brother set off to this house once.")?.bind.fact).toBe("orsolya-says-2");
    expect(asked("My sister set off to this house once.")).toBeUndefined();
    expect(asked("Your brother set off once.")).toBeUndefined();
  });
});

it("[PC3401] asks one person of a set what they want", () => {
  const plain = { sources: [], learned: true, tags: [] } as const;
  const wishes = ["orsolya", "benedek", "ilka"].map(
    (npc): Candidate => ({ ...plain, verb: "ask", bind: { npc }, salience: 1 }),
  );
  const listen: Candidate = { ...plain, verb: "listen", bind: {}, idle: true, salience: 0 };
  const given = { state: { people: { benedek: { place: "weigh-house" }, ilka: { place: "weigh-house" } } } };
  const view = staged(given);
  const chosen = fillSlots(view, scoreAll(view, [...wishes, listen], new Set(), createRandom("a")), [], 4, 3);
  expect(chosen.filter(({ candidate }) => candidate.verb === "ask")).toHaveLength(1);
});

it("[PC3411] looks at a thing of the place by its name before it looks around", () => {
  const places = RICH.places.map((one) =>
    one.id === "kiln"
      ? { ...one, sentences: ["The kiln stands open.", "A rake leans by it.", "The iron door has a crack in it."] }
      : one,
  );
  const looks = (told: readonly string[], choice?: object): readonly (readonly [string, boolean])[] => {
    const ring = Object.fromEntries(told.map((text) => [sentenceKey(text), 1]));
    const things = { scene: 7, names: ["rake", "iron door"] };
    const state = {
      place: "kiln",
      people: { benedek: { place: "orchard" } },
      storybook: { named: {}, ring },
      world: { choices: { things } },
    };
    return candidates({ matter: { ...RICH, places }, state, choice }).flatMap(({ text = "", idle }) =>
      /^Look\b.*\bat\b/.test(text) ? [[text, idle === true] as const] : [],
    );
  };
  expect(looks([])).toEqual([["Look at the rake", true]]);
  expect(looks(["A rake leans by it."])).toEqual([["Look at the iron door", true]]);
  // Nobody looks at the same thing twice in a row.
  expect(looks([], slotOf("decide", { prop: "a rake", text: "look at the rake" }))).toEqual([
    ["Look at the iron door", true],
  ]);
  expect(looks(["A rake leans by it.", "The iron door has a crack in it."])).toEqual([]);
});

it("[PC3707] leaves a thing that was looked at for eight scenes", () => {
  const places = RICH.places.map((one) =>
    one.id === "kiln" ? { ...one, sentences: ["A rake leans by it.", "The rake has a new shaft."] } : one,
  );
  const base = {
    place: "kiln",
    people: { benedek: { place: "orchard" } },
    storybook: { named: {} },
    world: { choices: { things: { scene: 7, names: ["rake"] } } },
  };
  const slot = slotOf("decide", { prop: "a rake", text: "look at the rake" });
  const view = before({ matter: { ...RICH, places }, scene: 9, state: base });
  const { patch } = applyOutcome(view, slot, "none", [{ kind: "flag", name: "x" }]);
  const looks = (scene: number): readonly string[] =>
    candidates({ matter: { ...RICH, places }, scene, state: mergePatch(base, patch) as JsonObject }).flatMap(
      ({ text = "" }) => (/^Look at\b/.test(text) ? [text] : []),
    );
  expect(looks(17)).not.toContain("Look at the rake");
  expect(looks(18)).toContain("Look at the rake");
});

it.each([
  ["ask", "keep Orsolya company for a while"],
  ["gossip", "keep Orsolya company for a while"],
  ["help", "keep Orsolya company for a while"],
] as const)("[PC3409] would rather %s than %s for nothing", (verb, text) => {
  const view = staged({ state: { people: { orsolya: { met: 2 } } } });
  const plain = { sources: [], learned: false, tags: [], idle: true } as const;
  const all: readonly Candidate[] = [
    { ...plain, verb, bind: { npc: "orsolya", topic: "tally" }, salience: 1 },
    { ...plain, verb: "decide", bind: { npc: "orsolya", fact: "x", text }, salience: 0 },
  ];
  const scored = scoreAll(view, all, new Set(["topic:tally"]), createRandom("a"));
  expect(fillSlots(view, scored, [], 4, 1)[0]?.candidate.verb).toBe(verb);
});
