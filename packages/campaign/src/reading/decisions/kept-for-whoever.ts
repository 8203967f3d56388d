/** What a teller is told that only whoever does something finds: "There is a disc in it. Only somebody who opens the bell sees it." */
import type { AuthorChoice } from "@narratoria/protocol/contracts";
import { capitalise, contentWords } from "@narratoria/protocol/english";
import { bareOf, isBare, isDeed } from "./deed-words.js";

const ONLY_WHOEVER =
  /^(?:But |And )?only (?:somebody|someone|anybody|anyone|a person|whoever|those|(?:the |an? )?\p{Ll}+)(?: who| that)? (\p{Ll}+) ([^,;:.“”"]{2,40}?) (?:will )?(?:sees?|finds?|hears?|notices?|learns?|discovers?|knows?) (?:it|this|that|them|so)\.?$/iu;
/** Sentences before it that may say what is found. */
const MOST_BEFORE = 4;

/**
 * The deed by which alone something is found, with what that is: the sentences right before, from the one that first names a thing of the
 * deed on. (rule CA5704)
 *
 * @param meant - What is for the teller, in order, in the second person.
 */
export function keptForWhoever(meant: readonly string[]): readonly AuthorChoice[] {
  return meant.flatMap((sentence, at): AuthorChoice[] => {
    const [, verb = "", object = ""] = ONLY_WHOEVER.exec(sentence.trim()) ?? [];
    const bare = isBare(verb) ? verb : bareOf(verb);
    const deed = `${bare ?? ""} ${object}`;
    if (verb === "" || bare === undefined || !isDeed(deed, true)) return [];
    const words = contentWords(object);
    const before = meant.slice(Math.max(0, at - MOST_BEFORE), at);
    const from = before.findIndex((one) => [...contentWords(one)].some((word) => words.has(word)));
    if (from < 0) return [];
    const [first = "", ...rest] = before.slice(from);
    const result = [capitalise(first.replace(/^(?:But|And|Yet) /u, "")), ...rest].join(" ");
    return [{ text: deed, result }];
  });
}
