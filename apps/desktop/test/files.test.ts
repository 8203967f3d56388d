import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PageFiles } from "../src/server/page-files.js";
import { openServer, type TestServer } from "./support/server.js";

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  fetch(server.origin + path, { headers, method });

describe("files of the page", () => {
  it.each([
    ["/", "text/html; charset=utf-8", "no-store"],
    ["/index.html", "text/html; charset=utf-8", "no-store"],
    ["/manifest.webmanifest", "application/manifest+json", "no-store"],
    ["/assets/main-1a2b.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"],
  ])("[DT14] serves %s as %s", async (path, mediaType, kept) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(mediaType);
    expect(answer.headers.get("cache-control")).toBe(kept);
    expect(Number(answer.headers.get("content-length"))).toBe((await answer.arrayBuffer()).byteLength);
    const head = await get(path, {}, "HEAD");
    expect(head.headers.get("content-length")).toBe(answer.headers.get("content-length"));
    expect(await head.text()).toBe("");
  });

  it("[DT13] answers an address that the page itself reads with the page, and a file that is not there with 404", async () => {
    for (const path of ["/library", "/story/01JD", "/story/01JD/timeline?at=3", "/campaigns/stra%C3%9Fe"])
      expect([path, await (await get(path)).text()]).toEqual([path, expect.stringContaining("<title>Page")]);
    for (const path of ["/favicon.ico", "/assets/main.js", "/index.htm", "/notes.txt", "/secret.txt"])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it("[DT14] follows no link, and will not do without a page", async () => {
    const folder = mkdtempSync(join(tmpdir(), "narratoria-page-"));
    try {
      await expect(PageFiles.read(folder)).rejects.toThrow("There is no page");
      await expect(PageFiles.read(join(folder, "missing"))).rejects.toThrow("ENOENT");
      writeFileSync(join(folder, "index.html"), "");
      writeFileSync(join(folder, "real.js"), "");
      symlinkSync(join(folder, "real.js"), join(folder, "link.js"));
      symlinkSync(folder, join(folder, "round"));
      const files = await PageFiles.read(folder);
      expect(files.find("/real.js")).not.toBeNull();
      expect(files.find("/link.js")).toBeNull();
      expect(files.find("/round/real.js")).toBeNull();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("files of a story", () => {
  const BYTES = "0123456789";
  let url = "";
  let song = "";
  beforeAll(() => {
    song = join(server.folder, "song.ogg");
    writeFileSync(song, BYTES);
    url = server.links.link({ path: song, mediaType: "audio/ogg" });
  });

  it("[DT15] are served by an address that nobody can guess, as what they are", async () => {
    expect(url).toMatch(/^\/a\/[\w-]{43}$/);
    const answer = await get(url);
    expect(await answer.text()).toBe(BYTES);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "audio/ogg",
      "content-length": "10",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    });
    expect(await (await get(url, {}, "HEAD")).text()).toBe("");
    for (const path of ["/a/song.ogg", `/a/${"A".repeat(43)}`, `${url}x`, `${url}/x`, "/a", url.slice(0, -1)]) {
      const missed = await get(path);
      expect([path, await missed.text()]).not.toEqual([path, BYTES]);
    }
  });

  it.each([
    ["bytes=0-", 206, "bytes 0-9/10", BYTES],
    ["bytes=2-4", 206, "bytes 2-4/10", "234"],
    ["bytes=9-9", 206, "bytes 9-9/10", "9"],
    ["bytes=5-999", 206, "bytes 5-9/10", "56789"],
    ["bytes=-3", 206, "bytes 7-9/10", "789"],
    ["bytes=-999", 206, "bytes 0-9/10", BYTES],
    ["bytes=10-", 416, "bytes */10", ""],
    ["bytes=-0", 416, "bytes */10", ""],
    ["bytes=4-2", 416, "bytes */10", ""],
    ["bytes=-", 416, "bytes */10", ""],
    ["bytes=0-1,3-4", 416, "bytes */10", ""],
    [`bytes=${Array.from({ length: 1_000 }, (_, at) => `${at}-${at}`).join(",")}`, 416, "bytes */10", ""],
    ["bytes=99999999999999999999-", 416, "bytes */10", ""],
    ["bytes=a-b", 416, "bytes */10", ""],
    ["items=0-1", 200, null, BYTES],
  ])("[DT16] answers Range: %s", async (range, status, part, text) => {
    const answer = await get(url, { range });
    expect([answer.status, answer.headers.get("content-range"), await answer.text()]).toEqual([status, part, text]);
  });

  it("[DT17] are read from the very file: no link, folder or pipe in its place, and nothing that no page draws", async () => {
    const link = join(server.folder, "link.ogg");
    symlinkSync(join(server.folder, "secret.txt"), link);
    const pipe = join(server.folder, "pipe.ogg");
    execFileSync("mkfifo", [pipe]);
    for (const path of [link, pipe, server.folder, join(server.folder, "gone.ogg")])
      expect([path, (await get(server.links.link({ path, mediaType: "audio/ogg" }))).status]).toEqual([path, 404]);
    for (const mediaType of ["text/html", "image/svg+xml", "application/pdf", "audio/ogg; x=<script>", ""])
      expect([mediaType, (await get(server.links.link({ path: song, mediaType }))).status]).toEqual([mediaType, 404]);
  });

  it("[DT18] are sent again only where they changed", async () => {
    const tag = (await get(url)).headers.get("etag") ?? "";
    expect((await get(url, { "if-none-match": tag })).status).toBe(304);
    expect((await get(url, { range: "bytes=0-1", "if-range": tag })).status).toBe(206);
    expect((await get(url, { range: "bytes=0-1", "if-range": '"other"' })).status).toBe(200);
    writeFileSync(song, `${BYTES}!`);
    expect(await (await get(url, { "if-none-match": tag })).text()).toBe(`${BYTES}!`);
    writeFileSync(song, "");
    expect((await get(url)).headers.get("content-length")).toBe("0");
    writeFileSync(song, BYTES);
  });
});
