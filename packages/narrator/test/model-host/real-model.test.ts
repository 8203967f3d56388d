import { mkdtempSync, openSync, readSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ModelHost, openModelHost } from "@narratoria/narrator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realModels } from "../support/real-models.js";
import { tinyModel } from "../support/tiny-model.js";

const { llamaRuntime: runtime, smolLm } = realModels;
if (!runtime) console.warn("node-llama-cpp was not found, so no real model is tested. See NARRATORIA_RUNTIMES.");
if (!smolLm)
  console.warn("SmolLM2 was not found, so a smaller model is tested in its stead. See NARRATORIA_TEST_MODELS.");

describe.runIf(runtime)(`${smolLm ? "SmolLM2" : "A tiny model"} by node-llama-cpp`, () => {
  const { signal } = new AbortController();
  let host: ModelHost;
  let dir: string;
  let model: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), "narratoria-real-"));
    model = smolLm ?? join(dir, "tiny.gguf");
    if (!smolLm) writeFileSync(model, tinyModel());
    host = openModelHost({ model, runtime: runtime ?? "", threads: 1 });
  });
  afterAll(async () => {
    await host.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const ask = {
    sequence: "prose",
    system: `You tell stories. ${"The village of Low Hope lies by the sea. ".repeat(6)}`,
    prompt: "Tell of a lantern.",
    maxTokens: 8,
  } as const;

  it("[NA135] writes the same for the same seed, and reads a prompt once", async () => {
    const pieces: string[] = [];
    const chance = { ...ask, temperature: 0.8, seed: 7 };
    const first = await host.write(chance, { signal, onText: (piece) => pieces.push(piece) });
    expect(first).toMatchObject({ ended: "length", tokens: { written: 8 } });
    expect(first.text).toMatch(/^[\w ,.'"\n-]{10,}$/);
    expect(pieces.join("")).toBe(first.text);
    const again = await host.write(chance, { signal });
    expect(again.text).toBe(first.text);
    const other = await host.write({ ...ask, prompt: "Tell of a boat." }, { signal });
    expect(other.tokens.evaluated / other.tokens.prompt).toBeLessThan(0.35);
  });

  it("[NA134] keeps a grammar and stops before a stop string", async () => {
    const schema = { type: "object", properties: { skill: { enum: ["dice-roller", "memory"] } } };
    const plan = { ...ask, sequence: "plan", system: "Choose.", maxTokens: 40 } as const;
    const { text, ended } = await host.write({ ...plan, schema }, { signal });
    expect(ended).toBe("end");
    expect(["dice-roller", "memory"]).toContain(JSON.parse(text).skill);
    const stopped = await host.write({ ...plan, schema, stop: ["skill"] }, { signal });
    expect(stopped).toMatchObject({ ended: "stop" });
    expect(stopped.text).not.toContain("skill");
  });

  it("[NA134] writes one piece of each list, after the words that it was given", async () => {
    const pieces = [
      [" cold", " warm"],
      [" and", ","],
      [" worn at the edges", " “smooth”", ' "old"', " grey \\ blue"],
      ["."],
    ];
    const given = { ...ask, responsePrefix: "The lantern is", temperature: 1, maxTokens: 40 };
    for (const seed of [1, 2, 3]) {
      const { text, ended } = await host.write({ ...given, pieces, seed }, { signal });
      expect(ended).toBe("end");
      expect(text).toMatch(/^ (?:cold|warm)(?: and|,) (?:worn at the edges|“smooth”|"old"|grey \\ blue)\.$/);
    }
  });

  it("[NA143] counts tokens", async () => {
    const [some, none] = await host.countTokens(["The lantern gutters.", ""]);
    expect(some).toBeGreaterThan(3);
    expect(none).toBe(0);
  });

  it("[NA145] stops when nobody wants the rest", async () => {
    const stop = new AbortController();
    const onText = (): void => stop.abort(new Error("enough"));
    await expect(host.write({ ...ask, maxTokens: 500 }, { signal: stop.signal, onText })).rejects.toThrow("enough");
    const next = await host.write({ ...ask, maxTokens: 2 }, { signal });
    expect(next.tokens.written).toBe(2);
    expect(host.status.restarts).toBe(0);
  });

  it("[NA137] refuses a file that is cut short, and one of noise", async () => {
    const start = Buffer.alloc(Math.min(4 * 2 ** 20, Math.floor(statSync(model).size / 2)));
    readSync(openSync(model, "r"), start, 0, start.length, 0);
    for (const [name, bytes] of [
      ["cut.gguf", start],
      [
        "noise.gguf",
        Buffer.from(start.subarray(0, 65_536).map((byte, index) => (index < 64 ? byte : (byte * 7 + index) & 255))),
      ],
    ] as const) {
      const path = join(dir, name);
      writeFileSync(path, bytes);
      const broken = openModelHost({ model: path, runtime: runtime ?? "", threads: 1 });
      await expect(broken.write(ask, { signal })).rejects.toMatchObject({ code: "model_broken" });
      await broken.close();
    }
  });
});

const { transformersRuntime, miniLm } = realModels;

describe.runIf(transformersRuntime && miniLm)("MiniLM in the host", () => {
  it("[NA143] embeds texts, and needs no language model", async () => {
    const host = openModelHost({ miniLm: { runtime: transformersRuntime ?? "", model: miniLm ?? "" } });
    const [asked, near, far] = await host.embed([
      "who sheltered me",
      "Marta hid you from the soldiers in her cellar",
      "The mill burned down last winter",
    ]);
    expect([asked, near, far].map((vector) => vector?.length)).toEqual([384, 384, 384]);
    const cosine = (other: Float32Array | undefined): number =>
      asked?.reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0) ?? 0;
    expect(cosine(asked)).toBeCloseTo(1, 5);
    expect(cosine(near)).toBeGreaterThan(cosine(far) + 0.1);
    expect(host.status.state).toBe("ready");
    await host.close();
  });
});
