// SPEC.md CA561: what an author's consequences change of how the player stands with a group.
import { describe, expect, it } from "vitest";
import { readStanding } from "../src/reading/standings.js";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";

describe("a declared change of standing", () => {
  it.each([
    ["the Guild thinks less of you by ten", "Guild", -10],
    ["The drovers think better of you", "drovers", 15],
    ["Your standing with the Guild of Measures falls by 20.", "Guild of Measures", -20],
    ["The drovers' reputation of you rises", "drovers", 15],
    ["Reputation with the Guild -20", "Guild", -20],
    ["Guild standing +5", "Guild", 5],
    ["The Mutual turns against you.", "Mutual", -40],
    ["The Lamplighters will have nothing more to do with you", "Lamplighters", -40],
    ["You have betrayed the Mutual.", "Mutual", -50],
    ["You are now an enemy of the Crown", "Crown", -50],
    ["You are a member of the Crown Guard.", "Crown Guard", 40],
  ])("[CA561] %j is one of %s", (text, faction, delta) => {
    expect(readStanding(text)).toEqual({ faction, delta });
  });

  it.each([
    "If you refused the scale, the Guild thinks less of you by ten",
    "You think well of the Guild",
    "The bell is rung for you",
    "The Guild keeps a book of every skin",
    "Nobody thinks less of you",
  ])("[CA561] %j is none", (text) => {
    expect(readStanding(text)).toBeNull();
  });

  it("[CA561] is an effect of the beat that declares it", () => {
    const beats = [
      {
        id: "beat_009",
        title: "Later",
        description: "The cart is weighed.",
        consequences: ["The Guild thinks less of the player by ten"],
        conditions: { scene_count: { min: 9 } },
      },
    ];
    expect(readSource({ ...WEIGHBRIDGE, beats }).beats.at(-1)?.opens).toEqual([
      expect.objectContaining({ kind: "standing", faction: "Guild", value: -10 }),
    ]);
  });
});
