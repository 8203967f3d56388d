// SPEC.md ST4 to ST8 and ST16 to ST18: the script as a process, with a narrator on a socket that says what a test wants.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PROVIDERS, type Provider } from "../src/settings.js";
import { type Behaviour, type Double, inPieces, openDouble, wire, withStatus } from "./provider-doubles.js";

const folder = fileURLToPath(new URL("..", import.meta.url));
const example = JSON.parse(readFileSync(join(folder, "examples/narrate.json"), "utf8"));
let elsewhere = "";
let server: Server | undefined;

beforeAll(() => {
  elsewhere = mkdtempSync(join(tmpdir(), "storyteller-"));
  cpSync(join(folder, "scripts"), join(elsewhere, "scripts"), { recursive: true });
});
afterEach(async () => {
  await Promise.all(doubles.splice(0).map((one) => one.close()));
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});
afterAll(() => rmSync(elsewhere, { recursive: true }));

/** A narrator that answers with these pieces, one a line, and keeps what it was asked for. */
async function narrator(pieces: readonly object[], status = 200) {
  const socket = join(elsewhere, "s");
  const asked: Record<string, unknown>[] = [];
  server = createServer(async (incoming, response) => {
    let text = "";
    for await (const chunk of incoming) text += chunk;
    asked.push(JSON.parse(text));
    response.writeHead(status, { "content-type": "application/x-ndjson" });
    response.end(pieces.map((piece) => `${JSON.stringify(piece)}\n`).join(""));
  });
  await new Promise<void>((resolve) => server?.listen(socket, resolve));
  return { access: { socket, token: "t" }, asked };
}

/** A narrator that asks for one text, with more said of the first, and for another once it has that. */
async function asking(texts = 1, more: object = {}) {
  const socket = join(elsewhere, "s");
  const written: Record<string, unknown>[] = [];
  let scene: ServerResponse | undefined;
  const ask = (id: number): void => {
    const write = {
      type: "write",
      id,
      providers: ["claude", "openai", "ollama"],
      system: "s",
      prompt: "p",
      maxTokens: 70,
      ...(id === 1 ? more : {}),
    };
    scene?.write(`${JSON.stringify(write)}\n`);
  };
  server = createServer(async (incoming, response) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const request = JSON.parse(body);
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    if (request.kind === "scene") {
      scene = response;
      return ask(1);
    }
    written.push(request);
    response.end('{"type":"noted"}\n');
    if (request.end === undefined) return;
    if (request.id < texts) ask(request.id + 1);
    else scene?.end(`${JSON.stringify(result)}\n`);
  });
  await new Promise<void>((resolve) => server?.listen(socket, resolve));
  return { access: { socket, token: "t" }, written, text: () => written.map(({ text = "" }) => text).join("") };
}

const doubles: Double[] = [];

async function double(name: Provider["name"], behaviour: Behaviour): Promise<Provider> {
  const made = await openDouble(name, behaviour);
  doubles.push(made);
  return made.provider;
}

function configFor(first: Provider, fallback?: Provider): object {
  const { name: provider, model, apiKey, baseUrl } = first;
  const second = fallback
    ? {
        fallbackProvider: fallback.name,
        fallbackModel: fallback.model,
        fallbackApiKey: fallback.apiKey,
        fallbackBaseUrl: fallback.baseUrl,
      }
    : {};
  return { provider, model, apiKey, baseUrl, sendTo: ["127.0.0.1"], ...second };
}

async function run(input: object) {
  const child = spawn(process.execPath, [join(elsewhere, "scripts/narrate.cjs")], { env: {} });
  let text = "";
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  child.stdin.end(JSON.stringify(input));
  const status = await new Promise((resolve) => child.on("close", resolve));
  const events = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { status, events, done: events.at(-1), said: text + stderr };
}

const result = {
  type: "result",
  paragraphs: ["It rains.", "It goes on raining."],
  choices: [{ id: "s4-1", text: "Wait for it to stop" }],
  narrator: "storybook",
  patch: { storybook: { named: { "npc:osk": 4 } } },
};

describe("narrate", () => {
  it("[ST4] passes prose on as it comes", async () => {
    const { access } = await narrator([
      { type: "delta", paragraph: 0, text: "It rains." },
      { type: "note", text: "not prose" },
      { type: "delta", paragraph: 1, text: "It goes on raining." },
      result,
    ]);
    const { events } = await run({ ...example, host: access });
    expect(events.filter((event) => event.type === "ui_event").map(({ event, payload }) => [event, payload])).toEqual([
      ["prose", { paragraph: 0, delta: "It rains." }],
      ["prose", { paragraph: 1, delta: "It goes on raining." }],
    ]);
  });

  it("[ST5] gives the finished scene, and the narrator's notes as a patch", async () => {
    const { access } = await narrator([result]);
    const { events, done, status } = await run({ ...example, host: access });
    expect(status).toBe(0);
    const { paragraphs, choices } = result;
    expect(done).toMatchObject({ ok: true, output: { paragraphs, choices, narrator: "storybook" } });
    expect(events.find((event) => event.type === "state_patch").patch).toEqual(result.patch);
  });

  it.each([
    ["breaks off", [{ type: "delta", paragraph: 0, text: "It" }], "unfinished_scene"],
    ["has no words", [{ ...result, paragraphs: ["  "] }], "empty_scene"],
    [
      "fails half-way",
      [{ type: "delta", paragraph: 0, text: "It" }, { error: { code: "model_stopped", message: "It stopped." } }],
      "model_stopped",
    ],
  ])("[ST6] a scene that %s fails the tool", async (_, pieces, code) => {
    const { access } = await narrator(pieces);
    const { events, done, status } = await run({ ...example, host: access });
    expect([status, done.ok]).toEqual([0, false]);
    expect(events.find((event) => event.type === "error").errorCode).toBe(code);
    expect(events.some((event) => event.type === "state_patch")).toBe(false);
  });

  it("[ST7] fails without a host, and with one that refuses", async () => {
    const alone = await run(example);
    expect([alone.status, alone.done.ok, alone.events[0].errorCode]).toEqual([0, false, "no_host"]);
    const { access } = await narrator([{ error: { code: "not_allowed", message: "No." } }], 403);
    const refused = await run({ ...example, host: access });
    expect([refused.status, refused.done.ok, refused.events[0].errorCode]).toEqual([0, false, "not_allowed"]);
  });

  it("[ST8] [ST1] asks for a scene with the brief, and in the style of the settings", async () => {
    const { access, asked } = await narrator([result]);
    await run({ ...example, config: { style: "terse" }, host: access });
    expect(asked).toMatchObject([
      { kind: "scene", style: "terse", brief: { scene: 4, seed: "a-rainy-evening", effects: [{ kind: "time" }] } },
    ]);
  });
});

describe("narrate with a provider", () => {
  it.each(PROVIDERS)("[ST16] hands what %s writes to the host, which asked for it", async (name) => {
    const provider = await double(name, inPieces(name, wire(name, ["The bell “hums”.", " 🔔 It stops."]), [41]));
    const { access, written, text } = await asking(2);
    const { done, events } = await run({ ...example, config: configFor(provider), host: access });
    expect(done).toMatchObject({ ok: true, output: { paragraphs: result.paragraphs } });
    expect(text()).toBe("The bell “hums”. 🔔 It stops.".repeat(2));
    expect(written.filter(({ end }) => end).map(({ id, end }) => [id, end])).toEqual([
      [1, "done"],
      [2, "done"],
    ]);
    expect(events.filter(({ type }) => type === "log")).toEqual([]);
  });

  it("[ST17] the fallback writes where the first fails, which is logged, and the first is not asked again in the scene", async () => {
    const first = await double("claude", withStatus(429, { "retry-after": "7" }));
    const second = await double("ollama", inPieces("ollama", wire("ollama", ["The bell hums."]), []));
    const { access, written, text } = await asking(2);
    const { events } = await run({ ...example, config: configFor(first, second), host: access });
    expect(text()).toBe("The bell hums.".repeat(2));
    const fault = {
      provider: "claude",
      code: "busy",
      message: "It has had too many requests (429).",
      retryAfterMs: 7_000,
    };
    expect(written.flatMap(({ faults = [] }) => faults)).toEqual([fault]);
    expect(events.filter(({ type }) => type === "log").map(({ level, fields }) => [level, fields])).toEqual([
      ["warn", { provider: "claude", code: "busy" }],
    ]);
    expect(doubles[0]?.asked).toHaveLength(1);
  });

  it("[ST22] one that refuses a form is asked once without, and for scenes as before where that fails too", async () => {
    const schema = { type: "object", properties: { 1: { enum: ["fine"] } } };
    const bodies: string[] = [];
    const refusing =
      (answers: boolean): Behaviour =>
      (asked, response) => {
        bodies.push(asked.body);
        const isFirst = bodies.length === 1 || (!answers && bodies.length === 2);
        return isFirst
          ? withStatus(400)(asked, response)
          : inPieces("openai", wire("openai", ["Fine."]), [])(asked, response);
      };
    const tried = async (answers: boolean) => {
      bodies.splice(0);
      const { access, written, text } = await asking(2, { schema });
      await run({ ...example, config: configFor(await double("openai", refusing(answers))), host: access });
      await new Promise((resolve) => server?.close(resolve));
      return {
        text: text(),
        ends: written.flatMap(({ end }) => end ?? []),
        faults: written.flatMap(({ faults = [] }) => faults),
      };
    };
    expect(await tried(true)).toEqual({ text: "Fine.Fine.", ends: ["done", "done"], faults: [] });
    expect(bodies.map((body) => body.includes("json_schema"))).toEqual([true, false, false]);
    expect(await tried(false)).toEqual({ text: "Fine.", ends: ["failed", "done"], faults: [] });
  });

  it("[ST17] of a text that has begun nobody else writes the rest", async () => {
    const first = await double("openai", inPieces("openai", wire("openai", ["The bell hums."], "error"), []));
    const second = await double("ollama", inPieces("ollama", wire("ollama", ["The stove."]), []));
    const { access, written, text } = await asking(2);
    await run({ ...example, config: configFor(first, second), host: access });
    expect(text()).toBe("The bell hums.The stove.");
    expect(written.flatMap(({ end }) => end ?? [])).toEqual(["failed", "done"]);
  });

  it("[ST18] the key is in nothing that is said, whatever a provider repeats of it", async () => {
    const shouts: Behaviour = ({ headers }, response) => {
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      response.end(`{"error": ${headers.authorization}\n`);
    };
    for (const [name, behaviour] of [
      ["claude", withStatus(401)],
      ["openai", withStatus(500)],
      ["ollama", shouts],
    ] as const) {
      const provider = await double(name, behaviour);
      const { access, written } = await asking();
      const { said, done } = await run({ ...example, config: configFor(provider), host: access });
      expect(done.ok).toBe(true);
      expect(said + JSON.stringify(written)).not.toContain(provider.apiKey);
      expect(written.at(-1)).toMatchObject({ end: "failed", faults: [{ provider: name }] });
      await new Promise((resolve) => server?.close(resolve));
    }
  });

  it("[ST11] what may not be asked is told to the host, and logged", async () => {
    const { access, asked } = await narrator([result]);
    const config = { provider: "claude", model: "m", apiKey: "canary-key-4711" };
    const { events, done } = await run({ ...example, config, host: access });
    const message = 'Nothing was sent: "sendTo" does not name api.anthropic.com.';
    const writer = { providers: [], faults: [{ provider: "claude", code: "not_agreed", message }] };
    expect(asked).toMatchObject([{ kind: "scene", writer }]);
    expect(events.find(({ type }) => type === "log").message).toContain(message);
    expect(done.ok).toBe(true);
  });

  it("[ST19] loads none of the clients where the narrator of this machine tells", async () => {
    const { access, asked } = await narrator([result]);
    rmSync(join(elsewhere, "scripts/providers.cjs"));
    try {
      expect((await run({ ...example, config: { provider: "local" }, host: access })).done.ok).toBe(true);
      expect(asked[0]).not.toHaveProperty("writer");
    } finally {
      cpSync(join(folder, "scripts"), join(elsewhere, "scripts"), { recursive: true });
    }
  });
});
