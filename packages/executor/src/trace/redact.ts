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
 * Makes a function that replaces secrets wherever they stand: as a text, inside longer texts, as a key, as JSON writes them,
 * and the first part of one at the end of a text. The time is linear in the length of the texts, whatever the secrets are.
 * Implements rules EX114, EX259, EX422 and EX423.
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
  const inside = [...whole].filter((secret) => secret.length >= LEAST_CHARS).flatMap(waysToWrite);
  const search = inside.length > 0 ? new TextSearch([...new Set(inside)]) : null;
  const hide = (text: string): string => (whole.has(text) ? HIDDEN : (search?.replace(text) ?? text));
  const finder = { whole, hide };
  finders.set(secrets, finder);
  return finder;
}

/** A line that is quoted as it came holds texts as JSON writes them, with or without escapes for what is not ASCII. */
function waysToWrite(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [secret, json, ascii];
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

  constructor(patterns: readonly string[]) {
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
    let states = 1;
    for (const pattern of patterns) {
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
      this.#ends[state] ||= this.#ends[back] ?? 0;
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

  /** @returns The text with every pattern in it, and the start of one at its end, replaced. */
  replace(text: string): string {
    // What overlaps becomes one.
    let spans: { from: number; to: number }[] | null = null;
    const found = (from: number, to: number): void => {
      spans ??= [];
      for (let last = spans.at(-1); last !== undefined && last.to > from; last = spans.at(-1)) {
        from = Math.min(from, last.from);
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
      if (length > 0) found(at + 1 - length, at + 1);
    }
    const cut = this.#depth[state] ?? 0;
    if (cut >= LEAST_CUT_CHARS) found(end - cut, end);
    if (spans === null) return text;
    let shown = "";
    let from = 0;
    for (const span of spans as { from: number; to: number }[]) {
      shown += text.slice(from, span.from) + HIDDEN;
      from = span.to;
    }
    return shown + text.slice(from);
  }
}
