// SPEC.md PR60 to PR64.
import { createRandom, deriveSeed, type Random } from "@narratoria/protocol/random";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const times = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);
const seeds = fc.string({ unit: "binary", maxLength: 20 });

describe("createRandom", () => {
  it("[PR60] gives these numbers for these seeds, for ever", () => {
    const first = (seed: string): number[] => times(4, createRandom(seed).next).map((value) => value * 2 ** 32);
    expect({
      "": first(""),
      "7": first("7"),
      "The Bell": first("The Bell"),
      "鐘🔔": first("鐘🔔"),
    }).toMatchInlineSnapshot(`
      {
        "": [
          509958553,
          1418505174,
          3684603864,
          2751561305,
        ],
        "7": [
          1373578977,
          3788567510,
          2446541164,
          2697831365,
        ],
        "The Bell": [
          1265967932,
          3902908418,
          982534230,
          1188865946,
        ],
        "鐘🔔": [
          4091777546,
          405736194,
          1860490586,
          1530479924,
        ],
      }
    `);
  });

  it("[PR60] gives these results for seed 7, for ever", () => {
    const random = createRandom("7");
    expect([
      times(8, () => random.int(6) + 1),
      random.pick(["a", "b", "c"]),
      times(8, () => random.chance(0.5)),
      random.shuffle([1, 2, 3, 4, 5, 6]),
      times(2, random.gauss),
    ]).toMatchInlineSnapshot(`
      [
        [
          4,
          3,
          5,
          6,
          2,
          5,
          1,
          5,
        ],
        "c",
        [
          true,
          false,
          true,
          false,
          false,
          true,
          true,
          true,
        ],
        [
          1,
          3,
          2,
          5,
          4,
          6,
        ],
        [
          1.38957460783422,
          1.1385008390061557,
        ],
      ]
    `);
  });

  it("[PR60] gives the same stream for the same seed, and another for any other", () => {
    fc.assert(
      fc.property(seeds, seeds, (one, other) => {
        const stream = times(4, createRandom(one).next);
        expect(times(4, createRandom(one).next)).toEqual(stream);
        if (one !== other) expect(times(4, createRandom(other).next)).not.toEqual(stream);
      }),
    );
  });

  it("[PR60] gives unrelated streams for seeds that differ in one bit", () => {
    // Two unrelated streams agree in half of their bits: of 64,000 bits at most 1.5 per cent away from that.
    let agreeing = 0;
    for (let seed = 0; seed < 1000; seed++) {
      const [one, other] = [`turn ${seed}`, `turn ${seed ^ 1}`].map((text) => times(2, createRandom(text).next));
      one?.forEach((value, index) => {
        const different = ((value * 2 ** 32) >>> 0) ^ (((other?.[index] ?? 0) * 2 ** 32) >>> 0);
        agreeing += 32 - (different >>> 0).toString(2).replaceAll("0", "").length;
      });
    }
    expect(Math.abs(agreeing / 64_000 - 0.5)).toBeLessThan(0.015);
  });

  it("[PR61] next is from 0 to below 1, and int from 0 to below its bound", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
        const random = createRandom(seed);
        const [real, whole] = [random.next(), random.int(bound)];
        expect(real >= 0 && real < 1).toBe(true);
        expect(Number.isInteger(whole) && whole >= 0 && whole < bound).toBe(true);
      }),
    );
  });

  it.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN, Number.POSITIVE_INFINITY])(
    "[PR61] int refuses a bound of %d",
    (bound) => {
      expect(() => createRandom("7").int(bound)).toThrow(RangeError);
    },
  );

  it("[PR61] int is fair, also where the bound does not divide 2^32", () => {
    // A bound of three quarters of 2^32: taking the remainder alone would give the first third twice as often.
    const random = createRandom("fair");
    const low = times(6000, () => random.int(3 * 2 ** 30)).filter((value) => value < 2 ** 30).length;
    expect(Math.abs(low - 2000)).toBeLessThan(200);
  });

  /** Pearson's chi-square of counts that should all be equal. */
  const chiSquare = (counts: readonly number[]): number => {
    const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  };

  it("[PR61] throws dice as even as dice can be", () => {
    const random = createRandom("dice");
    const counts = Array<number>(6).fill(0);
    for (let roll = 0; roll < 60_000; roll++) {
      const face = random.int(6);
      counts[face] = (counts[face] ?? 0) + 1;
    }
    // 5 degrees of freedom: above 20.5 once in a thousand seeds, and this seed is fixed.
    expect(chiSquare(counts)).toBeLessThan(20.5);
  });

  it("[PR62] pick takes one of its items; of none there is none to take", () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.integer(), { minLength: 1 }), (seed, items) => {
        expect(items).toContain(createRandom(seed).pick(items));
      }),
    );
    expect(() => createRandom("7").pick([])).toThrow(RangeError);
  });

  it("[PR62] shuffle keeps every item once and its argument as it was; all orders are equally likely", () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.integer()), (seed, items) => {
        const before = [...items];
        const shuffled = createRandom(seed).shuffle(items);
        expect(items).toEqual(before);
        expect([...shuffled].sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b));
      }),
    );
    const random = createRandom("orders");
    const counts = new Map<string, number>();
    for (let round = 0; round < 24_000; round++) {
      const order = random.shuffle(["a", "b", "c", "d"]).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    // 23 degrees of freedom.
    expect(chiSquare([...counts.values()])).toBeLessThan(49.7);
  });

  it("[PR63] chance is never at 0, always at 1, and draws one number either way", () => {
    const used = (p: number): number => {
      const random = createRandom("7");
      random.chance(p);
      return random.next();
    };
    expect(used(0)).toBe(used(1));
    const random = createRandom("7");
    expect(times(1000, () => random.chance(0))).not.toContain(true);
    expect(times(1000, () => random.chance(1))).not.toContain(false);
    const quarter = times(10_000, () => random.chance(0.25)).filter(Boolean).length;
    expect(Math.abs(quarter - 2500)).toBeLessThan(150);
  });

  it("[PR63] gauss has mean 0 and deviation 1, and stays within 6", () => {
    const values = times(20_000, createRandom("bell").gauss);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(variance - 1)).toBeLessThan(0.03);
    expect(Math.max(...values.map(Math.abs))).toBeLessThan(6);
  });

  it("[PR60] takes its methods apart from it", () => {
    const { int, pick }: Random = createRandom("7");
    expect(pick([int(1)])).toBe(0);
  });
});

describe("deriveSeed", () => {
  it("[PR64] gives these seeds for these parts, for ever", () => {
    expect([deriveSeed(), deriveSeed("7"), deriveSeed("7", 12, "dice-roller/roll-dice", 0)]).toMatchInlineSnapshot(`
      [
        "5e89690bc2a98e063835ca1eed31d881",
        "abd60132138eef063fa42c0521267fd5",
        "0eb1baa44d4b4c1a8094e99f197cbfd2",
      ]
    `);
  });

  it("[PR64] tells where one part ends and the next begins", () => {
    expect(deriveSeed("a", "bc")).not.toBe(deriveSeed("ab", "c"));
    expect(deriveSeed("a", "")).not.toBe(deriveSeed("a"));
    expect(deriveSeed("1:a")).not.toBe(deriveSeed("a"));
    expect(deriveSeed("a", "1:b")).not.toBe(deriveSeed("a", "b"));
    fc.assert(
      fc.property(fc.array(seeds), fc.array(seeds), (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(deriveSeed(...one)).not.toBe(deriveSeed(...other));
      }),
    );
  });

  it("[PR64] takes a number for its decimal text, and gives 32 hexadecimal digits", () => {
    expect(deriveSeed(7, -0.5)).toBe(deriveSeed("7", "-0.5"));
    fc.assert(fc.property(fc.array(seeds), (parts) => void expect(deriveSeed(...parts)).toMatch(/^[0-9a-f]{32}$/)));
  });

  it("[PR64] gives no seed twice for a hundred thousand turns", () => {
    const all = new Set<string>();
    for (let turn = 0; turn < 100_000; turn++) all.add(deriveSeed("seed", turn));
    expect(all.size).toBe(100_000);
    // Nor does any part of it repeat more than chance allows: 16 bits of it take nearly all their values.
    expect(new Set([...all].map((seed) => seed.slice(0, 4))).size).toBeGreaterThan(50_000);
    expect(new Set([...all].map((seed) => seed.slice(28))).size).toBeGreaterThan(50_000);
  });
});
