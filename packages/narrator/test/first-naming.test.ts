import { describe, expect, it } from "vitest";
import { inKnownName, withKnownName, withWhoTheyAre } from "../src/scene/first-naming.js";

const PUZUR = { name: "Puzur", short: "Puzur" };
const VERNA = { name: "Verna Hasselbeck", short: "Verna" };
const ROY = { name: "Roy Stamper", short: "Roy" };

describe("somebody whom nothing has named", () => {
  it.each([
    [PUZUR, "the overseer of the quay", "Puzur is charming.", "Puzur, the overseer of the quay, is charming."],
    [
      VERNA,
      "Gene's widow",
      "Verna Hasselbeck receives you in lipstick.",
      "Verna Hasselbeck, Gene's widow, receives you in lipstick.",
    ],
    [ROY, "the bosun", "Roy, winding twine, looks up.", "Roy, the bosun, winding twine, looks up."],
    [ROY, "the bosun", "The rope was cut by Roy.", "The rope was cut by Roy, the bosun."],
    [ROY, "the bosun", "Roy at the back wants his tea.", "Roy, the bosun, at the back wants his tea."],
    [ROY, "the bosun", "On deck Roy waits.", "On deck Roy, the bosun, waits."],
  ])("[NA3252] is told with who they are: %j", (person, phrase, sentence, told) => {
    expect(withWhoTheyAre(sentence, person, phrase)).toBe(told);
  });

  it.each([
    [ROY, "the bosun", "The bosun Roy waits."],
    [ROY, "the bosun", "Roy's rope is cut."],
    [ROY, "the bosun", "Nye, Puzur and Roy wait."],
    [ROY, "the bosun", "You see Roy and Puzur at the rail."],
    [ROY, "the bosun", "“Roy is late,” says Nye."],
    [ROY, "the bosun", "Captain Roy waits."],
    [VERNA, "the owner of the rink", "Verna owns the rink."],
  ])(
    "[NA3252] is told as written where that says it, or nothing can stand behind the name: %j",
    (person, phrase, sentence) => {
      expect(withWhoTheyAre(sentence, person, phrase)).toBe(sentence);
    },
  );

  it.each([
    ["the stable hand", ["She is a stable hand, and has slept above the horses since May."]],
    ["the stable hand", ["Everybody knows Roy as the best stable hand in the valley."]],
    ["the second cook", ["He's only the cook until Friday."]],
  ])("[NA3362] is not told who they are where the beat says it in a sentence of its own: %s", (phrase, others) => {
    expect(withWhoTheyAre("Roy waits by the cart.", ROY, phrase, others)).toBe("Roy waits by the cart.");
  });

  it.each([
    ["the stable hand", ["The stable hand nods.", "“I am a stable hand,” says Nye."]],
    ["the second cook", ["He is hungry, and the cook is late."]],
  ])("[NA3362] is told who they are where the beat only calls them so: %s", (phrase, others) => {
    expect(withWhoTheyAre("Roy waits by the cart.", ROY, phrase, others)).toBe(`Roy, ${phrase}, waits by the cart.`);
  });

  it("[NA3362] is told without where they live beside a sentence that says it", () => {
    const phrase = "the widow at the top of the lane";
    expect(withWhoTheyAre("Verna lives alone under the crag.", VERNA, phrase)).toBe(
      "Verna, the widow, lives alone under the crag.",
    );
    expect(withWhoTheyAre("Verna sells lace under the crag.", VERNA, phrase)).toBe(
      "Verna, the widow at the top of the lane, sells lace under the crag.",
    );
  });
});

describe("a first naming in a clause of its own, or by an article", () => {
  const MOLE = { name: "Dr. Josiah Fenn", short: "the Mole" };
  it.each([
    [
      ROY,
      "the lead mule",
      "He holds his hat in his hand, and Roy looks on.",
      "He holds his hat in his hand, and Roy, the lead mule, looks on.",
    ],
    [ROY, "the lead mule", "At the far gate, Roy looks on.", "At the far gate, Roy, the lead mule, looks on."],
    [MOLE, "the physician", "The Mole polishes his spectacles.", "The Mole, the physician, polishes his spectacles."],
    [ROY, "who drives Bishop", "Roy says a thief.", "Roy, who drives Bishop, says a thief."],
  ])("[NA5780] is told with who they are: %j", (person, phrase, sentence, told) => {
    expect(withWhoTheyAre(sentence, person, phrase)).toBe(told);
  });

  it("[NA5780] stands behind no name of a list", () => {
    const sentence = "Nye, Puzur, and Roy look on.";
    expect(withWhoTheyAre(sentence, ROY, "the lead mule")).toBe(sentence);
  });

  it("[NA5781] gives way to its noun where the sentence has a word of the rest", () => {
    const roy = { ...ROY, epithet: "the commander" };
    expect(withWhoTheyAre("Roy stands before the Screen.", roy, "the commander of the Screen Guard")).toBe(
      "Roy, the commander, stands before the Screen.",
    );
  });

  it.each([
    ["the boy from Patience", "It's Roy.", "It's Roy, from Patience."],
    ["the boy", "It's Roy.", "His name is Roy."],
    ["the boy", "It is Roy who sings.", "It is Roy who sings."],
  ])("[NA5783] %s presents somebody whom the beat shows: %s", (phrase, sentence, told) => {
    const roy = { ...ROY, pronoun: "he" as const };
    expect(withWhoTheyAre(sentence, roy, phrase, ["There's a boy asleep in the oats."])).toBe(told);
  });
});

describe("somebody known by another name", () => {
  const WIN = ["Winifred Askew", "Win", "Miss Askew"];
  const LEN = ["Len Hotchkiss", "Mr Hotchkiss", "Len"];
  const THRIPP = ["Mr. Lucian Thripp", "Mr. Thripp", "Sealing-Wax"];
  it.each([
    [WIN, ["Miss Askew"], "Win sits there.", "Win Askew sits there."],
    [WIN, ["Miss Askew"], "You see Win's hands.", "You see Win Askew's hands."],
    [LEN, ["Mr Hotchkiss"], "Len tries the set.", "Len Hotchkiss tries the set."],
    [THRIPP, ["Mr. Thripp"], "Sealing-Wax nods.", "Mr. Thripp, called Sealing-Wax, nods."],
    [THRIPP, ["Sealing-Wax"], "Then Mr. Thripp nods.", "Then Mr. Thripp, called Sealing-Wax, nods."],
  ])("[NA5782] is tied to the name that is known: %j", (forms, heard, sentence, told) => {
    expect(withKnownName(sentence, forms, heard.at(-1) ?? "", heard)).toBe(told);
  });

  it.each([
    [WIN, ["Miss Askew", "Win"], "Win sits there."],
    [WIN, ["Winifred Askew"], "Miss Askew sits there."],
    [WIN, ["Miss Askew"], "“Win is late,” says Nye."],
    [THRIPP, ["Mr. Thripp"], "The keys are Sealing-Wax's."],
  ])("[NA5782] stays as written where the name is known, or nothing can be put in: %j", (forms, heard, sentence) => {
    expect(withKnownName(sentence, forms, heard.at(-1) ?? "", heard)).toBe(sentence);
  });

  it.each([
    [["Miss Askew"], "Show Ilse Win's pencil.", "Show Ilse Miss Askew's pencil."],
    [["Miss Askew"], "Ask Win about the part.", "Ask Miss Askew about the part."],
    [["Miss Askew", "Win"], "Ask Win about the part.", "Ask Win about the part."],
    [[], "Ask Win about the part.", "Ask Win about the part."],
    [["Miss Askew"], "Ask Old Win about the part.", "Ask Old Win about the part."],
  ])("[NA5786] is called by the name that has been told: %j", (heard, text, told) => {
    expect(inKnownName(text, WIN, heard)).toBe(told);
  });
});
