/** The files of a folder of teacher's vectors. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { WIDTH } from "./teacher.mjs";

/** So many at the beginning of a part are never trained on. */
export const HELD_OUT = { wordnet: 5_000, story: 1_000, deeds: 0 };

/** @returns Rows of `{kind, text}` of a part. */
export function textsOf(folder, part) {
  const lines = readFileSync(path.join(folder, `${part}.tsv`), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => ({ kind: line.slice(0, line.indexOf("\t")), text: line.slice(line.indexOf("\t") + 1) }));
}

/** @returns The floats of a file. */
export function floatsOf(folder, name) {
  return new Float32Array(Uint8Array.from(readFileSync(path.join(folder, `${name}.f32`))).buffer);
}

/** @returns Row `at` of floats, WIDTH of them. */
export const rowOf = (floats, at, width = WIDTH) => floats.subarray(at * width, (at + 1) * width);

export function dot(one, other) {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at] * other[at];
  return sum;
}

export function unit(vector) {
  const length = Math.sqrt(dot(vector, vector));
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at] /= length;
  return vector;
}
