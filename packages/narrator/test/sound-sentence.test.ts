import { describe, expect, it } from "vitest";
import { unfitHere } from "../src/scene/sound-sentence.js";

describe("a sentence that does not have to be told", () => {
  it.each([
    ["Captain, a small brown dog; she has one good ear.", "fragment"],
    ["All in a row along the hall, from the low end to the high end.", "fragment"],
    ["TO ALL PERSONS The ruler shows it.", "fragment"],
    ["Marchettis are not allowed to.", "leans"],
    ["Will the ground stay where it is?", "leans"],
    ["The barge leaves tomorrow.", "relative-time"],
    ["Miners sleep late.", null],
    ["It is older than the town hall.", "leans"],
    ["Those were the days.", "leans"],
    ["The oak beams of the old mill carry nothing but dust now.", "restates"],
    ["There is one door for salt and another for people.", null],
    ["Itinerants sleep in the hall.", null],
  ])("[NA375] is checked against the scene: %s is %s", (sentence, fault) => {
    expect(unfitHere(sentence, ["Dust is all that the oak beams of the old mill carry."], false)).toBe(fault);
  });

  it("[NA375] may lean on the one that its author wrote before it", () => {
    expect(unfitHere("It is older than the town hall.", ["The weigh-house stands alone."], true)).toBeNull();
  });
});
