/**
 * What finds the memory that was meant: the labelled memories asked through a real store by words, by the embedder that ships and, where it is
 * on this machine, by MiniLM; and what a sentence costs either.
 *
 *   node embedder-bench.mjs
 *
 * MiniLM is found in NARRATORIA_RUNTIMES (`transformers-4.3.1`) and NARRATORIA_TEST_MODELS.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMiniLmEmbedder, createStaticEmbedder } from "@narratoria/narrator";
import { openStore } from "@narratoria/persistence";

const root = fileURLToPath(new URL("../", import.meta.url));
const set = JSON.parse(readFileSync(join(root, "packages/narrator/test/fixtures/labelled-memories.json"), "utf8"));
const texts = [...set.memories, ...set.queries].map(({ text }) => text);
const shipped = createStaticEmbedder();
const miniLm = await findMiniLm();
if (!miniLm) console.log("MiniLM is not measured: its runtime or its weights are not on this machine.\n");
const embedders = { shipped, ...(miniLm ? { MiniLM: miniLm } : {}) };

console.log("what finds                   hit@1  R@3    MRR");
say("words alone (BM25)", await throughStore(null));
for (const [name, embedder] of Object.entries(embedders)) {
  say(`${name}, cosine alone`, await byCosine(embedder));
  say(`${name} and words`, await throughStore(embedder));
}
await speeds();

function say(what, { hit1, recall3, mrr }) {
  console.log(what.padEnd(28), [hit1, recall3, mrr].map((share) => share.toFixed(3)).join("  "));
}

async function byCosine(embedder) {
  const vectors = await embedder.embed(texts);
  const near = (one, other) => one.reduce((sum, value, at) => sum + value * other[at], 0);
  return measures(
    set.queries.map((_, at) =>
      set.memories
        .map(({ id }, one) => ({ id, near: near(vectors[set.memories.length + at], vectors[one]) }))
        .sort((a, b) => b.near - a.near)
        .map(({ id }) => id),
    ),
  );
}

/** As a story is searched: meaning, words, and what is recent, in one. */
async function throughStore(embedder) {
  const dataDir = mkdtempSync(join(tmpdir(), "narratoria-embedder-bench-"));
  const store = await openStore({ dataDir, ...(embedder ? { embedder, embedTimeoutMs: 60_000 } : {}) });
  try {
    const id = await storyWith(store, set.memories);
    const nameOf = new Map(set.memories.map((memory) => [memory.text, memory.id]));
    const rankings = [];
    for (const { text } of set.queries) {
      const found = await store.semanticSearch(id, { dataType: "memory", query: text, limit: 100, threshold: 0 });
      rankings.push(found.map(({ record }) => nameOf.get(record.summary)));
    }
    return measures(rankings);
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function storyWith(store, memories) {
  const { id } = await store.createPlaythrough({
    campaign: "b",
    campaignPath: "/b",
    campaignVersion: "1.0.0",
    title: "B",
    seed: "1",
  });
  const session = await store.openSession(id);
  await store.commitTurn({
    playthroughId: id,
    sessionId: session.id,
    parentId: null,
    scene: 0,
    choice: null,
    plans: [],
    results: [],
    patches: [],
    rolls: [],
    state: {},
    sceneRecord: { paragraphs: [] },
    memories: [],
    narrator: "storybook",
  });
  await store.change(
    id,
    memories.map(({ text }) => ({ change: "store", dataType: "memory", record: { summary: text } })),
  );
  return id;
}

function measures(rankings) {
  const sums = { hit1: 0, recall3: 0, mrr: 0 };
  for (const [at, { relevant }] of set.queries.entries()) {
    const place = rankings[at].findIndex((id) => relevant.includes(id));
    sums.hit1 += place === 0 ? 1 : 0;
    sums.recall3 += rankings[at].slice(0, 3).filter((id) => relevant.includes(id)).length / relevant.length;
    sums.mrr += place < 0 ? 0 : 1 / (place + 1);
  }
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / set.queries.length]));
}

/** Processor time and wall clock of a sentence, in turns, so that what else the machine does falls on both. */
async function speeds() {
  const rounds = Object.fromEntries(Object.keys(embedders).map((name) => [name, []]));
  for (let round = 0; round < 7; round++) {
    for (const [name, embedder] of Object.entries(embedders)) {
      // Fresh texts, as MiniLM keeps what it embedded lately.
      const count = name === "shipped" ? 5_000 : 64;
      const fresh = Array.from(
        { length: count },
        (_, at) => `the old captain hid letter ${round * count + at} below stone`,
      );
      const [wall, cpu] = [performance.now(), process.cpuUsage()];
      await embedder.embed(fresh);
      const { user, system } = process.cpuUsage(cpu);
      rounds[name].push({ cpu: (user + system) / count, wall: ((performance.now() - wall) * 1000) / count });
    }
  }
  const median = (name, of) => rounds[name].map((one) => one[of]).sort((a, b) => a - b)[3];
  console.log("\na sentence of 10 pieces      processor us  wall us");
  for (const name of Object.keys(embedders)) {
    console.log(
      name.padEnd(28),
      median(name, "cpu").toFixed(1).padStart(12),
      median(name, "wall").toFixed(1).padStart(8),
    );
  }
  if (miniLm)
    console.log("MiniLM / shipped, processor ", (median("MiniLM", "cpu") / median("shipped", "cpu")).toFixed(0));
}

async function findMiniLm() {
  const runtimes = process.env.NARRATORIA_RUNTIMES || join(root, "node_modules/.cache/narratoria/runtimes");
  const models = process.env.NARRATORIA_TEST_MODELS || join(root, "../shared/models");
  const runtime = join(runtimes, "transformers-4.3.1");
  const model = join(models, "sentence-transformers/all-MiniLM-L6-v2");
  if (!existsSync(join(runtime, "node_modules")) || !existsSync(model)) return null;
  const entry = createRequire(import.meta.url).resolve("@narratoria/narrator/package.json");
  const { loadMiniLm } = await import(pathToFileURL(join(entry, "../dist/minilm.js")).href);
  const loaded = await loadMiniLm({ runtimeDir: runtime, modelDir: model });
  return createMiniLmEmbedder(loaded.embed.bind(loaded));
}
