/** Servers on this machine that speak the wire formats of the three providers, well or badly. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Provider } from "../src/settings.js";

type Name = Provider["name"];

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Double {
  readonly provider: Provider;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

const sse = (data: object | string, event?: string): string =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

const EVENTS = {
  claude: {
    start: [
      sse(
        { type: "message_start", message: { id: "m", type: "message", role: "assistant", content: [], model: "m" } },
        "message_start",
      ),
      sse({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }, "content_block_start"),
      sse({ type: "ping" }, "ping"),
    ],
    text: (text: string) =>
      sse({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }, "content_block_delta"),
    end: [
      sse({ type: "content_block_stop", index: 0 }, "content_block_stop"),
      sse({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } }, "message_delta"),
      sse({ type: "message_stop" }, "message_stop"),
    ],
    error: sse({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, "error"),
  },
  openai: {
    start: [
      ": keep-alive\n\n",
      sse({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta: { role: "assistant" } }] }),
    ],
    text: (text: string) =>
      sse({
        id: "c",
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta: { content: text }, finish_reason: null }],
      }),
    end: [
      sse({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }),
      sse({ id: "c", object: "chat.completion.chunk", choices: [], usage: { completion_tokens: 9 } }),
      sse("[DONE]"),
    ],
    error: sse({ error: { message: "The server had an error", type: "server_error" } }),
  },
  ollama: {
    start: [],
    text: (text: string) =>
      `${JSON.stringify({ model: "m", message: { role: "assistant", content: text }, done: false })}\n`,
    end: [
      `${JSON.stringify({ model: "m", message: { role: "assistant", content: "" }, done: true, done_reason: "stop" })}\n`,
    ],
    error: `${JSON.stringify({ error: "an error was encountered while running the model" })}\n`,
  },
} as const;

const TYPES = { claude: "text/event-stream", openai: "text/event-stream", ollama: "application/x-ndjson" } as const;

/** The bytes of a whole answer; without its end, or with an error in the place of the end. */
export function wire(name: Name, texts: readonly string[], ends: "well" | "cut" | "error" = "well"): Buffer {
  const { start, text, end, error } = EVENTS[name];
  const last = ends === "well" ? end : ends === "error" ? [error] : [];
  return Buffer.from([...start, ...texts.map(text), ...last].join(""));
}

/** Sends bytes cut at these places, each piece by itself. */
export function inPieces(name: Name, bytes: Buffer, cuts: readonly number[]) {
  return async (_: Asked, response: ServerResponse): Promise<void> => {
    response.writeHead(200, { "content-type": TYPES[name] });
    const places = [...new Set([...cuts, bytes.length])].sort((a, b) => a - b);
    for (let at = 0, from = 0; at < places.length; from = places[at++] ?? 0) {
      await new Promise((resolve) => response.write(bytes.subarray(from, places[at]), resolve));
      await new Promise(setImmediate);
    }
    response.end();
  };
}

export type Behaviour = (asked: Asked, response: ServerResponse) => Promise<void> | void;

export const withStatus =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  ({ headers: { authorization, "x-api-key": key } }, response) => {
    // Servers do repeat a key that they do not know.
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${authorization ?? key}` } }));
  };

/** A server of one provider, on a port of the system's choice. */
export async function openDouble(name: Name, behaviour: Behaviour, apiKey = "canary-key-4711"): Promise<Double> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const one = { path: request.url ?? "", headers: request.headers, body };
    asked.push(one);
    await behaviour(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    provider: { name, model: "m", apiKey, baseUrl: `http://127.0.0.1:${port}${name === "openai" ? "/v1" : ""}` },
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
