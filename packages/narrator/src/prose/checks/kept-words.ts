import { contentWords, splitSentences } from "@narratoria/protocol/english";
import { holdsWords } from "../steps.js";
import { type Check, quotedIn, wordsIn } from "./scene-facts.js";

const LEAST_WORDS = 5;
/** Share of a line's words, in their order, from which a speech is that line said otherwise. */
const NEARLY = 0.75;

/** A line of the author's is said as it stands, and once. (rule NA719) */
export const keptWords: Check = (sentence, { kept, told, draft }) => {
  if (deniesDraft(sentence, draft)) return "Do not turn what the steps say into its opposite.";
  const said = quotedIn(sentence).join(" ");
  if (said === "") return null;
  for (const { text } of kept) {
    const line = wordsIn(text);
    if (line.length < LEAST_WORDS) continue;
    const holds = holdsWords(sentence, text);
    if (holds && holdsWords(told.join(" "), text)) return `“${text}” has been said: do not say it twice.`;
    // Words between may part a line.
    if (` ${line.join(" ")} `.includes(` ${wordsIn(said).join(" ")} `)) continue;
    if (!holds && sharedInOrder(line, wordsIn(said)) >= NEARLY * line.length)
      return `Say this line word for word: “${text}”`;
    if (!holds && saysOtherwise(text, said)) return `Say this line word for word: “${text}”`;
  }
  return null;
};

const DENIES = /\b(?:not|no|never|nothing|nobody|neither|cannot)\b|n[’']t\b/i;

/** Whether a sentence is one of the draft's but for the word that turns it round. */
function deniesDraft(sentence: string, draft: string): boolean {
  return splitSentences(draft).some(
    (one) => DENIES.test(one) !== DENIES.test(sentence) && saysOtherwise(one, sentence.replaceAll("*", "")),
  );
}

/** Words of a line's sentence that may be others in one that is that sentence said otherwise. */
const CHANGED = { words: 2, share: 0.34 };

/** Whether a sentence that is said is one of a line's but for a word or two. */
function saysOtherwise(line: string, said: string): boolean {
  const parts = splitSentences(line).map(wordsIn);
  return splitSentences(said)
    .map(wordsIn)
    .some((words) => {
      if (words.length < LEAST_WORDS || parts.some((part) => part.join(" ").includes(words.join(" ")))) return false;
      return parts.some((part) => {
        const changed = Math.max(part.length, words.length) - sharedInOrder(part, words);
        return part.length >= LEAST_WORDS && changed <= CHANGED.words && changed <= CHANGED.share * part.length;
      });
    });
}

/** Length of the longest common subsequence. */
function sharedInOrder(line: readonly string[], said: readonly string[]): number {
  let row = Array<number>(said.length + 1).fill(0);
  for (const word of line) {
    const next = [0];
    for (const [at, other] of said.entries())
      next.push(word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Content words of a locked sentence that a sentence shares and the prompt does not have: no coincidence. */
const TELLTALE = 4;
const TELLTALE_SHARE = 0.6;
/** A sentence that is a locked one nearly to the word tells it, however few of its words are new. */
const VERBATIM = { words: 5, share: 0.85, fresh: 2 };

/** What a later beat or an ending tells is told by nobody before it. (rule NA720) */
export const locked: Check = (sentence, { locked: sentences, given, draft }) => {
  const own = [...contentWords(sentence)];
  if (own.length < TELLTALE) return null;
  const open = openWords(given, draft);
  const fresh = own.filter((word) => !open.has(word));
  if (fresh.length < VERBATIM.fresh) return null;
  const givenAway = wordsOf(sentences).some((words) => {
    const shared = fresh.filter((word) => words.has(word));
    if (shared.length >= TELLTALE && shared.length >= TELLTALE_SHARE * fresh.length) return true;
    return (
      shared.length >= VERBATIM.fresh &&
      own.length >= VERBATIM.words &&
      own.filter((word) => words.has(word)).length >= VERBATIM.share * own.length
    );
  });
  return givenAway ? "Do not tell what has not come to light yet." : null;
};

const wordsOfLocked = new WeakMap<readonly string[], readonly ReadonlySet<string>[]>();

/** Content words of each sentence: they are held against every sentence of a scene. */
function wordsOf(sentences: readonly string[]): readonly ReadonlySet<string>[] {
  const known = wordsOfLocked.get(sentences) ?? sentences.map(contentWords);
  wordsOfLocked.set(sentences, known);
  return known;
}

let lastOpen: { readonly given: string; readonly draft: string; readonly words: ReadonlySet<string> } | undefined;

function openWords(given: string, draft: string): ReadonlySet<string> {
  if (lastOpen?.given !== given || lastOpen.draft !== draft)
    lastOpen = { given, draft, words: contentWords(`${given}\n${draft}`) };
  return lastOpen.words;
}
