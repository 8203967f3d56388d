import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync } from "node:fs";
import { Agent } from "node:http";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { isJsonObject, LIMITS, NarratoriaError } from "@narratoria/protocol";
import type { ToolResult } from "@narratoria/protocol/contracts";
import { describe, expect, it, vi } from "vitest";
import { HostError } from "../src/errors.js";
import { type ExecutorEvent, executePlan } from "../src/plan/execute-plan.js";
import { makeHostAddress } from "../src/host/host-directory.js";
import { GrantTable, type StagedWrite } from "../src/host/host-grants.js";
import { type HostService, openHostServer } from "../src/host/host-server.js";
import { type Answer, ask, errorOf, grantOf, open, raw, serve } from "./host-support.js";
import { fixtures, options, outputOf, planOf, tempFolder, tool } from "./support.js";

function answersOf(results: readonly ToolResult[], toolId: string): Answer[] {
  return JSON.parse(JSON.stringify(outputOf(results, toolId).answers));
}

describe("the socket", () => {
  it("[EX60] lies in a fresh folder that only its owner may enter, and is gone with the server", async () => {
    const runDir = tempFolder();
    const [one, two] = await Promise.all([1, 2].map(() => openHostServer({ services: {}, runDir })));
    const folder = dirname(one?.socketPath ?? "");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(dirname(folder)).toBe(runDir);
    expect(two?.socketPath).not.toBe(one?.socketPath);
    await one?.close();
    await one?.close();
    expect(existsSync(folder)).toBe(false);
    await two?.close();
    expect(readdirSync(runDir)).toEqual([]);
  });

  it("[EX60] is a pipe of an unguessable name on Windows", async () => {
    const at = { parent: undefined, platform: "win32", env: {} } as const;
    const { socketPath } = await makeHostAddress(at);
    expect(socketPath).toMatch(/^\\\\\.\\pipe\\narratoria-[0-9a-f]{32}$/);
    expect((await makeHostAddress(at)).socketPath).not.toBe(socketPath);
  });

  it("[EX61] of too long a path is refused rather than cut short", async () => {
    const runDir = join(tempFolder(), "long".repeat(20));
    mkdirSync(runDir);
    await expect(openHostServer({ services: {}, runDir })).rejects.toMatchObject({
      code: "socket_path_too_long",
      message: expect.stringContaining(runDir),
    });
    expect(readdirSync(runDir)).toEqual([]);
  });

  it("[EX61] goes elsewhere when the user's runtime folder has too long a name, or may not be written to", async () => {
    const long = join(tempFolder(), "long".repeat(20));
    mkdirSync(long);
    for (const folder of [long, "/no/such/folder"]) {
      const at = { parent: undefined, platform: process.platform, env: { XDG_RUNTIME_DIR: folder } };
      const address = await makeHostAddress(at);
      expect(address.socketPath.startsWith(folder)).toBe(false);
      await address.remove();
    }
  });

  it("[EX61] that cannot be made is an error with a sentence", async () => {
    const missing = join(tempFolder(), "missing");
    await expect(openHostServer({ services: {}, runDir: missing })).rejects.toMatchObject({ code: "socket_folder" });
  });

  it("[EX72] folders of killed runtimes are removed at the next start, those of living ones are not", async () => {
    const runDir = tempFolder();
    const dead = join(runDir, "narratoria-host-dead");
    const old = join(runDir, "narratoria-host-old");
    const young = join(runDir, "narratoria-host-young");
    for (const folder of [dead, old, young]) mkdirSync(folder);
    execFileSync(process.execPath, ["-e", KILLED_WHILE_LISTENING, join(dead, "h.sock")], { stdio: "ignore" });
    expect(existsSync(join(dead, "h.sock"))).toBe(true);
    utimesSync(old, 0, 0);
    const alive = await openHostServer({ services: {}, runDir });
    open.push(alive);
    open.push(await openHostServer({ services: {}, runDir }));
    expect([dead, old, young, dirname(alive.socketPath)].map((path) => existsSync(path))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it("[EX72] keeps its own folder where the clock runs ahead of that of the disk", async () => {
    const tenYearsAhead = Date.now() + 10 * 365 * 24 * 60 * 60 * 1000;
    const clock = vi.spyOn(Date, "now").mockReturnValue(tenYearsAhead);
    try {
      const server = await openHostServer({ services: {}, runDir: tempFolder() });
      open.push(server);
      expect(existsSync(server.socketPath)).toBe(true);
    } finally {
      clock.mockRestore();
    }
  });

  /** Leaves its socket behind, as a killed process does. */
  const KILLED_WHILE_LISTENING = `
    require("node:net").createServer().listen(process.argv[1], () => {
      require("node:fs").renameSync(process.argv[1], process.argv[1] + "_");
      require("node:net").createServer().listen(process.argv[1], () => process.reallyExit(0));
    });`;
});

describe("tokens", () => {
  it("[EX62] are 32 random bytes, of which the table keeps a hash only", () => {
    const table = new GrantTable();
    const [one, two] = [table.issue(grantOf()), table.issue(grantOf())];
    expect(Buffer.from(one.token, "base64url")).toHaveLength(32);
    expect(one.token).not.toBe(two.token);
    expect(table.find([`Bearer ${one.token}`])).toBe(one.live);
    expect(table.find([`Bearer ${two.token}`])).toBe(two.live);
    expect(JSON.stringify(one.live)).not.toContain(one.token);
    one.revoke();
    expect(table.find([`Bearer ${one.token}`])).toBeNull();
    expect(table.find([`Bearer ${two.token}`])).toBe(two.live);
  });

  it("[EX62] let in until they are revoked", async () => {
    const server = await serve();
    const { token, revoke } = server.grant(grantOf());
    expect(await ask(server, token, "/v0/state")).toEqual({ status: 200, text: '{"state":{"torch":"lit"}}' });
    revoke();
    expect((await ask(server, token, "/v0/state")).status).toBe(401);
  });

  it.each([
    ["none", null],
    ["an empty one", ""],
    ["a wrong one", "A".repeat(43)],
    ["a long one", "A".repeat(10_000)],
  ])("[EX63] %s is refused before anything else, and the connection closed", async (_what, token) => {
    const server = await serve();
    server.grant(grantOf());
    for (const path of ["/v0/state", "/v0/nothing"]) {
      const answer = await ask(server, token, path);
      expect(answer.status).toBe(401);
      expect(errorOf(answer)).toMatchObject({ code: "unauthorized" });
    }
  });

  it("[EX63] of two invocations cannot be used on one connection", async () => {
    const server = await serve();
    const [one, two] = [server.grant(grantOf()), server.grant(grantOf())];
    const lines = [one, two].map(
      ({ token }) =>
        `POST /v0/state HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect((await raw(server, lines.join(""))).match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 401"]);
  });

  it("[EX63] a connection that says nothing is closed", async () => {
    const server = await serve();
    const startedAt = performance.now();
    await raw(server, "POST /v0/state HTTP/1.1\r\n");
    await raw(server, "");
    expect(performance.now() - startedAt).toBeLessThan(4_500);
  });

  it("[EX62] take their connections with them, and what was asked for", async () => {
    let stopped: (() => void) | undefined;
    const wasStopped = new Promise<void>((resolve) => {
      stopped = resolve;
    });
    let abortedAtOnce = false;
    const server = await serve({
      slow: (call) =>
        new Promise((resolve) => {
          call.signal.addEventListener("abort", () => {
            stopped?.();
            resolve({});
          });
          revoke();
          abortedAtOnce = call.signal.aborted;
        }),
    });
    const { token, revoke } = server.grant(grantOf());
    await expect(ask(server, token, "/v0/slow")).rejects.toThrow(/hang up|ECONNRESET|EPIPE/);
    await wasStopped;
    expect(abortedAtOnce).toBe(true);
  });

  it("[EX64] open the services that the manifest names, and no others", async () => {
    const server = await serve({ generate: async () => ({}) });
    const { token } = server.grant(grantOf(["state"]));
    expect((await ask(server, token, "/v0/state")).status).toBe(200);
    const refused = await ask(server, token, "/v0/generate");
    expect(refused.status).toBe(403);
    expect(errorOf(refused)).toEqual({
      code: "not_granted",
      message: 'the skill "skill" does not declare the host service "generate" in its manifest',
    });
  });
});

describe("requests", () => {
  it.each([
    ["/v0/nothing", "POST", 404, "not_found"],
    ["/v0/state/", "POST", 404, "not_found"],
    ["/v0/__proto__", "POST", 404, "not_found"],
    ["/v0/../v0/state", "POST", 404, "not_found"],
    ["/", "POST", 404, "not_found"],
    ["/v0/state", "GET", 405, "method_not_allowed"],
    ["/v0/state", "DELETE", 405, "method_not_allowed"],
  ])("[EX71] %s by %s is refused with a code", async (path, method, status, code) => {
    const server = await serve();
    const answer = await ask(server, server.grant(grantOf()).token, path, "", { method });
    expect(answer.status).toBe(status);
    expect(errorOf(answer)).toMatchObject({ code, message: expect.any(String) });
  });

  it.each([
    ["text", "hello"],
    ["a list", "[]"],
    ["half an object", '{"a":'],
    ["invalid UTF-8", Buffer.from('{"a":"\xe9"}', "latin1")],
    ["nested too deep", `${'{"a":'.repeat(70)}1${"}".repeat(70)}`],
    ["a number that is none", '{"a":1e400}'],
    ["a forbidden key", '{"__proto__":{}}'],
  ])("[EX68] a body that is %s is refused", async (_what, body) => {
    const server = await serve();
    const answer = await ask(server, server.grant(grantOf()).token, "/v0/state", body);
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({ code: "invalid_request" });
  });

  it("[EX68] an empty body is an empty request", async () => {
    const server = await serve({ slow: async (_call, request) => request });
    expect(await ask(server, server.grant(grantOf()).token, "/v0/slow", "")).toEqual({ status: 200, text: "{}" });
  });

  it("[EX68] a body may be 1 MiB long and not longer", async () => {
    const server = await serve({ slow: async (_call, request) => ({ bytes: JSON.stringify(request).length }) });
    const { token } = server.grant(grantOf());
    const frame = '{"a":""}'.length;
    const fits = JSON.stringify({ a: "x".repeat(LIMITS.hostRequestBytes - frame) });
    expect((await ask(server, token, "/v0/slow", fits)).text).toBe(`{"bytes":${LIMITS.hostRequestBytes}}`);
    const answer = await ask(server, token, "/v0/slow", `${fits} `);
    expect(answer.status).toBe(413);
    expect(errorOf(answer)).toMatchObject({ code: "request_too_large" });
  });

  it("[EX68] an answer may be 4 MiB long and not longer", async () => {
    const server = await serve({ slow: async (_call, { length }) => ({ a: "x".repeat(Number(length)) }) });
    const { token } = server.grant(grantOf());
    const frame = '{"a":""}'.length;
    const fits = await ask(server, token, "/v0/slow", `{"length":${LIMITS.hostResponseBytes - frame}}`);
    expect([fits.status, fits.text.length]).toEqual([200, LIMITS.hostResponseBytes]);
    const answer = await ask(server, token, "/v0/slow", `{"length":${LIMITS.hostResponseBytes}}`);
    expect(errorOf(answer)).toMatchObject({ code: "response_too_large" });
  });

  it("[EX69] 64 are answered at once, of one invocation 16; further ones are refused for the moment", async () => {
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let waiting = 0;
    const full = [LIMITS.hostInFlightEach, LIMITS.hostInFlight].map(
      (many) =>
        new Promise<void>((resolve) => {
          reached.set(many, resolve);
        }),
    );
    services.slow = async () => {
      reached.get(++waiting)?.();
      await released;
      return {};
    };
    const server = await serve(services);
    const tokens = Array.from(
      { length: LIMITS.hostInFlight / LIMITS.hostInFlightEach },
      () => server.grant(grantOf()).token,
    );
    const askAll = (token: string): Promise<Answer>[] =>
      Array.from({ length: LIMITS.hostInFlightEach }, () => ask(server, token, "/v0/slow"));
    const [first = "", ...others] = tokens;
    const asked = askAll(first);
    await full[0];
    const refused = await ask(server, first, "/v0/state");
    expect([refused.status, errorOf(refused)]).toMatchObject([
      429,
      { code: "too_many_requests", message: "an invocation may have 16 requests answered at once" },
    ]);
    asked.push(...others.flatMap(askAll));
    await full[1];
    const last = server.grant(grantOf()).token;
    const busy = await ask(server, last, "/v0/state");
    expect([busy.status, errorOf(busy)]).toMatchObject([429, { code: "too_many_requests" }]);
    release();
    expect((await Promise.all(asked)).every(({ status }) => status === 200)).toBe(true);
    expect((await ask(server, last, "/v0/state")).status).toBe(200);
  });
  const reached = new Map<number, () => void>();
  const services: Record<string, HostService> = {};

  it("[EX130] an invocation may make as many as its manifest says, where that is fewer", async () => {
    const server = await serve();
    const { token } = server.grant({ ...grantOf(), maxRequests: 1 });
    expect((await ask(server, token, "/v0/state")).status).toBe(200);
    const refused = await ask(server, token, "/v0/state");
    expect([refused.status, errorOf(refused)]).toMatchObject([429, { code: "quota_exceeded" }]);
  });

  it("[EX69] an invocation may make 500", async () => {
    const server = await serve();
    const { token } = server.grant(grantOf());
    const agent = new Agent({ keepAlive: true });
    for (let i = 0; i < LIMITS.hostRequests; i++) {
      expect((await ask(server, token, "/v0/state", "{}", { agent })).status).toBe(200);
    }
    const refused = await ask(server, token, "/v0/state", "{}", { agent });
    expect([refused.status, errorOf(refused)]).toMatchObject([429, { code: "quota_exceeded" }]);
    expect((await ask(server, server.grant(grantOf()).token, "/v0/state")).status).toBe(200);
    agent.destroy();
  });

  it("[EX71] what a service throws on purpose reaches the script; what it did not mean to does not", async () => {
    class StoreError extends NarratoriaError {
      readonly code = "locked";
    }
    const faults: Record<string, () => Error> = {
      host: () => new HostError("no_such_memory", "there is no such memory", 404),
      ours: () => new StoreError("the store is locked"),
      bug: () => new TypeError("/home/player/secret is undefined"),
    };
    const server = await serve({
      fail: async (_call, { how }) => {
        throw faults[String(how)]?.();
      },
    });
    const { token } = server.grant(grantOf());
    const answers = await Promise.all(
      ["host", "ours", "bug"].map((how) => ask(server, token, "/v0/fail", JSON.stringify({ how }))),
    );
    expect(answers.map((answer) => [answer.status, errorOf(answer)])).toEqual([
      [404, { code: "no_such_memory", message: "there is no such memory" }],
      [422, { code: "locked", message: "the store is locked" }],
      [500, { code: "internal_error", message: "the host service failed" }],
    ]);
  });
});

describe("streamed answers", () => {
  it("[EX70] are NDJSON, a line as soon as there is one", async () => {
    let goOn: () => void = () => {};
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const server = await serve({
      async *generate() {
        yield { type: "delta", text: "It rains." };
        await mayGoOn;
        yield { type: "result" };
      },
    });
    const answer = await ask(server, server.grant(grantOf()).token, "/v0/generate", "{}", { onData: () => goOn() });
    expect(answer).toEqual({ status: 200, text: '{"type":"delta","text":"It rains."}\n{"type":"result"}\n' });
  });

  it("[EX70] are made no faster than they are read, and no further than that", async () => {
    let made = 0;
    let over: () => void = () => {};
    const isOver = new Promise<void>((resolve) => {
      over = resolve;
    });
    const server = await serve({
      async *generate() {
        try {
          for (; ; made++) yield { text: "x".repeat(16_384) };
        } finally {
          over();
        }
      },
    });
    const { token } = server.grant(grantOf());
    const socket = connect(server.socketPath);
    socket.write(
      `POST /v0/generate HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\nContent-Length: 2\r\n\r\n{}`,
    );
    await new Promise((resolve) => socket.once("readable", resolve));
    // Nothing more is read, so the maker comes to rest with what the pipe holds, far from the 256 lines of the cap.
    let before = -1;
    while (made !== before) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(made).toBeLessThan(100);
    socket.destroy();
    await isOver;
  });

  it("[EX70] that fail at once have a status, that fail later end with an error line", async () => {
    const server = await serve({
      async *generate(_call, { after }) {
        for (let i = 0; i < Number(after); i++) yield { i };
        throw new HostError("model_gone", "the model is gone", 503);
      },
    });
    const { token } = server.grant(grantOf());
    const atOnce = await ask(server, token, "/v0/generate", '{"after":0}');
    expect([atOnce.status, errorOf(atOnce)]).toEqual([503, { code: "model_gone", message: "the model is gone" }]);
    const later = await ask(server, token, "/v0/generate", '{"after":1}');
    expect(later.text).toBe('{"i":0}\n{"error":{"code":"model_gone","message":"the model is gone"}}\n');
  });

  it("[EX68] are cut off at 4 MiB", async () => {
    const server = await serve({
      async *generate() {
        for (;;) yield { text: "x".repeat(500_000) };
      },
    });
    const { text } = await ask(server, server.grant(grantOf()).token, "/v0/generate");
    expect(text.length).toBeLessThan(LIMITS.hostResponseBytes + 1_000);
    expect(text).toMatch(/"code":"response_too_large".*\n$/);
  });
});

describe("skill scripts and the host", () => {
  const calls = (toolId: string, list: object[], more: object = {}): ReturnType<typeof tool> =>
    tool(toolId, "calls-host", { input: { calls: JSON.parse(JSON.stringify(list)), ...more } });

  /** Keeps what it is given, and says what it sees. */
  const notes: Record<string, HostService> = {
    store: async (call, { record }) => {
      const id = `${call.toolId}-${call.staged.length}`;
      call.stage({ change: "store", id, dataType: "memory", record: isJsonObject(record) ? record : {} });
      return { id };
    },
    semanticSearch: async (call) => ({ staged: call.staged.map(({ id }) => id), scope: call.scope ?? null }),
  };
  const host = ["state", "store", "semanticSearch", "generate"];

  it("[EX62] a script is let in with its own token, which ends with it", async () => {
    const server = await serve();
    const plan = planOf([calls("a", [{ service: "state", body: {} }]), calls("b", [])]);
    const { result } = await executePlan(
      plan,
      options({ host: server, resolver: fixtures({ host }), state: { a: 1 } }),
    );
    const access = JSON.parse(JSON.stringify(outputOf(result.toolResults, "a").host));
    const answers = answersOf(result.toolResults, "a");
    expect(answers).toEqual([{ status: 200, text: '{"state":{"a":1}}' }]);
    expect(access.socket).toBe(server.socketPath);
    expect(outputOf(result.toolResults, "b").host).not.toEqual(access);
    expect((await ask(server, access.token, "/v0/state")).status).toBe(401);
  });

  it("[EX62] curl is client enough", async () => {
    const server = await serve({ state: async (call, { path }) => ({ path: path ?? null, state: call.state }) });
    const plan = planOf([tool("a", "calls-host.sh")]);
    const run = await executePlan(plan, options({ host: server, resolver: fixtures({ host }), state: { flags: 1 } }));
    expect(outputOf(run.result.toolResults, "a")).toEqual({ answer: { path: "flags", state: { flags: 1 } } });
  });

  it("[EX64] a script that asks for no host service, or a runtime without them, has no access", async () => {
    const server = await serve();
    const plan = planOf([tool("a", "echoes")]);
    for (const more of [{ host: server, resolver: fixtures() }, { resolver: fixtures({ host }) }]) {
      const { result } = await executePlan(plan, options(more));
      expect(outputOf(result.toolResults, "a").input).toMatchObject({ host: null });
    }
  });

  it("[EX66] a service sees the state as the tools before left it, and not what others did", async () => {
    const server = await serve();
    const plan = planOf([
      tool("before", "patches", { input: { patches: [{ door: "open" }] } }),
      tool("aside", "patches", { input: { patches: [{ window: "open" }] } }),
      { ...calls("a", [{ service: "state", body: {} }]), dependencies: ["before"] },
    ]);
    const { result } = await executePlan(
      plan,
      options({ host: server, resolver: fixtures({ host }), state: { door: "shut" } }),
    );
    expect(outputOf(result.toolResults, "a").answers).toEqual([{ status: 200, text: '{"state":{"door":"open"}}' }]);
  });

  it("[EX65] writes are seen by the tool itself and those that depend on it, and join the turn when it succeeds", async () => {
    const server = await serve(notes);
    const write = { service: "store", body: { record: { summary: "the bell rang" } } };
    const look = { service: "semanticSearch", body: {} };
    const plan = planOf([
      calls("writer", [write, look]),
      calls("stranger", [look]),
      { ...calls("reader", [look, write]), dependencies: ["writer"] },
    ]);
    const run = await executePlan(
      plan,
      options({ host: server, resolver: fixtures({ host }), scope: "playthrough-1" }),
    );
    const seen = (id: string): unknown[] => answersOf(run.result.toolResults, id).map(({ text }) => JSON.parse(text));
    expect(seen("writer")[1]).toEqual({ staged: ["writer-0"], scope: "playthrough-1" });
    expect(seen("stranger")[0]).toMatchObject({ staged: [] });
    expect(seen("reader")[0]).toMatchObject({ staged: ["writer-0"] });
    expect(run.writes.map(({ id }) => id)).toEqual(["writer-0", "reader-1"]);
    expect(run.writes[0]).toEqual({
      change: "store",
      id: "writer-0",
      dataType: "memory",
      record: { summary: "the bell rang" },
    });
  });

  it("[EX50] the writes of a tool that fails are nobody's", async () => {
    const server = await serve(notes);
    const write = { service: "store", body: { record: {} } };
    const plan = planOf([
      { ...calls("writer", [write], { ok: false }), required: false },
      { ...calls("reader", [{ service: "semanticSearch", body: {} }]), dependencies: ["writer"] },
    ]);
    const run = await executePlan(plan, options({ host: server, resolver: fixtures({ host }) }));
    expect(run.writes).toEqual([]);
    expect(JSON.stringify(outputOf(run.result.toolResults, "reader"))).toContain('\\"staged\\":[]');
  });

  it("[EX67] what is staged after the tool has ended does not count", async () => {
    let late: ((write: StagedWrite) => void) | undefined;
    const server = await serve({
      store: async (call) => {
        late = call.stage;
        return { id: "x" };
      },
    });
    const plan = planOf([
      calls("writer", [{ service: "store", body: {} }]),
      tool("after", "lights-torch", { dependencies: ["writer"] }),
    ]);
    const onEvent = (event: ExecutorEvent): void => {
      if (event.type === "tool-settled" && event.toolId === "writer")
        late?.({ change: "store", id: "late", dataType: "memory", record: {} });
    };
    const run = await executePlan(plan, options({ host: server, resolver: fixtures({ host }), onEvent }));
    expect(late).toBeDefined();
    expect(run.writes).toEqual([]);
  });

  it("[EX62] a service learns that its caller was ended", async () => {
    let stopped: () => void = () => {};
    const wasStopped = new Promise<void>((resolve) => {
      stopped = resolve;
    });
    const server = await serve({
      async *generate(call) {
        call.signal.addEventListener("abort", () => stopped());
        yield { type: "delta", text: "It" };
        await wasStopped;
      },
    });
    const controller = new AbortController();
    const onEvent = (event: { type: string }): void => {
      if (event.type === "tool-event") controller.abort();
    };
    const more = { host: server, resolver: fixtures({ host }), signal: controller.signal, onEvent };
    const run = await executePlan(planOf([tool("a", "hangs-in-generate")]), options(more));
    await wasStopped;
    expect(run.failure).toBe("the turn was cancelled");
  });
});
