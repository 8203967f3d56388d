/** Lore files by what all of their pieces mean together. */
import type { Near, VectorScan } from "../vector-scan/vector-scan.js";
import type { Scope } from "./scope.js";

/** How much of what all files have in common is taken out of each: the subject of the campaign tells no file from another. */
const COMMON = 0.5;
/** Of so many of the nearest files the pieces are looked at, however far each of these is, up to so many rows of each. */
const NEAREST_FILES = 5;
const MOST_ROWS = 100;

interface File {
  /** Rows of its pieces in the scan. */
  readonly rows: number[];
  /** The sum of its pieces' vectors, each as long as its text. */
  readonly sum: Float32Array;
  /** Its direction, less what is common to all, at unit length. */
  own: Float32Array;
}

/** How near the files of a story's lore are to one query. */
export interface NearFiles {
  /** The cosine of the query and a piece's file, -1 to 1. */
  of(index: number): number;
  /** The pieces of the nearest files, each by its best row. */
  readonly pieces: readonly Near[];
}

/** Follows the vectors of a scope as they come; a scope whose lore loses a piece needs another. Implements rule PE730. */
export class LoreFiles {
  readonly #files = new Map<string, File>();
  readonly #fileOf = new Map<number, File>();
  #common = new Float32Array(0);
  /** Rows of the scan that have been looked at. */
  #rows = 0;

  /** Takes in what came since, and measures all files. */
  near(scope: Scope, scan: VectorScan, query: Float32Array): NearFiles {
    if (this.#takeIn(scope, scan)) this.#setApart();
    const asked = direction(query, this.#common);
    const cosines = new Map<File, number>();
    for (const file of this.#files.values()) cosines.set(file, dot(file.own, asked));
    const nearest = [...cosines].sort(([, one], [, other]) => other - one).slice(0, NEAREST_FILES);
    const unit = direction(query);
    const pieces = new Map<number, number>();
    for (const [{ rows }] of nearest) {
      for (const row of rows.slice(0, MOST_ROWS)) {
        const owner = scan.ownerOf(row);
        pieces.set(owner, Math.max(pieces.get(owner) ?? -1, dot(scan.vectorOf(row), unit)));
      }
    }
    return {
      of: (index) => cosines.get(this.#fileOf.get(index) ?? NO_FILE) ?? 0,
      pieces: [...pieces].map(([owner, cosine]) => ({ owner, cosine })),
    };
  }

  #takeIn(scope: Scope, scan: VectorScan): boolean {
    const { mask } = scope.allowed("lore");
    let changed = false;
    for (; this.#rows < scan.rows; this.#rows += 1) {
      const index = scan.ownerOf(this.#rows);
      const version = mask[index] === 1 ? scope.at(index) : undefined;
      if (!version || version.path === null) continue;
      const vector = scan.vectorOf(this.#rows);
      const file = this.#files.get(version.path) ?? {
        rows: [],
        sum: new Float32Array(vector.length),
        own: new Float32Array(0),
      };
      this.#files.set(version.path, file);
      file.rows.push(this.#rows);
      this.#fileOf.set(index, file);
      add(file.sum, vector, version.length);
      changed = true;
    }
    return changed;
  }

  #setApart(): void {
    const [first] = this.#files.values();
    const common = new Float32Array(first?.sum.length ?? 0);
    const units = [...this.#files.values()].map((file) => ({ file, unit: direction(file.sum) }));
    for (const { unit } of units) add(common, unit, COMMON / units.length);
    for (const { file, unit } of units) file.own = direction(unit, common);
    this.#common = common;
  }
}

const NO_FILE: File = { rows: [], sum: new Float32Array(0), own: new Float32Array(0) };

/** A vector at unit length, what is common to all taken out of it. */
function direction(vector: Float32Array, common?: Float32Array): Float32Array {
  const scale = 1 / (Math.sqrt(dot(vector, vector)) || 1);
  const own = vector.map((value, at) => value * scale - (common?.[at] ?? 0));
  if (!common) return own;
  const length = Math.sqrt(dot(own, own)) || 1;
  return own.map((value) => value / length);
}

function add(sum: Float32Array, vector: Float32Array, weight: number): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0) * weight;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
