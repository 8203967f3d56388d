// SPEC.md CA3200, CA3201 and CA5750: pages about somebody who is not of the cast, where a page begins, and labels that ask.
import { expect, it } from "vitest";
import { readStory } from "../src/index.js";
import { load, profile } from "./campaign-folder.js";

const factsOf = async (title: string, text: string) => {
  const { campaign } = await load({
    "characters/npcs/ada/profile.json": profile("Ada Wells"),
    "world/setting.md": "The town still speaks of Osbert and of Osbert alone.",
    "lore/page.md": `# ${title}\n\n${text}\n`,
  });
  return readStory(campaign).facts.map(({ text: one, apart }) => ({ text: one, apart: apart === true }));
};

it("[CA3200] names whom a page is on where a paragraph of it begins with a pronoun", async () => {
  const found = await factsOf(
    "Osbert",
    "Osbert Crumb was the kind of man who mended clocks for nothing. He had his own key.\n\nHe opened the church clock on the first of the month.",
  );
  expect(found.map(({ text }) => text)).toContain("Osbert opened the church clock on the first of the month.");
});

it.each([
  ["Store Four", "Store Four is cold and has no lamp.\n\nShe counted the crates on the first of the month."],
  ["the clock", "The clock was made by a man from the hills.\n\nHe opened the church clock on the first of the month."],
])("[CA3200] gives a pronoun no name where the page is on no one person: %s", async (title, text) => {
  const found = await factsOf(title, text);
  expect(found.filter(({ text: one }) => /first of the month/.test(one) && !/^(?:He|She) /.test(one))).toEqual([]);
});

it("[CA3201] tells that what stands before the first fact of a page is left out", async () => {
  const whole = await factsOf("The Fair", "The fair is held in the long meadow.\n\nEvery booth pays a penny.");
  expect(whole.map(({ apart }) => apart)).toEqual([false, false]);
  const cut = await factsOf(
    "The Fair",
    "- Booths, at dawn\n- the drum: twice\n- Every booth pays a penny to the reeve.",
  );
  expect(cut.find(({ text }) => text.startsWith("Every booth"))?.apart).toBe(true);
});

it.each([
  ["- **What happened:** the reeve sold the long meadow to the mill.", "The reeve sold the long meadow to the mill."],
  ["- **Who saw:** Hrim, who held the flag.", undefined],
])("[CA5750] tells an answer without the question that stands before it as a label: %s", async (text, expected) => {
  const found = (await factsOf("The Sale", `The sale is spoken of at the mill.\n\n${text}`)).map((one) => one.text);
  expect(found.filter((one) => /^(?:What happened|The reeve sold)/.test(one))).toEqual(
    expected === undefined ? [] : [expected],
  );
});
