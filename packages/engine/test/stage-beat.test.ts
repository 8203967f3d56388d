import type { JsonObject } from "@narratoria/protocol";
import { expect, it } from "vitest";
import { afterBeatPatch, stageBeat } from "../src/plot/stage-beat.js";

it("[EN17] a beat stands where it happens, with everybody who is in it", () => {
  const state: JsonObject = {
    place: "mill",
    people: {
      osk: { place: "mill", alive: true },
      ada: { place: "weir", alive: true },
      dead: { place: "mill", alive: false },
    },
    world: { visited: { mill: 0 } },
  };
  expect(stageBeat(state, { place: "weir", people: ["osk", "ada", "dead"] }, 6)).toEqual({
    place: "weir",
    people: {
      osk: { place: "weir", alive: true, since: 6 },
      ada: { place: "weir", alive: true },
      dead: { place: "mill", alive: false },
    },
    world: { visited: { mill: 0, weir: 6 } },
  });
  expect(stageBeat(state, null, 6)).toBe(state);
});

it("[EN350] leaves the dead dead, the missing nowhere, and whoever comes back where the beat was", () => {
  const state: JsonObject = { place: "weir", people: { osk: { place: "weir" } } };
  const presence = [
    { npc: "osk", state: "dead" },
    { npc: "ada", state: "missing" },
    { npc: "ilk", state: "here" },
  ] as const;
  expect(afterBeatPatch(state, { people: [], presence }, 4)).toEqual({
    people: {
      osk: { alive: false },
      ada: { place: "", since: 4 },
      ilk: { alive: true, place: "weir", since: 4 },
    },
  });
  expect(afterBeatPatch(state, { people: [] }, 4)).toEqual({});
});
