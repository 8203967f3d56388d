/** The clauses of which a beat's sentences are made. */
import { countWords, looksFinite } from "@narratoria/protocol/english";
import type { Person } from "@narratoria/protocol/story";

/** Somebody of a beat. */
export type Speaker = Pick<Person, "id" | "name" | "short" | "pronoun"> &
  Partial<Pick<Person, "epithet" | "role">> & {
    /** Parts of the name by which the beat calls them: "the Commendatore". */
    readonly parts?: readonly string[];
  };

/** A clause that can stand alone, and the sentence that it is part of. */
export interface Clause {
  readonly text: string;
  readonly sentence: number;
  /** Where it begins in its sentence, and where the one before it ends there. */
  readonly from: number;
  readonly end: number;
}

/** Words of a sentence from which on it may be parted at its commas. */
const LONG = 18;

const SUBORDINATE =
  /^(?:when|if|while|as|after|before|since|though|although|because|until|once|where|whenever|unless)\b/i;

/** Clauses of a sentence that have a subject and a verb of their own. */
export function clausesOf(text: string, sentence: number, cast: readonly Speaker[]): Clause[] {
  const whole = [{ text, sentence, from: 0, end: 0 }];
  if (/[“”"]/.test(text)) return whole;
  const long = countWords(text) >= LONG;
  const cuts: { end: number; from: number }[] = [];
  for (const match of text.matchAll(/(;|,)\s+(?:and\s+)?/g)) {
    const end = match.index;
    const from = end + match[0].length;
    const last = cuts.at(-1)?.from ?? 0;
    const before = text.slice(last, end);
    const after = text.slice(from);
    const opens = match[1] === ";" ? opensClause(after, cast, true) : long && opensClause(after, cast, false);
    if (!opens || !hasVerb(before) || (match[1] === "," && SUBORDINATE.test(before))) continue;
    cuts.push({ end, from });
  }
  if (cuts.length === 0) return whole;
  const starts = [{ end: 0, from: 0 }, ...cuts];
  return starts.map(({ end, from }, at) => ({
    text: text.slice(from, starts[at + 1]?.end ?? text.length),
    sentence,
    from,
    end,
  }));
}

/** Whether what follows begins with somebody of the cast and their verb; after a semicolon any clause will do. */
function opensClause(text: string, cast: readonly Speaker[], any: boolean): boolean {
  for (const { name, short } of cast)
    for (const form of [name, short]) {
      if (!text.toLowerCase().startsWith(`${form.toLowerCase()} `)) continue;
      const next = text.slice(form.length + 1).split(/[\s,;.]/)[0] ?? "";
      if (looksFinite(next, true) || /^[a-z]+[^s]s$/.test(next)) return true;
    }
  // "Osk, who would have it true; Nina, who would not" is a list: what is said of each hangs on their name. (rule NA1004)
  const [clause = ""] = text.split(";");
  return (
    any &&
    // "She asks two things: one, the bag; two, there was a coat" is one sentence. (rule NA4300)
    !OF_A_LIST.test(text) &&
    (OPENS.test(text) || /^\p{Lu}\p{L}+\b/u.test(text)) &&
    hasVerb(clause.replace(/, (?:who|whose|whom|which)\b[^,;]*/gu, ""))
  );
}

/** With what a clause begins that stands alone: "for the telling either five more" does not. (rule NA6502) */
const OPENS =
  /^(?:he|she|they|it|you|there|the|an?|his|her|their|your|its|no|some|all|each|both|neither|one|this|that|these|those|everybody|everyone|nobody|somebody|someone|nothing|something|everything|what|then|now|so|only)\b/iu;

const OF_A_LIST =
  /^(?:two|three|four|five|(?:and )?(?:the )?(?:second|third|fourth|last)|secondly|thirdly|lastly),\s/iu;

export function hasVerb(text: string): boolean {
  return text
    .split(/\s+/)
    .some((word, at) => at > 0 && (looksFinite(word.replace(/\W+$/, ""), true) || /^[a-z]{2,}[^su']s$/.test(word)));
}
