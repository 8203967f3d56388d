import { contentWords } from "@narratoria/protocol/english";
import { holdsWords } from "../steps.js";
import { type Check, quotedIn, wordsIn } from "./scene-facts.js";

const LEAST_WORDS = 5;
/** Share of a line's words, in their order, from which a speech is that line said otherwise. */
const NEARLY = 0.75;

/** A line of the author's is said as it stands, and once. (rule NA719) */
export const keptWords: Check = (sentence, { kept, told }) => {
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
  }
  return null;
};

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

/** What a later beat or an ending tells is told by nobody before it. (rule NA720) */
export const locked: Check = (sentence, { locked: sentences, given, draft }) => {
  const own = [...contentWords(sentence)];
  if (own.length < TELLTALE) return null;
  const open = contentWords(given);
  const told = contentWords(draft);
  const fresh = own.filter((word) => !open.has(word) && !told.has(word));
  if (fresh.length < TELLTALE) return null;
  const givenAway = sentences.some((text) => {
    const words = contentWords(text);
    const shared = fresh.filter((word) => words.has(word));
    return shared.length >= TELLTALE && shared.length >= TELLTALE_SHARE * fresh.length;
  });
  return givenAway ? "Do not tell what has not come to light yet." : null;
};
