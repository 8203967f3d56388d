// SPEC.md PR260. The peers are real servers on real sockets, the script that must end is a real process.
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { runTool } from "@narratoria/protocol/testing";
import { createHost } from "../src/host-client.js";
import { buildSkills } from "./fixtures/build-skills.js";

const never = (): AbortSignal => new AbortController().signal;
const OPEN = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server?.close();
});

/** A peer that answers each request as it comes, by the number of its connection and of the request on it. */
async function peer(answer: (connection: number, request: number) => string) {
  const seen: string[] = [];
  let connections = 0;
  const made = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    const connection = ++connections;
    let requests = 0;
    socket.on("data", () => {
      seen.push(`${connection}.${++requests}`);
      socket.write(answer(connection, requests));
    });
  });
  server = made;
  const path = join(tmpdir(), `nt-${randomBytes(6).toString("hex")}.sock`);
  await new Promise<void>((resolve) => made.listen(path, resolve));
  return { host: createHost({ socket: path, token: "t" }, never), seen };
}

describe("connections", () => {
  it("[PR260] serve one call after another", async () => {
    const { host, seen } = await peer(() => OPEN);
    for (let call = 0; call < 3; call++) expect(await host.call("state", {})).toEqual({});
    expect(seen).toEqual(["1.1", "1.2", "1.3"]);
  });

  it("[PR260] serve one call each where there are several at a time", async () => {
    const { host, seen } = await peer(() => OPEN);
    await Promise.all([host.call("a", {}), host.call("b", {})]);
    expect(seen.toSorted()).toEqual(["1.1", "2.1"]);
    await Promise.all([host.call("a", {}), host.call("b", {})]);
    expect(seen.toSorted()).toEqual(["1.1", "1.2", "2.1", "2.2"]);
  });

  it.each([
    ["that says it closes", "HTTP/1.1 200 OK\r\nConnection: close\r\ncontent-length: 2\r\n\r\n{}"],
    ["of an older protocol", "HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}"],
    ["that says more than it was asked", `${OPEN}HTTP/1.1 200 OK`],
  ])("[PR260] of a peer %s are not used again", async (_what, answer) => {
    const { host, seen } = await peer(() => answer);
    await host.call("a", {});
    await host.call("b", {});
    expect(seen).toEqual(["1.1", "2.1"]);
  });

  it("[PR260] that a stream was not read to its end on are not used again", async () => {
    const { host, seen } = await peer(() => "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}\n{}\n");
    for await (const piece of host.generate({})) {
      expect(piece).toEqual({});
      break;
    }
    const second = host.generate({})[Symbol.asyncIterator]();
    expect(await second.next()).toEqual({ done: false, value: {} });
    expect(seen).toEqual(["1.1", "2.1"]);
  });

  it("[PR260] that the peer has closed meanwhile are not used again", async () => {
    const { host, seen } = await peer(() => OPEN);
    await host.call("a", {});
    const [first] = sockets;
    const gone = new Promise((resolve) => first?.once("close", resolve));
    first?.end();
    await gone;
    expect(await host.call("b", {})).toEqual({});
    expect(seen).toEqual(["1.1", "2.1"]);
  });

  it("[PR260] at rest hold no script open", async () => {
    const scripts = await buildSkills();
    const http = createHttpServer((_request, response) => void response.end("{}"));
    // It would close the connection itself after five seconds.
    http.keepAliveTimeout = 60_000;
    const path = join(tmpdir(), `nt-${randomBytes(6).toString("hex")}.sock`);
    await new Promise<void>((resolve) => http.listen(path, resolve));
    const run = await runTool(join(scripts, "calls-host.cjs"), {
      input: { service: "then never settles" },
      host: { socket: path, token: "t" },
    });
    http.closeAllConnections();
    http.close();
    rmSync(scripts, { recursive: true });
    expect(run).toMatchObject({ outcome: "failed", error: { code: "unfinished" } });
  });
});
