import { describe, expect, it } from "vitest";
import { parseConstraints } from "../src/constraints.js";

const texts = (markdown: string): string[] => parseConstraints(markdown).constraints.map(({ text }) => text);

describe("constraints", () => {
  it("[CA33] are list items and paragraphs, one each", () => {
    expect(
      texts(`# What never happens

Nobody flies,
not even in a dream.

- The scale is never
  repaired.
- No guns.
  * No cannons either.
1. One.
2) Two.

---

The last word.`),
    ).toEqual([
      "Nobody flies, not even in a dream.",
      "The scale is never repaired.",
      "No guns.",
      "No cannons either.",
      "One.",
      "Two.",
      "The last word.",
    ]);
  });

  it("[CA33] are not what introduces a list and demands nothing itself", () => {
    expect(texts("# Never\n\nThree of them. I mean it.\n\n1. No guns.\n\n   The scale is old.\n\n2. No rain.")).toEqual(
      ["No guns.", "The scale is old.", "No rain."],
    );
    expect(texts("Nobody flies. Nor is there:\n- any rain\n- a gun")).toHaveLength(1 + 2);
    expect(texts("# A\n\nThe year is 1911.\n\n# B\n\n- No guns.")).toHaveLength(2);
  });

  it("[CA33] may be none", () => {
    expect(parseConstraints("")).toEqual({ constraints: [], forbidden: [] });
    expect(texts("# Only a heading\n\n***\n")).toEqual([]);
  });

  it.each([
    ["a fence of that name", "```forbid\nforbid: Gun, cannon,\n```"],
    ["a fence of that name, bare", "```forbid\nGun,  cannon\n```"],
    ["any fence", "~~~\nforbid: gun\nforbid: CANNON\n~~~"],
    ["a line of its own", "forbid: Gun, cannon"],
    ["an item of the list", "- forbid: gun, cannon"],
    ["a fence inside a list", "- No guns.\n  ```\n  forbid: gun, cannon, gun\n  ```"],
  ])("[CA34] forbid words in %s", (_, fence) => {
    const { constraints, forbidden } = parseConstraints(`- No flying.\n\n${fence}\n\n- No rain.`);
    expect(forbidden).toEqual(["gun", "cannon"]);
    expect(constraints.map(({ text }) => text).filter((text) => text !== "No guns.")).toEqual([
      "No flying.",
      "No rain.",
    ]);
  });

  it("[CA34] keep a phrase as it is, and nothing else of a fence", () => {
    expect(parseConstraints("```\nan example\nforbid: steam  engine\n```").forbidden).toEqual(["steam engine"]);
    expect(texts("```\nan example\n```")).toEqual([]);
  });
});
