import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createChooser, MOST_CHOICES } from "../src/play/choosing.js";
import { numbered } from "./fake-story.js";

describe("choosing without a person", () => {
  it("[CL30] takes the first, or a list in its order until it ends", () => {
    const first = createChooser({ kind: "first" });
    expect([0, 1, 2].map((scene) => first.next(numbered(scene), "7"))).toEqual([1, 1, 1]);
    const list = createChooser({ kind: "list", numbers: [3, 1] });
    expect([0, 1, 2].map((scene) => list.next(numbered(scene), "7"))).toEqual([3, 1, null]);
  });

  it("[CL31] draws from the seed and the scene alone, so that stopping and going on changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 20 }), (seed, stopAt) => {
        const scenes = Array.from({ length: 24 }, (_, scene) => numbered(scene));
        const through = createChooser({ kind: "random" });
        const whole = scenes.map((scene) => through.next(scene, seed));
        const [before, after] = [createChooser({ kind: "random" }), createChooser({ kind: "random" })];
        const parts = scenes.map((scene, index) => (index < stopAt ? before : after).next(scene, seed));
        expect(parts).toEqual(whole);
        expect(whole.every((number) => number !== null && number >= 1 && number <= 4)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it("[CL31] reaches every choice, and differs from seed to seed", () => {
    const drawn = (seed: string): (number | null)[] => {
      const chooser = createChooser({ kind: "random" });
      return Array.from({ length: 60 }, (_, scene) => chooser.next(numbered(scene), seed));
    };
    expect(new Set(drawn("7"))).toEqual(new Set([1, 2, 3, 4]));
    expect(drawn("7")).not.toEqual(drawn("8"));
  });

  it("[CL31] draws anew for a scene that is offered again", () => {
    const chooser = createChooser({ kind: "random" });
    const again = Array.from({ length: 30 }, () => chooser.next(numbered(5), "7"));
    expect(new Set(again).size).toBeGreaterThan(1);
  });

  it("[CL32] refuses a number that the scene does not offer, and says what it does", () => {
    const chooser = createChooser({ kind: "list", numbers: [9] });
    expect(() => chooser.next(numbered(3), "7")).toThrow("--choose names choice 9, and scene 3 has choices 1 to 4.");
  });

  it("[CL30] comes to an end where a story does not", () => {
    const chooser = createChooser({ kind: "first" });
    for (let taken = 0; taken < MOST_CHOICES; taken++) chooser.next(numbered(1), "7");
    expect(chooser.next(numbered(1), "7")).toBeNull();
  });
});
