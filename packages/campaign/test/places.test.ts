// SPEC.md CA414 and CA415: what is a place of the story, and how one gets there.
import type { Add } from "../src/reading/place-drafts.js";
import { gatherFromProse } from "../src/reading/place-prose.js";
import type { Span } from "../src/reading/texts.js";
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const namesIn = (parts: Parameters<typeof readSmall>[0]): string[] =>
  readSmall(parts).reading.places.map(({ called }) => called.replace(/^the /, ""));

const MILL = "# The valley\n\n## The mill\n\nWhite dust.\n\n## The ford\n\nStones.\n";

describe("one house under two names", () => {
  const read = (name: string, location: string, more = "") =>
    namesIn({
      setting: `${MILL}\n## The ${name}\n\nTwo rooms and a fire.\n${more}`,
      beats: [beat("b1", "It is full.", { location })],
    }).filter((one) => one.includes(name));

  it.each([
    ["Plough", "The Plough inn"],
    ["Orpheum", "The Orpheum theatre"],
    ["Comet", "The Comet hotel"],
    ["Blue Lamp", "The Blue Lamp"],
  ])("[CA716] the %s is %s", (name, location) => {
    expect(read(name, location)).toHaveLength(1);
  });
});

describe("what is no place", () => {
  it.each([
    [
      "in a section on the year",
      `${MILL}\n## The year\n\nIt begins with the **Green Hunger**. In the Green Hunger we wait.`,
    ],
    ["by its noun", `${MILL}\nNobody sleeps in the **Night of Loud Doors**. In the Night of Loud Doors we bang.`],
    [
      "by the words before it",
      `${MILL}\nRain until the **Long Light**. In the Long Light we sow, in the Long Light we reap.`,
    ],
  ])("[CA414] is a time of the year %s", (_, setting) => {
    expect(namesIn({ setting })).toEqual(["mill", "ford"]);
  });

  it("[CA414] is the head of a table of places", () => {
    expect(
      namesIn({
        setting: `${MILL}\n## Districts\n\n| District | Walks |\n| --- | --- |\n| Exchange Hill | 4 |\n| Coal Bridge | 2 |`,
        beats: [beat("b1", "Snow falls.", { location: "Exchange Hill" })],
      }),
    ).not.toContain("District");
  });

  it("[CA414] keeps a place whose name sounds like a time", () => {
    expect(
      namesIn({
        setting: `${MILL}\n## The Long Watch\n\nA tower.`,
        beats: [beat("b1", "Snow.", { location: "the Long Watch" })],
      }),
    ).toContain("Long Watch");
  });
});

describe("what a place is called", () => {
  it("[CA418] is what prose puts somebody in, not what a location calls it the road of", () => {
    const { reading } = readSmall({
      setting: `${MILL}\nWe go up in the nineteen turnings, and rest in the nineteen turnings.`,
      beats: [beat("b1", "Ash falls.", { location: "The road of the nineteen turnings" })],
    });
    expect(reading.places.map(({ called }) => called)).toContain("the nineteen turnings");
  });
});

describe("places of two names", () => {
  it("[CA700] are one where a location says that something is in it, or of what it is a part", () => {
    expect(
      namesIn({
        setting: "# The house\n\n## Hell\n\nBelow the stage.\n\n## The prompter's box\n\nA tin hood.\n",
        beats: [
          beat("b1", "It drips.", { location: "In Hell, at the foot of the ladder" }),
          beat("b2", "It is hot.", { location: "The prompter's box" }),
          beat("b3", "It is cold.", { location: "The prompter's box of the Teatro Regina" }),
        ],
      }),
    ).toEqual(["Hell", "prompter's box"]);
  });

  it("[CA413] are one where a room is known and its noun stands alone", () => {
    const { reading, somebody } = readSmall({
      setting: `${MILL}\nThe children go to the school. There is a stove in the school.`,
      npcs: [person("Ann Dow", "Keeper of the school", { id: "ann" })],
      beats: [beat("b1", "Rain.", { location: "The schoolroom" })],
    });
    expect(reading.places.map(({ called }) => called)).not.toContain("the school");
    expect(somebody("ann").home).toBe(reading.beats[0]?.place);
  });
});

describe("how one gets to a place", () => {
  const reachOf = (name: string, parts: Parameters<typeof readSmall>[0]) =>
    readSmall(parts).reading.places.find(({ called }) => called.toLowerCase().endsWith(name))?.reach;
  const at = (location: string, more: Parameters<typeof beat>[2] = {}) =>
    beat("b1", "Snow falls.", { location, ...more });
  const valley = (text: string) => `${MILL}\n## The light\n\n${text}`;

  it.each([
    ["by what it is called", "K-9, a buoy, rings.", "K-9", "k-9"],
    ["by its name", "Herons.", "The Far Bank", "far bank"],
    ["by the only means", "The light can be reached only by launch.", "The light", "light"],
    ["by having no road", "There is no road to the light.", "The light", "light"],
    ["by lying out at sea", "The light stands two miles out, and blinks.", "The light", "light"],
  ])("[CA415] takes means %s", (_, text, location, name) => {
    expect(reachOf(name, { setting: valley(text), beats: [at(location)] })).toMatchObject({
      by: "means",
      evidence: { certainty: "inferred" },
    });
  });

  it("[CA415] says what it takes", () => {
    expect(
      reachOf("light", { setting: valley("The light can be reached only by launch."), beats: [at("The light")] }),
    ).toMatchObject({ needs: "launch" });
  });

  it("[CA415] is beyond the water with what it stands on", () => {
    expect(
      reachOf("hut", {
        setting: MILL,
        npcs: [person("Ann Dow", "Keeper of the hut on the Far Bank", { id: "ann" })],
        beats: [at("The hut"), beat("b2", "Mist lies on the Far Bank. Nobody goes to the Far Bank.")],
      }),
    ).toMatchObject({ by: "means" });
  });

  it("[CA415] is closed where the text says so, until a beat opens it", () => {
    const setting = valley("The light has been sealed since the war.");
    expect(reachOf("light", { setting, beats: [at("The light")] })).toMatchObject({ by: "closed" });
    expect(
      reachOf("light", { setting, beats: [at("The light", { consequences: ["The player may enter the light"] })] }),
    ).toMatchObject({ by: "beat", beat: "b1", evidence: { certainty: "inferred" } });
  });

  it("[CA415] waits for a beat whose condition is leave to go there", () => {
    expect(
      reachOf("light", {
        setting: valley("It blinks."),
        beats: [at("The light", { conditions: { player_state: "has leave to take a launch to the light" } })],
      }),
    ).toMatchObject({ by: "beat", beat: "b1" });
  });

  it.each([
    "The light is shut on Mondays.",
    "The light is never locked.",
    "The mill is by the ford, and no road leads to town.",
    "From the mill one sees boats two miles out.",
  ])("[CA415] is said of no place for: %s", (text) => {
    expect(reachOf("light", { setting: valley(text), beats: [at("The light")] })).toBeUndefined();
    expect(reachOf("mill", { setting: valley(text), beats: [at("The light")] })).toBeUndefined();
  });
});

it("[CA454] is what beats open with that open alike", () => {
  const held = ["HELD in the Briar Cage, which is hollow.", "HELD at the Gap.", "HELD under the Old Ash. Wind."];
  const opened = (...texts: string[]) => readSmall({ beats: texts.map((text, at) => beat(`b${at}`, text)) });
  const told = opened(...held);
  expect(["b0", "b1", "b2"].map(told.placeOf)).toEqual(["the Briar Cage", "the Gap", "the Old Ash"]);
  expect(opened(held[0]!, "Snow falls.", "Nobody comes.").placeOf("b0")).toBeUndefined();
});

it("[CA456] are the venues of a town that has several", () => {
  const at = (...locations: string[]) =>
    readSmall({ beats: locations.map((location, index) => beat(`b${index}`, "Snow falls.", { location })) });
  const two = at(
    "Clovis, New Mexico (KQXV studio)",
    "Clovis, New Mexico (K. of C. Hall, the parking lot)",
    "Eden, Texas (Tres Café)",
  );
  expect(["b0", "b1", "b2"].map(two.placeOf)).toEqual(["KQXV studio", "K. of C. Hall", "Eden"]);
  expect(two.reading.places.map(({ called }) => called)).not.toContain("Clovis");
  expect(at("Bir Sadda (the First Well)", "Bir Sadda (the First Well)").placeOf("b0")).toBe("Bir Sadda");
});

describe("what nobody walks to", () => {
  const reachOf = (setting: string, beats = [beat("b1", "Rain.", { location: "Farside" })]) =>
    readSmall({
      lore: [
        { file: "lore/places/farside.md", text: "# Farside\n\nGrass." },
        { file: "lore/places/edge.md", text: "# The Loud Edge\n\nGrey and flat. One does not cross the Loud Edge." },
      ],
      setting,
      beats,
    }).reading.places.find(({ called }) => called === "Farside")?.reach?.by;

  it("[CA462] lies beyond what nobody crosses", () => {
    expect(reachOf("The Hedge runs up to the Loud Edge, and beyond it Farside, which is grass.")).toBe("means");
    expect(reachOf("", [beat("b1", "HELD over the Loud Edge, on Farside.", { location: "Farside" })])).toBe("means");
    expect(reachOf("The Hedge runs up to the Loud Edge. Farside is grass.")).toBeUndefined();
  });

  it("[CA463] is what its own text has full of water, or fallen in", () => {
    const level = (text: string) =>
      readSmall({
        lore: [{ file: "lore/places/level.md", text: `# The Drowned Level\n\n${text}` }],
        beats: [beat("b1", "Rain.")],
      }).reading.places.find(({ called }) => called === "the Drowned Level")?.reach?.by;
    expect(level("Level four has been full of brine since 1887. Nobody minds.")).toBe("closed");
    expect(level("Level four is flooded every winter.")).toBeUndefined();
    expect(level("Level four is dry. The pumps are under water.")).toBeUndefined();
  });
});

describe("the place of a beat that closes the story", () => {
  it("[CA602] is where the beat before it was, though somebody of it lives elsewhere", () => {
    const osk = person("Osk", "Warden of the gate", { background: "Osk lives in the Tower." });
    const story = (more: Parameters<typeof beat>[2]) =>
      readSmall({
        setting: "The Tower stands on the hill. The Square lies below the hill.",
        npcs: [osk],
        beats: [
          beat("b1", "Everybody stands in the Square and waits.", { location: "the Square" }),
          beat("b2", "You give it all, and Osk says nothing.", more),
        ],
      }).placeOf("b2");
    expect(story({ conditions: { requires_beat: "b1", player_choice: "give_it_all" } })).toBe("the Square");
    expect(story({ conditions: { scene_count: { min: 4 } } })).toBe("the Tower");
  });
});

it.each(["First Sitting", "Long Winter", "Miller's Trial", "Coronation"])("[CA803] the %s is an event", (event) => {
  const text = `# The ${event}\n\nAt the ${event} there was wind. From the ${event} came a paper, and to the ${event} they all went.`;
  const lore = [{ file: `lore/the-${event.toLowerCase().replaceAll(" ", "-")}.md`, text }];
  const npcs = ["Osk", "Ann"].map((name) =>
    person(name, "Envoy", {
      background: `Spoke for the upper country at the ${event}, and was envoy at the ${event}.`,
    }),
  );
  expect(namesIn({ setting: MILL, lore, npcs })).toEqual(["mill", "ford"]);
});

describe("what nobody sets out for", () => {
  const ROOMS = ["Refectory", "Kitchen", "Long Stair"];
  const beats = ROOMS.map((room, at) => beat(`b${at}`, `A door of the ${room} bangs.`, { location: `The ${room}` }));
  const described = ROOMS.map((room) => `- **The ${room}:** it is cold in the ${room}, and cold by the ${room}.`).join(
    "\n",
  );
  const placesOf = (setting: string, more: Parameters<typeof readSmall>[0] = {}) =>
    namesIn({ setting, beats, ...more }).sort();

  it.each([
    ["Vaudrey was the upper country, a republic, dry in its manners", "Vaudrey"],
    ["Sarn was the lower country. In Sarn the water ends", "Sarn"],
    ["They come from Tolm, a small kingdom of bees; in Tolm it rains, and to Tolm they go back", "Tolm"],
    ["Ostria is a federation that sends nobody to Ostria any more", "Ostria"],
    ["North Marrow remains a province of clerks. At North Marrow they count", "North Marrow"],
  ])("[CA802] is a territory: %s", (sentence) => {
    expect(placesOf(`# The line\n\n${sentence}.\n\n## Rooms\n\n${described}`)).toEqual([...ROOMS].sort());
  });

  it.each(["house", "school", "ship", "hospital"])("[CA802] is the %s in whose section its rooms stand", (whole) => {
    expect(
      placesOf(`# Here\n\n## The ${whole}\n\nIn the ${whole} it is quiet. To the ${whole} we came.\n\n${described}`),
    ).toEqual([...ROOMS].sort());
  });

  it("[CA802] is no place of a beat, nor one with less in it", () => {
    const mill = [...beats, beat("b9", "The wheel stands.", { location: "The Mill" })];
    const rooms = `## The Mill\n\nIn the Mill it is quiet.\n\n${described}`;
    expect(placesOf(`# Here\n\n${rooms}`, { beats: mill })).toContain("Mill");
    expect(
      placesOf(`# Here\n\n## The Harbour\n\nAt the Harbour, by the **Refectory**, boats lie. To the Harbour!`),
    ).toContain("Harbour");
    expect(
      placesOf("# Here\n\n## The Country House\n\nTo the Country House! At the Country House they dance."),
    ).toContain("Country House");
  });

  it("[CA802] is nobody's home, where beats have several places", () => {
    const { somebody } = readSmall({
      setting: `# The line\n\nSarn was the lower country, a kingdom.\n\n## Rooms\n\n${described}`,
      beats,
      npcs: [
        person("Count Wybren Hald", "Envoy", { id: "wybren", background: "He lives in Sarn. He was born in Sarn." }),
      ],
    });
    expect(somebody("wybren").homeCalled).toBeUndefined();
  });
});

describe("a place that is called by whose it is", () => {
  const reading = readSmall({
    setting:
      "Her kitchen is where all is decided. Across the yards you can see Gus's roof, close enough to insult. Mr. Vogel's office is over the bank. The lot at 301 was a house until May.",
    npcs: [
      person("August Prokop", "A flier of pigeons; everybody calls him Gus"),
      person("Leonard Vogel", "Landlord"),
      person("Dolores Pinto", "Caretaker"),
      person("Tito", "A boy who sits on the stoop"),
    ],
    premise: "You stand on the roof. Whoever comes up to the roof is seen from the stoop.",
    beats: [
      beat("b1", "At seven you are in Dolores's kitchen, and Tito sleeps."),
      beat("b2", "Nobody has set foot on Gus's roof in years."),
      beat("b3", "In the lot at 301 a man sits on the edge of a bath."),
      beat("b4", "The roof's so bright that it is only a noise. Tito is there."),
      beat("b5", "Tito's sister's shop is shut, and Nobody's house is dark."),
    ],
  });

  it("[CA1529] is one of its own, where somebody of the cast has it or it has a number", () => {
    expect(["b1", "b2", "b3"].map(reading.placeOf)).toEqual(["Dolores's kitchen", "Gus's roof", "the lot at 301"]);
    const names = reading.reading.places.map(({ called }) => called);
    expect(names).toContain("Mr. Vogel's office");
    expect(names.filter((name) => /shop|house/.test(name))).toEqual([]);
  });

  it("[CA1530] is where a beat plays that opens with it as its subject", () => {
    expect(reading.placeOf("b4")).toBe("the roof");
  });

  it("[CA1534] and the noun alone are one place, where no other is called by it", () => {
    const { placeOf, reading: read } = readSmall({
      startingLocation: "the stoop of 318 Garland Street",
      premise: "You stand on the stoop with your bag. From the stoop one sees the roof.",
      npcs: [person("Dolores Pinto", "Caretaker")],
      beats: [
        beat("b1", "You have hardly set your bag down on the stoop when Dolores comes."),
        beat("b2", "At seven you are in Dolores's kitchen."),
      ],
    });
    expect(placeOf("b1")).toBe("the stoop of 318 Garland Street");
    expect(read.places.filter(({ called }) => called.includes("stoop"))).toHaveLength(1);
  });

  it("[CA1535] is none where somebody only was for years", () => {
    const placesIn = (text: string): readonly string[] => {
      const found: string[] = [];
      const span: Span = { file: "plot/beats.json", kind: "beat", text, heading: "", sentences: [] };
      const add: Add = (name) => {
        found.push(name);
        return undefined;
      };
      gatherFromProse([span], add, new Set(), () => false);
      return found;
    };
    expect(placesIn("They dig in Kuwait. They pray in Kuwait.")).toEqual(["Kuwait"]);
    expect(placesIn("He had been eleven years in Kuwait. He spent nine winters in Kuwait.")).toEqual([]);
  });
});

describe("a part of a place", () => {
  const wholeOf = (location: string, places: readonly string[]): string | undefined => {
    const { reading } = readSmall({
      beats: [
        beat("b1", "It is full.", { location }),
        ...places.map((name, at) => beat(`o${at}`, "It rains.", { location: name })),
      ],
    });
    const within = reading.places.find(({ called }) => /swan/iu.test(called))?.within;
    return reading.places.find(({ id }) => id === within)?.called;
  };

  it("[CA5300] lies in the place that its location names behind it", () => {
    expect(wholeOf("The Swan, Orsk", ["Orsk"])).toBe("Orsk");
    expect(wholeOf("The Swan, the bar", ["the bar"])).toBeUndefined();
    expect(wholeOf("The Swan, after dark", ["Orsk"])).toBeUndefined();
    expect(wholeOf("The Swan", ["Orsk"])).toBeUndefined();
  });
});

describe("the only place of a story that names none", () => {
  it.each([
    ["You have come to Ada Quill's shop with a map.", "Ada Quill's shop"],
    ["You stand in a hall with a lamp.", "the hall"],
    ["The yard is white with dust.", "the yard"],
    ["A letter came today.", "the Dry Well"],
  ])("[CA4604] is where the player is: %s", (premise, place) => {
    expect(readSmall({ title: "The Dry Well", premise }).reading.places.map(({ called }) => called)).toEqual([place]);
  });

  it("[CA4604] is not called by the name of somebody", () => {
    const { reading } = readSmall({
      title: "Ada Quill",
      premise: "A letter came today.",
      npcs: [person("Ada Quill", "a mapmaker")],
    });
    expect(reading.places.map(({ called }) => called)).toEqual(["this place"]);
  });
});
