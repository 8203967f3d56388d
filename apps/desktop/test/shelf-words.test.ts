import { describe, expect, it } from "vitest";
import { dayWords, lengthWords, playedWords, storyWords } from "../src/client/screens/library/shelf-words.js";

const day = (text: string): number => new Date(`${text}T12:00:00`).getTime();
const NOW = day("2026-11-24");
const MINUTE = 60_000;

describe("words of the shelf", () => {
  it.each([
    [undefined, ""],
    [0, ""],
    [0.02, "5 minutes"],
    [0.33, "20 minutes"],
    [1, "1 hour"],
    [2.5, "2½ hours"],
    [4, "4 hours"],
  ])("[DT105] says the length %s as %j", (hours, words) => {
    expect(lengthWords(hours)).toBe(words);
  });

  it.each([
    [20_000, ""],
    [MINUTE, "1 min"],
    [130 * MINUTE, "2 h 10 min"],
    [180 * MINUTE, "3 h"],
  ])("[DT105] says %d ms played as %j", (ms, words) => {
    expect(playedWords(ms)).toBe(words);
  });

  it.each([
    ["2026-11-24", "today"],
    ["2026-11-25", "today"],
    ["2026-11-23", "yesterday"],
    ["2026-11-19", "on Thursday"],
    ["2026-05-03", "on 3 May"],
    ["2025-05-03", "on 3 May 2025"],
  ])("[DT105] says %s as %j", (date, words) => {
    expect(dayWords(day(date), NOW)).toBe(words);
  });

  it("[DT105] says who, where and how long in one line, and only what is known", () => {
    const bookmark = {
      character: "Wren Ashdown",
      time: "Third evening",
      playedMs: 130 * MINUTE,
      playedAt: day("2026-11-19"),
    };
    const story = { scene: 15, ended: false, updatedAt: NOW, bookmark };
    expect(storyWords(story, NOW)).toBe("Wren Ashdown. Scene 15, third evening. Played 2 h 10 min, last on Thursday.");
    expect(storyWords({ ...story, bookmark: { ...bookmark, time: "Tuesday evening" } }, NOW)).toContain(
      "15, Tuesday evening",
    );
    expect(storyWords({ scene: 0, ended: false, updatedAt: NOW, bookmark: null }, NOW)).toBe(
      "The opening. Last played today.",
    );
    expect(storyWords({ scene: 9, ended: true, updatedAt: NOW, bookmark: null }, NOW)).toBe(
      "The end, scene 9. Last played today.",
    );
  });
});
