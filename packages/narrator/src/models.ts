/** What a language model and an embedder are to the rest: small enough that any library behind them will do. */

/** Turns texts into numbers that lie near each other where the texts mean alike. */
export interface Embedder {
  /** Names the model. Embeddings of different models do not compare. */
  readonly id: string;
  /** Numbers in each embedding. */
  readonly dimensions: number;
  /**
   * @returns One embedding of length 1 for each text, in order; zeros alone for a text that it can read nothing in.
   * @throws Whatever goes wrong; the caller goes on without.
   */
  embed(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<readonly Float32Array[]>;
  /** Cuts a text that is longer than what is read of one into parts that are not; the whole is one part where this is left out. */
  windows?(text: string): readonly string[];
  /** The cosine from which two texts count as related; 0.4 when left out. */
  readonly match?: number;
}

/** What is asked of a language model. */
export interface TextRequest {
  readonly prompt: string;
  /** What the model is told before the prompt. */
  readonly system?: string;
  readonly maxTokens: number;
  /** 0 to 2; the model's own where left out. */
  readonly temperature?: number;
  /** The text ends before the first of these. */
  readonly stop?: readonly string[];
}

/** Writes text, piece by piece. */
export interface TextGenerator {
  /** Names the model. */
  readonly id: string;
  /** What a prompt and its answer may have together, where a story is told by it; 4096 when left out. */
  readonly contextTokens?: number;
  /**
   * @param options.signal - Aborted when nobody wants the rest. Generating then stops at once, between two tokens.
   * @returns The text in pieces, in order, of any length.
   * @throws Whatever goes wrong, also half-way.
   */
  generate(request: TextRequest, options: { readonly signal: AbortSignal }): AsyncIterable<string>;
}
