import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";
import { chosenIn, isDeed, putDecisions } from "../src/reading/put-decisions.js";

const decisionsOf = (...sentences: string[]): readonly string[] => putDecisions(sentences).decisions;

describe("decisions put in bare words", () => {
  it("[CA1500] are the deeds that a sentence at the end of a beat lists", () => {
    expect(decisionsOf("The smith waits.", "Pay him, threaten him, or walk away.")).toEqual([
      "pay him",
      "threaten him",
      "walk away",
    ]);
    expect(decisionsOf("The paper is on the desk.", "Sign, or don’t.")).toEqual(["sign", "refuse to sign"]);
    expect(decisionsOf("The door is shut.", "Ram the door or ring the bell.")).toEqual([
      "ram the door",
      "ring the bell",
    ]);
    expect(putDecisions(["The smith waits.", "Pay him or walk away.", "Nobody speaks."]).taken).toEqual(new Set([1]));
  });

  it("[CA1500] are a deed and others after it that begin with “Or”, without what they bring about", () => {
    expect(
      decisionsOf(
        "The boat is too heavy.",
        "Vent the tank and it floats.",
        "Or throw out the chests: twelve of them, and all the silver.",
        "Or pray.",
        "The mate looks at you.",
      ),
    ).toEqual(["vent the tank", "throw out the chests", "pray"]);
  });

  it.each([
    "Rain or shine, the mail comes.",
    "Sooner or later they ask.",
    "Two or three people laugh.",
    "He laughs, or coughs.",
    "You hear a cart or a wagon.",
    "Past the gate or over the wall.",
    "“Go home or stay,” he says.",
    "Do you stay, or do you go?",
  ])("[CA1500] are not found where none is put: %s", (sentence) => {
    expect(decisionsOf("The street is empty.", sentence)).toEqual([]);
  });

  it("[CA1500] are put at the end of a beat alone", () => {
    const rest = Array.from({ length: 6 }, (_, at) => `Bell ${at} rings.`);
    expect(decisionsOf("Pay him or walk away.", ...rest)).toEqual([]);
  });
});

it.each([
  ["team up", true],
  ["bail the boat", true],
  ["ram him", true],
  ["under the boat", false],
  ["badly done", false],
  ["the boat", false],
])("[CA1500] a verb in no list is one beside other deeds: %s", (words, is) => {
  expect(isDeed(words, true)).toBe(is);
  expect(isDeed(words, false)).toBe(false);
});

describe("outcomes that the player chooses", () => {
  it("[CA1501] are deeds of the player's", () => {
    expect(chosenIn("You go back to the van, or sit down with Osk at the table.")).toEqual([
      "go back to the van",
      "sit down with Osk at the table",
    ]);
    expect(chosenIn("You refuse the coin.")).toEqual(["refuse the coin"]);
  });

  it.each([
    "You lose the lantern.",
    "You are caught.",
    "You hear a bell.",
    "Osk goes home.",
    "You let it in (let_it_in).",
  ])("[CA1501] are none where it befalls the player, or is another's: %s", (text) => {
    expect(chosenIn(text)).toEqual([]);
  });
});

describe("what the player could do, a sentence each", () => {
  const choicesOf = (text: string) => {
    const { reading } = readSmall({ npcs: [person("Osk", "Vicar")], beats: [beat("b1", `Osk looks up. ${text}`)] });
    const [read] = reading.beats;
    return { told: read?.told, choices: read?.choices.map((choice) => choice.text) };
  };

  it("[CA1517] is a choice each, in as many words as name the deed", () => {
    expect(
      choicesOf(
        "You could tell them. You could say, in that strange late voice, that he has died, and let the lawn go quiet. You could also bring the raffle forward, and let them have ten minutes.",
      ),
    ).toEqual({ told: ["Osk looks up."], choices: ["tell them", "say that he has died", "bring the raffle forward"] });
    expect(
      choicesOf("You could ask who. You could also not ask, and sit on the other bucket for a bit.").choices,
    ).toEqual(["ask who", "sit on the other bucket for a bit"]);
  });

  it.each(["You could see the sea.", "You could hear him. You could feel the cold.", "You could ask who."])(
    "[CA1517] is none alone, nor what is only noticed: %s",
    (text) => {
      expect(choicesOf(text).choices).toEqual([]);
    },
  );
});

describe("what comes of choices", () => {
  const choicesOf = (text: string, consequences: string[] = []) => {
    const { reading } = readSmall({
      npcs: [person("Osk", "Printer")],
      beats: [beat("b1", `Osk takes down the sheet. ${text}`, { consequences })],
    });
    const [read] = reading.beats;
    return [...(read?.decisions ?? []), ...(read?.choices ?? [])];
  };

  it("[CA1520] are put by what the player is near enough to do, and cut before what says why", () => {
    expect(choicesOf("You are near enough to take his arm, if he should be kept from it, or to stand back.")).toEqual([
      { text: "take his arm" },
      { text: "stand back" },
    ]);
    expect(
      choicesOf("You can bring the sheet up to Osk so that he reads it at his own table, or you can keep it."),
    ).toEqual([{ text: "bring the sheet up to Osk" }, { text: "keep it" }]);
  });

  it("[CA1521] is what consequences say, with the tag, by shared words and else in their order", () => {
    const put = "You can put the sheet in your pocket, or show it to the editor.";
    expect(
      choicesOf(put, [
        "If you kept it (kept-the-sheet), Osk thinks the better of you",
        "If the editor has it (gave-up-the-sheet), he will be comparing paper by evening",
        "Osk goes home",
      ]),
    ).toEqual([
      {
        text: "put the sheet in your pocket",
        tag: "kept-the-sheet",
        result: "Osk thinks the better of you",
      },
      {
        text: "show it to the editor",
        tag: "gave-up-the-sheet",
        result: "He will be comparing paper by evening",
      },
    ]);
    // One of two is said of, and points are for whoever counts them.
    expect(choicesOf(put, ["If you showed it, Osk thinks worse of you by three"])).toEqual([
      { text: "put the sheet in your pocket" },
      { text: "show it to the editor" },
    ]);
    expect(choicesOf(put, ["If you sing, the lamp goes out"])).toEqual([
      { text: "put the sheet in your pocket" },
      { text: "show it to the editor" },
    ]);
  });
});
