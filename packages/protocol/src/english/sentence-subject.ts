/** What a sentence says something of, as against what it names on the way. */
import { contentWords } from "./content-words.js";
import { singular } from "./inflect.js";
import { memoizeText } from "./memoize-text.js";
import { headOf, isPlural, withoutArticle } from "./nouns.js";
import { splitSentences } from "./sentences.js";
import { isLemma, looksFinite } from "./verbs.js";

const PREPOSITION =
  /^(?:about|above|across|after|against|along|among|around|as|at|before|behind|below|beneath|beside|besides|between|beyond|by|down|during|for|from|in|inside|into|near|off|on|onto|opposite|outside|over|past|round|since|than|through|to|toward|towards|under|until|up|upon|via|with|within|without)$/;
const DETERMINER = /^(?:the|an?|this|that|these|those|every|each|no|any|some|all|both|another)$/;
const POSSESSIVE =
  /^(?:my|your|his|her|its|our|their|whose|(?!(?:there|here|it|that|this|he|she|what|who|where|how|let)['’])\S+['’]s|\S+s['’])$/;
const SUBORDINATE =
  /^(?:when|whenever|if|although|though|because|while|once|unless|where|wherever|whatever|whoever|as|since|before|after|until)$/;
const RELATIVE = /^(?:that|which|who|whom|whose|where|when|while|because|if|so|than|until|unless|although|though|but)$/;
/** Whoever speaks, or anybody at all: a sentence with such a subject is about what it says they do something with. */
const ANYBODY =
  /^(?:i|we|you|they|one|people|nobody|everybody|anybody|somebody|everyone|anyone|someone|no-one|none|folk|let['’]s|don['’]t|never|always|please)$/;
const AUXILIARY = /^(?:is|are|was|were|has|have|had|can|could|will|would|must|may|might|should|does|did)$/;
const BE = /^(?:is|are|was|were)$/;
/** "It's", "there's", "I've": a pronoun and its verb. */
const CONTRACTED =
  /^(i|we|you|they|he|she|it|there|that|this|nobody|everybody|somebody|what|who)['’](?:s|re|ve|m|d|ll)$/;
const NEGATED = /^(?:is|are|was|were|has|have|had|do|does|did|ca|could|wo|would|must|need|should)n['’]t$/;

const UNIT_OF_TIME = /^(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|times?|watch(?:es)?)$/;
const COUNT =
  /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|half|few|several|many|couple|dozen)(?:-\p{Ll}+)?$/u;

interface Word {
  readonly text: string;
  readonly lower: string;
  /** A comma, a colon or a dash follows. */
  readonly ends: boolean;
}

const wordsOf = (sentence: string): readonly Word[] =>
  [
    ...sentence
      .replace(/[“"][^”"]*[”"]/gu, " ")
      .matchAll(/([\p{L}\p{N}]+(?:['’&-][\p{L}\p{N}]+)*['’]?)\.?([,;:—–]?)/gu),
  ].map(([, text = "", stop = ""]) => ({ text, lower: text.toLowerCase(), ends: stop !== "" }));

/** Where the main verb of a clause stands among its words; -1 where it has none that shows. */
function verbAt(words: readonly Word[], from: number): number {
  return words.findIndex(({ lower }, at) => {
    if (at < from) return false;
    const before = words[at - 1]?.lower ?? "";
    if (NEGATED.test(lower) || CONTRACTED.test(lower)) return true;
    if (at === from || DETERMINER.test(before) || PREPOSITION.test(before) || POSSESSIVE.test(before)) return false;
    // "The old watches are kept": what a verb follows is none.
    if (AUXILIARY.test(words[at + 1]?.lower ?? "") && !AUXILIARY.test(lower)) return false;
    if (looksFinite(lower)) return true;
    const isPlural = ANYBODY.test(before) || /(?:[^s'’u]s|men|people)$/.test(before);
    return (/\p{L}{2,}ed$/u.test(lower) || isLemma(lower)) && (isPlural || /ed$/.test(lower));
  });
}

/** The noun phrase that begins at a word: up to a preposition other than "of", a relative word or a stop. */
function phraseFrom(words: readonly Word[], from: number, to = words.length): readonly Word[] {
  const end = words.findIndex(
    ({ lower }, at) => at >= from && (at >= to || (at > from && (PREPOSITION.test(lower) || RELATIVE.test(lower)))),
  );
  const phrase = words.slice(from, end < 0 ? to : end);
  const stop = phrase.findIndex(({ ends }) => ends);
  return stop < 0 ? phrase : phrase.slice(0, stop + 1);
}

/** "part" of "parts" and of "part's". */
const nounOf = (word: string): string => singular(word.toLowerCase().replace(/['’]s?$/u, ""));

/** Whether a word is the noun of a name: "the seal-matrix" is the matrix, and neither a librarian nor a well-keeper is the library or the well. */
function isNoun(word: string, noun: string): boolean {
  const own = nounOf(word);
  return own === noun || own.split("-").at(-1) === noun;
}

/** The noun that a name ends in; undefined where it has none that says something. */
const nounIn = memoizeText((np): string | undefined => {
  const head = headOf(np);
  const last = head.split(" ").at(-1) ?? "";
  return contentWords(head).size === 0 || last === "" ? undefined : nounOf(last);
});

/** Whether a noun phrase is a thing of this name: its head is the same noun, and it is nobody's in particular where the name's is not. */
function isThing(phrase: readonly Word[], np: string): boolean {
  const name = withoutArticle(np);
  const head = nounIn(np);
  if (head === undefined) return phrase.some(({ text }) => text === name);
  // "Saint Orla", "the chapel of Saint Orla"
  const text = phrase.map((word) => word.text).join(" ");
  if (/^\p{Lu}/u.test(name) && text.includes(name)) return true;
  const parts = phrase.reduce<Word[][]>(
    (all, word) => {
      if (/^(?:and|or|nor)$/.test(word.lower)) all.push([]);
      else all.at(-1)?.push(word);
      return all;
    },
    [[]],
  );
  // "The bark of the log" is of the log.
  const phrases = parts.flatMap((part) => {
    const of = part.findIndex(({ lower }) => lower === "of");
    return of < 0 ? [part] : [part.slice(0, of), part.slice(of + 1)];
  });
  return phrases.some((own) => {
    const last = own.at(-1);
    if (last === undefined || !isNoun(last.lower, head)) return false;
    const owner = own.find(({ lower }) => POSSESSIVE.test(lower));
    const ofName = new Set(np.toLowerCase().split(" "));
    if (owner !== undefined && !ofName.has(owner.lower)) return false;
    // "Twenty minutes" are no minutes of a meeting.
    if (UNIT_OF_TIME.test(last.lower) && own.some(({ lower }) => COUNT.test(lower) && !ofName.has(lower))) return false;
    // "The hoist-beam of the Hall" is the Hall's, where "the seal-matrix" is the matrix. (rule PC6352)
    if (nounOf(last.lower) !== head && !np.includes("-") && phrase.some(({ lower }) => lower === "of")) return false;
    // "The old watch" is not the quiet watch.
    const apart = own.slice(0, -1).filter(({ lower }) => !DETERMINER.test(lower) && !POSSESSIVE.test(lower));
    return !name.includes(" ") || apart.length === 0 || apart.some(({ lower }) => ofName.has(lower));
  });
}

function isAboutIt(sentence: string, np: string): boolean {
  const all = wordsOf(sentence);
  const [first] = all;
  if (first === undefined) return false;
  // "When the tide is out, the slip ...", "On the second night of carnival, the bridge ..."
  const opensAside = SUBORDINATE.test(first.lower) || PREPOSITION.test(first.lower) || first.ends;
  const stop = opensAside ? all.findIndex(({ ends }) => ends) : -1;
  const isWholeAside = SUBORDINATE.test(first.lower) || verbAt(all, 0) > stop;
  const words = stop >= 0 && isWholeAside && verbAt(all, stop + 1) >= 0 ? all.slice(stop + 1) : all;
  const there = words.findIndex(
    ({ lower }, at) => /^there(?:['’]s)?$/.test(lower) && (lower !== "there" || BE.test(words[at + 1]?.lower ?? "")),
  );
  if (there >= 0 && there <= MOST_BEFORE_THERE)
    return isThing(phraseFrom(words, words[there]?.lower === "there" ? there + 2 : there + 1), np);
  const isOrder = isLemma(words[0]?.lower ?? "") && verbAt(words, 0) !== 1;
  const verb = isOrder ? 0 : verbAt(words, 0);
  if (verb < 0) return false;
  const opening = words[0]?.lower ?? "";
  const contracted = CONTRACTED.exec(words[verb]?.lower ?? "")?.[1];
  const subject = subjectOf(words, verb);
  if (isThing(subject, np)) return true;
  // "Osk always", "Bea never": an adverb is nobody.
  const last = subject.at(-1)?.lower ?? "";
  const who = contracted ?? (subject.length > 1 && /^(?:never|always)$/.test(last) ? "" : last);
  if (isOrder || ANYBODY.test(who) || ANYBODY.test(opening))
    return objectsOf(words, verb + 1).some((one) => isThing(one, np));
  // "It is called the Slip Trust."
  const called = words.findIndex(({ lower }, at) => at >= verb && /^(?:called|named)$/.test(lower));
  return called >= 0 && isThing(phraseFrom(words, called + 1), np);
}

/** Words before "there is" that only say where. */
const MOST_BEFORE_THERE = 8;

/** The noun phrase before the verb: after "On the bridge", "the old watches". */
function subjectOf(words: readonly Word[], verb: number): readonly Word[] {
  if (!PREPOSITION.test(words[0]?.lower ?? "")) return phraseFrom(words, 0, verb);
  const from = words.findLastIndex(
    ({ lower }, at) =>
      at > 1 &&
      at < verb &&
      DETERMINER.test(lower) &&
      !PREPOSITION.test(words[at - 1]?.lower ?? "") &&
      words[at - 1]?.lower !== "of",
  );
  return from < 0 ? [] : phraseFrom(words, from, verb);
}

/** The noun phrases of a main clause after its verb. */
function objectsOf(words: readonly Word[], from: number): readonly (readonly Word[])[] {
  const end = words.findIndex(({ lower, ends }, at) => at >= from && (RELATIVE.test(lower) || ends));
  const clause = words.slice(from, end < 0 ? words.length : words[end]?.ends ? end + 1 : end);
  return clause.flatMap(({ lower }, at) => {
    const before = clause[at - 1]?.lower ?? "";
    return at === 0 || PREPOSITION.test(before) || DETERMINER.test(lower) || POSSESSIVE.test(lower)
      ? [phraseFrom(clause, at)]
      : [];
  });
}

const known = memoizeText((sentence) => {
  const answers = new Map<string, boolean>();
  return (np: string): boolean => {
    const before = answers.get(np);
    if (before !== undefined) return before;
    const is = isAboutIt(sentence, np);
    answers.set(np, is);
    return is;
  };
});

/**
 * Whether a text is about a thing, in one of its sentences: its subject is the thing, it says that there is one, or it says what anybody,
 * or whoever speaks, does with it. "The bunk is warm", "There is a bunk", "Nobody sleeps in the bunk", "They call it the bunk"; but not
 * "Clem stood by the bunk", nor "My second was in his bunk".
 *
 * @param np - The thing's name, with or without its article.
 */
export const isAbout = (text: string, np: string): boolean =>
  splitSentences(text).some((sentence) => known(sentence)(np));

/**
 * Whether a text names a thing as such somewhere, and not only as somebody's: "his bunk" and "Walter's bunk" are not "the bunk". True where
 * it does not name it by its noun at all.
 */
export const namesAsSuch = (text: string, np: string): boolean => {
  const head = [...contentWords(headOf(np))].at(-1);
  if (head === undefined || /^\p{Lu}/u.test(np)) return true;
  const own = new Set(np.toLowerCase().split(" "));
  const named = splitSentences(text).flatMap((sentence) => {
    const words = wordsOf(sentence);
    return words.flatMap(({ text: word }, at) => {
      if (!contentWords(word).has(head)) return [];
      const from = words.findLastIndex(
        ({ lower }, index) =>
          index < at && (DETERMINER.test(lower) || PREPOSITION.test(lower) || POSSESSIVE.test(lower)),
      );
      const before = words[from]?.lower ?? "";
      const isAnothers = POSSESSIVE.test(before) && !/^(?:my|our)$/.test(before);
      return [at - from > MOST_IN_PHRASE || !isAnothers || own.has(before)];
    });
  });
  return named.length === 0 || named.includes(true);
};

/** Words from "his" to the noun that is his. */
const MOST_IN_PHRASE = 3;

/** What brings in one of its kind that has not been spoken of: "a part", "another part", "no part". */
const BRINGS_IN =
  /^(?:an?|another|any|some|every|each|no|either|neither|two|three|four|five|six|seven|eight|nine|ten|many|most|few|several)$/;
/** What tells one of its kind from another: "the second part", "the other part". */
const TELLS_APART =
  /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|next|other|wrong|new)$|^\d/;
/** What can follow a noun and is none. */
const FOLLOWS_NOUN =
  /^(?:and|or|nor|but|i|you|he|she|it|we|they|him|me|us|them|not|now|then|here|there|again|still|never|always|ever|just|only|too|also|all|back|up|out|down|away|yet|first|last|ago|alone|itself|open|shut|round|like|even|today|tonight|tomorrow|yesterday|did|does|do|whose|right|left|well|close)$/;

/** Whether the noun at a place only says what sort of thing the next word is: "library" in "the library custom". */
function saysWhatSort(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (next === undefined || words[at]?.ends !== false) return false;
  const { lower, text } = next;
  return !(
    PREPOSITION.test(lower) ||
    RELATIVE.test(lower) ||
    DETERMINER.test(lower) ||
    POSSESSIVE.test(lower) ||
    AUXILIARY.test(lower) ||
    NEGATED.test(lower) ||
    CONTRACTED.test(lower) ||
    FOLLOWS_NOUN.test(lower) ||
    looksFinite(lower) ||
    /(?:ed|ly|ing)$/.test(lower) ||
    /^\p{Lu}/u.test(text)
  );
}

/** Whether a sentence begins with one of a kind, of which it says what holds for all: "An oath wants three things" is said of the oath. */
export const isOfKind = (text: string, np: string): boolean => {
  const [first, ...words] = wordsOf(text);
  const noun = nounIn(np);
  if (noun === undefined || first === undefined || !/^an?$/.test(first.lower)) return false;
  const [second] = words;
  return second !== undefined && isNoun(second.lower, noun) && !saysWhatSort(words, 0);
};

/** Whether "there is" stands before a word: it says that there is what follows. */
const saysThereIs = (words: readonly Word[], at: number): boolean =>
  /^there['’]s$/.test(words[at - 1]?.lower ?? "") ||
  (BE.test(words[at - 1]?.lower ?? "") && words[at - 2]?.lower === "there");

/**
 * Whether a text speaks somewhere of the very thing that has been called "the part": it has the noun with an article or a word that points,
 * or begins with it. "A part", "his part", "the second part", "parts" and "the part song" are other things. Names of another shape are as
 * in {@link namesAsSuch}.
 */
export const namesVeryThing = (text: string, np: string): boolean => {
  const noun = nounIn(np);
  if (noun === undefined || !/^the \p{L}/iu.test(np)) return namesAsSuch(text, np);
  const own = new Set(np.toLowerCase().split(" "));
  const isOfSeveral = isPlural(np);
  return splitSentences(text).some((sentence) => {
    const words = wordsOf(sentence);
    return words.some(({ lower }, at) => {
      if (!isNoun(lower, noun) || isPlural(lower.replace(/['’]s$/u, "")) !== isOfSeveral) return false;
      if (saysWhatSort(words, at)) return false;
      const from = words.findLastIndex(
        (word, index) =>
          index < at &&
          (word.ends ||
            word.lower === "one" ||
            BRINGS_IN.test(word.lower) ||
            DETERMINER.test(word.lower) ||
            PREPOSITION.test(word.lower) ||
            POSSESSIVE.test(word.lower)),
      );
      const opens = words[from];
      const between = words.slice(from + 1, at);
      const isBare =
        opens === undefined || opens.ends || PREPOSITION.test(opens.lower) || between.length > MOST_IN_PHRASE;
      // "The bell and rope", "Soup is on a Friday"; but of "the sixty-one parts" not "Parts are marked in pencil".
      const before = words[at - 1]?.lower ?? "";
      if (isBare) return own.size < 3 && (isOfSeveral || at === 0 || /^(?:and|or)$/.test(before));
      // "In the yard there is a loft" is said of the loft, "there was a small room" of no room that was named before.
      if (/^(?:one|an?)$/.test(opens.lower)) return between.length === 0 && saysThereIs(words, from);
      if (own.has(opens.lower)) return between.every((word) => own.has(word.lower) || !TELLS_APART.test(word.lower));
      if (BRINGS_IN.test(opens.lower)) return false;
      if (POSSESSIVE.test(opens.lower) && !/^(?:my|our|your)$/.test(opens.lower)) return false;
      return between.every(
        (word) => own.has(word.lower) || !(TELLS_APART.test(word.lower) || /^\p{Lu}/u.test(word.text)),
      );
    });
  });
};
