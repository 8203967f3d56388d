import { ModelError } from "../errors.js";
import type { ModelHost, TextWriter, WriteOptions, WriteRequest, Written } from "../model-host/model-host.js";

/** A text that was begun before anybody asked for it. */
interface AheadText {
  /** What it is written for. */
  readonly of: string;
  readonly pieces: string[];
  readonly listeners: Set<(piece: string) => void>;
  readonly written: Promise<Written>;
  readonly stop: AbortController;
  isWhole: boolean;
}

/** Nobody waits for it. */
const AHEAD_MS = 180_000;
/** Of the scenes of one set of choices, with what is mended of each, its judgement and the wording of its choices. */
const MOST_TEXTS = 24;

/**
 * Keeps what a model wrote before it was asked for. Where the very same is asked for then, down to the seed, it is handed over at once and
 * goes on from there; all else is thrown away. Implements rules NA3230 and NA3231.
 */
export class WrittenAhead implements TextWriter {
  readonly #texts = new Map<string, AheadText>();
  readonly preload: ModelHost["preload"];

  constructor(private readonly host: TextWriter & Pick<ModelHost, "preload">) {
    this.preload = (request, options) => host.preload(request, options);
  }

  get status(): TextWriter["status"] {
    return this.host.status;
  }

  get onScene(): TextWriter["onScene"] {
    return this.host.onScene;
  }

  writtenAhead(request: WriteRequest): "whole" | "begun" | null {
    const text = this.#texts.get(keyOf(request));
    if (text === undefined) return null;
    return text.isWhole ? "whole" : "begun";
  }

  async write(request: WriteRequest, options: WriteOptions): Promise<Written> {
    const key = keyOf(request);
    const ahead = this.#texts.get(key);
    if (!ahead) return this.host.write(request, options);
    this.#texts.delete(key);
    try {
      return { ...(await this.#handOver(ahead, request, options)), ahead: true };
    } finally {
      ahead.stop.abort();
    }
  }

  /**
   * Makes a writer for a scene that nobody has asked for yet.
   *
   * @param of - What the scene comes of; see `keepOnly`.
   * @param signal - Once it fires nothing more is begun, and what is under way goes on until it is asked for or thrown away.
   */
  writerFor(of: string, signal: AbortSignal): TextWriter {
    const ahead = (): TextWriter => this.host;
    return {
      get status() {
        return ahead().status;
      },
      write: async (request, options) => {
        const begun = this.#begin(of, request);
        // Whoever has heard enough of it wants no more; that the player has chosen says nothing of what is written.
        const enough = (): void => {
          if (!signal.aborted) begun.stop.abort();
        };
        options.signal.addEventListener("abort", enough, { once: true });
        try {
          return await follow(begun, options);
        } finally {
          options.signal.removeEventListener("abort", enough);
        }
      },
    };
  }

  /** Throws away what was written for anything else. */
  keepOnly(of: string | null): void {
    for (const [key, text] of this.#texts) {
      if (text.of === of) continue;
      text.stop.abort();
      this.#texts.delete(key);
    }
  }

  #begin(of: string, request: WriteRequest): AheadText {
    const stop = new AbortController();
    const pieces: string[] = [];
    const listeners = new Set<(piece: string) => void>();
    const onText = (piece: string): void => {
      pieces.push(piece);
      for (const hear of listeners) hear(piece);
    };
    const written = this.host.write(
      { ...request, priority: "ahead", timeoutMs: AHEAD_MS },
      { signal: stop.signal, onText },
    );
    const text: AheadText = { of, pieces, listeners, written, stop, isWhole: false };
    written.then(
      ({ ended }) => (text.isWhole = ended !== "gave_way"),
      () => {},
    );
    this.#texts.set(keyOf(request), text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MOST_TEXTS && oldest !== undefined) {
      this.#texts.get(oldest)?.stop.abort();
      this.#texts.delete(oldest);
    }
    return text;
  }

  /** What broke off or gave way is written on from where it stands. */
  async #handOver(text: AheadText, request: WriteRequest, options: WriteOptions): Promise<Written> {
    const done = await follow(text, options).catch((error: unknown) => {
      options.signal.throwIfAborted();
      if (error instanceof ModelError && error.code !== "timeout" && text.pieces.length === 0) throw error;
      return null;
    });
    if (done !== null && done.ended !== "gave_way") return done;
    const begun = text.pieces.join("");
    const rest = await this.host.write(begun === "" ? request : { ...request, responsePrefix: begun }, options);
    return { ...rest, text: `${begun}${rest.text}` };
  }
}

/** Hands over what there is of a text, then the rest as it comes. */
async function follow(text: AheadText, { signal, onText }: WriteOptions): Promise<Written> {
  signal.throwIfAborted();
  const hear = (piece: string): void => {
    if (!signal.aborted) onText?.(piece);
  };
  for (const piece of text.pieces) hear(piece);
  text.listeners.add(hear);
  let give = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    give = () => reject(signal.reason);
    signal.addEventListener("abort", give, { once: true });
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([text.written, aborted]);
  } finally {
    signal.removeEventListener("abort", give);
    text.listeners.delete(hear);
  }
}

/** Texts are the same that come of the same words and the same chance. */
function keyOf({ sequence, system, prompt, maxTokens, seed, temperature, minP, schema }: WriteRequest): string {
  return JSON.stringify([sequence, system, prompt, maxTokens, seed, temperature, minP, schema]);
}
