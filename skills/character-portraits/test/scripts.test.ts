// SPEC.md CP4 to CP12: the scripts as processes, with a server of images on loopback.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openFakeHost } from "./fake-host.js";
import { example, runScript } from "./run-script.js";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "portraits-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}
const given = (more: object = {}, script = "generate-portrait") => {
  const base = example(script);
  const { config = {}, input = {}, ...rest } = more as { config?: object; input?: object };
  return { ...base, ...rest, config: { ...base.config, ...config }, input: { ...base.input, ...input } };
};
const assetIn = (events: { type: string }[]) =>
  events.find(({ type }) => type === "asset") as { path: string } | undefined;
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe("generate-portrait", () => {
  it.each([
    ["stylized", 256],
    ["realistic", 512],
    ["anime", 1024],
    ["pixel", 256],
  ])("[CP4] [CP11] draws a PNG in the preset %s at %i and announces it", async (stylePreset, resolution) => {
    const at = folder();
    const { done, events, status } = await runScript(
      "generate-portrait",
      given({ config: { stylePreset, resolution } }),
      at,
    );
    expect([status, done.ok]).toEqual([0, true]);
    expect(done.output).toMatchObject({ character: "osk", source: "local", cached: false, preset: stylePreset });
    const asset = assetIn(events);
    expect(asset).toMatchObject({
      mediaType: "image/png",
      kind: "image",
      metadata: { character: "osk", source: "local" },
    });
    expect(sizeOf(readFileSync(asset?.path ?? ""))).toEqual([resolution, resolution]);
  });

  it("[CP4] draws an SVG where the settings say so", async () => {
    const at = folder();
    const { events } = await runScript("generate-portrait", given({ config: { format: "svg" } }), at);
    expect(assetIn(events)).toMatchObject({ mediaType: "image/svg+xml" });
    expect(readFileSync(assetIn(events)?.path ?? "", "utf8")).toMatch(/^<svg width="256" height="256"/);
  });

  it("[CP6] [CP10] draws nobody twice from the same words, in this session or another", async () => {
    const at = folder();
    const first = await runScript("generate-portrait", given(), at);
    const again = await runScript("generate-portrait", given(), at);
    expect(again.done.output).toEqual({ ...first.done.output, cached: true });
    const changed = await runScript(
      "generate-portrait",
      given({ input: { description: "A young man with red hair." } }),
      at,
    );
    expect(changed.done.output).toMatchObject({ cached: false });
    expect(changed.done.output.file).not.toBe(first.done.output.file);
  });

  it("[CP13] takes people of one name in two stories for two", async () => {
    const at = folder();
    const first = await runScript("generate-portrait", given({ input: { story: "the-mill" } }), at);
    const again = await runScript("generate-portrait", given({ input: { story: "the-mill" } }), at);
    const other = { story: "the-ferry", character: "ferryman", description: "A young ferryman with red curls." };
    const elsewhere = await runScript("generate-portrait", given({ input: other }), at);
    expect([first, again, elsewhere].map(({ done }) => done.output.cached)).toEqual([false, true, false]);
    const input = { character: "", name: "Osk", story: "the-ferry" };
    const looked = await runScript("lookup-portrait", { ...given({}, "lookup-portrait"), input }, at);
    expect(looked.done.output.character).not.toBe("osk");
  });

  it("[CP14] draws with a lower priority than the one it was started with", async () => {
    const at = folder();
    const seen = join(at, "priority");
    const watch = join(at, "watch.cjs");
    writeFileSync(
      watch,
      `process.on("exit", () => require("fs").writeFileSync(${JSON.stringify(seen)}, String(require("os").getPriority())));`,
    );
    await runScript("generate-portrait", given(), at, ["--require", watch]);
    expect(Number(readFileSync(seen, "utf8"))).toBeGreaterThanOrEqual(constants.priority.PRIORITY_LOW);
  });

  it("[CP7] takes the campaign's own picture before any other", async () => {
    const at = folder();
    const own = join(at, "osk.webp");
    writeFileSync(own, "RIFF");
    const { done, events } = await runScript("generate-portrait", given({ input: { own } }), at);
    expect(done.output.source).toBe("campaign");
    expect(assetIn(events)).toMatchObject({ mediaType: "image/webp" });
    const gone = await runScript(
      "generate-portrait",
      given({ input: { character: "ine", name: "Ine", own: join(at, "no.png") } }),
      at,
    );
    expect(gone.done.output.source).toBe("local");
  });

  it("[CP10] keeps pictures in the folder of the settings, and makes a broken index anew", async () => {
    const at = folder();
    mkdirSync(join(at, "faces"));
    writeFileSync(join(at, "faces", "index.json"), "{");
    const { done } = await runScript("generate-portrait", given({ config: { storageLocation: "faces" } }), at);
    const [kept] = JSON.parse(readFileSync(join(at, "faces", "index.json"), "utf8"));
    expect(kept).toMatchObject({ character: "osk", file: done.output.file });
    expect(readFileSync(join(at, "faces", kept.file)).length).toBeGreaterThan(100);
  });

  it("[CP11] keeps a record with the host, and finds by what it says descriptions mean", async () => {
    const at = folder();
    const host = await openFakeHost(({ service }) => ({
      body: service === "embed" ? { model: "m", dimensions: 2, embeddings: [[1, 0]] } : { id: "p1" },
    }));
    onTestFinished(() => host.close());
    await runScript("generate-portrait", given({ host: host.access }), at);
    const [stored] = host.requests.filter(({ service }) => service === "store").map(({ body }) => body);
    expect(stored).toMatchObject({ dataType: "portrait", record: { characterId: "osk", source: "local" } });
    const input = { character: "", name: "", description: "Who grinds the corn." };
    const found = await runScript("lookup-portrait", { ...given({}, "lookup-portrait"), input, host: host.access }, at);
    expect(found.done.output).toMatchObject({ found: true, character: "osk" });
  });

  it("[CP9] lets a silhouette stand in where nothing can be drawn, and tries again", async () => {
    const at = folder();
    const broken = join(at, "skill");
    mkdirSync(broken);
    // A copy without what draws.
    const script = new URL("../scripts/generate-portrait.cjs", import.meta.url);
    writeFileSync(join(broken, "generate-portrait.cjs"), readFileSync(script));
    const { done, events } = await runScript(join(broken, "generate-portrait.cjs"), given(), at);
    expect(done.output).toMatchObject({ source: "silhouette" });
    expect(assetIn(events)).toMatchObject({ mediaType: "image/svg+xml" });
    expect((await runScript("generate-portrait", given(), at)).done.output).toMatchObject({ source: "local" });
  });
});

describe("a server that draws", () => {
  async function server(answer: object | string, status = 200) {
    const asked: { url: string | undefined; headers: object; body: Record<string, unknown> }[] = [];
    const http = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on("end", () => {
        asked.push({ url: request.url, headers: request.headers, body: JSON.parse(text) });
        response
          .writeHead(status, { location: "http://127.0.0.1:9/" })
          .end(typeof answer === "string" ? answer : JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void http.close());
    return { asked, endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
  }
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]).toString("base64");
  const hosted = (endpoint: string, more: object = {}) =>
    given({ config: { imageProvider: "hosted", endpoint, sendTo: ["127.0.0.1"], ...more } });

  it("[CP8] is asked in the manner of OpenAI", async () => {
    const { asked, endpoint } = await server({ data: [{ b64_json: png }] });
    const { done } = await runScript(
      "generate-portrait",
      hosted(`${endpoint}/v1`, { apiKey: "k", model: "m" }),
      folder(),
    );
    expect(done.output.source).toBe("hosted");
    expect(asked).toMatchObject([
      {
        url: "/v1/images/generations",
        headers: { authorization: "Bearer k" },
        body: { model: "m", size: "256x256", response_format: "b64_json" },
      },
    ]);
    expect(asked[0]?.body.prompt).toContain("white beard");
  });

  it("[CP8] is asked in the manner of Stable Diffusion web UI", async () => {
    const { asked, endpoint } = await server({ images: [png] });
    const { done } = await runScript("generate-portrait", hosted(endpoint, { api: "sdwebui" }), folder());
    expect(done.output.source).toBe("hosted");
    expect(asked).toMatchObject([{ url: "/sdapi/v1/txt2img", body: { width: 256, height: 256 } }]);
  });

  it.each([
    ["is not named", { sendTo: ["example.org"] }, { images: [png] }, 200],
    ["refuses", {}, {}, 500],
    ["redirects", {}, {}, 302],
    ["answers with something else", {}, { data: [{ b64_json: "aGVsbG8=" }] }, 200],
    ["answers with nonsense", {}, "<html>", 200],
  ])("[CP8] that %s leaves the drawing to us", async (_, config, answer, status) => {
    const { asked, endpoint } = await server(answer, status);
    const { done, events } = await runScript("generate-portrait", hosted(endpoint, config), folder());
    expect(done.output.source).toBe("local");
    expect(events[0]).toMatchObject({ type: "log", level: "warn" });
    expect(asked).toHaveLength("sendTo" in config ? 0 : 1);
  });
});

describe("update-portrait and lookup-portrait", () => {
  it("[CP6] draw anew only what has changed or is asked for", async () => {
    const at = folder();
    const first = await runScript("update-portrait", given({}, "update-portrait"), at);
    expect(first.done.output.changed).toBe(true);
    const same = await runScript("update-portrait", given({}, "update-portrait"), at);
    expect(same.done.output).toMatchObject({ changed: false, file: first.done.output.file });
    const forced = await runScript("update-portrait", given({ input: { force: true } }, "update-portrait"), at);
    expect(forced.done.output.changed).toBe(true);
    const other = given({ input: { description: "An old man, bald, in a red scarf." } }, "update-portrait");
    const changed = await runScript("update-portrait", other, at);
    expect(changed.done.output.file).not.toBe(first.done.output.file);
    const found = await runScript("lookup-portrait", example("lookup-portrait"), at);
    expect(found.done.output).toMatchObject({ found: true, file: changed.done.output.file });
  });

  it("[CP12] end well whatever they are given", async () => {
    const at = folder();
    for (const script of ["generate-portrait", "update-portrait", "lookup-portrait"]) {
      for (const nonsense of ["", "[]", '{"input":{"character":7}}']) {
        const { status, done } = await runScript(script, nonsense, at);
        expect([script, status, done.ok]).toEqual([script, 0, false]);
      }
    }
    const nothing = await runScript("generate-portrait", given({ input: { description: " " } }), at);
    expect(nothing.events[0]).toMatchObject({ errorCode: "nothing_to_draw" });
    expect((await runScript("lookup-portrait", example("lookup-portrait"), at)).done.output).toEqual({ found: false });
  });
});
