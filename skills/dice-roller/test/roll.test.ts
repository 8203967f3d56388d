// SPEC.md DR2, DR5, DR7, DR8: rolling.
import { createRandom } from "@narratoria/protocol/random";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomeOf, rollFormula } from "../src/roll.js";

const seeded = (seed: string) => {
  const random = createRandom(seed);
  return (sides: number) => random.int(sides);
};
/** Dice that show these faces, in this order. */
const loaded = (...faces: number[]) => {
  const left = [...faces];
  return () => (left.shift() ?? 1) - 1;
};
const roll = (formula: string, options: Parameters<typeof rollFormula>[1]) => {
  const result = rollFormula(formula, options);
  if ("problem" in result) throw new Error(result.problem.message);
  return result.roll;
};

const selections = fc.record({
  count: fc.integer({ min: 1, max: 20 }),
  sides: fc.integer({ min: 2, max: 100 }),
  mode: fc.constantFrom("kh", "kl", "dh", "dl"),
  share: fc.double({ min: 0, max: 0.999, noNaN: true }),
  seed: fc.string(),
});

describe("rolling", () => {
  it.each([
    ["4d6kh3", [1, 5, 3, 6], [5, 3, 6], 14],
    ["4d6kl3", [1, 5, 3, 6], [1, 5, 3], 9],
    ["4d6dh1", [1, 5, 3, 6], [1, 5, 3], 9],
    ["4d6dl", [1, 5, 3, 6], [5, 3, 6], 14],
    ["3d6kh1", [4, 4, 4], [4], 4],
  ])("[DR2] %s of %j keeps %j", (formula, faces, kept, total) => {
    expect(roll(formula, { draw: loaded(...faces) })).toMatchObject({ dice: faces, kept, total });
  });

  it.each([
    // Thrown again until they show something else, or once.
    ["2d6r1", [1, 1, 4, 3], [4, 3], 7],
    ["2d6ro1", [1, 1, 3], [1, 3], 4],
    ["2d6r<=2", [2, 1, 5, 6], [5, 6], 11],
    // Exploding.
    ["2d6!", [6, 3, 6, 2], [6, 3, 6, 2], 17],
    ["2d10!>=9", [9, 1, 10, 2], [9, 1, 10, 2], 22],
    ["3d6!kh2", [6, 1, 2, 5], [6, 5], 11],
    // Counted.
    ["5d6>=5", [5, 1, 6, 4, 5], [5, 6, 5], 3],
    ["3d10<3", [1, 2, 3], [1, 2], 2],
    ["3d6=6", [6, 6, 1], [6, 6], 2],
    ["2d6!>=5", [5, 1, 2], [5, 1, 2], 8],
    ["2d10!>4", [5, 1, 2], [5, 1, 2], 8],
    ["3d6!r1>=5", [1, 5, 6, 2, 4], [5, 6], 2],
    // Fudge dice and a hundred.
    ["4dF", [1, 3, 2, 3], [-1, 1, 0, 1], 1],
    ["4df+2", [1, 1, 1, 1], [-1, -1, -1, -1], -2],
    ["d%", [57], [57], 57],
    ["10-2d6>=5", [5, 5], [5, 5], 8],
  ])("[DR12] %s of %j keeps %j", (formula, faces, kept, total) => {
    const { dice: _, ...rolled } = roll(formula, { draw: loaded(...faces) });
    expect(rolled).toMatchObject({ kept, total });
  });

  it("[DR12] ends whatever the dice show, and has no outcome of two plain dice", () => {
    const { dice } = roll("100d6!>=2", { draw: () => 5 });
    expect(dice.length).toBe(200);
    expect(roll("1d6r<=5", { draw: () => 0 }).dice.length).toBe(101);
    for (const formula of ["2d6!", "2d6r1", "2d6>=5", "2dF"])
      expect(roll(formula, { draw: () => 2 })).not.toHaveProperty("outcome");
  });

  it("[DR2] keeps as many as it says, none lower than what a keep-highest leaves out", () => {
    fc.assert(
      fc.property(selections, ({ count, sides, mode, share, seed }) => {
        const number = mode.startsWith("k") ? 1 + Math.floor(share * count) : Math.floor(share * count);
        const { dice, kept } = roll(`${count}d${sides}${mode}${number}`, { draw: seeded(seed) });
        expect(kept.length).toBe(mode.startsWith("k") ? number : count - number);
        const sorted = [...dice].sort((a, b) => a - b);
        const expected = mode === "kh" || mode === "dl" ? sorted.slice(-kept.length) : sorted.slice(0, kept.length);
        expect([...kept].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });

  it("[DR5] rolls 1 to the number of sides and adds up", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 2, max: 1000 }),
        fc.integer({ min: -50, max: 50 }),
        fc.string(),
        (count, sides, fixed, seed) => {
          const sign = fixed < 0 ? "-" : "+";
          const { dice, total } = roll(`${count}d${sides}${sign}${Math.abs(fixed)}`, { draw: seeded(seed) });
          expect(dice.length).toBe(count);
          for (const die of dice) {
            expect(Number.isInteger(die)).toBe(true);
            expect(die).toBeGreaterThanOrEqual(1);
            expect(die).toBeLessThanOrEqual(sides);
          }
          expect(total).toBe(dice.reduce((sum, die) => sum + die, 0) + fixed);
        },
      ),
    );
  });

  it("[DR5] shows every face about equally often", () => {
    const { dice } = {
      dice: Array.from({ length: 600 }, (_, i) => roll("100d6", { draw: seeded(`even ${i}`) }).dice).flat(),
    };
    for (let face = 1; face <= 6; face += 1) {
      const share = dice.filter((die) => die === face).length / dice.length;
      expect(Math.abs(share - 1 / 6)).toBeLessThan(0.01);
    }
  });

  it("[DR7] a word stands for the modifier of that name, subtracted where the formula subtracts it", () => {
    const named = { Dexterity: 2, fear: 3 };
    expect(roll("2d6+dexterity-fear", { draw: loaded(3, 4), named })).toMatchObject({
      total: 6,
      modifiers: [
        { label: "dexterity", value: 2 },
        { label: "fear", value: -3 },
      ],
    });
  });

  it("[DR7] listed modifiers are added once, wherever the formula places them", () => {
    const modifiers = [
      { label: "charisma 14", value: 1 },
      { label: "he trusts you", value: 1 },
    ];
    expect(roll("2d6", { draw: loaded(3, 4), modifiers })).toMatchObject({ total: 9, modifiers });
    expect(roll("2d6+modifier", { draw: loaded(3, 4), modifiers })).toMatchObject({ total: 9, modifiers });
  });

  it("[DR4] a word without a modifier is named with its place and with what was given", () => {
    expect(rollFormula("2d6 + luck", { draw: loaded(1, 1), named: { dexterity: 1 } })).toEqual({
      problem: { at: 6, message: expect.stringMatching(/"luck".*dexterity/) },
    });
  });

  it.each([
    [2, 9, "fail"],
    [12, 4, "success"],
    [6, 6, "fail"],
    [5, 7, "partial"],
    [8, 9, "partial"],
    [9, 10, "success"],
  ] as const)("[DR8] natural %i with total %i is a %s", (natural, total, outcome) => {
    expect(outcomeOf(natural, total)).toBe(outcome);
  });

  it.each([
    ["2d6", [2, 2], "fail"],
    ["2d6", [2, 3], "partial"],
    ["2d6", [4, 5], "success"],
    ["1d20", [9], "success"],
    ["1d20", [1], "fail"],
    ["4d6kh3", [1, 2, 3, 4], undefined],
  ] as const)("[DR11] with bands %s of %j is a %s", (formula, dice, outcome) => {
    expect(roll(formula, { draw: loaded(...dice), bands: { partial: 5, success: 9 } }).outcome).toBe(outcome);
  });

  it("[DR8] only 2d6 has an outcome, by its total with all modifiers", () => {
    expect(roll("2d6+3", { draw: loaded(3, 4) }).outcome).toBe("success");
    expect(roll("2d6+9", { draw: loaded(1, 1) }).outcome).toBe("fail");
    expect(roll("2d6-9", { draw: loaded(6, 6) }).outcome).toBe("success");
    expect(roll("3d6", { draw: loaded(6, 6, 6) }).outcome).toBeUndefined();
    expect(roll("2d6kh1", { draw: loaded(6, 6) }).outcome).toBeUndefined();
    expect(roll("2d6+1d6", { draw: loaded(6, 6, 1) }).outcome).toBeUndefined();
  });
});
