// SPEC.md CA3140: notes that their owner says of somebody else.
import { expect, it } from "vitest";
import { isPublicNote } from "../src/reading/public-notes.js";

it.each([
  ["Her dad", "He is my dad."],
  ["Taught him to whistle", "I taught him to whistle."],
  ["Lends him paperbacks", "I lend him paperbacks."],
  ["Owes him fourpence and a pair of heels", "I owe him fourpence and a pair of heels."],
  ["Leaves the mill door open for him in winter", "I leave the mill door open for him in winter."],
])("[CA3140] says what anybody would say of a neighbour: %s", (note, spoken) => {
  expect(isPublicNote(note, spoken)).toBe(true);
});

it.each([
  ["a feeling", "Leans on her entirely", "I lean on her entirely."],
  ["a thought", "Thinks him a good man with a bad habit", "I think him a good man with a bad habit."],
  ["what was done in secret", "Made her an accomplice", "I made her an accomplice."],
  ["a promise", "He promised her something when she was nine", "He promised me something when I was nine."],
  ["a paper between the two", "Has her signature on a permit", "I have her signature on a permit."],
  ["a denial", "Has never used her name", "I have never used her name."],
  [
    "a remark of the author's",
    "They are rivals, and each has checked the other's sums for two years without either calling it friendship",
    "We are rivals, and each has checked the other's sums for two years without either calling it friendship.",
  ],
  ["what is kept in the rest of it", "Trained him. Is afraid of him", "I trained him."],
  ["what its owner never said", "Cooked for her. He's never mentioned the letter", "I cooked for her."],
  ["what is still to come", "Will marry him", "I will marry him."],
])("[CA3140] keeps %s back", (_what, note, spoken) => {
  expect(isPublicNote(note, spoken)).toBe(false);
});
