/**
 * Trains a vector for each piece so that a text's sum of them points where the teacher's vector does.
 *
 *   node train.mjs FOLDER MODELS WORDNET STORY DEEDS
 *
 * WORDNET, STORY and DEEDS are how many texts of each part to use, counted from its beginning (what is held out is left out). FOLDER then holds
 * `rows.f32`: 384 floats a piece. One pass a sample, row-wise Adagrad, loss 1 - cosine; the same in every detail for the same files.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { WordPieces } from "../../dist/index.js";
import { dot, floatsOf, HELD_OUT, rowOf, textsOf } from "./files.mjs";
import { vocabularyOf } from "./pieces-of.mjs";
import { seeded, shuffle } from "./seeded.mjs";
import { WIDTH } from "./teacher.mjs";

const SEED = 8;
const EPOCHS = 4;
const RATE = 0.015;
const FIRST_SQUARES = 1e-3;

const [folder, models, wordnet, story, deeds] = process.argv.slice(2);
const vocabulary = vocabularyOf(models);
const samples = [
  ...samplesOf("wordnet", Number(wordnet)),
  ...samplesOf("story", Number(story)),
  ...samplesOf("deeds", Number(deeds)),
];
const rows = firstRows();
const startedAt = performance.now();
train();
writeFileSync(path.join(folder, "rows.f32"), new Uint8Array(rows.buffer));
console.log(`${samples.length} texts, ${EPOCHS} epochs: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);

/** The pieces of each text and what the teacher makes of it. */
function samplesOf(part, count) {
  const pieces = new WordPieces(vocabulary);
  const vectors = floatsOf(folder, part);
  const texts = textsOf(folder, part);
  const most = Math.min(count, texts.length, Math.floor(vectors.length / WIDTH));
  if (most < count) console.log(`${part}: ${most} texts, as there are vectors of no more`);
  return Array.from({ length: Math.max(0, most - HELD_OUT[part]) }, (_, index) => {
    const at = index + HELD_OUT[part];
    return {
      pieces: Uint16Array.from(pieces.of(texts[at].text).filter((piece) => piece >= 0)),
      meant: rowOf(vectors, at),
    };
  }).filter((sample) => sample.pieces.length > 0);
}

/** What the teacher makes of each piece alone, without what it makes of all of them. */
function firstRows() {
  const first = floatsOf(folder, "pieces");
  const mean = new Float64Array(WIDTH);
  for (let at = 0; at < first.length; at++) mean[at % WIDTH] += first[at] / vocabulary.length;
  for (let at = 0; at < first.length; at++) first[at] -= mean[at % WIDTH];
  return first;
}

function train() {
  const random = seeded(SEED);
  const order = Uint32Array.from(samples, (_, at) => at);
  const squares = new Float64Array(vocabulary.length).fill(FIRST_SQUARES);
  const sum = new Float64Array(WIDTH);
  const slope = new Float64Array(WIDTH);
  const steps = samples.length * EPOCHS;
  for (let epoch = 0, step = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    let loss = 0;
    for (const at of order) {
      const { pieces, meant } = samples[at];
      sum.fill(0);
      for (const piece of pieces) {
        const from = piece * WIDTH;
        for (let i = 0; i < WIDTH; i++) sum[i] += rows[from + i];
      }
      const length = Math.sqrt(dot(sum, sum));
      const cosine = dot(sum, meant) / length;
      loss += 1 - cosine;
      let squared = 0;
      for (let i = 0; i < WIDTH; i++) {
        slope[i] = (meant[i] - (cosine * sum[i]) / length) / length;
        squared += slope[i] * slope[i];
      }
      const rate = RATE * (1 - step++ / steps);
      for (const piece of pieces) {
        squares[piece] += squared / WIDTH;
        const stride = rate / Math.sqrt(squares[piece]);
        const from = piece * WIDTH;
        for (let i = 0; i < WIDTH; i++) rows[from + i] += stride * slope[i];
      }
    }
    console.log(`epoch ${epoch + 1}: loss ${(loss / order.length).toFixed(4)}`);
  }
}
