/** How much of a line an error quotes. */
const CHARS = 200;

/**
 * The start of a line, fit to be printed: what a console would obey or hide is written as an escape.
 *
 * @returns At most 200 characters.
 */
export function excerptOf(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  const special = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/gu;
  const escaped = withoutHalf(text.slice(0, CHARS)).replace(special, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return withoutHalf(escaped.slice(0, CHARS));
}

/** A cut may have halved a surrogate pair. */
function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, "");
}

/** As `excerptOf`, for bytes that are no text: those beyond ASCII show as `\xe9`. */
export function excerptOfBytes(bytes: Buffer): string {
  let text = "";
  for (const byte of bytes.subarray(0, CHARS)) {
    const hex = byte.toString(16).padStart(2, "0");
    if (byte >= 0x80) text += `\\x${hex}`;
    else text += byte < 0x20 || byte === 0x7f ? `\\u00${hex}` : String.fromCharCode(byte);
  }
  return text.slice(0, CHARS);
}
