/** Sentences that can be told, or said, with none before them. */
import { memoizeText } from "./memoize-text.js";
import { pointsBack } from "./points-back.js";
import { splitSentences } from "./sentences.js";
import { isWholeSentence } from "./whole-sentence.js";

/** It leans on a sentence that was not told with it. */
const LEANS =
  /^(?:(?:he|she|they|it|him|her|them|his|hers|its|their|this|that|these|those|so|then|now|both|neither|such|the (?:first|second|third|other|others|latter|same|rest))\b(?! is a saying)|(?:over|under|above|below|beneath|beside|behind|between|beyond|inside|in|on|at|from|where|by|round|next to|across from|opposite|close to|in front of|on top of) (?:it|them|him|her|these|those|this|that|there)\b|\p{Lu}\p{Ll}+, (?:it|he|she|they)\b|(?:in|on|at|by|below|above|under|over|behind|beside|from|for|of) the (?:first|second|third|fourth|fifth|last|next|other|others|\p{Ll}+est)(?:,| (?:is|are|was|were|the|one|lies|stands|hangs|sits|a|an|there)\b)|(?:one|another|some) (?:is|was|has|had|are)\b)/iu;
/** It leaves out what another sentence has said, or asks instead of telling. */
const ELLIPTIC =
  /\b(?:to|too|so|either|neither)\.$|\?$|\b(?:been|goes|went|gone|comes|came|lives?|lived|sleeps?|slept) there\.$|\b(?:never|not|nobody|people) (?:asks?|asked|says?|said|knows?|knew|tells?|told)\.$|^\p{Lu}\p{Ll}+ (?:do|does|did) (?:it|so|that)\b/u;
/** Whether a sentence leans on one that is told before it. */
export const leansOnOther = (sentence: string): boolean =>
  LEANS.test(sentence) || ELLIPTIC.test(sentence) || pointsBack(sentence);

/** What "they" and "it" could stand for: somebody several, and any one thing. */
const SEVERAL =
  /\b(?:\p{L}{2,}[^s'’\W]s|people|folk|men|women|children|everybody|everyone|nobody|anybody|somebody|someone|anyone|whoever|who|all|both|many|some|few|most|two|three|four|five|six|seven|eight|nine|ten|and|person|player|child|creature|crew|family|company|guild|band|team|jury|police|\d+)\b/iu;
const ANY_ONE =
  /\b(?:the|an?|this|that|each|every|no|one|another|any|some|his|her|my|your|our|their|whose|what|which|nothing|something|everything|anything)\b|['’]s \p{L}|^(?!(?:in|on|at|by|of|for|from|with|to|up|down|over|under|here|there|then|now|if|when|while|as|where|so|but|and|or|not|never|only|even|still|always|usually|sometimes|often|nobody|everybody|somebody|you|he|she|they|we|people)\b)\p{L}{3,}/iu;
/** "It is late", "it takes an hour": nothing is meant by it. */
const MEANS_NOTHING =
  /^it(?:['’]s| (?:is|was|has been|had been|will be|would be|may be|must be|takes|took|rains|rained|snows|snowed|seems|seemed|happens|happened|comes to|came to|means|meant|follows|needs))\b/iu;

/** "No wheel can climb it", "The council wants it.": what a sentence does something with is not its subject, and nothing else stands before it. */
const OF_SUBJECT_ALONE =
  /^(?:(?:the|an?|no|every|each|any|this|that|my|our|his|her|their|late|early|good|bad|hard|wet|dry|hot|cold|old|young|new|most|some|few|many) )(?!.*\b(?:who|whom|whose|which|that|what|where|when|if|and|or|of|to|in|on|at|by|with|from|for)\b.*\bit\b)(?:(?!(?:the|an?|this|that|my|our|your|his|her|its|their|some|any|no|every|each|another)\b)[\p{L}’'-]+ ){2,5}it(?=[.,;:!?]|$| (?:on|in|at|to|from|by|with|over|under|up|down|out|off|back|away|again|now|yet|alone)\b)/iu;

/**
 * Whether a "they" or an "it" of a sentence has nothing before it in the sentence that it could stand for: "On the Other Shoulder they do not
 * keep it". Implements rule NA543.
 */
export function lacksNoun(sentence: string): boolean {
  const plain = sentence.replace(/[“"][^”"]*[”"]/gu, " ");
  const many = plain.search(/\b(?:they|them|their|theirs|themselves)\b/iu);
  if (many >= 0 && !SEVERAL.test(plain.slice(0, many))) return true;
  if (OF_SUBJECT_ALONE.test(plain)) return true;
  const one = plain.search(/\b(?:it|its|itself)\b/iu);
  return one >= 0 && !MEANS_NOTHING.test(plain.slice(one)) && !ANY_ONE.test(plain.slice(0, one));
}

/** It answers, or points at, what somebody else has said or done. */
const ANSWERS =
  /^(?:yes|no|yeah|nah|aye|nay|oh|well|so|and|but|because|then|that|this|it|he|she|they|him|her|them|there|those|these|still|also|too|neither|sorry|fine|right|done|good|exactly|perhaps|maybe|of course|not|(?:do not|don['’]t|no need to) (?:thank|worry|apologi[sz]e|blame|ask)|thank)\b|\b(?:that|this)[.!?]$|\b(?:yet|either|instead|anyway|after all)[,.!?]|\b(?:he|she|him|her|they|them)\b/i;

/** A yes or a no, what is denied, and what points at words that somebody else has said. */
const IN_REPLY =
  /^(?:yes|no|yeah|nah|aye|nay|oh,? (?:yes|no)|certainly|of course|exactly|indeed|not at all|nonsense)\b(?=[,.!;:…])|\b(?:tell|told) (?:you|him|her|them) (?:that|so|this)(?=[,.;!?]| (?:not|for|until|in|at|if|when|unless|before|after)\b)|\bask me (?:that|this|again)\b|\b(?:say|said|believe|doubt|deny) (?:that|so)(?=[,.;!?]| not\b)|^(?:he|she|they|it|that|this)(?:['’](?:s|re)| (?:is|was|are|were)) (?:not|never|no)\b|^(?:he|she|they|it|that|this) (?:is|was|are|were|do|does|did|has|have|had|ca|can|could|wo|would)n['’]t\b/iu;
/** "By me, I mean": what puts one's own words right. */
const PUTS_RIGHT = /^(?:I mean|or rather|that is)\b|^[^.!?]{0,20}\bI mean[.!]?$/iu;
/** "Left, you lump!", "Heave!": cried out while something is done. */
const CRIED =
  /^(?:left|right|up|down|out|in|back|over|heave|pull|push|row|steady|easy|faster|slower|again|duck|jump|run|now)\b[^.?!]{0,24}!/iu;
/** "Four feet two.", "Nineteen hundred and forty metres.": how much there is of something, which nobody has asked. */
const HOW_MUCH =
  /^(?:(?:about|some|only|nearly|exactly|just|and|a|half|an?|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\p{L}+)?|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen)|hundred|thousand|\d[\d.,]*)[ -]){1,6}?(?!and\b)(?:\p{Ll}+)?(?: (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven))?[.!]|^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[.!] /iu;
/** "Cracked? There is no crack": the word of another, said back. */
const SAID_BACK = /^\p{Lu}\p{Ll}+(?: \p{Ll}+)?\? \p{L}/u;

/**
 * Whether a line of speech answers what somebody else must have said or asked, or goes with something that is being done: "No, leave the lamp",
 * "I couldn't tell you that", "By me, I mean", "Left, you lump!". Implements rule NA6351.
 */
export const isSaidInReply = memoizeText((line): boolean => {
  const plain = line.replace(/^["“'‘]/, "");
  return [IN_REPLY, PUTS_RIGHT, CRIED, HOW_MUCH, SAID_BACK].some((form) => form.test(plain));
});

/** Whether a line of speech can be said without an occasion: whole sentences that point at nobody and nothing said before. (rule NA606) */
export const standsAsSpeech = memoizeText(
  (line): boolean =>
    !/^["“'‘]/.test(line) &&
    !isSaidInReply(line) &&
    splitSentences(line).every(
      (sentence) => !ANSWERS.test(sentence) && !leansOnOther(sentence) && !lacksNoun(sentence),
    ) &&
    isWholeSentence(line.split(/(?<=[.!?…])\s/)[0] ?? line),
);
