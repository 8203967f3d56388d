import { describe, expect, it } from "vitest";
import { withWhoTheyAre } from "../src/scene/first-naming.js";

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
