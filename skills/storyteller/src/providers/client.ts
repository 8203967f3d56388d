import type { Provider } from "../settings.js";

export interface WriteRequest {
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  /** 0 to 2. */
  readonly temperature?: number;
  /** JSON Schema that the text keeps, where the provider can be bound to one. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** Gives the text in pieces, and null once the provider has said that it is whole: without that it broke off. */
export type Client = (
  provider: Provider,
  request: WriteRequest,
  fetch: typeof globalThis.fetch,
) => AsyncGenerator<string | null>;

/** No client asks again by itself: whoever is next in line is the second try. */
export const ONCE = { maxRetries: 0, timeout: 120_000 } as const;

/** What a prompt and its answer may have together. */
export const CONTEXT_TOKENS = 8192;
/** Words that are less likely than this share of the likeliest are not written. */
export const MIN_P = 0.06;
