import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createMiniLmEmbedder } from "../src/embedding/minilm-embedder.js";
import { loadMiniLm } from "../src/model-host/minilm.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const runtimes = process.env["NARRATORIA_RUNTIMES"] || join(root, "node_modules", ".cache", "narratoria", "runtimes");
const runtimeDir = join(runtimes, "transformers-4.3.1");
const models = process.env["NARRATORIA_TEST_MODELS"] || join(root, "..", "shared", "models");
const modelDir = join(models, "sentence-transformers", "all-MiniLM-L6-v2");
const there = existsSync(join(runtimeDir, "node_modules")) && existsSync(join(modelDir, "onnx"));
if (!there) console.info("Tests of MiniLM itself are skipped: its runtime or its weights are not on this machine.");

interface Golden {
  readonly text: string;
  readonly vector: string;
}

const golden: readonly Golden[] = JSON.parse(
  readFileSync(new URL("./fixtures/minilm-golden.json", import.meta.url), "utf8"),
);
const expected = golden.map(({ vector }) => new Float32Array(Uint8Array.from(Buffer.from(vector, "base64")).buffer));

function cosine(one: Float32Array | undefined, other: Float32Array | undefined): number {
  return one?.reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0) ?? Number.NaN;
}

describe.skipIf(!there)("MiniLM", { timeout: 120_000 }, () => {
  it("[NA225] gives the vectors that were made once: every cosine of a pair within 0.02", async () => {
    const model = await loadMiniLm({ runtimeDir, modelDir });
    let batches = 0;
    const found = await model.embed(
      golden.map(({ text }) => text),
      { onBatch: () => void (batches += 1) },
    );
    let worst = 0;
    for (const [one] of golden.entries()) {
      expect(cosine(found[one], found[one])).toBeCloseTo(1, 5);
      for (const [other] of golden.entries()) {
        const off = Math.abs(cosine(found[one], found[other]) - cosine(expected[one], expected[other]));
        worst = Math.max(worst, off);
      }
    }
    expect(worst).toBeLessThan(0.02);
    expect(batches).toBe(2);

    // What was embedded is kept, whatever the caller does with it.
    found[1]?.fill(0);
    const again = await model.embed([golden[1]?.text ?? ""], { onBatch: () => void (batches += 1) });
    expect(cosine(again[0], again[0])).toBeCloseTo(1, 5);
    expect(batches).toBe(2);
    await expect(model.embed(["new"], { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
    await model.close();
  });

  it("[NA225] names what is missing, and asks no network for it", async () => {
    await expect(loadMiniLm({ runtimeDir, modelDir: join(root, "no-such-model") })).rejects.toThrow(
      /no-such-model|not found/,
    );
    await expect(loadMiniLm({ runtimeDir: join(root, "no-such-runtime"), modelDir })).rejects.toThrow(
      /no-such-runtime/,
    );
  });
});

describe("MiniLM as an embedder", () => {
  it("[NA226] asks its host, and cuts texts at the 254 pieces that are read of one", async () => {
    const asked: (readonly string[])[] = [];
    const embedder = createMiniLmEmbedder(async (texts) => {
      asked.push(texts);
      return texts.map(() => new Float32Array(384).fill(384 ** -0.5));
    });
    expect([embedder.id, embedder.dimensions, embedder.match]).toEqual(["all-MiniLM-L6-v2", 384, 0.4]);
    expect(await embedder.embed(["one", "two"])).toHaveLength(2);
    expect(asked).toEqual([["one", "two"]]);
    const words = Array.from({ length: 300 }, () => "lamp").join(" ");
    expect(embedder.windows?.(words).map((one) => one.split(" ").length)).toEqual([254, 46]);
  });
});
