// SPEC.md CA5943 and CA5944: titles by which a story calls one person, and whom a beat only speaks of.
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const PEOPLE = [
  person("Madame Ida Quill", "Landlady"),
  person("Rolf Venn", "Porter"),
  person("Captain Hanne Moor", "Pilot"),
];

function castOf(texts: readonly string[], npcs = PEOPLE): readonly (readonly string[])[] {
  const { reading } = readSmall({ npcs, beats: texts.map((text, at) => beat(`b${at + 1}`, text)) });
  return reading.beats.map(({ cast }) => cast);
}

describe("a title without a name", () => {
  const texts = [
    "Madame came down the stairs. Rolf Venn took his hat off.",
    "Madame counted the spoons.",
    "In the hall Madame sat by the stove. Rolf Venn slept.",
    "On the quay Rolf Venn found a letter beginning Madame.",
  ];

  it("[CA5943] names the one person who has it", () => {
    const found = castOf(texts).map((names) => names.includes("madame-ida-quill"));
    expect(found).toEqual([true, true, true, false]);
  });

  it("[CA5943] names nobody where two have it, or the story has it of somebody else", () => {
    const two = [...PEOPLE, person("Madame Nina Oss", "Guest")];
    expect(castOf(texts, two).flat().join(" ")).not.toContain("madame");
    const other = [...texts.slice(0, 3), "On the quay Rolf Venn met Madame Brandt."];
    expect(castOf(other).flat().join(" ")).not.toContain("madame");
  });
});

it.each([
  ["On the quay Hanne Moor holds out a bond signed by Rolf Venn.", false],
  ["On the quay Hanne Moor shows you the boat lent by Rolf Venn.", false],
  ["On the quay Hanne Moor is met by Rolf Venn.", true],
  ["On the quay the night porter takes your bag.", false],
  ["On the quay the head porter takes your bag.", false],
  ["On the quay the old porter takes your bag.", true],
])("[CA5944] has the porter Rolf Venn there or not: %s", (text, isThere) => {
  expect(castOf([text])[0]?.includes("rolf-venn")).toBe(isThere);
});
