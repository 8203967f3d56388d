import type { ServerResponse } from "node:http";
import { LIMITS, NarratoriaError } from "@narratoria/protocol";
import { HostError } from "../errors.js";

/** Answers with one object. @throws {HostError} `response_too_large`. */
export function sendJson(response: ServerResponse, name: string, answer: object): void {
  const body = Buffer.from(JSON.stringify(answer));
  if (body.length > LIMITS.hostResponseBytes) throw tooLarge(name);
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
}

/**
 * Streams items as lines. The first is awaited before the headers go out, so that a service that fails at once still answers
 * with a status; a later failure is a last line with `error` instead.
 */
export async function sendStream(
  response: ServerResponse,
  items: AsyncIterable<object>,
  signal: AbortSignal,
): Promise<void> {
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

/** What is not a typed error of ours is a fault of the runtime; its text could hold anything, so the script is not told. */
export function sendError(response: ServerResponse, error: unknown): void {
  const known = error instanceof NarratoriaError;
  const body = known
    ? { code: error.code, message: error.message }
    : { code: "internal_error", message: "the host service failed" };
  if (response.headersSent) {
    if (response.writable) response.end(`${JSON.stringify({ error: body })}\n`);
    return;
  }
  // The rest of a refused request is not read.
  response.setHeader("connection", "close");
  response.writeHead(statusOf(error), { "content-type": "application/json" });
  response.end(JSON.stringify({ error: body }));
}

/** The HTTP status by which an error is answered. */
export function statusOf(error: unknown): number {
  if (error instanceof HostError) return error.status;
  return error instanceof NarratoriaError ? 422 : 500;
}

/** @throws {HostError} `gone` as soon as the signal is aborted, whatever becomes of the work. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new HostError("gone", "the invocation is over", 410));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function tooLarge(name: string): HostError {
  return new HostError("response_too_large", `the answer of "${name}" is over ${LIMITS.hostResponseBytes} bytes`, 500);
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once("drain", resolve));
}
