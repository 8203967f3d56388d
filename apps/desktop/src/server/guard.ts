/** Decides about a request before any route sees it: who may ask, how, and for what. */
import type { Trouble } from "./answers.js";

/** A request as it came over the socket, before anything is made of it. */
export interface RawRequest {
  readonly httpVersion: string;
  readonly method: string;
  /** What the request line names, unchanged. */
  readonly target: string;
  /** Names and values in turn, as Node's `rawHeaders`. */
  readonly rawHeaders: readonly string[];
}

/** What the guard compares a request with. */
export interface GuardedPlace {
  /** Host and port as the browser writes them, such as `127.0.0.1:40123`. */
  readonly authority: string;
  isSession(token: string): boolean;
}

export interface Refusal {
  readonly status: number;
  readonly trouble: Trouble;
}

/** What was asked for, by a request that may ask. */
export interface Admitted {
  /** `door` hands out and takes what opens a page; `asset` is a linked file, `page` a file of the page itself. */
  readonly kind: "door" | "api" | "asset" | "page";
  readonly path: string;
}

/** Most bytes of a request's body, except those of a campaign that is installed: its route counts by itself. */
const MOST_BODY_BYTES = 1024 * 1024;
/** A nonce in JSON is far shorter. */
const MOST_SESSION_BYTES = 1024;

const READING = new Set(["GET", "HEAD"]);
const API_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
/** Two of any of them would leave open which one counts. */
const SINGLE = ["host", "origin", "authorization", "content-type", "content-length", "sec-fetch-site"] as const;

/** A file may be sent here by PUT; each has a limit of its own. */
const TAKES_FILES: ReadonlySet<string> = new Set(["/api/install", "/api/import"]);

/** @returns What the request asks for, or why it is refused. The order of the checks is that of the rules. */
export function judge(request: RawRequest, place: GuardedPlace): Admitted | Refusal {
  const { method, target } = request;
  const headers = headersOf(request.rawHeaders);
  if (request.httpVersion !== "1.1") return refusal(400, "http_version", "Only HTTP/1.1 is spoken here.");
  const repeated = SINGLE.find((name) => (headers.get(name)?.length ?? 0) > 1);
  if (repeated !== undefined) return refusal(400, "bad_request", "A header is given twice.");
  const one = (name: (typeof SINGLE)[number]): string | undefined => headers.get(name)?.[0];
  if (one("host") !== place.authority) return refusal(421, "wrong_host", "Narratoria does not answer under this name.");

  const [path = "", ...queries] = target.split("?");
  if (!isPlainPath(path) || hasControls(queries.join("?")))
    return refusal(400, "bad_request", "The address is not well formed.");

  const reading = READING.has(method);
  const inApi = path === "/api" || path.startsWith("/api/");
  const site = one("sec-fetch-site");
  // `none` is what the player typed or opened from outside: pages and files, never the stories.
  if (site !== undefined && site !== "same-origin" && !(site === "none" && method === "GET" && !inApi))
    return refusal(403, "foreign", "Other pages may not ask for this.");
  const origin = one("origin");
  if (origin === undefined ? !reading : origin !== `http://${place.authority}`)
    return refusal(403, "foreign", "Other pages may not ask for this.");

  const atDoor = path === "/api/session";
  const invites = path === "/api/invitations";
  if (inApi && !atDoor && !place.isSession(bearer(one("authorization"))))
    return {
      status: 401,
      trouble: { code: "no_session", message: "This page has no session.", action: "Open Narratoria again." },
    };

  if (atDoor || invites ? method !== "POST" : inApi ? !API_METHODS.has(method) : !reading)
    return refusal(405, "method", "This cannot be done here.");
  const body = bodyFault(reading, method === "PUT" && TAKES_FILES.has(path), atDoor, headers);
  if (body !== null) return body;

  const kind = atDoor || invites ? "door" : inApi ? "api" : path.startsWith("/a/") ? "asset" : "page";
  return { kind, path };
}

function bodyFault(
  reading: boolean,
  takesFile: boolean,
  atDoor: boolean,
  headers: ReadonlyMap<string, readonly string[]>,
): Refusal | null {
  const encoded = headers.has("transfer-encoding");
  const length = Number(headers.get("content-length")?.[0] ?? 0);
  if (!encoded && length === 0) return null;
  if (reading) return refusal(400, "bad_request", "A request that reads has no body.");
  if (takesFile) return null;
  // A body of unknown length could go on for ever.
  if (encoded) return refusal(411, "length_required", "The length of the body is missing.");
  if (length > (atDoor ? MOST_SESSION_BYTES : MOST_BODY_BYTES))
    return refusal(413, "too_large", "The request is too large.");
  // A form of a foreign page cannot send JSON.
  return /^application\/json(; ?charset=utf-8)?$/i.test(headers.get("content-type")?.[0] ?? "")
    ? null
    : refusal(415, "media_type", "Only JSON is read here.");
}

function headersOf(raw: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? "").toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), raw[at + 1] ?? ""]);
  }
  return headers;
}

function bearer(authorization: string | undefined): string {
  return /^Bearer ([A-Za-z0-9_-]{1,200})$/.exec(authorization ?? "")?.[1] ?? "";
}

/** Whether a path can be read in one way alone: no empty or dotted parts, no separators or controls behind escapes. */
function isPlainPath(path: string): boolean {
  if (path === "/") return true;
  if (!path.startsWith("/") || !/^[!-~]*$/.test(path) || /[\\#"<>^`{|}]/.test(path)) return false;
  return path
    .slice(1)
    .split("/")
    .every((part) => {
      const meant = decoded(part);
      return meant !== null && !/^\.{0,2}$/.test(meant) && !/[/\\]/.test(meant) && !hasControls(meant);
    });
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function hasControls(text: string): boolean {
  return /[\u0000-\u0020\u007f-\u009f]/.test(text);
}

function refusal(status: number, code: string, message: string): Refusal {
  return { status, trouble: { code, message, action: "" } };
}
