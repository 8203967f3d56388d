// SPEC.md PC5720 to PC5729: why a choice is offered, and where the player stands towards what was just said.
import { createRandom } from "@narratoria/protocol/random";
import type { BeatMatter, Effect, Hook, Matter } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { attitudeOf } from "../src/attitude-words.js";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import { isAtIssue } from "../src/issues.js";
import { makeOffer } from "../src/offer.js";
import { foundIn, type Listener, putToPlayer } from "../src/put-to-player.js";
import { before, type Given, lineOf, SETTINGS, slotOf, staged, withLine } from "./support.js";

const beat = (change: Partial<BeatMatter> = {}): BeatMatter => ({
  id: "beat_004",
  title: "The lid",
  told: ["Orsolya closes the lid."],
  decisions: [],
  dialogue: [],
  people: ["orsolya"],
  names: ["npc:orsolya"],
  ...change,
});
const saying = (...lines: readonly (readonly [speaker: string, line: string])[]): BeatMatter["dialogue"] =>
  lines.map(([speaker, line]) => ({ speaker, line }));
const candidates = (given: Given, happened: readonly Effect[] = []): readonly Candidate[] =>
  candidatesFor(staged(given), [], happened);
const attitudes = (given: Given, happened: readonly Effect[] = []): readonly string[] =>
  candidates(given, happened).flatMap(({ attitude, text = "" }) => (attitude === undefined ? [] : [text]));
/** Orsolya has a line of her own to answer with. */
const ANSWERING = withLine("orsolya", "I weighed it on a ladder once, and would weigh it again.");
const spoken = (line: string, change: Partial<BeatMatter> = {}): readonly string[] =>
  attitudes({ matter: ANSWERING, beat: beat({ dialogue: saying(["orsolya", line]), ...change }) });

describe("an attitude", () => {
  it.each([
    ["It was me who sold the tally.", /no worse of her|good to have it said|said sooner|the one who should hear/],
    ["Don't let them near the ladder again.", /see to it|your word on it|no promises|your own way/],
    ["Mind how you go on the ladder.", /be careful|take your chances/],
    [
      "Nobody has ever climbed the ladder right but me.",
      /believe her|on her side|not so sure|more to it|your doubts|to yourself/,
    ],
    ["Please. I can't bear it.", /hand on the shoulder|all the time|beside Orsolya/],
  ])("[PC5720] goes with or against what was done in saying: %s", (line, words) => {
    const texts = spoken(line);
    expect(texts.length).toBeGreaterThanOrEqual(2);
    for (const text of texts) expect(text).toMatch(words);
  });

  it("[PC5720] takes one side or the other of two who contradict each other", () => {
    const given = {
      beat: beat({
        people: ["orsolya", "ilka"],
        dialogue: saying(["ilka", "The scale is ours by rights."], ["orsolya", "No. You sold it, and we paid."]),
      }),
    };
    expect(attitudes(given).toSorted()).toEqual(["Side with Ilka", "Side with Orsolya"]);
  });

  it("[PC5720] comforts whoever weeps, and not whom they stand beside", () => {
    const weeping = (told: string): readonly string[] => attitudes({ beat: beat({ told: [told] }) });
    expect(weeping("Orsolya is weeping over the lid.").join()).toMatch(/shoulder|all the time/);
    expect(weeping("Orsolya speaks to a girl who is weeping.").join()).not.toMatch(/shoulder|all the time/);
    expect(weeping("Orsolya opens it with cries of joy.").join()).not.toMatch(/shoulder|all the time/);
  });

  it("[PC5720] is left by no plain remark, and met by what can be shown where somebody else was spoken to", () => {
    expect(spoken("It is the second lid.").filter((text) => /believe|not so sure/.test(text))).toEqual([]);
    const toIlka = attitudes({
      beat: beat({
        people: ["orsolya", "ilka"],
        dialogue: saying(["ilka", "I counted it again."], ["orsolya", "Nobody counts it right but me."]),
      }),
    });
    for (const text of toIlka) expect(text).toMatch(/^(?:Let|Keep)/);
  });

  it("[PC5720] is told to whoever said what they want, or said nothing, in this scene", () => {
    const wish: Effect = { kind: "motive", npc: "orsolya", text: "to keep the ladder up until spring" };
    const told: Effect = { kind: "authored", text: "She looks at the ladder." };
    const given = { matter: ANSWERING };
    expect(attitudes(given, [wish, told]).join()).toMatch(/luck|the same/);
    expect(attitudes(given, [{ kind: "refuse", npc: "orsolya" }, told]).join()).toMatch(/can wait/);
  });

  it("[PC5720] is taken well or ill, and draws the line that is nearest to the scene", () => {
    const matter: Matter = withLine("orsolya", "There were forty stairs, and now I count sixty.");
    const given = {
      matter,
      beat: beat({ dialogue: saying(["orsolya", "My father was never too old for the stairs."]) }),
    };
    const [one] = candidates(given).filter(({ attitude }) => attitude === "against");
    expect(one?.bind.fact).toBe("orsolya-says-1");
    const rows = one && outcomesOf(before(given), slotOf(one.verb, one.bind), createRandom("a")).none;
    expect(rows?.[0]).toEqual({ kind: "feeling", npc: "orsolya", delta: -10 });
    expect(rows?.[1]).toMatchObject({ kind: "learn", fact: "orsolya-says-1" });
  });

  it("[PC5721] stands alone in a set, or beside one of the other side", () => {
    for (const seed of ["a", "b", "c", "d", "e", "f"]) {
      const said = saying(["orsolya", "Nobody climbs a ladder but me."]);
      const given = { seed, matter: ANSWERING, beat: beat({ dialogue: said }) };
      const { slots } = makeOffer(staged(given), [], [], SETTINGS);
      const sides = slots.flatMap(({ bind }) => attitudeOf(bind)?.side ?? []);
      expect(sides.length).toBeGreaterThan(0);
      expect(new Set(sides).size).toBe(sides.length);
      expect(sides.length).toBeLessThanOrEqual(2);
    }
  });

  it("[PC5722] is taken towards whoever acts where nothing was said, for want of anything else", () => {
    const given = { matter: withLine("orsolya", "Bread is bread, and I weigh it."), beat: beat() };
    const spare = candidates(given).filter((one) => one.spare);
    expect(spare.map(({ text }) => text)).toEqual([
      expect.stringMatching(/stand beside Orsolya|eye of Orsolya|what Orsolya does|for Orsolya to speak first/),
    ]);
  });

  it("[PC5841] is taken towards whoever has nothing to say to it for want of more, unless it is the whole answer", () => {
    const to = (line: string): readonly Candidate[] =>
      candidates({ beat: beat({ dialogue: saying(["orsolya", line]) }) }).filter((one) => one.attitude !== undefined);
    const contested = to("Nobody has ever weighed it right but me.");
    expect(contested.length).toBeGreaterThan(0);
    expect(contested.every(({ spare }) => spare === true)).toBe(true);
    expect(to("It was me who sold the tally.").some(({ spare }) => spare === undefined)).toBe(true);
  });

  it("[PC5723] is offered once in six scenes, and is no memory to be reminded of", () => {
    const offers = Object.fromEntries(
      ["no-worse", "never-late", "sooner", "not-to-you"].map((id) => [`attitude-${id}|ilka`, { passed: 0, last: 4 }]),
    );
    const given: Given = { beat: beat({ dialogue: saying(["orsolya", "It was me who sold the tally."]) }) };
    expect(attitudes(given).length).toBeGreaterThan(0);
    expect(attitudes({ ...given, state: { world: { choices: { offers } } } })).toEqual([]);
  });
});

describe("a thing that was told of", () => {
  it.each([
    ["Ada looks over your shoulder with a bun in her hand and counts the money.", "bun", false],
    ["He reads from a card in the voice of a duck.", "duck", false],
    ["Ada reads the list, a green pencil behind one ear.", "pencil", false],
    ["Ada puts a very short pencil on the table.", "pencil", true],
    ["A tall clock in a black case ticks by the stair.", "clock", true],
    ["Bo leans on the anvil.", "anvil", true],
  ])("[PC5724] %s", (sentence, noun, expected) => {
    expect(isAtIssue([sentence], noun)).toBe(expected);
  });

  it("[PC5724] twice is at issue", () => {
    expect(isAtIssue(["She comes in with a bun, and sits.", "Nobody looks at the bun on the table."], "bun")).toBe(
      true,
    );
  });
});

describe("a cause", () => {
  it("[PC5725] is carried by each candidate that is more than filler", () => {
    const said = saying(["orsolya", "Nobody climbs a ladder but me."]);
    const all = candidates({ matter: ANSWERING, beat: beat({ dialogue: said }) });
    for (const { cause, idle } of all) expect(cause === undefined).toBe(idle === true);
    expect(all.find(({ attitude }) => attitude !== undefined)?.cause).toBe("self");
  });

  it("[PC5725] leads on: time goes on to the next beat before anything for which nothing speaks", () => {
    const hook: Hook = { kind: "beat-later", beat: "b", title: "T", minutes: 300 };
    const { slots } = makeOffer(staged({ hooks: [hook] }), [], [], SETTINGS);
    const fillers = slots.filter(({ verb }) => ["listen", "watch", "search"].includes(verb));
    expect(fillers.length === 0 || slots.some(({ bind }) => bind.beat === "b")).toBe(true);
  });

  it("[PC5727] is no question to whoever has had their say, nor what they mean to do to whoever bids something", () => {
    const texts = (given: Given): readonly string[] => candidates(given).flatMap(({ text = "" }) => text);
    const matter = withLine("orsolya", "A lid wants weighing as much as a loaf does.");
    const told = ["Orsolya weighs the lid."];
    const said = { matter, beat: beat({ told, dialogue: saying(["orsolya", "It is the second lid."]) }) };
    expect(texts(said).filter((text) => /makes of it|thinks of it|to say to it/.test(text))).toEqual([]);
    const means = (line: string) =>
      candidates({ beat: beat({ told, dialogue: saying(["orsolya", line]) }) }).find(
        ({ text }) => text === "Ask Orsolya what she means to do",
      );
    expect(means("Bring me the weights before noon.")?.idle).toBe(true);
    expect(means("It is the second lid.")?.idle).toBeUndefined();
    expect(lineOf("orsolya", "A lid.").said).toBe("orsolya");
  });
});

describe("what a passage puts to the player", () => {
  const ada: Listener = { id: "ada", short: "Ada", name: "Ada Quill", pronoun: "she", speech: "words" };
  const put = (told: readonly string[], ...lines: readonly string[]) =>
    putToPlayer({ told, dialogue: lines.map((line) => ({ speaker: "ada", line })) }, [ada]);

  it("[PC5728] is promised where it takes a search, as hers", () => {
    expect(put(["Ada sits down."], "Find me my part.")).toMatchObject({
      yes: "promise Ada to find her part",
      no: "refuse to promise it",
    });
  });

  it.each([
    "Ada has the loading done before anyone can offer an opinion.",
    "Ada could offer you a chair.",
    "Ada offers an explanation.",
    "Ada offers her thanks and a smile.",
    "Without offering you a chair, Ada goes on.",
  ])("[PC5729] is no offer: %s", (sentence) => {
    expect(put([sentence])).toBeUndefined();
  });

  it("[PC5729] is an offer where it is made", () => {
    expect(put(["Ada offers you a chair."])).toMatchObject({ yes: "take the chair" });
  });

  it("[PC5729] is not found where it only was there", () => {
    expect(foundIn(["Ada says little. The desk is bare and the door is shut.", "There was a letter."])).toBeUndefined();
    expect(foundIn(["The desk was bare.", "There was a letter on it."])).toBe("the letter");
  });
});
