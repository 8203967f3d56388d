/** Sentences of an ending that hold in one case alone: "If you gave it to Strand, he has put it in the safe." */
import { splitSentences } from "@narratoria/protocol/english";

/** What the player may have done or not, or what may have befallen somebody. */
const IN_ONE_CASE: readonly RegExp[] = [
  /^(?:(?:And|But|Or|Only),? )?(?:[Ii]f|[Uu]nless) you (?:never |ever |once |only |still |also )*(?:have|had|kept|took|gave|told|said|let|made|left|sold|paid|went|came|found|lost|brought|bought|held|hid|spoke|wrote|swore|broke|chose|stood|were|knew|saw|did|do not|didn['’]t|did not|don['’]t|sent|put|read|rode|stole|lied|\p{Ll}{2,}ed)\b/u,
  /^(?:(?:And|But|Or|Only),? )?(?:[Ii]f|[Uu]nless) (?:(?:he|she|they|it|nothing|nobody|no one|anything|anybody|somebody|someone|(?:the|an?|your|her|his|their) (?:\p{L}+ ){0,2}?\p{L}+|\p{Lu}[\p{L}’'.-]+(?: \p{Lu}[\p{L}’'.-]+)?)(?: and (?:the )?\p{L}+)?) (?:ever |never |still )*(?:was|were|has|had|is (?:with|still|alive|dead|here|there|not|on|in)|did|knew|knows|learned|learnt|heard|came|went|died|lived|lives|stayed|got|gave|took|saw|won|lost|let|told|\p{Ll}{3,}ed)\b/u,
  /^(?:If (?:not|so)|Otherwise|Else)[,:] /u,
];
/** "Tell the last scene at a fire, and let her be there.": to whoever tells it. */
const TO_TELLER =
  /^(?:tell|end|close|open|play|set|describe|narrate|finish|stage|let) (?:the|this|it|on|with)\b[^.“”"]*\b(?:scene|story|page|beat|chapter|epilogue|ending)\b/iu;
/** "If you had been there you would have seen it": of what never was. */
const SUPPOSED = /\b(?:would|could|might|should)(?: not|n['’]t)?\b|['’]d (?:have|be)\b/iu;
/** Goes on from the sentence before it. */
const LEANS = /^(?:(?:And|But|Then) )?(?:he|she|it|they|his|her|its|their|that|this)\b/iu;

/**
 * An ending's paragraph without what holds in one case alone, and without what goes on from that: which of the cases it is, nobody knows
 * here, and telling them all tells a note. (rule CA5702)
 *
 * @returns Empty where nothing is left.
 */
export function withoutCases(paragraph: string): string {
  const sentences = splitSentences(paragraph);
  const kept: string[] = [];
  let isInCase = false;
  let isQuoted = false;
  for (const sentence of sentences) {
    const isCase =
      !isQuoted && IN_ONE_CASE.some((one) => one.test(sentence)) && !SUPPOSED.test(sentence) && !sentence.endsWith("?");
    isInCase = isCase || (isInCase && LEANS.test(sentence));
    if (!isInCase && (isQuoted || !TO_TELLER.test(sentence))) kept.push(sentence);
    // A quotation of several sentences is somebody's.
    const opened = sentence.split(/[“"]/u).length - 1;
    const closed = sentence.split(/[”"]/u).length - 1;
    if (opened + closed > 0) isQuoted = /["“][^"”]*$/u.test(sentence);
  }
  return kept.join(" ");
}
