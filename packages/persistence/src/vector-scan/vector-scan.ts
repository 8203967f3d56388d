/**
 * Nearest vectors by one pass over their sign bits, a better estimate for the best few thousand and exact scores for the best few
 * hundred: no index to build, to keep or to damage.
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
  /** How many rows, nearest by estimate, get an exact score; 400 when left out, 300 and more in a large scope. A smaller scope is scored whole. */
  readonly candidates?: number;
  /** `wasm` where the machine has it, when left out. */
  readonly kernel?: "wasm" | "plain";
}

export interface VectorScan {
  /** Rows held; a record has one for each of its windows. */
  readonly rows: number;
  /** Bytes of memory held. */
  readonly bytes: number;
  /** What the latest answer came from. */
  readonly answeredBy: "scan" | "hnsw";
  /** A row's vector, at unit length; rows count from 0 in the order they were added. */
  vectorOf(row: number): Float32Array;
  /** Whose a row is. */
  ownerOf(row: number): number;
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

/** How many rows, nearest by sign bits alone, are estimated, and how many of these get an exact score: enough that none of the ten best is missed. */
const SMALL_SCOPE = { estimated: 2500, scored: 400 };
/** In a large scope the pass over all rows takes most of the time, and one of a thousand may be missed; the more rows may be found, the more lie close. */
const LARGE_SCOPE = { scored: 300, mostScored: 2000, oneOf: 250, estimatedForEach: 5 };
const LARGE_FROM_ROWS = 20_000;
const ALIGNMENT = 64;
/** Scoring every row beats finding out which to score, up to here. */
const SCORE_ALL = 1500;
const MOST_LISTED = Math.max(SCORE_ALL, SMALL_SCOPE.estimated, LARGE_SCOPE.mostScored * LARGE_SCOPE.estimatedForEach);

/** Makes an empty scan. */
export function createVectorScan({ dimensions, candidates, kernel }: VectorScanOptions): VectorScan {
  if (!Number.isInteger(dimensions) || dimensions < 1)
    throw new RangeError("dimensions must be a whole number above 0");
  return new Scan(dimensions, candidates, (kernel ?? (hasWebAssembly() ? "wasm" : "plain")) === "wasm");
}

class Scan implements VectorScan {
  rows = 0;
  readonly answeredBy = "scan";

  readonly #dimensions: number;
  readonly #candidates: number | undefined;
  readonly #kernel: Kernel;
  /** Floats in a row, a multiple of 64: the rest is zero. */
  readonly #stride: number;
  readonly #words: number;
  readonly #layout: Layout;
  /** Of a query's estimates, the highest first. */
  readonly #estimateCounts: Uint32Array;
  /** Owner of each row. */
  #owners = new Uint32Array(CHUNK_ROWS);
  /** True while row n belongs to owner n. */
  #plain = true;
  /** Rows whose sign bits stand, all against the mean of the first `#meanOf` rows. */
  #signed = 0;
  #meanOf = 0;

  constructor(dimensions: number, candidates: number | undefined, wasm: boolean) {
    this.#dimensions = dimensions;
    this.#candidates = candidates;
    this.#kernel = wasm ? wasmKernel() : plainKernel();
    this.#stride = Math.ceil(dimensions / 64) * 64;
    this.#words = this.#stride / 64;
    this.#layout = layOut(this.#stride, Math.max(candidates ?? 0, MOST_LISTED));
    this.#kernel.grow(this.#layout.chunks);
    this.#estimateCounts = new Uint32Array(15 * this.#stride + 1);
  }

  get bytes(): number {
    return this.#kernel.buffer.byteLength + this.#owners.byteLength;
  }

  vectorOf(row: number): Float32Array {
    return new Float32Array(this.#kernel.buffer, this.#row(row), this.#dimensions);
  }

  ownerOf(row: number): number {
    return this.#owners[row] ?? 0;
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
    this.#sign();
    this.#measureDistances(allowed);
    const end = this.#listNearest();
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

  /** How many rows there are in the chunk that begins with a row. */
  #count(first: number): number {
    return Math.min(CHUNK_ROWS, this.rows - first);
  }

  /** Writes which rows may be found, how far each of them is from the query by its sign bits, and how many are at each distance. */
  #measureDistances(allowed: Uint8Array | undefined): void {
    const { layout, kernel } = { layout: this.#layout, kernel: this.#kernel };
    kernel.sign(layout.query, layout.mean, layout.queryBits, 1, this.#stride);
    const bytes = new Uint8Array(kernel.buffer);
    bytes.fill(0, layout.counts, layout.counts + (this.#stride + 1) * 4);
    for (let first = 0; first < this.rows; first += CHUNK_ROWS) {
      const at = this.#chunk(first / CHUNK_ROWS);
      const count = this.#count(first);
      const mask = at + layout.mask;
      if (allowed === undefined) bytes.fill(1, mask, mask + count);
      else if (this.#plain) {
        if (allowed.length < first + count) bytes.fill(0, mask, mask + count);
        if (allowed.length > first) bytes.set(allowed.subarray(first, first + count), mask);
      } else for (let row = 0; row < count; row += 1) bytes[mask + row] = allowed[this.#owners[first + row] ?? 0] ?? 0;
      kernel.distances(
        at + layout.bits,
        layout.queryBits,
        mask,
        at + layout.distances,
        layout.counts,
        count,
        this.#words,
      );
    }
  }

  /** @param open - How many rows may be found. */
  #narrowing(open: number): typeof SMALL_SCOPE {
    if (this.rows <= LARGE_FROM_ROWS) return { ...SMALL_SCOPE, scored: this.#candidates ?? SMALL_SCOPE.scored };
    const { scored: least, mostScored, oneOf, estimatedForEach } = LARGE_SCOPE;
    const scored = this.#candidates ?? Math.min(mostScored, Math.max(least, Math.ceil(open / oneOf)));
    return { estimated: Math.min(MOST_LISTED, scored * estimatedForEach), scored };
  }

  /** Lists the rows that get an exact score: all that may be found where they are few, else the nearest. @returns The list's end. */
  #listNearest(): number {
    const { layout, kernel } = { layout: this.#layout, kernel: this.#kernel };
    const counts = new Uint32Array(kernel.buffer, layout.counts, this.#stride + 1);
    let open = 0;
    for (let distance = 0; distance < counts.length; distance += 1) open += counts[distance] ?? 0;
    const { estimated, scored } = this.#narrowing(open);
    const most = open <= SCORE_ALL ? open : Math.max(estimated, scored);
    let cut = 0;
    let nearer = 0;
    while (cut < this.#stride && nearer + (counts[cut] ?? 0) < most) {
      nearer += counts[cut] ?? 0;
      cut += 1;
    }
    new Uint32Array(kernel.buffer, layout.atCut, 1)[0] = most - nearer;
    let end = layout.list;
    for (let first = 0; first < this.rows; first += CHUNK_ROWS) {
      const distances = this.#chunk(first / CHUNK_ROWS) + layout.distances;
      end = kernel.select(distances, this.#count(first), cut, layout.atCut, end, first);
    }
    return open <= SCORE_ALL ? end : this.#keepNearest(end, scored);
  }

  /**
   * Shortens the list to the rows that are nearest by a better estimate: the query's own values, in four bits each, at the rows'
   * sign bits. Real sentences lie so close that a query's signs alone miss some of the best.
   */
  #keepNearest(end: number, most: number): number {
    const { layout, kernel } = { layout: this.#layout, kernel: this.#kernel };
    const listed = new Uint32Array(kernel.buffer, layout.list, (end - layout.list) / 4);
    if (listed.length <= most) return end;
    this.#writePlanes();
    kernel.estimates(
      layout.chunks + layout.bits,
      layout.chunkBytes,
      this.#words,
      layout.planes,
      layout.list,
      end,
      layout.scores,
    );
    const estimates = new Int32Array(kernel.buffer, layout.scores, listed.length);
    const highest = 7 * this.#stride;
    const counts = this.#estimateCounts.fill(0);
    for (let index = 0; index < estimates.length; index += 1) {
      const place = highest - (estimates[index] ?? 0);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    let cut = 0;
    let left = most;
    for (; left > (counts[cut] ?? 0); cut += 1) left -= counts[cut] ?? 0;
    let kept = 0;
    for (let index = 0; index < listed.length; index += 1) {
      const place = highest - (estimates[index] ?? 0);
      if (place > cut || (place === cut && left-- <= 0)) continue;
      listed[kept] = listed[index] ?? 0;
      kept += 1;
    }
    return layout.list + kept * 4;
  }

  /** Writes the query's values in four bits each, a plane for each bit. */
  #writePlanes(): void {
    const query = new Float32Array(this.#kernel.buffer, this.#layout.query, this.#stride);
    let most = 0;
    for (const value of query) most = Math.max(most, Math.abs(value));
    const scale = most > 0 ? 7 / most : 0;
    const planes = new Uint32Array(this.#kernel.buffer, this.#layout.planes, this.#words * 8);
    for (let first = 0; first < this.#stride; first += 32) {
      let [one, two, four, eight] = [0, 0, 0, 0];
      for (let bit = 0; bit < 32; bit += 1) {
        const level = Math.round((query[first + bit] ?? 0) * scale);
        one |= (level & 1) << bit;
        two |= ((level >> 1) & 1) << bit;
        four |= ((level >> 2) & 1) << bit;
        eight |= ((level >> 3) & 1) << bit;
      }
      const half = (first >> 6) * 8 + ((first >> 5) & 1);
      planes[half] = one;
      planes[half + 2] = two;
      planes[half + 4] = four;
      planes[half + 6] = eight;
    }
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
    for (let first = this.#signed - (this.#signed % CHUNK_ROWS); first < this.rows; first += CHUNK_ROWS) {
      const at = this.#chunk(first / CHUNK_ROWS);
      const from = Math.max(0, this.#signed - first);
      this.#kernel.sign(
        at + from * this.#stride * 4,
        this.#layout.mean,
        at + this.#layout.bits + from * this.#words * 8,
        this.#count(first) - from,
        this.#stride,
      );
    }
    this.#signed = this.rows;
  }

  #measureMean(): void {
    const sums = new Float64Array(this.#stride);
    for (let first = 0; first < this.rows; first += CHUNK_ROWS) {
      const length = this.#count(first) * this.#stride;
      const values = new Float32Array(this.#kernel.buffer, this.#chunk(first / CHUNK_ROWS), length);
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
    const owners = new Uint32Array(Math.min(limit, count));
    const cosines = new Float32Array(owners.length);
    let found = 0;
    for (let index = 0; index < count; index += 1) {
      const cosine = scores[index] ?? 0;
      if (found === owners.length && cosine < (cosines[found - 1] ?? 0)) continue;
      const owner = this.#owners[listed[index] ?? 0] ?? 0;
      // Where it goes from: its place so far, else behind the last, else instead of the last.
      let place = this.#plain ? -1 : owners.subarray(0, found).indexOf(owner);
      if (place >= 0 && (cosines[place] ?? 0) >= cosine) continue;
      if (place < 0 && found < owners.length) place = found++;
      else if (place < 0 && isBefore(cosine, owner, cosines[found - 1] ?? 0, owners[found - 1] ?? 0)) place = found - 1;
      else if (place < 0) continue;
      for (; place > 0 && isBefore(cosine, owner, cosines[place - 1] ?? 0, owners[place - 1] ?? 0); place -= 1) {
        cosines[place] = cosines[place - 1] ?? 0;
        owners[place] = owners[place - 1] ?? 0;
      }
      cosines[place] = cosine;
      owners[place] = owner;
    }
    return Array.from({ length: found }, (_, at) => ({
      owner: owners[at] ?? 0,
      cosine: Math.max(-1, Math.min(1, cosines[at] ?? 0)),
    }));
  }
}

function isBefore(cosine: number, owner: number, otherCosine: number, otherOwner: number): boolean {
  return cosine > otherCosine || (cosine === otherCosine && owner < otherOwner);
}

/** Where things lie: what belongs to one query first, then the chunks, each with its rows and all that is said of them. */
interface Layout {
  readonly query: number;
  readonly mean: number;
  readonly queryBits: number;
  readonly planes: number;
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
  const planes = take(stride / 2);
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
  return {
    query,
    mean,
    queryBits,
    planes,
    atCut,
    counts,
    list,
    scores,
    chunks,
    most,
    chunkBytes: end,
    bits,
    mask,
    distances,
  };
}
