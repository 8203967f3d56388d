/** The words of a constraint, and as much of English grammar as tells what it forbids. */
import { isVerb, looksFinite, verbLemmas } from "@narratoria/protocol/english";
import { ANYBODY, EXISTING } from "./verbs.js";

export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly punctuation: boolean;
}

export const DETERMINERS = new Set(
  "a an the any another one single such his her its their your my this that these those some other more much many every each all both".split(
    " ",
  ),
);
export const PREPOSITIONS = new Set(
  "in on at of to from with for by about into onto over under upon through against around near behind beside between within during after before as than like until while when where beyond across off inside outside along towards toward among beneath above below throughout out up down past via amid atop".split(
    " ",
  ),
);
export const CONJUNCTIONS = new Set("and or nor but either".split(" "));
export const PRONOUNS = new Set(
  "i you he she it we they him her them us me anybody anyone anything everybody everyone somebody someone something nobody who which that what whom themselves himself herself itself".split(
    " ",
  ),
);
export const AUXILIARIES = new Set(
  "is are was were be been being am has have had having do does did can could will would shall should may might must get gets got".split(
    " ",
  ),
);
export const ADVERBS = new Set(
  "ever never again even properly here there anywhere everywhere nowhere now then still yet too also either simply really quite just only once always today tonight nor not aloud aboard ashore abroad overboard indoors outdoors afterwards beforehand either anymore nowadays".split(
    " ",
  ),
);
export const PARTICLES = new Set(
  "in out up down off on away back over through about forth apart around together".split(" "),
);
export const NOBODY = /^(?:nobody|no-one|nothing)$/;
export const NEVER = /^(?:never|not|cannot|nor|without)$/;
export const isContracted = (lower: string): boolean => /n't$/.test(lower);
/** Marks the small form of a word that is a name, so that no list of words holds it. */
export const NAME = "\u0000";
export const plainOf = ({ text, lower }: Word): string => (lower.startsWith(NAME) ? text : lower);

export const headOf = (phrase: string): string => phrase.split(" ").at(-1) ?? phrase;
export function wordsOf(sentence: string): Word[] {
  return [...sentence.matchAll(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*'?|[,;:—–()]/gu)].map(([text]) => ({
    text,
    lower: text.toLowerCase(),
    punctuation: /^[,;:—–()]$/.test(text),
  }));
}

/** Whether a word can be a form of a verb, whatever else it can be. */
export function isVerbForm(word: string): boolean {
  return looksFinite(word, true) || AUXILIARIES.has(word) || verbLemmas(word).some(isVerb) || isContracted(word);
}

export function lemmaFor(word: string, passive: boolean): string {
  const lemmas = verbLemmas(word);
  return (passive ? lemmas.find((lemma) => lemma !== word) : undefined) ?? lemmas.find(isVerb) ?? lemmas[0] ?? word;
}

/** Whether a word after the first of a noun phrase is its verb: "no room leaks", "no member strikes a match". */
export function isFiniteHere(words: readonly Word[], start: number, at: number): boolean {
  const word = words[at]?.lower ?? "";
  if (AUXILIARIES.has(word)) return true;
  const lemmas = verbLemmas(word);
  if (!lemmas.some(isVerb)) return false;
  const next = words[at + 1];
  const first = words[start]?.lower ?? "";
  // "no helicopters come"
  if (at > start && SHOWING.has(word) && /[^s]s$/.test(words[at - 1]?.lower ?? "")) return true;
  // A plain noun may be a verb too: "no ghost walks", but "no text messages".
  if (/s$/.test(word) && lemmas[0] !== word) {
    // In a list of nouns only what has an object is a verb.
    if (at === start) return next !== undefined && (DETERMINERS.has(next.lower) || PRONOUNS.has(next.lower));
    if (
      !next ||
      next.punctuation ||
      DETERMINERS.has(next.lower) ||
      PREPOSITIONS.has(next.lower) ||
      ADVERBS.has(next.lower) ||
      PRONOUNS.has(next.lower)
    )
      return !/(?:[^s]s|text|phone|video|lottery)$/.test(first) && !isListed(words, at, first);
    return CONJUNCTIONS.has(next.lower) && at - start === 1 && lemmas.some(isVerb) && !isNounish(word);
  }
  // "no war broke out"
  const isPast = lemmas[0] !== word && !/(?:ed|ing)$/.test(word);
  if (isPast && at > start && next !== undefined && PARTICLES.has(next.lower)) return true;
  return (
    (/ed$/.test(word) && next !== undefined && (next.lower === "by" || PREPOSITIONS.has(next.lower))) ||
    (next !== undefined && DETERMINERS.has(next.lower) && lemmas.includes(word))
  );
}

const SHOWING = new Set("come appear exist occur happen arrive return speak talk".split(" "));

/** "no mobile telephones, no computers": a quality before the first of a list of things. */
const isListed = (words: readonly Word[], at: number, first: string): boolean =>
  (isQuality(first) && !ANYBODY.has(first) && words[at + 1]?.lower === ",") || first.includes("-");
const isQuality = (word: string): boolean =>
  /(?:ic|al|ous|ful|less|ive|able|ible|ile|ish|ed|en|ary|ern)$/.test(word) && !isVerb(word);

const isNounish = (word: string): boolean =>
  /(?:lights|lamps|guns|shots|fights|bears|horses|cars|phones|messages|calls|signs|drinks|songs|names|dances|wings)$/.test(
    word,
  );

/** Whether a clause of its own begins here: a subject with its verb. */
export function startsClause(words: readonly Word[], at: number): boolean {
  const first = words[at];
  if (!first || !(DETERMINERS.has(first.lower) || first.lower.startsWith(NAME) || PRONOUNS.has(first.lower)))
    return false;
  for (let next = at; next < Math.min(words.length, at + 5); next++) {
    const lower = words[next]?.lower ?? "";
    if (words[next]?.punctuation || CONJUNCTIONS.has(lower)) return false;
    if (AUXILIARIES.has(lower) || lower === "never" || isContracted(lower)) return next > at;
  }
  return false;
}

/** Index of the first finite verb; the number of words where there is none. */
export function firstFinite(words: readonly Word[]): number {
  const at = words.findIndex(
    ({ lower, text }, index) =>
      AUXILIARIES.has(lower) ||
      isContracted(lower) ||
      lower === "never" ||
      lower === "cannot" ||
      (index > 0 && SHOWING.has(lower) && /[^s]s$/.test(words[index - 1]?.lower ?? "")) ||
      (index > 0 && !/^\p{Lu}/u.test(text) && looksFinite(lower) && !DETERMINERS.has(words[index - 1]?.lower ?? "")),
  );
  return at < 0 ? words.length : at;
}

/** Where the clause of a word begins: after the last comma or conjunction that does not join nouns. */
export function clauseOpening(words: readonly Word[], at: number): number {
  for (let index = at - 1; index >= 0; index--) {
    const word = words[index];
    if (word && (/^[;:—(]$/.test(word.lower) || /^(?:but|that|which|who|when|while|if|so)$/.test(word.lower)))
      return index + 1;
    if (word && (word.lower === "," || word.lower === "and") && index < at - 1) {
      const between = words.slice(index + 1, at);
      const listed = words.slice(0, index).some(({ lower }) => AUXILIARIES.has(lower) || isVerbForm(lower));
      if (between.length > 0 && listed) return index + 1;
    }
  }
  return 0;
}

/** Cuts a sentence where another thing begins to be forbidden or said. */
export function clausesOf(words: readonly Word[]): Word[][] {
  const clauses: Word[][] = [[]];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    // "No student and no teacher is dead": one subject.
    const isPair = before?.lower === "and" && word.lower === "no" && isBareNo(clauses.at(-1) ?? []);
    const cut =
      /^[;:—–()]$/.test(word.lower) ||
      (!isPair &&
        before !== undefined &&
        (before.lower === "," ||
          before.lower === "and" ||
          before.lower === "but" ||
          before.lower === "nor" ||
          before.lower === "so") &&
        (NOBODY.test(word.lower) ||
          (word.lower === "no" && (words[at + 1]?.lower === "one" || !isListedNo(words, at))) ||
          (word.lower === "there" && /^(?:is|are|was|were)$/.test(words[at + 1]?.lower ?? "")) ||
          (word.lower === "never" && before.lower !== ",") ||
          (startsNegativeClause(words, at) && firstFinite(clauses.at(-1) ?? []) < (clauses.at(-1)?.length ?? 0))));
    if (cut && (clauses.at(-1)?.length ?? 0) > 0) clauses.push([]);
    if (!/^[;:—–()]$/.test(word.lower)) clauses.at(-1)?.push(word);
  }
  return clauses.map((clause) => {
    let end = clause.length;
    while (end > 0 && /^(?:,|and|but|or|nor|so)$/.test(clause[end - 1]?.lower ?? "")) end--;
    return clause.slice(0, end);
  });
}

/** "no student and": a subject whose verb is still to come. */
function isBareNo(clause: readonly Word[]): boolean {
  const at = clause.findLastIndex(({ lower }) => lower === "no");
  const before = clause[at - 1];
  const after = clause.slice(at);
  return (
    at >= 0 &&
    (before === undefined || before.punctuation || CONJUNCTIONS.has(before.lower) || before.lower === "but") &&
    after.length <= 5 &&
    // "No shower falls"
    !after.slice(2).some(({ lower }) => verbLemmas(lower).some((lemma) => EXISTING.has(lemma))) &&
    after.every(({ lower, punctuation }) => !punctuation && !AUXILIARIES.has(lower))
  );
}

/** "no X, no Y": the second goes on with the list unless it has a verb of its own. */
function isListedNo(words: readonly Word[], at: number): boolean {
  for (let next = at + 1; next < Math.min(words.length, at + 14); next++) {
    const word = words[next];
    if (!word || /^[;:—–()]$/.test(word.lower)) return true;
    if (word.lower === "no" || word.lower === "there") return true;
    if (
      AUXILIARIES.has(word.lower) ||
      (next > at + 1 && isFiniteHere(words, next - 1, next) && !CONJUNCTIONS.has(words[next - 1]?.lower ?? ""))
    )
      return false;
    if (PREPOSITIONS.has(word.lower)) return true;
  }
  return true;
}

/** "..., and he is never a hologram", "the bees never say": a subject and a negation follow. */
function startsNegativeClause(words: readonly Word[], at: number): boolean {
  for (let next = at; next < Math.min(words.length, at + 6); next++) {
    const lower = words[next]?.lower ?? "";
    if (words[next]?.punctuation) return false;
    if (/^(?:never|not|cannot)$/.test(lower) || isContracted(lower)) return next > at;
    if (/^(?:and|or|no|nobody|nothing)$/.test(lower)) return false;
    // "..., and she carries no weapon"
    const isOwn = PRONOUNS.has(words[at]?.lower ?? "") || words[at]?.lower.startsWith(NAME) === true;
    if (next > at && isOwn && words[next + 1]?.lower === "no" && isVerbForm(lower)) return true;
    if (
      next > at &&
      /^(?:have|has|may|can|does|do|is|are|was|will|must)$/.test(lower) &&
      /^(?:no|never|not)$/.test(words[next + 1]?.lower ?? "")
    )
      return true;
  }
  return false;
}

/** The verbs of a list: "speak, say, whisper or sing", each with what belongs to it. */
export function itemsOf(words: readonly Word[]): Word[][] {
  const items: Word[][] = [[]];
  for (const [at, word] of words.entries()) {
    if (
      /^(?:neither|because|unless|if|since|although|though|while|when|whatever|however|even|not|until|whose|who|which|but)$/.test(
        word.lower,
      ) &&
      at > 0 &&
      !(word.lower === "even" && at < 2) &&
      // "does not know who you are": what is known goes with its verb
      !(/^(?:who|whose|which)$/.test(word.lower) && isVerb(verbLemmas(words[at - 1]?.lower ?? "")[0] ?? ""))
    )
      break;
    // "not evil, only tired"
    if (/^(?:only|just|merely)$/.test(word.lower) && words[at - 1]?.lower === ",") break;
    if (word.punctuation || CONJUNCTIONS.has(word.lower)) items.push([]);
    else items.at(-1)?.push(word);
  }
  return items.filter((item) => item.length > 0);
}

/** Past "here", "in this tale" and the like, to the verb. */
export function skipToVerb(words: readonly Word[]): readonly Word[] {
  for (let at = 0; at < Math.min(words.length, 7); at++) {
    const lower = words[at]?.lower ?? "";
    if (at > 0 && PREPOSITIONS.has(words[at - 1]?.lower ?? "")) continue;
    if (at > 1 && DETERMINERS.has(words[at - 1]?.lower ?? "")) continue;
    if (!PREPOSITIONS.has(lower) && !DETERMINERS.has(lower) && isVerbForm(lower)) return words.slice(at);
  }
  return words;
}

export function skipPreposition(words: readonly Word[]): readonly Word[] {
  let at = 0;
  while (words[at] && (PREPOSITIONS.has(words[at]?.lower ?? "") || ADVERBS.has(words[at]?.lower ?? ""))) at++;
  return words.slice(at);
}
