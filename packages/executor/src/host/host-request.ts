import type { IncomingMessage } from "node:http";
import {
  checkJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LIMITS,
  MOST_VALUES,
  valuesFault,
} from "@narratoria/protocol";
import { HostError } from "../errors.js";

/**
 * Reads the body of a request. An empty one counts as an empty object, so that a service without parameters can be called by
 * a bare POST. Implements rules EX68 and EX281.
 *
 * @throws {HostError} `unsupported_media_type`, `request_too_large`, `invalid_request` or `gone`.
 */
export async function readBody(request: IncomingMessage): Promise<JsonObject> {
  checkMediaType(request);
  const bytes = await collect(request);
  if (bytes.length === 0) return {};
  if (valuesFault(bytes) !== null) {
    throw new HostError("invalid_request", `a request holds at most ${MOST_VALUES}`, 400);
  }
  let value: JsonValue;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    checkJson(value, { refuseForbiddenKeys: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HostError("invalid_request", `the body is not usable JSON: ${reason}`, 400);
  }
  if (!isJsonObject(value)) throw new HostError("invalid_request", "the body must be a JSON object", 400);
  return value;
}

/** A body that says what it is must say JSON in UTF-8, and as it stands: it is not guessed at, nor unpacked. */
function checkMediaType({ headers }: IncomingMessage): void {
  const [type = "", ...parameters] = (headers["content-type"] ?? "application/json").toLowerCase().split(";");
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(one)?.[1]).find(Boolean);
  const plain = headers["content-encoding"] === undefined || headers["content-encoding"] === "identity";
  if (type.trim() === "application/json" && (charset === undefined || charset === "utf-8") && plain) return;
  const message = "a request is JSON in UTF-8: send it with the header Content-Type: application/json";
  throw new HostError("unsupported_media_type", message, 415);
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
    // What has been read to its end is closed too.
    request.once("close", () => {
      if (!request.readableEnded) reject(new HostError("gone", "the connection was closed", 400));
    });
  });
}
