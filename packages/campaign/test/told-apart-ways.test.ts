// SPEC.md CA4210 to CA4214: ways that share words with one another, and words that are no deed of the player's.
import { describe, expect, it } from "vitest";
import { alternativesIn } from "../src/reading/decisions/alternatives.js";
import { inFewWords } from "../src/reading/decisions/deed-words.js";
import { readDecisions } from "../src/reading/decisions/options.js";

describe("the ways of one sentence", () => {
  it("[CA4210] may say where alone the same deed is done", () => {
    expect(
      alternativesIn(
        "You must decide whether to write the sum in the ledger, which anybody may read, or only in your diary.",
      ),
    ).toEqual(["write the sum in the ledger", "write the sum only in your diary"]);
    expect(alternativesIn("You must decide whether to ring the bell now, or only at noon.")).toEqual([
      "ring the bell now",
      "ring the bell only at noon",
    ]);
  });

  it("[CA4211] may say what something is to be taken for", () => {
    expect(
      alternativesIn(
        "You must judge whether this is a loose slate or the first of the storm, and whether to call the men down.",
      ),
    ).toEqual(["take it for a loose slate", "take it for the first of the storm"]);
  });
});

describe("the ways of several sentences", () => {
  it("[CA4212] may be a thing behind “Or”, and are done like the one before", () => {
    expect(
      readDecisions([
        "They both look at you.",
        "Do you take the part of the miller?",
        "Or the part of the baker?",
        "Or do you put your hat between them?",
      ]).decisions,
    ).toEqual(["take the part of the miller", "take the part of the baker", "put your hat between them"]);
    expect(readDecisions(["He waits.", "Do you give him the key?", "Or the letter?"]).decisions).toEqual([
      "give him the key",
      "give him the letter",
    ]);
  });

  it("[CA4213] are none that are done to somebody whom nobody names", () => {
    expect(readDecisions(["They eat.", "You may question one person at length afterwards."]).choices).toEqual([]);
    expect(readDecisions(["They eat.", "You may question the cook at length afterwards."]).choices).toEqual([
      { text: "question the cook at length afterwards" },
    ]);
    expect(readDecisions(["They eat.", "You may ask somebody for a ride."]).choices).toEqual([
      { text: "ask somebody for a ride" },
    ]);
  });
});

it("[CA4214] what was done before is no part of a deed", () => {
  expect(inFewWords("come without it but told her the truth on Monday")).toBe("come without it");
  expect(
    readDecisions([
      "If you bring the ring, she weeps.",
      "If you come without it but told her of it on Monday, she nods.",
      "You may wait outside.",
    ]).choices.map(({ text }) => text),
  ).toEqual(["bring the ring", "come without it", "wait outside"]);
  expect(inFewWords("take nothing but bread")).toBe("take nothing but bread");
});
