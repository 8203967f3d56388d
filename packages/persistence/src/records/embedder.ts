/** What turns text into vectors, as far as the store knows of it. */
import { setImmediate } from "node:timers/promises";

export interface Embedder {
  /** Names the model and how it is used: vectors of two ids are never compared. */
  readonly id: string;
  /** Floats in a vector. */
  readonly dimensions: number;
  /** A vector for each text. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Cuts a text that is longer than what `embed` reads of one; a text is found by its best part. The whole is one part when left out. */
  windows?(text: string): readonly string[];
  /** The cosine from which two texts count as related; 0.4 when left out. */
  readonly match?: number;
}

/** A turn does not wait longer for meanings. */
const EMBED_TIMEOUT_MS = 2_000;
/** So long texts are cut into windows before all else has its turn. */
const SLICE_MS = 8;
/** More than this of one text is not looked at. */
const MOST_WINDOWS = 64;

/** Vectors of texts by one embedder. A text that it fails on has none: it is found by its words. */
export class TextVectors {
  readonly #embedder: Embedder;
  readonly #timeoutMs: number;

  constructor(embedder: Embedder, timeoutMs = EMBED_TIMEOUT_MS) {
    this.#embedder = embedder;
    this.#timeoutMs = timeoutMs;
  }

  get id(): string {
    return this.#embedder.id;
  }

  get dimensions(): number {
    return this.#embedder.dimensions;
  }

  get match(): number | undefined {
    return this.#embedder.match;
  }

  /**
   * @param signal - Ends the wait for the embedder.
   * @returns The vectors of each text's windows. Texts that could not be embedded are missing. Never rejects.
   */
  async of(texts: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, readonly Float32Array[]>> {
    const found = new Map<string, readonly Float32Array[]>();
    const wanted = [...new Set(texts)].filter((text) => text.trim() !== "");
    if (wanted.length === 0) return found;
    try {
      const windows: (readonly string[])[] = [];
      let since = performance.now();
      for (const text of wanted) {
        windows.push(this.#windowsOf(text));
        if (performance.now() - since < SLICE_MS) continue;
        await setImmediate();
        since = performance.now();
      }
      const vectors = await within(this.#timeoutMs, this.#embedder.embed(windows.flat()), signal);
      let at = 0;
      for (const [index, text] of wanted.entries()) {
        const end = at + (windows[index]?.length ?? 0);
        const own = vectors.slice(at, end);
        if (own.length === end - at && own.every((one) => this.usable(one))) found.set(text, own);
        at = end;
      }
    } catch {
      // Meaning is a help, never a need: what has no vector is found by its words, and tried again later.
    }
    return found;
  }

  /** Whether a vector can be compared: of the right length, of numbers alone, and not all zero. */
  usable(vector: Float32Array): boolean {
    if (vector.length !== this.dimensions) return false;
    let squares = 0;
    for (const value of vector) squares += value * value;
    return Number.isFinite(squares) && squares > 0;
  }

  #windowsOf(text: string): readonly string[] {
    const windows = this.#embedder.windows?.(text) ?? [text];
    return windows.length === 0 ? [text] : windows.slice(0, MOST_WINDOWS);
  }
}

/** @throws Error where it takes longer, or the signal comes first. */
async function within<T>(timeoutMs: number, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  let end = (): void => {};
  const late = new Promise<never>((_, reject) => {
    end = () => reject(new Error("the embedder took too long"));
  });
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener("abort", end);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}
