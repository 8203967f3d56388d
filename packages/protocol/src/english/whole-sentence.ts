import { isLemma, looksFinite } from "./verbs.js";

/** "It's", "there's" and "nobody's" have a verb in them; "Osyth's" is whose something is, unless what follows says otherwise. */
const WITH_VERB =
  /(?:n't|'re|'ve|'d|'ll)$|^(?:it|he|she|that|there|here|who|what|where|how|this|one|(?:no|some|every|any)(?:body|one|thing))'s$/;
const AFTER_IS = /^(?:an?|the|not|never|always|been|got|had|only|just|still|\p{L}+ing|\p{L}+ed)$/u;
const AFTER_VERB =
  /^(?:an?|the|his|her|its|their|your|my|in|on|at|with|to|from|by|under|over|through|up|down|out|beside|behind|into)$/;
const BEFORE_NOUN = /^(?:an?|the|his|her|its|their|your|my|our|this|that|each|every|of|in|on|at|for|with)$/;

/** "Tavern cut from half a tun": behind a noun without an article, verbs whose past has no form of its own are participles. */
const UNCHANGED = /^(?:cut|set|put|shut|split|cast|spread|hit|built|made|hung|bound|kept)$/;
const BEHIND_PARTICIPLE = /^(?:from|in|into|on|by|of|with|against|out|over|under|at|to|for|between)$/;

/** A clause that only adds to a noun: "the courtyard, where the rope has worn nine grooves". */
const ASIDE = /, (?:where|which|who|whose|whom)\b[^,;:.!?]*(,|(?=[;:.!?])|$)/giu;

/** "211 names on the wall", "Two blows to the south-west": so many of something, somewhere. */
const COUNTED =
  /^(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) \p{L}+ (?:on|in|of|at|with|from|to|by)\b(.*)$/iu;

/** Whether the first clause has a verb: "Captain, a small brown dog; she has one good ear" is an entry of a list. */
export function isWholeSentence(sentence: string): boolean {
  const counted = COUNTED.exec(sentence)?.[1];
  if (counted !== undefined && !(counted.match(/[\p{L}’']+/gu) ?? []).some((word) => looksFinite(word.toLowerCase())))
    return false;
  const [clause = ""] = sentence.replace(ASIDE, "$1").split(/[;:](?=\s)/);
  const written = clause.match(/[\p{L}’']+/gu) ?? [];
  const words = written.map((word) => word.replace(/’/g, "'").toLowerCase());
  return words.some((word, at) => {
    // "The Shut Month" is a name, and in "grey, flat and warm" nobody warms anything.
    if (at > 0 && /^\p{Lu}\p{Ll}/u.test(written[at] ?? "")) return false;
    if (isLemma(word) && /^(?:and|or|as|so|very|too|more|quite|rather)$/.test(words[at - 1] ?? "")) return false;
    if (at === 1 && UNCHANGED.test(word) && /[^s]$/.test(words[0] ?? "") && BEHIND_PARTICIPLE.test(words[2] ?? ""))
      return false;
    if (looksFinite(word) || WITH_VERB.test(word)) return true;
    if (/'s$/.test(word)) return AFTER_IS.test(words[at + 1] ?? "");
    // "The low end" and "a row" are things, whatever else the word may be.
    const isNoun = [words[at - 1], words[at - 2]].some((other) => other !== undefined && BEFORE_NOUN.test(other));
    if (at === 0 || isNoun) return false;
    // "A stove ticks in the corner": of verbs that no list has, their place in the sentence tells.
    return looksFinite(word, true) || (/[^su']s$/.test(word) && AFTER_VERB.test(words[at + 1] ?? ""));
  });
}
