/** A host as small as it can be: a real HTTP server on a real socket, with the answers that a test gives it. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Request {
  readonly service: string;
  readonly body: Record<string, unknown>;
}

export interface FakeHost {
  readonly access: { readonly socket: string; readonly token: string };
  readonly requests: readonly Request[];
  close(): Promise<void>;
}

/** @param answer - The status and body for a request. */
export async function openFakeHost(answer: (request: Request) => { status?: number; body: object }): Promise<FakeHost> {
  const folder = mkdtempSync(join(tmpdir(), "host-"));
  const access = { socket: join(folder, "s"), token: "a-token" };
  const requests: Request[] = [];
  const server: Server = createServer((incoming, response) => {
    let text = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => {
      text += chunk;
    });
    incoming.on("end", () => {
      const request = { service: (incoming.url ?? "").replace("/v0/", ""), body: JSON.parse(text) };
      requests.push(request);
      const granted = incoming.headers.authorization === `Bearer ${access.token}`;
      const { status = 200, body } = granted ? answer(request) : { status: 401, body: { error: { code: "no_token" } } };
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(access.socket, resolve));
  return {
    access,
    requests,
    close: () =>
      new Promise((resolve) =>
        server.close(() => {
          rmSync(folder, { recursive: true });
          resolve();
        }),
      ),
  };
}
