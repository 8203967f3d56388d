/** Clauses that say what becomes of somebody or something, read as deeds of the player's. */
import { isQuality, isVerb, participle, verbLemmas } from "@narratoria/protocol/english";
import { bareOf, isBare, lowered } from "./deed-words.js";

/** Words that are somebody or something, as far as a sentence shows it without a dictionary. */
export const SUBJECT =
  "(?:(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Tt]heir|[Ii]ts|[Yy]our|[Mm]y|[Oo]ur|[Tt]hat|[Tt]his|[Tt]hese|[Tt]hose|[Bb]oth) (?:[\\p{L}\\p{N}’'-]+ ){0,3}?[\\p{L}\\p{N}’'-]+|\\p{Lu}[\\p{L}’'-]+(?: (?:of |the )?\\p{Lu}[\\p{L}’'-]+)*|[Hh]e|[Ss]he|[Ii]t|[Tt]hey|I|[Ww]e|[Yy]ou)";
const WHOLE_SUBJECT = new RegExp(`^${SUBJECT}$`, "u");
const MOST_OF_SUBJECT = 6;
export const DETERMINED = /^(?:the|an?|his|her|their|its|your|my|our|that|this|these|those|both)\b/i;
/** What is only perceived, or comes about, is nothing that one decides to do. */
const PERCEIVED =
  /^(?:seen|heard|felt|smelt|smelled|tasted|found|known|said|thought|guessed|imagined|expected|had|got|gone|come|been|called|read|lost|born|reached|made out)\b/;
const OBJECTS: Readonly<Record<string, string>> = { he: "him", she: "her", they: "them", i: "me", we: "us" };
/** "A child might be sworn to silence": the one who is there. */
const SOMEBODY = /^an? (?=(?:child|boy|girl|man|woman|baby|guest|stranger|prisoner|servant|old man|old woman)$)/iu;
export const asObject = (subject: string): string =>
  OBJECTS[subject.toLowerCase()] ??
  (SOMEBODY.test(subject) ? subject.replace(SOMEBODY, "the ") : undefined) ??
  (DETERMINED.test(subject) || /^(?:It|You|We)$/.test(subject) ? lowered(subject) : subject);
const isPlayer = (subject: string): boolean => /^(?:you|I|we)$/i.test(subject);

/** Verbs whose participle is their bare form. */
const UNCHANGED = /^(?:let|put|cut|set|shut|hit|cast|split|spread|hurt|rid)$/;

export const lemmaOfDone = (word: string): string | undefined => {
  if (UNCHANGED.test(word)) return word;
  const known = verbLemmas(word).find(
    (lemma) => isVerb(lemma) && (participle(lemma) === word || (lemma !== word && /[dtn]$/.test(word))),
  );
  // A verb in no list is known by its ending.
  return known ?? (/\p{Ll}{3}ed$/u.test(word) && !isQuality(word) ? verbLemmas(word)[0] : undefined);
};
/** The bare form of a verb in the third person: "offers" gives "offer". */
export const bareOfDoes = (verb: string): string | undefined =>
  verb.endsWith("s") && !isBare(verb) ? bareOf(verb) : undefined;

/** "The water", "poured before the Witness" gives "pour the water before the Witness". */
export function done(subject: string, words: string): string | undefined {
  if (PERCEIVED.test(words) || isPlayer(subject)) return undefined;
  const [, verb = "", other = "", rest = ""] = /^(\p{Ll}+)(?: and (\p{Ll}+)(?= |$))?(.*)$/u.exec(words) ?? [];
  const lemma = lemmaOfDone(verb);
  const second = other === "" ? undefined : lemmaOfDone(other);
  if (lemma === undefined || (other !== "" && second === undefined)) return undefined;
  // "Spoken of or laid on the table": what follows the verb belongs to it.
  const [, particle] = /^ (of|to|about|at|for|after|upon)(?: or .*)?$/u.exec(rest) ?? [];
  if (particle !== undefined) return `${lemma} ${particle} ${asObject(subject)}`;
  return `${lemma}${second === undefined ? "" : ` and ${second}`} ${asObject(subject)}${rest}`;
}

/** "The plot-holders", "hear of it tonight" gives "let the plot-holders hear of it tonight". */
export const letting = (subject: string, words: string): string | undefined => {
  if (!isBare(words.split(" ")[0] ?? "")) return undefined;
  return isPlayer(subject) ? words : `let ${asObject(subject)} ${words}`;
};

type Reading = (subject: string, words: string) => string | undefined;

/** What the player does by a clause, and whom or what it is about. */
export interface Clause {
  readonly way: string;
  readonly subject: string;
}

export const doing: Reading = (subject, words) => {
  const [verb = "", ...rest] = words.split(" ");
  const bare = isPlayer(subject) ? (isBare(verb) ? verb : undefined) : bareOfDoes(verb);
  return bare === undefined ? undefined : letting(subject, [bare, ...rest].join(" "));
};

/** Reads words as a subject and what is said of it, with the shortest subject by which there is a deed. */
export function split(words: string, read: Reading, matter?: string): Clause | undefined {
  const all = words.split(" ");
  for (let at = 1; at < Math.min(all.length, MOST_OF_SUBJECT + 1); at++) {
    const subject = all.slice(0, at).join(" ");
    if (!WHOLE_SUBJECT.test(subject)) continue;
    const real = /^(?:it|they|he|she)$/i.test(subject) ? (matter ?? subject) : subject;
    const way = read(real, all.slice(at).join(" "));
    if (way !== undefined) return { way, subject: real };
  }
  return undefined;
}

const HELPERS = "(?:should|shall|must|can|could|may|might|will|would)(?: now| then| still| yet)?";
/** What stands between a subject and what is said of it, or before both in a question, and how the rest is read. */
const CLAUSES: readonly (readonly [RegExp, Reading])[] = [
  [new RegExp(`^(${SUBJECT}) (?:(?:is|are|was|were|am) to|${HELPERS}) be (.+)$`, "u"), done],
  [new RegExp(`^(${SUBJECT}) (?:(?:is|are|was|were|am) to|${HELPERS}) (?!be\\b)(.+)$`, "u"), letting],
  [new RegExp(`^(${SUBJECT}) (?:is|are|gets?|was|were) (?!to\\b)(.+)$`, "u"), done],
];
const QUESTION_DONE = /^(?:is|are|was|were|should|shall|must|can|could|may|might) (.+)$/iu;
const QUESTION_DOES = /^(?:do|does|should|shall|must|can|could|may|might|will|would) (.+)$/iu;

/** What the player does by an alternative that is a clause of its own, as a statement or as a question. */
export function ofClause(part: string, matter?: string): Clause | undefined {
  for (const [pattern, read] of CLAUSES) {
    const [, subject = "", rest = ""] = pattern.exec(part) ?? [];
    const found = subject === "" ? undefined : split(`${subject} ${rest}`, read, matter);
    if (found !== undefined) return found;
  }
  const isDone = QUESTION_DONE.exec(part)?.[1];
  const found = isDone === undefined ? undefined : split(isDone.replace(/ (?:to )?be (?=\p{Ll})/u, " "), done, matter);
  if (found !== undefined) return found;
  const does = QUESTION_DOES.exec(part)?.[1];
  if (does !== undefined) return split(does, letting, matter);
  return split(part, doing, matter) ?? (DETERMINED.test(part) ? split(part, done, matter) : undefined);
}
