import { setImmediate as nextTurn } from "node:timers/promises";
import { ModelError } from "../errors.js";
import type { ModelHost, PreloadRequest, WriteOptions, WriteRequest, Written } from "./model-host.js";

/** What a scripted host writes; an error is thrown after the text was given. `waitFor` holds it back before that. */
export interface ScriptedAnswer {
  readonly text?: string;
  readonly ended?: Written["ended"];
  readonly error?: Error;
  readonly waitFor?: Promise<unknown>;
}

/** A host without a model that remembers what it was asked. */
export interface ScriptedHost extends ModelHost {
  readonly writes: readonly WriteRequest[];
  readonly preloads: readonly PreloadRequest[];
  readonly closed: boolean;
}

/**
 * A model host for tests, in this process and without a model: it writes what the script says, word by word.
 *
 * @param script - The answer to each request: a text, or more about it. `index` counts the requests from 0.
 * @param options.modelPath - The file that `status` names; there is none by that name when left out.
 * @param options.onScene - Sees each scene before it is asked for.
 * @param options.embed - Stands in for MiniLM; without it `embed` throws `no_model`.
 */
export function createScriptedHost(
  script: (request: WriteRequest, index: number) => string | ScriptedAnswer,
  options: {
    readonly modelPath?: string;
    readonly onScene?: ModelHost["onScene"];
    readonly embed?: (texts: readonly string[]) => readonly Float32Array[];
  } = {},
): ScriptedHost {
  const writes: WriteRequest[] = [];
  const preloads: PreloadRequest[] = [];
  let closed = false;
  const open = (): void => {
    if (closed) throw new ModelError("closed", "The model was closed.");
  };
  return {
    writes,
    preloads,
    ...(options.onScene ? { onScene: options.onScene } : {}),
    get closed() {
      return closed;
    },
    get status() {
      if (closed) return { state: "off", restarts: 0 } as const;
      return {
        state: "ready",
        model: { id: "scripted", path: options.modelPath ?? "scripted", contextTokens: 4096 },
        restarts: 0,
      } as const;
    },
    write: async (request, { signal, onText }: WriteOptions) => {
      open();
      signal.throwIfAborted();
      const answer = script(request, writes.push(request) - 1);
      const { text = "", ended = "end", error, waitFor } = typeof answer === "string" ? { text: answer } : answer;
      await Promise.race([waitFor, aborted(signal)]);
      for (const piece of text.match(/\s*\S+\s*$|\s*\S+|\s+/g) ?? []) {
        await nextTurn();
        signal.throwIfAborted();
        onText?.(piece);
      }
      if (error) throw error;
      const prompt = tokensIn(request.system) + tokensIn(request.prompt);
      return {
        text,
        ended,
        tokens: { prompt, evaluated: prompt, written: tokensIn(text) },
        timeMs: { queued: 0, firstText: 0, total: 0 },
      };
    },
    preload: async (request, { signal }) => {
      open();
      signal.throwIfAborted();
      preloads.push(request);
    },
    embed: async (texts, { signal } = {}) => {
      open();
      signal?.throwIfAborted();
      if (!options.embed) throw new ModelError("no_model", "MiniLM is not installed.");
      return options.embed(texts);
    },
    countTokens: async (texts) => {
      open();
      return texts.map(tokensIn);
    },
    close: async () => {
      closed = true;
    },
  };
}

/** About what models make of English. */
const tokensIn = (text: string): number => Math.ceil(text.length / 4);

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
