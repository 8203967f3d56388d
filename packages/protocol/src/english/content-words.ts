import { normalise } from "./sentences.js";

const STOP = new Set(
  "the and for that with from this have has had was were are not but who whom what when where which their his her its they them she him one into out about after before only than then there own all any every never would could should been".split(
    " ",
  ),
);

/** Returns the content words of a text, each cut to a crude stem of at most six letters that "weigh", "weighs" and "weighing" share. */
export function contentWords(text: string): Set<string> {
  return new Set(
    normalise(text)
      .split(" ")
      .filter((word) => word.length > 2 && !STOP.has(word))
      .map((word) => word.replace(/(?:'s|ing|ed|es|s)$/, "").slice(0, 6)),
  );
}
