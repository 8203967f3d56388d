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
});
