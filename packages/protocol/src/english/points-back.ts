/** Sentences that say nothing without the one before them: signs that stand in the words themselves. */
import { memoizeText } from "./memoize-text.js";

const PREPOSITION =
  "about|above|across|after|against|along|among|around|at|before|behind|below|beneath|beside|besides|between|beyond|by|down|for|from|in|inside|into|near|next to|of|off|on|on top of|onto|opposite|out of|outside|over|past|round|since|through|to|towards?|under|underneath|until|up|upon|via|with|within|without";
const SPAN =
  "time|hour|minute|moment|day|morning|noon|afternoon|evening|night|week|weekend|month|year|summer|winter|spring|autumn|season|sunday|monday|tuesday|wednesday|thursday|friday|saturday";
const ORDINAL = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|next|other|previous|latest";
/** Participles of verbs that do not end in -ed. */
const PARTICIPLE =
  "\\p{Ll}+ed|sent|taught|caught|bought|brought|bound|built|burnt|chosen|cut|done|found|given|held|hung|kept|known|laid|left|lost|made|marked|paid|put|said|seen|set|shut|sold|spent|struck|taken|told|written|won|worn";
const AUXILIARY =
  "is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|does|did|goes|comes|came|went|the|an?|his|her|its|their|he|she|they|it|you|we|nobody|everybody|somebody";
/** What any text calls by such a word, a sentence before has named. */
const GENERAL_NOUN = "place|custom|practice|matter|business|affair|thing|remedy|pair|difference|latter|former";
/** "the place where", "the remedy of", "the pair that": which one is meant stands behind it. */
const SPECIFIES =
  "of|where|when|that|which|who|whom|whose|in|on|at|to|for|with|from|between|behind|under|called|named|is that|was that|about|they|he|she|you|we|it|i|\\p{Ll}+ing";

const SIGNS: readonly RegExp[] = [
  // "Against it the book has said", "After that nobody came"
  new RegExp(
    `^(?:${PREPOSITION}) (?:(?:it|them|him)(?=[\\s,.])|(?:these|those|this|her)(?= (?:${AUXILIARY})\\b|,)|there(?= the | an? |,))`,
    "iu",
  ),
  /^(?:after|before|since|until|by|from|for|at|like|because of|besides|despite|with|on top of) that(?=[ ,] ?(?:the|an?|nobody|everybody|he|she|it|they|we|you|there|\p{Lu})|,)/iu,
  // "The last time, the pie man lost his pitch", "The next day the water was back"
  new RegExp(`^the (?:${ORDINAL}|same|following) (?:${SPAN}),`, "iu"),
  new RegExp(`^(?:the )?(?:next|following|same) (?:${SPAN})\\b(?! (?:to|that|after|as|when)\\b)`, "iu"),
  // "A pupil so sent", "the sheep so marked"
  new RegExp(
    `^(?:an?|any|every|each|no|the|those|all|\\p{L}+s) ?(?:\\p{L}+ )?so (?:${PARTICIPLE})(?= (?!that|as|many|much))`,
    "iu",
  ),
  // "Every fortieth one the charter is renewed", "The red ones are for funerals"
  new RegExp(
    `^(?:(?:the|this|that|these|those|each|another) (?:\\p{L}+ )?|(?:every|any|no) \\p{L}+ )ones?(?=[,.;:]|['’]s | (?:${AUXILIARY})\\b)`,
    "iu",
  ),
  // "One reads, low down", "Another hangs by the door"
  /^(?:one|another|some|others?|most|few|both|neither|either|all three|all four|the (?:first|second|third|fourth|fifth|last|other|others|rest|latter|former)) (?:of (?:them|these|those) )?(?:reads|says|shows|bears|stands?|hangs?|lies?|holds|carries|carry|leads|opens|belongs|is|are|was|were|has|had)\b/iu,
  // "Somebody else brings the salt", "Again nobody answered", "Else the lock sticks"
  /^(?:(?:every|some|any|no)(?:body|one)|nothing|everything|something) else (?!but\b|than\b|\p{Ll}+ (?:but|than)\b)/iu,
  /^(?:again|else|otherwise|likewise|similarly|afterwards|thereafter|thereupon|whereupon|thence|hence|as such|in turn|in that case|if so|if not|that way|this way)\b[ ,]/iu,
  // "The custom is older than the headmaster"
  new RegExp(`^the (?:${GENERAL_NOUN})(?! (?:${SPECIFIES})\\b)(?= \\p{Ll})`, "iu"),
  new RegExp(
    `^(?:the|an?|this|every|each) (?:\\p{L}+ )?\\p{L}+ (?:${PREPOSITION}) the (?:place|thing|custom|latter|former)(?! (?:${SPECIFIES})\\b)(?=[ ,])`,
    "iu",
  ),
];

/** "Halvard has three such marks": but not "such as", nor "such a noise that". */
const SUCH = /^[^,;:—–]*\bsuch (?!as\b|is\b|and such\b)(?!.*\b(?:that|as|who|which)\b)/iu;
/** "Oddny never learnt to do it", "Nobody has said so since": what was done, another sentence has said. */
const DOES_IT =
  /^(?!.*\b(?:if|when|while|who|which|that|what|to \p{Ll}+ and)\b.*\b(?:do|does|did|done|doing) (?:it|so|that)\b)[^,;:—–]*\b(?:do|does|did|done|doing) (?:it|so|that|the same)(?=[.,;]|$)/iu;
/** "Orsk has set this to music": what is meant by it stands before it. */
const DOES_THIS =
  /(?<=\b(?!(?:that|and|or|but|if|when|as|than|like|of|in|on|at|to|by|for|from|with|all|just|is|was|are|were)\b)\p{Ll}{2,} )(?:this|these)(?= (?:to|in|for|with|by|from|as|at|on|into)\b|[.;])/u;
/** "and nobody may sleep there." */
const ENDS_THERE =
  /\b(?:been|goes|went|gone|comes|came|lives?|lived|sit|sits|sat|stands?|stood|sleeps?|slept|works?|worked|die[sd]?|buried|born|kept|keeps|lies|lay|put|left|found|hangs?|hung|stays?|stayed|eats?|ate|meets?|met|waits?|waited) there(?:[.;]| (?:first|last|now|once|alone|again)\.)/iu;
const NAMES_A_PLACE =
  /\b(?:in|at|on|to|from|of|under|behind|over|above|below|inside|outside|near|by) (?:the|an?|his|her|their|its|every|each|\p{Lu})|\b(?:where|wherever|place|room|house|street|hill|field)\b/iu;

/**
 * Whether a sentence points, by its own words, at something that a sentence before it has said: "three such marks", "A pupil so sent", "Every
 * fortieth one", "Against it the book has said", "The last time, the pie man lost". Pronouns of people are another's matter.
 */
export const pointsBack = memoizeText((sentence): boolean => {
  const plain = sentence.replace(/^["“'‘]+/, "").trim();
  if (SIGNS.some((sign) => sign.test(plain))) return true;
  const outside = plain.replace(/[“"][^”"]*[”"]/gu, " … ");
  if (SUCH.test(outside) || DOES_IT.test(outside) || DOES_THIS.test(outside)) return true;
  const there = outside.search(ENDS_THERE);
  return there >= 0 && !NAMES_A_PLACE.test(outside.slice(0, there));
});
