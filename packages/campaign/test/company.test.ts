import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const place = (name: string) => ({ file: `lore/places/${name}.md`, text: `# The ${name}\n\nRain on the roof.` });

describe("a company that the player is one of", () => {
  const friends = [
    person("Ossie", "Cook"),
    person("Bram", "Radio, maps", { age: 17 }),
    person("Marta", "The girl on the radio"),
  ];
  const beats = [
    beat("b1", "Ossie and Bram argue. You're all in the dry bit where you sleep. The voice (Marta) asks for bread."),
    beat("b2", "Ossie sings. All of you push.", { location: "the garage" }),
    beat("b3", "Bram finds the map. You all laugh.", { location: "the quarry" }),
    beat("b4", "Ossie and Bram hide.", { location: "the harbour" }),
    beat("b5", "Marta waits with a lamp.", { location: "the pier" }),
  ];
  const lore = ["baths", "garage", "quarry", "harbour", "pier"].map(place);
  const read = (premise: string) => readSmall({ premise, npcs: friends, beats, lore, startingLocation: "the baths" });

  it("[CA1412] goes where the player goes, where the author speaks to all of them from the premise on", () => {
    const { reading } = read("Ossie has bread. None of you has been past the garage. Bram knows the way.");
    const travels = reading.cast.filter(({ evidence }) => evidence.travels !== undefined).map(({ id }) => id);
    expect(travels.sort()).toEqual(["bram", "ossie"]);
  });

  it("[CA1412] has nobody in it of whom the premise says only what they will do", () => {
    const met = [
      beats[0],
      ...["the garage", "the quarry", "the harbour", "the pier"].map((location, at) =>
        beat(`n${at}`, "Ossie and Bram sing. Nell counts you all.", { location }),
      ),
    ].flatMap((one) => one ?? []);
    const travels = (premise: string) =>
      readSmall({
        premise,
        npcs: [...friends, person("Nell", "Clerk")],
        beats: met,
        lore,
        startingLocation: "the baths",
      })
        .reading.cast.filter(({ evidence }) => evidence.travels !== undefined)
        .map(({ id }) => id);
    const opens = "Ossie has bread. None of you has been past the garage. Bram knows the way.";
    expect(travels(`${opens} Nell has the map.`)).toContain("nell");
    expect(travels(`${opens} On the fifth Nell is going to sell the pier.`)).not.toContain("nell");
  });

  it("[CA1412] is none where it is spoken to by chance", () => {
    const { reading } = read("Ossie has bread. Bram knows the way.");
    expect(reading.cast.filter(({ evidence }) => evidence.travels !== undefined)).toEqual([]);
  });

  it("[CA1410] begins where the story starts", () => {
    expect(read("Rain.").placeOf("b1")).toBe("the baths");
  });

  it.each([
    ["The voice (Marta) asks for bread.", false],
    ["Marta says over the intercom that there is bread.", false],
    ["Marta's voice comes over the radio.", false],
    ["Marta asks for bread.", true],
  ])("[CA1411] has nobody in it who is only heard: %s", (text, isThere) => {
    const { castOf } = readSmall({ npcs: friends, beats: [beat("b1", `Bram and Ossie wait. ${text}`)] });
    expect(castOf("b1").includes("marta")).toBe(isThere);
  });

  it.each([
    ["radio, theories", "human"],
    ["The bus", "machine"],
    ["Radio. Talks at night", "machine"],
    ["Merfolk. Envoy of the court", "other"],
  ])("[CA1409] are what their role says, and not what they look after: %s", (role, kind) => {
    expect(readSmall({ npcs: [person("Bram", role)] }).reading.cast[0]?.kind).toBe(kind);
  });
});

it("[CA1408] titles of texts on places name what they are about, and no labels", () => {
  const { reading } = readSmall({
    lore: [
      { file: "lore/places/a.md", text: "# Of the Tolhouse\n\nTwo rooms." },
      { file: "lore/places/b.md", text: "# L4-L8\n\n## L4 The Low Lantern\n\nA den." },
    ],
    beats: [beat("b1", "Rain."), beat("b2", "Rain at the Tolhouse.")],
  });
  const names = reading.places.map(({ called }) => called);
  expect(names).toContain("the Tolhouse");
  expect(names.join()).not.toMatch(/Of the|L4-L8/);
});

it("[CA1419] a saint's house is one place with and without its noun", () => {
  const { reading } = readSmall({
    lore: [{ file: "lore/places/a.md", text: "# St. Brannoc's\n\nA nave. Rain comes into St. Brannoc's kirk." }],
    beats: [
      beat("b1", "Rain.", { location: "St. Brannoc's kirk" }),
      beat("b2", "Rain.", { location: "St. Brannoc's" }),
    ],
  });
  expect(new Set(reading.beats.map(({ place }) => place)).size).toBe(1);
});
