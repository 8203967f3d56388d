// SPEC.md EX62 to EX64 and EX280 to EX286: what a script that means ill, or is only badly written, can send to the socket.
import { execFile, execFileSync } from "node:child_process";
import { timingSafeEqual } from "node:crypto";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { type JsonObject, LIMITS } from "@narratoria/protocol";
import { describe, expect, it, vi } from "vitest";
import { executePlan, type PlanRun } from "../src/plan/execute-plan.js";
import { GrantTable } from "../src/host/host-grants.js";
import type { HostLogEntry } from "../src/host/host-log.js";
import type { HostServer } from "../src/host/host-server.js";
import { ask, errorOf, grantOf, raw, serve } from "./host-support.js";
import { fixtures, options, planOf, tool } from "./support.js";

vi.mock(import("node:crypto"), async (original) => {
  const real = await original();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

const hasCurl = ((): boolean => {
  try {
    execFileSync("curl", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** A request as it goes over the wire. */
function wire(token: string, body = "{}", more: readonly string[] = [], path = "/v0/state"): string {
  const length = more.some((line) => /^(content-length|transfer-encoding):/i.test(line))
    ? []
    : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [`POST ${path} HTTP/1.1`, "Host: h", `Authorization: Bearer ${token}`, ...length, ...more];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

const statuses = (text: string): string[] => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? "");

describe("tokens", () => {
  it.skipIf(!hasCurl)(
    "[EX62] [EX64] [EX282] curl with a wrong token, another's, an expired one, none, or for an undeclared service is refused and logged",
    async () => {
      const log: HostLogEntry[] = [];
      const server = await serve({ store: async () => ({ id: "x" }) }, log);
      const mine = server.grant(grantOf(["state"]));
      const ended = server.grant(grantOf(["state"]));
      ended.revoke();
      const expired = server.grant({ ...grantOf(["state"]), expiresInMs: -1 });
      const curl = async (token: string | null, service: string): Promise<{ status: number; body: string }> => {
        const header = token === null ? [] : ["-H", `Authorization: Bearer ${token}`];
        const call = ["-s", "--unix-socket", server.socketPath, "-w", "\n%{http_code}", "-X", "POST"];
        const url = `http://narratoria/v0/${service}`;
        const { stdout } = await promisify(execFile)("curl", [...call, ...header, url]);
        const [body = "", status = ""] = stdout.split("\n");
        return { status: Number(status), body };
      };
      const wrong = await curl("A".repeat(43), "state");
      expect(wrong).toEqual({
        status: 401,
        body: '{"error":{"code":"unauthorized","message":"the token is missing, wrong or no longer valid"}}',
      });
      for (const token of [null, ended.token, expired.token, `${mine.token}A`, mine.token.slice(1)]) {
        expect(await curl(token, "state")).toEqual(wrong);
        expect(await curl(token, "store")).toEqual(wrong);
        expect(await curl(token, "nothing")).toEqual(wrong);
      }
      expect((await curl(mine.token, "store")).status).toBe(403);
      expect((await curl(mine.token, "state")).status).toBe(200);
      expect(log.map(({ code, count }) => `${code} ${count}`)).toEqual([
        "unauthorized 1",
        "unauthorized 2",
        "unauthorized 3",
        "unauthorized 4",
        "unauthorized 5",
        "unauthorized 10",
        "not_granted 1",
      ]);
      expect(log.at(-1)).toMatchObject({ skill: "skill", script: "script", invocationId: "p/t", service: "store" });
      for (const { token } of [mine, ended, expired]) expect(JSON.stringify(log)).not.toContain(token);
    },
  );

  it("[EX62] another invocation's token opens what that one may do, and is of no use once that one has ended", async () => {
    const server = await serve({ store: async ({ toolId }) => ({ id: toolId }) });
    const one = server.grant(grantOf(["state"]));
    const other = server.grant({ ...grantOf(["store"]), call: { ...grantOf().call, toolId: "other" } });
    expect((await ask(server, one.token, "/v0/store")).status).toBe(403);
    expect((await ask(server, other.token, "/v0/store")).text).toBe('{"id":"other"}');
    other.revoke();
    expect((await ask(server, other.token, "/v0/store")).status).toBe(401);
  });

  it("[EX280] end with the time they were given, by a clock that is never set", () => {
    let now = 1_000;
    const table = new GrantTable(() => now);
    const { token, live } = table.issue({ ...grantOf(), expiresInMs: 500 });
    now = 1_500;
    expect(table.find([`Bearer ${token}`])).toBe(live);
    now = 1_501;
    expect(table.find([`Bearer ${token}`])).toBeNull();
  });

  it("[EX280] of a tool end a second after its time", async () => {
    const given: (number | undefined)[] = [];
    const server = await serve();
    const host: HostServer = { ...server, grant: (grant) => (given.push(grant.expiresInMs), server.grant(grant)) };
    const plan = planOf([tool("a", "calls-host", { input: { calls: [] } })]);
    const run = await executePlan(
      plan,
      options({ host, resolver: fixtures({ host: ["state"] }), toolTimeoutMs: 3_000 }),
    );
    expect(run.failure).toBeNull();
    expect(given).toEqual([4_000]);
  });

  it("[EX280] are looked at one and all, whatever a request carries", () => {
    const table = new GrantTable();
    const tokens = Array.from({ length: 5 }, () => table.issue(grantOf()).token);
    const compared = vi.mocked(timingSafeEqual);
    const near = `${tokens[0]?.slice(0, -1)}_`;
    const given = [
      undefined,
      [],
      [""],
      ["Basic x"],
      ["Bearer "],
      [`Bearer ${near}`],
      [`Bearer ${tokens[0]}`],
      [`Bearer ${tokens[4]}`],
      [`Bearer ${tokens[0]}`, `Bearer ${tokens[0]}`],
    ];
    const counts = given.map((headers) => {
      compared.mockClear();
      table.find(headers);
      return compared.mock.calls.length;
    });
    expect(counts).toEqual(given.map(() => 5));
    expect(table.find([`Bearer ${tokens[0]}`, `Bearer ${tokens[0]}`])).toBeNull();
  });
});

describe("requests that are none", () => {
  it.each([
    ["words", "hello\r\n\r\n", ["400"]],
    ["a binary", "\u0000\u0001\u0002\u0003\r\n\r\n", ["400"]],
    ["another protocol's greeting", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ["400"]],
    ["a request without a host", "POST /v0/state HTTP/1.1\r\n\r\n", ["400"]],
    ["a header folded over two lines", "POST /v0/state HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\n\r\n", ["400", "401"]],
    ["a bare line feed in a header", "POST /v0/state HTTP/1.1\r\nHost: h\nX\r\n\r\n", ["400"]],
    ["a huge header", `POST /v0/state HTTP/1.1\r\nHost: h\r\nA: ${"x".repeat(20_000)}\r\n\r\n`, ["431"]],
    ["many headers", `POST /v0/state HTTP/1.1\r\nHost: h\r\n${"Name: value\r\n".repeat(5_000)}\r\n`, ["431"]],
    ["a huge path", `POST /${"x".repeat(20_000)} HTTP/1.1\r\nHost: h\r\n\r\n`, ["431"]],
  ])("[EX283] %s gets a bare status, and the next caller is served", async (_what, bytes, expected) => {
    const server = await serve();
    expect(expected).toContain(statuses(await raw(server, bytes))[0]);
    expect((await ask(server, server.grant(grantOf()).token, "/v0/state")).status).toBe(200);
  });

  it.each([
    ["two lengths", ["Content-Length: 2", "Content-Length: 3"], "{}"],
    ["a length and chunks", ["Content-Length: 2", "Transfer-Encoding: chunked"], "2\r\n{}\r\n0\r\n\r\n"],
    ["a length that is none", ["Content-Length: two"], "{}"],
    ["a negative length", ["Content-Length: -2"], "{}"],
    ["chunks of no known length", ["Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n"],
    ["a coding that is not known", ["Transfer-Encoding: gzip"], "{}"],
  ])("[EX283] %s is refused, and nothing is read out of it", async (_what, more, body) => {
    const seen: unknown[] = [];
    const server = await serve({ state: async (_call, request) => (seen.push(request), {}) });
    const { token } = server.grant(grantOf());
    expect(statuses(await raw(server, wire(token, body, more)))).toEqual(["400"]);
    expect(seen).toEqual([]);
  });

  it("[EX283] a head or a body that comes drop by drop is given up", async () => {
    const log: HostLogEntry[] = [];
    const server = await serve({}, log);
    const { token } = server.grant(grantOf());
    const drip = (start: string): Promise<number> =>
      new Promise((resolve) => {
        const startedAt = performance.now();
        const socket = connect(server.socketPath);
        socket.on("error", () => {});
        socket.write(start);
        const timer = setInterval(() => socket.write("x"), 100);
        socket.resume();
        socket.on("close", () => {
          clearInterval(timer);
          resolve(performance.now() - startedAt);
        });
      });
    const times = await Promise.all([
      drip("POST /v0/state HTTP/1.1\r\nHost: h\r\nA: "),
      drip(wire(token, "", ["Content-Length: 100000"])),
    ]);
    expect(times[0]).toBeLessThan(4_500);
    expect(times[1]).toBeLessThan(15_000);
    expect(log.map(({ status }) => status)).toContain(408);
    expect((await ask(server, token, "/v0/state")).status).toBe(200);
  });

  it("[EX283] closes the oldest of 128 connections without a token when another one is opened", async () => {
    const server = await serve();
    const { token } = server.grant(grantOf());
    const held = connect(server.socketPath);
    const answered = new Promise((resolve) => held.once("data", resolve));
    held.write(wire(token));
    await answered;
    const crowd: Socket[] = [];
    for (let n = 1; n < LIMITS.hostConnections; n++) {
      const socket = connect(server.socketPath);
      await new Promise((resolve) => socket.once("connect", resolve));
      crowd.push(socket.resume());
    }
    const closed = new Promise((resolve) => crowd[0]?.once("close", resolve));
    expect((await ask(server, token, "/v0/state")).status).toBe(200);
    await closed;
    expect([held.closed, crowd[1]?.closed]).toEqual([false, false]);
    for (const socket of [held, ...crowd]) socket.destroy();
  });

  it.each(["HTTP/0.9", "HTTP/1.0", "HTTP/2.0", "HTTP/1.2"])(
    "[EX283] a request that says it is %s is not answered as one of HTTP/1.1",
    async (version) => {
      const log: HostLogEntry[] = [];
      const server = await serve({}, log);
      const { token } = server.grant(grantOf());
      const text = await raw(server, wire(token).replace("HTTP/1.1", version));
      expect(text).toMatch(/^HTTP\/1\.1 (505|400) [^\r]+\r\nConnection: close\r\nContent-Length: 0\r\n\r\n$/);
      expect(log).toMatchObject([{ event: "host-refused", code: "malformed" }]);
      expect((await ask(server, token, "/v0/state")).status).toBe(200);
    },
  );

  it("[EX283] a request without a version is not answered", async () => {
    const server = await serve();
    const { token } = server.grant(grantOf());
    const text = await raw(server, wire(token).replace(" HTTP/1.1", ""));
    expect(statuses(text)).not.toContain("200");
  });

  it("[EX427] one token holds no more than 32 connections, and leaves room for others", async () => {
    const server = await serve();
    const [greedy, other] = [server.grant(grantOf()), server.grant(grantOf())];
    const sockets: Socket[] = [];
    const first = (): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(server.socketPath);
        sockets.push(socket);
        socket.on("error", () => {});
        socket.once("data", (chunk) => resolve(String(chunk)));
        socket.once("close", () => resolve(""));
        socket.write(wire(greedy.token));
      });
    const answers: string[] = [];
    for (let n = 0; n < LIMITS.hostConnections + 10; n++) answers.push(statuses(await first())[0] ?? "none");
    expect(answers.filter((status) => status === "200")).toHaveLength(LIMITS.hostConnectionsEach);
    expect(answers.filter((status) => status === "429")).toHaveLength(answers.length - LIMITS.hostConnectionsEach);
    expect((await ask(server, other.token, "/v0/state")).status).toBe(200);
    // One that is given back can be had again.
    sockets[0]?.destroy();
    await new Promise((resolve) => sockets[0]?.once("close", resolve));
    await vi.waitFor(async () => expect(statuses(await first())).toEqual(["200"]));
    for (const socket of sockets) socket.destroy();
  });

  it("[EX283] a body without end is cut off, and takes no memory with it", async () => {
    const server = await serve();
    const { token } = server.grant(grantOf());
    let sent = 0;
    const text = await new Promise<string>((resolve) => {
      const socket = connect(server.socketPath);
      let got = "";
      const piece = `${(64 * 1024).toString(16)}\r\n${" ".repeat(64 * 1024)}\r\n`;
      const pour = (): void => {
        while (socket.writable && socket.write(piece)) sent += piece.length;
        sent += piece.length;
      };
      socket.on("drain", pour);
      socket.on("error", () => {});
      socket.on("data", (chunk) => {
        got += chunk;
      });
      socket.on("close", () => resolve(got));
      socket.write(wire(token, "", ["Transfer-Encoding: chunked"]));
      pour();
    });
    expect(statuses(text)).toEqual(["413"]);
    expect(sent).toBeLessThan(64 * LIMITS.hostRequestBytes);
  });
});

describe("requests that are odd", () => {
  it("[EX68] come in chunks, one byte at a time, or several on one connection, and are answered in order", async () => {
    const server = await serve({ state: async (_call, { n }) => ({ n: n ?? null }) });
    const { token } = server.grant(grantOf());
    const chunks = [...'{"n":1}'].map((byte) => `1;x=y\r\n${byte}\r\n`).join("");
    const requests = [
      wire(token, `${chunks}0\r\nTrailer: x\r\n\r\n`, ["Transfer-Encoding: chunked"]),
      wire(token, '{"n":2}'),
      wire(token, '{"n":3}', ["Connection: close"]),
    ].join("");
    const socket = connect(server.socketPath);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    for (const byte of requests) socket.write(byte);
    await new Promise((resolve) => socket.on("close", resolve));
    expect(text.match(/\{"n":\d\}/g)).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
  });

  it("[EX69] in one line of a thousand are answered up to the quota", async () => {
    const server = await serve();
    const { token } = server.grant({ ...grantOf(), maxRequests: 10 });
    const text = await raw(server, wire(token).repeat(1_000));
    expect(statuses(text)).toEqual([...Array.from({ length: 10 }, () => "200"), "429"]);
  });

  it("[EX69] that are refused count", async () => {
    const server = await serve();
    const { token } = server.grant({ ...grantOf(["generate"]), maxRequests: 2 });
    const codes = [];
    for (const path of ["/v0/state", "/v0/nothing", "/v0/state"]) codes.push((await ask(server, token, path)).status);
    expect(codes).toEqual([403, 404, 429]);
  });

  it.each([
    ["Content-Type: text/plain", 415],
    ["Content-Type: application/x-www-form-urlencoded", 415],
    ["Content-Type: application/json; charset=latin1", 415],
    ["Content-Encoding: gzip", 415],
    ["Content-Type: application/jsonp", 415],
    ["Content-Type: application/json", 200],
    ['Content-Type: Application/JSON; charset="UTF-8"', 200],
    ["Content-Encoding: identity", 200],
    ["X-Nothing: much", 200],
  ])("[EX281] with %s get %i", async (header, status) => {
    const server = await serve();
    const { token } = server.grant(grantOf());
    const text = await raw(server, wire(token, "{}", [header, "Connection: close"]));
    expect(statuses(text)).toEqual([String(status)]);
    if (status === 415) expect(text).toContain("Content-Type: application/json");
  });

  it("[EX63] are not even asked for their body without a token", async () => {
    const server = await serve();
    const more = ["Expect: 100-continue", "Connection: close"];
    expect(statuses(await raw(server, wire("A".repeat(43), "{}", more)))).toEqual(["401"]);
    expect(statuses(await raw(server, wire(server.grant(grantOf()).token, "{}", more)))).toEqual(["100", "200"]);
  });

  it.each([
    ["prototype keys", '{"a":{"__proto__":{"polluted":1}}}'],
    ["a constructor", '{"constructor":{"prototype":{"polluted":1}}}'],
    ["keys written in escapes", '{"\\u005f_proto__":{"polluted":1}}'],
    ["100,000 levels", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["100,000 lists", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["more than 50,000 values", `{"a":[${Array(50_000).fill(0).join()}]}`],
    ["a number beyond all", '{"a":-1e999}'],
  ])("[EX68] with %s are refused before any service sees them", async (_what, body) => {
    const seen: unknown[] = [];
    const server = await serve({ state: async (_call, request) => (seen.push(request), {}) });
    const answer = await ask(server, server.grant(grantOf()).token, "/v0/state", body);
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({ code: "invalid_request" });
    expect(seen).toEqual([]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

describe("the end of an invocation", () => {
  const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once("close", () => resolve()));

  it("[EX284] closes its connections: one that rests, one in the midst of a head, one of a body, one of an answer", async () => {
    let asked: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const server = await serve({
      async *generate() {
        yield { text: "It" };
        asked();
        await new Promise(() => {});
      },
    });
    const one = server.grant(grantOf());
    const other = server.grant(grantOf());
    const rest = async (token: string, then: string): Promise<Socket> => {
      const socket = connect(server.socketPath);
      socket.on("error", () => {});
      const answered = new Promise((resolve) => socket.once("data", resolve));
      socket.write(wire(token));
      await answered;
      socket.write(then);
      return socket;
    };
    const sockets = await Promise.all([
      rest(one.token, ""),
      rest(one.token, "POST /v0/st"),
      rest(one.token, wire(one.token, "{", ["Content-Length: 2"])),
      rest(one.token, wire(one.token, "{}", [], "/v0/generate")),
    ]);
    const stays = await rest(other.token, "");
    await isAsked;
    const ends = sockets.map(closed);
    one.revoke();
    await Promise.all(ends);
    const goesOn = new Promise((resolve) => stays.once("data", resolve));
    stays.write(wire(other.token));
    expect(String(await goesOn)).toContain("200 OK");
    stays.destroy();
  });

  it("[EX286] a caller that goes away ends what it asked for, at once", async () => {
    let ended: (at: number) => void = () => {};
    let told: () => void = () => {};
    const server = await serve({
      async *generate({ signal }) {
        signal.addEventListener("abort", () => ended(performance.now()));
        yield { text: "It" };
        told();
        await new Promise(() => {});
      },
    });
    const { token } = server.grant(grantOf());
    const delays: number[] = [];
    for (let round = 0; round < 5; round++) {
      const endedAt = new Promise<number>((resolve) => {
        ended = resolve;
      });
      const isTold = new Promise<void>((resolve) => {
        told = resolve;
      });
      const socket = connect(server.socketPath);
      socket.write(wire(token, "{}", [], "/v0/generate"));
      await isTold;
      const leftAt = performance.now();
      socket.destroy();
      delays.push((await endedAt) - leftAt);
    }
    // The best of five: what a busy machine adds is not the server's.
    expect(Math.min(...delays)).toBeLessThan(100);
  });
});

describe("what is logged", () => {
  it("[EX282] says where a service failed, and not what of", async () => {
    const log: HostLogEntry[] = [];
    const server = await serve(
      {
        fail: async () => {
          throw new TypeError("the secret is 1234");
        },
      },
      log,
    );
    await ask(server, server.grant(grantOf()).token, "/v0/fail");
    expect(log).toMatchObject([{ level: "error", event: "host-failed", status: 500, skill: "skill", service: "fail" }]);
    expect(log[0]?.at?.join("\n")).toMatch(/^TypeError\nat .*host-hostile\.test\.ts/);
    expect(JSON.stringify(log)).not.toContain("1234");
  });

  it("[EX282] may fail", async () => {
    const log: HostLogEntry[] = [];
    Object.freeze(log);
    const server = await serve({}, log);
    expect((await ask(server, null, "/v0/state")).status).toBe(401);
  });
});

/** Keeps a record of as many letters as are asked for. */
const keeper = (): Promise<HostServer> =>
  serve({
    store: async (call, { letters }) => {
      const record = { summary: "x".repeat(Number(letters)) };
      call.stage({ change: "store", id: String(call.staged.length), dataType: "memory", record });
      return {};
    },
  });
const writes = (count: number, letters: number, ok = true): JsonObject => ({
  calls: Array.from({ length: count }, () => ({ service: "store", body: { letters } })),
  ok,
});
const keeping = async (...tools: Parameters<typeof planOf>[0]): Promise<PlanRun> =>
  executePlan(planOf(tools), options({ host: await keeper(), resolver: fixtures({ host: ["store"] }) }));

it("[EX285] the bytes that tools keep are limited; what they kept until then stands when they succeed", async () => {
  const run = await keeping(tool("writer", "calls-host", { input: writes(5, LIMITS.hostStagedBytes / 4 - 200) }));
  expect(run.writes.map(({ id }) => id)).toEqual(["0", "1", "2", "3"]);
  expect(JSON.stringify(run.result.toolResults)).toContain(
    "a skill may keep at most 32 records and 65536 bytes in a turn",
  );
});

it("[EX285] so many records are kept by all tools of a skill in a turn together, without those of tools that failed", async () => {
  const run = await keeping(
    tool("fails", "calls-host", {
      input: writes(30, 10, false),
      required: false,
      retryPolicy: { maxRetries: 1, backoffMs: 0 },
    }),
    tool("one", "calls-host", { input: writes(20, 10) }),
    tool("two", "calls-host", { input: writes(20, 10) }),
  );
  expect(run.writes).toHaveLength(LIMITS.hostStagedWrites);
});
