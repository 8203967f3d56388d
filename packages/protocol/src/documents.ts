import { isUtf8 } from "node:buffer";
import { checkJson } from "./check-json.js";
import { type ContractName, checkContract } from "./check-contract.js";
import { ProtocolError } from "./errors.js";
import { excerptOf, excerptOfBytes } from "./excerpt.js";
import type { ContractTypes } from "./generated/contracts.js";
import { LIMITS } from "./limits.js";
import { replaceLoneSurrogates } from "./lone-surrogates.js";
import { syntaxFault } from "./syntax-fault.js";

/** How much a document may hold; for those not named, what a file may. */
const CAPS: { readonly [name in ContractName]?: { readonly bytes: number; readonly depth: number } } = {
  "plan-json": { bytes: LIMITS.planBytes, depth: LIMITS.planDepth },
  "tool-input": { bytes: LIMITS.stdinBytes, depth: LIMITS.jsonDepth },
  "log-event": { bytes: LIMITS.lineBytes, depth: LIMITS.jsonDepth },
  "state-patch-event": { bytes: LIMITS.lineBytes, depth: LIMITS.jsonDepth },
  "asset-event": { bytes: LIMITS.lineBytes, depth: LIMITS.jsonDepth },
  "ui-event": { bytes: LIMITS.lineBytes, depth: LIMITS.jsonDepth },
  "error-event": { bytes: LIMITS.lineBytes, depth: LIMITS.jsonDepth },
  "done-event": { bytes: LIMITS.lineBytes, depth: LIMITS.jsonDepth },
  "execution-result": { bytes: LIMITS.stdoutBytes, depth: LIMITS.jsonDepth },
};
const FILE = { bytes: LIMITS.jsonFileBytes, depth: LIMITS.jsonDepth };

/**
 * Reads a document that crossed a pipe or a disk: strictly, with every check of its contract. For the events of a stream,
 * which forgive more, there is `EventReader`. Implements rules PR110 to PR113.
 *
 * @param name - Which contract it claims to keep.
 * @param source - Text, or bytes of UTF-8; a byte order mark at the start is skipped.
 * @throws {ProtocolError} `too_long`, `invalid_utf8`, `invalid_json` (with the line), `too_deep`, `number_out_of_range`,
 * `forbidden_key` or `invalid_document`, each with a pointer; the message of the last tells up to five faults.
 */
export function parseDocument<N extends ContractName>(name: N, source: string | Uint8Array): ContractTypes[N] {
  const caps = CAPS[name] ?? FILE;
  const bytes = typeof source === "string" ? Buffer.byteLength(source) : source.byteLength;
  if (bytes > caps.bytes) {
    throw new ProtocolError("too_long", `${bytes} bytes are over the limit of ${caps.bytes}`, { pointer: "" });
  }
  const value = parseText(typeof source === "string" ? source : textOf(source));
  checkSafety(value, caps.depth);
  return checked(name, value);
}

/**
 * Writes a document as one line of JSON without its line end. What it refuses to write, `parseDocument` would refuse to read.
 * Implements rules PR110 to PR113.
 *
 * @param value - Members that are undefined are left out.
 * @throws {ProtocolError} As `parseDocument` does, and before anything is written out: a NaN would silently become null.
 */
export function encodeDocument<N extends ContractName>(name: N, value: ContractTypes[N]): string {
  const caps = CAPS[name] ?? FILE;
  checkSafety(value, caps.depth);
  // A lone surrogate is written as an escape that no strict reader takes.
  const text = replaceLoneSurrogates(JSON.stringify(value));
  const bytes = Buffer.byteLength(text);
  if (bytes > caps.bytes) {
    throw new ProtocolError("too_long", `${bytes} bytes are over the limit of ${caps.bytes}`, { pointer: "" });
  }
  checked(name, JSON.parse(text));
  return text;
}

function checkSafety(value: unknown, maxDepth: number): void {
  checkJson(value, { maxDepth, refuseForbiddenKeys: true });
}

function checked<N extends ContractName>(name: N, value: unknown): ContractTypes[N] {
  const issues = checkContract(name, value);
  const [first] = issues;
  // The contract has just been found kept.
  if (first === undefined) return value as ContractTypes[N];
  const told = issues.slice(0, 5).map(({ message }) => message);
  const rest = issues.length - told.length;
  const reason = `${told.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
  throw new ProtocolError("invalid_document", reason, { pointer: first.pointer });
}

function textOf(source: Uint8Array): string {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const lines = bytes.toString("latin1").split("\n");
  let start = 0;
  for (const [index, { length }] of lines.entries()) {
    const line = bytes.subarray(start, start + length);
    if (!isUtf8(line)) {
      const place = { line: index + 1, pointer: "", excerpt: excerptOfBytes(line) };
      throw new ProtocolError("invalid_utf8", "the text is not valid UTF-8", place);
    }
    start += length + 1;
  }
  throw new ProtocolError("invalid_utf8", "the text is not valid UTF-8", { pointer: "" });
}

function parseText(source: string): unknown {
  const text = source.replace(/^\ufeff/, "");
  try {
    return JSON.parse(replaceLoneSurrogates(text));
  } catch {
    const line = text.slice(0, syntaxFault(text)).split("\n").length;
    const excerpt = excerptOf(text.split("\n")[line - 1] ?? "");
    throw new ProtocolError("invalid_json", `not one JSON value: ${excerpt}`, { line, pointer: "", excerpt });
  }
}
