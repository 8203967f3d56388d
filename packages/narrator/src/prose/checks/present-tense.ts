import { memoizeText, pastTense, thirdPerson, verbLemmas } from "@narratoria/protocol/english";

/** Words behind which a form in -ed is no verb of a clause: "the worn step", "has gone", "of polished brass". */
const NO_VERB_BEHIND =
  /^(?:the|an?|his|her|its|their|my|your|our|this|these|those|some|any|no|every|each|of|in|on|at|with|without|by|from|into|under|over|very|so|too|more|half|well|newly|be|been|being|is|are|was|were|has|have|had|having|get|gets|got|to|not|did|does|do|could|would|should|might|must|can|will)$/i;
/** What only looks like a past. */
const NO_PAST =
  /^(?:hundred|kindred|hatred|sacred|naked|wicked|rugged|ragged|aged|beloved|indeed|need|seed|feed|weed|bed|red|shed|sled|speed|reed|steed|breed|greed|creed)$/;
const BE: Readonly<Record<string, string>> = { was: "is", were: "are", had: "has" };

const lemmaOfPast = (word: string): string | undefined =>
  verbLemmas(word).find((lemma) => lemma !== word && lemma !== "be" && lemma !== "have" && pastTense(lemma) === word);

/**
 * Narration of the past as it would be told in the present, for checks that know the forms of the present alone: "You went out, and Maud
 * said" gives "You go out, and Maud says". Speech stays as it is. Nobody reads what comes of it.
 */
export const inPresent = memoizeText((text): string =>
  text
    .split(/(“[^”]*(?:”|$))/)
    .map((part) => (part.startsWith("“") ? part : narrationInPresent(part)))
    .join(""),
);

function narrationInPresent(text: string): string {
  let before = "";
  let isYours = false;
  return text.replace(/[\p{L}’'-]+|[.!?;:]/gu, (word) => {
    const lower = word.toLowerCase();
    const now = BE[lower] ?? pastAsPresent(lower, before, isYours);
    if (/^[.!?;:]$/.test(word)) isYours = false;
    else if (/^(?:you|they|we)$/.test(lower)) isYours = true;
    else if (/^(?:he|she|it|who)$/.test(lower) || /^\p{Lu}/u.test(word)) isYours = false;
    before = word;
    return now ?? word;
  });
}

function pastAsPresent(word: string, before: string, isYours: boolean): string | undefined {
  // "Used to" has no present.
  if (NO_PAST.test(word)) return undefined;
  if (NO_VERB_BEHIND.test(before) || word === "used") return undefined;
  const lemma = lemmaOfPast(word);
  if (lemma === undefined) return undefined;
  return isYours ? lemma : thirdPerson(lemma);
}
