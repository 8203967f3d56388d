import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ModelError } from "../../src/errors.js";
import { readGguf } from "../../src/model-store/gguf.js";
import { ggufFile } from "../fixtures/gguf-file.js";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "narratoria-gguf-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function put(bytes: Buffer | string): string {
  const path = join(dir, "model.gguf");
  writeFileSync(path, bytes);
  return path;
}

const reasonFor = async (bytes: Buffer | string): Promise<string> => {
  try {
    await readGguf(put(bytes));
  } catch (error) {
    if (error instanceof ModelError && error.code === "model_broken") return error.message;
    throw error;
  }
  return "";
};

const SMALL = ggufFile({
  entries: { "general.architecture": { text: "llama" }, "llama.context_length": { u32: 2048 } },
});

describe("a model file", () => {
  it("[NA220] says what it is before anything native reads it", async () => {
    const bytes = ggufFile();
    expect(await readGguf(put(bytes))).toEqual({
      name: "Tiny",
      architecture: "llama",
      contextTokens: 2048,
      quantisation: "Q4_K_M",
      layers: 2,
      embeddingLength: 64,
      heads: 4,
      kvHeads: 2,
      licence: null,
      tensors: 1,
      tensorBytes: 1024,
      fileBytes: bytes.length,
    });
  });

  it("[NA221] that is not there is no broken one", async () => {
    await expect(readGguf(join(dir, "none.gguf"))).rejects.toMatchObject({ code: "no_model" });
  });

  it.each([
    ["nothing", "", /it is empty/],
    ["a web page", `<!DOCTYPE html><html>${" ".repeat(100)}`, /it is a web page/],
    ["a pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", /Git LFS/],
    ["another file", "PK\u0003\u0004".padEnd(200), /not in the GGUF format/],
    ["a new version", ggufFile({ version: 9 }), /version 9/],
    ["absurd parts", ggufFile({ tensorCount: 1n << 60n }), /claims .* parts/],
    ["absurd entries", ggufFile({ entryCount: 1n << 63n }), /claims .* entries/],
    ["too many entries", ggufFile({ entryCount: 10_000n }), /./],
    [
      "a huge tensor",
      ggufFile({ tensors: [{ name: "w", dims: [2 ** 32, 2 ** 32, 2 ** 32] }] }),
      /larger than any disk/,
    ],
    ["many dimensions", ggufFile({ tensors: [{ name: "w", dims: [1, 1, 1, 1, 1, 1, 1, 1, 1] }] }), /9 dimensions/],
    ["weights beyond its end", ggufFile({ tensors: [{ name: "w", dims: [64, 4], offset: 4096 }] }), /cut short/],
    ["no kind", ggufFile({ entries: { "general.name": { text: "x" } } }), /what kind/],
    [
      "an odd alignment",
      ggufFile({ entries: { "general.architecture": { text: "x" }, "general.alignment": { u32: 0 } } }),
      /cannot/,
    ],
  ])("[NA221] is refused with the reason: %s", async (_what, bytes, reason) => {
    expect(await reasonFor(bytes)).toMatch(reason);
  });

  it("[NA221] is refused wherever it is cut short", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: SMALL.length - 1 }), async (length) => {
        expect(await reasonFor(SMALL.subarray(0, length))).not.toBe("");
      }),
      { numRuns: 60 },
    );
  });

  it("[NA221] with any byte changed is read or refused, quickly, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(SMALL.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        async (changes) => {
          const bytes = Buffer.from(SMALL);
          for (const [at, value] of changes) bytes[at] = value;
          await reasonFor(bytes);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("[NA222] shows nothing of a stranger's words that a terminal would obey", async () => {
    const { name } = await readGguf(
      put(
        ggufFile({
          entries: {
            "general.architecture": { text: "llama" },
            "general.name": { text: `\u001b[2J Fine\u0007\n${"x".repeat(500)}` },
          },
        }),
      ),
    );
    expect(name).toMatch(/^\[2J Fine x{1,112}$/);
  });
});
