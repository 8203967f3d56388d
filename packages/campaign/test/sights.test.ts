// SPEC.md CA540 to CA542: which of the author's sentences show a place.
import { indexPhrases, learnProperWords } from "@narratoria/protocol/english";
import { describe, expect, it } from "vitest";
import { mineSights } from "../src/reading/mine/facts.js";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";

const proper = learnProperWords([], [], indexPhrases(""));
const sights = (paragraph: string, title = "the Pump House"): string[] =>
  mineSights([paragraph], title, proper).map(({ text }) => text);

describe("what shows a place", () => {
  it("[CA540] is a paragraph from its first sentence on, up to the first that cannot be told", () => {
    expect(
      sights("A post stands in the yard. Messengers came to us before it. Hardly anybody is seen here now."),
    ).toEqual(["A post stands in the yard."]);
    expect(sights("We came in by the gate. The levels are numbered from the top.")).toEqual([]);
    expect(sights("We came in by the gate. The Pump House has six engines.")).toEqual([
      "The Pump House has six engines.",
    ]);
  });

  it("[CA1654] leaves out the name of the place that a colon parts from a note, and keeps the sentence behind it", () => {
    const of = (text: string) => mineSights([text], "Dock Six", proper).map((sight) => sight.text);
    expect(of("Dock Six: where shuttles come in. All the other docks are broken.")).toEqual([]);
    expect(of("Dock Six: the cold in there lasts all year. The lamps are out.")).toEqual([
      "The cold in there lasts all year.",
      "The lamps are out.",
    ]);
    expect(of("The lamps are out: nobody pays for them.")).toEqual(["The lamps are out: nobody pays for them."]);
  });

  it("[CA540] leaves out what numbers the parts of a guide", () => {
    expect(sights("Stage two. The river is brown and wide here.")).toEqual(["The river is brown and wide here."]);
  });

  it("[CA5303] is no row of a table and no field of a list", () => {
    expect(sights("Panel 1. Cattle. Forty-three. Panel 2. Two boats, and one of them has a mast.")).toEqual([]);
    for (const field of [
      "Stores: Two hundred tins of petrol.",
      "Wireless: Works mornings.",
      "What: The tomb pays for it all.",
    ])
      expect(sights(field)).toEqual([]);
    expect(sights("Custom: The owner draws your first cup.")).toEqual(["The owner draws your first cup."]);
    // A sentence with a colon in it is one.
    expect(sights("Under the blotter lies one thing more: a letter.")).toHaveLength(1);
  });

  const lore = (text: string, setting: string) =>
    readSource({
      ...WEIGHBRIDGE,
      setting: `# Salt\n\n${setting}`,
      lore: [{ file: "lore/places/pump-house.md", text: `# The Pump House\n\n${text}` }],
    })
      .places.find(({ name }) => /pump house/i.test(name))
      ?.sights.map((sight) => sight.text);

  it.each([
    ["It is a village of thirty houses, with a pump house, an inn and a ford.", 0],
    ["Every pump house leaks. Two pump houses leak more.", 0],
    ["No pump house has stood here since the war.", 0],
    ["The pump house is older than the town.", 1],
  ])("[CA719] is shown by no sentence that says what there is: %j", (setting, count) => {
    const { places } = readSource({
      ...WEIGHBRIDGE,
      setting: `# Salt\n\nThe town lies low.\n\n${setting}`,
      lore: [{ file: "lore/places/pump-house.md", text: "# The Pump House" }],
    });
    expect(places.find(({ name }) => /pump house/i.test(name))?.sights ?? []).toHaveLength(count);
  });

  it("[CA541] stands in the text about it, and only where there is none in what others say of it", () => {
    const setting = "The Pump House is older than the town.";
    expect(lore("Six engines stand in a row, built in 1841, and none of them is cold.", setting)).toEqual([
      "Six engines stand in a row, built in 1841, and none of them is cold.",
    ]);
  });

  it("[CA542] ends before what is the teller's, though a sentence before it was joined with it", () => {
    expect(
      lore("The clock starts when the cage opens. It is loud. Do not tell them which clock.", "Salt is white."),
    ).toEqual(["The clock starts when the cage opens. It is loud."]);
  });

  it("[CA544] stands in the paragraph that opens with the place, whatever place its text is about", () => {
    const text =
      "# The Pump House\n\nThe Pump House has six engines, all of them warm.\n\nThe Weigh House, which is older, has a floor that slopes.";
    const { places } = readSource({ ...WEIGHBRIDGE, lore: [{ file: "lore/places/pump-house.md", text }] });
    const of = (name: RegExp) => places.find((place) => name.test(place.name))?.sights.map((sight) => sight.text) ?? [];
    expect(of(/pump house/i)).toEqual(["The Pump House has six engines, all of them warm."]);
  });

  it("[CA6354] has what leaves out its verb with the sentence that says it", () => {
    expect(sights("Everyone says that the smell goes away. Nobody has.")).toEqual([
      "Everyone says that the smell goes away. Nobody has.",
    ]);
    expect(sights("The doors are said to close at nine. They don't.")).toEqual([
      "The doors are said to close at nine. They don't.",
    ]);
  });

  it("[CA6358] has a heading as the subject of the fragment below it, and stays with its page", () => {
    const text =
      "# The Pump House\n\n## The low hall\nForty vats, sixty taps and a clock. The water runs brown.\n\n## The coal door\nWhere coal comes in and ash goes out.\n\n## The loft\nIt is warm up there.\n\n## The rules\nThree knocks, and a wait.";
    const { places } = readSource({ ...WEIGHBRIDGE, lore: [{ file: "lore/places/pump-house.md", text }] });
    const told = places.find((place) => /pump house/i.test(place.name))?.sights.map((sight) => sight.text) ?? [];
    expect(told).toContain("The low hall is forty vats, sixty taps and a clock.");
    expect(told).toContain("The coal door is where coal comes in and ash goes out.");
    expect(told.join(" ")).not.toContain("The rules");
  });

  it("[CA1544] is not what stands behind another's name, nor behind one that is somewhere else", () => {
    const text =
      "# The Pump House\n\nThe Pump House has six engines, all of them warm.\n\n**The shop (Southside).** The shelves are painted green to the ceiling.";
    const { places } = readSource({ ...WEIGHBRIDGE, lore: [{ file: "lore/places/pump-house.md", text }] });
    const of = (name: RegExp) => places.find((place) => name.test(place.name))?.sights.map((sight) => sight.text) ?? [];
    expect(of(/pump house/i)).toEqual(["The Pump House has six engines, all of them warm."]);
  });
});
