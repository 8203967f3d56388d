import { describe, expect, it } from "vitest";
import { carriedThings } from "../src/index.js";
import { mineStory, WEIGHBRIDGE } from "./support/mined.js";
import { person, readSmall } from "./support/small-story.js";

const SETTING = `# The Ferry

The river is a mile wide here. Nobody swims it.

## The Landing Stage

The landing stage floats on forty barrels. The ferryman lives on the landing stage, in half a boat. “I take anybody who can pay,” says the ferryman. “And some who cannot.” The ferryman wants to be paid for the winter of the ice. The Ledger says that the ferry ran every day. Old Harm drowned at the landing stage.

## The Mill

The mill has no wheel. Griet Maas says good morning to the stones. Griet Maas has not crossed with the ferryman since the flood. She keeps her money in the meal bin.
`;

const mined = (setting: string, premise = "You have to cross.") =>
  mineStory({ ...WEIGHBRIDGE, npcs: [], lore: [], beats: [], endings: [], frames: [], premise, setting });

describe("people in a campaign without profiles", () => {
  const story = mined(SETTING);
  const person = (id: string) => story.people.get(id);

  it("[CA118] are those of whom the setting says what only somebody does, each at home where it puts them", () => {
    expect(story.matter.people.map(({ id, short, home, pronoun }) => ({ id, short, home, pronoun }))).toEqual([
      { id: "ferryman", short: "the ferryman", home: "landing-stage", pronoun: "he" },
      { id: "griet-maas", short: "Griet Maas", home: "mill", pronoun: "she" },
    ]);
  });

  it.each([
    ["a book that says something", "The Ledger says that it rains."],
    ["a place", "Halcyon remembers everything. Nobody in Halcyon sleeps."],
    ["the player", "You are Jan Vos. Jan Vos says little."],
    ["the dead", "Old Harm says nothing now. Old Harm drowned in spring."],
    ["nobody in particular", "Nobody says why. Somebody knows the way."],
    ["a street", "Gasworks Row knows better."],
  ])("[CA118] are never %s", (_, text) => {
    expect(mined(`# A Town\n\n${text}`).matter.people).toEqual([]);
  });

  it("[CA118] are none where the author describes anybody in a profile", () => {
    const ids = mineStory({ ...WEIGHBRIDGE, setting: SETTING }).matter.people.map(({ id }) => id);
    expect(ids).toEqual(WEIGHBRIDGE.npcs.map(({ id }) => id));
  });

  it("[CA119] say what they are quoted with, want what they want, and have to do with whom they have to do with", () => {
    expect(person("ferryman")?.lines).toEqual(["I take anybody who can pay.", "And some who cannot."]);
    expect(person("ferryman")?.motives).toEqual(["to be paid for the winter of the ice"]);
    expect(person("griet-maas")?.relations).toEqual([
      { to: "ferryman", text: "has not crossed with the ferryman since the flood" },
    ]);
  });

  it("[CA119] alone give away what is theirs: it stands in no fact and no description", () => {
    const told = [
      ...story.matter.facts.map(({ text }) => text),
      ...story.matter.places.flatMap(({ sentences }) => sentences),
      ...story.general,
    ].join("\n");
    expect(told).toMatch(/half a boat/);
    expect(told).not.toMatch(/anybody who can pay|winter of the ice|since the flood/);
  });
});

describe("what a campaign without lore can be asked about", () => {
  const { topics, facts } = mined(
    "# The Mill\n\nThe mill lost its wheel.\n\n## The Loft\n\nThe loft is dry. A row of sacks stands along the wall. The meal bin in the loft is nailed shut. A mouse has got into the meal bin.\n\n## The Race\n\nThe race runs under the floor. A long pole lies in the race. Two planks lead over the mill race to nowhere.",
    "Somebody has asked you to open the meal bin.",
  ).matter;

  it("[CA120] are the things that premise and setting come back to, with the facts that name them", () => {
    const bin = topics.find(({ np }) => np === "the meal bin");
    expect(bin?.facts.map((id) => facts.find((one) => one.id === id)?.text)).toEqual([
      "The meal bin in the loft is nailed shut.",
      "A mouse has got into the meal bin.",
    ]);
  });

  it("[CA120] are nothing that is named once, and no place again", () => {
    expect(topics.map(({ np }) => np)).not.toContain("the long pole");
    expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length);
  });
});

describe("things of a place", () => {
  it("[CA110] are nothing that something is only compared with", () => {
    const loft = mined("# A\n\n## The Loft\n\nThe loft is as warm as an oven. A lamp hangs in the loft.").places.get(
      "loft",
    );
    expect(loft?.props.map(({ np }) => np)).toEqual(["a lamp"]);
  });

  it("[CA110] are nothing that a comparison goes on with", () => {
    const loft = mined(
      "# A\n\n## The Loft\n\nThe loft leans like a stack of plates on the shelf. The plates are dry, so far. A lamp hangs in the loft.",
    ).places.get("loft");
    expect(loft?.props.map(({ np }) => np)).toEqual(["the shelf", "a lamp"]);
  });

  it("[CA5400] are taken up only where a sentence has them lie there", () => {
    const props = (text: string): string[] =>
      mined(`# A\n\n## The Loft\n\n${text}`)
        .places.get("loft")
        ?.props.map(({ np }) => np) ?? [];
    expect(props("A tin cup stands on the sill of the loft.")).toContain("a tin cup");
    expect(props("There is a ledger in the loft.")).toContain("a ledger");
    expect(props("Under the bench of the loft is a small key.")).toContain("a small key");
    for (const text of [
      "Whoever comes late to the loft pays for a page at the back of every ledger.",
      "The keeper of the loft lays a coin, and waits.",
      "The loft was sold for a bottle, long ago.",
      "If the loft burns, a bucket is in the yard.",
    ])
      expect(props(text)).not.toEqual(expect.arrayContaining([expect.stringMatching(/page|coin|bottle|bucket/)]));
  });

  it("[CA110] are no other place and no number", () => {
    const landing = mined(
      "# A\n\n## The Yard\n\nA crate stands in the yard, addressed to the mill corner, by the gate. At four in the morning one window is lit.\n\n## The Gate\n\nThe gate is shut all day.",
    ).places.get("yard");
    expect(landing?.props.map(({ np }) => np)).not.toContain("the gate");
    expect(landing?.props.map(({ np }) => np)).not.toContain("the morning one window");
  });
});

describe("what the player has brought", () => {
  it("[CA121] is what the premise puts into their hands, and nothing that cannot be carried", () => {
    expect(carriedThings("You have a tuning fork, an evening, and a house that will not sleep.")).toEqual([
      "tuning fork",
    ]);
    expect(carriedThings("You carry a sealed crate for Griet and a receipt that she has to sign.")).toEqual([
      "sealed crate",
      "receipt",
    ]);
    expect(carriedThings("Griet has a lantern. A key hangs by the door. You have to cross.")).toEqual([]);
  });
});

it("[CA1677] a motive that is done to nobody whom it names is none", () => {
  const osk = person("Osk", "Ringer", {
    motivations: ["Bring her home when it is safe", "Keep the bell from the furnace"],
  });
  expect(readSmall({ npcs: [osk] }).reading.cast[0]?.motives).toEqual(["to keep the bell from the furnace"]);
});

it.each([
  ["Frère Hesko", "he"],
  ["Irmã Benta", "she"],
  ["Capitão Osk", null],
])("[CA1678] a title in another language is no name of its own: %s", (name, pronoun) => {
  const [entry] = readSmall({ npcs: [person(name, "Keeper of the archive")] }).reading.cast;
  expect([entry?.called, entry?.pronoun]).toEqual([name, pronoun]);
});
