import { describe, expect, it } from "vitest";
import {
  bestStat,
  boundsOf,
  characterOf,
  constraintWords,
  dealStranger,
  emptyForm,
  isAsGiven,
  modesOf,
  pointsLeft,
  questionsOf,
  readWords,
  type Sheet,
  stepped,
  valueOf,
} from "../src/client/screens/who/character-form.js";

const SHEET: Sheet = {
  template: {
    character_creation: { mode: "guided" },
    allowed_classes: [{ name: "Clerk" }, { name: "Counts by ear" }],
    allowed_backgrounds: [{ name: "Barge-born" }],
    required_attributes: ["name", "reason for coming"],
    optional_attributes: ["old injury"],
    prompts: [
      { question: "Whom did you leave?", examples: ["Nobody who noticed."] },
      { question: "Reason for coming" },
    ],
    starting_stats: { point_pool: 12, attributes: [{ name: "nerve", min: 2, max: 6 }] },
    constraints: { no_magic: true, era_locked: "1903", custom: ["has never met the clerk"] },
  },
  stats: [
    { name: "nerve", min: 0, max: 10, default: 5 },
    { name: "tongue", min: 0, max: 10, default: 5 },
  ],
};
const [nerve, tongue] = SHEET.stats;

describe("making a character", () => {
  it("[DT106] offers the campaign's own way first, and of the others those its template has something for", () => {
    expect(modesOf(SHEET.template)).toEqual(["guided", "freeform"]);
    const presets = [{ name: "Minty" }];
    expect(modesOf({ presets, character_creation: { mode: "preset" } })).toEqual(["preset"]);
    expect(modesOf({ presets, character_creation: { mode: "freeform" } })).toEqual(["freeform", "preset", "guided"]);
    expect(modesOf({ character_creation: { mode: "preset" } })).toEqual(["guided", "freeform"]);
    expect(modesOf(null)).toEqual(["guided", "freeform"]);
  });

  it("[DT106] asks for each thing once, and for nothing that has a field of its own", () => {
    const { first, more } = questionsOf(SHEET.template);
    expect(first.map(({ question }) => question)).toEqual(["reason for coming", "Whom did you leave?"]);
    expect(more.map(({ question }) => question)).toEqual(["old injury"]);
  });

  it("[DT107] steps a stat within the bounds of the template and the points there are", () => {
    if (!nerve || !tongue) throw new Error("no stats");
    let form = emptyForm("guided");
    expect(boundsOf(SHEET, nerve)).toEqual({ min: 2, max: 6 });
    expect(pointsLeft(SHEET, form)).toBe(2);
    form = stepped(SHEET, form, nerve, 1);
    expect(stepped(SHEET, form, nerve, 1)).toBe(form);
    form = stepped(SHEET, form, tongue, 1);
    expect([pointsLeft(SHEET, form), valueOf(form, tongue)]).toEqual([0, 6]);
    expect(stepped(SHEET, form, tongue, 1)).toBe(form);
    expect(stepped({ ...SHEET, template: null }, form, tongue, 1)).not.toBe(form);
  });

  it("[DT107] tells the engine only what the player changed or wrote", () => {
    expect(characterOf(emptyForm("guided"))).toEqual({});
    const form = {
      ...emptyForm("guided"),
      name: " Wren ",
      class: "Clerk",
      stats: { nerve: 4 },
      answers: { a: "", b: "Yes" },
    };
    expect(characterOf(form)).toEqual({ name: "Wren", class: "Clerk", stats: { nerve: 4 }, answers: { b: "Yes" } });
    expect(characterOf({ ...form, mode: "preset", preset: "Minty" })).toEqual({ name: "Wren", preset: "Minty" });
    expect(characterOf({ ...emptyForm("freeform"), words: "A clerk." })).toEqual({
      answers: { "In my own words": "A clerk." },
    });
  });

  it("[DT107] lets what the campaign itself gives stand, until the player changes it", () => {
    expect(isAsGiven(emptyForm("guided"), -3)).toBe(true);
    expect(isAsGiven({ ...emptyForm("guided"), stats: { nerve: 4 } }, -3)).toBe(false);
    expect(isAsGiven(emptyForm("guided"), 0)).toBe(false);
  });

  it("[DT108] fills in what the player's own words name, and leaves what they do not", () => {
    const words = "My name is Tamsin Rook. I was a clerk, barge-born and proud of it.";
    const form = readWords(SHEET, emptyForm("freeform"), words);
    expect(form).toMatchObject({ name: "Tamsin Rook", class: "Clerk", background: "Barge-born", race: null, words });
    expect(readWords(SHEET, form, words.replace("Tamsin", "Inez")).name).toBe("Inez Rook");
    expect(readWords(SHEET, { ...form, name: "Wren" }, words).name).toBe("Wren");
    const tired = readWords(SHEET, emptyForm("freeform"), "I am tired, and I keep clerkly hours.");
    expect(tired).toMatchObject({ name: "", class: null });
  });

  it("[DT109] deals somebody whole whom the engine takes, the same from the same seed", () => {
    for (let seed = 0; seed < 30; seed++) {
      const dealt = dealStranger(SHEET, emptyForm("guided"), `seed ${seed}`);
      expect(dealt).toEqual(dealStranger(SHEET, emptyForm("guided"), `seed ${seed}`));
      expect(dealt.name).toMatch(/^\w+ \w+$/);
      expect(dealt.class).not.toBeNull();
      expect(dealt.answers).toEqual({ "Whom did you leave?": "Nobody who noticed." });
      expect(pointsLeft(SHEET, dealt)).toBeGreaterThanOrEqual(0);
      for (const stat of SHEET.stats) {
        const { min, max } = boundsOf(SHEET, stat);
        expect(valueOf(dealt, stat)).toBeGreaterThanOrEqual(min);
        expect(valueOf(dealt, stat)).toBeLessThanOrEqual(max);
      }
    }
    const ready: Sheet = { ...SHEET, template: { presets: [{ name: "Minty" }] } };
    expect(dealStranger(ready, emptyForm("preset"), "x")).toMatchObject({ preset: "Minty", name: "Minty" });
  });

  it("[DT110] says a campaign's limits as sentences, and what the character is best at where one stat stands out", () => {
    expect(constraintWords(SHEET.template)).toBe("Era: 1903. There is no magic. Has never met the clerk.");
    expect(constraintWords(null)).toBe("");
    expect(bestStat(SHEET, { nerve: 3, tongue: 9 })).toBe("tongue");
    expect(bestStat({ ...SHEET, template: null }, { nerve: 5, tongue: 5 })).toBeNull();
  });
});
