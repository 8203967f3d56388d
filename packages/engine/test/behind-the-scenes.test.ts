// Turns with the bundled skills as real processes. They need the workspace to be built.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkContract } from "@narratoria/protocol/contracts";
import { expect, it } from "vitest";
import { exportTrace } from "../src/index.js";
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
  const ofTurn = lines.filter((line) => line.scene === 1 && line.playthrough === story.id);
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
