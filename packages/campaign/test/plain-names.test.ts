import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

describe("plain names", () => {
  const story = readSmall({
    premise: "Ask npc_moss for loc_customs_office.",
    npcs: [person("Elspeth Moss", "Clerk", { id: "npc_moss" })],
    lore: [{ file: "lore/places/loc_customs_office.md", text: "# Customs Office\n\nThree counters." }],
    beats: [
      beat("b1", "npc_moss opens the book.", { title: "beat_01_audit", location: "loc_customs_office" }),
      beat("b2", "EXT. BACK YARD - NIGHT. Moss waits by the wall."),
    ],
  });

  it("[CA374] stand where prose has ids of people and places", () => {
    expect(story.reading.opening.join(" ")).toBe("Ask Moss for Customs Office.");
    expect(story.castOf("b1")).toEqual(["npc_moss"]);
    expect(story.placeOf("b1")).toMatch(/Customs Office$/);
  });

  it.each(["friday_bread", "friday-bread", "b2", "bread"])("[CA721] leave the beat %s of a first appearance", (id) => {
    const metadata = { first_appearance: id };
    const { reading } = readSmall({
      npcs: [person("Danilo Scarpa", "Compositor", { id: "danilo", metadata })],
      beats: [beat("b1", "Rain falls."), beat(id, "Danilo is delighted to have a visitor.")],
    });
    expect(reading.cast[0]?.presence.enters).toBe(id);
  });

  it("[CA374] stand for a title that is an id", () => {
    expect(story.reading.beats[0]?.title).toBe("Audit");
  });

  it("[CA374] give a beat that opens like a film script its place, and tell only the rest", () => {
    expect(story.placeOf("b2")).toMatch(/Back Yard/i);
    expect(story.reading.beats[1]?.told.join(" ")).toBe("Moss waits by the wall.");
  });
});
