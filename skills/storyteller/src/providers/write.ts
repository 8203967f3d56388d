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
  const until = performance.now() + patience.allMs;
  const wait = (ms: number): NodeJS.Timeout =>
    setTimeout(() => over.abort(silent), Math.max(0, Math.min(ms, until - performance.now())));
  let timer = wait(patience.firstMs);
  const fetch = guardedFetch(AbortSignal.any([signal, over.signal]));
  const wanted = { ...request, maxTokens: Math.max(request.maxTokens, LEAST_TOKENS) };
  let chars = 0;
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
    throw over.signal.aborted && !(error instanceof ProviderFault) ? silent : faultOf(error);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
