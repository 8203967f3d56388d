// SPEC.md ME1 to ME3: what is written down.
import { describe, expect, it } from "vitest";
import { buildMemory } from "../src/record.js";

const deed = { verb: "help", bind: { npc: "osk" }, outcome: "success", polarity: "good", template: "[help] {npc.o}" };
const made = {
  summary: "You helped Osk.",
  scene: 3,
  characters: ["osk"],
  location: "the-mill",
  significance: "high",
  tags: ["help"],
  deed,
};

describe("a memory", () => {
  it("[ME1] is the one that a dependency made", () => {
    const memory = buildMemory(
      { summaryFrom: "outcome" },
      { outcome: { memory: made } },
      { scene: 3, place: "the-mill" },
    );
    expect(memory).toEqual(made);
  });

  it("[ME1] is overlaid with what the input says itself", () => {
    const input = {
      summaryFrom: "outcome",
      summary: "You did it.",
      significance: "low" as const,
      characters: ["ida"],
      tags: [],
      location: "road",
    };
    expect(buildMemory(input, { outcome: { memory: made } }, {})).toEqual({
      ...made,
      summary: "You did it.",
      significance: "low",
      characters: ["ida"],
      tags: [],
      location: "road",
    });
  });

  it("[ME1] is the input's own where the dependency failed", () => {
    expect(buildMemory({ summaryFrom: "outcome", summary: "It began." }, { outcome: null }, {}).summary).toBe(
      "It began.",
    );
  });

  it("[ME2] takes scene and place from the context", () => {
    expect(buildMemory({ summary: "  It began. " }, {}, { scene: 0, place: "the-mill" })).toEqual({
      summary: "It began.",
      scene: 0,
      characters: [],
      location: "the-mill",
      significance: "medium",
      tags: [],
    });
  });

  it("[ME2] stays a sentence or two", () => {
    expect(buildMemory({ summary: "x".repeat(5000) }, {}, {}).summary).toHaveLength(600);
  });

  it.each([
    [{}, {}, /no "summary"\.$/],
    [{ summary: "   " }, {}, /no "summary"/],
    [{ summaryFrom: "outcome" }, { outcome: null }, /"outcome" gave no memory/],
  ])("[ME3] cannot be made from %j", (input, dependencies, message) => {
    expect(() => buildMemory(input, dependencies, {})).toThrow(message);
  });
});
