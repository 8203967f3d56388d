import { describe, expect, it } from "vitest";
import { addressed } from "../src/reading/audience.js";
import { openingParagraphs } from "../src/reading/opening.js";
import { isLabelAlone, labelOf } from "../src/reading/teller-words.js";
import { readSmall } from "./support/small-story.js";

const told = (text: string, file = "plot/premise.md"): string =>
  addressed(text, file, 1, file === "plot/premise.md").told;

describe("the teller's part of a text", () => {
  it.each([
    "In confidence, to whoever is telling this",
    "In Confidence",
    "Psst, for the narrator",
    "A word with whoever tells the story",
    "For anyone who runs it",
    "If you are running this",
    "For those who will narrate the evening",
    "Notes to the storyteller",
    "For the GM's eyes only",
    "GM information",
    "Storyteller's notes",
    "Background (narrator only)",
    "The cellar, not for players",
    "Not for the players' eyes",
    "What the players must not know",
    "Players should not read this",
    "Do not read aloud",
    "Not to be read to the players",
    "Until the player finds out",
    "Before the player knows",
    "Hidden from the players",
    "Known only to the game master",
    "Only the DM knows",
    "Spoilers ahead",
    "⚠ SPOILERS!",
    "Between ourselves",
    "Strictly confidential",
    "Behind the curtain",
    "The Truth Behind It",
    "What actually happened",
    "Who did it, and why",
    "The twist",
  ])("[CA1560] stands under the heading %j", (heading) => {
    const text = `# Start\n\nThe bell rang.\n\n## ${heading}\n\nThe cook cut the rope.\n\n- Nobody saw him.\n\n## Morning\n\nYou wake.`;
    expect(told(text)).toBe("# Start\n\nThe bell rang.\n\n## Morning\n\nYou wake.");
  });

  it.each([
    "The Storyteller's Night",
    "A Gift for the Storyteller",
    "The Well-Keepers",
    "Keepers and players",
    "The night of the flood, as the geese tell it",
    "Whoever runs the ferry",
    "Those who run with the hounds",
    "The wall between us and them",
    "In the confidence of kings",
    "How the players may be paid",
    "The Teller",
    "Before the players come on",
    "Anyone who tells tales",
    "The Truth Tree",
    "Who did the washing",
    "The model, the director and the keeper",
  ])("[CA1560] is not what a story has under %j", (heading) => {
    const text = `# Start\n\nThe bell rang.\n\n## ${heading}\n\nThe cook cut the rope.`;
    expect(told(text)).toContain("The cook cut the rope.");
    expect(told(text, "lore/a.md")).toContain("The cook cut the rope.");
  });

  it("[CA1560] is no file of lore by a title that stories have too", () => {
    const text = (title: string): string => `# ${title}\n\nIt is the paper of the town.`;
    expect(told(text("Between Ourselves"), "lore/a.md")).toContain("paper");
    expect(told(text("For the narrator only"), "lore/a.md")).toBe("");
  });

  it.each([
    "**Truth (narrator only, until found):** The cook cut the rope.",
    "**The secret, narrator only:** The cook cut the rope.",
    "The secret (GM only): The cook cut the rope.",
    "*The rope (players must not know this yet):* The cook cut the rope.",
    "**The rope – not for players.** The cook cut the rope.",
    "**In confidence.** The cook cut the rope.",
    "**What's going on, for whoever is running this:** The cook cut the rope.",
    "- **The rope [DM eyes only]:** The cook cut the rope.",
    "> [!secret] The rope\n> The cook cut the rope.",
    "> **For the narrator**\n> The cook cut the rope.",
    "**GM Notes** The cook cut the rope.",
    "**The truth.** The cook cut the rope.",
    "**Keeper only:** The cook cut the rope.",
  ])("[CA1561] stands behind the label of %j", (text) => {
    expect(told(`The bell rang.\n\n${text}\n\nYou wake.`)).toBe("The bell rang.\n\nYou wake.");
  });

  it.each([
    "**Mira, storyteller:** she knows who cut the rope.",
    "**Old Tam (keeper):** he says that the cook cut the rope.",
    "**The truth** is that the cook cut the rope.",
    "He told her, in confidence: the cook cut the rope.",
    "Between ourselves: the cook cut the rope.",
    "**The players:** four, and the cook cut the rope.",
  ])("[CA1561] is not %j", (text) => {
    expect(told(`The bell rang.\n\n${text}`)).toContain("cut the rope");
  });

  it.each([
    ["a list", "- The cook cut the rope.\n- He ran."],
    ["a numbered list", "1. The cook cut the rope.\n2. He ran."],
    ["a table", "| Who | What |\n| --- | --- |\n| the cook | cut the rope |"],
    ["a quote", "> The cook cut the rope."],
    ["a paragraph", "The cook cut the rope."],
  ])("[CA1562] is %s below its label", (_, below) => {
    for (const label of ["**Truth (narrator only, until found):**", "GM only:", "**For the narrator**"])
      expect(told(`The bell rang.\n\n${label}\n\n${below}\n\n**Morning.** You wake.`), label).toBe(
        "The bell rang.\n\n**Morning.** You wake.",
      );
  });

  it("[CA1562] ends with its list, or with the next label", () => {
    expect(told("GM only:\n\n- The cook.\n\nYou wake.")).toBe("You wake.");
    expect(told("**For the narrator**\n\nThe cook.\n\nHe ran.\n\n**You.** You wake.\n\nIt is day.")).toBe(
      "**You.** You wake.\n\nIt is day.",
    );
    expect(told("**Do not read aloud:** the cook:\n\n- he cut it.\n\nYou wake.")).toBe("You wake.");
  });

  it("[CA1562] is a label alone whose list is left out, wherever it stands", () => {
    expect(openingParagraphs("You wake.\n\n**Open questions**\n\n1. Who cut it?\n2. Why?")).toEqual(["You wake."]);
    expect(
      openingParagraphs("You wake.\n\n**What they want.**\n\n| Who | What |\n| --- | --- |\n| Osk | tin |"),
    ).toEqual(["You wake."]);
    expect(openingParagraphs("You wake.\n\n**You have**\n\n- a rope\n\nIt is day.")).toContain("a rope.");
    expect(told("You wake.\n\n**The roll**\n\n- DC 8 to climb.\n\nIt is day.")).toBe("You wake.\n\nIt is day.");
  });

  it.each([
    "If you mean to play this, stop reading here.",
    "*Players, read no further.*",
    "**Do not read on if you are going to play.**",
  ])("[CA1563] is all that follows %j", (text) => {
    expect(told(`The bell rang.\n\n${text}\n\nThe cook cut it.\n\n## The rope\n\nIt is cut.`)).toBe("The bell rang.");
  });

  it("[CA1563] may stand in brackets amid what is told", () => {
    expect(told("The bell rang. (GM: the cook cut the rope.) You wake.")).toBe("The bell rang. You wake.");
    expect(told("The bell rang (and the cook: he ran). You wake.")).toContain("the cook");
  });

  it("[CA1560] is in no part of what is read", () => {
    const { reading } = readSmall({
      premise: "# How matters stand\n\nThe bell fell.\n\n## In confidence, to whoever tells this\n\nOsk cut the rope.",
      setting: "# Town\n\nThe town is wet.\n\n**Open (GM only):**\n\n- Osk has the saw.",
    });
    expect(JSON.stringify([reading.opening, reading.general, reading.facts])).not.toContain("Osk");
    expect(reading.opening).toEqual(["The bell fell."]);
  });
});

describe("labels", () => {
  it.each([
    ["**Open questions**", true],
    ["Open questions:", true],
    ["**What you want.**", true],
    ["*Wait.*", false],
    ["The bell rang.", false],
    ["**One two three four five six seven eight nine**", false],
    ["**Truth.** It is out.", false],
  ])("[CA1562] %j alone: %s", (text, is) => {
    expect(isLabelAlone(text)).toBe(is);
  });

  it("[CA1561] have a rest", () => {
    expect(labelOf("**Truth (GM only).** It is out.")).toEqual({
      label: "Truth (GM only).",
      isMarked: true,
      rest: "It is out.",
    });
  });

  it("[CA1574] stay in a list, where they say whose entry it is", () => {
    const entries = "- **7, Wynne, 88.** Wanders. Falls.\n- **12, Pascoe.** A pain. Lies.";
    expect(openingParagraphs(`The sheet says:\n\n${entries}`)).toEqual([
      "The sheet says:",
      "7, Wynne, 88: Wanders. Falls.",
      "12, Pascoe: A pain. Lies.",
    ]);
    expect(openingParagraphs("You wake.\n\n- **Hook:** The bell fell. It rang.\n- **Goal:** Find it. Now.")).toEqual([
      "You wake.",
      "The bell fell. It rang.",
      "Find it. Now.",
    ]);
  });

  it.each([
    [
      "**What you want.** To know which. To still have a shelf.",
      "You want to know which. You want to still have a shelf.",
    ],
    ["**What you want:** A bed, and no talk.", "You want a bed, and no talk."],
    ["**What the queen wants.** Some time.", "The queen wants some time."],
    ["**What the queen wants.** Osk.", "Osk."],
    ["**What you have.** Two tablets and a sister.", "You have two tablets and a sister."],
    ["**What you know.** The king is dead.", "The king is dead."],
    ["**Situation.** 6th of May. You wake.", "6th of May. You wake."],
  ])("[CA1564] lend what stands behind them their subject and verb: %s", (text, sentence) => {
    expect(openingParagraphs(text)).toEqual([sentence]);
  });
});
