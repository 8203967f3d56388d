// SPEC.md EN281 to EN285: skill scripts that ask the host in the midst of a turn, as real processes on a real socket.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openStore } from "@narratoria/persistence";
import { expect, it } from "vitest";
import type { EngineEvent, Embedder, EngineOptions, TextGenerator } from "../src/index.js";
import { collect, engineOn, sceneIn, tempFolder, withScript } from "./support/play.js";

/** A script that calls the host by hand, sends what it gets as notes, and then does what `then` says. */
const asking = (calls: readonly (readonly [string, object])[], then: string): string => `
const { input, context, host } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const send = (event) => process.stdout.write(JSON.stringify({ version: "0", ...event }) + "\\n");
const call = ([service, body]) => new Promise((resolve) => {
  const headers = { authorization: "Bearer " + host.token, "content-type": "application/json" };
  const at = { socketPath: host.socket, path: "/v0/" + service, method: "POST", headers };
  const request = require("node:http").request(at, (response) => {
    let text = "";
    response.on("data", (chunk) => { text += chunk; });
    response.on("end", () => resolve({ service, status: response.statusCode, lines: text.trim().split("\\n").map(JSON.parse) }));
  });
  request.end(JSON.stringify(body));
});
(async () => {
  for (const one of ${JSON.stringify(calls)}) send({ type: "ui_event", event: "answered", payload: await call(one) });
  ${then}
})();
`;
const WELL = `send({ type: "done", ok: true, output: { id: "x" } });`;
const BADLY = `send({ type: "done", ok: false, summary: "I will not." });`;
const NEVER = `setInterval(() => {}, 1000);`;

interface Answer {
  readonly status: number;
  readonly lines: readonly { readonly [member: string]: unknown }[];
}

const answersIn = (events: readonly EngineEvent[]): Answer[] =>
  events.flatMap((event) => (event.type === "note" && event.event === "answered" ? [answerOf(event.payload)] : []));

function answerOf(payload: object): Answer {
  return JSON.parse(JSON.stringify(payload));
}

async function storyWith(source: string, services: readonly string[], options: EngineOptions = {}) {
  const skills = await withScript("memory", "store-memory", source);
  const manifest = join(skills, "memory", "skill.json");
  await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, "utf8")), host: services }));
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir, { skills: [skills], ...options });
  return { engine, dataDir, story: await engine.play("one-wheel-over", { seed: "7" }) };
}

/** What the story remembers on the disk. */
async function remembered(dataDir: string, playthroughId: string): Promise<string[]> {
  const store = await openStore({ dataDir, readOnly: true });
  const turns = await store.history(playthroughId);
  await store.close();
  return turns.flatMap(({ memories }) => memories.map(({ record }) => String(record["summary"])));
}

const secret = "Osk keeps a second rope under the stairs.";
const keep = ["store", { dataType: "memory", record: { summary: secret } }] as const;

it("[EN285] what a script keeps is in the story when it succeeds", async () => {
  const { engine, dataDir, story } = await storyWith(asking([keep], WELL), ["store"]);
  const events = await collect(story.begin());
  expect(answersIn(events)).toMatchObject([{ status: 200 }]);
  await engine.close();
  expect(await remembered(dataDir, story.id)).toContain(secret);
});

it("[EN285] what a script keeps is gone when it fails", async () => {
  const { engine, dataDir, story } = await storyWith(asking([keep], BADLY), ["store"]);
  const events = await collect(story.begin());
  expect(answersIn(events)).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(sceneIn(events).paragraphs.length).toBeGreaterThan(1);
  await engine.close();
  expect(await remembered(dataDir, story.id)).not.toContain(secret);
});

it("[EN285] what a script keeps is gone when its turn is stopped", async () => {
  const { engine, dataDir, story } = await storyWith(asking([keep], NEVER), ["store"]);
  const stop = new AbortController();
  const events: EngineEvent[] = [];
  for await (const event of story.begin({ signal: stop.signal })) {
    events.push(event);
    if (answersIn([event]).length > 0) stop.abort();
  }
  expect(answersIn(events)).toMatchObject([{ status: 200 }]);
  expect(story.scene).toBeNull();
  expect(await remembered(dataDir, story.id)).toEqual([]);
  await engine.close();
});

it("[EN281] [EN282] a script has the embedder and the model that the engine was given", async () => {
  const embedder: Embedder = {
    id: "tiny",
    dimensions: 3,
    embed: async (texts) => texts.map(({ length }) => Float32Array.of(length, 0, 0)),
  };
  const generator: TextGenerator = {
    id: "tiny",
    async *generate({ prompt }) {
      yield "You said: ";
      yield prompt;
    },
  };
  const ask = [
    ["embed", { texts: ["rope"] }],
    ["generate", { kind: "text", prompt: "Hush." }],
  ] as const;
  const { story } = await storyWith(asking(ask, WELL), ["embed", "generate"], { embedder, generator });
  const [embedded, told] = answersIn(await collect(story.begin()));
  expect(embedded).toMatchObject({ status: 200, lines: [{ model: "tiny", embeddings: [[4, 0, 0]] }] });
  expect(told?.lines).toEqual([
    { type: "delta", paragraph: 0, text: "You said: " },
    { type: "delta", paragraph: 0, text: "Hush." },
    { type: "result", paragraphs: ["You said: Hush."], choices: [], narrator: "model" },
  ]);
});

it("[EN197] a replay takes a turn from the journal in which a script had a model write", async () => {
  let asked = 0;
  const generator: TextGenerator = {
    id: "tiny",
    async *generate() {
      asked += 1;
      yield `Word ${asked}.`;
    },
  };
  const ask = ["generate", { kind: "text", prompt: "A word." }] as const;
  const { engine, story } = await storyWith(asking([ask], WELL), ["generate"], { generator });
  await collect(story.begin());
  expect(await engine.replay(story.id)).toEqual({ turns: 1, taken: [0], difference: null });
  expect(asked).toBe(1);
});

it("[EN288] with an embedder, what is kept is found by its meaning from the next turn on", async () => {
  const about = (text: string): number[] => (/\brope\b|\bcord\b/.test(text) ? [1, 0, 0] : [0, 1, 0]);
  const embedder: Embedder = {
    id: "tiny",
    dimensions: 3,
    embed: async (texts) => texts.map((text) => Float32Array.from(about(text))),
  };
  const ask = ["semanticSearch", { dataType: "memory", query: "a length of cord" }] as const;
  const { story } = await storyWith(asking([keep, ask], WELL), ["store", "semanticSearch"], { embedder });
  const found = (answer: Answer | undefined): unknown => answer?.lines[0]?.["results"];
  expect(found(answersIn(await collect(story.begin()))[1])).toEqual([]);
  expect(found(answersIn(await collect(story.choose(1)))[1])).toMatchObject([
    { relevance: 1, record: { summary: secret } },
  ]);
});

it("[EN281] [EN282] [EN284] without them, and for another's story, it is refused in words, and that is logged", async () => {
  const ask = [
    ["embed", { texts: ["rope"] }],
    ["generate", { kind: "text", prompt: "Hush." }],
    ["semanticSearch", { dataType: "memory", query: "rope", filters: { playthroughId: "another" } }],
  ] as const;
  const { engine, dataDir, story } = await storyWith(asking(ask, WELL), ["embed", "generate", "semanticSearch"], {
    embedder: null,
  });
  const answers = answersIn(await collect(story.begin()));
  expect(answers.map(({ status, lines }) => [status, lines[0]?.error])).toMatchObject([
    [503, { code: "no_embedder", message: expect.stringMatching(/^There is no embedder/) }],
    [503, { code: "no_model", message: expect.stringMatching(/^There is no language model/) }],
    [403, { code: "foreign_playthrough" }],
  ]);
  await engine.close();
  const log = (await readFile(join(dataDir, "logs", "narratoria.log"), "utf8").catch(() => "")).split("\n");
  const refusals = log.filter((line) => line.includes('"host-refused"')).map((line) => JSON.parse(line));
  expect(refusals).toMatchObject([
    { code: "no_embedder", skill: "memory", script: "store-memory", playthrough: story.id },
    { code: "no_model" },
    { code: "foreign_playthrough", status: 403, service: "semanticSearch" },
  ]);
});

it("[EN345] a script finds the lore of the campaign, and a story that nobody asks has none of it", async () => {
  const query = { dataType: "lore", query: "Where is the empty grave?", limit: 3 };
  const all = { dataType: "lore", filters: {} };
  const asked = asking([["semanticSearch", query] as const, ["exactMatch", all] as const], WELL);
  const { engine, dataDir, story } = await storyWith(asked, ["semanticSearch", "exactMatch"]);
  const [found, matched] = answersIn(await collect(story.begin()));
  expect(JSON.stringify(found)).toContain("A grave for Fidel Amsat was dug at the end of the Terrace");
  expect(JSON.stringify(matched)).toContain('"filePath":"lore/');
  await collect(story.choose(1));
  await engine.close();
  expect(await loreOf(dataDir, story.id)).toBeGreaterThan(60);

  const quiet = await storyWith(asking([], WELL), ["store"]);
  await collect(quiet.story.begin());
  await quiet.engine.close();
  expect(await loreOf(quiet.dataDir, quiet.story.id)).toBe(0);
});

async function loreOf(dataDir: string, playthroughId: string): Promise<number> {
  const store = await openStore({ dataDir, readOnly: true });
  const { total } = await store.exactMatch(playthroughId, "lore", {}, { limit: 1 });
  await store.close();
  return total;
}
