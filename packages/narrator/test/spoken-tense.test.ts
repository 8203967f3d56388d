// SPEC.md NA950: lore that is told in the past, said by somebody who lives in its present.
import type { Fact } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { createStorybook } from "../src/index.js";
import { asSaidNow, isPassageInPast, isToldInPast } from "../src/scene/spoken-tense.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";

const asWritten = (sentence: string): string => sentence;
/** "The", "Its", "There" are no names. */
const lowerFirst = (sentence: string): string =>
  /^(?:Ada|Miss|Zell)/.test(sentence) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1);
const fact = (text: string, file = "lore/mill.md"): Fact => ({
  id: text,
  text,
  clause: text,
  topic: "mill",
  file,
  knownBy: "common",
  names: [],
});

describe("what an author tells in the past", () => {
  it.each([
    ["The mill was built of slate and had one window.", "The mill is built of slate and has one window."],
    ["Its two doors had come from a barge and did not shut.", "Its two doors came from a barge and do not shut."],
    ["By the stove leaned a spade that had never dug.", "By the stove leans a spade that has never dug."],
    ["There were six cups, and nobody used them.", "There are six cups, and nobody uses them."],
    ["The miller's room had been over the stair.", "The miller's room was over the stair."],
    ["It had become a store for apples.", "It has become a store for apples."],
    [
      "The gate opened on the strand and could be used at low water.",
      "The gate opens on the strand and can be used at low water.",
    ],
    [
      "In it the boy wrote, for each week, the flour received; and both were meant to agree.",
      "In it the boy writes, for each week, the flour received; and both are meant to agree.",
    ],
    ["Two people who were not speaking had to stand apart.", "Two people who are not speaking have to stand apart."],
    ["The causeway was four hundred paces long.", "The causeway is four hundred paces long."],
    ["Reeve and drovers all agreed that it was short.", "Reeve and drovers all agree that it is short."],
  ])("[NA950] %s is said in the present", (told, said) => {
    expect(asSaidNow([told], lowerFirst)).toEqual([said]);
  });

  it.each([
    ["Nine years ago the mooring was empty.", "Nine years ago the mooring was empty."],
    ["In 1911 the mill was sold.", "In 1911 the mill was sold."],
    ["Ada Zell was the miller, and had two sons.", "Ada Zell was the miller, and had two sons."],
    ["She had kept a book of the floods.", "She kept a book of the floods."],
    ["“It was full,” said the miller.", "“It was full,” said the miller."],
  ])("[NA950] %s happened, or is about somebody who may be no more", (told, said) => {
    expect(asSaidNow([told], lowerFirst)).toEqual([said]);
  });

  it.each([
    [
      "A causeway, four hundred paces, laid by nobody knows whom, was under water.",
      "A causeway, four hundred paces, laid by nobody knows whom, is under water.",
    ],
    ["The clerk hath never tipped any one.", "The clerk hath never tipped any one."],
    ["A sworn clerk who wrote falsely lost the right hand.", "A sworn clerk who wrote falsely lost the right hand."],
  ])("[NA3446] %s keeps what is no past, and what may be", (told, said) => {
    expect(asSaidNow([told], lowerFirst)).toEqual([said]);
  });

  it("[NA950] stays in the past after a sentence that gives a time", () => {
    const told = ["One night the water came.", "The door was open."];
    expect(asSaidNow(told, asWritten)).toEqual(told);
  });

  it("[NA950] is known by the setting, else by all lore", () => {
    const past = ["The mill was old.", "It had a wheel.", "The river was low.", "Its banks were bare."].map((text) =>
      fact(text),
    );
    const now = ["The town is small.", "It has a wall.", "There is a gate.", "The gate is shut."];
    expect(isToldInPast({ facts: past }, [])).toBe(true);
    expect(isToldInPast({ facts: past }, now)).toBe(false);
    expect(isToldInPast({ facts: now.map((text) => fact(text)) }, [])).toBe(false);
  });

  it("[NA601] a participle makes no passage one of the past", () => {
    expect(isPassageInPast(["You find Skelly on an upturned boat.", "He would like to be asked."])).toBe(false);
    expect(isPassageInPast(["You found Skelly on a boat.", "He asked for flood rate."])).toBe(true);
  });

  it("[NA950] is said in the present by whoever is asked", () => {
    const lore = { ...fact("The long scale was made of pear wood and had four pans."), topic: "brass-scale" };
    const matter = { ...story.matter, facts: [...story.matter.facts, lore] };
    const facts = new Map([...story.facts, [lore.id, lore]]);
    const said = (toldInPast: boolean): string =>
      textOf(
        createStorybook({ ...story, matter, facts, toldInPast }, WEIGHBRIDGE).tell(
          brief(slot("ask", { npc: "orsolya", topic: "brass-scale" }), [
            { kind: "learn", fact: lore.id, from: "orsolya", whole: true, how: "told" },
          ]),
          state(),
        ),
      );
    expect(said(true)).toMatch(/scale is made of pear wood and has four pans/);
    expect(said(false)).toMatch(/scale was made of pear wood and had four pans/);
  });
});
