import type { GenerateRequest } from "@narratoria/protocol/contracts";
import { ModelError, type TextWriter, type WriteOptions, type WriteRequest, type Written } from "@narratoria/narrator";
import { StoppedText, writtenText } from "./stopped-text.js";

/** Somebody whom a script asks could not write, or may not. */
export type WriterFault = NonNullable<GenerateRequest["faults"]>[number];

export interface ScriptWriterOptions {
  /** Takes the pieces `write` and `enough` to the script. */
  readonly ask: (piece: object) => void;
  /** Told of each fault as the script tells it. */
  readonly onFault: (fault: WriterFault) => void;
  /** Who writes where the script does not; null where nobody does. */
  readonly instead: TextWriter | null;
  /** How long the player waits for the whole scene. 10 s when left out. */
  readonly patienceMs?: number;
  /** Milliseconds by a clock that is never set. */
  readonly now?: () => number;
}

/** How long a player waits for a scene who has set nothing. (SC-009) */
export const PATIENCE_MS = 10_000;
/** Of that for what a turn does before and after its scene is written. */
const REST_OF_TURN_MS = 1_000;
/** What the models of providers hold at the least. */
const CONTEXT_TOKENS = 8192;
/** A script's text is no more to be trusted than a model's. */
const MOST_CHARS = 20_000;

/** A text that was asked for. */
interface Open {
  take(part: Pick<GenerateRequest, "text" | "end">): void;
}

/**
 * Has texts of one scene written by the script that asked for the scene, which reaches a provider where the story's own process
 * never does. What the script gives runs through the same checks as a model's. Once it fails, the rest is written by `instead`, and by nobody
 * once the player's patience is over. Implements rules EN330 to EN332.
 */
export class ScriptWriter implements TextWriter {
  readonly status: TextWriter["status"];
  readonly #providers: readonly string[];
  readonly #options: ScriptWriterOptions;
  readonly #now: () => number;
  readonly #until: number;
  #heard = false;
  readonly #open = new Map<number, Open>();
  #asked = 0;
  #failed = false;

  /** @param providers - Those that the script may ask now. */
  constructor(providers: readonly string[], options: ScriptWriterOptions) {
    this.#providers = providers;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#until = this.#now() + (options.patienceMs ?? PATIENCE_MS) - REST_OF_TURN_MS;
    const model = { id: providers.join(", "), path: "", contextTokens: CONTEXT_TOKENS };
    this.status = { state: "ready", model, restarts: 0 };
  }

  /** Whether nobody whom the script asks has answered. */
  get failed(): boolean {
    return this.#failed;
  }

  /** How many texts the script was asked for. */
  get asked(): number {
    return this.#asked;
  }

  async write(request: WriteRequest, options: WriteOptions): Promise<Written> {
    // A text of given pieces takes a grammar, which providers have not in common.
    if (this.#failed || request.pieces) return this.#writeInstead(request, options);
    const text = await this.#writtenByScript(request, options);
    if (text !== null) return writtenText(text);
    // Who cannot keep to a form still writes scenes.
    if (request.schema) throw new ModelError("bad_request", "Whoever writes elsewhere kept to no form.");
    return this.#writeInstead(request, options);
  }

  /** What came of a text by the script's other request. What nobody waits for any more is let be. */
  take({ id = 0, text, end, faults = [] }: GenerateRequest): void {
    for (const fault of faults) this.#options.onFault(fault);
    this.#open.get(id)?.take({ ...(text === undefined ? {} : { text }), ...(end === undefined ? {} : { end }) });
  }

  /** @returns Null where not a word came. @throws {ModelError} `timeout`. */
  #writtenByScript(request: WriteRequest, { signal, onText }: WriteOptions): Promise<string | null> {
    const id = ++this.#asked;
    const left = this.#until - this.#now();
    const { timeoutMs = left, stop = [] } = request;
    const { ask } = this.#options;
    return new Promise((resolve, reject) => {
      const text = new StoppedText(stop, onText);
      const over = (settle: () => void, enough = true): void => {
        if (!this.#open.delete(id)) return;
        clearTimeout(timer);
        signal.removeEventListener("abort", given);
        if (enough) ask({ type: "enough", id });
        settle();
      };
      const fail = (): void => {
        if (request.schema) return resolve(null);
        this.#failed = true;
        resolve(text.told === "" ? null : text.told);
      };
      const given = (): void => over(() => reject(signal.reason));
      const late = (): void =>
        over(() => {
          // Whoever has written in this scene is slow, and has not failed.
          if (this.#now() >= this.#until && !this.#heard) return fail();
          if (text.told !== "") return resolve(text.told);
          reject(new ModelError("timeout", "The text did not come in time."));
        });
      const timer = setTimeout(late, Math.max(0, Math.min(timeoutMs, left)));
      this.#open.set(id, {
        take: ({ text: part = "", end }) => {
          const stopped = text.push(part);
          this.#heard ||= text.told !== "";
          // Once there is enough, whoever took the text has settled it.
          if (stopped || text.told.length > MOST_CHARS) return over(() => resolve(text.told));
          if (end === "done") over(() => resolve(text.end()), false);
          if (end === "failed") over(fail, false);
        },
      });
      if (signal.aborted) return given();
      signal.addEventListener("abort", given, { once: true });
      const { system, prompt, maxTokens, temperature, schema } = request;
      ask({
        type: "write",
        id,
        providers: this.#providers,
        system,
        prompt,
        maxTokens,
        ...(temperature === undefined ? {} : { temperature }),
        ...(schema === undefined ? {} : { schema }),
      });
    });
  }

  async #writeInstead(request: WriteRequest, options: WriteOptions): Promise<Written> {
    const { instead } = this.#options;
    if (!instead) throw new ModelError("host_failed", "Nobody else writes here.");
    const left = this.#until - this.#now();
    if (left <= 0) throw new ModelError("timeout", "No time was left for whoever steps in.");
    try {
      return await instead.write({ ...request, timeoutMs: Math.min(request.timeoutMs ?? left, left) }, options);
    } catch (error) {
      options.signal.throwIfAborted();
      // What is wrong with the one who steps in is no reason not to ask the first one again, in another scene.
      const late = error instanceof ModelError && error.code === "timeout";
      throw new ModelError(late ? "timeout" : "host_failed", "Nor did whoever stepped in write.", "", { cause: error });
    }
  }
}
