/**
 * Writes regular expressions that ignore case as such that do not, when a library is built. V8 works the other case of each
 * letter out from its tables for every expression anew, which is a quarter of what compiling an expression takes.
 *
 * The written expression finds the same in the same texts, but that the long s and the sign of degrees Kelvin are no longer an "s" and a
 * "k" for an expression with the flag "u"; `plain-case.test.ts` holds the two against each other.
 */

import { escaped } from "./escaped-letters.mjs";

const LAST_CODE = 0xffff;

/** What a class holds, each letter in both cases, as the inside of a class; by flags and class. */
const classes = new Map();

function classOfBothCases(inner, unicode) {
  const key = `${unicode}/${inner}`;
  const known = classes.get(key);
  if (known !== undefined) return known;
  const [plain, either] = [new RegExp(`[${inner}]`, unicode), new RegExp(`[${inner}]`, `i${unicode}`)];
  const added = [];
  for (let code = 0; code <= LAST_CODE; code++) {
    const char = String.fromCharCode(code);
    if (either.test(char) && !plain.test(char) && !(code === LONG_S || code === KELVIN)) added.push(code);
  }
  // Before the rest, which may end in a hyphen.
  const written = rangesOf(added) + inner;
  classes.set(key, written);
  return written;
}

const LONG_S = 0x17f;
const KELVIN = 0x212a;

function rangesOf(codes) {
  let written = "";
  for (let at = 0; at < codes.length; at++) {
    const from = codes[at];
    while (codes[at + 1] === codes[at] + 1) at++;
    written += from === codes[at] ? escaped(from) : `${escaped(from)}-${escaped(codes[at])}`;
  }
  return written;
}

/** A letter that stands for itself, in all its cases. */
function letterOfBothCases(letter, unicode) {
  const all = classOfBothCases(letter, unicode);
  return all === letter ? letter : `[${all}]`;
}

/** Escapes, names of groups, classes of characters, and single characters. */
const PARTS = /\\(?:c[A-Za-z]|[^])|\(\?<[^=!>][^>]*>|\[(?:\\[^]|[^\]\\])*\]|[^]/g;
/** What refers to text that was matched, holds more than one code unit, or stands for a letter by its number. */
const REFUSED = /\\(?:[1-9]|k<|[pP]\{|u\{)|[\ud800-\udfff]/;
const NUMBERED = /^\\[ux]/;

/**
 * @param {string} pattern - What stands between the slashes.
 * @param {string} flags
 * @returns {[pattern: string, flags: string]} As they were where the expression cannot be written otherwise.
 */
export function withPlainCase(pattern, flags) {
  if (!flags.includes("i") || REFUSED.test(pattern)) return [pattern, flags];
  const unicode = flags.includes("u") ? "u" : "";
  let isRefused = false;
  const written = pattern.replace(PARTS, (part) => {
    isRefused ||= NUMBERED.test(part);
    const [, opening, inner] = /^(\[\^?)([^]*)\]$/.exec(part) ?? [];
    if (inner !== undefined) return `${opening}${classOfBothCases(inner, unicode)}]`;
    return /^\p{L}$/u.test(part) ? letterOfBothCases(part, unicode) : part;
  });
  return isRefused ? [pattern, flags] : [written, flags.replace("i", "")];
}
