import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const MINILM_DIMENSIONS = 384;
/** With the marks of beginning and end; the model was trained on no more, whatever its tokenizer's file says. */
const MOST_PIECES = 256;
/** Longer batches are slower on a processor: they leave its caches. */
const BATCH = 16;
const MOST_THREADS = 2;
/** Vectors of texts that were embedded last. */
const KEPT = 2_000;
/** Where an installation of `@huggingface/transformers` has its module. */
const MODULE = join("node_modules", "@huggingface", "transformers", "dist", "transformers.node.mjs");

export interface MiniLmOptions {
  /** Absolute path of the folder that `@huggingface/transformers` 4.3.1 is installed in, with its `node_modules`. */
  readonly runtimeDir: string;
  /** Absolute path of the model's folder, with `config.json`, `tokenizer.json` and `onnx/`. */
  readonly modelDir: string;
  /** At most 2, the default. */
  readonly threads?: number;
  /** Which weights; those in 8 bits where they are there, else the whole ones. */
  readonly weights?: "q8" | "fp32";
}

export interface MiniLm {
  /**
   * @param options.signal - Ends it between two batches.
   * @param options.onBatch - Told after each batch, so that a watcher knows that it goes on.
   * @returns A vector of 384 numbers and length 1 for each text, in order. What lies beyond 256 pieces of a text is not read.
   */
  embed(
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal; readonly onBatch?: () => void },
  ): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

/** What is used of the library. */
interface Library {
  readonly env: { allowRemoteModels: boolean; allowLocalModels: boolean; localModelPath: string; cacheDir: string };
  readonly AutoTokenizer: { from_pretrained(dir: string): Promise<Tokenizer> };
  readonly AutoModel: { from_pretrained(dir: string, options: object): Promise<Model> };
}
interface Tensor {
  readonly data: Float32Array | BigInt64Array;
  readonly dims: readonly number[];
}
type Inputs = Readonly<Record<"input_ids" | "attention_mask", Tensor>>;
type Tokenizer = (texts: readonly string[], options: object) => Inputs;
interface Model {
  (inputs: Inputs): Promise<{ readonly last_hidden_state: Tensor }>;
  dispose(): Promise<unknown>;
}

/**
 * Loads all-MiniLM-L6-v2 into this process, from local files alone. Implements rules NA225 and NA226.
 *
 * @throws Error where the library or the model is not there or cannot be read.
 */
export async function loadMiniLm(options: MiniLmOptions): Promise<MiniLm> {
  const { runtimeDir, modelDir, threads = MOST_THREADS } = options;
  const library: Library = await import(pathToFileURL(join(runtimeDir, MODULE)).href);
  Object.assign(library.env, {
    allowRemoteModels: false,
    allowLocalModels: true,
    localModelPath: dirname(modelDir),
    // Its own default lies in its installation.
    cacheDir: join(modelDir, ".cache"),
  });
  const small = existsSync(join(modelDir, "onnx", "model_quantized.onnx"));
  // Without them the library fails in words about itself.
  for (const file of ["config.json", "tokenizer.json", "tokenizer_config.json"]) {
    if (!existsSync(join(modelDir, file))) throw new Error(`MiniLM is not whole: ${modelDir} has no ${file}.`);
  }
  const tokenizer = await library.AutoTokenizer.from_pretrained(modelDir);
  const model = await library.AutoModel.from_pretrained(modelDir, {
    dtype: options.weights ?? (small ? "q8" : "fp32"),
    device: "cpu",
    local_files_only: true,
    session_options: { intraOpNumThreads: Math.max(1, Math.min(MOST_THREADS, Math.floor(threads))) },
  });
  return new LoadedMiniLm(tokenizer, model);
}

class LoadedMiniLm implements MiniLm {
  readonly #kept = new Map<string, Float32Array>();

  constructor(
    private readonly tokenizer: Tokenizer,
    private readonly model: Model,
  ) {}

  async embed(
    texts: readonly string[],
    { signal, onBatch }: Parameters<MiniLm["embed"]>[1] = {},
  ): Promise<readonly Float32Array[]> {
    const named = texts.map((text) => ({ text, name: createHash("sha256").update(text).digest("base64") }));
    const found = new Map<string, Float32Array>();
    const missing = new Map<string, string>();
    for (const { text, name } of named) {
      const kept = this.#kept.get(name);
      if (kept) found.set(name, kept);
      else missing.set(name, text);
    }
    // Texts of one length together: what is shorter than its batch is filled up, and filling costs as much as words.
    const sorted = [...missing].sort(([, one], [, other]) => one.length - other.length);
    for (let from = 0; from < sorted.length; from += BATCH) {
      signal?.throwIfAborted();
      const batch = sorted.slice(from, from + BATCH);
      const vectors = await this.#batch(batch.map(([, text]) => text));
      for (const [at, [name]] of batch.entries()) {
        const vector = vectors[at];
        if (!vector) throw new Error("MiniLM gave fewer vectors than it was given texts.");
        found.set(name, vector);
        this.#keep(name, vector);
      }
      onBatch?.();
      await nextTurn();
    }
    return named.map(({ name }) => Float32Array.from(found.get(name) ?? []));
  }

  async close(): Promise<void> {
    this.#kept.clear();
    await this.model.dispose();
  }

  async #batch(texts: readonly string[]): Promise<Float32Array[]> {
    const inputs = this.tokenizer(texts, { padding: true, truncation: true, max_length: MOST_PIECES });
    const { last_hidden_state: states } = await this.model(inputs);
    return texts.map((_, row) => meanOf(states, inputs.attention_mask, row));
  }

  #keep(name: string, vector: Float32Array): void {
    this.#kept.set(name, vector);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** The mean over a text's own pieces, of length 1. */
function meanOf(states: Tensor, mask: Tensor, row: number): Float32Array {
  const sum = new Float32Array(MINILM_DIMENSIONS);
  const pieces = mask.dims[1] ?? 0;
  for (let piece = 0; piece < pieces; piece++) {
    if (Number(mask.data[row * pieces + piece]) === 0) continue;
    const from = (row * pieces + piece) * MINILM_DIMENSIONS;
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + Number(states.data[from + at]);
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
