// SPEC.md NA332 to NA343: what a model's sentence is held against before anybody reads it.
import { describe, expect, it } from "vitest";
import { checkSentence } from "../src/prose/check-sentence.js";
import type { SceneFacts } from "../src/prose/checks/scene-facts.js";
import { facts } from "./support/prose-scenes.js";

const check = (sentence: string, more: Partial<SceneFacts> = {}): string | undefined =>
  checkSentence(sentence, facts(more))?.check;

describe("a sentence that can be told", () => {
  it.each([
    "The stove ticks in its corner, and the brass of the scales gives back the light.",
    "Orsolya keeps one hand on the counter.",
    "You can smell salt and wet rope.",
    "A gull walks along the sill and looks in at the ledgers.",
    "Nothing follows.",
    "What light there is comes in at the side.",
    "And what of the Long Yard?",
    "Somebody ought to be asked about the scales, and not in a crowd.",
    "There are few sacks here that Orsolya does not know of.",
    "It is the better kind.",
    "What the gate hides, you cannot tell from here.",
  ])("[NA332] %s", (sentence) => {
    expect(checkSentence(sentence, facts())).toBeNull();
  });
});

it.each<[string, string, Partial<SceneFacts>]>([
  ["NA332", "You manage to turn the page.", { outcome: "fail" }],
  ["NA332", "All of it is in vain.", { outcome: "success" }],
  ["NA332", "You cannot get it open.", { outcome: "success" }],
  ["NA332", "It is a complete success.", { outcome: "partial" }],
  ["NA332", "You pocket the brass weight.", {}],
  ["NA332", "You walk out into the yard.", {}],
  ["NA332", "Orsolya leaves by the back door.", {}],
  ["NA332", "The light is thin, and somebody comes in.", {}],
  ["NA332", "A boy with a sack runs off.", {}],
  ["NA332", "The old woman walks out.", {}],
  ["NA332", "There is blood on the counter.", {}],
])("[%s] what happens against the dice and the effects: %s", (_, sentence, more) => {
  expect(check(sentence, more)).toBe("outcome");
});

it("[NA332] what cannot be seen is no failure", () => {
  expect(check("You cannot see the end of the yard.", { outcome: "success" })).toBeUndefined();
});

it("[NA332] what has happened may be told", () => {
  expect(
    check("You take the brass weight in the other hand.", {
      effects: [{ kind: "item", id: "weight", name: "weight", gained: true }],
    }),
  ).toBeUndefined();
  expect(check("You walk along the yard wall.", { moved: true })).toBeUndefined();
  expect(
    check("Orsolya leaves the counter.", { effects: [{ kind: "leave", npc: "orsolya", place: "long-yard" }] }),
  ).toBeUndefined();
});

it.each(["A wizard stands at the counter.", "Two wizards stand at the counter.", "A motor car stands at the gate."])(
  "[NA333] a word that the author forbids: %s",
  (sentence) => {
    expect(check(sentence)).toBe("constraints");
  },
);

it.each([
  "You tell her that the scales are wrong.",
  "You nod slowly at the scales.",
  "You decide that the scales are wrong.",
  "You feel a cold draught of doubt.",
  "Your heart is in the other pan.",
  "You are afraid of the scales.",
  "I keep one hand on the counter.",
  "The scales are ours.",
])("[NA334] a word, a thought or a deed of the player's character: %s", (sentence) => {
  expect(check(sentence)).toBe("player");
});

it("[NA335] nobody is given words that the author has not written", () => {
  expect(check("“The book is gone,” says Orsolya.")).toBe("speech");
  // Three letters stand in many a line.
  expect(check("“I,” says Orsolya.")).toBe("speech");
  expect(check("“I weigh what is put in front of me,” says Orsolya.")).toBeUndefined();
});

describe("repetition", () => {
  it("[NA336] a sentence of this scene, of the past and of the prompt does not come again", () => {
    expect(check("She lays both hands on the counter of the Weigh House!")).toBe("repetition");
    expect(check("Jonas counts the carts in the Long Yard, and writes nothing down of it.")).toBe("repetition");
  });

  it("[NA336] nor do six words in a row, five may", () => {
    expect(check("A gull counts carts in the Long Yard.")).toBeUndefined();
    expect(check("Orsolya counts the carts in the Long Yard, and writes.")).toBe("repetition");
    expect(check("Orsolya counts the carts in the long rain.")).toBe("repetition");
    expect(check("Orsolya has the carts in the long rain.")).toBeUndefined();
    expect(check("A gull describes what can be seen, heard and smelled here.")).toBe("repetition");
  });

  it("[NA336] nothing is said twice in one sentence", () => {
    expect(check("It smells of the earth, the earth, and the earth.")).toBe("repetition");
    expect(check("The scales hang over the counter and the scales hang over the counter.")).toBe("repetition");
  });
});

it.each([
  "Весы висят над длинным прилавком.",
  "Les balances pendent au mur, sous une lampe qui fume.",
  "Die Waage hängt schief neben dem Ofen, ganz ohne Licht.",
])("[NA337] another language: %s", (sentence) => {
  expect(check(sentence)).toBe("language");
});

it("[NA338] fragments and endless sentences are no sentences", () => {
  expect(check("The stove.")).toBe("length");
  expect(check("You wait.")).toBe("length");
  const long = `Salt is in the ${Array.from({ length: 15 }, (_, at) => `sack${at}`).join(" and the ")}.`;
  expect(check(long)).toBe("length");
});

describe("names", () => {
  it("[NA339] nobody and nowhere that the story does not have", () => {
    expect(check("Orsolya looks at Marcus over the scales.")).toBe("names");
    expect(check("The carts go to Birmingham at night.")).toBe("names");
    expect(check("Marcus looks at the scales.")).toBe("names");
  });

  it("[NA339] whom the story has, once they have been spoken of", () => {
    expect(check("Jonas stands by the gate.")).toBeUndefined();
    expect(check("Jonas stands by the gate.", { past: [] })).toBe("names");
  });

  it("[NA340] a sentence full of words of another world", () => {
    expect(check("Sleek skyscrapers and buses crowd the urban skyline.")).toBe("world");
    expect(check("The counter is the kind of counter that everybody has.")).toBe("world");
    expect(check("The scales are used for the salt.")).toBe("world");
    expect(check("Lamplight creeps along the counter.")).toBeUndefined();
  });
});

it("[NA341] what is told of is told as it happens", () => {
  expect(check("The stove was cold and the ledgers were gone.")).toBe("tense");
  expect(check("The stove that was cold ticks again, and the ledgers are here.")).toBeUndefined();
});

it.each([
  "<|im_end|> The stove ticks.",
  "**The stove** ticks in the corner.",
  "- The stove ticks in the corner.",
  "1. The stove ticks in the corner.",
  "# The stove ticks",
  "Scene: the stove ticks in the corner.",
  "The stove ticks in this scene.",
  "The player is at the counter.",
  "The language model is at the counter.",
])("[NA342] marks, lists, headings and words about the task: %s", (sentence) => {
  expect(check(sentence)).toBe("markup");
});

it.each(["The the stove ticks.", "A ounce of salt is on the floor.", "The stove ticks beside the."])(
  "[NA343] slips: %s",
  (sentence) => {
    expect(check(sentence)).toBe("slips");
  },
);

it("[NA332] a fault says what is to be done instead", () => {
  expect(checkSentence("You nod slowly at the scales.", facts())?.reason).toMatch(/^Do not /);
});
