import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { judgeStream } from "@narratoria/protocol";
import { describe, expect, it } from "vitest";
import { invokeTool } from "../src/tool/invoke-tool.js";
import { Stop } from "../src/process/stop.js";
import { startToolProcess } from "../src/process/tool-process.js";
import { tempFolder } from "./support.js";

interface StreamCase {
  readonly name: string;
  readonly bytes: readonly ({ readonly times?: number } & ({ readonly text: string } | { readonly hex: string }))[];
  readonly exit: number;
}

const corpus = new URL("../../../conformance/ndjson/streams.cases.json", import.meta.url);
const cases: readonly StreamCase[] = JSON.parse(readFileSync(corpus, "utf8"));
const GRACE = { killAfterMs: 1_000, pipeMs: 5_000, lingerMs: 10_000 };

function bytesOf({ bytes }: StreamCase): Buffer {
  const parts = bytes.map((part) => {
    const once = "text" in part ? Buffer.from(part.text) : Buffer.from(part.hex, "hex");
    return Buffer.alloc(once.length * (part.times ?? 1), once);
  });
  return Buffer.concat(parts);
}

describe("the executor and judgeStream", () => {
  it("[EX26] make the same of every stream of the conformance corpus", async () => {
    const folder = tempFolder();
    const agree = async (one: StreamCase, index: number): Promise<void> => {
      const bytes = bytesOf(one);
      const file = join(folder, String(index));
      writeFileSync(file, bytes);
      const args = ["-c", 'cat "$1"; exit "$2"', "sh", file, String(one.exit)];
      const { outcome } = invokeTool({
        start: () =>
          startToolProcess(
            { program: "/bin/sh", args },
            { cwd: tempFolder(), env: { PATH: "/usr/bin:/bin" }, grace: GRACE },
          ),
        input: { requestId: "request-1", tool: "skill", operation: "script", input: {} },
        timeoutMs: 30_000,
        grace: GRACE,
        stop: new Stop(),
        onEvent: () => {},
      });
      const ran = await outcome;
      const judged = judgeStream(bytes, { code: one.exit });
      const failure = ran.state === "success" ? null : ran.failure;
      const state = failure === null ? "success" : failure.category === "tool_failure" ? "failed" : "protocol_error";
      expect({
        name: one.name,
        state,
        code: failure?.code,
        output: ran.state === "success" ? ran.output : null,
      }).toEqual({
        name: one.name,
        state: judged.outcome,
        code: judged.error?.code,
        output: judged.output,
      });
      expect(ran.events, one.name).toEqual(judged.events);
    };
    const waiting = [...cases.entries()];
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await agree(next[1], next[0]);
    };
    await Promise.all([worker(), worker(), worker()]);
    expect(cases.length).toBeGreaterThanOrEqual(100);
  }, 240_000);
});
