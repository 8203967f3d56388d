// SPEC.md PC6500 to PC6504: what a scene leaves to be said and done, without filler and without the same act twice.
import type { BeatMatter, Matter } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { RICH } from "./fixture-story.js";
import { type Given, staged, withLine } from "./support.js";

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
const candidates = (given: Given): readonly Candidate[] => candidatesFor(staged(given), []);
const answers = (given: Given): readonly string[] =>
  candidates(given).flatMap(({ answers: of, text = "" }) => (of === undefined ? [] : [text]));

describe("an attitude towards a claim", () => {
  const spoken = (line: string): readonly string[] =>
    candidates({
      matter: withLine("orsolya", "I weighed it on a ladder once, and would weigh it again."),
      beat: beat({ dialogue: [{ speaker: "orsolya", line }] }),
    }).flatMap(({ attitude, text = "" }) => (attitude === undefined ? [] : [text]));

  it.each([
    ["I paid four hundred for that ladder.", false],
    ["They mended the bridge on the Tuesday.", false],
    ["We pulled the rope at supper yesterday.", false],
    ["I never touched the ladder that night.", true],
    ["He didn't close the lid himself.", true],
  ])("[PC6500] believes or doubts what somebody denies or swears to: %s", (line, isContested) => {
    expect(spoken(line).some((text) => /believe|not so sure/.test(text))).toBe(isContested);
  });
});

describe("two decisions of a beat", () => {
  it.each([
    [
      ["climb out", "step out", "let Orsolya do it"],
      ["Climb out", "Let Orsolya do it"],
    ],
    [
      ["keep the mule", "keep the mule and take on the feeding", "send it home"],
      ["Keep the mule and take on the feeding", "Send it home"],
    ],
    [
      ["climb out", "climb down", "step aside"],
      ["Climb out", "Climb down", "Step aside"],
    ],
    [
      ["pay in work", "pay in coin"],
      ["Pay in work", "Pay in coin"],
    ],
  ])("[PC6501] that are one act are offered once: %s", (decisions, expected) => {
    expect(answers({ beat: beat({ decisions }) })).toEqual(expected);
  });
});

describe("a thing of the player's", () => {
  const gifts = (motive: string): readonly Candidate[] => {
    const matter: Matter = {
      ...RICH,
      people: RICH.people.map((one) => (one.id === "orsolya" ? { ...one, motives: [motive] } : one)),
    };
    const inventory = { bell: { name: "the bell", count: 1 } };
    return candidates({ matter, state: { inventory } }).filter(({ verb }) => verb === "give");
  };

  it.each([
    ["to see the bell hung in the tower", false],
    ["to have the bell laid down in the fog", false],
    ["to mend the bell before spring", false],
    ["to get the bell by fair means", true],
    ["to own a bell", true],
  ])("[PC6502] is given to whoever wants to have it: %s", (motive, isWanted) => {
    expect(gifts(motive).length > 0).toBe(isWanted);
  });
});

describe("a line that somebody would say unasked", () => {
  const LINE = "Every letter in the valley was weighed by Marek once.";
  const given = (named: Readonly<Record<string, number>>): Given => ({
    matter: withLine("orsolya", LINE),
    beat: beat({ told: ["Ilka closes the lid."], people: ["ilka", "orsolya"] }),
    state: { storybook: { named }, people: { "toll-man": { met: 2 } } },
  });
  const asked = (one: Given): string | undefined =>
    candidates(one).find(({ bind }) => bind.fact === "orsolya-says-1" && bind.npc === "orsolya")?.text;

  it("[PC6503] is asked for by what it is on, where a scene has named that of late", () => {
    expect(asked(given({ "npc:toll-man": 6 }))).toBe("Ask Orsolya about Marek");
    expect(asked(given({}))).toMatch(/^(?:Have a word with|Talk to|Speak to) Orsolya$/);
  });
});

describe("a deed to somebody who is only called “her”", () => {
  const told = ["Ilka stands at the scale.", "Orsolya comes in, and lays a hand on the book."];
  const matter: Matter = {
    ...RICH,
    people: RICH.people.map((one) => (one.id === "ilka" ? { ...one, pronoun: "she" } : one)),
  };
  const state = { people: { ilka: { place: "weigh-house", met: 1 } } };
  const deed = (people: readonly string[], words: string, text = told): string | undefined =>
    answers({
      matter,
      state,
      beat: beat({ told: text, people: [...people], decisions: [words, "close the book"] }),
    })[0];

  it("[PC6504] names whom the beat has named last, where two are here who could be meant", () => {
    expect(deed(["ilka", "orsolya"], "show her the gap")).toBe("Show Orsolya the gap");
    expect(deed(["ilka", "orsolya"], "show Ilka the gap")).toBe("Show Ilka the gap");
    expect(deed(["ilka", "orsolya"], "show them the gap")).toBe("Show them the gap");
  });
});
