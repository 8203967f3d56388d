/** Cases that a beat's text still has when all else of it is read: what comes of one of its ways, or a note to whoever tells it. */
import type { AuthorChoice } from "@narratoria/protocol/contracts";
import { capitalise, contentWords, isWholeSentence, verbLemmas } from "@narratoria/protocol/english";
import { isInPresent } from "../told-times.js";

/** "If it's the front, the street hears by noon" */
const CASE = /^(?:But |And |Only )?[Ii]f ([^,“”"]{3,60}), (?:then )?([^“”"]+?)[.]?$/u;
/** "If you look up, you can see the weir.": what is so for anybody who looks. */
const OF_LOOKING =
  /^you (?:look|listen|stand|lean|turn|hold|put|sit|breathe|close|open|press|crane|squint|climb|go|walk|stay|wait|step|keep|bend|kneel|cup|strain)\b/iu;
const ANYBODY_CAN = /\b(?:you|one|anybody|anyone) (?:can|could|may|might)\b|\bcan be \p{Ll}+/iu;
/** "If Ann is here, she tells him": what hangs on who has come. */
const ON_WHO_IS_THERE =
  /^(?:\p{Lu}[\p{L}’'-]*|he|she|they)(?: \p{Lu}[\p{L}’'-]*)*(?:['’](?:s|re)| is| are) (?:still |also |not )?(?:here|there|present|along|around|alive|awake|with (?:you|them|him|her))\b/u;
/** "And: bring her along, or leave her.": one more question to whoever tells. */
const ONE_MORE = /^(?:And|Also|Or|Plus|Then): \p{Ll}/u;
/** "If she noticed, she said nothing." */
const PAST =
  /\b(?:had|was|were|did|would|could|should)\b|(?<!(?:\b(?:is|are|be|gets?)|['’](?:s|re)) )\b\p{Ll}{3,}ed\b/u;

type Way = Pick<AuthorChoice, "text" | "result" | "decides">;

/** What a beat tells without its cases, and its ways with what comes of each. */
export interface WithoutCases<Choice extends Way> {
  readonly told: string[];
  readonly decisions: readonly string[];
  readonly choices: readonly Choice[];
  /** What was taken out and comes of no way. */
  readonly left: readonly string[];
}

/**
 * Takes the cases out of what a beat tells in the present: "If it's the front, the street hears by noon; if it's the cellar, you see the
 * wall." A case that has a word in common with one way alone is what comes of that, and any other is the teller's. (rule CA6456)
 */
export function withoutCases(
  told: readonly string[],
  decisions: readonly string[],
  choices: readonly AuthorChoice[],
): WithoutCases<AuthorChoice> {
  const kept: string[] = [];
  const left: string[] = [];
  const results = new Map<string, string>();
  const ways = [...decisions, ...choices.map(({ text }) => text)];
  const isNow = isInPresent(told);
  for (const sentence of told) {
    if (ONE_MORE.test(sentence)) {
      left.push(sentence);
      continue;
    }
    const cases = sentence.split(/;\s+(?=(?:but |and )?if )/iu).map((one) => CASE.exec(capitalise(one.trim())));
    const isCase = ([, clause = "", then = ""]: RegExpExecArray): boolean =>
      !PAST.test(clause) && !OF_LOOKING.test(clause) && !ANYBODY_CAN.test(then);
    if (!isNow || !cases.every((one) => one !== null && isCase(one))) {
      kept.push(sentence);
      continue;
    }
    const found = cases.map((one) => resultIn(one, ways, choices));
    const isForTeller = cases.every((one, at) => found[at] !== undefined || ON_WHO_IS_THERE.test(one?.[1] ?? ""));
    // Half of what stands in one sentence may have no way of its own: "If it's the front, the street hears".
    if (!isForTeller && found.every((one) => one === undefined)) {
      kept.push(sentence);
      continue;
    }
    for (const [at, one] of found.entries())
      if (one !== undefined && !results.has(one.way)) results.set(one.way, one.result);
      else left.push(cases[at]?.[0] ?? "");
  }
  return {
    told: kept,
    decisions: decisions.filter((text) => !results.has(text)),
    choices: [
      ...decisions.flatMap((text) =>
        results.has(text) ? [{ text, result: results.get(text) ?? "", decides: true }] : [],
      ),
      ...choices.map((one) => (results.has(one.text) ? { ...one, result: results.get(one.text) ?? "" } : one)),
    ],
    left,
  };
}

/** What a case says comes of one way of the beat, of which nothing is known yet. */
function resultIn(
  found: RegExpExecArray | null,
  ways: readonly string[],
  choices: readonly AuthorChoice[],
): { readonly way: string; readonly result: string } | undefined {
  const [, clause = "", then = ""] = found ?? [];
  const way = wayOf(clause, ways);
  const result = capitalise(then.trim());
  const isKnown = choices.some(({ text, result: own }) => text === way && own !== undefined);
  return way === undefined || isKnown || !isWholeSentence(`${result}.`) ? undefined : { way, result };
}

/** The only way with which a clause has most words in common. */
function wayOf(clause: string, ways: readonly string[]): string | undefined {
  const words = lemmasOf(clause);
  const shared = ways.map((way) => [...lemmasOf(way)].filter((word) => words.has(word)).length);
  const most = Math.max(0, ...shared);
  const found = ways.filter((_, at) => shared[at] === most);
  return most > 0 && found.length === 1 ? found[0] : undefined;
}

const lemmasOf = (text: string): ReadonlySet<string> =>
  new Set([...contentWords(text.replace(/['’]s\b/gu, ""))].flatMap((word) => [word, ...verbLemmas(word)]));
