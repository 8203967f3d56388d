// MiniLM as what memories are found by, where its weights and its library are on the machine. The workspace must be built.
import { existsSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "@narratoria/persistence";
import { openModels, searchMemories } from "../src/index.js";
import { embedderFor } from "../src/embedding.js";
import { openStoryModels } from "../src/story-models.js";
import { expect, it, onTestFinished, vi } from "vitest";
import { fakeModels, modelProcesses } from "./support/fake-models.js";
import { collect, engineOn, tempFolder } from "./support/play.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const runtimes = process.env["NARRATORIA_RUNTIMES"] || join(ROOT, "node_modules", ".cache", "narratoria", "runtimes");
const models = process.env["NARRATORIA_TEST_MODELS"] || join(ROOT, "..", "shared", "models");
const isHere =
  existsSync(join(models, "sentence-transformers", "all-MiniLM-L6-v2")) &&
  existsSync(join(runtimes, "transformers-4.3.1"));
if (!isHere) console.warn("MiniLM or its library was not found, so it is not tested as what finds memories.");

it.runIf(isHere)("[EN341] MiniLM finds memories where it is set up, and until it has read them words do", async () => {
  const dataDir = await tempFolder();
  vi.stubEnv("NARRATORIA_MODELS", models);
  vi.stubEnv("NARRATORIA_RUNTIMES", runtimes);
  onTestFinished(() => void vi.unstubAllEnvs());
  const engine = await engineOn(dataDir);
  const story = await engine.play("one-wheel-over", { seed: "3" });
  await collect(story.begin());
  const playthroughId = story.id;
  await engine.close();
  const shipped = embedderFor(undefined);
  const told = await openStore({ dataDir, ...(shipped ? { embedder: shipped } : {}) });
  for (const summary of ["Marta hid you from the soldiers in her cellar", "The mill burned down last winter"]) {
    await told.store(playthroughId, "memory", { summary });
  }
  await told.close();
  expect(await openStoryModels(undefined, dataDir, true)).toBeNull();
  expect(await openModels(dataDir).verify("minilm")).toBe(true);

  const here = await openStoryModels(undefined, dataDir, true);
  expect(here).toMatchObject({ writer: null, generator: null, embedder: { id: "all-MiniLM-L6-v2" } });
  const embedder = embedderFor(undefined, here?.embedder);
  const store = await openStore({ dataDir, embedTimeoutMs: 60_000, ...(embedder ? { embedder } : {}) });
  const ask = { dataType: "memory", limit: 1, threshold: 0 } as const;
  // By its words: MiniLM has not read it yet.
  expect((await store.semanticSearch(playthroughId, { ...ask, query: "cellar" }))[0]?.record.summary).toMatch(/^Marta/);
  expect(await store.embedPending()).toEqual({ left: 0 });
  expect((await store.semanticSearch(playthroughId, { ...ask, query: "who sheltered me" }))[0]?.record.summary).toMatch(
    /^Marta/,
  );
  await store.close();
  await here?.host.close();

  const [found] = await searchMemories({ dataDir, playthroughId }, "cellar", 1);
  expect(found?.summary).toMatch(/^Marta/);
  expect(readdirSync("/proc").length === 0 || (await modelProcesses()).length === 0).toBe(true);
});

it("[EN341] without its library, or with a file that changed, what ships finds memories", async () => {
  const dataDir = await tempFolder();
  const { runtimesDir, model } = await fakeModels(dataDir);
  const main = join(dataDir, "models", "onnx", "model.onnx");
  const files = [{ path: main, bytes: 4, mtimeMs: 1, sha256: "0".repeat(64) }];
  const minilm = { title: "MiniLM", kind: "memories", files };
  await writeFile(join(dataDir, "models.json"), JSON.stringify({ chosen: null, models: { minilm } }));
  expect(await openStoryModels(undefined, dataDir, true)).toBeNull();
  const other = await openStoryModels({ model, runtimesDir }, dataDir, true);
  expect(other?.embedder).toBeNull();
  expect(other?.writer).toBe(other?.host);
  await other?.host.close();
});
