import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { atOnce } from "@narratoria/protocol";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createStaticEmbedder } from "../src/embedding/static-embedder.js";
import { WordPieces } from "../src/embedding/word-pieces.js";

const ASSET = new URL("../assets/narratoria-static-1.bin", import.meta.url);
const embedder = createStaticEmbedder();
const folder = mkdtempSync(join(tmpdir(), "static-embedder-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function cosine(one: string, other: string): Promise<number> {
  const [a = new Float32Array(), b = new Float32Array()] = await embedder.embed([one, other]);
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

const length = (vector: Float32Array): number => Math.hypot(...vector);

describe("word pieces", () => {
  const pieces = new WordPieces(["[UNK]", "un", "##believ", "##able", "the", "lamp", "##s", ".", "cafe", "王", "!"]);
  const spelled = (text: string): readonly number[] => pieces.of(text);

  it("[NA280] takes the longest piece each time, and a mark or a Chinese character is a word of its own", () => {
    expect(spelled("Unbelievable!")).toEqual([1, 2, 3, 10]);
    expect(spelled("The lamps.")).toEqual([4, 5, 6, 7]);
    expect(spelled("lamp王lamp")).toEqual([5, 9, 5]);
  });

  it("[NA280] reads no case, accent or control, and does not know what it cannot spell", () => {
    expect(spelled("CAF\u00c9 cafe\u0301 ca\u0000fe")).toEqual([8, 8, 8]);
    expect(spelled("the xyz lamp")).toEqual([4, -1, 5]);
    expect(spelled(`lamp${"s".repeat(97)}`)).toEqual([-1]);
    expect(spelled("\ud800 \udfff \u200b")).toEqual([]);
  });
});

it("[NA890] reads a vocabulary in slices as it does at once", () => {
  const vocabulary = Array.from({ length: 5_000 }, (_, at) => (at % 2 === 0 ? `w${at}` : `##x${at}`));
  const [sliced, whole] = [atOnce(WordPieces.reading(vocabulary)), new WordPieces(vocabulary)];
  for (const text of ["w0", "w4998x4999", "w2000x1999 w1"]) expect(sliced.of(text)).toEqual(whole.of(text));
});

it("[NA890] loads its vectors in slices, and gives the same by them", async () => {
  const loaded = createStaticEmbedder();
  await loaded.load();
  expect(await loaded.embed(["a bell rings"])).toEqual(await embedder.embed(["a bell rings"]));
  expect(loaded.windows("a bell rings")).toEqual(embedder.windows("a bell rings"));
});

describe("the embedder that ships", () => {
  it("[NA281] finds what means the same in other words, with nothing downloaded", async () => {
    const near = await cosine("who gave me a place to hide", "Orsolya bolted the trapdoor over you.");
    const far = await cosine("who gave me a place to hide", "The guild raised the price of salt.");
    expect(near).toBeGreaterThan(far + 0.1);
  });

  it("[NA281] gives vectors of length 1 and of the same numbers for the same text, in order, whatever stands beside it", async () => {
    const texts = Array.from({ length: 600 }, (_, at) => `the lamp of house ${at}`);
    const together = await embedder.embed(texts);
    const alone = await createStaticEmbedder().embed(["the lamp of house 599"]);
    expect(together[599]).toEqual(alone[0]);
    expect(together.every((one) => one.length === 256 && Math.abs(length(one) - 1) < 1e-6)).toBe(true);
  });

  it("[NA281] gives the numbers that it was packed with", async () => {
    const [bell = new Float32Array()] = await embedder.embed(["a bell rings"]);
    for (const [at, value] of [0.12312, -0.09839, 0.0485, 0.07959].entries()) expect(bell[at]).toBeCloseTo(value, 4);
  });

  it("[NA282] gives zeros for a text without a known word, and is never NaN", async () => {
    const odd = [
      "",
      " \n",
      "\ud83d",
      "\udc00\ud800",
      "\u{1f525}\u{1f525}",
      "\u0000",
      "王古心",
      "a".repeat(1 << 20),
      "word ".repeat(200_000),
    ];
    const vectors = await embedder.embed(odd);
    for (const [at, vector] of vectors.entries()) {
      const long = length(vector);
      expect(Math.abs(long - 1) < 1e-5 || long === 0, `text ${at} is ${long} long`).toBe(true);
    }
    expect(vectors.slice(0, 4).map(length)).toEqual([0, 0, 0, 0]);
  });

  it("[NA282] gives zeros for a short text that is little more than a word it does not know", async () => {
    const strange = await embedder.embed(["quetzal", "Who is quetzal?", "the qwrtz"]);
    expect(strange.map(length)).toEqual([0, 0, 0]);
    const known = await embedder.embed(["sheltering", "the pigeonhole", "Who is the smith?", "iron for quetzal", "14"]);
    for (const vector of known) expect(length(vector)).toBeCloseTo(1, 5);
  });

  it("[NA282] takes any text", () => {
    return fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (text) => {
        const [vector = new Float32Array()] = await embedder.embed([text]);
        expect([0, 1]).toContain(Math.round(length(vector) * 1e5) / 1e5);
      }),
    );
  });

  it("[NA223] cuts a long text by sentences, words and characters, and loses none of it", () => {
    expect(embedder.windows("Short.")).toEqual(["Short."]);
    const tale = Array.from({ length: 90 }, (_, at) => `On day ${at} they dug another well by the road.`).join(" ");
    const windows = embedder.windows(tale);
    expect(windows.length).toBeGreaterThan(2);
    expect(windows.join(" ")).toBe(tale);
    expect(windows.slice(1).every((one) => one.startsWith("On day"))).toBe(true);
    const breathless = "and then the wind came ".repeat(200).trim();
    expect(embedder.windows(breathless).join(" ")).toBe(breathless);
    expect(embedder.windows("x".repeat(1_000)).join("")).toBe("x".repeat(1_000));
  });

  it("[NA224] refuses a file that is none of its own, in a sentence", async () => {
    const wrong = {
      missing: null,
      empty: "",
      other: "PK\u0003\u0004 something else",
      cut: readFileSync(ASSET).subarray(0, 500_000),
    };
    for (const [name, bytes] of Object.entries(wrong)) {
      const file = join(folder, `${name}.bin`);
      if (bytes !== null) writeFileSync(file, bytes);
      await expect(createStaticEmbedder({ file: pathToFileURL(file) }).embed(["x"])).rejects.toThrow(/\.bin/);
    }
    const renamed = Buffer.from(readFileSync(ASSET));
    renamed.write("narratoria-static-0", renamed.indexOf("narratoria-static-1"));
    writeFileSync(join(folder, "old.bin"), renamed);
    const old = createStaticEmbedder({ file: pathToFileURL(join(folder, "old.bin")) });
    await expect(old.embed(["x"])).rejects.toThrow("narratoria-static-0");
  });

  it("[NA224] ends when nobody wants the rest", async () => {
    await expect(embedder.embed(["x"], { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });
});
