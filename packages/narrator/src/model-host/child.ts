import { Socket } from "node:net";
import { NdjsonDecoder } from "@narratoria/protocol";
import { ModelError } from "../errors.js";
import { type LoadedLlama, loadLlama } from "./llama.js";
import { loadMiniLm, type MiniLm } from "./minilm.js";
import type { FromChild, Opening, ToChild } from "./messages.js";

/**
 * The process that models run in. It is told what to do on its stdin and answers on descriptor 3, one JSON object a line:
 * whatever a native library prints goes elsewhere. It ends when its stdin does, for then nobody is there any more.
 */
const answers = new Socket({ fd: 3, readable: false, writable: true });
answers.on("error", () => process.exit(1));

/** Pieces of text are gathered this long, in milliseconds: the reader's eye is slower, and a line each costs. */
const GATHER_MS = 12;

const running = new Map<number, AbortController>();
const pieces = new Map<number, string>();
let opening: Opening | undefined;
let llama: Promise<LoadedLlama> | undefined;
let miniLm: Promise<MiniLm> | undefined;
let gathering: NodeJS.Timeout | undefined;
let beating: NodeJS.Timeout | undefined;
let progress = 0;

const step = (): void => {
  progress += 1;
};

function say(message: FromChild): void {
  answers.write(`${JSON.stringify(message)}\n`);
}

function flush(): void {
  clearTimeout(gathering);
  gathering = undefined;
  for (const [id, text] of pieces) say({ type: "text", id, text });
  pieces.clear();
}

function give(id: number, text: string): void {
  pieces.set(id, (pieces.get(id) ?? "") + text);
  gathering ??= setTimeout(flush, GATHER_MS);
}

function theLlama(): Promise<LoadedLlama> {
  llama ??= loadTheLlama();
  return llama;
}

function theMiniLm(): Promise<MiniLm> {
  miniLm ??= loadTheMiniLm();
  miniLm.catch(() => {
    miniLm = undefined;
  });
  return miniLm;
}

async function loadTheMiniLm(): Promise<MiniLm> {
  if (!opening?.miniLm) throw new ModelError("no_model", "MiniLM is not set up.");
  const { threads } = opening;
  try {
    return await loadMiniLm({ ...opening.miniLm, ...(threads === undefined ? {} : { threads }) });
  } catch (error) {
    console.error(error);
    throw new ModelError("model_broken", "MiniLM cannot be loaded.");
  }
}

/** Of its numbers, as they lie in memory. */
function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

async function loadTheLlama(): Promise<LoadedLlama> {
  if (!opening) throw new ModelError("host_failed", "The model host was not told what to load.");
  say({ type: "loading" });
  try {
    const loaded = await loadLlama(opening, step);
    say({ type: "loaded", name: loaded.name, contextTokens: loaded.contextTokens });
    return loaded;
  } catch (error) {
    // Once more at the next request: there may be more memory then.
    llama = undefined;
    throw error;
  }
}

async function answer(message: Exclude<ToChild, Opening | { type: "cancel" }>, signal: AbortSignal): Promise<void> {
  const { id } = message;
  switch (message.type) {
    case "count": {
      const loaded = await theLlama();
      return say({ type: "counted", id, counts: message.texts.map((text) => loaded.countTokens(text)) });
    }
    case "embed": {
      const vectors = await (await theMiniLm()).embed(message.texts, { signal, onBatch: step });
      return say({ type: "embedded", id, vectors: vectors.map(bytesOf) });
    }
    case "preload": {
      const result = await (await theLlama()).preload(message.wording, { signal, onProgress: step });
      return say({ type: "done", id, ...result });
    }
    case "write": {
      const loaded = await theLlama();
      const result = await loaded.write(message.wording, {
        signal,
        onProgress: step,
        onText: (text) => give(id, text),
      });
      flush();
      return say({ type: "done", id, ...result });
    }
  }
}

async function begin(message: Exclude<ToChild, Opening | { type: "cancel" }>): Promise<void> {
  const stop = new AbortController();
  running.set(message.id, stop);
  beating ??= setInterval(() => say({ type: "beat", progress }), opening?.beatMs ?? 500);
  try {
    await answer(message, stop.signal);
  } catch (error) {
    flush();
    const failure =
      error instanceof ModelError ? error : new ModelError("host_failed", "The model failed at this text.");
    if (!(error instanceof ModelError)) console.error(error);
    say({ type: "failed", id: message.id, code: failure.code, message: failure.message });
  } finally {
    running.delete(message.id);
    if (running.size === 0) {
      clearInterval(beating);
      beating = undefined;
    }
  }
}

function hear(message: ToChild): void {
  if (message.type === "open") opening = message;
  else if (message.type === "cancel") running.get(message.id)?.abort();
  else void begin(message);
}

const decoder = new NdjsonDecoder({ maxLineBytes: 64 * 2 ** 20 });
process.stdin.on("data", (chunk: Buffer) => {
  // The parent is ours, so its lines are what they say.
  for (const { text } of decoder.push(chunk)) hear(JSON.parse(text));
});
process.stdin.on("end", () => process.exit(0));
