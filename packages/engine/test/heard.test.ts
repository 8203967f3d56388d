import { expect, it } from "vitest";
import { heardIn, untoldNames } from "../src/scene/heard.js";

it("[EN54] makes known what a scene names and what it tells in passing, and leaves what was known before", () => {
  const named = { "topic:bell": 3, "topic:rope": 3, "topic:old": 2, "fact:bell-1": 3, "fact:rope-1": 3, "npc:osk": 3 };
  const known = { topics: { rope: 1 }, facts: { "rope-1": 1 } };
  const state = { place: "mill", people: { osk: { place: "mill" } }, storybook: { named }, world: { known } };
  expect(heardIn(state, 3, ["sign"])).toEqual({
    world: { known: { topics: { bell: 3 }, facts: { "bell-1": 3 } }, tags: { sign: 1 } },
    people: { osk: { met: 3 } },
  });
});

it("[EN3322] forgets what the first scene has left out of its premise, and keeps what the player's own past names", () => {
  const keys = ["npc:osk", "place:mill", "topic:mill", "topic:bell", "topic:rope"];
  const names = { keysIn: (text: string) => keys.filter((key) => text.includes(key.split(":")[1] ?? "")) };
  const story = { names, opening: ["osk has a bell.", "The mill is his, and the rope."] };
  const state = { player: { past: [{ kind: "trait", text: "of the rope", names: ["topic:rope"] }] } };
  expect(untoldNames(state, story as Parameters<typeof untoldNames>[1], ["osk rings the bell."])).toEqual({
    storybook: { named: { "place:mill": null, "topic:mill": null } },
    world: { known: { topics: { mill: null } } },
  });
  expect(untoldNames(state, story as Parameters<typeof untoldNames>[1], [...story.opening])).toEqual({});
});
