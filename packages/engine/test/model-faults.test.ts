// A model whose process dies, hangs or finds its file spoiled. They need the workspace to be built.
import { writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { openModelHost } from "@narratoria/narrator";
import { createRandom } from "@narratoria/protocol/random";
import { expect, it } from "vitest";
import { benchModel } from "../src/index.js";
import { fakeModels, modelProcesses } from "./support/fake-models.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

const TURNS = 3;

/** A process may have ended since it was listed. */
function signalled(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

it.runIf(process.platform === "linux")(
  "[EN344] killed, stopped or fed nonsense at random, the model costs no scene",
  { timeout: 120_000 },
  async () => {
    const folder = await tempFolder();
    const { runtime, model } = await fakeModels(folder);
    const patience = { restarts: 1_000, hangMs: 600, beatMs: 50, startMs: 5_000, cancelMs: 600 };
    const host = openModelHost({ model, runtime, patience });
    const engine = await engineOn(folder, { modelHost: host });
    const story = await engine.play("one-wheel-over", { seed: "9" });
    const random = createRandom("faults");
    const faults = ["kill", "stop", "spoil"] as const;
    const scenes = [sceneIn(await collect(story.begin())).scene];
    for (let turn = 0; turn < TURNS; turn++) {
      const fault = faults[turn % faults.length];
      await writeFile(model, fault === "spoil" ? "<html>" : `GGUF talks ${turn}`);
      const told = collect(story.choose(1 + random.int(story.scene?.choices.length ?? 1)));
      await pause(random.int(400));
      for (const pid of await modelProcesses()) signalled(pid, fault === "stop" ? "SIGSTOP" : "SIGKILL");
      scenes.push(sceneIn(await told).scene);
    }
    expect(scenes).toEqual(Array.from({ length: TURNS + 1 }, (_, scene) => scene));
    expect(host.status.restarts).toBeGreaterThan(0);
    await host.close();
    expect(await modelProcesses()).toEqual([]);
  },
);

it("[EN340] [EN1851] a model is measured with what it runs on found as for playing, and what is missing is said", async () => {
  const folder = await tempFolder();
  const { runtimesDir, model } = await fakeModels(folder);
  const { signal } = new AbortController();
  const ask = { model, runtimesDir, dataDir: folder, signal };
  await writeFile(model, "GGUF segv");
  await expect(benchModel(ask)).rejects.toMatchObject({ code: "model_broken" });
  // It is asked for, so it is tried though it was given up.
  await expect(benchModel(ask)).rejects.toMatchObject({
    message: expect.stringContaining("the process ended over it"),
  });
  await writeFile(model, "GGUF quiet");
  expect(await benchModel(ask)).toMatchObject({
    model: "fake",
    path: model,
    probe: { tells: "plans" },
    mark: { instruction: 0.7 },
  });
  await expect(benchModel({ ...ask, model: `${model}.none` })).rejects.toMatchObject({ code: "no_model" });
});
