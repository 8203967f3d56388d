import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type JsonObject, LIMITS } from "@narratoria/protocol";
import { HostError } from "../errors.js";
import { sendError, sendJson, sendStream, unlessAborted } from "./host-answer.js";
import { makeHostAddress } from "./host-directory.js";
import { GrantTable, type HostCall, type HostGrant, type LiveGrant } from "./host-grants.js";
import { HostLog, type HostLogEntry } from "./host-log.js";
import { readBody } from "./host-request.js";

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
 * `POST /v0/<service>` with a bearer token. Implements rules EX60 to EX72 and EX280 to EX286.
 *
 * @param options.services - By name. What a token may call is further limited by its grant.
 * @param options.runDir - The folder in which the socket's own folder is made; by default the user's runtime folder, else
 * the temporary folder.
 * @param options.log - Told of refusals and of services that fail. It should return at once; what it throws is lost.
 * @throws {HostError} `socket_path_too_long`, `socket_folder` or `socket_unavailable`, with a sentence for the player.
 */
export async function openHostServer(options: {
  readonly services: Readonly<Record<string, HostService>>;
  readonly runDir?: string;
  readonly log?: (entry: HostLogEntry) => void;
}): Promise<HostServer> {
  const address = await makeHostAddress({ parent: options.runDir, platform: process.platform, env: process.env });
  const host = new Host(new Map(Object.entries(options.services)), new HostLog(options.log));
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
  readonly #log: HostLog;
  readonly #grants = new GrantTable();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Whose connection it is, known from its first valid request on. */
  readonly #owners = new Map<Socket, LiveGrant>();
  #inFlight = 0;

  constructor(services: ReadonlyMap<string, HostService>, log: HostLog) {
    this.#services = services;
    this.#log = log;
    const limits = {
      headersTimeout: 1_000,
      // To the end of the body, which has not far to come.
      requestTimeout: 5_000,
      connectionsCheckingInterval: 500,
      maxHeaderSize: 16 * 1024,
      // One that has nothing to ask is closed when its token ends.
      keepAliveTimeout: 60_000,
    };
    const serve = (request: IncomingMessage, response: ServerResponse): void => void this.#serve(request, response);
    this.#server = createServer(limits, serve);
    // Who waits for a word before sending the body gets none without a token.
    this.#server.on("checkContinue", serve);
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      if (this.#sockets.size > LIMITS.hostConnections) this.#makeRoom();
      socket.once("close", () => {
        this.#sockets.delete(socket);
        this.#owners.delete(socket);
      });
    });
    this.#server.on("clientError", (error: NodeJS.ErrnoException, socket) => this.#malformed(error.code, socket));
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

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Node itself answers any version of which it can make something.
    if (request.httpVersion !== "1.1") return this.#malformed("HPE_INVALID_VERSION", request.socket);
    const live = this.#grants.find(request.headersDistinct.authorization);
    try {
      await this.#answer(request, response, live);
    } catch (error) {
      this.#log.failed(request.url ?? "", live, error);
      sendError(response, error);
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse, live: LiveGrant | null): Promise<void> {
    const owner = this.#owners.get(request.socket);
    if (!live || (owner && owner !== live)) {
      throw new HostError("unauthorized", "the token is missing, wrong or no longer valid", 401);
    }
    if (!owner) this.#own(request.socket, live);
    this.#admit(live);
    const { name, service } = this.#route(request, live);
    live.inFlight++;
    this.#inFlight++;
    const disconnected = new AbortController();
    // Every abort makes an error with its stack: an answer that has been sent needs none.
    response.once("close", () => response.writableFinished || disconnected.abort());
    try {
      if (/^100-continue$/i.test(request.headers.expect ?? "")) response.writeContinue();
      const asked = await readBody(request);
      const body = live.hide?.(asked) ?? asked;
      const signal = AbortSignal.any([live.over.signal, disconnected.signal]);
      const answer = service({ ...live.call, signal }, body);
      if (Symbol.asyncIterator in answer) await sendStream(response, answer, signal);
      else sendJson(response, name, await unlessAborted(answer, signal));
    } finally {
      live.inFlight--;
      this.#inFlight--;
    }
  }

  /** Closes the oldest connection that has shown no token, so that whoever opens many and asks nothing keeps nobody out. */
  #makeRoom(): void {
    for (const socket of this.#sockets) {
      if (this.#owners.has(socket)) continue;
      // Closing takes a turn of the event loop, in which others may come.
      this.#sockets.delete(socket);
      socket.destroy();
      return;
    }
  }

  /** @throws {HostError} `too_many_requests` where the invocation has as many connections as it may. */
  #own(socket: Socket, live: LiveGrant): void {
    let held = 0;
    for (const owner of this.#owners.values()) if (owner === live) held++;
    if (held >= LIMITS.hostConnectionsEach) {
      const message = `an invocation may hold ${LIMITS.hostConnectionsEach} connections`;
      throw new HostError("too_many_requests", message, 429);
    }
    this.#owners.set(socket, live);
  }

  /** @throws {HostError} `quota_exceeded` or `too_many_requests`. */
  #admit(live: LiveGrant): void {
    const { maxRequests = LIMITS.hostRequests } = live;
    if (++live.requests > maxRequests) {
      throw new HostError("quota_exceeded", `an invocation may make ${maxRequests} requests`, 429);
    }
    if (live.inFlight >= LIMITS.hostInFlightEach) {
      const message = `an invocation may have ${LIMITS.hostInFlightEach} requests answered at once`;
      throw new HostError("too_many_requests", message, 429);
    }
    if (this.#inFlight >= LIMITS.hostInFlight) {
      throw new HostError("too_many_requests", `more than ${LIMITS.hostInFlight} requests are being answered`, 429);
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

  /** What cannot be read as a request gets a bare status: whoever tries by hand sees more than a closed connection. */
  #malformed(code: string | undefined, socket: Duplex): void {
    const status =
      code === "HPE_HEADER_OVERFLOW"
        ? "431 Request Header Fields Too Large"
        : code === "ERR_HTTP_REQUEST_TIMEOUT"
          ? "408 Request Timeout"
          : code === "HPE_INVALID_VERSION"
            ? "505 HTTP Version Not Supported"
            : "400 Bad Request";
    // A connection that merely broke is no concern of anybody.
    if (code === "ECONNRESET" || code === "EPIPE" || !socket.writable) return void socket.destroy();
    this.#log.malformed(status);
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
  }
}
