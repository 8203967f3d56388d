/** English grammar and vocabulary that reading a campaign and telling its scenes share. */
export { allMatches } from "./english/all-matches.js";
export { inThirdPerson, orderWithoutYou } from "./english/called-by-role.js";
export { clockWords, durationWords, type PartOfDay, partOfDay } from "./english/clock-words.js";
export { contentWords } from "./english/content-words.js";
export { escapeRegExp } from "./english/escape-reg-exp.js";
export { gerund, isVerb, nounForms, participle, singular, verbForms, verbLemmas } from "./english/inflect.js";
export { createNameIndex, type NameIndex } from "./english/name-index.js";
export { indexPhrases, type PhraseIndex } from "./english/phrase-index.js";
export {
  capitalise,
  headOf,
  indefiniteArticle,
  isNumbered,
  isPlural,
  possessive,
  slug,
  withoutArticle,
} from "./english/nouns.js";
export {
  inFirstPerson,
  inOwnMouth,
  isOfUnnamed,
  isThirdPerson,
  SPEAKER,
  withOwnPronouns,
} from "./english/own-words.js";
export { deedInPast, outsideQuotes, pastOf, sentenceInPast, withSecondDeed } from "./english/past.js";
export { pointsBack } from "./english/points-back.js";
export { pronounForms, type PronounForms, type Referable } from "./english/pronouns.js";
export {
  createProperNames,
  learnProperWords,
  type ProperNames,
  type ProperWords,
  withoutShouting,
} from "./english/proper-words.js";
export { memoizeText } from "./english/memoize-text.js";
export {
  countWords,
  curlyQuotes,
  normalise,
  sentenceKey,
  splitPieces,
  splitSentences,
  withoutAbbreviationStops,
} from "./english/sentences.js";
export { isNameable, isOfBody, isPair, isQuality, isThing, NO_THING, type Thing, thingsIn } from "./english/things.js";
export { isSaidInReply, lacksNoun, leansOnOther, standsAsSpeech } from "./english/lone-sentence.js";
export { isAbout, isOfKind, namesAsSuch, namesVeryThing } from "./english/sentence-subject.js";
export { FAMILIES, type Family, familiesOf } from "./english/tone-families.js";
export { isWholeSentence } from "./english/whole-sentence.js";
export {
  infinitive,
  isLemma,
  looksFinite,
  pastTense,
  pluralPresent,
  secondPersonFrom,
  thirdPerson,
} from "./english/verbs.js";
