import { describe, expect, it } from "vitest";
import { compareWithFacts } from "../src/index.js";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";

const reading = readSource(WEIGHBRIDGE);

const FACTS = {
  cast: [
    {
      name: "Orsolya Brandt",
      called: "Orsolya",
      pronoun: "she",
      kind: "human",
      homePlace: "The weigh house",
      presentFrom: "start",
    },
    { name: "Jonas Peel", called: "The Peel", pronoun: "she", kind: "human", homePlace: null, presentFrom: "beat_002" },
  ],
  places: ["The Weigh House (the scales)", "the Long Yard"],
  beatStaging: [
    { id: "beat_001", place: "Weigh House", cast: ["Orsolya"] },
    { id: "beat_002", place: null, cast: ["Jonas Peel", "Orsolya Brandt"] },
  ],
};

describe("the comparison with a facts file", () => {
  const { rows, differences } = compareWithFacts(reading, FACTS);

  it("[CA256] counts what is right in each row, whatever the case, the article and the form of a name", () => {
    expect(rows).toMatchObject({
      called: { right: 2, of: 2 },
      pronoun: { right: 1, of: 2 },
      kind: { right: 2, of: 2 },
      presentFrom: { right: 1, of: 2 },
      home: { right: 1, of: 1 },
      place: { right: 1, of: 1 },
      castFound: { right: 2, of: 3 },
      castRight: { right: 2, of: 2 },
    });
  });

  it("[CA1522] takes the beat with which somebody comes in for right, and the start", () => {
    const entering = {
      ...reading,
      cast: reading.cast.map((one) => ({ ...one, presence: { ...one.presence, from: "start", enters: "beat_002" } })),
    };
    const right = (presentFrom: string): number =>
      compareWithFacts(entering, { cast: [{ name: "Jonas Peel", presentFrom }] }).rows.presentFrom.right;
    expect(["start", "beat_002", "beat_003"].map(right)).toEqual([1, 1, 0]);
  });

  it("[CA256] says where the reading states what the file leaves open", () => {
    const open = compareWithFacts(reading, { cast: [{ name: "Jonas Peel", called: null, homePlace: null }] });
    expect(open.rows.called.of).toBe(0);
    expect(open.statedWrong).toMatchObject([{ row: "called", about: "Jonas Peel", expected: "nothing" }]);
  });

  it("[CA256] says of each difference what was expected, what was read and how sure the reading was", () => {
    expect(differences).toContainEqual({
      row: "pronoun",
      about: "Jonas Peel",
      expected: "she",
      read: "he",
      certainty: expect.any(String),
    });
    expect(differences.map(({ row, about }) => `${row} ${about}`)).toEqual([
      "pronoun Jonas Peel",
      "presentFrom Jonas Peel",
      "castFound beat_002",
    ]);
  });
});
