/**
 * A language model of a few hundred kilobytes that the real library loads and runs: it writes one text over and over, word by
 * word. Each word is a direction of its own, no layer adds anything to it, and the last matrix points from each word to the one
 * that came after it in the text. What is asked of it makes no difference, but its last word does.
 */
import { ggufFile, type Value } from "../fixtures/gguf-file.js";

/** What it writes: one word seldom has two successors, so nothing is left to chance. */
const TEXT =
  "The lantern gutters. Nobody met you at the last boat, and Marta bars a door behind you. Gulls sleep on warm chimneys while rain drums over Low Hope.";

const UNKNOWN = "<unk>";
const BEGIN = "<s>";
const TURN = "<|im_start|>";
const END = "<|im_end|>";
/** How the format calls kinds of tokens. */
const TOKEN = { word: 1, unknown: 2, control: 3, whole: 4, byte: 6 } as const;
/** As every other model's of that format, so that the library knows it. */
const TEMPLATE =
  "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}" +
  "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

const HEAD = 32;
const FORWARD = 32;
/** Less likely by so many powers of e than what comes next. */
const UNLIKELY = 16;
const NEVER = 60;

interface Vocabulary {
  readonly tokens: readonly string[];
  readonly kinds: readonly number[];
  /** Places of the words of the text, in its order. */
  readonly text: readonly number[];
}

/** The file's bytes. */
export function tinyModel(): Buffer {
  const vocabulary = vocabularyOf(TEXT);
  const size = vocabulary.tokens.length;
  const tensors = tensorsOf(size, outputOf(vocabulary));
  let offset = 0;
  const places = tensors.map(({ name, dims, values }) => {
    const place = { name, dims, type: 0, offset };
    offset += values.byteLength;
    return place;
  });
  // Every side is a multiple of 32, so each tensor begins where the format wants it.
  const weights = Buffer.concat(tensors.map(({ values }) => Buffer.from(values.buffer)));
  return ggufFile({ entries: entriesOf(vocabulary), tensors: places, weights });
}

function vocabularyOf(text: string): Vocabulary {
  const words = text.match(/ ?[A-Za-z]+|[.,]/g) ?? [];
  const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
  const letters = ["\u2581", ...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))];
  const all = [...new Set(words)].filter((word) => word.length > 1);
  const entries: [string, number][] = [
    [UNKNOWN, TOKEN.unknown],
    [BEGIN, TOKEN.control],
    ...bytes.map((byte): [string, number] => [byte, TOKEN.byte]),
    ...letters.map((letter): [string, number] => [letter, TOKEN.word]),
    ...all.map((word): [string, number] => [word, TOKEN.whole]),
    [TURN, TOKEN.control],
    [END, TOKEN.control],
  ];
  while (entries.length % HEAD !== 0) entries.push([`<|none${entries.length}|>`, TOKEN.control]);
  const tokens = entries.map(([token]) => token);
  return { tokens, kinds: entries.map(([, kind]) => kind), text: words.map((word) => tokens.indexOf(word)) };
}

/** Row by row how likely each token is after each other: the logarithm of it, by the length that the library gives a direction. */
function outputOf({ tokens, kinds, text }: Vocabulary): Float32Array {
  const size = tokens.length;
  const scale = 1 / Math.sqrt(size);
  const matrix = new Float32Array(size * size);
  const set = (next: number, current: number, logarithm: number): void => {
    matrix[next * size + current] = logarithm * scale;
  };
  const quote = tokens.indexOf('"');
  const [first = 0] = text;
  for (let next = 0; next < size; next++) {
    const written = kinds[next] === TOKEN.word || kinds[next] === TOKEN.whole;
    // Of two that a grammar allows, the earlier: nothing hangs on the order in which numbers are added.
    for (let current = 0; current < size; current++) set(next, current, written ? -UNLIKELY - next / size : -NEVER);
  }
  // After what it never wrote it begins its text; a string that a grammar opened may close.
  for (let current = 0; current < size; current++) {
    set(first, current, -1);
    set(quote, current, -4);
  }
  text.forEach((current, at) => {
    set(first, current, -UNLIKELY);
    set(text[at + 1] ?? tokens.indexOf(END), current, 0);
  });
  return matrix;
}

interface Tensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: Float32Array;
}

function tensorsOf(size: number, output: Float32Array): Tensor[] {
  const tensor = (name: string, dims: readonly number[], values?: Float32Array): Tensor => ({
    name,
    dims,
    values: values ?? new Float32Array(dims.reduce((product, side) => product * side, 1)),
  });
  const ones = (name: string): Tensor => tensor(name, [size], new Float32Array(size).fill(1));
  const embedding = new Float32Array(size * size);
  for (let token = 0; token < size; token++) embedding[token * size + token] = 1;
  return [
    tensor("token_embd.weight", [size, size], embedding),
    ones("blk.0.attn_norm.weight"),
    tensor("blk.0.attn_q.weight", [size, HEAD]),
    tensor("blk.0.attn_k.weight", [size, HEAD]),
    tensor("blk.0.attn_v.weight", [size, HEAD]),
    tensor("blk.0.attn_output.weight", [HEAD, size]),
    ones("blk.0.ffn_norm.weight"),
    tensor("blk.0.ffn_gate.weight", [size, FORWARD]),
    tensor("blk.0.ffn_up.weight", [size, FORWARD]),
    tensor("blk.0.ffn_down.weight", [FORWARD, size]),
    ones("output_norm.weight"),
    tensor("output.weight", [size, size], output),
  ];
}

function entriesOf({ tokens, kinds }: Vocabulary): Record<string, Value> {
  return {
    "general.architecture": { text: "llama" },
    "general.name": { text: "Low Hope" },
    "general.file_type": { u32: 0 },
    "llama.vocab_size": { u32: tokens.length },
    "llama.context_length": { u32: 2048 },
    "llama.embedding_length": { u32: tokens.length },
    "llama.block_count": { u32: 1 },
    "llama.feed_forward_length": { u32: FORWARD },
    "llama.attention.head_count": { u32: 1 },
    "llama.attention.head_count_kv": { u32: 1 },
    "llama.attention.key_length": { u32: HEAD },
    "llama.attention.value_length": { u32: HEAD },
    "llama.attention.layer_norm_rms_epsilon": { f32: 1e-5 },
    "llama.rope.dimension_count": { u32: HEAD },
    "tokenizer.ggml.model": { text: "llama" },
    "tokenizer.ggml.tokens": { texts: tokens },
    "tokenizer.ggml.scores": { numbers: tokens.map((_, at) => -at / 1000), as: "f32" },
    "tokenizer.ggml.token_type": { numbers: kinds, as: "i32" },
    "tokenizer.ggml.bos_token_id": { u32: tokens.indexOf(BEGIN) },
    "tokenizer.ggml.eos_token_id": { u32: tokens.indexOf(END) },
    "tokenizer.ggml.unknown_token_id": { u32: tokens.indexOf(UNKNOWN) },
    "tokenizer.ggml.add_bos_token": { yes: true },
    "tokenizer.ggml.add_space_prefix": { yes: false },
    "tokenizer.chat_template": { text: TEMPLATE },
  };
}
