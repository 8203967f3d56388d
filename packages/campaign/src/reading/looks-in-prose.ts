/** What one sees of somebody, where their author tells it among other things in the text on who they are. */
import type { CastEntry } from "@narratoria/protocol/contracts";
import { escapeRegExp, splitSentences, withoutArticle } from "@narratoria/protocol/english";
import { allLooksOf, BODY, STATES, WORN } from "./looks.js";

/** Whom the text is about. */
type Described = Pick<CastEntry, "name" | "called" | "aliases" | "pronoun" | "plural" | "kind">;

/** Looks that are taken from a text, and words of one. */
const MOST_LOOKS = 4;
const MOST_WORDS = 36;
const FEWEST_WORDS = 4;

/** "Has a hand in it", "has an eye for a bargain": figures of speech. */
const FIGURE =
  /\b(?:a hand in|an? (?:eye|ear|nose|head) for|the ear of|the eyes? of|on (?:her|his|their) hands|hands? full|in (?:her|his|their) shoes|a free hand|at heart|by the hand|the upper hand|hand to mouth|first hand|second hand|on foot|keeps? an eye|keeps? (?:his|her|their) (?:mouth|head)|behind (?:his|her|their) back|has no (?:voice|eye|ear|hand|face))\b/iu;
/** What was, what somebody else sees or thinks, and what is so at times. */
const NOT_NOW =
  /\b(?:was|were|had|did|used to|once|since|until|when|whenever|if|will|would|might|never|no longer|anymore|nobody|people say|they say|said to|you|your|tonight|today|yesterday|tomorrow)\b|["“”?!:()]/iu;
/** What somebody can be seen to do. */
const DOES =
  /^(?:stands|walks|sits|moves|stoops|limps|leans|shuffles|smells|speaks|talks|smiles|hums|whistles|squints|blinks|mutters|rocks|sways)\b/iu;
/** What shows by what it is of. */
const HAS = /^(?:has|wears|carries|keeps|dresses)\b/iu;
/** "Has found a boot": what somebody has done is not seen on them. */
const HAS_DONE =
  /^has (?:always |just |also |now |long )?(?:been|had|lost|worn|kept|found|seen|taken|given|gone|come|made|left|held|brought|sold|bought|told|said|sent|sat|stood|done|known|spent|heard|read|written|broken|driven|fallen|grown|become|begun|put|set|cut|let|not|(?!(?:red|tired)\b)\p{Ll}{2,}ed)\b(?!-)/iu;
const AGE =
  /^is (?:(?:about|nearly|almost|past|over) )?(?:(?:\p{Ll}+ty|\p{Ll}+teen|ten|eleven|twelve|seven|eight|nine|six)(?:-\p{Ll}+)?|\d+)\b/iu;

/** Where one statement of a sentence ends and the next begins. */
const NEXT =
  /;\s+|,? (?:and|but|so) (?=(?:he|she|it|they)(?:['’]s)? )|, (?:and|but|so|or) (?=(?:it|they|you|nobody|everybody|since|when|if|that|the) )|, (?:or|but) (?=did\b|does\b|was\b)/iu;

/** Labels of a list of notes under which stands how somebody looks, and what they do. */
const OF_LOOKS = /^(?:appearance|looks?|description|dress|clothes|clothing)$/iu;
const OF_HABITS = /^(?:mannerisms?|manners?|habits?|bearing|quirks?|tics?|gestures?)$/iu;
const LABELLED = /^\s*(?:[-*+]\s+)?(?:\*\*|__)?(\p{Lu}[\p{L} ]{2,20}?):?(?:\*\*|__)?:?\s+(.+)$/u;
const isLabelled = (line: string): boolean => /^\s*(?:[-*+]\s+)?(?:\*\*|__)/u.test(line) && LABELLED.test(line);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** How sentences about somebody begin: their pronoun, a name of theirs, or whose kin they are to the player. */
function subjectOf({ name, called, aliases, pronoun, plural }: Described): RegExp {
  const first = name.split(/\s+/)[0] ?? name;
  const names = [name, called, first, ...aliases].map((one) => escapeRegExp(withoutArticle(one)));
  const own = pronoun === null || (pronoun === "they" && !plural) ? [] : [pronoun];
  const kin =
    "your (?:step|grand|great-|god|half-)?(?:mother|father|uncle|aunt|sister|brother|cousin|wife|husband|son|daughter)";
  const whole = [...names, ...own].join("|");
  return new RegExp(`^(?:(?:the )?(?:${whole})|${kin}(?: \\p{Lu}\\p{L}+)?)(?:['’]s| (?=\\p{Ll}))`, "iu");
}

/** One statement about somebody as a sentence of its own; undefined where it does not say what one sees. */
function lookIn(statement: string, who: Described, subject: RegExp): string | undefined {
  const found = subject.exec(statement)?.[0];
  if (found === undefined) return undefined;
  const rest = statement.slice(found.length).trim();
  // "She's got", "he's": what is drawn together is said out.
  const verb = /['’]s$/u.test(found) ? (/^got\b/iu.test(rest) ? rest.replace(/^got\b/iu, "has") : `is ${rest}`) : rest;
  const predicate = verb.replace(/^has got\b/iu, "has").replace(/[.,;]+$/u, "");
  const plain = predicate.replace(/\bas (?:if|though)\b.*$/iu, "");
  if (NOT_NOW.test(plain) || FIGURE.test(plain)) return undefined;
  if (!isSeen(plain)) return undefined;
  const { pronoun, plural, called } = who;
  const isNamed = pronoun === null || (pronoun === "they" && !plural);
  const sentence = `${isNamed ? capital(called) : capital(pronoun)} ${predicate}.`;
  return sentence.split(" ").length > MOST_WORDS ? undefined : sentence;
}

function isSeen(predicate: string): boolean {
  if (DOES.test(predicate)) return true;
  const shows = BODY.test(predicate) || WORN.test(predicate);
  if (HAS.test(predicate)) return shows && !HAS_DONE.test(predicate);
  if (!/^(?:is|are)\b/iu.test(predicate)) return false;
  const words = predicate.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? [];
  return (
    shows || AGE.test(predicate) || words.slice(1, 7).some((word) => STATES.has(word) && !/^(?:old|young)$/.test(word))
  );
}

const isAge = (sentence: string): boolean => AGE.test(sentence.replace(/^\S+ /u, "")) && sentence.split(" ").length < 6;

/** "He is seventy and pink" and "he walks as if there were a band" are one look, as their author has them. */
function looksOfSentence(sentence: string, who: Described, subject: RegExp): string[] {
  if (/["“”]/u.test(sentence)) return [];
  const found: string[] = [];
  for (const statement of sentence.split(NEXT)) {
    const look = lookIn(statement, who, subject);
    if (look !== undefined) found.push(look);
    else if (found.length > 0) break;
  }
  const [first = "", second] = found;
  if (second === undefined) return isAge(first) || first === "" ? [] : [first];
  const joined = `${first.replace(/\.$/u, "")}, and ${second.charAt(0).toLowerCase()}${second.slice(1)}`;
  const isProper = /^\p{Lu}/u.test(who.called) && second.startsWith(capital(who.called));
  return joined.split(" ").length > MOST_WORDS || isProper ? found.filter((one) => !isAge(one)) : [joined];
}

/**
 * The sentences, or statements of sentences, on how somebody looks and carries themselves now, from the text on who they are. Of a list of
 * notes those under a label for it. Implements rules CA5910 and CA5911.
 */
export function looksInProse(background: string, who: Described): string[] {
  const subject = subjectOf(who);
  const lines = background.split(/\n+/u);
  const labelled = lines.flatMap((line) => {
    const [, label = "", text = ""] = isLabelled(line) ? (LABELLED.exec(line) ?? []) : [];
    if (OF_LOOKS.test(label)) return allLooksOf(text, who);
    return OF_HABITS.test(label)
      ? splitSentences(text).filter((one) => isHabit(one, who, subject) && !NOT_NOW.test(one.replace(/[.]$/u, "")))
      : [];
  });
  const prose = lines
    .filter((line) => !isLabelled(line))
    .flatMap((line) => splitSentences(line))
    .flatMap((sentence) => looksOfSentence(sentence, who, subject))
    .filter((look) => look.split(" ").length >= FEWEST_WORDS);
  return [...labelled, ...prose].slice(0, MOST_LOOKS);
}

/** "It counts stairs aloud.", "Its left knee needs oil." */
function isHabit(sentence: string, { pronoun, plural }: Described, subject: RegExp): boolean {
  const own = { he: "His", she: "Her", it: "Its", they: "Their" }[pronoun ?? "they"];
  const isOfBody = sentence.startsWith(`${own} `) && BODY.test(sentence);
  return (subject.test(sentence) || isOfBody) && !plural && sentence.split(" ").length <= MOST_WORDS;
}
