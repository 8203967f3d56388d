import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { checkContract } from "../contracts.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import { getPath } from "../json-path.js";

/** How the host treats one invocation. */
export type HostMood = "answers" | "refuses" | "hangs";

/** What one invocation is given. */
export interface FakeGrant {
  readonly access: { readonly socket: string; readonly token: string };
  /** Settles at the first call. */
  readonly called: Promise<void>;
}

/** A host with a story of its own, for scripts that ask it. */
export interface FakeHost {
  /** @param onFault - Told of each request that the runtime would not have served, in a sentence. */
  grant(services: readonly string[], mood: HostMood, state: JsonObject, onFault: (what: string) => void): FakeGrant;
  close(): Promise<void>;
}

interface Live {
  readonly services: readonly string[];
  readonly mood: HostMood;
  readonly state: JsonObject;
  onFault(what: string): void;
  onCall(): void;
}

/**
 * Opens the host services on a socket: the same door as the runtime's, with made-up answers behind it.
 *
 * @param folder - Where the socket lies; open to its owner alone.
 */
export async function openFakeHost(folder: string): Promise<FakeHost> {
  const grants = new Map<string, Live>();
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    void serve(request, response, grants).catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  const name = randomBytes(6).toString("hex");
  const path = process.platform === "win32" ? `\\\\.\\pipe\\narratoria-check-${name}` : join(folder, `${name}.sock`);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  return {
    grant(services, mood, state, onFault) {
      let onCall = (): void => {};
      const called = new Promise<void>((resolve) => {
        onCall = resolve;
      });
      const live: Live = { services, mood, state, onFault, onCall };
      const token = `kit-token-${randomBytes(24).toString("base64url")}`;
      grants.set(token, live);
      return { access: { socket: path, token }, called };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  grants: ReadonlyMap<string, Live>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const live = grants.get(token);
  if (live === undefined) return refuse(response, 401, "unauthorized", "the token is missing or wrong");
  const service = /^\/v0\/([A-Za-z]{1,64})$/.exec(request.url ?? "")?.[1];
  if (service === undefined || request.method !== "POST") {
    live.onFault(
      `it sent ${request.method} ${String(request.url).slice(0, 80)}; a service is called by POST /v0/<service>`,
    );
    return refuse(response, 404, "not_found", "there is no such service");
  }
  live.onCall();
  if (!live.services.includes(service)) {
    live.onFault(`it called "${service}", which skill.json does not list in "host"`);
    return refuse(response, 403, "not_granted", `the skill does not declare "${service}"`);
  }
  const body = bodyOf(Buffer.concat(chunks));
  const fault = body === null ? "the body is no JSON object" : requestFault(service, body);
  if (fault !== null || body === null) {
    live.onFault(`its request to "${service}" will not do: ${fault}`);
    return refuse(response, 400, "invalid_request", fault ?? "");
  }
  // The connection stays open and silent until the caller gives up.
  if (live.mood === "hangs") return;
  if (live.mood === "refuses") return refuse(response, 500, "internal_error", "the host service failed");
  answer(response, service, body, live.state);
}

function answer(response: ServerResponse, service: string, body: JsonObject, state: JsonObject): void {
  if (service === "generate") {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    for (const piece of SCENE) response.write(`${JSON.stringify(piece)}\n`);
    response.end();
    return;
  }
  const text = JSON.stringify(answerOf(service, body, state));
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

function answerOf(service: string, body: JsonObject, state: JsonObject): JsonObject {
  switch (service) {
    case "semanticSearch":
      return { results: [{ id: "record-1", relevance: 0.82, record: RECORD }] };
    case "exactMatch":
      return { results: [{ id: "record-1", relevance: 1, record: RECORD }] };
    case "update":
    case "delete":
      return { id: body.id ?? null };
    case "state":
      return { state: (typeof body.path === "string" ? getPath(state, body.path) : state) ?? null };
    case "embed":
      return embeddingsOf(Array.isArray(body.texts) ? body.texts.length : 0);
    default:
      return { id: "record-2" };
  }
}

function embeddingsOf(count: number): JsonObject {
  const dimensions = 384;
  const one = Array.from({ length: dimensions }, (_, index) => (index === 0 ? 1 : 0));
  return { model: "made-up", dimensions, embeddings: Array.from({ length: count }, () => one) };
}

function requestFault(service: string, request: JsonObject): string | null {
  return checkContract("host-services", { service, request })[0]?.message ?? null;
}

function bodyOf(bytes: Buffer): JsonObject | null {
  if (bytes.length === 0) return {};
  try {
    const value = JSON.parse(bytes.toString("utf8")) as JsonValue;
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ error: { code, message } }));
}

const RECORD: JsonObject = {
  type: "memory",
  summary: "You paid Osk what you owed him, and he put the rope back on its hook.",
  characters: ["osk"],
  location: "the-mill",
  scene: 3,
  significance: "high",
};

const SCENE: readonly JsonObject[] = [
  { type: "delta", paragraph: 0, text: "Rain drums on the mill. " },
  { type: "delta", paragraph: 0, text: "Osk takes the rope from its hook." },
  {
    type: "result",
    paragraphs: ["Rain drums on the mill. Osk takes the rope from its hook."],
    choices: [
      { id: "s7-1", text: "Take the rope" },
      { id: "s7-2", text: "Ask what it will cost" },
    ],
    narrator: "storybook",
  },
];
