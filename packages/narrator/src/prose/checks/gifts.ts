import { contentWords, splitSentences } from "@narratoria/protocol/english";
import type { SceneFacts } from "./scene-facts.js";

/** It is the player's from now on, whoever says so. */
const YOURS_NOW =
  /\b(?:it|they|that|this|these|the [\p{L}’-]+)(?: is| are|’s|’re)(?: all)? yours(?: now)?\b(?! (?:to|if|or)\b)|\b(?:it|that|this)(?:’s| is) (?:a gift|a present|my gift)\b|\byou (?:may|can|should|are to|shall) keep (?:it|this|them|the|these|that one)\b|\b(?:for you )?to keep\b(?=[.,;!?]|$)|\bmakes? you a (?:present|gift) of\b/iu;
/** The player takes it, as the second thing that they do, or from somebody. */
const YOU_TAKE =
  /\byou [^.;:“”?!]{2,70},? and (?:then )?(?:pocket|steal|stow|keep) (?:it|them|the|one|this)\b|\byou take (?:the|his|her|their|an?) (?:[\p{L}’-]+ ){1,5}?from (?:him|her|them|\p{Lu}[\p{L}’-]+)\b/iu;
/** It goes into whatever the player wears or carries. */
const INTO_YOURS =
  /\b(?:slips|drops|puts?|pushes|tucks|presses|folds|stuffs|slides|thrusts|pokes|lays|works|slipped|dropped|pushed|tucked|pressed|folded|stuffed|slid) (?!(?:his|her|an?) (?:hands?|arm|fingers?|nose)\b)(?:[\p{L}’-]+ ){1,6}?(?:in|into|inside|under) your (?:[\p{L}’-]+ )?(?:oilskins?|coat|jacket|pocket|shirt|hand|palm|bag|box|sleeve|belt|apron|hat|cap|boot|cloak|pack|trunk|case|satchel|basket)\b/iu;

/** Whether something is the player's from now on that no step gives them. (rule NA4911) */
export function becomesYours(sentence: string, words: string, { effects, draft }: SceneFacts): boolean {
  if (effects.some(({ kind }) => kind === "item")) return false;
  const said = YOURS_NOW.exec(sentence.replace(/[“”]/g, ""))?.[0];
  const does = YOU_TAKE.exec(words)?.[0] ?? INTO_YOURS.exec(words)?.[0];
  return (
    (said !== undefined && !YOURS_NOW.test(draft) && !/\byours\b/i.test(draft)) ||
    (does !== undefined && !splitSentences(draft).some((one) => isDoneIn(one, does)))
  );
}

/** Whether a sentence of the draft tells of the player, and of the thing that is taken or given. */
const isDoneIn = (one: string, does: string): boolean => {
  const has = contentWords(one);
  const own = [...contentWords(does.replace(/\byou(?:r \p{L}+)?\b/giu, ""))];
  return /\byour?\b/i.test(one) && own.filter((word) => has.has(word)).length >= Math.min(2, own.length);
};
