import type { JsonObject } from "@narratoria/protocol";
import { expect, it } from "vitest";
import { heardMemory } from "../src/scene/heard-memory.js";
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

it("[EN770] what a beat or the premise told is nothing that the player did", () => {
  const remembered = new Remembered();
  remembered.add(summary(0), [
    { id: "m0", record: { summary: "The story began. Marta betrayed the mill.", tags: ["opening"] } },
  ]);
  remembered.add(summary(1), [{ id: "m1", record: { summary: "“A Betrayal” happened.", tags: ["beat"] } }]);
  remembered.add(summary(2), [{ id: "m2", record: { summary: "You heard of a betrayal.", tags: ["heard"] } }]);
  expect(remembered.memories.map((one) => one.summary)).toEqual(["The story began."]);
  expect(remembered.mentions("betrayal")).toBe(false);
  expect(remembered.mentions("story began")).toBe(true);
});

it("[EN771] a scene is remembered by whom it made known and what it named first", () => {
  const named = { "npc:osk": 3, "npc:ine": 3, "place:mill": 3, "topic:mill": 3, "topic:rope": 1, "topic:bell": 3 };
  const matter = {
    people: [
      { id: "osk", name: "Osk Marsh" },
      { id: "ine", name: "Ine" },
    ],
    places: [{ id: "mill", name: "the mill" }],
    topics: [
      { id: "mill", np: "the mill" },
      { id: "rope", np: "the rope" },
      { id: "bell", np: "the bell" },
    ],
  };
  const before = { storybook: { named: { "topic:rope": 1, "topic:bell": 0 } } };
  const after = { place: "quay", people: { osk: { place: "quay" } }, storybook: { named } };
  expect(heardMemory(before, after, 3, matter)).toMatchObject({
    summary: "You met Osk Marsh. You heard of Ine and the mill.",
    characters: ["osk"],
    tags: ["heard"],
  });
  expect(heardMemory(null, after, 1, matter)).toMatchObject({ summary: "You heard of the rope." });
  expect(heardMemory(before, after, 4, matter)).toBeNull();
  // A place that no text has named is heard of by the choice that leads to it.
  const well = { ...matter, places: [...matter.places, { ...matter.places[0], id: "well", name: "the well" }] };
  const slots = ["mill", "well"].map((place) => ({ bind: { place } }));
  expect(heardMemory(before, after, 4, well, slots)).toMatchObject({
    summary: "You heard of the well.",
  });
  const offered = { ...before, storybook: { ...(before["storybook"] as JsonObject), offered: { well: 3 } } };
  expect(heardMemory(offered, after, 4, well, slots)).toBeNull();
});
