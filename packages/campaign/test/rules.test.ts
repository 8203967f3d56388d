// SPEC.md CA362 to CA365: dice, bands, what stats add and what they are for, in the ways that authors write them.
import { describe, expect, it } from "vitest";
import { readSmall } from "./support/small-story.js";

const read = (rules: string, stats: readonly string[] = []) =>
  readSmall({ rules, stats, text: (file) => (file === "world/rules.md" ? rules : undefined) }).reading;

const TWO_SIX = { count: 2, sides: 6 };

describe("rules of dice", () => {
  it.each([
    "There are no dice in this. A thing is done or is not.",
    "Nothing is rolled. Talk is enough.",
    "Nobody rolls for anything, ever.",
  ])("[CA1533] make a story without rolls where they say so: %s", (rules) => {
    const { rules: found, leftOut } = read(rules, ["hand"]);
    expect(found?.diceless).toBe(true);
    expect(leftOut.filter(({ file }) => file === "world/rules.md")).toEqual([]);
  });

  it("[CA1533] keep their dice where a case alone needs none", () => {
    const { rules } = read(
      "Throw two dice. Six or less: no. Seven to nine: yes, at a price. Ten or more: yes. No rolls for walking.",
    );
    expect(rules?.diceless).toBeUndefined();
    expect(rules?.dice).toEqual(TWO_SIX);
  });

  it.each([
    [
      "prose with words",
      "Throw two dice. Six or less: no. Seven to nine: yes, at a price. Ten or more: yes.",
      TWO_SIX,
      7,
      10,
    ],
    ["figures", "Roll 2d6.\n\n- 10+ you do it\n- 7-9 you do it, and pay\n- 6 or under you don't", TWO_SIX, 7, 10],
    [
      "other bands",
      "Roll two six-sided dice. Four or less and it fails. Five, six, seven or eight and it half works. Nine or more and it works.",
      TWO_SIX,
      5,
      9,
    ],
    [
      "a table",
      "Two dice.\n\n| Total | What happens |\n| --- | --- |\n| 2 to 5 | Mud |\n| 6 to 8 | A bill |\n| 9 to 12 | Cheers |",
      TWO_SIX,
      6,
      9,
    ],
    [
      "a list with commas",
      "Two of the dice.\n\n- 10 or over: applause.\n- 7, 8, 9: polite applause.\n- 6 and down: a cough.",
      TWO_SIX,
      7,
      10,
    ],
    [
      "a die of twenty",
      "Roll a d20. On 9 or less you fail, on 10 to 14 it costs you, on 15 or more you succeed.",
      { count: 1, sides: 20 },
      10,
      15,
    ],
    [
      "a target",
      "Roll 1d20 + (2 x stat) vs. a target number (TN).\n\n| TN | means |\n|---|---|\n| 8 | easy |\n| 12 | work |\n| 16 | hard |\n\n- Beat the TN: clean.\n- Miss by 1-4: it costs.\n- Miss by 5+: you don't.",
      { count: 1, sides: 20 },
      8,
      12,
    ],
    [
      "a target with a default",
      "Roll 2d6, add the stat that fits, and compare with the DC. If no DC is given, use 9. So it is 5 or less, 6 to 8, and 9 or more.",
      TWO_SIX,
      6,
      9,
    ],
    ["no middle", "Throw three dice. Ten or less fails. Eleven or more succeeds.", { count: 3, sides: 6 }, 11, 11],
    ["success alone", "Roll two dice; on 8 or more it is done.", TWO_SIX, 8, 8],
    ["hundred", "Roll d100. Up to 40 fails, 41 to 70 costs you, 71 or more works.", { count: 1, sides: 100 }, 41, 71],
  ])("[CA362] are read from %s", (_, text, dice, partial, success) => {
    const { rules } = read(text);
    expect(rules).toMatchObject({ dice, partial, success });
  });

  const BANDS = "\n\nSix or less fails. Seven to nine costs something. Ten or more works.";
  it.each([
    [
      "Two dice. Add one if the stat is six or more. Add two if it is nine or more.",
      [
        { from: 6, value: 1 },
        { from: 9, value: 2 },
      ],
    ],
    [
      "Two dice. A stat of seven or more adds one, and a stat of two or less takes one off.",
      [
        { from: 7, value: 1 },
        { to: 2, value: -1 },
      ],
    ],
    [
      "Two dice. If that number is 4 or 5, add one to your roll; if it is 6, add two; if it is 0, take one away.",
      [
        { from: 4, to: 5, value: 1 },
        { from: 6, to: 6, value: 2 },
        { from: 0, to: 0, value: -1 },
      ],
    ],
    [
      "Two dice. Seven and up means add 1 to the dice. Three and under means take 1 off.",
      [
        { from: 7, value: 1 },
        { to: 3, value: -1 },
      ],
    ],
    ["Two dice. Holding the right thing adds one.", []],
  ])("[CA363] what a stat adds: %s", (text, bonuses) => {
    expect(read(text + BANDS).rules?.bonuses).toEqual(bonuses);
  });

  it.each([
    ["Roll 2d6 + stat.", 1],
    ["Roll 2d6 + (2 x stat).", 2],
    ["Roll 2d6, add the stat that fits.", 1],
    ["Roll 2d6, add one if the stat is six or more.", undefined],
  ])("[CA363] adds the stat itself: %s", (text, times) => {
    expect(read(text + BANDS).rules?.times).toBe(times);
  });

  it.each([
    [
      "**Nerve** is for going outside and for asking again. **Grit** is for digging.",
      "for going outside and for asking again",
      "for digging",
    ],
    ["- **Nerve:** standing still\n- **Grit:** digging, carrying", "standing still", "digging, carrying"],
    ["| Stat | For |\n| --- | --- |\n| Nerve | talking back |\n| Grit | mud, string |", "talking back", "mud, string"],
    ["Use the stat that fits: **nerve** for saying it, **grit** for doing it.", "for saying it", "for doing it"],
  ])("[CA364] what stats are for: %s", (text, nerve, grit) => {
    expect(read(`Two dice. ${BANDS}\n\n${text}`, ["nerve", "grit"]).rules?.stats).toEqual([
      { name: "nerve", words: nerve },
      { name: "grit", words: grit },
    ]);
  });

  it("[CA1523] keeps counters out of bonuses, and takes off what every stat loses", () => {
    const { rules } = read(
      "# Dice\n\n- Roll 2d6. Add your stat, minus 3.\n- 10+: clean.\n- 7 to 9: done, and Heat +1.\n- 6 or less: not done, and Heat +1.",
    );
    expect(rules).toMatchObject({ partial: 7, success: 10 });
    const adds = (stat: number): number | undefined => rules?.bonuses.find(({ from }) => from === stat)?.value;
    expect([2, 3, 5].map(adds)).toEqual([-1, undefined, 2]);
    expect(rules).not.toHaveProperty("times");
  });

  it("[CA1516] says what each value of a stat adds by a table, and lets success lie above a target by name", () => {
    const rules = [
      "# Rules",
      "2d6 + stat modifier. Compare with the target.",
      "| target | number |",
      "| --- | --- |",
      "| Easy | 6 |",
      "| Standard | 8 |",
      "| Hard | 10 |",
      "",
      "Under the target: failure. Target exactly or one over: partial. Two or more over: success.",
      "",
      "| stat | 1 | 2 | 3 | 4 |",
      "| --- | --- | --- | --- | --- |",
      "| HEAD | -2 | -1 | 0 | +1 |",
    ].join("\n");
    const { rules: read1 } = read(rules, ["HEAD"]);
    expect(read1).toMatchObject({ dice: TWO_SIX, target: 8, partial: 8, success: 10 });
    expect(read1?.times).toBeUndefined();
    expect(read1?.bonuses).toEqual([
      { from: 1, to: 1, value: -2 },
      { from: 2, to: 2, value: -1 },
      { from: 4, to: 4, value: 1 },
    ]);
  });

  it("[CA365] says with its line what no roll follows", () => {
    const { leftOut } = read(
      `# Dice\n\nRoll two dice.${BANDS}\n\nA pie adds one to your next roll.\n\nNobody is hurt by a roll.`,
    );
    expect(leftOut).toMatchObject([{ file: "world/rules.md", line: 7, text: "A pie adds one to your next roll." }]);
  });

  it("[CA365] says with its line that dice are not understood, and nothing where there are none", () => {
    const { rules, leftOut } = read("# Chance\n\nThe dice decide, as dice do.");
    expect(rules).toBeUndefined();
    expect(leftOut).toMatchObject([{ line: 3, why: expect.stringContaining("2d6: 6 or less fails") }]);
    expect(read("Nothing here is left to chance.").leftOut).toEqual([]);
  });
});
