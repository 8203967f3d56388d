import { describe, expect, it } from "vitest";
import { isSomebodys, isTime, isWide } from "../src/reading/no-places.js";
import { isHeadingName } from "../src/reading/place-names.js";
import { beat, person, readSmall } from "./support/small-story.js";

const namesIn = (parts: Parameters<typeof readSmall>[0]): string[] =>
  readSmall(parts).reading.places.map(({ called }) => called.replace(/^the /, ""));

const MILL = "# The valley\n\n## The mill\n\nWhite dust.\n\n## The ford\n\nStones.\n";

describe("what stands among places and is none", () => {
  it("[CA1568] is a day of a table of what happens", () => {
    const setting = `# The town\n\n## When\n\n| Day | What |\n| --- | --- |\n| 4th | The gate is shut on the 4th. |\n| 6th | Bread. |\n\n## The gate\n\nIron.`;
    expect(namesIn({ setting })).toEqual(["gate"]);
    const days =
      "- **The 4th.** The lock. On the 4th nobody sleeps, on the 4th nobody eats.\n- **The lock.** Wet.\n- **The ford.** Stones.";
    expect(namesIn({ setting: `# The town\n\n## Where and when\n\n${days}` })).toEqual(["lock", "ford"]);
  });

  it.each([
    ["the 4th", true],
    ["4th of May", true],
    ["Day 3", true],
    ["Night Two", true],
    ["Friday the 13th", true],
    ["21:30", true],
    ["6 May", true],
    ["4th Street", false],
    ["the Fourth Well", false],
    ["Day Room", false],
    ["Nightgate", false],
    ["Bay 4", false],
    ["Sunday's End", false],
  ])("[CA1568] %j as a day: %s", (name, is) => {
    expect(isTime(name)).toBe(is);
  });

  it("[CA1568] is somebody whose name ends like a place's, and a body of people", () => {
    const people =
      "Nine days ago **Teo Marsh**, cutter, twenty-six, died in the mill. The union is **Local 88** of the trades. They earn **harvest pay**.";
    expect(namesIn({ setting: `${MILL}\n## The people\n\n${people}` })).toEqual(["mill", "ford"]);
    expect(isSomebodys("Ann Hill", "Ann Hill was born here.")).toBe(true);
    expect(isSomebodys("Gallows Hill", "Gallows Hill, bare and windy, is steep.")).toBe(false);
    expect(isSomebodys("Grimsby", "The nearest town is **Grimsby**.")).toBe(false);
    expect(isSomebodys("Cold Harbour", "The inn is Cold Harbour, and it is shut.")).toBe(false);
  });

  it("[CA3320] is a body of people among others of its kind, or with a text in a folder of such bodies", () => {
    const bodies = "Two guilds rule here: the **Ropers** (hemp) and the **Coopers** (oak). None likes the others.";
    expect(namesIn({ setting: `${MILL}\n## The people\n\n${bodies}` })).toEqual(["mill", "ford"]);
    const named = "The **Ropers** and the **Coopers** drink at the **ford**.";
    const lore = [
      { file: "lore/clans/ropers.md", text: "# The Ropers\n\nForty hands.\n" },
      { file: "lore/clans/coopers.md", text: "# The Coopers\n\nThirty hands.\n" },
    ];
    expect(namesIn({ setting: `${MILL}\n## The people\n\n${named}`, lore })).toEqual(["mill", "ford"]);
    const parts = [person("Ann", "Mistress of the Ropers")];
    const { reading } = readSmall({
      setting: `${MILL}\n## The people\n\n${bodies}`,
      npcs: parts,
      beats: [beat("b1", "Ann counts the sacks.", { location: "the mill" })],
    });
    expect(reading.cast[0]?.home).toBe("mill");
    // Somebody is put there: it is a place as well.
    const sat = `${bodies} They sat at the Coopers till dark, and met again in the Coopers.`;
    expect(namesIn({ setting: `${MILL}\n## The people\n\n${sat}` })).toContain("Coopers");
  });

  it("[CA3322] is no second place for where the player starts, where that is part of a whole that is none", () => {
    const lore = [{ file: "lore/places/the-ice-house.md", text: "# The Ice House\n\nThe ice house is cold.\n" }];
    const starts = (startingLocation: string, location = "The gate") =>
      namesIn({ setting: MILL, lore, beats: [beat("b1", "It rains.", { location })], startingLocation });
    expect(starts("The gate of St Osric's (in your hand)").filter((name) => /gate/i.test(name))).toEqual(["gate"]);
    expect(starts("The mill", "The ice house behind the Crow").filter((name) => /ice/i.test(name))).toHaveLength(1);
  });

  it("[CA1568] is an oven in which something is", () => {
    const beats = [beat("b1", "The cake is in the oven, and the knocker goes.", { location: "the mill" })];
    expect(namesIn({ setting: MILL, beats })).toEqual(["mill", "ford"]);
  });

  it("[CA1569] is country as a whole: it is told about, and nobody sets out for it", () => {
    const setting = `${MILL}\n## The grounds\n\nThe trip is to the grounds off the cape.\n`;
    const places = ["the mill", "the ford", "the lock"].map((location, at) =>
      beat(`b${at}`, "It rains.", { location }),
    );
    const find = (beats: typeof places) => {
      const { reading } = readSmall({ setting, beats });
      return reading.places.some(({ name }) => /grounds/.test(name));
    };
    expect(find(places)).toBe(false);
    expect(isWide("the fishing grounds")).toBe(true);
    expect(isWide("the playground")).toBe(false);
    expect(isWide("the line")).toBe(true);
    expect(isWide("the lime kiln")).toBe(false);
  });

  it("[CA1568] is a feast of the year", () => {
    const texts = "It was due at Martinmas. At Martinmas they went to the mill, and at Martinmas they paid.";
    expect(namesIn({ setting: `${MILL}\n\n${texts}` }).join(" ")).not.toMatch(/Martinmas/);
    for (const name of ["Martinmas", "Michaelmas", "Lent", "Whitsun"]) expect(isTime(name), name).toBe(true);
    for (const name of ["Thomas", "the Christmas Shop"]) expect(isTime(name), name).toBe(false);
  });

  it("[CA4700] is a heading of what is told in short", () => {
    const setting = `${MILL}\n## The cave in outline\n\nThe cave is deep. People go down into the cave.\n`;
    expect(namesIn({ setting }).filter((name) => /outline/.test(name))).toEqual([]);
    expect(isHeadingName("The cave at a glance")).toBe(false);
    expect(isHeadingName("The cave")).toBe(true);
  });
});

describe("one place under two names", () => {
  it("[CA1570] is the fish dock at Scarness and Scarness fish dock", () => {
    const beats = [beat("b1", "It rains.", { location: "Scarness fish dock" })];
    expect(namesIn({ beats, startingLocation: "the fish dock at Scarness" })).toHaveLength(1);
  });

  it("[CA4710] is a place with the code of where it is, unless another goes by the same name", () => {
    const at = (...locations: string[]) => {
      const beats = locations.map((location, index) =>
        beat(`b${index}`, "They sat in the control room.", { location }),
      );
      return namesIn({ beats });
    };
    expect(at("Control room, H4", "Clinic, H4", "Foot of the Third Shaft, Station 25")).toEqual([
      "control room",
      "Clinic",
      "foot of the Third Shaft",
    ]);
    expect(at("A-Deck, Room 3", "A-Deck, Room 5")).toEqual(["A-Deck, Room 3", "A-Deck, Room 5"]);
  });

  it("[CA1570] is 6B and Ward 6B", () => {
    const setting = "# The hospital\n\nYou are on **Ward 6B**. On Ward 6B it is dark, and on Ward 6B it is late.";
    const beats = [beat("b1", "It rains.", { location: "6B" })];
    expect(namesIn({ setting, beats, startingLocation: "6B" })).toEqual(["Ward 6B"]);
  });

  it("[CA1570] is what a file writes with and, and texts with an ampersand", () => {
    const lore = [{ file: "lore/places/suds-and-such.md", text: "Suds & Such has nine washers and no clock." }];
    const beats = [beat("b1", "It rains.", { location: "Suds & Such" })];
    expect(namesIn({ beats, lore })).toEqual(["Suds & Such"]);
  });

  it("[CA1570] is not Boat A and Boat B", () => {
    const lore = [
      { file: "lore/places/the-boats.md", text: "# Boat A and Boat B\n\nTwenty seats in Boat A and Boat B." },
    ];
    expect(namesIn({ lore, setting: "# Yard\n\nThere are **Boat A** and **Boat B**. She sits in Boat B." })).toEqual(
      expect.not.arrayContaining(["Boat A and Boat B"]),
    );
  });

  it("[CA1571] is a house and its address", () => {
    const beats = [
      beat("b1", "It rains.", { location: "9 Crumb Lane" }),
      beat("b2", "It is dark.", { location: "Crumb Lane" }),
    ];
    const lore = [
      { file: "lore/places/the-second-rise.md", text: "# The Second Rise\n\nNumber nine, Crumb Lane. Blue door." },
    ];
    const byLore = readSmall({ beats, lore });
    expect([byLore.placeOf("b1"), byLore.placeOf("b2")]).toEqual(["the Second Rise", "Crumb Lane"]);
    const starting = readSmall({ beats, lore, startingLocation: "Crumb Lane, outside the Second Rise, in the dark" });
    expect(starting.reading.places[0]?.called).toBe("the Second Rise");
    const setting = `${MILL}\nYour bakery is **The Second Rise**, at 9 Crumb Lane. In the Second Rise it is warm.`;
    const rise = [{ file: "lore/places/the-second-rise.md", text: "# The Second Rise\n\nBlue door." }];
    expect(readSmall({ beats, setting, lore: rise }).placeOf("b1")).toBe("the Second Rise");
  });
});

it("[CA1626] a town that is only in people's pasts, or reported, is no place of the story", () => {
  const of = (second: string): readonly string[] =>
    readSmall({
      npcs: [person("Nell", "Cook", { background: "She was a child in Brask." })],
      beats: [beat("b1", second)],
    }).reading.places.map(({ name }) => name);
  expect(of("Nell said that he died in Brask.")).not.toContain("Brask");
  expect(of("It is noisy in Brask. Nell waits in Brask for the cart.")).toContain("Brask");
});
