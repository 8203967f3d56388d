import { curlyQuotes, splitSentences } from "@narratoria/protocol/english";
import { withDoubleMarks } from "../speech-marks.js";

/** Letters after which what has no end is handed over as it is: a model that runs on is stopped there. */
const LONGEST = 900;
/** Thoughts of a model that thinks aloud, in the marks that such models are trained on. */
const THOUGHTS = /<think>[^]*?<\/think>\s*/gi;
const OPEN_THOUGHT = /<(?:t(?:h(?:i(?:n(?:k)?)?)?)?)?$|<think>[^]*$/i;

/** A small model may number its paragraphs after the steps. (rule NA4909) */
const NUMBERED = /^\s*\d{1,2}[.)]\s+(?=[\p{Lu}“"])/u;

/** A line of its own that a model sets over its text: "### Scene 6", "**The quay**". (rule NA4922) */
const HEADING = /^\s*(?:#{1,6}\s[^\n]*|\*\*[^*\n]+\*\*:?)\s*$/;
const OPENS_HEADING = /^\s*(?:#{1,6}(?:\s|$)|\*\*(?:[^*\n]*\*{0,2}:?\s*$))/;

/** A sentence of a model's, with the number of its paragraph. */
export interface ReadSentence {
  readonly text: string;
  readonly paragraph: number;
}

/** Puts a model's pieces together and hands over each sentence when it is whole, with all of the speech in it. Implements rule NA348. */
export class SentenceReader {
  #text = "";
  #paragraph = 0;
  #hasText = false;

  /** @returns Sentences that came to their end by this piece, in order. */
  add(piece: string): ReadSentence[] {
    this.#text = `${this.#text}${piece.replaceAll("\r", "")}`.replace(THOUGHTS, "");
    if (OPEN_THOUGHT.test(this.#text)) return [];
    if (!this.#hasText) this.#text = this.#text.replace(NUMBERED, "");
    const read: ReadSentence[] = [];
    for (let end = this.#text.search(/\n/); end >= 0; end = this.#text.search(/\n/)) {
      const line = this.#text.slice(0, end);
      if (this.#hasText || !HEADING.test(line)) read.push(...this.#take(sentencesOf(line)));
      const rest = this.#text.slice(end).replace(/^\n+/, "").replace(NUMBERED, "");
      // An empty line may still be on its way.
      this.#text = rest;
      if (this.#hasText) this.#paragraph++;
      this.#hasText = false;
    }
    if (!this.#hasText && OPENS_HEADING.test(this.#text) && this.#text.length < LONGEST) return read;
    const sentences = splitSentences(this.#text);
    // The last may go on: "Mr" may be a name, and a quotation may follow.
    const whole = sentences.slice(0, -1);
    if (whole.length > 0) this.#text = `${sentences.at(-1) ?? ""}${/\s$/.test(this.#text) ? " " : ""}`;
    if (this.#text.length > LONGEST) whole.push(this.#text.slice(0, LONGEST));
    read.push(...this.#take(whole));
    return read;
  }

  /** Nothing more comes. @returns What is left, if it is a whole sentence. */
  end(): ReadSentence[] {
    const isHeading = !this.#hasText && HEADING.test(this.#text);
    const rest = isHeading ? "" : this.#text.replace(OPEN_THOUGHT, "").trim();
    this.#text = "";
    return this.#take(sentencesOf(rest));
  }

  #take(sentences: readonly string[]): ReadSentence[] {
    const read = sentences
      .map((text) => ({ text: tidied(text), paragraph: this.#paragraph }))
      .filter(({ text }) => text !== "");
    if (read.length > 0) this.#hasText = true;
    return read;
  }
}

/** The sentences of a paragraph that has come to its end; a fragment at its end is none. */
function sentencesOf(paragraph: string): string[] {
  const sentences = splitSentences(paragraph);
  return sentences.filter((text, at) => at < sentences.length - 1 || /[.!?…:*—–][”"’')*]*$/.test(text.trim()));
}

function tidied(sentence: string): string {
  const [tidy = ""] = withDoubleMarks([curlyQuotes(sentence.replace(/\s+/g, " ").trim())]);
  return tidy;
}
