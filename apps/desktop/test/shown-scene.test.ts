// SPEC.md DT285.
import { describe, expect, it } from "vitest";
import { sceneInFlight } from "../src/client/screens/story/shown-scene.js";
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
