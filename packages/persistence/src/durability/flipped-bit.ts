/** Looks for the one bit that a disk may have flipped in what a hash was made over. */
import { createHash, type Hash } from "node:crypto";
import type { Value } from "../hashed-rows.js";

/** What a hash was made over. */
export interface HashedMatter {
  /** Columns in the order in which they were hashed. */
  readonly parts: readonly { readonly column: string; readonly value: Value }[];
  /** A value as it was hashed: what stands before its text, and the text. */
  readonly written: (value: Value) => readonly [before: string, text: string];
  readonly encoding: "hex" | "base64";
  /** The hash that is kept. */
  readonly stored: string;
}

/** The column that reads wrong, and what it read before. */
export interface Mending {
  readonly column: string;
  readonly value: Value;
}

/** Bytes of one block of SHA-256. */
const BLOCK = 64;
/** Bits of the whole numbers that are kept. */
const WHOLE_BITS = 53;

/**
 * The one flipped bit that makes what is there out of what was hashed. Each bit of each value is tried: eight hashes a byte.
 *
 * @param until - When to give up, by `performance.now()`.
 * @returns Null where no single bit does; "undecided" where there was no time to try all.
 */
export function flippedBit(matter: HashedMatter, until: number): Mending | null | "undecided" {
  const { encoding, stored } = matter;
  if (
    oneBitApart(
      hashOf(matter, () => null),
      stored,
    )
  )
    return { column: "hash", value: hashOf(matter, () => null) };
  const number = flippedNumber(matter);
  if (number !== null) return number;
  const { whole, texts } = laidOut(matter);
  const known = createHash("sha256");
  let done = 0;
  for (const { column, start, end } of texts) {
    for (let at = start; at < end; at++) {
      const block = at - (at % BLOCK);
      if (block > done) known.update(whole.subarray(done, block));
      done = Math.max(done, block);
      if (at % BLOCK === 0 && performance.now() > until) return "undecided";
      const byte = whole[at] ?? 0;
      for (let bit = 0; bit < changeable(byte); bit++) {
        whole[at] = byte ^ (1 << bit);
        const found = hashFrom(known, whole, done, encoding) === stored;
        const value = found ? whole.toString("utf8", start, end) : "";
        whole[at] = byte;
        if (found) return { column, value };
      }
    }
  }
  return null;
}

function hashFrom(known: Hash, whole: Buffer, done: number, encoding: "hex" | "base64"): string {
  return known.copy().update(whole.subarray(done)).digest(encoding);
}

/** How many low bits of a byte can change with the text still being UTF-8 of as many letters. */
function changeable(byte: number): number {
  if (byte < 0x80) return 7;
  if (byte < 0xc0) return 6;
  return byte < 0xe0 ? 5 : byte < 0xf0 ? 4 : 3;
}

function laidOut({ parts, written }: HashedMatter) {
  const pieces: Buffer[] = [];
  const texts: { column: string; start: number; end: number }[] = [];
  let length = 0;
  for (const { column, value } of parts) {
    const [before, text] = written(value).map((piece) => Buffer.from(piece));
    if (before === undefined || text === undefined) continue;
    const start = length + before.length;
    length = start + text.length;
    if (typeof value === "string") texts.push({ column, start, end: length });
    pieces.push(before, text);
  }
  return { whole: Buffer.concat(pieces), texts };
}

function flippedNumber(matter: HashedMatter): Mending | null {
  for (const { column, value } of matter.parts) {
    if (typeof value !== "number") continue;
    const guess = neighbours(value).find(
      (one) => hashOf(matter, (name) => (name === column ? one : null)) === matter.stored,
    );
    if (guess !== undefined) return { column, value: guess };
  }
  return null;
}

/** The numbers that one bit makes of a number, whether it is kept whole or with a fraction. */
function neighbours(value: number): number[] {
  const whole = Number.isSafeInteger(value)
    ? Array.from({ length: WHOLE_BITS }, (_, bit) => Number(BigInt(value) ^ (1n << BigInt(bit))))
    : [];
  const bytes = Buffer.alloc(8);
  const real = Array.from({ length: 64 }, (_, bit) => {
    bytes.writeDoubleBE(value);
    const at = bit >> 3;
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
    return bytes.readDoubleBE();
  });
  return [...whole, ...real.filter(Number.isFinite)];
}

function hashOf({ parts, written, encoding }: HashedMatter, instead: (column: string) => Value): string {
  const text = parts.map(({ column, value }) => written(instead(column) ?? value).join("")).join("");
  return createHash("sha256").update(text).digest(encoding);
}

/** Whether two texts differ by one bit of one letter. */
export function oneBitApart(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  if (a.length !== b.length) return false;
  let bits = 0;
  for (let at = 0; at < a.length && bits < 2; at++) {
    for (let left = (a[at] ?? 0) ^ (b[at] ?? 0); left > 0; left &= left - 1) bits++;
  }
  return bits === 1;
}
