import { describe, expect, it } from "vitest";
import { isAboutUntold, lacksAntecedent, lacksIntroduction } from "../src/scene/referents.js";
import { story } from "./support/fixture-story.js";

const people = story.matter.people;

it.each([
  ["On the night of Tuesday last he wrote one line with no name at all.", "", true],
  ["On the night of Tuesday last he wrote one line.", "The innkeeper keeps a register.", false],
  ["Jonas Peel says that he has weighed it.", "", false],
  ["The weigher says that he has weighed it.", "", false],
  ["A clerk who lies may not say that he lies.", "", false],
  ["She spat at him for a year.", "The turnkey, Mrs. Ammerly, is a woman from the Wards.", false],
  ["The water is cold when she sings.", "", true],
  ["The house is older than the hall.", "", false],
  ["The register says: “He paid in salt.”", "", false],
])("[NA515] %j after %j lacks an antecedent: %s", (sentence, context, lacks) => {
  expect(lacksAntecedent(sentence, context, people)).toBe(lacks);
});

it("[NA516] is about no name that nothing has told, unless it says whose it is", () => {
  const scale = "The beam of pear wood is called Clemency by everybody.";
  const of = {
    ...story,
    authored: new Set([scale]),
    proper: { ...story.proper, has: (word: string) => word === "Clemency" },
  };
  const untold = (sentence: string, told: readonly string[] = []): boolean =>
    isAboutUntold(
      sentence,
      of,
      (text) => told.includes(text),
      () => false,
    );
  expect(untold("Clemency is tested every Monday before light.")).toBe(true);
  expect(untold("Clemency is tested every Monday before light.", [scale])).toBe(false);
  expect(untold("Clemency is a scale of pear wood.")).toBe(false);
  expect(untold("Clemency, the scale, is tested every Monday.")).toBe(false);
  expect(untold("Every Monday the scale is tested.")).toBe(false);
});

describe("a thing that opens a sentence as if it were known", () => {
  it.each([
    ["The adit is a drain, cut in 1760.", "It took forty men.", true],
    ["The crack in the roof is measured.", "", false],
    ["The adit is a drain, cut in 1760.", "Those who got out by the adit were three.", false],
    ["The sun never comes in here.", "", false],
    ["The old weighing room smells of salt.", "You ask Odile about the flood.", true],
    ["Odile keeps the key.", "", false],
  ])("[NA609] %j after %j lacks its introduction: %s", (sentence, context, lacks) => {
    expect(lacksIntroduction(sentence, context)).toBe(lacks);
  });
});
