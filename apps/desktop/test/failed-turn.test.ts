import { expect, it } from "vitest";
import { failureWords } from "../src/client/screens/story/failed-turn.js";

const notice = (code: string, message = "", action = "") => ({
  type: "notice" as const,
  turn: "t",
  seq: 1,
  at: 0,
  code,
  severity: "failed" as const,
  message,
  action,
  actions: [],
});

it.each([
  ["disk_full", 14, "The disk is full. Free some space, then try again. Scene 14 is safe."],
  ["busy", 0, "Another program has the data folder in use. It is often free again in a moment. The opening is safe."],
])("[DT243] %s is told without a path, with the scene that is safe", (code, scene, text) => {
  const notices = [notice(code, "There is no room left to save /home/player/narratoria.db.")];
  expect(failureWords({ notices }, scene)).toEqual({ title: "This turn could not be saved", text, ofData: true });
});

it("[DT243] what else ended a turn is told in its own words", () => {
  const notices = [notice("skill_failed", "Memory failed."), notice("turn_failed", "It broke.", "Try again.")];
  expect(failureWords({ notices }, null)).toEqual({
    title: "This turn came to nothing",
    text: "It broke. Try again.",
    ofData: false,
  });
});
