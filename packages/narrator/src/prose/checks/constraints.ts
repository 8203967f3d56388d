import { brokenLaws } from "@narratoria/protocol/laws";
import type { SceneFacts } from "./scene-facts.js";

/** What a law of the story forbids. */
export const constraints = (sentence: string, { laws }: Pick<SceneFacts, "laws">): string | null => {
  const [broken] = brokenLaws(sentence, laws);
  return broken === undefined ? null : `Do not write of "${broken.words}": ${broken.law.text}`;
};
