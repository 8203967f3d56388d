/**
 * Asks the teacher, all-MiniLM-L6-v2, for the vector of every text of the corpus. Can be stopped and started again.
 *
 *   node teach.mjs FOLDER MODELS PART [MOST]
 *
 * MODELS holds `sentence-transformers/all-MiniLM-L6-v2/`; PART is `reverse`, `wordnet`, `story`, `deeds`, or `pieces`, the vocabulary itself. FOLDER then holds `PART.f32`: 384 floats
 * (little endian, length 1) a text, in the order of `PART.tsv`. Texts are embedded in blocks of 2,048, by length within a block, so that the
 * same corpus makes the same batches wherever it was stopped.
 */
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { vocabularyOf } from "./pieces-of.mjs";
import { loadTeacher, WIDTH } from "./teacher.mjs";

const BLOCK = 2_048;
const [folder, models, part, most] = process.argv.slice(2);
const teacher = await loadTeacher(models);
if (part === "pieces") {
  writeFileSync(
    path.join(folder, "pieces.f32"),
    new Uint8Array((await teacher.embedPieces(vocabularyOf(models).length)).buffer),
  );
} else await teachTexts();

async function teachTexts() {
  const texts = readFileSync(path.join(folder, `${part}.tsv`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.slice(line.indexOf("\t") + 1));
  const wanted = Math.min(texts.length, Number(most ?? texts.length));

  const file = path.join(folder, `${part}.f32`);
  const bytesOfBlock = BLOCK * WIDTH * 4;
  const blocksDone = existsSync(file) ? Math.floor(statSync(file).size / bytesOfBlock) : 0;
  if (existsSync(file)) {
    if (statSync(file).size === texts.length * WIDTH * 4) return;
    truncateSync(file, blocksDone * bytesOfBlock);
  }
  const out = openSync(file, "a");
  const startedAt = performance.now();
  for (let from = blocksDone * BLOCK; from < wanted; from += BLOCK) {
    const vectors = await teacher.embed(texts.slice(from, from + BLOCK));
    writeSync(out, new Uint8Array(vectors.buffer));
    const done = Math.min(from + BLOCK, texts.length);
    const rate = (done - blocksDone * BLOCK) / ((performance.now() - startedAt) / 1000);
    console.log(
      `${part}: ${done} of ${texts.length}, ${rate.toFixed(0)} a second, ${((wanted - done) / rate / 60).toFixed(1)} min left`,
    );
  }
  closeSync(out);
}
