/**
 * Packs the trained vectors into the file that ships: 256 numbers of 4 bits for each Latin piece.
 *
 *   node pack.mjs FOLDER MODELS FILE
 *
 * The 256 directions are those in which the teacher's own vectors of held-in WordNet texts spread most; FOLDER keeps them as `basis.f32`.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { eigenvectors } from "./eigenvectors.mjs";
import { dot, floatsOf, HELD_OUT, rowOf } from "./files.mjs";
import { isLatin, vocabularyOf } from "./pieces-of.mjs";
import { WIDTH } from "./teacher.mjs";

const DIMENSIONS = 256;
/** Enough to know the directions by. */
const SPREAD_OVER = 20_000;
/** How much of the largest number of a row the scale reaches to: cutting a little makes the rest finer. */
const CUTS = [1, 0.9, 0.8, 0.7, 0.6];
const LEVELS = 7;

const [folder, models, file] = process.argv.slice(2);
const id = path.basename(file, ".bin");
const basis = basisOf(floatsOf(folder, "wordnet"));
writeFileSync(
  path.join(folder, "basis.f32"),
  new Uint8Array(Float32Array.from(basis.flatMap((one) => [...one])).buffer),
);

const rows = floatsOf(folder, "rows");
const kept = [...vocabularyOf(models).entries()].filter(([, piece]) => isLatin(piece));
const scales = new Float32Array(kept.length);
const nibbles = new Uint8Array((kept.length * DIMENSIONS) / 2);
for (const [at, [piece]] of kept.entries()) {
  const row = rowOf(rows, piece);
  packRow(
    basis.map((direction) => dot(direction, row)),
    at,
  );
}
const vocabulary = Buffer.from(kept.map(([, piece]) => `${piece}\n`).join(""));
const whole = Buffer.concat([headerFor(vocabulary), vocabulary, new Uint8Array(scales.buffer), nibbles]);
writeFileSync(file, whole);
console.log(`${file}: ${kept.length} pieces, ${whole.length} bytes`);

function basisOf(vectors) {
  const spread = new Float64Array(WIDTH * WIDTH);
  const most = Math.min(HELD_OUT.wordnet + SPREAD_OVER, Math.floor(vectors.length / WIDTH));
  for (let at = HELD_OUT.wordnet; at < most; at++) {
    const vector = rowOf(vectors, at);
    for (let i = 0; i < WIDTH; i++) for (let j = 0; j < WIDTH; j++) spread[i * WIDTH + j] += vector[i] * vector[j];
  }
  for (let at = 0; at < spread.length; at++) spread[at] /= most - HELD_OUT.wordnet;
  return eigenvectors(spread, WIDTH).slice(0, DIMENSIONS);
}

/** Takes the scale that loses least. */
function packRow(values, at) {
  const largest = Math.max(...values.map(Math.abs));
  const tried = CUTS.map((cut) => {
    const scale = Math.fround((largest * cut) / LEVELS);
    const levels = values.map((value) => Math.max(-LEVELS, Math.min(LEVELS, Math.round(value / scale))));
    return { scale, levels, loss: values.reduce((sum, value, i) => sum + (value - levels[i] * scale) ** 2, 0) };
  });
  const best = tried.reduce((one, other) => (other.loss < one.loss ? other : one));
  scales[at] = best.scale;
  for (let i = 0; i < DIMENSIONS; i += 2) {
    nibbles[(at * DIMENSIONS + i) / 2] = (best.levels[i] + 8) | ((best.levels[i + 1] + 8) << 4);
  }
}

function headerFor(words) {
  const header = JSON.stringify({ id, dimensions: DIMENSIONS, pieces: kept.length, vocabularyBytes: words.length });
  const room = Math.ceil((8 + header.length + words.length) / 4) * 4 - 8 - words.length;
  const start = Buffer.alloc(8);
  start.write("NSE1", "latin1");
  start.writeUInt32LE(room, 4);
  return Buffer.concat([start, Buffer.from(header.padEnd(room))]);
}
