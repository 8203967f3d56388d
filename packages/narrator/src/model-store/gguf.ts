/** Reads what a GGUF file says about itself, without the library that runs it: a wrong file is refused before native code sees it. */
import { open } from "node:fs/promises";
import { ModelError } from "../errors.js";

/** What a model file is. */
export interface GgufInfo {
  readonly name: string | null;
  /** Kind of network, such as `phi3`. */
  readonly architecture: string;
  /** How many tokens it was made to read at once. */
  readonly contextTokens: number | null;
  /** How its numbers are stored, such as `Q4_K_M`. */
  readonly quantisation: string | null;
  /** How many layers it has, and numbers in one of its vectors; with the two of heads, what a context takes up follows from them. */
  readonly layers: number | null;
  readonly embeddingLength: number | null;
  readonly heads: number | null;
  readonly kvHeads: number | null;
  readonly licence: string | null;
  readonly tensors: number;
  /** What the weights come to, in bytes. */
  readonly tensorBytes: number;
  /** The whole file, in bytes. */
  readonly fileBytes: number;
}

/** More than any real model has; what says otherwise is no model. */
const CAPS = {
  tensors: 100_000,
  entries: 10_000,
  keyBytes: 1_024,
  textBytes: 4 << 20,
  items: 16 << 20,
  dimensions: 8,
  headerBytes: 256 << 20,
};
/** Texts and lists longer than this are passed over: vocabularies are no business of ours. */
const CHUNK_BYTES = 1 << 20;

/** Bytes of a value, by its type in the file. 8 is text, 9 a list. */
const SCALAR_BYTES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
const TEXT = 8;
const LIST = 9;

/** Numbers in a block and bytes of one, by the type of a tensor. */
const BLOCKS: Readonly<Record<number, readonly [numbers: number, bytes: number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  9: [32, 36],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  15: [256, 292],
  16: [256, 66],
  17: [256, 74],
  18: [256, 98],
  19: [256, 50],
  20: [32, 18],
  21: [256, 110],
  22: [256, 82],
  23: [256, 136],
  24: [1, 1],
  25: [1, 2],
  26: [1, 4],
  27: [1, 8],
  28: [1, 8],
  29: [256, 56],
  30: [1, 2],
  34: [256, 54],
  35: [256, 66],
  39: [32, 17],
};

const FILE_TYPES: Readonly<Record<number, string>> = {
  0: "F32",
  1: "F16",
  2: "Q4_0",
  3: "Q4_1",
  7: "Q8_0",
  8: "Q5_0",
  9: "Q5_1",
  10: "Q2_K",
  11: "Q3_K_S",
  12: "Q3_K_M",
  13: "Q3_K_L",
  14: "Q4_K_S",
  15: "Q4_K_M",
  16: "Q5_K_S",
  17: "Q5_K_M",
  18: "Q6_K",
  19: "IQ2_XXS",
  20: "IQ2_XS",
  21: "Q2_K_S",
  22: "IQ3_XS",
  23: "IQ3_XXS",
  24: "IQ1_S",
  25: "IQ4_NL",
  26: "IQ3_S",
  27: "IQ3_M",
  28: "IQ2_S",
  29: "IQ2_M",
  30: "IQ4_XS",
  31: "IQ1_M",
  32: "BF16",
};

type Scalar = string | number | boolean;

/** A file of which a part is held, read forwards. Whatever lies beyond the end of the file is refused, whoever asks for it. */
class Header {
  private held: Buffer = Buffer.alloc(0);
  private heldFrom = 0;
  private at = 0;

  constructor(
    private readonly read: (from: number, bytes: number) => Promise<Buffer>,
    private readonly fileBytes: number,
  ) {}

  get position(): number {
    return this.at;
  }

  skip(bytes: number): void {
    if (bytes > this.fileBytes - this.at) throw new Wrong("it ends in the middle of its own description");
    this.at += bytes;
    if (this.at > CAPS.headerBytes) throw new Wrong("its own description is absurdly long");
  }

  async take(bytes: number): Promise<Buffer> {
    const from = this.at;
    this.skip(bytes);
    if (from < this.heldFrom || this.at > this.heldFrom + this.held.length) {
      this.held = await this.read(from, Math.min(Math.max(bytes, CHUNK_BYTES), this.fileBytes - from));
      this.heldFrom = from;
      if (this.held.length < bytes) throw new Wrong("it ends in the middle of its own description");
    }
    return this.held.subarray(from - this.heldFrom, from - this.heldFrom + bytes);
  }

  async u32(): Promise<number> {
    return (await this.take(4)).readUInt32LE();
  }

  /** A count or a length: what is larger than a file can be is refused by whoever holds it against a cap. */
  async u64(): Promise<number> {
    return Number((await this.take(8)).readBigUInt64LE());
  }

  async text(maxBytes: number): Promise<string> {
    const length = await this.u64();
    if (length > maxBytes) throw new Wrong("it holds a text that is absurdly long");
    return (await this.take(length)).toString("utf8");
  }
}

/** Why a file is no model; becomes the reason in a sentence. */
class Wrong extends Error {}

/**
 * Reads the description that a GGUF file begins with, and holds it against the file's length.
 *
 * @throws {ModelError} `no_model` where there is no such file; `model_broken`, with the reason, where it is none, is cut short, or
 *   says of itself what cannot be.
 */
export async function readGguf(path: string): Promise<GgufInfo> {
  const file = await open(path, "r").catch((error: unknown) => {
    throw new ModelError("no_model", `There is no model file at ${path}.`, "Check the path.", { cause: error });
  });
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new Wrong("it is no file");
    const read = async (from: number, bytes: number): Promise<Buffer> => {
      const buffer = Buffer.alloc(bytes);
      const { bytesRead } = await file.read(buffer, 0, bytes, from);
      return buffer.subarray(0, bytesRead);
    };
    return await readHeader(new Header(read, info.size), info.size);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    throw new ModelError("model_broken", `${path} is no model that can be used: ${error.message}.`, "Fetch it again.");
  } finally {
    await file.close();
  }
}

async function readHeader(header: Header, fileBytes: number): Promise<GgufInfo> {
  if (fileBytes < 24) throw new Wrong(fileBytes === 0 ? "it is empty" : "it is far too short");
  const magic = await header.take(4);
  if (magic.toString("latin1") !== "GGUF") throw new Wrong(otherKind(await header.take(20), magic));
  const version = await header.u32();
  if (version !== 2 && version !== 3)
    throw new Wrong(`it is of version ${version} of its format, and 2 and 3 can be read`);
  const tensors = await header.u64();
  const entries = await header.u64();
  if (tensors === 0 || tensors > CAPS.tensors) throw new Wrong(`it claims ${tensors} parts`);
  if (entries > CAPS.entries) throw new Wrong(`it claims ${entries} entries about itself`);
  const said = await readEntries(header, entries);
  const weights = await readTensors(header, tensors, said);
  if (weights.end > fileBytes) {
    throw new Wrong(`it is cut short: ${fileBytes} bytes of at least ${weights.end}`);
  }
  return describe(said, tensors, weights.bytes, fileBytes);
}

/** What else it may be, for whoever has fetched a page in place of a model. */
function otherKind(next: Buffer, magic: Buffer): string {
  const text = Buffer.concat([magic, next]).toString("latin1").trimStart().toLowerCase();
  if (text.startsWith("<!doctype") || text.startsWith("<html")) return "it is a web page";
  if (text.startsWith("version https://git-lfs")) return "it only points to where the model is kept (Git LFS)";
  return "it is not in the GGUF format";
}

async function readEntries(header: Header, count: number): Promise<Map<string, Scalar>> {
  const said = new Map<string, Scalar>();
  for (let index = 0; index < count; index += 1) {
    const key = await header.text(CAPS.keyBytes);
    if (said.has(key)) throw new Wrong("it says one thing about itself twice");
    const value = await readValue(header, await header.u32());
    if (value !== undefined) said.set(key, value);
  }
  return said;
}

async function readValue(header: Header, type: number): Promise<Scalar | undefined> {
  if (type === TEXT) return header.text(CAPS.textBytes);
  if (type === LIST) return skipList(header);
  const bytes = SCALAR_BYTES[type];
  if (bytes === undefined) throw new Wrong("it holds a value of an unknown kind");
  const raw = await header.take(bytes);
  switch (type) {
    case 0:
      return raw.readUInt8();
    case 1:
      return raw.readInt8();
    case 2:
      return raw.readUInt16LE();
    case 3:
      return raw.readInt16LE();
    case 4:
      return raw.readUInt32LE();
    case 5:
      return raw.readInt32LE();
    case 6:
      return raw.readFloatLE();
    case 7:
      return raw.readUInt8() !== 0;
    case 10:
      return Number(raw.readBigUInt64LE());
    case 11:
      return Number(raw.readBigInt64LE());
    default:
      return raw.readDoubleLE();
  }
}

async function skipList(header: Header): Promise<undefined> {
  const type = await header.u32();
  const count = await header.u64();
  if (count > CAPS.items) throw new Wrong("it holds a list that is absurdly long");
  const bytes = SCALAR_BYTES[type];
  if (bytes !== undefined) header.skip(count * bytes);
  else if (type === TEXT) {
    for (let index = 0; index < count; index += 1) {
      const length = await header.u64();
      if (length > CAPS.textBytes) throw new Wrong("it holds a text that is absurdly long");
      header.skip(length);
    }
  } else throw new Wrong("it holds a list of an unknown kind");
  return undefined;
}

/** Where the weights end, in bytes from the beginning of the file, and what they come to. */
async function readTensors(
  header: Header,
  count: number,
  said: ReadonlyMap<string, Scalar>,
): Promise<{ readonly end: number; readonly bytes: number }> {
  const alignment = said.get("general.alignment") ?? 32;
  if (typeof alignment !== "number" || !(alignment >= 1 && alignment <= 65_536 && Number.isInteger(alignment))) {
    throw new Wrong("its parts are said to lie where they cannot");
  }
  let last = 0;
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    await header.text(CAPS.keyBytes);
    const dimensions = await header.u32();
    if (dimensions > CAPS.dimensions) throw new Wrong(`one of its parts has ${dimensions} dimensions`);
    let numbers = 1;
    for (let one = 0; one < dimensions; one += 1) numbers *= await header.u64();
    const block = BLOCKS[await header.u32()];
    const offset = await header.u64();
    // A kind of number that is newer than this list is the library's business; where it ends cannot be told.
    const bytes = block === undefined ? 0 : Math.ceil(numbers / block[0]) * block[1];
    if (!Number.isSafeInteger(numbers) || !Number.isSafeInteger(offset + bytes)) {
      throw new Wrong("one of its parts is said to be larger than any disk");
    }
    last = Math.max(last, offset + bytes);
    sum += bytes;
  }
  return { end: Math.ceil(header.position / alignment) * alignment + last, bytes: sum };
}

function describe(
  said: ReadonlyMap<string, Scalar>,
  tensors: number,
  tensorBytes: number,
  fileBytes: number,
): GgufInfo {
  const text = (key: string): string | null => {
    const value = said.get(key);
    return typeof value === "string" && value !== "" ? plain(value) : null;
  };
  const architecture = text("general.architecture");
  if (architecture === null) throw new Wrong("it does not say what kind of model it is");
  const count = (key: string): number | null => {
    const value = said.get(`${architecture}.${key}`);
    return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;
  };
  const type = said.get("general.file_type");
  return {
    name: text("general.name"),
    architecture,
    contextTokens: count("context_length"),
    quantisation: typeof type === "number" ? (FILE_TYPES[type] ?? null) : null,
    layers: count("block_count"),
    embeddingLength: count("embedding_length"),
    heads: count("attention.head_count"),
    kvHeads: count("attention.head_count_kv"),
    licence: text("general.license"),
    tensors,
    tensorBytes,
    fileBytes,
  };
}

/** What a stranger's file calls itself is shown in a terminal: one line of letters, and not a long one. */
function plain(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 120);
}
