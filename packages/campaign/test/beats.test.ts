import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareProbabilities } from "../src/beats.js";
import { load, profile } from "./campaign-folder.js";

type Beat = Record<string, unknown>;

const beat = (number: number, more: Beat = {}): Beat => ({
  id: `beat_00${number}`,
  title: `Beat ${number}`,
  description: "Something happens.",
  ...more,
});
const requires = (...ids: number[]): Beat => ({
  conditions: { requires_beat: ids.map((id) => `beat_00${id}`) },
});

async function loadBeats(beats: readonly Beat[], files: Record<string, object | string> = {}) {
  // One line a beat, from line 2 on, so that a problem's line tells the beat.
  const text = `{ "beats": [\n${beats.map((one) => JSON.stringify(one)).join(",\n")}\n] }`;
  const { campaign, problems } = await load({ "plot/beats.json": text, ...files });
  return {
    beats: campaign.beats,
    problems: problems.map(({ line, severity, message }) => ({ line, severity, message })),
  };
}

describe("beats", () => {
  it("[CA40] of one id: the first is used", async () => {
    const { beats, problems } = await loadBeats([beat(1), beat(2), beat(1, { title: "Again" })]);
    expect(beats.map(({ title }) => title)).toEqual(["Beat 1", "Beat 2"]);
    expect(problems).toEqual([
      { line: 4, severity: "error", message: '"beat_001" is already the id of "Beat 1". This beat is left out.' },
    ]);
  });

  it("[CA41] that refer to none lose the reference", async () => {
    const { beats, problems } = await loadBeats([
      beat(1, { timeout: { scene_count: 3, fallback_beat: "beat_009" } }),
      beat(2, { conditions: { requires_beat: "beat_01", scene_count: { min: 2 } } }),
      beat(3, { conditions: { requires_beat: ["beat_001", "nowhere"], requires_any_beat: ["beat_002", "beat_900"] } }),
      beat(4, { outcomes: [{ description: "It rains.", triggers_beat: "gone" }] }),
      beat(5, { timeout: { scene_count: 3, fallback_beat: "beat_001" } }),
      beat(6, { conditions: { requires_any_beat: ["nowhere"] } }),
    ]);
    expect(beats.map(({ conditions, timeout, outcomes }) => ({ conditions, timeout, outcomes }))).toEqual([
      { timeout: { scene_count: 3 } },
      { conditions: { scene_count: { min: 2 } } },
      { conditions: { requires_beat: "beat_001", requires_any_beat: ["beat_002"] } },
      { outcomes: [{ description: "It rains.", probability: 1 }] },
      { timeout: { scene_count: 3, fallback_beat: "beat_001" } },
      { conditions: {} },
    ]);
    expect(problems.map(({ line, severity }) => [line, severity])).toEqual(
      [2, 3, 4, 4, 5, 7].map((line) => [line, "error"]),
    );
    expect(problems[1]?.message).toBe(
      'This requires "beat_01", but there is no such beat here. Did you mean "beat_001"? It is left out.',
    );
  });

  it("[CA42] that wait for each other are named as a path, and the first lets go", async () => {
    const { beats, problems } = await loadBeats([
      beat(1),
      beat(2, requires(1, 4)),
      beat(3, requires(2)),
      beat(4, requires(3)),
      beat(5, requires(5)),
    ]);
    expect(beats.map(({ conditions }) => conditions)).toEqual([
      undefined,
      { requires_beat: "beat_001" },
      { requires_beat: "beat_002" },
      { requires_beat: "beat_003" },
      {},
    ]);
    expect(problems.map(({ line, severity }) => [line, severity])).toEqual([
      [3, "error"],
      [6, "error"],
    ]);
    expect(problems[0]?.message).toContain("beat_002 \u2192 beat_004 \u2192 beat_003 \u2192 beat_002");
    expect(problems[1]?.message).toContain("beat_005 \u2192 beat_005");
  });

  it("[CA42] are free of cycles after loading, whatever was written", async () => {
    const graph = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }), {
      minLength: 7,
      maxLength: 7,
    });
    await fc.assert(
      fc.asyncProperty(graph, async (edges) => {
        const { beats, problems } = await loadBeats(
          edges.map((ids, index) => beat(index + 1, ids.length > 0 ? requires(...ids) : {})),
        );
        const waits = new Map(beats.map(({ id, conditions }) => [id, [conditions?.requires_beat ?? []].flat()]));
        // What can happen, happens: with no cycle left that is every beat.
        const happened = new Set<string>();
        for (let before = -1; before < happened.size; ) {
          before = happened.size;
          for (const [id, ids] of waits) if (ids.every((other) => happened.has(other))) happened.add(id);
        }
        expect(happened.size).toBe(7);
        const given = edges.flat().length;
        const kept = [...waits.values()].flat().length;
        expect(given - kept).toBe(problems.length);
      }),
      { numRuns: 40 },
    );
  });

  it("[CA43] whose window closes before it opens keep it open", async () => {
    const { beats, problems } = await loadBeats([
      beat(1, { conditions: { scene_count: { min: 5, max: 2 } } }),
      beat(2, { conditions: { scene_count: { min: 2, max: 2 } } }),
    ]);
    expect(beats.map(({ conditions }) => conditions?.scene_count)).toEqual([{ min: 5 }, { min: 2, max: 2 }]);
    expect(problems).toMatchObject([{ line: 2, severity: "error" }]);
  });

  it.each([
    [[0.25, undefined, undefined], [0.25, 0.375, 0.375], null],
    [[undefined, undefined], [0.5, 0.5], null],
    [[0.1, 0.2, 0.7], [0.1, 0.2, 0.7], null],
    [[0.5, 0.25], [2 / 3, 1 / 3], 0.75],
    [[0.9, 0.9, undefined], [0.5, 0.5, 0], 1.8],
    [[0, 0], [0.5, 0.5], 0],
  ])("[CA44] share the probabilities %j as %j", (given, shares, sum) => {
    const shared = shareProbabilities(given);
    expect(shared.sum).toBe(sum);
    for (const [index, share] of shares.entries()) expect(shared.shares[index]).toBeCloseTo(share, 9);
  });

  it("[CA44] say where probabilities do not come to 1", async () => {
    const outcome = (probability: number): object => ({ description: "It rains.", probability });
    const { beats, problems } = await loadBeats([
      beat(1, { outcomes: [outcome(0.5), outcome(0.5)] }),
      beat(2, { outcomes: [outcome(0.5), outcome(0.1)] }),
    ]);
    expect(problems).toMatchObject([{ line: 3, severity: "warning", message: expect.stringContaining("come to 0.6") }]);
    expect(beats[1]?.outcomes?.map(({ probability }) => probability)).toEqual([0.5 / 0.6, 0.1 / 0.6]);
  });

  it("[CA45] name people by id", async () => {
    const { beats, problems } = await loadBeats(
      [
        beat(1, {
          dialogue: [
            { speaker: "Ada Weir", line: "Yes." },
            { speaker: "The Crowd", line: "No." },
          ],
        }),
        beat(2, { conditions: { npc_state: { ADA: "trusts the player", "Stranger/2": "waits" } } }),
      ],
      { "characters/npcs/ada/profile.json": profile("Ada Weir") },
    );
    expect(beats[0]?.dialogue?.map(({ speaker }) => speaker)).toEqual(["ada", "The Crowd"]);
    expect(beats[1]?.conditions?.npc_state).toEqual({ ada: "trusts the player", "Stranger/2": "waits" });
    expect(problems.map(({ line, severity }) => [line, severity])).toEqual([
      [2, "warning"],
      [3, "warning"],
    ]);
  });

  it("[CA19] lose music and pictures that are not there", async () => {
    const { beats, problems } = await loadBeats([beat(1, { music: "music/a.ogg", background: "art/b.png" })], {
      "music/a.ogg": "sound",
    });
    expect(beats[0]).toMatchObject({ music: "music/a.ogg" });
    expect(beats[0]).not.toHaveProperty("background");
    expect(problems).toMatchObject([{ line: 2, severity: "warning" }]);
  });
});
