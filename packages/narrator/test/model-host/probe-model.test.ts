// SPEC.md NA740 to NA742: what a model can do, found out once.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { MARK, ModelError, probeModel } from "../../src/index.js";
import { openModelStore, probedModel, rememberProbe } from "../../src/model-store.js";
import { createScriptedHost } from "../../src/testing.js";

const dir = mkdtempSync(join(tmpdir(), "narratoria-probe-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const { signal } = new AbortController();

const FERRY = `You ask Hedda why the ferry lies at its ring while the day goes by.

She does not answer. She lifts the rope, and shows you where it is worn through. "The river takes what is not tied."

Her needle goes in and out of the splice. "Here. Hold that end," she says, "and keep it off the wet."`;
const WATCH = `You set the stopped watch down before Master Oyle, who bows to it.

The lid springs up. Grey sand runs out over the cloth. "Nobody carries a watch to the beach in winter." He tilts it to the lens, and tilts it back.

"It can be cleaned," he says, and his thumb shuts the lid again, as softly as it opened.`;

const hostOf = (ferry: string, watch: string, plan = '{"act":"ask","who":"hedda"}') =>
  createScriptedHost(({ schema, prompt }) => (schema ? plan : prompt.includes("Hedda") ? ferry : watch));

it("[NA740] [NA741] a model that tells the steps, keeps the lines and names nobody else tells scenes", async () => {
  const host = hostOf(FERRY, WATCH);
  const probe = await probeModel(host, { signal });
  expect(probe).toMatchObject({ grammar: true, instruction: 1, names: 1, tells: "scene" });
  expect(probe.repeats).toBeLessThan(MARK.repeats);
  expect(host.writes.filter(({ schema }) => schema === undefined)).toHaveLength(2);
});

it.each<[string, string, string]>([
  ["says the same again and again", "Hedda holds the rope and the rope is worn. ".repeat(9), WATCH],
  ["loses the lines that it is to keep", FERRY.replace(/"The river[^"]*"/, ""), WATCH.replace(/"Nobody[^"]*"/, "")],
  ["brings in strangers", `${FERRY} Old Brunhold looks on.`, `${WATCH} “Evening,” says Marcus.`],
  ["writes nothing", "", ""],
  ["writes about its task", "**Scene:** Sure, here is the scene that the player asked for.", "1. Master Oyle"],
])("[NA741] one that %s does not", async (_, ferry, watch) => {
  expect((await probeModel(hostOf(ferry, watch), { signal })).tells).toBe("plans");
});

it("[NA740] without grammars, or in no time, is found out too; one that does not run at all says so", async () => {
  expect(await probeModel(hostOf(FERRY, WATCH, "no JSON"), { signal })).toMatchObject({
    grammar: false,
    tells: "scene",
  });
  const late = createScriptedHost(() => ({ error: new ModelError("timeout", "Too late.") }));
  expect(await probeModel(late, { signal })).toMatchObject({ instruction: 0, tells: "plans" });
  const gone = createScriptedHost(() => ({ error: new ModelError("no_model", "There is none.") }));
  await expect(probeModel(gone, { signal })).rejects.toMatchObject({ code: "no_model" });
});

it("[NA742] is remembered while the model's file is the same, and shown in the list", async () => {
  const path = join(dir, "own.gguf");
  writeFileSync(path, "GGUF");
  const probe = await probeModel(hostOf(FERRY, WATCH), { signal });
  expect(await probedModel(dir, path)).toBeNull();
  await rememberProbe(dir, path, probe);
  expect(await probedModel(dir, path)).toEqual(probe);
  appendFileSync(path, "!");
  expect(await probedModel(dir, path)).toBeNull();
  await rememberProbe(join(dir, "none"), path, probe);
  const store = openModelStore({ dataDir: dir, modelsDir: join(dir, "models"), takeLock: () => () => {} });
  expect((await store.list()).every((entry) => entry.probe === undefined)).toBe(true);
});
