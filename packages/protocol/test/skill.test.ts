// SPEC.md PR40 to PR55. Every script is a real process; each fixture is one kind of skill.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { NdjsonDecoder, parseEvent, type ToolEvent } from "@narratoria/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildSkills } from "./fixtures/build-skills.js";
import { HOSTILE } from "./hostile.js";

let scripts = "";
beforeAll(async () => {
  scripts = await buildSkills();
});
afterAll(() => rmSync(scripts, { recursive: true }));

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

function start(script: string): Child {
  const env = { PATH: process.env.PATH ?? "" };
  return spawn(process.execPath, [join(scripts, `${script}.cjs`)], { env, stdio: ["pipe", "pipe", "pipe"] });
}

interface Ended {
  readonly events: readonly ToolEvent[];
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** Reads a script to its end. Each event must be valid in the eyes of the runtime, without a warning. */
function ended(child: Child, onEvent: (event: ToolEvent) => void = () => {}): Promise<Ended> {
  const decoder = new NdjsonDecoder();
  const events: ToolEvent[] = [];
  const take = (lines: ReturnType<NdjsonDecoder["push"]>): void => {
    for (const { value, line } of lines) {
      const { event, warnings } = parseEvent(value, { line });
      expect(warnings).toEqual([]);
      events.push(event);
      onEvent(event);
    }
  };
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => take(decoder.push(chunk)));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      take(decoder.end());
      resolve({ events, code, signal, stderr });
    });
  });
}

function run(script: string, input: object | string): Promise<Ended> {
  const child = start(script);
  child.stdin.on("error", () => {});
  child.stdin.end(typeof input === "string" ? input : JSON.stringify(input));
  return ended(child);
}

const invocation = { requestId: "r1", tool: "fixture", operation: "run" };
const lastOf = ({ events }: Ended): ToolEvent | undefined => events.at(-1);

describe("input", () => {
  it("[PR40] reaches the script whole", async () => {
    const given = {
      input: { a: [1, "Ü🔔"] },
      dependencies: { roll: { total: 9 }, recall: null },
      context: { seed: "7" },
      config: { b: 1 },
    };
    const result = await run("echoes", { ...invocation, ...given, host: { socket: "/nowhere", token: "t" } });
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(result.events).toEqual([
      { version: "0", type: "done", ok: true, output: { ...given, host: "there", requestId: "r1" } },
    ]);
  });

  it("[PR40] may lack everything but its braces, and start with a byte order mark", async () => {
    const output = { input: {}, dependencies: {}, context: {}, config: {}, host: null, requestId: "" };
    for (const text of ["{}", "\ufeff{}\r\n"])
      expect(lastOf(await run("echoes", text))).toMatchObject({ ok: true, output });
  });

  it("[PR40] may be longer than a pipe holds, and come from a file", async () => {
    const long = { input: { text: "é".repeat(400_000) } };
    expect(lastOf(await run("echoes", long))).toMatchObject({ ok: true, output: { input: long.input } });
    const file = join(scripts, "input.json");
    writeFileSync(file, JSON.stringify(long));
    const descriptor = openSync(file, "r");
    const stdio = [descriptor, "pipe", "inherit"] as const;
    const child = spawn(process.execPath, [join(scripts, "echoes.cjs")], { stdio: [...stdio] });
    const chunks: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
    await new Promise((resolve) => child.once("close", resolve));
    closeSync(descriptor);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ ok: true, output: { input: long.input } });
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "hello"],
    ["JSON cut short", '{"input":'],
    ["a list", "[]"],
    ["an input that is a list", '{"input":[]}'],
  ])("[PR41] that is %s is refused in words", async (_, text) => {
    const result = await run("echoes", text);
    expect(result.code).toBe(0);
    expect(result.events).toMatchObject([
      { type: "error", errorCode: "invalid_input" },
      { type: "done", ok: false },
    ]);
  });

  it.each(HOSTILE)("[PR115] never brings a key that reaches prototypes: %s", async (_, text) => {
    for (const part of ["input", "dependencies", "context", "config"]) {
      const result = await run("echoes", `{"${part}":${text}}`);
      expect(result.events).toMatchObject([
        { type: "error", errorCode: "invalid_input", errorMessage: expect.stringContaining(`(at /${part}/`) },
        { type: "done", ok: false },
      ]);
    }
  });

  it("[PR42] is compared with the shape, and each fault named by its field", async () => {
    const input = { times: 4, mood: "hot", gifts: [{ weight: 1 }, { weight: "2" }, {}], aloud: "yes", other: 1 };
    const result = await run("greets", { ...invocation, input });
    const faults = [
      '"name" is missing',
      '"times" must be at most 3, got 4',
      '"mood" must be one of "warm", "cold", got "hot"',
      '"gifts" must have at most 2 entries, has 3',
      '"gifts[1].weight" must be a number, got "2"',
      '"gifts[2].weight" is missing',
      '"aloud" must be true or false, got "yes"',
    ];
    expect(result.events).toMatchObject([
      { type: "error", errorCode: "invalid_input", errorMessage: `${faults.join("; ")}.`, details: { faults } },
      { type: "done", ok: false },
    ]);
  });

  it.each([
    [{ name: "", times: 1 }, '"name" must have at least 1 characters, has 0'],
    [{ name: "x".repeat(21), times: 1 }, '"name" must have at most 20 characters, has 21'],
    [{ name: "Osk", times: 0 }, '"times" must be at least 1, got 0'],
    [{ name: "Osk", times: 1.5 }, '"times" must be a whole number, got 1.5'],
    [{ name: null, times: 1 }, '"name" must be text, got null'],
    [{ name: "Osk", times: 1, gifts: {} }, '"gifts" must be a list, got {}'],
  ])("[PR42] %j: %s", async (input, fault) => {
    expect((await run("greets", { input })).events[0]).toMatchObject({ errorMessage: `${fault}.` });
  });
});

describe("output", () => {
  it("[PR43] is the events in their order, then one done with what run gave", async () => {
    const result = await run("greets", { ...invocation, input: { name: "Osk", times: 2, extra: true } });
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(result.events).toEqual([
      { version: "0", type: "log", level: "info", message: "Greeting Osk", fields: { times: 2 } },
      { version: "0", type: "log", level: "debug", message: "No data" },
      { version: "0", type: "state_patch", patch: { flags: { greeted: true } } },
      {
        version: "0",
        type: "asset",
        assetId: "card",
        kind: "image",
        mediaType: "image/png",
        path: "card.png",
        metadata: { width: 1 },
      },
      { version: "0", type: "ui_event", event: "wave", payload: { hand: "left" } },
      { version: "0", type: "ui_event", event: "bow" },
      {
        version: "0",
        type: "error",
        errorCode: "no_hat",
        errorMessage: "There was no hat to lift.",
        details: { hats: 0 },
      },
      { version: "0", type: "done", ok: true, output: { greeting: "Hello, Osk Hello, Osk" } },
    ]);
  });

  it("[PR43] may be nothing", async () => {
    expect((await run("fails", { input: { way: "gives nothing" } })).events).toEqual([
      { version: "0", type: "done", ok: true },
    ]);
  });

  it("[PR43] comes whole through a pipe that somebody made non-blocking, however slowly it is read", async () => {
    // A Node process that opens its standard output makes it non-blocking, for its children as well.
    const opener = `require("node:child_process").spawn(process.execPath, [process.argv[1]], { stdio: "inherit" });
      process.stdout;`;
    const child = spawn(process.execPath, ["-e", opener, join(scripts, "floods.cjs")]);
    const result = ended(child);
    child.stdin.end(JSON.stringify({ input: { lines: 2000 } }));
    child.stdout.pause();
    // Time for the pipe to fill; without it the test would pass as well, but try less.
    await new Promise((resolve) => setTimeout(resolve, 150));
    child.stdout.resume();
    expect((await result).events).toHaveLength(2001);
  });

  it("[PR44] is at an end after done: nothing is sent any more, and nothing holds the process", async () => {
    for (const way of ["talks on", "keeps the process open"]) {
      const result = await run("fails", { input: { way } });
      expect(result.code).toBe(0);
      expect(result.events.filter(({ type }) => type === "done")).toHaveLength(1);
      expect(lastOf(result)).toMatchObject({ type: "done", ok: true });
    }
  });

  it("[PR45] goes unsent, without a sound, when nobody reads it", async () => {
    const child = start("floods");
    child.stdout.destroy();
    child.stdin.end(JSON.stringify({ input: { lines: 100_000 } }));
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect([code, stderr]).toEqual([0, ""]);
  });
});

describe("failure", () => {
  it.each([
    ["throws", "unexpected", "the rope broke"],
    ["rejects", "unexpected", "the rope broke"],
    ["rejects later", "unexpected", "the rope broke"],
    ["throws in a callback", "unexpected", "the rope broke"],
    ["rejects unheard", "unexpected", "the rope broke"],
    ["throws with a code", "no_rope", "There is no rope."],
    ["throws text", "unexpected", "only text"],
    ["throws nothing", "unexpected", "undefined"],
    ["throws an empty error", "unexpected", "Error"],
    ["throws with details that cannot be written", "odd", "Odd details."],
    ["never settles", "unfinished", "The script ended before it had an answer."],
    ["leaves", "unfinished", "The script ended before it had an answer."],
    ["gives a list", "invalid_output", "What a tool gives back must be an object or nothing."],
    ["gives a circle", "unexpected", expect.stringContaining("circular")],
    ["says too much", "event_too_large", expect.stringContaining("over the limit of 1048576")],
    ["gives too much", "event_too_large", expect.stringContaining("over the limit of 1048576")],
  ])("[PR46] a script that %s ends with an error, one done and exit code 0", async (way, errorCode, errorMessage) => {
    const result = await run("fails", { ...invocation, input: { way } });
    expect([result.code, result.signal]).toEqual([0, null]);
    expect(result.events).toMatchObject([
      { version: "0", type: "error", errorCode, errorMessage },
      { version: "0", type: "done", ok: false, summary: errorMessage },
    ]);
  });

  it.each([
    ["finds nobody", /^connect ECONNREFUSED/],
    ["finds nobody, wrapped", /^fetch failed \(ECONNREFUSED\)$/],
  ])("[PR480] a script that %s on the network says so, with the system's code", async (way, message) => {
    const result = await run("fails", { ...invocation, input: { way } });
    expect([result.code, result.stderr]).toEqual([0, ""]);
    expect(result.events).toMatchObject([
      {
        type: "error",
        errorCode: "network_error",
        errorMessage: expect.stringMatching(message),
        details: { cause: "ECONNREFUSED" },
      },
      { type: "done", ok: false },
    ]);
  });

  it("[PR46] tells what a ToolFailure adds, and keeps stack traces to standard error", async () => {
    const known = await run("fails", { input: { way: "throws with a code" } });
    expect(known.events[0]).toMatchObject({ details: { searched: ["loft"] } });
    expect(known.stderr).toBe("");
    const unknown = await run("fails", { input: { way: "throws" } });
    expect(unknown.stderr).toMatch(/^Error: the rope broke\n +at /);
    expect(JSON.stringify(unknown.events)).not.toContain("fails.cjs");
  });
});

describe("SIGTERM", () => {
  const terminated = async (manner: string): Promise<Ended> => {
    const child = start("waits");
    child.stdin.end(JSON.stringify({ input: { manner } }));
    return ended(child, (event) => event.type === "log" && child.kill("SIGTERM"));
  };

  it("[PR47] aborts the signal of a script that looks at it", async () => {
    const result = await terminated("attentive");
    expect([result.code, lastOf(result)]).toEqual([
      0,
      { version: "0", type: "done", ok: true, output: { heard: true } },
    ]);
  });

  it("[PR47] ends a script that does not, at once", async () => {
    const result = await terminated("unaware");
    expect([result.signal, result.events.length]).toEqual(["SIGTERM", 1]);
  });

  it("[PR48] gives a script that goes on regardless one second", async () => {
    const result = await terminated("deaf");
    expect(result.code).toBe(0);
    expect(result.events.slice(1)).toMatchObject([
      { type: "error", errorCode: "cancelled" },
      { type: "done", ok: false },
    ]);
  });
});

describe("host services", () => {
  let close: () => void = () => {};
  afterEach(() => close());

  interface Received {
    readonly method: string | undefined;
    readonly url: string | undefined;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }

  /** A host that records each request and lets the test answer it. */
  async function openHost(
    answer: (response: ServerResponse) => void,
  ): Promise<{ socket: string; received: Received[] }> {
    const socket = join(tmpdir(), `nt-${process.pid}-${Math.random().toString(36).slice(2)}.sock`);
    const received: Received[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method, url, headers } = request;
        received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
        answer(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { socket, received };
  }

  const call = (socket: string, input: object): Promise<Ended> =>
    run("calls-host", { ...invocation, input, host: { socket, token: "secret-1" } });
  const json =
    (body: unknown, status = 200) =>
    (response: ServerResponse) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };

  it("[PR50] are called with the token of the invocation", async () => {
    const { socket, received } = await openHost(json({ answer: 42 }));
    const result = await call(socket, { service: "exactMatch", request: { key: "ü" } });
    expect(lastOf(result)).toMatchObject({ ok: true, output: { answer: 42, http: false } });
    expect(received).toMatchObject([
      {
        method: "POST",
        url: "/v0/exactMatch",
        body: '{"key":"ü"}',
        headers: { authorization: "Bearer secret-1", "content-type": "application/json" },
      },
    ]);
  });

  it("[PR50] give records, ids and state", async () => {
    const results = [{ id: "m1", relevance: 0.8, record: { summary: "x" } }];
    let host = await openHost(json({ results: [...results, { id: 3 }, null] }));
    expect(lastOf(await call(host.socket, { service: "semanticSearch" }))).toMatchObject({ output: { results } });
    expect(host.received[0]?.body).toBe('{"dataType":"memory","query":"the bell","limit":3}');
    close();
    host = await openHost(json({ id: "m2" }));
    expect(lastOf(await call(host.socket, { service: "store" }))).toMatchObject({ output: { id: "m2" } });
    expect(JSON.parse(host.received[0]?.body ?? "")).toEqual({ dataType: "memory", record: { summary: "Ünïcode 🔔" } });
    close();
    host = await openHost(json({ state: { flags: { a: true } } }));
    expect(lastOf(await call(host.socket, { service: "state" }))).toMatchObject({
      output: { state: { flags: { a: true } }, place: { flags: { a: true } } },
    });
    expect(host.received.map(({ body }) => body)).toEqual(["{}", '{"path":"place"}']);
    close();
    host = await openHost(json({ state: "mill" }));
    expect(lastOf(await call(host.socket, { service: "state" }))).toMatchObject({
      output: { state: {}, place: "mill" },
    });
    close();
    host = await openHost(json({ id: "m1", results: [{ ...results[0], relevance: 1 }] }));
    expect(lastOf(await call(host.socket, { service: "records" }))).toMatchObject({
      output: { matched: { results: [{ id: "m1", relevance: 1 }] }, changed: { id: "m1" }, gone: { id: "m1" } },
    });
    expect(host.received.map(({ url, body }) => `${url} ${body}`)).toEqual([
      '/v0/exactMatch {"dataType":"memory","filters":{}}',
      '/v0/update {"dataType":"memory","id":"m1","changes":{"a":null}}',
      '/v0/delete {"dataType":"memory","id":"m1"}',
    ]);
    close();
    const numbers = { model: "m", dimensions: 2, embeddings: [[0.6, 0.8]] };
    host = await openHost(json(numbers));
    expect(lastOf(await call(host.socket, { service: "embed" }))).toMatchObject({ output: numbers });
    close();
    for (const bad of [{ ...numbers, embeddings: [["0.6"]] }, { ...numbers, embeddings: null }, { id: 7 }]) {
      host = await openHost(json(bad));
      expect((await call(host.socket, { service: "embed" })).events[0]).toMatchObject({ errorCode: "bad_response" });
      close();
    }
  });

  it.each<[string, (response: ServerResponse) => void, string, string]>([
    [
      "refuses",
      json({ error: { code: "not_granted", message: "The manifest does not ask for it." } }, 403),
      "not_granted",
      "the host service update refused: The manifest does not ask for it.",
    ],
    ["refuses without a word", json({}, 500), "host_error", "the host service update refused: status 500"],
    [
      "answers with nonsense",
      (response) => void response.end("<html>"),
      "bad_response",
      "the host service update did not answer with a JSON object",
    ],
    ["answers with a list", json([1]), "bad_response", "the host service update did not answer with a JSON object"],
    [
      "hangs up",
      (response) => void response.destroy(),
      "host_unreachable",
      "the host service update cannot be reached: the connection was cut before the answer was whole",
    ],
  ])("[PR51] fail with a code when the host %s", async (_, answer, errorCode, errorMessage) => {
    const { socket } = await openHost(answer);
    expect((await call(socket, { service: "update" })).events).toMatchObject([
      { type: "error", errorCode, errorMessage },
      { type: "done", ok: false },
    ]);
  });

  it("[PR51] fail with a code when there is no host", async () => {
    const result = await call(join(scripts, "no.sock"), { service: "update" });
    expect(result.events[0]).toMatchObject({ errorCode: "host_unreachable" });
  });

  it("[PR52] stream: each piece is there before the next is sent", async () => {
    const pieces = [
      { type: "delta", paragraph: 0, text: "Die Glocke läutet 🔔" },
      { type: "delta", paragraph: 1, text: "b" },
      { type: "result", paragraphs: ["a"] },
    ];
    let send = (): void => {};
    const { socket } = await openHost((response) => {
      const left = pieces.map((piece) => `${JSON.stringify(piece)}\n`);
      send = () => {
        const next = left.shift();
        if (next === undefined) response.end();
        else response.write(next);
      };
      send();
    });
    const child = start("calls-host");
    child.stdin.end(JSON.stringify({ input: { service: "generate" }, host: { socket, token: "t" } }));
    // The next piece goes out only when the script has passed the last one on.
    const result = await ended(child, (event) => event.type === "log" && send());
    const heard = result.events.flatMap((event) => (event.type === "log" ? [JSON.parse(event.message)] : []));
    expect(heard).toEqual(pieces);
    expect(lastOf(result)).toMatchObject({ ok: true });
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ["refuses", json({ error: { code: "not_granted", message: "No." } }, 403), "not_granted"],
    [
      "fails half-way",
      (response) => void response.end('{"type":"delta"}\n{"error":{"code":"model_gone","message":"It stopped."}}\n'),
      "model_gone",
    ],
    ["sends a list", (response) => void response.end("[1]\n"), "bad_response"],
    ["sends nonsense", (response) => void response.end("<html>"), "invalid_json"],
  ])("[PR52] stream: fail with a code when the host %s", async (_, answer, errorCode) => {
    const { socket } = await openHost(answer);
    const { events } = await call(socket, { service: "generate" });
    expect(events.slice(-2)).toMatchObject([
      { type: "error", errorCode },
      { type: "done", ok: false },
    ]);
  });

  it("[PR53] are given up when the runtime ends the tool", async () => {
    const { socket } = await openHost(() => {});
    const child = start("calls-host");
    child.stdin.end(JSON.stringify({ input: { service: "waits" }, host: { socket, token: "t" } }));
    const result = await ended(
      child,
      (event) => event.type === "log" && event.message === "Waiting" && child.kill("SIGTERM"),
    );
    expect(result.events.slice(1)).toMatchObject([
      { type: "log", message: "Given up" },
      { type: "error", errorCode: "cancelled" },
      { type: "done", ok: false },
    ]);
  });
});

it("[PR56] the skill of the README runs as it stands there", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, input = ""] = /echo '(.*)' \| node throw-dice.cjs/.exec(readme) ?? [];
  const [, printed = ""] = /^```json\n(.*?)^```$/ms.exec(readme) ?? [];
  const { events } = await run("readme", input);
  expect(`${events.map((event) => JSON.stringify(event)).join("\n")}\n`).toBe(printed);
});

describe("weight", () => {
  it("[PR54] is small: no script loads the HTTP client of Node, whether it calls the host or not", async () => {
    expect(lastOf(await run("calls-host", { input: { service: "none" } }))).toMatchObject({ output: { http: false } });
    expect(statSync(join(scripts, "echoes.cjs")).size).toBeLessThan(55_500);
    // What is said of the parts of a story is for pages and checks.
    expect(readFileSync(join(scripts, "echoes.cjs"), "utf8")).not.toContain("Summaries of the last six scenes");
  });
});
