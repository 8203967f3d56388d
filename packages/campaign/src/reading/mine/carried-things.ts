import { splitSentences } from "@narratoria/protocol/english";
import { markdownSections } from "./markdown.js";
import { canBeCarried } from "./props.js";

const HAVING =
  /\byou (?:still )?(?:have|carry|hold|bring|have brought|were given|have been given|have with you)\b(.*)/iu;
const ARTICLES =
  /\b(?:an?|the|your)\s+((?:\p{Ll}+[ -]){0,2}\p{Ll}+)(?=[.,;]|\s(?:and|for|that|which|with|in|from|of|to)\b|$)/giu;

/**
 * What the premise puts into the player's hands: "You carry a sealed crate for the commander" gives "sealed crate". For
 * campaigns that say so nowhere else; only things, so "an evening" is not one.
 *
 * @param premise - `plot/premise.md`, Markdown.
 * @returns Names of things without an article, in the order of mention.
 */
export function carriedThings(premise: string): string[] {
  const found = new Set<string>();
  for (const { paragraphs } of markdownSections(premise))
    for (const sentence of paragraphs.flatMap(splitSentences)) {
      const had = HAVING.exec(sentence)?.[1] ?? "";
      for (const [, thing = ""] of had.matchAll(ARTICLES)) if (canBeCarried(thing)) found.add(thing);
    }
  return [...found];
}
