import { readSync, writeSync } from "node:fs";
import { checkJson } from "./check-json.js";
import { NarratoriaError, ProtocolError } from "./errors.js";
import type { AssetEvent, LogEvent } from "./generated/contracts.js";
import { createHost, type Host } from "./host-client.js";
import { type InputOf, type InputShape, inputFaults } from "./input-shape.js";
import { MOST_VALUES, valuesFault } from "./line-values.js";
import { LIMITS, OPTIMISE_LATE } from "./limits.js";
import { NETWORK_ERROR, networkCauseOf } from "./network-errors.js";
import { parseEvent } from "./parse-event.js";
import { describeTool, isDescribing } from "./manifest/describe-tool.js";
import {
  isStandardSchema,
  issueSentences,
  type OutputOf,
  type StandardResult,
  type StandardSchema,
} from "./standard-schema.js";
import { type StoryContext, storyContextOf } from "./story-context.js";

export { type Host, HostError, type SearchResult } from "./host-client.js";
export type { FieldShape, InputOf, InputShape } from "./input-shape.js";
export type { OutputOf, StandardIssue, StandardResult, StandardSchema } from "./standard-schema.js";
export type { PersonState, StoryContext, StoryParts } from "./story-context.js";

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

/** What a script works with, beside its input. `Settings` is what its settings are once their schema has passed them. */
export interface ToolKit<Settings = Record<string, unknown>> {
  readonly emit: Emit;
  /** Outputs of the tools it waited for, by toolId; null where one failed and was not required. */
  readonly dependencies: Record<string, unknown>;
  /** The parts of the story that its manifest asks for (`docs/context.md`). */
  readonly context: StoryContext;
  /** The skill's settings. */
  readonly config: Settings;
  /** The host services, null where the manifest asks for none. */
  readonly host: Host | null;
  /** Aborted when the runtime wants the script to end. A script that never touches it is simply ended. */
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** A skill script. `run` gives the output, or nothing; whatever it throws becomes an error event and a failed `done`. */
export interface SkillTool<I, Settings = Record<string, unknown>> {
  /** What its input must be: written in place, or a schema of zod, valibot or another library that knows Standard Schema. */
  readonly input?: InputShape | StandardSchema;
  /** What the settings of its skill must be, as such a schema; `narratoria-skill-manifest` writes the form of settings from it. */
  readonly settings?: StandardSchema;
  run(input: I, tools: ToolKit<Settings>): Promise<object | void> | object | void;
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
 * nothing after it need run. A process that the runtime keeps is handed one input a line and answers each in turn, until its
 * standard input ends or an invocation fails. Implements rules PR40 to PR53 and PR88 to PR90.
 *
 * @param tool - With an `input` written in place or a Standard Schema, the type of the first parameter of `run` follows from it; with
 * `settings`, that of `config`. Implements rules PR860 to PR862.
 */
export function defineTool<S extends StandardSchema, C extends StandardSchema = AnySettings>(tool: {
  readonly input: S;
  readonly settings?: C;
  run(input: OutputOf<S>, tools: ToolKit<OutputOf<C>>): Promise<object | void> | object | void;
}): void;
export function defineTool<const S extends InputShape, C extends StandardSchema = AnySettings>(tool: {
  readonly input: S;
  readonly settings?: C;
  run(input: InputOf<S>, tools: ToolKit<OutputOf<C>>): Promise<object | void> | object | void;
}): void;
export function defineTool<I>(tool: SkillTool<I>): void;
export function defineTool<I, Settings>(tool: SkillTool<I, Settings>): void {
  if (isDescribing()) {
    // Asked by whoever writes the manifest what it takes, it does nothing else.
    writeAll(Buffer.from(`${describeTool(tool)}\n`));
    process.exit(0);
  }
  answerAs(() => tool);
}

/**
 * A tool as `defineTool` takes it, for a file that several scripts of a skill share: the types of its input and its settings follow as they do there.
 */
export function declareTool<S extends StandardSchema, C extends StandardSchema = AnySettings>(tool: {
  readonly input: S;
  readonly settings?: C;
  run(input: OutputOf<S>, tools: ToolKit<OutputOf<C>>): Promise<object | void> | object | void;
}): SkillTool<OutputOf<S>, OutputOf<C>>;
export function declareTool<const S extends InputShape, C extends StandardSchema = AnySettings>(tool: {
  readonly input: S;
  readonly settings?: C;
  run(input: InputOf<S>, tools: ToolKit<OutputOf<C>>): Promise<object | void> | object | void;
}): SkillTool<InputOf<S>, OutputOf<C>>;
export function declareTool<I>(tool: SkillTool<I>): SkillTool<I>;
export function declareTool<I>(tool: SkillTool<I>): SkillTool<I> {
  return tool;
}

/**
 * Makes this process stand for several scripts of a skill: each input is answered by the tool that its `operation` names. It is the last
 * statement of a file that the manifest names as `resident` of these scripts. Implements rule PR5550.
 *
 * @param tools - By the names of the scripts.
 */
export function defineTools(tools: Readonly<Record<string, SkillTool<never, never>>>): void {
  answerAs((operation) => {
    const tool = Object.hasOwn(tools, operation) ? tools[operation] : undefined;
    if (tool !== undefined) return tool;
    const known = Object.keys(tools).join(", ");
    throw new ToolFailure("unknown_operation", `There is no script "${operation.slice(0, 80)}" here, only ${known}.`);
  });
}

/** @param toolFor - Gives the tool that an operation names, or throws. */
function answerAs<I, Settings>(toolFor: (operation: string) => SkillTool<I, Settings>): void {
  let current: Invocation | null = null;
  // Also what a promise throws that nobody waits for.
  process.on("uncaughtException", (error) => {
    current?.fail(error);
    // What an invocation left running has broken down after its end: nothing of this process can be relied on any more.
    process.exit(1);
  });
  // A promise that never settles empties the event loop, and a library may call process.exit: `done` is sent all the same.
  process.on("exit", () => {
    if (current?.over === false)
      current.fail(new ToolFailure("unfinished", "The script ended before it had an answer."));
  });
  const resident = process.env.NARRATORIA_RESIDENT === "1";
  const answer = (read: () => string): Promise<void> | void => {
    current = new Invocation(resident);
    return current.run(toolFor, read);
  };
  if (resident) void serve(answer);
  else void answer(readStandardInput);
}

type AnySettings = StandardSchema<unknown, Record<string, unknown>>;

/** Answers one line after another. Nothing happens in between: the process waits in the read itself. Implements rule PR876. */
async function serve(answer: (read: () => string) => Promise<void> | void): Promise<void> {
  // Imported, the module would be loaded at each start of every script. A V8 that has no such setting goes on without it.
  process.getBuiltinModule("node:v8").setFlagsFromString(OPTIMISE_LATE);
  const lines = new LineReader();
  for (let line = lines.next(); line !== null; line = lines.next()) {
    const text = line;
    const asynchronous = answer(() => text);
    if (asynchronous === undefined) continue;
    await asynchronous;
    // So that what the tool used (a connection, a file) is closed before the process waits.
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.exit(0);
}

/** From one input to its `done`. What the tool sends after that is dropped. */
class Invocation {
  over = false;
  #requestId = "";
  #controller: AbortController | null = null;
  #onTerminate: (() => void) | null = null;

  /** @param resident - Whether the process goes on after a success, and each event names the invocation it belongs to. */
  constructor(private readonly resident: boolean) {}

  run<I, Settings>(toolFor: (operation: string) => SkillTool<I, Settings>, read: () => string): Promise<void> | void {
    try {
      const given = parseToolInput(read());
      this.#requestId = given.requestId;
      const tool = toolFor(given.operation);
      const input = checked("invalid_input", tool.input, given.input);
      const config = checked("invalid_settings", tool.settings, given.config);
      // Both have been checked; without a schema, the script vouches for the types that it states.
      const answer = ([first, second]: readonly unknown[]): Promise<object | void> | object | void =>
        tool.run(first as I, this.#kit(given, second as Settings));
      const both = [input, config];
      const result =
        input instanceof Promise || config instanceof Promise ? Promise.all(both).then(answer) : answer(both);
      if (result instanceof Promise) {
        return result.then(
          (output) => this.#succeed(output),
          (error: unknown) => this.fail(error),
        );
      }
      this.#succeed(result);
    } catch (error) {
      this.fail(error);
    }
  }

  #kit<Settings>(given: GivenInput, config: Settings): ToolKit<Settings> {
    const signal = (): AbortSignal => this.#signal();
    const { requestId, dependencies, context, host } = given;
    return {
      requestId,
      dependencies,
      context,
      config,
      emit: this.#emit(),
      host: host === null ? null : createHost(host, signal),
      get signal() {
        return signal();
      },
    };
  }

  /** Only a script that uses the signal gets a handler for SIGTERM: any other is ended by it at once. */
  #signal(): AbortSignal {
    if (this.#controller !== null) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    this.#onTerminate = () => {
      const reason = new ToolFailure("cancelled", "The runtime ended the tool.");
      controller.abort(reason);
      setTimeout(() => this.fail(reason), CANCEL_GRACE_MS);
    };
    process.once("SIGTERM", this.#onTerminate);
    return controller.signal;
  }

  #emit(): Emit {
    return {
      log: (level, message, fields) => this.#send({ type: "log", level, message, ...(fields && { fields }) }),
      statePatch: (patch) => this.#send({ type: "state_patch", patch }),
      asset: (asset) => this.#send({ type: "asset", ...asset }),
      uiEvent: (event, payload) => this.#send({ type: "ui_event", event, ...(payload && { payload }) }),
      error: (errorCode, errorMessage, details) =>
        this.#send({ type: "error", errorCode, errorMessage, ...(details && { details }) }),
    };
  }

  /** @throws {ToolFailure} `event_too_large` or `invalid_event`: the runtime would end the tool for such a line. */
  #send(event: object): void {
    if (this.over) return;
    const named = this.resident && this.#requestId !== "" ? { requestId: this.#requestId } : {};
    const line = `${JSON.stringify({ version: "0", ...event, ...named })}\n`;
    const bytes = Buffer.from(line);
    if (bytes.length > LIMITS.lineBytes) {
      const message = `An event of ${bytes.length} bytes is over the limit of ${LIMITS.lineBytes}.`;
      throw new ToolFailure("event_too_large", message);
    }
    if (valuesFault(bytes) !== null) {
      throw new ToolFailure("event_too_large", `An event holds at most ${MOST_VALUES}.`);
    }
    const fault = eventFault(event, line);
    if (fault !== null) throw new ToolFailure("invalid_event", `An event cannot be sent: ${fault}.`);
    writeAll(bytes);
  }

  #succeed(output: object | void): void {
    if (this.over) return;
    try {
      if (output !== undefined && (typeof output !== "object" || output === null || Array.isArray(output))) {
        throw new ToolFailure("invalid_output", "What a tool gives back must be an object or nothing.");
      }
      this.#send({ type: "done", ok: true, ...(output && { output }) });
    } catch (error) {
      return this.fail(error);
    }
    this.over = true;
    if (this.#onTerminate) process.off("SIGTERM", this.#onTerminate);
    // All has been written, and what would still hold the process open (a socket, a timer) is of no more use.
    if (!this.resident) process.exit(0);
  }

  fail(error: unknown): void {
    if (this.over) return;
    const cause = error instanceof NarratoriaError ? null : networkCauseOf(error);
    if (cause !== null) return this.fail(withoutNetwork(error, cause));
    const message = (error instanceof Error && error.message) || String(error) || "unknown error";
    const details = error instanceof ToolFailure && error.details !== undefined ? { details: error.details } : {};
    const errorCode = (error instanceof NarratoriaError && error.code) || "unexpected";
    // The stack is for whoever develops the skill, so it goes where diagnostics go and not into the story's journal.
    if (errorCode === "unexpected" && error instanceof Error) writeDiagnostics(error.stack ?? message);
    const shortened = message.slice(0, 2_000);
    try {
      this.#send({ type: "error", errorCode, errorMessage: shortened, ...details });
    } catch {
      this.#send({ type: "error", errorCode, errorMessage: shortened });
    }
    this.#send({ type: "done", ok: false, summary: message.slice(0, 200) });
    this.over = true;
    // Also where the process was to be kept: whoever failed may have left things half done.
    process.exit(0);
  }
}

/**
 * A value as its schema passes it.
 *
 * @returns A promise where the schema's library checks asynchronously.
 * @throws {ToolFailure} With a sentence for each fault.
 */
function checked(code: string, schema: InputShape | StandardSchema | undefined, value: object): unknown {
  const refuse = (faults: readonly string[]): never => {
    throw new ToolFailure(code, `${faults.join("; ")}.`, { faults });
  };
  if (schema === undefined) return value;
  if (!isStandardSchema(schema)) {
    const faults = inputFaults(schema, value);
    return faults.length > 0 ? refuse(faults) : value;
  }
  const passed = (result: StandardResult<unknown>): unknown =>
    result.issues === undefined ? result.value : refuse(issueSentences(result.issues));
  const result = schema["~standard"].validate(value);
  return result instanceof Promise ? result.then(passed) : passed(result);
}

/** The failure of a script that could not reach the network, with the system's code. (rule PR480) */
function withoutNetwork(error: unknown, cause: string): ToolFailure {
  const said = error instanceof Error ? error.message : "";
  const message = said.includes(cause) ? said : `${said || "The network could not be reached"} (${cause})`;
  return new ToolFailure(NETWORK_ERROR, message, { cause });
}

/** @returns What the runtime would refuse or drop, in words; null when the event is good. */
function eventFault(event: object, line: string): string | null {
  try {
    // Before it is written: a NaN would silently become null, and in a patch null means "remove".
    checkJson(event);
    const { warnings } = parseEvent(JSON.parse(line), { text: line });
    return warnings.find((warning) => warning.includes(" was ignored: ")) ?? null;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return `${error.reason}${error.code === "number_out_of_range" ? ` (at ${error.pointer})` : ""}`;
  }
}

/** Well within the five seconds after which the runtime kills what ignores SIGTERM. */
const CANCEL_GRACE_MS = 1_000;

function writeAll(bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      const code = errnoOf(error);
      // Nobody reads any more: there is nothing left to do and nobody to tell.
      if (code === "EPIPE") process.exit(0);
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
  readonly operation: string;
  readonly input: Record<string, unknown>;
  readonly dependencies: Record<string, unknown>;
  readonly context: StoryContext;
  readonly config: Record<string, unknown>;
  readonly host: { socket: string; token: string } | null;
}

/** What other tools gave may be as deep as any event, and lies a few levels down in the input. */
const INPUT_DEPTH = LIMITS.jsonDepth + 4;

/** The runtime's own input is trusted but for its outline, since a script is also run by hand. */
function parseToolInput(given: string): GivenInput {
  const text = given.replace(/^\ufeff/, "");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const found = text.trim() === "" ? "nothing came" : cause;
    throw new ToolFailure("invalid_input", `Standard input must hold the tool input, one JSON object: ${found}.`);
  }
  if (!isRecord(value)) throw new ToolFailure("invalid_input", "The tool input must be a JSON object.");
  try {
    checkJson(value, { maxDepth: INPUT_DEPTH, refuseForbiddenKeys: true });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new ToolFailure("invalid_input", `The tool input cannot be used: ${error.reason} (at ${error.pointer}).`);
  }
  const { requestId, operation, input = {}, dependencies, context, config, host } = value;
  if (!isRecord(input)) throw new ToolFailure("invalid_input", `"input" must be an object.`);
  return {
    requestId: typeof requestId === "string" ? requestId : "",
    operation: typeof operation === "string" ? operation : "",
    input,
    dependencies: isRecord(dependencies) ? dependencies : {},
    context: isRecord(context) ? storyContextOf(context) : {},
    config: isRecord(config) ? config : {},
    host: isHostAccess(host) ? host : null,
  };
}

/** Read at one go, synchronously: an asynchronous stream costs 3 ms more at every start. */
function readStandardInput(): string {
  const chunks: Buffer[] = [];
  const next = (): Buffer | null => readChunk(Buffer.allocUnsafe(64 * 1024));
  for (let chunk = next(); chunk !== null; chunk = next()) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Standard input line by line, of any length. */
class LineReader {
  /** One for all reads: a new one for each would be garbage of the kind that is collected late. */
  readonly #buffer = Buffer.allocUnsafe(64 * 1024);
  /** Of the line that has begun. */
  #begun: Buffer[] = [];
  /** What came together with the end of the last line. */
  #rest: Buffer | null = null;

  /** Waits for the next line that is not blank. @returns Null at the end; a last line need not be ended. */
  next(): string | null {
    for (;;) {
      const chunk = this.#rest ?? readChunk(this.#buffer);
      this.#rest = null;
      const end = chunk === null ? -1 : chunk.indexOf(10);
      if (chunk !== null && end === -1) {
        this.#begun.push(Buffer.from(chunk));
        continue;
      }
      if (chunk !== null) this.#begun.push(chunk.subarray(0, end));
      const [only] = this.#begun;
      const line = (only && this.#begun.length === 1 ? only : Buffer.concat(this.#begun)).toString("utf8");
      this.#begun = [];
      if (chunk !== null && end + 1 < chunk.length) this.#rest = chunk.subarray(end + 1);
      if (line.trim() !== "") return line;
      if (chunk === null) return null;
    }
  }
}

/** @returns What there is, once there is something, in the buffer given; null at the end. */
function readChunk(buffer: Buffer): Buffer | null {
  for (;;) {
    try {
      const count = readSync(0, buffer);
      return count === 0 ? null : buffer.subarray(0, count);
    } catch (error) {
      const code = errnoOf(error);
      // On Windows the end of a pipe is an error; a closed standard input holds nothing.
      if (code === "EOF" || code === "EBADF") return null;
      if (code !== "EAGAIN") throw error;
      pause();
    }
  }
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
