import { expect, it } from "vitest";
import { Remembered } from "../src/story/remembered.js";

const summary = (scene: number) => ({ scene, choice: null, summary: "", location: "", people: [] });

it("[EN13] a memory that has a summary and nothing else is remembered like any other", () => {
  const remembered = new Remembered();
  remembered.add(summary(3), [
    { id: "m1", record: { summary: "You betrayed Osk at the mill." } },
    { id: "m2", record: { text: "No summary." } },
    {
      id: "m3",
      record: { summary: "You helped Marta.", characters: ["marta", 7], deed: { verb: "fly" }, tags: "many" },
    },
  ]);
  expect(remembered.memories).toEqual([
    {
      summary: "You betrayed Osk at the mill.",
      scene: 3,
      characters: [],
      location: "",
      significance: "low",
      tags: [],
    },
    { summary: "You helped Marta.", scene: 3, characters: ["marta"], location: "", significance: "low", tags: [] },
  ]);
  expect(remembered.mentions("betrayal")).toBe(true);
  expect(remembered.mentions("betrayal", "osk")).toBe(false);
  expect(remembered.mentions("helped", "marta")).toBe(true);
  expect(remembered.publicRef("m2")).toBe("scene-3");
});
