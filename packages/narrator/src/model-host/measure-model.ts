import type { ModelHost, WriteRequest } from "./model-host.js";

/** What a model does on this machine, now. */
export interface ModelMeasures {
  /** What the file calls itself; may be empty. */
  readonly model: string;
  readonly contextTokens: number;
  /** From nothing to the first answer. */
  readonly loadMs: number;
  /** Of writing alone, once the prompt has been read. */
  readonly tokensPerSecond: number;
  /** From the question to the first text, of a prompt whose beginning is known, as from the second turn on. */
  readonly firstTextMs: number;
  /** What of such a prompt is read, 0 to 1. */
  readonly promptShare: number;
  /** From a cancel until the next request is begun. */
  readonly cancelMs: number;
}

export interface MeasureOptions {
  readonly signal: AbortSignal;
  /** Told what is being done now. */
  readonly onStep?: (step: "loading" | "reading" | "writing" | "stopping" | "probing") => void;
}

/** About as long as what stays the same in a scene's prompt. */
const SYSTEM = `You describe what there is to see, in short and plain sentences. ${[
  "The village of Low Hope lies at the end of a road that the sea takes a little more of each winter.",
  "Nobody meets the last boat any more, but somebody still lights the lamp for it.",
  "Gulls stand on every chimney that is warm, and there are fewer of them every year.",
  "The weigh house keeps its books under a cloth, and its keeper keeps them shut.",
  "Above the harbour an old mill turns when it likes, and no one has ground anything there for years.",
].join(" ")}`;
const ASK: Omit<WriteRequest, "prompt"> = { sequence: "prose", system: SYSTEM, maxTokens: 48 };
const WARM_UP_TOKENS = 8;

/**
 * Measures the model of a host: loads it, writes two short texts of which the second begins like the first, and stops a third.
 * It takes seconds, or a minute with a large model, and what else the machine does slows it. Implements rule NA291.
 *
 * @throws {ModelError} As `write` of the host; `signal.reason` once the signal fires.
 */
export async function measureModel(host: ModelHost, { signal, onStep }: MeasureOptions): Promise<ModelMeasures> {
  onStep?.("loading");
  const begunAt = performance.now();
  await host.countTokens(["Low Hope"], { signal });
  const loadMs = performance.now() - begunAt;
  onStep?.("reading");
  await host.write({ ...ASK, prompt: "Describe the lamp.", maxTokens: WARM_UP_TOKENS }, { signal });
  onStep?.("writing");
  const { tokens, timeMs } = await host.write(
    { ...ASK, prompt: "Describe the harbour at night, at length." },
    { signal },
  );
  onStep?.("stopping");
  const cancelMs = await timeOfCancel(host, signal);
  const { model } = host.status;
  return {
    model: model?.id ?? "",
    contextTokens: model?.contextTokens ?? 0,
    loadMs,
    // The first token comes of reading.
    tokensPerSecond: (Math.max(1, tokens.written - 1) * 1000) / Math.max(1, timeMs.total - timeMs.firstText),
    firstTextMs: timeMs.firstText,
    promptShare: tokens.evaluated / Math.max(1, tokens.prompt),
    cancelMs,
  };
}

async function timeOfCancel(host: ModelHost, signal: AbortSignal): Promise<number> {
  const enough = new AbortController();
  const ask = { ...ASK, prompt: "Describe the mill, at length." };
  await host
    .write(ask, { signal: AbortSignal.any([signal, enough.signal]), onText: () => enough.abort() })
    .catch((error: unknown) => {
      if (!enough.signal.aborted) throw error;
    });
  const { timeMs } = await host.write({ ...ask, maxTokens: 1 }, { signal });
  return timeMs.queued;
}
