/** What the SDK says where a script could not reach the network. */
export const NETWORK_ERROR = "network_error";

// Of Node, its HTTP client and POSIX: a host that cannot be found or reached, a connection that broke.
const CODES =
  /^(?:EAI_(?:AGAIN|FAIL|NONAME)|ECONN(?:ABORTED|REFUSED|RESET)|EHOST(?:DOWN|UNREACH)|ENET(?:DOWN|RESET|UNREACH)|ENOTFOUND|ETIMEDOUT|UND_ERR_(?:SOCKET|(?:BODY|CONNECT|HEADERS)_TIMEOUT))$/;

/** Whether an error event's code says that the network could not be reached. Implements rule PR480. */
export function isNetworkError(code: string): boolean {
  return code.toLowerCase() === NETWORK_ERROR || CODES.test(code);
}

/**
 * The system's code of the network error at the bottom of what was thrown: HTTP clients wrap it in errors of their own.
 *
 * @returns Null where there is none.
 */
export function networkCauseOf(thrown: unknown, wrappers = 0): string | null {
  if (!(thrown instanceof Error) || wrappers > MAX_WRAPPERS) return null;
  if ("code" in thrown && typeof thrown.code === "string" && CODES.test(thrown.code)) return thrown.code;
  const inside: unknown[] = thrown instanceof AggregateError ? thrown.errors : [thrown.cause];
  for (const one of inside) {
    const cause = networkCauseOf(one, wrappers + 1);
    if (cause !== null) return cause;
  }
  return null;
}

const MAX_WRAPPERS = 8;
