import { writeFileSync } from "node:fs";
import { measureModel, openModelHost } from "@narratoria/narrator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chosenModel, measuredModel, rememberRate } from "../../src/model-store.js";
import { type FakeRuntime, fakeRuntime } from "../support/fake-runtime.js";

let fake: FakeRuntime;
beforeAll(() => {
  fake = fakeRuntime();
});
afterAll(() => fake.remove());

it("[NA291] what a model does here is measured in the process that stories use, and stops when nobody wants it", async () => {
  const host = openModelHost({ model: fake.model("talks"), runtime: fake.runtime });
  const steps: string[] = [];
  const { signal } = new AbortController();
  const measured = await measureModel(host, { signal, onStep: (step) => steps.push(step) });
  expect(steps).toEqual(["loading", "reading", "writing", "stopping"]);
  expect(measured).toMatchObject({ model: "fake", contextTokens: 2048 });
  expect(measured.promptShare).toBeGreaterThan(0);
  expect(measured.promptShare).toBeLessThan(0.35);
  for (const time of [measured.loadMs, measured.firstTextMs, measured.cancelMs]) expect(time).toBeGreaterThan(0);
  // A hundredth of a second a token is what it takes; a busy machine takes longer.
  expect(measured.tokensPerSecond).toBeGreaterThan(0);
  expect(measured.tokensPerSecond).toBeLessThan(110);
  const stop = new AbortController();
  const stopped = measureModel(host, { signal: stop.signal, onStep: () => stop.abort(new Error("enough")) });
  await expect(stopped).rejects.toThrow("enough");
  await host.close();
});

it("[NA292] how fast a model is here is remembered while its file is the same", async () => {
  const path = fake.model();
  expect(await measuredModel(fake.dir)).toBeNull();
  await rememberRate(fake.dir, path, 21.5);
  expect(await measuredModel(fake.dir)).toEqual({ path, bytes: 5, tokensPerSecond: 21.5 });
  expect(await chosenModel(fake.dir)).toBeNull();
  writeFileSync(path, "GGUF other");
  expect(await measuredModel(fake.dir)).toBeNull();
  await rememberRate(`${fake.dir}/none`, path, 20);
  expect(await measuredModel(`${fake.dir}/none`)).toBeNull();
});
