/** A stream of random numbers that depends on its seed alone: the same on every machine, in every run. */
export interface Random {
  /** @returns A number from 0 (included) to 1 (excluded), a multiple of 2^-32. */
  next(): number;
  /**
   * @returns A whole number from 0 to `maxExclusive - 1`, each equally likely.
   * @throws {RangeError} If `maxExclusive` is not a whole number from 1 to 2^32.
   */
  int(maxExclusive: number): number;
  /** @throws {RangeError} If there is nothing to pick from. */
  pick<T>(items: readonly T[]): T;
  /** @param p - Probability from 0 to 1. One number is drawn whatever `p` is. */
  chance(p: number): boolean;
  /** @returns A new array in random order, every order equally likely. */
  shuffle<T>(items: readonly T[]): T[];
  /** @returns A number near the normal distribution of mean 0 and deviation 1, never beyond ±6. */
  gauss(): number;
}

const TWO_32 = 2 ** 32;

/**
 * A seeded generator (sfc32: 128 bits of state, passes the usual test batteries). Not for secrets. Implements rules PR60
 * to PR63.
 *
 * @param seed - Any text; texts that differ anywhere give unrelated streams.
 */
export function createRandom(seed: string): Random {
  let [a, b, c, counter] = hash128(seed);

  /** @returns The next 32 bits as an unsigned whole number. */
  const draw = (): number => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + result;
    c |= 0;
    return result >>> 0;
  };
  // The first outputs of sfc32 still show the structure of its state.
  for (let round = 0; round < 12; round++) draw();

  const next = (): number => draw() / TWO_32;
  const int = (maxExclusive: number): number => {
    if (!Number.isInteger(maxExclusive) || maxExclusive < 1 || maxExclusive > TWO_32) {
      throw new RangeError(`maxExclusive must be a whole number from 1 to 2^32, got ${maxExclusive}`);
    }
    // Numbers of the last, incomplete round of `maxExclusive` are drawn again, or small results would be likelier.
    const limit = TWO_32 - (TWO_32 % maxExclusive);
    let value = draw();
    while (value >= limit) value = draw();
    return value % maxExclusive;
  };
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new RangeError("there is nothing to pick from");
    return items[int(items.length)] as T;
  };
  const chance = (p: number): boolean => next() < p;
  const shuffle = <T>(items: readonly T[]): T[] => {
    const result = [...items];
    for (let last = result.length - 1; last > 0; last--) {
      const other = int(last + 1);
      const moved = result[last] as T;
      result[last] = result[other] as T;
      result[other] = moved;
    }
    return result;
  };
  const gauss = (): number => {
    // A sum of uniforms, not Box and Muller: additions round alike everywhere, logarithms and cosines need not.
    let sum = -6;
    for (let term = 0; term < 12; term++) sum += next();
    return sum;
  };
  return { next, int, pick, chance, shuffle, gauss };
}

/**
 * One seed from several parts, such as a playthrough's seed, a turn's number and a script's name. Where one part ends and
 * the next begins counts: ("a", "bc") and ("ab", "c") differ. A number counts as its decimal text.
 *
 * @returns 32 hexadecimal digits.
 */
export function deriveSeed(...parts: (string | number)[]): string {
  let joined = "";
  for (const part of parts) joined += `${String(part).length}:${part}`;
  const [a, b, c, d] = hash128(joined);
  return hexOf(a) + hexOf(b) + hexOf(c) + hexOf(d);
}

/** By table: `toString(16)` of a number beyond 31 bits takes longer than the hash itself. */
function hexOf(lane: number): string {
  return `${BYTES[lane >>> 24]}${BYTES[(lane >>> 16) & 255]}${BYTES[(lane >>> 8) & 255]}${BYTES[lane & 255]}`;
}

const BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** 128 bits from a text, in four signed lanes. Each character goes through every lane, each lane through the next. */
function hash128(text: string): [number, number, number, number] {
  let a = 0x9e3779b9 | 0;
  let b = 0x243f6a88 | 0;
  let c = 0xb7e15162 | 0;
  let d = 0x6a09e667 | 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x85ebca6b);
    b = Math.imul(b ^ unit ^ (a >>> 15), 0xc2b2ae35);
    c = Math.imul(c ^ unit ^ (b >>> 13), 0x27d4eb2f);
    d = Math.imul(d ^ unit ^ (c >>> 16), 0x165667b1);
    a ^= d >>> 14;
  }
  a ^= text.length;
  for (let round = 0; round < 3; round++) {
    a = finish((a + d) | 0);
    b = finish(b ^ a);
    c = finish((c + b) | 0);
    d = finish(d ^ c);
  }
  return [a, b, c, d];
}

/** Spreads every bit over the whole lane (the finaliser of MurmurHash3). */
function finish(lane: number): number {
  let bits = lane ^ (lane >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
