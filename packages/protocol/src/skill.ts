import { readSync, writeSync } from "node:fs";
import { NarratoriaError } from "./errors.js";
import type { AssetEvent, LogEvent } from "./generated/contracts.js";
import { createHost, type Host } from "./host-client.js";
import { type InputOf, type InputShape, inputFaults } from "./input-shape.js";
import { LIMITS } from "./limits.js";

export { type Host, HostError, type SearchResult } from "./host-client.js";
export type { FieldShape, InputOf, InputShape } from "./input-shape.js";

/** Sends the events of a script. What is sent after the end of the tool is dropped. */
export interface Emit {
  log(level: LogEvent["level"], message: string, fields?: object): void;
  /** Changes session state by JSON Merge Patch once the tool has succeeded. */
  statePatch(patch: object): void;
  /** Announces a file that is already written. */
  asset(asset: {
    assetId: string;
    kind: string;
    mediaType: AssetEvent["mediaType"];
    path: string;
    metadata?: object;
  }): void;
  uiEvent(event: string, payload?: object): void;
  /** Reports an error without ending the tool; to end it, throw. */
  error(code: string, message: string, details?: object): void;
}

/** What a script works with, beside its input. */
export interface ToolKit {
  readonly emit: Emit;
  /** Outputs of the tools it waited for, by toolId; null where one failed and was not required. */
  readonly dependencies: Record<string, unknown>;
  /** The parts of the story that its manifest asks for. */
  readonly context: Record<string, unknown>;
  /** The skill's settings. */
  readonly config: Record<string, unknown>;
  /** The host services, null where the manifest asks for none. */
  readonly host: Host | null;
  /** Aborted when the runtime wants the script to end. A script that never touches it is simply ended. */
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** A skill script. `run` gives the output, or nothing; whatever it throws becomes an error event and a failed `done`. */
export interface SkillTool<I> {
  readonly input?: InputShape;
  run(input: I, tools: ToolKit): Promise<object | void> | object | void;
}

/**
 * Thrown by a script to fail with a code of its own, for causes that a plan or a player can do something about.
 */
export class ToolFailure extends NarratoriaError {
  override readonly name = "ToolFailure";
  constructor(
    readonly code: string,
    message: string,
    readonly details?: object,
  ) {
    super(message);
  }
}

/**
 * Makes this process a skill script: reads the tool input from standard input, checks it, runs the tool, sends its events
 * and ends the process with exit code 0 after exactly one `done`, whatever happens. It is the script's last statement, as
 * nothing after it need run. Implements rules PR40 to PR53 (architecture 2.1).
 *
 * @param tool - With an `input` written in place, the type of the first parameter of `run` follows from it.
 */
export function defineTool<const S extends InputShape>(tool: {
  readonly input: S;
  run(input: InputOf<S>, tools: ToolKit): Promise<object | void> | object | void;
}): void;
export function defineTool<I>(tool: SkillTool<I>): void;
export function defineTool<I>(tool: SkillTool<I>): void {
  // Also what a promise throws that nobody waits for.
  process.on("uncaughtException", fail);
  // A promise that never settles empties the event loop, and a library may call process.exit: `done` is sent all the same.
  process.on("exit", () => fail(new ToolFailure("unfinished", "The script ended before it had an answer.")));
  try {
    const given = readToolInput();
    const faults = tool.input === undefined ? [] : inputFaults(tool.input, given.input);
    if (faults.length > 0) throw new ToolFailure("invalid_input", `${faults.join("; ")}.`, { faults });
    const input: unknown = given.input;
    // The shape has been checked; without one, the script vouches for the type that it states.
    const result = tool.run(input as I, toolKit(given));
    if (result instanceof Promise) result.then(succeed, fail);
    else succeed(result);
  } catch (error) {
    fail(error);
  }
}

function toolKit(given: GivenInput): ToolKit {
  let controller: AbortController | null = null;
  // Only a script that uses the signal gets a handler for SIGTERM: any other is ended by it at once.
  const signal = (): AbortSignal => {
    if (controller !== null) return controller.signal;
    const created = new AbortController();
    controller = created;
    process.once("SIGTERM", () => {
      const reason = new ToolFailure("cancelled", "The runtime ended the tool.");
      created.abort(reason);
      setTimeout(() => fail(reason), CANCEL_GRACE_MS);
    });
    return created.signal;
  };
  const { host, ...rest } = given;
  return {
    ...rest,
    emit,
    host: host === null ? null : createHost(host, signal),
    get signal() {
      return signal();
    },
  };
}

/** Well within the five seconds after which the runtime kills what ignores SIGTERM. */
const CANCEL_GRACE_MS = 1_000;

const emit: Emit = {
  log: (level, message, fields) => send({ type: "log", level, message, ...(fields && { fields }) }),
  statePatch: (patch) => send({ type: "state_patch", patch }),
  asset: (asset) => send({ type: "asset", ...asset }),
  uiEvent: (event, payload) => send({ type: "ui_event", event, ...(payload && { payload }) }),
  error: (errorCode, errorMessage, details) =>
    send({ type: "error", errorCode, errorMessage, ...(details && { details }) }),
};

let ended = false;

/** @throws {ToolFailure} `event_too_large`: the runtime would end the tool for such a line. */
function send(event: object): void {
  if (ended) return;
  const line = Buffer.from(`${JSON.stringify({ version: "0", ...event })}\n`);
  if (line.length > LIMITS.lineBytes) {
    throw new ToolFailure(
      "event_too_large",
      `An event of ${line.length} bytes is over the limit of ${LIMITS.lineBytes}.`,
    );
  }
  writeAll(line);
}

function succeed(output: object | void): void {
  if (ended) return;
  try {
    if (output !== undefined && (typeof output !== "object" || output === null || Array.isArray(output))) {
      throw new ToolFailure("invalid_output", "What a tool gives back must be an object or nothing.");
    }
    send({ type: "done", ok: true, ...(output && { output }) });
  } catch (error) {
    return fail(error);
  }
  end();
}

function fail(error: unknown): void {
  if (ended) return;
  const message = (error instanceof Error && error.message) || String(error) || "unknown error";
  const details = error instanceof ToolFailure && error.details !== undefined ? { details: error.details } : {};
  const errorCode = error instanceof NarratoriaError ? error.code : "unexpected";
  // The stack is for whoever develops the skill, so it goes where diagnostics go and not into the story's journal.
  if (errorCode === "unexpected" && error instanceof Error) writeDiagnostics(error.stack ?? message);
  const shortened = message.slice(0, 2_000);
  try {
    send({ type: "error", errorCode, errorMessage: shortened, ...details });
  } catch {
    send({ type: "error", errorCode, errorMessage: shortened });
  }
  send({ type: "done", ok: false, summary: message.slice(0, 200) });
  end();
}

/** All has been written, and what would still hold the process open (a socket, a timer) is of no more use. */
function end(): never {
  ended = true;
  process.exit(0);
}

function writeAll(bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      const code = errnoOf(error);
      // Nobody reads any more: there is nothing left to do and nobody to tell.
      if (code === "EPIPE") end();
      if (code !== "EAGAIN") throw error;
      pause();
    }
  }
}

function writeDiagnostics(text: string): void {
  try {
    writeSync(2, `${text}\n`);
  } catch {
    // Diagnostics are worth no failure.
  }
}

interface GivenInput {
  readonly requestId: string;
  readonly input: Record<string, unknown>;
  readonly dependencies: Record<string, unknown>;
  readonly context: Record<string, unknown>;
  readonly config: Record<string, unknown>;
  readonly host: { socket: string; token: string } | null;
}

/** The runtime's own input is trusted but for its outline, since a script is also run by hand. */
function readToolInput(): GivenInput {
  const text = readStandardInput().replace(/^\ufeff/, "");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const found = text.trim() === "" ? "nothing came" : cause;
    throw new ToolFailure("invalid_input", `Standard input must hold the tool input, one JSON object: ${found}.`);
  }
  if (!isRecord(value)) throw new ToolFailure("invalid_input", "The tool input must be a JSON object.");
  const { requestId, input = {}, dependencies, context, config, host } = value;
  if (!isRecord(input)) throw new ToolFailure("invalid_input", `"input" must be an object.`);
  return {
    requestId: typeof requestId === "string" ? requestId : "",
    input,
    dependencies: isRecord(dependencies) ? dependencies : {},
    context: isRecord(context) ? context : {},
    config: isRecord(config) ? config : {},
    host: isHostAccess(host) ? host : null,
  };
}

/** Read at one go, synchronously: an asynchronous stream costs 3 ms more at every start. */
function readStandardInput(): string {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    try {
      const count = readSync(0, chunk);
      if (count === 0) break;
      chunks.push(chunk.subarray(0, count));
    } catch (error) {
      const code = errnoOf(error);
      if (code === "EAGAIN") pause();
      // On Windows the end of a pipe is an error; a closed standard input holds nothing.
      else if (code === "EOF" || code === "EBADF") break;
      else throw error;
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** A pipe that another process made non-blocking is not ready: wait two milliseconds without spinning. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}

function errnoOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function isHostAccess(value: unknown): value is { socket: string; token: string } {
  return isRecord(value) && typeof value.socket === "string" && typeof value.token === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
