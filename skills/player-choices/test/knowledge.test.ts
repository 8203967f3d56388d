// SPEC.md PC430 to PC433: who may say what, and what touches whom.
import type { JsonObject } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { Fact, Matter, Person } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { candidatesFor } from "../src/candidates.js";
import { cost } from "../src/costs.js";
import { outcomesOf } from "../src/effects.js";
import { reckonable, reply } from "../src/gains.js";
import { answers, knownAbout, overhearable, plainMotives, reserved, sayable, whoElseKnows } from "../src/knowledge.js";
import { RICH } from "./fixture-story.js";
import { refusal } from "../src/refusals.js";
import { isConfessable } from "../src/plain-wishes.js";
import { before, slotOf, staged } from "./support.js";

const fact = (id: string, text: string, more: Partial<Fact> = {}): Fact => ({
  id,
  text,
  clause: text.replace(/\.$/, ""),
  topic: "log",
  file: "lore/log.md",
  knownBy: "common",
  names: [],
  ...more,
});
const withPeople = (change: (person: Person) => Partial<Person>, facts: readonly Fact[], np = "the log"): Matter => ({
  ...RICH,
  facts: [...RICH.facts, ...facts],
  topics: [...RICH.topics, { id: "log", np, plural: false, facts: facts.map(({ id }) => id) }],
  people: RICH.people.map((person) => ({ ...person, ...change(person) })),
});

describe("who may say it", () => {
  it("[PC430] has a paper told by whoever holds it, and kept back by nobody else", () => {
    const lines = ["The tide was late.", "Nobody came."].map((text, at) =>
      fact(`log-${at + 1}`, `In the log it says: “${text}”`),
    );
    const view = before({
      matter: withPeople(
        ({ id, inventory }) => (id === "ilka" ? { inventory: [...inventory, "a wet log"] } : {}),
        lines,
      ),
    });
    expect(answers(view, "log", "ilka").map(({ id }) => id)).toEqual(["log-1", "log-2"]);
    expect(answers(view, "log", "orsolya")).toEqual([]);
    expect(reserved(view, "log", "orsolya")).toEqual([]);
  });

  it("[PC431] has whoever has to do with a topic tell all of it, and anybody else what names it", () => {
    const lines = [
      fact("log-1", "Two brothers cut the oak."),
      fact("log-2", "The log lay in the yard until the frost."),
      fact("log-3", "Children sat on the bark."),
    ];
    const view = before({
      matter: withPeople(({ id, topics }) => (id === "ilka" ? { topics: [...topics, "log"] } : {}), lines),
    });
    expect(answers(view, "log", "ilka").map(({ id }) => id)).toEqual(["log-1", "log-2", "log-3"]);
    expect(answers(view, "log", "orsolya").map(({ id }) => id)).toEqual(["log-2"]);
  });

  it.each([
    [8, ["log-2"]],
    [7, ["log-2"]],
    [3, []],
  ])("[PC3140] goes on from the fact before it only while that is in mind: told in scene %i", (scene, expected) => {
    const lines = [
      fact("log-1", "The log is thrown on the fire at midsummer."),
      fact("log-2", "The last time, the smith threw his hat after it.", { inside: true }),
    ];
    const view = before({
      matter: withPeople(({ id, topics }) => (id === "ilka" ? { topics: [...topics, "log"] } : {}), lines),
      state: { world: { known: { facts: { "log-1": scene } } } },
    });
    expect(answers(view, "log", "ilka").map(({ id }) => id)).toEqual(expected);
  });

  it("[PC431] begins no answer with a first fact that goes on from a sentence which is none", () => {
    const lines = [
      fact("log-1", "Sixteen rings are in it, of which one is black.", { inside: true }),
      fact("log-2", "The bark of the log was sold."),
    ];
    const view = before({
      matter: withPeople(({ id, topics }) => (id === "ilka" ? { topics: [...topics, "log"] } : {}), lines),
    });
    expect(answers(view, "log", "ilka")[0]?.id).toBe("log-2");
  });

  it("[PC51] has somebody say what names them under pressure alone, where they can say it of themselves", () => {
    const lines = [
      fact("log-1", "Orsolya measured the log herself.", { names: ["npc:orsolya"] }),
      fact("log-2", "Orsolya and Ilka burned the log.", { names: ["npc:orsolya", "npc:ilka"] }),
      fact("log-3", "Orsolya, from head to foot.", { names: ["npc:orsolya"] }),
    ];
    const view = before({ matter: withPeople(() => ({}), lines) });
    expect(answers(view, "log", "orsolya")).toEqual([]);
    expect(reserved(view, "log", "orsolya").map(({ id }) => id)).toEqual(["log-1"]);
  });
});

describe("what answers a question about a thing", () => {
  const own = (lines: readonly Fact[], np?: string) =>
    before({
      matter: withPeople(({ id, topics }) => (id === "ilka" ? { topics: [...topics, "log"] } : {}), lines, np),
    });
  const of = (view: ReturnType<typeof before>, npc = "ilka", topic = "log") =>
    answers(view, topic, npc).map(({ id }) => id);

  it.each([
    ["The kiln is under the loft.", []],
    ["A woman at the desk can hear anyone in the loft.", []],
    ["The loft has one stair and a hatch.", ["kiln-1"]],
    ["In the yard there is a loft.", ["kiln-1"]],
    ["Nobody sleeps in the loft.", ["kiln-1"]],
    ["Lofts are swept at Easter.", []],
    ["At the back there was a low loft with a stove.", []],
    ["A loft wants a draught.", ["kiln-1"]],
  ])("[PC3200] [PC5750] of another page, what is about the very thing: %s", (text, expected) => {
    const matter = withPeople(
      () => ({}),
      [fact("kiln-1", text, { topic: "brass-scale", names: ["topic:log"] })],
      "the loft",
    );
    const view = before({
      matter: {
        ...matter,
        topics: matter.topics.map((one) => (one.id === "log" ? { ...one, facts: [] } : one)),
        people: matter.people.map((one) => ({ ...one, topics: [...one.topics, "brass-scale"] })),
      },
    });
    expect(of(view, "orsolya")).toEqual(expected);
  });

  it("[PC3200] of what whoever has nothing to do with it says, what is about it", () => {
    const lines = [
      fact("log-1", "Two men carried it."),
      fact("log-2", "The smith leans on the log."),
      fact("log-3", "The log is wet."),
    ];
    expect(of(own(lines), "orsolya")).toEqual(["log-3"]);
  });

  it.each([
    ["My second sat on his log that night.", 0],
    ["I sat on the log that night.", 1],
    ["My log is dry.", 1],
  ])("[PC3200] of somebody's own lines, none on another such thing: %s", (text, count) => {
    const said = { ...fact("ilka-says-1", text, { names: ["topic:log"], topic: "" }), said: "ilka", knownBy: ["ilka"] };
    const view = before({
      matter: { ...RICH, facts: [said], topics: [{ id: "log", np: "the log", plural: false, facts: [] }] },
    });
    expect(of(view)).toHaveLength(count);
  });

  it.each([
    [
      "its page's first words, where they are all told",
      [fact("log-1", "Cut from one oak.".replace("Cut", "It was cut"))],
      ["log-1"],
    ],
    [
      "no first words that something was left out before",
      [fact("log-1", "The priest says that it is warm.", { apart: true })],
      [],
    ],
    [
      "what is about it, where its first words are not told",
      [fact("log-1", "The priest says that it is warm.", { apart: true }), fact("log-2", "The log is thrown away.")],
      ["log-2", "log-1"],
    ],
  ])("[PC3201] begins with %s", (_, lines, expected) => {
    expect(of(own(lines))).toEqual(expected);
  });
});

it.each([
  ["The log is wet.", true],
  ["From the yard the short way is over the bridge.", false],
])("[PC3204] what is overheard says what it is about: %s", (text, isHeard) => {
  const lines = [fact("log-1", "It cannot be told.", { apart: true, knownBy: ["nobody"] }), fact("log-2", text)];
  const view = before({ matter: withPeople(() => ({}), lines), state: { world: { known: { topics: { log: 1 } } } } });
  expect(overhearable(view).some(({ id }) => id === "log-2")).toBe(isHeard);
});

it.each([
  ["to keep the log dry", "to keep the log dry"],
  ["to never see the log again", undefined],
  ["to hide the secret of the log", undefined],
  ["to have the log carried to the kiln by two men whom nobody in the valley has ever seen before", undefined],
])("[PC3205] a refusal's reason can be told: %s", (wish, reason) => {
  const view = before({ matter: withPeople(({ id }) => (id === "ilka" ? { motives: [wish] } : {}), []) });
  expect(refusal(view, "ilka", "log")).toEqual({
    kind: "refuse",
    npc: "ilka",
    topic: "log",
    ...(reason ? { reason } : {}),
  });
});

describe("what answers a question about somebody", () => {
  const said = (text: string, more: Partial<Fact> = {}) =>
    knownAbout(
      before({
        matter: withPeople(
          ({ id, topics }) => (id === "ilka" ? { topics: [...topics, "log"] } : {}),
          [fact("log-1", text, { names: ["npc:benedek"], ...more })],
        ),
      }),
      "ilka",
      "benedek",
    ).length;

  it.each([
    ["Benedek keeps the toll.", 1],
    ["Nobody trusts Benedek with eggs.", 1],
    ["Benedek makes it on Mondays.", 0],
    ["The door on the left is Benedek's.", 0],
    ["Orsolya had been held back a year, and Benedek had not.", 0],
  ])("[PC3202] is about them, and leans on nothing: %s", (text, count) => {
    expect(said(text)).toBe(count);
  });

  it("[PC3202] is no sentence from the middle of another matter", () => {
    expect(said("Benedek stood at the rope when the slope went.", { inside: true })).toBe(0);
    expect(said("Benedek sawed the log by himself.", { inside: true })).toBe(1);
  });

  it.each([
    ["Benedek, you shouted so loud that I lost a tooth.", 0],
    ["Don't tell Benedek yet.", 0],
    ["I never saw Benedek run.", 1],
    ["There were four sugars in Mrs Tallow's tea.", 0],
  ])("[PC3202] is no line that calls them or asks something: %s", (text, count) => {
    expect(said(text, { said: "ilka", knownBy: ["ilka"], topic: "" })).toBe(count);
  });
});

describe("what is said, and where", () => {
  const about = (text: string, place = "weigh-house", topic = "log") => {
    const lines = [fact("log-1", text, { topic, names: ["npc:benedek"] })];
    return before({ matter: withPeople(() => ({}), lines), state: { people: { orsolya: { place } }, place } });
  };

  it("[PC436] is a sentence, and speaks of here only where that is", () => {
    expect(answers(about("The log was cut by Benedek."), "log", "orsolya")).toHaveLength(1);
    expect(answers(about("The log, from the head to the foot."), "log", "orsolya")).toEqual([]);
    expect(answers(about("Log: oak, two brothers, one is gone."), "log", "orsolya")).toEqual([]);
    expect(answers(about("Log, oak of: the brothers say that it is theirs."), "log", "orsolya")).toEqual([]);
    expect(answers(about("LOOK FOR THE LOG BEHIND IT."), "log", "orsolya")).toEqual([]);
    expect(answers(about("09:00 Benedek lays down the log."), "log", "orsolya")).toEqual([]);
    expect(answers(about("Opens: jars, bolts and the log."), "log", "orsolya")).toEqual([]);
    expect(answers(about("Four men are needed for it."), "log", "orsolya")).toEqual([]);
    expect(answers(about("The log was brought here by Benedek."), "log", "orsolya")).toEqual([]);
  });

  it.each([
    ["The log of the MIGHTY LADY will be read at four.", 0],
    ["The log is kept at Gaslight Row > the Bell > back room.", 0],
    ["The log shall be read once a year.", 0],
    ["The log, pinned below the board, at the urn.", 0],
    ["The log, pinned below the board, is read by nobody.", 1],
    ["Nobody knows what the log will say when we shall read it.", 1],
    ["The log of the LADY is wet.", 1],
    ["Friendly if the log is left alone and no questions are asked.", 0],
    ["In the mill, and on the log for a yard or two, which is not hers.", 0],
    ["In the mill there is a log, which is not hers.", 1],
    ["The log is burnt in the Handbook of Fuels, vol. 7.", 0],
    ["The log is Osk's, and the doodles on the log are his.)", 0],
    ["Only if the log is dry does it burn.", 1],
    ["The pages of the log are numbered, and they go about like so.", 0],
    ["The log says: “He hums.” -- “Which one?” -- “He is at it now.”", 0],
  ])("[PC1606] nobody says what is printed or drawn up: %s", (text, said) => {
    expect(answers(about(text), "log", "orsolya")).toHaveLength(said);
  });

  it("[PC1607] a wish to keep something from being done, and what shames, is for friends", () => {
    const matter = withPeople(
      ({ id }) =>
        id === "orsolya"
          ? {
              motives: ["to keep the tally from being read", "to sell the scale"],
              relations: [
                { to: "benedek", text: "Ashamed", spoken: "I am ashamed to have robbed him." },
                { to: "ilka", text: "Likes", spoken: "I like her." },
                { to: "jonas", text: "Got her brother drowned", spoken: "I got his brother drowned." },
              ],
            }
          : {},
      [],
    );
    expect(plainMotives(before({ matter }), "orsolya")).toEqual(["to sell the scale"]);
    const said = (feeling: number) =>
      sayable(before({ matter, state: { people: { orsolya: { feeling } } } }), "orsolya").map(({ to }) => to);
    expect([said(0), said(50)]).toEqual([["ilka"], ["benedek", "ilka"]]);
  });

  it("[PC1608] a parrot says its sayings, and a talking horse what it knows", () => {
    const told = (sayings: readonly string[]) => {
      const text = "The log was cut by Benedek.";
      const lines = [fact("log-1", text, { topic: "log", names: ["npc:benedek"] })];
      const matter = withPeople(({ id }) => (id === "orsolya" ? { kind: "animal", lines: sayings } : {}), lines);
      return answers(before({ matter }), "log", "orsolya").length;
    };
    expect([told(["Any post?", "Good night."]), told(["I have carried heavier men than you up that hill."])]).toEqual([
      0, 1,
    ]);
  });

  it("[PC1608] a man of thirty words explains nothing, and wants nothing aloud", () => {
    const told = (own: readonly string[]) => {
      const lines = [fact("log-1", "The log was cut by Benedek.", { topic: "log", names: ["npc:benedek"] })];
      const matter = withPeople(
        ({ id }) => (id === "orsolya" ? { lines: own, motives: ["to sell the scale"] } : {}),
        lines,
      );
      const view = before({ matter });
      return [answers(view, "log", "orsolya").length, plainMotives(view, "orsolya").length];
    };
    const short = ["New. New one.", "Cold hands. Give.", "Bell.", "Not that corner. This."];
    expect(told(short)).toEqual([0, 0]);
    expect(told(short.slice(1))).toEqual([1, 1]);
    expect(told([...short, "It has been in that tree since my mother's day."])).toEqual([1, 1]);
  });

  it("[PC1611] nobody answers with an entry of a list", () => {
    const told = (lead: readonly string[]) => {
      const lines = [fact("log-1", "Came with the house in the first year.", { inside: true, lead })];
      const people = ({ id }: Person) => (id === "orsolya" ? { topics: ["log"] } : {});
      return answers(before({ matter: withPeople(people, lines) }), "log", "orsolya").length;
    };
    expect([told(["A tool."]), told(["Bed four.", "Beans.", "Smoke.", "The paths."])]).toEqual([1, 0]);
  });

  it("[PC1610] nobody is asked about their own name", () => {
    const asked = (np: string) => {
      const lines = [fact("log-1", `${np} was cut by Benedek.`, { names: ["npc:benedek"] })];
      const state = { world: { known: { topics: { log: 3 } } }, storybook: { named: { "topic:log": 7 } } };
      const view = before({ matter: withPeople(() => ({}), lines, np), state });
      return candidatesFor(view, []).some(({ bind }) => bind.npc === "orsolya" && bind.topic === "log");
    };
    expect([asked("the log"), asked("Orsolya")]).toEqual([true, false]);
  });

  it("[PC3130] nobody is looked for about their own name", () => {
    const sought = (np: string) => {
      const lines = [fact("log-1", `${np} was cut by Benedek.`, { names: ["npc:benedek"], knownBy: ["orsolya"] })];
      const state = {
        place: "mill",
        people: { orsolya: { place: "weigh-house", met: 1, feeling: 0 } },
        world: { known: { topics: { log: 3 } }, choices: { redirect: { npc: "orsolya", topic: "log", scene: 7 } } },
        storybook: { named: { "topic:log": 7 } },
      };
      const view = before({ matter: withPeople(() => ({}), lines, np), state });
      const visit = candidatesFor(view, []).find(({ verb, bind }) => verb === "go" && bind.npc === "orsolya");
      return visit?.bind.topic;
    };
    expect([sought("the log"), sought("Orsolya")]).toEqual(["log", undefined]);
  });

  it("[PC1605] the player is sent on once about a topic, to somebody elsewhere who was not asked", () => {
    const other = (state: JsonObject, topic: string) => whoElseKnows(before({ state }), topic, "orsolya")?.id;
    const [topic = "", to = ""] =
      RICH.topics.map(({ id }) => [id, other({}, id)] as const).find(([, id]) => id !== undefined) ?? [];
    expect(to).not.toBe("");
    expect(other({ people: { [to]: { place: "weigh-house" } } }, topic)).not.toBe(to);
    expect(other({ world: { choices: { done: { [`asked-1:${to}:${topic}`]: 2 } } } }, topic)).not.toBe(to);
    expect(other({ world: { choices: { done: { [`sent-on:${topic}`]: 2 } } } }, topic)).toBeUndefined();
  });

  it("[PC60] names somebody early where it is an answer about them", () => {
    expect(knownAbout(about("Benedek owns a log."), "orsolya", "benedek")).toHaveLength(1);
    const late = "The engine in the yard behind the old wall is older than Benedek.";
    expect(knownAbout(about(late), "orsolya", "benedek")).toEqual([]);
  });

  it("[PC437] reads what is carried from its own words, and offers nothing to read that has none", () => {
    const lines = [
      fact("letter-1", "In the letter of the widow it says: “Come before the frost.”", { topic: "letter" }),
    ];
    const read = (facts: readonly Fact[]) => {
      const topics = [{ id: "letter", np: "the letter of the widow", plural: false, facts: facts.map(({ id }) => id) }];
      const matter = { ...RICH, facts: [...RICH.facts, ...facts], topics: [...RICH.topics, ...topics] };
      return before({ matter, state: { inventory: { letter: { name: "folded letter" } } } });
    };
    const [first] = outcomesOf(read(lines), slotOf("read", { item: "letter" }), createRandom("a")).none;
    expect(first).toMatchObject({ kind: "learn", fact: "letter-1", how: "found" });
    const offers = (facts: readonly Fact[]) =>
      candidatesFor(read(facts), []).filter(({ verb, bind }) => verb === "read" && bind.item === "letter");
    expect(offers(lines)).toHaveLength(1);
    expect(offers([])).toEqual([]);
  });

  it.each([
    ["the widow's letter", true],
    ["a letter from the widow", true],
    ["an old letter", true],
    ["letter of appointment", false],
    ["the County's letter", false],
    ["a letter to Osk", false],
  ])("[PC4801] reads in %s what stands in the letter of the widow: %s", (name, isIt) => {
    const line = fact("letter-1", "In the letter of the widow it says: “Come before the frost.”", { topic: "letter" });
    const topics = [{ id: "letter", np: "the letter of the widow", plural: false, facts: [line.id] }];
    const matter = { ...RICH, facts: [...RICH.facts, line], topics: [...RICH.topics, ...topics] };
    const view = before({ matter, state: { inventory: { letter: { name } } } });
    const reads = candidatesFor(view, []).filter(({ verb, bind }) => verb === "read" && bind.item === "letter");
    expect(reads.length > 0).toBe(isIt);
  });
});

describe("where an answer begins", () => {
  const lines = [
    fact("log-1", "The log was cut by two brothers."),
    fact("log-2", "Every child has sat on the bark.", { inside: true }),
    fact("log-3", "A tax is paid on oak."),
    fact("log-4", "Nobody has paid it for the log.", { inside: true }),
    fact("log-5", "The clerk was patient.", { inside: true }),
  ];
  const asked = (known: Record<string, number>) =>
    answers(
      before({
        matter: withPeople(({ id, topics }) => (id === "ilka" ? { topics: [...topics, "log"] } : {}), lines),
        state: { world: { known: { facts: known } } },
      }),
      "log",
      "ilka",
    ).map(({ id }) => id)[0];

  it("[PC434] is where a paragraph begins, or after the sentence that was told last", () => {
    expect(asked({})).toBe("log-1");
    expect(asked({ "log-1": 3 })).toBe("log-3");
    expect(asked({ "log-1": 3, "log-2": 3, "log-3": 3 })).toBe("log-4");
  });

  it("[PC434] is never in the middle of what was not told", () => {
    const late = [lines[0], lines[1], fact("log-9", "The clerk was patient.", { inside: true })].filter(
      (one) => one !== undefined,
    );
    const view = before({
      matter: withPeople(({ id, topics }) => (id === "ilka" ? { topics: [...topics, "log"] } : {}), late.slice(2)),
    });
    expect(answers(view, "log", "ilka").map(({ id }) => id)).toEqual(["log-9"]);
    const gap = before({
      matter: withPeople(({ id, topics }) => (id === "ilka" ? { topics: [...topics, "log"] } : {}), late),
      state: { world: { known: { facts: { "log-1": 3 } } } },
    });
    expect(answers(gap, "log", "ilka").map(({ id }) => id)[0]).toBe("log-2");
  });
});

describe("what touches whom", () => {
  const view = (facts: readonly Fact[] = []) => before({ matter: withPeople(() => ({}), facts) });

  it("[PC432] [PC3142] answers news with a fact on the same thing or not at all, with no wish and nothing between people", () => {
    const about = (text: string, names: readonly string[] = []) => reply(view(), "orsolya", { text, names });
    expect(about("Benedek sold his rake.", ["npc:benedek"])?.kind).not.toBe("relation");
    expect(about("A drawer was shut with nails.")?.kind).not.toBe("motive");
    expect(about("It was weighed twice.", ["topic:brass-scale"])).toMatchObject({ kind: "learn", from: "orsolya" });
    expect(about("Rain fell on the bridge.")).toBeNull();
  });

  it("[PC435] lays two facts side by side that share two names or rare words", () => {
    const lines = [
      fact("log-1", "The walnut was felled with a crooked axe."),
      fact("log-2", "A crooked walnut stood by the kiln.", { topic: "kiln-fire" }),
      fact("log-3", "The walnut was sold.", { topic: "toll" }),
      fact("log-4", "The crooked walnut that stood by the door was sold; nobody asked who had the money for it.", {
        topic: "orchard",
      }),
    ];
    const known = { world: { known: { facts: { "log-1": 1, "log-2": 2, "log-3": 3, "log-4": 4 } } } };
    const pairs = reckonable(before({ matter: withPeople(() => ({}), lines), state: known }));
    expect(pairs.map((pair) => pair.map(({ id }) => id).sort())).toEqual([["log-1", "log-2"]]);
  });

  it("[PC5552] costs nothing on account with who likes the player, and a debt with who thinks ill of them", () => {
    const owed = (feeling: number): number => {
      const people = { orsolya: { met: 1, feeling }, benedek: { met: 1, place: "weigh-house" } };
      const view = before({ state: { people } });
      const seeds = Array.from({ length: 20 }, (_, at) => `s${at}`);
      return seeds.filter((seed) => cost(view, createRandom(seed), "orsolya").kind === "owe").length;
    };
    expect(owed(-40)).toBe(20);
    expect(owed(40)).toBe(0);
    expect(owed(0)).toBeGreaterThan(5);
    expect(owed(0)).toBeLessThan(20);
  });

  it("[PC433] costs a debt, a witness or goodwill before time, and a refusal under pressure names who else would know", () => {
    for (let seed = 0; seed < 20; seed++) {
      const pressed = slotOf("press", { npc: "orsolya", topic: "toll", fact: "toll-4" });
      const { partial, fail } = outcomesOf(before(), pressed, createRandom(`seed ${seed}`));
      expect(partial.map(({ kind }) => kind)).not.toContain("time");
      expect(fail.find(({ kind }) => kind === "redirect")).toMatchObject({ to: "toll-man", topic: "toll" });
    }
  });
});

it.each([
  ["to stay hidden till the ninth sunset", false],
  ["to be found out by nobody", false],
  ["to steal the ledger before quarter-day", false],
  ["to keep her daughter's name out of the inquiry", false],
  ["to keep anyone from noticing that the toll is short", false],
  ["to avoid saying aloud why he is afraid", false],
  ["to keep one afternoon of 1996 where it is", false],
  ["to keep the lamps lit", true],
  ["to raise the toll by a coin", true],
])("[PC70] whoever wants %j says so: %s", (motive, isSaid) => {
  const people = RICH.people.map((one) => (one.id === "toll-man" ? { ...one, motives: [motive] } : one));
  expect(plainMotives(before({ matter: { ...RICH, people } }), "toll-man")).toEqual(isSaid ? [motive] : []);
});

it.each([
  ["to have a thief by market day and be spared the council", false],
  ["to be forgiven by Benedek", false],
  ["to be thought a man", false],
  ["to stop dreaming about the kiln", false],
  ["to keep the word fever out of the vote", false],
  ["to keep his place until midsummer, when the pension falls due", false],
  ["to have the vote put off until Monday", false],
  ["to get through one night without looking at the scale", false],
  ["to find a way that does not break her word", false],
  ["to make a smith of the boy before anyone can prevent it", false],
  ["to get a fair price, though he would never say so", false],
  ["to hear one song, just once", false],
  ["to find someone who'll stay put", false],
  ["to be fed at four sharp", true],
  ["to find out why the bread tastes of nothing", true],
  ["to keep the kettles going one more night", true],
  ["to keep the mill open", true],
  ["to win the vote on Thursday with numbers nobody can argue with", true],
  ["to have the lights back on", true],
])("[PC3141] whoever wants %j says so: %s", (motive, isSaid) => {
  expect(isConfessable(motive)).toBe(isSaid);
});

it("[PC3141] offers no question whose answer would be a private wish", () => {
  const wanting = (motive: string) => {
    const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives: [motive] } : one));
    return candidatesFor(
      staged({
        matter: { ...RICH, people },
        state: {
          people: { orsolya: { met: 2 } },
          world: { choices: { things: { scene: 7, names: ["mill"] } } },
          storybook: { named: { "npc:benedek": 7 } },
        },
      }),
      [],
    ).filter(({ verb, bind }) => bind.npc === "orsolya" && bind.topic === undefined && /^(?:ask|help)$/.test(verb));
  };
  expect(wanting("to keep the mill open").length).toBeGreaterThan(0);
  expect(wanting("to be forgiven by Benedek")).toEqual([]);
});
