import { describe, expect, it } from "vitest";
import { addressed } from "../src/reading/audience.js";
import { markdownBlocks } from "../src/reading/blocks.js";
import { documentOf, withoutProvenance } from "../src/reading/documents.js";
import { openingParagraphs } from "../src/reading/opening.js";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";

const told = (text: string, file = "plot/premise.md"): string => addressed(text, file, 1, true).told;

describe("whom a passage addresses", () => {
  it.each([
    "*What the teller should know:* the bell was the engine.",
    "**What the narrator knows:** the bell was the engine.",
    "What only the GM knows: the bell was the engine.",
    "For whoever tells it: the bell was the engine.",
    "*For those who run this story:* the bell was the engine.",
    "**Note for the person telling it.** The bell was the engine.",
    "## What the storyteller must know\n\nThe bell was the engine.",
  ])("[CA490] is the teller's: %s", (text) => {
    expect(told(`The bell rang.\n\n${text}`)).not.toContain("engine");
    expect(told("The bell rang. What the teller knows nobody asks him.")).toContain("nobody asks");
  });

  it("[CA320] keeps what is read aloud, without its marks, and leaves the unmarked beside it to the teller", () => {
    const text = `Read aloud:

"The fog came in. 'Half past,' says the constable."

GM: The twelve are in the cells.

Seven people could have known.`;
    expect(told(text)).toBe("The fog came in. “Half past,” says the constable.");
  });

  it.each([
    "> Read aloud\n> The fog came in.\n\nThe twelve are in the cells.\n\n| If the players | Then |\n| --- | --- |\n| ask | one |",
    "**Read aloud**\nThe fog came in.\n\n- [ ] Count again: no roll.\n- [ ] Ask who has the key.",
    "> **Read aloud:**\n> The fog came in.\n\nGM note: let them wonder.",
  ])("[CA320] knows the label on a line of its own: %s", (text) => {
    expect(told(text)).toBe("The fog came in.");
  });

  it("[CA320] takes no sentence that begins so for the label", () => {
    expect(told("Read aloud by the fire, the letter was short.")).toBe("Read aloud by the fire, the letter was short.");
  });

  it.each([
    ["a label", "GM: The cook did it."],
    ["a label in bold", "**What's true underneath** (let it come out slowly): The cook did it."],
    ["a difficulty", "The wall may be climbed (Legs, DC 8)."],
    ["dice", "Roll 1d6 for the weather."],
    ["two signs", "Let the PC find it in the next scene."],
    ["a heading", "## What really happened\n\nThe cook did it."],
  ])("[CA321] leaves the teller's half out: %s", (_, text) => {
    expect(told(`The yard is wet.\n\n${text}`)).not.toMatch(/cook|climbed|Roll|PC/);
    expect(addressed(text, "plot/premise.md", 1, true).passages.map(({ audience }) => audience)).toContain("teller");
  });

  it.each([
    "The keeper counts the sheep. Nobody has asked the players of the brass band what they saw.",
    "- **Keeper:** Mrs. Thrupp, who has given the room free since Monday",
    "The master of the house has not told the cook.",
    "There are three scenes painted on the wall.",
  ])("[CA322] takes no story's own words for a teller's: %s", (text) => {
    expect(addressed(text, "lore/a.md").told).toContain(text.replace(/^- /, ""));
  });

  it.each([
    "How it should sound",
    "How the prose should read",
    "How it is to be told",
    "Tone and pace",
    "Register",
    "Style and voice",
    "Voice of the narration",
  ])("[CA717] tells nothing of what stands under %j in premise and setting", (heading) => {
    const text = `# Ebb\n\nOcean world.\n\n## ${heading}\n\nComedy permitted, dry. Nobody is a villain.`;
    expect(addressed(text, "world/setting.md").told).not.toContain("Comedy");
  });

  it.each(["How it came about", "The voice in the well", "How the prose master died", "The sound"])(
    "[CA717] tells what stands under %j",
    (heading) => {
      const text = `# Ebb\n\nOcean world.\n\n## ${heading}\n\nNobody is a villain here.`;
      expect(addressed(text, "world/setting.md").told).toContain("villain");
    },
  );

  it("[CA323] takes questions under a label of their own for aims, not for prose", () => {
    expect(told("You owe nine knots.\n\n**The questions of the story:** What is in the skin? Who cut it?")).toBe(
      "You owe nine knots.",
    );
    expect(told("“Who are you?” she asks. You do not know.")).toContain("Who are you?");
  });

  it("[CA324] says with line and reason what is not told", () => {
    expect(addressed("The yard is wet.\n\nGM: The cook did it.", "lore/a.md", 5).passages).toMatchObject([
      { file: "lore/a.md", line: 7, audience: "teller", evidence: { certainty: "stated" } },
    ]);
  });
});

it("[CA1680] the rows of a table that is rolled on are the teller's", () => {
  const rolled =
    "# At the door\n\nRoll d8 each night. Or pick.\n\n1. Old Peck. Owes an umbrella.\n2. Nobody.\n\nThe door is green.";
  const audiences = addressed(rolled, "lore/tables/door.md", 20).passages.map(({ audience }) => audience);
  expect(audiences.slice(0, 3)).toEqual(["teller", "teller", "teller"]);
  const listed = "# At the door\n\nThese come.\n\n1. Old Peck owes an umbrella.";
  expect(addressed(listed, "lore/door.md", 20).passages.every(({ audience }) => audience !== "teller")).toBe(true);
  const ahead = "# Timeline If Nobody Does Anything\n\nOn the third day the bridge falls.";
  expect(addressed(ahead, "lore/tables/days.md", 20).passages.some(({ audience }) => audience === "world")).toBe(false);
});

describe("documents", () => {
  const doc = (file: string, text: string) => documentOf(file, markdownBlocks(text));
  it("[CA325] are told from facts by hand, date, salutation, entries and a named I", () => {
    expect(
      doc(
        "lore/letters/a.md",
        "# Mrs. Hale to the Captain\n\nDear Captain,\n\nI write to you in haste.\n\nYours sincerely, A. Hale",
      ),
    ).toMatchObject({
      np: "the letter from Mrs. Hale to the Captain",
    });
    expect(
      doc(
        "lore/logs/b.md",
        "# Log of the barque Perpetua, of Leith\n\n**Thurs. 9 March.** Pack coming in. I stood off.\n\n**Sat. 11 March.** Beset. I have no way of telling.",
      ),
    ).toMatchObject({
      np: "the log of the barque Perpetua",
    });
    expect(
      doc(
        "lore/customs/c.md",
        "# The Count\n\nEvery evening the heads are counted. I do not know who began it, people say.",
      ),
    ).toBeNull();
    expect(doc("lore/events/d.md", "# The Flood\n\nIn 1887 the water came. Thirty-one died.")).toBeNull();
  });

  it("[CA325] are parts of a paper with dated entries, though nobody speaks in it", () => {
    const book =
      "# From the guest book\n\n**13th to 27th June, 1947.** O. Hale, Nuth. Thank you.\n\n**June, 1948.** O. Hale. As before.";
    expect(doc("lore/house/book.md", book)).toMatchObject({ np: "the guest book" });
    expect(doc("lore/house/book.md", book.replace("From the guest book", "The guest book"))).toBeNull();
  });

  it("[CA1600] are minutes, by whoever took them, and are spoken of by their file's name", () => {
    const minutes =
      "# General meeting of the mill\n\n*Minutes taken by A. Zell, clerk.*\n\nThe treasurer read a letter.";
    expect(doc("lore/papers/minutes-of-1911.md", minutes)).toMatchObject({ np: "the minutes of 1911" });
    expect(withoutProvenance(minutes)).not.toContain("taken by");
  });

  it("[CA326] lose the line on where they come from", () => {
    expect(withoutProvenance("# Log\n\n*In the hand of N. Crail.*\n\nCalm.")).toBe("# Log\n\nCalm.");
  });

  it("[CA327] are told as what stands in them, in their own voice", () => {
    const reading = readSource({
      ...WEIGHBRIDGE,
      lore: [
        {
          file: "lore/letters/note.md",
          text: "# The clerk's notebook\n\nI have begun to keep a count of my own here. I put the salt down twice that day.",
        },
      ],
    });
    expect(reading.facts[0]).toMatchObject({
      text: "In the clerk's notebook it says: “I have begun to keep a count of my own here.”",
      voice: "the clerk's notebook",
    });
  });
});

describe("what stands in a paper", () => {
  const factsOf = (file: string, text: string, setting = WEIGHBRIDGE.setting) =>
    readSource({ ...WEIGHBRIDGE, setting, lore: [{ file, text }] }).facts.filter((fact) => fact.file === file);

  it.each([
    ["D-20", "D-18"],
    ["Thurs. 9 March", "Sat. 11 March"],
    ["3 Reapmonth", "5 Reapmonth"],
    ["Day 4", "Day 5"],
    ["04:12", "06:40"],
  ])("[CA416] is told entry by entry under its date, in the order of the paper: %s", (one, other) => {
    const text = `# DECK LOG (extract)\n\n**${one}.** Sea 3. Launch away, crew as boat book.\n\n**${other}.** Static. I heard nothing.`;
    expect(factsOf("lore/log/deck-log.md", text).map((fact) => fact.text)).toEqual([
      `In the deck log it says under ${one}: “Sea 3. Launch away, crew as boat book.”`,
      `In the deck log it says under ${other}: “Static. I heard nothing.”`,
    ]);
  });

  it("[CA416] is told whole where it is short and none of it can be told alone", () => {
    expect(factsOf("lore/papers/card.md", "# A card in the till\n\nBack at four. M.").map(({ text }) => text)).toEqual([
      "In the card in the till it says: “Back at four. M.”",
    ]);
  });

  it("[CA417] is found where the paper lies", () => {
    const setting = `${WEIGHBRIDGE.setting}\n\n## The Tar House\n\nBlack inside.`;
    const text =
      "# From the clerk's notebook\n\n*(A pocket book in oilcloth, found behind the stove in the Tar House.)*\n\nI have begun to keep a count of my own here.";
    const [fact] = factsOf("lore/papers/note.md", text, setting);
    expect(fact?.names).toContain("place:tar-house");
  });
});

describe("the opening", () => {
  it("[CA328] leaves out labels before sentences, and questions that the author lists", () => {
    expect(
      openingParagraphs(
        "**Hook.** The log was lost. It wasn't.\n\n**Problem 1:** The vault is dry.\n\n**You** are the sixth.\n\n## To ask\n\n- Who sold it?\n- Is it *24* minutes?*\n",
      ),
    ).toEqual(["The log was lost. It wasn't.", "The vault is dry.", "You are the sixth."]);
  });

  it("[CA328] keeps paragraphs, joins a list to the colon before it, and leaves out headings and tables", () => {
    expect(
      openingParagraphs(
        "# Premise\n\nIn the tin:\n\n- 31 keys\n- a pen on a string\n\nSo you open it.\n\nHere is what you have got:\n\n| Got | Not |\n| --- | --- |\n| Pies | A clue |",
      ),
    ).toEqual(["In the tin: 31 keys; a pen on a string.", "So you open it."]);
  });
});

describe("labels", () => {
  it("[CA329] a lore title that is a clause is no topic, and what stands below it is found out", () => {
    const text = "# How Dobbs Became Thunder\n\nThe rope of the bell was cut in the year of the flood.";
    const reading = readSource({ ...WEIGHBRIDGE, lore: [{ file: "lore/how-dobbs-became-thunder.md", text }] });
    expect(reading.topics.map(({ np }) => np).join()).not.toMatch(/dobbs/i);
    expect(reading.facts.map(({ topic }) => topic)).toEqual([""]);
  });
});

describe("references in running text", () => {
  const ending = (body: string) =>
    readSource({ ...WEIGHBRIDGE, endings: [{ id: "in", title: "In", body }] }).endings[0]?.paragraphs;

  it("[CA321] a sentence with an id, or that says when an ending comes, is cut out of its paragraph", () => {
    const page = "The ship comes in over the bar. The mate goes up the ladder with a slate. He reads both figures.";
    expect(ending(`# In\n\n${page} Reached when he has told the truth (beat_001).`)).toEqual([page]);
    expect(ending(`# In\n\n${page}\n\nReached when he has told the truth (beat_001).`)).toEqual([page]);
  });

  it("[CA321] where hardly anything else would be left the paragraph is the teller's", () => {
    expect(ending("# In\n\nYou get there through beat_001. It is over.")).toEqual([]);
  });
});
