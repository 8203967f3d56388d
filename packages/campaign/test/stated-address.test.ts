import { describe, expect, it } from "vitest";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";

/** What Orsolya Brandt and Jonas Peel are called where a section of the setting says this. */
function called(section: string): (readonly [string, string])[] {
  const setting = `${WEIGHBRIDGE.setting}\n\n${section}`;
  const { cast } = readSource({ ...WEIGHBRIDGE, frames: [], setting });
  return cast.map((entry) => [entry.called, entry.evidence.called.certainty]);
}

describe("a section on how people are addressed", () => {
  it.each([
    [
      "as a list",
      "## How people are addressed\n\n- **Orsolya Brandt**: Brandt, to everyone but her sister.\n- **Jonas Peel**: Mr. Peel.",
      ["Brandt", "Mr. Peel"],
    ],
    [
      "as sentences",
      "## Forms of address\n\nOrsolya Brandt is Mrs. Brandt to everyone. Jonas Peel is called young Peel by all.",
      ["Mrs. Brandt", "young Peel"],
    ],
    ["as a rule for one", "## Names and titles\n\nOrsolya is always the Weigher.", ["the Weigher", "Jonas"]],
    [
      "as what everyone says",
      "## How they speak\n\nEveryone calls Orsolya Brandt Mother Brandt.",
      ["Mother Brandt", "Jonas"],
    ],
  ])("[CA404] decides what they are called: %s", (_, section, forms) => {
    expect(called(section).map(([form]) => form)).toEqual(forms);
  });

  it("[CA404] is stated", () => {
    expect(called("## Forms of address\n\nJonas Peel is called young Peel by all.")[1]).toEqual([
      "young Peel",
      "stated",
    ]);
  });

  it.each([
    "## Forms of address\n\nOrsolya Brandt is a weigher. Jonas Peel is in the Long Yard.",
    "## The Long Yard at night\n\nJonas Peel is called Jonas by all who owe him money.",
    "## Forms of address\n\nJonas Peel is Orsolya Brandt to the blind.",
  ])("[CA404] gives nobody a name in %j", (section) => {
    expect(called(section).map(([form]) => form)).toEqual(called("").map(([form]) => form));
  });
});
