/** What whoever is told or asked something says first: the word that matters in it, as a question. */
import { capitalise } from "@narratoria/protocol/english";

/** Words of telling and asking, with whom, how and before whom, up to what is said or asked. */
const SAID =
  /^(?:say|answer|tell|ask|demand|insist|swear|admit|explain|warn|remark|announce|declare|mention)\b[^“”"]*?\b(?:that|who|whom|what|why|whether|how|where|if) ([^“”"]+)$/u;
/** "That the beans be counted", "that it is understood". */
const DONE = /\b(?:be|is|are|was|were|been) (?:not )?(\p{Ll}{3,}(?:ed|en|wn|ught|rnt|elt))\b/u;
/** "That it is a boat", "that it was rope". */
const IS = /\b(?:is|are|was|were) ((?:an?|the) \p{Ll}{3,}|\p{Ll}{4,})$/u;
/** "Who put the trunk in the old boat": what comes first is what is meant. */
const THING =
  /\b((?:the|an?) (?!(?:one|other|same|first|last|next|way|time|truth|rest|moment|day|night|morning)\b)\p{Ll}{3,})(?= (?:in|on|at|from|with|to|for|by|under|of|into|is|was|will|would)\b|$)/u;
/** "Who is staying at Zina's". */
const NAME = /(?<=\p{Ll} )(\p{Lu}\p{Ll}+(?:[’']s)?)$/u;
/** What nobody repeats. */
const NO_ECHO = /^(?:so|it|that|there|here|now|then|late|early|true|right|wrong|well|fine|gone|done|been|seen|over)$/u;

/**
 * Finds the word that somebody would say back: of "say that it was rope" "Rope", of "ask him who put the trunk in the boat" "The trunk".
 *
 * @param deed - A deed of words, in the bare form.
 * @returns Undefined where nothing in it can be said back by itself.
 */
export function echoOf(deed: string): string | undefined {
  const said = SAID.exec(deed)?.[1]
    ?.replace(/[,;].*$/su, "")
    .trim();
  if (said === undefined) return undefined;
  const found = (IS.exec(said) ?? DONE.exec(said) ?? NAME.exec(said) ?? THING.exec(said))?.[1];
  return found === undefined || NO_ECHO.test(found) ? undefined : capitalise(found);
}
