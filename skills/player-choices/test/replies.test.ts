// SPEC.md PC1700 to PC1707: what can be done with a remark, and for whoever is here.
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { BeatMatter, ChoiceSlot, Effect, Fact, Matter, Person } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import * as gains from "../src/gains.js";
import * as knowledge from "../src/knowledge.js";
import { makeOffer } from "../src/offer.js";
import { replyKind } from "../src/replies.js";
import { isPastime } from "../src/scoring.js";
import { RICH } from "./fixture-story.js";
import { before, type Given, slotOf, staged } from "./support.js";
import { SETTINGS } from "./walk.js";

const line = (npc: string, text: string): Fact => ({
  id: `${npc}-says-1`,
  text,
  clause: text,
  topic: "",
  file: "characters/npcs",
  knownBy: [npc],
  names: [],
  said: npc,
  confided: true,
});
const withLine: Matter = { ...RICH, facts: [...RICH.facts, line("orsolya", "I count twice and sleep once.")] };
const beat = (said: string, change: Partial<BeatMatter> = {}): BeatMatter => ({
  id: "beat_004",
  title: "Under the lid",
  told: ["Orsolya closes the lid."],
  decisions: [],
  dialogue: [{ speaker: "orsolya", line: said }],
  people: ["orsolya"],
  names: ["npc:orsolya"],
  ...change,
});
const replies = (given: Given, happened: readonly Effect[] = []): readonly Candidate[] =>
  candidatesFor(staged(given), [], happened).filter(({ verb, bind }) => replyKind(verb, bind) === "reply");
const found = (given: Given, has: (one: Candidate) => boolean): Candidate | undefined =>
  candidatesFor(staged(given), []).find(has);
const slot = ({ verb, bind }: Candidate): ChoiceSlot => slotOf(verb, bind);
const rows = (given: Given, one: Candidate) => outcomesOf(before(given), slot(one), createRandom("a")).none;

describe("a remark", () => {
  it("[PC1700][PC1900] that says an opinion is agreed with or doubted, and answered by a line of whoever made it", () => {
    const matter = {
      ...RICH,
      facts: [...RICH.facts, line("orsolya", "There were forty stairs, and now I count sixty.")],
    };
    const given = { matter, beat: beat("Nobody is too old for the stairs.") };
    const [reply] = replies(given);
    expect(reply?.text).toBe("Agree with Orsolya that nobody is too old for the stairs");
    const delta = 10;
    expect(reply && rows(given, reply)).toEqual([
      { kind: "feeling", npc: "orsolya", delta },
      { kind: "learn", fact: "orsolya-says-1", from: "orsolya", whole: true, how: "told" },
    ]);
  });

  it("[PC3203] is answered by no line that shares no rare word with the scene", () => {
    const given = { matter: withLine, beat: beat("Nobody is too old for the stairs.") };
    const [reply] = replies(given);
    expect(reply && rows(given, reply)).toEqual([{ kind: "feeling", npc: "orsolya", delta: 10 }]);
  });

  it.each([
    ["I'm sorry, I had meant to say it better.", /^Tell Orsolya that it is all right$/],
    ["You are late, and the tide is not.", /^(?:Apologise to|Contradict) Orsolya$/],
    ["You never would wear gloves.", /^(?:Apologise to|Contradict) Orsolya$/],
  ])("[PC1700] %s", (said, text) => {
    expect(replies({ beat: beat(said) }).map((one) => one.text)).toEqual([expect.stringMatching(text)]);
  });

  it.each([
    ["Ask anybody. Numbers don't take sides.", /^Agree with Orsolya that numbers don't take sides$/],
    [
      "The old stairs are always the best.",
      /^(?:Agree with Orsolya that|Tell Orsolya that you doubt whether) the old stairs are always the best$/,
    ],
  ])("[PC1900] %s", (said, text) => {
    expect(replies({ beat: beat(said) }).map((one) => one.text)).toEqual([expect.stringMatching(text)]);
  });

  it.each([
    "The tally has been right for nine years.",
    "I am never too old for the stairs.",
    "Mira is always the best of us.",
    "It is only the second floor.",
    "That bird survived every storm there was.",
    "Sit down on the stairs and wait.",
  ])("[PC1900] that is no opinion, or one in its speaker's own terms, is neither: %s", (said) => {
    expect(replies({ beat: beat(said) })).toEqual([]);
  });

  it.each([
    "Do you count twice or once?",
    "Mind the step.",
    "Stay with me until the morning comes, I ask you to stay.",
  ])("[PC1700] that asks, is short or puts something to the player is not answered so: %s", (said) => {
    expect(replies({ beat: beat(said) })).toEqual([]);
  });

  it("[PC1700] gives way to thanks for what its speaker has given", () => {
    const given = { beat: beat("It is older than the house.", { told: ["Orsolya hands you a lamp, and sits down."] }) };
    expect(replies(given).map(({ text }) => text)).toEqual(["Thank Orsolya for the lamp"]);
  });

  it("[PC1700] is not answered in two scenes in a row", () => {
    const given = { beat: beat("Nobody is too old for the stairs.") };
    const offers = { "reply|orsolya": { passed: 0, last: 7 } };
    expect(replies({ ...given, state: { world: { choices: { offers } } } })).toEqual([]);
    const choice = slotOf("decide", { npc: "orsolya", text: "agree with Orsolya" });
    expect(replies({ ...given, choice })).toEqual([]);
  });
});

describe("company", () => {
  const met = { people: { orsolya: { met: 2 } } };
  const isCompany = ({ verb, bind }: Candidate): boolean => replyKind(verb, bind) === "company";

  it("[PC1701] brings out a line of whoever is kept company", () => {
    const given = { matter: withLine, state: met };
    const one = found(given, isCompany);
    expect(one?.text).toBe("Keep Orsolya company for a while");
    expect(one && rows(given, one)).toContainEqual({
      kind: "learn",
      fact: "orsolya-says-1",
      from: "orsolya",
      whole: true,
      how: "told",
    });
  });

  it("[PC1701] is for who was met and has a line left, not beside a beat, and seldom", () => {
    expect(found({ matter: withLine }, isCompany)).toBeUndefined();
    expect(found({ state: met }, isCompany)).toBeUndefined();
    expect(found({ matter: withLine, state: met, beat: beat("Count it again, then.") }, isCompany)).toBeUndefined();
    const lately = { ...met, world: { choices: { offers: { "company|ilka": { passed: 0, last: 6 } } } } };
    expect(found({ matter: withLine, state: lately }, isCompany)).toBeUndefined();
  });
});

describe("a stranger", () => {
  const asked = (role: string, more: object = {}): readonly string[] => {
    const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, role, ...more } : one));
    const given = { matter: { ...RICH, people }, scene: 8 };
    return knowledge.untold(staged(given), "brass-scale", "orsolya").map(({ id }) => id);
  };

  it("[PC1710] tells nothing that everybody here knows, but what has to do with their trade", () => {
    expect(asked("Weigher").length).toBeGreaterThan(0);
    expect(asked("The stranger in the grey coat", { inventory: [], motives: [], relations: [] })).toEqual([]);
    expect(
      asked("Host of a show, coming to do one on the bridge", { inventory: [], motives: [], relations: [] }),
    ).toEqual([]);
    expect(asked("Auditor sent from the city", { inventory: ["a brass scale"], relations: [] }).length).toBeGreaterThan(
      0,
    );
  });
});

describe("who answers", () => {
  const told = (change: Partial<Person>, more: readonly Fact[] = []): readonly string[] => {
    const people = RICH.people.map((one) => (one.id === "orsolya" ? { ...one, ...change } : one));
    const given = { matter: { ...RICH, people, facts: [...more, ...RICH.facts] }, scene: 8 };
    const view = staged(given);
    return view.matter.facts.filter((fact) => knowledge.canTell(view, "orsolya", fact)).map(({ id }) => id);
  };
  const common = (id: string, text: string, change: Partial<Fact> = {}): Fact => ({
    id,
    text,
    clause: text,
    topic: "brass-scale",
    file: "lore/scale.md",
    knownBy: "common",
    names: [],
    ...change,
  });

  it.each([
    "She suspects the weights.",
    "Benedek is afraid of the scale.",
    "He has never told it.",
    "Benedek has told nobody of the scale.",
  ])("[PC1800] says nothing that only another can know: %s", (text) => {
    expect(told({}, [common("inward", text)])).not.toContain("inward");
  });

  it("[PC1800] says what everybody thinks", () => {
    const texts = ["Everybody believes that the scale is true.", "Benedek fetched the scale from the kiln."];
    expect(
      told(
        {},
        texts.map((text, at) => common(`open-${at}`, text)),
      ),
    ).toEqual(expect.arrayContaining(["open-0", "open-1"]));
  });

  it("[PC1801] says nothing that bears on a secret of theirs", () => {
    const secret = common("orsolya-secret", "I filed the copper pans and paid the tinsmith.", {
      said: "orsolya",
      confided: true,
      knownBy: ["orsolya"],
    });
    const fact = common("pans", "The copper pans are the work of a tinsmith.");
    expect(told({}, [fact])).toContain("pans");
    expect(told({}, [secret, fact])).not.toContain("pans");
  });

  it("[PC1808] says nothing of their own kin as a stranger would", () => {
    const fact = common("savings", "Jack Thorn bought the house with his wife's savings.");
    expect(told({ name: "Orsolya Pesk" }, [fact])).toContain("savings");
    expect(told({ name: "Orsolya Thorn" }, [fact])).not.toContain("savings");
    const other = common("savings", "Jack Thorn bought the house in 1934.");
    expect(told({ name: "Orsolya Thorn" }, [other])).toContain("savings");
  });

  it("[PC1606] says nothing that an author says of their own work", () => {
    expect(told({}, [common("tide", "Low water in the week of this story is at noon.")])).not.toContain("tide");
    expect(told({}, [common("tide", "Low water is at noon by the chart.")])).toContain("tide");
  });

  it("[PC1606] says nothing whose only verb hangs on its last noun", () => {
    const said = (text: string): boolean => told({}, [common("valve", text)]).includes("valve");
    expect(said("Blue handle, wet bay, at the elbow where the pipe turns.")).toBe(false);
    expect(said("Eleven heaters, of which eight work.")).toBe(false);
    expect(said("The valve has a blue handle, at the elbow where the pipe turns.")).toBe(true);
    expect(said("The men sit where they have always sat.")).toBe(true);
  });

  it("[PC1802] tells as little as a stranger where nothing says that they live here", () => {
    const fact = common("wax", "The wax of the seals comes from Lenz.", { topic: "wax" });
    const plain = { inventory: [], motives: [], relations: [], topics: [] };
    expect(told(plain, [fact])).toContain("wax");
    expect(told({ ...plain, presentFrom: "beat_004", home: "" }, [fact])).not.toContain("wax");
    expect(told({ ...plain, presentFrom: "beat_004" }, [fact])).toContain("wax");
  });

  it("[PC1804] answers news with no kinship, and a question about somebody with it", () => {
    const people = RICH.people.map((one) =>
      one.id === "orsolya"
        ? { ...one, motives: [], relations: [{ to: "benedek", text: "the brother", spoken: "Benedek is my brother" }] }
        : one,
    );
    const view = staged({ matter: { ...RICH, people, facts: [] } });
    expect(gains.reply(view, "orsolya", { text: "Benedek has left.", names: ["npc:benedek"] })).toBeNull();
    expect(gains.answerAbout(view, "orsolya", "benedek")).toMatchObject({ kind: "relation", to: "benedek" });
  });
});

describe("a set", () => {
  it("[PC1702] [PC1703] has four choices where the story has as many, and what passes the time last of all", () => {
    // What was named is asked about, what is carried can be shown, and there is a way to where a fact speaks of.
    const heard = RICH.facts.flatMap(({ id, names }) => (names.includes("place:kiln") ? [[id, 2]] : []));
    const state = {
      storybook: { named: { "topic:tally": 3, "topic:brass-scale": 3, "item:brass-tally": 3, "place:kiln": 3 } },
      world: {
        known: {
          topics: { tally: 2, "brass-scale": 2 },
          facts: Object.fromEntries<number>(heard as [string, number][]),
        },
      },
    };
    for (let seed = 0; seed < 40; seed += 1) {
      const { slots } = makeOffer(staged({ seed: `set ${seed}`, scene: 3, state }), [], [], SETTINGS);
      const idle = slots.map((one) => isPastime({ ...one, salience: 0, learned: false }));
      expect(slots).toHaveLength(4);
      expect(idle.slice(0, -1)).not.toContain(true);
    }
  });

  it("[PC1706] holds no sleep before the fourth scene", () => {
    const late = { clock: { minutes: 1440 + 23 * 60 } };
    const rest = (scene: number): Candidate | undefined =>
      found({ scene, state: late }, ({ verb, idle }) => verb === "rest" && idle !== true);
    expect(rest(1)).toBeUndefined();
    expect(rest(3)?.salience).toBeGreaterThan(1);
  });
});

describe("what is between people", () => {
  const people = RICH.people.map((person) =>
    person.id === "orsolya"
      ? {
          ...person,
          motives: ["count the salt in front of everybody"],
          relations: [{ to: "benedek", text: "the brother", spoken: "He is my brother, and owes me a cart" }],
        }
      : person.id === "benedek"
        ? { ...person, motives: ["sell the salt cart"] }
        : person,
  );
  const away = { benedek: { place: "kiln", met: 1 } };

  const ofBenedek: Fact = {
    id: "benedek-brings-salt",
    text: "Benedek brings salt to the kiln every week.",
    clause: "Benedek brings salt to the kiln every week",
    topic: "salt",
    file: "lore/salt.md",
    knownBy: ["orsolya"],
    names: ["npc:benedek"],
  };

  it("[PC1704] is followed by what is known of the other", () => {
    const given = { matter: { ...RICH, people, facts: [...RICH.facts, ofBenedek] }, state: { people: away } };
    expect(rows(given, { ...bare, verb: "gossip", bind: { npc: "orsolya", npc2: "benedek" } })).toMatchObject([
      { kind: "relation", npc: "orsolya", to: "benedek" },
      { kind: "learn", fact: "benedek-brings-salt", from: "orsolya" },
    ]);
  });

  it("[PC1705] is said to news of what somebody absent wants, once", () => {
    const known = { motives: { benedek: { "sell the salt cart": 3 } } };
    const given = {
      matter: { ...RICH, people, facts: [...RICH.facts, ofBenedek] },
      state: { people: away, world: { known } },
    };
    const isTold = ({ text }: Candidate): boolean => text === "Tell Orsolya what Benedek wants";
    const one = found(given, isTold);
    expect(one && rows(given, one)).toMatchObject([
      { kind: "feeling" },
      { kind: "learn", fact: "benedek-brings-salt" },
    ]);
    // Whoever has nothing to say but how things are between the two is told nothing. (rule PC3142)
    expect(found({ ...given, matter: { ...RICH, people } }, isTold)).toBeUndefined();
    expect(found({ ...given, state: { people: away } }, isTold)).toBeUndefined();
    const done = { choices: { done: { "tell:orsolya:benedek": 4 } } };
    expect(found({ ...given, state: { people: away, world: { known, ...done } } }, isTold)).toBeUndefined();
  });

  it("[PC1707] is no help for a machine, for a wish of nobody else's, nor twice for whom it was passed over", () => {
    const things = { scene: 7, names: ["salt", "tide"] };
    const helped = (change: object, more: JsonObject = {}): boolean =>
      found(
        {
          matter: { ...RICH, people: people.map((one) => (one.id === "orsolya" ? { ...one, ...change } : one)) },
          state: mergePatch({ people: { orsolya: { met: 2 } }, world: { choices: { things } } }, more) as JsonObject,
        },
        ({ text }) => text === "Offer Orsolya your help",
      ) !== undefined;
    expect(helped({})).toBe(true);
    expect(helped({ kind: "machine" })).toBe(false);
    expect(helped({ motives: ["know every tide by heart"] })).toBe(false);
    expect(helped({}, { world: { choices: { offers: { "help|orsolya": { passed: 1, last: 2 } } } } })).toBe(false);
  });

  const bare: Candidate = { verb: "wait", bind: {}, sources: [], salience: 0, learned: false, tags: [] };
});

describe("somebody whom a beat has brought on", () => {
  const quiet: Matter = { ...withLine, topics: [], facts: withLine.facts.filter(({ said }) => said !== undefined) };
  const openers = (given: Given): readonly Candidate[] =>
    candidatesFor(staged(given), []).filter(
      ({ bind, text = "" }) =>
        bind.npc === "orsolya" && /^Hear |what brings|(?:makes|thinks) of it|say to it/.test(text),
    );

  it("[PC1901] is heard out where nothing else is to be done with them", () => {
    const given = { matter: quiet, beat: beat("Mind the step."), state: { people: { orsolya: { met: 2 } } } };
    expect(openers(given).map(({ text }) => text)).toEqual(["Hear Orsolya out"]);
    expect(openers({ ...given, beat: beat("Mind the step.", { people: [] }) })).toEqual([]);
  });

  it("[PC1911] gives the title of the beat as its reason also when the beat's decision has just been taken", () => {
    const open = { id: "beat_003", title: "The step", scene: 8, decided: "mind-the-step", people: ["orsolya"] };
    const state = {
      people: { orsolya: { met: 2 } },
      world: { choices: { beat: { ...open, decisions: [], names: [], choices: [], place: "weigh-house" } } },
    };
    const [heard] = openers({ matter: quiet, state, choice: slotOf("ask", { npc: "orsolya" }) });
    expect(heard?.text).toBe("Hear Orsolya out");
    expect(heard?.sources).toContainEqual({ kind: "beat", ref: "beat_003", text: "The step" });
  });
});
