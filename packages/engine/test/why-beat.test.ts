// SPEC.md EN1134 to EN1137: why a beat does not come, and the graph of a plot.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject } from "@narratoria/protocol";
import { expect, it, onTestFinished } from "vitest";
import { drawPlot, whyNoBeat } from "../src/index.js";
import type { BeatConditions, BeatMoment } from "../src/plot/conditions.js";
import { drawGraph } from "../src/plot/draw-graph.js";
import { type PlotPart, whyNot } from "../src/plot/why-beat.js";

const moment = (scene: number, state: JsonObject = {}, more: Partial<BeatMoment> = {}): BeatMoment => ({
  scene,
  state: { place: "mill", flags: {}, beats: {}, ...state },
  tags: [],
  placeOf: (one) => one.location,
  peopleOf: () => [],
  remembers: () => false,
  changes: (path) => path === "tide",
  ...more,
});

function why(conditions: BeatConditions, at: BeatMoment) {
  const beat = { id: "beat_002", title: "The Boat", description: "The boat comes over the river.", conditions };
  const part: PlotPart = { kind: "beat", id: beat.id, title: beat.title, conditions, beat };
  return whyNot(part, at, new Map([["beat_001", "The Bell"]]), (id) => id);
}

it.each<[string, BeatConditions, BeatMoment, object]>([
  [
    "a window ahead",
    { scene_count: { min: 4 } },
    moment(2),
    { holds: false, needs: expect.stringContaining("until scene 4") },
  ],
  [
    "an open window",
    { scene_count: { min: 2, max: 2 } },
    moment(2),
    { holds: true, wants: "a scene from 2 on, up to 2" },
  ],
  ["a window that is past", { scene_count: { max: 1 } }, moment(2), { holds: false, isLost: true }],
  ["a beat before it", { requires_beat: "beat_001" }, moment(2), { wants: 'beat beat_001 ("The Bell")', holds: false }],
  [
    "a beat that has happened",
    { requires_beat: ["beat_001"] },
    moment(2, { beats: { beat_001: { state: "fired", scene: 1 } } }),
    { holds: true },
  ],
  [
    "a beat that was skipped",
    { requires_beat: "beat_001" },
    moment(2, { beats: { beat_001: { state: "skipped", scene: 1 } } }),
    { holds: false, isLost: true },
  ],
  [
    "any of two",
    { requires_any_beat: ["beat_001", "beat_003"] },
    moment(2),
    { wants: 'one of beat_001 ("The Bell"), beat_003', holds: false },
  ],
  [
    "any of two that were skipped",
    { requires_any_beat: ["beat_001"] },
    moment(2, { beats: { beat_001: { state: "skipped", scene: 1 } } }),
    { isLost: true },
  ],
  ["a choice", { player_choice: "ring" }, moment(2), { holds: false, needs: expect.stringContaining("this tag") }],
  ["a choice that was made", { player_choices: ["ring"] }, moment(2, { flags: { ring: true } }), { holds: true }],
  ["what the player is", { player_state: "is wet" }, moment(2), { wants: "that the player is wet", holds: false }],
  [
    "a feeling",
    { npc_state: { osk: "trusts the player" } },
    moment(2, { people: { osk: { feeling: 10 } } }),
    { holds: false, needs: "Their feeling is 10, and it must be 45 or more." },
  ],
  ["what somebody knows", { npc_state: { osk: "has seen the bell" } }, moment(2), { holds: false }],
  ["a state of the world", { world_state: { tide: "low" } }, moment(2), { holds: false, needs: "It is not set now." }],
  [
    "a state that nothing changes",
    { world_state: { moon: "full" } },
    moment(2),
    { holds: true, wants: expect.stringContaining("nothing changes") },
  ],
  [
    "an expression",
    { custom: { expression: 'scene_count > 3 && visited("beat_001")' } },
    moment(2),
    { holds: false, needs: "Now scene_count is 2, beat_001 has not happened." },
  ],
  ["an expression that breaks off", { custom: { expression: "1 >" } }, moment(2), { holds: false, isLost: true }],
])("[EN1134] says of %s whether it holds and what would meet it", (_, conditions, at, wanted) => {
  const [first, ...rest] = why(conditions, at).conditions;
  expect(rest).toEqual([]);
  expect(first).toMatchObject(wanted);
  expect(first).toHaveProperty(first?.holds === true ? "holds" : "needs");
});

it("[EN1134] says what holds a beat back besides, and where it stands", () => {
  const beat = { id: "beat_002", title: "The Boat", description: "It comes.", location: "pier" };
  const at = moment(3, { clock: { minutes: 60 }, beats: { beat_002: { state: "due", scene: 2 } } }, { dayOf: () => 2 });
  const answer = whyNot({ kind: "beat", id: beat.id, title: beat.title, beat }, at, new Map(), () => "the pier");
  expect(answer).toMatchObject({ state: "due", since: 2, nextScene: 3, conditions: [] });
  expect(answer.besides).toEqual([expect.stringContaining("the pier"), expect.stringContaining("day 2")]);
});

function campaign(): string {
  const home = mkdtempSync(join(tmpdir(), "narratoria-why-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const beats = [
    { id: "beat_001", title: 'The "Bell" <b>', description: "Somebody rings the bell of the mill." },
    {
      id: "beat_002",
      title: "The Boat",
      description: "The boat comes.........",
      conditions: { requires_beat: "beat_001", player_choice: "call_the_boat" },
    },
  ];
  const files = {
    "manifest.json": '{ "title": "Pell", "version": "1.0.0" }',
    "plot/beats.json": JSON.stringify({ beats }),
    "plot/endings/over.md": "---\nconditions:\n  requires_beat: beat_002\n---\n# Over\n\nYou are over.\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

it("[EN1135] looks at the beginning of a story, and knows beats and endings by their ids", async () => {
  const dir = campaign();
  const options = { dataDir: join(dir, "data") };
  expect(await whyNoBeat(dir, "beat_002", options)).toMatchObject({ kind: "beat", state: "open", nextScene: 1 });
  expect(await whyNoBeat(dir, "over", options)).toMatchObject({
    kind: "ending",
    title: "Over",
    conditions: [{ condition: "requires_beat", holds: false }],
  });
  await expect(whyNoBeat(dir, "beat_009", options)).rejects.toMatchObject({
    code: "no_such_beat",
    action: "Name one of these: beat_001, beat_002, over.",
  });
});

it("[EN1136] draws beats, deeds and endings, each further right than what it waits for", async () => {
  const dir = campaign();
  const drawn = await drawPlot(dir, "mermaid");
  expect(drawn).toBe(await drawPlot(dir, "mermaid"));
  expect(drawn).toContain('n1["The Boat<br/>beat_002"]:::beat');
  expect(drawn).toContain('n2(["Over<br/>ending"]):::ending');
  expect(drawn).toContain('n3{{"Call the boat<br/>deed"}}:::deed');
  for (const edge of ["n0 --> n1", "n1 --> n2", "n3 --> n1"]) expect(drawn.split("\n")).toContain(`  ${edge}`);
});

it("[EN4605] draws the author's own choices in their words, behind the beats that leave them", async () => {
  const dir = campaign();
  const beats = [
    {
      id: "beat_001",
      title: "The Bell",
      description: "Somebody rings the bell of the mill.",
      choices: [
        { text: "Wave to the boat", then: { flags: { call_the_boat: true } } },
        { text: "Shout", then: { flags: { call_the_boat: true } } },
        { text: "Sit down", then: { due: "beat_003" } },
      ],
    },
    {
      id: "beat_002",
      title: "The Boat",
      description: "The boat comes.",
      conditions: { player_choice: "call_the_boat" },
    },
    { id: "beat_003", title: "The Bench", description: "The bench is cold.", conditions: { scene_count: { min: 40 } } },
  ];
  writeFileSync(join(dir, "plot/beats.json"), JSON.stringify({ beats }));
  const drawn = await drawPlot(dir, "mermaid");
  expect(drawn).toContain('n4{{"Wave to the boat or Shout<br/>choice"}}:::deed');
  expect(drawn).toContain('n5{{"Sit down<br/>choice"}}:::deed');
  expect(drawn).not.toContain("Call the boat");
  const lines = drawn.split("\n").map((line) => line.trim());
  for (const edge of ["n0 --> n4", "n4 --> n1", "n0 --> n5"]) expect(lines).toContain(edge);
  expect(lines).toContain("n5 ==>|calls| n2");
});

it("[EN1137] writes nothing of an author's as markup, and pictures that need nothing else", async () => {
  const dir = campaign();
  expect(await drawPlot(dir, "mermaid")).toContain('"The #34;Bell#34; #60;b#62;<br/>beat_001"');
  const svg = await drawPlot(dir, "svg");
  expect(svg).toBe(await drawPlot(dir, "svg"));
  expect(svg).toContain("The &quot;Bell&quot; &lt;b&gt;");
  expect(svg).not.toMatch(/<script|<image|<foreignObject|href|@import|url\((?!#)/);
  expect(svg.match(/<rect /g)).toHaveLength(5);
  const xs = [...svg.matchAll(/<rect x="(\d+)"/g)].map(([, x]) => Number(x));
  expect(xs).toEqual([24, 314, 604, 24]);
});

it("[EN1137] draws a plot without anything in it", () => {
  for (const format of ["mermaid", "svg"] as const)
    expect(drawGraph({ title: "Nothing", nodes: [], edges: [] }, format)).toContain("Nothing");
});
