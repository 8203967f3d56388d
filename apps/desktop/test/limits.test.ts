import { createHash } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { dial, parseAnswer, request, talk, untilClosed } from "./support/raw.js";
import { openServer, type TestServer } from "./support/server.js";

// Limits are short here: a test waits for the server to cut a connection, and for nothing else.
const SHORT = { headersMs: 60, requestMs: 60, installMs: 60, checkMs: 10 };

const open: TestServer[] = [];
async function opened(...options: Parameters<typeof openServer>): Promise<TestServer> {
  const server = await openServer(...options);
  open.push(server);
  return server;
}
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** A client that says a little and then nothing more. */
async function dawdle(server: TestServer, start: string): Promise<number> {
  const socket = await dial(server.port);
  socket.write(start);
  return parseAnswer(await untilClosed(socket)).status;
}

it("[DT19] cuts off who does not come to the end of their headers", async () => {
  const server = await opened({ limits: SHORT });
  const begun = ["", "G", "GET / HT", `GET / HTTP/1.1\r\nHost: ${server.authority}\r\nX-Slow: `];
  expect(await Promise.all(begun.map((start) => dawdle(server, start)))).toEqual([408, 408, 408, 408]);
});

it("[DT20] cuts off who does not come to the end of a body, a campaign included", async () => {
  const routes: string[] = [];
  // A session of an earlier run: to begin one within such limits would hang on how busy the machine is.
  const token = "t".repeat(43);
  const server = await opened({
    limits: { headersMs: 400, requestMs: 400, installMs: 400, checkMs: 50 },
    sessions: [createHash("sha256").update(token).digest("base64url")],
    api: {
      async fetch(received) {
        routes.push(new URL(received.url).pathname);
        return Response.json((await received.arrayBuffer()).byteLength);
      },
    },
  });
  const headers = [
    `Host: ${server.authority}`,
    `Origin: ${server.origin}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
  ];
  const slow = (line: string, length: string) => dawdle(server, request(line, [...headers, length], "{"));
  const statuses = await Promise.all([
    slow("POST /api/stories HTTP/1.1", "Content-Length: 100"),
    slow("PUT /api/install?name=x HTTP/1.1", "Content-Length: 100"),
    slow("POST /api/session HTTP/1.1", "Content-Length: 100"),
  ]);
  expect(routes.toSorted()).toEqual(["/api/install", "/api/stories"]);
  for (const status of statuses) expect([0, 408]).toContain(status);
});

it("[DT21] takes 10,000 bytes of headers, and not more than 16 KiB", async () => {
  const server = await opened();
  const lines = (bytes: number) => [
    `Host: ${server.authority}`,
    "Connection: close",
    ...Array.from({ length: bytes / 10 }, (_, at) => `a${String(at).padStart(4, "0")}: b`),
  ];
  expect((await talk(server.port, request("GET / HTTP/1.1", lines(10_000)))).status).toBe(200);
  expect((await talk(server.port, request("GET / HTTP/1.1", lines(30_000)))).status).toBe(431);
  expect((await talk(server.port, request(`GET /${"x".repeat(20_000)} HTTP/1.1`, lines(100)))).status).toBe(431);
  // However many there are, none is dropped before the guard has seen it.
  const many = Array.from({ length: 3_000 }, () => "a:");
  const hidden = request("GET / HTTP/1.1", [`Host: ${server.authority}`, ...many, "Host: evil.example"]);
  expect((await talk(server.port, hidden)).status).toBe(400);
});

it("[DT22] lets the oldest connection without a token make room for one more", async () => {
  const server = await opened({ limits: { connections: 4 } });
  const token = await server.signIn();
  const page = await dial(server.port);
  const asks = request("GET /api/stories HTTP/1.1", [`Host: ${server.authority}`, `Authorization: Bearer ${token}`]);
  page.write(asks);
  await once(page, "data");
  const idle: Socket[] = [];
  const closed: number[] = [];
  for (let at = 0; at < 40; at += 1) {
    const socket = await dial(server.port);
    socket.resume().once("close", () => closed.push(at));
    idle.push(socket);
  }
  // The page's own connection still answers, and so does a new one.
  page.write(asks);
  expect(String((await once(page, "data"))[0])).toContain("200 OK");
  expect((await talk(server.port, asks.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))).status).toBe(200);
  expect(closed.length).toBeGreaterThanOrEqual(36);
  expect(closed.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, at) => at));
  for (const socket of [page, ...idle]) socket.destroy();
});

it("[DT22] refuses one more where all belong to pages", async () => {
  const server = await opened({ limits: { connections: 2 } });
  const token = await server.signIn();
  const asks = request("GET /api/stories HTTP/1.1", [`Host: ${server.authority}`, `Authorization: Bearer ${token}`]);
  const pages = await Promise.all([dial(server.port), dial(server.port)]);
  for (const page of pages) {
    page.write(asks);
    await once(page, "data");
  }
  expect(await untilClosed(await dial(server.port))).toBe("");
  pages[0]?.write(asks);
  expect(String((await once(pages[0] as Socket, "data"))[0])).toContain("200 OK");
  for (const page of pages) page.destroy();
});

it("[DT9] cuts off an answer that fails in the middle, and says nothing in its place", async () => {
  const arrived = new AbortController();
  const server = await opened({
    api: {
      fetch() {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(new TextEncoder().encode("a paragraph")),
          async pull() {
            if (!arrived.signal.aborted) await once(arrived.signal, "abort");
            throw new Error("a private path /home/player");
          },
        });
        return new Response(body, { headers: { "content-type": "text/markdown; charset=utf-8" } });
      },
    },
  });
  const headers = [`Host: ${server.authority}`, `Authorization: Bearer ${await server.signIn()}`];
  const socket = await dial(server.port);
  const answer = untilClosed(socket);
  socket.on("data", (text: string) => {
    if (text.includes("a paragraph")) arrived.abort();
  });
  socket.write(request("GET /api/stories/one/export HTTP/1.1", headers));
  const { status, body } = parseAnswer(await answer);
  expect(status).toBe(200);
  expect(body).toContain("a paragraph");
  expect(body).not.toMatch(/private|Error|\r\n0\r\n/);
  expect(server.faults).toEqual([expect.objectContaining({ message: "a private path /home/player" })]);
});

it("[DT9] takes nobody who goes away in the middle for a fault", async () => {
  const thrown = new EventEmitter();
  const server = await opened({
    api: {
      async fetch({ signal }) {
        thrown.emit("reached");
        await once(signal, "abort");
        thrown.emit("aborted");
        throw signal.reason;
      },
    },
  });
  const headers = [`Host: ${server.authority}`, `Authorization: Bearer ${await server.signIn()}`];
  const socket = await dial(server.port);
  const [reached, aborted] = [once(thrown, "reached"), once(thrown, "aborted")];
  socket.write(request("GET /api/campaigns HTTP/1.1", headers));
  await reached;
  socket.destroy();
  await aborted;
  // Closing waits for what was asked.
  await server.close();
  expect(server.faults).toEqual([]);
});

it("[DT9] tells nothing of a fault, and tells the program all of it", async () => {
  const server = await opened({
    api: {
      fetch() {
        throw new Error("a private path /home/player");
      },
    },
  });
  const headers = { authorization: `Bearer ${await server.signIn()}` };
  const answer = await fetch(`${server.origin}/api/stories`, { headers });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ code: "internal", action: expect.stringContaining("Try again") });
  expect(server.faults).toEqual([expect.objectContaining({ message: "a private path /home/player" })]);
});

it("[DT5820] stops also where a connection that asked for a tunnel never ends", async () => {
  const server = await openServer();
  const socket = connect({ host: "127.0.0.1", port: server.port, allowHalfOpen: true });
  socket.on("error", () => {});
  socket.write(request("CONNECT evil.example:80 HTTP/1.1", ["Host: evil.example:80"]));
  await once(socket, "data");
  // The server's half is ended by now; ours never is.
  await server.close();
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});
