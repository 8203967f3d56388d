import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { probedModel, rememberProbe } from "@narratoria/narrator/model-store";
import { expect, it } from "vitest";
import { openEngine } from "../src/index.js";
import { openStoryModels } from "../src/story-models.js";
import { fakeModels } from "./support/fake-models.js";
import { tempFolder } from "./support/play.js";

it("[EN300] opens the model host with the engine, starts nothing by itself, and closes it", async () => {
  const dataDir = await tempFolder();
  const engine = await openEngine({ dataDir, models: { model: join(dataDir, "none.gguf") } });
  expect(engine.modelStatus).toEqual({ state: "off", restarts: 0 });
  await engine.close();
  const without = await openEngine({ dataDir });
  expect(without.modelStatus).toBeNull();
  await without.close();
});

it("[EN300] says in a sentence what is missing of it", async () => {
  const dataDir = await tempFolder();
  const { signal } = new AbortController();
  const ask = { sequence: "prose", system: "", prompt: "On.", maxTokens: 5 } as const;
  const model = join(dataDir, "model.gguf");
  const models = await openStoryModels({ model, runtimesDir: dataDir }, dataDir);
  await expect(models?.host.write(ask, { signal })).rejects.toMatchObject({ code: "no_model" });
  await writeFile(model, "GGUF");
  await expect(models?.host.write(ask, { signal })).rejects.toMatchObject({ code: "no_runtime" });
  await models?.host.close();
  await expect(models?.host.write(ask, { signal })).rejects.toMatchObject({ code: "closed" });
  expect(await openStoryModels(undefined, dataDir)).toBeNull();
});

it("[EN1850] finds out once what a model can do, and remembers it with its file", async () => {
  const dataDir = await tempFolder();
  const { runtimesDir, model } = await fakeModels(dataDir);
  await writeFile(model, "GGUF quiet");
  const models = await openStoryModels({ model, runtimesDir }, dataDir);
  expect(models?.tells()).toBe("plans");
  await models?.probe();
  await models?.host.close();
  expect((await probedModel(dataDir, model))?.tells).toBe("plans");
  const able = {
    tokensPerSecond: 20,
    grammar: true,
    instruction: 1,
    names: 1,
    repeats: 0,
    whole: true,
    tells: "scene",
  } as const;
  await rememberProbe(dataDir, model, able);
  const again = await openStoryModels({ model, runtimesDir }, dataDir);
  expect(again?.tells()).toBe("scene");
  await again?.probe();
  expect(again?.host.status.state).toBe("off");
  await again?.host.close();
});

it("[EN1855] knows after the probe why a model does not run, and nothing against one that does", async () => {
  const dataDir = await tempFolder();
  const missing = await openStoryModels({ model: join(dataDir, "none.gguf"), runtimesDir: dataDir }, dataDir);
  expect(missing?.fault()).toBeNull();
  await missing?.probe();
  expect(missing?.fault()).toMatchObject({ code: "no_model", message: expect.stringMatching(/\.$/) });
  await missing?.host.close();
  const { runtimesDir, model } = await fakeModels(dataDir);
  await writeFile(model, "GGUF quiet");
  const sound = await openStoryModels({ model, runtimesDir }, dataDir);
  await sound?.probe();
  expect(sound?.fault()).toBeNull();
  await sound?.host.close();
});
