import { countWords, splitSentences } from "@narratoria/protocol/english";
import { EXEMPLAR } from "../exemplar.js";
import { sharedInOrder } from "./kept-words.js";
import { inPresent } from "./present-tense.js";
import { type Check, quotedIn, type SceneFacts, unquoted, wordsIn } from "./scene-facts.js";

/** Nobody says so much in one breath. */
const MOST_WORDS = 110;
/** Shorter sentences say little of their language. */
const TELLING_WORDS = 9;
const COMMON_SHARE = 0.12;
const SCRIPT_SHARE = 0.8;

/** Grossly long: a model that runs on. */
export const length: Check = (sentence) => (countWords(sentence) > MOST_WORDS ? "Write shorter sentences." : null);

/** The campaign's own script, and its commonest words among the others; what the author wrote in another is the author's. */
export const language: Check = (sentence, { words, given }) => {
  if (given.includes(sentence.replace(/^[“*]+|[”*]+$/g, ""))) return null;
  const letters = sentence.match(/\p{L}/gu) ?? [];
  const own = letters.filter((letter) => words.script.test(letter) || given.includes(letter));
  if (own.length < SCRIPT_SHARE * letters.length) return "Write in the language of the story.";
  const said = wordsIn(sentence);
  const common = said.filter((word) => words.common.has(word));
  return said.length >= TELLING_WORDS &&
    common.length < COMMON_SHARE * said.length &&
    !said.some((word) => COMMONEST.has(word))
    ? "Write in the language of the story."
    : null;
};

const COMMONEST = new Set([
  "the",
  "a",
  "an",
  "you",
  "he",
  "she",
  "it",
  "his",
  "her",
  "and",
  "of",
  "to",
  "in",
  "is",
  "not",
]);

const MARKUP =
  /<[|/\w]|\|>|\[\/?\w|\*\*|__|^#|```|^[-*•]\s|^\d+[.)](?:\s|$)|https?:|[{}\\^~=|]|\ufffd|&\w+;|\p{Extended_Pictographic}/u;
const OF_THE_TASK =
  /\b(?:the (?:player|reader|narrator|protagonist|next scene)|(?:the|every|each) steps? (?:above|below|of the scene)|this (?:scene|paragraph|passage)|language model|as an ai|second person|present tense|lorem ipsum|what (?:do you do|will you do)|your (?:choices|options) are|word for word|end of scene|the next (?:choice|turn)|has no (?:step|line)s?|so ends the (?:scene|arrival|chapter|passage))\b/i;
/** A word on how the scene was asked for or written, whatever is around it. (rule NA5457) */
const NOTES =
  /\b(?:as|in|from|of|per|for|to|by) steps? \d|\bstep \d+ (?:says|has|asks|wants)|^(?:here|this) (?:is|’s|are) (?:the|my|your|a) (?:\p{Ll}+ )?(?:scene|text|story|prose|continuation|rewrite|version|draft)\b|\b\d+ words\b|\bas (?:the|your) (?:draft|steps?|prompt|brief|rules|instructions) (?:says?|asks?|wants?|has|have)\b|\bthe (?:chapter|scene|draft|passage) (?:called|titled|begins|ends|opens|closes|must|should)\b|\bhere (?:the|this|our) (?:scene|chapter|passage) (?:begins|ends|must|should|closes)\b|\b(?:stays?|remains?|left|is|are|keeps?|kept) in sight,? as (?:asked|told|required|instructed|wanted)\b|\bin sight\b[^.;!?]*\bnothing (?:of it )?(?:is )?settled\b|\b(?:END ON|WHAT HAPPENS|WORD FOR WORD|NOT IN THIS SCENE|WHERE AND WHEN)\b|[([][^)\]]*\b(?:as (?:allowed|asked|instructed|requested|required)|word count|the (?:rules|prompt|brief|instructions)|outcome|must not (?:say|speak|mention|appear))\b[^)\]]*[)\]]/iu;
/** Words that only a prompt has; a small model may copy it. (rule NA4920) */
const OF_PROMPT =
  /\b(?:you have met \p{Lu}|ha(?:ve|s) with (?:you|them):|ha(?:ve|s) chosen:|to be used and not to be told|as it was left here, told before|sample of the voice|speaks: |there only in the steps|nothing of it is settled|what step \d+ leaves|the dice say:)|\(call: |\bin words of their own: |\(word for word/iu;
const LABEL =
  /^(?:scene|title|note|notes|narrator|storyteller|assistant|user|system|end on|step \d+|choices?|options?|word for word|\d+ words?)\b[^.]{0,30}:/i;

/** No marks of a model's own format, no list, no heading, and not a word about the task that the story does not use. (rule NA717) */
export const markup = (
  sentence: string,
  facts?: Pick<SceneFacts, "given" | "draft"> & Partial<Pick<SceneFacts, "story">>,
): string | null => {
  // "Fergus.": what the scene was to end on.
  if (NOTES.test(unquoted(sentence))) return "Write the scene itself, and not about it.";
  const isName =
    /^\p{Lu}[\p{L}’'-]+(?: (?:and )?\p{Lu}[\p{L}’'-]+){0,3}\.$/u.test(sentence) && isOfPeople(sentence, facts);
  if (isName || MARKUP.test(sentence) || LABEL.test(sentence) || OF_PROMPT.test(sentence))
    return "Write plain prose, without marks, headings or notes.";
  if (isOfExample(sentence)) return "Tell this story, and nothing of the example.";
  const [about] = OF_THE_TASK.exec(unquoted(sentence)) ?? [];
  const isOfStory =
    about !== undefined && `${facts?.given}\n${facts?.draft}`.toLowerCase().includes(about.toLowerCase());
  return about !== undefined && !isOfStory ? "Write the scene itself, and not about it." : null;
};

/** Words of the example's sentences, and the share of them in their order by which a copy is known. */
const EXAMPLE = splitSentences(EXEMPLAR.replace(/\n+/g, " ")).map(wordsIn);
const COPY = { words: 5, share: 0.75 };

/** Whether a sentence is one of the example that the prompt shows; a small model copies it. (rule NA4923) */
function isOfExample(sentence: string): boolean {
  const words = wordsIn(sentence);
  return (
    words.length >= COPY.words &&
    EXAMPLE.some(
      (one) =>
        one.length >= COPY.words &&
        sharedInOrder(one, words) >= COPY.share * Math.max(COPY.words, Math.min(one.length, words.length)),
    )
  );
}

const isOfPeople = (text: string, facts?: Partial<Pick<SceneFacts, "story">>): boolean =>
  facts?.story?.names.keysIn(text).some((key) => key.startsWith("npc:")) === true;

const PAST =
  /^(?:then |and |but )?you (?:were|had|did|said|looked|stood|came|went|took|made|gave|felt|seemed|turned|watched|noticed|asked|told|walked|saw|heard)\b/i;

/** Who a sentence is about, and its first verb: "Captain Osk Brandt slowly stood", "The wind was", "The old man sat". */
const SUBJECT_AND_VERB: readonly RegExp[] = [
  "He|She|They|It|(?:The|His|Her|Their) \\p{Ll}+|(?!There\\b|Whoever\\b|What\\b|That\\b|This\\b)\\p{Lu}[\\p{L}.-]+(?: \\p{Lu}[\\p{L}.-]+){0,3}",
  "(?:The|His|Her|Their) \\p{Ll}+ (?!has|have|is|are|will|would|can|could|may|must\\b)\\p{Ll}+",
].map(
  (who) =>
    new RegExp(
      `^(?:Then |And |But )?(?:${who}) (?:\\p{Ll}+ly |then |only |just |still |never )?(\\p{Ll}+)\\b(?! (?:about|going)\\b)`,
      "u",
    ),
);
const WAS = /^(?:was|were|did)$/;

/** Who or what does something at the head of a sentence, its verb, and the rest of its clause. */
const HEADS: readonly RegExp[] = ["", "\\p{Ll}+ "].map(
  (quality) =>
    new RegExp(
      `^(?:Then |And |But |Now )?(?:He|She|They|It|(?:Something|Somebody|Someone|Everything|Everybody|Everyone)(?: (?!(?:has|have|is|are|was|were|had|will|would|can|could|may|must|does|do|did)\\b)\\p{Ll}+)?(?! (?:has|have|is|are|was|were|had|will|would|can|could|may|must|does|do|did)\\b)|(?:The|His|Her|Their|Its|An?|One|Some|Another|Two|Somebody[’']s|Someone[’']s|\\p{Lu}[\\p{L}-]+[’']s) ${quality}(?!(?:has|have|is|are|was|were|will|would|can|could|may|must|does|do)\\b)\\p{Ll}+|(?!(?:Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|\\p{L}+teen|\\p{L}+ty|Half|Some|All|Both|Each|Every|There|Whoever|What|That|This|Where|When|If|As|You|Nobody|Nothing|The|His|Her|An?|One)\\b)\\p{Lu}[\\p{L}.-]+(?: \\p{Lu}[\\p{L}.-]+){0,3}) (?:\\p{Ll}+ly |then |only |just |still |never )?(\\p{Ll}+)\\b(?![’'])([^.,;:!?]*)`,
      "u",
    ),
);
/** What stays so after it has been told: a state, and no event. */
const STATES =
  /^(?:was|were|had|did|used|could|would|might|should|must|has|have|is|are|knew|meant|wanted|hoped|liked|put|set|let|cut|shut|hit|read|spread|split|cost|hurt|burst)$/;

/** Whether a sentence tells an event of now as one of the past. (rule NA5455) */
function happened(narration: string, draft: string): boolean {
  return HEADS.some((head) => isPastEvent(head.exec(narration) ?? [], draft));
}

/** "He shut the case": of one person the present is "shuts". (rule NA5825) */
const SHUT =
  /^(?:Then |And |But )?(?:He|She|It) (?:\p{Ll}+ly |then |only |just )?(?:put|set|let|cut|shut|hit|spread|split|burst)\b/u;

function isPastEvent([said = "", verb = "", rest = ""]: readonly string[], draft: string): boolean {
  if (SHUT.test(said) && !draft.includes(said.split(" ").slice(0, 2).join(" "))) return true;
  if (verb === "" || STATES.test(verb) || inPresent(`It ${verb}`) === `It ${verb}`) return false;
  // What was once is no event of now.
  if (
    /\bnever\b/.test(said) ||
    /\b(?:ago|once|before|years?|since|yesterday|last|then|in those days|that (?:day|night|year|time))\b/.test(rest)
  )
    return false;
  // "The door painted green stands open": what has been done to it says which it is.
  const isParticiple =
    /^(?:Then |And |But |Now )?(?:The|His|Her|Their|Its|An?|One|Some|Another|Two)\b/.test(said) &&
    /\b(?:is|are|has|have|\p{Ll}{3,}s)\b/u.test(
      rest.replace(/\b(?:his|its|hers|this|as|was|always|perhaps|\p{Ll}+ss|\p{Ll}+us)\b/gu, ""),
    );
  // What is read is told as it is written: "Mr Osk proposed it". (rule NA5834)
  const isRead = quotedIn(draft).some((text) => wordsIn(text).includes(verb));
  return !isParticiple && !isRead && !draft.includes(said.split(" ").slice(0, 3).join(" "));
}

/** "Osk had been looking out": what comes before the past has no place in a story that is told as it happens. (rule NA5825) */
const HAD_BEEN =
  /^(?:Then |And |But )?(?:He|She|They|It|You|(?:The|His|Her|Their) \p{Ll}+|(?!There\b|Whoever\b|What\b|If\b)\p{Lu}[\p{L}.-]+(?: \p{Lu}[\p{L}.-]+){0,3}) had (?:not |never |only |already |just )?(?:been \p{Ll}+(?:ing|ed)|\p{Ll}{3,}ed|gone|come|taken|begun|fallen|risen|stopped|left|put|set|made|sat|stood|found|lost|given|turned)\b/u;
const hadBeen = (narration: string, draft: string): boolean =>
  HAD_BEEN.test(narration) && !/\bhad\b/u.test(unquoted(draft)) && !/\b(?:years?|ago|once|before)\b/u.test(narration);

/** Whether a sentence of a story that is told in the past tells in the present what happens. */
function isInPresent(narration: string, draft: string): boolean {
  const [said = "", verb = ""] =
    /^(?:Then |And |But )?(?:He|She|They|You|\p{Lu}[\p{L}]+\.? ?(?:\p{Lu}[\p{L}-]+)?) (?:\p{Ll}+ly )?(is|are|has|nods|looks|turns|takes|puts|sits|stands|goes|comes|says|lays|holds|waits|shakes|opens|shuts)\b/u.exec(
      narration,
    ) ?? [];
  return verb !== "" && !draft.includes(said);
}

/** Told as it happens. (rules NA717 and NA4918) */
export const tense: Check = (sentence, { draft, story, told: before }) => {
  const narration = unquoted(sentence).trim();
  if (story.happensInPast) return isInPresent(narration, draft) ? "Write in the past tense." : null;
  // How a scene begins it goes on; later one may tell what was.
  const isFirst = before.every((text) => draft.includes(text));
  const isPast =
    isFirst &&
    SUBJECT_AND_VERB.some((pattern) => {
      const [said = "", verb = ""] = pattern.exec(narration) ?? [];
      return (WAS.test(verb) || (verb !== "" && inPresent(`It ${verb}`) !== `It ${verb}`)) && !draft.includes(said);
    });
  if (isPast || happened(narration, draft) || hadBeen(narration, draft)) return "Write in the present tense.";
  const told = PAST.exec(narration);
  return told && !draft.toLowerCase().includes(told[0].toLowerCase()) ? "Write in the present tense." : null;
};
