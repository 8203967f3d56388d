// SPEC.md ME1, ME3 to ME8: the scripts as processes, with a host on a socket and without.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type FakeHost, openFakeHost } from "./fake-host.js";

const folder = fileURLToPath(new URL("..", import.meta.url));
let elsewhere = "";
let host: FakeHost | undefined;

beforeAll(() => {
  elsewhere = mkdtempSync(join(tmpdir(), "memory-"));
  cpSync(join(folder, "scripts"), join(elsewhere, "scripts"), { recursive: true });
});
afterEach(async () => {
  await host?.close();
  host = undefined;
});
afterAll(() => rmSync(elsewhere, { recursive: true }));

async function run(script: string, input: object | string) {
  const child = spawn(process.execPath, [join(elsewhere, `scripts/${script}.cjs`)], { env: {} });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  child.stdin.end(typeof input === "string" ? input : JSON.stringify(input));
  const status = await new Promise((resolve) => child.on("close", resolve));
  const events = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { status, events, done: events.at(-1) };
}

const example = (script: string) => JSON.parse(readFileSync(join(folder, `examples/${script}.json`), "utf8"));

describe("store-memory", () => {
  it("[ME1] hands the memory to the host and gives its id", async () => {
    host = await openFakeHost(() => ({ body: { id: "m7" } }));
    const { done } = await run("store-memory", { ...example("store-memory"), host: host.access });
    expect(done).toMatchObject({ ok: true, output: { id: "m7" } });
    expect(host.requests).toEqual([
      {
        service: "store",
        body: {
          dataType: "memory",
          record: {
            summary: "You paid Osk what you owed him, and he put the rope back on its hook.",
            scene: 7,
            characters: ["osk"],
            location: "the-mill",
            significance: "high",
            tags: [],
          },
        },
      },
    ]);
  });

  it("[ME10] stores what was witnessed beside the deed", async () => {
    host = await openFakeHost(() => ({ body: { id: "m7" } }));
    const witnessed = { summary: "“The Count” happened.", scene: 7, characters: ["ine"], tags: ["beat"] };
    const outcome = { memory: { summary: "You waited.", scene: 7 }, witnessed };
    await run("store-memory", {
      ...example("store-memory"),
      input: { summaryFrom: "outcome" },
      dependencies: { outcome },
      host: host.access,
    });
    const stored = host.requests.map(({ body }) => body["record"]);
    expect(stored).toMatchObject([{ summary: "You waited." }, { summary: witnessed.summary, characters: ["ine"] }]);
  });

  it("[ME3] says that it has no host, or nothing to remember", async () => {
    const { events, done, status } = await run("store-memory", example("store-memory"));
    expect([status, done.ok, events[0].errorCode]).toEqual([0, false, "no_host"]);
    host = await openFakeHost(() => ({ body: { id: "m7" } }));
    const empty = await run("store-memory", { ...example("store-memory"), input: {}, host: host.access });
    expect([empty.done.ok, empty.events[0].errorCode]).toEqual([false, "nothing_to_remember"]);
    expect(host.requests).toEqual([]);
  });

  it("[ME8] fails with the host's own code", async () => {
    host = await openFakeHost(() => ({ status: 400, body: { error: { code: "invalid_record", message: "No." } } }));
    const { done, events, status } = await run("store-memory", { ...example("store-memory"), host: host.access });
    expect([status, done.ok, events[0].errorCode]).toEqual([0, false, "invalid_record"]);
  });
});

describe("recall-memory", () => {
  const found = (id: string, relevance: number) => ({ id, relevance, record: { summary: `About ${id}.`, scene: 2 } });

  it("[ME6] asks for the people first, and [ME4] joins what both searches find", async () => {
    host = await openFakeHost(({ body }) => {
      const { characters } = body.filters as { characters?: string[] };
      return { body: { results: characters ? [found("theirs", 0.3)] : [found("other", 0.8), found("theirs", 0.4)] } };
    });
    const input = { query: "the rope", limit: 4, characters: ["osk"], filters: { location: "the-mill" } };
    const { done } = await run("recall-memory", { ...example("recall-memory"), input, host: host.access });
    const filters = host.requests.map(({ body }) => JSON.stringify(body.filters)).sort();
    expect(filters).toEqual([
      '{"location":"the-mill","characters":["osk"]}',
      '{"location":"the-mill","tags":["bond","end"],"characters":["osk"]}',
      '{"location":"the-mill"}',
    ]);
    expect(host.requests.map(({ service, body }) => [service, body.limit]).sort()).toEqual([
      ["exactMatch", 50],
      ["semanticSearch", 16],
      ["semanticSearch", 16],
    ]);
    expect(done.output.memories.map((one: { id: string; relevance: number }) => [one.id, one.relevance])).toEqual([
      ["other", 0.8],
      ["theirs", 0.4],
    ]);
  });

  it("[ME31] gives what was done to the people at hand, whatever matches more words", async () => {
    const deed = (id: string, npc: string, scene = 2) => ({
      ...found(id, 1),
      record: { summary: `You took ${id}.`, scene, deed: { verb: "decide", bind: { npc } } },
    });
    host = await openFakeHost(({ service }) => {
      const talk = [0.9, 0.8, 0.7, 0.6].map((relevance, at) => found(`talk-${at}`, relevance));
      const deeds = [deed("the hammer", "osk"), deed("the bell", "ine"), deed("the key", "osk", 8)];
      return { body: { results: service === "exactMatch" ? deeds : talk } };
    });
    const input = { query: "the rope", limit: 3, characters: ["osk"] };
    const given = { ...example("recall-memory"), input, host: host.access, context: { scene: 10 } };
    const { done } = await run("recall-memory", given);
    const memories: { id: string; relevance: number }[] = done.output.memories;
    expect(memories.map(({ id, relevance }) => [id, relevance])).toEqual([
      ["talk-0", 0.9],
      ["talk-1", 0.8],
      ["the hammer", 0],
    ]);
  });

  it("[ME5] takes the threshold of the settings for sure", async () => {
    host = await openFakeHost(() => ({ body: { results: [found("a", 0.5)] } }));
    const sure = async (similarityThreshold: number) => {
      const { done } = await run("recall-memory", {
        ...example("recall-memory"),
        config: { similarityThreshold },
        host: host?.access,
      });
      return done.output.memories[0].sure;
    };
    expect([await sure(0.5), await sure(0.6)]).toEqual([true, false]);
  });

  it("[ME7] recalls nothing without a host, and warns", async () => {
    const { events, done } = await run("recall-memory", example("recall-memory"));
    expect(events[0]).toMatchObject({ type: "log", level: "warn" });
    expect(done).toMatchObject({ ok: true, output: { memories: [] } });
  });

  it("[ME8] fails when the host cannot be reached, and for unusable input", async () => {
    const gone = { socket: join(elsewhere, "nobody"), token: "t" };
    const { done, events, status } = await run("recall-memory", { ...example("recall-memory"), host: gone });
    expect([status, done.ok, events[0].errorCode]).toEqual([0, false, "host_unreachable"]);
    for (const nonsense of ["", "[]", '{"input":{"query":7}}', '{"input":{"query":"a","limit":0}}']) {
      const bad = await run("recall-memory", nonsense);
      expect([bad.status, bad.done.ok]).toEqual([0, false]);
    }
  });
});
