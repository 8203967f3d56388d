import { openStore } from "@narratoria/persistence";
import { DIMENSIONS, syntheticVectors } from "./search-vectors.mjs";
import { mkdtempSync } from "node:fs";
const size = 10000,
  asked = 1200;
const { all, queries } = syntheticVectors(size, asked);
const embedder = {
  id: "bench",
  dimensions: DIMENSIONS,
  embed: async (t) => t.map((x) => all[Number(x)] ?? new Float32Array(DIMENSIONS)),
};
const store = await openStore({ dataDir: mkdtempSync("/tmp/nb-"), embedder, cacheBytes: 2 ** 30 });
const { id } = await store.createPlaythrough({
  campaign: "bench",
  campaignPath: "/bench",
  campaignVersion: "1.0.0",
  title: "B",
  seed: "1",
});
for (let at = 0; at < size; at += 1000)
  await store.change(
    id,
    Array.from({ length: 1000 }, (_, n) => ({
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
    })),
  );
const ask = async (v) =>
  (
    await store.semanticSearch(id, {
      dataType: "lore",
      query: "",
      vector: v,
      filters: { tags: ["kept"] },
      limit: 10,
      threshold: 0,
    })
  ).map(({ record }) => record.chunkIndex);
const t = [];
for (const q of queries) {
  const a = performance.now();
  await ask(q);
  t.push(performance.now() - a);
}
for (const [f, to] of [
  [0, 100],
  [100, 300],
  [300, 500],
  [500, 800],
  [800, 1200],
]) {
  const s = t.slice(f, to).sort((a, b) => a - b);
  console.log(
    f,
    to,
    "p50",
    s[s.length >> 1].toFixed(3),
    "p95",
    s[Math.floor(s.length * 0.95)].toFixed(3),
    "max",
    s.at(-1).toFixed(3),
  );
}
console.log(
  t
    .slice(300, 400)
    .map((x) => x.toFixed(2))
    .join(" "),
);
await store.close();
