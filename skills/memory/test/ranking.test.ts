// SPEC.md ME4, ME5: which memories are given, and in what order.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankMemories } from "../src/ranking.js";

const hit = (id: string, relevance: number, summary: unknown = `About ${id}.`) => ({
  id,
  relevance,
  record: { summary, scene: 1 },
});
const rank = (searches: Parameters<typeof rankMemories>[0], options = {}) =>
  rankMemories(searches, { limit: 5, threshold: 0.7, least: 0, ...options });

const hits = fc.array(
  fc.record({
    id: fc.constantFrom("a", "b", "c", "d", "e", "f"),
    relevance: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);

describe("ranking", () => {
  it("[ME4] gives each memory once at its best relevance, the most relevant first", () => {
    const memories = rank([[hit("a", 0.4), hit("b", 0.9)], [hit("a", 0.6)]]);
    expect(memories.map(({ id, relevance }) => [id, relevance])).toEqual([
      ["b", 0.9],
      ["a", 0.6],
    ]);
    expect(memories[0]).toMatchObject({ summary: "About b.", scene: 1 });
  });

  it("[ME4] holds for any results: sorted, without doubles, never more than asked for", () => {
    fc.assert(
      fc.property(fc.array(hits, { maxLength: 3 }), fc.integer({ min: 1, max: 8 }), (searches, limit) => {
        const memories = rank(
          searches.map((one) => one.map(({ id, relevance }) => hit(id, relevance))),
          { limit },
        );
        expect(memories.length).toBe(Math.min(limit, new Set(searches.flat().map(({ id }) => id)).size));
        expect(new Set(memories.map(({ id }) => id)).size).toBe(memories.length);
        for (const [index, memory] of memories.entries()) {
          expect(memory.relevance).toBe(
            Math.max(
              ...searches
                .flat()
                .filter(({ id }) => id === memory.id)
                .map((one) => one.relevance),
            ),
          );
          if (index > 0) expect(memory.relevance).toBeLessThanOrEqual(memories[index - 1]?.relevance ?? 0);
        }
      }),
    );
  });

  it("[ME4] among equals keeps the order of the searches, and leaves out what is no memory", () => {
    expect(rank([[hit("b", 0.5)], [hit("a", 0.5), hit("c", 0.9, 7)]]).map(({ id }) => id)).toEqual(["b", "a"]);
  });

  it("[ME9] ranks a pinned memory before what is a little nearer", () => {
    const found = (id: string, relevance: number, pinned?: true) => ({
      id,
      relevance,
      record: { summary: `About ${id}.`, ...(pinned ? { pinned } : {}) },
    });
    const order = (near: number) =>
      rankMemories([[found("a", 0.9, true), found("near", near), found("kept", 0.7, true)]], {
        limit: 2,
        threshold: 0.7,
        least: 0,
      });
    expect(order(0.79).map(({ id, relevance }) => [id, relevance])).toEqual([
      ["a", 0.9],
      ["kept", 0.7],
    ]);
    expect(order(0.81).map(({ id }) => id)).toEqual(["a", "near"]);
  });

  it("[ME4400] gives pinned memories first, and leaves half of the places to others", () => {
    const found = (id: string, relevance: number, pinned?: true) => ({
      id,
      relevance,
      record: { summary: `About ${id}.`, ...(pinned ? { pinned } : {}) },
    });
    const near = [found("n1", 0.95), found("n2", 0.9), found("n3", 0.85)];
    const kept = ["k1", "k2", "k3", "k4"].map((id, at) => found(id, 0.6 - at / 100, true));
    const given = (limit: number, results: ReturnType<typeof found>[]) =>
      rankMemories([results], { limit, threshold: 0.7, least: 0 }).map(({ id }) => id);
    expect(given(5, [...near, ...kept])).toEqual(["k1", "k2", "k3", "n1", "n2"]);
    expect(given(4, [...near, ...kept.slice(0, 1)])).toEqual(["k1", "n1", "n2", "n3"]);
    expect(given(3, kept)).toEqual(["k1", "k2", "k3"]);
  });

  it("[ME11] ranks what was only heard of behind deeds that are a little farther", () => {
    const found = (id: string, relevance: number, tags: readonly string[] = []) => ({
      id,
      relevance,
      record: { summary: `About ${id}.`, tags },
    });
    const first = (heard: number) => rank([[found("heard", heard, ["heard"]), found("done", 0.7)]])[0]?.id;
    expect([first(0.79), first(0.81)]).toEqual(["done", "heard"]);
  });

  it("[ME30] ranks what changed something before journeys and small talk that are a little nearer", () => {
    const found = (id: string, relevance: number, significance: string) => ({
      id,
      relevance,
      record: { summary: `About ${id}.`, significance },
    });
    const order = (journey: number) =>
      rank([[found("journey", journey, "low"), found("question", 0.75, "medium"), found("deed", 0.7, "high")]]).map(
        ({ id }) => id,
      );
    expect(order(0.84)).toEqual(["deed", "question", "journey"]);
    expect(order(0.91)).toEqual(["journey", "deed", "question"]);
  });

  it("[ME5] marks what is sure, and leaves out only what the input asks to leave out", () => {
    const searches = [[hit("a", 0.7), hit("b", 0.69), hit("c", 0.1)]];
    expect(rank(searches).map(({ sure }) => sure)).toEqual([true, false, false]);
    expect(rank(searches, { least: 0.5 }).map(({ id }) => id)).toEqual(["a", "b"]);
  });
});
