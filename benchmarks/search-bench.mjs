// What finding costs: the ten nearest of many records by their meaning, half of them shut out by a filter, beside sqlite-vec's partition
// scan over the same vectors in the same rounds; a search by words; what somebody thinks of the player. Records come back whole from
// the store, bare numbers from the others. Usage: npm run search-bench -- --records 10000,100000
//   --vectors FILE   real vectors in place of synthetic ones: little-endian floats, 384 a row, no header
//   --only PARTS     some of meaning, graph (from how many records on the graph of the optional hnswlib-node pays), words, opinions
//   --peers          LanceDB, vectra and hnswlib-node as well; installs them in peers/vectors first, which takes a compiler
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openStore } from "@narratoria/persistence";
import { createRandom } from "@narratoria/protocol/random";
import Database from "better-sqlite3";
import { load } from "sqlite-vec";
import { DIMENSIONS, nearestOfHalf, realVectors, syntheticVectors } from "./search-vectors.mjs";

const { values } = parseArgs({
  options: {
    records: { type: "string", default: "10000,100000" },
    rounds: { type: "string", default: "10" },
    vectors: { type: "string" },
    peers: { type: "boolean", default: false },
    only: { type: "string", default: "meaning,graph,words,opinions" },
  },
});
const sizes = values.records.split(",").map(Number);
const rounds = Number(values.rounds);
if (!sizes.every((size) => Number.isInteger(size) && size >= 1_000) || !Number.isInteger(rounds) || rounds < 1) {
  console.error("Error: --records are whole numbers from 1000, --rounds one from 1.");
  process.exit(2);
}

const QUERIES_A_ROUND = 40;
const NEAREST = 10;
/** What each is to reach: p95 of the store over p50 of sqlite-vec. */
const BOUNDS = { 10_000: 1 / 5, 100_000: 1 / 20 };
const VOCABULARY = 4_000;
/** So long a graph may take to grow. */
const GROWTH_MS = 120_000;

const peers = values.peers ? await loadPeers() : {};
const home = mkdtempSync(join(tmpdir(), "narratoria-search-bench-"));
try {
  const parts = values.only.split(",");
  console.log(
    `\nFinding records, load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores. Milliseconds by the clock, and of`,
  );
  console.log("processor time, all threads together: what else the machine does hardly changes that.\n");
  console.log(`${"".padEnd(52)}${["p50", "p95", "cpu p50", "cpu p95"].map((name) => name.padStart(9)).join("")}`);
  if (parts.includes("meaning")) for (const size of sizes) await byMeaning(size);
  if (parts.includes("graph")) await byGraph();
  if (parts.includes("words")) await byWords(10_000);
  if (parts.includes("opinions")) await opinions(1_000);
  console.log(`\nLoad at the end ${loadavg()[0].toFixed(1)}.`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function byMeaning(size) {
  const asked = rounds * QUERIES_A_ROUND;
  const drawn = values.vectors ? realVectors(values.vectors, size, asked) : syntheticVectors(size, asked);
  if (drawn === null) return console.log(`! ${values.vectors} holds fewer than ${size + asked} vectors.`);
  const { all, queries } = drawn;
  const { store, ask } = await filled(all);
  const sides = { store: ask, "sqlite-vec": partitions(all) };
  for (const [name, make] of Object.entries(peers)) {
    const peer = await make(all, home);
    if (typeof peer === "string") console.log(`  ${name}, ${size} records: ${peer}`);
    else sides[name] = peer;
  }
  // What is timed is a process that has searched before: a runtime compiles what runs often.
  for (const query of queries.slice(0, 100)) for (const search of Object.values(sides)) await search(query, NEAREST);
  const measured = Object.fromEntries(Object.keys(sides).map((name) => [name, { times: [], answers: [] }]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, search] of Object.entries(sides)) {
      for (const query of queries.slice(round * QUERIES_A_ROUND, (round + 1) * QUERIES_A_ROUND)) {
        const { result, ...time } = await taken(() => search(query, NEAREST));
        measured[name].times.push(time);
        measured[name].answers.push(new Set(result));
      }
    }
  }
  const kind = values.vectors ? "real" : "synthetic";
  const wanted = queries.map((query) => nearestOfHalf(all, query, NEAREST));
  const recallOf = ({ answers }) => {
    const hits = answers.map((found, n) => wanted[n].filter((one) => found.has(one)).length);
    return hits.reduce((sum, count) => sum + count, 0) / (hits.length * NEAREST);
  };
  for (const [name, side] of Object.entries(measured)) {
    row(`${size} ${kind}, half filtered out: ${name}`, side.times, `  recall ${recallOf(side).toFixed(4)}`);
  }
  const bound = BOUNDS[size] ?? 1 / 5;
  const [ours, theirs] = [measured.store.times, measured["sqlite-vec"].times];
  ratio("  store p95 / sqlite-vec p50", p(ours, "ms", 0.95) / p(theirs, "ms", 0.5), bound);
  ratio("  the same of processor time", p(ours, "cpu", 0.95) / p(theirs, "cpu", 0.5), bound);
  const recall = recallOf(measured.store);
  const least = size <= 10_000 ? 1 : 0.99;
  console.log(
    `${recall >= least ? " " : "!"} ${"  recall@10".padEnd(50)}${recall.toFixed(4).padStart(9)}  to reach ${least}`,
  );
  await store.close();
}

/** The exact scan beside the graph, over the same records and with no filter, and from which of the sizes on the graph answers sooner. */
async function byGraph() {
  const faster = [];
  for (const size of [...sizes].sort((a, b) => a - b)) {
    const { all, queries } = syntheticVectors(size, QUERIES_A_ROUND);
    const medians = {};
    for (const index of ["scan", "hnsw"]) {
      const { store, askAll } = await filled(all, index);
      // The graph grows in the background, and the scan answers until it holds all.
      const startedAt = performance.now();
      const answers = async () => {
        await askAll(queries[0], NEAREST);
        return store.measures().at(-1)?.index;
      };
      while ((await answers()) !== index && performance.now() - startedAt < GROWTH_MS)
        await new Promise((resume) => setImmediate(resume));
      if ((await answers()) !== index) {
        console.log(`! ${size} records: hnswlib-node is not installed here, or its graph took too long.`);
        await store.close();
        return;
      }
      for (const query of queries) await askAll(query, NEAREST);
      const times = [];
      for (const query of queries) times.push(await taken(() => askAll(query, NEAREST)));
      row(`${size} records, no filter: ${index === "scan" ? "the exact scan" : "the graph"}`, times);
      medians[index] = p(times, "cpu", 0.5);
      await store.close();
    }
    if (medians.hnsw < medians.scan) faster.push(size);
  }
  console.log(
    faster.length === 0
      ? "  the graph pays at none of these sizes"
      : `  the graph pays from ${faster[0]} records on, of the sizes that were measured`,
  );
}

/** A store that holds all of them, every second one with the tag that is asked for. */
async function filled(all, index = "auto") {
  const embedder = {
    id: "bench",
    dimensions: DIMENSIONS,
    embed: async (texts) => texts.map((text) => all[Number(text)] ?? new Float32Array(DIMENSIONS)),
  };
  const { store, id } = await story(`meaning-${all.length}-${index}`, { embedder, index, cacheBytes: 2 ** 30 });
  for (let at = 0; at < all.length; at += 1_000) {
    const changes = Array.from({ length: Math.min(1_000, all.length - at) }, (_, n) => ({
      change: "store",
      dataType: "lore",
      record: {
        filePath: "lore.md",
        chunkIndex: at + n,
        paragraphId: 0,
        content: String(at + n),
        tokenCount: 1,
        tags: [(at + n) % 2 === 0 ? "kept" : "left"],
      },
    }));
    await store.change(id, changes);
  }
  const ask = async (vector, limit) => {
    const request = { dataType: "lore", query: "", vector, filters: { tags: ["kept"] }, limit, threshold: 0 };
    return (await store.semanticSearch(id, request)).map(({ record }) => record.chunkIndex);
  };
  const askAll = async (vector, limit) => {
    const request = { dataType: "lore", query: "", vector, limit, threshold: 0 };
    return (await store.semanticSearch(id, request)).map(({ record }) => record.chunkIndex);
  };
  return { store, ask, askAll };
}

/** Peers that are too much for everybody's install: they get one of their own, when somebody asks for them. */
async function loadPeers() {
  const folder = new URL("./peers/vectors/", import.meta.url);
  if (!existsSync(new URL("node_modules", folder))) {
    console.error("Installing LanceDB, vectra and hnswlib-node (350 MB) ...");
    const flags = ["install", "--no-package-lock", "--no-audit", "--no-fund"];
    const { status } = spawnSync("npm", flags, { cwd: fileURLToPath(folder), stdio: "inherit" });
    if (status !== 0) throw new Error("The peers could not be installed.");
  }
  const { lancedb, vectra, hnsw } = await import("./peers/vectors/peers.mjs");
  return { LanceDB: lancedb, vectra, "hnswlib-node": hnsw };
}

async function byWords(size) {
  const random = createRandom("words");
  // Some words are in a quarter of all sentences, most in few; those in nearly all are never looked for.
  const word = () => `w${Math.floor(VOCABULARY * random.next() ** 2)}x`;
  const { store, id } = await story("words");
  for (let at = 0; at < size; at += 1_000) {
    await store.change(
      id,
      Array.from({ length: 1_000 }, (_, n) => ({
        change: "store",
        dataType: "lore",
        record: {
          filePath: "lore.md",
          chunkIndex: at + n,
          paragraphId: 0,
          content: `${Array.from({ length: 20 }, word).join(" ")}.`,
          tokenCount: 20,
        },
      })),
    );
  }
  const ask = () =>
    store.semanticSearch(id, { dataType: "lore", query: Array.from({ length: 4 }, word).join(" and ") });
  for (let n = 0; n < 100; n += 1) await ask();
  const times = await timed(rounds * QUERIES_A_ROUND, ask);
  row(`${size} texts of 20 words, 4 words asked`, times);
  ratio("  p95 / 2 ms", p(times, "ms", 0.95) / 2, 1);
  ratio("  the same of processor time", p(times, "cpu", 0.95) / 2, 1);
  await store.close();
}

async function opinions(size) {
  const { store, id } = await story("opinions");
  await store.change(
    id,
    Array.from({ length: size }, (_, n) => [
      { change: "store", dataType: "reputation", record: { factionId: `f${n}`, currentScore: n % 100 } },
      { change: "store", dataType: "perception", record: { npcId: `n${n}`, perceptionScore: n % 100 } },
    ]).flat(),
  );
  let n = 0;
  const reputation = () => store.exactMatch(id, "reputation", { factions: [`f${n++ % size}`] });
  const perception = () => store.exactMatch(id, "perception", { npcs: [`n${n++ % size}`] });
  await timed(50, reputation);
  await timed(50, perception);
  for (const [name, ask] of Object.entries({ reputation, perception })) {
    const times = await timed(rounds * QUERIES_A_ROUND, ask);
    row(`${name} of one among ${size}`, times);
    ratio("  p95 / 2 ms", p(times, "ms", 0.95) / 2, 1);
    ratio("  the same of processor time", p(times, "cpu", 0.95) / 2, 1);
  }
  await store.close();
}

async function story(name, options = {}) {
  const store = await openStore({ dataDir: join(home, name), ...options });
  const { id } = await store.createPlaythrough({
    campaign: "bench",
    campaignPath: "/bench",
    campaignVersion: "1.0.0",
    title: "Bench",
    seed: "1",
  });
  return { store, id };
}

function partitions(all) {
  const db = new Database(join(home, `peer-${all.length}.db`));
  load(db);
  db.exec(
    `create virtual table v using vec0 (part integer partition key, embedding float[${DIMENSIONS}] distance_metric=cosine)`,
  );
  const add = db.prepare("insert into v (rowid, part, embedding) values (?, ?, ?)");
  db.transaction(() => {
    for (const [index, vector] of all.entries()) {
      add.run(BigInt(index), BigInt(index % 2), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
    }
  })();
  const ask = db.prepare("select rowid, distance from v where embedding match ? and k = ? and part = 0");
  return async (query, count) =>
    ask.all(Buffer.from(query.buffer, query.byteOffset, query.byteLength), count).map(({ rowid }) => rowid);
}

/** What one piece of work takes: by the clock, and of the processor. */
async function taken(work) {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const result = await work();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { result, ms, cpu: (user + system) / 1000 };
}

async function timed(count, work) {
  const times = [];
  for (let n = 0; n < count; n += 1) times.push(await taken(work));
  return times;
}

function row(name, times, more = "") {
  const cells = ["ms", "cpu"].flatMap((kind) =>
    [0.5, 0.95].map((share) => p(times, kind, share).toFixed(3).padStart(9)),
  );
  console.log(`  ${name.padEnd(50)}${cells.join("")}${more}`);
}

function ratio(name, value, bound) {
  console.log(
    `${value <= bound ? " " : "!"} ${name.padEnd(50)}${value.toFixed(4).padStart(9)}  to reach ${bound.toFixed(4)}`,
  );
}

function p(times, kind, share) {
  const sorted = times.map((time) => time[kind]).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
