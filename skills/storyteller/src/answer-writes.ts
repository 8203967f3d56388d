/** Writes what the host asks for while a scene is told: the texts go to a provider, and what comes back goes to the host. */
import type { Host } from "@narratoria/protocol/skill";
import type { WriteRequest } from "./providers/client.js";
import type { ChosenProviders, Provider } from "./settings.js";

type Given = Readonly<Record<string, unknown>>;

/** One provider failed: which, and why, in words that hold nothing of what it sent. */
export type WriterFault = ChosenProviders["faults"][number] & { readonly retryAfterMs?: number };

/** Of the player's patience for what a turn does beside the scene, so that the host hears of a fault before its own time is over. */
const REST_OF_TURN_MS = 1_500;
/** Of what is left, for one that has another behind it. */
const FIRST_SHARE = 2 / 3;
/** From one piece of text to the next, and that share of the patience where it is longer. */
const NEXT_MS = 4_000;
const NEXT_SHARE = 1 / 6;
/** Pieces of text wait so long for others: a host takes a few hundred calls of a script. */
const FLUSH_MS = 40;

/**
 * Answers the pieces `write` and `enough` of a scene. A provider that fails is not asked again in the scene; the next in line
 * takes its place, in the same text as long as nothing of it was sent. Implements rules ST15 to ST17.
 */
export class WriteAnswers {
  #providers: readonly Provider[];
  /** Set by the first text. */
  #begunAt: number | null = null;
  readonly #under = new Map<number, AbortController>();

  constructor(
    private readonly host: Pick<Host, "generate">,
    providers: readonly Provider[],
    private readonly onFault: (fault: WriterFault) => void,
    private readonly patienceMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#providers = providers;
  }

  /** @param piece - As the host sent it; what is no request for a text is left alone. */
  take(piece: Given): void {
    const { type, id } = piece;
    if (typeof id !== "number") return;
    if (type === "enough") this.#under.get(id)?.abort();
    if (type !== "write") return;
    const given = new AbortController();
    this.#under.set(id, given);
    void this.#answer(id, piece, given.signal).finally(() => this.#under.delete(id));
  }

  close(): void {
    for (const one of this.#under.values()) one.abort();
  }

  async #answer(
    id: number,
    { system, prompt, maxTokens, temperature, schema, providers }: Given,
    signal: AbortSignal,
  ): Promise<void> {
    const post = new Posts(this.host, id, signal);
    let request: WriteRequest = {
      system: typeof system === "string" ? system : "",
      prompt: typeof prompt === "string" ? prompt : "",
      maxTokens: typeof maxTokens === "number" ? maxTokens : 0,
      ...(typeof temperature === "number" ? { temperature } : {}),
      ...(isObject(schema) ? { schema } : {}),
    };
    // Without a word on it, all may be asked.
    const mayAsk = ({ name }: Provider): boolean => !Array.isArray(providers) || providers.includes(name);
    const { writeText } = await import("./providers/write.js");
    const begunAt = (this.#begunAt ??= this.now());
    while (!signal.aborted) {
      const provider = this.#providers.find(mayAsk);
      const left = begunAt + this.patienceMs - REST_OF_TURN_MS - this.now();
      if (provider === undefined || left <= 0) return post.end("failed");
      const isLast = this.#providers.filter(mayAsk).length === 1;
      const nextMs = Math.max(NEXT_MS, this.patienceMs * NEXT_SHARE);
      const patience = { firstMs: isLast ? left : left * FIRST_SHARE, nextMs, allMs: left };
      try {
        for await (const text of writeText(provider, request, patience, signal)) {
          post.text(text);
        }
        return await post.end("done");
      } catch (error) {
        // Who cannot be bound to a form is asked by the prompt alone, and still writes scenes.
        if (isObject(schema)) {
          if (request.schema === undefined || post.begun || codeOf(error) !== "refused") return post.end("failed");
          const { schema: _, ...unbound } = request;
          request = unbound;
          continue;
        }
        this.#providers = this.#providers.filter((one) => one !== provider);
        const fault = faultIn(provider, error);
        this.onFault(fault);
        post.fault(fault);
        if (post.begun) return post.end("failed");
      }
    }
  }
}

const isObject = (value: unknown): value is Given => typeof value === "object" && value !== null;

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** Only what the second file words itself is repeated. */
function faultIn({ name }: Provider, error: unknown): WriterFault {
  const known = error instanceof Error && error.name === "ProviderFault" && "code" in error;
  return known && typeof error.code === "string"
    ? { provider: name, code: error.code, message: error.message, ...restOf(error) }
    : { provider: name, code: "broken", message: "It broke off, or sent what cannot be read." };
}

function restOf(error: Error): { readonly retryAfterMs?: number } {
  return "retryAfterMs" in error && typeof error.retryAfterMs === "number" ? { retryAfterMs: error.retryAfterMs } : {};
}

/** What goes to the host of one text: one call after another, in order, each with all that there is by then. */
class Posts {
  begun = false;
  #text = "";
  #faults: WriterFault[] = [];
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly host: Pick<Host, "generate">,
    private readonly id: number,
    private readonly signal: AbortSignal,
  ) {}

  text(piece: string): void {
    this.begun = true;
    this.#text += piece;
    this.#timer ??= setTimeout(() => this.#send({}), FLUSH_MS);
  }

  fault(fault: WriterFault): void {
    this.#faults.push(fault);
  }

  end(end: "done" | "failed"): Promise<void> {
    this.#send({ end });
    return this.#sending;
  }

  #send(more: object): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const text = this.#text === "" ? {} : { text: this.#text };
    const faults = this.#faults.length === 0 ? {} : { faults: this.#faults };
    this.#text = "";
    this.#faults = [];
    this.#sending = this.#sending.then(async () => {
      if (this.signal.aborted) return;
      try {
        for await (const _ of this.host.generate({ kind: "written", id: this.id, ...text, ...faults, ...more }));
      } catch {
        // The host wants no more of it. What it makes of the scene, it says on the scene's own answer.
      }
    });
  }
}
