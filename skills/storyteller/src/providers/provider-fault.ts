/** What became of a request, in words of our own: what a server says may hold the key, and goes nowhere. */
export class ProviderFault extends Error {
  override readonly name = "ProviderFault";
  constructor(
    readonly code: FaultCode,
    message: string,
    /** How long the provider wants to be left alone, where it says so. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

export type FaultCode =
  | "key_refused"
  | "busy"
  | "failing"
  | "refused"
  | "moved"
  | "unreachable"
  | "untrusted"
  | "silent"
  | "slow"
  | "broken"
  | "empty"
  | "too_long";

/** By the status of an answer that is none. (ST14) */
export function faultOfStatus(status: number, headers: Headers): ProviderFault {
  if (status === 401 || status === 403) return new ProviderFault("key_refused", `It did not take the key (${status}).`);
  if (status === 429) {
    return new ProviderFault("busy", "It has had too many requests (429).", retryAfterMs(headers));
  }
  if (status >= 500)
    return new ProviderFault("failing", `It has a fault of its own (${status}).`, retryAfterMs(headers));
  if (status < 400) {
    return new ProviderFault("moved", `It sent the request on to somewhere else (${status}), which was not followed.`);
  }
  const hint = status === 404 ? " Its address or its model is not right." : "";
  return new ProviderFault("refused", `It refused the request (${status}).${hint}`);
}

/** Whatever was thrown, by what lies at its bottom: each client wraps it in errors of its own. */
export function faultOf(error: unknown): ProviderFault {
  const chain: unknown[] = [];
  for (let one = error; one instanceof Error && !chain.includes(one); one = one.cause) {
    if (one instanceof ProviderFault) return one;
    chain.push(one);
  }
  const code = chain.map(systemCode).find((one) => one !== "") ?? "";
  if (/CERT|SIGNATURE|SELF_SIGNED|ALTNAME|^ERR_TLS|^ERR_SSL|EPROTO/.test(code)) {
    return new ProviderFault("untrusted", `Its certificate is not to be trusted (${code}).`);
  }
  if (
    /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EACCES|EPERM|UND_ERR_CONNECT_TIMEOUT)$/.test(code)
  ) {
    return new ProviderFault("unreachable", `It cannot be reached (${code}).`);
  }
  return new ProviderFault("broken", "It broke off, or sent what cannot be read.");
}

/** Seconds, or a date. */
function retryAfterMs(headers: Headers): number | undefined {
  const said = headers.get("retry-after");
  if (said === null) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(Math.round(ms), 0), 3_600_000) : undefined;
}

function systemCode(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(systemCode).find((one) => one !== "") ?? "";
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
