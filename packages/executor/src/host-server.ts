import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { checkJson, type JsonObject, LIMITS, NarratoriaError } from "@narratoria/protocol";
import { HostError } from "./errors.js";
import { makeHostAddress } from "./host-directory.js";
import { GrantTable, type HostCall, type HostGrant, type LiveGrant } from "./host-grants.js";

/**
 * One service that skill scripts may call. An object is the answer; an async iterable is streamed as NDJSON, one item a line,
 * no faster than the script reads. A `NarratoriaError` thrown reaches the script with its code and message.
 */
export type HostService = (call: HostCall, request: JsonObject) => Promise<object> | AsyncIterable<object>;

/** Serves skill scripts over a local socket. `executePlan` grants and revokes the tokens. */
export interface HostServer {
  /** A Unix domain socket, or a named pipe on Windows. */
  readonly socketPath: string;
  /** Lets one try of one tool in. `revoke` also destroys its connections and aborts what it asked for. */
  grant(grant: HostGrant): { readonly token: string; revoke(): void };
  /** Ends every grant, stops listening and removes the socket's folder. Idempotent. */
  close(): Promise<void>;
}

/**
 * Opens the local server behind which one database and one model serve every skill script: HTTP/1.1 with JSON bodies,
 * `POST /v0/<service>` with a bearer token. Implements rules EX60 to EX72 (DESIGN 4, HARDENING 3.6).
 *
 * @param options.services - By name. What a token may call is further limited by its grant.
 * @param options.runDir - The folder in which the socket's own folder is made; by default the user's runtime folder, else
 * the temporary folder.
 * @throws {HostError} `socket_path_too_long`, `socket_folder` or `socket_unavailable`, with a sentence for the player.
 */
export async function openHostServer(options: {
  readonly services: Readonly<Record<string, HostService>>;
  readonly runDir?: string;
}): Promise<HostServer> {
  const address = await makeHostAddress({ parent: options.runDir, platform: process.platform, env: process.env });
  const host = new Host(new Map(Object.entries(options.services)));
  try {
    await host.listen(address.socketPath);
  } catch (error) {
    await address.remove();
    const reason = error instanceof Error ? error.message : String(error);
    throw new HostError("socket_unavailable", `the host services cannot listen on ${address.socketPath}: ${reason}`);
  }
  let closing: Promise<void> | undefined;
  return {
    socketPath: address.socketPath,
    grant: (grant) => host.grant(grant),
    close: () => {
      closing ??= host.close().then(() => address.remove());
      return closing;
    },
  };
}

class Host {
  readonly #services: ReadonlyMap<string, HostService>;
  readonly #grants = new GrantTable();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Whose connection it is, known from its first valid request on. */
  readonly #owners = new Map<Socket, LiveGrant>();
  #inFlight = 0;

  constructor(services: ReadonlyMap<string, HostService>) {
    this.#services = services;
    const limits = {
      headersTimeout: 1_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 500,
      maxHeaderSize: 16 * 1024,
      // One that has nothing to ask is closed when its token ends.
      keepAliveTimeout: 60_000,
    };
    this.#server = createServer(limits, (request, response) => {
      void this.#answer(request, response).catch((error: unknown) => sendError(response, error));
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => {
        this.#sockets.delete(socket);
        this.#owners.delete(socket);
      });
    });
    // A malformed request gets a bare 400 from Node; a broken connection is no concern of the runtime.
    this.#server.on("clientError", (_error, socket) => socket.destroy());
  }

  listen(socketPath: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(socketPath, () => {
        this.#server.off("error", reject);
        this.#server.on("error", () => {});
        resolve();
      });
    });
  }

  grant(grant: HostGrant): { readonly token: string; revoke(): void } {
    const { token, live, revoke } = this.#grants.issue(grant);
    return {
      token,
      revoke: () => {
        revoke();
        for (const [socket, owner] of this.#owners) if (owner === live) socket.destroy();
      },
    };
  }

  close(): Promise<void> {
    this.#grants.revokeAll();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const live = this.#grants.find(request.headers.authorization);
    const owner = this.#owners.get(request.socket);
    if (!live || (owner && owner !== live)) {
      response.setHeader("connection", "close");
      throw new HostError("unauthorized", "the token is missing, wrong or no longer valid", 401);
    }
    this.#owners.set(request.socket, live);
    const { name, service } = this.#route(request, live);
    if (this.#inFlight >= LIMITS.hostInFlight) {
      throw new HostError("too_many_requests", `more than ${LIMITS.hostInFlight} requests are being answered`, 429);
    }
    const { maxRequests = LIMITS.hostRequests } = live;
    if (live.requests >= maxRequests) {
      throw new HostError("quota_exceeded", `an invocation may make ${maxRequests} requests`, 429);
    }
    live.requests++;
    this.#inFlight++;
    const disconnected = new AbortController();
    response.once("close", () => disconnected.abort());
    try {
      const body = await readBody(request);
      const signal = AbortSignal.any([live.over.signal, disconnected.signal]);
      const answer = service({ ...live.call, signal }, body);
      if (Symbol.asyncIterator in answer) await sendStream(response, answer, signal);
      else sendJson(response, name, await answer);
    } finally {
      this.#inFlight--;
    }
  }

  #route(request: IncomingMessage, live: LiveGrant): { name: string; service: HostService } {
    const name = /^\/v0\/([A-Za-z]{1,64})$/.exec(request.url ?? "")?.[1];
    const service = name === undefined ? undefined : this.#services.get(name);
    if (name === undefined || !service) {
      const known = [...this.#services.keys()].map((key) => `/v0/${key}`).join(", ");
      throw new HostError("not_found", `there is no such service; there are ${known}`, 404);
    }
    if (request.method !== "POST") throw new HostError("method_not_allowed", "host services are called by POST", 405);
    if (!live.services.includes(name)) {
      const message = `the skill "${live.call.skill}" does not declare the host service "${name}" in its manifest`;
      throw new HostError("not_granted", message, 403);
    }
    return { name, service };
  }
}

/** An empty body counts as an empty object, so that a service without parameters can be called by a bare POST. */
async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const bytes = await collect(request);
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    checkJson(value, { refuseForbiddenKeys: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HostError("invalid_request", `the body is not usable JSON: ${reason}`, 400);
  }
  if (!isObject(value)) throw new HostError("invalid_request", "the body must be a JSON object", 400);
  return value;
}

/** Not by iteration: breaking off would destroy the connection before the refusal is out. */
function collect(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= LIMITS.hostRequestBytes) chunks.push(chunk);
      else {
        // The rest is read and thrown away, within the time a request may take, so that the caller gets its answer.
        chunks = [];
        const message = `a request may be at most ${LIMITS.hostRequestBytes} bytes long`;
        reject(new HostError("request_too_large", message, 413));
      }
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", reject);
    request.once("close", () => reject(new HostError("gone", "the connection was closed", 400)));
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sendJson(response: ServerResponse, name: string, answer: object): void {
  const body = JSON.stringify(answer);
  if (Buffer.byteLength(body) > LIMITS.hostResponseBytes) throw tooLarge(name);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

/**
 * Streams items as lines. The first is awaited before the headers go out, so that a service that fails at once still answers
 * with a status; a later failure is a last line with `error` instead.
 */
async function sendStream(response: ServerResponse, items: AsyncIterable<object>, signal: AbortSignal): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    let item = await unlessAborted(iterator.next(), signal);
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    for (; !item.done; item = await unlessAborted(iterator.next(), signal)) {
      const line = `${JSON.stringify(item.value)}\n`;
      bytes += Buffer.byteLength(line);
      if (bytes > LIMITS.hostResponseBytes) throw tooLarge("stream");
      if (!response.write(line)) await unlessAborted(drained(response), signal);
    }
    response.end();
  } finally {
    // Not awaited: a service that waits for its model would hold up the answer.
    void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

function tooLarge(name: string): HostError {
  return new HostError("response_too_large", `the answer of "${name}" is over ${LIMITS.hostResponseBytes} bytes`, 500);
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once("drain", resolve));
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new HostError("gone", "the invocation is over", 410));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** What is not a typed error of ours is a fault of the runtime; its text could hold anything, so the script is not told. */
function sendError(response: ServerResponse, error: unknown): void {
  const known = error instanceof NarratoriaError;
  const body = known
    ? { code: error.code, message: error.message }
    : { code: "internal_error", message: "the host service failed" };
  if (response.headersSent) {
    if (response.writable) response.end(`${JSON.stringify({ error: body })}\n`);
    return;
  }
  const status = error instanceof HostError ? error.status : known ? 422 : 500;
  // The rest of a refused request is not read.
  response.setHeader("connection", "close");
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: body }));
}
