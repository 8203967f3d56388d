import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { ModelErrorCode } from "../errors.js";
import type { WriteRequest } from "./model-host.js";

/** What the child is told first, and once. */
export interface Opening {
  readonly type: "open";
  /** Absolute path of the module `node-llama-cpp`, and of the GGUF file. */
  readonly llama: { readonly module: string; readonly model: string } | null;
  readonly miniLm: { readonly runtimeDir: string; readonly modelDir: string } | null;
  readonly gpu: "auto" | "off";
  readonly threads?: number;
  readonly contextTokens?: number;
  readonly beatMs: number;
}

/** What is written or read ahead. Times, priorities and cancelling are the parent's business. */
export type Wording = Omit<WriteRequest, "priority" | "timeoutMs">;

export type ToChild =
  | Opening
  | { readonly type: "write"; readonly id: number; readonly wording: Wording }
  | { readonly type: "preload"; readonly id: number; readonly wording: Wording }
  | { readonly type: "embed" | "count"; readonly id: number; readonly texts: readonly string[] }
  /** Ends a `write` or a `preload` between two tokens; what was written so far is its answer. */
  | { readonly type: "cancel"; readonly id: number };

export type FromChild =
  /** While there is anything to do. `progress` grows with each token that is read or written and each step of loading. */
  | { readonly type: "beat"; readonly progress: number }
  /** The language model is about to be loaded: what happens now is the file's fault. */
  | { readonly type: "loading" }
  | { readonly type: "loaded"; readonly name: string; readonly contextTokens: number }
  | { readonly type: "text"; readonly id: number; readonly text: string }
  | {
      readonly type: "done";
      readonly id: number;
      readonly ended: "end" | "length" | "stop" | "cancelled";
      readonly prompt: number;
      readonly evaluated: number;
      readonly written: number;
    }
  /** One embedding each, as the bytes of its numbers (float32, little-endian) in base64. */
  | { readonly type: "embedded"; readonly id: number; readonly vectors: readonly string[] }
  | { readonly type: "counted"; readonly id: number; readonly counts: readonly number[] }
  | { readonly type: "failed"; readonly id: number; readonly code: ModelErrorCode; readonly message: string };

/** What a line of the child says; null where it is none of ours, and then nothing that the child says is of use. */
export function readMessage(value: JsonValue): FromChild | null {
  if (!isJsonObject(value)) return null;
  const { type } = value;
  const id = count(value.id);
  if (type === "loading") return { type };
  if (type === "beat") return { type, progress: count(value.progress) ?? 0 };
  if (type === "loaded" && typeof value.name === "string") {
    return { type, name: value.name.slice(0, 200), contextTokens: count(value.contextTokens) ?? 0 };
  }
  if (id === null) return null;
  if (type === "text" && typeof value.text === "string") return { type, id, text: value.text };
  if (type === "done") return readDone(id, value);
  if (type === "embedded" && isListOf(value.vectors, "string")) return { type, id, vectors: value.vectors };
  if (type === "counted" && isListOf(value.counts, "number")) return { type, id, counts: value.counts };
  if (type === "failed" && typeof value.message === "string") {
    const code = CODES.find((known) => known === value.code) ?? "host_failed";
    return { type, id, code, message: value.message.slice(0, 500) };
  }
  return null;
}

const CODES = ["no_runtime", "no_model", "model_broken", "no_memory", "bad_request", "host_failed"] as const;
const ENDINGS = ["end", "length", "stop", "cancelled"] as const;

function readDone(id: number, value: JsonObject): FromChild | null {
  const ended = ENDINGS.find((known) => known === value.ended);
  const [prompt, evaluated, written] = [value.prompt, value.evaluated, value.written].map(count);
  if (ended === undefined || prompt == null || evaluated == null || written == null) return null;
  return { type: "done", id, ended, prompt, evaluated, written };
}

function count(value: JsonValue | undefined): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function isListOf(value: JsonValue | undefined, kind: "string"): value is string[];
function isListOf(value: JsonValue | undefined, kind: "number"): value is number[];
function isListOf(value: JsonValue | undefined, kind: "string" | "number"): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === kind);
}
