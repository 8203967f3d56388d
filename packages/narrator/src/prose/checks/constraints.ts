import { type SceneFacts, wordsIn } from "./scene-facts.js";

/** Words that the author forbids, in every form that ends in s, es, ed or ing. */
export const constraints = (sentence: string, { forbidden }: Pick<SceneFacts, "forbidden">): string | null => {
  const words = new Set(
    wordsIn(sentence).flatMap((word) => [word, word.replace(/(?:'s|es|s|ed|ing)$/, ""), word.replace(/s$/, "")]),
  );
  const text = ` ${wordsIn(sentence).join(" ")} `;
  const found = forbidden.find((one) => {
    const word = one.toLowerCase();
    return word.includes(" ") ? text.includes(` ${word} `) : words.has(word);
  });
  return found === undefined ? null : `There is no ${found} in this story.`;
};
