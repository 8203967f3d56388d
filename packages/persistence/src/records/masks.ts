/** Which versions of a scope something holds for, as a byte for each, and worked with four at a time. */

/** Beyond one in so many of all versions, a mask is quicker to lay over another than a list is to go through. */
const MASKED_SHARE = 16;

/** Room for a byte for each of so many versions and for as many again; all are 0. */
export function roomyMask(size: number): Uint8Array {
  return new Uint8Array(Math.ceil(Math.max(64, 2 * size) / 4) * 4);
}

/** How many of the first bytes are 1; none behind them is, up to the next multiple of four. */
export function countOf(mask: Uint8Array, size: number): number {
  const words = wordsOf(mask, size);
  let count = 0;
  // The bytes of a word add up side by side; none of them can overflow in 255 steps.
  for (let from = 0; from < words.length; from += 255) {
    const end = Math.min(from + 255, words.length);
    let sums = 0;
    for (let at = from; at < end; at += 1) sums += words[at] ?? 0;
    count += (sums & 0xff) + ((sums >>> 8) & 0xff) + ((sums >>> 16) & 0xff) + (sums >>> 24);
  }
  return count;
}

/** Which versions have one thing in common, by their indexes. */
export class Posting {
  readonly #indexes: number[];
  /** Made once it is asked for where they are many. */
  #mask: Uint8Array | null = null;

  /** @param indexes - Ascending. */
  constructor(indexes: number[] = []) {
    this.#indexes = indexes;
  }

  /** Ascending. */
  get indexes(): readonly number[] {
    return this.#indexes;
  }

  /** @param index - Above all that are there. */
  add(index: number): void {
    this.#indexes.push(index);
    if (this.#mask && index < this.#mask.length) this.#mask[index] = 1;
    else this.#mask = null;
  }

  /** Puts out all other versions among the first `size` of a roomy mask. */
  narrow(mask: Uint8Array, size: number): void {
    if (this.#indexes.length * MASKED_SHARE > size) {
      const kept = wordsOf(mask, size);
      const own = wordsOf(this.#maskFor(size), size);
      for (let at = 0; at < kept.length; at += 1) kept[at] = (kept[at] ?? 0) & (own[at] ?? 0);
      return;
    }
    let next = 0;
    for (const index of this.#indexes) {
      mask.fill(0, next, index);
      next = index + 1;
    }
    mask.fill(0, next, size);
  }

  #maskFor(size: number): Uint8Array {
    if (this.#mask && this.#mask.length >= size) return this.#mask;
    const mask = roomyMask(size);
    for (const index of this.#indexes) mask[index] = 1;
    this.#mask = mask;
    return mask;
  }
}

function wordsOf(mask: Uint8Array, size: number): Uint32Array {
  return new Uint32Array(mask.buffer, 0, Math.ceil(size / 4));
}
