/** The second file of the skill: loaded only where a provider is chosen, since a client takes longer to load than a scene to tell. */
import type { Provider } from "../settings.js";
import type { Client, WriteRequest } from "./client.js";
import { guardedFetch } from "./guarded-fetch.js";
import { faultOf, ProviderFault } from "./provider-fault.js";

export interface Patience {
  /** Until the first text. */
  readonly firstMs: number;
  /** From one piece of text to the next. */
  readonly nextMs: number;
  /** For all of it. */
  readonly allMs: number;
}

/** Each in a file of its own: the largest takes a tenth of a second to load. */
const CLIENTS: Readonly<Record<Provider["name"], () => Promise<{ readonly write: Client }>>> = {
  claude: () => import("./claude.js"),
  openai: () => import("./openai.js"),
  ollama: () => import("./ollama.js"),
};

/** Says nothing of a story. */
const HELLO: WriteRequest = { system: "Answer in one word.", prompt: "Ready?", maxTokens: 1 };

/**
 * Has a server load its model, by the shortest of answers. Implements rule ST5601.
 *
 * @throws {ProviderFault}
 */
export async function warmUp(provider: Provider, timeoutMs: number): Promise<void> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const { write } = await CLIENTS[provider.name]();
    for await (const _ of write(provider, HELLO, guardedFetch(late)));
  } catch (error) {
    throw late.aborted ? new ProviderFault("silent", "It did not answer in time.") : faultOf(error);
  }
}

/** What a scene can hold at the most. */
const MOST_CHARS = 20_000;
/** A model that thinks first needs room for it; what is too much is not waited for. */
const LEAST_TOKENS = 400;

/**
 * Writes a text with a provider, piece by piece as it comes.
 *
 * @param signal - Gives it up; the generator then ends without a fault.
 * @throws {ProviderFault} Whatever goes wrong, in words that hold nothing of what the provider sent.
 */
export async function* writeText(
  provider: Provider,
  request: WriteRequest,
  patience: Patience,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { write } = await CLIENTS[provider.name]();
  const over = new AbortController();
  const silent = new ProviderFault("silent", "It did not answer in time.");
  const slow = new ProviderFault("slow", "It did not come to the end of a scene in time.");
  const until = performance.now() + patience.allMs;
  let chars = 0;
  const wait = (ms: number): NodeJS.Timeout => {
    const left = Math.max(0, until - performance.now());
    return setTimeout(() => over.abort(left < ms && chars > 0 ? slow : silent), Math.min(ms, left));
  };
  let timer = wait(patience.firstMs);
  const fetch = guardedFetch(AbortSignal.any([signal, over.signal]));
  const wanted = { ...request, maxTokens: Math.max(request.maxTokens, LEAST_TOKENS) };
  let whole = false;
  try {
    for await (const piece of write(provider, wanted, fetch)) {
      if (piece === null) {
        whole = true;
        continue;
      }
      clearTimeout(timer);
      timer = wait(patience.nextMs);
      chars += piece.length;
      if (chars > MOST_CHARS) throw new ProviderFault("too_long", "Its answer had no end.");
      yield piece;
    }
    // A client may end quietly when it is given up.
    over.signal.throwIfAborted();
    if (signal.aborted) return;
    if (!whole) throw new ProviderFault("broken", "Its answer broke off.");
    if (chars === 0) throw new ProviderFault("empty", "It answered with nothing.");
  } catch (error) {
    if (signal.aborted) return;
    throw over.signal.aborted && !(error instanceof ProviderFault) ? over.signal.reason : faultOf(error);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
