import { curlyQuotes, splitSentences } from "@narratoria/protocol/english";

/** Letters after which what has no end is handed over as it is: a model that runs on is stopped there. */
const LONGEST = 400;

/** Puts a model's pieces together and hands over each sentence when it is whole. */
export class SentenceReader {
  #text = "";

  /** @returns Sentences that came to their end by this piece, in order. */
  add(piece: string): string[] {
    this.#text = `${this.#text}${piece}`;
    const sentences = splitSentences(this.#text);
    // The last may go on: "Mr" may be a name, and a quotation may follow.
    const whole = sentences.slice(0, -1);
    if (whole.length > 0) this.#text = `${sentences.at(-1) ?? ""}${/\s$/.test(this.#text) ? " " : ""}`;
    if (this.#text.length > LONGEST) whole.push(this.#text.slice(0, LONGEST));
    return whole.map(tidied);
  }

  /** Nothing more comes. @returns What is left, if it is a whole sentence. */
  end(): string[] {
    const rest = this.#text.trim();
    this.#text = "";
    return /[.!?…]["”’')]*$/.test(rest) ? splitSentences(rest).map(tidied) : [];
  }
}

function tidied(sentence: string): string {
  return curlyQuotes(sentence.replace(/\s+/g, " ").trim());
}
