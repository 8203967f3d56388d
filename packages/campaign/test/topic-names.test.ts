import { learnProperWords, withoutShouting } from "@narratoria/protocol/english";
import { describe, expect, it } from "vitest";
import { topicTitle, withItsArticle } from "../src/reading/mine/topic-names.js";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";

it.each([
  ["H2 PUMP HOUSE DAYBOOK (found at l8)", "the Pump House Daybook"],
  ["BG: Jory Crowe", "Jory Crowe"],
  ["t2 MR. POCKETS: care sheet", "Mr. Pockets"],
  ["The Gatewrights (faction)", "The Gatewrights"],
  ["Harun, who was two cups short", "Harun"],
  ["The Night of the Turning, as various people tell it", "The Night of the Turning"],
  ["From the journal of Dr. Aubrey", "the journal of Dr. Aubrey"],
  ["General meeting, Friday 27 March, in the laundry", "General meeting"],
  ["Answering machine, flat 17", "Answering machine"],
  ["Ledger, 1931", "Ledger"],
  ["Clause Nine", "Clause Nine"],
  ["Number Four", "Number Four"],
  ["Act Three", "Act Three"],
  ["The BBC Tower", "The BBC Tower"],
])("[CA352] takes %j for what one asks about as %j", (title, name) => {
  expect(topicTitle(title)).toBe(name);
});

it.each([
  "Mestre Zé to nobody",
  "Dona Conceição to her sister in Tulare",
  "Counsels to whoever shall read after me",
  "Minutes of the annual general meeting",
  "Who opened the gate?",
  "How Dobbs became Thunder",
  "(Notes)",
  "I.",
  "XIV",
  "4b",
  "Part Two",
  "Chapter 3",
  "Heard on the ice",
  "Being cold",
  "Found in an atlas, at Peru",
  "Not sent",
  "Meaning",
  "Page 2",
])("[CA352] [CA4713] asks nobody about %j", (title) => {
  expect(topicTitle(title)).toBeNull();
});

it.each([
  ["general meeting", "the general meeting"],
  ["barge timetable", "the barge timetable"],
  ["playbill for Sunday", "the playbill for Sunday"],
  ["the night-watchman's book", "the night-watchman's book"],
  ["keeping a diary", "keeping a diary"],
  ["debt cords", "debt cords"],
  ["Minute Book", "Minute Book"],
  ["Ada's journal", "Ada's journal"],
])("[CA1047] names %j in running text as %j", (title, np) => {
  expect(withItsArticle(title)).toBe(np);
});

it("[CA444] takes what a title is about, and none that says what something else is for", () => {
  expect([topicTitle("ON FISTS"), topicTitle("Of the Bells"), topicTitle("For Climbing")]).toEqual([
    "FISTS",
    "the Bells",
    null,
  ]);
  const lore = [
    { file: "lore/songs-for-climbing.md", text: "# For Climbing\n\nThe lower school sings it on the stairs." },
  ];
  expect(readSource({ ...WEIGHBRIDGE, lore }).topics).toContainEqual(
    expect.objectContaining({ np: expect.stringMatching(/songs for climbing$/i) }),
  );
});

it("[CA450] writes the name of a file as its text does", () => {
  const lore = [
    { file: "lore/don-lalos-rules.md", text: "Don Lalo's rules. They stand inside the lid of the old case." },
  ];
  expect(readSource({ ...WEIGHBRIDGE, lore }).topics.map(({ np }) => np)).toContainEqual(
    expect.stringMatching(/Don Lalo's rules$/),
  );
});

describe("the name of a topic", () => {
  const nps = (lore: readonly { readonly file: string; readonly text: string }[], setting = WEIGHBRIDGE.setting) =>
    readSource({ ...WEIGHBRIDGE, lore: [...lore], setting }).topics.map(({ np }) => np);

  it("[CA480] has the letters that running text gives it", () => {
    const text =
      "# The Law of the Hedge\n\nBy the law of the Hedge nobody is found against alone. The law of the Hedge is old.";
    expect(nps([{ file: "lore/law.md", text }])).toContain("the law of the Hedge");
    const hall = [
      { file: "lore/salon-cascabel.md", text: "Musicians call it the washing machine. It holds four hundred." },
    ];
    const setting = `${WEIGHBRIDGE.setting}\n\nThey played at Salón Cascabel on Thursday.`;
    expect(nps(hall, setting)).toContain("Salón Cascabel");
  });

  it("[CA5720] has the article of a thing that running text counts, and none where it counts none", () => {
    const lore = (title: string, text: string) => nps([{ file: `lore/${title}.md`, text: `# ${title}\n\n${text}` }]);
    const parts = "Parts are marked in pencil. Whoever finds the pencil keeps it, and writes in pencil too.";
    expect(lore("Pencil", parts)).toContain("the pencil");
    expect(lore("Foulbrood", "Foulbrood smells of glue. Nobody talks of foulbrood at table.")).toContain("foulbrood");
  });

  it("[CA481] is no name of a file that stands nowhere, but its last words where they name a thing", () => {
    const stubs = [
      { file: "lore/money-order-stubs.md", text: "He kept the stubs in a rubber band. The stubs were his." },
    ];
    expect(nps(stubs)).toContain("the stubs");
    expect(nps(stubs)).not.toContain("money order stubs");
    const silent = [
      { file: "lore/how-warm.md", text: "Nobody knows." },
      { file: "lore/pumps-fall-silent.md", text: "Nobody hears them." },
    ];
    expect(nps(silent).filter((np) => /silent|warm/.test(np))).toEqual([]);
  });
});

it("[CA1557] a name behind a form of address keeps its capital, however common its word", () => {
  const { nounPhrase } = learnProperWords(["The lights are too bright, and the bell rope is wet."], []);
  expect(nounPhrase("Mr Bright")).toBe("Mr Bright");
  expect(nounPhrase("The Bell Rope")).toBe("the bell rope");
});

it.each([
  ["FORT HARROW", "Fort Harrow"],
  ["HALL OF MIRRORS", "Hall of Mirrors"],
  ["LEDGERS", "Ledgers"],
  ["KQXV", "KQXV"],
  ["MV Tystie", "MV Tystie"],
  ["The Salt Ledger", "The Salt Ledger"],
])("[CA5301] takes the heading %j for the name %j", (heading, name) => {
  expect(withoutShouting(heading)).toBe(name);
});

describe("names in lower case", () => {
  const read = (role: string, location: string, premise = "It is cold.") =>
    readSource({
      ...WEIGHBRIDGE,
      premise,
      lore: [{ file: "lore/factions/harrow-fresh.md", text: "# Harrow Fresh\n\nHarrow pays late. The fish is fresh." }],
      npcs: WEIGHBRIDGE.npcs.map((npc, at) => (at > 0 ? npc : { ...npc, profile: { ...npc.profile, role } })),
      beats: WEIGHBRIDGE.beats.map((beat, at) => (at > 0 ? beat : { ...beat, location })),
    });

  it("[CA5301] are spelt as roles spell them", () => {
    const topicOf = (role: string) => read(role, "the yard").topics.find(({ np }) => /harrow/iu.test(np))?.np;
    expect(topicOf("Buyer for Harrow Fresh")).toBe("Harrow Fresh");
    expect(topicOf("Buyer")).not.toContain("Fresh");
  });

  it("[CA5302] keep their capital before a noun of places", () => {
    const names = (location: string, premise?: string) => read("Buyer", location, premise).properNames;
    expect(names("Odenholm ridge")).toContain("odenholm");
    expect(names("Upper valley")).not.toContain("upper");
    expect(names("Boat deck")).not.toContain("boat");
    expect(names("Stone ridge", "The stone is white.")).not.toContain("stone");
  });
});
