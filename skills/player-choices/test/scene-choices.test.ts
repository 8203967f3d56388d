// SPEC.md PC6500 to PC6504: what a scene leaves to be said and done, without filler and without the same act twice.
import type { BeatMatter, Matter } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { RICH } from "./fixture-story.js";
import { type Given, staged, withLine } from "./support.js";

const beat = (change: Partial<BeatMatter> = {}): BeatMatter => ({
  id: "beat_004",
  title: "The lid",
  told: ["Orsolya closes the lid."],
  decisions: [],
  dialogue: [],
  people: ["orsolya"],
  names: ["npc:orsolya"],
  ...change,
});
const candidates = (given: Given): readonly Candidate[] => candidatesFor(staged(given), []);
const answers = (given: Given): readonly string[] =>
  candidates(given).flatMap(({ answers: of, text = "" }) => (of === undefined ? [] : [text]));

describe("an attitude towards a claim", () => {
  const spoken = (line: string): readonly string[] =>
    candidates({
      matter: withLine("orsolya", "I weighed it on a ladder once, and would weigh it again."),
      beat: beat({ dialogue: [{ speaker: "orsolya", line }] }),
    }).flatMap(({ attitude, text = "" }) => (attitude === undefined ? [] : [text]));

  it.each([
    ["I paid four hundred for that ladder.", false],
    ["They mended the bridge on the Tuesday.", false],
    ["We pulled the rope at supper yesterday.", false],
    ["I never touched the ladder that night.", true],
    ["He didn't close the lid himself.", true],
  ])("[PC6500] believes or doubts what somebody denies or swears to: %s", (line, isContested) => {
    expect(spoken(line).some((text) => /believe|not so sure/.test(text))).toBe(isContested);
  });
});
