import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const CAST = [
  person("Nina", "a smith", { motivations: ["Get the red notebook back"] }),
  person("Osk", "a printer", { motivations: ["Sell the press"] }),
];
const BEATS = [
  beat("one", "Nina and Osk sit by the stove. On the table lies a list of names, and the red notebook is not on it."),
  beat("two", "Osk oils the press."),
  beat("rain", "It rains, and Osk counts the letters."),
  beat("three", "Nina opens the red notebook and reads.", { title: "The Notebook" }),
];
const ENDINGS = [{ id: "stove", title: "The Stove", body: "Nina puts the notebook into the stove." }];

const asked = (more: Parameters<typeof readSmall>[0] = {}) => {
  const { reading } = readSmall({ npcs: CAST, beats: BEATS, endings: ENDINGS, ...more });
  const own = reading.beats.flatMap(({ id, choices }) =>
    choices.flatMap(({ text, until }) => (until === undefined ? [] : [`${id}: ${text} (${until})`])),
  );
  return { own, opening: reading.openingChoices?.map(({ text, until }) => `${text} (${until})`) ?? [] };
};

describe("a question that is put off", () => {
  it("[CA1541] is about a thing of the plot, to whoever has to do with it and is there when it comes out", () => {
    expect(asked().own).toEqual(["one: ask Nina about the red notebook (three)"]);
  });

  it("[CA1541] may come of the premise, and is not asked twice", () => {
    const premise = "Nina has lost the red notebook, and half the street is in it.";
    expect(asked({ premise })).toEqual({ own: [], opening: ["ask Nina about the red notebook (one)"] });
  });

  it.each<[string, Parameters<typeof readSmall>[0]]>([
    ["a thing that nothing turns on", { beats: BEATS.slice(0, 2), endings: [] }],
    ["nobody who is there when it comes out", { npcs: CAST.filter(({ id }) => id !== "nina") }],
    [
      "a thing with lore of its own",
      { lore: [{ file: "lore/notebook.md", text: "# The notebook\n\nThe notebook is bound in red cloth." }] },
    ],
  ])("[CA1541] is not asked of %s", (_, more) => {
    expect(asked(more).own).toEqual([]);
  });
});
