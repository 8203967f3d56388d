import { ProtocolError } from "./errors.js";
import type { DoneEvent, ToolEvent } from "./generated/contracts.js";
import type { JsonValue } from "./json.js";
import { LIMITS, type StreamLimits } from "./limits.js";
import { NdjsonDecoder } from "./ndjson.js";
import { parseEvent } from "./parse-event.js";

const LF = 10;
/** More would not be read. */
const MOST_WARNINGS = 100;

/**
 * Reads the events of one invocation from the bytes of a tool's standard output, cut anywhere: what a stream comes to does
 * not hang on its chunks. Nothing is thrown: the first fault ends the stream and stands in `fault`. Implements rules PR100 to
 * PR104.
 */
export class EventReader {
  readonly #limits: StreamLimits;
  readonly #requestId: string | undefined;
  readonly #decoder: NdjsonDecoder;
  readonly #hide: (<T>(value: T) => T) | undefined;
  readonly #assetIds = new Set<string>();
  /** Each sentence once, with the line where it was first due. */
  readonly #warnings = new Map<string, string>();
  #bytes = 0;
  #events = 0;
  #done: DoneEvent | null = null;
  #fault: ProtocolError | null = null;

  /**
   * @param options.requestId - Of the invocation; an event that names another one is warned of.
   * @param options.limits - Caps, where a manifest has lowered them.
   * @param options.hide - Leaves out of a text or value what no fault and no warning may quote. It is applied before anything is
   * cut, as half a secret is not recognised any more.
   */
  constructor(
    options: {
      readonly requestId?: string;
      readonly limits?: StreamLimits;
      readonly hide?: <T>(value: T) => T;
    } = {},
  ) {
    this.#limits = options.limits ?? LIMITS;
    this.#requestId = options.requestId;
    this.#hide = options.hide;
    const { hide } = options;
    this.#decoder = new NdjsonDecoder({ maxLineBytes: this.#limits.lineBytes, ...(hide && { hide }) });
  }

  /** The event that ended the stream, once it has come. */
  get done(): DoneEvent | null {
    return this.#done;
  }

  /** What was wrong with the stream. No event comes after it. */
  get fault(): ProtocolError | null {
    return this.#fault;
  }

  /** Whether something other than blank lines came after `done`. */
  get wentOn(): boolean {
    return this.#warnings.has(AFTER_DONE);
  }

  /** Plain sentences for the developer console, at most 100, no two alike but for the line. */
  get warnings(): readonly string[] {
    return [...this.#warnings.values()];
  }

  /**
   * @param chunk - The next bytes of the stream.
   * @returns The events that they completed, in order, up to a fault or `done`.
   */
  push(chunk: Uint8Array): ToolEvent[] {
    if (this.#fault !== null || chunk.byteLength === 0) return [];
    if (this.#done !== null) return this.#ignore(chunk);
    const { stdoutBytes } = this.#limits;
    const room = stdoutBytes - this.#bytes;
    this.#bytes += chunk.byteLength;
    // What lies within the cap is read even where the chunk goes on beyond it.
    const events = this.#read((take) =>
      this.#decoder.feed(chunk.byteLength > room ? chunk.subarray(0, room) : chunk, take),
    );
    if (this.#done !== null) this.#ignore(chunk.subarray(chunk.lastIndexOf(LF) + 1));
    else if (chunk.byteLength > room && this.#fault === null) {
      this.#fault = new ProtocolError("stdout_too_long", `the tool wrote more than ${stdoutBytes} bytes`);
    }
    return events;
  }

  /**
   * The stream has ended.
   *
   * @returns The last event, if its line came without a newline.
   */
  end(): ToolEvent[] {
    if (this.#fault !== null || this.#done !== null) return [];
    return this.#read((take) => this.#decoder.finish(take));
  }

  #read(decode: (take: (value: JsonValue, line: number, text: string) => void) => void): ToolEvent[] {
    const events: ToolEvent[] = [];
    try {
      decode((value, line, text) => {
        if (this.#done !== null) return this.#warnOfRest();
        const { event, warnings } = parseEvent(
          value,
          { line, text, ...(this.#hide && { hide: this.#hide }) },
          this.#limits,
        );
        if (++this.#events > this.#limits.events) {
          throw new ProtocolError("too_many_events", `the tool sent more than ${this.#limits.events} events`, { line });
        }
        for (const warning of warnings) this.#warn(warning, line);
        if (this.#take(event, line)) events.push(event);
      });
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      // Nonsense after `done` changes nothing.
      if (this.#done === null) this.#fault = error;
      else this.#warnOfRest();
    }
    return events;
  }

  /** @returns Whether the event counts. */
  #take(event: ToolEvent, line: number): boolean {
    if (event.requestId !== undefined && this.#requestId !== undefined && event.requestId !== this.#requestId) {
      this.#warn(`an event names another request ("${this.#short(event.requestId)}"); that was ignored`, line);
    }
    if (event.type === "done") this.#done = event;
    else if (event.type === "asset") {
      if (this.#assetIds.has(event.assetId)) {
        this.#warn(`asset "${this.#short(event.assetId)}" came twice; the first one stands`, line);
        return false;
      }
      this.#assetIds.add(event.assetId);
    }
    return true;
  }

  #short(text: string): string {
    return (this.#hide?.(text) ?? text).slice(0, 80);
  }

  /** @param rest - Bytes after `done`; blank lines are as good as none. */
  #ignore(rest: Uint8Array): ToolEvent[] {
    if (rest.some((byte) => byte !== LF && byte !== 13 && byte !== 32 && byte !== 9)) this.#warnOfRest();
    return [];
  }

  #warnOfRest(): void {
    this.#warnings.set(AFTER_DONE, AFTER_DONE);
  }

  #warn(warning: string, line: number): void {
    if (this.#warnings.size >= MOST_WARNINGS || this.#warnings.has(warning)) return;
    this.#warnings.set(warning, `line ${line}: ${warning}`);
  }
}

const AFTER_DONE = "output after done was ignored";
