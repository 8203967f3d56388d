import type { JsonObject } from "@narratoria/protocol";
import { describe, expect, it } from "vitest";
import { choiceLine, NO_NOTES, promptText, rollLine, sceneText, whyLine } from "../src/play/plain-text.js";
import { choiceLines } from "../src/screen/choice-lines.js";
import { styleFor } from "../src/screen/marks.js";
import { noteWords } from "@narratoria/engine/shell";
import { ferryScene } from "./fake-story.js";

const [travel, persuade, perceive, secret] = ferryScene().choices;
const roll = ferryScene().roll;

describe("a scene in plain text", () => {
  it("[CL10] is laid out as the specification shows it, to the letter", () => {
    const [first = "", second = ""] = ferryScene().paragraphs;
    expect(sceneText(ferryScene())).toBe(
      `The Salt Clock, scene 14
You told Odo what you found in the tower.

The Drowned Ferry Stage. Third evening, slack water.

Roll: Win Odo over, charisma. 3 and 5, plus 1 charisma 14, plus 1 he trusts you: 10. It works.

${first.replace(/[‘’]/g, "'")}

${second}

What do you do?
1. Ask Odo to row you to the tower before the tide remembers itself. Travel. No roll.
2. Show him the Warden's seal and ask who paid Marta to be careless. Persuade, plus 1. 28% works, 44% at a cost, 28% fails.
3. Go back to the weir, where you let her go, and read the mud. Perception, plus 2. 41% works, 42% at a cost, 17% fails.
4. Close your hand on the weight and say nothing of it to anyone. Keep a secret. No roll.
`,
    );
  });

  it("[CL10] calls scene 0 the opening, and leaves out what a scene has not", () => {
    const { roll: _, choice: __, weather: ___, ...opening } = ferryScene({ scene: 0 });
    const lines = sceneText(opening).split("\n");
    expect(lines.slice(0, 4)).toEqual([
      "The Salt Clock, the opening",
      "",
      "The Drowned Ferry Stage. Third evening.",
      "",
    ]);
    expect(sceneText(opening)).not.toContain("Roll:");
  });

  it("[CL10] is headed with where and when it begins, where that is not where it ends", () => {
    const begins = { location: "The weir", time: "Third noon" };
    expect(sceneText(ferryScene({ begins })).split("\n")[3]).toBe("The weir. Third noon.");
    const told = { ...ferryScene(), paragraphs: ["One.", "Two."], begins: { ...begins, paragraphs: 1 } };
    const { location, time } = { ...told, location: "The ferry", time: "Third evening" };
    expect(sceneText({ ...told, location, time })).toMatch(/One\.\n\nThe ferry\. Third evening[^\n]*\.\n\nTwo\./);
  });

  it("[CL10] holds no colour and no cursor movement, and every paragraph on one line", () => {
    const text = sceneText(ferryScene());
    expect(text).not.toMatch(/\u001b/);
    for (const paragraph of ferryScene().paragraphs)
      expect(text.split("\n")).toContain(paragraph.replace(/[‘’]/g, "'"));
  });

  it("[CL11] ends with what it came to when the story ends", () => {
    const text = sceneText(ferryScene({ choices: [], ended: true }));
    expect(text).toMatch(/\n\nThe end, after 14 scenes\.\n$/);
    expect(text).not.toContain("What do you do?");
    const named = sceneText(ferryScene({ choices: [], ended: true, ending: "The Bell Tolls Noon" }));
    expect(named).toMatch(/\n\nThe end\. "The Bell Tolls Noon", after 14 scenes\.\n$/);
  });

  it("[CL800] sets the page of an ending nowhere but where its author does", () => {
    const text = sceneText(ferryScene({ choices: [], ended: true, ending: "The Bell Tolls Noon" }));
    expect(text).not.toContain("The Drowned Ferry Stage.");
    expect(text).not.toContain("Third evening");
  });

  it("[CL48] names the ending, and tells its epilogue under a heading of its own", () => {
    const text = sceneText(
      ferryScene({
        choices: [],
        ended: true,
        ending: "The Bell Tolls Noon",
        epilogue: ["You let her go.", "It rains."],
      }),
    );
    expect(text).toMatch(
      /\n\nEpilogue\n\nYou let her go\.\n\nIt rains\.\n\nThe end\. "The Bell Tolls Noon", after 14 scenes\.\n$/,
    );
  });

  it("[CL12] tells notices after the prose, two of them and then how many more", () => {
    const notice = (n: number) => ({
      severity: "degraded" as const,
      message: `Thing ${n} happened.`,
      action: n === 1 ? "Do this." : "",
    });
    const text = sceneText(ferryScene(), { ...NO_NOTES, notices: [1, 2, 3, 4].map(notice) });
    expect(text).toContain(
      "furred with salt.\n\nNote: Thing 1 happened. Do this.\nNote: Thing 2 happened.\nNote: And 2 more.\n\nWhat do you do?",
    );
  });

  it("[CL12] says in a line what it cannot show", () => {
    const text = sceneText(ferryScene(), {
      notices: [],
      told: [noteWords({ event: "shake_\u001b[2Jscreen", payload: { text: " \u202e" } })],
    });
    expect(text).toContain('Note: A skill asked for "shake_ [2Jscreen", which this player does not know.');
  });

  it.each([
    [{ kind: "storm", wind: { from: "north", force: 9 } }, "kind: storm, wind.from: north, wind.force: 9"],
    [{ list: [1, "two", { deep: null }], empty: {}, none: [] }, "list: 1, list: two, list.deep: null"],
    [{ "a\u001b[2J\u202eb": "c\u0007d\ne", yes: true }, "a [2J b: c d e, yes: true"],
  ])("[CL482] shows the payload %j of an event that it does not know", (payload, words) => {
    const told = noteWords({ event: "weather_change", payload });
    expect(told).toBe(`A skill asked for "weather_change", which this player does not know (${words}).`);
  });

  it("[CL482] shows a payload and a name of any size in one short line", () => {
    let deep: JsonObject = { end: 1 };
    for (let depth = 0; depth < 60; depth++) deep = { deep };
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`key${at}`, "x".repeat(20)]));
    for (const payload of [deep, wide, { text: 7, long: "y".repeat(1_000_000) }]) {
      const told = noteWords({ event: "e".repeat(5_000), payload });
      expect(told.length).toBeLessThanOrEqual(300);
      expect(told).toMatch(/^A skill asked for "e{57}\.\.\.", which this player does not know \((deep|key0|text)/);
    }
  });

  it("[CL12] says what a skill tells in words of its own, on one line and at no length", () => {
    const told = [noteWords({ event: "noticed", payload: { text: "A gull\n\u001b[31mwatches." } })];
    expect(sceneText(ferryScene(), { ...NO_NOTES, told })).toContain("\n\nNote: A gull [31mwatches.\n\n");
    expect(noteWords({ event: "noticed", payload: { text: "gull ".repeat(100) } })).toHaveLength(300);
  });
});

describe("a roll in plain text", () => {
  it.each([
    [[1, 1], "fail", "Two ones, plus 1 charisma 14, plus 1 he trusts you: 4. It fails."],
    [[6, 6], "success", "Two sixes, plus 1 charisma 14, plus 1 he trusts you: 14. It works."],
    [[4, 3], "partial", "4 and 3, plus 1 charisma 14, plus 1 he trusts you: 9. It works, at a cost."],
  ] as const)("[CL13] says %j as words", (dice, outcome, words) => {
    const total = dice[0] + dice[1] + 2;
    if (!roll) throw new Error("the sample has a roll");
    expect(rollLine({ ...roll, dice: [...dice], outcome, total })).toBe(`Roll: Win Odo over, charisma. ${words}`);
  });

  it("[CL13] says what is taken off, and dice that a formula drops in brackets", () => {
    const line = rollLine({
      formula: "4d6kh3",
      dice: [6, 2, 5, 3],
      modifiers: [{ label: "he fears you", value: -1 }],
      total: 13,
      outcome: "none",
    });
    expect(line).toBe("Roll: 4d6kh3. 4d6, best 3: 6, (2), 5 and 3, minus 1 he fears you: 13.");
  });
});

describe("a choice in plain text", () => {
  it("[CL14] carries its label, and its bonus and chances where a roll decides", () => {
    if (!travel || !persuade) throw new Error("the sample has choices");
    expect(choiceLine({ ...persuade, bonus: 0 }, 2)).toMatch(/ Persuade\. 28% works, 44% at a cost, 28% fails\.$/);
    expect(choiceLine({ ...persuade, bonus: -1 }, 2)).toMatch(/ Persuade, minus 1\. 28% works/);
    expect(choiceLine({ ...travel, text: "Look around you" }, 1)).toBe("1. Look around you. Travel. No roll.");
    expect(choiceLine({ ...travel, text: "Ask him: “Who paid?”" }, 1)).toBe("1. Ask him: “Who paid?” Travel. No roll.");
  });

  it("[CL2411] says that it is difficult before its chances, on the screen as well", () => {
    if (!persuade) throw new Error("the sample has choices");
    const marked = { ...persuade, bonus: -1, difficulty: "unlikely to succeed" };
    expect(choiceLine(marked, 2)).toMatch(/ Persuade, minus 1, unlikely to succeed\. 28% works/);
    const lines = choiceLines([marked], { selected: -1, why: false }, 100, "all", styleFor({ LANG: "C" }, "linux"));
    expect(lines.map((line) => line.map(({ text }) => text).join("")).join(" ")).toMatch(
      /Persuade [^ ]+1, unlikely to succeed/,
    );
  });

  it("[CL15] says why it is offered, and gives nothing of a beat away", () => {
    if (!persuade || !perceive || !secret) throw new Error("the sample has choices");
    expect(whyLine(perceive, 3)).toBe("Why 3: you let Marta go at the weir, scene 12. Perception 14.");
    expect(whyLine(persuade, 2)).toBe("Why 2: the story is waiting for something here.");
    expect(whyLine(secret, 4)).toBe("Why 4: nothing in particular. You could always do this.");
  });

  it("[CL16] is asked for in one line that names the keys there are", () => {
    expect(promptText(ferryScene())).toBe("1 to 4, or w3 why, u undo, b branch, r repeat, h help, q quit: ");
    expect(promptText(ferryScene({ choices: ferryScene().choices.slice(0, 2) }))).toMatch(/^1 to 2, or w2 why/);
  });
});
