// What docs/authors/plot-words.md says of decisions, words for feelings and expressions is what the story does.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@narratoria/protocol";
import { evaluateExpression } from "@narratoria/protocol/expression";
import { expect, it } from "vitest";
import { type BeatMoment, holdsNow, npcStateHolds } from "../src/plot/conditions.js";

const page = readFileSync(fileURLToPath(new URL("../../../docs/authors/plot-words.md", import.meta.url)), "utf8");
const moment = (state: JsonObject): BeatMoment => ({
  scene: 7,
  state,
  tags: [],
  placeOf: () => undefined,
  peopleOf: () => [],
  remembers: () => false,
});

/** Rows of the table below a heading. */
const rows = (heading: string): string[][] =>
  (page.split(`${heading}\n`)[1] ?? "")
    .split(/\n#/)[0]
    ?.split("\n")
    .filter((line) => /^\| `/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", ""))) ?? [];

it("[EN2616] words for feelings hold where the page for authors says so", () => {
  const holds = (word: string): number[] =>
    Array.from({ length: 201 }, (_, at) => at - 100).filter((feeling) =>
      npcStateHolds("osk", word, moment({ people: { osk: { feeling } } })),
    );
  const all = rows("### Words for feelings");
  expect(all).toHaveLength(5);
  for (const [, word = "", range = ""] of all) {
    const [first = 0, second = 0] = [...range.matchAll(/-?\d+/g)].map(([number]) => Number(number));
    const scores = holds(word);
    const ends = [scores[0], scores.at(-1)];
    if (range.endsWith("more")) expect(ends).toEqual([first, 100]);
    else if (range.startsWith("above")) expect(ends).toEqual([first + 1, 100]);
    else if (range.startsWith("from")) expect(ends).toEqual([first, second]);
    else if (range.startsWith("below")) expect(ends).toEqual([-100, first - 1]);
    else expect(ends).toEqual([-100, first]);
  }
});

it("[EN2616] every expression of the page can be read and holds where it says so", () => {
  const state: JsonObject = {
    beats: { beat_003: { state: "fired", scene: 2 } },
    flags: { "one-hour": 3 },
    inventory: { torch: { name: "torch", count: 2 }, "brass key": { name: "brass key", count: 1 } },
    world: { noise: 2 },
  };
  const all = rows("### Expressions");
  expect(all.length).toBeGreaterThan(5);
  for (const [, expression = ""] of all) {
    expect(evaluateExpression(expression, { lookup: () => undefined, visited: () => true, count: () => 1 }).ok).toBe(
      true,
    );
    expect(holdsNow(expression, moment(state)), expression).toBe(true);
  }
});
