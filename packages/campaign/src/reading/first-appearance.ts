/** The place, if any, that a profile's `first_appearance` names: authors also give scenes, times, conditions and remarks there. */
import { looksFinite } from "@narratoria/protocol/english";
import { placeHeaded, placeNames } from "./place-names.js";
import type { PutThere } from "./place-prose.js";

/** A time or a part of the story: "from the start", "mid-story", "any time", "Day 2", "the finale". */
const TIME =
  /\b(?:start|outset|beginning|begins?|opening|opens|prologue|premise|intro(?:duction)?|epilogue|finale|climax|ending|end|scenes?|chapters?|acts?|parts?|episodes?|beats?|sessions?|story|turns?|days?|nights?|weeks?|weekend|morning|afternoon|evening|noon|midnight|dusk|dawn|sunrise|sunset|dinner|supper|breakfast|lunch|tea|later|late|early|earlier|soon|now|then|today|tonight|tomorrow|always|never|once|throughout|(?:any|every|no|some|all the|most of the) ?times?|anywhere|everywhere|nowhere|mid-?(?:story|game|way|point)|halfway|first|second|third|last|final(?:ly)?|unknown|varies|optional|n\/a|tbd|none|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b/i;
/** A condition: "if you go to the quarry", "when it rains", "after the fire". */
const CONDITION =
  /^(?:if|when|whenever|once|after|before|until|till|as soon as|unless|not|only|because|while|during|by the time|upon|found|seen|heard|met|mentioned|arrives?|comes?|appears?)\b/i;
/** A preposition that puts somebody at what follows. */
const AT = /^(?:in|at|on|by|aboard|inside|outside|behind|near|beside|under)\s+/i;
/** More words are a sentence. */
const MOST_WORDS = 6;

/**
 * Returns the name of the place that a first appearance gives, or undefined where it says something else. (rule CA1100)
 *
 * @param isKnown - Whether texts otherwise name a place so.
 * @param putThere - How often texts put somebody or something at a phrase.
 */
export function placeOfAppearance(
  text: string,
  isKnown: (name: string) => boolean,
  putThere: PutThere,
): string | undefined {
  // "ash_market" is an id in the author's files.
  const plain = /^[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)+$/u.test(text.trim())
    ? text.trim().replace(/[_-]+/g, " ")
    : text.trim();
  const name = plain.replace(AT, "");
  const [first = ""] = placeNames(name).names;
  if (first === "") return undefined;
  if (isKnown(first) || isKnown(name)) return name;
  if (CONDITION.test(plain) || TIME.test(first) || /[.!?]$|^[\d\s]+$/.test(plain)) return undefined;
  const words = first.split(/\s+/);
  if (words.length > MOST_WORDS || /^(?:I|you|he|she|it|they|we|somebody|everybody)$/i.test(words[0] ?? ""))
    return undefined;
  // "she finds you first": a clause.
  if (
    words.length > 2 &&
    words.slice(1).some((word) => /^\p{Ll}/u.test(word) && looksFinite(word) && !placeHeaded(word))
  )
    return undefined;
  return placeHeaded(first) || putThere(first) > 0 ? name : undefined;
}
