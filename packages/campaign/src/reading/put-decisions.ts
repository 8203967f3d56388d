/** Deeds that a beat puts to the player in its own words: bare imperatives, what they could do, outcomes that are deeds of theirs. */
import { isVerb } from "@narratoria/protocol/english";

/** Words a decision or a choice may have. */
export const LONGEST_DEED = 14;
/** Sentences at the end of a beat in which its decision is put. */
const AT_THE_END = 4;

const NO_DEED =
  /^(?:be|have|the|a|an|and|or|but|for|with|at|in|on|by|from|of|as|like|that|this|it|his|her|their|your|its|not|no|if|when|only|so|who|what|why|how|which|where|whether|two|three|both|either|all|some|any|rain|love|rest|even|better|right|mind|light|still|well|dear|time)$/;

/** A word that no list of verbs has, in front of what it is done to: "vent the hold". */
const DONE_TO =
  /^(?!(?:past|over|under|above|below|behind|beside|near|around|across|after|before|along|among|beyond|during|inside|outside|into|onto|until|till|since|toward|towards|upon|within|without|against|between|through|about|just|then|there|here|now|maybe|perhaps|half|every|each|many|much|most|more|less|same|such|almost|nearly|where)\b)\p{Ll}{3,}(?<!ly|ing|ed|ness|s) (?:the|an?|your|his|her|their|its|it|him|them|us|me|everybody|everyone|\p{Lu}\p{L}+)(?= |$)/u;

/** What a deed brings about stands behind it: "vent the hold and it adds up", "burn hard for Ceres: seventy days". */
const WHAT_FOLLOWS =
  /\s*(?:[:;—–(]|,\s+(?:and|but|which|who|so|because|since|while|as)\b|\s(?:and|but|so|because) (?:(?:it|they|he|she|you|there|that|this|nobody|everybody|everyone|who)\b|(?:the|a|an|your|his|her|their) \p{L}+ (?:is|are|will|has|have|goes|comes)\b)).*$/su;

/** "Team up", "bail out". */
const WITH_PARTICLE = /^\p{Ll}{3,}(?<!ly|ing|ed|ness) (?:up|out|off|down|in|away|back|over|on|through|aside)(?= |$)/u;

/**
 * Whether words are a deed in the infinitive.
 *
 * @param words - In small letters but for names.
 * @param beside - Whether they stand beside other deeds, so that a verb in no list may be one.
 */
export function isDeed(words: string, beside: boolean): boolean {
  const [first = ""] = words.split(" ");
  return !NO_DEED.test(first) && (isVerb(first) || (beside && (DONE_TO.test(words) || WITH_PARTICLE.test(words))));
}

const deedOf = (words: string, beside = false): string | undefined => {
  const plain = words
    .replace(/^(?:either|or|else|so|then|now|maybe|perhaps)[, ]+/i, "")
    .replace(WHAT_FOLLOWS, "")
    .replace(/[.!?\s]+$/u, "")
    .trim();
  const deed = plain.charAt(0).toLowerCase() + plain.slice(1);
  if (!isDeed(deed, beside)) return undefined;
  const short = deed.split(" ").length > LONGEST_DEED ? deed.replace(/^(.+? and .+?) and .*$/, "$1") : deed;
  return short.split(" ").length > LONGEST_DEED ? undefined : short;
};

/** The deeds of one sentence that lists them: "Give it, fight for it, or talk fast.", "Sign, or don't." */
function listIn(sentence: string): readonly string[] {
  const plain = sentence.trim();
  if (!/^\p{Lu}/u.test(plain) || !/\bor\b/.test(plain) || /[“”"?]/.test(plain)) return [];
  const parts = plain
    .replace(/[.!]$/, "")
    .split(/\s*[,;]\s*(?:or\s+)?(?:else\s+)?|\s+or\s+/)
    .filter((part) => part !== "");
  if (parts.length < 2) return [];
  const [first = "", ...others] = parts.map((part) => part.replace(/^Either /, ""));
  const known = parts.filter((part) => deedOf(part) !== undefined).length;
  const deed = deedOf(first, known > 0);
  if (deed === undefined) return [];
  if (others.length === 1 && /^(?:don['’]t|do not|not)$/.test(others[0] ?? "")) return [deed, `refuse to ${deed}`];
  const deeds = others.map((part) => deedOf(part, known > 0));
  return deeds.every((one) => one !== undefined) ? [deed, ...deeds] : [];
}

/** "You could also bring the raffle forward, and let them have ten more minutes." */
const COULD =
  /^You (?:may|can|could|might) (?:(?:also|just|even|still|simply|always|instead|perhaps) )*(?:not [^,;:]+, (?:and|but) )?(\p{Ll}[^“”"?]*)$/u;
/** What is only noticed is no deed. */
const NOTICED =
  /^(?:see|hear|feel|smell|taste|imagine|think|believe|remember|know|guess|wonder|have|be|swear|almost|hardly|not)\b/;
/** What goes on with a deed, and is not needed to name it. */
const GOES_ON = /[;:—–].*$|,\s(?:who|which|that|since|as|because|and|then|so|but|if|while|until|when|where|with)\b.*$/u;

/**
 * The deed of a sentence that says one thing the player could do, as far as a choice has words for it: one of several such sentences side
 * by side is a choice. (rule CA1517)
 */
export function optionOf(sentence: string): string | null {
  // A remark in brackets says how it is tried.
  const said = sentence.replace(/\s*\([^()]*\)/g, "").trim();
  const [, words = ""] = COULD.exec(said.replace(/[.!]$/, "")) ?? [];
  if (words === "" || NOTICED.test(words) || / or (?:\p{Ll}+ )?\p{Ll}+/u.test(words)) return null;
  // "Say, in that strange late voice, that he has died": what stands between commas says how.
  const plain = words
    .replace(/^(\p{Ll}+), [^,]{3,50}, (?=that\b|to\b|the\b|an?\b)/u, "$1 ")
    .replace(
      /, (?:since|as|because|if|when|while|in|with|for)\b[^,]{2,50}, (?=(?:what|who|whom|why|where|how|whether|that|about|to|for)\b)/u,
      " ",
    )
    .replace(GOES_ON, "");
  const short = plain.split(/,\s/)[0] ?? plain;
  return isDeed(short, true) && short.split(/\s+/).length <= LONGEST_DEED ? short : null;
}

/** What is put to the player in bare imperatives, and in which sentences that is done. */
export interface PutDecisions {
  readonly decisions: readonly string[];
  /** Indices of sentences that say no more than that. */
  readonly taken: ReadonlySet<number>;
}

/**
 * Finds a decision at the end of a beat: one sentence that lists deeds, or a deed and after it others that begin with "Or". What a deed
 * brings about is left out of its words. (rule CA1500)
 *
 * @param sentences - All that the beat tells, in order, in the second person.
 */
export function putDecisions(sentences: readonly string[]): PutDecisions {
  const from = Math.max(0, sentences.length - AT_THE_END);
  for (let at = sentences.length - 1; at >= from; at--) {
    const deeds = listIn(sentences[at] ?? "");
    if (deeds.length > 1) return { decisions: deeds, taken: new Set([at]) };
  }
  const isOther = (at: number): boolean => /^Or,? (?!else\b)/.test(sentences[at] ?? "");
  const start = sentences.findIndex((_, at) => at >= from - 1 && !isOther(at) && isOther(at + 1));
  if (start < 0) return { decisions: [], taken: new Set() };
  let end = start + 1;
  while (isOther(end + 1)) end++;
  const put = sentences.slice(start, end + 1);
  const isKnown = put.some((sentence) => deedOf(sentence) !== undefined);
  const deeds = put.map((sentence) => deedOf(sentence, isKnown));
  if (!deeds.every((one) => one !== undefined)) return { decisions: [], taken: new Set() };
  return { decisions: deeds, taken: new Set(deeds.map((_, at) => start + at)) };
}

/** What happens to somebody, or comes of what they did: nobody chooses it. */
const BEFALLS =
  /^(?:are|is|were|was|be|have|has|had|get|gets|lose|loses|learn|learns|find|finds|see|sees|hear|hears|fall|falls|know|knows|win|wins|fail|fails|escape|escapes|survive|survives|die|dies|gain|gains|receive|receives|notice|notices|discover|discovers|realise|realises|realize|realizes|arrive|arrives|come|comes|wake|wakes|miss|misses|manage|manages|succeed|succeeds|remember|remembers|feel|feels|understand|understands|become|becomes|reach|reaches|need|needs|owe|owes|must|may|can|will|would|could|might|should|do|does|did|never|only|still)$/i;

/**
 * The deeds of the player's that an outcome consists of: "You go forward to the van, or sit down with Osk" is two; what befalls
 * the player is none. (rule CA1501)
 *
 * @param text - What the author says of the outcome, in the second person.
 */
export function chosenIn(text: string): readonly string[] {
  // A tag in brackets is offered as the deed that it names.
  if (/\(\p{Ll}+(?:_\p{Ll}+)+\)/u.test(text)) return [];
  const [, deeds = ""] = /^You ((?:\p{L}+ly )?\p{Ll}+\b[^.!?]*)/u.exec(text.trim()) ?? [];
  const [first = ""] = deeds.split(" ");
  if (deeds === "" || BEFALLS.test(first)) return [];
  const parts = deeds.replace(/\s*\([^()]*\)/g, "").split(/,?\s+or\s+(?:you\s+)?/);
  const found = parts.map((part) => deedOf(part));
  return found.every((one) => one !== undefined) ? found : [];
}
