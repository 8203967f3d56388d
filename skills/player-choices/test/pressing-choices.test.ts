// SPEC.md PC6200 to PC6213: choices of a scene in which the story presses, and what is offered for want of better.
import type { BeatMatter, Effect, Hook } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import { createRandom } from "@narratoria/protocol/random";
import { makeOffer } from "../src/offer.js";
import { type Listener, putToPlayer } from "../src/put-to-player.js";
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
const candidates = (given: Given, happened: readonly Effect[] = []): readonly Candidate[] =>
  candidatesFor(staged(given), [], happened);
const texts = (given: Given, happened: readonly Effect[] = []): readonly string[] =>
  candidates(given, happened).map(({ text = "" }) => text);
const offered = (given: Given): readonly string[] =>
  makeOffer(staged(given), [], [], SETTINGS).slots.map(({ text }) => text);

const A_WORD = /^(?:Have a word with|Talk to|Speak to) /;
const LINE = "Every scale in the valley was weighed on a ladder once.";
const SOON: Hook = { kind: "beat-elsewhere", beat: "beat_009", title: "The fire", place: "kiln", when: "soon" };

describe("a word with somebody", () => {
  const matter = withLine("orsolya", LINE);

  it("[PC6200] brings out a line of theirs, where they have not just spoken", () => {
    const given: Given = { matter, beat: beat({ told: ["Ilka closes the lid."], people: ["ilka", "orsolya"] }) };
    const word = candidates(given).find(({ text = "" }) => A_WORD.test(text));
    expect(word?.bind).toMatchObject({ npc: "orsolya", fact: "orsolya-says-1" });
    expect(outcomesOf(before(given), slotOf("decide", word?.bind ?? {}), createRandom("a")).none).toContainEqual({
      kind: "learn",
      fact: "orsolya-says-1",
      from: "orsolya",
      whole: true,
      how: "told",
    });
    const spoken = beat({ dialogue: [{ speaker: "orsolya", line: "It is shut." }] });
    expect(texts({ matter, beat: spoken }).filter((text) => A_WORD.test(text))).toEqual([]);
    const offers = { "decide|orsolya": { passed: 0, last: 6 } };
    expect(texts({ ...given, state: { world: { choices: { offers } } } }).filter((text) => A_WORD.test(text))).toEqual(
      [],
    );
  });
});

describe("an attitude that fits", () => {
  const spoken = (line: string): readonly string[] =>
    candidates({
      matter: withLine("orsolya", "I weighed it on a ladder once, and would weigh it again."),
      beat: beat({ dialogue: [{ speaker: "orsolya", line }] }),
    }).flatMap(({ attitude, text = "" }) => (attitude === undefined ? [] : [text]));

  it("[PC6201] thanks nobody who has nothing more to say", () => {
    const fact = lineOf("orsolya", "The ladder was sold.");
    const happened: readonly Effect[] = [{ kind: "learn", fact: fact.id, from: "orsolya", whole: true, how: "told" }];
    expect(
      texts({ choice: slotOf("ask", { npc: "orsolya" }) }, happened).filter((text) => /^Thank/.test(text)),
    ).toEqual([]);
  });

  it.each([
    ["I should like a ladder of my own.", /believe|so sure|more to it|say the same/],
    ["Shut the lid now, quick.", /see to it|no promises|your word/],
    ["Don't you ever let them near the ladder.", /see to it/],
    ["Nobody can climb a ladder twice, I find.", /believe|more to it/],
  ])("[PC6202] is not taken towards “%s” in words that do not fit it", (line, words) => {
    expect(spoken(line).filter((text) => words.test(text))).toEqual([]);
  });

  it("[PC6203] is not asked for of whoever has just had their say", () => {
    const dialogue = [
      { speaker: "orsolya", line: "The scale was weighed on a ladder." },
      { speaker: "ilka", line: "It was." },
    ];
    const given: Given = { matter: withLine("orsolya", LINE), beat: beat({ people: ["orsolya", "ilka"], dialogue }) };
    expect(texts(given).filter((text) => /^Ask Orsolya what she (?:makes|thinks)/.test(text))).toEqual([]);
  });
});

describe("what a passage puts to the player", () => {
  const ada: Listener = { id: "ada", short: "Ada", name: "Ada Quill", pronoun: "she", speech: "words" };
  const put = (...told: readonly string[]): string | undefined => {
    const found = putToPlayer({ told: [...told], dialogue: [] }, [ada]);
    return found?.kind === "remark" ? undefined : found?.yes;
  };

  it("[PC6204] is settled once the player is told to do something, or whoever asked has answered", () => {
    expect(put("Ada asks whether you have a level voice.")).toBe("say that you have a level voice");
    expect(put("Ada asks whether you have a level voice.", "You read her the minutes.")).toBeUndefined();
    expect(put("“Did the rope hold?” says Ada.", "“No,” says Ada. “It did not.”")).toBeUndefined();
    expect(put("“Would she have noticed, do you think?” says Ada.")).toBeUndefined();
    expect(put("Ada asks whether you have a level voice.", "You see the snow through the window.")).toBeDefined();
  });

  it("[PC6210] is what is asked of nobody in particular", () => {
    expect(put("Ada looks up the hill.", "“Someone will have to,” she says.")).toBe("say that you will do it");
    expect(put("“Somebody must ring the bell,” says Ada.")).toBe("say that you will ring the bell");
  });
});

describe("what nobody would choose", () => {
  it("[PC6207] is a deed that is named by how it goes wrong", () => {
    const choices = ["bargain badly", "bargain fairly"].map((text) => ({ text, decides: true as const }));
    const found = texts({ beat: beat({ choices }) });
    expect(found).toContain("Bargain fairly");
    expect(found).not.toContain("Bargain badly");
  });

  it("[PC6206] [PC6205] is an errand or a meeting of which nobody has spoken", () => {
    const errand = (told: readonly string[]): readonly string[] =>
      texts({
        beat: beat({ told }),
        state: { people: { ilka: { met: 1 } } },
        hooks: [
          {
            kind: "tag",
            tag: "carry-it",
            text: "carry the basin for Ilka",
            beat: "beat_009",
            title: "The fire",
            place: "kiln",
          },
        ],
      });
    expect(errand(["Orsolya closes the lid."]).filter((text) => /carry the basin/iu.test(text))).toEqual([]);
    expect(errand(["Orsolya fills the basin."]).filter((text) => /carry the basin/iu.test(text))).not.toEqual([]);
  });

  it("[PC6213] is a question about what a beat names by the way, or about a body", () => {
    const asked = (text: string, told: readonly string[]): readonly string[] => {
      const choices = [{ text, asks: "orsolya", fact: "orsolya-says-1" }];
      return texts({ matter: withLine("orsolya", LINE), beat: beat({ told, choices }) }).filter(
        (one) => one === `A${text.slice(1)}`,
      );
    };
    const rest = ["It rains.", "Nobody comes.", "The street is empty."];
    expect(
      asked("ask Orsolya about the ladder", [
        "She sits down beside the ladder and opens the account of the winter before.",
        ...rest,
      ]),
    ).toEqual([]);
    expect(asked("ask Orsolya about the ladder", ["She looks at the ladder.", ...rest])).toHaveLength(1);
    expect(asked("ask Orsolya about the knees", ["She rubs the knees."])).toEqual([]);
  });
});

describe("what passes the time", () => {
  it("[PC6208] [PC6211] is a look around, and letting come what is on its way", () => {
    const idle = candidates({ hooks: [SOON] }).filter(({ idle: one }) => one === true);
    expect(
      idle
        .filter(({ verb }) => verb === "search")
        .every(({ text, bind }) => bind.prop !== undefined || /^Look around /u.test(text ?? "")),
    ).toBe(true);
    const wait = idle.find(({ verb }) => verb === "wait");
    expect(wait?.text).toMatch(/^(?:Let things take their course|Bide your time|See what comes of it)$/);
    expect(candidates({ hooks: [] }).find(({ verb }) => verb === "wait")?.text).toBeUndefined();
    const ending: Hook = { kind: "ending", ending: "e", title: "E" };
    expect(candidates({ hooks: [ending] }).find(({ verb }) => verb === "wait")?.text).toMatch(
      /^(?:Stay a little longer|Say nothing for a while)$/,
    );
  });

  it("[PC6212] is not the same in two sets that follow each other", () => {
    const given: Given = { hooks: [SOON] };
    const first = offered(given).filter((text) => /^(?:Look around|Keep watch|Stand still)/.test(text));
    const offers = Object.fromEntries(["search", "watch", "listen"].map((key) => [key, { passed: 0, last: 6 }]));
    const second = offered({ ...given, state: { world: { choices: { offers } } } });
    expect(second.filter((text) => first.includes(text))).toEqual([]);
  });

  it("[PC6209] is no talk aside about a companion again and again", () => {
    const people = { orsolya: { follows: true, met: 1 }, ilka: { follows: true, met: 1 } };
    const offers = { "gossip|ilka|orsolya": { passed: 0, last: 5 } };
    expect(
      texts({ state: { people, world: { choices: { offers } } } }).filter((text) => text.includes("out of earshot")),
    ).toEqual([]);
  });
});
