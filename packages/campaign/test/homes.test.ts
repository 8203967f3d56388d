// SPEC.md CA215 and CA216: each row is one way in which authors say where somebody lives.
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const place = (name: string, text = "") => ({
  file: `lore/places/${name.toLowerCase().replace(/[^a-z]+/g, "-")}.md`,
  text: `# ${name}\n\n${text === "" ? `${name} is old.` : text}`,
});
const LORE = [
  place("The Mill"),
  place("The Tea House"),
  place("Ferry Row"),
  place("Harker's"),
  place("The Curate's Lodge"),
  place("Lamp Room"),
  place("The Kitchen of Tia Rua"),
  place("Upper Brindle"),
  place("The Green Man", "The Green Man is an inn. Ines sleeps over the stables."),
];

const homeOf = (
  name: string,
  role: string,
  more: Parameters<typeof person>[2] = {},
  beats = [beat("b1", "Snow falls.")],
) => readSmall({ npcs: [person(name, role, { id: "one", ...more })], lore: LORE, beats }).somebody("one");

describe("where somebody lives", () => {
  it.each([
    [
      "what the profile says, before where they work",
      "Ann Dow",
      "Mistress of the Tea House",
      "Ann lives on Ferry Row and runs the Tea House.",
      "Ferry Row",
    ],
    [
      "the first place behind a verb of dwelling",
      "Ann Dow",
      "Cleaner",
      "She lives at 14 Ferry Row with a view of the Mill.",
      "Ferry Row",
    ],
    [
      "where they were born, if they live there",
      "Ann Dow",
      "Cleaner",
      "Born in Ferry Row, lives there now. She walks to the Mill.",
      "Ferry Row",
    ],
    [
      "an address that opens the profile",
      "Ann Dow",
      "Cleaner",
      "Ann Dow, of 3 Ferry Row. She cleans the Tea House.",
      "Ferry Row",
    ],
    ["a name that says so", "the girl from the Mill", "A girl of ten", "She likes the Tea House.", "the Mill"],
    ["a name that says so in part", "The Lady of Brindle", "A lady", "She is old.", "Upper Brindle"],
    ["the house of their family", "Joss Harker", "Butcher", "He is loud.", "Harker's"],
    ["a room that is said to be of them", "Amélia Rua", "Cook", "She is loud.", "the Kitchen of Tia Rua"],
    ["the house of their calling", "Tom Bly", "Curate", "He is shy.", "the Curate's Lodge"],
    ["the place of their calling", "Ro Bly", "Miller", "She is loud.", "the Mill"],
    ["a place with the first part of their calling", "Ro Bly", "Lamp-keeper", "She is loud.", "Lamp Room"],
    ["a name behind a verb of dwelling", "Ann Dow", "Cleaner", "She lives at Curtains with a cat.", "Curtains"],
    ["what the lore of a place says", "Ines", "Seamstress", "She sews.", "the Green Man"],
  ])("[CA215] is %s", (_, name, role, background, expected) => {
    expect(homeOf(name, role, { background }).homeCalled).toBe(expected);
  });

  it.each([
    [
      "what the text says is their cottage",
      "Ann Dow",
      "Cleaner",
      { text: "There is Ferry Row, which is Ann's cottage, and the rest." },
      "Ferry Row",
    ],
    [
      "what their house is called",
      "Ann Dow",
      "Cleaner",
      { text: "Ann's house is called Harker's, for a joke." },
      "Harker's",
    ],
    ["the place before what they are", "Mog", "The mill cat", {}, "the mill"],
    ["the house of the second of their callings", "Tom Bly", "Poet and curate", {}, "the Curate's Lodge"],
    [
      "where a wish says that they sleep",
      "Ann Dow",
      "Cleaner",
      { motivations: ["To be told that she can stay in the Lamp Room"] },
      "the Lamp Room",
    ],
    [
      "where they have lived",
      "Ann Dow",
      "Clerk at the Tea House",
      { background: "Ann has lived on Ferry Row for years." },
      "Ferry Row",
    ],
  ])(
    "[CA377] is %s",
    (_, name, role, { text, ...more }: { text?: string; background?: string; motivations?: string[] }, expected) => {
      const story = readSmall({
        npcs: [person(name, role, { id: "one", ...more })],
        setting: `# Here\n\n${text ?? "It is cold."}`,
        lore: LORE,
        beats: [beat("b1", "Snow falls.")],
      });
      expect(story.somebody("one").homeCalled).toBe(expected);
    },
  );

  it("[CA377] is the host's home for a lodger, whichever of them says so", () => {
    const guest = (host: string, lodger: string) =>
      readSmall({
        npcs: [
          person("Ann Dow", "Cleaner", {
            id: "ann",
            background: "Ann lives on Ferry Row.",
            relationships: { Tib: host },
          }),
          person("Tib", "Sailor", { id: "tib", relationships: { "Ann Dow": lodger } }),
        ],
        lore: LORE,
        beats: [beat("b1", "Snow falls.")],
      }).somebody("tib").homeCalled;
    expect(guest("Her lodger, at two guineas", "Kind enough")).toBe("Ferry Row");
    expect(guest("A nuisance", "Sleeps in her attic, and pays for it")).toBe("Ferry Row");
    expect(guest("A nuisance", "Kind enough")).toBeUndefined();
  });

  it("[CA215] is the home of whom they live with, by name or by kinship", () => {
    const story = readSmall({
      npcs: [
        person("Ann Dow", "Cleaner", { id: "ann", background: "Ann lives on Ferry Row." }),
        person("Tib Dow", "Pupil", {
          id: "tib",
          background: "She lives with her aunt, and is seen at the Mill.",
          relationships: { "Ann Dow": "Her aunt, who is strict" },
        }),
        person("Lou Pask", "Pupil", { id: "lou", background: "He lives with Ann." }),
      ],
      lore: LORE,
      beats: [beat("b1", "Snow falls.")],
    });
    expect([story.somebody("tib").homeCalled, story.somebody("lou").homeCalled]).toEqual(["Ferry Row", "Ferry Row"]);
  });

  it("[CA215] is nowhere where nothing says so", () => {
    expect(homeOf("Ann Dow", "Cleaner", { background: "She is careful." }).homeCalled).toBeUndefined();
  });

  it("[CA216] is stated by a profile that names the place, and by nothing else", () => {
    const certainty = (role: string, background: string) =>
      homeOf("Ann Dow", role, { background }).evidence.home.certainty;
    expect(certainty("Cleaner", "Ann lives on Ferry Row.")).toBe("stated");
    expect(certainty("Keeper of the Tea House", "She is careful.")).toBe("inferred");
  });

  it("[CA413] is a place at which a paragraph opens, where the others of its section do, too", () => {
    const { somebody, reading } = readSmall({
      setting:
        "# The ship\n\nBoat deck: two launches.\n\nEngine flat, below.\n\nMess. The slate is by the door.\n\nYears, and rust.",
      npcs: [person("Ro Bly", "Engineer", { id: "ro" })],
    });
    expect(somebody("ro").homeCalled).toMatch(/engine flat/i);
    expect(reading.places.map(({ id }) => id)).not.toContain("years");
  });
});

it("[CA455] where a role has somebody now goes before where they were", () => {
  expect(homeOf("Ann Dow", "Keeper of the Mill for thirty years; now in the Lamp Room with a cough").homeCalled).toBe(
    "the Lamp Room",
  );
  expect(homeOf("Ann Dow", "Keeper of the Mill for thirty years").homeCalled).toBe("the Mill");
});

describe("a calling and where it is", () => {
  const beats = [
    beat("b1", "Snow falls.", { location: "The pump-house" }),
    beat("b2", "Snow falls.", { location: "Halt Nine" }),
    beat("b3", "Snow falls.", { location: "The school" }),
  ];

  it.each([
    ["Pump-keeper and cook of Halt Nine", "the pump-house"],
    ["Donkey, at the pump", "the pump-house"],
    ["Clerk of Halt Nine", "Halt Nine"],
    ["Headteacher", "the school"],
  ])("[CA508] is at the part that has its name: %s", (role, home) => {
    expect(homeOf("Ann Dow", role, {}, beats).homeCalled?.toLowerCase()).toBe(home.toLowerCase());
  });

  it.each(["Retired headteacher, and the subject of a notice", "Former headteacher"])(
    "[CA508] keeps nobody where they have left it: %s",
    (role) => {
      expect(homeOf("Ann Dow", role, {}, beats).homeCalled).toBeUndefined();
    },
  );
});

describe("what a role says of a kind", () => {
  it.each([
    ["Captain of the Guard; called the Hound", "human"],
    ["Goblin broker and notary", "other"],
    ["Troll hunter", "human"],
  ])("[CA509] is no by-name, but is a people: %s", (role, kind) => {
    expect(homeOf("Ann Dow", role).kind).toBe(kind);
  });
});
