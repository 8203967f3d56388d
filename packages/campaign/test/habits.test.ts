// SPEC.md CA370 to CA373, CA378, CA410, CA411, CA445, CA446 and CA610 to CA614: each row is one habit of some author's, in a campaign of a few short texts.
import { describe, expect, it } from "vitest";
import { compareWithFacts } from "../src/index.js";
import { ABODES } from "./habits/abodes.js";
import { COMINGS } from "./habits/comings.js";
import { CROWDS } from "./habits/crowds.js";
import { DWELLINGS } from "./habits/dwellings.js";
import type { Habit } from "./habits/habit.js";
import { KINDS } from "./habits/kinds.js";
import { NAMES } from "./habits/names.js";
import { SCRIPTS } from "./habits/scripts.js";
import { STAGES } from "./habits/stages.js";
import { STAGING } from "./habits/staging.js";
import { TEXTS } from "./habits/texts.js";
import { VOICES } from "./habits/voices.js";
import { readSmall } from "./support/small-story.js";

/** What a reading of the campaign has otherwise than a person who read it. */
function misread({ source, facts }: Habit): string[] {
  const { differences } = compareWithFacts(readSmall(source).reading, facts);
  return differences.map(({ row, about, expected, read }) => `${row} of ${about}: ${expected}, read as ${read}`);
}

describe("the reading of small campaigns", () => {
  it.each(NAMES.map((one) => [one.habit, one] as const))("[CA370] knows who is who under %s", (_, campaign) => {
    expect(misread(campaign)).toEqual([]);
  });

  it.each(KINDS.map((one) => [one.habit, one] as const))("[CA371] knows what they are under %s", (_, campaign) => {
    expect(misread(campaign)).toEqual([]);
  });

  it.each(TEXTS.map((one) => [one.habit, one] as const))("[CA372] finds places and homes under %s", (_, campaign) => {
    expect(misread(campaign)).toEqual([]);
  });

  it.each(STAGING.map((one) => [one.habit, one] as const))("[CA373] stages beats under %s", (_, campaign) => {
    expect(misread(campaign)).toEqual([]);
  });

  it.each(SCRIPTS.map((one) => [one.habit, one] as const))("[CA445] [CA446] stages beats under %s", (_, campaign) => {
    expect(misread(campaign)).toEqual([]);
  });

  it.each(CROWDS.map((one) => [one.habit, one] as const))("[CA410] finds who is in a beat under %s", (_, campaign) => {
    expect(misread(campaign)).toEqual([]);
  });

  it.each(DWELLINGS.map((one) => [one.habit, one] as const))("[CA411] finds homes under %s", (_, campaign) => {
    expect(misread(campaign)).toEqual([]);
  });

  it.each(VOICES.map((one) => [one.habit, one] as const))("[CA378] reads a voice with %s", (_, campaign) => {
    expect(misread(campaign)).toEqual([]);
  });

  it.each(ABODES.map((one) => [one.habit, one] as const))("[CA610] finds homes under %s", (_, campaign) => {
    expect(misread(campaign)).toEqual([]);
  });

  it.each(STAGES.map((one) => [one.habit, one] as const))("[CA611] finds where beats play under %s", (_, campaign) => {
    expect(misread(campaign)).toEqual([]);
  });

  it.each(COMINGS.map((one) => [one.habit, one] as const))(
    "[CA612] [CA613] [CA614] knows who can be met under %s",
    (_, campaign) => {
      expect(misread(campaign)).toEqual([]);
    },
  );
});
