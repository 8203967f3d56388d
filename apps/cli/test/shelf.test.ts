import { expect, it } from "vitest";
import { shelfRows } from "../src/screen/shelf-screen.js";
import { playedMs, playedWords, type Shelf, shelfKeys, shelfLines } from "../src/shelf.js";

const SHELF: Shelf = {
  stories: [
    { id: "s1", heading: "The Salt Clock, scene 14. The Drowned Ferry Stage, third evening.", about: "25 min played." },
    { id: "s2", heading: "One Wheel Over, ended at scene 9.", about: "" },
  ],
  campaigns: [
    { name: "one-wheel-over", heading: "One Wheel Over." },
    { name: "the-salt-clock", heading: "The Salt Clock. Mystery." },
  ],
};

it("[CL739] every story has a digit and every campaign a letter, none of them the one that quits", () => {
  expect(shelfKeys(SHELF)).toEqual([
    { key: "1", taken: { playthrough: "s1" } },
    { key: "2", taken: { playthrough: "s2" } },
    { key: "a", taken: { campaign: "one-wheel-over" } },
    { key: "b", taken: { campaign: "the-salt-clock" } },
  ]);
  const many = Array.from({ length: 30 }, (_, at) => ({ name: `c${at}`, heading: `C${at}.` }));
  const keys = shelfKeys({ stories: [], campaigns: many }).map(({ key }) => key);
  expect(keys).not.toContain("q");
  expect(new Set(keys.slice(0, 25)).size).toBe(25);
  expect(keys.slice(25)).toEqual(Array(5).fill(""));
});

it("[CL739] stands under headings on the screen, and in lines the same way", () => {
  expect(shelfRows(SHELF).map(({ label = "", text }) => `${label} ${text}`.trim())).toEqual([
    "Go on reading",
    "",
    "1 The Salt Clock, scene 14. The Drowned Ferry Stage, third evening.",
    "25 min played.",
    "2 One Wheel Over, ended at scene 9.",
    "",
    "Begin a story",
    "",
    "a One Wheel Over.",
    "b The Salt Clock. Mystery.",
  ]);
  expect(shelfLines(SHELF)).toEqual([
    "Go on with a story:",
    "1. The Salt Clock, scene 14. The Drowned Ferry Stage, third evening.",
    "   25 min played.",
    "2. One Wheel Over, ended at scene 9.",
    "",
    "Begin a story:",
    "a. One Wheel Over.",
    "b. The Salt Clock. Mystery.",
  ]);
});

it("[CL739] time played leaves long pauses out, and less than a minute is not told", () => {
  const minute = 60_000;
  const at = (minutes: number) => ({ createdAt: minutes * minute });
  expect(playedMs([at(0), at(2), at(5), at(600), at(603)])).toBe((2 + 3 + 10 + 3) * minute);
  expect(playedMs([])).toBe(0);
  expect([playedWords(59_000), playedWords(25 * minute), playedWords(130 * minute)]).toEqual([
    "",
    "25 min",
    "2 h 10 min",
  ]);
});
