import { describe, expect, it } from "vitest";
import { inFirstPerson, inOwnMouth, isOfUnnamed } from "../src/english.js";

const nina = { name: "Nina Varga", short: "Nina", pronoun: "she" } as const;

describe("inOwnMouth", () => {
  it.each([
    ["Nobody goes in but Nina.", "Nobody goes in but me."],
    ["Nina Varga has kept her lamps since 1983.", "I have kept my lamps since 1983."],
    ["Nina measured the room herself.", "I measured the room myself."],
    ["The hook is Nina's own.", "The hook is my own."],
  ])("puts %j into the mouth of whom it names", (sentence, own) => {
    expect(inOwnMouth(sentence, nina, true)).toBe(own);
  });

  it.each([
    ["Nina and her sister keep the lamps."],
    ["Nina is the keeper and has been since 1983."],
    ['"Nina," says the bell, "come down."'],
    ["They gave Nina a book."],
    ["The feast is Lady Nina's birthday."],
  ])("leaves %j alone, whose words may mean others or would have to change", (sentence) => {
    expect(inOwnMouth(sentence, nina, true)).toBeUndefined();
  });

  it("leaves a pronoun alone that somebody else in the sentence may be meant by", () => {
    expect(inOwnMouth("Nina lent Odile her book.", nina, false)).toBeUndefined();
  });
});

describe("inFirstPerson of a woman", () => {
  it.each([
    ["to have him hold doors for her since she is tired", "to have him hold doors for me since I am tired"],
    ["to keep her lamps lit", "to keep my lamps lit"],
    ["to have whoever told her father pay for it", "to have whoever told my father pay for it"],
  ])("tells %j as %j", (wish, own) => {
    expect(inFirstPerson(wish, nina)).toBe(own);
  });
});

describe("inFirstPerson of a wish about somebody else", () => {
  const gareth = { name: "Gareth Ellery", short: "Gareth", pronoun: "he" } as const;
  it.each([
    ["to take his father home to the sea before he dies", gareth],
    ["to get Morag to stop before her body stops her", nina],
  ])("leaves %j alone, where the other may be meant", (wish, speaker) => {
    expect(inFirstPerson(wish, speaker)).toBeUndefined();
  });

  it("says what is theirs before another is spoken of", () => {
    expect(inFirstPerson("to keep his boat from his brother", gareth)).toBe("to keep my boat from my brother");
  });
});

describe("what stands for a thing of somebody's", () => {
  const puzur = { name: "Puzur", short: "Puzur", pronoun: "he" } as const;
  it.each([
    ["Puzur keeps the seal because it is his.", "I keep the seal because it is mine."],
    ["The bowl is between Puzur’s and the hatch.", "The bowl is between mine and the hatch."],
  ])("says %j as %j", (sentence, own) => {
    expect(inOwnMouth(sentence, puzur, true)).toBe(own);
  });
});

describe("inFirstPerson of what may be hers or given to her", () => {
  it.each([["to thank whoever wrote her letters"], ["that he taught her navigation"], ["that he let her beat him"]])(
    "leaves %j alone",
    (wish) => {
      expect(inFirstPerson(wish, nina)).toBeUndefined();
    },
  );
});

describe("inFirstPerson", () => {
  const ron = { name: "Ron Hargreaves", short: "Ron", pronoun: "he" } as const;
  it("inflects the verb behind an adverb", () => {
    expect(inFirstPerson("that he always gives them the ride to church", ron)).toBe(
      "that I always give them the ride to church",
    );
    expect(inFirstPerson("what he still has", ron)).toBe("what I still have");
  });

  it("leaves alone what would need a second verb changed, and what somebody gives to another", () => {
    expect(inFirstPerson("that he sits there and has no tea", ron)).toBeUndefined();
    expect(inFirstPerson("that she always gives her the ride", nina)).toBeUndefined();
  });
});

describe("isOfUnnamed", () => {
  it.each([
    ["to bring her home when it is safe", true],
    ["Get it back", true],
    ["to keep an eye on him", false],
    ["to look after them", false],
    ["to find him", true],
    ["to save her brother", false],
    ["to keep her lamps lit", false],
    ["to tell Osk the truth before he leaves", false],
    ["to send them home", true],
  ])("[PR875] %s: %s", (wish, is) => {
    expect(isOfUnnamed(wish)).toBe(is);
  });
});
