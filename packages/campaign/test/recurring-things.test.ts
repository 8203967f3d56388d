import { describe, expect, it } from "vitest";
import { thingsIn } from "@narratoria/protocol/english";
import { recurringThings } from "../src/reading/mine/recurring-things.js";
import { beat, person, readSmall } from "./support/small-story.js";

const SOURCES = [
  "The boiler fund is short. Somebody turned the thermostat up, and the door was open.",
  "Todd signed for the boiler fund. The thermostat was at seventy, and the door creaked.",
  "She reads the thermostat at six. The trout was on the saucer. The door is green.",
  "He looked at the thermostat, and at the trout. The last day had come, and the door.",
];

describe("things that a story comes back to", () => {
  it("[CA393] are two words in two sources, one word in four, and nothing that every story has", () => {
    expect(recurringThings(SOURCES, [], [])).toEqual(["the thermostat", "the boiler fund"]);
  });

  it("[CA393] are one word in two sources where somebody speaks of it", () => {
    expect(recurringThings(SOURCES, ["That trout was for me."], [])).toContain("the trout");
    expect(recurringThings(SOURCES, ["That door was for me."], [])).not.toContain("the door");
  });

  it("[CA443] may stand in secrets as well, but not in them alone", () => {
    const secrets = ["Todd hid the trout. The brass key is his.", "She ate the trout.", "He found the brass key."];
    expect(recurringThings(SOURCES, [], [], secrets)).toContain("the trout");
    expect(recurringThings(SOURCES, [], [], secrets)).not.toContain("the brass key");
  });

  it("[CA393] are nothing that has a name already", () => {
    expect(recurringThings(SOURCES, [], ["the old thermostat", "the boiler fund"])).toEqual([]);
  });

  it.each([
    "The mole doesn't. The mole doesn't.",
    "The well which you saw. The well which you saw.",
    "The head down, the head down.",
  ])("[CA393] are no torn words: %s", (text) => {
    expect(recurringThings([text, text, text, text], [], [])).not.toContainEqual(
      expect.stringMatching(/ (?:which|doesn|down)$/),
    );
  });

  it.each([
    "She washed a coat stiff with brine. First the small, and then the slow.",
    "The seventh came in. A spadeful of it, my dears, in this quarantine.",
    "The children hum, and the children hum.",
  ])("[CA482] are no qualities, numbers, measures, clauses or manners of address: %s", (text) => {
    expect(recurringThings([text, text, text, text], ["The small. The seventh. My dears!"], [])).toEqual([]);
  });

  it("[CA482] are no fractions behind a number", () => {
    const named = (text: string) => thingsIn(text).map(({ name }) => name);
    expect(named("Five inches at noon. Five and a quarter now.")).toEqual([]);
    expect(named("She lives in the quarter.")).toContain("quarter");
  });

  it("[CA482] are nobody in the cast", () => {
    const sources = Array.from({ length: 5 }, () => "The magpie was there. They heard the magpie.");
    expect(recurringThings(sources, [], [])).toEqual(["the magpie"]);
    expect(recurringThings(sources, [], ["Magpie. The accused, who will not say."])).toEqual([]);
  });
});

it("[CA485] calls nobody by a quality that stands before their name", () => {
  const beats = [beat("beat_001", "Slow Thomas is there. Thomas shuts both eyes.")];
  const { called } = readSmall({ npcs: [person("Slow Thomas", "A slow-worm")], beats }).somebody("slow-thomas");
  expect(called).toMatch(/Thomas$/);
});
