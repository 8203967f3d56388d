/** Verbs, deeds and sentences put into the past. Every past form that we make is made here, or by `pastTense` from a lemma. */
import { isVerb, participle, verbLemmas } from "./inflect.js";
import { isPlural } from "./nouns.js";
import { isLemma, looksFinite, pastTense } from "./verbs.js";

/** Present forms that no rule makes, and the pasts that go with their number. */
const FORMS: Readonly<Record<string, string>> = {
  am: "was",
  is: "was",
  are: "were",
  has: "had",
  have: "had",
  hath: "had",
  does: "did",
  do: "did",
  doth: "did",
  saith: "said",
  can: "could",
  will: "would",
  may: "might",
};
const AUXILIARY = /^(?:is|are|has|have|hath|does|do|doth|saith|can|will|may)$/u;

/** "Bear" is a verb by its past alone. */
const isKnownVerb = (lemma: string): boolean => isVerb(lemma) || lemma === "bear";

/** Whether a word is a verb in the third person singular: "goes", "goeth". */
const lemmaOfThird = (word: string): string | undefined =>
  /eth$/u.test(word)
    ? verbLemmas(word.replace(/eth$/u, "ed")).find(isKnownVerb)
    : /s$/u.test(word)
      ? verbLemmas(word).find((lemma) => lemma !== word && isKnownVerb(lemma))
      : undefined;

/**
 * The past of a verb that stands in the present, in any form: "goes", "go" and "goeth" give "went", "is" gives "was".
 *
 * @returns Undefined for a word that is no verb in the present.
 */
export function pastOf(form: string): string | undefined {
  const word = form.toLowerCase().replace("’", "'");
  const negated = /^(is|are|has|have|does|do)n't$/u.exec(word)?.[1];
  if (negated !== undefined) return `${FORMS[negated] ?? negated}n’t`;
  const known = FORMS[word];
  if (known !== undefined) return known;
  const third = lemmaOfThird(word);
  if (third !== undefined) return pastTense(third);
  return isLemma(word) || (isVerb(word) && verbLemmas(word).includes(word)) ? pastTense(word) : undefined;
}

/** A second deed: what stands behind it stands behind verbs alone. */
const BEHIND_DEED =
  "(?:\\p{Lu}|\\{|(?:the|an?|him|her|it|them|his|its|their|your|you|to|for|with|up|down|in|on|off|away|out|back|over|at|after|about|from|who|what|how|why|where|whether|if|that|nothing|something|everything|nobody|yes|no)\\b)";
/** Where one goes or stands is no more of the first deed: "fall back and walk beside Hugh". */
const GOING_OR_STANDING =
  "(?:go|walk|run|ride|come|climb|swim|stand|stay|sit|lie|wait|kneel|hide|sleep|listen|look|read|speak|sing|keep)(?= (?:beside|by|into|through|along|across|behind|near|past|round|around|under|between|among|towards?|until|till|alone|home|together|still|quiet)\\b)";
const SECOND_DEED = new RegExp(
  `(?<= and |, (?=.*, and \\p{Ll}))(${GOING_OR_STANDING}|\\p{Ll}+(?= ${BEHIND_DEED}|[.,;]|$))`,
  "gu",
);

/** Verbs that are in no list of ours since most of them are nouns too. Where a second deed stands they are verbs. (rule PR4400) */
const MORE_DEEDS = new Set(
  (
    "barter borrow chalk comb copy crumple disguise donate dose douse dump escort fake feign frisk glue grease haggle humour inspect " +
    "iron kindle label lace lure mop muffle nail nap overlook overrule paddle pack pawn peel pin pocket prod pry rake render retrieve " +
    "rig rinse sabotage sample scoop seal shoo shush smooth snuff sort spoil stack stall staple stash stuff tamper tape tend thread " +
    "thwart tidy trace trim tuck tug unbutton unfold unhook unlatch unload unpack unroll unscrew unstrap untangle upend usher veto " +
    "volunteer vouch wager waive weed withhold"
  ).split(" "),
);

const NO_VERB_FIRST = /^(?:not|never|only|just|then|first|also|the|an?|your|his|her|their|its|\p{Ll}+ly)$/u;

/**
 * A deed in the past: "drink your tea and ask about it" gives "drank your tea and asked about it".
 *
 * @param deed - In the bare form.
 */
export function deedInPast(deed: string): string {
  const [first = ""] = deed.split(/[ ,;]/u);
  // A deed begins with its verb, be it in any list or not, unless an adverb or a denial stands before that.
  if (!/^\p{Ll}{2,}$/u.test(first) || NO_VERB_FIRST.test(first)) return deed;
  // A noun may be a verb: only one with something behind it, or none at all, is a second deed.
  const behind = deed.slice(first.length);
  const told = SAYS.test(first) ? behind.replace(THAT_YOU, (verb) => pastOf(verb) ?? verb) : behind;
  const rest = first === "ask" ? told.replace(ASKED_NOW, askedThen) : told;
  return withSecondDeed(`${FORMS[first] ?? pastTense(first)}${rest}`, pastTense);
}

/** What is said of oneself goes into the past with the saying: "tell Ada that you will come". (rule PR5840) */
const SAYS =
  /^(?:tell|say|let|show|agree|admit|swear|promise|warn|assure|remind|write|explain|answer|confess|claim|pretend|insist)$/u;
const THAT_YOU = /(?<=\bthat you )\p{Ll}+(?= |$|[.,;])/gu;

/** What somebody is asked goes into the past with the asking: "what she thinks of it", "why he has come". */
const ASKED_NOW =
  /(?<= )(what|who|why|how|where|when|whether|if|which) ((?:\p{L}+ )?)(he|she|it|they) ((?:is|are|has|have|means?|thinks?|makes?|wants?|knows?|needs?|says?|does|do|likes?|hopes?|fears?|remembers?|sees?|hears?|hides?|keeps?|lives?|works?))(?= |$)/u;

const askedThen = (_: string, word: string, of: string, who: string, verb: string): string =>
  `${word} ${of}${who} ${pastOf(verb) ?? verb}`;

/**
 * Changes the verbs of what a deed goes on with: "open the tin and ask Osk" has "ask".
 *
 * @param deed - In the bare form, its first verb changed or not; a slot in braces stands for a name.
 */
export const withSecondDeed = (deed: string, change: (verb: string) => string): string =>
  deed.replace(SECOND_DEED, (verb: string, _same: string, at: number) => {
    const isDone = MORE_DEEDS.has(verb) && deed[at + verb.length] === " ";
    return isDone || isLemma(verb) || isVerb(verb) ? change(verb) : verb;
  });

/** As `change`, of words that may hold speech: what stands in quotation marks stays. */
export function outsideQuotes(words: string, isInside: boolean, change: (words: string) => string): string {
  let inside = isInside;
  return words
    .split(/(["“”])/u)
    .map((piece) => {
      if (/^["“”]$/u.test(piece)) inside = piece === "“" || (piece === '"' && !inside);
      return inside ? piece : change(piece);
    })
    .join("");
}

/** What a sentence begins with that holds of any time, asks, or hangs on something. */
const TIMELESS =
  /^(?:if|when|whenever|while|whoever|whatever|any|anyone|anybody|every|each|those|who|what|let|unless|once|as|all)\b|\b(?:always|ever|usually|often|seldom|must|ought|shall|needs? to|whoever|whenever)\b|^(?:an?|no) [^,]*?\b(?:who|that|which|whose)\b|^it is (?:an? )?(?:\p{L}+ ){1,3}(?:to|that)\b/iu;
const SUBJECTS_OF_MANY = /^(?:you|they|we|both|two|three|four|some|many|most|few|several|others)$/iu;
const PRONOUN =
  /^(?:he|she|it|they|you|we|who|which|that|nobody|everybody|everyone|somebody|nothing|everything|something|there|this|both)$/iu;
const MANY_PRONOUN = /^(?:they|you|we|who|both)$/iu;
/** Behind these a word in -s is no verb. */
const BEFORE_NOUN =
  /^(?:the|an?|his|her|its|their|my|your|our|this|these|those|some|any|no|every|each|two|three|four|five|six|seven|many|few|all|of|in|on|at|with|without|by|for|from|to|into|onto|under|over|upon|about|among|between|behind|beside|before|after|and|or|as|than|like|through|up|down|off|out|away)$/iu;
const NUMBER = /^(?:two|three|four|five|six|seven)$/iu;
const SUBORDINATE =
  /^(?:that|what|who|which|how|why|where|when|while|because|until|before|after|as|if|whether|though)$/iu;
const BEFORE_BARE =
  /^(?:to|not|will|would|can|could|may|might|must|should|shall|did|do|does|let|help|make|makes|made)$/iu;
const ADVERB = /^(?:not|never|now|also|still|only|just|already|then|soon|all|both|\p{Ll}+ly)$/iu;

/** Whether a word can be nothing but a verb in the past: "went", "was". */
const isOnlyPast = (word: string): boolean =>
  /^(?:was|were|had|did|could|would|should|might|said)$/u.test(word) ||
  verbLemmas(word).some(
    (lemma) => lemma !== word && isVerb(lemma) && pastTense(lemma) === word && participle(lemma) !== word,
  );

/** Whether a word can be a verb in the past, or its participle. */
const isPastForm = (word: string): boolean =>
  verbLemmas(word).some(
    (lemma) => lemma !== word && isVerb(lemma) && (pastTense(lemma) === word || participle(lemma) === word),
  );

/** A new clause with a subject of its own. */
const NEW_CLAUSE =
  /([;:—–]\s*|, (?=(?:and|but|so|for|yet) (?:the|an?|his|her|their|your|its|nobody|he|she|it|they|you)\b)|, (?=(?:and|but|so|for|yet) \p{Lu}))/u;

/** One clause in the past; undefined where nobody can tell which of its words are verbs. */
function clauseInPast(clause: string, before: string): string | undefined {
  const words = [...clause.matchAll(/[\p{L}\p{N}’'-]+/gu)].map(({ 0: text, index: at }) => ({ text, at }));
  const edits = new Map<number, string>();
  const at = (index: number): string => words[index]?.text ?? "";
  const first = /^(?:and|but|so|for|yet)$/iu.test(at(0)) ? 1 : 0;
  let many = SUBJECTS_OF_MANY.test(at(first));
  let main = -1;
  for (let index = first + 1; index < words.length && main < 0; index++) {
    const word = at(index);
    const between = clause.slice(words[first]?.at ?? 0, words[index]?.at ?? 0);
    if (/[,(]/u.test(between) || SUBORDINATE.test(word))
      return isVerbless(words.map(({ text }) => text)) ? clause : undefined;
    if (/^\p{Lu}/u.test(word)) continue;
    if (word === "and") {
      many = true;
      continue;
    }
    const previous = at(index - 1);
    // "They raised the flag" is in the past; "and the door left shut" goes on from "is lit".
    if (isPastForm(word) && !BEFORE_NOUN.test(previous))
      return /\b(?:is|are) \p{Ll}/u.test(before) ? clause : undefined;
    if (AUXILIARY.test(word) || /^(?:is|are|has|have|does|do)n['’]t$/u.test(word)) main = index;
    else if (/eth$/u.test(word) && pastOf(word) !== undefined) main = index;
    else if (BEFORE_NOUN.test(previous) || ADVERB.test(word)) continue;
    else if (!many && lemmaOfThird(word) !== undefined) {
      // "The ferry guards watch": one of two is a noun.
      const next = at(index + 1);
      const isOther = looksFinite(next) || (/^\p{Ll}/u.test(next) && isPlural(`the ${word}`) && isLemma(next));
      if (isOther && !BEFORE_NOUN.test(next)) return undefined;
      main = index;
    } else if ((many || isPlural(between.trim())) && isVerb(word) && verbLemmas(word).includes(word)) {
      many = true;
      main = index;
    }
  }
  if (main < 0) return isVerbless(words.map(({ text }) => text)) ? clause : undefined;
  const change = (index: number): void => {
    const past = pastOf(at(index));
    if (past !== undefined) edits.set(index, past);
  };
  change(main);
  let hangs = false;
  for (let index = main + 1; index < words.length; index++) {
    const word = at(index);
    const before = at(index - 1);
    // Behind ", and" a clause may have a subject of its own.
    if (SUBORDINATE.test(word) || (/^(?:and|but|so)$/iu.test(word) && clause[(words[index]?.at ?? 0) - 2] === ","))
      hangs = true;
    if (BEFORE_BARE.test(before) || ADVERB.test(word)) continue;
    const isThird = lemmaOfThird(word) !== undefined;
    const isBare = isVerb(word) && verbLemmas(word).includes(word);
    if (/^(?:is|are|has|hath|doth|does|can|will|may)$/u.test(word)) change(index);
    else if (/eth$/u.test(word) && isThird) change(index);
    else if (/^(?:and|or|but|then)$/u.test(before)) {
      if (many && isBare) {
        const rest = clause.slice((words[index]?.at ?? 0) + word.length);
        if (new RegExp(`^ ${BEHIND_DEED}`, "u").test(rest)) change(index);
        // "You have bread and drink", "You stop and listen".
        else if (index - main > 2) return undefined;
        else change(index);
      } else if (!many && isThird) {
        if (index - main > 2 && !looksFinite(word)) return undefined;
        change(index);
      }
    } else if (PRONOUN.test(before) && (isThird || word === "have")) change(index);
    else if (MANY_PRONOUN.test(before) && isBare) change(index);
    else if (isThird && (hangs || looksFinite(word)) && (!BEFORE_NOUN.test(before) || NUMBER.test(before))) {
      // "What the pilgrim bears" has a verb; "good locks" has none, nor has "how the good locks turn" this one.
      const next = at(index + 1);
      if (!hangs || (isVerb(next) && !BEFORE_NOUN.test(next))) return undefined;
      change(index);
    }
  }
  let told = clause;
  for (const [index, past] of [...edits].reverse()) {
    const word = words[index];
    if (word !== undefined) told = `${told.slice(0, word.at)}${past}${told.slice(word.at + word.text.length)}`;
  }
  return told;
}

const isVerbless = (words: readonly string[]): boolean =>
  !words.some((word) => AUXILIARY.test(word) || /eth$/u.test(word) || (/s$/u.test(word) && looksFinite(word)));

/**
 * A sentence that tells in the present what happens, as it happened: "You are watched" gives "You were watched", "The reeve turneth back"
 * gives "The reeve turned back". What is said stays, and so does a sentence that is in the past already, that holds of any time, or whose
 * verbs nobody can tell for certain.
 */
export function sentenceInPast(sentence: string): string {
  const plain = sentence.replace(/[“"][^”"]*[”"]/gu, " ");
  if (/\?\s*$/u.test(plain) || TIMELESS.test(plain) || /\b(?:I|my|we|our)\b/u.test(plain)) return sentence;
  if ((plain.match(/\p{L}+/gu) ?? []).some((word) => isOnlyPast(word.toLowerCase()))) return sentence;
  let isSure = true;
  const told = outsideQuotes(sentence, false, (words) => {
    const tagged = words.replace(
      /^(\s*)(says?|asks?)(?= (?:\p{Lu}|the |he\b|she\b|they\b))/u,
      (_, space: string, verb: string) => `${space}${pastOf(verb) ?? verb}`,
    );
    if (tagged !== words) return tagged;
    return words
      .split(NEW_CLAUSE)
      .map((clause, index, clauses) => {
        if (index % 2 === 1 || clause.trim() === "") return clause;
        const past = clauseInPast(clause, clauses.slice(0, index).join(""));
        if (past === undefined) isSure = false;
        return past ?? clause;
      })
      .join("");
  });
  return isSure ? told : sentence;
}
