/** What comes of a decision of which a beat says nothing itself: what stands behind it in its beat, and what the beat leaves behind. */
import {
  capitalise,
  contentWords,
  isWholeSentence,
  participle,
  splitSentences,
  thirdPerson,
  verbLemmas,
} from "@narratoria/protocol/english";
import { isBare } from "./deed-words.js";

/** "Whatever the pilgrim did there, the others saw": said within a sentence, behind what else it says. */
const OF_ANY_WITHIN =
  /(?:^|[;,] (?:and |but |for )?)(?:whatever|whichever)\b[^,;“”"]{3,50}\b(?:did|does|do|chose|chooses?|says?|said|answers?|answered)\b[^,;“”"]{0,24}, (?=\S)/iu;

/**
 * What a sentence behind a decision says of whatever is decided: "It is hard, and whatever you did there, the others saw" gives
 * "The others saw." (rule CA1630)
 *
 * @returns Nothing where the sentence says nothing of the kind.
 */
export function ofAnyWithin(sentence: string): string | undefined {
  const found = OF_ANY_WITHIN.exec(sentence);
  if (found === null) return undefined;
  const rest = capitalise(sentence.slice(found.index + found[0].length));
  return isWholeSentence(rest) ? rest : undefined;
}

/** "And after, in the night, a light went along", "Afterwards he sat down": what happens next. */
const NEXT =
  /^(?:(?:And|But),? )?(?:after|afterwards?|later|in the (?:night|morning|evening)|that (?:night|evening)|the next (?:day|morning)|by (?:morning|evening|nightfall))\b(?! (?:all|again|there))/iu;

/** Whether a sentence that stands behind a decision goes on with what happens afterwards. (rule CA1631) */
export const isNext = (sentence: string): boolean => NEXT.test(sentence) && !/[?]/.test(sentence);

/** "Then he rides on ahead", right behind what is put to the player. */
const THEN = /^(?:(?:And|But),? )?then,? (?:he|she|they|it|there|the \p{Ll}+|\p{Lu}\p{L}+) [^?]*$/iu;

/** Whether a sentence says what happens when something has been decided. (rule CA5707) */
export const isThen = (sentence: string): boolean => THEN.test(sentence);

/** Notes on what is known, for whoever counts, or of what may be so or not. */
const NOT_TOLD =
  /^(?:known|noted|noticed|world|flags?|endings?|gain|lose|note|gm|if|unless|when|whenever|whoever|whichever|whatever|once|either|whether)\b|\b(?:or|if|unless|whether|depends?|may|might|could|can|will|shall|would|beats?|scenes?|endings?|counted|works out)\b|\b(?:from (?:here|now|this|that)|until|must)\b|[:_()+\d]|[“”"‘]/iu;
/** What is so, was so before, or goes on in somebody's mind is a note, and nothing that happens. */
const NO_EVENT =
  /^(?:forms?|decid(?:es?|ed)|judg(?:es?|ed)|is|are|was|were|has|have|had|hath|does|do|did|knows?|knew|thinks?|thought|guesse[sd]?|suspects?|suspected|understands?|understood|realises?|realizes?|remembers?|feels?|felt|hopes?|believes?|wants?|asks?|begs?|owns?|owes?|holds?|stands?|lies|lie|sees?|saw|likes?|loves?|judges?|trusts?)$/u;
/** What goes on in somebody's mind. */
const IN_MIND =
  /\b(?:knows?|knew|thinks?|guess(?:es|ed)?|suspects?|understands?|realises?|realizes?|remembers?|feels?|hopes?|believes?|wants?|likes?|trusts?)\b/iu;
const ADVERB = /^(?:half|already|still|also|now|then|only|just|\p{Ll}+ly) /u;
/** What has happened the beat has told. */
const isNow = (verb: string): boolean => /\p{Ll}(?:s|eth)$/u.test(verb) || isBare(verb);
/** Who goes along with the player from now on. */
const JOINS = /^(?:joins?|joineth|joined|follows?|followeth|followed|comes? along|came along|accompan(?:y|ies|ied))\b/u;
const MOST_WORDS = 20;

/** What a beat leaves behind, as it is told after a decision. */
export interface LeftBehind {
  readonly text: string;
  /** Whether it says who goes along from then on: told whatever else comes of the decision. */
  readonly joins: boolean;
}

/**
 * What the consequences of a beat say that somebody of it does, told after a decision of which nothing else is written: "Osk joins the
 * crew". Nothing of what is so, is known, may be so or not, or lies ahead. (rule CA1632)
 *
 * @param consequences - As they are told.
 * @param told - The beat's sentences.
 * @param subjectOf - The words with which a text names somebody of the beat at its beginning, several of them as one; empty where it does not.
 */
export function consequenceToTell(
  consequences: readonly string[],
  told: readonly string[],
  subjectOf: (text: string) => string,
): LeftBehind | undefined {
  const shown = contentWords(told.join(" "));
  const found = consequences.flatMap((consequence): LeftBehind[] => {
    const text = capitalise(consequence.trim().replace(/(?<![.!?…])$/u, "."));
    const subject = subjectOf(text);
    const rest = text.slice(subject.length).trimStart();
    const [verb = ""] = rest.replace(ADVERB, "").split(/[ ,.;]/u);
    const isOne = splitSentences(text).length === 1 && text.split(/\s+/u).length <= MOST_WORDS;
    const joins = JOINS.test(rest);
    const isNew = joins || [...contentWords(rest)].some((word) => !shown.has(word));
    return subject !== "" &&
      isOne &&
      !NOT_TOLD.test(text) &&
      !NO_EVENT.test(verb) &&
      isNow(verb) &&
      isNew &&
      isWholeSentence(text)
      ? [{ text, joins }]
      : [];
  });
  return found.find(({ joins }) => joins) ?? found[0] ?? stateOfThings(consequences, shown, subjectOf);
}

/** "You know that the mine is full of water", "It is known that he lied", "Known: the king died on the 3rd": with that it is so. */
const KNOWN =
  /^(?:you (?:now )?(?:know|learn|have (?:learned|learnt|found out))|it is (?:now )?(?:known|plain|clear|established)(?: (?:to you|now))?|known:|everyone (?:now )?knows:?|you (?:now )?know:) (?:that )?(?=\S)(.+)$/iu;
/** "Known: who did it", "you know about the plate": it says what is known of, and not what; "that he lied" does not say of whom. */
const NAMED_ONLY =
  /^(?:about|of|who|what|where|why|how|which|when|whether|he|she|it|they|and|the (?:name|names|day|hour|way|last|first)\b)/iu;
/** Deeds by which something is found out. */
const FINDS =
  /^(?:(?:look|lift|open|read|search|listen|examine|inspect|count|follow|press|turn (?:the|it|over)|dig|check|test|measure|compare|feel|unlock|unwrap|untie|pry|prise|study|weigh|watch|demand|question|crawl)\b|ask\b(?! (?:\S+ ){1,3}?(?:to|for)\b| leave\b))/iu;

/**
 * What a beat's consequences say that is known after it, told to whoever finds out: "You lift the rag. You know now that the mine is full of
 * water." Only what the beat has not told, the one with most words of the deed first. (rule CA1682)
 *
 * @param consequences - In the second person.
 * @param told - The beat's sentences.
 * @param deed - The player's, a bare infinitive.
 */
export function foundOut(consequences: readonly string[], told: readonly string[], deed: string): string | undefined {
  if (!FINDS.test(deed)) return undefined;
  const own = contentWords(deed);
  const shown = new Set([...contentWords(told.join(" ")), ...own]);
  const newIn = (text: string): number => [...contentWords(text)].filter((word) => !shown.has(word)).length;
  const sharedIn = (text: string): number => [...contentWords(text)].filter((word) => own.has(word)).length;
  const [best] = consequences
    .flatMap((consequence) => KNOWN.exec(consequence.trim().replace(/[.\s]+$/u, ""))?.[1] ?? [])
    .filter(
      (fact) =>
        !NAMED_ONLY.test(fact) &&
        !OPEN_OR_COUNTED.test(fact) &&
        splitSentences(`${fact}.`).length === 1 &&
        fact.split(/\s+/u).length <= MOST_WORDS_KNOWN &&
        contentWords(fact).size >= LEAST_KNOWN &&
        newIn(fact) >= Math.max(2, contentWords(fact).size * MOST_OF_IT_NEW) &&
        isWholeSentence(capitalise(`${fact}.`)),
    )
    .toSorted((one, other) => sharedIn(other) - sharedIn(one) || newIn(other) - newIn(one));
  return best === undefined ? undefined : `You know now that ${best}.`;
}

const OPEN_OR_COUNTED = /\b(?:if|unless|whether|beats?|scenes?|endings?|flag)\b|[:_()+;“”"‘]/iu;
const MOST_WORDS_KNOWN = 26;
/** Words that matter in a fact that is worth telling: "Osk writes letters" is none to whoever has opened one. */
const LEAST_KNOWN = 5;

/** "The trunk is gone", "Everybody has heard it", "A duel is set for the sixth dawn": what the beat has come to. */
const HAS_COME =
  /^(?:(?:The|An?|Everyone|Everybody|All|Nobody) (?:[\p{L}’'-]+ ){0,4}?(?:has|have|is|are|hears?)|(?:Everyone|Everybody|All|Nobody|\p{Lu}[\p{L}’'.-]+(?: \p{Lu}[\p{L}’'.-]+){0,2}) (?:has|have))\b[^;]*$/u;
/** Of whom nothing is said, and what is no news to whoever was there. */
const VAGUE =
  /\b(?:somebody|someone|something|anything|everything|nothing|one person|what (?:you|it)|not|never|known|decided|found|said|named|offered|asked|explained|told (?:you|the truth|a lie)|confessed|yours?|you)\b|\b(?:begun|started|chosen|settled|made|over|done|finished|complete)\.$|\b(?:has|have) (?:the|an?|his|her|its|their|no|two|three)\b|^(?:all|everybody|everyone|both)\b.* (?:is|are) (?:now |all )?(?:in|at|on|here|there|present|together|gathered|inside|aboard)\b/iu;
/** "Kevin has dodged a question": what somebody has done. */
const HAS_DONE = /\b(?:has|have) (?:(?:now|at last|finally|just|already) )?(\p{Ll}+)\b/u;
/** Share of its words that the beat has not told. */
const MOST_OF_IT_NEW = 0.5;

/** The consequence that says what things have come to, with most words that the beat has not told. */
function stateOfThings(
  consequences: readonly string[],
  shown: ReadonlySet<string>,
  subjectOf: (text: string) => string,
): LeftBehind | undefined {
  const isShown = (text: string): boolean => {
    const done = contentWords(HAS_DONE.exec(text)?.[1] ?? "");
    return [...done].some((word) => shown.has(word));
  };
  const newIn = (text: string): number => [...contentWords(text)].filter((word) => !shown.has(word)).length;
  const [best] = consequences
    .map((consequence) => capitalise(consequence.trim().replace(/(?<![.!?…])$/u, ".")))
    .filter(
      (text) =>
        HAS_COME.test(text) &&
        !NOT_TOLD.test(text) &&
        !VAGUE.test(text) &&
        !IN_MIND.test(text) &&
        !isShown(text) &&
        splitSentences(text).length === 1 &&
        text.split(/\s+/u).length <= MOST_WORDS &&
        newIn(text) >= Math.max(1, contentWords(text).size * MOST_OF_IT_NEW) &&
        isWholeSentence(text),
    )
    .toSorted((one, other) => newIn(other) - newIn(one));
  if (best === undefined) return undefined;
  return { text: subjectOf(best) === "" ? best : asItHappens(best), joins: false };
}

/** "Kevin has started to pack" is told as it happens: "Kevin starts to pack." What was done to somebody, or heard, stays as it is. (rule CA1684) */
const asItHappens = (text: string): string =>
  text.replace(
    /\b(?:has|have) (?:(?:now|at last|finally|just|already) )?(\p{Ll}+)\b(?= |\.)/u,
    (whole, form: string) => {
      const lemma = verbLemmas(form).find((one) => participle(one) === form);
      return lemma === undefined || NO_DEED.test(lemma) || whole.startsWith("have") ? whole : thirdPerson(lemma);
    },
  );
const NO_DEED = /^(?:be|have|hear|see|know|learn|meet|read|lose|find|come|grow)$/u;
