/** By which words a deed is known again where its author names it otherwise, and what is only counted of what comes of it. */
import { capitalise, contentWords, isVerb, splitSentences, verbLemmas } from "@narratoria/protocol/english";

/** "Asked" and "ask" are one word, and so are "promised" and "promise". */
export const wordsOfDeed = (text: string): ReadonlySet<string> => {
  // What is done says most, however small its word: "you went around it" is "go by it".
  const [verb = ""] = text
    .toLowerCase()
    .replace(/^you (?:only |just |did )?/, "")
    .split(/[ ,]/);
  return new Set([
    ...verbLemmas(verb).filter((lemma) => isVerb(lemma)),
    ...[...contentWords(text)].flatMap((word) => [
      word.replace(/(?:ed|ing|es|s|e)$/u, "").slice(0, 6),
      ...verbLemmas(word).map((lemma) => lemma.replace(/e$/u, "").slice(0, 6)),
    ]),
  ]);
};

/** "Thinks worse by three", "+1": for whoever counts. */
const COUNTED =
  /[+−–-]\d|\b(?:can|may|will) be called on\b|\b(?:worse|better|more|less|higher|lower|up|down|rises?|falls?|drops?|moves?|changes?|grows?|sinks?|(?:in|de)creases?|reduced?|raised?|lowered|improves?|worsens?|goes)\b[^.;]{0,30} by (?:\d+|one|two|three|four|five|six|ten|twelve|fifteen|twenty|thirty|fifty)\b(?! (?:o[’']clock|in the|at night))/i;
/** "Tick Heat", "mark off two boxes", "Heat goes to zero": what is done with a count. */
const TICKS =
  /^(?:and )?(?:[Tt]ick|[Uu]ntick|[Mm]ark|[Aa]dvance|[Ff]ill|[Cc]lear) (?:off )?(?:a |an |one |two |the )?(?:[\p{Lu}\d]|tick|box|clock|segment)|^(?:and )?(?:the )?(?!(?:He|She|It|They|You|We|I|Nobody|Somebody|Everybody|One)\b)\p{Lu}\p{L}*(?: (?:\p{Lu}\p{L}*|of|the)){0,3} (?:goes |drops |rises |is |goes back )?(?:up |down )?(?:to|by) (?:zero|max|maximum|full|\d+|one|two|three)$/u;
/** A count that stands beside what is told: "Levy Office +1". */
const POINTS = /(?<![\p{L}\d])[+−–-]\d/u;
/** "First tick.", "It's worth a Snooze tick off." */
const OF_TICKS = /^(?:(?:the )?(?:first|second|third|fourth|fifth|sixth|last|next) tick|[^“”"]*\btick off)$/iu;

/** Whether a sentence is for whoever counts: "Tick the Snooze Clock.", "First tick." (rule CA1701) */
export const isCount = (sentence: string): boolean => {
  const plain = sentence.trim().replace(/[*_]+/g, "").replace(/[.!]$/u, "");
  return OF_TICKS.test(plain) || (!plain.includes(",") && TICKS.test(plain));
};

/** What is left for whoever is told, without what is counted: "Levy Office +1, and the town calls you Clerk." (rule CA1521) */
export function withoutCounts(then: string): string {
  const sentences = splitSentences(then)
    .filter((sentence) => !isCount(sentence))
    .map((sentence) =>
      sentence
        .split(/;\s+/)
        .flatMap((part) => {
          const clauses = part.split(/,\s+/);
          const left = clauses.filter((clause) => !POINTS.test(clause) && !TICKS.test(clause.replace(/[.!]$/u, "")));
          if (left.length === clauses.length) return COUNTED.test(part) ? [] : [part];
          if (left.length === 0) return [];
          return [left.join(", ").replace(/^(?:and|but) /, "")];
        })
        .join("; "),
    );
  return sentences
    .filter((sentence) => sentence !== "")
    .map((sentence, at) => (at === 0 ? sentence : capitalise(sentence)))
    .map((sentence, at, all) => (at < all.length - 1 ? sentence.replace(/(?<![.!?…”"'’])$/u, ".") : sentence))
    .join(" ");
}
