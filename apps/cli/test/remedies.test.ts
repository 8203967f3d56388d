import { expect, it } from "vitest";
import { withCommand } from "../src/remedies.js";

it("[CL530] adds to a notice the command for its skill, and leaves others as they are", () => {
  const failed = { code: "skill_failed", message: "It failed.", action: "Nothing is lost.", skill: "lantern" };
  expect(withCommand(failed)).toEqual({
    ...failed,
    action: "Nothing is lost. If it keeps happening, run `narratoria doctor`.",
  });
  const waiting = { code: "skill_waiting", message: "It waits.", action: "Agree to it.", skill: "lantern" };
  expect(withCommand(waiting).action).toBe(
    "Agree to it. `narratoria skills show lantern` tells what it asks for, `narratoria skills agree lantern` agrees.",
  );
  const damaged = {
    code: "story_damaged",
    message: "It is damaged.",
    action: "A repair brings back what a backup still has.",
  };
  expect(withCommand(damaged).action).toMatch(/backup still has\. .*`narratoria doctor --repair`\.$/);
  const other = { code: "turn_stopped", message: "You stopped.", action: "Choose again." };
  expect(withCommand(other)).toBe(other);
});
