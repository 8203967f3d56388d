import { splitSentences } from "../english/sentences.js";
import { withoutArticle } from "../english/nouns.js";

/** Which words of this story are names, learnt from its running text. */
export interface ProperWords {
  has(word: string): boolean;
  /** The text with a small first letter, unless its first word is a name. */
  lowerFirst(text: string): string;
  /** A title as it would stand in mid-sentence: "The Bell Rope" gives "the bell rope", "The Salt Ledger" stays. */
  nounPhrase(title: string): string;
}

const bare = (token: string): string => token.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "").replace(/['’]s$/u, "");

/**
 * A word is a name if it is seen with a capital in mid-sentence and never in lower case.
 *
 * @param texts - Running text only: headings and titles would teach it that "Would" is a name.
 * @param names - Names known for certain, such as those of the people.
 */
export function learnProperWords(texts: readonly string[], names: readonly string[]): ProperWords {
  const capital = new Set<string>();
  const small = new Set<string>();
  const running = texts.join("\n");
  for (const sentence of splitSentences(running)) {
    const tokens = sentence.split(/\s+/);
    tokens.forEach((token, index) => {
      const word = bare(token);
      if (word === "") return;
      if (/^\p{Ll}/u.test(word)) small.add(word.toLowerCase());
      else if (index > 0 && /^\p{Lu}/u.test(token) && !/[.:!?—“"‘]$/.test(tokens[index - 1] ?? ""))
        capital.add(word.toLowerCase());
    });
  }
  const certain = new Set(names.flatMap((name) => name.split(/\s+/)).map((word) => bare(word).toLowerCase()));
  for (const word of ["the", "of", "and", "a", "an", "in", "on", "at"]) certain.delete(word);
  const has = (word: string): boolean => {
    const key = bare(word).toLowerCase();
    return key === "i" || certain.has(key) || (capital.has(key) && !small.has(key));
  };
  const lowerFirst = (text: string): string => {
    const first = /^[“"‘'(]*([\p{L}'’-]+)/u.exec(text)?.[1] ?? "";
    if (has(first) || /^\p{Lu}{2,}/u.test(first)) return text;
    return text.replace(/^([“"‘'(]*)(\p{Lu})/u, (_, before: string, letter: string) => before + letter.toLowerCase());
  };
  const timesWritten = (phrase: string): number => {
    let count = 0;
    for (let at = running.indexOf(phrase); at >= 0; at = running.indexOf(phrase, at + phrase.length)) {
      if (!/[\p{L}]/u.test(running[at - 1] ?? " ") && !/[\p{L}]/u.test(running[at + phrase.length] ?? " ")) count++;
    }
    return count;
  };
  const nounPhrase = (title: string): string => {
    const clean = title.trim().replace(/[.:]+$/, "");
    const hadArticle = /^(the|a|an)\s/i.test(clean);
    const core = withoutArticle(clean);
    const plain = core
      .split(" ")
      .map((word) =>
        has(word) || /^\p{Lu}{2,}/u.test(word) || /^\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase(),
      )
      .join(" ");
    const asWritten = core !== plain && timesWritten(core) > timesWritten(plain) ? core : plain;
    if (hadArticle) return `${/^the\s/i.test(clean) ? "the" : "the"} ${asWritten}`;
    const withThe = timesWritten(`the ${asWritten}`) + timesWritten(`The ${asWritten}`);
    const without = timesWritten(asWritten) - withThe;
    if (withThe > 0 && withThe >= without) return `the ${asWritten}`;
    return asWritten;
  };
  return { has, lowerFirst, nounPhrase };
}
