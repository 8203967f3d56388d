/** What may be answered to a question that a beat leaves with the player and to which it names no answers: "What do you tell her?" */
import { doing, split } from "./clauses.js";
import { isDeed } from "./deed-words.js";

/** "What do you tell her?", "If she asks you what you would do, what do you say?" */
const WHAT_SAID =
  /^(?:(?:And|So|But|Well|Now),? )?(?:if (?:he|she|they|it|(?:the )?\p{Lu}\p{L}+) asks? you (what|why|how|where|when|which|whether|if|who) (you [^,?“”"]{2,50}), )?what (?:do|will|would|shall|should|can) (?:you|we) (?:say|tell|answer|reply|promise)(?: (?:to )?(?:(?:him|her|them|it|everybody|everyone)|(?:the )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?))?(?: (?:to|about) (?:that|this|it))?(?: (?:then|now))?\?$/iu;
/** "Who do you follow off the platform?", "Whom do you believe?" */
const WHO_DONE =
  /^(?:(?:And|So|But|Well|Now),? )?(?:who|whom|which of (?:them|the (?:two|three|four|others)))(?:,? then,?)? (?:do|will|would|shall|should) (?:you|we) (\p{Ll}+)((?: (?!and\b|or\b)[^,;?“”"\s]+){0,5})\?$/iu;
/** "What shall we do with it?" */
const WHAT_DONE =
  /^(?:(?:And|So|But|Well|Now),? )?what (?:do|will|would|shall|should) (?:you|we) do with (it|him|her|them|the [\p{Ll} ]{3,24})\?$/iu;
/** Somebody wants something of the player, in their words or in the author's. */
const WANTED =
  /[“"](?:[^“”"]*[.!?;,] )?(?:please,? )?(?:find|bring|give|take|help|come|let|keep|promise|get|stay|leave|lend|carry|swear|don['’]t|do not|wait|go|tell|say|sign|read|will you|would you|could you|can you|won['’]t you)\b|\b(?:asks?|asked|begs?|begged|wants?|wanted|urges?|urged|invites?|invited|offers?|offered|would like|needs?) you (?:to|the|a|an|in|along|out|back|up|for|his|her|their|if you)\b|\b(?:offers?|offered|proposes?|proposed) (?:a|an|the|him|her|his|its|them)\b/iu;
/** Sentences at the end of a beat of which one may ask. */
const LAST = 2;

/** The answers to a question that a beat leaves open. */
export interface OpenQuestion {
  readonly ways: readonly string[];
  /** Index of the sentence that asks, which the choices ask instead of it. */
  readonly at: number;
}

/**
 * Natural answers to the question with which a beat ends, where its author names none: yes and no to whoever wants something, each of those
 * who are there to "whom do you follow". (rule CA5716)
 *
 * @param sentences - All that the beat tells, in the second person.
 * @param isPerson - Whether words are somebody's name.
 */
export function answersTo(sentences: readonly string[], isPerson: (name: string) => boolean): OpenQuestion | undefined {
  const from = Math.max(0, sentences.length - LAST);
  for (let at = sentences.length - 1; at >= from; at--) {
    const ways = waysOf(sentences[at]?.trim() ?? "", sentences.slice(0, at), isPerson);
    if (ways.length > 1) return { ways, at };
  }
  return undefined;
}

function waysOf(question: string, before: readonly string[], isPerson: (name: string) => boolean): readonly string[] {
  const text = before.join(" ");
  const said = WHAT_SAID.exec(question);
  if (said !== null) {
    const [, word, clause] = said;
    if (clause !== undefined && word !== undefined && !/^(?:whether|if)$/i.test(word))
      return [`say ${word.toLowerCase()} ${clause}`, "say that it is not for you to say"];
    return WANTED.test(text) || clause !== undefined ? ["say yes", "say no"] : [];
  }
  const thing = WHAT_DONE.exec(question)?.[1];
  if (thing !== undefined) return /^(?:him|her|them)$/.test(thing) ? [] : [`keep ${thing}`, `give ${thing} up`];
  const [, verb = "", rest = ""] = WHO_DONE.exec(question) ?? [];
  if (verb === "") return [];
  const ways = peopleIn(before, isPerson).map((name) => `${verb} ${name}${rest}`);
  return ways.every((way) => isDeed(way, true)) ? ways : [];
}

/** "Decide what you tell her, and whether she rides along." */
const WHETHER =
  /\bwhether (?:or not )?((?:he|she|they|it|(?:the )?\p{Lu}\p{L}+) \p{Ll}+s\b[^,;:?“”"]{0,40}?)(?: or not)?[.!]?$/u;

/** The two ways of what a sentence leaves to the player with "whether". (rule CA5717) */
export function waysOfWhether(sentence: string): readonly string[] {
  const clause = WHETHER.exec(sentence.trim())?.[1];
  const way = clause === undefined ? undefined : split(clause, doing)?.way;
  return way === undefined ? [] : [way, `refuse to ${way}`];
}

/** "It is for you to say how much she is to hear: the cards, or only that he was fond of her". */
const HOW_MUCH =
  /\bfor you to (?:say|decide|choose) (?:how much|what|which part|how far)\b[^:“”"]*\b(he|she|they|(?:the )?\p{Lu}\p{L}+) (?:is|are)? ?(?:to )?(?:hears?|knows?|learns?|be told|told)\b[^:“”"]*: (.+? or .+?)[.!]$/u;

/** What somebody may be told of, where a beat leaves open how much. */
export function waysOfTelling(sentence: string): readonly string[] {
  const [, who = "", list = ""] = HOW_MUCH.exec(sentence.trim()) ?? [];
  const whom = ({ he: "him", she: "her", they: "them" } as Readonly<Record<string, string>>)[who.toLowerCase()] ?? who;
  const parts = list.split(/,? or /u).map((part) => part.replace(/, (?:put|laid|given|read)\b.*$/u, "").trim());
  const ways = parts.map((part) => {
    const [, only = "", rest = part] = /^(only |just |merely )?(.+)$/u.exec(part) ?? [];
    return `tell ${whom} ${only}${/^(?:that|what|why|how|who|where|nothing|everything|all)\b/u.test(rest) ? rest : `of ${rest}`}`;
  });
  return list === "" ? [] : ways;
}

/** Answers to "whom" at most. */
const MOST = 4;
const NAME =
  /(?<![\p{L}’'-])(?:(?:Mr|Mrs|Ms|Miss|Dr|Sir|Lady|Captain|Sergeant|Father|Mother|Sister|Aunt|Auntie|Uncle|Old)\.? )?\p{Lu}[\p{L}’'-]*\p{Ll}(?: \p{Lu}[\p{L}’'-]*\p{Ll})*/gu;

/** Those whom sentences name as doing something, the last first. */
function peopleIn(sentences: readonly string[], isPerson: (name: string) => boolean): readonly string[] {
  const found: string[] = [];
  for (const sentence of sentences.toReversed())
    for (const [name] of sentence.replace(/[“"][^“”"]*[”"]/gu, " ").matchAll(NAME)) {
      const own = name.replace(/['’]s?$/u, "");
      // "Ilse's part" names whose it is.
      if (own !== name || !isPerson(own)) continue;
      const short = own.split(" ").at(-1) ?? own;
      if (!found.some((one) => one === own || one.split(" ").includes(short) || own.split(" ").includes(one)))
        found.push(own);
    }
  return found.slice(0, MOST);
}
