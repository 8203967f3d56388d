import { indexPhrases, type PhraseIndex } from "./phrase-index.js";
import { splitSentences } from "./sentences.js";
import { withoutArticle } from "./nouns.js";

/** The words of a story that are names. */
export interface ProperNames {
  has(word: string): boolean;
  /** The text with a small first letter, unless its first word is a name. */
  lowerFirst(text: string): string;
}

/** The words of a story that are names, learnt from its running text. */
export interface ProperWords extends ProperNames {
  /** All of them, in lower case and order of the alphabet. */
  readonly words: readonly string[];
  /** A title as it would stand in mid-sentence: "The Bell Rope" gives "the bell rope", "The Salt Ledger" stays. */
  nounPhrase(title: string): string;
}

const bare = (token: string): string => token.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "").replace(/['’]s$/u, "");

/** @param words - The names, in lower case. */
export function createProperNames(words: readonly string[]): ProperNames {
  const known = new Set(words);
  const has = (word: string): boolean => known.has(bare(word).toLowerCase());
  const lowerFirst = (text: string): string => {
    const first = /^[“"‘'(]*([\p{L}'’-]+)/u.exec(text)?.[1] ?? "";
    if (has(first) || /^\p{Lu}{2,}/u.test(first)) return text;
    return text.replace(/^([“"‘'(]*)(\p{Lu})/u, (_, before: string, letter: string) => before + letter.toLowerCase());
  };
  return { has, lowerFirst };
}

const SMALL_WORD = /^(?:of|the|and|in|at|on|by|to|for|with|from|an?)$/i;

/** A heading that is written in capitals alone as any other: "FORT LACOMBE" is Fort Lacombe. A word of four letters may be an abbreviation. */
export function withoutShouting(title: string): string {
  const words = title.split(" ");
  const isShouted = !/\p{Ll}/u.test(title) && words.some((word) => (word.match(/\p{Lu}/gu) ?? []).length >= 5);
  if (!isShouted) return title;
  return words
    .map((word, at) =>
      at > 0 && SMALL_WORD.test(word)
        ? word.toLowerCase()
        : word.replace(/\p{Lu}[\p{L}’']*/gu, (letters) => letters.charAt(0) + letters.slice(1).toLowerCase()),
    )
    .join(" ");
}

/** Before a name. */
const OF_ADDRESS = /^(?:Mr|Mrs|Ms|Miss|Mx|Dr|Sir|Madam|Lady|Lord|Professor|Prof|Sister|Brother|Father|Saint|St)\.?$/;

/** What a word of running text, with the marks around it, says of its writing. */
interface Token {
  /** In lower case; empty where there is no letter. */
  readonly word: string;
  readonly small: boolean;
  readonly capital: boolean;
  /** Whether what follows may have its capital from the marks at its end. */
  readonly opens: boolean;
}

function tokenOf(given: string): Token {
  const word = bare(given);
  const small = /^\p{Ll}/u.test(word);
  return {
    word: word.toLowerCase(),
    small,
    capital: word !== "" && !small && /^\p{Lu}/u.test(given),
    opens: /[.:!?—“"‘]$/.test(given),
  };
}

/**
 * A word is a name if it is seen with a capital in mid-sentence and never in lower case.
 *
 * @param texts - Running text only: headings and titles would teach it that "Would" is a name.
 * @param names - Names known for certain, such as those of the people.
 * @param phrases - The texts, one a line, where somebody else asks for their phrases as well.
 */
export function learnProperWords(
  texts: readonly string[],
  names: readonly string[],
  phrases: PhraseIndex = indexPhrases(texts.join("\n")),
): ProperWords {
  const capital = new Set<string>();
  const small = new Set<string>();
  const seen = new Map<string, Token>();
  for (const text of texts) {
    for (const sentence of splitSentences(text)) {
      let before: Token | null = null;
      for (const given of sentence.split(" ")) {
        const token = seen.get(given) ?? tokenOf(given);
        seen.set(given, token);
        if (token.small) small.add(token.word);
        else if (before !== null && token.capital && !before.opens) capital.add(token.word);
        before = token;
      }
    }
  }
  const certain = new Set(names.flatMap((name) => name.split(/\s+/)).map((word) => bare(word).toLowerCase()));
  for (const word of ["the", "of", "and", "a", "an", "in", "on", "at"]) certain.delete(word);
  const words = [...new Set([...certain, ...[...capital].filter((word) => !small.has(word)), "i"])].sort();
  const { has, lowerFirst } = createProperNames(words);
  const running = phrases.text;
  const isLetter = (char: string | undefined): boolean => char !== undefined && /\p{L}/u.test(char);
  /** How often a phrase is written, and how often with "the" before it. */
  const timesWritten = (phrase: string): { readonly all: number; readonly withThe: number } => {
    let all = 0;
    let withThe = 0;
    for (const at of phrases.offsetsOf(phrase)) {
      if (isLetter(running[at - 1]) || isLetter(running[at + phrase.length])) continue;
      all++;
      if (/\bthe $/i.test(running.slice(Math.max(0, at - 5), at))) withThe++;
    }
    return { all, withThe };
  };
  const nounPhrase = (title: string): string => {
    const clean = withoutShouting(title.trim().replace(/[.:]+$/, ""));
    const hadArticle = /^(the|a|an)\s/i.test(clean);
    const core = withoutArticle(clean);
    const plain = core
      .split(" ")
      .map((word, at, all) =>
        has(word) ||
        OF_ADDRESS.test(word) ||
        // "Mr Bright" is somebody's name, however often a light is bright.
        OF_ADDRESS.test(all[at - 1] ?? "") ||
        /^\p{Lu}(?:\.$|\p{Lu})/u.test(word) ||
        /^\p{Lu}.*\p{Lu}/u.test(word)
          ? word
          : word.toLowerCase(),
      )
      .join(" ");
    const plainCount = timesWritten(plain);
    const coreCount = core === plain ? plainCount : timesWritten(core);
    const [asWritten, count] = coreCount.all > plainCount.all ? [core, coreCount] : [plain, plainCount];
    if (hadArticle) return `the ${asWritten}`;
    if (count.withThe > 0 && count.withThe >= count.all - count.withThe) return `the ${asWritten}`;
    return asWritten;
  };
  return { words, has, lowerFirst, nounPhrase };
}
