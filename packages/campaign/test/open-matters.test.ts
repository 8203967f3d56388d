import { describe, expect, it } from "vitest";
import { impliedQuestions } from "../src/reading/implied-questions.js";
import { openMatters } from "../src/reading/mine/open-matters.js";
import { readSource, type ReadingSource, WEIGHBRIDGE } from "../src/testing.js";

const LISTED: ReadingSource = {
  ...WEIGHBRIDGE,
  premise: `# Premise

You weigh salt now. Here is what they say on the stairs:

1. The weigher's boy, Jonas Peel, is gone. His coat hangs on the peg.
2. There's supposed to be ninety crowns in the pump fund. There's four crowns in the pump fund.
3. The stove is stuck.
4. Somebody keeps moving the marker at night, and there have been words about it.

Bring a spoon.`,
  beats: [
    ...WEIGHBRIDGE.beats,
    { id: "beat_090", title: "The Count", description: "Orsolya counts the pump fund twice." },
    { id: "beat_091", title: "The Word", description: "The marker has moved, and the marker is blamed on the wind." },
    { id: "beat_092", title: "The Dog", description: "The dog has the marker." },
  ] as ReadingSource["beats"],
  lore: [
    ...WEIGHBRIDGE.lore,
    { file: "lore/pump.md", text: "# The Pump\n\nThe pump fund was begun in the year of the flood by six carters." },
    { file: "lore/marks.md", text: "# Marks\n\nThe carters look at the marker before they look at the sky." },
  ],
};

describe("what a premise leaves open", () => {
  it("[CA400] is a topic where others speak of it, with the facts about it and how many speak of it", () => {
    const { topics } = readSource(LISTED);
    expect(topics.find(({ np }) => np === "the pump fund")).toMatchObject({ sources: 3, facts: ["pump-1"] });
    expect(topics.find(({ np }) => np === "the marker")).toMatchObject({ sources: 4 });
    expect(topics.map(({ np }) => np)).not.toContain("the peg");
  });

  it("[CA400] is no scenery: where everything is a list, a single word is none", () => {
    const premise = LISTED.premise
      .split("\n")
      .map((line) => (line === "" ? "" : `- ${line.replace(/^\d\. /, "")}`))
      .join("\n");
    const sources = LISTED.lore.map(({ file, text }) => ({ of: file, text }));
    expect(openMatters(premise, sources, () => false)).not.toContain("the marker");
  });

  it("[CA401] is asked as anybody would ask it", () => {
    const { questions } = readSource({ ...LISTED, text: () => LISTED.premise });
    expect(questions.map(({ text }) => text)).toEqual([
      "Where is Peel?",
      "What happened to the pump fund?",
      "Who keeps moving the marker at night?",
    ]);
    expect(questions[1]).toMatchObject({
      topic: "the pump fund",
      from: "premise",
      names: ["topic:pump-fund"],
      clues: ["pump-1"],
      evidence: { certainty: "inferred", file: "plot/premise.md", line: 6 },
    });
  });

  const context = { title: "The Mill", properNames: ["osk"], cast: [], names: { keysIn: () => [] } };
  it.each([
    ["Nobody knows where the keys went.", "Where did the keys go?"],
    ["Nobody will say who opened the gate, not even the priest.", "Who opened the gate?"],
    ["The pilot has vanished.", null],
    ["The bell is silent.", "Why is the bell silent?"],
    ["Osk Tallow was poisoned on Friday.", "Who poisoned Osk Tallow?"],
    ["Somebody has to do it.", null],
    ["Somebody should look into the well.", null],
    ["Somebody took it from her.", null],
    ["Osk is gone to bed.", null],
    ["He was killed by the flood.", null],
    ["If the bell is silent, the mill stops.", null],
  ])("[CA401] %s", (sentence, question) => {
    const [found] = impliedQuestions([sentence], context);
    if (question !== null) expect(found?.text).toBe(question);
    else if (found !== undefined) expect(found.text).toBe("Where is the pilot?");
  });

  it("[CA401] may be the title", () => {
    const [found] = impliedQuestions([], { ...context, title: "Who Is Feeding Osk?" });
    expect(found?.text).toBe("Who is feeding Osk?");
  });

  it("[CA328] keeps the lines of a list whose items say several things", () => {
    expect(readSource(LISTED).opening).toEqual([
      "You weigh salt now. Here is what they say on the stairs:",
      "The weigher's boy, Jonas Peel, is gone. His coat hangs on the peg.",
      "There's supposed to be ninety crowns in the pump fund. There's four crowns in the pump fund.",
      "The stove is stuck.",
      "Somebody keeps moving the marker at night, and there have been words about it.",
      "Bring a spoon.",
    ]);
  });
});

describe("places", () => {
  it("[CA403] are no colours behind a preposition", () => {
    const setting = `${WEIGHBRIDGE.setting}\n\nCarts come out of the grey. A bell rings somewhere in the grey, and nothing in the Grey answers. Boats go into the grey.`;
    const { places } = readSource({ ...WEIGHBRIDGE, setting });
    expect(places.map(({ name }) => name.toLowerCase())).not.toContain("the grey");
  });
});
