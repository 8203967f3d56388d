// SPEC.md PR86.
import { nearest } from "@narratoria/protocol";
import { expect, it } from "vitest";

const fields = ["title", "version", "speech_patterns", "content_rating", "tags", "id"];

it.each([
  ["titel", "title"],
  ["Title", "title"],
  ["versoin", "version"],
  ["contentRating", "content_rating"],
  ["content-rating", "content_rating"],
  ["speech", "speech_patterns"],
  ["tag", "tags"],
  ["ID", "id"],
  ["t.a.g.s", "tags"],
])("[PR86] takes %s for %s", (word, meant) => {
  expect(nearest(word, fields)).toBe(meant);
});

it.each(["", "x", "od", "genre", "vers1on5xx", "completely different"])("[PR86] makes nothing of %j", (word) => {
  expect(nearest(word, fields)).toBeNull();
});

it("[PR86] takes the nearest of several, and the first of equals", () => {
  expect(nearest("fall", ["fail", "full", "falls"])).toBe("fail");
  expect(nearest("store", ["state", "stored"])).toBe("stored");
  expect(nearest("anything", [])).toBeNull();
});

it("[PR86] is done at once with words of any length", () => {
  expect(nearest("x".repeat(1_000_000), ["y".repeat(1_000_000)])).toBeNull();
});
