// SPEC.md DT6100: notices of providers go by themselves.
import { expect, it } from "vitest";
import { isNews, isPassing } from "../src/client/screens/story/passing-notices.js";

it.each([
  ["a server that cannot be reached", "storyteller_silent", "unreachable", true],
  ["a server with a fault of its own", "storyteller_silent", "broken", true],
  ["a provider that was too slow", "storyteller_slow", "silent", true],
  ["an address that was not agreed to", "storyteller_silent", "not_agreed", false],
  ["settings that name no model", "storyteller_silent", "no_model", false],
  ["a skill that failed", "skill_failed", "unreachable", false],
  ["a full disk", "disk_full", undefined, false],
])("[DT6100] the notice of %s goes by itself or stays", (_of, code, cause, passes) => {
  expect(isPassing({ code, ...(cause === undefined ? {} : { cause }) })).toBe(passes);
});

it("[DT6100] a notice is news once, and only while it is fresh", () => {
  const notice = { turn: "01TURN", seq: 4, at: 1_000 };
  expect(isNews({ ...notice, turn: "01OLDER" }, 60_000)).toBe(false);
  expect(isNews(notice, 2_000)).toBe(true);
  expect(isNews(notice, 2_000)).toBe(false);
  expect(isNews({ ...notice, seq: 5 }, 2_000)).toBe(true);
});
