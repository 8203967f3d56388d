import { expect, it } from "vitest";
import { timingLines } from "../src/timings.js";

const timing = { name: "memory/recall-memory", count: 3, failed: 1, p50: 20, p95: 30, most: 31 };

it("[CL990] shows plans, scripts and searches in one table, and marks searches that are slow", () => {
  const searches = [
    { ...timing, name: "exactMatch of memory", found: 2 },
    { ...timing, name: "semanticSearch of memory", p95: 250, most: 300, found: 2 },
  ];
  const lines = timingLines({ since: "2026-01-02T03:04:05.000Z", plans: timing, scripts: [timing], searches });
  expect(lines).toEqual([
    "Since 2026-01-02, in milliseconds:",
    "",
    "                               times  failed  median     95%    most",
    "  Whole plans                      3       1      20      30      31",
    "  memory/recall-memory             3       1      20      30      31",
    "  exactMatch of memory             3       1      20      30      31",
    "! semanticSearch of memory         3       1      20     250     300",
    "",
    "! Searches should be answered within 200 ms, 95 of 100 at least.",
  ]);
});

it("[CL990] says what to do where nothing has been logged", () => {
  expect(timingLines({ since: null, plans: null, scripts: [], searches: [] })).toEqual([
    "Nothing has been logged yet: play a story first.",
  ]);
});
