import type { StorySource } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { createStorybook } from "../src/index.js";
import { beatsOfFacts } from "../src/scene/explain.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { WEIGHBRIDGE } from "./support/fixture-story.js";
import { readIndex } from "./support/read-index.js";

const SOURCE: StorySource = {
  ...WEIGHBRIDGE,
  lore: [
    ...WEIGHBRIDGE.lore,
    {
      file: "lore/grades-of-thread.md",
      text: "# Grades of thread\n\nKing's thread is spun from marram and dyed crimson at Brennholt. It goes to lensmakers alone.",
    },
  ],
};
const story = readIndex(SOURCE);
const book = createStorybook(story, SOURCE);
const beat = (told: string[], line?: string) => ({
  id: "beat_009",
  title: "The thread",
  told,
  decisions: [],
  dialogue: line === undefined ? [] : [{ speaker: "orsolya", line }],
  people: ["orsolya"],
  names: [],
});
const THREAD = "Orsolya finds crimson thread from Brennholt in the seam of a sack.";
const told = (of: ReturnType<typeof beat>): string =>
  textOf(book.tell(brief(slot("wait", {}), [], { beat: of, sceneType: "resolution" }), state()));

describe("lore about a beat", () => {
  it("[NA434] is told after what the beat says, where both share rare words", () => {
    const text = told(beat([THREAD]));
    expect(text).toMatch(/seam of a sack\. King’s thread is spun from marram/);
  });

  it("[NA434] is not told for words that stand in any story", () => {
    expect(told(beat(["Orsolya puts three things on the table of the house by night."]))).not.toContain("thread");
  });

  it("[NA3111] is not told in a beat that puts two deeds to the player", () => {
    const puts = (choices: readonly { readonly text: string }[]) =>
      textOf(
        book.tell(
          brief(slot("wait", {}), [], { beat: { ...beat([THREAD]), choices }, sceneType: "resolution" }),
          state(),
        ),
      );
    expect(puts([{ text: "cut it" }])).toContain("King’s thread");
    expect(puts([{ text: "cut it" }, { text: "pocket it" }])).not.toContain("King’s thread");
  });

  it("[NA551] is not put into the mouth of whoever has just said the beat's line", () => {
    const said = told(beat([THREAD], "I was twelve. I counted it going."));
    expect(said).toContain("I counted it going");
    expect(said).not.toMatch(/“[^”]*King’s thread/);
  });

  it("[NA434] does not come between a question and its answer", () => {
    const asks = beat([THREAD, "She asks you to carry it."]);
    expect(told(asks)).toMatch(/King’s thread[^]*She asks you to carry it/);
  });

  it("[NA4312] is not put into the mouth of whoever the beat names only in a later sentence", () => {
    const facts = story.matter.facts.map((one) => ({ ...one, knownBy: ["orsolya"] }));
    const own = { ...story, matter: { ...story.matter, facts }, facts: new Map(facts.map((one) => [one.id, one])) };
    const ofBeat = (...sentences: string[]): string =>
      textOf(
        createStorybook(own, SOURCE).tell(
          brief(slot("wait", {}), [], { beat: beat(sentences), sceneType: "resolution" }),
          state(),
        ),
      );
    const thread = "Crimson thread from Brennholt is in the seam of a sack.";
    expect(ofBeat("Orsolya kneels.", thread, "It is wet, and she asks you to look.")).toMatch(/“[^”]*King’s thread/);
    expect(ofBeat(thread, "Orsolya asks you to look at the sack.")).not.toMatch(/“[^”]*King’s thread/);
  });

  it("[NA6356] is not put into the mouth of whoever it gives away, or who was there before time went on", () => {
    const facts = story.matter.facts.map((one) => ({ ...one, knownBy: ["orsolya"] }));
    const secret = {
      id: "orsolya-keeps-1",
      text: "She sold crimson thread to Brennholt.",
      clause: "she sold crimson thread to Brennholt",
      topic: "",
      file: "",
      knownBy: ["orsolya"],
      names: [],
      said: "orsolya",
      confided: true as const,
    };
    const ofBeat = (all: typeof facts, ...sentences: string[]): string => {
      const own = {
        ...story,
        matter: { ...story.matter, facts: all },
        facts: new Map(all.map((one) => [one.id, one])),
      };
      const scene = brief(slot("wait", {}), [], { beat: beat(sentences), sceneType: "resolution" });
      return textOf(createStorybook(own, SOURCE).tell(scene, state()));
    };
    const thread = "Orsolya finds crimson thread from Brennholt in the seam of a sack.";
    expect(ofBeat(facts, thread, "It is wet.")).toMatch(/“[^”]*King’s thread/);
    expect(ofBeat([...facts, secret], thread, "It is wet.")).not.toMatch(/“[^”]*King’s thread/);
    expect(ofBeat(facts, thread, "Afterwards the sack was wet.")).not.toMatch(/“[^”]*King’s thread/);
  });

  it("[NA3442] is not told before the question that it answers", () => {
    const asks = (topic: string): string =>
      textOf(
        book.tell(
          brief(slot("wait", {}), [], {
            beat: beat([THREAD]),
            sceneType: "resolution",
            slots: [{ ...slot("ask", { npc: "orsolya", topic }), text: "Ask Orsolya about it" }],
          }),
          state(),
        ),
      );
    const { topic = "" } = story.matter.facts.find(({ text }) => /^King.s thread/u.test(text)) ?? {};
    expect(topic).not.toBe("");
    expect(asks("salt-book")).toContain("King’s thread");
    expect(asks(topic)).not.toContain("King’s thread is spun");
  });

  it("[NA436] is told where the player takes up what a beat asked", () => {
    const asked = { ...beat(["Orsolya asks you to find the crimson thread from Brennholt."]), id: "beat_001" };
    const beats = new Map([...story.beats, ["beat_001", asked]]);
    const own = createStorybook({ ...story, beats }, SOURCE);
    const text = textOf(
      own.tell(brief(slot("accept", { beat: "beat_001", npc: "orsolya", text: "find the thread" })), state()),
    );
    expect(text).toMatch(/find the thread\..*King’s thread is spun/s);
  });

  it("[NA435] keeps a fact for the beat that it belongs to", () => {
    const kept = beatsOfFacts({ ...story, beats: new Map([["b", { ...beat([THREAD]), id: "b" }]]) });
    const fact = story.matter.facts.find(({ text }) => text.startsWith("King's thread"));
    expect(kept.get(fact?.id ?? "")).toBe("b");
    expect(kept.size).toBe(1);
  });

  it("[NA437] what the opening has told has happened, and a label of the day is not told", () => {
    const beats = [
      {
        id: "beat_009",
        title: "Monday",
        description:
          "Mon 7pm, week 1: Orsolya Brandt would like you to believe the scales; Jonas Peel drops a sack of herring on the floor.",
      },
    ];
    const own = readIndex({ ...WEIGHBRIDGE, beats });
    expect(own.beats.get("beat_009")?.told).toEqual(["Jonas Peel drops a sack of herring on the floor."]);
  });
});
