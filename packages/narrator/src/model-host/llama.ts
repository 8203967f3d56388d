import { readFileSync, statSync } from "node:fs";
import { availableParallelism, freemem, loadavg, totalmem } from "node:os";
import { pathToFileURL } from "node:url";
import { ModelError } from "../errors.js";
import type {
  ChatItem,
  ChatWrapper,
  GgufInfo,
  Llama,
  LlamaChat,
  LlamaContext,
  LlamaGrammar,
  LlamaLibrary,
  LlamaModel,
  LlamaSequence,
  Token,
} from "./llama-library.js";
import { fitModel, type Machine, type ModelFacts, SEQUENCES } from "./machine.js";
import type { Opening, Wording } from "./messages.js";

/** A loaded language model, with a sequence for the plan and one for the prose. */
export interface LoadedLlama {
  readonly name: string;
  readonly contextTokens: number;
  /** Writes after the prompt; what was written when the signal aborts is the answer. */
  write(wording: Wording, hear: Hearing): Promise<WriteResult>;
  /** Reads the prompt and writes nothing. */
  preload(wording: Wording, hear: Pick<Hearing, "signal" | "onProgress">): Promise<WriteResult>;
  countTokens(text: string): number;
}

export interface Hearing {
  readonly signal: AbortSignal;
  readonly onText: (text: string) => void;
  /** Something was read or written. */
  readonly onProgress: () => void;
}

export interface WriteResult {
  readonly ended: "end" | "length" | "stop" | "cancelled";
  readonly prompt: number;
  readonly evaluated: number;
  readonly written: number;
}

/**
 * Loads a model by node-llama-cpp. Implements rules NA133 to NA137 and NA153.
 *
 * @param onProgress - Called at each step of loading.
 * @throws {ModelError} `no_runtime`, `no_model`, `model_broken`, `no_memory`.
 */
export async function loadLlama(
  { llama: files, gpu, threads, contextTokens }: Opening,
  onProgress: () => void,
): Promise<LoadedLlama> {
  if (files === null) throw new ModelError("no_model", "No language model is set up.");
  const library = await importLibrary(files.module);
  const info = await readGguf(library, files.model);
  onProgress();
  const said: string[] = [];
  const llama = await startLlama(library, gpu, (line) => said.push(line.slice(0, 300)));
  onProgress();
  const facts = factsOf(info, statSync(files.model).size);
  const fit = fitModel(machine(llama), facts, { contextTokens, threads });
  if (fit.contextTokens.length === 0) throw tooLarge(fit.leastBytes);
  llama.maxThreads = fit.threads;
  const model = await llama
    .loadModel({ modelPath: files.model, onLoadProgress: onProgress })
    .catch((error: unknown) => {
      throw brokenModel(error, said);
    });
  onProgress();
  const context = await createContext(model, fit.contextTokens, fit.threads, fit.leastBytes);
  onProgress();
  const wrapper = library.resolveChatWrapper(model);
  return new Loaded(library, llama, model, context, wrapper, info.metadata.general.name ?? "");
}

async function importLibrary(module: string): Promise<LlamaLibrary> {
  try {
    const library: LlamaLibrary = await import(pathToFileURL(module).href);
    return library;
  } catch {
    throw new ModelError("no_runtime", "The model libraries do not load. Install them anew.");
  }
}

async function readGguf(library: LlamaLibrary, path: string): Promise<GgufInfo> {
  try {
    return await library.readGgufFileInfo(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") throw new ModelError("no_model", `There is no model at ${path}.`);
    const reason = error instanceof Error && /magic/i.test(error.message) ? "it is no GGUF file" : "it cannot be read";
    throw new ModelError("model_broken", `${path} is no usable model: ${reason}.`);
  }
}

/** A graphics card that is none, only a driver that pretends, is many times slower than the processor. */
async function startLlama(library: LlamaLibrary, gpu: Opening["gpu"], say: (line: string) => void): Promise<Llama> {
  const options = {
    build: "never",
    skipDownload: true,
    maxThreads: availableParallelism(),
    logLevel: library.LlamaLogLevel.warn,
    logger: (_level: string, message: string) => say(message),
  } as const;
  try {
    const llama = await library.getLlama({ ...options, gpu: gpu === "auto" ? "auto" : false });
    if (llama.gpu === false || (await llama.getVramState()).total > 0) return llama;
    await llama.dispose();
    return await library.getLlama({ ...options, gpu: false });
  } catch {
    const sentence = "The model libraries do not run on this machine. Install them anew.";
    throw new ModelError("no_runtime", sentence);
  }
}

function factsOf({ architectureMetadata: facts }: GgufInfo, fileBytes: number): ModelFacts {
  const heads = largest(facts.attention?.head_count) ?? 1;
  return {
    fileBytes,
    trainedTokens: facts.context_length ?? 2048,
    layers: facts.block_count ?? 1,
    keyValueHeads: largest(facts.attention?.head_count_kv) ?? heads,
    headSize: facts.attention?.key_length ?? Math.ceil((facts.embedding_length ?? 4096) / heads),
  };
}

function largest(value: number | readonly number[] | undefined): number | undefined {
  return typeof value === "object" ? Math.max(...value) : value;
}

function machine({ cpuMathCores }: Llama): Machine {
  // A container may be allowed less memory and less of its processors than there are.
  const allowed = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return {
    totalBytes: Math.min(totalmem(), allowed),
    freeBytes: Math.min(freemem(), allowed),
    cores: Math.min(availableParallelism(), Math.max(1, cpuMathCores), coresAllowed()),
    busy: loadavg()[0] ?? 0,
  };
}

function coresAllowed(): number {
  try {
    const [quota, period] = readFileSync("/sys/fs/cgroup/cpu.max", "utf8").trim().split(" ").map(Number);
    return quota && period ? Math.max(1, quota / period) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** What fits by our reckoning may still not be had: then the next smaller one is tried. */
async function createContext(
  model: LlamaModel,
  sizes: readonly number[],
  threads: number,
  leastBytes: number,
): Promise<LlamaContext> {
  for (const contextSize of sizes) {
    try {
      return await model.createContext({
        contextSize,
        sequences: SEQUENCES,
        threads,
        // A window that slides would throw away the beginning of the prompt, which is what is kept from turn to turn.
        swaFullCache: true,
        failedCreationRemedy: false,
      });
    } catch {
      // The library says only that it failed.
    }
  }
  throw tooLarge(leastBytes);
}

function tooLarge(bytes: number): ModelError {
  const gigabytes = (bytes / 2 ** 30).toFixed(1);
  return new ModelError(
    "no_memory",
    `The model needs about ${gigabytes} GB of free memory, and there is less. Close other programs, or use a smaller model.`,
  );
}

function brokenModel(error: unknown, said: readonly string[]): ModelError {
  const all = [...said, error instanceof Error ? error.message : ""].join("\n");
  if (/insufficient memory|not enough|too large|out of memory/i.test(all)) {
    return new ModelError(
      "no_memory",
      "There is too little free memory for the model. Close other programs, or use a smaller one.",
    );
  }
  const cut = /file bounds|corrupted|incomplete/i.test(all);
  const why = cut ? "it is damaged or was not downloaded whole" : "the libraries cannot load it";
  return new ModelError("model_broken", `The model cannot be used: ${why}.`);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** A cancelled reading of a prompt ends within a piece of it; a piece is made to take about this long, in milliseconds. */
const PIECE_MS = 30;
const PIECE_TOKENS = { least: 4, first: 16, most: 256 };
const MOST_GRAMMARS = 64;

class Loaded implements LoadedLlama {
  readonly contextTokens: number;
  private readonly sequences: Readonly<Record<Wording["sequence"], { sequence: LlamaSequence; chat: LlamaChat }>>;
  private readonly grammars = new Map<string, Promise<LlamaGrammar>>();
  /** Tokens that are read at a time. */
  private piece = PIECE_TOKENS.first;

  constructor(
    library: LlamaLibrary,
    private readonly llama: Llama,
    private readonly model: LlamaModel,
    context: LlamaContext,
    private readonly wrapper: ChatWrapper,
    readonly name: string,
  ) {
    this.contextTokens = context.contextSize;
    const chat = (): { sequence: LlamaSequence; chat: LlamaChat } => {
      const sequence = context.getSequence();
      return { sequence, chat: new library.LlamaChat({ contextSequence: sequence, chatWrapper: wrapper }) };
    };
    this.sequences = { plan: chat(), prose: chat() };
  }

  countTokens(text: string): number {
    return this.model.tokenize(text).length;
  }

  async preload(
    wording: Wording,
    { signal, onProgress }: Pick<Hearing, "signal" | "onProgress">,
  ): Promise<WriteResult> {
    const tokens = this.promptTokens(historyOf(wording));
    this.mustFit(tokens.length, 1);
    const { sequence } = this.sequences[wording.sequence];
    const before = sequence.tokenMeter.getState();
    const whole = await this.read(sequence, tokens, signal, onProgress);
    const { usedInputTokens } = sequence.tokenMeter.diff(before);
    return { ended: whole ? "end" : "cancelled", prompt: tokens.length, evaluated: usedInputTokens, written: 0 };
  }

  async write(wording: Wording, { signal, onText, onProgress }: Hearing): Promise<WriteResult> {
    const history = historyOf(wording);
    const tokens = this.promptTokens(history);
    this.mustFit(tokens.length, wording.maxTokens);
    const grammar = await this.grammarOf(wording);
    const { sequence, chat } = this.sequences[wording.sequence];
    const before = sequence.tokenMeter.getState();
    let written = 0;
    const result = (ended: WriteResult["ended"]): WriteResult => ({
      ended,
      prompt: tokens.length,
      evaluated: sequence.tokenMeter.diff(before).usedInputTokens,
      written,
    });
    if (!(await this.read(sequence, tokens, signal, onProgress))) return result("cancelled");
    const stop = new AbortController();
    const stopWith = (): void => stop.abort();
    signal.addEventListener("abort", stopWith, { once: true });
    try {
      const { metadata } = await chat.generateResponse(history, {
        ...samplingOf(wording),
        ...(grammar ? { grammar } : {}),
        signal: stop.signal,
        stopOnAbortSignal: true,
        onTextChunk: onText,
        onToken: (given) => {
          written += given.length;
          onProgress();
        },
      });
      return result(endingOf(metadata.stopReason));
    } catch (error) {
      // Stopped before the first token, it throws.
      if (signal.aborted) return result("cancelled");
      throw error;
    } finally {
      signal.removeEventListener("abort", stopWith);
    }
  }

  private promptTokens(history: readonly ChatItem[]): Token[] {
    return this.wrapper.generateContextState({ chatHistory: history }).contextText.tokenize(this.model.tokenizer);
  }

  /** A prompt that does not fit would silently lose its middle. */
  private mustFit(prompt: number, maxTokens: number): void {
    if (prompt + maxTokens <= this.contextTokens) return;
    throw new ModelError(
      "bad_request",
      `A prompt of ${prompt} tokens and an answer of ${maxTokens} do not fit into a context of ${this.contextTokens}.`,
    );
  }

  /**
   * Reads what of a prompt is not known yet, all but its last token, from which writing begins. In pieces, between which it
   * can be stopped: the library would read 512 tokens at a stretch, which takes seconds.
   *
   * @returns False when it was stopped.
   */
  private async read(
    sequence: LlamaSequence,
    tokens: Token[],
    signal: AbortSignal,
    onProgress: () => void,
  ): Promise<boolean> {
    if (signal.aborted) return false;
    await sequence.adaptStateToTokens(tokens, false);
    const end = tokens.length - 1;
    while (sequence.nextTokenIndex < end) {
      const from = sequence.nextTokenIndex;
      const piece = tokens.slice(from, Math.min(end, from + this.piece));
      const begunAt = performance.now();
      await sequence.evaluateWithoutGeneratingNewTokens(piece);
      this.learnPace(piece.length, performance.now() - begunAt);
      onProgress();
      if (signal.aborted) return false;
    }
    return true;
  }

  private learnPace(tokens: number, ms: number): void {
    // The last piece of a prompt is short, and says little of a long one.
    if (tokens < this.piece && ms < PIECE_MS) return;
    const fitting = Math.floor((tokens * PIECE_MS) / Math.max(ms, 1));
    const next = Math.min(this.piece * 2, Math.max(Math.floor(this.piece / 2), fitting));
    this.piece = Math.min(PIECE_TOKENS.most, Math.max(PIECE_TOKENS.least, next));
  }

  private async grammarOf({ schema, pieces }: Wording): Promise<LlamaGrammar | undefined> {
    if (!schema && !pieces) return undefined;
    const text = JSON.stringify(pieces ?? schema);
    const known = this.grammars.get(text);
    if (known) return known;
    const making = pieces
      ? this.llama.createGrammar({ grammar: grammarOfPieces(pieces) })
      : this.llama.createGrammarForJsonSchema(schema ?? {});
    const made = making.catch(() => {
      throw new ModelError("bad_request", `No grammar can be made of ${pieces ? "these pieces" : "this schema"}.`);
    });
    const [oldest] = this.grammars.keys();
    if (this.grammars.size >= MOST_GRAMMARS && oldest !== undefined) this.grammars.delete(oldest);
    this.grammars.set(text, made);
    made.catch(() => this.grammars.delete(text));
    return made;
  }
}

/** In GBNF, whose strings are written as those of JSON are. */
function grammarOfPieces(pieces: NonNullable<Wording["pieces"]>): string {
  const rules = pieces.map((list, at) => `p${at} ::= ${list.map((piece) => JSON.stringify(piece)).join(" | ")}`);
  return [`root ::= ${pieces.map((_, at) => `p${at}`).join(" ")}`, ...rules].join("\n");
}

function historyOf({ system, examples = [], prompt, responsePrefix = "" }: Wording): ChatItem[] {
  const opening: ChatItem[] = system === "" ? [] : [{ type: "system", text: system }];
  const answered = examples.flatMap(({ prompt, answer }): ChatItem[] => [
    { type: "user", text: prompt },
    { type: "model", response: [answer] },
  ]);
  const response = responsePrefix === "" ? [] : [responsePrefix];
  return [...opening, ...answered, { type: "user", text: prompt }, { type: "model", response }];
}

/** Against going round in circles. */
const REPEAT_PENALTY = { penalty: 1.1, lastTokens: 48 };

function samplingOf({ maxTokens, temperature = 0, minP, seed, stop }: Wording): {
  maxTokens: number;
  temperature: number;
  minP?: number;
  repeatPenalty?: { penalty: number; lastTokens: number };
  seed?: number;
  customStopTriggers?: readonly string[];
} {
  return {
    maxTokens,
    temperature,
    // A bound in proportion to the likeliest word cuts what fixed bounds cut, and less where many words will do.
    ...(temperature > 0
      ? { ...(minP === undefined ? { topK: 40, topP: 0.95 } : { minP }), repeatPenalty: REPEAT_PENALTY }
      : {}),
    ...(seed === undefined ? {} : { seed }),
    ...(stop && stop.length > 0 ? { customStopTriggers: stop } : {}),
  };
}

function endingOf(stopReason: string): WriteResult["ended"] {
  switch (stopReason) {
    case "maxTokens":
      return "length";
    case "customStopTrigger":
      return "stop";
    case "abort":
      return "cancelled";
    default:
      return "end";
  }
}
