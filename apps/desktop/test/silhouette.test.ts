import { describe, expect, it } from "vitest";
import { drawSilhouette } from "../src/client/parts/silhouette-drawing.js";

const seeds = Array.from({ length: 60 }, (_, index) => `person-${index}`);

describe("silhouettes", () => {
  it("[DT100] are the same for the same seed and differ between seeds", () => {
    expect(drawSilhouette("odo", "a flat cap")).toEqual(drawSilhouette("odo", "a flat cap"));
    expect(new Set(seeds.map((seed) => drawSilhouette(seed).paper[0])).size).toBe(seeds.length);
  });

  it.each([
    ["A bald man in a shirt", "bald", "plain"],
    ["grey beard, oilskin coat", "beard", "coat"],
    ["Hair pinned up, a lace collar", "bun", "ruff"],
    ["red curls and a muffler", "curls", "scarf"],
    ["two plaits over her smock", "queue", "plain"],
    ["her long black hair hangs over a cloak", "long", "coat"],
  ])("[DT101] take hair and collar from %j", (words, hair, collar) => {
    for (const seed of seeds.slice(0, 8)) expect(drawSilhouette(seed, words)).toMatchObject({ hair, collar });
  });

  it.each([
    ["a flat cap", "cap"],
    ["a broad-brimmed hat", "brim"],
    ["hooded, in grey", "hood"],
    ["A tricorn with a feather", "tricorn"],
  ])("[DT101] take the hat from %j", (words, hat) => {
    for (const seed of seeds.slice(0, 8)) expect(drawSilhouette(seed, words).hat).toBe(hat);
  });

  it("[DT101] do not put on what the words say is absent", () => {
    const drawn = seeds.map((seed) => drawSilhouette(seed, "no beard, without a hood; hatless"));
    expect(drawn.map(({ hair }) => hair)).not.toContain("beard");
    expect(drawn.map(({ hat }) => hat)).not.toContain("hood");
  });

  it("[DT101] keep face and ground when words change", () => {
    const plain = drawSilhouette("odo");
    const dressed = drawSilhouette("odo", "a tricorn, a queue, a coat");
    expect([dressed.paper[0], dressed.ground]).toEqual([plain.paper[0], plain.ground]);
  });

  it("[DT102] stay under 12 kB", () => {
    for (const seed of seeds) {
      const { paper, cuts } = drawSilhouette(seed, "curls, a tricorn, a coat");
      expect(JSON.stringify([paper, cuts]).length).toBeLessThan(10_000);
    }
  });
});
