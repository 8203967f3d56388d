import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach } from "vitest";
import type { HostGrant } from "../src/host/host-grants.js";
import type { HostLogEntry } from "../src/host/host-log.js";
import { type HostServer, type HostService, openHostServer } from "../src/host/host-server.js";
import { tempFolder } from "./support.js";

export const open: HostServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** @param log - Takes what is logged. */
export async function serve(services: Record<string, HostService> = {}, log: HostLogEntry[] = []): Promise<HostServer> {
  const server = await openHostServer({
    services: { state: async (call) => ({ state: call.state }), ...services },
    runDir: tempFolder(),
    log: (entry) => void log.push(entry),
  });
  open.push(server);
  return server;
}

export function grantOf(services: readonly string[] = ["state", "slow", "generate", "fail"]): HostGrant {
  const call = {
    invocationId: "p/t",
    skill: "skill",
    script: "script",
    toolId: "t",
    scope: undefined,
    state: { torch: "lit" },
  };
  return { services, call: { ...call, staged: [], stage: () => {} } };
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export function ask(
  server: HostServer,
  token: string | null,
  path: string,
  body: string | Buffer = "{}",
  more: { method?: string; onData?: (text: string) => void; agent?: Agent } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const { method = "POST", agent = false } = more;
    const request = httpRequest({ socketPath: server.socketPath, path, method, headers, agent }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
        more.onData?.(text);
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

export const errorOf = ({ text }: Answer): unknown => JSON.parse(text).error;

/** Sends bytes over a connection and gives what comes back until the other side closes it. */
export function raw(server: HostServer, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.socketPath);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
    if (bytes !== "") socket.write(bytes);
  });
}
