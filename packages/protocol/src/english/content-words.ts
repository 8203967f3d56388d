import { memoizeText } from "./memoize-text.js";
import { normalise } from "./sentences.js";

const STOP = new Set(
  "the and for that with from this have has had was were are not but who whom what when where which their his her its they them she him one into out about after before only than then there own all any every never would could should been".split(
    " ",
  ),
);

/** Returns the content words of a text, each cut to a crude stem of at most six letters that "weigh", "weighs" and "weighing" share. */
export const contentWords = memoizeText((text): ReadonlySet<string> => {
  const words = normalise(text)
    .split(" ")
    .filter((word) => word.length > 2 && !STOP.has(word));
  return new Set(words.map((word) => word.replace(/(?:'s|ing|ed|es|s)$/, "").slice(0, 6)));
});
