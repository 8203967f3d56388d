import { allMatches } from "./all-matches.js";
import { memoizeText } from "./memoize-text.js";
import { withoutArticle } from "./nouns.js";

/** Finds the people, places, topics and things that a text names. */
export interface NameIndex {
  /** Keys such as `npc:osk` or `topic:bell-rope`, in the order of their first mention. */
  keysIn(text: string): string[];
}

/** A name as texts are searched for it. */
interface Form {
  readonly form: string;
  readonly lower: string;
  /** Where its first word stands in it. */
  readonly opensAt: number;
  readonly keys: string[];
}

/** Names that open with one word. */
interface Group {
  /** Those of which it is the only word. */
  readonly alone: Form[];
  /** The others by their second word: many may open alike. */
  readonly before: Map<string, Form[]>;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** Letters of texts for which is kept what they name. */
const TEXT_LETTERS = 200_000;
const IN_WORD = /[\p{L}\p{N}]/u;

/**
 * Indexes names by their words, so that a text is searched in time that does not grow with the number of names.
 *
 * @param entries - Surface forms and the key each stands for; a form may stand for several (a place and the topic of its name).
 */
export function createNameIndex(entries: readonly { readonly form: string; readonly key: string }[]): NameIndex {
  const byForm = new Map<string, Form>();
  for (const { form, key } of entries) {
    const core = withoutArticle(form).replace(/’/g, "'");
    if (core.length < 2) continue;
    const lower = core.toLowerCase();
    const known = byForm.get(lower);
    if (known) {
      if (!known.keys.includes(key)) known.keys.push(key);
      continue;
    }
    const opensAt = core.search(IN_WORD);
    if (opensAt >= 0) byForm.set(lower, { form: core, lower, opensAt, keys: [key] });
  }
  const byWord = new Map<string, Group>();
  for (const form of byForm.values()) {
    const [first = "", second] = form.lower.match(WORD) ?? [];
    const group = byWord.get(first) ?? { alone: [], before: new Map<string, Form[]>() };
    byWord.set(first, group);
    if (second === undefined) group.alone.push(form);
    else group.before.set(second, [...(group.before.get(second) ?? []), form]);
  }
  if (byForm.size === 0) return { keysIn: () => [] };
  const find = memoizeText((given): readonly string[] => {
    const text = given.replace(/[’‘]/g, "'");
    const lower = text.toLowerCase();
    // Some letters change their length with their case: then each stretch is compared by itself.
    const aligned = lower.length === text.length;
    const words = allMatches(aligned ? lower : text, WORD);
    const found = new Set<string>();
    let from = 0;
    for (let at = 0; at < words.length; at++) {
      const { 0: word, index } = words[at] as RegExpExecArray;
      if (index < from) continue;
      const forms = formsFor(byWord, word.toLowerCase(), words[at + 1]?.[0]);
      if (forms.length === 0) continue;
      const best = longestAt(text, aligned ? lower : null, from, index, forms);
      if (best === null) continue;
      const start = index - best.opensAt;
      from = start + best.form.length;
      // "the Gut" is a name, "gut" is not: a form with capitals is found only where the capitals stand.
      if (/\p{Lu}/u.test(best.form) && !/\p{Lu}/u.test(text.slice(start, from))) continue;
      for (const key of best.keys) found.add(key);
    }
    return [...found];
  }, TEXT_LETTERS);
  return { keysIn: (text) => [...find(text)] };
}

const NONE: readonly Form[] = [];

/** Names that open with a word, and with the one behind it where they have two; the last of these may be in the plural. */
function formsFor(byWord: ReadonlyMap<string, Group>, first: string, second: string | undefined): readonly Form[] {
  const group = byWord.get(first);
  let forms = group?.alone ?? NONE;
  for (const singular of singulars(first)) forms = joined(forms, byWord.get(singular)?.alone);
  if (group === undefined || group.before.size === 0 || second === undefined) return forms;
  const next = second.toLowerCase();
  forms = joined(forms, group.before.get(next));
  for (const singular of singulars(next)) forms = joined(forms, group.before.get(singular));
  return forms;
}

const joined = (forms: readonly Form[], more: readonly Form[] = NONE): readonly Form[] =>
  more.length === 0 ? forms : forms.length === 0 ? more : [...forms, ...more];

/** What a word may be the plural of. */
function singulars(word: string): readonly string[] {
  if (!word.endsWith("s")) return [];
  return word.endsWith("es") ? [word.slice(0, -1), word.slice(0, -2)] : [word.slice(0, -1)];
}

/** The longest name that stands where a word does, as it is or in the plural. */
function longestAt(
  text: string,
  lower: string | null,
  from: number,
  index: number,
  forms: readonly Form[],
): Form | null {
  let best: Form | null = null;
  for (const form of forms) {
    const start = index - form.opensAt;
    if (start < from || (best !== null && form.form.length <= best.form.length)) continue;
    const end = start + form.form.length;
    const stands =
      lower === null ? text.slice(start, end).toLowerCase() === form.lower : lower.startsWith(form.lower, start);
    if (stands && !isInWord(text, start - 1) && endsAt(text, end)) best = form;
  }
  return best;
}

const isInWord = (text: string, at: number): boolean => at >= 0 && at < text.length && IN_WORD.test(text.charAt(at));

/** Whether a name may end here: at the end of a word, or before the letters of its plural. */
function endsAt(text: string, end: number): boolean {
  if (!isInWord(text, end)) return true;
  if (/^s/i.test(text.charAt(end)) && !isInWord(text, end + 1)) return true;
  return /^es$/i.test(text.slice(end, end + 2)) && !isInWord(text, end + 2);
}
