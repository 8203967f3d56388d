// SPEC.md PR57 and PR58. The peers are real servers on real sockets.
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { createHost } from "../src/host-client.js";
import { HttpResponseReader } from "../src/http-response.js";

function read(chunks: readonly Buffer[]): { status: number | null; body: string; finished: boolean } {
  const reader = new HttpResponseReader();
  const body = Buffer.concat(chunks.flatMap((chunk) => reader.push(chunk)));
  reader.end();
  return { status: reader.status, body: body.toString(), finished: reader.finished };
}

const text = (lines: readonly string[], body = ""): string => `${lines.join("\r\n")}\r\n\r\n${body}`;
const OK = "HTTP/1.1 200 OK";

const ANSWERS: [string, string, number, string][] = [
  ["a length", text([OK, "Content-Length: 10"], `{"a":"é"}`), 200, `{"a":"é"}`],
  ["no body", text(["HTTP/1.1 204 No Content"]), 204, ""],
  ["an empty body", text([OK, "content-length:0"]), 200, ""],
  ["no reason", text(["HTTP/1.1 404", "content-length: 2"], "{}"), 404, "{}"],
  ["one length twice", text([OK, "Content-Length: 2", "content-length: 2"], "{}"), 200, "{}"],
  [
    "the end of the connection",
    text(["HTTP/1.0 200 OK", "X-Odd: a:b"], "up to\r\n\r\nthe end"),
    200,
    "up to\r\n\r\nthe end",
  ],
  [
    "chunks",
    text([OK, "Transfer-Encoding: chunked"], "5\r\nhello\r\n1\r\n \r\n00a\r\n0123456789\r\n0\r\n\r\n"),
    200,
    "hello 0123456789",
  ],
  [
    "chunks with extensions and trailers",
    text([OK, "transfer-encoding: Chunked"], '3 ;a=1;b="x"\r\na\r\n\r\n0;end\r\nX-A: 1\r\nX-B: 2\r\n\r\n'),
    200,
    "a\r\n",
  ],
  [
    "an interim answer first",
    text(["HTTP/1.1 100 Continue"]) + text(["HTTP/1.1 103 Hints", "link: x"]) + text([OK, "content-length: 1"], "x"),
    200,
    "x",
  ],
  ["bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\n{}", 200, "{}"],
];

describe("an answer", () => {
  it.each(ANSWERS)(
    "[PR57] with %s is the same, whole, byte by byte and cut in two anywhere",
    (_, answer, status, body) => {
      const bytes = Buffer.from(answer);
      const wanted = { status, body, finished: true };
      expect(read([bytes])).toEqual(wanted);
      expect(read([...bytes].map((byte) => Buffer.of(byte)))).toEqual(wanted);
      for (let cut = 0; cut <= bytes.length; cut++)
        expect(read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(wanted);
    },
  );

  it.each(ANSWERS.filter(([name]) => name !== "the end of the connection"))(
    "[PR57] with %s, cut short at any byte, is an error",
    (_, answer) => {
      const bytes = Buffer.from(answer);
      for (let length = 0; length < bytes.length; length++) {
        expect(() => read([bytes.subarray(0, length)])).toThrow("the connection was cut before the answer was whole");
      }
    },
  );

  it("[PR57] in chunks of any size, cut anywhere, is what was sent", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 })), fc.integer({ min: 1, max: 50 }), (pieces, size) => {
        const chunks = pieces.map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
        const bytes = Buffer.from(text([OK, "transfer-encoding: chunked"], `${chunks.join("")}0\r\n\r\n`));
        const cut = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
          bytes.subarray(n * size, (n + 1) * size),
        );
        expect(read(cut).body).toBe(pieces.join(""));
      }),
    );
  });

  it.each([
    ["no HTTP", "SSH-2.0-OpenSSH\r\n\r\n", "no HTTP/1.1 response"],
    ["HTTP/2", "HTTP/2 200\r\n\r\n", "no HTTP/1.1 response"],
    ["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n", "no HTTP/1.1 response"],
    ["two lengths", text([OK, "content-length: 1", "content-length: 2"], "xx"), "ambiguous"],
    ["a length below zero", text([OK, "content-length: -1"]), "ambiguous"],
    ["a length in words", text([OK, "content-length: two"]), "ambiguous"],
    ["a length and chunks", text([OK, "content-length: 3", "transfer-encoding: chunked"], "0\r\n\r\n"), "ambiguous"],
    ["a coding that we have not", text([OK, "transfer-encoding: gzip, chunked"]), "ambiguous"],
    ["a folded header", text([OK, "X-A: 1", " 2"]), "a header cannot be read"],
    ["a header without a name", text([OK, ": 2"]), "a header cannot be read"],
    ["a chunk without a length", text([OK, "transfer-encoding: chunked"], "x\r\n"), "a chunk has no length"],
    [
      "a chunk longer than anything",
      text([OK, "transfer-encoding: chunked"], "fffffffff\r\n"),
      "a chunk has no length",
    ],
    ["a chunk that goes on", text([OK, "transfer-encoding: chunked"], "1\r\nxy\r\n"), "longer than it says"],
    ["a head over 16 KiB", text([OK, `X-A: ${"x".repeat(17_000)}`]), "its head is too long"],
    ["a head that never ends", "x".repeat(17_000), "its head is too long"],
    [
      "trailers over 16 KiB",
      text([OK, "transfer-encoding: chunked"], `0\r\n${"X-A: 1\r\n".repeat(3_000)}`),
      "too long",
    ],
  ])("[PR57] of %s is refused", (_, answer, reason) => {
    expect(() => read([Buffer.from(answer)])).toThrow(reason);
    expect(() => read([...Buffer.from(answer)].map((byte) => Buffer.of(byte)))).toThrow(reason);
  });
});

describe("a call", () => {
  let server: Server | undefined;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server?.close();
  });

  /** A peer that does as it is told once it has the request's head. */
  async function peer(answer: (socket: Socket) => void): Promise<{ socket: string; token: string }> {
    const path = join(tmpdir(), `nt-${process.pid}-${Math.random().toString(36).slice(2)}.sock`);
    const listening = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      socket.once("data", () => answer(socket));
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(path, resolve));
    return { socket: path, token: "t" };
  }
  const never = (): AbortSignal => new AbortController().signal;

  it.each([
    ["cuts the connection at once", "", "host_unreachable"],
    ["cuts the connection in the head", "HTTP/1.1 200 OK\r\ncontent-", "host_unreachable"],
    ["cuts the connection in the body", text([OK, "content-length: 10"], '{"a":'), "host_unreachable"],
    ["cuts the connection in a chunk", text([OK, "transfer-encoding: chunked"], "ff\r\n{"), "host_unreachable"],
    ["speaks something else", "220 mail.example ESMTP\r\n\r\n", "bad_response"],
    ["answers with a number that is none", text([OK, "content-length: 11"], '{"a":1e400}'), "bad_response"],
    ["answers with __proto__", text([OK, "content-length: 20"], '{"__proto__":{"a":1}}'.slice(0, 20)), "bad_response"],
    [
      "answers with a key that reaches prototypes",
      text([OK], '{"a":[{"\\u005f_proto__":{"polluted":1}}]}'),
      "bad_response",
    ],
    ["answers with 65 levels", text([OK], `{"a":${"[".repeat(64)}${"]".repeat(64)}}`), "bad_response"],
    ["answers with over 4 MiB", text([OK], `{"a":"${"x".repeat(4 * 1024 * 1024)}"}`), "bad_response"],
  ])("[PR58] to a host that %s fails with a code", async (_, answer, code) => {
    const access = await peer((socket) => void socket.end(answer));
    await expect(createHost(access, never).call("state", {})).rejects.toMatchObject({ name: "HostError", code });
    expect({}).not.toHaveProperty("polluted");
  });

  it("[PR58] that streams: no piece may reach prototypes, and a cut is an error after the pieces that came", async () => {
    const access = await peer((socket) => void socket.end(text([OK, "content-length: 99"], '{"type":"delta"}\n{"ty')));
    const heard: object[] = [];
    const listen = async (): Promise<void> => {
      for await (const piece of createHost(access, never).generate({})) heard.push(piece);
    };
    await expect(listen()).rejects.toMatchObject({ code: "host_unreachable" });
    expect(heard).toEqual([{ type: "delta" }]);
    server?.close();
    const hostile = await peer((socket) => void socket.end(text([OK], '{"delta":{"constructor":{}}}\n')));
    const first = createHost(hostile, never).generate({})[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject({ code: "forbidden_key" });
  });

  it("[PR53] is given up at once when the signal says so, before, during and after the head", async () => {
    const reason = new Error("given up");
    const states: ((socket: Socket, abort: () => void) => void)[] = [
      (_socket, abort) => abort(),
      (socket, abort) => void socket.write("HTTP/1.1 200 OK\r\n", abort),
      (socket, abort) => void socket.write(text([OK, "content-length: 10"], "{"), abort),
    ];
    for (const state of states) {
      const controller = new AbortController();
      const access = await peer((socket) => state(socket, () => setImmediate(() => controller.abort(reason))));
      await expect(createHost(access, () => controller.signal).call("state", {})).rejects.toBe(reason);
      server?.close();
    }
    const aborted = AbortSignal.abort(reason);
    await expect(createHost({ socket: "/nowhere", token: "" }, () => aborted).call("x", {})).rejects.toBe(reason);
  });

  it("[PR57] closes its connection when its pieces are no longer wanted", async () => {
    const closed = new Promise<void>((resolve) => {
      void peer((socket) => {
        socket.once("close", () => resolve());
        socket.write(text([OK, "transfer-encoding: chunked"], "2\r\n{}\r\n1\r\n\n\r\n"));
      }).then(async (access) => {
        for await (const piece of createHost(access, never).generate({})) {
          expect(piece).toEqual({});
          break;
        }
      });
    });
    await closed;
  });
});
