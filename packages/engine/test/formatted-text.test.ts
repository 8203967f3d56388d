// What an author sets apart is found again in what is told, and changes no letter of it.
import { markedSpans } from "@narratoria/campaign";
import { atOnce } from "@narratoria/protocol";
import type { FormattedBlock } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { SceneFormatter } from "../src/scene/formatted-text.js";

/** As Markdown, so that a case is read at a glance. */
const shown = (blocks: readonly FormattedBlock[]): string[] =>
  blocks.map(
    ({ kind, lines }) =>
      `${kind}: ${lines
        .map((runs) => runs.map(({ text, em, strong }) => (strong ? `**${text}**` : em ? `*${text}*` : text)).join(""))
        .join(" / ")}`,
  );

const plainOf = (blocks: readonly FormattedBlock[]): string =>
  blocks.map(({ lines }) => lines.map((runs) => runs.map(({ text }) => text).join("")).join(" ")).join(" ");

const formatterOf = (text: string): SceneFormatter =>
  new SceneFormatter(atOnce(markedSpans({ texts: new Map([["lore/a.md", text]]) })));

/** Formats one paragraph, which keeps its letters. */
function format(author: string, told: string, papers: readonly string[] = []): string[] {
  const [found] = formatterOf(author).format([told], new Map([[0, papers]]));
  if (found) expect(plainOf(found.blocks)).toBe(told);
  return found ? shown(found.blocks) : [];
}

describe("emphasis", () => {
  it.each([
    [
      "You came in the *Wren*, with the mail.",
      "You came in the Wren, with the mail.",
      "You came in the *Wren*, with the mail.",
    ],
    [
      "It goes *hush-a, hush-a* all day.",
      "“It goes hush-a, hush-a all day,” says Odo.",
      "“It goes *hush-a, hush-a* all day,” says Odo.",
    ],
    [
      "There was **the hut**, forty feet long.",
      "There was the hut, forty feet long.",
      "There was **the hut**, forty feet long.",
    ],
    [
      "The *Wren*'s mate looked up at last.",
      "The Wren’s mate looked up at last.",
      "The *Wren*’s mate looked up at last.",
    ],
    [
      "She wrote *nobody came. not one.* That is all.",
      "She wrote nobody came. not one. That is all.",
      "She wrote *nobody came.* *not one.* That is all.",
    ],
    ["It is *not* a duck.", "It’s a squeak. It is not a duck.", "It’s a squeak. It is *not* a duck."],
  ])("[EN2100] %j told as %j", (author, told, expected) => {
    expect(format(author, told)).toEqual([`prose: ${expected}`]);
  });

  it.each([
    ["It is *not* a duck at all.", "That is not so."],
    ["You came in the *wren*, with the mail.", "A wren sings in the hedge."],
    ["**The Garden.** Kelp and lettuce.", "You go on to the Garden. Kelp and lettuce."],
    ["The *old mill* by the weir.", "There is an old mill in the next valley."],
  ])("[EN2101] %j says nothing of %j", (author, told) => {
    expect(format(author, told)).toEqual([]);
  });

  it("[EN2102] a name that is emphasised wherever it stands is emphasised in every sentence, whoever wrote it", () => {
    const author = "The *Wren* sails.\n\nAboard the *Wren* they sleep.";
    expect(format(author, "You go to the Wren.")).toEqual(["prose: You go to the *Wren*."]);
    expect(format(author, "You hear a wren.")).toEqual([]);
  });
});

describe("blocks", () => {
  it("[EN2103] a quote stands apart, with its lines where the author set them", () => {
    const author = "In the log:\n\n> june: hi house\n> june: all well\n> june: *hi*";
    expect(format(author, "You read: “june: hi house june: all well june: hi.” Then it is still.")).toEqual([
      "prose: You read:",
      "quote: “june: hi house / june: all well / june: *hi*.”",
      "prose: Then it is still.",
    ]);
    expect(format("> fourteen aboard, all well", "Fourteen aboard, all well")).toEqual([
      "quote: Fourteen aboard, all well",
    ]);
  });

  it.each([
    [
      "> Dear Anna,\n> the boat is yours.\n> — R.",
      "Dear Anna, the boat is yours. — R.",
      "quote: Dear Anna, / the boat is yours. / — R.",
    ],
    [
      "> The bell rang twice.\n> “No boat,” he wrote.\n> (Nobody read it.)",
      "The bell rang twice. “No boat,” he wrote. (Nobody read it.)",
      "quote: The bell rang twice. / “No boat,” he wrote. / (Nobody read it.)",
    ],
  ])("[EN4604] a dash, a quotation mark or a bracket that opens a line stays with it: %j", (author, told, expected) => {
    expect(format(author, told)).toEqual([expected]);
  });

  it("[EN2104] a quote inside a sentence, and two words of one, stay in it", () => {
    const author = "> full is not broken\n\n> say hi";
    expect(format(author, "Odo says that full is not broken, and leaves.")).toEqual([]);
    expect(format(author, "You look. Say hi. You go.")).toEqual([]);
  });

  it("[EN2105] verse keeps its lines, and one line alone is prose", () => {
    const author = "Row, row the boat,\nand mind the weir,\nthe water's high\nthis time of year.";
    expect(
      format(author, "They sing: Row, row the boat, and mind the weir, the water’s high this time of year."),
    ).toEqual([
      "prose: They sing:",
      "verse: Row, row the boat, / and mind the weir, / the water’s high / this time of year.",
    ]);
    expect(format(author, "And mind the weir.")).toEqual([]);
  });

  it("[EN2106] what a paper says stands apart where it is read out, with its quotation marks", () => {
    const paper = "Got the anchor at six bells. Southern party not in.";
    expect(format("", `You read the log. It says: “${paper}”`, [paper])).toEqual([
      "prose: You read the log. It says:",
      `letter: “${paper}”`,
    ]);
    expect(format("", "It says: “Not in.”", ["Not in."])).toEqual([]);
  });
});
