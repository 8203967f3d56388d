/** What a page does, over a real socket: asks the API, and follows the events. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { createApi } from "../../src/server/api.js";
import { Shell } from "../../src/server/shell.js";
import { openServer, type TestServer } from "./server.js";

export interface PlayServer extends TestServer {
  readonly shell: Shell;
}

/** The server with the real engine, in a data folder of its own. */
export async function openPlay(): Promise<PlayServer> {
  const data = mkdtempSync(join(tmpdir(), "narratoria-desktop-data-"));
  const shell = await Shell.open({ dataDir: data, version: "0.0.0" });
  const faults: unknown[] = [];
  const server = await openServer({ api: createApi(shell, (error) => void faults.push(error)) });
  // The addresses of pictures are the shell's.
  Object.assign(server, { faults });
  return {
    ...server,
    faults,
    shell,
    async close() {
      await server.close();
      await shell.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export interface Told {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly type?: string; readonly turn?: string; readonly scene?: number; readonly what?: string };
}

/** Fields of the objects that are answered, of which each answer has some. */
export interface Fields {
  readonly id: string;
  readonly turn: string;
  readonly running: string | null;
  readonly scenes: readonly Scene[];
  readonly file: string;
  readonly backups: readonly { readonly file: string }[];
  readonly code: string;
}

export interface Scene {
  readonly scene: number;
  readonly choices: readonly { readonly id: string }[];
}

/** A page that is open. */
export class Page {
  private constructor(
    readonly server: TestServer,
    private readonly token: string,
  ) {}

  static async open(server: TestServer): Promise<Page> {
    return new Page(server, await server.signIn());
  }

  /** @returns The status and the JSON of an answer. */
  async ask<Json = Fields>(method: string, path: string, sent?: unknown): Promise<{ status: number; json: Json }> {
    const answer = await this.fetch(
      method,
      path,
      sent === undefined ? undefined : JSON.stringify(sent),
      "application/json",
    );
    return { status: answer.status, json: await answer.json() };
  }

  fetch(method: string, path: string, sent?: BodyInit, mediaType?: string, signal?: AbortSignal): Promise<Response> {
    return fetch(this.server.origin + path, {
      method,
      ...(signal ? { signal } : {}),
      headers: {
        authorization: `Bearer ${this.token}`,
        origin: this.server.origin,
        ...(sent === undefined || mediaType === undefined ? {} : { "content-type": mediaType }),
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
  }

  /** Reads the events until `last` is told, that one included, and goes away. */
  async follow(query: Readonly<Record<string, string>>, last: (told: Told) => boolean): Promise<Told[]> {
    return (await this.listen(query, last)).told;
  }

  /** As `follow`; it is told of all that happens once this returns. */
  async listen(query: Readonly<Record<string, string>>, last: (told: Told) => boolean) {
    const gone = new AbortController();
    const answer = await this.fetch(
      "GET",
      `/api/events?${new URLSearchParams(query)}`,
      undefined,
      undefined,
      gone.signal,
    );
    return { told: readUntil(answer, last).finally(() => gone.abort()) };
  }
}

async function readUntil(answer: Response, last: (told: Told) => boolean): Promise<Told[]> {
  const told: Told[] = [];
  let over = false;
  const parser = createParser({
    onEvent({ id = "", event = "", data }: EventSourceMessage) {
      if (over) return;
      const one: Told = { id, event, data: JSON.parse(data) };
      told.push(one);
      over = last(one);
    },
  });
  const decoder = new TextDecoder();
  const reader = answer.body?.getReader();
  while (reader && !over) {
    const { done, value } = await reader.read();
    if (done) break;
    parser.feed(decoder.decode(value, { stream: true }));
  }
  return told;
}
