import { describe, expect, it } from "vitest";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";

const TOLD = [
  "The keeper came in, and Jonas looked up.",
  "Jonas asked the keeper for the lamp.",
  "Here might the keeper tell him all, or say nothing.",
];
const beatsOf = (texts: readonly string[]) =>
  texts.map((description, at) => ({ id: `beat_00${at + 1}`, title: `Part ${at + 1}`, description }));
const calledIn = (given: object, texts: readonly string[] = TOLD) =>
  readSource({ ...WEIGHBRIDGE, constraints: [], ...given, beats: beatsOf(texts) }).manners.playerCalled;

describe("[CA1640] the role that a player is called by", () => {
  it.each([
    "Call the player 'the keeper' and never 'you'. Be kind.",
    "Be kind. Always refer to the player as the keeper, never as you.",
    "The player is always “the keeper”.",
    "The player is called the keeper. Never address the player as 'you'.",
  ])("is read from %s", (hydrationGuidance) => {
    const called = calledIn({ hydrationGuidance });
    expect(called).toMatchObject({ role: "the keeper", evidence: { certainty: "stated", file: "manifest.json" } });
  });

  it("is read from a constraint", () => {
    const called = calledIn({ constraints: ["The lamp burns.", "Call the player ‘the keeper’, never ‘you’."] });
    expect(called).toMatchObject({ role: "the keeper", evidence: { file: "world/constraints.md" } });
  });

  it.each([
    "The player is the keeper of the lamp.",
    "Call the player 'the warden' and never 'you'.",
    "Never say 'you' twice.",
  ])("is not read from %s", (hydrationGuidance) => {
    expect(calledIn({ hydrationGuidance })).toBeUndefined();
  });

  it("is none where the beats do not call them so", () => {
    const hydrationGuidance = "Call the player 'the keeper' and never 'you'.";
    expect(calledIn({ hydrationGuidance }, TOLD.slice(0, 2))).toBeUndefined();
    expect(calledIn({ hydrationGuidance }, [...TOLD, "You come in."])).toBeUndefined();
  });

  it("leaves the beats as they stand, whatever their consequences say", () => {
    const beats = beatsOf(TOLD).map((beat) => ({ ...beat, consequences: ["The keeper knows of the lamp"] }));
    const reading = readSource({ ...WEIGHBRIDGE, hydrationGuidance: "The player is always 'the keeper'.", beats });
    expect(reading.beats[0]?.told).toEqual(["The keeper came in, and Jonas looked up."]);
  });
});
