import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { download, type DownloadOptions, type DownloadProgress } from "../../src/model-store/download.js";
import { type Mischief, serveFile, sha256, someBytes } from "../fixtures/file-server.js";

const FILE = someBytes(200_000);
const HASH = sha256(FILE);
const PIECE = 32_768;

let dir: string;
let target: string;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "narratoria-download-"));
  target = join(dir, "models", "model.bin");
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  rmSync(dir, { recursive: true, force: true });
});

async function serve(mischief?: Mischief, file = FILE) {
  const server = await serveFile(file, mischief);
  closing.push(server.close);
  return server;
}

const fetchIt = (url: string, options: Partial<DownloadOptions> = {}) =>
  download({ url, target, env: {}, pieceBytes: PIECE, backoffMs: 1, stallMs: 2_000, tries: 3, ...options });

const whole = (): boolean => readFileSync(target).equals(FILE);
const files = (): string[] => readdirSync(join(dir, "models")).sort();

describe("a download", () => {
  it("[NA210] comes in pieces, is held against its checksum, and is in place only when whole", async () => {
    const server = await serve();
    const told: DownloadProgress[] = [];
    const result = await fetchIt(server.url, { sha256: HASH, bytes: FILE.length, onProgress: (one) => told.push(one) });
    expect(result).toEqual({ bytes: FILE.length, sha256: HASH, checkedAgainst: "catalogue" });
    expect(whole()).toBe(true);
    expect(files()).toEqual(["model.bin"]);
    expect(statSync(target).mode & 0o222).toBe(0);
    expect(new Set(server.requests.map(({ from }) => from)).size).toBe(Math.ceil(FILE.length / PIECE));
    expect(
      told.some(
        ({ step, bytesPerSecond, secondsLeft }) => step === "fetching" && bytesPerSecond > 0 && secondsLeft !== null,
      ),
    ).toBe(true);
    expect(told.at(-1)).toMatchObject({ step: "checking", doneBytes: FILE.length, totalBytes: FILE.length });
  });

  it("[NA211] that is cut five times goes on where it broke off and ends with the right hash", async () => {
    let cuts = 0;
    const server = await serve(({ from, to }, _response, answer) => {
      if (to - from <= 1 || cuts >= 5) return false;
      cuts += 1;
      answer({ cutAfter: 5_000 });
      return true;
    });
    expect(await fetchIt(server.url, { sha256: HASH, parallel: 1 })).toMatchObject({ sha256: HASH });
    expect(cuts).toBe(5);
    // Nothing that had come was asked for again.
    expect(server.requests.map(({ from }) => from)).toEqual(
      expect.arrayContaining([5_000, 10_000, 15_000, 20_000, 25_000]),
    );
    expect(whole()).toBe(true);
  });

  it("[NA211] goes on in another process after this one was killed, five times over", async () => {
    // What a process of its own runs is the built package.
    const module = new URL("../../dist/model-store.js", import.meta.url).href;
    let pieces = 0;
    let child: ReturnType<typeof spawn> | undefined;
    let kills = 0;
    const server = await serve(
      ({ from, to }, response, answer) => {
        if (to - from <= 1) return false;
        pieces += 1;
        // Every second piece hangs, and whoever waits for it is killed.
        if (pieces % 2 !== 0 || kills >= 5) return false;
        answer({ stallAfter: 100 });
        response.on("error", () => {});
        kills += 1;
        setImmediate(() => child?.kill("SIGKILL"));
        return true;
      },
      someBytes(PIECE * 9),
    );
    const options = {
      url: server.url,
      target,
      env: {},
      pieceBytes: PIECE,
      parallel: 1,
      backoffMs: 1,
      sha256: sha256(someBytes(PIECE * 9)),
    };
    let output = "";
    for (let run = 0; run < 7 && output === ""; run += 1) {
      child = spawn(
        process.execPath,
        [fileURLToPath(new URL("../fixtures/fetch-one.mjs", import.meta.url)), module, JSON.stringify(options)],
        { stdio: ["ignore", "pipe", "inherit"] },
      );
      child.stdout?.on("data", (chunk) => (output += chunk));
      await once(child, "close");
      if (output === "") expect(existsSync(target)).toBe(false);
    }
    expect(kills).toBe(5);
    expect(JSON.parse(output)).toMatchObject({ sha256: options.sha256, checkedAgainst: "catalogue" });
    // Nine pieces, five of them twice.
    expect(pieces).toBe(14);
  });

  it("[NA212] whose hash is wrong is not kept, nor any part of it", async () => {
    const server = await serve();
    await expect(fetchIt(server.url, { sha256: sha256(Buffer.from("another")) })).rejects.toMatchObject({
      code: "wrong_file",
      message: "The file does not match its checksum and was not kept.",
    });
    expect(files()).toEqual([]);
  });

  it("[NA212] is held against the hash that the server says where none is known, and says so", async () => {
    const said =
      (hash: string): Mischief =>
      (_request, _response, answer) => {
        answer({ headers: { "x-linked-etag": `"${hash}"` } });
        return true;
      };
    expect(await fetchIt((await serve(said(HASH))).url)).toMatchObject({ checkedAgainst: "server" });
    rmSync(target);
    await expect(fetchIt((await serve(said("0".repeat(64)))).url)).rejects.toMatchObject({ code: "wrong_file" });
    expect(await fetchIt((await serve()).url)).toMatchObject({ checkedAgainst: "nothing" });
  });

  it("[NA212] that its reader refuses is not kept", async () => {
    const server = await serve();
    await expect(fetchIt(server.url, { check: () => Promise.reject(new Error("no model")) })).rejects.toThrow(
      "no model",
    );
    expect(files()).toEqual([]);
  });

  it("[NA213] [NA743] that stalls says so, is asked for again, and given up after so many tries with its part kept", async () => {
    let stalls = 0;
    const server = await serve(({ from, to }, _response, answer) => {
      if (to - from <= 1 || stalls >= 1) return false;
      stalls += 1;
      answer({ stallAfter: 1_000 });
      return true;
    });
    await fetchIt(server.url, { stallMs: 300, parallel: 1 });
    expect(whole()).toBe(true);
    rmSync(target);
    const dead = await serve(({ from }, _response, answer) => {
      if (from < PIECE) return false;
      answer({ stallAfter: 0 });
      return true;
    });
    const quiet: { readonly seconds: number; readonly bytes: number }[] = [];
    const onProgress = ({ quietSeconds = 0, doneBytes }: DownloadProgress): unknown =>
      quietSeconds > 0 && quiet.push({ seconds: quietSeconds, bytes: doneBytes });
    await expect(
      fetchIt(dead.url, { stallMs: 400, parallel: 1, tries: 2, quietMs: 40, onProgress }),
    ).rejects.toMatchObject({
      code: "download_failed",
      action: expect.stringMatching(/kept/),
    });
    expect(quiet.length).toBeGreaterThan(1);
    // It grows for as long as nothing comes; on a busy machine the part that does come may be late.
    for (const [at, { seconds, bytes }] of quiet.entries()) {
      const before = quiet[at - 1];
      if (before?.bytes === bytes) expect(seconds).toBeGreaterThanOrEqual(before.seconds);
    }
    expect(files()).toEqual(["model.bin.part", "model.bin.part.json"]);
  });

  it.each([408, 429, 500, 503])("[NA213] waits and asks again after %s", async (status) => {
    const server = await serve(({ count }, response) => {
      if (count % 2 !== 0) return false;
      response.writeHead(status, { "retry-after": "0" }).end("busy");
      return true;
    });
    await fetchIt(server.url, { sha256: HASH, parallel: 1 });
    expect(whole()).toBe(true);
  });

  it.each([
    [401, /agreed to its licence/],
    [403, /agreed to its licence/],
    [404, /no longer has this file/],
    [418, /refused it with 418/],
  ])("[NA213] does not ask again after %s", async (status, message) => {
    const server = await serve((_request, response) => {
      response.writeHead(status).end();
      return true;
    });
    await expect(fetchIt(server.url)).rejects.toMatchObject({
      code: "download_failed",
      message: expect.stringMatching(message),
    });
    expect(server.requests).toHaveLength(1);
  });

  it("[NA214] of a server that knows no pieces comes whole, also when it is cut", async () => {
    let cut = false;
    const server = await serve(({ to }, response) => {
      response.writeHead(200, { etag: '"one"', "content-length": FILE.length });
      if (to > 1 && !cut) {
        cut = true;
        response.write(FILE.subarray(0, 50_000), () => response.socket?.destroy());
      } else response.end(FILE);
      return true;
    });
    await fetchIt(server.url, { sha256: HASH });
    expect(cut).toBe(true);
    expect(whole()).toBe(true);
  });

  it("[NA214] begins anew once when the file changes while it is fetched", async () => {
    const other = someBytes(FILE.length + 7).subarray(7);
    const changing = await serve(({ count }, _response, answer) => {
      answer(count < 3 ? {} : { body: other, etag: '"two"' });
      return true;
    });
    expect(await fetchIt(changing.url, { parallel: 1 })).toMatchObject({ sha256: sha256(other) });
    rmSync(target);
    const restless = await serve(({ count }, _response, answer) => {
      answer({ etag: `"${count}"` });
      return true;
    });
    await expect(fetchIt(restless.url)).rejects.toMatchObject({
      code: "download_failed",
      message: expect.stringMatching(/changes while/),
    });
    expect(files()).toEqual([]);
  });

  it("[NA214] begins anew when the server no longer has the piece that would come next", async () => {
    let refused = false;
    const server = await serve(({ from, to }, response) => {
      if (to - from <= 1 || refused) return false;
      refused = true;
      response.writeHead(416).end();
      return true;
    });
    await fetchIt(server.url, { sha256: HASH });
    expect(whole()).toBe(true);
  });

  it("[NA214] of which the server lies about the length fails, and nothing wrong is in place", async () => {
    const short = await serve(({ from, to }, response) => {
      if (to - from <= 1) return false;
      response.writeHead(206, { etag: '"one"', "content-range": `bytes ${from}-${to - 1}/${FILE.length}` }).end();
      return true;
    });
    await expect(fetchIt(short.url, { tries: 2, sha256: HASH })).rejects.toMatchObject({ code: "download_failed" });
    const long = await serve((_request, _response, answer) => {
      answer({ total: FILE.length * 2 });
      return true;
    });
    await expect(fetchIt(long.url, { tries: 2 })).rejects.toMatchObject({ code: "download_failed" });
    await expect(fetchIt(long.url, { bytes: FILE.length })).rejects.toMatchObject({ code: "wrong_file" });
    expect(existsSync(target)).toBe(false);
  });

  it("[NA215] that is a web page is called that", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>Sign in</html>");
      return true;
    });
    await expect(fetchIt(server.url)).rejects.toMatchObject({
      code: "wrong_file",
      message: expect.stringMatching(/web page/),
    });
  });

  it("[NA216] follows redirects, and shows its token to the first host alone", async () => {
    const far = await serve();
    const near = await serve((_request, response) => {
      response.writeHead(302, { location: far.url, "x-linked-etag": `"${HASH}"` }).end();
      return true;
    });
    expect(await fetchIt(near.url, { token: "hf_secret" })).toMatchObject({ checkedAgainst: "server" });
    expect(near.requests.every(({ headers }) => headers.authorization === "Bearer hf_secret")).toBe(true);
    expect(far.requests.length).toBeGreaterThan(1);
    expect(far.requests.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
  });

  it("[NA216] is not sent in circles, nor out of the web", async () => {
    for (const location of ["/model.bin", "file:///etc/passwd", "::"]) {
      const server = await serve((_request, response) => {
        response.writeHead(302, { location }).end();
        return true;
      });
      await expect(fetchIt(server.url)).rejects.toMatchObject({ code: "download_failed" });
    }
  });

  it("[NA217] goes through the proxy that the environment names, unless it is told not to", async () => {
    const server = await serve();
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on("connect", (message, socket) => {
      asked.push(message.url ?? "");
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    proxy.on("request", (message, response) => {
      asked.push(message.url ?? "");
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    closing.push(() => new Promise((resolve) => proxy.close(resolve)));
    const env = { http_proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    await expect(fetchIt(server.url, { env, tries: 1 })).rejects.toThrow();
    expect(asked.length).toBeGreaterThan(0);
    expect(server.requests).toEqual([]);
    await fetchIt(server.url, { env: { ...env, NO_PROXY: "127.0.0.1" } });
    expect(whole()).toBe(true);
  });

  it("[NA218] asks first whether there is room", async () => {
    const server = await serve();
    await expect(fetchIt(server.url, { freeBytes: () => Promise.resolve(1_000_000) })).rejects.toMatchObject({
      code: "disk_full",
      message: expect.stringMatching(/are free/),
    });
    expect(files()).toEqual([]);
  });

  it("[NA218] that is cancelled keeps its part, and does not end as if it were done", async () => {
    const server = await serve();
    const control = new AbortController();
    const cancelled = fetchIt(server.url, {
      signal: control.signal,
      parallel: 1,
      onProgress: ({ doneBytes }) => doneBytes > PIECE * 2 && control.abort(new Error("enough")),
    });
    await expect(cancelled).rejects.toThrow("enough");
    expect(files()).toEqual(["model.bin.part", "model.bin.part.json"]);
    const before = server.requests.length;
    await fetchIt(server.url, { sha256: HASH, parallel: 1 });
    expect(server.requests.length - before).toBeLessThan(Math.ceil(FILE.length / PIECE) + 1);
    expect(whole()).toBe(true);
  });

  it("[NA218] does not go on with what is no sound part of the same file", async () => {
    const server = await serve();
    for (const kept of [
      "",
      "{}",
      "null",
      JSON.stringify({
        url: server.url,
        totalBytes: FILE.length,
        etag: '"one"',
        sha256: null,
        pieceBytes: PIECE,
        done: [99, -1],
      }),
    ]) {
      rmSync(join(dir, "models"), { recursive: true, force: true });
      await fetchIt(server.url, { sha256: HASH });
      rmSync(target);
      writeFileSync(`${target}.part`, "rubbish");
      writeFileSync(`${target}.part.json`, kept);
      await fetchIt(server.url, { sha256: HASH });
      expect(whole()).toBe(true);
    }
  });
});
