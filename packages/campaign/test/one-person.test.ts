// SPEC.md CA492: who looks like several, a machine or a rank, and is one person.
import { expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const read = (name: string, role: string, text = "") =>
  readSmall({ npcs: [person(name, role)], beats: [beat("b1", text === "" ? `${name} sits by the window.` : text)] })
    .reading.cast[0];

it.each([
  ["Menna Rees", "Retired home carer, mother of Gethin"],
  ["Mary Peters", "Singer at the Swan"],
  ["Tom Rogers", "The verger"],
  ["Tater", "4-H exhibitor, Swine Barn, pen fourteen"],
  ["Osk", "Thirty years a nurse"],
  ["Ada", "12 years in the kitchen"],
  ["Ivo", "Three-time champion of the lane"],
  ["Una", "Seven feet of harbour master"],
])("[CA492] %s is one person", (name, role) => {
  expect(read(name, role)).toMatchObject({ kind: "human", plural: false });
});

it.each([
  ["The Aldermen", "Six men in one coat"],
  ["Wicks", "Two hundred bees"],
])("[CA492] %s are as many as their role says", (name, role) => {
  expect(read(name, role)).toMatchObject({ plural: true });
});

it("[CA492] river rats are several, and a printer is a person", () => {
  expect(read("The River Rats", "Thieves of the lower quays")).toMatchObject({ plural: true });
  expect(read("Gethin Rees", "Printer, away at sea")).toMatchObject({ kind: "human", plural: false });
});

it("[CA492] a constable is not called by her rank", () => {
  const text = "PC Nia Tudor sits in the car. PC Nia Tudor drinks her tea. Nia drinks it cold.";
  expect(read("PC Nia Tudor", "Constable", text)?.called).toMatch(/Nia/);
});

it("[CA492] somebody's look says what they are, and is nothing that they carry", () => {
  const grubb = person("Grubb Threepenny", "Deed-broker", {
    appearance: "A goblin in half-moon spectacles and sleeve garters, green ink to the elbows.",
  });
  const { reading } = readSmall({ npcs: [grubb], beats: [beat("b1", "Grubb Threepenny opens the box.")] });
  expect(reading.cast[0]?.looks[0]).not.toContain("has a goblin");
});

it("[CA1558] whoever has a form of address is one, whatever the name ends in and whatever they are tagged as part of", () => {
  const { somebody } = readSmall({
    npcs: [person("Dame Joan Ferrers", "A hired pilgrim", { id: "joan", metadata: { tags: ["company"] } as never })],
    beats: [beat("b1", "Dame Joan sits down.")],
  });
  expect(somebody("joan")).toMatchObject({ kind: "human", pronoun: "she" });
  expect(somebody("joan").plural).not.toBe(true);
});

it("[CA6507] a tag is what somebody with a family works with, and the noun before there is what something is", () => {
  const tagged = (role: string, more: object) =>
    readSmall({
      npcs: [person("Ada Wren", role, { id: "ada", metadata: { tags: ["press"] }, ...more } as never)],
      beats: [beat("b1", "Ada Wren waits.")],
    }).somebody("ada").kind;
  expect(
    tagged("I print the Notices", { background: "The press was my dowry, and my husband had the privilege." }),
  ).toBe("human");
  expect(tagged("Prints the Notices", { appearance: "Rollers, and an iron bed." })).toBe("machine");
  const { somebody } = readSmall({
    npcs: [person("The Draught", "The smallest wind there is, lodging in a kettle", { id: "draught" })],
    beats: [beat("b1", "The Draught lifts the lid.")],
  });
  expect(somebody("draught").kind).not.toBe("human");
});
