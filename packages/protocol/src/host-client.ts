import { checkJson } from "./check-json.js";
import { NarratoriaError, ProtocolError } from "./errors.js";
import { BadResponse } from "./http-response.js";
import type { JsonValue } from "./json.js";
import { LIMITS } from "./limits.js";
import { NdjsonDecoder } from "./ndjson.js";
import { SocketClient, type SocketResponse } from "./post-to-socket.js";

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
  /** Records for which all filters hold, the youngest first, each with relevance 1. */
  exactMatch(request: { dataType: string; filters: object; limit?: number }): Promise<{ results: SearchResult[] }>;
  /** Stages a record; it is kept when the tool succeeds. */
  store(request: { dataType: string; record: object }): Promise<{ id: string }>;
  /** Stages a change of a record, a JSON Merge Patch. */
  update(request: { dataType: string; id: string; changes: object }): Promise<{ id: string }>;
  /** Stages the removal of a record. */
  delete(request: { dataType: string; id: string }): Promise<{ id: string }>;
  /** The meaning of texts as numbers, for each text a list of `dimensions` of them. */
  embed(request: {
    texts: readonly string[];
  }): Promise<{ model: string; dimensions: number; embeddings: readonly (readonly number[])[] }>;
  /** Session state as this tool sees it. */
  state(): Promise<Record<string, unknown>>;
  /** What is there at a path such as `inventory.torch`; null where it leads nowhere. */
  state(request: { path: string }): Promise<unknown>;
  /** Prose from whoever narrates, piece by piece. */
  generate(request: object): AsyncIterable<Record<string, unknown>>;
}

/**
 * @param access - `host` of the tool input.
 * @param signal - Ends every call that is under way.
 */
export function createHost(access: { socket: string; token: string }, signal: () => AbortSignal): Host {
  const client = new SocketClient(access.socket);
  const call = async (service: string, request: object): Promise<Record<string, unknown>> => {
    const response = await post(client, access.token, service, request, signal());
    const body = await objectOf(service, response);
    if (response.status !== 200) throw refusal(service, response.status, body);
    return body;
  };
  const find = async (service: string, request: object): Promise<{ results: SearchResult[] }> => {
    const { results } = await call(service, request);
    return { results: Array.isArray(results) ? results.filter(isSearchResult) : [] };
  };
  const write = async (service: string, request: object): Promise<{ id: string }> => {
    const { id } = await call(service, request);
    if (typeof id !== "string") throw new HostError("bad_response", `${service} answered without an id`);
    return { id };
  };
  function state(): Promise<Record<string, unknown>>;
  function state(request: { path: string }): Promise<unknown>;
  async function state(request?: { path: string }): Promise<unknown> {
    const answer = await call("state", request ?? {});
    if (request !== undefined) return answer.state ?? null;
    return isRecord(answer.state) ? answer.state : {};
  }
  return {
    call,
    semanticSearch: (request) => find("semanticSearch", request),
    exactMatch: (request) => find("exactMatch", request),
    store: (request) => write("store", request),
    update: (request) => write("update", request),
    delete: (request) => write("delete", request),
    async embed(request) {
      const { model, dimensions, embeddings } = await call("embed", request);
      if (typeof model === "string" && typeof dimensions === "number" && isEmbeddings(embeddings)) {
        return { model, dimensions, embeddings };
      }
      throw new HostError("bad_response", "embed answered without embeddings");
    },
    state,
    async *generate(request) {
      const response = await post(client, access.token, "generate", request, signal());
      if (response.status !== 200) throw refusal("generate", response.status, await objectOf("generate", response));
      // An answer may be as long as it likes, a piece of it only as long as any line.
      const decoder = new NdjsonDecoder();
      for await (const chunk of response.body) for (const { value } of decoder.push(chunk)) yield piece(value);
      for (const { value } of decoder.end()) yield piece(value);
    },
  };
}

/** A streamed answer that fails half-way ends with a piece that holds the error, as its status has long been sent. */
function piece(value: JsonValue): Record<string, unknown> {
  checkJson(value, { refuseForbiddenKeys: true });
  if (!isRecord(value)) throw new HostError("bad_response", "generate sent something that is not an object");
  if (isRecord(value.error)) throw refusal("generate", undefined, value);
  return value;
}

async function post(
  client: SocketClient,
  token: string,
  service: string,
  request: object,
  signal: AbortSignal,
): Promise<SocketResponse> {
  const path = `/v0/${encodeURIComponent(service)}`;
  const unreachable = (cause: unknown): unknown => {
    if (signal.aborted || cause instanceof NarratoriaError) return cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (cause instanceof BadResponse) {
      return new HostError(
        "bad_response",
        `the host service ${service} answered in a way that cannot be read: ${reason}`,
        { cause },
      );
    }
    return new HostError("host_unreachable", `the host service ${service} cannot be reached: ${reason}`, { cause });
  };
  try {
    const { status, body } = await client.post({ token, path, body: JSON.stringify(request), signal });
    return { status, body: explained(body, unreachable) };
  } catch (cause) {
    throw unreachable(cause);
  }
}

/** The same pieces; what goes wrong among them is put into our words. */
async function* explained(body: AsyncIterable<Buffer>, explain: (cause: unknown) => unknown): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (cause) {
    throw explain(cause);
  }
}

/** The whole answer, with the checks that hold wherever JSON enters. */
async function objectOf(service: string, { body }: SocketResponse): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LIMITS.hostResponseBytes) {
      throw new HostError(
        "bad_response",
        `the host service ${service} answered with over ${LIMITS.hostResponseBytes} bytes`,
      );
    }
    chunks.push(chunk);
  }
  try {
    const given: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    checkJson(given, { refuseForbiddenKeys: true });
    if (isRecord(given)) return given;
  } catch (error) {
    if (error instanceof ProtocolError) {
      throw new HostError(
        "bad_response",
        `the host service ${service} answered with what is not safe to keep: ${error.reason}`,
      );
    }
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

function isEmbeddings(value: unknown): value is number[][] {
  const isNumbers = (one: unknown): boolean => Array.isArray(one) && one.every((number) => typeof number === "number");
  return Array.isArray(value) && value.every(isNumbers);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
