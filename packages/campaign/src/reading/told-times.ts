/** Times that a beat names and that are not its own, and the hour that it states outright. */

/** Where a clause of its own begins. */
const CLAUSES =
  /[,;:—–()]\s*|\s+-\s+|\s+(?=(?:because|since|when|while|who|which|that(?! (?:same |very )?(?:night|morning|evening|afternoon|day)\b)|as|if|though|where|after|before|and then)\b)/u;
const HAD = /\b(?:had|having)\b|\b(?:he|she|they|it|you|we|I)['’]d\b/iu;
/** What happened before a beat that is told in the present. */
const HAPPENED =
  /\b(?:was|were|had|did|saw|said|made|came|went|took|gave|got|found|left|heard|kept|told|put|ran|sat|lay|brought|thought|knew|fell|began|lost|sold|stole|met|died|wrote|spoke|drove|rode|broke|stood|sent|paid for)\b|n['’]t\b(?<=\b(?:was|were|had|did)n['’]t)|\b(?:he|she|they|it|we|you|who|\p{Lu}\p{Ll}+) \p{Ll}{2,}ed\b/u;
const PRESENT =
  /\b(?:is|are|am|has|have|does|do|says?|asks?|comes?|goes|wants?|looks?|stands?|sits?|gives?|takes?|tells?)\b|['’](?:s|re)\b/giu;
const PAST = /\b(?:was|were|had|did|said|asked|came|went|wanted|looked|stood|sat|gave|took|told)\b/giu;
/** "By the evening the wind had dropped": the time is the beat's own, and what had happened lies before it. */
const BY = /\b(?:by|at|towards?)\s+(?:the\s+)?$/iu;
/** A night for which something is meant: "a permit for Halloween night". */
const FOR = /\bfor (?:the |that |this )?(?:\p{Lu}\p{Ll}+ )?$/u;
const OF_ITS_OWN = /^\p{Lu}/u;
/** "He can empty it by midnight", "they must be out before dawn": the hour by which something is to be done lies ahead. (rule CA3321) */
const DEADLINE =
  /(?:\b(?:can|could|will|would|must|may|might|shall|should|cannot|(?:has|have|had|needs?|wants?|means?|hopes?|promises?|is|are|was|were|due|meant|ready|able|going|gives? (?:you|them|him|her|us)) to)|['’]ll|['’]d|n['’]t)\b[^.;:]*\b(?:by|before|until|till)\s+(?:the\s+)?$/iu;

/** "The quarrel has come out: two hundred pounds, at six o'clock, overheard." */
const HAS_HAPPENED =
  /(?<!\b(?:[Ii]t|clock|bell|hour)) (?:has|have)(?: \p{Ll}+){0,2}? \p{Ll}+(?:ed|en|wn|ne|ght|ut|me|de|ld|nt|pt)\b(?!,? (?:noon|midnight))/u;
const IS_NOW = new RegExp(PRESENT.source, "iu");

/** Whether sentences tell what happens in the present, as far as their commonest verbs show. */
export function isInPresent(sentences: readonly string[]): boolean {
  const text = sentences.join(" ").replace(/[“"][^”"]*[”"]/gu, "");
  const present = (text.match(PRESENT) ?? []).length;
  return present > 0 && present >= (text.match(PAST) ?? []).length;
}

/**
 * A sentence without the times of what was before the beat, or is for later: "he saw a boat on Tuesday night", "the burn had taken four
 * planks on Thursday night", "a permit for Halloween night". (rule CA3160)
 *
 * @param time - Words of time, global.
 * @param inPresent - Whether the beat is told in the present.
 */
export function withoutOtherTimes(sentence: string, time: RegExp, inPresent: boolean): string {
  const parts = sentence.split(CLAUSES);
  let from = 0;
  let told = sentence;
  let hasHappened = false;
  for (const part of parts) {
    const at = sentence.indexOf(part, from);
    from = at + part.length;
    const perfect = inPresent ? HAS_HAPPENED.exec(part)?.index : undefined;
    // What lacks a verb of its own goes on with what has happened.
    hasHappened = hasHappened && !IS_NOW.test(part);
    const isBefore = HAD.test(part) || (inPresent && HAPPENED.test(part));
    const left = part.replace(time, (found: string, ...more: unknown[]) => {
      const index = Number(more.find((one) => typeof one === "number"));
      const before = part.slice(0, index);
      // "Before dawn" is a time with its own word, which begins a clause.
      const [own = ""] = /^(?:by|before|until|till) /iu.exec(found) ?? [];
      const clause = before === "" && own !== "" ? `${sentence.slice(0, at)} ` : before;
      if (DEADLINE.test(clause + own)) return "";
      if (FOR.test(before) && (OF_ITS_OWN.test(found) || !/\bfor $/u.test(before))) return "";
      if (hasHappened || (perfect !== undefined && index > perfect)) return "";
      return isBefore && !BY.test(before) ? "" : found;
    });
    hasHappened ||= perfect !== undefined;
    if (left !== part) told = told.replace(part, left);
  }
  return told;
}

/** "It was ten past six, and the wind was getting up.": a sentence that says no more than the hour at first. */
const STATED =
  /^(?:(?:And|So|Now|But|By now),? )?[Ii]t(?: is|['’]s| was) (?:now |already |just |nearly |almost |about |only )*(?=\S)/u;
/** Words in which the hour is said then. */
const NEAR = 24;

/** The words behind "It is", where a beat states its hour in a sentence of its own further on. (rule CA3161) */
export function statedHours(sentences: readonly string[]): readonly string[] {
  return sentences.flatMap((sentence) => {
    const found = STATED.exec(sentence);
    return found ? [sentence.slice(found[0].length).slice(0, NEAR)] : [];
  });
}

/** Words that only a night or a dark evening has. */
const DARK_SIGNS =
  /\b(?:in the dark|and dark\b|after dark|flashlight|torchlight|moonlight|starlight|stars|candlelight|asleep|pyjamas|nightgown)\b/giu;
const SURELY_DARK = /\b[Ii]t(?: is|['’]s| was)(?: \p{L}+,?){0,2} (?:and )?dark\b/u;
const DARK_HOUR = 22 * 60;

/** The hour of a beat of which only the day is said and that is plainly told in the dark. (rule CA3168) */
export function darkHour(sentences: readonly string[]): number | undefined {
  const text = sentences.join(" ");
  const signs = new Set((text.match(DARK_SIGNS) ?? []).map((sign) => sign.toLowerCase()));
  return signs.size > 1 || SURELY_DARK.test(text) ? DARK_HOUR : undefined;
}
