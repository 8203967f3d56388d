import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { NarratoriaError } from "./errors.js";
import type { ToolInput } from "./generated/contracts.js";
import type { JsonObject } from "./json.js";
import { type Judgement, StreamJudge } from "./judge-stream.js";
import { findCommand, toolEnvironment } from "./launch.js";

export type { Judgement } from "./judge-stream.js";

/** What a host service answers a test's script: an object, or pieces one by one. A `NarratoriaError` thrown is a refusal. */
export type TestService = (request: JsonObject) => object | Promise<object> | AsyncIterable<object>;

/** What a tool came to in a test. */
export interface ToolTestRun extends Judgement {
  readonly exitCode: number | null;
  readonly stderr: string;
  /** What it asked of the host, in order. */
  readonly calls: readonly { readonly service: string; readonly request: JsonObject }[];
}

/**
 * Runs a skill script once as the runtime does: a process of its own, an environment built from nothing, its output judged
 * by the same rules. What the script does wrong is in the result, never thrown. Implements rule PR116.
 *
 * @param script - Path of the script, of any language.
 * @param given - What it is to be given; what is not said is empty.
 * @param options.services - The host services by name; without any, the script has no host.
 * @param options.timeoutMs - After which it is killed, 10,000 unless told otherwise; the outcome is then a protocol error.
 * @throws {Error} When the script cannot be found or started.
 */
export async function runTool(
  script: string,
  given: Partial<ToolInput> = {},
  options: { readonly services?: Readonly<Record<string, TestService>>; readonly timeoutMs?: number } = {},
): Promise<ToolTestRun> {
  const found = findCommand(resolve(script));
  if (!found.ok) throw new Error(found.message);
  const folder = mkdtempSync(join(tmpdir(), "narratoria-test-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const calls: { service: string; request: JsonObject }[] = [];
  const host = options.services === undefined ? null : await openHost(folder, options.services, calls);
  try {
    const input = {
      requestId: "test",
      tool: "test",
      operation: "test",
      input: {},
      dependencies: {},
      context: {},
      config: {},
      host: host?.access ?? null,
      ...given,
    };
    const child = spawn(found.command.program, [...found.command.args], {
      cwd: folder,
      env: toolEnvironment(folder, dataDir, process.platform, process.env),
      stdio: ["pipe", "pipe", "pipe"],
    });
    const judge = new StreamJudge({ requestId: input.requestId });
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => judge.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    // A script need not read its input.
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(input));
    const timer = setTimeout(() => child.kill("SIGKILL"), options.timeoutMs ?? 10_000);
    const exit = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((settle, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => settle({ code, signal }));
    }).finally(() => clearTimeout(timer));
    return { ...judge.end(exit), exitCode: exit.code, stderr, calls };
  } finally {
    host?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openHost(
  folder: string,
  services: Readonly<Record<string, TestService>>,
  calls: { service: string; request: JsonObject }[],
): Promise<{ readonly access: { socket: string; token: string }; close(): void }> {
  const name = randomBytes(8).toString("hex");
  const socket = process.platform === "win32" ? `\\\\.\\pipe\\narratoria-test-${name}` : join(folder, "host.sock");
  const token = randomBytes(32).toString("base64url");
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      const code = error instanceof NarratoriaError ? error.code : "service_failed";
      const message = error instanceof Error ? error.message : String(error);
      const line = `${JSON.stringify({ error: { code, message } })}\n`;
      if (response.headersSent) response.end(line);
      else response.writeHead(code === "not_granted" ? 403 : 500, { "content-type": "application/json" }).end(line);
    });
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const service = decodeURIComponent(/^\/v0\/([^/]+)$/.exec(request.url ?? "")?.[1] ?? "");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const given: JsonObject = JSON.parse(Buffer.concat(chunks).toString());
    calls.push({ service, request: given });
    const serve = Object.hasOwn(services, service) ? services[service] : undefined;
    if (serve === undefined || request.headers.authorization !== `Bearer ${token}`) {
      const error = { code: "not_granted", message: `This test has no service "${service}".` };
      response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify({ error }));
      return;
    }
    const answered = serve(given);
    if (Symbol.asyncIterator in answered) {
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      for await (const piece of answered) response.write(`${JSON.stringify(piece)}\n`);
      response.end();
    } else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(await answered));
  };
  await new Promise<void>((ready, reject) => {
    server.once("error", reject);
    server.listen(socket, ready);
  });
  return {
    access: { socket, token },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
