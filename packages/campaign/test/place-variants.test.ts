// SPEC.md CA6450 and CA6451: places of several names.
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const read = (setting: string, locations: readonly string[], lore: { file: string; text: string }[] = []) => {
  const parts = { setting, lore, beats: locations.map((location, at) => beat(`b${at}`, "Rain fell.", { location })) };
  return readSmall(parts)
    .reading.places.map(({ called }) => called)
    .sort();
};

describe("places that a text says are one", () => {
  it.each([
    [
      "The long room, the schoolroom and Miss Abb's room are all the same place, and it is cold.",
      ["the long room", "the schoolroom"],
      ["the long room"],
    ],
    ["The mill and the Wheel are one and the same.", ["the mill", "the Wheel"], ["the mill"]],
    ["Below is the Long Shed, which the hands call the Oven.", ["the Long Shed", "the Oven"], ["the Long Shed"]],
    ["On the rock stands Fort Anvil, also known as the Tooth.", ["Fort Anvil", "the Tooth"], ["Fort Anvil"]],
    [
      "Everybody calls a room what they first heard. The kitchen is the galley to the crew.",
      ["the kitchen", "the galley"],
      ["the kitchen"],
    ],
  ])("[CA6450] are one: %s", (setting, locations, places) => {
    expect(read(setting, locations)).toEqual(places);
  });

  it.each([
    ["The mill and the Wheel are the same age.", ["the mill", "the Wheel"]],
    ["The mill and the Wheel are not the same.", ["the mill", "the Wheel"]],
    ["The kitchen is the heart of the house.", ["the kitchen", "the yard"]],
    ["In the yard and the kitchen the talk is the same.", ["the kitchen", "the yard"]],
  ])("[CA6450] are two where it says something else: %s", (setting, locations) => {
    expect(read(setting, locations)).toEqual([...locations].sort());
  });
});

describe("names of places that hardly differ", () => {
  it.each([
    ["Oriel Halt", "St. Oriel's Halt"],
    ["the Observation Car", "the observatory carriage"],
    ["the Weavers' Inn", "the Weavers Tavern"],
    ["Pelham Bridge", "the Pelham viaduct"],
    ["Crow Wood", "Crow Woods"],
  ])("[CA6451] are one place's: %s, %s", (a, b) => {
    expect(read("", [a, b])).toHaveLength(1);
  });

  it.each([
    ["North Bridge", "South Bridge"],
    ["St Anne's House", "Anne's house"],
    ["the Upper Station", "the Lower Station"],
    ["the fishing hut", "the hunting cabin"],
    ["Crow Wood", "Crow Farm"],
  ])("[CA6451] are two places': %s, %s", (a, b) => {
    expect(read("", [a, b])).toHaveLength(2);
  });

  it("[CA6451] are two places' where a sentence names them beside each other, or each has its page", () => {
    expect(
      read("Between the Pelham Bridge and the Pelham Viaduct lies a mile of sand.", [
        "Pelham Bridge",
        "Pelham Viaduct",
      ]),
    ).toHaveLength(2);
    const page = (name: string) => ({
      file: `lore/places/${name.toLowerCase().replace(" ", "-")}.md`,
      text: `# ${name}\n\nOld.`,
    });
    expect(read("", ["Crow Inn", "Crow Tavern"], [page("Crow Inn"), page("Crow Tavern")])).toHaveLength(2);
  });
});

describe("what nobody sets out for", () => {
  const beats = (...locations: string[]) => locations.map((location, at) => beat(`b${at}`, "Rain fell.", { location }));

  it("[CA6452] is the ship of which three parts are places of beats", () => {
    const { reading } = readSmall({
      setting: "The Gannet is a steam ferry. Captain Abb lives aboard the Gannet.",
      npcs: [person("Captain Abb", "master of the Gannet", { background: "Abb lives aboard the Gannet." })],
      beats: beats("the galley", "the after deck", "the wheelhouse"),
    });
    expect(reading.places.map(({ called }) => called).sort()).toEqual([
      "the after deck",
      "the galley",
      "the wheelhouse",
    ]);
  });

  it("[CA6452] is the town that somebody comes from, and a place of the story stays one", () => {
    const { reading } = readSmall({
      setting: "Tolley's farm lies a day out of Marlbrook.",
      npcs: [
        person("Percy Abb", "salesman", {
          background: "Abb came from Marlbrook in May. He has an office in Marlbrook.",
        }),
        person("Violet Oke", "smith", { background: "Oke lives at the forge." }),
      ],
      beats: beats("the yard", "the mill", "the ford"),
    });
    const places = reading.places.map(({ called }) => called);
    expect(places).not.toContain("Marlbrook");
    expect(places).toContain("the forge");
  });

  it("[CA6458] is the town of which the text that says so names three places of beats, and another town is none", () => {
    const setting =
      "Oxley Bridge is a town of two thousand people. It has the Radnor Arms, the mill and the Weir Walk. Pelham is a village in the hills.";
    const lore = (name: string) => ({
      file: `lore/places/${name.toLowerCase().replace(" ", "-")}.md`,
      text: `# ${name}\n\nOld and grey.`,
    });
    const { reading } = readSmall({
      setting,
      lore: [lore("Oxley Bridge"), lore("Pelham")],
      beats: beats("the Radnor Arms", "the mill", "the Weir Walk"),
    });
    const places = reading.places.map(({ called }) => called);
    expect(places).not.toContain("Oxley Bridge");
    expect(places).toContain("Pelham");
  });
});
