import { describe, expect, it } from "vitest";
import { inlineMarks } from "../src/inline-marks.js";
import { type MarkedSpans, markedSpans } from "../src/marked-spans.js";

const spansIn = (text: string, file = "plot/premise.md"): MarkedSpans => {
  const work = markedSpans({ texts: new Map([[file, text]]) });
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
};

const blocksIn = (text: string): string[] =>
  spansIn(text).spans.flatMap(({ block, words }) =>
    block === undefined ? [] : [`${block.kind} ${block.line}: ${words.join(" ")}`],
  );

describe("what an author sets apart", () => {
  it.each([
    ["the *Wren* sails", "the Wren sails", ["em Wren"]],
    ["the _Wren_ sails", "the Wren sails", ["em Wren"]],
    ["**the *Wren***, moored", "the Wren, moored", ["em Wren", "strong the Wren"]],
    ["the *Wren*'s mate—*never*—said", "the Wren's mate—never—said", ["em Wren", "em never"]],
    ["***now***", "now", ["strong now", "em now"]],
    ["snake_case_name, 2 * 3 * 4, \\*no\\*", "snake_case_name, 2 * 3 * 4, *no*", []],
    ["see [the *log*](log.md) and `*x*`", "see the *log* and *x*", []],
    ["an *open mark", "an open mark", []],
  ])("[CA2100] %j has its emphasis beside its words", (text, plain, marks) => {
    const found = inlineMarks(text);
    expect(found.plain).toBe(plain);
    expect(found.marks.map(({ kind, start, end }) => `${kind} ${found.plain.slice(start, end)}`)).toEqual(marks);
  });

  it("[CA2101] is known by its words and by those on either side", () => {
    expect(spansIn("You came south in the *Wren*, with the mail.").spans).toEqual([
      {
        words: ["wren"],
        before: ["south", "in", "the"],
        after: ["with", "the", "mail"],
        em: true,
        strong: false,
        tail: "",
      },
    ]);
  });

  it("[CA2101] is cut at the ends of sentences", () => {
    const { spans } = spansIn("*We did knock. Nobody came!* So we left.");
    expect(spans.map(({ words, tail }) => `${words.join(" ")}${tail}`)).toEqual(["we did knock.", "nobody came!"]);
  });

  it("[CA2102] finds it in the strings of JSON files, and not in tables and fences", () => {
    const beat = JSON.stringify({ beats: [{ description: "The *Wren* is in." }] });
    expect(spansIn(beat, "plot/beats.json").spans.map(({ words }) => words)).toEqual([["wren"]]);
    expect(spansIn("{ *no* json", "plot/beats.json").spans).toEqual([]);
    expect(spansIn("| *a* | b |\n\n```\n*c*\n```\n\n***\n").spans).toEqual([]);
  });

  it("[CA2102] gives the same span once, and no more than there are of a large campaign, lore last", () => {
    const texts = new Map(
      Array.from({ length: 300 }, (_, file) => [
        `lore/${file}.md`,
        Array.from({ length: 100 }, (__, at) => `The *ship ${file * 100 + at}* sails.\n\nThe *same* one.`).join("\n\n"),
      ]),
    );
    texts.set("plot/premise.md", "The *Wren* sails.");
    const work = markedSpans({ texts });
    let step = work.next();
    while (!step.done) step = work.next();
    expect(step.value.spans[0]?.words).toEqual(["wren"]);
    expect(step.value.spans.length).toBeLessThan(20_200);
    expect(step.value.spans.filter(({ words }) => words.join(" ") === "same")).toHaveLength(1);
  });

  it("[CA2103] a quote keeps its lines where they are the author's", () => {
    expect(blocksIn("> june: hi house\n> june: fourteen aboard, all well\n> june: hi")).toEqual([
      "quote 0: june hi house",
      "quote 1: june fourteen aboard all well",
      "quote 2: june hi",
    ]);
  });

  it("[CA2103] the lines of a quote that an editor broke are one", () => {
    const quote =
      "> No. 7. To the mate. Should the party not be in by the end of\n> March, the depots south of Hope are without exception to be\n> taken up.\n>\n> By order.";
    expect(blocksIn(quote)).toEqual([
      "quote 0: no",
      "quote 0: 7",
      "quote 0: to the mate",
      "quote 0: should the party not be in by the end of march the depots south of hope are without exception to be taken up",
      "quote 1: by order",
    ]);
  });

  it("[CA2106] a quote that is the narration itself is none: where one is labelled so, or a file tells its story in them", () => {
    expect(blocksIn("The hall.\n\n> **Read aloud:** It is dark in here.\n\n> Nobody speaks.")).toEqual([]);
    const beat = (quote: string): object => ({
      description: `${"The lamp is lit in the hall, and they all come. ".repeat(2)}${quote}`,
    });
    const quoted = beat("\n\n> It is dark in the hall.");
    const told = (count: number): string => JSON.stringify([...Array(count).fill(quoted), ...Array(4).fill(beat(""))]);
    expect(spansIn(told(4), "plot/beats.json").spans).toEqual([]);
    expect(spansIn(told(1), "plot/beats.json").spans).toHaveLength(1);
  });

  it.each([
    ["Row, row the boat,\nand mind the weir,\nthe water's high\nthis time of year.", 4],
    ["Row, row the boat,  \nmind the weir and do not look behind you as you row, for nobody is there.", 2],
    ["One sentence here.\nAnother one.\nA third.", 0],
    [
      "The ferry goes at six and comes back at eight, as it always has,\nand nobody has ever seen it go by daylight since.",
      0,
    ],
  ])("[CA2104] %j has %i lines of verse", (text, lines) => {
    expect(blocksIn(text)).toHaveLength(lines);
  });

  it("[CA2105] a name that is emphasised wherever it stands is one that always is", () => {
    const text = "The *Wren* sails.\n\nAboard the *Wren*.\n\n*No* and *No*. No, no. No? *Once* only.";
    expect(spansIn(text).names).toEqual([["wren"]]);
  });
});
