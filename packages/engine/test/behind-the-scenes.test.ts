// Turns with the bundled skills as real processes. They need the workspace to be built.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkContract } from "@narratoria/protocol/contracts";
import { expect, it } from "vitest";
import { exportTrace, readTimings } from "../src/index.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

const CAMPAIGN = "the-piano-on-the-third-landing";

it("[EN60] logs each plan, try and outcome of a turn, and nothing of the story", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "5" });
  await collect(story.begin());
  const scene = sceneIn(await collect(story.choose(1)));
  await engine.close();
  const text = await readFile(join(dataDir, "logs", "narratoria.log"), "utf8");
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const logged = lines.filter((line) => line.scene === 1 && line.playthrough === story.id);
  const ofTurn = logged.filter(({ event }) => event !== "search");
  expect(ofTurn.map(({ event }) => event)).toEqual([
    "plan",
    ...ofTurn.slice(1, -2).map(() => "tool"),
    "result",
    "turn",
  ]);
  expect(ofTurn.filter(({ toolId }) => toolId === "narrate")).toMatchObject([{ state: "success" }]);
  for (const paragraph of scene.paragraphs) expect(text).not.toContain(paragraph.slice(0, 40));
  for (const { text: choice } of scene.choices) expect(text).not.toContain(choice);
});

it("[EN1421] logs each plan and each search of a script: how much was found, where and how quickly", async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "5" });
  await collect(story.begin());
  const events = await collect(story.choose(1));
  const said = events.flatMap((event) => (event.type === "log" && event.source === "runtime" ? [event] : []));
  expect(said.map(({ level, message }) => `${level} ${message}`)).toEqual([
    expect.stringMatching(/^debug The plan begins: player-choices\/evaluate-choice, .*storyteller\/narrate/),
    ...said.slice(1, -1).map(() => expect.stringMatching(/^debug \w+ of \w+ in this story found \d+\.$/)),
    expect.stringMatching(/^debug The plan succeeded\.$/),
  ]);
  expect(said.slice(1, -1).map(({ toolPath }) => toolPath)).toContain("memory/recall-memory");
  for (const { fields } of said.slice(1)) expect(fields).toMatchObject({ executionTimeMs: expect.any(Number) });
  await engine.close();
  const text = await readFile(join(dataDir, "logs", "narratoria.log"), "utf8");
  const searches = text.split("\n").filter((line) => line.includes('"event":"search"') && line.includes('"scene":1'));
  expect(searches.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      playthrough: story.id,
      toolPath: "memory/recall-memory",
      service: "semanticSearch",
      dataType: "memory",
      found: expect.any(Number),
      ms: expect.any(Number),
    }),
  );
});

it("[EN1422] sums up how long plans, scripts and searches took, whatever else stands in the log", async () => {
  const dataDir = await tempFolder();
  await mkdir(join(dataDir, "logs"));
  const tool = { event: "tool", toolPath: "a/b", state: "success" };
  const search = { event: "search", service: "exactMatch", dataType: "memory" };
  const lines = [
    { time: "2026-01-02T00:00:00.000Z", ...tool, ms: 10 },
    { time: "2026-01-03T00:00:00.000Z", ...tool, ms: 30, state: "timeout" },
    { time: "2026-01-04T00:00:00.000Z", ...search, ms: 2, found: 3 },
    { time: "2026-01-04T00:00:00.000Z", ...search, ms: 4, found: 0 },
    { time: "2026-01-04T00:00:00.000Z", event: "result", outcome: "fallback", ms: 70 },
    { time: "2026-01-01T00:00:00.000Z", event: "plan", tools: [] },
    [],
  ];
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  await writeFile(join(dataDir, "logs", "narratoria.log"), `${text}\n{"time": "2026`);
  await writeFile(
    join(dataDir, "logs", "narratoria.1.log"),
    `${JSON.stringify({ time: "2026-01-01T12:00:00.000Z", ...tool, ms: 20 })}\n`,
  );
  expect(await readTimings(dataDir)).toEqual({
    since: "2026-01-01T12:00:00.000Z",
    plans: { name: "plan", count: 1, failed: 1, p50: 70, p95: 70, most: 70 },
    scripts: [{ name: "a/b", count: 3, failed: 1, p50: 20, p95: 30, most: 30 }],
    searches: [{ name: "exactMatch of memory", count: 2, failed: 0, p50: 4, p95: 4, most: 4, found: 1.5 }],
  });
  expect(await readTimings(await tempFolder())).toEqual({ since: null, plans: null, scripts: [], searches: [] });
});

it("[EN60] has the trace of the turn taken last, which can be written out", async () => {
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(CAMPAIGN, { seed: "5" });
  expect(story.trace()).toBeNull();
  await collect(story.begin());
  const trace = story.trace();
  if (!trace) throw new Error("there is no trace");
  expect(trace).toMatchObject({ outcome: "success", attempts: [{ run: { outcome: "success" } }] });
  expect(trace.brief).toMatchObject({ scene: 0, purpose: "opening" });
  const written = exportTrace(trace, "json");
  expect(checkContract("execution-trace", JSON.parse(written))).toEqual([]);
  const tokens = /"token": "(?!\[redacted\])/.exec(written);
  expect(tokens).toBeNull();
  expect(JSON.parse(exportTrace(trace, "chrome")).traceEvents.length).toBeGreaterThan(10);
});

it("[EN60] plays on where no log can be written", async () => {
  const dataDir = await tempFolder();
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, "logs"), "in the way");
  const engine = await engineOn(dataDir);
  const story = await engine.play(CAMPAIGN, { seed: "5" });
  expect(sceneIn(await collect(story.begin())).scene).toBe(0);
});
