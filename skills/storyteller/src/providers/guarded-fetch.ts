import { faultOfStatus, ProviderFault } from "./provider-fault.js";

/** Far above any answer of some hundred words, with all that is said around each. */
const MOST_BYTES = 4 * 1024 * 1024;

/** What clients add about the machine that they run on. */
const SAYS_TOO_MUCH = /^(?:x-stainless-.*|user-agent)$/;

/**
 * A `fetch` that keeps to one server: whatever it is redirected to gets neither text nor key, an answer that is none is told by
 * its status, and one without end is cut. (ST13, ST14)
 *
 * @param signal - Gives the request up, whatever the client does with its own.
 */
export function guardedFetch(signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    const signals = init?.signal ? [signal, init.signal] : [signal];
    const headers = new Headers(init?.headers);
    for (const name of [...headers.keys()].filter((one) => SAYS_TOO_MUCH.test(one))) headers.delete(name);
    const wanted = { ...init, headers, redirect: "manual" as const, signal: AbortSignal.any(signals) };
    const response = await fetch(input, wanted);
    if (!response.ok) {
      await response.body?.cancel().catch(() => {});
      throw faultOfStatus(response.status, response.headers);
    }
    if (response.body === null) throw new ProviderFault("empty", "It answered with nothing.");
    return new Response(response.body.pipeThrough(capped()), { status: response.status, headers: response.headers });
  };
}

function capped(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES) throw new ProviderFault("too_long", "Its answer had no end.");
      controller.enqueue(chunk);
    },
  });
}
