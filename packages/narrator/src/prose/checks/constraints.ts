import { brokenLaws } from "@narratoria/protocol/laws";
import { holdsWords } from "../steps.js";
import { type SceneFacts, unquoted } from "./scene-facts.js";

/** What a law of the story forbids, denied or not: what is told to a player leaves it out. (rule NA710) */
export const constraints = (
  sentence: string,
  { laws, kept, draft }: Pick<SceneFacts, "laws" | "kept" | "draft">,
): string | null => {
  // A line of the author's stands, whatever it says.
  const own = kept.some(({ text }) => holdsWords(sentence, text)) ? unquoted(sentence) : sentence;
  // Words that the scene has in its author's own telling are lawful there.
  const told = unquoted(own);
  // Whoever is called "you" in speech is not the player. (rule NA5832)
  const isOfOther = (words: string): boolean => /^you\b/i.test(words) && !told.includes(words);
  const broken = brokenLaws(own, laws).find(({ words }) => !holdsWords(unquoted(draft), words) && !isOfOther(words));
  return broken === undefined ? null : `Do not write of “${broken.words}”: it is against a law of this world.`;
};
