import type { IncomingMessage } from "node:http";
import { NarratoriaError } from "./errors.js";
import { NdjsonDecoder } from "./ndjson.js";

/** A host service refused or failed. `code` is the one the host gave, or `host_unreachable`. */
export class HostError extends NarratoriaError {
  override readonly name = "HostError";
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** One record that a search found. `relevance` is from 0 to 1. */
export interface SearchResult {
  readonly id: string;
  readonly relevance: number;
  readonly record: Record<string, unknown>;
}

/** What a script may ask of the runtime, as far as its manifest declares it. All calls throw `HostError`. */
export interface Host {
  /** Any service by its name: `POST /v0/<service>`. */
  call(service: string, request: object): Promise<Record<string, unknown>>;
  semanticSearch(request: {
    dataType: string;
    query: string;
    limit?: number;
    filters?: object;
  }): Promise<{ results: SearchResult[] }>;
  /** Stages a record; it is kept when the tool succeeds. */
  store(request: { dataType: string; record: object }): Promise<{ id: string }>;
  /** Session state as this tool sees it, or the part of it at a path such as `inventory.torch`. */
  state(request?: { path?: string }): Promise<Record<string, unknown>>;
  /** Prose from whoever narrates, piece by piece. */
  generate(request: object): AsyncIterable<Record<string, unknown>>;
}

/**
 * @param access - `host` of the tool input.
 * @param signal - Ends every call that is under way.
 */
export function createHost(access: { socket: string; token: string }, signal: () => AbortSignal): Host {
  const call = async (service: string, request: object): Promise<Record<string, unknown>> => {
    const response = await post(access, service, request, signal());
    const body = parse(service, await textOf(response));
    if (response.statusCode !== 200) throw refusal(service, response.statusCode, body);
    return body;
  };
  return {
    call,
    async semanticSearch(request) {
      const { results } = await call("semanticSearch", request);
      return { results: Array.isArray(results) ? results.filter(isSearchResult) : [] };
    },
    async store(request) {
      const { id } = await call("store", request);
      if (typeof id !== "string") throw new HostError("bad_response", "store answered without an id");
      return { id };
    },
    async state(request = {}) {
      const { state } = await call("state", request);
      return isRecord(state) ? state : {};
    },
    async *generate(request) {
      const response = await post(access, "generate", request, signal());
      if (response.statusCode !== 200) {
        throw refusal("generate", response.statusCode, parse("generate", await textOf(response)));
      }
      const decoder = new NdjsonDecoder();
      for await (const chunk of response) for (const { value } of decoder.push(chunk)) yield piece(value);
      for (const { value } of decoder.end()) yield piece(value);
    },
  };
}

/** A streamed answer that fails half-way ends with a piece that holds the error, as its status has long been sent. */
function piece(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new HostError("bad_response", "generate sent something that is not an object");
  if (isRecord(value.error)) throw refusal("generate", undefined, value);
  return value;
}

async function post(
  access: { socket: string; token: string },
  service: string,
  request: object,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  // Loading the HTTP client costs 2 to 3 ms, which a script that asks nothing of the host saves.
  const http = await import("node:http");
  const body = Buffer.from(JSON.stringify(request));
  return new Promise((resolve, reject) => {
    const outgoing = http.request({
      socketPath: access.socket,
      path: `/v0/${encodeURIComponent(service)}`,
      method: "POST",
      // Without an agent: a kept connection would hold the process open, and its token ends with it anyway.
      agent: false,
      signal,
      headers: {
        host: "narratoria",
        authorization: `Bearer ${access.token}`,
        "content-type": "application/json",
        "content-length": body.length,
      },
    });
    outgoing.on("response", resolve);
    outgoing.on("error", (cause) => {
      if (signal.aborted) reject(signal.reason);
      else
        reject(
          new HostError("host_unreachable", `the host service ${service} cannot be reached: ${cause.message}`, {
            cause,
          }),
        );
    });
    outgoing.end(body);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function parse(service: string, text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body)) return body;
  } catch {
    // Reported below, with the case of valid JSON that is no object.
  }
  throw new HostError("bad_response", `the host service ${service} did not answer with a JSON object`);
}

function refusal(service: string, status: number | undefined, body: Record<string, unknown>): HostError {
  const error = isRecord(body.error) ? body.error : {};
  const code = typeof error.code === "string" ? error.code : "host_error";
  const message = typeof error.message === "string" ? error.message : `status ${status}`;
  return new HostError(code, `the host service ${service} refused: ${message}`);
}

function isSearchResult(value: unknown): value is SearchResult {
  return (
    isRecord(value) && typeof value.id === "string" && typeof value.relevance === "number" && isRecord(value.record)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
