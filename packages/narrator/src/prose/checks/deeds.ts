import { contentWords, splitSentences, verbLemmas } from "@narratoria/protocol/english";
import { type Check, quotedIn, type SceneFacts, unquoted, wordSet, wordsIn } from "./scene-facts.js";

/** Deeds that settle something, whoever does them: a later scene has to know of them. */
const WEIGHTY = new Set(
  (
    "sign tear rip shred crumple hurl fling pitch smash slit unlock untie arrest seize erase swallow bury pocket steal kiss slap punch shove poison marry " +
    "confess betray confiscate burn kill stab shoot strangle forge unpick unscrew dismantle hire dismiss"
  ).split(" "),
);

/** The lemmas of the verbs of a text, each text looked at once. */
let lastVerbs: { readonly text: string; readonly lemmas: ReadonlySet<string> } | undefined;

function verbsIn(text: string): ReadonlySet<string> {
  if (lastVerbs?.text !== text)
    lastVerbs = {
      text,
      lemmas: new Set(wordsIn(text).flatMap((word) => [word, ...lemmasOf(word), ...verbLemmas(word)])),
    };
  return lastVerbs.lemmas;
}

const lemmasOf = (verb: string): string[] => [
  verb.replace(/s$/, ""),
  verb.replace(/es$/, ""),
  verb.replace(/ies$/, "y"),
];

/** A verb of the third person after whoever does it. */
const DOES =
  /(?:^|[.!?;:,] |“” |\band )(?:(?:[Hh]e|[Ss]he|[Tt]hey|[Ss]omebody|[Nn]obody|(?:[Tt]he )?\p{L}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?) )?(?:then |\p{Ll}+ly )?(\p{Ll}{3,}s)\b/gu;

/** What a scene is about, in words: the prompt's, the draft's and what has been told. */
const knownOf = ({ given, draft, told }: SceneFacts): ReadonlySet<string> =>
  wordSet(`${given}\n${draft}\n${told.slice(0, -1).join("\n")}`);

const isKnown = (clause: string, facts: SceneFacts, share = 0.5): boolean => {
  const words = [...contentWords(clause)];
  const known = contentWords(`${facts.given}\n${facts.draft}`);
  return words.length > 0 && words.filter((word) => known.has(word)).length > share * words.length;
};

/** Who a thing belongs to, in words that say nothing else. */
const OWNS =
  /\b(?:owns|possesses|inherited|has (?:an?|the|two|three|four|another|a second|some) (?:\p{Ll}+ )?(?:house|farm|mill|share|shares|deed|fortune|purse|flask|pistol|revolver|gun|knife|key|boat|horse|ring|watch|map|copy|letter|diary|debt|licence|pension|mortgage|mistress|lover)|keeps? (?:an?|the|his|her|their|all|two|three) (?:[\p{Ll}’]+ ){0,6}?(?:in|under|behind|inside|beneath|between) (?!mind\b|order\b|check\b|sight\b|step\b|time\b|place\b|hand\b))\b[^.,;!?]*/giu;

/** What is found in, under or behind something, where no step has it. */
const CONTAINED =
  /(?:^|[.!?;:] |“” |, and )(?:[Uu]nder|[Ii]nside|[Bb]ehind|[Bb]eneath|[Ii]n) (?:the|his|her|its|their|one|an?) [^.;“”]{2,40}? (?:is|are|lies|lie|there is|there are|hangs?) (?:an?|the|two|three|some|what) [^.;“”]{3,60}/gu;

/** A thing that somebody put away. */
const PUT_AWAY =
  /\b(?:is|are|has been|have been|lies|lie) (?:\p{Ll}+ly )?(?:hidden|left|folded|pushed|pinned|sewn|stitched|tucked|stuffed|buried|wedged|concealed|sticking|locked|slipped|nailed|pasted|rolled) (?:up |out |away |small )?(?:in|into|inside|under|beneath|behind|between|to|on|of|at|among)\b[^.;“”]*/giu;

/** A thing comes to be the player's, in whatever words. */
const TO_YOU =
  /\b(?:drops?|push(?:es)?|puts?|press(?:es)?|slips?|hangs?|tucks?|ties?|pins?|works?|stuffs?|folds?|lets?|hands?|tosses|throws) (?:[\p{L}’]+ ){1,6}?(?:in|into|inside|about|round|around|down) (?:inside )?your (?:open |own |left |right )?(?:palm|hands?|neck|jacket|coat|fingers|lapel|waistcoat|shirt|apron|cap|hat|boot|book|bag|case)\b|\bmakes? you a present\b/iu;

/** A bargain, or somebody's word for it. */
const AGREES =
  /\b(?:it|that)(?:’s| is) a (?:bargain|deal)\b|\bwe have (?:a|an) (?:bargain|deal|agreement|understanding)\b|\bshakes? (?:hands|(?:his|her|your|its) (?:\p{Ll}+ )?hand) on it\b|\b(?:gives?|give) (?:him|her|them|you) (?:your|his|her|their) word\b|\b(?:you|she|he|they) (?:may|shall) have (?:the|his|her|my|their) \p{Ll}+(?: \p{Ll}+)? from (?:now|tonight|today)\b|\b(?:cross(?:es)?|strikes?) (?:[\p{L}’]+ ){1,4}?(?:out|off)\b/iu;

/** A refusal that ends the matter. */
const REFUSES =
  /\b(?:will|would) (?:not say (?:more|another)|say nothing|not go on|not hear of it|not have it|tell you nothing|answer nothing)\b|\bsends? you (?:away|back|off|home)\b/iu;

/**
 * Nothing that settles a matter happens but as the draft has it: no weighty deed, bargain or refusal; nobody is said to own what no text
 * gives them, nothing is found where no step has it, and nothing becomes the player's. Implements rules NA3310 to NA3312.
 */
export const deeds: Check = (sentence, facts) => {
  const narration = unquoted(sentence);
  const draftVerbs = verbsIn(facts.draft);
  const known = knownOf(facts);
  for (const { 1: verb = "" } of narration.matchAll(DOES)) {
    const weighty = lemmasOf(verb).find((lemma) => WEIGHTY.has(lemma));
    if (weighty !== undefined && !draftVerbs.has(weighty)) return "Nothing of weight happens but what the steps say.";
  }
  if (AGREES.test(narration) || quotedIn(sentence).some((text) => AGREES.test(text))) {
    const [said = ""] = AGREES.exec(sentence) ?? [];
    if (!splitSentences(facts.draft).some((one) => hasAll(one, said)))
      return "Nobody agrees to anything but what the steps say.";
  }
  const refuses = REFUSES.exec(narration);
  if (
    refuses &&
    facts.outcome !== "fail" &&
    !facts.effects.some(({ kind }) => kind === "refuse") &&
    !REFUSES.test(facts.draft)
  )
    return "Nobody refuses anything but what the steps say.";
  const isItem = facts.effects.some(({ kind }) => kind === "item");
  const [toYou] = TO_YOU.exec(narration) ?? [];
  if (toYou !== undefined && !isItem && !splitSentences(facts.draft).some((one) => sharesDeed(one, toYou)))
    return "Nothing changes hands.";
  const owned = [sentence.replace(/[“”]/g, "")].flatMap((text) => [...text.matchAll(OWNS)].map(([said]) => said));
  if (owned.some((said) => !isKnown(said, facts))) return "Do not give anybody a possession.";
  const placed = [...narration.matchAll(CONTAINED), ...narration.matchAll(PUT_AWAY)].map(([said]) => said);
  const isNew = (said: string): boolean => {
    if (/\b(?:hidden|concealed)\b/.test(said) && !draftVerbs.has("hide") && !draftVerbs.has("hidden")) return true;
    const nouns = wordsIn(said).filter((word) => word.length > 3);
    return !isKnown(said, facts) && nouns.some((word) => !known.has(word));
  };
  return placed.some(isNew) ? "Do not say that something is where no step has it." : null;
};

const hasAll = (sentence: string, words: string): boolean => {
  const has = contentWords(sentence);
  return [...contentWords(words)].every((word) => has.has(word));
};

/** Whether a sentence of the draft gives the player the same. */
function sharesDeed(sentence: string, said: string): boolean {
  const words = contentWords(sentence);
  const own = [...contentWords(said)];
  return /\byou\b|\byour\b/i.test(sentence) && own.filter((word) => words.has(word)).length >= Math.min(2, own.length);
}
