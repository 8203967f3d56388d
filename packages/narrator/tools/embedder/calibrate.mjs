/**
 * Compares the cosines of the packed file with the teacher's, on the labelled set, so that a threshold means the same for both.
 *
 *   node calibrate.mjs MODELS FILE
 *
 * Prints quantiles of the cosines of queries to what answers them and to all else, and for each cosine of the teacher the one of ours that as
 * many of the answers reach: ours at the teacher's 0.4 is the embedder's `match`.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createStaticEmbedder } from "../../dist/index.js";
import { dot, rowOf } from "./files.mjs";
import { loadTeacher } from "./teacher.mjs";

const [models, file] = process.argv.slice(2);
const set = JSON.parse(readFileSync(new URL("../../test/fixtures/labelled-memories.json", import.meta.url), "utf8"));
const texts = [...set.memories, ...set.queries].map(({ text }) => text);
const flat = await (await loadTeacher(models)).embed(texts);
const ours = cosines(await createStaticEmbedder({ file: pathToFileURL(path.resolve(file)) }).embed(texts));
const theirs = cosines(texts.map((_, at) => rowOf(flat, at)));

for (const [whose, { relevant, other }] of Object.entries({ ours, theirs })) {
  for (const [kind, values] of Object.entries({ relevant, other })) {
    const shown = [0.05, 0.25, 0.5, 0.75, 0.95, 0.99].map(
      (share) => `p${share * 100} ${quantile(values, share).toFixed(2)}`,
    );
    console.log(whose.padEnd(7), kind.padEnd(9), shown.join("  "));
  }
}
for (const kind of ["relevant", "other"]) {
  const map = [0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6].map(
    (cosine) => `${cosine} ${quantile(ours[kind], shareBelow(theirs[kind], cosine)).toFixed(3)}`,
  );
  console.log(`theirs and ours, ${kind}:`, map.join("  "));
}

function cosines(vectors) {
  const found = { relevant: [], other: [] };
  for (const [at, { relevant }] of set.queries.entries()) {
    for (const [one, { id }] of set.memories.entries()) {
      found[relevant.includes(id) ? "relevant" : "other"].push(dot(vectors[set.memories.length + at], vectors[one]));
    }
  }
  for (const values of Object.values(found)) values.sort((a, b) => a - b);
  return found;
}

function quantile(values, share) {
  const at = share * (values.length - 1);
  const below = Math.floor(at);
  const above = Math.min(values.length - 1, below + 1);
  return values[below] + (values[above] - values[below]) * (at - below);
}

function shareBelow(values, cosine) {
  const at = values.findIndex((value) => value >= cosine);
  return (at < 0 ? values.length - 1 : at) / (values.length - 1);
}
