// Vectors to search among: synthetic ones round a few hundred centres, as sentences are round their subjects, or real ones of a file.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { createRandom } from "@narratoria/protocol/random";

export const DIMENSIONS = 384;
const CENTRES = 200;
const ROW_BYTES = DIMENSIONS * 4;

/** @returns {{ all: Float32Array[], queries: Float32Array[] }} Of length 1. */
export function syntheticVectors(size, queries) {
  const random = createRandom(`vectors ${size}`);
  const draw = () => Float32Array.from({ length: DIMENSIONS }, () => random.gauss());
  const centres = Array.from({ length: CENTRES }, draw);
  const near = () => {
    const centre = random.pick(centres);
    return unit(centre.map((value) => value + 0.9 * random.gauss()));
  };
  return { all: Array.from({ length: size }, near), queries: Array.from({ length: queries }, near) };
}

/**
 * Rows of a file of little-endian floats without a header, 384 a row: the last ones are asked for, the first ones are searched.
 *
 * @returns {{ all: Float32Array[], queries: Float32Array[] } | null} Null where it holds too few.
 */
export function realVectors(file, size, queries) {
  const handle = openSync(file, "r");
  try {
    const rows = Math.floor(fstatSync(handle).size / ROW_BYTES);
    if (rows < size + queries) return null;
    return { all: read(handle, 0, size), queries: read(handle, rows - queries, queries) };
  } finally {
    closeSync(handle);
  }
}

function read(handle, from, count) {
  const bytes = Buffer.alloc(count * ROW_BYTES);
  readSync(handle, bytes, 0, bytes.length, from * ROW_BYTES);
  const values = new Float32Array(bytes.buffer, bytes.byteOffset, count * DIMENSIONS);
  return Array.from({ length: count }, (_, row) => unit(values.slice(row * DIMENSIONS, (row + 1) * DIMENSIONS)));
}

function unit(vector) {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** The nearest of every second one, by looking at each: their places, best first. */
export function nearestOfHalf(all, query, count) {
  const best = [];
  for (let index = 0; index < all.length; index += 2) {
    const vector = all[index];
    let cosine = 0;
    for (let at = 0; at < DIMENSIONS; at += 1) cosine += vector[at] * query[at];
    if (best.length === count && cosine <= best[count - 1].cosine) continue;
    let place = best.length;
    while (place > 0 && best[place - 1].cosine < cosine) place -= 1;
    best.splice(place, 0, { index, cosine });
    if (best.length > count) best.pop();
  }
  return best.map(({ index }) => index);
}
