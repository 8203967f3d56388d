/** The server on this machine's own address: everything between a socket and the routes. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";
import { answerTrouble, NOT_HERE, type Trouble, troubleOf } from "./answers.js";
import { answerAsset } from "./asset-file.js";
import { body } from "./body.js";
import { cutOffByFaults } from "./cut-off.js";
import type { FileLinks } from "./file-links.js";
import { type Admitted, judge, type Refusal } from "./guard.js";
import { SECURITY_HEADERS } from "./headers.js";
import type { LastRun } from "./last-run.js";
import type { PageFiles } from "./page-files.js";
import { type PaceLimits, RefusalPace } from "./refusal-pace.js";
import { Sessions } from "./sessions.js";

export interface Limits {
  /** For all headers of a request. */
  readonly headersMs: number;
  /** For the whole of a request, its body included. */
  readonly requestMs: number;
  /** For the whole of a campaign that is installed. */
  readonly installMs: number;
  /** How often connections are looked at. */
  readonly checkMs: number;
  readonly connections: number;
  readonly headerBytes: number;
  /** For what the guard refuses. */
  readonly refusals: PaceLimits;
}

const LIMITS: Limits = {
  headersMs: 5_000,
  requestMs: 30_000,
  installMs: 600_000,
  checkMs: 1_000,
  connections: 64,
  headerBytes: 16 * 1024,
  refusals: { burst: 100, perSecond: 200 },
};

export interface ListenOptions {
  /** Answers what is asked of `/api`. */
  readonly api: { fetch(request: Request): Response | Promise<Response> };
  readonly files: PageFiles;
  readonly links: FileLinks;
  /** A loopback address. */
  readonly host?: string;
  /** The address as a browser writes it, where it is another than `host`. */
  readonly name?: string;
  /** 0 takes one that is free. */
  readonly port?: number;
  /** Hashes of the tokens that pages of an earlier run hold. */
  readonly sessions?: readonly string[];
  /** Told the port and the hashes of all tokens, at first and with each new session. */
  readonly onSessions?: (run: LastRun) => void;
  readonly limits?: Partial<Limits>;
  readonly now?: () => number;
  /** Told of what is no error of ours. */
  readonly onFault?: (error: unknown) => void;
  /** Told how many pages follow the events, each time that changes. */
  readonly onPages?: (pages: number) => void;
}

export interface Listening {
  readonly origin: string;
  /** @returns An address that opens one page, within a minute. */
  invite(): string;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** @throws {Error} As Node does where the port cannot be had: `EADDRINUSE`, `EACCES`. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { files, links, host = "127.0.0.1", port = 0, onFault = () => {}, onPages = () => {} } = options;
  const limits = { ...LIMITS, ...options.limits };
  const sessions = new Sessions(options.now, options.sessions);
  const listener = (fetch: ListenOptions["api"]["fetch"]) =>
    getRequestListener(
      async (request, { outgoing }) => {
        // Who went away in the middle is no fault, whatever is thrown for it.
        const tell = (error: unknown): void => {
          if (!outgoing.destroyed) onFault(error);
        };
        try {
          return cutOffByFaults(await fetch(request), outgoing, tell);
        } catch (error) {
          tell(error);
          return Response.json(FAULT.trouble, { status: FAULT.status });
        }
      },
      { overrideGlobalObjects: false },
    );
  const toApi = listener((request) => options.api.fetch(request));
  const doorway = door(
    sessions,
    () => invite(),
    () => tell(),
    onFault,
  );
  const toDoor = listener((request) => doorway.fetch(request));
  const connections = new Connections(limits.connections);
  const pace = new RefusalPace(limits.refusals);
  let place = { authority: "", isSession: (token: string) => sessions.isSession(token) };
  let pages = 0;
  const invite = (): string => `http://${place.authority}/#k=${sessions.invite()}`;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { httpVersion, method = "", url: target = "", rawHeaders } = request;
    const verdict = judge({ httpVersion, method, target, rawHeaders }, place);
    if ("trouble" in verdict) return pace.refuse(request.socket, () => refuse(request, response, verdict));
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    limitTime(request, verdict, limits);
    if (request.headers.expect !== undefined) response.writeContinue();
    switch (verdict.kind) {
      case "door":
        return toDoor(request, response);
      case "api":
        connections.prove(request.socket);
        if (verdict.path === "/api/events") {
          onPages(++pages);
          response.once("close", () => onPages(--pages));
        }
        return toApi(request, response);
      case "asset": {
        const file = links.find(verdict.path.slice("/a/".length));
        if (file === null || !(await answerAsset(file, request, response))) refuse(request, response, MISSING);
        return;
      }
      case "page": {
        const file = files.find(verdict.path);
        if (file === null) return refuse(request, response, MISSING);
        response.writeHead(200, {
          "Content-Type": file.mediaType,
          "Content-Length": file.bytes.byteLength,
          ...(file.lasting ? { "Cache-Control": "public, max-age=31536000, immutable" } : {}),
        });
        response.end(request.method === "HEAD" ? undefined : file.bytes);
      }
    }
  };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((error: unknown) => {
      // Whoever asked may have gone away in the middle.
      if (!request.socket.destroyed) onFault(error);
      if (response.headersSent) response.destroy();
      else refuse(request, response, FAULT);
    });
  };

  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.installMs,
    connectionsCheckingInterval: limits.checkMs,
    // The guard answers where a header is missing.
    requireHostHeader: false,
  });
  // Their bytes are counted: none is dropped in silence.
  server.maxHeadersCount = 0;
  server.on("request", handle);
  server.on("checkContinue", handle);
  server.on("checkExpectation", (request, response) => refuse(request, response, NOT_EXPECTED));
  server.on("connection", (socket) => connections.add(socket));
  server.on("connect", (_, socket) => socket.end(rawAnswer(405)));
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(rawAnswer(PARSER_FAULTS[code ?? ""] ?? 400));
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  server.on("error", onFault);
  const { port: taken } = server.address() as AddressInfo;
  const authority = `${options.name ?? host}:${taken}`;
  place = { ...place, authority };
  const origin = `http://${authority}`;
  const tell = (): void => options.onSessions?.({ port: taken, sessions: sessions.hashes() });
  tell();
  return {
    origin,
    invite,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        connections.end();
      }),
  };
}

/** Swaps the nonce of an address for the token of a session, and gives those who have one an address for another page. */
function door(sessions: Sessions, invite: () => string, onAdmitted: () => void, onFault: (error: unknown) => void) {
  return new Hono()
    .onError(answerTrouble(onFault))
    .post("/api/invitations", (context) => context.json({ address: invite() }))
    .post("/api/session", body(z.object({ nonce: z.string().min(1).max(200) })), (context) => {
      const token = sessions.admit(context.req.valid("json").nonce);
      if (token !== null) onAdmitted();
      return token === null
        ? context.json(
            {
              code: "no_session",
              message: "This address was used already, or is older than a minute.",
              action: "Open Narratoria again.",
            } satisfies Trouble,
            401,
          )
        : context.json({ token });
    });
}

/** The connections there are. Where one too many comes, the oldest that has shown no token makes room. */
class Connections {
  /** In the order in which they came. */
  readonly #unproven = new Set<Socket>();
  readonly #open = new Set<Socket>();

  constructor(private readonly most: number) {}

  add(socket: Socket): void {
    if (this.#open.size >= this.most) {
      const [oldest] = this.#unproven;
      (oldest ?? socket).destroy();
      if (oldest === undefined) return;
      this.#unproven.delete(oldest);
    }
    this.#open.add(socket);
    this.#unproven.add(socket);
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#unproven.delete(socket);
    });
  }

  /** Also those that Node's server knows no more: after `CONNECT`, and where its own list has lost one. */
  end(): void {
    for (const socket of this.#open) socket.destroy();
  }

  /** A page of ours uses it. */
  prove(socket: Socket): void {
    this.#unproven.delete(socket);
  }
}

/** Ends a request whose body does not come to an end. Its headers have a limit of their own. */
function limitTime(request: IncomingMessage, { path }: Admitted, limits: Limits): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(
    () => {
      if (!request.complete) request.socket.destroy();
    },
    path === "/api/install" ? limits.installMs : limits.requestMs,
  );
  request.once("close", () => clearTimeout(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

const NOT_EXPECTED: Refusal = { status: 417, trouble: { code: "bad_request", message: "No.", action: "" } };
const MISSING: Refusal = { status: 404, trouble: NOT_HERE };
const FAULT: Refusal = { status: 500, trouble: troubleOf(null).body };

/** Answers with a reason, and reads nothing more from that connection. */
function refuse(request: IncomingMessage, response: ServerResponse, { status, trouble }: Refusal): void {
  const text = request.method === "HEAD" ? "" : JSON.stringify(trouble);
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    Connection: "close",
  });
  response.end(text);
}

/** What the parser refuses, with the status that says so. */
const PARSER_FAULTS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** An answer to what was no request. */
function rawAnswer(status: number): string {
  const lines = Object.entries({ ...SECURITY_HEADERS, "Content-Length": "0", Connection: "close" });
  return [`HTTP/1.1 ${status} Refused`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
}
