// SPEC.md CA1040 to CA1043: titles, locations and openings of beats that name a place, and those that do not.
import { describe, expect, it } from "vitest";
import { beat, readSmall } from "./support/small-story.js";

const read = (parts: Parameters<typeof readSmall>[0]) =>
  readSmall(parts)
    .reading.places.map(({ called }) => called)
    .sort();

const lore = (file: string, title: string, text: string) => ({
  file: `lore/places/${file}.md`,
  text: `# ${title}\n\n${text}`,
});

describe("the title of lore about a place", () => {
  it.each([
    ["the-crooked-lamp", "Where to sleep, and what it costs", "The Crooked Lamp has nine beds."],
    ["the-crooked-lamp", "How the inn got its name", "Nobody remembers who bent the lamp of the Crooked Lamp."],
    ["the-crooked-lamp", "What happened to the third bed?", "It went out of the window of the Crooked Lamp in May."],
    ["the-crooked-lamp", "Nobody sleeps well there", "They sleep worse at the Crooked Lamp than in the hedge."],
  ])("[CA1040] that is a clause gives way to the name of the file: %s, %s", (file, title, text) => {
    expect(read({ lore: [lore(file, title, text)] })).toEqual(["the Crooked Lamp"]);
  });

  it.each([
    ["plan", "Plan of the cellars, for visitors"],
    ["map-of-the-fen", "A map of the fen"],
    ["guide", "A visitor's guide"],
    ["notes", "Notes on the harbour"],
  ])("[CA1040] that is a document's names no place: %s", (file, title) => {
    expect(
      read({ lore: [lore(file, title, "Drawn by hand.")], beats: [beat("b1", "Rain.", { location: "the ford" })] }),
    ).toEqual(["the ford"]);
  });

  it.each([
    ["Who's Inn", "Who's Inn"],
    ["Every Man's Rest", "Every Man's Rest"],
    ["World's End", "World's End"],
  ])("[CA1040] stays where prose puts somebody there: %s", (title, called) => {
    expect(read({ lore: [lore("inn", title, `You eat at ${title}. One sleeps in ${title}.`)] })).toContain(called);
  });
});

describe("a location", () => {
  it.each([
    ["On stage, Old Playhouse", "the stage"],
    ["Up in the flies", "the flies"],
    ["In the kitchen", "the kitchen"],
    ["at the ferry landing, after dark", "the ferry landing"],
    ["on deck", "the deck"],
    ["Aboard the Marigold", "the Marigold"],
    ["Down in the cellar", "the cellar"],
    ["in Hell, at the foot of the ladder", "Hell"],
  ])("[CA1041] that opens with a preposition is the place behind it: %s", (location, called) => {
    const { placeOf, reading } = readSmall({ beats: [beat("b1", "Rain.", { location })] });
    expect(placeOf("b1")).toBe(called);
    expect(reading.places).toHaveLength(1);
  });

  it.each(["on the road between Ash and Elm", "on the way to the mill", "at home", "on the phone"])(
    "[CA1041] names no place: %s",
    (location) => {
      // Where nothing names a place, the whole story has one.
      expect(read({ beats: [beat("b1", "Rain falls.", { location })] })).toEqual(["a Small Story"]);
    },
  );

  it("[CA1041] is one place, with and without a preposition", () => {
    const { reading } = readSmall({
      beats: [
        beat("b1", "Rain.", { location: "On stage, Old Playhouse" }),
        beat("b2", "Snow.", { location: "the stage (by the lamp)" }),
        beat("b3", "Hail.", { location: "Stage, at the footlights" }),
      ],
    });
    expect(reading.places.map(({ called }) => called)).toEqual(["the stage"]);
  });
});

describe("a beat without a location", () => {
  it.each([
    ["In the Company hut at Skell, the engineer pours tea.", "the Company hut"],
    ["At the smithy in Lower Ombray, the fire is out.", "the smithy"],
    ["In the chapel of Saint Ebb, a table has been put where the font was.", "the chapel"],
    ["Along row three of the churchyard you stretch the tape.", "the churchyard"],
    ["Behind the tannery, two boys fight over a hat.", "the tannery"],
  ])("[CA1042] plays where its first sentence opens: %s", (description, called) => {
    const { placeOf } = readSmall({
      setting:
        "The village is Lower Ombray. Skell is a gorge. From Skell one sees the mill and the meadow. The ground is wet.",
      beats: [
        beat("b1", description),
        beat("b2", "You walk from Skell to the meadow. In the meadow it rains."),
        beat("b3", "Snow at Skell. You are at Skell, in Skell, and the mill is at Skell."),
      ],
    });
    expect(placeOf("b1")).toBe(called);
  });
});

it("[CA1043] makes no place of a section of the setting on the lie of the land", () => {
  const setting =
    "# Ombray\n\n## The ground\n\nIt is wet. On the ground lies snow.\n\n## The mill\n\nIn the mill it is dry.\n";
  expect(read({ setting })).not.toContain("the ground");
});

it.each(["The Three Corks Inn, the end room", "the Three Corks inn", "Three Corks"])(
  "[CA1040] joins what is named by its file with how a beat calls it: %s",
  (location) => {
    expect(
      read({
        lore: [
          lore("the-three-corks", "Where to stay", "There is one inn. It is called the Three Corks, and has two."),
        ],
        beats: [beat("b1", "Rain.", { location })],
      }),
    ).toHaveLength(1);
  },
);
