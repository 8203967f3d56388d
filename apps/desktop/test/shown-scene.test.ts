// SPEC.md DT285, DT287 and DT300.
import { describe, expect, it } from "vitest";
import { sceneInFlight, shownScene } from "../src/client/screens/story/shown-scene.js";
import { stageWords } from "../src/client/screens/story/stage-words.js";
import { beginTurn, withEvent } from "../src/client/story/turn-now.js";
import type { LinkedScene } from "../src/server/linked-files.js";

const BEFORE: LinkedScene = {
  type: "scene",
  scene: 1,
  turnId: "t1",
  title: "The Salt Clock",
  sceneType: "quiet",
  paragraphs: ["Rain makes the weir talk."],
  choices: [],
  location: "The weir",
  time: "Second night",
  present: [],
  narrator: "storybook",
  timeMs: { choices: 1, total: 1 },
  ended: false,
  assets: [],
  stage: null,
};
const stamp = (seq: number) => ({ turn: "t2", seq, at: 1000 + seq });

describe("a scene that is being told", () => {
  it.each([
    [
      "elsewhere",
      { location: "The ferry", time: "Third evening", weather: "rain" },
      "The ferry",
      "Third evening, rain",
    ],
    ["where the last one was, later", { location: "The weir", time: "Third evening" }, null, "Third evening"],
    ["where and when the last one was", { location: "The weir", time: "Second night" }, null, null],
  ])("[DT285] has the heading that the whole scene will have: %s", (_, heading, place, time) => {
    const begun = withEvent(beginTurn(stamp(1)), {
      type: "progress",
      stage: "writing",
      toolId: "narrate",
      ...stamp(2),
    });
    expect(sceneInFlight(begun, null, BEFORE)).toMatchObject({ place: null, time: null });
    const headed = withEvent(begun, { type: "progress", stage: "writing", heading, ...stamp(3) });
    expect(sceneInFlight(headed, null, BEFORE)).toMatchObject({ place, time });
    // What is done just now is said as before.
    expect(headed.stage).toEqual(begun.stage);
  });
});

it("[DT285] is headed with where it begins, and the next scene with where this one ended", () => {
  const beside = { notices: [], notes: [] };
  const begins = { location: "The weir", time: "Second night" };
  const moved: LinkedScene = { ...BEFORE, scene: 2, location: "The ferry", time: "Third evening", begins };
  expect(shownScene(moved, BEFORE, beside)).toMatchObject({ place: null, time: null });
  const next: LinkedScene = { ...moved, scene: 3 };
  const { begins: _, ...there } = next;
  expect(shownScene(there, moved, beside)).toMatchObject({ place: "The ferry", time: "Third evening" });
  // What has been shown within the scene is not said again above the next.
  const within: LinkedScene = { ...moved, begins: { ...begins, paragraphs: 1 } };
  expect(shownScene(within, BEFORE, beside).moved).toEqual({ at: 1, place: "The ferry", time: "Third evening" });
  expect(shownScene(there, within, beside)).toMatchObject({ place: null, time: null });
});

it.each([
  [2_000, "Weather lore failed: retrying in 2 s"],
  [100, "Asking Weather lore"],
])("[DT287] says that a skill is tried again where the pause is long enough to be read: %i ms", (delayMs, words) => {
  const tool = { toolId: "tell", toolPath: "weather-lore/tell-weather" };
  const about = { type: "tool_state", attempt: 1, ...tool, execution: 1, try: 1 } as const;
  const asked = withEvent(beginTurn(stamp(1)), { type: "progress", stage: "working", ...tool, ...stamp(2) });
  const waiting = withEvent(asked, { ...about, state: "waiting", delayMs, ...stamp(3) });
  expect(stageWords(waiting)).toBe(words);
  const again = withEvent(waiting, { ...about, try: 2, state: "running", ...stamp(4) });
  expect(stageWords(again)).toBe("Asking Weather lore");
});

it.each([
  ["fills three lines", 4, true],
  ["fills one line", 1, false],
])("[DT300] begins an opening with a large letter where its first paragraph %s", (_, times, opens) => {
  const paragraphs = [
    "The tide has gone out further than anyone in Hallow Staithe remembers. ".repeat(times),
    "It is late.",
  ];
  expect(shownScene({ ...BEFORE, scene: 0, paragraphs }, undefined, { notices: [], notes: [] }).opens).toBe(opens);
});

it("[DT5600] says whom the scene waits for, until the wait is over", () => {
  const writing = { type: "progress", stage: "writing" } as const;
  const waiting = withEvent(beginTurn(stamp(1)), {
    ...writing,
    waiting: { for: "ollama", mostMs: 60_000 },
    ...stamp(2),
  });
  expect(stageWords(waiting)).toBe("Waiting for ollama, at most 60 s");
  expect(stageWords(withEvent(waiting, { ...writing, ...stamp(3) }))).toBe("Writing the scene");
});
