/** One file at a server, read in pieces: where it is redirected to, what it is, and why it cannot be had. */
import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { ModelError } from "../errors.js";

export interface SourceOptions {
  /** Sent to the host of the address alone, never to where that sends us. */
  readonly token?: string | undefined;
  /** How long no byte may come, in milliseconds. */
  readonly stallMs: number;
  readonly env: NodeJS.ProcessEnv;
}

/** What the server said of the piece that follows. */
export interface Piece {
  /** Where the body begins: what was asked for, or 0 where the server does not know pieces. */
  readonly from: number;
  /** Whether the server knows no pieces and sends the whole. */
  readonly whole: boolean;
  /** Bytes of the whole file; null where the server does not say. */
  readonly totalBytes: number | null;
  readonly etag: string | null;
  /** SHA-256 of the whole, where the server says it. */
  readonly sha256: string | null;
  readonly body: Readable;
}

/** A failure that passes by itself: trying again may help. */
export class Passing extends Error {
  constructor(
    message: string,
    /** How long the server asks us to wait. */
    readonly waitMs: number = 0,
  ) {
    super(message);
  }
}

/** What has come of the file so far does not go with what the server has now. */
export class Changed extends Error {}

export interface HttpSource {
  /** Asks for the bytes from `from` up to, and without, `to`. @throws {Passing | Changed | ModelError} */
  read(from: number, to: number, signal: AbortSignal | undefined): Promise<Piece>;
  close(): Promise<void>;
}

const MAX_REDIRECTS = 6;
const MAX_WAIT_MS = 60_000;

export async function openHttpSource(url: string, { token, stallMs, env }: SourceOptions): Promise<HttpSource> {
  const { EnvHttpProxyAgent, request } = await import("undici");
  const variable = (name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;
  // Empty rather than left out: an agent that is told nothing looks at the environment of this process.
  const agent = new EnvHttpProxyAgent({
    httpProxy: variable("HTTP_PROXY") ?? "",
    httpsProxy: variable("HTTPS_PROXY") ?? variable("HTTP_PROXY") ?? "",
    noProxy: variable("NO_PROXY") ?? "",
    connect: { timeout: stallMs },
    headersTimeout: stallMs,
    bodyTimeout: stallMs,
  });
  const home = new URL(url).origin;

  const ask = async (range: string, signal: AbortSignal | undefined): Promise<Answer> => {
    let at = new URL(url);
    let sha256: string | null = null;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const headers: Record<string, string> = { range, "accept-encoding": "identity", "user-agent": "narratoria" };
      if (token && at.origin === home) headers["authorization"] = `Bearer ${token}`;
      const answer = await request(at, { dispatcher: agent, headers, ...(signal ? { signal } : {}) });
      sha256 ??= hashIn(answer.headers["x-linked-etag"]);
      const location = answer.headers["location"];
      if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== "string")
        return { ...answer, sha256 };
      await answer.body.dump();
      at = nextHop(at, location);
    }
    throw unfetchable("The server sends us from one place to the next and never to the file.");
  };

  return {
    async read(from, to, signal) {
      const answer = await ask(`bytes=${from}-${to - 1}`, signal).catch((error: unknown) => {
        if (error instanceof ModelError || signal?.aborted) throw error;
        throw new Passing(reasonOf(error));
      });
      const { statusCode, headers, body, sha256 } = answer;
      const refuse = async (error: Error): Promise<never> => {
        await body.dump().catch(() => {});
        throw error;
      };
      if (statusCode !== 200 && statusCode !== 206) return refuse(faultOf(statusCode, text(headers["retry-after"])));
      if (/^text\/html\b/i.test(text(headers["content-type"]))) return refuse(webPage());
      const etag = text(headers["etag"]) || null;
      if (statusCode === 200) {
        const length = Number(text(headers["content-length"]));
        return { from: 0, whole: true, totalBytes: length > 0 ? length : null, etag, sha256, body };
      }
      const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(text(headers["content-range"]));
      if (range === null || Number(range[1]) !== from)
        return refuse(new Passing("The server sent another piece than was asked for."));
      return { from, whole: false, totalBytes: Number(range[3]), etag, sha256, body };
    },
    close: () => agent.destroy(),
  };
}

type Answer = Dispatcher.ResponseData & { readonly sha256: string | null };

const text = (header: string | string[] | undefined): string =>
  typeof header === "string" ? header : (header?.[0] ?? "");

function hashIn(header: string | string[] | undefined): string | null {
  return /^"?([0-9a-f]{64})"?$/.exec(text(header))?.[1] ?? null;
}

function nextHop(at: URL, location: string): URL {
  const next = URL.canParse(location, at.href) ? new URL(location, at) : null;
  const safe = next?.protocol === "https:" || (next?.protocol === "http:" && at.protocol === "http:");
  if (next === null || !safe) throw unfetchable("The server sends us to a place that is not safe to fetch from.");
  return next;
}

function faultOf(status: number, retryAfter: string): Error {
  if (status === 416) return new Changed("The server has no such piece.");
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    const wait = Number(retryAfter);
    return new Passing(`The server answered ${status}.`, wait > 0 ? Math.min(wait * 1000, MAX_WAIT_MS) : 0);
  }
  if (status === 401 || status === 403) {
    return new ModelError(
      "download_failed",
      "The server gives this model only to those who have agreed to its licence there.",
      "Agree on its page, make an access token, and set HF_TOKEN to it.",
    );
  }
  if (status === 404 || status === 410) {
    return unfetchable("The server no longer has this file.");
  }
  return unfetchable(`The server refused it with ${status}.`);
}

const unfetchable = (message: string): ModelError =>
  new ModelError("download_failed", message, "Take another model, or fetch the file by hand and add it.");

/** What a network that wants a sign-in first answers everything with. */
export const webPage = (): ModelError =>
  new ModelError(
    "wrong_file",
    "A web page came in place of the model. Perhaps this network wants you to sign in first.",
    "Open a page in a browser, then run the same command again.",
  );

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/TIMEOUT|TIMEDOUT/.test(code)) return "Nothing came for too long.";
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH/.test(code)) return "The server cannot be reached.";
  return "The connection broke off.";
}
