/** What people would say to whoever asks, and what they keep to themselves. */
import { countWords } from "@narratoria/protocol/english";

const MOST_WORDS = 12;

/** What somebody thinks, feels or knows of another, and what they do for it alone. */
const INWARD =
  /\b(?:love[sd]?|adore[sd]?|fear(?:s|ed)?|dread(?:s|ed)?|afraid|terrified|frightened|scared|hate[sd]?|despise[sd]?|dislike[sd]?|mistrust\w*|distrust\w*|revere[sd]?|worship\w*|idoli[sz]e[sd]?|pity|pities|pitied|env(?:y|ies|ied)|resent\w*|want(?:s|ed)?|need(?:s|ed)?|leans?|leant|depends?|relies|rely|obeys?|suspects?|suspected|guess(?:es|ed)?|notice[sd]?|knows?|knew|suppose[sd]?|believe[sd]?|thinks?|thought|sees|saw|seen|watch(?:es|ed)?|decided?|hopes?|avoid\w*|dreams?|hums?|looks? (?:up|past)|would|wishes|attracted|devoted|jealous|smitten|rivals?|enem(?:y|ies))\b/iu;
/** What was done, said or handed over between two, and is nobody else's business. */
const BETWEEN_TWO =
  /\b(?:promis\w+|swor[en]|swear|oaths?|vow\w*|accomplices?|confess\w*|forg[ai]v\w+|betray\w*|letters?|sign(?:s|ed)|signature|report(?:s|ed)?|permits?|half|offer(?:s|ed)?|silence|private|told|tells?|ask(?:s|ed)?|warn(?:s|ed)?|order(?:s|ed)|begged|agreed|arranged|hid(?:es?|den)?|lie[sd]?|lying|st[eo]le|stolen|bribe\w*|cheat\w*|blackmail\w*|paid|weeks|days)\b/iu;
/** What is denied, remarked on or compared. */
const REMARKED =
  /\b(?:not|never|no longer|nobody|nothing|neither|nor|no|will|shall|without either|and no more|nothing else|cannot)\b|n['’]t\b|[;:]|, \p{Ll}+s (?:it|him|her|them|the|an?)\b|, (?:upon|which|as|though|but|since|because)\b|\b(?:as one|in the way of|so that|upon reflection|on instruction|in so far)\b/iu;
/** What the rest of a note says that makes all of it private. */
const KEPT =
  /\b(?:asham\w+|guilt\w*|regret\w*|promis\w+|swor[en]|secret\w*|in secret|accomplice|afraid|dislikes?|afraid of|worst|the truth|lie[sd]?|lying|bound (?:him|her|them)|nobody knows|blam\w+|silence|owes? (?:him|her|them) (?:the truth|an apology)|(?:has|have|had) not (?:told|said)|never (?:told|said|mentioned|remarked|thanked|forgiven|exchanged)|cannot (?:talk|speak|look|meet)|has (?:noticed|guessed)|knows (?:that|what|about)|oaths?)\b|\b(?:does|do|did) not (?:know|discuss|mention)\b|\bneither has\b|['’]s never mentioned\b/iu;

/**
 * Whether somebody says a note on somebody else as anybody would of a neighbour: kin and trade, what one does for the other or did with
 * them, where it is short, of no feeling, thought or confidence, and nothing in all of the note is kept. (rule CA3140)
 *
 * @param note - The whole note as written.
 * @param spoken - What its owner would say.
 */
export function isPublicNote(note: string, spoken: string): boolean {
  const commas = spoken.match(/,/g)?.length ?? 0;
  return (
    countWords(spoken) <= MOST_WORDS &&
    commas <= 1 &&
    ![INWARD, BETWEEN_TWO, REMARKED].some((sign) => sign.test(spoken)) &&
    !KEPT.test(note)
  );
}

/** "Wren has asthma and hasn't told anyone": what nobody is told cannot be seen. (rule CA1691) */
const KEPT_TO_ONESELF =
  /\b(?:has|have)(?:n['’]t| not| never) (?:yet )?told (?:anyone|anybody|a soul|a living soul|any of (?:you|them))(?: (?:else|yet|of it|about it|that [^.;]+))?[.;]|\b(?:has|have) told (?:nobody|no one|no-one|not a soul)(?: (?:else|yet|of it|about it|that [^.;]+))?[.;]|, (?:and|but|which|though|yet) (?:nobody|no one|no-one) (?:else )?knows(?: (?:it|this|that|of it|about it|yet))?[.]$/u;
const SAYS_IT = /\b(?:says?|said|tells?|asks?|whispers?|confess(?:es)?|admits?|owns?|adds?|answers?|writes?|you)\b/iu;

/** Whether a sentence says what somebody has told nobody, or what nobody knows: it is for the teller, unless they say it there themselves. (rule CA1691) */
export const isKeptToOneself = (sentence: string): boolean =>
  KEPT_TO_ONESELF.test(sentence) && !/[“”"]/.test(sentence) && !SAYS_IT.test(sentence);
