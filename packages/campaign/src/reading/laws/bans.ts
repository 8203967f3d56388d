/** What a constraint forbids. */
import type { Subject } from "./subjects.js";

/** One thing that a constraint forbids. */
export type Ban = Banned & {
  /** Words of the condition until which it holds. */
  readonly until?: string;
};

type Banned =
  /** Words, wherever they stand; `named` are those of them that the author wrote. */
  | {
      readonly kind: "words";
      readonly phrases: readonly string[];
      /** They are only not seen: an author may speak of them. */
      readonly unseen?: true;
      /** Only what an event happens to, or what is not at one place: forbidden as long as the author's text has none. */
      readonly guessed?: true;
      /** With all that stands for them. */
      readonly along?: true;
      /** Phrases of the place at which they are forbidden. */
      readonly where?: readonly string[];
      /** Quoted: they have no other forms. */
      readonly quoted?: true;
    }
  /** An act, of a subject or of anybody, on an object or on anything. */
  | {
      readonly kind: "act";
      readonly verb: string;
      readonly subject?: Subject;
      readonly object: readonly string[];
      /** The subject suffers it. */
      readonly passive: boolean;
      /** Somebody else does it to the subject. */
      readonly byAgent?: true;
      /** Somebody who may do it. */
      readonly unless?: string;
      /** It is the player's alone. */
      readonly playersOwn?: true;
    }
  | { readonly kind: "speech"; readonly subject: Subject; readonly verbs: readonly string[] }
  /** Words that one person never says. */
  | { readonly kind: "spoken"; readonly subject: Subject; readonly phrases: readonly string[] }
  /** Weather that does not come, in the bare form. */
  | { readonly kind: "weather"; readonly word: string }
  | { readonly kind: "living"; readonly subject: Subject }
  | {
      readonly kind: "dead";
      readonly subject: Subject;
      /** Nobody may say or think so either. */
      readonly stated?: true;
    }
  | { readonly kind: "bound"; readonly subject: Subject; readonly things: readonly string[] }
  /** What is not yet there in the year of the story; the author has not named it. */
  | { readonly kind: "later"; readonly words: readonly string[] }
  /** What words mean along, without themselves. */
  | { readonly kind: "along"; readonly words: readonly string[] }
  | { readonly kind: "digits" };

export interface ParsedLaw {
  readonly bans: readonly Ban[];
  /** Phrases within which nothing is forbidden: what the author allows. */
  readonly allowed: readonly string[];
}

/** From when on what is there. */
const LATER: readonly (readonly [number, string])[] = (
  "1840:photograph,1845:telegraph,1825:railway,1878:telephone,1882:electric light,1882:light bulb,1893:motor car,1893:automobile,1906:aeroplane,1906:airplane,1920:radio," +
  "1936:television,1942:helicopter,1950:computer,1958:plastic bag,1973:microwave oven,1985:mobile phone,1990:email,1993:internet,1993:website,2005:smartphone,2005:selfie,2008:social media"
)
  .split(",")
  .map((entry) => [Number(entry.slice(0, 4)), entry.slice(5)] as const);

/** Bans of words that a sentence gives: words it quotes, and what is not yet there in the year that it names. */
export const wordBans = (sentence: string): Ban[] => [...quotedWords(sentence), ...laterWords(sentence)];

/** Words in quotation marks that nobody may say or be called. */
function quotedWords(sentence: string): Ban[] {
  if (!/\b(?:no|nobody|never|not|don't|doesn't|avoid|without|instead of)\b|n't\b/i.test(sentence)) return [];
  const quoted = [
    ...sentence
      .replace(/\b(?:than|beyond|only|except|but|call(?:ed|s)? (?:him|her|it|them)|is|it's) ["“'][^"”']*["”']/gi, " ")
      .matchAll(/["“]([^"”]{2,40})["”]|(?<![\p{L}])'([^']{2,40}?)[.,]?'(?!\p{L})/gu),
  ]
    .filter((match) => isDeniedWord(sentence, match[0]))
    .map((match) => (match[1] ?? match[2] ?? "").replace(/[.,!?]+$/, "").trim())
    .filter((phrase) => phrase !== "" && phrase.split(" ").length <= 5);
  const word =
    /\bthe word (?!is|was|that|which|of|for|he|she|it)([\p{L}-]+)\b(?! (?:of|for|that|which|on|in|by|to|at|from|with|upon))/iu.exec(
      sentence,
    )?.[1];
  const phrases = [...quoted, ...(word === undefined ? [] : [word])];
  return phrases.length > 0 ? [{ kind: "words", phrases, quoted: true }] : [];
}

/** Whether the words in quotation marks are what is denied: "never say 'okay'", and no promise "on my honour" that is never broken. */
function isDeniedWord(sentence: string, quoted: string): boolean {
  const at = sentence.indexOf(quoted);
  const before = sentence.slice(0, at);
  const after = sentence.slice(at + quoted.length);
  return (
    /\b(?:no|nobody|never|not|avoid|without|instead of)\b|n['’]t\b/i.test(before) ||
    /^[^.;]*\b(?:never|not) (?:be )?(?:said|used|spoken|written|heard|called|mentioned|uttered)\b/i.test(after)
  );
}

/** "The year is 1903": what is not yet there. */
function laterWords(sentence: string): Ban[] {
  const year =
    /\b(?:the year is|it is|in the year|set in|happens in|takes place in)(?: \w+)? (1[0-9]\d\d|20[0-2]\d)\b/i.exec(
      sentence,
    )?.[1];
  const later = year === undefined ? [] : LATER.filter(([since]) => since > Number(year) + 10).map(([, word]) => word);
  return later.length > 0 ? [{ kind: "later", words: later }] : [];
}
