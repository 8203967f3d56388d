/**
 * Nearest vectors by one pass over their sign bits and exact scores for the best few hundred: no index to build, to keep or
 * to damage. (design 6)
 */
import { CHUNK_ROWS, hasWebAssembly, type Kernel, plainKernel, wasmKernel } from "./kernel.js";

/** One record found. */
export interface Near {
  /** The number that the record was added under. */
  readonly owner: number;
  /** Cosine of the query and the record's best vector, -1 to 1. */
  readonly cosine: number;
}

export interface VectorScanOptions {
  /** Floats in a vector. */
  readonly dimensions: number;
  /** How many rows, nearest by sign bits, get an exact score; 500 when left out. A smaller scope is scored whole. */
  readonly candidates?: number;
  /** `wasm` where the machine has it, when left out. */
  readonly kernel?: "wasm" | "plain";
}

export interface VectorScan {
  /** Rows held; a record has one for each of its windows. */
  readonly rows: number;
  /** Bytes of memory held. */
  readonly bytes: number;
  /**
   * Adds a vector of a record; a record with several is found by its best.
   *
   * @param owner - The record's number, 0 or more, chosen by the caller; small numbers without gaps are best.
   * @param vector - `dimensions` floats; brought to unit length. A zero vector is found by nothing.
   * @throws RangeError where the vector has another length or holds what is no number.
   */
  add(owner: number, vector: Float32Array): void;
  /**
   * The records nearest to a query, best first; of equals the one with the lower number.
   *
   * @param query - `dimensions` floats of any length above zero.
   * @param limit - How many records at most, 1 or more.
   * @param allowed - A byte for each owner: 0 leaves the record out. Owners beyond its end are left out. All when left out.
   * @throws RangeError where the query has another length or holds what is no number.
   */
  nearest(query: Float32Array, limit: number, allowed?: Uint8Array): readonly Near[];
}

const CANDIDATES = 500;
const ALIGNMENT = 64;
/** Scoring every row beats finding out which to score, up to here. */
const SCORE_ALL = 1500;

/** Makes an empty scan. */
export function createVectorScan({ dimensions, candidates = CANDIDATES, kernel }: VectorScanOptions): VectorScan {
  if (!Number.isInteger(dimensions) || dimensions < 1)
    throw new RangeError("dimensions must be a whole number above 0");
  return new Scan(dimensions, candidates, (kernel ?? (hasWebAssembly() ? "wasm" : "plain")) === "wasm");
}

class Scan implements VectorScan {
  rows = 0;

  readonly #dimensions: number;
  readonly #candidates: number;
  readonly #kernel: Kernel;
  /** Floats in a row, a multiple of 64: the rest is zero. */
  readonly #stride: number;
  readonly #words: number;
  readonly #layout: Layout;
  /** Owner of each row. */
  #owners = new Uint32Array(CHUNK_ROWS);
  /** True while row n belongs to owner n. */
  #plain = true;
  /** Rows whose sign bits stand, all against the mean of the first `#meanOf` rows. */
  #signed = 0;
  #meanOf = 0;

  constructor(dimensions: number, candidates: number, wasm: boolean) {
    this.#dimensions = dimensions;
    this.#candidates = candidates;
    this.#kernel = wasm ? wasmKernel() : plainKernel();
    this.#stride = Math.ceil(dimensions / 64) * 64;
    this.#words = this.#stride / 64;
    this.#layout = layOut(this.#stride, Math.max(candidates, SCORE_ALL));
    this.#kernel.grow(this.#layout.chunks);
  }

  get bytes(): number {
    return this.#kernel.buffer.byteLength + this.#owners.byteLength;
  }

  add(owner: number, vector: Float32Array): void {
    const row = this.rows;
    const end = this.#chunk(Math.floor(row / CHUNK_ROWS) + 1);
    this.#kernel.grow(end);
    this.#write(this.#row(row), vector);
    if (row >= this.#owners.length) {
      const owners = new Uint32Array(this.#owners.length * 2);
      owners.set(this.#owners);
      this.#owners = owners;
    }
    this.#owners[row] = owner;
    this.#plain &&= owner === row;
    this.rows += 1;
  }

  nearest(query: Float32Array, limit: number, allowed?: Uint8Array): readonly Near[] {
    const { layout, kernel } = { layout: this.#layout, kernel: this.#kernel };
    this.#write(layout.query, query);
    if (this.rows === 0) return [];
    const open = this.#allow(allowed);
    const end = open <= SCORE_ALL ? this.#listAllowed() : this.#listNearest();
    kernel.scores(layout.chunks, layout.chunkBytes, this.#stride, layout.query, layout.list, end, layout.scores);
    return this.#best((end - layout.list) / 4, limit);
  }

  /** Writes a vector at unit length, its row filled up with zeros. */
  #write(at: number, vector: Float32Array): void {
    if (vector.length !== this.#dimensions) {
      throw new RangeError(`a vector of ${vector.length} floats where ${this.#dimensions} are expected`);
    }
    let squares = 0;
    for (const value of vector) squares += value * value;
    if (!Number.isFinite(squares)) throw new RangeError("a vector holds a value that is no number, or too large a one");
    const row = new Float32Array(this.#kernel.buffer, at, this.#stride);
    const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let column = 0; column < this.#dimensions; column += 1) row[column] = (vector[column] ?? 0) * scale;
    row.fill(0, this.#dimensions);
  }

  #chunk(index: number): number {
    return this.#layout.chunks + index * this.#layout.chunkBytes;
  }

  #row(row: number): number {
    return this.#chunk(Math.floor(row / CHUNK_ROWS)) + (row % CHUNK_ROWS) * this.#stride * 4;
  }

  /** Calls back with each chunk: where it begins, its first row, how many rows it holds. */
  *#chunks(): Generator<{ readonly at: number; readonly first: number; readonly count: number }> {
    for (let first = 0; first < this.rows; first += CHUNK_ROWS) {
      yield { at: this.#chunk(first / CHUNK_ROWS), first, count: Math.min(CHUNK_ROWS, this.rows - first) };
    }
  }

  /** Writes which rows may be found, and counts them. */
  #allow(allowed: Uint8Array | undefined): number {
    let open = 0;
    for (const { at, first, count } of this.#chunks()) {
      const mask = new Uint8Array(this.#kernel.buffer, at + this.#layout.mask, count);
      if (allowed === undefined) mask.fill(1);
      else if (this.#plain) {
        mask.fill(0);
        mask.set(allowed.subarray(first, first + count));
      } else for (let row = 0; row < count; row += 1) mask[row] = allowed[this.#owners[first + row] ?? 0] ?? 0;
      if (allowed === undefined) open += count;
      else for (let row = 0; row < count; row += 1) open += mask[row] === 0 ? 0 : 1;
    }
    return open;
  }

  #listAllowed(): number {
    const list = new Uint32Array(this.#kernel.buffer, this.#layout.list, this.#layout.most);
    let length = 0;
    for (const { at, first, count } of this.#chunks()) {
      const mask = new Uint8Array(this.#kernel.buffer, at + this.#layout.mask, count);
      for (let row = 0; row < count; row += 1) {
        if (mask[row] !== 0) {
          list[length] = first + row;
          length += 1;
        }
      }
    }
    return this.#layout.list + length * 4;
  }

  #listNearest(): number {
    this.#sign();
    const { layout, kernel } = { layout: this.#layout, kernel: this.#kernel };
    kernel.sign(layout.query, layout.mean, layout.queryBits, 1, this.#stride);
    const counts = new Uint32Array(kernel.buffer, layout.counts, this.#stride + 1).fill(0);
    for (const { at, count } of this.#chunks()) {
      kernel.distances(
        at + layout.bits,
        layout.queryBits,
        at + layout.mask,
        at + layout.distances,
        layout.counts,
        count,
        this.#words,
      );
    }
    let cut = 0;
    let nearer = 0;
    while (cut < this.#stride && nearer + (counts[cut] ?? 0) < this.#candidates) {
      nearer += counts[cut] ?? 0;
      cut += 1;
    }
    new Uint32Array(kernel.buffer, layout.atCut, 1)[0] = this.#candidates - nearer;
    let end = layout.list;
    for (const { at, first, count } of this.#chunks()) {
      end = kernel.select(at + layout.distances, count, cut, layout.atCut, end, first);
    }
    return end;
  }

  /**
   * Brings the sign bits up to date. The mean they stand against stays the same while a scope doubles, so that a new row costs
   * its own bits only.
   */
  #sign(): void {
    if (this.rows >= 2 * this.#meanOf) {
      this.#measureMean();
      this.#signed = 0;
    }
    if (this.#signed === this.rows) return;
    for (const { at, first, count } of this.#chunks()) {
      const from = Math.max(0, this.#signed - first);
      if (from >= count) continue;
      this.#kernel.sign(
        at + from * this.#stride * 4,
        this.#layout.mean,
        at + this.#layout.bits + from * this.#words * 8,
        count - from,
        this.#stride,
      );
    }
    this.#signed = this.rows;
  }

  #measureMean(): void {
    const sums = new Float64Array(this.#stride);
    for (const { at, count } of this.#chunks()) {
      const values = new Float32Array(this.#kernel.buffer, at, count * this.#stride);
      for (let row = 0; row < values.length; row += this.#stride) {
        for (let column = 0; column < this.#stride; column += 1) {
          sums[column] = (sums[column] ?? 0) + (values[row + column] ?? 0);
        }
      }
    }
    const mean = new Float32Array(this.#kernel.buffer, this.#layout.mean, this.#stride);
    for (let column = 0; column < this.#stride; column += 1) mean[column] = (sums[column] ?? 0) / this.rows;
    this.#meanOf = this.rows;
  }

  /** The best records of the scored list. */
  #best(count: number, limit: number): readonly Near[] {
    const listed = new Uint32Array(this.#kernel.buffer, this.#layout.list, count);
    const scores = new Float32Array(this.#kernel.buffer, this.#layout.scores, count);
    const best: { owner: number; cosine: number }[] = [];
    for (let index = 0; index < count; index += 1) {
      const cosine = scores[index] ?? 0;
      const last = best[best.length - 1];
      if (best.length === limit && last !== undefined && cosine < last.cosine) continue;
      const owner = this.#owners[listed[index] ?? 0] ?? 0;
      if (!this.#plain) {
        const known = best.findIndex((one) => one.owner === owner);
        if (known >= 0) {
          if ((best[known]?.cosine ?? 0) >= cosine) continue;
          best.splice(known, 1);
        }
      }
      let place = best.length;
      while (place > 0 && comesAfter(best[place - 1], cosine, owner)) place -= 1;
      best.splice(place, 0, { owner, cosine });
      if (best.length > limit) best.pop();
    }
    return best.map(({ owner, cosine }) => ({ owner, cosine: Math.max(-1, Math.min(1, cosine)) }));
  }
}

function comesAfter(one: Near | undefined, cosine: number, owner: number): boolean {
  return one !== undefined && (one.cosine < cosine || (one.cosine === cosine && one.owner > owner));
}

/** Where things lie: what belongs to one query first, then the chunks, each with its rows and all that is said of them. */
interface Layout {
  readonly query: number;
  readonly mean: number;
  readonly queryBits: number;
  readonly atCut: number;
  readonly counts: number;
  readonly list: number;
  readonly scores: number;
  readonly chunks: number;
  /** How many rows can be listed. */
  readonly most: number;
  readonly chunkBytes: number;
  /** From the beginning of a chunk. */
  readonly bits: number;
  readonly mask: number;
  readonly distances: number;
}

function layOut(stride: number, most: number): Layout {
  let end = 0;
  const take = (bytes: number): number => {
    const at = end;
    end += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    return at;
  };
  const query = take(stride * 4);
  const mean = take(stride * 4);
  const queryBits = take(stride / 8);
  const atCut = take(4);
  const counts = take((stride + 1) * 4);
  const list = take(most * 4);
  const scores = take(most * 4);
  const chunks = end;
  end = 0;
  take(CHUNK_ROWS * stride * 4);
  const bits = take((CHUNK_ROWS * stride) / 8);
  const mask = take(CHUNK_ROWS);
  const distances = take(CHUNK_ROWS * 2);
  return { query, mean, queryBits, atCut, counts, list, scores, chunks, most, chunkBytes: end, bits, mask, distances };
}
