import { describe, expect, it } from "vitest";
import { isWholeSentence } from "../src/english.js";

describe("isWholeSentence", () => {
  it.each([
    "There's a photo of the scoreboard.",
    "Two men in the yard know where it is.",
    "Sheila's been in the doorway.",
    "The well is no wider than a bread oven.",
    "The Shut Month begins with rain.",
    "The well, which nobody uses, has a lid.",
    "They come and go.",
  ])("takes %j for a sentence", (text) => expect(isWholeSentence(text)).toBe(true));

  it.each([
    "Two blows to the SW, far off.",
    "211 names on the wall of St. Osyth's.",
    "Captain, a small brown dog; she has one good ear.",
    "The slip, from the head to the weed.",
    "Grey, flat, and warm after dark.",
    "The dead middle of the Shut Month.",
    "In the courtyard of the first well, where the rope has worn nine grooves.",
  ])("takes %j for a fragment", (text) => expect(isWholeSentence(text)).toBe(false));
});
