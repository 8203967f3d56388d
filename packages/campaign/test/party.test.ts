// SPEC.md CA5845: those who play are called the party or the hero.
import { expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const npcs = [person("Osk Brandt", "Ringer", { id: "osk" }), person("Ada Frey", "Cook", { id: "ada" })];
const second = beat("b2", "The party climbed the tower and rang the bell.");
const third = beat("b3", "The party had gone down.");
const told = (description: string, more: Parameters<typeof readSmall>[0] = {}): string =>
  (readSmall({ npcs, beats: [beat("b1", description), second, third], ...more }).reading.beats[0]?.told ?? []).join(
    " ",
  );

it.each([
  ["The party climbed the wall.", "You climbed the wall."],
  ["The heroes were tired, and the adventurers' boots were wet.", "You were tired, and your boots were wet."],
  ["When the hero had sworn, Osk gave the party a pass.", "When you had sworn, Osk gave you a pass."],
  [
    "The party lost the trail at the pines. Osk asked them what they wanted.",
    "You lost the trail at the pines. Osk asked you what you wanted.",
  ],
  [
    "The party slept. While they considered the offer, Osk ate the hero's bread.",
    "You slept. While you considered the offer, Osk ate your bread.",
  ],
  ["Osk took the oath off the hero, as was right.", "Osk took the oath off you, as was right."],
  ["The party sat down. The last word was the hero's to say.", "You sat down. The last word was yours to say."],
])("[CA5845] they are you: %s", (given, wanted) => {
  expect(told(given)).toBe(wanted);
});

it.each([
  // Prints lead to the river, and men are fought.
  ["The party saw the prints. They led to the river.", "You saw the prints. They led to the river."],
  ["Six men held the ford. The party fought them.", "Six men held the ford. You fought them."],
  ["The party met two men. They asked who had sent them.", "You met two men. They asked who had sent them."],
])("[CA5845] others are not: %s", (given, wanted) => {
  expect(told(given)).toBe(wanted);
});

it("[CA5845] is a feast, or somebody else, where the story says so", () => {
  const you = beat("b3", "You carry the lamp.");
  const feast = [beat("b1", "The party begins at eight."), beat("b2", "You open the door."), you];
  expect(readSmall({ npcs, beats: feast }).reading.beats[0]?.told).toEqual(["The party begins at eight."]);
  const hero = [...npcs, person("Tarn Holt", "The hero", { id: "tarn" })];
  const beats = [beat("b1", "The hero climbed the wall."), beat("b2", "The hero rang the bell.")];
  expect(readSmall({ npcs: hero, beats }).reading.beats[0]?.told).toEqual(["The hero climbed the wall."]);
  expect(
    readSmall({ npcs, beats: [beat("b1", "The hero of the song climbed the wall."), second] }).reading.beats[0]?.told,
  ).toEqual(["The hero of the song climbed the wall."]);
});

it("[CA5845] stands in consequences, premise and endings too", () => {
  const beats = [
    beat("b1", "The party climbed the wall.", { consequences: ["The heroes know the password"] }),
    second,
    third,
  ];
  const { reading } = readSmall({
    npcs,
    beats,
    premise: "The party has come up the south road.",
    endings: [{ id: "end", title: "The End", body: "The hero's name was cut into the stone." }],
  });
  expect(reading.opening).toEqual(["You have come up the south road."]);
  expect(reading.endings[0]?.paragraphs).toEqual(["Your name was cut into the stone."]);
});
