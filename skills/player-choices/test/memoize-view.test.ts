import { expect, it } from "vitest";
import { memoizeView } from "../src/memoize-view.js";
import { readView } from "../src/view.js";

it("[PC2000] computes a value once for each view and ids", () => {
  let computed = 0;
  const sceneOf = memoizeView((view, npc: string, topic: string) => {
    computed += 1;
    return `${view.scene} ${npc} ${topic}`;
  });
  const [one, other] = [readView({ scene: 1 }), readView({ scene: 2 })];
  expect([sceneOf(one, "orsolya", "tally"), sceneOf(one, "orsolya", "tally"), computed]).toEqual([
    "1 orsolya tally",
    "1 orsolya tally",
    1,
  ]);
  expect([sceneOf(one, "benno", "tally"), sceneOf(one, "orsolya", "bell"), sceneOf(other, "orsolya", "tally")]).toEqual(
    ["1 benno tally", "1 orsolya bell", "2 orsolya tally"],
  );
  expect(computed).toBe(4);
});

it("[PC2000] remembers that there is nothing", () => {
  let computed = 0;
  const nothing = memoizeView((_view, _npc: string): string | undefined => {
    computed += 1;
    return undefined;
  });
  const view = readView({});
  expect([nothing(view, "orsolya"), nothing(view, "orsolya"), computed]).toEqual([undefined, undefined, 1]);
});
