import type { JsonObject } from "@narratoria/protocol";
import type { SceneToTell } from "../prose/model-narrator.js";

/**
 * A language model and MiniLM in one process of ours, apart from the story's: a native fault, an out-of-memory kill or a hang
 * there costs one answer. It is started by the first request and restarted after a fault, at most three times in five minutes.
 */
export interface ModelHost extends SceneObserver {
  readonly status: HostStatus;
  /**
   * Writes text.
   *
   * @param options.signal - Aborted when nobody wants the rest; the promise then rejects with the signal's reason at once.
   * @param options.onText - Given the text in pieces as it comes. What is given is never taken back, and its whole is `text`.
   * @throws {ModelError} Whatever goes wrong; also half-way, after `onText` was given some.
   */
  write(request: WriteRequest, options: WriteOptions): Promise<Written>;
  /**
   * Reads the beginning of a prompt ahead of time, so that a later `write` on that sequence starts warm. Any `write` goes
   * before it and ends it: it then resolves, with what was read kept.
   *
   * @throws {ModelError} As `write`.
   */
  preload(request: PreloadRequest, options: { readonly signal: AbortSignal }): Promise<void>;
  /**
   * Embeds texts by MiniLM, one vector of 384 numbers and length 1 each, in order.
   *
   * @throws {ModelError} `no_model` where there is no MiniLM.
   */
  embed(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<readonly Float32Array[]>;
  /** How many tokens each text is to the language model. */
  countTokens(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<readonly number[]>;
  /** Ends the process and rejects what is under way with `closed`. Nothing is left running when it resolves. Idempotent. */
  close(): Promise<void>;
}

/** Whoever writes texts: the host's language model, or somebody asked over the network. */
export interface TextWriter extends Pick<ModelHost, "status" | "write">, SceneObserver {
  /** How much there is of this very text, written before it was asked for; null for nothing. */
  readonly writtenAhead?: ((request: WriteRequest) => "whole" | "begun" | null) | undefined;
}

/** Whoever wants to see the scenes that texts are asked for: a recorder of tapes. */
export interface SceneObserver {
  /** Called before anything is written for a scene. */
  readonly onScene?: ((scene: SceneToTell) => void) | undefined;
}

export interface HostStatus {
  /** `off` before the first request and once closed; `given-up` after too many faults, for good. */
  readonly state: "off" | "starting" | "ready" | "given-up";
  /** The language model, once it is loaded. */
  readonly model?: { readonly id: string; readonly path: string; readonly contextTokens: number };
  /** How often the process was started again after a fault. */
  readonly restarts: number;
  /** What went wrong last, in a sentence. */
  readonly lastFault?: string;
}

export interface WriteOptions {
  readonly signal: AbortSignal;
  readonly onText?: (piece: string) => void;
}

/** What is to be written. The constant part of a prompt stands first and what changes last: what is alike is not read again. */
export interface WriteRequest {
  /** Each keeps what it read last, so that plan and prose do not push each other out. */
  readonly sequence: "plan" | "prose";
  readonly system: string;
  /** What was asked and answered before, between the system's text and the prompt. */
  readonly examples?: readonly Example[];
  readonly prompt: string;
  /** The first words of the answer, which go on from there; they are no part of what is written. */
  readonly responsePrefix?: string;
  readonly maxTokens: number;
  /** 0 to 2; 0, always the likeliest word, when left out. */
  readonly temperature?: number;
  /** Words that are less likely than this share of the likeliest are not written; 0 to 1, no such bound when left out. */
  readonly minP?: number;
  /** The same seed gives the same text. */
  readonly seed?: number;
  /** The text ends before the first of these. */
  readonly stop?: readonly string[];
  /** JSON Schema of the subset that grammars keep (no `anyOf`, no `pattern`); the text is then JSON of that shape. */
  readonly schema?: JsonObject;
  /** The text is one piece of each list, in order: at least one in each, none of them empty. Not together with `schema`. */
  readonly pieces?: readonly (readonly string[])[];
  /** `ahead` gives way to every `now` within 50 ms, with `gave_way` as what it `ended` by. `now` when left out. */
  readonly priority?: "now" | "ahead";
  /** From the call to the last word, in milliseconds; two minutes when left out. */
  readonly timeoutMs?: number;
}

/** A question as `prompt` is one, and how it is to be answered. */
export interface Example {
  readonly prompt: string;
  readonly answer: string;
}

export type PreloadRequest = Pick<WriteRequest, "sequence" | "system" | "examples" | "prompt">;

export interface Written {
  readonly text: string;
  /** `end` by itself; `length` at `maxTokens`; `stop` before a stop string; `gave_way` to another request (`ahead` alone). */
  readonly ended: "end" | "length" | "stop" | "gave_way";
  readonly tokens: {
    /** The whole prompt, with the marks of the model's own format. */
    readonly prompt: number;
    /** What of it was not known from the request before. */
    readonly evaluated: number;
    readonly written: number;
  };
  /** In milliseconds from the call: until it was begun, until the first text, until the end. */
  readonly timeMs: { readonly queued: number; readonly firstText: number; readonly total: number };
  /** It had been begun before it was asked for. */
  readonly ahead?: true;
}
