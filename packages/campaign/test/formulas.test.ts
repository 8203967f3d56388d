import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const NPCS = [person("Nina", "a smith")];
const told = (...descriptions: string[]) =>
  readSmall({ npcs: NPCS, beats: descriptions.map((text, at) => beat(`b${at}`, text)) }).reading.beats.map((one) =>
    one.told.join(" "),
  );
const RAW = ["a drum", "the gate", "a wet dog", "the long table"].map(
  (thing, at) => `Open on ${thing}. Nina counts to ${at + 3}. Everyone wants ${thing}. If stuck: Nina sings.`,
);

describe("what an author writes into every beat", () => {
  it("[CA1547] is for the teller where most beats have it", () => {
    expect(told(...RAW)).toEqual(["Nina counts to 3.", "Nina counts to 4.", "Nina counts to 5.", "Nina counts to 6."]);
  });

  it("[CA1547] is told where few have it, where it opens with a name, and where it is all there is", () => {
    expect(told(...RAW.slice(0, 3))[0]).toContain("Everyone wants a drum.");
    expect(told(...RAW.map((text) => text.replace(/Everyone wants [^.]*\./, "Nina wants tea.")))[0]).toContain(
      "Nina wants tea.",
    );
    expect(told("Everyone wants tea.", "Everyone wants rain.", "Everyone wants out.", "Everyone wants in.")[0]).toBe(
      "Everyone wants tea.",
    );
  });
});

it("[CA1536] keeps from the opening what says what the story is about", () => {
  const premise = "You are new here.\n\n*What the story is about:* hearing the end of a sentence.";
  expect(readSmall({ premise, npcs: NPCS }).reading.opening.join(" ")).toBe("You are new here.");
});

it("[CA1552] tells a passage of many questions, where no label or heading makes them the story's", () => {
  expect(told("Nina walks up and down. May one bury her? What does one do? There is no usually.")).toEqual([
    "Nina walks up and down. May one bury her? What does one do? There is no usually.",
  ]);
});
