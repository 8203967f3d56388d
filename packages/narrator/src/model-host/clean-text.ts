/** Marks of the formats that models are trained on, written out as text, and what no reader should get. */
const MARK = /<\|[\w-]{1,30}\|>|<\/?s>|<(?:start|end)_of_turn>|<unk>|<pad>|<[be]os>|\[\/?INST\]/gi;
/** What may yet become such a mark. */
const OPEN_MARK = /(?:<[/|]?[\w-]{0,30}\|?|\[\/?[INST]{0,4})$/i;
// Control characters but tab and newline; what a byte that belongs to no character is read as.
const UNREADABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Takes out of a model's text, as it comes, what is no text: marks of its format, control characters, halves of characters.
 * What may be the beginning of such a thing is held back until that is known, so nothing is ever taken back and no character
 * is split. However the text is cut into pieces, the whole is the same. Implements rule NA154.
 */
export class CleanText {
  #held = "";

  /** @returns What of the text so far is certain and was not given before. */
  push(piece: string): string {
    const text = this.#held + piece.replace(UNREADABLE, "");
    const keep = text.length - heldBack(text);
    this.#held = text.slice(keep);
    return cleaned(text.slice(0, keep));
  }

  /** @returns What was held back: no more is coming. */
  end(): string {
    const rest = cleaned(this.#held);
    this.#held = "";
    return rest;
  }
}

function cleaned(text: string): string {
  return text.replace(MARK, "").replace(LONE_SURROGATE, "");
}

function heldBack(text: string): number {
  const open = OPEN_MARK.exec(text.slice(-40));
  if (open) return open[0].length;
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? 1 : 0;
}
