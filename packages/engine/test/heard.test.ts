import { expect, it } from "vitest";
import { heardIn } from "../src/scene/heard.js";

it("[EN54] makes known what a scene names and what it tells in passing, and leaves what was known before", () => {
  const named = { "topic:bell": 3, "topic:rope": 3, "topic:old": 2, "fact:bell-1": 3, "fact:rope-1": 3, "npc:osk": 3 };
  const known = { topics: { rope: 1 }, facts: { "rope-1": 1 } };
  const state = { place: "mill", people: { osk: { place: "mill" } }, storybook: { named }, world: { known } };
  expect(heardIn(state, 3, ["sign"])).toEqual({
    world: { known: { topics: { bell: 3 }, facts: { "bell-1": 3 } }, tags: { sign: 1 } },
    people: { osk: { met: 3 } },
  });
});
