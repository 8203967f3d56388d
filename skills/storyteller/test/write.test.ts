// SPEC.md ST13 to ST15: the clients against servers of this machine that speak the three wire formats, well and badly.
import fc from "fast-check";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { faultOf } from "../src/providers/provider-fault.js";
import { warmUp, writeText } from "../src/providers/write.js";
import { PROVIDERS, type Provider } from "../src/settings.js";
import { type Behaviour, type Double, inPieces, openDouble, wire, withStatus } from "./provider-doubles.js";

const REQUEST = { system: "You tell of one thing.", prompt: "The bell.", maxTokens: 70, temperature: 0.4 };
const PATIENCE = { firstMs: 5_000, nextMs: 5_000, allMs: 8_000 };
const TEXTS = ["The bell “hums” – ", "naïve 🔔", "日本, and 👩‍🚒.", " It stops."];
const open: Double[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function double(name: Provider["name"], behaviour: Behaviour): Promise<Double> {
  const one = await openDouble(name, behaviour);
  open.push(one);
  return one;
}

async function written(
  provider: Provider,
  patience = PATIENCE,
  signal = new AbortController().signal,
  more: object = {},
): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of writeText(provider, { ...REQUEST, ...more }, patience, signal)) pieces.push(piece);
  return pieces;
}

describe.each(PROVIDERS)("%s", (name) => {
  it("[ST13] is asked in its own format, with the key where it belongs and nowhere else", async () => {
    const { provider, asked } = await double(name, inPieces(name, wire(name, TEXTS), []));
    expect(await written(provider)).toEqual(TEXTS);
    const [{ path, headers, body } = { path: "", headers: {}, body: "" }] = asked;
    expect(path).toBe({ claude: "/v1/messages", openai: "/v1/chat/completions", ollama: "/api/chat" }[name]);
    expect(headers.authorization).toBe("Bearer canary-key-4711");
    expect(Object.keys(headers).filter((header) => header.startsWith("x-stainless"))).toEqual([]);
    const { messages, system, model, stream } = JSON.parse(body);
    expect([model, stream]).toEqual(["m", true]);
    expect([...(system ? [{ role: "system", content: system }] : []), ...messages]).toEqual([
      { role: "system", content: REQUEST.system },
      { role: "user", content: REQUEST.prompt },
    ]);
    expect(body).not.toContain("canary");
  });

  it("[ST21] is asked to hold a whole prompt, to stay loaded, and to draw with min-p, as far as it knows of it", async () => {
    const { provider, asked } = await double(name, inPieces(name, wire(name, TEXTS), []));
    await written(provider);
    const body = JSON.parse(asked[0]?.body ?? "{}");
    if (name === "ollama")
      expect(body).toMatchObject({ keep_alive: "30m", options: { num_ctx: 8192, temperature: 0.4, min_p: 0.06 } });
    else expect(body.min_p).toBe(name === "openai" ? 0.06 : undefined);
  });

  it("[ST22] is bound to the schema of a text in a form, as far as it knows of it", async () => {
    const { provider, asked } = await double(name, inPieces(name, wire(name, TEXTS), []));
    const schema = { type: "object", properties: { 1: { enum: ["fine", "law"] } }, required: ["1"] };
    await written(provider, PATIENCE, undefined, { schema });
    const body = JSON.parse(asked[0]?.body ?? "{}");
    expect(body.format).toEqual(name === "ollama" ? schema : undefined);
    expect(body.response_format?.json_schema?.schema).toEqual(name === "openai" ? schema : undefined);
  });

  it("[ST13] gives the same text however the answer is cut, in the middle of a character too", async () => {
    const bytes = wire(name, TEXTS);
    let cuts: readonly number[] = [];
    const { provider } = await double(name, (asked, response) => inPieces(name, bytes, cuts)(asked, response));
    const places = fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(places, async (some) => {
        cuts = some;
        expect((await written(provider)).join("")).toBe(TEXTS.join(""));
      }),
      { numRuns: 15 },
    );
    cuts = Array.from(bytes, (_, at) => at).filter((at) => at > 0);
    expect((await written(provider)).join("")).toBe(TEXTS.join(""));
  });

  it.each([
    ["a key that is not taken", withStatus(401), "key_refused"],
    ["too many requests", withStatus(429, { "retry-after": "7" }), "busy"],
    ["a fault of the server", withStatus(500), "failing"],
    ["a model that it does not know", withStatus(404), "refused"],
    ["an answer that breaks off", inPieces(name, wire(name, TEXTS, "cut"), [40]), "broken"],
    ["an error in the midst", inPieces(name, wire(name, TEXTS, "error"), [40]), "broken"],
    ["an answer of no words", inPieces(name, wire(name, []), []), "empty"],
    ["what is not its format", inPieces(name, Buffer.from("<html>Sign in first</html>\n"), []), "broken"],
    [
      "JSON that is none",
      inPieces(name, Buffer.from(name === "ollama" ? '{"mess\n' : 'event: message_start\ndata: {"mess\n\n'), []),
      "broken",
    ],
    [
      "an answer without end",
      inPieces(
        name,
        wire(
          name,
          Array.from({ length: 300 }, () => "on and ".repeat(20)),
        ),
        [],
      ),
      "too_long",
    ],
    ["a connection that is cut", ((_, response) => void response.destroy()) satisfies Behaviour, "broken"],
  ])("[ST14] %s is told by its code, without a word of the server's", async (_, behaviour, code) => {
    const { provider, asked } = await double(name, behaviour);
    const fault = await written(provider).catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: "ProviderFault", code });
    expect(String(fault) + JSON.stringify(fault)).not.toMatch(/canary|Incorrect|Overloaded|server_error/);
    expect(asked).toHaveLength(1);
    if (code === "busy") expect(fault).toMatchObject({ retryAfterMs: 7_000 });
  });

  it.each([
    ["never answers", (() => {}) satisfies Behaviour],
    [
      "begins and says nothing",
      ((_, response) =>
        void response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders()) satisfies Behaviour,
    ],
    [
      "stops in the midst",
      ((_, response) =>
        void response
          .writeHead(200, { "content-type": "text/event-stream" })
          .write(wire(name, TEXTS, "cut"))) satisfies Behaviour,
    ],
  ])("[ST15] one that %s is given up in time", async (_, behaviour) => {
    const { provider } = await double(name, behaviour);
    await expect(written(provider, { firstMs: 300, nextMs: 100, allMs: 8_000 })).rejects.toMatchObject({
      code: "silent",
    });
  });

  it("[ST15] one that says a little for ever is given up when the time for all of it is over", async () => {
    const { provider } = await double(name, (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(wire(name, ["and "], "cut"));
      const timer = setInterval(() => response.write(wire(name, ["on "], "cut")), 10);
      response.once("close", () => clearInterval(timer));
    });
    await expect(written(provider, { firstMs: 5_000, nextMs: 5_000, allMs: 300 })).rejects.toMatchObject({
      code: "slow",
    });
  });

  it("[ST5601] is warmed by one word, or given up in time", async () => {
    const { provider, asked } = await double(name, inPieces(name, wire(name, ["Yes"]), []));
    await warmUp(provider, 5_000);
    expect(asked.map(({ body }) => body).join()).toContain("Ready?");
    const { provider: hangs } = await double(name, () => {});
    await expect(warmUp(hangs, 200)).rejects.toMatchObject({ code: "silent" });
  });

  it("[ST13] neither text nor key follows a redirect", async () => {
    const elsewhere = await double(name, inPieces(name, wire(name, TEXTS), []));
    const { provider } = await double(name, withStatus(307, { location: elsewhere.provider.baseUrl }));
    await expect(written(provider)).rejects.toMatchObject({ code: "moved" });
    expect(elsewhere.asked).toEqual([]);
  });

  it("[ST15] whoever has enough ends it without a fault, and the connection with it", async () => {
    let close = (): void => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const { provider } = await double(name, (_, response) => {
      response.once("close", close);
      response.writeHead(200, { "content-type": "text/event-stream" }).write(wire(name, TEXTS, "cut"));
    });
    const enough = new AbortController();
    const pieces: string[] = [];
    for await (const piece of writeText(provider, REQUEST, PATIENCE, enough.signal)) {
      pieces.push(piece);
      if (pieces.length === 2) enough.abort();
    }
    await closed;
    expect(pieces.slice(0, 2)).toEqual(TEXTS.slice(0, 2));
  });

  it("[ST14] a server that is not there is told as such", async () => {
    const { provider, close } = await openDouble(name, () => {});
    await close();
    await expect(written(provider)).rejects.toMatchObject({
      code: "unreachable",
      message: "It cannot be reached (ECONNREFUSED).",
    });
  });

  it("[ST14] one that speaks no TLS where it should is not trusted", async () => {
    const server = createServer((socket) => socket.resume().end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const provider = { name, model: "m", apiKey: "", baseUrl: `https://127.0.0.1:${port}` };
    await expect(written(provider)).rejects.toMatchObject({ name: "ProviderFault" });
    await new Promise((resolve) => server.close(resolve));
  });
});

it.each([
  ["ENOTFOUND", "unreachable"],
  ["EAI_AGAIN", "unreachable"],
  ["CERT_HAS_EXPIRED", "untrusted"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "untrusted"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "untrusted"],
  ["ECONNRESET", "broken"],
])("[ST14] %s, however deep it lies, is told as %s", (code, told) => {
  const system = Object.assign(new Error("key canary"), { code });
  const wrapped = new Error("Connection error.", { cause: new TypeError("fetch failed", { cause: system }) });
  expect(faultOf(wrapped)).toMatchObject({ code: told });
  expect(faultOf(wrapped).message).not.toContain("canary");
});
