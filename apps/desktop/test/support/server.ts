/** The server on a real socket, with a small page and routes that only say that they were reached. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileLinks } from "../../src/server/file-links.js";
import { type Limits, type Listening, type ListenOptions, listen } from "../../src/server/listen.js";
import { PageFiles } from "../../src/server/page-files.js";

/** What must never be answered: it lies beside the folder of the page. */
export const SECRET = "nobody may read this";

export interface TestServer extends Listening {
  readonly port: number;
  readonly authority: string;
  readonly folder: string;
  readonly links: FileLinks;
  /** Paths that reached the routes. */
  readonly reached: string[];
  readonly faults: unknown[];
  /** Opens a session as a page does. */
  signIn(): Promise<string>;
}

export async function openServer(
  options: Partial<ListenOptions> & { readonly limits?: Partial<Limits> } = {},
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), "narratoria-desktop-"));
  const page = join(folder, "client");
  mkdirSync(join(page, "assets"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), SECRET);
  writeFileSync(join(page, "index.html"), "<!doctype html><title>Page</title>");
  writeFileSync(join(page, "manifest.webmanifest"), "{}");
  writeFileSync(join(page, "notes.txt"), SECRET);
  writeFileSync(join(page, "assets", "main-1a2b.js"), "export {};");
  const links = new FileLinks();
  const reached: string[] = [];
  const faults: unknown[] = [];
  const server = await listen({
    api: {
      fetch(request) {
        reached.push(new URL(request.url).pathname);
        return Response.json({ reached: true });
      },
    },
    files: await PageFiles.read(page),
    links,
    onFault: (error) => void faults.push(error),
    ...options,
  });
  const authority = server.origin.slice("http://".length);
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    authority,
    folder,
    links,
    reached,
    faults,
    signIn: () => signIn(server.invite()),
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Swaps the nonce of an address for a token. */
export async function signIn(address: string): Promise<string> {
  const answer = await swap(address);
  const { token } = (await answer.json()) as { token: string };
  return token;
}

export function swap(address: string): Promise<Response> {
  const { origin, hash } = new URL(address);
  return fetch(`${origin}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ nonce: new URLSearchParams(hash.slice(1)).get("k") }),
  });
}
