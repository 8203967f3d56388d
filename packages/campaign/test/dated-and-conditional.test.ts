import { describe, expect, it } from "vitest";
import { sentenceOfRelation } from "../src/reading/notes.js";
import { looksOf } from "../src/reading/looks.js";
import { beat, person, readSmall } from "./support/small-story.js";

const told = (description: string) =>
  readSmall({ npcs: [person("Daniel Roux", "Stranger")], beats: [beat("b1", description)] }).reading.beats[0];

describe("beats with dates", () => {
  const days = (...titles: readonly string[]) =>
    readSmall({ beats: titles.map((title, at) => beat(`b${at}`, "Rain.", { title })) }).reading.beats.map(
      ({ clock }) => clock?.day,
    );
  it("[CA1416] in their titles play on these days, counted from the first", () => {
    expect(days("The Summons, 4 August", "Sederunt, 5 August", "The Mare", "The Sermon, 11 August")).toEqual([
      1,
      2,
      undefined,
      8,
    ]);
    expect(days("The Summons, 4 August", "Sederunt, 5 August", "The Mare")).toEqual([undefined, undefined, undefined]);
  });

  it("[CA1416] in their tags, too", () => {
    const beats = ["1645-08-31", "1645-09-01", "1645-09-03"].map((tag, at) => beat(`b${at}`, "Rain.", { tags: [tag] }));
    expect(readSmall({ beats }).reading.beats.map(({ clock }) => clock?.day)).toEqual([1, 2, 4]);
  });
});

it("[CA5428] have a date in words in their tags, beside those in titles", () => {
  const tags = ["monday-11-may", "ministry", "wednesday_27_may"];
  const beats = [
    ...tags.map((tag, at) => beat(`b${at}`, "Rain.", { tags: [tag] })),
    beat("b3", "It rains.", { title: "The Second of June" }),
  ];
  expect(readSmall({ beats }).reading.beats.map(({ clock }) => clock?.day)).toEqual([1, undefined, 17, 23]);
});

describe("what waits for the player", () => {
  it.each([
    ["If the player sits down at his table he shows a photograph.", "sit down at his table", "He shows a photograph"],
    ["If you give Daniel Roux the key, he weeps.", "give Daniel Roux the key", "He weeps"],
  ])("[CA1417] is offered and told when it is done: %s", (text, deed, result) => {
    const read = told(`Daniel Roux eats alone. ${text}`);
    expect(read?.told).toEqual(["Daniel Roux eats alone."]);
    expect(read?.choices).toEqual([{ text: deed, result }]);
  });

  it.each(["If you look up, he is there.", "If it rains, he comes in."])(
    "[CA1417] is no deed of the player's: %s",
    (text) => {
      expect(told(`Daniel Roux eats alone. ${text}`)?.told.at(-1)).toBe(text);
    },
  );

  it.each([
    ["He opens the vault (nerve; +1 with the key, -1 without) and waits.", "He opens the vault and waits."],
    ["Everybody looks at the sea. (this is the one where you tell them)", "Everybody looks at the sea."],
    ["He counts the coins (there are nine).", "He counts the coins (there are nine)."],
  ])("[CA1415] loses counts and advice in brackets: %s", (text, left) => {
    expect(told(text)?.told).toEqual([left]);
  });
});

it("[CA1418] a relation is said without what it is not, and as the object of a count", () => {
  const owner = { pronoun: "she", plural: false, name: "Moss" } as const;
  const other = { pronoun: "he", plural: false, name: "Tank" } as const;
  expect(sentenceOfRelation("best mate since school, NOT her boyfriend", owner, other).spoken).toBe(
    "I am his best mate since school.",
  );
  expect(sentenceOfRelation("He had asked her three times", owner, other).spoken).toBe("He had asked me three times.");
  // The stop of a title ends nothing.
  expect(
    sentenceOfRelation("Owes Mrs. Harrow for a wheel; says little of it", other, {
      pronoun: "she",
      plural: false,
      name: "Mrs. Harrow",
    }).predicate,
  ).toBe("owes Mrs. Harrow for a wheel");
  expect(
    looksOf("A fair man going grey, buff coat", { pronoun: "he", plural: false, called: "Hew", kind: "human" })[0],
  ).toMatch(/^He is a fair man going grey/);
});
