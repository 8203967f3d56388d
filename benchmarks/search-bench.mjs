// What finding costs: the ten nearest of many records by their meaning, half of them shut out by a filter, beside sqlite-vec's partition
// scan over the same vectors in the same rounds; a search by words; what somebody thinks of the player. Records come back whole from
// the store, bare numbers from sqlite-vec. Usage: npm run search-bench -- --records 10000,100000
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openStore } from "@narratoria/persistence";
import { createRandom } from "@narratoria/protocol/random";
import Database from "better-sqlite3";
import { load } from "sqlite-vec";

const { values } = parseArgs({
  options: { records: { type: "string", default: "10000,100000" }, rounds: { type: "string", default: "5" } },
});
const sizes = values.records.split(",").map(Number);
const rounds = Number(values.rounds);
if (!sizes.every((size) => Number.isInteger(size) && size >= 1_000) || !Number.isInteger(rounds) || rounds < 1) {
  console.error("Error: --records are whole numbers from 1000, --rounds one from 1.");
  process.exit(2);
}

const DIMENSIONS = 384;
const CENTRES = 200;
const QUERIES_A_ROUND = 40;
const NEAREST = 10;
/** What each is to reach: p95 of the store over p50 of sqlite-vec. */
const BOUNDS = { 10_000: 1 / 5, 100_000: 1 / 20 };
const VOCABULARY = 4_000;

const home = mkdtempSync(join(tmpdir(), "narratoria-search-bench-"));
try {
  console.log(`\nFinding records, load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores. Milliseconds.\n`);
  console.log(`${"".padEnd(52)}${"p50".padStart(9)}${"p95".padStart(9)}`);
  for (const size of sizes) await byMeaning(size);
  await byWords(10_000);
  await opinions(1_000);
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function byMeaning(size) {
  const { all, queries } = vectors(size);
  const embedder = {
    id: "bench",
    dimensions: DIMENSIONS,
    embed: async (texts) => texts.map((text) => all[Number(text)] ?? new Float32Array(DIMENSIONS)),
  };
  const { store, id } = await story(`meaning-${size}`, { embedder, cacheBytes: 2 ** 30 });
  for (let at = 0; at < size; at += 1_000) {
    const changes = Array.from({ length: Math.min(1_000, size - at) }, (_, n) => ({
      change: "store",
      dataType: "lore",
      record: {
        filePath: "lore.md",
        chunkIndex: at + n,
        paragraphId: 0,
        content: String(at + n),
        tokenCount: 1,
        tags: [tagOf(at + n)],
      },
    }));
    await store.change(id, changes);
  }
  const peer = partitions(all);
  const ours = async (vector) =>
    (
      await store.semanticSearch(id, {
        dataType: "lore",
        query: "",
        vector,
        filters: { tags: ["kept"] },
        limit: NEAREST,
        threshold: 0,
      })
    ).map(({ record }) => record.chunkIndex);

  for (const query of queries.slice(0, 10)) {
    await ours(query);
    peer(query);
  }
  const times = { store: [], "sqlite-vec": [] };
  const answers = [];
  for (let round = 0; round < rounds; round += 1) {
    const asked = queries.slice(round * QUERIES_A_ROUND, (round + 1) * QUERIES_A_ROUND);
    for (const query of asked) {
      const startedAt = performance.now();
      const found = new Set(await ours(query));
      times.store.push(performance.now() - startedAt);
      answers.push({ query, found });
    }
    for (const query of asked) {
      const startedAt = performance.now();
      peer(query);
      times["sqlite-vec"].push(performance.now() - startedAt);
    }
  }
  row(`${size} records, half filtered out: store`, times.store);
  row(`${size} records, half filtered out: sqlite-vec`, times["sqlite-vec"]);
  const bound = BOUNDS[size] ?? 1 / 5;
  ratio("  store p95 / sqlite-vec p50", quantile(times.store, 0.95) / quantile(times["sqlite-vec"], 0.5), bound);
  const shares = answers.map(
    ({ query, found }) => nearest(all, query).filter((one) => found.has(one)).length / NEAREST,
  );
  const recall = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const least = size <= 10_000 ? 1 : 0.99;
  console.log(
    `${recall >= least ? " " : "!"} ${"  recall@10".padEnd(50)}${recall.toFixed(4).padStart(9)}  to reach ${least}`,
  );
  await store.close();
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
  for (let n = 0; n < 50; n += 1) await ask();
  const times = await timed(rounds * QUERIES_A_ROUND, ask);
  row(`${size} texts of 20 words, 4 words asked`, times);
  ratio("  p95 / 2 ms", quantile(times, 0.95) / 2, 1);
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
    ratio("  p95 / 2 ms", quantile(times, 0.95) / 2, 1);
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

function tagOf(index) {
  return index % 2 === 0 ? "kept" : "left";
}

/** Vectors round a few hundred centres, as sentences are round their subjects. */
function vectors(size) {
  const random = createRandom(`vectors ${size}`);
  const draw = () => Float32Array.from({ length: DIMENSIONS }, () => random.gauss());
  const centres = Array.from({ length: CENTRES }, draw);
  const near = () => {
    const centre = random.pick(centres);
    return unit(centre.map((value) => value + 0.9 * random.gauss()));
  };
  return {
    all: Array.from({ length: size }, near),
    queries: Array.from({ length: rounds * QUERIES_A_ROUND }, near),
  };
}

function unit(vector) {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** The ten nearest of those that are kept, by looking at each. */
function nearest(all, query) {
  const best = [];
  for (let index = 0; index < all.length; index += 2) {
    const vector = all[index];
    let cosine = 0;
    for (let at = 0; at < DIMENSIONS; at += 1) cosine += vector[at] * query[at];
    if (best.length === NEAREST && cosine <= best[NEAREST - 1].cosine) continue;
    let place = best.length;
    while (place > 0 && best[place - 1].cosine < cosine) place -= 1;
    best.splice(place, 0, { index, cosine });
    if (best.length > NEAREST) best.pop();
  }
  return best.map(({ index }) => index);
}

function partitions(all) {
  const db = new Database(join(home, `peer-${all.length}.db`));
  load(db);
  db.exec(
    `create virtual table v using vec0 (part integer partition key, embedding float[${DIMENSIONS}] distance_metric=cosine)`,
  );
  const add = db.prepare("insert into v (rowid, part, embedding) values (?, ?, ?)");
  db.transaction(() => {
    for (const [index, vector] of all.entries()) add.run(BigInt(index), BigInt(index % 2), Buffer.from(vector.buffer));
  })();
  const ask = db.prepare("select rowid, distance from v where embedding match ? and k = ? and part = 0");
  return (query) => ask.all(Buffer.from(query.buffer), NEAREST);
}

async function timed(count, work) {
  const times = [];
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times;
}

function row(name, times) {
  const cells = [0.5, 0.95].map((share) => quantile(times, share).toFixed(3).padStart(9));
  console.log(`  ${name.padEnd(50)}${cells.join("")}`);
}

function ratio(name, value, bound) {
  console.log(
    `${value <= bound ? " " : "!"} ${name.padEnd(50)}${value.toFixed(4).padStart(9)}  to reach ${bound.toFixed(4)}`,
  );
}

function quantile(all, share) {
  const sorted = [...all].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
