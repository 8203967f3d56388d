/** Laws on the words that one person never says. */

/** A sentence that forbids words to its subject: "The Clerk never says 'I' or 'me', and it never guesses." */
export interface SpokenWords {
  /** What stands before the denial: the subject. */
  readonly subject: string;
  readonly phrases: readonly string[];
  /** What the sentence says besides. */
  readonly rest: string;
}

const QUOTED = /["“][^"”]{1,40}["”]|(?<!\p{L})'[^']{1,40}'(?!\p{L})/u;
const LIST = `(?:${QUOTED.source})(?:(?:, ?|,? (?:or|and|nor) )(?:${QUOTED.source}))*`;
const DENIED = new RegExp(
  String.raw`^(.*?)\b(?:never|(?:does|do|did|may|can|will|must|should)(?: not|n't)|cannot|won't|can't|shan't)(?: ever)? (?:says?|uses?|utters?|speaks?|writes?|answers?)(?: (?:of|with))?(?: (?:the|any of the) (?:words?|phrases?|terms?))?:? (${LIST})`,
  "iu",
);

/** Reads a sentence that forbids words to its subject; null where it is none. */
export function spokenWordsOf(sentence: string): SpokenWords | null {
  const match = DENIED.exec(sentence);
  if (match === null) return null;
  const [all, subject = "", list = ""] = match;
  const phrases = [...list.matchAll(new RegExp(QUOTED.source, "gu"))].map(([quoted]) =>
    quoted
      .slice(1, -1)
      .replace(/[.,!?]+$/, "")
      .trim(),
  );
  const rest = sentence.slice(all.length).replace(/^[\s,;.]*(?:and|or|nor|but)?\s*/i, "");
  return { subject: subject.trim(), phrases: phrases.filter((phrase) => phrase !== ""), rest };
}

/** A sentence without the words in quotation marks. */
export const withoutQuoted = (sentence: string): string => sentence.replace(new RegExp(QUOTED.source, "gu"), " ");

const DENIES = /\b(?:no|nobody|nothing|none|never|not|neither|nor|cannot|without)\b|n't\b/i;

/** A sentence without what it quotes, where only the quotation denies something: "It says: 'That is not for me to say.'" */
export function withoutQuotedDenials(sentence: string): string {
  const outside = sentence.replace(new RegExp(QUOTED.source.replaceAll("{1,40}", "+"), "gu"), " ");
  return DENIES.test(outside) ? sentence : outside;
}
