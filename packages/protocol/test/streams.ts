import { readFileSync } from "node:fs";
import { EventReader } from "@narratoria/protocol";

/** A piece of a stream: text or bytes, as often as it says. */
type Part = { readonly times?: number } & ({ readonly text: string } | { readonly hex: string });

/** One stream of the conformance corpus, and what it comes to. */
export interface StreamCase {
  /** The kind of bad input, 1 to 49. */
  readonly row: number;
  readonly name: string;
  readonly bytes: readonly Part[];
  /** The exit code that went with it. */
  readonly exit: number;
  readonly expect: {
    readonly outcome: "success" | "failed" | "protocol_error";
    /** The types of the events that count; `log*1000` stands for a thousand of them. */
    readonly events: readonly string[];
    readonly warnings: number;
    readonly error?: {
      readonly code: string;
      readonly line?: number;
      readonly rule?: string;
      readonly pointer?: string;
    };
    /** The merge of its patches, where that is told. */
    readonly output?: object;
  };
}

export const streamCases: readonly StreamCase[] = JSON.parse(
  readFileSync(new URL("../../../conformance/ndjson/streams.cases.json", import.meta.url), "utf8"),
);

export function bytesOf({ bytes }: StreamCase): Buffer {
  return Buffer.concat(
    bytes.map((part) => {
      const once = "text" in part ? Buffer.from(part.text) : Buffer.from(part.hex, "hex");
      return Buffer.alloc(once.length * (part.times ?? 1), once);
    }),
  );
}

/** Reads a stream in chunks of a size. */
export function read(bytes: Buffer, chunkBytes: number, exit = 0) {
  const reader = new EventReader({ requestId: "request-1" });
  const events = [];
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    events.push(...reader.push(bytes.subarray(start, start + chunkBytes)));
  }
  // Half a line of a tool that crashed is a sign of the crash, not a fault of its own.
  if (exit === 0) events.push(...reader.end());
  return { events, done: reader.done, fault: reader.fault, warnings: reader.warnings };
}

/** `log*3` for three of a kind in a row. */
export function counted(types: readonly string[]): string[] {
  const runs: { type: string; times: number }[] = [];
  for (const type of types) {
    const last = runs.at(-1);
    if (last?.type === type && types.length > 10) last.times++;
    else runs.push({ type, times: 1 });
  }
  return runs.map(({ type, times }) => (times === 1 ? type : `${type}*${times}`));
}
