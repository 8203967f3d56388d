/** all-MiniLM-L6-v2 as its makers use it: 256 pieces at most, the mean of the last layer over all pieces, length 1. */
import path from "node:path";

export const WIDTH = 384;
const MODEL = "sentence-transformers/all-MiniLM-L6-v2";
const MOST_PIECES = 256;
const BATCH = 16;
/** [CLS] and [SEP], which stand about every text. */
const [START, END] = [101, 102];

/**
 * @param models - The folder that holds `sentence-transformers/all-MiniLM-L6-v2/`.
 * @returns `embed(texts)`: WIDTH floats a text, in order; `embedPieces(count)`: the same for each piece of the vocabulary alone; `tokenizer`, its own.
 */
export async function loadTeacher(models, dtype = "q8") {
  const { AutoModel, AutoTokenizer, env, Tensor } = await import("@huggingface/transformers");
  env.allowRemoteModels = false;
  env.localModelPath = path.resolve(models);
  const session_options = { intraOpNumThreads: Number(process.env.TEACHER_THREADS ?? 2) };
  const tokenizer = await AutoTokenizer.from_pretrained(MODEL);
  const model = await AutoModel.from_pretrained(MODEL, { dtype, device: "cpu", session_options });
  return {
    tokenizer,
    async embedPieces(count) {
      const vectors = new Float32Array(count * WIDTH);
      for (let from = 0; from < count; from += BATCH) {
        const rows = Math.min(BATCH, count - from);
        const whole = (numbers) => new Tensor("int64", BigInt64Array.from(numbers, BigInt), [rows, 3]);
        const inputs = {
          input_ids: whole(Array.from({ length: rows }, (_, row) => [START, from + row, END]).flat()),
          token_type_ids: whole(Array.from({ length: rows * 3 }, () => 0)),
          attention_mask: whole(Array.from({ length: rows * 3 }, () => 1)),
        };
        const { last_hidden_state: states } = await model(inputs);
        for (let row = 0; row < rows; row++) meanOf(states, inputs.attention_mask, row, vectors, (from + row) * WIDTH);
      }
      return vectors;
    },
    async embed(texts) {
      const order = texts.map((_, at) => at).sort((a, b) => texts[a].length - texts[b].length || a - b);
      const vectors = new Float32Array(texts.length * WIDTH);
      for (let from = 0; from < order.length; from += BATCH) {
        const batch = order.slice(from, from + BATCH);
        const inputs = tokenizer(
          batch.map((at) => texts[at]),
          { padding: true, truncation: true, max_length: MOST_PIECES },
        );
        const { last_hidden_state: states } = await model(inputs);
        for (const [row, at] of batch.entries()) meanOf(states, inputs.attention_mask, row, vectors, at * WIDTH);
      }
      return vectors;
    },
  };
}

function meanOf(states, mask, row, vectors, to) {
  const pieces = mask.dims[1];
  for (let piece = 0; piece < pieces; piece++) {
    if (Number(mask.data[row * pieces + piece]) === 0) continue;
    const from = (row * pieces + piece) * WIDTH;
    for (let at = 0; at < WIDTH; at++) vectors[to + at] += states.data[from + at];
  }
  const vector = vectors.subarray(to, to + WIDTH);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  for (let at = 0; at < WIDTH; at++) vector[at] /= length;
}
