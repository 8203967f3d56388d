/** The nouns of a list in a law, with what limits them. */
import { isVerb, singular } from "@narratoria/protocol/english";
import { isHead } from "./families.js";
import { type LawPlace, placeAt } from "./places.js";
import { ANYBODY } from "./verbs.js";
import {
  ADVERBS,
  AUXILIARIES,
  CONJUNCTIONS,
  DETERMINERS,
  isFiniteHere,
  isVerbForm,
  NAME,
  NOBODY,
  PARTICLES,
  plainOf,
  PREPOSITIONS,
  PRONOUNS,
  startsClause,
  type Word,
} from "./words.js";

/** Nouns of a list of a law. */
export interface NounList {
  readonly phrases: string[];
  /** Whether a noun was left out that is forbidden only with what is said of it: "lasers that shoot people". */
  readonly limited: boolean;
  /** Those that are not at one place, with it: "no television at the inn". */
  readonly placed: ReadonlyMap<string, LawPlace>;
  readonly end: number;
}

/** Prepositions that say which of the things is meant: "army of liberation", "clocks with hands". */
const WHICH = new Set("of by with about for from between against to".split(" "));
const WHERE = new Set("in on inside under".split(" "));
/** What is nowhere but in one of these is elsewhere. */
const CONTAINERS = new Set(
  "trunk car box chest bag drawer pocket safe case suitcase cupboard wardrobe desk mirror window envelope purse cart coffin van boot sack barrel".split(
    " ",
  ),
);

/**
 * Finds what says of a noun which one is meant.
 *
 * @param start - Where the noun begins.
 * @param at - The word behind it.
 * @returns Where it ends, and the words of both where they can be looked for; null where the noun is meant as such.
 */
function restriction(
  words: readonly Word[],
  start: number,
  at: number,
): { readonly end: number; readonly literal: string | null } | null {
  const next = words[at]?.lower ?? "";
  const then = words[at + 1];
  if (!then || then.punctuation) return null;
  const noun = words[at - 1]?.lower ?? "";
  const clauseEnd = words.findIndex(({ punctuation }, index) => index >= at && punctuation);
  const last = clauseEnd < 0 ? words.length : clauseEnd;
  if (/^(?:that|which|who|whom|whose|where|without|than|beyond)$/.test(next)) return { end: last, literal: null };
  if (next === "to" && isVerb(then.lower)) return { end: last, literal: null };
  const inside =
    WHERE.has(next) &&
    (/^an?$/.test(then.lower) || (DETERMINERS.has(then.lower) && CONTAINERS.has(words[at + 2]?.lower ?? "")));
  if (!WHICH.has(next) && !inside) return null;
  if (next === "of" && /^(?:any|all|every|whatever|whatsoever)$/.test(then.lower)) return null;
  // "No voice of his"
  if (next === "of" && /^(?:his|hers|its|theirs)$/.test(then.lower) && !isHead(singular(noun)))
    return { end: at + 2, literal: null };
  const whose = PRONOUNS.has(then.lower) || then.lower.startsWith(NAME);
  // "No ghost of him" is no ghost at all.
  if (next === "of" && whose && isHead(singular(noun))) return null;
  let end = at + 1;
  while (end < last && end - at < 7) {
    const lower = words[end]?.lower ?? "";
    // "between Ann and Bo"
    if (next === "between" && CONJUNCTIONS.has(lower)) {
      end++;
      continue;
    }
    if (end > at + 1 && (PREPOSITIONS.has(lower) || CONJUNCTIONS.has(lower) || ADVERBS.has(lower))) break;
    if (end > at + 1 && (AUXILIARIES.has(lower) || isFiniteHere(words, at + 1, end))) break;
    end++;
  }
  const literal = whose
    ? null
    : words
        .slice(start, end)
        .map((word) => plainOf(word))
        .join(" ");
  return { end, literal };
}

/** Noun phrases in a list, without articles: "no pistol, rifle or musket". It ends at a verb, a pronoun or a preposition. */
export function nounList(words: readonly Word[], { object = false } = {}): NounList {
  const phrases: string[] = [];
  const placed = new Map<string, LawPlace>();
  let limited = false;
  let at = 0;
  /** Phrases of one "no": "no guns or knives in the hall". */
  let run: string[] = [];
  for (;;) {
    // "No rain, no wind in the caves" has one place, and "no wind, and no light in the caves" has it for the light.
    if (words[at]?.lower === "no" && words[at - 1]?.punctuation !== true) run = [];
    while (
      words[at] &&
      (DETERMINERS.has(words[at]?.lower ?? "") ||
        /^(?:no|nor|not|never|kind|sort|kinds|sorts|even)$/.test(words[at]?.lower ?? ""))
    ) {
      at++;
      if (words[at]?.lower === "of" && /^(?:kind|sort|kinds|sorts)$/.test(words[at - 1]?.lower ?? "")) at++;
    }
    const start = at;
    while (at < words.length && at - start < 4 && words[start + 1]?.lower !== "than") {
      const word = words[at];
      if (
        !word ||
        word.punctuation ||
        CONJUNCTIONS.has(word.lower) ||
        PREPOSITIONS.has(word.lower) ||
        PRONOUNS.has(word.lower)
      )
        break;
      if (AUXILIARIES.has(word.lower) || (ADVERBS.has(word.lower) && at > start)) break;
      if (/^(?:only|except|whatever|however|unless|because|so|if|whether|though|but)$/.test(word.lower)) break;
      // "Nobody uses first names": behind a verb a plural is no other verb.
      const isPlain = object && /s$/.test(word.lower) && words[start]?.lower.startsWith(NAME) !== true;
      if (at > start && ((!isPlain && isFiniteHere(words, start, at)) || words[at + 1]?.lower === "than")) break;
      at++;
    }
    const phrase = words
      .slice(start, at)
      .map((word) => (/^\p{Lu}/u.test(word.text) && start > 0 ? word.text : plainOf(word)));
    if (phrase.length > 0 && !ADVERBS.has(phrase[0] ?? "") && !(phrase.length === 1 && PARTICLES.has(phrase[0] ?? "")))
      phrases.push(phrase.join(" "));
    // "mention of dragons", "sign of life"
    if (
      /^(?:mention|talk|sign|trace|word|hint|piece|picture|depiction|description|use|thing)$/.test(
        phrase.at(-1) ?? "",
      ) &&
      /^(?:of|as)$/.test(words[at]?.lower ?? "")
    ) {
      phrases.pop();
      at++;
      continue;
    }
    if (phrase.length > 0) run.push(phrase.join(" "));
    const found = phrase.length > 0 && at > start ? placeAt(words, at) : null;
    if (found) for (const one of run) if (!placed.has(one)) placed.set(one, found.place);
    const isBody = found !== null && ANYBODY.has(singular(phrase.at(-1) ?? ""));
    const which = phrase.length > 0 && at > start && !isBody ? restriction(words, start, at) : null;
    if (which) {
      // "No member of the crew dies": whoever is meant, somebody is.
      if (!ANYBODY.has(singular(phrase.at(-1) ?? ""))) {
        phrases.pop();
        if (which.literal === null) limited = true;
        else phrases.push(which.literal);
      }
      at = which.end;
    }
    // A list goes on over a remark: "no fight in the car park, no brawl".
    let comma = at;
    while (
      comma < words.length &&
      words[comma]?.lower !== "," &&
      !CONJUNCTIONS.has(words[comma]?.lower ?? "") &&
      comma - at < 6 &&
      !/^(?:which|who|that|whom)$/.test(words[comma]?.lower ?? "") &&
      PREPOSITIONS.has(words[at]?.lower ?? "") &&
      !isVerbForm(words[comma]?.lower ?? "")
    )
      comma++;
    let next =
      PREPOSITIONS.has(words[at]?.lower ?? "") &&
      (words[comma]?.lower === "," || CONJUNCTIONS.has(words[comma]?.lower ?? ""))
        ? comma
        : at;
    if (!words[next]?.punctuation && !CONJUNCTIONS.has(words[next]?.lower ?? ""))
      return { phrases, limited, placed, end: at };
    if (words[next]?.punctuation && words[next]?.lower !== ",") return { phrases, limited, placed, end: at };
    const from = next;
    while (words[next] && (words[next]?.lower === "," || CONJUNCTIONS.has(words[next]?.lower ?? ""))) next++;
    const word = words[next];
    const further =
      word &&
      !PREPOSITIONS.has(word.lower) &&
      !PRONOUNS.has(word.lower) &&
      !AUXILIARIES.has(word.lower) &&
      !NOBODY.test(word.lower) &&
      word.lower !== "neither";
    if (
      !further ||
      word.lower === "there" ||
      (isFiniteHere(words, next, next) && !DETERMINERS.has(word.lower)) ||
      phrase.length === 0
    )
      return { phrases, limited, placed, end: from };
    // "... and the Captain never allowed": a clause of its own.
    if (startsClause(words, next)) return { phrases, limited, placed, end: from };
    at = next;
  }
}
