// SPEC.md PC5008: how often people come forward, by their importance.
import { createRandom } from "@narratoria/protocol/random";
import type { Person } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import { arrival } from "../src/costs.js";
import { errands } from "../src/goals.js";
import { RICH } from "./fixture-story.js";
import { before } from "./support.js";

const withImportance = (of: Readonly<Record<string, Person["importance"]>>, motives: readonly string[] = []) => ({
  ...RICH,
  people: RICH.people.map((one): Person => {
    const importance = of[one.id];
    return { ...one, ...(importance === undefined ? {} : { importance }), ...(motives.length > 0 ? { motives } : {}) };
  }),
});

it("[PC5008] a protagonist comes by more often than others, and somebody minor less", () => {
  const came = (importance: Person["importance"]) => {
    const view = before({ matter: withImportance({ ilka: importance }), state: { clock: { minutes: 840 } } });
    const all = Array.from({ length: 400 }, (_, at) => arrival(view, createRandom(`s${at}`)));
    return all.filter((effect) => effect?.kind === "arrive" && effect.npc === "ilka").length;
  };
  const [most, usual, less, least] = [came("protagonist"), came(undefined), came("supporting"), came("minor")];
  expect(most).toBeGreaterThan(usual);
  expect(usual).toBeGreaterThan(1.2 * less);
  expect(less).toBeGreaterThan(least);
  expect(least).toBeGreaterThan(0);
});

it("[PC5008] whoever matters more sets out first for what they want", () => {
  const setsOut = (scene: number, of: Readonly<Record<string, Person["importance"]>> = {}) =>
    errands(before({ scene, matter: withImportance(of, ["to see the kiln"]) }), undefined)[0]?.npc;
  const scenes = [12, 18, 24, 30, 36, 42];
  const all = [...new Set(scenes.map((scene) => setsOut(scene)))];
  expect(all.length).toBeGreaterThan(1);
  // The first of them goes where the turns of all have come round.
  const scene = scenes.find((one) => (one / 6) % all.length === 0) ?? 0;
  const other = all.find((npc) => npc !== setsOut(scene)) ?? "";
  expect(setsOut(scene, { [other]: "protagonist" })).toBe(other);
});
