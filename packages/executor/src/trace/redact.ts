/** Leaves secrets out of a value, which is not changed; the value itself where it holds none. */
export type Redact = <T>(value: T) => T;

/** Which numbers are looked at: none, those of at least four characters, or every number. */
export type RedactNumbers = "none" | "long" | "all";

/** A shorter text would be found by accident everywhere, so that it counts only where it is the whole text. */
const LEAST_CHARS = 4;
/** As much of a secret at the end of a text counts as the secret: whoever sent the text may have cut it. */
const LEAST_CUT_CHARS = 8;
const HIDDEN = "[redacted]";

/**
 * Makes a function that replaces secrets wherever they stand: as a text, inside longer texts, as a key, as JSON writes them, encoded
 * in base64, hexadecimal digits or percent signs, reversed, and the first part of one at the end of a text. The time is linear in
 * the length of the texts, whatever the secrets are. Implements rules EX114, EX259, EX422, EX423 and EX431.
 *
 * @param secrets - The values to leave out, as text. A number is written as `String` writes it.
 * @param numbers - Which numbers are replaced; in what is merged into session state a short one would be hit by accident.
 */
export function redactor(secrets: readonly string[], numbers: RedactNumbers = "long"): Redact {
  const finder = finderFor(secrets);
  if (finder === null) return (value) => value;
  const isHidden = (value: number): boolean => {
    if (numbers === "none") return false;
    const size = Math.abs(value);
    // With another sign, or a fraction added, it is told all the same.
    const texts = [String(value), String(size), String(Math.trunc(size))];
    return texts.some((text) => finder.whole.has(text) && (numbers === "all" || text.length >= LEAST_CHARS));
  };
  const visit = (value: unknown): unknown => {
    if (typeof value === "string") return finder.hide(value);
    if (typeof value === "number") return isHidden(value) ? HIDDEN : value;
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
    return Array.isArray(value) ? visitList(value) : visitObject(value as Readonly<Record<string, unknown>>);
  };
  const visitList = (list: readonly unknown[]): readonly unknown[] => {
    let copy: unknown[] | null = null;
    for (let at = 0; at < list.length; at++) {
      const shown = visit(list[at]);
      if (copy === null && shown !== list[at]) copy = list.slice(0, at);
      copy?.push(shown);
    }
    return copy ?? list;
  };
  const visitObject = (members: Readonly<Record<string, unknown>>): object => {
    let entries: [string, unknown][] | null = null;
    for (const key of Object.keys(members)) {
      const member = members[key];
      const shownKey = finder.hide(key);
      const shown = visit(member);
      if (entries === null && (shownKey !== key || shown !== member)) {
        entries = Object.entries(members).slice(0, Object.keys(members).indexOf(key));
      }
      entries?.push([shownKey, shown]);
    }
    return entries === null ? members : Object.fromEntries(entries);
  };
  return <T>(value: T) => visit(value) as T;
}

/** As `redactor`, for the secrets of several skills. */
export function redactorOfAll(lists: readonly (readonly string[])[], numbers: RedactNumbers = "long"): Redact {
  const redactors = [...new Set(lists)].filter((list) => list.length > 0).map((list) => redactor(list, numbers));
  return (value) => redactors.reduce((shown, redact) => redact(shown), value);
}

/** Finds secrets in texts. */
interface Finder {
  readonly whole: ReadonlySet<string>;
  hide(text: string): string;
}

/** The secrets of a skill are one list for as long as its settings stay. */
const finders = new WeakMap<readonly string[], Finder>();

function finderFor(secrets: readonly string[]): Finder | null {
  const known = finders.get(secrets);
  if (known) return known;
  const whole = new Set(secrets.filter((secret) => secret !== ""));
  if (whole.size === 0) return null;
  const inside = [...whole].filter((secret) => secret.length >= LEAST_CHARS);
  const search =
    inside.length > 0
      ? new TextSearch([...new Set(inside.flatMap(waysToWrite))], [...new Set(inside.flatMap(encodings))])
      : null;
  const wholeEncoded = new Set(inside.flatMap(wholeEncodings));
  const hide = (text: string): string => {
    if (whole.has(text) || wholeEncoded.has(text)) return HIDDEN;
    if (search === null) return text;
    const spans = search.spansIn(text);
    const decoded = PERCENT.test(text) ? percentDecoded(text) : null;
    const found = decoded === null ? [] : search.spansIn(decoded.text).map(decoded.inOriginal);
    return blankedOut(text, found.length > 0 ? joined([...spans, ...found]) : spans);
  };
  const finder = { whole, hide };
  finders.set(secrets, finder);
  return finder;
}

/**
 * A line that is quoted as it came holds texts as JSON writes them, with or without escapes for what is not ASCII. Bytes of UTF-8
 * that were read one by one are what percent signs decode to; a form writes spaces as plus signs.
 */
function waysToWrite(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const bytes = Buffer.from(secret).toString("latin1");
  return [secret, json, ascii, bytes, bytes.replaceAll(" ", "+"), [...secret].reverse().join("")];
}

/** So many bytes of a secret are looked for in encodings. What follows goes with them: see `TextSearch`. */
const ENCODED_BYTES = 48;
/** A shorter piece of base64 would be found by accident. */
const LEAST_ENCODED_CHARS = 8;

/**
 * A secret in hexadecimal digits and in base64. Within longer base64 its letters depend on how many bytes come before it: there are
 * three ways, and the letters at both ends that hold bits of the neighbours are left out.
 */
function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret).subarray(0, ENCODED_BYTES);
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const urlSafe = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [hex, hex.toUpperCase(), ...base64, ...urlSafe].filter((text) => text.length >= LEAST_ENCODED_CHARS);
}

/** What a secret that is too short to be found within longer encodings comes to by itself. */
function wholeEncodings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  return [hex, hex.toUpperCase(), bytes.toString("base64"), bytes.toString("base64url")];
}

const PERCENT = /%[0-9A-Fa-f]{2}/;

/** A part of a text, to the unit before `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The text with each percent sign and its digits as the byte they stand for, and where a part of that stands in the text. */
function percentDecoded(text: string): { readonly text: string; inOriginal(span: Span): Span } {
  const pieces: string[] = [];
  /** Where each escape begins in what is decoded, ascending. */
  const escapes: number[] = [];
  let length = 0;
  let from = 0;
  for (const { 0: escape, index } of text.matchAll(/%[0-9A-Fa-f]{2}/g)) {
    pieces.push(text.slice(from, index), String.fromCharCode(Number.parseInt(escape.slice(1), 16)));
    length += index - from;
    escapes.push(length++);
    from = index + escape.length;
  }
  pieces.push(text.slice(from));
  // Each escape before a place moves it by the two digits.
  const original = (at: number): number => at + 2 * countBelow(escapes, at);
  return { text: pieces.join(""), inOriginal: ({ from: start, to }) => ({ from: original(start), to: original(to) }) };
}

/** @param sorted - Ascending. */
function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Spans in their order; what overlaps becomes one. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last === undefined || span.from >= last.to) result.push(span);
    else if (span.to > last.to) result[result.length - 1] = { from: last.from, to: span.to };
  }
  return result;
}

function blankedOut(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const span of spans) {
    pieces.push(text.slice(from, span.from), HIDDEN);
    from = span.to;
  }
  return pieces.join("") + text.slice(from);
}

/**
 * Searches texts for many patterns at once, in one pass (Aho and Corasick, 1975, as a complete automaton): to look for each
 * pattern in turn takes as long as a skill's author has made patterns, and some patterns make a simple search quadratic.
 */
class TextSearch {
  /** The class of each UTF-16 unit; 0 for those that no pattern holds. */
  readonly #classes = new Uint16Array(0x10000);
  readonly #width: number;
  /** The next state by state and class. */
  readonly #next: Uint32Array;
  /** Length of the longest pattern that ends in a state; 0 where none does. */
  readonly #ends: Uint32Array;
  /** How many units of some pattern a state stands for. */
  readonly #depth: Uint32Array;
  /** 1 in states where the pattern that ends is part of an encoding. */
  readonly #encoded: Uint8Array;

  /**
   * @param plain - Found as they stand.
   * @param encoded - Found with all letters and digits around them: bytes before and after a secret are encoded with it.
   */
  constructor(plain: readonly string[], encoded: readonly string[]) {
    const patterns = [...plain, ...encoded];
    let classes = 1;
    let most = 1;
    for (const pattern of patterns) {
      most += pattern.length;
      for (let at = 0; at < pattern.length; at++) {
        const unit = pattern.charCodeAt(at);
        if (this.#classes[unit] === 0) this.#classes[unit] = classes++;
      }
    }
    this.#width = classes;
    this.#next = new Uint32Array(most * classes);
    this.#ends = new Uint32Array(most);
    this.#depth = new Uint32Array(most);
    this.#encoded = new Uint8Array(most);
    let states = 1;
    for (const [index, pattern] of patterns.entries()) {
      let state = 0;
      for (let at = 0; at < pattern.length; at++) {
        const edge = state * classes + (this.#classes[pattern.charCodeAt(at)] ?? 0);
        if (this.#next[edge] === 0) {
          this.#depth[states] = at + 1;
          this.#next[edge] = states++;
        }
        state = this.#next[edge] ?? 0;
      }
      this.#ends[state] = pattern.length;
      if (index >= plain.length) this.#encoded[state] = 1;
    }
    this.#complete(states);
  }

  /** Fills in where to go when a pattern does not go on: breadth first, so that shorter states are complete before. */
  #complete(states: number): void {
    const fallback = new Uint32Array(states);
    const queue = [0];
    for (let at = 0; at < queue.length; at++) {
      const state = queue[at] ?? 0;
      const back = fallback[state] ?? 0;
      if (this.#ends[state] === 0) {
        this.#ends[state] = this.#ends[back] ?? 0;
        this.#encoded[state] = this.#encoded[back] ?? 0;
      }
      for (let unit = 1; unit < this.#width; unit++) {
        const edge = state * this.#width + unit;
        const beyond = state === 0 ? 0 : (this.#next[back * this.#width + unit] ?? 0);
        const child = this.#next[edge] ?? 0;
        if (child === 0) this.#next[edge] = beyond;
        else {
          fallback[child] = beyond;
          queue.push(child);
        }
      }
    }
  }

  /** @returns Where patterns stand in a text, and the start of one at its end; in order, none within another. */
  spansIn(text: string): readonly Span[] {
    let spans: Span[] = NO_SPANS;
    // What overlaps becomes one.
    const found = (from: number, to: number): void => {
      if (spans === NO_SPANS) spans = [];
      for (let last = spans.at(-1); last !== undefined && last.to > from; last = spans.at(-1)) {
        from = Math.min(from, last.from);
        to = Math.max(to, last.to);
        spans.pop();
      }
      spans.push({ from, to });
    };
    // A shortened text says so at its end.
    const end = text.endsWith("…") ? text.length - 1 : text.length;
    let state = 0;
    for (let at = 0; at < end; at++) {
      state = this.#next[state * this.#width + (this.#classes[text.charCodeAt(at)] ?? 0)] ?? 0;
      const length = this.#ends[state] ?? 0;
      if (length === 0) continue;
      if (this.#encoded[state] === 0) found(at + 1 - length, at + 1);
      // No letter is looked at twice: those of one run are in one span.
      else if (at >= (spans.at(-1)?.to ?? 0)) found(runStart(text, at, spans.at(-1)?.to ?? 0), runEnd(text, at));
    }
    const cut = this.#depth[state] ?? 0;
    if (cut >= LEAST_CUT_CHARS) found(end - cut, end);
    return spans;
  }
}

const NO_SPANS: Span[] = [];

/** What stands in base64 and in hexadecimal digits. */
function isEncoding(unit: number): boolean {
  if (unit >= 97) return unit <= 122;
  if (unit >= 65) return unit <= 90 || unit === 95;
  return (unit >= 47 && unit <= 57) || unit === 43 || unit === 45 || unit === 61;
}

/** @param least - It begins there or later. */
function runStart(text: string, at: number, least: number): number {
  let start = at;
  while (start > least && isEncoding(text.charCodeAt(start - 1))) start--;
  return start;
}

function runEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && isEncoding(text.charCodeAt(end))) end++;
  return end;
}
