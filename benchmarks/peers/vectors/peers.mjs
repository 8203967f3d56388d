// Other stores for vectors, each with the same vectors and the same filter: every second one may be found. They give places.
import { join } from "node:path";
import { connect } from "@lancedb/lancedb";
import hnswlib from "hnswlib-node";
import { LocalIndex } from "vectra";

/** Flat, with a filter before the scan. It works with threads of its own. */
export async function lancedb(all, folder) {
  const db = await connect(join(folder, `lancedb-${all.length}`));
  const rows = all.map((vector, id) => ({ id, part: id % 2, vector: Array.from(vector) }));
  const table = await db.createTable("vectors", rows);
  return async (query, count) => {
    const nearest = table.query().nearestTo(Array.from(query)).distanceType("cosine").where("part = 0");
    return (await nearest.select(["id", "_distance"]).limit(count).toArray()).map(({ id }) => Number(id));
  };
}

/** @returns {Promise<Function | string>} Or why it cannot be measured. */
export async function vectra(all, folder) {
  if (all.length > 10_000)
    return "left out: saving its one file of so many vectors exceeds the longest string there is";
  const index = new LocalIndex(join(folder, `vectra-${all.length}`));
  await index.createIndex({ version: 1, metadata_config: { indexed: ["part"] } });
  await index.batchInsertItems(
    all.map((vector, id) => ({ id: String(id), vector: Array.from(vector), metadata: { part: id % 2 } })),
  );
  return async (query, count) => {
    const found = await index.queryItems(Array.from(query), "", count, { part: { $eq: 0 } });
    return found.map(({ item }) => Number(item.id));
  };
}

/** With its filter function. */
export async function hnsw(all) {
  const index = new hnswlib.HierarchicalNSW("cosine", all[0].length);
  index.initIndex({ maxElements: all.length, m: 16, efConstruction: 200, randomSeed: 1 });
  for (const [id, vector] of all.entries()) index.addPoint(Array.from(vector), id);
  index.setEf(200);
  return async (query, count) => index.searchKnn(Array.from(query), count, (id) => id % 2 === 0).neighbors;
}
