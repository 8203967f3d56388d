import { existsSync } from "node:fs";
import { join } from "node:path";
import { ModelError } from "../errors.js";
import { brokenModelsIn, type BrokenModels } from "./broken-models.js";
import { CleanText } from "./clean-text.js";
import { type HostEnd, type HostProcess, startHostProcess } from "./host-process.js";
import type { FromChild, Opening, ToChild, Wording } from "./messages.js";
import type { HostStatus, ModelHost, PreloadRequest, WriteOptions, WriteRequest, Written } from "./model-host.js";
import { PATIENCE, type Patience } from "./patience.js";
import { Watch } from "./watch.js";

export interface ModelHostOptions {
  /** Absolute path of the GGUF file; without one nothing is written. */
  readonly model?: string | undefined;
  /** Folder that `node-llama-cpp` is installed in. */
  readonly runtime?: string | undefined;
  /** Folders of `@huggingface/transformers` and of the model; without them nothing is embedded here. */
  readonly miniLm?: { readonly runtime: string; readonly model: string } | undefined;
  /** `auto` uses a graphics card where there is one. `off` when left out. */
  readonly gpu?: "auto" | "off" | undefined;
  /** An upper bound; what the machine has decides. */
  readonly contextTokens?: number | undefined;
  /** Fewer than the machine has free. */
  readonly threads?: number | undefined;
  /** Told of each change of `status`. */
  readonly onStatus?: ((status: HostStatus) => void) | undefined;
  /** Told of each fault, with what the process wrote to stderr last: for a log, never for a player. */
  readonly onFault?: ((fault: { readonly sentence: string; readonly stderr: string }) => void) | undefined;
  readonly patience?: Partial<Patience> | undefined;
  /**
   * Folder that remembers which files the process died over, so that the next start does not try them either. Without one it is
   * remembered while the host is open.
   */
  readonly brokenIn?: string | undefined;
}

/** Texts of one message: enough for a batch, and a cancel does not wait for thousands. */
const EMBED_AT_ONCE = 128;
/** No prose of ours is a hundredth as long. */
const MOST_CHARS = 4 * 2 ** 20;

/** Where a runtime's folder has the module of node-llama-cpp. */
const MODULE = join("node_modules", "node-llama-cpp", "dist", "index.js");

/**
 * Opens a model host. Nothing is started and no file read before the first request. Implements rules NA142 to NA151.
 *
 * ```ts
 * const host = openModelHost({ model: "/models/phi.gguf", runtime: "/data/runtimes/node-llama-cpp-3.22.1" });
 * const { text } = await host.write({ sequence: "prose", system, prompt, maxTokens: 300 }, { signal });
 * await host.close();
 * ```
 */
export function openModelHost(options: ModelHostOptions): ModelHost {
  return new Host(options);
}

/** Whoever is of a smaller rank goes first; a request of a larger one that is under way gives way. */
type Rank = 0 | 1 | 2;

interface Job {
  readonly id: number;
  readonly message: Exclude<ToChild, Opening | { type: "cancel" }>;
  /** Null for what needs no turn: it goes beside whatever is written. */
  readonly rank: Rank | null;
  readonly onText: ((piece: string) => void) | undefined;
  readonly clean: CleanText;
  readonly calledAt: number;
  readonly answer: (message: Answer) => void;
  readonly fail: (reason: unknown) => void;
  text: string;
  begunAt: number | null;
  firstTextAt: number | null;
  cancelled: boolean;
  settled: boolean;
  tidy: () => void;
}

type Answer = Extract<FromChild, { type: "done" | "embedded" | "counted" }>;

class Host implements ModelHost {
  readonly #patience: Patience;
  readonly #queue: Job[] = [];
  /** What the process was told to do and has not ended, abandoned requests included. */
  readonly #sent = new Map<number, Job>();
  #process: Promise<HostProcess> | null = null;
  #state: HostStatus["state"] = "off";
  #model: HostStatus["model"];
  #restarts = 0;
  #lastFault: string | undefined;
  #closed = false;
  #nextId = 1;
  #faults: number[] = [];
  /** The process is loading the language model: if it dies now, the file is to blame. */
  #loading = false;
  readonly #broken: BrokenModels;
  #contextTokens: number | undefined;
  readonly #watch: Watch;
  /** Why we are about to kill it. */
  #verdict: string | null = null;

  constructor(private readonly options: ModelHostOptions) {
    this.#patience = { ...PATIENCE, ...options.patience };
    this.#contextTokens = options.contextTokens;
    this.#broken = brokenModelsIn(options.brokenIn);
    this.#watch = new Watch({
      patience: this.#patience,
      isLoading: () => this.#state !== "ready" || this.#loading,
      condemn: (verdict) => this.#condemn(verdict),
    });
  }

  get status(): HostStatus {
    return {
      state: this.#state,
      ...(this.#model ? { model: this.#model } : {}),
      restarts: this.#restarts,
      ...(this.#lastFault === undefined ? {} : { lastFault: this.#lastFault }),
    };
  }

  async write(request: WriteRequest, { signal, onText }: WriteOptions): Promise<Written> {
    const { priority = "now", timeoutMs, ...wording } = request;
    const { done, job } = await this.#ask<Extract<Answer, { type: "done" }>>((id) => ({ type: "write", id, wording }), {
      rank: priority === "now" ? 0 : 1,
      signal,
      onText,
      timeoutMs,
    });
    const { prompt, evaluated, written } = done;
    const endedAt = performance.now();
    return {
      text: job.text,
      ended: done.ended === "cancelled" ? "gave_way" : done.ended,
      tokens: { prompt, evaluated, written },
      timeMs: {
        queued: (job.begunAt ?? endedAt) - job.calledAt,
        firstText: (job.firstTextAt ?? endedAt) - job.calledAt,
        total: endedAt - job.calledAt,
      },
    };
  }

  async preload(request: PreloadRequest, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    const wording: Wording = { ...request, maxTokens: 1 };
    await this.#ask((id) => ({ type: "preload", id, wording }), { rank: 2, signal });
  }

  async embed(
    texts: readonly string[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly Float32Array[]> {
    if (!this.options.miniLm) throw new ModelError("no_model", "MiniLM is not set up.");
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += EMBED_AT_ONCE) {
      const some = texts.slice(from, from + EMBED_AT_ONCE);
      const { done } = await this.#ask<Extract<Answer, { type: "embedded" }>>(
        (id) => ({ type: "embed", id, texts: some }),
        { rank: null, signal },
      );
      vectors.push(...done.vectors.map(numbersOf));
    }
    return vectors;
  }

  async countTokens(
    texts: readonly string[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly number[]> {
    const { done } = await this.#ask<Extract<Answer, { type: "counted" }>>((id) => ({ type: "count", id, texts }), {
      rank: null,
      signal,
    });
    return done.counts;
  }

  async close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.#rejectAll(new ModelError("closed", "The model was closed."));
    }
    const host = await this.#process;
    host?.kill();
    await host?.gone;
    this.#become("off");
  }

  /** One request, from the call to its answer. */
  #ask<Wanted extends Answer>(
    message: (id: number) => Job["message"],
    how: {
      rank: Rank | null;
      signal?: AbortSignal | undefined;
      onText?: ((piece: string) => void) | undefined;
      timeoutMs?: number | undefined;
    },
  ): Promise<{ done: Wanted; job: Job }> {
    const { signal, rank, onText } = how;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const id = this.#nextId++;
      const asked = message(id);
      const refusal = this.#refusal(asked.type);
      if (refusal) return reject(refusal);
      const wanted = ANSWERS[asked.type];
      const job: Job = {
        id,
        message: asked,
        rank,
        onText,
        clean: new CleanText(),
        calledAt: performance.now(),
        answer: (done) => {
          if (isWanted<Wanted>(done, wanted)) resolve({ done, job });
          else reject(new ModelError("host_failed", "The model process answered something else."));
        },
        fail: reject,
        text: "",
        begunAt: null,
        firstTextAt: null,
        cancelled: false,
        settled: false,
        tidy: () => {},
      };
      const abandon = (): void => this.#abandon(job, signal?.reason);
      const late = new ModelError("timeout", "The model took too long.");
      const timer = setTimeout(() => this.#abandon(job, late), how.timeoutMs ?? this.#patience.requestMs);
      signal?.addEventListener("abort", abandon, { once: true });
      job.tidy = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abandon);
      };
      this.#queue.push(job);
      this.#go();
    });
  }

  /** Why nothing can come of a request; what is plain without starting anything is said at once. */
  #refusal(type: Job["message"]["type"]): ModelError | null {
    if (this.#closed) return new ModelError("closed", "The model was closed.");
    if (this.#state === "given-up") return GAVE_UP();
    const { model, runtime } = this.options;
    if (type === "embed") return null;
    if (model === undefined) return new ModelError("no_model", "No language model is set up.");
    if (!existsSync(model)) return new ModelError("no_model", `There is no model at ${model}.`);
    if (runtime === undefined || !existsSync(join(runtime, MODULE))) {
      return new ModelError("no_runtime", "The model libraries are not installed.");
    }
    const fault = this.#broken.faultOf(model);
    return fault === null ? null : new ModelError("model_broken", fault);
  }

  /** Sends whatever may be sent now. */
  #go(): void {
    if (this.#queue.length === 0 || this.#state === "given-up" || this.#closed) return;
    this.#process ??= this.#start();
    void this.#process.then((host) => this.#sendTo(host));
  }

  #sendTo(host: HostProcess): void {
    if (this.#closed) return;
    for (const job of this.#queue.filter(({ rank }) => rank === null)) this.#send(host, job);
    const next = this.#queue.filter(({ rank }) => rank !== null).sort(byRank)[0];
    if (!next) return;
    const active = [...this.#sent.values()].find(({ rank }) => rank !== null);
    if (!active) return this.#send(host, next);
    if ((next.rank ?? 0) < (active.rank ?? 0)) this.#cancel(active);
  }

  #send(host: HostProcess, job: Job): void {
    this.#queue.splice(this.#queue.indexOf(job), 1);
    job.begunAt = performance.now();
    this.#sent.set(job.id, job);
    host.send(job.message);
    this.#watch.begin();
  }

  async #start(): Promise<HostProcess> {
    const { model, runtime, miniLm, gpu = "off", threads } = this.options;
    this.#become("starting");
    this.#verdict = null;
    this.#loading = false;
    const host = await startHostProcess({
      onMessage: (message) => this.#hear(message),
      onEnd: (end) => this.#ended(end),
    });
    host.send({
      type: "open",
      llama: model !== undefined && runtime !== undefined ? { module: join(runtime, MODULE), model } : null,
      miniLm: miniLm ? { runtimeDir: miniLm.runtime, modelDir: miniLm.model } : null,
      gpu,
      beatMs: this.#patience.beatMs,
      ...(threads === undefined ? {} : { threads }),
      ...(this.#contextTokens === undefined ? {} : { contextTokens: this.#contextTokens }),
    });
    return host;
  }

  #hear(message: FromChild): void {
    this.#watch.heard();
    switch (message.type) {
      case "beat":
        return this.#watch.gotOn(message.progress);
      case "loading":
        this.#loading = true;
        return;
      case "loaded":
        this.#loading = false;
        this.#model = { id: message.name, path: this.options.model ?? "", contextTokens: message.contextTokens };
        return this.#become("ready");
      case "text":
        return this.#hearText(message.id, message.text);
      default:
        return this.#hearEnd(message);
    }
  }

  #hearText(id: number, text: string): void {
    const job = this.#sent.get(id);
    this.#watch.gotOn();
    if (!job || job.settled) return;
    this.#give(job, job.clean.push(text));
    if (job.text.length > MOST_CHARS)
      this.#abandon(job, new ModelError("host_failed", "The model did not stop writing."));
  }

  #give(job: Job, piece: string): void {
    if (piece === "") return;
    job.firstTextAt ??= performance.now();
    job.text += piece;
    job.onText?.(piece);
  }

  #hearEnd(message: Extract<FromChild, { type: "done" | "embedded" | "counted" | "failed" }>): void {
    const job = this.#sent.get(message.id);
    if (!job) return;
    this.#forget(job);
    // MiniLM alone answers as well.
    if (this.#state === "starting" && message.type === "embedded") this.#become("ready");
    if (message.type === "failed") {
      const error = new ModelError(message.code, message.message);
      if (this.#loading && job.message.type !== "embed") this.#couldNotLoad(error);
      this.#settle(job, () => job.fail(error));
    } else {
      if (!job.settled) this.#give(job, job.clean.end());
      this.#settle(job, () => job.answer(message));
    }
    this.#go();
  }

  #couldNotLoad(error: ModelError): void {
    this.#loading = false;
    this.#lastFault = error.message;
    this.#become("ready");
    if (error.code === "model_broken") this.#markBroken(error);
  }

  #markBroken(error: ModelError): void {
    this.#broken.add(this.options.model ?? "", error.message);
    const waiting = this.#queue.filter(({ message }) => message.type !== "embed");
    for (const job of waiting) {
      this.#queue.splice(this.#queue.indexOf(job), 1);
      this.#settle(job, () => job.fail(error));
    }
  }

  /** Nobody waits for it any more. The process is told, and watched until it has ended it. */
  #abandon(job: Job, reason: unknown): void {
    const waiting = this.#queue.indexOf(job);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    else this.#cancel(job);
    this.#settle(job, () => job.fail(reason));
  }

  #cancel(job: Job): void {
    if (job.cancelled || !this.#sent.has(job.id)) return;
    job.cancelled = true;
    void this.#process?.then((host) => host.send({ type: "cancel", id: job.id }));
    // Loading cannot be cancelled, and need not be: the next request wants it as well.
    const timer = setTimeout(() => {
      if (this.#sent.has(job.id) && !this.#loading) this.#condemn("The model did not stop when it was asked to.");
    }, this.#patience.cancelMs);
    timer.unref();
  }

  #settle(job: Job, settle: () => void): void {
    if (job.settled) return;
    job.settled = true;
    job.tidy();
    settle();
  }

  #forget(job: Job): void {
    this.#sent.delete(job.id);
    if (this.#sent.size === 0) this.#watch.end();
  }

  #condemn(verdict: string): void {
    this.#verdict ??= verdict;
    void this.#process?.then((host) => host.kill());
  }

  /** The process is gone: what it had to do fails, and the next request starts another, unless this was once too often. */
  #ended(end: HostEnd): void {
    this.#process = null;
    this.#model = undefined;
    if (this.#closed) return;
    const loading = this.#loading;
    this.#loading = false;
    const sentence = this.#verdict ?? verdictOn(end, loading);
    this.#lastFault = sentence;
    this.options.onFault?.({ sentence, stderr: end.stderr });
    const lost = [...this.#sent.values()];
    for (const job of lost) this.#forget(job);
    const blamed = loading && this.#blame(end, sentence);
    this.#giveUpOrGoOn();
    const error = blamed || new ModelError("host_failed", sentence);
    for (const job of lost) this.#settle(job, () => job.fail(error));
    this.#go();
  }

  /**
   * It died over loading. A native fault is the file's, which is not tried again until it has changed; a kill is more likely
   * the system's for want of memory, and half the context is tried next.
   */
  #blame(end: HostEnd, sentence: string): ModelError | null {
    if (this.#verdict !== null || end.signal === "SIGKILL" || end.signal === "SIGTERM") {
      this.#contextTokens = Math.max(1024, Math.floor((this.#contextTokens ?? 4096) / 2));
      return null;
    }
    const error = new ModelError("model_broken", `${sentence} ${NOT_AGAIN}`);
    this.#markBroken(error);
    return error;
  }

  #giveUpOrGoOn(): void {
    const now = performance.now();
    this.#faults = [...this.#faults.filter((at) => now - at < this.#patience.windowMs), now];
    if (this.#faults.length <= this.#patience.restarts) {
      this.#restarts += 1;
      return this.#become("off");
    }
    this.#become("given-up");
    this.#rejectAll(GAVE_UP());
  }

  #rejectAll(error: ModelError): void {
    for (const job of [...this.#queue.splice(0), ...this.#sent.values()]) this.#settle(job, () => job.fail(error));
    this.#watch.end();
    this.#sent.clear();
  }

  #become(state: HostStatus["state"]): void {
    if (this.#state === state) return;
    this.#state = state;
    this.options.onStatus?.(this.status);
  }
}

const ANSWERS = { write: "done", preload: "done", embed: "embedded", count: "counted" } as const;

function isWanted<Wanted extends Answer>(answer: Answer, type: Answer["type"]): answer is Wanted {
  return answer.type === type;
}

const NOT_AGAIN = "It is not tried again before its file changes, is verified and found sound, or is tried out.";

const GAVE_UP = (): ModelError =>
  new ModelError("host_gave_up", "The model failed too often. The story goes on without it.");

/** Of equal rank, in the order of the calls. */
const byRank = (a: Job, b: Job): number => (a.rank ?? 0) - (b.rank ?? 0) || a.id - b.id;

function verdictOn({ garbled, signal }: HostEnd, loading: boolean): string {
  if (garbled) return "The model process sent what cannot be read.";
  if (signal === "SIGKILL") return "The model process was killed; the machine may have run out of memory.";
  return loading
    ? "The model could not be loaded: the process ended over it."
    : "The model process ended unexpectedly.";
}

function numbersOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, "base64");
  // A copy, since the bytes of a small buffer may lie anywhere in a shared one.
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
